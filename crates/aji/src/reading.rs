//! Reading many games: in parallel, in order, with a progress bar on a terminal.

use crate::progress::Bar;
use aji_learn::games::{WonGame, WonGames};
use aji_learn::labels::read_lines;
use aji_learn::openings::{Opening, Openings};
use aji_record::corpus::{Corpus, GameText, Limits, Problem, map_ordered};
use aji_record::{Fault, Record};
use anyhow::{Context, anyhow};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Why a game or a file was left out.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum Trouble {
    /// About a file.
    File(#[from] Problem),
    /// About one game.
    Game(#[from] Fault),
}

/// How many threads work on the games.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads all games behind the paths, does `work` on each in parallel and hands the results to
/// `take` in the order of the games. An error of `take` ends it.
pub fn for_each<T: Send>(
    paths: impl IntoIterator<Item = PathBuf>,
    work: impl Fn(Record) -> T + Sync,
    mut take: impl FnMut(Result<T, Trouble>, &Bar) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let corpus = Corpus::open(paths, Limits::default());
    let progress = corpus.progress();
    let bar = Bar::bytes(progress.total());
    let read = |item: Result<GameText, Problem>| -> Result<T, Trouble> {
        let record = Record::read(&item?)?;
        Ok(work(record))
    };
    let weight =
        |item: &Result<GameText, Problem>| item.as_ref().map_or(0, |game| game.bytes.len());
    let flow = map_ordered(corpus, threads(), weight, read, |result| {
        bar.set(progress.done());
        match take(result, &bar) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    drop(bar);
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// What `parse` makes of every line of a file, gzipped or not; a line that it cannot use is named.
pub fn lines<T, E: Display>(
    path: &Path,
    parse: impl Fn(&str) -> Result<T, E>,
) -> anyhow::Result<Vec<T>> {
    let lines = read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parse = |(index, line): (usize, &String)| {
        parse(line).map_err(|wrong| anyhow!("{}, line {}: {wrong}", path.display(), index + 1))
    };
    lines.iter().enumerate().map(parse).collect()
}

/// What `work` finds in each game behind the paths, in the order of the games. Broken files and games are said on
/// standard error and cost no other game.
pub fn each_game<T: Send>(
    paths: impl IntoIterator<Item = PathBuf>,
    work: impl Fn(&Record) -> T + Sync,
    mut take: impl FnMut(T),
) -> anyhow::Result<()> {
    for_each(
        paths,
        |record| work(&record),
        |found, bar| {
            match found {
                Ok(found) => take(found),
                Err(trouble) => bar.say(&trouble.to_string()),
            }
            Ok(())
        },
    )
}

/// All games behind the paths whose winner is known, each once.
pub fn won_games(paths: impl IntoIterator<Item = PathBuf>) -> anyhow::Result<WonGames> {
    let mut won = WonGames::default();
    each_game(paths, WonGame::of, |game| won.take(game))?;
    Ok(won)
}

/// The openings of all games behind the paths, at most so many moves of each, each game once.
pub fn openings(paths: impl IntoIterator<Item = PathBuf>, most: usize) -> anyhow::Result<Openings> {
    let mut openings = Openings::default();
    each_game(paths, |record| Opening::of(record, most), |opening| openings.take(opening))?;
    Ok(openings)
}

//! Players and analysts: whole games of the fast one, and moves of all on positions of the example
//! game.

use super::{Digest, Limit, Report, Row, gnu_go, rate};
use crate::{example, models};
use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_play::analyst::{Analyst, Scope};
use aji_play::{Action, Player, PlayerName, Turn};
use aji_record::Record;
use aji_rules::{Game, Move, RuleSet, Size, Step};
use anyhow::{Context, ensure};
use std::num::NonZero;
use std::time::Duration;

/// Where in the example game.
const AFTER_MOVES: [usize; 3] = [20, 80, 150];
/// Those who take long enough to be asked for single moves.
const PLAYERS: [&str; 4] = ["patterns", "territory", "winner:nn-influence", "winner"];

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let whole = Record::read(&example::game_text())?.replay().game;
    ensure!(whole.steps().len() >= AFTER_MOVES[2], "the example game is too short");
    let games = AFTER_MOVES.map(|count| cut(&whole, count));
    let library = Library::built_in();
    let mut digest = Digest::new();
    let mut rows = Vec::new();
    for side in [9, 13, 19] {
        rows.push(static_games(budget, side, &library, &mut digest)?);
    }
    let (theirs, note) = match gnu_go_moves(budget, &games, &library) {
        Ok(row) => (Some(row), None),
        Err(error) => (None, Some(format!("GNU Go does not stand beside our players: {error:#}."))),
    };
    for name in PLAYERS {
        let mut player = name.parse::<PlayerName>()?.player(&library)?;
        for game in &games {
            digest.add(chosen(&mut *player, game)?);
        }
        let row = moves(budget, name, &mut *player, &games);
        rows.push(match &theirs {
            Some(theirs) => Row {
                peer: Some(gnu_go::NAME),
                ratio: Some(row.per_second / theirs.per_second),
                ..row
            },
            None => row,
        });
    }
    rows.extend(theirs);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let judge = Model::of(models::BEST.parse()?, &library)?;
    let analyst = Analyst::new(judge).with_scorer(Scorer::of(&library)?);
    rows.push(analyses(budget, 1, &games, &analyst));
    if cores > 1 {
        rows.push(analyses(budget, cores, &games, &analyst));
    }
    Ok(Report { rows, notes: note.into_iter().collect(), digest: digest.to_string() })
}

/// The game as it was after so many moves.
fn cut(whole: &Game, count: usize) -> Game {
    let mut game =
        Game::from_position(whole.start().clone(), whole.rules()).with_komi(whole.komi());
    for step in &whole.steps()[..count] {
        if let Step::Play(color, mv) = step {
            // It was legal when it was played.
            let _ = game.play_as_forgiving_superko(*color, *mv);
        }
    }
    game
}

/// Whole games of the static player against itself.
fn static_games(
    budget: Duration,
    side: usize,
    library: &Library,
    digest: &mut Digest,
) -> anyhow::Result<Row> {
    let size = Size::square(side)?;
    let mut player = PlayerName::Static.player(library)?;
    let mut play = |number: u64| -> anyhow::Result<Game> {
        let mut dice = Dice::new(1, number);
        let mut game = Game::new(size, RuleSet::Japanese.into());
        while !game.is_over() && game.steps().len() < 4 * size.area() {
            match player.choose(&Turn::of(&game), &mut dice)?.action {
                Action::Play(mv) => game.play(mv)?,
                Action::Resign => break,
            }
        }
        Ok(game)
    };
    for number in 0..3 {
        digest.add(play(number)?.position().stones_hash());
    }
    let mut number = 0;
    let per_second = rate(budget, || {
        number += 1;
        // Those above did not fail, and these are no other.
        let _ = std::hint::black_box(play(number));
        1
    });
    let seconds = Some(1.0 / per_second);
    let row = Row { size: Some(side), seconds, ..Row::new("games of static", per_second, "games") };
    Ok(if side == 13 { row.within(Limit::time(2e-3)) } else { row })
}

/// What is chosen, as a number.
fn chosen(player: &mut dyn Player, game: &Game) -> anyhow::Result<u64> {
    Ok(match player.choose(&Turn::of(game), &mut Dice::new(0, 0))?.action {
        Action::Play(Move::Place(point)) => point.index() as u64,
        Action::Play(Move::Pass) => 1_000,
        Action::Resign => 1_001,
    })
}

fn moves(budget: Duration, name: &str, player: &mut dyn Player, games: &[Game]) -> Row {
    let per_second = rate(budget, || {
        for game in games {
            let _ = std::hint::black_box(chosen(player, game));
        }
        games.len() as u64
    });
    let seconds = Some(1.0 / per_second);
    Row { size: Some(19), seconds, ..Row::new(format!("moves of {name}"), per_second, "moves") }
}

/// The weakest and fastest that GNU Go goes, with Go programs' own words for it.
fn gnu_go_moves(budget: Duration, games: &[Game], library: &Library) -> anyhow::Result<Row> {
    let program =
        gnu_go::find().context("it is not installed; Debian has it in the package gnugo")?;
    let command = format!("gtp:'{}' --mode gtp --level 1", program.display());
    let mut player = command.parse::<PlayerName>()?.player(library)?;
    chosen(&mut *player, &games[0])?;
    Ok(moves(budget, "GNU Go, level 1", &mut *player, games))
}

/// What `aji analysis` does for one turn, but for reading and writing.
fn analyses(budget: Duration, threads: usize, games: &[Game], analyst: &Analyst) -> Row {
    let per_second: f64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut analyst = analyst.clone();
                    rate(budget, || {
                        for game in games {
                            let analysis = analyst.analyse(&Turn::of(game), &Scope::default());
                            let _ = std::hint::black_box(analysis);
                        }
                        games.len() as u64
                    })
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).sum()
    });
    let row = Row { size: Some(19), threads, ..Row::new("analyses", per_second, "positions") };
    if threads == 2 { row.within(Limit::time(1.0 / 200.0)) } else { row }
}

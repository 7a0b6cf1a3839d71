//! Reading many games: in parallel, in order, with a progress bar on a terminal.

use aji_record::corpus::{Corpus, GameText, Limits, Problem, map_ordered};
use aji_record::{Fault, Record};
use indicatif::{ProgressBar, ProgressStyle};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

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

/// A progress bar that lets sentences by.
pub struct Bar(ProgressBar);

impl Bar {
    /// Prints a line for people above the bar.
    pub fn say(&self, sentence: &str) {
        self.0.suspend(|| crate::complain(sentence));
    }
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
    let bar = progress_bar(progress.total());
    let read = |item: Result<GameText, Problem>| -> Result<T, Trouble> {
        let record = Record::read(&item?)?;
        Ok(work(record))
    };
    let weight =
        |item: &Result<GameText, Problem>| item.as_ref().map_or(0, |game| game.bytes.len());
    let flow = map_ordered(corpus, threads(), weight, read, |result| {
        bar.0.set_position(progress.done());
        match take(result, &bar) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    bar.0.finish_and_clear();
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// Shown on a terminal only.
fn progress_bar(total: Option<u64>) -> Bar {
    let bar = match total {
        Some(bytes) => ProgressBar::new(bytes),
        None => ProgressBar::no_length(),
    };
    let template = "{wide_bar} {bytes} of {total_bytes}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    Bar(bar)
}

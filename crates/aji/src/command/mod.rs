//! The commands, one file each.

mod bench;
mod games;
mod judge;
mod show;

use clap::Subcommand;

/// What a command has to say.
pub struct Answer {
    /// For standard output, line ends included.
    pub text: String,
    /// Whether all went well, for the exit status.
    pub is_good: bool,
}

impl Answer {
    /// An answer where all went well.
    pub fn good(text: String) -> Answer {
        Answer { text, is_good: true }
    }
}

#[derive(Subcommand)]
pub enum Command {
    Judge(judge::Judge),
    Show(show::Show),
    Games(games::Games),
    Bench(bench::Bench),
}

impl Command {
    pub fn run(self) -> anyhow::Result<Answer> {
        match self {
            Command::Judge(judge) => judge.run(),
            Command::Show(show) => show.run(),
            Command::Games(games) => games.run(),
            Command::Bench(bench) => bench.run(),
        }
    }
}

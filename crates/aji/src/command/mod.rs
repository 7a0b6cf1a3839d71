//! The commands, one file each.

mod analysis;
mod arena;
mod bench;
mod eval;
mod games;
mod gtp;
mod judge;
mod lab;
mod review;
mod score;
mod serve;
mod show;
mod solve;
mod suggest;
mod train;

use std::path::PathBuf;

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

    /// An object on a line of its own.
    pub fn json(value: &serde_json::Value) -> Answer {
        Answer::good(format!("{value}\n"))
    }
}

/// Somebody wanted the program to end, and what was done so far is kept.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; what was done is kept in {}, and --resume goes on with it", .0.display())]
pub struct Interrupted(PathBuf);

impl Interrupted {
    /// The customary exit status.
    pub const STATUS: u8 = 130;
}

/// Commands by name, each of which is run by its own type.
macro_rules! commands {
    ($visibility:vis enum $name:ident -> $output:ty { $($command:ident($runner:ty),)* }) => {
        #[derive(clap::Subcommand)]
        $visibility enum $name { $($command($runner),)* }

        impl $name {
            $visibility fn run(self) -> anyhow::Result<$output> {
                match self { $($name::$command(command) => command.run(),)* }
            }
        }
    };
}
use commands;

commands! {
    pub enum Command -> Answer {
        Judge(judge::Judge),
        Score(score::Score),
        Suggest(suggest::Suggest),
        Review(review::Review),
        Serve(serve::Serve),
        Show(show::Show),
        Solve(solve::Solve),
        Games(games::Games),
        Gtp(gtp::Gtp),
        Analysis(analysis::Analysis),
        Arena(arena::Arena),
        Eval(eval::Eval),
        Train(train::Train),
        Lab(lab::Lab),
        Bench(bench::Bench),
    }
}

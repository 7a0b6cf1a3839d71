//! The program `aji`: reads the command line, runs one command, prints what went wrong.
//!
//! Exit status: 0 good, 1 failed, 2 wrong usage, 130 interrupted with the work kept.

mod command;

mod agreed;
mod answers;
mod chosen;
mod digest;
mod example;
mod models;
mod pictures;
mod progress;
mod reading;
mod words;
mod writing;

use clap::Parser;
use command::{Command, Interrupted};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The command line.
#[derive(Parser)]
#[command(
    version,
    about = "Judges positions of the game of Go, and reads, checks and shows its records",
    max_term_width = 100
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let answer = match Arguments::parse().command.run() {
        Ok(answer) => answer,
        Err(error) => {
            complain(&format!("aji: {error:#}"));
            let is_interrupted = error.is::<Interrupted>();
            return ExitCode::from(if is_interrupted { Interrupted::STATUS } else { 1 });
        }
    };
    // A reader that has seen enough (`aji games big.zip | head`) is no failure.
    match anstream::stdout().write_all(answer.text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("aji: cannot write the answer: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::from(u8::from(!answer.is_good)),
    }
}

/// Says what went wrong on the error channel; if even that is full or closed, there is nobody to tell.
pub fn complain(sentence: &str) {
    let _ = writeln!(anstream::stderr(), "{sentence}");
}

//! The program `aji`: reads the command line, runs one command, prints what went wrong.
//!
//! Exit status: 0 good, 1 failed, 2 wrong usage, 130 interrupted with the work kept.

mod command;

mod answers;
mod conditions;
mod digest;
mod example;
mod flags;
mod life_question;
mod load;
mod models;
mod pictures;
mod progress;
mod reading;
mod roster;
mod web;
mod words;
mod writing;

use clap::Parser;
use command::{Command, Interrupted};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The help of the program as a whole. Commands stand in groups, which clap does not know.
const HELP: &str = "\
{about}

{usage-heading} {usage}

Look at positions and games:
  judge     Who is ahead, who owns each point, which stones are weak or dead, and why
  review    A whole game, or many: the curve, the swings, what each player's moves lost
  score     Dead stones and the final score
  suggest   What to play, with reasons
  solve     Life and death, proved
  show      A position: the board, captures, ko, chains in atari
  games     Collections of games: sizes, results, duplicates, problems

Play:
  gtp       Play and analyse over GTP, for Sabaki, GoGui, Lizzie and others
  arena     Matches between players, ours and other programs

Serve:
  serve     The page in your browser, and the HTTP API
  analysis  KataGo's JSON protocol, for KaTrain, Ogatak and scripts

Learn:
  train     Train a model on your own games
  eval      Measure how accurate models are
  lab       The tables and figures of the studies, made again
  bench     Measure speed, beside other programs

Options:
{options}

`aji COMMAND --help` explains a command.
";

/// The command line.
#[derive(Parser)]
#[command(
    version,
    about = "Judges positions of the game of Go: who is ahead, who owns each point, what to play, and why",
    help_template = HELP,
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_the_help() {
        for command in Arguments::command().get_subcommands() {
            let line = format!("\n  {:<8}  ", command.get_name());
            assert_eq!(HELP.matches(&line).count(), 1, "{}", command.get_name());
        }
    }
}

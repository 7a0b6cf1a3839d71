//! `aji arena`: players play matches.

mod folder;
mod text;

use super::Answer;
use crate::conditions::customary_komi;
use crate::progress::Bar;
use crate::reading;
use crate::roster;
use aji_judge::Library;
use aji_play::PlayerName;
use aji_play::arena::{self, Finish, MatchSettings, Opening, Played, RefereeName, Report};
use aji_play::player::PlayerKind;
use aji_rules::{HalfPoints, RuleSet, Size};
use clap::{Args, value_parser};
use folder::Folder;
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What stands after the options in the long help.
fn after_help() -> String {
    let roster = roster::players();
    let width = roster.kinds().iter().map(|kind| kind.usage.len()).max().unwrap_or_default();
    let line = |kind: &PlayerKind| format!("  {:<width$}  {}\n", kind.usage, kind.about);
    let players: Vec<String> = roster.kinds().iter().map(line).collect();
    format!(
        "The players:
{}
A program's command is one word for your shell, so quote it: \"gtp:gnugo --mode gtp --level 1\".
It is told the board, komi, handicap and, if it can be, the rules and a seed. Who crashes, takes
five minutes for an answer or plays where it may not forfeits the game and is started anew for the
next.

The figures:
  points    two for a win, one for a draw, one lost for a loss
  Elo       strength relative to the mean of the players, fitted to all games at once by the
            model of Bradley and Terry; one drawn game against an average player is added to
            each; with its 95 % interval from the curvature of the likelihood
  lead      the mean lead at the end by the rules of the match, with its standard error; games that
            were resigned or forfeited have none
  as Black  wins-draws-losses and the mean lead with that colour

The same settings give the same games on any number of threads, unless a program rolls dice of
its own.

Examples:
  aji arena random \"gtp:gnugo --mode gtp --level 1\" --games 10 --size 9
  aji arena random random --size 13 --rules japanese --plies 30 --finish judge --out match
  aji arena random random --size 13 --rules japanese --plies 30 --finish judge --out match --resume",
        players.concat()
    )
}

/// Let players play matches against each other: every two play, with both colours.
///
/// With --out, every game is saved as a record with the reasons for each move, and a table of all results
/// is written beside them.
#[derive(Args)]
#[command(after_long_help = after_help())]
pub struct Arena {
    /// Two players or more, such as random or "gtp:gnugo --mode gtp"; --help lists all.
    #[arg(value_name = "PLAYER", num_args = 2.., required = true, value_parser = roster::player)]
    players: Vec<PlayerName>,
    /// How many games every two players play; they change colours after each.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// The board: one side, or width and height as in 13x9.
    #[arg(long, value_name = "SIDE", default_value = "19")]
    size: Size,
    /// The rules that decide who wins: japanese, chinese, aga, ...
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: RuleSet,
    /// White's compensation for moving second; by default the customary komi of the rules, or half a point
    /// with handicap.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<HalfPoints>,
    /// Black's stones on the customary places, in every game.
    #[arg(long, value_name = "STONES", default_value_t = 0)]
    handicap: u32,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin each game with so many random moves, the same ones for two games with exchanged colours.
    /// Players that always do the same need this.
    #[arg(long, value_name = "MOVES", default_value_t = 0)]
    random_opening: u32,
    /// Begin each game with a usual move in each of the four corners, drawn by chance, the same ones for two
    /// games with exchanged colours; random moves come after these.
    #[arg(long)]
    corner_opening: bool,
    /// Let the players play so many moves only, both together; then --finish says what becomes of the
    /// game.
    #[arg(long, value_name = "MOVES", requires = "finish", value_parser = value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Who finishes games after --plies: a player, for both sides, or judge, whose expected score
    /// counts.
    #[arg(long, value_name = "NAME", requires = "plies", value_parser = roster::finish)]
    finish: Option<Finish>,
    /// Count a game as it stands after so many moves; by default four for each point of the board.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    most_moves: Option<u32>,
    /// Who decides which stones are dead: judge, the built-in scorer; none, so that all live; or gtp:COMMAND.
    #[arg(long, value_name = "NAME", default_value = "judge")]
    referee: RefereeName,
    /// Save the games in this folder, with the settings in match.json and all results in results.csv.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Continue the match in the folder of --out; its settings must be the same.
    #[arg(long, requires = "out")]
    resume: bool,
    /// How many games are played at once; by default as many as there are processors.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// All that is known of a match. Times are not in it, so that equal matches have equal answers.
#[derive(Serialize)]
struct MatchAnswer<'a> {
    settings: &'a MatchSettings,
    #[serde(flatten)]
    report: &'a Report,
    games: &'a [Played],
}

impl Arena {
    pub fn run(self) -> anyhow::Result<Answer> {
        let settings = self.settings();
        settings.check()?;
        let folder = match &self.out {
            Some(path) if self.resume => Some(Folder::resume(path, &settings)?),
            Some(path) => Some(Folder::begin(path, &settings)?),
            None => None,
        };
        let kept = folder.as_ref().map_or(Ok(Vec::new()), |folder| folder.games(&settings))?;
        let bar = Bar::things(settings.game_count() as usize, "games");
        bar.set(kept.len() as u64);
        let mut failure = None;
        let threads = self.threads.map_or_else(reading::threads, usize::from);
        let ended = arena::run(&settings, &Library::built_in(), threads, kept, |played, sgf| {
            bar.step();
            match folder.as_ref().map_or(Ok(()), |folder| folder.keep(played, sgf)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        });
        drop(bar);
        failure.map_or(Ok(()), Err)?;
        let ended = ended?;
        if let Some(folder) = &folder {
            folder.write_results(&settings, &ended.games)?;
        }
        let report = Report::new(&settings, &ended.games);
        Ok(Answer::good(if self.json {
            let answer = MatchAnswer { settings: &settings, report: &report, games: &ended.games };
            serde_json::to_string(&answer)? + "\n"
        } else {
            text::text(&settings, &report, &ended)
        }))
    }

    fn settings(&self) -> MatchSettings {
        let opening =
            self.plies.zip(self.finish.clone()).map(|(plies, finish)| Opening { plies, finish });
        MatchSettings {
            players: self.players.clone(),
            games: self.games,
            size: self.size,
            rules: self.rules,
            komi: self.komi.unwrap_or_else(|| customary_komi(self.rules, self.handicap)),
            handicap: self.handicap,
            seed: self.seed,
            random_plies: self.random_opening,
            corner_opening: self.corner_opening,
            opening,
            most_moves: self
                .most_moves
                .unwrap_or_else(|| MatchSettings::customary_most_moves(self.size)),
            referee: self.referee.clone(),
        }
    }
}

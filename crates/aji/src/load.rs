//! The position that a command is about: which one, and the record it is loaded from.

use crate::answers::Subject;
use crate::conditions::Conditions;
use crate::{example, words};
use aji_record::corpus::{Corpus, Limits};
use aji_record::{Note, Record, Replay};
use aji_rules::diagram::write_board;
use aji_rules::{Color, Move, Point, Position};
use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use std::path::{Path, PathBuf};

/// Which position of which record.
#[derive(Args)]
pub struct GameChoice {
    /// The record; `-` is standard input.
    file: Option<PathBuf>,
    /// Which game, if there are several.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    game: u64,
    /// After how many moves; by default the last position.
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
}

/// A record, played as far as was asked.
pub struct LoadedGame {
    pub record: Record,
    pub replay: Replay,
}

impl GameChoice {
    /// A game of a record after so many moves, as if it had been typed.
    pub fn new(file: Option<PathBuf>, game: u64, moves: Option<usize>) -> GameChoice {
        GameChoice { file, game, moves }
    }

    /// Reads the record and plays it.
    pub fn read(&self) -> anyhow::Result<LoadedGame> {
        let loaded = self.read_as_far_as_it_goes()?;
        if let Some(fault) = &loaded.replay.fault {
            let hint = match loaded.replay.moves {
                0 => String::new(),
                playable => format!("; what comes before can be shown with --move {playable}"),
            };
            bail!("{fault}{hint}");
        }
        Ok(loaded)
    }

    /// Reads the record and plays it up to where it breaks, if it does; the replay tells the fault.
    pub fn read_as_far_as_it_goes(&self) -> anyhow::Result<LoadedGame> {
        let record = self.record()?;
        // Asking for a position before the break is fine; the replay does not get there.
        let replay = record.replay_moves(self.moves.unwrap_or(usize::MAX));
        if let (Some(asked), None) = (self.moves, &replay.fault) {
            let played = replay.moves;
            ensure!(
                asked <= played,
                "the game has {}, not {asked}",
                words::counted(played as u64, "move")
            );
        }
        Ok(LoadedGame { record, replay })
    }

    /// Reads the record and takes the position before its first move, as problems are printed; of a record
    /// that begins with an empty board, the last one.
    pub fn read_start(&self) -> anyhow::Result<LoadedGame> {
        if self.moves.is_some() {
            return self.read();
        }
        let record = match self.file {
            Some(_) => self.record()?,
            None => Record::from_sgf(example::PROBLEM)?,
        };
        let replay = record.replay_moves(0);
        let is_empty = replay.game.position().chains().next().is_none();
        if is_empty { self.read() } else { Ok(LoadedGame { record, replay }) }
    }

    /// The file, if one is named.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether one game or one move of it was asked for.
    pub fn is_particular(&self) -> bool {
        self.game != 1 || self.moves.is_some()
    }

    fn record(&self) -> anyhow::Result<Record> {
        let Some(path) = &self.file else {
            ensure!(self.game == 1, "there is one example game only");
            return Ok(Record::read(&example::game_text())?);
        };
        let mut found = 0;
        let mut problem = None;
        for item in Corpus::open([path], Limits::default()) {
            match item {
                Ok(game) => {
                    found += 1;
                    if found == self.game {
                        return Ok(Record::read(&game)?);
                    }
                }
                // The game may be in another file of the folder; if not, this may be why.
                Err(trouble) => problem = problem.or(Some(trouble)),
            }
        }
        match problem {
            Some(problem) => Err(problem.into()),
            None => bail!("{} has {}", path.display(), words::counted(found, "game")),
        }
    }
}

impl LoadedGame {
    /// What an answer is about.
    pub fn subject<'a>(&'a self, conditions: &'a Conditions, notes: &'a [String]) -> Subject<'a> {
        Subject { game: &self.replay.game, moves: self.replay.moves, conditions, notes }
    }

    /// The board.
    pub fn position(&self) -> &Position {
        self.replay.game.position()
    }

    /// The board in letters, with a sign for every point.
    pub fn diagram(&self, sign: impl Fn(Point) -> char) -> String {
        let mut drawing = String::new();
        // Writing to a string does not fail.
        let _ = write_board(&mut drawing, self.position().size(), self.last_point(), sign);
        drawing
    }

    /// Where the last move was, if it was one and no pass.
    pub fn last_point(&self) -> Option<Point> {
        match self.replay.game.last_move() {
            Some((_, Move::Place(point))) => Some(point),
            _ => None,
        }
    }

    /// Who plays whom, if that is known.
    pub fn players(&self) -> Option<String> {
        let head = &self.record.head;
        let (black, white) = (head.player(Color::Black), head.player(Color::White));
        let known = (black.as_str(), white.as_str()) != ("Black", "White");
        known.then(|| format!("{black} (X) against {white} (O)"))
    }

    /// Where in the game this is.
    pub fn place(&self) -> String {
        match (self.replay.moves, self.replay.game.last_move()) {
            (0, _) => "Before the first move".to_string(),
            (moves, None) => format!("After move {moves}, with stones set up"),
            (moves, Some((color, mv))) => {
                format!("After move {moves}: {color} {}", self.position().size().move_text(mv))
            }
        }
    }

    /// What was odd about the record.
    pub fn notes(&self) -> Vec<String> {
        self.record.notes.iter().chain(&self.replay.notes).map(Note::to_string).collect()
    }
}

//! `aji show`: one position of a record.

use super::Answer;
use crate::{example, words};
use aji_draw::Board;
use aji_record::corpus::{Corpus, Limits};
use aji_record::{Record, Replay};
use aji_rules::{Color, Diagram, HalfPoints, Move, Point};
use anyhow::{Context, bail, ensure};
use clap::{Args, value_parser};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Pixels to a unit of a picture: two are sharp on today's screens.
const PIXELS: f32 = 2.0;

/// Show a position: the board, who is to move, captures, ko, chains in atari, komi and rules.
///
/// Reads SGF, GIB, NGF and UGI, also gzipped or in zip and tar archives. Without a file it shows the
/// example game that is built in.
#[derive(Args)]
pub struct Show {
    /// The record; `-` is standard input.
    file: Option<PathBuf>,
    /// Which game, if there are several.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    game: u64,
    /// After how many moves; the last position where nothing is said.
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    /// Also draw the board into this file; `-` draws it to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also draw the board into this file as pixels.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub fn run(self) -> anyhow::Result<Answer> {
        let record = self.record()?;
        let replay = record.replay_moves(self.moves.unwrap_or(usize::MAX));
        // Asking for a position before the break is fine; the replay does not get there.
        if let Some(fault) = replay.fault {
            let hint = match replay.moves {
                0 => String::new(),
                playable => format!("; what comes before can be shown with --move {playable}"),
            };
            bail!("{fault}{hint}");
        }
        if let Some(asked) = self.moves {
            let played = replay.moves;
            ensure!(
                asked <= played,
                "the game has {}, not {asked}",
                words::counted(played as u64, "move")
            );
        }
        let last = match replay.game.last_move() {
            Some((_, Move::Place(point))) => Some(point),
            _ => None,
        };
        let svg = Board::of(replay.game.position()).last(last).to_svg();
        if let Some(path) = &self.png {
            let to_file = path.as_os_str() != "-";
            ensure!(to_file, "pixels go to a file, not to standard output: name one after --png");
            write(path, &aji_draw::png(&svg, PIXELS)?)?;
        }
        match &self.svg {
            Some(path) if path.as_os_str() == "-" => return Ok(Answer::good(svg)),
            Some(path) => write(path, svg.as_bytes())?,
            None => {}
        }
        let shown = Shown { record: &record, replay: &replay, last };
        Ok(Answer::good(if self.json { shown.json() } else { shown.text() }))
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

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

struct Shown<'a> {
    record: &'a Record,
    replay: &'a Replay,
    last: Option<Point>,
}

/// A chain with one liberty.
struct Atari {
    color: Color,
    stones: Vec<Point>,
    liberty: Point,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let game = &self.replay.game;
        let position = game.position();
        let head = &self.record.head;
        let mut text = String::new();
        // Writing to a string does not fail.
        let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
        let (black, white) = (head.player(Color::Black), head.player(Color::White));
        if (black.as_str(), white.as_str()) != ("Black", "White") {
            line(format!("{black} (X) against {white} (O)"));
        }
        let rules =
            head.rules.map_or("rules unknown".to_string(), |rules| format!("{rules} rules"));
        let komi = komi_words(head.komi);
        let handicap = match game.handicap() {
            0 => String::new(),
            stones => format!(", {stones} handicap stones"),
        };
        let outcome = head.outcome.map_or(String::new(), |outcome| format!(", result {outcome}"));
        line(format!("{} board, {rules}, {komi}{handicap}{outcome}", position.size()));
        line(match (self.replay.moves, game.last_move()) {
            (0, _) => "Before the first move".to_string(),
            (moves, None) => format!("After move {moves}, with stones set up"),
            (moves, Some((color, mv))) => {
                format!("After move {moves}: {color} {}", position.size().move_text(mv))
            }
        });
        line(format!("\n{}\n", Diagram::of(position).with_last(self.last)));
        let captures = position.captures();
        line(format!(
            "{} to play. Black has captured {}, White {}.",
            position.to_play(),
            words::counted(u64::from(captures.black), "stone"),
            words::counted(u64::from(captures.white), "stone"),
        ));
        if let Some(ko) = position.ko() {
            let vertex = position.size().vertex(ko);
            line(format!("Ko: {} may not play at {vertex} yet.", position.to_play()));
        }
        for atari in self.ataris() {
            let size = position.size();
            let (first, liberty) = (size.vertex(atari.stones[0]), size.vertex(atari.liberty));
            let stones = words::counted(atari.stones.len() as u64, "stone");
            line(format!("In atari: {} {first} ({stones}), last liberty {liberty}.", atari.color));
        }
        for note in self.record.notes.iter().chain(&self.replay.notes) {
            line(format!("Note: {note}."));
        }
        text
    }

    fn json(&self) -> String {
        let game = &self.replay.game;
        let position = game.position();
        let head = &self.record.head;
        let size = position.size();
        let vertex = |point: Point| size.vertex(point).to_string();
        let stones = |color: Color| -> Vec<String> {
            let own = |&point: &Point| position.stone(point) == Some(color);
            size.points().filter(own).map(vertex).collect()
        };
        let in_atari = |atari: Atari| {
            json!({
                "color": atari.color.to_string().to_lowercase(),
                "stones": atari.stones.iter().map(|&stone| vertex(stone)).collect::<Vec<_>>(),
                "liberty": vertex(atari.liberty),
            })
        };
        let notes = self.record.notes.iter().chain(&self.replay.notes);
        let captures = position.captures();
        let answer = json!({
            "width": size.width(),
            "height": size.height(),
            "move": self.replay.moves,
            "last_move": game.last_move().map(|(_, mv)| size.move_text(mv)),
            "to_play": position.to_play().to_string().to_lowercase(),
            "black": stones(Color::Black),
            "white": stones(Color::White),
            "captured_by_black": captures.black,
            "captured_by_white": captures.white,
            "ko": position.ko().map(vertex),
            "in_atari": self.ataris().map(in_atari).collect::<Vec<_>>(),
            "komi": head.komi.map(points),
            "rules": head.rules.map(|rules| rules.name()),
            "handicap": game.handicap(),
            "result": head.outcome.map(|outcome| outcome.to_string()),
            "black_player": head.players.black,
            "white_player": head.players.white,
            "black_rank": head.ranks.black,
            "white_rank": head.ranks.white,
            "notes": notes.map(|note| note.to_string()).collect::<Vec<_>>(),
        });
        format!("{answer}\n")
    }

    fn ataris(&self) -> impl Iterator<Item = Atari> {
        let position = self.replay.game.position();
        position.chains().filter(|chain| chain.liberty_count() == 1).filter_map(|chain| {
            let mut stones: Vec<Point> = chain.stones().collect();
            stones.sort_unstable();
            Some(Atari { color: chain.color(), stones, liberty: chain.liberties().iter().next()? })
        })
    }
}

fn komi_words(komi: Option<HalfPoints>) -> String {
    komi.map_or("komi unknown".to_string(), |komi| format!("komi {komi}"))
}

/// Points as a number for JSON.
fn points(half_points: HalfPoints) -> f64 {
    f64::from(half_points.halves()) / 2.0
}

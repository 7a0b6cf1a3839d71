//! `aji show`: one position of a record.

use super::Answer;
use crate::load::{GameChoice, LoadedGame};
use crate::pictures::Output;
use crate::words;
use aji_draw::Board;
use aji_rules::{Color, Diagram, HalfPoints, Point};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Show a position: the board, who is to move, captures, ko, chains in atari, komi and rules.
///
/// Reads SGF, GIB, NGF and UGI, also gzipped or in zip and tar archives. Without a file it shows the
/// built-in example game.
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    choice: GameChoice,
    #[command(flatten)]
    output: Output,
}

impl Show {
    pub fn run(self) -> anyhow::Result<Answer> {
        let loaded = self.choice.read()?;
        let shown = Shown(&loaded);
        self.output.answer(
            || Board::of(loaded.position()).last(loaded.last_point()),
            || shown.json(),
            || shown.text(),
        )
    }
}

struct Shown<'a>(&'a LoadedGame);

/// A chain with one liberty.
struct Atari {
    color: Color,
    stones: Vec<Point>,
    liberty: Point,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let loaded = self.0;
        let game = &loaded.replay.game;
        let position = game.position();
        let head = &loaded.record.head;
        let mut text = String::new();
        // Writing to a string does not fail.
        let mut line = |sentence: String| _ = writeln!(text, "{sentence}");
        loaded.players().into_iter().for_each(&mut line);
        let rules =
            head.rules.map_or("rules unknown".to_string(), |rules| format!("{rules} rules"));
        let komi = komi_words(head.komi);
        let handicap = match game.handicap() {
            0 => String::new(),
            stones => format!(", {stones} handicap stones"),
        };
        let outcome = head.outcome.map_or(String::new(), |outcome| format!(", result {outcome}"));
        line(format!("{} board, {rules}, {komi}{handicap}{outcome}", position.size()));
        line(loaded.place());
        line(format!("\n{}\n", Diagram::of(position).with_last(loaded.last_point())));
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
        for note in loaded.notes() {
            line(format!("Note: {note}."));
        }
        text
    }

    fn json(&self) -> Value {
        let loaded = self.0;
        let game = &loaded.replay.game;
        let position = game.position();
        let head = &loaded.record.head;
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
        let captures = position.captures();
        json!({
            "width": size.width(),
            "height": size.height(),
            "move": loaded.replay.moves,
            "last_move": game.last_move().map(|(_, mv)| size.move_text(mv)),
            "to_play": position.to_play().to_string().to_lowercase(),
            "black": stones(Color::Black),
            "white": stones(Color::White),
            "captured_by_black": captures.black,
            "captured_by_white": captures.white,
            "ko": position.ko().map(vertex),
            "in_atari": self.ataris().map(in_atari).collect::<Vec<_>>(),
            "komi": head.komi.map(words::points),
            "rules": head.rules.map(|rules| rules.name()),
            "handicap": game.handicap(),
            "result": head.outcome.map(|outcome| outcome.to_string()),
            "black_player": head.players.black,
            "white_player": head.players.white,
            "black_rank": head.ranks.black,
            "white_rank": head.ranks.white,
            "notes": loaded.notes(),
        })
    }

    fn ataris(&self) -> impl Iterator<Item = Atari> {
        self.0.position().chains().filter(|chain| chain.liberty_count() == 1).filter_map(|chain| {
            let mut stones: Vec<Point> = chain.stones().collect();
            stones.sort_unstable();
            Some(Atari { color: chain.color(), stones, liberty: chain.liberties().iter().next()? })
        })
    }
}

fn komi_words(komi: Option<HalfPoints>) -> String {
    komi.map_or("komi unknown".to_string(), |komi| format!("komi {komi}"))
}

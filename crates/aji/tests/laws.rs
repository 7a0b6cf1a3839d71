//! What the program must obey wherever it speaks of a position: lead and chance are of one score, komi shifts it,
//! colours exchange it, and a board that is ready to be counted scores what `aji score` says.
//!
//! The laws ask any way to ask; whoever is new gets a line in [`WAYS`].
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// What is said of a position.
struct Told {
    lead: f64,
    chance: f64,
    range: Option<(f64, f64)>,
}

/// A board with stones on it.
#[derive(Clone)]
struct Board {
    name: &'static str,
    size: usize,
    black: Vec<String>,
    white: Vec<String>,
    black_to_play: bool,
}

impl Board {
    fn new(name: &'static str, size: usize, black: &str, white: &str) -> Board {
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
        Board { name, size, black: words(black), white: words(white), black_to_play: true }
    }

    fn swapped(&self) -> Board {
        let (black, white) = (self.white.clone(), self.black.clone());
        Board { black, white, black_to_play: !self.black_to_play, ..self.clone() }
    }

    /// As a record, with a pass for a move.
    fn sgf(&self, komi: f64) -> String {
        let point = |vertex: &String| {
            let letter = vertex.bytes().next().unwrap() - b'A';
            let column = if letter > 8 { letter - 1 } else { letter };
            let row = self.size - vertex[1..].parse::<usize>().unwrap();
            format!("[{}{}]", char::from(b'a' + column), char::from(b'a' + row as u8))
        };
        let stones = |name: &str, stones: &[String]| match stones {
            [] => String::new(),
            all => format!("{name}{}", all.iter().map(point).collect::<String>()),
        };
        let (size, player) = (self.size, if self.black_to_play { "B" } else { "W" });
        let (black, white) = (stones("AB", &self.black), stones("AW", &self.white));
        format!("(;SZ[{size}]KM[{komi}]RU[Chinese]{black}{white}PL[{player}];{player}[])")
    }
}

/// Runs aji, says something to it, and hears what it prints.
fn aji(arguments: &[&str], said: &str) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("aji"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?} {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn judge_with(options: &[&str], board: &Board, komi: f64) -> Told {
    let arguments = [&["judge", "-", "--move", "0", "--json"], options].concat();
    let answer: Value = serde_json::from_str(&aji(&arguments, &board.sgf(komi))).unwrap();
    let score = &answer["score"];
    Told {
        lead: number(&score["black_lead"]),
        chance: number(&answer["black_win_probability"]),
        range: Some((number(&score["low"]), number(&score["high"]))),
    }
}

fn judge(board: &Board, komi: f64) -> Told {
    judge_with(&["--samples", "50"], board, komi)
}

/// By a study's model, with a network beside it that must change nothing.
fn judge_by_study(board: &Board, komi: f64) -> Told {
    judge_with(
        &["--territory", "boltzmann-liberties/bp", "--winner", "outlook", "--samples", "50"],
        board,
        komi,
    )
}

fn review_with(options: &[&str], board: &Board, komi: f64) -> Told {
    let arguments = [&["review", "-", "--json"], options].concat();
    let answer: Value = serde_json::from_str(&aji(&arguments, &board.sgf(komi))).unwrap();
    let before = &answer["moves"][0];
    Told {
        lead: number(&before["black_lead_before"]),
        chance: number(&before["black_win_before"]),
        range: None,
    }
}

fn review(board: &Board, komi: f64) -> Told {
    review_with(&["--quick"], board, komi)
}

fn review_by_reading(board: &Board, komi: f64) -> Told {
    review_with(&[], board, komi)
}

/// The reply of `aji analysis`.
fn analysed(board: &Board, komi: f64, visits: u32) -> Value {
    let stones = |name: &'static str, stones: &[String]| -> Vec<Value> {
        stones.iter().map(|vertex| json!([name, vertex])).collect()
    };
    let all = [stones("B", &board.black), stones("W", &board.white)].concat();
    let query = json!({
        "id": "law", "rules": "chinese", "komi": komi, "moves": [],
        "boardXSize": board.size, "boardYSize": board.size,
        "initialStones": all,
        "initialPlayer": if board.black_to_play { "B" } else { "W" },
        "whiteHandicapBonus": "0", "maxVisits": visits,
    });
    serde_json::from_str(&aji(&["analysis"], &format!("{query}\n"))).unwrap()
}

fn analysis(board: &Board, komi: f64) -> Told {
    analysis_with(1, board, komi)
}

fn analysis_by_reading(board: &Board, komi: f64) -> Told {
    analysis_with(50, board, komi)
}

fn analysis_with(visits: u32, board: &Board, komi: f64) -> Told {
    let reply = analysed(board, komi, visits);
    let told = |info: &Value| Told {
        lead: number(&info["scoreLead"]),
        chance: number(&info["winrate"]),
        range: None,
    };
    for info in reply["moveInfos"].as_array().unwrap() {
        one_side(&format!("{} after {}", board.name, info["move"]), &told(info));
    }
    told(&reply["rootInfo"])
}

fn gtp(board: &Board, komi: f64) -> Told {
    let mut said = format!("boardsize {}\nclear_board\nkomi {komi}\n", board.size);
    // In an order that knows no colours: who sees what was played last sees the same with colours exchanged.
    let of = |name: &'static str, stones: &[String]| -> Vec<(String, &'static str)> {
        stones.iter().map(|vertex| (vertex.clone(), name)).collect()
    };
    let mut stones = [of("black", &board.black), of("white", &board.white)].concat();
    stones.sort();
    stones.iter().for_each(|(vertex, name)| said += &format!("play {name} {vertex}\n"));
    let color = if board.black_to_play { "black" } else { "white" };
    said += &format!("kata-raw-nn {color} 0\nquit\n");
    let heard = aji(&["gtp"], &said);
    let value = |key: &str| -> f64 {
        let line = heard.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        line.trim().parse().unwrap()
    };
    Told { lead: -value("whiteLead"), chance: value("whiteLoss"), range: None }
}

/// A way to ask of a board with a komi.
type Ask = fn(&Board, f64) -> Told;

/// All ways to ask for a look, each with how far a lead may be off by rounding.
const WAYS: [(&str, Ask, f64); 5] = [
    ("judge", judge, 0.0021),
    ("judge by a study", judge_by_study, 0.0021),
    ("review", review, 0.11),
    ("analysis", analysis, 0.0021),
    ("gtp", gtp, 0.0021),
];

/// Whoever reads ahead reads something else under another komi, so the law of komi holds for a look alone.
const BY_READING: [(&str, Ask, f64); 2] = [
    ("review by reading", review_by_reading, 0.11),
    ("analysis by reading", analysis_by_reading, 0.0021),
];

fn boards() -> Vec<Board> {
    let row = |letter: char, size: usize| -> String {
        (1..=size).map(|row| format!("{letter}{row} ")).collect()
    };
    vec![
        Board::new("nothing on 9x9", 9, "", ""),
        Board::new("nothing on 19x19", 19, "", ""),
        Board::new("a few stones", 9, "C3 G7 E5 D7", "G3 C7 F5 E7"),
        Board::new("handicap", 13, "D4 K10 D10 K4", "G7"),
        Board::new("an opening", 19, "Q16 D4 C14 F3", "D16 Q4 R14 O3"),
        // Ready to be counted: walls, and a dead stone behind one.
        Board::new("walls", 5, &format!("{}B3", row('C', 5)), &format!("{}B4", row('D', 5))),
    ]
}

/// What a law says of one answer.
fn one_side(what: &str, told: &Told) {
    assert!((0.0..=1.0).contains(&told.chance), "{what}");
    // Rounded numbers may say even.
    assert!(told.lead <= 0.0 || told.chance >= 0.5, "{what}: {} {}", told.lead, told.chance);
    assert!(told.lead >= 0.0 || told.chance <= 0.5, "{what}: {} {}", told.lead, told.chance);
    if let Some((low, high)) = told.range {
        let lead = (2.0 * told.lead).round() / 2.0;
        assert!(low <= lead && lead <= high, "{what}: {lead} is not from {low} to {high}");
    }
}

#[test]
fn lead_and_chance_are_of_one_score_and_komi_shifts_it() {
    for (way, ask, near) in WAYS {
        for board in boards() {
            let base = ask(&board, 0.0);
            let mut last = 1.0;
            for komi in [-100.0, 0.0, 6.5, 100.0] {
                let what = format!("{way}: {}, komi {komi}", board.name);
                let told = ask(&board, komi);
                one_side(&what, &told);
                assert!((base.lead - komi - told.lead).abs() < near, "{what}: {}", told.lead);
                if let (Some(base), Some(range)) = (base.range, told.range) {
                    assert_eq!(range, (base.0 - komi, base.1 - komi), "{what}");
                }
                assert!(told.chance <= last, "{what}: {} after {last}", told.chance);
                last = told.chance;
            }
        }
    }
}

#[test]
fn exchanged_colours_exchange_all() {
    for (way, ask, near) in WAYS.into_iter().chain(BY_READING) {
        for board in boards() {
            let (one, other) = (ask(&board, 6.5), ask(&board.swapped(), -6.5));
            let what = format!("{way}: {}", board.name);
            one_side(&what, &one);
            assert!((one.lead + other.lead).abs() < near, "{what}: {} {}", one.lead, other.lead);
            assert!((one.chance + other.chance - 1.0).abs() < 0.0011, "{what}");
        }
    }
}

#[test]
fn a_board_that_is_ready_scores_what_it_counts() {
    let ready = boards().pop().unwrap();
    for (komi, chance) in [(5.0, 0.5), (30.0, 0.0), (-30.0, 1.0)] {
        let score = aji(&["score", "-", "--move", "0", "--json"], &ready.sgf(komi));
        let score: Value = serde_json::from_str(&score).unwrap();
        assert_eq!(score["ready"], true, "{score}");
        for (way, ask, _) in WAYS.into_iter().chain(BY_READING) {
            let told = ask(&ready, komi);
            assert_eq!(told.lead, number(&score["black_lead"]), "{way}, komi {komi}");
            assert_eq!(told.chance, chance, "{way}, komi {komi}");
        }
    }
}

#[test]
fn hashes_tell_boards_apart() {
    let hash = |size: usize, key: &str| {
        let board = Board::new("nothing", size, "", "");
        analysed(&board, 6.5, 1)["rootInfo"][key].as_str().unwrap().to_string()
    };
    for key in ["thisHash", "symHash"] {
        let mut all: Vec<String> = [5, 9, 13, 19].map(|size| hash(size, key)).into();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 4, "{key}");
    }
}

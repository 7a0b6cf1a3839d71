//! `aji lab` on small invented games.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::Dice;
use aji_judge::opening::INPUTS;
use aji_judge::opening::candidates::Perceptron;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use aji_record::{Record, move_text};
use aji_rules::testing;
use aji_rules::{Move, Size};
use aji_studies::winner::nn_influence::NnInfluence;
use aji_studies::winner::nn_influence::{HIDDEN, shape};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::{aji, said};

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    let games = ["territory", "--labels", "games.jsonl", "--valid", "games.jsonl"];
    make(folder, &[&games, arguments].concat())
}

/// Runs `aji lab` in a folder.
fn make(folder: &Path, arguments: &[&str]) -> Output {
    aji(folder, &[&["lab"], arguments].concat())
}

/// Moves of random play.
fn random_moves(size: Size, seed: u64, moves: usize) -> Vec<Move> {
    let mut dice = Dice::new(seed, 0);
    testing::random_moves(size, moves, |bound| dice.below(bound))
}

/// A long game of random play on 7x7 in which the upper part is Black's.
fn line(seed: u64, moves: usize) -> String {
    let size = Size::square(7).unwrap();
    let letters = |mv| match mv {
        Move::Pass => "tt".to_string(),
        place => move_text(size, place),
    };
    let text: String = random_moves(size, seed, moves).into_iter().map(letters).collect();
    let ownership = "B".repeat(28) + "=" + &"W".repeat(20);
    format!(r#"{{"moves":"{text}","ownership":"{ownership}","result":"B+1.5"}}"#) + "\n"
}

#[test]
fn the_study_of_territory_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let games: String = (0..4).map(|seed| line(seed, 152)).collect();
    fs::write(folder.path().join("games.jsonl"), games).unwrap();
    let arguments = ["--positions", "6", "--games", "3", "--out", "made/here"];
    let output = lab(folder.path(), &arguments);
    assert!(output.status.success(), "{}", said(&output));
    let made = folder.path().join("made/here");
    let page = fs::read_to_string(made.join("README.md")).unwrap();
    assert!(page.contains("learned from 6 positions and measured on 9 positions of 3 games"));
    // Every figure that the page shows is there.
    let shown: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(shown.len() >= 8, "{shown:?}");
    for name in shown {
        assert!(fs::read_to_string(made.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
    assert!(page.matches("reproduced**").count() >= 10, "{page}");
    for (name, lines) in [("parameters", 6), ("figure4", 22), ("readings", 5)] {
        let csv = fs::read_to_string(made.join(format!("{name}.csv"))).unwrap();
        assert_eq!(csv.lines().count(), lines, "{csv}");
        assert!(!csv.contains("NaN"), "{csv}");
    }
    // The same seed gives the same files.
    let again = ["--positions", "6", "--games", "3", "--out", "again"];
    assert!(lab(folder.path(), &again).status.success());
    assert_eq!(fs::read_to_string(folder.path().join("again/README.md")).unwrap(), page);
}

#[test]
fn short_games_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.jsonl"), line(1, 40)).unwrap();
    let output = lab(folder.path(), &["--out", "made"]);
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(said.contains("no game for learning is as long as move 80"), "{said}");
    assert!(!folder.path().join("made").exists());
}

/// Games of random play on 19x19, every other counted.
fn won_games(games: u64, moves: usize) -> String {
    let game = |seed: u64| {
        let colors = ["B", "W"].into_iter().cycle();
        let played = random_moves(Size::NINETEEN, seed, moves);
        let nodes: String = colors
            .zip(played)
            .map(|(color, mv)| format!(";{color}[{}]", move_text(Size::NINETEEN, mv)))
            .collect();
        let result = ["B+R", "W+R", "W+3.5", "B+2.5"][seed as usize % 4];
        format!("(;SZ[19]KM[6.5]RE[{result}]{nodes})\n")
    };
    (0..games).map(game).collect()
}

/// A folder with these games and with networks that know nothing.
fn winner_folder(games: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.sgf"), games).unwrap();
    let weights = |phase: usize| {
        let mut dice = Dice::new(7, phase as u64);
        shape(HIDDEN).random_weights(&mut || dice.unit())
    };
    let network = NnInfluence::new(std::array::from_fn(weights)).unwrap();
    let file = network.file().write().unwrap();
    fs::write(folder.path().join("nn-influence.safetensors"), file).unwrap();
    folder
}

const WINNER: [&str; 7] =
    ["winner", "--games", "games.sgf", "--valid", "games.sgf", "--models", "."];
/// All but one, which measures time.
const WINNER_PARTS: &str = "table,curve,reliability,influences";

#[test]
fn the_study_of_winners_is_made_anew() {
    let folder = winner_folder(&won_games(24, 190));
    let few = ["--learn", "20", "--epochs", "2", "--follow", "12", "--only", WINNER_PARTS];
    let arguments = [&WINNER[..], &few].concat();
    let output = make(folder.path(), &[&arguments[..], &["--out", "made/here"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let made = folder.path().join("made/here");
    let page = fs::read_to_string(made.join("README.md")).unwrap();
    assert!(page.contains("Measured on 24 games of games.sgf"), "{page}");
    assert!(page.contains("| games, counted | 12 | 12 | 12 | 12 |"), "{page}");
    assert_eq!(page.matches("reproduced**").count(), 7, "{page}");
    assert!(!page.contains("NaN"), "{page}");
    // Every figure that the page shows is there.
    let shown: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(shown.len(), 8, "{shown:?}");
    for name in shown {
        assert!(fs::read_to_string(made.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
    let numbers = fs::read_to_string(made.join("results.json")).unwrap();
    let numbers: serde_json::Value = serde_json::from_str(&numbers).unwrap();
    let counts = [("rows", 36), ("curve", 75), ("reliability", 15), ("influences", 16)];
    for (name, count) in [&counts[..], &[("learned_tables", 2), ("claims", 7)]].concat() {
        assert_eq!(numbers[name].as_array().unwrap().len(), count, "{name}");
    }
    // The games end before the curve does.
    let last = &numbers["curve"][24];
    assert_eq!((&last["games"], &last["accuracy"]), (&0.into(), &serde_json::Value::Null));
    // The same seed gives the same files.
    assert!(make(folder.path(), &[&arguments[..], &["--out", "again"]].concat()).status.success());
    assert_eq!(fs::read_to_string(folder.path().join("again/README.md")).unwrap(), page);
}

#[test]
fn playouts_cut_short_are_measured_and_the_rest_of_the_page_stays() {
    let folder = winner_folder(&won_games(8, 190));
    let made = folder.path().join("made");
    let earlier = "# Page\n\nEarlier.\n\n## Table 1: winners predicted\n\nAs it was.\n";
    fs::create_dir(&made).unwrap();
    fs::write(made.join("README.md"), earlier).unwrap();
    fs::write(made.join("results.json"), r#"{"rows": [1], "claims": [{"says": "so"}]}"#).unwrap();
    let few = ["--playout-games", "1", "--matches", "2", "--playouts", "3", "--time", "0.002"];
    let arguments = [&WINNER[..], &few, &["--only", "cutting", "--out", "made"]].concat();
    let output = make(folder.path(), &arguments);
    assert!(output.status.success(), "{}", said(&output));
    let page = fs::read_to_string(made.join("README.md")).unwrap();
    assert!(page.starts_with(&format!("{earlier}\n## Playouts cut short\n")), "{page}");
    assert!(!page.contains("NaN"), "{page}");
    for name in ["cut-agreement.svg", "cut-games.svg"] {
        assert!(page.contains(&format!("({name})")), "{name}");
        assert!(fs::read_to_string(made.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
    let read = || -> serde_json::Value {
        let numbers = fs::read_to_string(made.join("results.json")).unwrap();
        serde_json::from_str(&numbers).unwrap()
    };
    let numbers = read();
    assert_eq!((&numbers["rows"][0], &numbers["claims"][0]["says"]), (&1.into(), &"so".into()));
    // Three who know 19x19, and two on 9x9.
    let boards = numbers["cut_agreement"].as_array().unwrap();
    let named: Vec<String> =
        boards.iter().map(|one| format!("{} {}", one["by"], one["board"])).collect();
    assert_eq!(named.len(), 5, "{named:?}");
    let few = &boards[0]["thresholds"][0];
    assert_eq!(few["playouts"], 16);
    assert!(few["turns"].as_f64() <= few["full_turns"].as_f64(), "{few}");
    for games in ["cut_games_at_equal_playouts", "cut_games_at_equal_time"] {
        let games = numbers[games].as_array().unwrap();
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|one| one["games"] == 2));
    }
    // What does not depend on the clock is the same again, and the part stands there once.
    assert!(make(folder.path(), &arguments).status.success());
    let again = read();
    assert_eq!(again["cut_agreement"], numbers["cut_agreement"]);
    let share = |numbers: &serde_json::Value| {
        let games = numbers["cut_games_at_equal_playouts"].as_array().unwrap().clone();
        games.into_iter().map(|one| one["won"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(share(&again), share(&numbers));
    let page = fs::read_to_string(made.join("README.md")).unwrap();
    assert_eq!(page.matches("## Playouts cut short\n").count(), 1);
    // What is no page is not written over.
    fs::write(made.join("results.json"), "[]").unwrap();
    let output = make(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("results.json has no numbers of a page"), "{}", said(&output));
    let output = make(folder.path(), &[&WINNER[..], &["--only", "figure"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("the page has no part `figure`; there are table, curve"));
}

/// A folder with games of random play, a network of candidates that knows nothing, and a program that
/// estimates scores as the number of its questions.
fn opening_folder() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.sgf"), won_games(60, 56)).unwrap();
    let mut dice = Dice::new(7, 0);
    let weights = (0..INPUTS * OUTPUTS).map(|_| dice.unit() as f32 - 0.5).collect();
    let network = Perceptron::new(LastInput::Side, weights).unwrap();
    let file = network.file().write().unwrap();
    fs::write(folder.path().join("perceptron.safetensors"), file).unwrap();
    let script = r#"while read name rest; do
        case "$name" in
            estimate_score) printf '= W+%s.5 (upper bound: 1.0, lower: 2.0)\n\n' "$last" ;;
            play) last=$(printf '%s' "$rest" | tr -dc 0-9); printf '=\n\n' ;;
            quit) printf '=\n\n'; exit ;;
            *) printf '=\n\n' ;;
        esac
    done"#;
    fs::write(folder.path().join("judge.sh"), script).unwrap();
    let command = format!("sh '{}'", folder.path().join("judge.sh").display());
    (folder, command)
}

const OPENING: [&str; 11] = [
    "opening",
    "--games",
    "games.sgf",
    "--models",
    ".",
    "--pairs",
    "2",
    "--positions",
    "12",
    "--epochs",
    "1",
];

#[test]
fn the_study_of_the_opening_is_made_anew() {
    let (folder, command) = opening_folder();
    let arguments =
        |out: &'static str| [&OPENING[..], &["--gnu-go", &command, "--out", out]].concat();
    let output = make(folder.path(), &arguments("made/here"));
    assert!(output.status.success(), "{}", said(&output));
    let made = folder.path().join("made/here");
    let page = fs::read_to_string(made.join("README.md")).unwrap();
    assert!(page.contains("openings of games.sgf (fingerprint "), "{page}");
    assert!(!page.contains("NaN"), "{page}");
    assert!(fs::read_to_string(made.join("figure2.svg")).unwrap().starts_with("<svg"));
    let numbers = fs::read_to_string(made.join("results.json")).unwrap();
    let numbers: serde_json::Value = serde_json::from_str(&numbers).unwrap();
    let counts = [("fifty_moves", 50), ("table2", 32), ("tournament", 16), ("claims", 19)];
    for (name, count) in [&counts[..], &[("losses", 10), ("candidates", 3)]].concat() {
        assert_eq!(numbers[name].as_array().unwrap().len(), count, "{name}");
    }
    // The games can be read again: as many with each colour, all as long as an opening.
    let games = fs::read_to_string(made.join("fuzzy-td-0.3.sgf")).unwrap();
    let records: Vec<Record> = games.lines().map(|sgf| Record::from_sgf(sgf).unwrap()).collect();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.replay().moves == 50));
    let black: Vec<&str> = records.iter().map(|record| &*record.head.players.black).collect();
    assert_eq!(black, ["fuzzy", "td:0.3"]);
    // The same seed gives the same files on any number of threads.
    let again = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .arg("lab")
        .args(arguments("again"))
        .current_dir(folder.path())
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    assert!(again.status.success());
    for name in ["README.md", "results.json", "fuzzy-td-0.3.sgf"] {
        let [one, other] = ["made/here", "again"].map(|out| {
            let text = fs::read_to_string(folder.path().join(out).join(name)).unwrap();
            // How long things took is told on the page.
            let is_time = |line: &&str| line.starts_with("In the run that made this page ");
            text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n")
        });
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn without_a_second_judge_nothing_is_begun() {
    let (folder, _) = opening_folder();
    let arguments = [&OPENING[..], &["--gnu-go", "no-such-program", "--out", "made"]].concat();
    let output = make(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    let why = "GNU Go, which --gnu-go names, cannot be started: no-such-program: it cannot";
    assert!(said.contains(why), "{said}");
    assert!(!folder.path().join("made").exists());
}

#[test]
fn games_without_winners_or_moves_are_refused() {
    let refused = |games: &str, sentence: &str| {
        let folder = winner_folder(games);
        let output = make(folder.path(), &[&WINNER[..], &["--out", "made"]].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = said(&output);
        assert!(said.contains(sentence), "{said}");
        assert!(!folder.path().join("made").exists());
    };
    refused(&won_games(2, 100), "no game for measuring is as long as move 130");
    refused("(;SZ[19];B[dd])", "games.sgf has no game whose winner is known");
}

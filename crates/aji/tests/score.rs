//! `aji score`, `aji eval score` and `aji eval dead` as people use them: golden answers, pictures, and what
//! they say when things go wrong.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::{aji, transcript};

/// Walls beside each other, a white stone caught in Black's part.
const WALLS: &str = "(;SZ[9]KM[5.5]RU[Japanese]PB[Ann]PW[Bob]RE[B+1.5]\
                     AB[ea][eb][ec][ed][ee][ef][eg][eh][ei][cc][bd][bf]\
                     AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][bc])";

/// A fresh folder with invented games to work in.
fn folder() -> tempfile::TempDir {
    let wrong = WALLS.replace("B+1.5", "W+3.5");
    support::folder_with(&[
        ("walls.sgf", WALLS.to_string()),
        ("wrong.sgf", wrong),
        ("resigned.sgf", WALLS.replace("B+1.5", "B+R")),
        // With an open dame line, by area.
        (
            "dame.sgf",
            "(;SZ[5]KM[0.5]RU[Chinese]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de])".to_string(),
        ),
        // Black's stone at A2 must be connected.
        (
            "teire.sgf",
            "(;SZ[9]KM[0.5]RU[Japanese]AB[ea][eb][ec][ed][ee][af][bf][cf][df][ef][bg][ah]\
             AW[fa][fb][fc][fd][fe][ff][cg][dg][eg][fg][bh][bi])"
                .to_string(),
        ),
        ("open.sgf", "(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc])".to_string()),
    ])
}

fn scored(folder: &Path, arguments: &[&str]) -> String {
    transcript(&aji(folder, &[&["score"], arguments].concat()))
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    support::json(&aji(folder, arguments))
}

#[test]
fn the_example_is_scored() {
    insta::assert_snapshot!("example", scored(folder().path(), &[]));
}

#[test]
fn small_boards_are_scored() {
    let folder = folder();
    let root = folder.path();
    insta::assert_snapshot!("walls", scored(root, &["walls.sgf"]));
    insta::assert_snapshot!("walls_json", scored(root, &["walls.sgf", "--json"]));
    insta::assert_snapshot!("dame", scored(root, &["dame.sgf"]));
    insta::assert_snapshot!("teire", scored(root, &["teire.sgf"]));
    insta::assert_snapshot!("open", scored(root, &["open.sgf"]));
}

#[test]
fn the_record_is_compared() {
    let folder = folder();
    let root = folder.path();
    let said = scored(root, &["walls.sgf"]);
    assert!(said.contains("The record says the same: B+1.5.\n"), "{said}");
    let said = scored(root, &["walls.sgf", "--komi", "6.5"]);
    assert!(said.contains("the same winner, but another margin"), "{said}");
    let said = scored(root, &["wrong.sgf"]);
    assert!(said.contains("The record says W+3.5, which is another winner. "), "{said}");
    assert!(said.contains("otherwise.") || said.contains("record ends."), "{said}");
    assert!(!scored(root, &["resigned.sgf"]).contains("The record says"));
    let answer = json(root, &["score", "wrong.sgf", "--json"]);
    assert_eq!((&answer["recorded"], &answer["agrees"]), (&(-3.5).into(), &false.into()));
}

#[test]
fn pictures_are_drawn() {
    let folder = folder();
    let root = folder.path();
    let said = scored(root, &["walls.sgf", "--svg", "a.svg", "--png", "a.png"]);
    assert!(said.ends_with("exit status 0"), "{said}");
    assert!(fs::read_to_string(root.join("a.svg")).unwrap().contains("Black wins by 1.5 points."));
    assert!(fs::read(root.join("a.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_scored_is_told() {
    let folder = folder();
    let root = folder.path();
    let said = scored(root, &["nothing.sgf"]);
    assert!(said.contains("nothing.sgf") && said.ends_with("exit status 1"), "{said}");
    let said = scored(root, &["open.sgf", "--move", "7"]);
    assert!(said.contains("the game has 2 moves, not 7"), "{said}");
    assert!(scored(root, &["walls.sgf", "--rules", "none"]).ends_with("exit status 2"));
}

/// Every key that is printed is explained in the document, and every key there is printed.
#[test]
fn the_document_explains_every_key() {
    fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                keys(value, &path, found);
            }),
            Value::Array(list) if list.iter().any(Value::is_object) => {
                list.iter().for_each(|value| keys(value, &format!("{path}[]"), found));
            }
            _ => _ = found.insert(path.to_string()),
        }
    }
    let folder = folder();
    let mut printed = BTreeSet::new();
    for file in ["walls.sgf", "teire.sgf"] {
        keys(&json(folder.path(), &["score", file, "--json"]), "", &mut printed);
    }
    // What is empty in one of them.
    for empty in ["open", "teire"] {
        printed.remove(empty);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/score.md");
    let document = fs::read_to_string(path).unwrap();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let explained: BTreeSet<String> = rows
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim_matches('`').to_string())
        .collect();
    assert_eq!(explained, printed);
}

#[test]
fn scores_are_measured() {
    let folder = folder();
    let root = folder.path();
    let games = ["--games", "walls.sgf", "wrong.sgf", "resigned.sgf"];
    let answer = json(root, &[&["eval", "score", "--json"], &games[..]].concat());
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 9);
    let figures = ["games", "winner_right", "exact_margin", "within_2", "ready", "not_ready"];
    assert_eq!(figures.map(|key| answer[key].as_u64().unwrap()), [2, 1, 1, 1, 2, 0]);
    assert!(answer["ms_per_game"].as_f64().unwrap() > 0.0);
    let said = transcript(&aji(root, &[&["eval", "score"], &games[..]].concat()));
    assert!(said.starts_with("2 counted games; 1 left out, not counted."), "{said}");
    assert!(said.contains("exact margin      1  50.0 % ("), "{said}");
    let said = transcript(&aji(root, &[&["eval", "score", "--misses"], &games[..]].concat()));
    assert!(said.contains("Game 2: B+1.5, recorded W+3.5."), "{said}");
    let one = json(root, &[&["eval", "score", "--json", "--positions", "1"], &games[..]].concat());
    assert_eq!(one["games"], 1);
    let said = transcript(&aji(root, &["eval", "score", "--games", "resigned.sgf"]));
    assert!(said.contains("none of the games was counted"), "{said}");
}

#[test]
fn dead_stones_are_measured() {
    let folder = folder();
    let root = folder.path();
    let line = |dead: &str| format!("{{\"sgf\":\"{WALLS}\",\"dead\":[{dead}]}}");
    fs::write(root.join("dead.jsonl"), [line("\"B7\""), line("")].join("\n")).unwrap();
    let answer = json(root, &["eval", "dead", "--positions", "dead.jsonl", "--json"]);
    assert_eq!(answer, serde_json::json!({"positions": 2, "exact": 1}));
    let said = transcript(&aji(root, &["eval", "dead", "--positions", "dead.jsonl", "--misses"]));
    assert!(said.contains("In 1 of 2 positions") && said.contains("Not in lines 2."), "{said}");
    fs::write(root.join("bad.jsonl"), line("\"A1\"")).unwrap();
    let said = transcript(&aji(root, &["eval", "dead", "--positions", "bad.jsonl"]));
    assert!(said.contains("bad.jsonl, line 1: `dead` names `A1`"), "{said}");
}

//! `aji suggest` as people use it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::opening::INPUTS;
use aji_judge::opening::candidates::Perceptron;
use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::{aji, folder_with};

/// What it printed, on both channels, and how it ended.
fn suggest(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = aji(folder, &[&["suggest"], arguments].concat());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout) + &text(&output.stderr), output.status.code().unwrap())
}

/// A folder with a network to which all points are alike, and two games.
fn folder() -> tempfile::TempDir {
    let network = Perceptron::new(LastInput::Side, vec![0.0; INPUTS * OUTPUTS]).unwrap();
    folder_with(&[
        ("perceptron.safetensors", &network.file().write().unwrap()[..]),
        ("game.sgf", b"(;SZ[19];B[pd];W[dp])"),
        ("over.sgf", b"(;SZ[19];B[pd];W[];B[])"),
        ("small.sgf", b"(;SZ[9];B[ee])"),
    ])
}

#[test]
fn the_opening_is_weighed_by_rules() {
    let folder = folder();
    let study = ["game.sgf", "--models", ".", "--model", "sugeno", "--count", "4"];
    let (said, status) = suggest(folder.path(), &study);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("After move 2: White D4; Black to play"), "{said}");
    assert!(
        said.contains("Best: ")
            && said.contains("Weighed by fuzzy reasoning: the value is what the rules")
    );
    assert!(
        said.contains(" of 4 candidates (") && said.contains("influence LOW and territory SMALL")
    );
    let (json, _) = suggest(folder.path(), &[&study[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["suggestions"].as_array().unwrap().len(), 4);
    assert_eq!((&json["adviser"], &json["model"]), (&"reasoning".into(), &"sugeno".into()));
    let (svg, _) = suggest(folder.path(), &[&study[..], &["--svg", "-"]].concat());
    assert!(svg.starts_with("<svg "));
}

#[test]
fn every_board_is_read_about() {
    let folder = folder();
    let (said, status) = suggest(folder.path(), &["small.sgf", "--count", "2", "--visits", "60"]);
    assert_eq!(status, 0);
    assert!(said.contains("visits  chance    lead   lost") && said.contains("    then "), "{said}");
    let (said, status) = suggest(folder.path(), &["small.sgf", "--model", "sugeno"]);
    assert_eq!(status, 0);
    assert!(said.contains("this board is 9x9"), "{said}");
    let (said, status) = suggest(folder.path(), &["over.sgf"]);
    assert_eq!(status, 0);
    assert!(said.contains("Note: the game is over: there is nothing left to play."), "{said}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = folder();
    let (said, status) = suggest(folder.path(), &["game.sgf", "--models", "nowhere"]);
    assert_eq!(status, 1);
    assert!(said.contains("there is no folder nowhere to take models from"), "{said}");
    let (said, status) = suggest(folder.path(), &["--model", "theirs"]);
    assert_eq!(status, 2);
    assert!(said.contains("there are anfis, sugeno, mamdani"), "{said}");
}

/// The names of all values in it, as the document writes them.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                keys(value, &path, found);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| keys(item, &format!("{path}[]"), found));
        }
        _ => _ = found.insert(path.to_string()),
    }
}

#[test]
fn the_document_explains_every_key_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/suggest.md");
    let document = fs::read_to_string(path).unwrap();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let mut explained: BTreeSet<String> = rows
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim_matches('`').to_string())
        .collect();
    // What it is an object of is explained by its keys.
    assert!(explained.remove("suggestions[].reasoning"));
    let (said, _) =
        suggest(folder().path(), &["game.sgf", "--count", "2", "--json", "--territory", "field"]);
    let answer: Value = serde_json::from_str(&said).unwrap();
    let mut printed = BTreeSet::new();
    keys(&answer, "", &mut printed);
    assert_eq!(printed, explained);
    let example = document.split("```json").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(example).unwrap(), answer);
}

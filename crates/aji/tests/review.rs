//! `aji review` as people use it: golden answers, pictures, and what it says when things go wrong.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Whoever foretells winners by default: these answers are by one that stays.
const MODEL: [&str; 2] = ["--model", "territory"];

/// A fresh folder with invented games to work in.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        ("short.sgf", "(;SZ[5]KM[2.5]RU[Chinese]PB[Ann]PW[Bob]RE[B+R];B[cc];W[cb];B[])"),
        ("silent.sgf", "(;SZ[5];B[cc])"),
        ("handicap.sgf", "(;SZ[9]HA[2]AB[cc][gg]RU[AGA];W[ee];B[ge];W[ec])"),
        ("moves.sgf", "(;SZ[9]HA[2]RU[AGA];B[cc];B[gg];W[ee])"),
        // Stones are set up in the middle: a whole wall for White.
        (
            "setup.sgf",
            "(;SZ[9]KM[5.5]RU[Chinese];B[ee];W[cc];AW[ga][gb][gc][gd][gf][gg][gh][gi]AE[ee];B[dd])",
        ),
        ("empty.sgf", "(;SZ[9]KM[5.5]AB[ee])"),
        ("broken.sgf", "(;SZ[5]KM[2.5]RU[Chinese];B[cc];W[cb];B[cc];W[dd])"),
        ("bad.sgf", "(;SZ[5]KM[2.5];B[zz];W[cb])"),
    ];
    for (name, text) in games {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Runs aji in a folder.
fn aji(folder: &Path, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("aji");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

/// What it printed, on both channels, and how it ended.
fn transcript(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = output.status.code().unwrap();
    format!("{}{}exit status {status}", text(&output.stdout), text(&output.stderr))
}

/// What `aji review` says to these words.
fn reviewed(folder: &Path, arguments: &[&str]) -> String {
    transcript(&aji(folder, &[&["review"], &MODEL[..], arguments].concat()))
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = aji(folder, &[&["review", "--json"], &MODEL[..], arguments].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn golden_answers() {
    let folder = folder();
    let root = folder.path();
    insta::assert_snapshot!("review_example", reviewed(root, &["--move", "24", "--swings", "5"]));
    insta::assert_snapshot!("review_short", reviewed(root, &["short.sgf"]));
    insta::assert_snapshot!("review_short_json", reviewed(root, &["short.sgf", "--json"]));
    insta::assert_snapshot!("review_short_svg", reviewed(root, &["short.sgf", "--svg", "-"]));
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn gains_are_the_movers_and_add_up() {
    let folder = folder();
    for game in ["short.sgf", "handicap.sgf", "moves.sgf"] {
        let answer = json(folder.path(), &[game]);
        let moves = answer["moves"].as_array().unwrap();
        let mut sum = 0.0;
        for own in moves {
            let change = number(&own["black_win_after"]) - number(&own["black_win_before"]);
            let sign = if own["color"] == "black" { 1.0 } else { -1.0 };
            assert!((number(&own["gain"]) - sign * change).abs() < 0.0021, "{own}");
            assert!(
                (number(&own["loss"]) - (-number(&own["gain"])).max(0.0)).abs() < 1e-9,
                "{own}"
            );
            sum += sign * number(&own["gain"]);
        }
        let (first, last) = (&moves[0], &moves[moves.len() - 1]);
        let change = number(&last["black_win_after"]) - number(&first["black_win_before"]);
        assert!((sum - change).abs() < 0.01, "{game}");
    }
}

#[test]
fn stones_set_up_are_nobodys_move() {
    let folder = folder();
    let answer = json(folder.path(), &["setup.sgf"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let (second, third) = (&moves[1], &moves[2]);
    assert_eq!((&third["move"], &third["color"]), (&Value::from(3), &Value::from("black")));
    // The wall came between them.
    assert!(
        number(&third["black_win_before"]) < number(&second["black_win_after"]) - 0.04,
        "{answer}"
    );
}

#[test]
fn handicap_games_begin_with_white() {
    let folder = folder();
    let answer = json(folder.path(), &["handicap.sgf"]);
    assert_eq!((&answer["handicap"], &answer["moves"][0]["color"]), (&2.into(), &"white".into()));
    assert_eq!(answer["assumed"], serde_json::json!(["komi"]));
    // Some servers record the stones as moves.
    let answer = json(folder.path(), &["moves.sgf"]);
    assert_eq!((&answer["handicap"], &answer["players"]["black"]["moves"]), (&2.into(), &2.into()));
}

#[test]
fn rules_komi_and_the_last_move_can_be_asked_for() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["silent.sgf"]);
    assert!(said.contains("5x5 board, japanese rules (assumed), komi 6.5 (assumed)\n"), "{said}");
    let asked = ["short.sgf", "--komi", "-9", "--rules", "aga", "--move", "1", "--swings", "0"];
    let said = reviewed(root, &asked);
    assert!(said.contains("aga rules, komi -9, result B+R\n1 move, "), "{said}");
    assert!(!said.contains("Biggest swings"), "{said}");
    let answer = json(root, &asked);
    assert_eq!((&answer["komi"], &answer["rules"]), (&(-9.0).into(), &"aga".into()));
    assert_ne!(answer["moves"][0], json(root, &["short.sgf"])["moves"][0]);
}

#[test]
fn pictures_are_written_whole() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["short.sgf", "--svg", "a.svg", "--png", "a.png"]);
    assert!(said.contains("Black's chance of winning"), "{said}");
    let svg = fs::read_to_string(root.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(fs::read(root.join("a.png")).unwrap().starts_with(b"\x89PNG"));
    let said = reviewed(root, &["short.sgf", "--png", "no/such/folder.png"]);
    assert!(said.starts_with("aji: cannot write no/such/folder.png: "), "{said}");
    let said = reviewed(root, &["short.sgf", "--png", "-"]);
    assert!(said.starts_with("aji: pixels go to a file"), "{said}");
}

#[test]
fn a_broken_record_is_reviewed_up_to_the_break() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["broken.sgf"]);
    assert!(said.contains("\n2 moves, "), "{said}");
    assert!(said.contains("; this is a review of the game to move 2\nexit status 1"), "{said}");
    let answer = json(root, &["broken.sgf"]);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 2);
    assert!(answer["fault"].as_str().unwrap().contains("broken.sgf"), "{answer}");
    // Who asks for what is before the break gets all of it.
    let said = reviewed(root, &["broken.sgf", "--move", "2"]);
    assert!(said.ends_with("less.\nexit status 0"), "{said}");
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (&["missing.sgf"][..], "missing.sgf: no such file or folder"),
        (&["empty.sgf"], "aji: there are no moves to review in empty.sgf\n"),
        (&["short.sgf", "--move", "0"], "there are no moves to review"),
        (&["short.sgf", "--move", "9"], "the game has 3 moves, not 9"),
        (&["bad.sgf"], "bad.sgf"),
        (&["--game", "2"], "there is one example game only"),
        (&["short.sgf", "--models", "nowhere"], "cannot read the model nowhere/"),
    ] {
        let said = reviewed(folder.path(), arguments);
        assert!(
            said.starts_with("aji: ") && said.ends_with("exit status 1"),
            "{arguments:?}: {said}"
        );
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    for (arguments, sentence) in [
        (["--model", "magic"], "nothing named `magic` foretells winners"),
        (["--swings", "-1"], "unexpected argument"),
        (["--swings", "1001"], "1001 is not in 0..=1000"),
        (["--komi", "six"], "expected a number of points"),
    ] {
        let said = transcript(&aji(folder.path(), &[&["review"], &arguments[..]].concat()));
        assert!(
            said.contains(sentence) && said.ends_with("exit status 2"),
            "{arguments:?}: {said}"
        );
    }
}

/// The paths of all values that are no objects: `players.black.moves`, `moves[].gain`.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in entries {
                keys(value, &format!("{path}{dot}{key}"), found);
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/review.md");
    let document = fs::read_to_string(path).unwrap();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let explained: BTreeSet<String> = rows
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim_matches('`').to_string())
        .collect();
    let answer = json(folder().path(), &["short.sgf"]);
    let mut printed = BTreeSet::new();
    keys(&answer, "", &mut printed);
    // White's are said to be Black's.
    let printed: BTreeSet<String> =
        printed.iter().map(|key| key.replace("players.white", "players.black")).collect();
    let missing = |key: &&String| !printed.contains(*key);
    // A player who lost nothing has no worst moves.
    let unseen: Vec<&String> = explained.iter().filter(missing).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
    let told = |key: &String| explained.contains(key) || key == "players.black.worst";
    assert!(printed.iter().all(told), "{printed:?}");

    let example = document.split("```json").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(example).unwrap(), answer);
}

//! `aji eval review`: our review beside a referee's, referees that fail, and players in the order of their strength.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use support::{aji, folder_with, json, refused, said, told};

/// Two short games, of which the second loses a stone for nothing.
const REVIEWED: [(&str, &str); 2] = [
    ("one.sgf", "(;SZ[5]KM[0.5]RU[Chinese];B[cc];W[bc];B[bb];W[cd];B[dd])"),
    ("two.sgf", "(;SZ[5]KM[0.5]RU[Chinese];B[cc];W[aa];B[bb];W[ba];B[ee])"),
];
const BY_FIELD: [&str; 4] = ["--territory", "field", "--seed", "7"];

/// Runs `aji eval review` on these games, or others.
fn review(folder: &Path, arguments: &[&str]) -> Output {
    aji(folder, &[&["eval", "review"], arguments, &BY_FIELD].concat())
}

/// The command of a referee that is ourselves; with one thread, which reads the positions in their order.
fn ourselves() -> String {
    let aji = assert_cmd::cargo::cargo_bin!("aji");
    format!("'{}' analysis --territory field --threads 1", aji.display())
}

/// The command of a program that a script makes.
fn program_of(folder: &Path, script: &str) -> String {
    let path = folder.join("referee.sh");
    fs::write(&path, script).unwrap();
    format!("sh '{}'", path.display())
}

#[test]
fn reviews_agree_with_those_of_a_program_that_is_ourselves() {
    let folder = folder_with(&REVIEWED);
    let ourselves = ourselves();
    let games = ["--games", "one.sgf", "two.sgf", "--json"];
    // As much as our review reads by field.
    let judge = ["--judge", &ourselves, "--visits", "8"];
    let report = json(&review(folder.path(), &[&games[..], &judge].concat()));
    assert_eq!((&report["games"], &report["depth"]), (&2.into(), &"normal".into()));
    assert_eq!(report["referee"], format!("`{ourselves}`"));
    let rows = report["rows"].as_array().unwrap();
    let named: Vec<&str> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(
        named,
        [
            "lead",
            "points lost",
            "lost 1 point or more",
            "lost 3 points or more",
            "lost 6 points or more",
            "lost 12 points or more",
            "same best move",
            "best move in the referee's five",
        ]
    );
    assert_eq!((&rows[0]["count"], &rows[1]["count"]), (&12.into(), &10.into()));
    // Programs are told rounded leads.
    let figure = |row: usize, key: &str| rows[row][key].as_f64().unwrap();
    assert!(figure(0, "mean_absolute_difference") < 0.01, "{rows:?}");
    assert!(figure(0, "correlation") > 0.999 && figure(1, "correlation") > 0.99, "{rows:?}");
    assert_eq!((figure(6, "share"), figure(7, "share")), (1.0, 1.0));
    // Our own deep review sees other things, and people read a table.
    let deep = review(folder.path(), &["--games", "one.sgf", "two.sgf"]);
    let table = told(&deep);
    assert!(table.starts_with("Our review (normal) of 2 games against our own deep review;"));
    assert!(table.contains("same best move"), "{table}");
}

#[test]
fn referees_that_fail_are_told_of() {
    let folder = folder_with(&REVIEWED);
    let with = |command: &str| {
        let arguments = ["--games", "one.sgf", "--judge", command];
        refused(&review(folder.path(), &arguments))
    };
    let trouble = with(&program_of(folder.path(), "read query; echo 'no memory' >&2; exit 3"));
    assert!(trouble.contains("one.sgf: it ended at `game 1` (exit status: 3)"), "{trouble}");
    assert!(trouble.contains("its last words: no memory"), "{trouble}");
    let trouble = with(&program_of(folder.path(), "read query; echo '= A1'; cat > /dev/null"));
    assert!(trouble.contains("with what is no analysis (it is no JSON): = A1"), "{trouble}");
    let trouble =
        with(&program_of(folder.path(), "while read line; do echo '{\"turnNumber\":1}'; done"));
    assert!(trouble.contains("(it has no winrate or scoreLead)"), "{trouble}");
    let trouble = with("no-such-program analysis");
    assert!(
        trouble.contains("the referee `no-such-program analysis`: it cannot be started"),
        "{trouble}"
    );
    let arguments = ["--games", "one.sgf", "--visits", "7"];
    assert!(refused(&review(folder.path(), &arguments)).contains("--visits is for programs"));
    fs::write(folder.path().join("empty.sgf"), "(;SZ[5])").unwrap();
    let empty = refused(&review(folder.path(), &["--games", "empty.sgf"]));
    assert!(empty.contains("there is no game with moves in empty.sgf"), "{empty}");
    // Stones that are set up on the way have no place in a query; the other game counts.
    let set_up = "(;SZ[5]KM[0.5];B[cc];AW[bb];B[dd])";
    fs::write(folder.path().join("setup.sgf"), set_up).unwrap();
    let ourselves = ourselves();
    let both = ["--games", "setup.sgf", "one.sgf", "--judge", &ourselves];
    let output = review(folder.path(), &both);
    assert!(told(&output).contains("of 1 game against"), "{}", told(&output));
}

#[test]
fn reviews_tell_who_is_stronger() {
    let folder = folder_with(&REVIEWED);
    let order = |names: [&str; 2]| {
        let arguments = [&["--quick", "--json", "--order"][..], &names].concat();
        json(&review(folder.path(), &arguments))
    };
    let report = order(["two.sgf", "one.sgf"]);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["group"], &rows[0]["moves"]), (&"two.sgf".into(), &5.into()));
    let lost = |row: &Value| row["points_lost"].as_f64().unwrap();
    let falls = lost(&rows[1]) < lost(&rows[0]);
    // Of one game each, nobody knows how much games differ.
    assert_eq!(report["intervals_apart"], false);
    assert_eq!(report["falls_strictly"], falls);
    let back = order(["one.sgf", "two.sgf"]);
    assert_eq!(back["rows"][1], rows[0]);
    assert_eq!(back["falls_strictly"], !falls);
    let alone = review(folder.path(), &["--order", "one.sgf"]);
    assert_eq!(alone.status.code(), Some(2), "{}", said(&alone));
}

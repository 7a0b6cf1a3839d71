//! `aji eval tactics`: our reading beside a referee's, and referees that fail.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs;
use support::{aji, folder_with, json, refused};

/// A short fight.
const GAMES: [(&str, &str); 1] = [(
    "fight.sgf",
    "(;SZ[7]KM[0.5]RU[Chinese];B[cc];W[dc];B[dd];W[cd];B[ed];W[cb];B[bd];W[bc];B[ce];W[ec];B[be];W[fd];B[fe];W[gd])",
)];

#[test]
fn we_agree_with_ourselves() {
    let folder = folder_with(&GAMES);
    let ourselves = assert_cmd::cargo::cargo_bin!("aji");
    let referee = format!("'{}' gtp --territory field", ourselves.display());
    let arguments = ["eval", "tactics", "--games", "fight.sgf", "--territory", "field"];
    let report =
        json(&aji(folder.path(), &[&arguments[..], &["--referee", &referee, "--json"]].concat()));
    assert_eq!(report["positions"], 1);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    let asked: u64 = rows.iter().map(|row| row["asked"].as_u64().unwrap()).sum();
    assert!(asked > 0);
    for row in rows.iter().filter(|row| row["asked"] != 0) {
        assert_eq!(row["same_result"], 1.0, "{row}");
    }
}

#[test]
fn referees_that_fail_are_named() {
    let folder = folder_with(&GAMES);
    let arguments =
        ["eval", "tactics", "--games", "fight.sgf", "--territory", "field", "--referee"];
    let missing = aji(folder.path(), &[&arguments[..], &["no-such-program-here"]].concat());
    assert!(refused(&missing).contains("the referee `no-such-program-here`"));
    let mute = "while read line; do printf '= 0\\n\\n'; done";
    fs::write(folder.path().join("mute.sh"), mute).unwrap();
    let script = format!("sh '{}'", folder.path().join("mute.sh").display());
    let report = json(&aji(folder.path(), &[&arguments[..], &[&script, "--json"]].concat()));
    let possible: u64 = report["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["possible"].as_u64().unwrap())
        .sum();
    assert_eq!(possible, 0, "who always says no sees nothing that can be done");
}

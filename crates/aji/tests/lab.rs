//! `aji lab` on small invented games.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_record::move_text;
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Position, Size};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .args(["lab", "territory", "--labels", "games.jsonl", "--valid", "games.jsonl"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A long game of random play on 7x7 in which the upper part is Black's.
fn line(seed: u64, moves: usize) -> String {
    let size = Size::square(7).unwrap();
    let mut dice = Dice::new(seed, 0);
    let mut position = Position::empty(size);
    let mut text = String::new();
    for _ in 0..moves {
        let legal: Vec<_> = position.legal_points(Suicide::Forbidden).collect();
        let pick = dice.below(legal.len().max(1) as u32) as usize;
        let mv = legal.get(pick).map_or(Move::Pass, |&point| Move::Place(point));
        position.play_unchecked(mv);
        text += &match mv {
            Move::Pass => "tt".to_string(),
            place => move_text(size, place),
        };
    }
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
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no game for learning is as long as move 80"), "{said}");
    assert!(!folder.path().join("made").exists());
}

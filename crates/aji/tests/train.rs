//! `aji train` on small invented games: models that can be used, runs that go on, input that cannot be
//! used.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn aji(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn train(folder: &Path, arguments: &[&str]) -> Output {
    let fixed = ["train", "--labels", "games.jsonl", "--moves", "2-10", "--positions", "16"];
    aji(folder, &[&fixed[..], arguments].concat())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with `games.jsonl`: on 5x5 Black's wall stands in the third column and White's in the
/// fourth, each built from the middle, the top or the bottom.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = ["cabde", "abcde", "edcba", "cdeba"]
        .iter()
        .map(|order| {
            let moves: String = order.chars().map(|row| format!("c{row}d{row}")).collect();
            let ownership = "BBBWW".repeat(5);
            format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"B+4.5"}}"#) + "\n"
        })
        .collect();
    fs::write(folder.path().join("games.jsonl"), lines).unwrap();
    folder
}

#[test]
fn every_model_is_trained_written_with_its_card_and_used() {
    let folder = folder();
    let path = folder.path();
    for model in ["boltzmann5", "boltzmann-liberties", "field"] {
        let arguments =
            [model, "--out", "mine", "--valid", "games.jsonl", "--epochs", "2", "--polish", "2"];
        let output = train(path, &arguments);
        assert!(output.status.success(), "{}", said(&output));
        let card = fs::read_to_string(path.join(format!("mine/{model}.md"))).unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), card);
        assert!(card.starts_with(&format!("# {model}\n")), "{card}");
        assert!(card.contains(&format!("aji train {model} --labels games.jsonl")), "{card}");
        // The games are too short for the moves where models are measured.
        assert!(card.contains("Measured on the 4 games"), "{card}");
        assert!(!path.join(format!("mine/{model}.checkpoint")).exists());
        let name = format!("{model}/bp");
        let judge = ["judge", "--move", "20", "--territory", &name, "--models", "mine", "--json"];
        let output = aji(path, &judge);
        assert!(output.status.success(), "{}", said(&output));
    }
}

#[test]
fn what_cannot_be_trained_is_refused_with_a_sentence() {
    let folder = folder();
    let path = folder.path();
    let refused = |arguments: &[&str], sentence: &str| {
        let output = train(path, arguments);
        assert!(!output.status.success());
        assert!(said(&output).contains(sentence), "{}", said(&output));
    };
    refused(&["nothing"], "there is no territory model `nothing`");
    refused(&["field-first"], "field-first is trained as a part of field");
    refused(&["boltzmann5", "--inference", "mf"], "trained with exact, bp or sw, not with mf");
    refused(&["boltzmann5", "--resume"], "cannot read models/boltzmann5.checkpoint");
    fs::write(path.join("models/boltzmann5.checkpoint"), "{}").unwrap();
    refused(&["boltzmann5", "--resume"], "begin anew without --resume");
    refused(&["boltzmann5", "--valid", "nowhere"], "cannot read the labels in nowhere");
    let wrong = r#"{"moves":"","ownership":"BWB","result":"B+1"}"#;
    fs::write(path.join("games.jsonl"), wrong).unwrap();
    refused(&["boltzmann5"], "games.jsonl, line 1: `ownership` has 3 letters");
    assert!(!path.join("models/boltzmann5.safetensors").exists());
}

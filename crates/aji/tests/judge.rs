//! `aji judge` as people use it: golden answers, pictures, and what it says when things go wrong.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::territory::boltzmann5::FieldCount;
use aji_judge::territory::{Form, Model};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::{aji, transcript};

/// A fresh folder with invented games to work in.
fn folder() -> tempfile::TempDir {
    support::folder_with(&[
        // Walls on both sides of the middle; a white stone is caught in Black's part.
        (
            "walls.sgf",
            "(;SZ[9]KM[5.5]RU[Chinese]PB[Ann]PW[Bob]AB[da][db][dc][dd][de][df][dg][dh][di]\
             AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][bc]PL[W])",
        ),
        // The same, with the game over under territory rules.
        (
            "over.sgf",
            "(;SZ[9]KM[5.5]RU[Japanese]AB[da][db][dc][dd][de][df][dg][dh][di]\
             AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][bc];B[];W[])",
        ),
        ("short.sgf", "(;SZ[5]KM[2.5]RU[Chinese];B[cc];W[cb])"),
        ("silent.sgf", "(;SZ[5];B[cc])"),
        ("handicap.sgf", "(;SZ[9]HA[2]AB[cc][gg]RU[AGA];W[ee])"),
    ])
}

/// A judge that stays as it is, while the usual one learns on.
const FIELD: [&str; 2] = ["--territory", "field"];

/// What `aji judge` says to these words.
fn judged(folder: &Path, arguments: &[&str]) -> String {
    transcript(&aji(folder, &[&["judge"], arguments].concat()))
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    support::json(&aji(folder, &[&["judge", "--json"], arguments].concat()))
}

#[test]
fn the_example_is_judged() {
    let folder = folder();
    let said = judged(folder.path(), &["--move", "150", FIELD[0], FIELD[1]]);
    insta::assert_snapshot!("example", said);
    // By the usual judge, who learns on: what is told, not how much.
    let said = judged(folder.path(), &["--move", "150"]);
    let parts = ["leads by about", "most likely between", "\nDead: ", "\nJudged by deep"];
    assert!(parts.iter().all(|part| said.contains(part)), "{said}");
}

#[test]
fn small_positions_are_judged() {
    let folder = folder();
    let root = folder.path();
    let field = |arguments: &[&str]| judged(root, &[arguments, &FIELD].concat());
    insta::assert_snapshot!("walls", field(&["walls.sgf", "--influence", "cross"]));
    insta::assert_snapshot!("over", field(&["over.sgf"]));
    insta::assert_snapshot!("short_json", field(&["short.sgf", "--json"]));
    insta::assert_snapshot!("short_svg", field(&["short.sgf", "--svg", "-"]));
}

#[test]
fn what_the_record_does_not_say_is_assumed_and_told() {
    let folder = folder();
    let root = folder.path();
    let said = judged(root, &["silent.sgf"]);
    assert!(said.contains("japanese rules (assumed), komi 6.5 (assumed)\n"), "{said}");
    let said = judged(root, &["silent.sgf", "--rules", "chinese"]);
    assert!(said.contains("chinese rules, komi 7.5 (assumed)\n"), "{said}");
    let said = judged(root, &["silent.sgf", "--komi", "-3", "--rules", "NZ"]);
    assert!(said.contains("new-zealand rules, komi -3\n"), "{said}");
    assert!(said.contains("komi              +3\n"), "{said}");
    let said = judged(root, &["handicap.sgf"]);
    assert!(said.contains("aga rules, komi 0.5 (assumed), 2 handicap stones\n"), "{said}");
    assert!(said.contains("handicap          -1\n"), "{said}");
    assert_eq!(json(root, &["silent.sgf"])["assumed"], serde_json::json!(["rules", "komi"]));
}

#[test]
fn the_ledger_adds_up() {
    let folder = folder();
    for arguments in [&["--move", "60"][..], &["walls.sgf"], &["over.sgf"], &["silent.sgf"]] {
        let answer = json(folder.path(), arguments);
        let ledger = answer["ledger"].as_array().unwrap();
        let sum = |key: &str| ledger.iter().map(|line| line[key].as_f64().unwrap()).sum::<f64>();
        let lead = answer["score"]["black_lead"].as_f64().unwrap();
        assert!((sum("points") - lead).abs() < 0.01, "{arguments:?}");
        assert!((sum("rounded") - lead).abs() <= 0.251, "{arguments:?}");
    }
}

#[test]
fn the_panel_is_heard() {
    let folder = folder();
    let root = folder.path();
    let said = judged(root, &["--move", "150", "--panel"]);
    let row = |judge: &str| {
        let line = said.lines().find(|line| line.split_whitespace().next() == Some(judge));
        line.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
    };
    assert!(said.contains(" points in the middle game:\n"), "{said}");
    assert!(said.contains("\nMeasured on 3000 even games of 9-dan players"), "{said}");
    // A lead, a chance and two accuracies; a chance and one; a lead and two.
    let percents = |judge: &str| row(judge).unwrap().matches('%').count();
    let all = ["outlook", "nn-influence", "bouzy-5-21"].map(percents);
    assert_eq!(all, [3, 2, 2], "{said}");
    // The opening is over, and there is something left to play.
    assert_eq!((row("td"), row("score")), (None, None), "{said}");

    let answer = json(root, &["over.sgf", "--panel"]);
    let panel = &answer["panel"];
    assert_eq!(panel["phase"], "opening");
    let opinions = panel["opinions"].as_array().unwrap();
    let of = |name: &str| opinions.iter().find(|opinion| opinion["name"] == name);
    // The border between the walls is open, and the network knows 19x19 alone.
    assert!(of("score").is_none() && of("outlook").is_none());
    assert!(of("field").unwrap()["black_lead"].as_f64().is_some());
    for opinion in opinions {
        assert!(opinion["about"].as_str().unwrap().ends_with('.'));
        assert_eq!(opinion["accuracy"], Value::Null);
        assert_eq!(opinion["ownership"].as_array().unwrap().len(), 9);
    }
    let said = judged(root, &["walls.sgf", "--panel"]);
    assert!(said.contains("\nHow often they are right was measured on 19x19 alone.\n"), "{said}");
    assert_eq!(json(root, &["walls.sgf"])["panel"], Value::Null);
}

#[test]
fn a_seed_decides_the_samples() {
    let folder = folder();
    let deviation = |arguments: &[&str]| {
        let answer = json(folder.path(), &[&["walls.sgf"], &FIELD[..], arguments].concat());
        answer["score"]["standard_deviation"].as_f64().unwrap()
    };
    assert_eq!(deviation(&["--seed", "3"]), deviation(&["--seed", "3"]));
    assert_ne!(deviation(&["--seed", "3"]), deviation(&["--seed", "4"]));
    let answer =
        json(folder.path(), &["walls.sgf", "--samples", "7", "--territory", "boltzmann5/bp"]);
    assert_eq!(answer["method"]["samples"], 7);
    assert_eq!(answer["method"]["inference"], "bp");
}

#[test]
fn pictures_are_written_whole() {
    let folder = folder();
    let root = folder.path();
    let pictures = ["walls.sgf", "--svg", "a.svg", "--png", "a.png", "--influence", "zobrist"];
    let said = judged(root, &pictures);
    assert!(said.contains("leads by about"), "{said}");
    let svg = fs::read_to_string(root.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(fs::read(root.join("a.png")).unwrap().starts_with(b"\x89PNG"));
    let said = judged(root, &["walls.sgf", "--svg", "no/such/folder.svg"]);
    assert!(said.starts_with("aji: cannot write no/such/folder.svg: "), "{said}");
    let said = judged(root, &["walls.sgf", "--png", "-"]);
    assert!(said.starts_with("aji: pixels go to a file"), "{said}");
    // Nothing half written is left behind.
    let names = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().ends_with(".tmp")));
}

#[test]
#[cfg(unix)]
fn links_and_devices_stay_what_they_are() {
    let folder = folder();
    let root = folder.path();
    fs::write(root.join("real.svg"), "old").unwrap();
    std::os::unix::fs::symlink("real.svg", root.join("link.svg")).unwrap();
    judged(root, &["walls.sgf", "--svg", "link.svg"]);
    assert!(fs::symlink_metadata(root.join("link.svg")).unwrap().is_symlink());
    assert!(fs::read_to_string(root.join("real.svg")).unwrap().starts_with("<svg "));
    judged(root, &["walls.sgf", "--svg", "/dev/null"]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn wrong_usage_is_status_2() {
    let folder = folder();
    for (arguments, sentence) in [
        (["--komi", "six"], "expected a number of points"),
        (["--rules", "martian"], "there are no rules named 'martian'"),
        (["--influence", "magic"], "there is no influence named \"magic\""),
        (["--territory", "magic"], "there is no territory model `magic`"),
        (["--territory", "boltzmann5/magic"], "`magic` is not a way to infer"),
        (["--samples", "0"], "0 is not in 1..=100000"),
        (["--seed", "many"], "invalid digit"),
        (["--game", "0"], "0 is not in 1.."),
    ] {
        let output = aji(folder.path(), &[&["judge"], &arguments[..]].concat());
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (&["missing.sgf"][..], "missing.sgf: no such file or folder"),
        (&["short.sgf", "--move", "9"], "the game has 2 moves, not 9"),
        (&["short.sgf", "--game", "2"], "short.sgf has 1 game"),
        (&["--game", "2"], "there is one example game only"),
        (
            &["--territory", "boltzmann5-per-point"],
            "the model `boltzmann5-per-point` is not built in",
        ),
    ] {
        let output = aji(folder.path(), &[&["judge"], arguments].concat());
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}

/// Boltzmann5 with these weights, in a folder of models.
fn put_model(folder: &Path, weights: [f64; 5]) -> Vec<u8> {
    let model = Model::new(Model::published().form().clone(), weights.to_vec()).unwrap();
    let bytes = model.write().unwrap();
    fs::create_dir_all(folder.join("models")).unwrap();
    fs::write(folder.join("models/boltzmann5.safetensors"), &bytes).unwrap();
    bytes
}

#[test]
fn models_come_from_a_folder() {
    let folder = folder();
    let root = folder.path();
    let lead = |arguments: &[&str]| {
        let answer = json(root, &[&["walls.sgf"], arguments].concat());
        answer["score"]["black_lead"].as_f64().unwrap()
    };
    put_model(root, [0.0; 5]);
    // Without weights everything is even, and komi decides.
    assert_eq!(lead(&["--territory", "boltzmann5", "--models", "models"]), -5.5);
    assert!(lead(&FIELD) < -6.0);
}

#[test]
fn models_that_cannot_be_used_are_refused_with_a_sentence() {
    let folder = folder();
    let root = folder.path();
    let file = root.join("models/boltzmann5.safetensors");
    let good = put_model(root, [0.1; 5]);
    let refused_as = |sentence: &str| {
        let of_folder = ["--territory", "boltzmann5", "--models", "models"];
        let output = aji(root, &[&["judge", "walls.sgf"], &of_folder[..]].concat());
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(sentence), "{said}");
    };
    let refused = |sentence: &str| {
        refused_as("models/boltzmann5.safetensors: ");
        refused_as(sentence);
    };
    fs::write(&file, "no model").unwrap();
    refused("this is no safetensors file, or it is damaged");
    fs::write(&file, &good[..good.len() - 1]).unwrap();
    refused("damaged");
    fs::write(&file, b"\x02\0\0\0\0\0\0\0{}").unwrap();
    refused("no model of aji");
    let mut unfinished = good.clone();
    unfinished.splice(good.len() - 4.., f32::NAN.to_le_bytes());
    fs::write(&file, unfinished).unwrap();
    refused("number 4 in part `weights` of the model is NaN");
    let study = Model::published();
    let per_point = Form::Boltzmann5(FieldCount::PerPoint);
    let other = Model::new(per_point, study.weights().to_vec()).unwrap();
    fs::write(&file, other.write().unwrap()).unwrap();
    refused("this is a model `boltzmann5-per-point`, where `boltzmann5` is wanted");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    refused_as("cannot read the model boltzmann5");
}

/// The paths of all values that are no objects: `score.low`, `ledger[].item`.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            let dot = if path.is_empty() { "" } else { "." };
            entries
                .iter()
                .for_each(|(key, value)| keys(value, &format!("{path}{dot}{key}"), found));
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| keys(item, &format!("{path}[]"), found));
        }
        _ => _ = found.insert(path.to_string()),
    }
}

#[test]
fn the_document_explains_every_key_and_no_other() {
    let folder = folder();
    let root = folder.path();
    // Neighbours that repel each other make miai.
    put_model(root, [0.1, -0.7, -0.3, 1.0, 0.3]);
    let mut printed = BTreeSet::new();
    let of_folder = ["--territory", "boltzmann5", "--models", "models"];
    let everything = [&["short.sgf", "--influence", "distance"], &of_folder[..]].concat();
    keys(&json(root, &everything), "", &mut printed);
    // Three in a row in the corner of a larger board.
    let corner = "(;SZ[19]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec])";
    fs::write(root.join("corner.sgf"), corner).unwrap();
    let corner = ["corner.sgf", "--panel", "--winner", "outlook", FIELD[0], FIELD[1]];
    keys(&json(root, &corner), "", &mut printed);
    // What is empty in the one or in the other.
    for empty in ["corners", "miai", "influence", "panel", "second_opinion"] {
        printed.remove(empty);
    }

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/judgement.md");
    let document = fs::read_to_string(path).unwrap();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let explained: BTreeSet<String> = rows
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim_matches('`').to_string())
        .collect();
    assert_eq!(explained, printed);

    let example = document.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let mut shown = BTreeSet::new();
    keys(&serde_json::from_str(example).unwrap(), "", &mut shown);
    let explained_or_empty = |key: &String| {
        explained.contains(key) || explained.iter().any(|known| known.starts_with(key.as_str()))
    };
    assert!(shown.iter().all(explained_or_empty), "{shown:?}");
}

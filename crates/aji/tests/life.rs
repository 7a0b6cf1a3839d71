//! Life and death in the corner: patterns found, networks trained, measured and used, on invented games and
//! problems.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::Dice;
use aji_judge::life::LifeStatus;
use aji_judge::life::reader::Reader;
use aji_learn::corner::reading::{Limits, played_on};
use aji_learn::corner::{Pattern, Source};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use support::{aji, json, refused, told};

/// Three in a row in the corner: the middle is right for both.
const PROBLEM: &str = r#"{"id":"three","size":19,"black":["ea","eb","ac","bc","cc","dc","ec"],"white":["da","ab","bb","cb","db"],"target":[["da"]],"defender_first":{"result":"l","correct":["ba"],"tried":[{"result":"l","line":["ba",""]},{"result":"d","line":["aa","ba"]}]},"attacker_first":{"result":"d","correct":["ba"],"tried":[{"result":"d","line":["ba","ca"]},{"result":"l","line":["aa","ba"]}]}}"#;

/// A folder with a labelled game, a problem of GoTools' form and one in SGF.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // Black lives in the upper left of 9x9 with two eyes.
    let moves = "baeadaebabacbbbccbccdbdcttec";
    let ownership = "BBBBWWWWW".repeat(2) + &"W".repeat(63);
    let game = format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"W+60.5"}}"#);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("games.jsonl", &format!("{game}\n"));
    write("problems.jsonl", &format!("{PROBLEM}\n"));
    let start = "SZ[19]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]";
    // And a large eye space that lives in any case.
    let large = "SZ[19]AB[ea][eb][ac][bc][cc][dc][ec]AW[fa][fb][fc][ad][bd][cd][dd][ed][fd]";
    let problems = format!("(;{start}(;W[ba]C[RIGHT])(;W[ca];B[ba]))(;{large};B[bb])");
    write("problem.sgf", &problems);
    folder
}

#[test]
fn corners_are_found_in_games_and_problems() {
    let folder = folder();
    let path = folder.path();
    let files = ["games", "corners", "games.jsonl", "problems.jsonl", "problem.sgf"];
    let output = aji(path, &[&files[..], &["--out", "corners.jsonl", "--read", "0"]].concat());
    let text = told(&output);
    assert!(text.contains("final               1          0          0"), "{text}");
    assert!(text.contains("problem             1          2          1"), "{text}");
    assert!(text.contains("the same as another, or its reflection"), "{text}");
    assert!(text.ends_with("Wrote 5 patterns to corners.jsonl.\n"), "{text}");
    let written = fs::read_to_string(path.join("corners.jsonl")).unwrap();
    let first: Value = serde_json::from_str(written.lines().next().unwrap()).unwrap();
    assert_eq!(first["rows"][0], ".X.XO...");
    assert_eq!(first["rows"].as_array().unwrap().len(), 8);
    assert_eq!((&first["class"], &first["source"]), (&"alive".into(), &"final".into()));

    let output = aji(path, &[&files[..], &["--out", "more.jsonl", "--json"]].concat());
    let report = json(&output);
    assert!(report["patterns"].as_u64().unwrap() > 5, "{report}");
    assert!(report["counts"].as_array().unwrap().iter().any(|row| row["source"] == "reading"));
    let again = aji(path, &[&files[..], &["--out", "again.jsonl", "--json"]].concat());
    assert_eq!(json(&again), report);
    let [more, again] =
        ["more.jsonl", "again.jsonl"].map(|name| fs::read(path.join(name)).unwrap());
    assert!(more == again, "the same seed gives the same patterns");
}

#[test]
fn what_has_no_corner_is_refused_with_a_sentence() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("game.sgf"), "(;SZ[19];B[pd];W[dd])").unwrap();
    let said = refused(&aji(path, &["games", "corners", "game.sgf", "--out", "x.jsonl"]));
    assert!(said.contains("no pattern was found: nothing is enclosed in a corner: 1"), "{said}");
    fs::write(path.join("bad.jsonl"), "{}\n").unwrap();
    let said = refused(&aji(path, &["games", "corners", "bad.jsonl", "--out", "x.jsonl"]));
    assert!(said.contains("bad.jsonl, line 1: this is no problem of GoTools"), "{said}");
    let said = refused(&aji(path, &["eval", "corner", "--patterns", "bad.jsonl"]));
    assert!(said.contains("bad.jsonl, line 1: this is no pattern"), "{said}");
    fs::write(path.join("empty.jsonl"), "\n").unwrap();
    let said = refused(&aji(path, &["eval", "corner", "--patterns", "empty.jsonl"]));
    assert!(said.contains("has no patterns; `aji games corners` makes such files"), "{said}");
    let output = aji(path, &["eval", "corner", "--patterns", "bad.jsonl", "--model", "3d"]);
    assert_eq!(output.status.code(), Some(2));
    let train = ["train", "corner", "--patterns", "bad.jsonl", "--model", "2d", "--rate"];
    for rate in ["nan", "0", "-1", "much"] {
        assert_eq!(aji(path, &[&train[..], &[rate]].concat()).status.code(), Some(2), "{rate}");
    }
    assert!(!path.join("x.jsonl").exists());
}

/// Corners after random play in invented eye spaces, of all sources.
fn patterns(count: usize) -> String {
    let starts = ["......XO ......XO XXXXXXXO OOOOOOOO", "....XO ....XO ....XO XXXXXO OOOOOO"];
    let (mut reader, mut known) = (Reader::default(), std::collections::HashSet::new());
    let (mut lines, mut made, mut number) = (String::new(), 0, 0);
    while made < count {
        let problem = format!("problem {}", made / 3);
        let (status, source) = (LifeStatus::Alive, Source::ALL[made % 3]);
        let corner = starts[number as usize % 2].parse().unwrap();
        let start = Pattern { corner, status, source, problem };
        let (limits, mut dice) = (Limits { empty: 7, nodes: 5_000 }, Dice::new(4, number));
        number += 1;
        let played = played_on(&start, limits, &mut reader, &mut dice);
        if let Some(Ok(pattern)) = played
            && known.insert(pattern.corner.fingerprint())
        {
            let _ = writeln!(lines, "{}", Pattern { source, ..pattern });
            made += 1;
        }
    }
    lines
}

#[test]
fn networks_are_trained_measured_and_gone_on_with() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("corners.jsonl"), patterns(240)).unwrap();
    for model in ["full", "2d", "chan", "mesh"] {
        let train = ["train", "corner", "--patterns", "corners.jsonl", "--model", model];
        let train = [&train[..], &["--epochs", "3", "--out", "mine"]].concat();
        let whole = told(&aji(path, &train));
        let stem = format!("mine/corner-{model}");
        let card = fs::read_to_string(path.join(format!("{stem}.md"))).unwrap();
        assert_eq!(whole, card);
        assert!(card.contains(&format!("--model {model} --epochs 3")), "{card}");
        assert!(card.contains("| all | "), "{card}");
        let model_file = fs::read(path.join(format!("{stem}.safetensors"))).unwrap();
        let kept = told(&aji(path, &[&train[..], &["--stop-after", "1"]].concat()));
        assert!(kept.contains("--resume goes on with it"), "{kept}");
        assert_eq!(told(&aji(path, &[&train[..], &["--resume"]].concat())), card);
        assert!(fs::read(path.join(format!("{stem}.safetensors"))).unwrap() == model_file);
    }
    let eval = ["eval", "corner", "--patterns", "corners.jsonl", "--json"];
    let rows = json(&aji(path, &[&eval[..], &["--models", "mine"]].concat()))["rows"].clone();
    let names: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["model"].as_str().unwrap()).collect();
    assert_eq!(names, ["full", "2d", "chan", "mesh"]);
    for row in rows.as_array().unwrap() {
        let mut keys: Vec<&String> = row.as_object().unwrap().keys().collect();
        keys.sort();
        assert_eq!(keys, ["auc", "log_loss", "model", "patterns", "right_025", "right_05"]);
    }
    // Those built in know such corners well, and all have an answer.
    let rows = json(&aji(path, &eval))["rows"].clone();
    let mesh = rows.as_array().unwrap().last().unwrap();
    assert!(mesh["right_025"].as_f64().unwrap() > 0.97, "{mesh}");
    let table = told(&aji(path, &eval[..4]));
    assert!(table.contains("0.25 rule") && table.contains("that are alive or dead."), "{table}");
    let one = ["--model", "mesh", "--source", "final", "--held-out"];
    let rows = json(&aji(path, &[&eval[..], &one].concat()))["rows"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 1);
}

#[test]
fn first_moves_are_found() {
    let folder = folder();
    let eval =
        ["eval", "first-move", "--problems", "problems.jsonl", "--model", "mesh", "--plies", "2"];
    let rows = json(&aji(folder.path(), &[&eval[..], &["--json"]].concat()))["rows"].clone();
    let expected = r#"[{"model":"mesh","plies":2,"problems":2,"right":1.0}]"#;
    assert_eq!(rows.to_string(), expected);
    let table = told(&aji(folder.path(), &eval));
    assert!(table.contains("2 problems; a move at random is right in 33.3 %."), "{table}");
    let said = refused(&aji(folder.path(), &[&eval[..], &["--held-out"]].concat()));
    assert!(said.contains("has no such problem in a corner"), "{said}");
}

#[test]
fn a_judgement_names_corner_groups() {
    let folder = folder();
    let text = told(&aji(folder.path(), &["judge", "problem.sgf", "--move", "0"]));
    let line = text.lines().find(|line| line.starts_with("Corner: ")).unwrap();
    assert!(line.starts_with("Corner: Black's 5 stones at D19 live with "), "{line}");
    assert!(
        line.contains("unsettled with") && line.contains("Black first at B19, White at B19"),
        "{line}"
    );
    let judged = json(&aji(folder.path(), &["judge", "problem.sgf", "--move", "0", "--json"]));
    let corner = &judged["corners"][0];
    assert_eq!((&corner["color"], &corner["status"]), (&"black".into(), &"unsettled".into()));
    assert_eq!((&corner["to_live"], &corner["to_kill"]), (&"B19".into(), &"B19".into()));
    assert_eq!(corner["inside"].as_array().unwrap().len(), 3);
}

#[test]
fn the_study_of_life_is_made_anew() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("corners.jsonl"), patterns(900)).unwrap();
    let lab = ["lab", "life", "--patterns", "corners.jsonl", "--problems", "problems.jsonl"];
    let text = told(&aji(path, &[&lab[..], &["--runs", "2", "--percent", "4"]].concat()));
    for heading in
        ["Tables 7.1 and 7.2", "Table 3.1", "All the data", "Five answers", "learning curve"]
    {
        assert!(text.contains(heading), "{heading}: {text}");
    }
    let numbers = fs::read_to_string(path.join("results/life/results.json")).unwrap();
    let numbers: Value = serde_json::from_str(&numbers).unwrap();
    assert_eq!(numbers["study_sizes"].as_array().unwrap().len(), 6);
    assert_eq!(numbers["reader"]["decided"], numbers["reader"]["agrees"]);
    assert!(path.join("results/life/learning.svg").exists());
    let said = refused(&aji(path, &lab));
    assert!(said.contains("alive in final positions, where the study's sample has 450"), "{said}");
}

#[test]
fn the_bench_gives_the_same_digest_twice() {
    let folder = folder();
    let bench = || json(&aji(folder.path(), &["bench", "life", "--seconds", "0.01", "--json"]));
    let report = bench();
    assert_eq!(report["digest"], bench()["digest"]);
    let rows = report["rows"].as_array().unwrap();
    let mesh = rows.iter().find(|row| row["name"] == "one evaluation by mesh").unwrap();
    assert_eq!(
        (&mesh["limit"]["seconds"], &mesh["peer"]),
        (&20e-6.into(), &"reading it out".into())
    );
}

#[test]
fn problems_of_books_are_proved_on_the_whole_board() {
    let problems = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/open-problems.sgf");
    let args = ["eval", "life", "--open", problems, "--nodes", "30000", "--every", "6", "--json"];
    let report = json(&aji(folder().path(), &args));
    assert_eq!((&report["problems"], &report["unusable"]), (&40.into(), &0.into()), "{report}");
    assert_eq!((&report["false_proofs"], &report["none"]), (&0.into(), &0.into()), "{report}");
    assert!(report["right"].as_u64().unwrap() >= 36, "{report}");
}

//! Problems solved: as text, JSON, SGF and pictures, one by one and in collections.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_record::Record;
use serde_json::Value;
use std::fs;
use support::{aji, json, refused, told};

/// Three in a row in the corner, on 9x9.
const THREE: &str = "SZ[9]KM[0]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]";

/// The same in GoTools' form, and one that is recorded wrongly.
const LINES: &str = r#"{"id":"three","size":19,"black":["ea","eb","ac","bc","cc","dc","ec"],"white":["da","ab","bb","cb","db"],"target":[["da"]],"play_area":["aa","ba","ca"],"defender_first":{"result":"l","correct":["ba"],"tried":[]},"attacker_first":{"result":"d","correct":["ba"],"tried":[]}}
{"id":"misprint","size":19,"black":["ea","eb","ac","bc","cc","dc","ec"],"white":["da","ab","bb","cb","db"],"target":[["da"]],"play_area":["aa","ba","ca"],"defender_first":{"result":"d","correct":["aa"],"tried":[]},"attacker_first":null}
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("three.sgf", &format!("(;{THREE}PL[W])"));
    // A mark on the wall asks for the wall instead.
    write("marked.sgf", &format!("(;{THREE}TR[ea])"));
    write("game.sgf", "(;SZ[9]KM[0];B[ee];W[cc])");
    let printed = "(;B[ba]C[RIGHT])(;B[aa]C[wrong])";
    let misprint = "(;W[aa]C[Correct!])(;W[ba]C[No.])";
    write(
        "book.sgf",
        &format!("(;{THREE}GN[one]{printed})(;{THREE}{misprint})(;{THREE};B[ba])(;SZ[9]AB[ee])"),
    );
    write("lines.jsonl", LINES);
    folder
}

#[test]
fn the_example_problem_is_solved() {
    let folder = folder();
    insta::assert_snapshot!(told(&aji(folder.path(), &["solve"])));
}

#[test]
fn the_json_is_as_documented() {
    let folder = folder();
    let answer = json(&aji(folder.path(), &["solve", "three.sgf", "--json"]));
    let document = include_str!("../../../docs/solve.md");
    let example = document.split("```json").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(answer, serde_json::from_str::<Value>(example).unwrap());
    let estimated = json(&aji(folder.path(), &["solve", "--nodes", "50", "--json"]));
    let attacker_first = &estimated["attacker_first"];
    assert_eq!(attacker_first["proved"], false);
    assert!((0.0..=1.0).contains(&attacker_first["life"].as_f64().unwrap()));
    assert!(attacker_first.get("outcome").is_none());
}

#[test]
fn the_tree_is_a_record_that_replays() {
    let folder = folder();
    let tree = told(&aji(folder.path(), &["solve", "three.sgf", "--sgf", "-"]));
    let record = Record::from_sgf(&tree).unwrap();
    assert!(record.replay().fault.is_none());
    let root = record.tree.root();
    assert!(record.tree.text(root, "C").unwrap().contains("If White moves first, Black dies."));
    assert_eq!(record.tree.children(root).count(), 6);
    let right = record.tree.nodes().filter(|&node| record.tree.get(node, "TE").is_some());
    assert_eq!(right.count(), 2);
    told(&aji(folder.path(), &["solve", "three.sgf", "--sgf", "out.sgf", "--png", "out.png"]));
    let written = fs::read_to_string(folder.path().join("out.sgf")).unwrap();
    assert_eq!(written, tree);
    assert!(fs::read(folder.path().join("out.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn wrong_answers_of_collections_are_found() {
    let folder = folder();
    let text = told(&aji(folder.path(), &["solve", "book.sgf"]));
    insta::assert_snapshot!(text);
    let answer = json(&aji(folder.path(), &["solve", "lines.jsonl", "--json"]));
    let wrong: Vec<usize> = answer["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["wrong"].as_array().unwrap().len())
        .collect();
    assert_eq!(wrong, [0, 0, 1]);
}

#[test]
fn one_problem_of_a_collection_can_be_asked_for() {
    let folder = folder();
    let text = told(&aji(folder.path(), &["solve", "book.sgf", "--game", "2"]));
    assert!(text.contains("If White moves first, Black dies."), "{text}");
    let text = told(&aji(folder.path(), &["solve", "book.sgf", "--at", "a8"]));
    assert!(text.contains("Black's 5 stones"), "{text}");
}

#[test]
fn what_is_no_problem_is_refused_with_a_sentence() {
    let folder = folder();
    let said = |arguments: &[&str]| refused(&aji(folder.path(), arguments));
    assert!(said(&["solve", "game.sgf"]).contains("no group on the board is enclosed"));
    assert!(said(&["solve", "game.sgf", "--at", "e5"]).contains("not enclosed"));
    assert!(said(&["solve", "three.sgf", "--at", "z9"]).contains("`z9` is no point"));
    assert!(said(&["solve", "three.sgf", "--at", "a9"]).contains("no stone at a9"));
    assert!(said(&["solve", "marked.sgf"]).contains("not enclosed"));
    assert!(said(&["solve", "three.sgf", "--at", "a8", "--at", "e9"]).contains("both colours"));
}

#[test]
fn problems_are_measured() {
    let folder = folder();
    let measured =
        json(&aji(folder.path(), &["eval", "life", "--problems", "lines.jsonl", "--json"]));
    assert_eq!(measured["problems"], 2);
    assert_eq!(measured["solved"], 2);
    assert_eq!(measured["wrong"], 1);
    assert_eq!(measured["within_1s"], 2);
    assert!(measured["within_10ms"].as_u64().unwrap() <= 2);
    assert!(measured["median_nodes"].as_u64().unwrap() > 0);
    assert_eq!(measured.as_object().unwrap().len(), 6);
    let text = told(&aji(folder.path(), &["eval", "life", "--problems", "lines.jsonl"]));
    assert!(text.contains("not as recorded"), "{text}");
}

//! `aji eval` on small invented games, and what it says of input that it cannot use.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::influence::Kind;
use aji_judge::territory::Model;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use support::{folder_with, json, program, said};

/// Runs `aji eval territory` in a folder.
fn eval(folder: &Path, arguments: &[&str]) -> Output {
    on_threads("2", folder, arguments)
}

fn on_threads(threads: &str, folder: &Path, arguments: &[&str]) -> Output {
    ask("territory", threads, folder, arguments)
}

/// Runs `aji eval` with a question in a folder.
fn ask(question: &str, threads: &str, folder: &Path, arguments: &[&str]) -> Output {
    program()
        .args(["eval", question])
        .args(arguments)
        .env("RAYON_NUM_THREADS", threads)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn rows(output: &Output) -> Vec<Value> {
    let report = json(output);
    assert_eq!(report.as_object().unwrap().len(), 1);
    report["rows"].as_array().unwrap().clone()
}

/// A game on 5x5: Black's wall stands in the third column, White's in the fourth, each built from the
/// middle, the top or the bottom.
fn line(number: usize) -> String {
    let order = ["cabde", "abcde", "edcba", "cdeba"][number % 4];
    let moves: String = order.chars().map(|row| format!("c{row}d{row}")).collect();
    let ownership = if number == 0 { "BB=WW" } else { "BBBWW" }.to_string() + &"BBBWW".repeat(4);
    format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"B+4.5"}}"#)
}

/// A folder with `games.jsonl.gz`, of so many games.
fn folder(games: usize) -> tempfile::TempDir {
    let lines: Vec<String> = (0..games).map(line).collect();
    folder_with(&[("games.jsonl.gz", gzip(lines.join("\n").as_bytes()))])
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const GAMES: [&str; 4] = ["--labels", "games.jsonl.gz", "--komi", "0.5"];

#[test]
fn one_model_is_measured() {
    let folder = folder(8);
    let arguments = [&GAMES[..], &["--at", "4,10", "--model", "boltzmann5", "--json"]].concat();
    let rows = rows(&eval(folder.path(), &arguments));
    assert_eq!(rows.len(), 2);
    for (row, number) in rows.iter().zip([4, 10]) {
        assert_eq!(row["move"], number);
        assert_eq!(row["model"], "boltzmann5");
        assert_eq!(row["inference"], "exact");
        assert_eq!(row["positions"], 8);
        let figure = |name: &str| row[name].as_f64().unwrap();
        assert!((figure("neutral_share") - 1.0 / 200.0).abs() < 1e-9);
        assert!(figure("accuracy") > 0.7 && figure("accuracy") <= 1.0);
        assert!(figure("cross_entropy_low") <= figure("cross_entropy"));
        assert!(figure("cross_entropy") <= figure("cross_entropy_high"));
        for name in ["cross_entropy", "brier", "ece", "score_mae", "winner_accuracy_low"] {
            assert!(figure(name) > 0.0, "{name}: {row}");
        }
    }
    // Later is easier, and when all walls stand there is no doubt who leads.
    assert_eq!(rows[1]["winner_accuracy"], 1.0);
    assert!(rows[1]["cross_entropy"].as_f64() < rows[0]["cross_entropy"].as_f64());
}

#[test]
fn all_are_measured_on_the_games_that_did_not_calibrate() {
    let folder = folder(8);
    let arguments = [&GAMES[..], &["--at", "8", "--json"]].concat();
    let rows = rows(&eval(folder.path(), &arguments));
    let has = |model: &str, inference: &str| {
        rows.iter().any(|row| row["model"] == model && row["inference"] == inference)
    };
    assert!(has("boltzmann5", "exact") && has("boltzmann5", "bp"));
    for kind in Kind::ALL {
        assert!(has(&format!("influence/{kind}"), "logistic"), "{kind}");
    }
    assert!(rows.iter().all(|row| row["positions"] == 4));
}

#[test]
fn other_games_calibrate() {
    let folder = folder(8);
    fs::write(folder.path().join("others.jsonl"), [line(1), line(2)].join("\n")).unwrap();
    let choice = ["--at", "8", "--model", "influence/cross", "--calibrate", "others.jsonl"];
    let arguments = [&GAMES[..], &choice, &["--positions", "5"]].concat();
    let output = eval(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(rows(&output)[0]["positions"], 5);
    let text = String::from_utf8(eval(folder.path(), &arguments).stdout).unwrap();
    assert!(text.starts_with("Measured on 5 games of games.jsonl.gz.\n"), "{text}");
    assert!(text.contains("calibrated on 2 games of others.jsonl."), "{text}");
    // The first of the five games has one neutral point.
    assert!(text.contains("\nAfter move 8: 5 positions, of whose points 0.8 % are neutral\n"));
    assert!(text.contains("\ninfluence/cross "), "{text}");
}

#[test]
fn threads_and_repetition_change_nothing_and_the_seed_does() {
    let folder = folder(8);
    let arguments =
        [&GAMES[..], &["--at", "6", "--model", "boltzmann5/sw:20", "boltzmann5/bp", "--json"]]
            .concat();
    let alone = on_threads("1", folder.path(), &arguments).stdout;
    assert_eq!(alone, on_threads("3", folder.path(), &arguments).stdout);
    let seeded = [&arguments[..], &["--seed", "2"]].concat();
    let (one, two) = (rows(&eval(folder.path(), &arguments)), rows(&eval(folder.path(), &seeded)));
    assert_ne!(one[0]["cross_entropy"], two[0]["cross_entropy"]);
    assert_eq!(one[1]["cross_entropy"], two[1]["cross_entropy"]);
}

#[test]
fn models_come_from_a_folder() {
    let folder = folder(8);
    let zero = Model::new(Model::published().form().clone(), vec![0.0; 5]).unwrap();
    fs::write(folder.path().join("boltzmann5.safetensors"), zero.write().unwrap()).unwrap();
    fs::write(folder.path().join("another.safetensors"), "of no concern").unwrap();
    let arguments = [&GAMES[..], &["--at", "8", "--models", ".", "--json"]].concat();
    let rows = rows(&eval(folder.path(), &arguments));
    let entropies = |is_replaced: bool| -> Vec<f64> {
        let models = rows.iter().filter(|row| row["inference"] != "logistic");
        let meant = models.filter(|row| (row["model"] == "boltzmann5") == is_replaced);
        meant.map(|row| row["cross_entropy"].as_f64().unwrap()).collect()
    };
    let even = |entropy: &f64| (entropy - 2_f64.ln()).abs() < 1e-6;
    // Whoever weighs nothing knows nothing.
    assert_eq!(entropies(true).len(), 2);
    assert!(entropies(true).iter().all(even), "{rows:?}");
    // What the folder does not have is built in.
    assert!(!entropies(false).is_empty() && !entropies(false).iter().any(even), "{rows:?}");
}

/// Fails with this status and sentence.
fn refused(folder: &Path, arguments: &[&str], status: i32, sentence: &str) {
    was_refused(&eval(folder, arguments), arguments, status, sentence);
}

fn was_refused(output: &Output, arguments: &[&str], status: i32, sentence: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    assert!(said.contains(sentence), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && !said.contains("panicked"), "{arguments:?}: {said}");
}

#[test]
fn labels_that_cannot_be_used_are_refused() {
    let folder = folder(2);
    let root = folder.path();
    let short = line(1).replacen("BBBWW", "BBBW", 1);
    let unknown = line(1).replace("B+4.5", "?");
    let files: [(&str, &[u8], &str); 6] = [
        ("short", short.as_bytes(), "short, line 1: `ownership` has 24 letters"),
        ("result", unknown.as_bytes(), "result, line 1: `result` is `?`"),
        ("prose", b"Dear Ann", "prose, line 1: this is no labelled game"),
        ("empty", b"", "empty has no labelled games"),
        ("broken", b"\x1f\x8b\x08\x00nonsense", "cannot read the labels in broken"),
        ("binary", b"\xff\xfe\x00\x00", "cannot read the labels in binary"),
    ];
    for (name, bytes, sentence) in files {
        fs::write(root.join(name), bytes).unwrap();
        refused(root, &["--labels", name, "--at", "8"], 1, sentence);
        let calibrating = [&GAMES[..], &["--at", "8", "--calibrate", name]].concat();
        refused(root, &calibrating, 1, sentence);
    }
    refused(root, &["--labels", "missing", "--at", "8"], 1, "cannot read the labels in missing");
}

#[test]
fn questions_without_an_answer_are_refused() {
    let folder = folder(2);
    let root = folder.path();
    let ask = |more: &[&str], status, sentence| {
        refused(root, &[&GAMES[..], more].concat(), status, sentence);
    };
    ask(&["--model", "oracle"], 2, "there is no territory model `oracle`");
    ask(&["--model", "boltzmann5/guess"], 2, "`guess` is not a way to infer");
    ask(&["--model", "influence/charm"], 2, "there is no influence named \"charm\"");
    ask(&["--at", "soon"], 2, "invalid value 'soon'");
    ask(&["--positions", "0"], 2, "0 is not in");
    ask(
        &["--at", "8,30", "--model", "boltzmann5"],
        1,
        "no game reaches move 30: the longest of the 2 games taken of games.jsonl.gz has 10 moves",
    );
    ask(&["--at", "8", "--positions", "1"], 1, "one game is not enough to calibrate");
    ask(&["--at", "8", "--models", "nowhere"], 1, "there is no folder nowhere to take models from");
    fs::create_dir(root.join("bare")).unwrap();
    let chosen = ["--at", "8", "--models", "bare", "--model", "boltzmann5-per-point"];
    ask(
        &chosen,
        1,
        "the model `boltzmann5-per-point` is not built in; --models names a folder with",
    );
    let chosen = ["--at", "8", "--models", "bare", "--model", "boltzmann5"];
    fs::write(root.join("bare/boltzmann5.safetensors"), "nonsense").unwrap();
    ask(&chosen, 1, "bare/boltzmann5.safetensors: this is no safetensors file");
}

const MOVES: [&str; 4] = ["--labels", "games.jsonl.gz", "--at", "2,7"];

#[test]
fn moves_are_measured_on_the_games_that_did_not_fit() {
    let folder = folder(9);
    let output = ask("moves", "2", folder.path(), &[&MOVES[..], &["--json"]].concat());
    let rows = rows(&output);
    assert_eq!(rows.len(), 2);
    for (row, number) in rows.iter().zip([2, 7]) {
        assert_eq!(row["move"], number);
        assert_eq!((&row["model"], &row["inference"]), (&"boltzmann5".into(), &"bp".into()));
        assert_eq!(row["positions"], 5);
        assert_eq!(row.as_object().unwrap().len(), 12);
        let figure = |name: &str| row[name].as_f64().unwrap();
        assert!(figure("beta").is_finite());
        assert!(figure("log_probability_low") <= figure("log_probability"));
        assert!(figure("log_probability") <= figure("log_probability_high"));
        assert!(figure("log_probability_high") < 0.0);
        // No move is suicide or a ko: as many are legal as points are empty.
        assert!((figure("uniform") + f64::from(25 - number).ln()).abs() < 1e-9);
        assert!(figure("top1") <= figure("top5") && figure("top5") <= 1.0);
        assert!(figure("mean_rank") >= 1.0 && figure("mean_rank") <= f64::from(25 - number));
    }
    let text = String::from_utf8(ask("moves", "2", folder.path(), &MOVES).stdout).unwrap();
    let told = "boltzmann5/bp measured on the second half of the 9 games taken of games.jsonl.gz.";
    assert!(text.starts_with(told), "{text}");
    assert!(text.contains("\n   2          5  ") && text.contains("\n   7          5  "), "{text}");
}

#[test]
fn whoever_weighs_nothing_chooses_blindly() {
    let folder = folder(4);
    let zero = Model::new(Model::published().form().clone(), vec![0.0; 5]).unwrap();
    fs::write(folder.path().join("boltzmann5.safetensors"), zero.write().unwrap()).unwrap();
    let arguments = [&MOVES[..], &["--models", ".", "--json"]].concat();
    for row in rows(&ask("moves", "2", folder.path(), &arguments)) {
        assert_eq!(row["beta"], 0.0);
        assert_eq!(row["log_probability"], row["uniform"]);
        assert_eq!(row["mean_rank"], (26.0 - row["move"].as_f64().unwrap()) / 2.0);
    }
}

#[test]
fn threads_change_nothing_in_moves_and_the_seed_does() {
    let folder = folder(6);
    let arguments = [&MOVES[..], &["--model", "boltzmann5/sw:20", "--json"]].concat();
    let alone = ask("moves", "1", folder.path(), &arguments);
    let together = ask("moves", "3", folder.path(), &arguments);
    assert_eq!(alone.stdout, together.stdout);
    let seeded = [&arguments[..], &["--seed", "2"]].concat();
    let other = rows(&ask("moves", "2", folder.path(), &seeded));
    assert_ne!(rows(&alone)[0]["beta"], other[0]["beta"]);
}

#[test]
fn questions_about_moves_without_an_answer_are_refused() {
    let folder = folder(2);
    let passes = r#"{"moves":"aatt","ownership":"BBBB","result":"B+4.5"}"#;
    fs::write(folder.path().join("passes"), [passes, passes].join("\n")).unwrap();
    let cases: [(&[&str], i32, &str); 7] = [
        (&["games.jsonl.gz", "--model", "oracle"], 2, "there is no territory model `oracle`"),
        (&["games.jsonl.gz", "--at", "soon"], 2, "invalid value 'soon'"),
        (&["games.jsonl.gz", "--positions", "1"], 1, "one game is not enough to fit beta"),
        (&["games.jsonl.gz", "--models", "x"], 1, "there is no folder x to take models from"),
        (&["missing"], 1, "cannot read the labels in missing"),
        (
            &["games.jsonl.gz", "--at", "8,10"],
            1,
            "no game in the first half of the 2 games taken of games.jsonl.gz goes on with a stone \
             after move 10",
        ),
        (&["passes", "--at", "1"], 1, "goes on with a stone after move 1"),
    ];
    for (arguments, status, sentence) in cases {
        let arguments = [&["--labels"], arguments].concat();
        let output = ask("moves", "2", folder.path(), &arguments);
        was_refused(&output, &arguments, status, sentence);
    }
}

/// A game on 7x7 of which Black has the left and White the right, up to the wall in this column.
fn won(column: char, result: &str) -> String {
    let next = char::from(column as u8 + 1);
    let moves: String =
        "dcebfag".chars().map(|row| format!(";B[{column}{row}];W[{next}{row}]")).collect();
    format!("(;SZ[7]KM[6.5]RE[{result}]{moves})\n")
}

/// A folder with `games.sgf`: four games that count and others that do not.
fn won_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        won('e', "B+14.5"),
        won('b', "W+27.5"),
        won('c', "W+R"),
        "(;SZ[7]KM[6.5]RE[B+R];B[dd];W[de])".to_string(),
        // Left out: seen before, on time, no winner.
        won('b', "W+27.5"),
        won('d', "B+T"),
        won('d', "?"),
    ];
    fs::write(folder.path().join("games.sgf"), games.concat()).unwrap();
    folder
}

const WON: [&str; 6] = ["--games", "games.sgf", "--model", "territory", "--at", "2,14"];

#[test]
fn winners_are_predicted() {
    let folder = won_folder();
    let output = ask("winner", "2", folder.path(), &WON);
    assert!(output.status.success(), "{}", said(&output));
    insta::assert_snapshot!("winners", String::from_utf8(output.stdout).unwrap());

    let output = ask("winner", "2", folder.path(), &[&WON[..], &["--json"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // Nobody stands beside the one.
    assert_eq!(report["mcnemar"].as_array().unwrap().len(), 0);
    let rows = report["rows"].as_array().unwrap();
    let heads: Vec<_> =
        rows.iter().map(|row| (&row["move"], &row["ended"], &row["games"])).collect();
    let expected = [
        (2, "all", 4),
        (2, "counted", 2),
        (2, "resigned", 2),
        (14, "all", 3),
        (14, "counted", 2),
        (14, "resigned", 1),
    ]
    .map(|(number, ended, games)| (Value::from(number), Value::from(ended), Value::from(games)));
    assert_eq!(heads, expected.each_ref().map(|(number, ended, games)| (number, ended, games)));
    // With the walls built there is no doubt.
    assert_eq!((&rows[3]["accuracy"], &rows[3]["auc"]), (&1.0.into(), &1.0.into()));
    // White resigned to nobody: of one winner alone there is no pair.
    assert_eq!((&rows[5]["majority"], &rows[5]["auc"]), (&1.0.into(), &Value::Null));
    for name in ["log_loss", "brier", "ece", "accuracy_low", "accuracy_high"] {
        assert!(rows[0][name].as_f64().unwrap() > 0.0, "{name}: {}", rows[0]);
    }
}

#[test]
fn those_who_predict_winners_are_compared() {
    let folder = won_folder();
    let more = ["--model", "territory", "--positions", "3", "--json"];
    let arguments = [&WON[..], &more].concat();
    let alone = ask("winner", "1", folder.path(), &arguments);
    assert_eq!(alone.stdout, ask("winner", "3", folder.path(), &arguments).stdout);
    let report: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(report["rows"].as_array().unwrap().len(), 12);
    // Nobody is better than himself.
    let tests = report["mcnemar"].as_array().unwrap();
    assert_eq!(tests.len(), 2);
    for (test, number) in tests.iter().zip([2, 14]) {
        assert_eq!((&test["move"], &test["p"]), (&number.into(), &1.0.into()));
        assert_eq!((&test["only_first"], &test["only_second"]), (&0.into(), &0.into()));
        assert_eq!((&test["model"], &test["against"]), (&"territory".into(), &"territory".into()));
    }
}

#[test]
fn questions_about_winners_without_an_answer_are_refused() {
    let folder = won_folder();
    let cases: [(&[&str], i32, &str); 4] = [
        (
            &["--games", "games.sgf", "--model", "oracle"],
            2,
            "nothing named `oracle` predicts winners",
        ),
        (&["--model", "territory"], 2, "--games"),
        (
            &["--games", "games.sgf", "--model", "territory", "--at", "10,30"],
            1,
            "no game reaches move 30: 4 games; 3 left out: 1 without a winner, 1 not decided on the \
             board, 1 seen before",
        ),
        (
            &["--games", "games.sgf", "--models", "nowhere"],
            1,
            "there is no folder nowhere to take models from",
        ),
    ];
    for (arguments, status, sentence) in cases {
        let output = ask("winner", "2", folder.path(), arguments);
        was_refused(&output, arguments, status, sentence);
    }
}

/// A folder with two openings on 19x19 and a game on another board.
fn opening_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = "(;SZ[19]KM[6.5]RE[W+R];B[pd];W[dd];B[pp];W[dp];B[fq];W[cn])\n\
                 (;SZ[19]KM[7.5]RE[B+];B[qd];W[dp];B[dd];W[pq];B[po])\n(;SZ[9]RE[B+R];B[ee])\n";
    fs::write(folder.path().join("games.sgf"), games).unwrap();
    folder
}

#[test]
fn moves_of_openings_are_predicted() {
    let folder = opening_folder();
    let measured = |threads: &str, arguments: &[&str]| {
        let fixed = ["--games", "games.sgf", "--json"];
        rows(&ask("opening", threads, folder.path(), &[&fixed[..], arguments].concat()))
    };
    let all = measured("2", &[]);
    assert_eq!(all.len(), 2);
    assert_eq!((&all[0]["model"], &all[1]["model"]), (&"perceptron".into(), &"habits".into()));
    for row in &all {
        assert_eq!(row["positions"], 11);
        let figure = |name: &str| row[name].as_f64().unwrap();
        assert!(figure("top1") <= figure("top10") && figure("log_prob") < 0.0);
        assert!(figure("top10_low") <= figure("top10") && figure("top10") <= figure("top10_high"));
    }
    // Who knows openings knows such moves.
    assert!(all[1]["top10"].as_f64().unwrap() > 0.8, "{all:?}");
    assert_eq!(measured("1", &[]), all);
    assert_eq!(measured("2", &["--model", "habits"]), all[1..]);
    assert_eq!(measured("2", &["--moves", "3-5"])[0]["positions"], 6);
    let text = ask("opening", "2", folder.path(), &["--games", "games.sgf"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("Moves 1 to 50 of 2 games: 11 positions."), "{text}");
}

#[test]
fn questions_about_openings_without_an_answer_are_refused() {
    let folder = opening_folder();
    fs::write(folder.path().join("small.sgf"), "(;SZ[9]RE[B+R];B[ee])").unwrap();
    let cases: [(&[&str], i32, &str); 5] = [
        (&[], 2, "--games"),
        (&["--games", "games.sgf", "--model", "oracle"], 2, "nobody named `oracle`"),
        (&["--games", "games.sgf", "--moves", "50-1"], 2, "moves are given as 1-50"),
        (&["--games", "games.sgf", "--moves", "70-80"], 1, "no game reaches move 70"),
        (&["--games", "small.sgf"], 1, "there is no even game on 19x19 to measure on"),
    ];
    for (arguments, status, sentence) in cases {
        let output = ask("opening", "2", folder.path(), arguments);
        was_refused(&output, arguments, status, sentence);
    }
}

#[test]
fn the_panel_is_measured() {
    let folder = won_folder();
    let asked = ["games.sgf", "--at", "2,14"];
    let output = ask("panel", "2", folder.path(), &[&asked[..], &["--json"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["labelled"]), (&4.into(), &0.into()));
    let rows = report["rows"].as_array().unwrap();
    let field = rows.iter().find(|row| row["judge"] == "field").unwrap();
    assert_eq!((&field["phase"], &field["games"]), (&"opening".into(), &4.into()));
    assert!(field["winner_low"].as_f64() < field["winner_high"].as_f64(), "{field}");
    assert_eq!(field["owner"], Value::Null);
    let text = String::from_utf8(ask("panel", "2", folder.path(), &asked).stdout).unwrap();
    assert!(text.starts_with("Measured on 4 games; whose the points were is known of 0 games.\n"));
    assert!(text.contains("\nThe opening, after moves 2, 14\n"), "{text}");

    let arguments = ["games.sgf", "--at", "30"];
    let output = ask("panel", "2", folder.path(), &arguments);
    was_refused(
        &output,
        &arguments,
        1,
        "no game reaches move 30: of 4 even games with a winner the longest has 14 moves",
    );
    was_refused(&ask("panel", "2", folder.path(), &[]), &[], 2, "<PATH>");
}

/// A folder with `games.sgf`, one game a line, `labels.jsonl` of two of them, and `own.jsonl`, a teacher's
/// own games on 3x3.
fn taught_folder() -> tempfile::TempDir {
    let folder = opening_folder();
    let labels: Vec<String> = [(0, 2, "pp800 dp60"), (0, 5, "cn700"), (1, 4, "po900")]
        .map(|(line, moves, policy)| {
            let own = "O".repeat(361);
            format!(
                r#"{{"line":{line},"move":{moves},"win":5000,"lead":-5,"own":"{own}","policy":"{policy}"}}"#
            )
        })
        .into();
    fs::write(folder.path().join("labels.jsonl"), labels.join("\n")).unwrap();
    let own = r#"{"size":3,"komi":7.5,"rules":"chinese","moves":"bbaa","labels":[{"move":1,"win":9000,"lead":15,"own":"ooooooooo","policy":"tt1000"}]}"#;
    fs::write(folder.path().join("own.jsonl"), [own, "{", own].join("\n")).unwrap();
    folder
}

const TAUGHT: [&str; 4] = ["--labels", "labels.jsonl", "--games", "games.sgf"];

#[test]
fn judges_are_held_against_a_teacher() {
    let folder = taught_folder();
    let measured = |threads: &str, more: &[&str]| {
        let arguments = [&TAUGHT[..], &["--json"], more].concat();
        rows(&ask("teacher", threads, folder.path(), &arguments))
    };
    let all = measured("2", &[]);
    let heads: Vec<_> = all
        .iter()
        .map(|row| (row["model"].as_str().unwrap(), row["from"].as_u64(), row["to"].as_u64()))
        .collect();
    let parts = |model| [(model, Some(1), Some(6)), (model, Some(1), Some(50))];
    assert_eq!(heads, ["deep", "deep-around", "field", "outlook", "habits"].map(parts).concat());
    for row in &all {
        assert_eq!((&row["size"], &row["positions"]), (&19.into(), &3.into()));
        let figure = |name: &str| row[name].as_f64();
        let is_mover = row["model"] == "habits";
        for name in ["lead_apart", "win_apart", "owner_cross_entropy", "owner_apart"] {
            assert_eq!(figure(name).is_none(), is_mover, "{name}: {row}");
        }
        assert!(figure("lead_apart") >= figure("lead_bias").map(f64::abs));
        assert!(figure("first_in_five") >= figure("first_same"));
        let is_deep = row["model"].as_str().unwrap().starts_with("deep");
        assert_eq!(figure("first_same").is_some(), is_mover || is_deep);
    }
    // Of owners that nobody knows, nothing is better than to say so.
    assert!(all[0]["owner_cross_entropy"].as_f64().unwrap() > 0.69);
    // The moves were played in an opening: who knows openings knows them.
    assert_eq!(all[8]["first_in_five"], 1.0);
    assert_eq!(measured("1", &[]), all);
    let held_back = measured("2", &["--model", "outlook", "--held-back"]);
    assert_eq!((held_back.len(), &held_back[0]["positions"]), (2, &2.into()));
    assert_eq!(measured("2", &["--model", "outlook", "--positions", "1"])[0]["positions"], 1);
    let text = String::from_utf8(ask("teacher", "2", folder.path(), &TAUGHT).stdout).unwrap();
    assert!(text.starts_with("Measured on 3 positions of labels.jsonl.\n\nmodel "), "{text}");
    let habits = text.lines().find(|line| line.starts_with("habits ")).unwrap();
    let cells: Vec<&str> = habits.split_whitespace().take(6).collect();
    assert_eq!(cells, ["habits", "19x19", "1-6", "3", "-", "-"]);
}

#[test]
fn a_broken_label_is_named_and_the_rest_is_used() {
    let folder = taught_folder();
    let arguments = ["--labels", "own.jsonl", "--model", "field", "patterns", "--json"];
    let output = ask("teacher", "2", folder.path(), &arguments);
    let rows = rows(&output);
    assert_eq!(said(&output).lines().count(), 1);
    assert!(said(&output).starts_with("own.jsonl, line 2: this is no teacher's label"));
    assert_eq!((&rows[0]["size"], &rows[0]["positions"]), (&3.into(), &2.into()));
    // A teacher who passes: `patterns` ranks no pass.
    assert_eq!((&rows[2]["model"], &rows[2]["first_in_five"]), (&"patterns".into(), &0.0.into()));
}

#[test]
fn questions_about_teachers_without_an_answer_are_refused() {
    let folder = taught_folder();
    let second = fs::read_to_string(folder.path().join("labels.jsonl")).unwrap();
    fs::write(folder.path().join("second.jsonl"), second.lines().last().unwrap()).unwrap();
    let cases: [(&[&str], i32, &str); 5] = [
        (&[], 2, "--labels"),
        (&["--labels", "labels.jsonl"], 1, "name the file with the games"),
        (&["--labels", "nowhere.jsonl"], 1, "cannot read nowhere.jsonl"),
        (&["--labels", "own.jsonl", "--model", "oracle"], 2, "nobody named `oracle` can be asked"),
        (
            &["--labels", "second.jsonl", "--games", "games.sgf", "--held-back"],
            1,
            "no game in second.jsonl is held back",
        ),
    ];
    for (arguments, status, sentence) in cases {
        let output = ask("teacher", "2", folder.path(), arguments);
        was_refused(&output, arguments, status, sentence);
    }
}

#[test]
fn moves_of_games_are_predicted() {
    let folder = opening_folder();
    let measured = |threads: &str, more: &[&str]| {
        let arguments = [&["--games", "games.sgf", "--json"], more].concat();
        rows(&ask("policy", threads, folder.path(), &arguments))
    };
    let all = measured("2", &[]);
    // `habits` does not know the game on 9x9.
    for (row, (model, to, positions)) in all.iter().zip([
        ("deep", 6, 12),
        ("deep", 50, 12),
        ("deep-around", 6, 12),
        ("deep-around", 50, 12),
        ("habits", 6, 11),
        ("habits", 50, 11),
        ("patterns", 6, 12),
        ("patterns", 50, 12),
    ]) {
        assert_eq!((&row["model"], &row["from"]), (&model.into(), &1.into()));
        assert_eq!((&row["to"], &row["positions"]), (&to.into(), &positions.into()));
        let figure = |name: &str| row[name].as_f64().unwrap();
        assert!(figure("top1") <= figure("top5") && figure("top5") <= figure("top10"));
        let has_chances = row["log_prob"].as_f64().is_some_and(|log| log < 0.0);
        assert_eq!(has_chances, model != "patterns", "{row}");
    }
    assert_eq!(all.len(), 8);
    // What `aji eval opening` says of the same moves; equals are first there.
    let arguments = ["--games", "games.sgf", "--model", "habits", "--json"];
    let opening = &rows(&ask("opening", "2", folder.path(), &arguments))[0];
    assert_eq!(all[4]["positions"], opening["positions"]);
    assert!(all[4]["top1"].as_f64() <= opening["top1"].as_f64());
    let [log, same] = [&all[4], opening].map(|row| row["log_prob"].as_f64().unwrap());
    assert!((log - same).abs() < 1e-9);

    assert_eq!(measured("1", &[]), all);
    let positions = |more: &[&str]| {
        measured("2", &[&["--model", "patterns"], more].concat())[0]["positions"].clone()
    };
    assert_eq!(positions(&["--held-back", "2"]), 7);
    // Of six moves the first, third and fifth, of five the second and fourth, and the one.
    assert_eq!(positions(&["--every", "2"]), 6);
    assert_eq!(positions(&["--positions", "8"]), 8);
    let text = ask("policy", "2", folder.path(), &["--games", "games.sgf"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("Measured on 3 games.\n\nmodel "), "{text}");
}

#[test]
fn questions_about_policies_without_an_answer_are_refused() {
    let folder = opening_folder();
    fs::write(folder.path().join("small.sgf"), "(;SZ[9]RE[B+R];B[ee])").unwrap();
    fs::write(folder.path().join("handicap.sgf"), "(;SZ[9]HA[2]AB[cc][gg];W[ee])").unwrap();
    let cases: [(&[&str], i32, &str); 5] = [
        (&[], 2, "--games"),
        (&["--games", "games.sgf", "--model", "oracle"], 2, "nobody named `oracle` can be asked"),
        (&["--games", "games.sgf", "--model", "field"], 1, "`field` does not say what to play"),
        (&["--games", "handicap.sgf"], 1, "there is no move of an even game to measure on"),
        (&["--games", "small.sgf", "--model", "habits"], 1, "knows boards of this size"),
    ];
    for (arguments, status, sentence) in cases {
        let output = ask("policy", "2", folder.path(), arguments);
        was_refused(&output, arguments, status, sentence);
    }
}

//! The program as people use it: golden answers, and what it says when things go wrong.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::{aji, transcript};

/// A fresh folder to work in.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A collection with an ordinary game, its mirror image, odd ones and broken ones.
const COLLECTION: &str = "\
(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Ann]BR[3k]PW[Bob]WR[1d]RE[B+2.5];B[cc];W[gc];B[gg];W[cg])
(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]BR[3k]WR[1d]RE[B+R];B[gc];W[cc];B[cg];W[gg])
(;SZ[9]KM[6.5]
;B[ee];W[ee])
(;AP[foxwq]SZ[19]KM[375]HA[2]AB[dd][pp]RU[Chinese]RE[W+R];W[dp];B[pd])
(;SZ[99];B[aa])
(;SZ[13]RE[Void];B[gg]
";

#[test]
fn the_example_is_shown() {
    let output = aji(folder().path(), &["show"]);
    insta::assert_snapshot!("show_example", transcript(&output));
}

#[test]
fn a_position_is_shown_with_ko_and_atari() {
    let folder = folder();
    let ko = "(;SZ[5]KM[0.5]RU[Chinese]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])";
    fs::write(folder.path().join("ko.sgf"), ko).unwrap();
    let text = aji(folder.path(), &["show", "ko.sgf"]);
    insta::assert_snapshot!("show_ko", transcript(&text));
    let json = aji(folder.path(), &["show", "ko.sgf", "--json"]);
    insta::assert_snapshot!("show_ko_json", transcript(&json));
    let before = aji(folder.path(), &["show", "ko.sgf", "--move", "0"]);
    insta::assert_snapshot!("show_ko_before", transcript(&before));
}

#[test]
fn a_position_is_drawn() {
    let folder = folder();
    let pictures = ["--svg", "board.svg", "--png", "board.png"];
    let output = aji(folder.path(), &[&["show", "--move", "3"], &pictures[..]].concat());
    assert!(output.status.success());
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    // Three stones of radius 11; the ring of the last has two halves of radius 6, drawn with a seam.
    assert_eq!(svg.matches("r=\"11\"").count(), 3);
    assert_eq!(svg.matches("A6 6").count(), 4);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(fs::read(folder.path().join("board.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_drawing_goes_to_standard_output() {
    let output = aji(folder().path(), &["show", "--svg", "-"]);
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"<svg ") && output.stdout.ends_with(b"</svg>\n"));
    let output = aji(folder().path(), &["show", "--png", "-"]);
    let expected = "aji: pixels go to a file, not to standard output: name one after --png\n";
    assert!(transcript(&output).starts_with(expected), "{}", transcript(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_error_channel_is_no_panic() {
    let program = assert_cmd::cargo::cargo_bin!("aji");
    let full = fs::File::create("/dev/full").unwrap();
    let status = Command::new(program).args(["show", "missing.sgf"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_collection_is_looked_at() {
    let folder = folder();
    fs::write(folder.path().join("games.sgf"), COLLECTION).unwrap();
    let text = aji(folder.path(), &["games", "games.sgf"]);
    insta::assert_snapshot!("games", transcript(&text));
    let json = aji(folder.path(), &["games", "games.sgf", "--json"]);
    insta::assert_snapshot!("games_json", transcript(&json));
    let notes = aji(folder.path(), &["games", "games.sgf", "--notes"]);
    insta::assert_snapshot!("games_notes", transcript(&notes));
}

#[test]
fn a_game_of_a_collection_is_chosen() {
    let folder = folder();
    fs::write(folder.path().join("games.sgf"), COLLECTION).unwrap();
    let cases = [
        ("2", "After move 4: White G3"),
        (
            "3",
            "aji: games.sgf, game 3, line 4: move 2, White at E5, is illegal: the point is \
             occupied; what comes before can be shown with --move 1\n",
        ),
        ("5", "aji: games.sgf, game 5, line 6: the board size '99' is not one that we know"),
        ("7", "aji: games.sgf has 6 games\n"),
    ];
    for (number, expected) in cases {
        let output = aji(folder.path(), &["show", "games.sgf", "--game", number]);
        assert!(transcript(&output).contains(expected), "{number}: {}", transcript(&output));
    }
    let output = aji(folder.path(), &["show", "games.sgf", "--game", "3", "--move", "1"]);
    assert!(output.status.success(), "{}", transcript(&output));
}

#[test]
fn a_position_set_up_at_the_end_is_shown() {
    let folder = folder();
    fs::write(folder.path().join("end.sgf"), "(;SZ[5]KM[0];B[aa];AB[bb])").unwrap();
    let output = aji(folder.path(), &["show", "end.sgf"]);
    assert!(transcript(&output).contains("After move 1, with stones set up"));
}

#[test]
fn a_broken_file_does_not_hide_the_games_of_a_folder() {
    let folder = folder();
    fs::write(folder.path().join("a.sgf"), "no game").unwrap();
    fs::write(folder.path().join("b.sgf"), "(;SZ[5]KM[0];B[aa])").unwrap();
    let output = aji(folder.path(), &["show", "."]);
    assert!(output.status.success(), "{}", transcript(&output));
    let output = aji(folder.path(), &["show", ".", "--game", "2"]);
    assert!(transcript(&output).contains("a.sgf: no game is in it"), "{}", transcript(&output));
}

#[test]
fn standard_input_is_read() {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("aji"));
    let output = command.args(["show", "-"]).write_stdin("(;SZ[5];B[cc])").output().unwrap();
    assert!(transcript(&output).contains("After move 1: Black C3"), "{}", transcript(&output));
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &[][..],
        &["dance"],
        &["show", "--move", "many"],
        &["show", "--moves", "3"],
        &["show", "--game", "0"],
        &["games"],
        &["bench"],
        &["bench", "rules", "--seconds", "nan"],
    ] {
        let output = aji(folder().path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

/// Runs aji with so many megabytes of memory, and some for the stacks and heaps of its threads.
fn limited(folder: &Path, megabytes: usize, arguments: &[&str]) -> Output {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let kilobytes = 1024 * (megabytes + 100 * threads);
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")])
        .arg(assert_cmd::cargo::cargo_bin!("aji"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Runs `aji games PATH` and `aji show PATH` with little memory: both fail with this sentence.
fn refused(folder: &Path, path: &str, sentence: &str) {
    for command in ["games", "show"] {
        let output = limited(folder, 300, &[command, path]);
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{command} {path}: {said}");
        assert!(said.contains(sentence), "{command} {path}: {said}");
        assert!(!said.contains("panicked"), "{command} {path}: {said}");
    }
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let folder = folder();
    let root = folder.path();
    refused(root, "missing.sgf", "missing.sgf: no such file or folder");

    fs::write(root.join("empty.sgf"), "").unwrap();
    refused(root, "empty.sgf", "empty.sgf: it is empty");

    fs::write(root.join("prose.sgf"), "Dear Ann, no game today.\n").unwrap();
    refused(root, "prose.sgf", "prose.sgf: no game is in it");

    fs::create_dir(root.join("folder")).unwrap();
    fs::write(root.join("folder/readme.txt"), "nothing here").unwrap();
    refused(root, "folder", "folder: there is no game file in it");

    fs::write(root.join("broken.sgf.gz"), b"\x1f\x8b\x08\x00nonsense").unwrap();
    refused(root, "broken.sgf.gz", "broken.sgf.gz: its data are cut off or damaged");

    fs::write(root.join("broken.zip"), b"PK\x03\x04nonsense").unwrap();
    refused(root, "broken.zip", "broken.zip: its data are cut off or damaged");
}

#[test]
fn enormous_lines_are_refused_in_little_memory() {
    let folder = folder();
    let root = folder.path();
    let hundred_megabytes = "x".repeat(100_000_000);
    fs::write(root.join("line.sgf"), &hundred_megabytes).unwrap();
    refused(root, "line.sgf", "line.sgf: no game is in it");
    fs::write(root.join("comment.sgf"), format!("(;C[{hundred_megabytes}])")).unwrap();
    refused(root, "comment.sgf", "comment.sgf: game 1, from line 1, is longer than 8388608 bytes");
}

#[test]
fn hostile_games_are_read_in_little_memory() {
    let folder = folder();
    let root = folder.path();
    // Each is within the limit of a game's length.
    let nasty = [
        ("empty nodes", ";".repeat(8_000_000)),
        ("changes of turn", ";PL[B];PL[W]".repeat(200_000)),
        ("passes", ";B[];W[]".repeat(300_000)),
        ("variations", "(;B[aa])".repeat(500_000)),
        ("depth", "(;B[]".repeat(500_000)),
        ("values", format!(";AB{}", "[aa]".repeat(1_500_000))),
    ];
    for (name, inside) in nasty {
        fs::write(root.join("nasty.sgf"), format!("(;SZ[9]RU[NZ]{inside})")).unwrap();
        let output = limited(root, 600, &["games", "nasty.sgf"]);
        // Whether such a game is read or refused, the program survives it.
        let said = transcript(&output);
        let survived = matches!(output.status.code(), Some(0 | 1)) && !said.contains("panicked");
        assert!(survived, "{name}: {}", &said[..said.len().min(500)]);
    }
}

#[test]
fn bombs_and_loops_are_refused() {
    let folder = folder();
    let root = folder.path();
    // One gzip member of zeros, again and again: gzip files may have many members.
    let mut bomb = Vec::new();
    let member = gzip(&vec![0; 10_000_000]);
    for _ in 0..20 {
        bomb.extend_from_slice(&member);
    }
    fs::write(root.join("bomb.sgf.gz"), bomb).unwrap();
    refused(root, "bomb.sgf.gz", "it expands to more than 200 times its size");

    #[cfg(unix)]
    {
        fs::create_dir_all(root.join("round/inner")).unwrap();
        std::os::unix::fs::symlink("..", root.join("round/inner/up")).unwrap();
        refused(root, "round", "which contains it");
    }
}

#[test]
fn a_broken_game_does_not_cost_the_others() {
    let folder = folder();
    let root = folder.path();
    fs::write(root.join("good.sgf"), "(;SZ[9];B[aa])").unwrap();
    fs::write(root.join("bad.sgf"), "(;SZ[9];B[aa];W[aa])").unwrap();
    let output = aji(root, &["games", "bad.sgf", "good.sgf"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    // A file that is not there is a failure, but the others are counted all the same.
    let output = aji(root, &["games", "missing.sgf", "good.sgf"]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(transcript(&output).contains("games       1\n"), "{}", transcript(&output));
}

#[test]
fn the_bench_gives_the_same_digest_twice() {
    let digest = || {
        let folder = folder();
        fs::write(folder.path().join("games.sgf"), COLLECTION).unwrap();
        let arguments = ["bench", "rules", "--seconds", "0.01", "--games", "games.sgf", "--json"];
        let output = aji(folder.path(), &arguments);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["rows"].as_array().unwrap().len(), 7);
        report["digest"].as_str().unwrap().to_string()
    };
    let once = digest();
    assert_eq!(once, digest());
    insta::assert_snapshot!("bench_digest", once);
}

#[test]
fn the_bench_of_territory_has_a_golden_digest() {
    let output = aji(folder().path(), &["bench", "territory", "--seconds", "0.01", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    for row in rows {
        assert_eq!((&row["size"], &row["threads"]), (&19.into(), &1.into()), "{row}");
        let took = row["seconds"].as_f64().unwrap() * row["per_second"].as_f64().unwrap();
        assert!((took - 1.0).abs() < 1e-9, "{row}");
    }
    let named = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(named("influence distance")["limit"]["seconds"], 150e-6);
    assert_eq!(named("marginals, exact")["limit"]["memory_mb"], 64.0);
    assert!(named("marginals, exact")["is_within_limit"].is_boolean());
    assert!(named("marginals, exact")["times_bp"].as_f64().unwrap() > 1.0);
    // Beside GNU Go where it is installed; else a sentence says why not.
    let ours = named("score, exact");
    match report["notes"][0].as_str() {
        None => assert_eq!(ours["peer"], "GNU Go"),
        Some(note) => assert!(note.contains("GNU Go") && ours["peer"].is_null(), "{note}"),
    }
    insta::assert_snapshot!("bench_territory_digest", report["digest"].as_str().unwrap());
}

#[test]
fn the_bench_of_patterns_has_a_golden_digest() {
    let output = aji(folder().path(), &["bench", "patterns", "--seconds", "0.01", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 6, "three ways, with few shapes and with many");
    for row in rows {
        let is_slow = row["name"].as_str().unwrap().ends_with("sign by sign");
        assert_eq!(row["peer"].is_null(), is_slow, "{row}");
        assert!(is_slow || row["ratio"].as_f64().unwrap() > 1.0, "{row}");
    }
    insta::assert_snapshot!("bench_patterns_digest", report["digest"].as_str().unwrap());
}

#[test]
fn bench_shows_players_and_analysis() {
    let output = aji(folder().path(), &["bench", "play", "--seconds", "0.01", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    for name in ["patterns", "territory", "winner:nn-influence", "winner"] {
        let row = row(&format!("moves of {name}"));
        assert_eq!((row["peer"].as_str(), row["size"].as_u64()), (Some("GNU Go"), Some(19)));
    }
    let limit = |size: u64| {
        let is_it =
            |row: &&serde_json::Value| row["name"] == "games of static" && row["size"] == size;
        rows.iter().find(is_it).unwrap()["limit"]["seconds"].as_f64()
    };
    assert_eq!((limit(13), limit(19)), (Some(2e-3), None));
    assert!(row("analyses")["per_second"].as_f64().unwrap() > 0.0);
    insta::assert_snapshot!("bench_play_digest", report["digest"].as_str().unwrap());
}

#[test]
fn only_the_bench_of_rules_reads_games() {
    let output = aji(folder().path(), &["bench", "territory", "--games", "games.sgf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(transcript(&output).starts_with("aji: only `aji bench rules` reads games"));
}

/// Gzipped bytes.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

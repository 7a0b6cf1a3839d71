//! `aji arena`: golden answers, matches that are gone on with, GNU Go as an opponent, bad arguments.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_record::Record;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::{aji, json, said, told};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs `aji arena` in a folder.
fn arena(folder: &Path, arguments: &[&str]) -> Output {
    aji(folder, &[&["arena"], arguments].concat())
}

/// What it printed, without the times, which are never the same.
fn printed(output: &Output) -> String {
    let text = told(output);
    let (lines, times) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(times.starts_with("Time a move: "), "{times}");
    lines.to_string()
}

/// The names and contents of a folder's files.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (PathBuf::from(path.file_name().unwrap()), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// `gtp:` and the command that starts GNU Go. Debian keeps it in a folder that is not in everybody's
/// path.
fn gnu_go(level: u8) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut found = folders.map(|folder| folder.join("gnugo")).filter(|file| file.is_file());
    let program = found.next().expect(
        "GNU Go is not installed: run ./test, which installs it, or install the package gnugo",
    );
    format!("gtp:'{}' --mode gtp --level {level}", program.display())
}

const SMALL: [&str; 8] = ["random", "random", "--size", "7", "--games", "6", "--seed", "2"];

#[test]
fn a_small_match() {
    let folder = folder();
    let output = arena(folder.path(), &[&SMALL[..], &["--out", "match"]].concat());
    insta::assert_snapshot!("arena_small", printed(&output));
    let read = |name: &str| fs::read_to_string(folder.path().join("match").join(name)).unwrap();
    insta::assert_snapshot!("arena_results", read("results.csv"));
    insta::assert_snapshot!("arena_settings", read("match.json"));
    insta::assert_snapshot!("arena_record", read("0001.sgf"));
}

#[test]
fn a_round_robin_of_openings() {
    let openings = ["--size", "9x7", "--plies", "12", "--random-opening", "4", "--finish", "judge"];
    let three = ["random", "random", "random", "--games", "2", "--rules", "japanese"];
    let output = arena(folder().path(), &[&three[..], &openings].concat());
    insta::assert_snapshot!("arena_openings", printed(&output));
}

#[test]
fn openings_in_the_corners() {
    let folder = folder();
    let corners = ["random", "random", "--games", "2", "--size", "13", "--corner-opening"];
    let judged = ["--plies", "6", "--finish", "judge", "--out", "match"];
    let all = [&corners[..], &judged].concat();
    let text = printed(&arena(folder.path(), &all));
    assert!(text.contains("; the first moves drawn in the corners; openings of 6 moves"), "{text}");
    // Nothing is left to be played, so that there are no times.
    let resumed = arena(folder.path(), &[&all[..], &["--resume"]].concat());
    assert_eq!(String::from_utf8_lossy(&resumed.stdout).trim_end(), text.trim_end());
    let without = [&corners[..6], &judged, &["--resume"]].concat();
    let refused = said(&arena(folder.path(), &without));
    assert!(refused.contains("corner_opening true instead of null"), "{refused}");
    let small = arena(folder.path(), &["random", "random", "--size", "9", "--corner-opening"]);
    assert!(said(&small).contains("shorter side is 11 or more, not 9x9"));
}

#[test]
fn threads_change_nothing() {
    let folder = folder();
    let on = |threads: &str, out: &str| {
        let rest = ["--threads", threads, "--out", out, "--json"];
        let output = arena(folder.path(), &[&SMALL[..], &rest].concat());
        (json(&output), files(&folder.path().join(out)))
    };
    let (one, other) = (on("1", "one"), on("3", "other"));
    assert_eq!(one, other);
    assert_eq!(one.0["games"].as_array().unwrap().len(), 6);
    assert_eq!(one.0["standings"][0]["player"], "random #1");
    assert_eq!(one.1.len(), 8);
}

#[test]
fn a_match_is_gone_on_with() {
    let folder = folder();
    let all = [&SMALL[..], &["--out", "match"]].concat();
    let whole = printed(&arena(folder.path(), &all));
    let out = folder.path().join("match");
    let before = files(&out);
    for name in ["0002.sgf", "0005.sgf", "results.csv"] {
        fs::remove_file(out.join(name)).unwrap();
    }
    let resumed = arena(folder.path(), &[&all[..], &["--resume"]].concat());
    assert_eq!(printed(&resumed), whole);
    assert_eq!(files(&out), before);
}

#[test]
fn matches_are_not_mixed() {
    let folder = folder();
    let all = [&SMALL[..], &["--out", "match"]].concat();
    let nothing = arena(folder.path(), &[&all[..], &["--resume"]].concat());
    assert!(
        said(&nothing)
            .ends_with("begin anew without --resume: No such file or directory (os error 2)\n")
    );
    assert!(arena(folder.path(), &all).status.success());
    let again = arena(folder.path(), &all);
    let expected =
        "aji: match has a match already: go on with it by --resume, or take another folder\n";
    assert_eq!((said(&again).as_str(), again.status.code()), (expected, Some(1)));
    let other = arena(folder.path(), &[&all[..], &["--resume", "--komi", "0"]].concat());
    let expected = "aji: the match in match has other settings: komi \"7.5\" instead of \"0\"\n";
    assert_eq!((said(&other).as_str(), other.status.code()), (expected, Some(1)));
    let record = folder.path().join("match/0001.sgf");
    fs::write(&record, "(;GM[1]").unwrap();
    let broken = arena(folder.path(), &[&all[..], &["--resume"]].concat());
    assert_eq!(broken.status.code(), Some(1));
    assert!(said(&broken).starts_with("aji: match/0001.sgf: "), "{}", said(&broken));
}

#[test]
fn gnu_go_is_beaten_by_nobody_here() {
    let folder = folder();
    let engine = gnu_go(1);
    let match_of_two = ["random", &engine, "--games", "2", "--size", "9"];
    let played = |rest: &[&str]| json(&arena(folder.path(), &[&match_of_two[..], rest].concat()));
    let told = played(&["--out", "match", "--json", "--threads", "1"]);
    let gnu_go = &told["standings"][1];
    assert_eq!((&gnu_go["all"]["won"], &gnu_go["points"]), (&2.into(), &4.into()));
    assert_eq!(told["forfeited_games"], 0);
    let sgf = fs::read_to_string(folder.path().join("match/0002.sgf")).unwrap();
    let replay = Record::from_sgf(&sgf).unwrap().replay();
    assert!(replay.fault.is_none() && replay.moves > 20);
    // It is given a seed and forgets what it knew, so it is the same on several threads. As a
    // referee it agrees that a random player has nothing on the board.
    let again = played(&["--json", "--threads", "2", "--referee", &engine]);
    assert_eq!(again["games"], told["games"]);
}

/// Plays a game with each colour against GNU Go, and checks the records: all ended as games should, and
/// neither our rules nor GNU Go's found anything illegal on the way, which would be a forfeit.
fn full_games(player: &str, size: usize) {
    let (folder, engine) = (folder(), gnu_go(0));
    let side = size.to_string();
    let arguments = [player, &engine, "--games", "2", "--size", &side, "--out", "match", "--json"];
    let told = json(&arena(folder.path(), &arguments));
    assert_eq!((&told["forfeited_games"], &told["games"][1]["black"]), (&0.into(), &1.into()));
    for (number, black) in [(1, player), (2, &*engine)] {
        let path = folder.path().join(format!("match/{number:04}.sgf"));
        let record = Record::from_sgf(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(record.head.players.black, black);
        let replay = record.replay();
        assert!(replay.fault.is_none() && record.notes.is_empty());
        let game = replay.game;
        assert_eq!(game.position().size().width(), size);
        let comment = record.tree.text(record.tree.root(), "C").unwrap();
        let ended = comment.lines().find_map(|line| line.strip_prefix("Ended: ")).unwrap();
        assert!(game.is_over() == (ended == "both passed"), "{ended}");
        assert!(["both passed", "resignation"].contains(&ended), "{ended}");
        // Each side has a real game behind it.
        assert!(replay.moves > size * size / 3, "{} moves", replay.moves);
    }
}

#[test]
fn full_games_on_small_boards() {
    full_games("patterns", 9);
    full_games("patterns", 13);
}

#[test]
fn full_games_on_the_large_board() {
    full_games("patterns", 19);
}

/// Our engine is driven from outside like any other, GNU Go being told all its moves.
#[test]
fn full_games_of_our_own_engine() {
    let program = assert_cmd::cargo::cargo_bin!("aji").display();
    full_games(&format!("gtp:'{program}' gtp"), 9);
    full_games(&format!("gtp:'{program}' gtp --player static --rules japanese"), 9);
}

#[test]
fn who_cannot_be_started_is_named() {
    let output = arena(folder().path(), &["random", "gtp:/no/such/engine --mode gtp"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "aji: /no/such/engine --mode gtp: it cannot be started: No such file or directory \
                    (os error 2); check the command\n";
    assert_eq!(said(&output), expected);
}

#[test]
fn wrong_usage() {
    let folder = folder();
    for (arguments, expected) in [
        (&["random"][..], "2 values required"),
        (&["random", "nobody"], "there is no player `nobody`: take random, "),
        (&["random", "random", "--games", "0"], "0 is not in 1.."),
        (&["random", "random", "--size", "26"], "26"),
        (&["random", "random", "--size", "9x"], "expected a side such as 13, or two such as 13x9"),
        (&["random", "random", "--plies", "10"], "--finish <NAME>"),
        (&["random", "random", "--finish", "judge"], "--plies <MOVES>"),
        (&["random", "random", "--referee", "god"], "there is no referee `god`: take judge, none"),
        (&["random", "random", "--resume"], "--out <FOLDER>"),
        (&["random", "random", "--rules", "martian"], "there are no rules named 'martian'"),
    ] {
        let output = arena(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains(expected), "{arguments:?}: {}", said(&output));
    }
    let output = arena(folder.path(), &["random", "random", "--size", "5", "--handicap", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "aji: 2 handicap stones have no places on a 5x5 board; it takes none\n";
    assert_eq!(said(&output), expected);
}

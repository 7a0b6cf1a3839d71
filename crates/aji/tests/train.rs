//! `aji train` on small invented games: models that can be used, runs that go on, input that cannot be
//! used.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;
use support::{aji, said};

fn train(folder: &Path, arguments: &[&str]) -> Output {
    let fixed = ["train", "--labels", "games.jsonl", "--moves", "2-10", "--positions", "16"];
    aji(folder, &[&fixed[..], arguments].concat())
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

/// A file of games of random play on 19x19, 40 moves each, won by whoever has more stones on the left.
fn random_games(path: &Path, count: u64) {
    let mut text = String::new();
    for game in 0..count {
        let mut state = game.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (mut left, mut moves, mut taken) = (0, String::new(), std::collections::HashSet::new());
        while taken.len() < 40 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let (x, y) = ((state >> 33) % 19, (state >> 43) % 19);
            if !taken.insert((x, y)) {
                continue;
            }
            let color = ["W", "B"][taken.len() % 2];
            left += i32::from(x < 9) * if color == "B" { 1 } else { -1 };
            let letter = |at: u64| char::from(b'a' + at as u8);
            moves += &format!(";{color}[{}{}]", letter(x), letter(y));
        }
        let result = if left > 0 { "B+R" } else { "W+2.5" };
        text += &format!("(;GM[1]FF[4]SZ[19]KM[6.5]RE[{result}]{moves})\n");
    }
    fs::write(path, text).unwrap();
}

#[test]
fn a_model_of_winners_is_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    random_games(&path.join("games.sgf"), 60);
    let train = |arguments: &[&str]| {
        let fixed =
            ["train", "winner", "--model", "nn-influence", "--games", "games.sgf", "--epochs", "4"];
        aji(path, &[&fixed[..], arguments].concat())
    };
    let output = train(&["--out", "whole", "--valid", "games.sgf"]);
    assert!(output.status.success(), "{}", said(&output));
    let card = fs::read_to_string(path.join("whole/nn-influence.md")).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), card);
    assert!(card.contains("aji train winner --model nn-influence --games games.sgf"), "{card}");
    // No game is as long as the later phases.
    assert!(card.contains("| 80 | 0 | 0 | 0 |"), "{card}");
    let whole = fs::read(path.join("whole/nn-influence.safetensors")).unwrap();

    // It ends as soon as it has been kept once, as if killed.
    let output = train(&["--out", "parts", "--valid", "games.sgf", "--stop-after", "2"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(!path.join("parts/nn-influence.safetensors").exists());
    let output = train(&["--out", "parts", "--valid", "games.sgf", "--resume"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(fs::read(path.join("parts/nn-influence.safetensors")).unwrap(), whole);
    assert!(!path.join("parts/nn-influence.checkpoint").exists());

    let output = train(&["--resume"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("cannot read models/nn-influence.checkpoint"));
    let output = aji(path, &["train", "winner", "--model", "nothing", "--games", "games.sgf"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("no model `nothing` is fitted to who won"));
}

#[test]
fn our_own_model_of_winners_is_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    random_games(&path.join("games.sgf"), 10);
    let train = |arguments: &[&str]| {
        let fixed =
            ["train", "winner", "--model", "outlook", "--games", "games.sgf", "--steps", "2"];
        let output = aji(path, &[&fixed[..], arguments].concat());
        assert!(output.status.success(), "{}", said(&output));
    };
    train(&["--out", "whole"]);
    let card = fs::read_to_string(path.join("whole/outlook.md")).unwrap();
    assert!(
        card.contains("aji train winner --model outlook --games games.sgf --steps 2"),
        "{card}"
    );
    train(&["--out", "parts", "--stop-after", "1"]);
    assert!(!path.join("parts/outlook.safetensors").exists());
    train(&["--out", "parts", "--resume"]);
    let file = |folder: &str| fs::read(path.join(folder).join("outlook.safetensors")).unwrap();
    assert_eq!(file("parts"), file("whole"));
}

#[test]
fn every_model_of_the_opening_is_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    random_games(&path.join("games.sgf"), 40);
    for (model, file, command) in [
        (
            "perceptron",
            "perceptron",
            "--model perceptron --games games.sgf --first 20 --epochs 2 --seed 3",
        ),
        ("habits", "habits", "--model habits --games games.sgf --first 20 --epochs 2 --seed 3"),
        ("fuzzy", "fuzzy", "--model fuzzy --games games.sgf --first 20 --epochs 2 --seed 3"),
        ("td", "td", "--model td --games games.sgf --first 20 --epochs 2 --seed 3"),
    ] {
        let train = |arguments: &[&str]| {
            let fixed = ["train", "opening", "--model", model, "--games", "games.sgf"];
            let few = ["--first", "20", "--epochs", "2", "--seed", "3"];
            aji(path, &[&fixed[..], &few, arguments].concat())
        };
        let output = train(&["--out", "whole"]);
        assert!(output.status.success(), "{}", said(&output));
        let card = fs::read_to_string(path.join(format!("whole/{file}.md"))).unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), card);
        assert!(card.contains(&format!("aji train opening {command}\n")), "{card}");
        assert!(card.contains("from the first 50 moves of 20 games"), "{card}");
        let whole = fs::read(path.join(format!("whole/{file}.safetensors"))).unwrap();

        let output = train(&["--out", "parts", "--stop-after", "1"]);
        assert!(output.status.success(), "{}", said(&output));
        assert!(!path.join(format!("parts/{file}.safetensors")).exists());
        let output = train(&["--out", "parts", "--resume"]);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(fs::read(path.join(format!("parts/{file}.safetensors"))).unwrap(), whole);
        assert!(!path.join(format!("parts/{file}.checkpoint")).exists());
    }
    // What was trained is used.
    let output = aji(path, &["suggest", "--move", "10", "--models", "whole", "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let built_in = aji(path, &["suggest", "--move", "10", "--json"]);
    assert_ne!(output.stdout, built_in.stdout);

    fs::write(path.join("small.sgf"), "(;SZ[9]KM[6.5]RE[W+R];B[ee])").unwrap();
    let output = aji(path, &["train", "opening", "--model", "habits", "--games", "small.sgf"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("there is no even game on 19x19 to learn from"));
}

/// A file of a teacher's labels for little games on 5x5, one line of which is broken.
fn teacher(path: &Path) {
    let label = |moves: usize, own: char| {
        let own = own.to_string().repeat(25);
        format!(r#"{{"move":{moves},"win":7000,"lead":35,"own":"{own}","policy":"ea700 tt200"}}"#)
    };
    let labels = [label(0, 'o'), label(1, 'A')].join(",");
    let game = |moves: &str| {
        format!(
            r#"{{"size":5,"komi":0.5,"rules":"chinese","moves":"{moves}","labels":[{labels}]}}"#
        )
    };
    let lines = [game("ccbb"), game("ccbb"), "{\"size\":5".to_string(), game("ddcb")];
    fs::write(path, lines.join("\n")).unwrap();
}

#[test]
fn the_deep_network_learns_from_itself_and_goes_on_after_an_interruption() {
    let folder = folder();
    let path = folder.path();
    teacher(&path.join("labels.jsonl"));
    let train = |out: &str, arguments: &[&str]| {
        let fixed = [
            "train",
            "deep",
            "--selfplay",
            "9",
            "--generations",
            "2",
            "--boards",
            "5",
            "--visits",
            "6",
            "--teacher",
            "labels.jsonl",
            "--batch",
            "16",
            "--steps",
            "2",
            "--match-games",
            "2",
            "--blocks",
            "1",
            "--channels",
            "16",
            "--window",
            "1",
        ];
        aji(path, &[&fixed[..], &["--out", out], arguments].concat())
    };
    let read = |name: &str| fs::read(path.join(name)).unwrap();
    let text = |name: &str| String::from_utf8(read(name)).unwrap();
    let whole = train("whole", &[]);
    assert!(whole.status.success(), "{}", said(&whole));
    assert!(said(&whole).contains("after generation 2, "), "{}", said(&whole));
    let card = text("whole/deep.md");
    for part in [
        "--selfplay 9 --generations 2 --visits 6 --boards 5 --window 1",
        "| generation | games | won | points | 5x5 policy | 5x5 owners |",
        "\n| 0 | 0 | - | - |",
        "\n| 2 | ",
        "How it learned",
    ] {
        assert!(card.contains(part), "{part} is not in\n{card}");
    }
    let games = text("whole/selfplay.jsonl");
    assert!((10..=18).contains(&games.lines().count()), "{games}");

    let half = train("parts", &["--stop-after", "1"]);
    assert!(half.status.success(), "{}", said(&half));
    let card = text("parts/deep.md");
    assert!(card.contains("work in progress: 1 of 2 generations are done"), "{card}");
    // A line that was torn by a crash is written anew.
    let of_one = text("parts/selfplay.jsonl");
    assert!(games.starts_with(&of_one) && of_one.lines().count() < games.lines().count());
    fs::write(path.join("parts/selfplay.jsonl"), &of_one[..of_one.len() - 40]).unwrap();
    let rest = train("parts", &["--resume"]);
    assert!(rest.status.success(), "{}", said(&rest));
    assert!(read("parts/deep.safetensors") == read("whole/deep.safetensors"));
    assert_eq!(text("parts/selfplay.jsonl"), games);

    // What it played can be learned from as from a teacher, and it can begin without one.
    let own =
        ["train", "deep", "--teacher", "whole/selfplay.jsonl", "--batch", "16", "--steps", "1"];
    let taught = aji(path, &[&own[..], &["--blocks", "1", "--channels", "16"]].concat());
    assert!(taught.status.success() && !said(&taught).contains("left out"), "{}", said(&taught));
    let alone = ["train", "deep", "--selfplay", "8", "--generations", "1", "--boards", "4,5"];
    let small =
        ["--visits", "4", "--steps", "1", "--batch", "16", "--blocks", "1", "--channels", "16"];
    let alone =
        aji(path, &[&alone[..], &small, &["--match-games", "0", "--out", "alone"]].concat());
    assert!(alone.status.success(), "{}", said(&alone));

    for (arguments, sentence) in [
        (&["--own-share", "1"][..], "--own-share must be above 0 and below 1"),
        (&["--match-games", "3"], "--match-games must be even"),
        (&["--boards", "20"], "20 is not in 2..=19"),
        (&["--visits", "1"], "1 is not in 2..=100000"),
    ] {
        let fixed = ["train", "deep", "--selfplay", "1"];
        let refused = aji(path, &[&fixed[..], arguments].concat());
        assert!(!refused.status.success());
        assert!(said(&refused).contains(sentence), "{}", said(&refused));
    }
    let lonely = aji(path, &["train", "deep", "--teacher", "labels.jsonl", "--visits", "9"]);
    assert!(said(&lonely).contains("--selfplay"), "{}", said(&lonely));
}

#[test]
fn the_deep_network_is_the_same_after_an_interruption_and_grows() {
    let folder = folder();
    let path = folder.path();
    teacher(&path.join("labels.jsonl"));
    let train = |out: &str, arguments: &[&str]| {
        let fixed = ["train", "deep", "--teacher", "labels.jsonl", "--batch", "16", "--steps", "4"];
        aji(path, &[&fixed[..], &["--out", out], arguments].concat())
    };
    let small = ["--blocks", "1", "--channels", "16"];
    let whole = train("whole", &small);
    assert!(whole.status.success(), "{}", said(&whole));
    assert!(said(&whole).contains("left out: labels.jsonl, line 3"), "{}", said(&whole));
    let card = fs::read_to_string(path.join("whole/deep.md")).unwrap();
    assert_eq!(String::from_utf8_lossy(&whole.stdout), card);
    for part in ["# deep\n", "--blocks 1 --channels 16 --steps 4", "How it learned"] {
        assert!(card.contains(part), "{card}");
    }

    let half = train("parts", &[&small[..], &["--stop-after", "2"]].concat());
    assert!(half.status.success(), "{}", said(&half));
    let card = fs::read_to_string(path.join("parts/deep.md")).unwrap();
    assert!(card.contains("work in progress: 2 of 4 steps"), "{card}");
    let rest = train("parts", &[&small[..], &["--resume"]].concat());
    assert!(rest.status.success(), "{}", said(&rest));
    let model = |out: &str| fs::read(path.join(out).join("deep.safetensors")).unwrap();
    assert!(model("whole") == model("parts"));

    let from = ["--from", "whole/deep.safetensors"];
    let grown = train("grown", &[&from[..], &["--blocks", "2", "--channels", "32"]].concat());
    assert!(grown.status.success(), "{}", said(&grown));
    let card = String::from_utf8_lossy(&grown.stdout).into_owned();
    assert!(card.contains("2 blocks of 32 channels"), "{card}");
    // Without a step, nothing but how it is measured can change.
    let zero = ["train", "deep", "--teacher", "labels.jsonl", "--steps", "0", "--out", "zero"];
    let measured = aji(path, &[&zero[..], &["--from", "grown/deep.safetensors"]].concat());
    assert!(measured.status.success(), "{}", said(&measured));
    assert!(!String::from_utf8_lossy(&measured.stdout).contains("How it learned"));
    let weights = |out: &str| aji_judge::deep::Deep::read(&model(out)).unwrap().weights().to_vec();
    assert!(weights("zero") == weights("grown"));
    let judged = aji(path, &["judge", "--move", "20", "--models", "grown", "--json"]);
    assert!(judged.status.success(), "{}", said(&judged));

    for (arguments, sentence) in [
        (
            &["--from", "grown/deep.safetensors", "--blocks", "1"][..],
            "a model can grow, not shrink",
        ),
        (&["--from", "labels.jsonl"], "this is no safetensors file"),
        (&["--channels", "20"], "--channels must be a multiple of 16"),
        (&["--rate", "nan"], "--rate must be above zero"),
        (&["--resume", "--seed", "2", "--blocks", "1"], "cannot read"),
    ] {
        let refused = train("other", arguments);
        assert!(!refused.status.success());
        assert!(said(&refused).contains(sentence), "{}", said(&refused));
    }
}

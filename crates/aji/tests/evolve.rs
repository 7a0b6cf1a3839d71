//! `aji train evolve` with a few tiny generations: champions with their card, runs that go on, flags that
//! cannot be. And `aji lab evolution` with champions that know nothing.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_judge::Dice;
use aji_studies::evolution::evolved::{Champion, Design, Evolved, Lineage};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::{aji, said, told};

fn evolve(folder: &Path, arguments: &[&str]) -> Output {
    aji(folder, &[&["train", "evolve"], arguments].concat())
}

/// Generations 0 to 2 of two networks, with all that they need to be quick.
const TINY: [&str; 8] =
    ["--generations", "2", "--population", "2", "--keep-every", "2", "--measured-by", "6"];

#[test]
fn champions_are_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (name, start) in [
        ("evolved-1", &["--experiment", "1", "--plies", "1"][..]),
        (
            "evolved-2-antithetic",
            &["--experiment", "2", "--antithetic", "--archive", "1", "--seed", "7"][..],
        ),
    ] {
        let train = |more: &[&str]| evolve(path, &[start, &TINY, more].concat());
        let file = |folder: &str, ending: &str| path.join(folder).join(format!("{name}.{ending}"));
        let card = told(&train(&["--out", "whole"]));
        assert_eq!(fs::read_to_string(file("whole", "md")).unwrap(), card);
        assert!(card.starts_with(&format!("# {name}\n")), "{card}");
        assert!(card.contains("2 generations of 2 networks after the first"), "{card}");
        assert!(card.contains("- networks in a generation: 2 instead of "), "{card}");
        let command = format!("    aji train evolve {}", start[..2].join(" "));
        assert!(card.contains(&command), "{card}");
        assert!(card.contains("| `static` | "), "{card}");
        assert!(card.contains("| the champion of generation 0 | "), "{card}");
        assert!(!file("whole", "checkpoint").exists());

        let words = told(&train(&["--out", "parts", "--stop-after", "1"]));
        assert!(words.contains("--resume goes on with it"), "{words}");
        assert!(file("parts", "checkpoint").exists() && !file("parts", "safetensors").exists());
        let output = train(&["--out", "parts", "--resume", "--games", "2"]);
        assert!(said(&output).contains("of a run with other settings"), "{}", said(&output));
        assert_eq!(told(&train(&["--out", "parts", "--resume"])), card);
        let read = |folder: &str| fs::read(file(folder, "safetensors")).unwrap();
        assert_eq!(read("parts"), read("whole"));
        assert!(!file("parts", "checkpoint").exists());
    }
}

#[test]
fn what_cannot_be_evolved_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let refused = |arguments: &[&str], sentence: &str| {
        let output = evolve(path, arguments);
        assert!(!output.status.success());
        assert!(said(&output).contains(sentence), "{}", said(&output));
    };
    refused(&[], "--experiment <NUMBER>");
    refused(&["--experiment", "3"], "there is no experiment `3`: take 1 or 2");
    let one = |more: &[&'static str]| [&["--experiment", "1"], more].concat();
    refused(&one(&["--tied"]), "only the windows of experiment 2 can be tied");
    refused(&one(&["--population", "5"]), "--population must be even");
    refused(&one(&["--strategy", "luck"]), "take study, antithetic or diagonal");
    refused(&one(&["--handicap", "6"]), "6 is not in 2..=5");
    refused(&one(&["--handicap-until", "6"]), "--handicap <N>");
    refused(&one(&["--plies", "3"]), "3 is not in 1..=2");
    refused(&one(&["--steps", "0"]), "expected a number above 0");
    refused(&one(&["--keep-every", "1"]), "take a larger number for --keep-every");
    refused(&one(&["--resume"]), "cannot read models/evolved-1.checkpoint");
    fs::write(path.join("models/evolved-1.checkpoint"), "{}").unwrap();
    refused(&one(&["--resume"]), "begin anew without --resume");
    assert!(!path.join("models/evolved-1.safetensors").exists());
}

/// The signal that is sent when somebody wants a program to end.
#[cfg(unix)]
#[test]
fn an_interrupted_evolution_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let arguments = ["--experiment", "1", "--plies", "1", "--population", "2"];
    // Wait for the first work to be kept, so that it is surely under way.
    told(&evolve(path, &[&arguments[..], &["--stop-after", "1"]].concat()));
    let checkpoint = path.join("models/evolved-1.checkpoint");
    let before = fs::read(&checkpoint).unwrap();
    let child = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .args(["train", "evolve", "--resume"])
        .args(arguments)
        .current_dir(path)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    let kill = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("interrupted; what was done is kept in models"));
    assert!(fs::read(&checkpoint).unwrap() != before);
    told(&evolve(path, &[&arguments[..], &["--stop-after", "1", "--resume"]].concat()));
}

#[test]
fn the_bench_stands_beside_the_study_and_gives_the_same_digest_twice() {
    let bench = || -> serde_json::Value {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
            .args(["bench", "evolve", "--seconds", "0.01", "--json"])
            .output()
            .unwrap();
        serde_json::from_str(&told(&output)).unwrap()
    };
    let report = bench();
    assert_eq!(report["digest"], bench()["digest"]);
    let rows = report["rows"].as_array().unwrap();
    let generations = rows.iter().filter(|row| row["peer"] == "Kendall et al.");
    let limits: Vec<f64> =
        generations.map(|row| row["limit"]["seconds"].as_f64().unwrap()).collect();
    assert_eq!(limits, [0.228, 0.117]);
}

/// Champions of three generations for every lineage, by random weights.
fn write_champions(folder: &Path) {
    for lineage in Lineage::ALL {
        let design = Design::of_study(lineage.experiment);
        let champion = |generation: u32| {
            let mut dice = Dice::new(1, u64::from(generation));
            let weights = (0..design.weight_count()).map(|_| 0.2 * dice.normal() as f32).collect();
            Champion { generation, weights }
        };
        let evolved = Evolved::new(design, [0, 5, 9].map(champion).to_vec()).unwrap();
        let file = folder.join(format!("{}.safetensors", lineage.file_stem()));
        fs::write(file, evolved.file().write().unwrap()).unwrap();
    }
}

#[test]
fn the_study_of_evolution_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write_champions(path);
    let aji = assert_cmd::cargo::cargo_bin!("aji");
    let lab = |gnu_go: &str, out: &str, threads: &str| {
        Command::new(aji)
            .args(["lab", "evolution", "--models", ".", "--games", "2", "--against", "2"])
            .args(["--along", "2", "--asked", "2", "--changes", "1"])
            .args(["--gnu-go", gnu_go, "--out", out])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(path)
            .output()
            .unwrap()
    };
    let refused = lab("no-such-program", "none", "2");
    let why = "GNU Go, which --gnu-go names, cannot be started: no-such-program: it cannot";
    assert!(said(&refused).contains(why), "{}", said(&refused));
    assert!(!path.join("none").exists());

    let stand_in = format!("'{}' gtp --player random", aji.display());
    told(&lab(&stand_in, "made", "2"));
    let read = |folder: &str, name: &str| fs::read_to_string(path.join(folder).join(name)).unwrap();
    let page = read("made", "README.md");
    assert!(!page.contains("NaN"), "{page}");
    for figure in [
        "figure9",
        "figure10-antithetic",
        "static",
        "evolved-2-first",
        "evolved-1-antithetic-opening",
    ] {
        let name = format!("{figure}.svg");
        assert!(page.contains(&format!("({name})")), "{name}");
        assert!(read("made", &name).starts_with("<svg"), "{name}");
    }
    let numbers: serde_json::Value = serde_json::from_str(&read("made", "results.json")).unwrap();
    // Three champions play each other twice.
    let robins = numbers["round_robins"].as_array().unwrap();
    assert!(robins.len() == 4 && robins.iter().all(|robin| robin["games"] == 6), "{robins:?}");
    // For each lineage static, generation 0 in two ways and GNU Go; ours meet the study's generation 0,
    // too, and static meets GNU Go.
    let counts = [("last_champions", 4 * 4 + 2 + 1), ("changes", 18), ("scatter", 4)];
    for (name, count) in counts {
        assert_eq!(numbers[name].as_array().unwrap().len(), count, "{name}");
    }
    told(&lab(&stand_in, "again", "1"));
    for name in ["README.md", "results.json", "figure9.svg"] {
        let again = read("again", name);
        assert_eq!(again, read("made", name), "{name}");
    }
}

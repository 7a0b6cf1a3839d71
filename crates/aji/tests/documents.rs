//! What the documents say is true: paths exist, commands run.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::library::ENDING;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// What stands between single backquotes in a document, code blocks aside.
fn quoted(document: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let outside_blocks = text.split("```").step_by(2);
    let parts = outside_blocks.flat_map(|part| part.split('`').skip(1).step_by(2));
    parts.map(str::to_string).collect()
}

/// Whether a quoted text is meant as a path of this repository.
fn is_path(text: &str) -> bool {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let known_end = [".md", ".rs", ".toml", ".sgf", ".svg", ".txt"].iter();
    plain && (text.contains('/') || known_end.into_iter().any(|end| text.ends_with(end)))
}

/// The README sends its readers to these.
fn guides() -> Vec<String> {
    let folder = fs::read_dir(root().join("docs/guide")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut guides: Vec<String> = names.map(|name| format!("docs/guide/{name}")).collect();
    guides.sort();
    guides
}

#[test]
fn links_in_the_readme_and_the_guides_lead_somewhere() {
    let mut linked = BTreeSet::new();
    let others = ["README.md", "STUDIES.md", "docs/accuracy.md"];
    for document in guides().iter().map(String::as_str).chain(others) {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            let path = root().join(document).parent().unwrap().join(target);
            assert!(path.exists(), "{document} links to {target}, which is not there");
            linked.insert(path.canonicalize().unwrap());
        }
    }
    for guide in guides() {
        let path = root().join(&guide).canonicalize().unwrap();
        assert!(linked.contains(&path), "nothing links to {guide}");
    }
}

#[test]
fn paths_in_the_documents_exist() {
    let mut found = 0;
    let guides = guides();
    let others =
        ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "STUDIES.md", "docs/accuracy.md"];
    let others = others.map(str::to_string);
    for document in others.iter().chain(&guides) {
        for path in quoted(document).iter().filter(|text| is_path(text)) {
            assert!(root().join(path).exists(), "{document} names {path}, which is not there");
            found += 1;
        }
    }
    assert!(found > 40, "only {found} paths were found");
}

/// Crates and the folders of their sources: whoever looks for a file finds its room on the map.
#[test]
fn the_map_names_every_room() {
    let named = quoted("ARCHITECTURE.md");
    let folders = |path: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(path)).unwrap().map(|entry| entry.unwrap());
        let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        folders.map(|entry| format!("{path}/{}", entry.file_name().to_string_lossy())).collect()
    };
    for member in folders("crates") {
        assert!(named.contains(&member), "ARCHITECTURE.md does not name {member}");
        for room in folders(&format!("{member}/src")) {
            assert!(named.contains(&format!("{room}/")), "ARCHITECTURE.md does not name {room}/");
        }
    }
}

/// Every aji command in the shell blocks of the README and the guides runs, on files of the names used there.
#[test]
fn commands_in_the_readme_and_the_guides_run() {
    let read = |document: &str| fs::read_to_string(root().join(document)).unwrap();
    let text: String = guides().iter().map(|guide| read(guide)).collect();
    let text = read("README.md") + &text;
    let blocks = text.split("```sh").skip(1).filter_map(|rest| rest.split("```").next());
    let commands = blocks.flat_map(str::lines).filter_map(|line| {
        line.strip_prefix("cargo run --release -- ").or_else(|| line.strip_prefix("aji "))
    });
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join("crates/aji/src/example.sgf"), folder.path().join("game.sgf")).unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::copy(folder.path().join("game.sgf"), folder.path().join("games/one.sgf")).unwrap();
    let mut ran = 0;
    for command in commands {
        let words: Vec<&str> = command.split('#').next().unwrap().split_whitespace().collect();
        // The benchmark would take its time here, and the server has no end; their own tests run them.
        if words[0] == "bench" || words.starts_with(&["serve", "--open"]) {
            continue;
        }
        // To read whole games takes minutes in a build for tests; tests of their own do so with short ones.
        let looks_once = words[0] == "review" && !words.contains(&"--help");
        let program = assert_cmd::cargo::cargo_bin!("aji");
        let mut run = Command::new(program);
        run.args(words.iter().filter(|word| !looks_once || **word != "--deep"));
        if looks_once && !words.contains(&"--quick") {
            run.arg("--quick");
        }
        let output = run.current_dir(&folder).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the documents' `{command}` failed: {said}");
        ran += 1;
    }
    assert!(ran >= 50, "only {ran} commands were found");
}

/// Every command of the protocol is in its document, and every command there is known.
#[test]
fn the_document_of_protocols_names_every_command() {
    let document = fs::read_to_string(root().join("docs/protocols.md")).unwrap();
    let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .arg("gtp")
        .write_stdin("list_commands\n")
        .output()
        .unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    let known: BTreeSet<&str> = listed.trim_start_matches('=').split_whitespace().collect();
    let table = document.split("## GTP").nth(1).unwrap().split("What to know:").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let told: BTreeSet<&str> = rows
        .flat_map(|row| row.split('`').skip(1).step_by(2))
        .filter_map(|code| code.split_whitespace().next())
        .collect();
    let data = ["territory_value", "influence_regions", "white_influence", "black_influence"];
    let told: BTreeSet<&str> = told.into_iter().filter(|name| !data.contains(name)).collect();
    assert_eq!(known, told);
}

#[test]
fn every_model_has_a_card_and_every_file_is_a_model() {
    let crates = [("judge", aji_judge::library::NAMES), ("studies", aji_studies::library::NAMES)];
    for (owner, names) in crates {
        let folder = root().join("crates").join(owner).join("models");
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let models = files.filter(|path| path.extension().is_some_and(|end| end == ENDING));
        let found: BTreeSet<String> =
            models.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert_eq!(found, names.iter().map(|name| name.to_string()).collect());
        for name in names {
            let card = fs::read_to_string(folder.join(format!("{name}.md"))).unwrap();
            assert!(card.starts_with(&format!("# {name}\n")), "the card of {name}");
            assert!(card.contains("    aji train "), "{name} has a command that makes it");
        }
    }
}

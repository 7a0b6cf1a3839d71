//! `aji review` as people use it: golden answers, pictures, and what it says when things go wrong.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use aji_record::Record;
use base64::Engine;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use support::{aji, transcript};

/// Whoever judges by default learns on: these answers are by one that stays.
const MODEL: [&str; 2] = ["--territory", "field"];

/// A fresh folder with invented games to work in.
fn folder() -> tempfile::TempDir {
    support::folder_with(&[
        ("short.sgf", "(;SZ[5]KM[2.5]RU[Chinese]PB[Ann]PW[Bob]RE[B+R];B[cc];W[cb];B[])"),
        ("silent.sgf", "(;SZ[5];B[cc])"),
        ("handicap.sgf", "(;SZ[9]HA[2]AB[cc][gg]RU[AGA];W[ee];B[ge];W[ec])"),
        ("moves.sgf", "(;SZ[9]HA[2]RU[AGA];B[cc];B[gg];W[ee])"),
        // Stones are set up in the middle: a whole wall for White.
        (
            "setup.sgf",
            "(;SZ[9]KM[5.5]RU[Chinese];B[ee];W[cc];AW[ga][gb][gc][gd][gf][gg][gh][gi]AE[ee];B[dd])",
        ),
        ("empty.sgf", "(;SZ[9]KM[5.5]AB[ee])"),
        ("broken.sgf", "(;SZ[5]KM[2.5]RU[Chinese];B[cc];W[cb];B[cc];W[dd])"),
        ("bad.sgf", "(;SZ[5]KM[2.5];B[zz];W[cb])"),
    ])
}

/// What `aji review` says to these words.
fn reviewed(folder: &Path, arguments: &[&str]) -> String {
    transcript(&aji(folder, &[&["review"], &MODEL[..], arguments].concat()))
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = aji(folder, &[&["review", "--json"], &MODEL[..], arguments].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn golden_answers() {
    let folder = folder();
    let root = folder.path();
    insta::assert_snapshot!("review_example", reviewed(root, &["--move", "24", "--swings", "5"]));
    insta::assert_snapshot!("review_short", reviewed(root, &["short.sgf"]));
    insta::assert_snapshot!("review_short_json", reviewed(root, &["short.sgf", "--json"]));
    insta::assert_snapshot!("review_short_svg", reviewed(root, &["short.sgf", "--svg", "-"]));
}

fn number_of(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn gains_are_the_movers_and_add_up() {
    let folder = folder();
    for game in ["short.sgf", "handicap.sgf", "moves.sgf"] {
        let answer = json(folder.path(), &[game]);
        let moves = answer["moves"].as_array().unwrap();
        let mut sum = 0.0;
        for own in moves {
            let change = number_of(&own["black_win_after"]) - number_of(&own["black_win_before"]);
            let sign = if own["color"] == "black" { 1.0 } else { -1.0 };
            assert!((number_of(&own["gain"]) - sign * change).abs() < 0.0021, "{own}");
            // Nobody gains points beside the best, and the best loses none.
            assert!(number_of(&own["points_lost"]) >= 0.0, "{own}");
            assert!(own["rank"] != 1 || number_of(&own["points_lost"]) == 0.0, "{own}");
            sum += sign * number_of(&own["gain"]);
        }
        let (first, last) = (&moves[0], &moves[moves.len() - 1]);
        let change = number_of(&last["black_win_after"]) - number_of(&first["black_win_before"]);
        assert!((sum - change).abs() < 0.01, "{game}");
    }
}

#[test]
fn stones_set_up_are_nobodys_move() {
    let folder = folder();
    let answer = json(folder.path(), &["setup.sgf"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let (second, third) = (&moves[1], &moves[2]);
    assert_eq!((&third["move"], &third["color"]), (&Value::from(3), &Value::from("black")));
    // The wall came between them.
    assert!(
        number_of(&third["black_win_before"]) < number_of(&second["black_win_after"]) - 0.04,
        "{answer}"
    );
}

#[test]
fn handicap_games_begin_with_white() {
    let folder = folder();
    let answer = json(folder.path(), &["handicap.sgf"]);
    assert_eq!((&answer["handicap"], &answer["moves"][0]["color"]), (&2.into(), &"white".into()));
    assert_eq!(answer["assumed"], serde_json::json!(["komi"]));
    // Some servers record the stones as moves.
    let answer = json(folder.path(), &["moves.sgf"]);
    assert_eq!((&answer["handicap"], &answer["players"]["black"]["moves"]), (&2.into(), &2.into()));
}

#[test]
fn rules_komi_and_the_last_move_can_be_asked_for() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["silent.sgf"]);
    assert!(said.contains("5x5 board, japanese rules (assumed), komi 6.5 (assumed)\n"), "{said}");
    let asked = ["short.sgf", "--komi", "-9", "--rules", "aga", "--move", "1", "--swings", "0"];
    let said = reviewed(root, &asked);
    assert!(said.contains("aga rules, komi -9, result B+R\n1 move, "), "{said}");
    assert!(!said.contains("decided the game"), "{said}");
    let answer = json(root, &asked);
    assert_eq!((&answer["komi"], &answer["rules"]), (&(-9.0).into(), &"aga".into()));
    assert_ne!(answer["moves"][0], json(root, &["short.sgf"])["moves"][0]);
}

#[test]
fn pictures_are_written_whole() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["short.sgf", "--svg", "a.svg", "--png", "a.png"]);
    assert!(said.contains("Black's chance of winning"), "{said}");
    let svg = fs::read_to_string(root.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(fs::read(root.join("a.png")).unwrap().starts_with(b"\x89PNG"));
    let said = reviewed(root, &["short.sgf", "--png", "no/such/folder.png"]);
    assert!(said.starts_with("aji: cannot write no/such/folder.png: "), "{said}");
    let said = reviewed(root, &["short.sgf", "--png", "-"]);
    assert!(said.starts_with("aji: pixels go to a file"), "{said}");
}

#[test]
fn a_broken_record_is_reviewed_up_to_the_break() {
    let folder = folder();
    let root = folder.path();
    let said = reviewed(root, &["broken.sgf"]);
    assert!(said.contains("\n2 moves, "), "{said}");
    assert!(said.contains("; this is a review of the game to move 2\nexit status 1"), "{said}");
    let answer = json(root, &["broken.sgf"]);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 2);
    assert!(answer["fault"].as_str().unwrap().contains("broken.sgf"), "{answer}");
    // Who asks for what is before the break gets all of it.
    let said = reviewed(root, &["broken.sgf", "--move", "2"]);
    assert!(said.ends_with("less.\nexit status 0"), "{said}");
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let folder = folder();
    for (arguments, sentence) in [
        (&["missing.sgf"][..], "missing.sgf: no such file or folder"),
        (&["empty.sgf"], "aji: there are no moves to review in empty.sgf\n"),
        (&["short.sgf", "--move", "0"], "there are no moves to review"),
        (&["short.sgf", "--move", "9"], "the game has 3 moves, not 9"),
        (&["bad.sgf"], "bad.sgf"),
        (&["--game", "2"], "there is one example game only"),
        (&["short.sgf", "--models", "nowhere"], "there is no folder nowhere to take models from"),
    ] {
        let said = reviewed(folder.path(), arguments);
        assert!(
            said.starts_with("aji: ") && said.ends_with("exit status 1"),
            "{arguments:?}: {said}"
        );
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    for (arguments, sentence) in [
        (["--model", "magic"], "nothing named `magic` predicts winners"),
        (["--swings", "-1"], "unexpected argument"),
        (["--swings", "1001"], "1001 is not in 0..=1000"),
        (["--komi", "six"], "expected a number of points"),
    ] {
        let said = transcript(&aji(folder.path(), &[&["review"], &arguments[..]].concat()));
        assert!(
            said.contains(sentence) && said.ends_with("exit status 2"),
            "{arguments:?}: {said}"
        );
    }
}

/// The record that is written of a game.
fn analysed(folder: &Path, arguments: &[&str]) -> String {
    let output = aji(folder, &[&["review", "--sgf", "-"], &MODEL[..], arguments].concat());
    assert!(output.status.success(), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn many_games_are_a_line_each_and_broken_ones_cost_no_other() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir(root.join("games")).unwrap();
    for name in ["bad.sgf", "broken.sgf", "short.sgf"] {
        fs::copy(root.join(name), root.join("games").join(name)).unwrap();
    }
    fs::write(root.join("games/two.sgf"), "(;SZ[5]KM[0];B[cc])(;SZ[5]KM[0];B[bb];W[cc])").unwrap();
    insta::assert_snapshot!("review_many", reviewed(root, &["games"]));
    let output = aji(root, &[&["review", "games", "--json"], &MODEL[..]].concat());
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let named: Vec<(&str, u64)> = answers
        .iter()
        .map(|answer| (answer["file"].as_str().unwrap(), answer["game"].as_u64().unwrap()))
        .collect();
    let [broken, short, two] = ["broken", "short", "two"].map(|name| format!("games/{name}.sgf"));
    assert_eq!(named, [(&*broken, 1), (&*short, 1), (&*two, 1), (&*two, 2)]);
    // The same numbers as alone, and the same for several files.
    assert_eq!(answers[1]["moves"], json(root, &["short.sgf"])["moves"]);
    let said = reviewed(root, &["short.sgf", "silent.sgf"]);
    assert!(said.starts_with("file ") && said.ends_with("exit status 0"), "{said}");
    // What is about one game needs one.
    let said = reviewed(root, &["short.sgf", "silent.sgf", "--game", "2"]);
    assert!(said.contains("are for one file"), "{said}");
    let said = reviewed(root, &["games", "--game", "3"]);
    assert!(said.contains("Ann (X) against Bob (O)"), "{said}");
}

/// All properties of all nodes, in their order, but for those of some names.
fn properties(record: &Record, without: &[&str]) -> Vec<String> {
    let tree = &record.tree;
    let wanted = |name: &str| !without.contains(&name);
    let of = |node| tree.properties(node).filter(|own| wanted(own.name()));
    tree.main_line().flat_map(|node| of(node).map(|own| format!("{own:?}"))).collect()
}

#[test]
fn records_keep_what_they_had_and_can_be_reviewed_again() {
    let folder = folder();
    let root = folder.path();
    let text = "(;AP[foxwq]SZ[9]KM[375]XX[a\\]b][c];B[ee]C[mine\\] too]LB[aa:1];W[cc]BM[1]YY[]\
                (;B[gg]TB[aa];W[gc]C[main])(;B[dd]ZZ[variation]))";
    fs::write(root.join("rich.sgf"), text).unwrap();
    let first = analysed(root, &["rich.sgf"]);
    let (before, after) = (Record::from_sgf(text).unwrap(), Record::from_sgf(&first).unwrap());
    let changed = ["AP", "KM", "C"];
    let kept = properties(&after, &changed);
    for property in properties(&before, &changed) {
        assert!(kept.contains(&property), "{property} is not in {kept:?}");
    }
    assert!(
        first.contains("C[mine\\] too\n\n-- aji --") && first.contains("(;B[dd]ZZ[variation])")
    );
    // Komi that was repaired by the name of the program is right without it.
    assert_eq!(before.head.komi, after.head.komi);
    let root_node = after.tree.root();
    let program = after.tree.get(root_node, "AP").unwrap();
    assert!(program.starts_with("aji:") && after.tree.get(root_node, "KM") == Some("7.5"));
    fs::write(root.join("again.sgf"), &first).unwrap();
    assert!(analysed(root, &["again.sgf"]) == first, "{first}");
    // Shorter: what was said of later moves goes.
    let shorter = analysed(root, &["again.sgf", "--move", "1"]);
    assert_eq!(shorter.matches("SBKV[").count(), 2, "{shorter}");
    assert!(shorter.contains("C[main]"), "{shorter}");
}

/// What a value of KaTrain's has inside.
fn unpacked(value: &str) -> Vec<u8> {
    let packed = base64::engine::general_purpose::STANDARD.decode(value).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn every_program_finds_its_analysis() {
    let folder = folder();
    let record = Record::from_sgf(&analysed(folder.path(), &["short.sgf"])).unwrap();
    let answer = json(folder.path(), &["short.sgf"]);
    let tree = &record.tree;
    for (number, node) in tree.main_line().enumerate() {
        let (chance, lead) = match number {
            0 => {
                (&answer["moves"][0]["black_win_before"], &answer["moves"][0]["black_lead_before"])
            }
            _ => {
                let own = &answer["moves"][number - 1];
                (&own["black_win_after"], &own["black_lead_after"])
            }
        };
        let get = |name: &str| tree.get(node, name).unwrap().parse::<f64>().unwrap();
        assert!((get("SBKV") - 100.0 * number_of(chance)).abs() < 0.06, "{number}");
        assert!((get("V") - number_of(lead)).abs() < 0.06 && (get("SBKS") - get("V")).abs() < 0.06);
        let blobs: Vec<Vec<u8>> = tree.values(node, "KT").map(unpacked).collect();
        assert_eq!((blobs[0].len(), blobs[1].len()), (2 * 25, 2 * 26));
        let rest: Value = serde_json::from_slice(&blobs[2]).unwrap();
        assert!((number_of(&rest["root"]["winrate"]) - number_of(chance)).abs() < 1e-9, "{rest}");
        assert_eq!(rest["completed"], true);
        let lizzie = tree.text(node, if number == 0 { "LZOP" } else { "LZ" }).unwrap();
        assert!(lizzie.lines().nth(1).unwrap().starts_with("move "), "{lizzie}");
    }
    assert_eq!(tree.get(tree.root(), "KTV"), Some("1.0"));
}

#[test]
fn lines_are_suggested_where_moves_lost_much() {
    let folder = folder();
    let output = aji(folder.path(), &["review", "--move", "70", "--sgf", "-"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let record = Record::from_sgf(&text).unwrap();
    let tree = &record.tree;
    let branches: Vec<_> =
        tree.main_line().filter(|&node| tree.children(node).count() > 1).collect();
    assert!(!branches.is_empty());
    for node in branches {
        let others: Vec<_> = tree.children(node).skip(1).collect();
        assert!(others.len() <= 3 && tree.get(node, "LB").is_some());
        for other in others {
            assert!(tree.text(other, "N").unwrap().contains(": "), "{text}");
            assert!(tree.text(other, "C").unwrap().ends_with('.'));
            // Every move of it is legal.
            let last = std::iter::successors(Some(other), |&at| tree.children(at).next()).last();
            assert!(record.replay_to(last.unwrap()).fault.is_none());
        }
        let played = tree.children(node).next().unwrap();
        let is_marked = ["BM", "DO"].iter().any(|name| tree.get(played, name).is_some());
        assert!(is_marked && tree.text(played, "C").unwrap().contains("Instead A: "));
    }
}

#[test]
fn a_folder_is_gone_on_with_and_own_outputs_are_left_alone() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir_all(root.join("games/deep")).unwrap();
    for (from, to) in
        [("short.sgf", "a.sgf"), ("silent.sgf", "deep/b.sgf"), ("handicap.sgf", "c.sgf")]
    {
        fs::copy(root.join(from), root.join("games").join(to)).unwrap();
    }
    // The outputs stand among the inputs, where they must not be reviewed in turn.
    let run = |more: &[&str]| reviewed(root, &[&["games", "--sgf", "games"], more].concat());
    let outputs =
        ["a.aji.sgf", "c.aji.sgf", "deep/b.aji.sgf"].map(|name| root.join("games").join(name));
    let said = run(&[]);
    assert!(said.lines().count() == 5 && said.ends_with("exit status 0"), "{said}");
    let written = outputs.each_ref().map(|path| fs::read(path).unwrap());
    let times = outputs.each_ref().map(|path| fs::metadata(path).unwrap().modified().unwrap());
    let all = walk(root);
    let said = run(&[]);
    assert_eq!(said, "aji: 6 games left out, reviewed before; --again reviews anew\nexit status 0");
    assert_eq!(
        outputs.each_ref().map(|path| fs::metadata(path).unwrap().modified().unwrap()),
        times
    );
    // As if it had been killed before the last.
    fs::remove_file(&outputs[2]).unwrap();
    let said = run(&[]);
    assert!(said.contains("games/deep/b.sgf") && !said.contains("games/a.sgf"), "{said}");
    assert_eq!(outputs.each_ref().map(|path| fs::read(path).unwrap()), written);
    let said = run(&["--again"]);
    assert!(said.contains("games/a.sgf") && said.contains("games/a.aji.sgf"), "{said}");
    assert_eq!(outputs.each_ref().map(|path| fs::read(path).unwrap()), written);
    assert_eq!(walk(root), all);
    let said = reviewed(root, &["games", "--sgf", "short.sgf"]);
    assert!(
        said.contains("short.sgf is a file; outputs of several games go into a folder"),
        "{said}"
    );
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = folder();
    let root = folder.path();
    let text =
        "(;SZ[9]KM[5.5]RU[Chinese]PB[</title></script>]C[</script><b>];B[ee];W[cc];AW[aa];B[gg])";
    fs::write(root.join("sly.sgf"), text).unwrap();
    let said = reviewed(root, &["sly.sgf", "--html", "pages/"]);
    assert!(said.ends_with("exit status 0"), "{said}");
    let page = fs::read_to_string(root.join("pages/sly.html")).unwrap();
    for outside in ["\"./", "http://", "https://", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("</title>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 3);
    let inside = page.split("id=\"report\">").nth(1).unwrap().split("</script>").next().unwrap();
    let report: Value = serde_json::from_str(inside).unwrap();
    assert_eq!(report["review"]["moves"], json(root, &["sly.sgf"])["moves"]);
    assert_eq!(report["record"]["nodes"].as_array().unwrap().len(), 5);
    // One for each number of moves; what was set up belongs to the move before.
    let positions = report["review"]["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 4);
    for position in positions {
        let entries = position["ledger"].as_array().unwrap();
        let sum: f64 = entries.iter().map(|entry| number_of(&entry["points"])).sum();
        assert!((sum - number_of(&position["black_lead"])).abs() < 0.11, "{position}");
        assert_eq!(position["ownership"].as_array().unwrap().len(), 81);
    }
    let third = &report["review"]["moves"][2];
    assert_eq!(positions[2]["black_lead"], third["black_lead_before"]);
    assert_eq!(positions[3]["black_lead"], third["black_lead_after"]);
    // Folders are gone on with.
    let again = reviewed(root, &["sly.sgf", "short.sgf", "--html", "pages"]);
    assert!(again.contains("short.sgf") && root.join("pages/short.html").exists(), "{again}");
    let again = reviewed(root, &["sly.sgf", "short.sgf", "--html", "pages"]);
    assert!(again.starts_with("aji: 2 games left out"), "{again}");
}

/// All files below a folder.
fn walk(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { [path].into() }).collect()
}

/// The paths of all values that are no objects: `players.black.moves`, `moves[].gain`.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in entries {
                keys(value, &format!("{path}{dot}{key}"), found);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| keys(item, &format!("{path}[]"), found));
        }
        _ => _ = found.insert(path.to_string()),
    }
}

#[test]
fn the_document_explains_every_key_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/review.md");
    let document = fs::read_to_string(path).unwrap();
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let explained: BTreeSet<String> = rows
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim_matches('`').to_string())
        .collect();
    let answer = json(folder().path(), &["short.sgf"]);
    let mut printed = BTreeSet::new();
    keys(&answer, "", &mut printed);
    // White's are said to be Black's.
    let printed: BTreeSet<String> =
        printed.iter().map(|key| key.replace("players.white", "players.black")).collect();
    let missing = |key: &&String| !printed.contains(*key);
    // A player who lost nothing has no worst moves, and what was best has nothing better.
    let unseen: Vec<&String> = explained.iter().filter(missing).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
    let at_times = ["players.black.worst", "swings[].better"];
    let told = |key: &String| explained.contains(key) || at_times.contains(&key.as_str());
    assert!(printed.iter().all(told), "{printed:?}");

    let example = document.split("```json").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(example).unwrap(), answer);
}

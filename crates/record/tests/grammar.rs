//! Laws of the grammar: what is written is read again, nothing panics, nothing recurses, and a
//! stranger's parser agrees on sound text.

#[allow(dead_code, reason = "some laws are for other tests")]
mod laws;

use aji_record::corpus::{Corpus, Limits};
use aji_record::sgf::{Tree, escape, parse, unescape};
use aji_record::text::{decode, guess, lead_byte};
use aji_record::{gib, ngf, ugi};
use encoding_rs::{BIG5, GBK, SHIFT_JIS};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io;

/// A node: how far up to hang it, and its properties.
type Branch = (usize, Vec<(String, Vec<String>)>);

fn branches(names: &'static str, values: &'static str) -> impl Strategy<Value = Vec<Branch>> {
    let property = (names, vec(values, 1..4));
    vec((0..4usize, vec(property, 0..4)), 1..40)
}

/// Builds a tree; each node hangs on one of the last few, so that lines and forks both occur.
fn build(branches: &[Branch]) -> Tree {
    let mut tree = Tree::new();
    let mut ids = vec![tree.root()];
    for (back, properties) in branches {
        let id = tree.add_child(ids[ids.len().saturating_sub(back + 1)]);
        for (name, values) in properties {
            let raw: Vec<_> = values.iter().map(|value| escape(value, false)).collect();
            tree.set(id, name, &raw);
        }
        ids.push(id);
    }
    tree
}

const SOUND: &str = "(;GM[1]FF[4]CA[GBK]SZ[19]AB[dd][pp]C[a \\] b];W[aa](;B[bb])(;B[cc];W[tt]))";

/// The tree, written and read again.
fn again(tree: &Tree) -> Tree {
    parse(tree.write()).expect("a written tree is a game").tree
}

fn read_everything(text: &str) {
    if let Ok(parsed) = parse(text.to_owned()) {
        assert_eq!(again(&parsed.tree), parsed.tree, "{text:?}");
        for warning in &parsed.warnings {
            assert!(warning.offset <= text.len() && parsed.tree.line_of(warning.offset) > 0);
        }
    }
    laws::splitter_and_parser_agree(text);
    for read in [gib::to_tree, ngf::to_tree, ugi::to_tree] {
        if let Ok(parsed) = read(text) {
            assert_eq!(again(&parsed.tree), parsed.tree, "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        branches in branches("[A-Z][A-Za-z]{0,3}[0-9]?", "[ -~\n\u{a0}-\u{2fff}一-龠]{0,12}"),
    ) {
        let tree = build(&branches);
        let text = tree.write();
        let parsed = parse(text.clone()).unwrap();
        prop_assert_eq!(&parsed.tree, &tree);
        prop_assert_eq!(parsed.tree.write(), text);
    }

    /// Names of no meaning: a variation with root properties may be taken for another game.
    #[test]
    fn games_in_a_row_are_found_again(branches in branches("X[A-Z]", "[ -~一-龠]{0,12}")) {
        let tree = build(&branches);
        let twice = io::Cursor::new(tree.write().repeat(2));
        let games: Vec<_> = Corpus::from_reader("twice", twice, Limits::default())
            .map(|game| parse(String::from_utf8(game.unwrap().bytes).unwrap()).unwrap().tree)
            .collect();
        prop_assert_eq!(games, [tree.clone(), tree]);
    }

    #[test]
    fn raw_values_cannot_break_the_tree(value in "[a\\\\\\]\\[;()A \n]{0,12}") {
        let mut tree = Tree::new();
        tree.set(tree.root(), "C", &[&value]);
        prop_assert_eq!(parse(tree.write()).unwrap().tree, tree);
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200)) {
        read_everything(&decode(&bytes, Some(guess(&bytes))).text);
    }

    #[test]
    fn no_text_of_the_grammar_panics(text in "([(;)A-Cb \n]|\\[|\\]|\\\\|B\\[aa\\]|GM\\[1\\]|黑){0,60}") {
        read_everything(&text);
        read_everything(&format!("(;{text})"));
    }

    #[test]
    fn no_damage_panics(changes in vec((0..SOUND.len(), any::<u8>(), 0..3u8), 1..6)) {
        let mut bytes = SOUND.as_bytes().to_vec();
        for (place, byte, change) in changes {
            let place = place.min(bytes.len().saturating_sub(1));
            match change {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, byte),
                _ if bytes.len() > 1 => drop(bytes.remove(place)),
                _ => {}
            }
        }
        read_everything(&decode(&bytes, None).text);
    }

    #[test]
    fn no_lines_of_the_servers_panic(
        lines in vec("(STO|SKI|INI|PM|\\\\\\[GAMEINFOMAIN=|\\\\\\[GAMETAG=|\\[Data\\]|\\[Header\\]|Hdcp=|Size=|Winner=)?[A-Z0-9 ,:.黑B\\]-]{0,14}", 0..20),
    ) {
        read_everything(&lines.join("\n"));
    }

    /// sgf-parse as a second opinion. It knows fewer escapes and reads known properties its own
    /// way, so the names are unknown ones and the text has no line breaks.
    #[test]
    fn a_stranger_agrees(branches in branches("X[A-Z]", "[ -~一-龠]{0,12}")) {
        let tree = build(&branches);
        let theirs = sgf_parse::go::parse(&tree.write()).unwrap().remove(0);
        let mut pairs = vec![(tree.root(), &theirs)];
        while let Some((id, node)) = pairs.pop() {
            let ours: Vec<(String, Vec<String>)> = tree
                .properties(id)
                .map(|p| (p.name().to_owned(), p.values().map(|v| unescape(v).into()).collect()))
                .collect();
            let other: Vec<(String, Vec<String>)> = node
                .properties()
                .map(|property| match property {
                    sgf_parse::go::Prop::Unknown(name, values) => (name.clone(), values.clone()),
                    known => panic!("{known}"),
                })
                .collect();
            prop_assert_eq!(ours, other);
            prop_assert_eq!(tree.children(id).count(), node.children().count());
            pairs.extend(tree.children(id).zip(node.children()));
        }
    }
}

/// Every character whose second byte looks like `[`, `\` or `]`.
#[test]
fn brackets_within_characters_are_no_brackets() {
    for (encoding, label) in [(GBK, "GBK"), (BIG5, "Big5"), (SHIFT_JIS, "Shift_JIS")] {
        let tricky: String = ('\u{3000}'..'\u{a000}')
            .filter(|c| {
                let text = c.to_string();
                let (bytes, _, lossy) = encoding.encode(&text);
                let found = !lossy && bytes.len() == 2 && matches!(bytes[1], b'['..=b']');
                assert!(!found || lead_byte(encoding, bytes[0]), "{c} in {label}");
                found
            })
            .collect();
        assert!(tricky.chars().count() > 50, "{label}");
        let text = format!("(;CA[{label}]C[{tricky}];B[aa])");
        let decoded = decode(&encoding.encode(&text).0, None);
        assert_eq!(decoded.notes, []);
        let parsed = parse(decoded.text).unwrap();
        assert_eq!(parsed.warnings, []);
        assert_eq!(parsed.tree.get(parsed.tree.root(), "C"), Some(tricky.as_str()));
    }
}

/// A variation within a variation within a variation, on a stack far too small for recursion.
#[test]
fn deep_trees_do_not_overflow() {
    const DEPTH: usize = 200_000;
    let work = || {
        for fork in ["", "(;C[side])"] {
            let text = format!(
                "(;C[x]{}{}",
                format!("{fork}(;B[aa]").repeat(DEPTH),
                ")".repeat(DEPTH + 1)
            );
            let parsed = parse(text).unwrap();
            assert_eq!(parsed.warnings, []);
            assert_eq!(
                parsed.tree.nodes().count(),
                if fork.is_empty() { 1 } else { 2 } * DEPTH + 1
            );
            let again = parse(parsed.tree.write()).unwrap();
            assert_eq!(again.tree, parsed.tree);
            drop(parsed.tree.clone());
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 * 1024).spawn(work).unwrap();
    thread.join().unwrap();
}

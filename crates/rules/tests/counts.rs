//! Counts the table in `counts.txt` again: Go's perft.

use aji_rules::Size;
use aji_rules::count::{complete_games, counting_rules, legal_positions, turn_sequences};
use aji_rules::ruleset::{Ko, Suicide};

const TABLE: &str = include_str!("counts.txt");

#[test]
fn legal_positions_agree() {
    check("positions", |size, rest| agree(rest, |_| legal_positions(size)));
}

/// Takes a quarter of a minute, so only `cargo test --release` counts it.
#[cfg(not(debug_assertions))]
#[test]
fn many_legal_positions_agree() {
    check("positions-slow", |size, rest| agree(rest, |_| legal_positions(size)));
}

#[test]
fn complete_games_agree() {
    check("games", |size, rest| agree(rest, |_| complete_games(size)));
}

#[test]
fn turn_sequences_agree() {
    check("sequences", |size, rest| {
        let ko = match rest[0] {
            "simple" => Ko::Simple,
            "positional" => Ko::PositionalSuperko,
            "situational" => Ko::SituationalSuperko,
            other => panic!("no ko rule is called {other}"),
        };
        let suicide = match rest[1] {
            "forbidden" => Suicide::Forbidden,
            "allowed" => Suicide::Allowed,
            other => panic!("suicide is forbidden or allowed, not {other}"),
        };
        let rules = counting_rules(ko, suicide);
        agree(&rest[2..], |index| turn_sequences(size, rules, index + 1));
    });
}

#[test]
fn every_line_is_counted_by_somebody() {
    let kinds = ["positions", "positions-slow", "games", "sequences"];
    for line in lines() {
        assert!(kinds.contains(&line[0]), "nobody counts: {}", line.join(" "));
    }
}

fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    let filled = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    filled.map(|line| line.split_whitespace().collect())
}

/// Gives every line of one kind to `count`: the board, and what stands behind it.
fn check(kind: &str, count: impl Fn(Size, &[&str])) {
    for line in lines().filter(|line| line[0] == kind) {
        println!("{}", line.join(" "));
        let (width, height) = line[1].split_once('x').expect("sizes are written 3x4");
        let side = |text: &str| text.parse().expect("a side is a number");
        count(Size::new(side(width), side(height)).expect("the board exists"), &line[2..]);
    }
}

/// The numbers of a line are those that are counted, one after another.
fn agree(expected: &[&str], count: impl Fn(usize) -> u64) {
    assert!(!expected.is_empty(), "a line of the table ends without a number");
    for (index, expected) in expected.iter().enumerate() {
        assert_eq!(count(index).to_string(), *expected, "number {} of the line", index + 1);
    }
}

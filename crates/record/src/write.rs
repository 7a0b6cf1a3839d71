//! Games to trees, for writing.

use crate::record::{move_text, point_text};
use crate::sgf::{NodeId, Tree};
use aji_rules::{Color, Game, Position, RuleSet, Step};

/// The record of a game: board, komi, handicap, first stones and every step. Names, result and
/// comments are for the caller to add.
pub fn game_tree(game: &Game, rules: Option<RuleSet>) -> Tree {
    let size = game.start().size();
    let mut tree = Tree::new();
    let root = tree.root();
    let side = match size.is_square() {
        true => size.width().to_string(),
        false => format!("{}:{}", size.width(), size.height()),
    };
    for (name, value) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("AP", "aji"), ("SZ", &side)] {
        tree.add(root, name, value);
    }
    tree.add(root, "KM", &game.komi().to_string());
    if let Some(rules) = rules {
        tree.add(root, "RU", rules_text(rules));
    }
    if game.handicap() > 0 {
        tree.add(root, "HA", &game.handicap().to_string());
    }
    add_setup(&mut tree, root, &Position::empty(size), game.start());
    let mut node = root;
    for (index, step) in game.steps().iter().enumerate() {
        node = tree.add_child(node);
        match step {
            Step::Play(color, mv) => {
                tree.add(node, &color.letter().to_string(), &move_text(size, *mv));
            }
            Step::SetUp(position) => {
                // Rare, so replaying up to it costs nothing that matters.
                add_setup(&mut tree, node, &game.position_after(index), position);
            }
        }
    }
    tree
}

/// Writes what must be put down and taken off to come from one position to another.
fn add_setup(tree: &mut Tree, node: NodeId, before: &Position, after: &Position) {
    let size = after.size();
    let becomes = |stone: Option<Color>| -> Vec<String> {
        size.points()
            .filter(|&point| after.stone(point) == stone && before.stone(point) != stone)
            .map(|point| point_text(size, point))
            .collect()
    };
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let points = becomes(stone);
        if !points.is_empty() {
            tree.set(node, name, &points);
        }
    }
    if after.to_play() != before.to_play() {
        tree.add(node, "PL", &after.to_play().letter().to_string());
    }
}

/// The name that SGF prescribes where it does, ours elsewhere.
fn rules_text(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Aga => "AGA",
        RuleSet::Japanese => "Japanese",
        RuleSet::NewZealand => "NZ",
        RuleSet::Chinese => "Chinese",
        RuleSet::Korean => "Korean",
        other => other.name(),
    }
}

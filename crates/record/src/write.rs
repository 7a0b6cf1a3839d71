//! Games to trees, for writing.

use crate::head::Head;
use crate::notation::{move_text, point_text};
use crate::sgf::{NodeId, Tree};
use aji_rules::{Color, Game, Point, RuleSet, Size, Step};

/// The record of a game: what the head says of players, rules, date and result, and of the game
/// itself board, komi, handicap, first stones and every step.
pub fn game_tree(game: &Game, head: &Head) -> Tree {
    let start = game.start();
    let size = start.size();
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
    if game.handicap() > 0 {
        tree.add(root, "HA", &game.handicap().to_string());
    }
    let texts = [
        ("RU", head.rules.map(rules_text).unwrap_or_default()),
        ("PB", &head.players.black),
        ("BR", &head.ranks.black),
        ("PW", &head.players.white),
        ("WR", &head.ranks.white),
        ("DT", &head.date),
        ("RE", &head.outcome.map(|outcome| outcome.to_string()).unwrap_or_default()),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        tree.set_text(root, name, text);
    }
    let stones: Vec<(Point, Option<Color>)> = size
        .points()
        .map(|point| (point, start.stone(point)))
        .filter(|(_, stone)| stone.is_some())
        .collect();
    add_stones(&mut tree, root, size, &stones);
    if start.to_play() == Color::White || !stones.is_empty() {
        add_to_play(&mut tree, root, start.to_play());
    }
    let mut node = root;
    for step in game.steps() {
        node = tree.add_child(node);
        match step {
            Step::Play(color, mv) => {
                tree.add(node, &color.letter().to_string(), &move_text(size, *mv));
            }
            Step::SetUp(stones, to_play) => {
                add_stones(&mut tree, node, size, stones);
                add_to_play(&mut tree, node, *to_play);
            }
        }
    }
    tree
}

fn add_stones(tree: &mut Tree, node: NodeId, size: Size, stones: &[(Point, Option<Color>)]) {
    for &(point, stone) in stones {
        let name = match stone {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        };
        tree.add(node, name, &point_text(size, point));
    }
}

fn add_to_play(tree: &mut Tree, node: NodeId, color: Color) {
    tree.add(node, "PL", &color.letter().to_string());
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

//! Can a chain be captured outright, or saved? For groups that are not enclosed, whose life nobody reads out.

use super::{color, vertices};
use crate::words::{counted, grouped};
use aji_judge::life::tactics::capture::{DEEP, attack_within, defend_within};
use aji_judge::life::tactics::{Attempt, TacticalAnswer};
use aji_rules::{Color, Point, Position};
use serde_json::{Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

/// What reading says of the chain of a stone; `None` if there is no stone.
pub fn json(position: &Position, stone: Point) -> Option<Value> {
    let size = position.size();
    let chain = position.chain_at(stone)?;
    let owner = chain.color();
    let attack = attack_within(position, stone, DEEP)?;
    let defence = defend_within(position, stone, DEEP)?;
    let stones = match chain.len() {
        1 => format!("{owner}'s stone at {}", size.vertex(stone)),
        many => format!("{owner}'s {} at {}", counted(many as u64, "stone"), size.vertex(stone)),
    };
    let answer = |answer: &TacticalAnswer, first: Color, sentence: String| {
        json!({
            "first": color(first),
            "works": answer.result == Attempt::Works,
            "ko": matches!(answer.result, Attempt::GoodKo | Attempt::BadKo),
            "line": vertices(size, answer.line.iter().copied()),
            "complete": answer.is_complete,
            "nodes": answer.nodes,
            "sentence": sentence,
        })
    };
    Some(json!({
        "version": VERSION,
        "color": color(owner),
        "stones": vertices(size, chain.stones()),
        "attack": answer(&attack, !owner, attacked(&attack, &stones, owner)),
        "defence": answer(&defence, owner, defended(&defence, &stones, owner)),
    }))
}

fn attacked(answer: &TacticalAnswer, stones: &str, owner: Color) -> String {
    let attacker = !owner;
    match answer.result {
        Attempt::Works => format!("If {attacker} moves first, {stones} can be captured."),
        Attempt::GoodKo => format!(
            "If {attacker} moves first, {stones} can be captured by a ko, and {owner} needs the first threat."
        ),
        Attempt::BadKo => format!(
            "If {attacker} moves first, {stones} can be captured by a ko, and {attacker} needs the first threat."
        ),
        Attempt::Fails if answer.is_complete => {
            format!("Even if {attacker} moves first, {stones} cannot be captured outright.")
        }
        Attempt::Fails => format!(
            "No way to capture {stones} outright was found in {} positions.",
            grouped(answer.nodes.into())
        ),
    }
}

fn defended(answer: &TacticalAnswer, stones: &str, owner: Color) -> String {
    match answer.result {
        Attempt::Works if answer.line.is_empty() => format!("No move is needed to save {stones}."),
        Attempt::Works => format!("If {owner} moves first, {stones} can be saved."),
        Attempt::GoodKo | Attempt::BadKo => {
            format!("If {owner} moves first, {stones} can be saved by a ko.")
        }
        Attempt::Fails => format!("Even if {owner} moves first, {stones} cannot be saved."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Diagram, Setup};

    fn read(drawing: &str, at: &str) -> Value {
        let diagram: Diagram = drawing.replace(' ', "\n").parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
        json(&position, position.size().parse_point(at).unwrap()).unwrap()
    }

    #[test]
    fn a_stone_in_atari_and_one_in_the_open() {
        let caught = read("..... .O... OX... .O... .....", "B3");
        assert_eq!(
            caught["attack"]["sentence"],
            "If White moves first, Black's stone at B3 can be captured."
        );
        let free = read("..... ..... ..X.. ..... .....", "C3");
        assert_eq!(free["attack"]["works"], false);
        assert_eq!(free["defence"]["sentence"], "No move is needed to save Black's stone at C3.");
    }
}

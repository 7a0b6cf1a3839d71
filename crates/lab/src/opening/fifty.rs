//! Figure 2: fifty moves that the study's network of candidates makes by itself.

use super::{Data, LabError};
use crate::File;
use crate::page::Part;
use aji_draw::{Board, Mark};
use aji_judge::opening::{MOVES, SIZE, Scene};
use aji_rules::{Game, Move, Point, RuleSet};
use serde_json::json;
use std::collections::HashMap;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let candidates = data.minds.perceptron.as_ref().ok_or(LabError::NoCandidates)?;
    let mut game = Game::new(SIZE, RuleSet::Japanese.into());
    let mut points: Vec<Point> = Vec::new();
    while points.len() < MOVES {
        let best = candidates.best(&Scene::of(&game), SIZE.area())?;
        // The past may forbid what the position allows.
        let played = best.iter().find(|one| game.play(Move::Place(one.point)).is_ok());
        let Some(played) = played else { break };
        points.push(played.point);
    }
    // Where a stone was placed again the later number stands.
    let numbers: HashMap<Point, usize> = points.iter().copied().zip(1..).collect();
    let on_board = |point: &Point| game.position().stone(*point).is_some();
    let board =
        SIZE.points().filter(on_board).filter_map(|point| Some((point, numbers.get(&point)?)));
    let board = board.fold(Board::of(game.position()), |board, (point, number)| {
        board.mark(point, Mark::Label(number.to_string()))
    });
    let caption = "Fifty moves by the network of candidates alone; Black's are odd";
    let svg = board.caption(caption).to_svg();
    let markdown = format!(
        "## Figure 2: fifty moves by the network\n\nFrom the empty board, both sides play the likeliest \
         point by the study's network, trained anew.\n\n![{caption}](figure2.svg)\n"
    );
    let moves: Vec<String> = points.iter().map(|&point| SIZE.vertex(point).to_string()).collect();
    Ok(Part {
        markdown,
        files: vec![File::new("figure2.svg", svg)],
        numbers: vec![("fifty_moves", json!(moves))],
        ..Part::default()
    })
}

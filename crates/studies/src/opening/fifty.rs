//! Figure 2: fifty moves that the study's network of candidates makes by itself.

use super::Data;
use crate::File;
use crate::LabError;
use crate::numbered::numbered;
use crate::page::Part;
use aji_judge::opening::candidates::Candidates;
use aji_judge::opening::candidates::CandidatesName;
use aji_judge::opening::{MOVES, SIZE, Scene};
use aji_rules::{Game, Move, Point, RuleSet};
use serde_json::json;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut part = Part {
        markdown: "## Figure 2: fifty moves by the network\n\nFrom the empty board, both sides play the \
                   likeliest point by the study's network, trained anew, and by our candidates. The study's \
                   picture shows stones all over the board. The network here hears the last stone \
                   loudest, and once in contact it answers and answers: that predicts moves of games, \
                   where somebody else ends such a quarrel, but makes no opening by itself.\n\n"
            .to_string(),
        ..Part::default()
    };
    let who = [
        ("figure2", "fifty_moves", "the study's network", CandidatesName::Perceptron),
        ("figure2-ours", "fifty_moves_by_ours", "our candidates", CandidatesName::Habits),
    ];
    for (file, number, name, candidates) in who {
        let points = played(&Candidates::new(candidates, data.library)?)?;
        let caption = format!("Fifty moves by {name} alone; Black's are odd");
        part.markdown += &format!("![{caption}]({file}.svg) ");
        part.files.push(File::new(format!("{file}.svg"), numbered(SIZE, &points, &caption)));
        let moves: Vec<String> =
            points.iter().map(|&point| SIZE.vertex(point).to_string()).collect();
        part.numbers.push((number, json!(moves)));
    }
    part.markdown.push('\n');
    Ok(part)
}

/// What the likeliest points make of an empty board.
fn played(candidates: &Candidates) -> Result<Vec<Point>, LabError> {
    let mut game = Game::new(SIZE, RuleSet::Japanese.into());
    let mut points = Vec::new();
    while points.len() < MOVES {
        let best = candidates.best(&Scene::of(&game), SIZE.area())?;
        // The past may forbid what the position allows.
        let played = best.iter().find(|one| game.play(Move::Place(one.point)).is_ok());
        let Some(played) = played else { break };
        points.push(played.point);
    }
    Ok(points)
}

//! What evolved networks play: where they would begin, and an opening against the static player.

use super::{Data, title};
use crate::File;
use crate::LabError;
use crate::evolution::evolved::{Illegal, Lineage, Mind, OPENING, Room, SIZE};
use crate::numbered::numbered;
use crate::page::Part;
use aji_draw::{Board, Mark};
use aji_judge::Dice;
use aji_play::player::StaticPlayer;
use aji_rules::{Color, Field, Move, Point, Position};
use serde_json::{Map, Value, json};

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut part = Part {
        markdown: "## What they play\n\nOn the left how the last champion likes its first move, the bluer \
                   the better; on the right an opening: the champion is Black, `static` White.\n\n"
            .to_string(),
        ..Part::default()
    };
    let mut moves_of = Map::new();
    for lineage in Lineage::ALL {
        let evolved = data.evolved(lineage)?;
        let champion = evolved.champion(None).ok_or(LabError::NoChampions(lineage))?;
        let mind = Mind::new(evolved.design(), &champion.weights);
        let mind = mind.ok_or(LabError::NoChampions(lineage))?;
        let stem = lineage.file_stem();
        part.markdown += &format!(
            "### {}, generation {}\n\n![its first move]({stem}-first.svg) ![an opening]({stem}-opening.svg)\n\n",
            title(lineage),
            champion.generation
        );
        part.files.push(File::new(format!("{stem}-first.svg"), first_move(&mind)?));
        let points = opening(&mind, data.seed)?;
        let caption = format!("Black: evolved:{lineage}; White: static");
        part.files
            .push(File::new(format!("{stem}-opening.svg"), numbered(SIZE, &points, &caption)));
        let moves: Vec<String> =
            points.iter().map(|&point| SIZE.vertex(point).to_string()).collect();
        moves_of.insert(lineage.to_string(), json!(moves));
    }
    part.numbers.push(("openings", Value::Object(moves_of)));
    Ok(part)
}

/// How the network likes each first move, from the worst to the best.
fn first_move(mind: &Mind) -> Result<String, LabError> {
    let position = Position::empty(SIZE);
    let ranked = mind.rank(&position)?;
    let last = (ranked.len().max(2) - 1) as f64;
    let mut liking = Field::filled(SIZE, 0.0);
    for (rank, (point, _)) in ranked.iter().enumerate() {
        liking[*point] = 1.0 - 2.0 * rank as f64 / last;
    }
    let board = Board::of(&position).shading(&liking);
    let best = ranked.iter().take(3).zip(1..).fold(board, |board, ((point, _), number)| {
        board.mark(*point, Mark::Label(format!("{number}")))
    });
    Ok(best.caption("Its first move, the best three by number").to_svg())
}

/// The points of an opening of the network, with Black, against the static player.
fn opening(mind: &Mind, seed: u64) -> Result<Vec<Point>, LabError> {
    let (mut room, mut opponent) = (Room::default(), StaticPlayer::default());
    let mut dice = Dice::new(seed, 0);
    let mut position = Position::empty(SIZE);
    let mut points = Vec::new();
    for _ in 0..OPENING {
        let point = match position.to_play() {
            Color::Black => mind.choose(&position, Illegal::SecondChoice, &mut room, &mut dice)?,
            Color::White => opponent.pick(&position, &mut dice),
        };
        position.play_unchecked(point.map_or(Move::Pass, Move::Place));
        points.extend(point);
    }
    Ok(points)
}

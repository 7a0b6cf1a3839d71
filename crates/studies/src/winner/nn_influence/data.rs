//! What nn-influence learns from: games after exactly so many moves.

use super::{Input, NnInfluenceSettings, Scale};
use crate::winner::nn_influence::{INPUTS, SIZE, prisoners};
use aji_judge::influence::Influence;
use aji_learn::games::{End, WonGame};
use aji_net::Cases;
use aji_rules::{Color, Symmetry};
use rayon::prelude::*;

/// The points of the board.
pub const POINTS: usize = INPUTS - 2;

/// Games at one move, as the network sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshots {
    /// Game by game, point by point and then the two numbers of prisoners, scaled. Where the table
    /// of influence is learned the points have stones: 1 Black's, -1 White's.
    inputs: Vec<f32>,
    won: Vec<f32>,
    ends: Vec<End>,
    /// Which of the games these are.
    games: Vec<usize>,
    /// Where a turned board's points come from, if boards are turned while learning.
    turns: Option<Vec<[u16; POINTS]>>,
}

impl Snapshots {
    /// Of the games that are long enough, on boards of 19x19.
    pub fn of(games: &[WonGame], moves: usize, settings: &NnInfluenceSettings) -> Snapshots {
        let seen: Vec<(usize, Vec<f32>)> = games
            .par_iter()
            .enumerate()
            .filter(|(_, game)| game.size() == SIZE)
            .filter_map(|(index, game)| Some((index, inputs(game, moves, settings)?)))
            .collect();
        let of = |part: fn(&WonGame) -> f32| -> Vec<f32> {
            seen.iter().map(|&(index, _)| part(&games[index])).collect()
        };
        Snapshots {
            won: of(|game| f32::from(u8::from(game.winner == Color::Black))),
            ends: seen.iter().map(|&(index, _)| games[index].end).collect(),
            games: seen.iter().map(|&(index, _)| index).collect(),
            inputs: seen.into_iter().flat_map(|(_, inputs)| inputs).collect(),
            turns: settings.symmetries.then(turns),
        }
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.won.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.won.is_empty()
    }

    /// Which of the games each snapshot is of.
    pub fn games(&self) -> &[usize] {
        &self.games
    }

    /// How a snapshot's game ended.
    pub fn end(&self, case: usize) -> End {
        self.ends[case]
    }

    /// Whether Black won a snapshot's game: 1 or 0.
    pub fn won(&self, case: usize) -> f32 {
        self.won[case]
    }
}

fn inputs(game: &WonGame, moves: usize, settings: &NnInfluenceSettings) -> Option<Vec<f32>> {
    let position = game.position_after(moves)?;
    let scale = match settings.scale {
        Scale::Tenth => 0.1,
        Scale::None => 1.0,
    };
    let mut inputs: Vec<f32> = match settings.input {
        Input::Influence(kind) => {
            kind.field(&position).values().iter().map(|value| scale * value).collect()
        }
        Input::LearnedTable => {
            let sign = |color: Color| color.sign() as f32;
            SIZE.points().map(|point| position.stone(point).map_or(0.0, sign)).collect()
        }
    };
    let prisoners = prisoners(&position);
    inputs.extend([prisoners.black, prisoners.white].map(|count| scale * count as f32));
    Some(inputs)
}

fn turns() -> Vec<[u16; POINTS]> {
    let turn = |symmetry: Symmetry| {
        let mut from = [0; POINTS];
        for point in SIZE.points() {
            from[symmetry.point(SIZE, point).index()] = point.index() as u16;
        }
        from
    };
    Symmetry::ALL.map(turn).to_vec()
}

impl Cases for Snapshots {
    fn fill(&self, case: u32, epoch: Option<u32>, inputs: &mut [f32], targets: &mut [f32]) {
        let own = &self.inputs[case as usize * INPUTS..][..INPUTS];
        match (&self.turns, epoch) {
            // Every epoch shows a game in another way than the one before.
            (Some(turns), Some(epoch)) => {
                let turn = &turns[case.wrapping_mul(5).wrapping_add(epoch) as usize % turns.len()];
                let points = inputs.iter_mut().zip(turn);
                points.for_each(|(input, &from)| *input = own[from as usize]);
                inputs[POINTS..].copy_from_slice(&own[POINTS..]);
            }
            _ => inputs.copy_from_slice(own),
        }
        targets.fill(self.won[case as usize]);
    }
}

//! How often looking ahead with a network finds the first move of a problem.

use crate::corner::problems::{FIRST, Problem};
use aji_judge::life::corner::{CornerNetwork, Found, Room, first_moves};
use aji_judge::life::{LifeStatus, Side};
use aji_rules::{Color, Move, Point};
use rayon::prelude::*;

/// A problem in a corner, for one side to solve without a ko.
pub struct Question {
    found: Found,
    first: Side,
    correct: Vec<Point>,
    /// Whether `aji train corner` holds it out.
    pub is_held_out: bool,
}

impl Question {
    /// What a problem asks, for each side whose solution is recorded.
    pub fn of(problem: &Problem, is_held_out: bool) -> Vec<Question> {
        let Ok(found) = problem.found(&problem.position) else { return Vec::new() };
        let sides = FIRST.into_iter().zip(&problem.first);
        let solved = sides.filter_map(|(color, solution)| Some((color, solution.as_ref()?)));
        solved
            .filter(|(_, solution)| solution.status != LifeStatus::Ko)
            .map(|(color, solution)| {
                let point = |mv: &Move| match mv {
                    Move::Place(point) => Some(*point),
                    Move::Pass => None,
                };
                Question {
                    found: found.clone(),
                    first: if color == Color::White { Side::Defender } else { Side::Attacker },
                    correct: solution.correct.iter().filter_map(point).collect(),
                    is_held_out,
                }
            })
            .collect()
    }

    /// How likely a move at random is right.
    pub fn chance(&self) -> f64 {
        self.correct.len() as f64 / self.found.inside.len().max(1) as f64
    }

    fn is_solved(&self, network: &CornerNetwork, plies: u32, room: &mut Room) -> bool {
        let mut evaluate = |corner: &_, defender_moves| network.life(corner, defender_moves, room);
        let moves = first_moves(&self.found.corner, self.first, plies, &mut evaluate);
        let best = moves.first().and_then(|best| self.found.point(best.point));
        best.is_some_and(|point| self.correct.contains(&point))
    }
}

/// How many of the questions are solved by looking so many moves ahead.
pub fn solved(questions: &[&Question], network: &CornerNetwork, plies: u32) -> usize {
    let is_solved = |room: &mut Room, question: &&Question| {
        usize::from(question.is_solved(network, plies, room))
    };
    questions.par_iter().map_init(Room::default, is_solved).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;

    /// Three in a row: the middle, for both.
    const LINE: &str = r#"{"id":"three","size":19,
        "black":["ea","eb","ac","bc","cc","dc","ec"],"white":["da","ab","bb","cb","db"],
        "target":[["da"]],
        "defender_first":{"result":"l","correct":["ba"],"tried":[]},
        "attacker_first":{"result":"d1l","correct":["ba"],"tried":[]}}"#;

    #[test]
    fn questions_are_those_without_a_ko() {
        let questions = Question::of(&Problem::parse(LINE).unwrap(), true);
        assert_eq!(questions.len(), 1);
        assert_eq!((questions[0].first, questions[0].correct.len()), (Side::Defender, 1));
        assert!((questions[0].chance() - 1.0 / 3.0).abs() < 1e-9 && questions[0].is_held_out);
        let network =
            CornerNetwork::new(aji_judge::life::corner::CornerModel::Mesh, &Library::built_in())
                .unwrap();
        let asked: Vec<&Question> = questions.iter().collect();
        assert_eq!(solved(&asked, &network, 2), 1);
    }
}

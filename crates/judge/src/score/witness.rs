//! Two witnesses who say whose the points of a finished board are: the deep network, which knows shapes, and random
//! games, which know what is cut off and cannot live.

use crate::Dice;
use crate::judgement::{JudgeError, Question, Recent};
use crate::territory::Model;
use aji_rules::fast::FastBoard;
use aji_rules::position::Chain;
use aji_rules::symmetry::{SwapColors, Symmetry, Turn};
use aji_rules::{Color, Field, Point, Position, Size};

/// So many random games are played with either side to begin.
const RANDOM_GAMES: u32 = 384;
/// How much the network counts beside random games when whose a point is is asked: it is right more often.
const TRUST: f64 = 0.75;
/// In moves a point; a random game can go round in circles.
const LONGEST_RANDOM_GAME: u32 = 3;

/// How surely every point is Black's (1) or White's (-1).
#[derive(Clone, Debug)]
pub(super) struct Witnesses {
    /// By the territory model, on average over who moves first: whether somebody has passed must not
    /// change what is dead.
    pub thought: Field<f64>,
    /// How much the model thinks it matters who moves first.
    pub at_stake: Field<f64>,
    /// By random games, in which both sides begin equally often.
    pub played: Field<f64>,
}

impl Witnesses {
    /// Hears both about a position. Nothing about them knows left from right or Black from White: a
    /// board is turned and recoloured into the first of its sixteen kinds before they see it.
    pub(super) fn of(model: &Model, question: &Question<'_>) -> Result<Witnesses, JudgeError> {
        let position = question.position;
        let views = first_views(position);
        let size = position.size();
        let mut heard = Witnesses {
            thought: Field::filled(size, 0.0),
            at_stake: Field::filled(size, 0.0),
            played: Field::filled(size, 0.0),
        };
        // A board with symmetries of its own has several views that are alike; each is one voice.
        let share = 1.0 / views.len() as f64;
        let mut seen: Option<Witnesses> = None;
        for view in views {
            let seen = match &mut seen {
                Some(seen) => &*seen,
                none => none.insert(Witnesses::of_view(model, question, &view.position)?),
            };
            let sign = if view.is_swapped { -share } else { share };
            for point in size.points() {
                let there = view.symmetry.point(size, point);
                heard.thought[point] += sign * seen.thought[there];
                heard.at_stake[point] += share * seen.at_stake[there];
                heard.played[point] += sign * seen.played[there];
            }
        }
        Ok(heard)
    }

    /// How surely a chain's points are its own, as the model and as random games have it.
    pub(super) fn of_chain(&self, chain: &Chain<'_>) -> [f64; 2] {
        let sign = f64::from(chain.color().sign()) / chain.len() as f64;
        [&self.thought, &self.played]
            .map(|field| sign * chain.stones().map(|stone| field[stone]).sum::<f64>())
    }

    /// How surely a point is Black's (1) or White's (-1), as both say together.
    pub(super) fn ownership(&self) -> Field<f64> {
        Field::from_fn(self.thought.size(), |point| {
            TRUST * self.thought[point] + (1.0 - TRUST) * self.played[point]
        })
    }

    fn of_view(
        model: &Model,
        question: &Question<'_>,
        position: &Position,
    ) -> Result<Witnesses, JudgeError> {
        let with = |color: Color| {
            let position = &position.clone().with_to_play(color);
            let (is_over, recent) = (true, Recent::BOTH_PASSED);
            model.ownership(&Question { position, is_over, recent, ..question.clone() })
        };
        let (black, white) = (with(Color::Black)?, with(Color::White)?);
        let size = position.size();
        Ok(Witnesses {
            thought: Field::from_fn(size, |point| (black[point] + white[point]) / 2.0),
            at_stake: Field::from_fn(size, |point| (black[point] - white[point]).abs() / 2.0),
            played: played(position),
        })
    }
}

/// One way to look at a board.
pub(super) struct View {
    symmetry: Symmetry,
    pub is_swapped: bool,
    pub position: Position,
}

impl View {
    /// Where a point of the board, whose size is given, is seen.
    pub(super) fn image(&self, size: Size, point: Point) -> Point {
        self.symmetry.point(size, point)
    }
}

/// Of the sixteen ways to look at a board, those whose stones come first in the order of boards; more
/// than one only if the board is like itself.
pub(super) fn first_views(position: &Position) -> Vec<View> {
    let rank = |stone: &Option<Color>| stone.map_or(0, |color| 2 - color.sign());
    let mut first: Option<(usize, Vec<i32>)> = None;
    let mut views = Vec::new();
    for is_swapped in [false, true] {
        let seen = if is_swapped { position.colors_swapped() } else { position.clone() };
        for symmetry in Symmetry::ALL {
            let position = seen.turned(symmetry);
            let ranks = position.stones_by_row().iter().map(rank).collect();
            let key = Some((position.size().width(), ranks));
            if first.is_some() && key > first {
                continue;
            }
            if key != first {
                (first, views) = (key, Vec::new());
            }
            views.push(View { symmetry, is_swapped, position });
        }
    }
    views
}

/// Who owns each point after games without a thought. The dice are always the same, so that equal
/// boards have equal answers.
fn played(position: &Position) -> Field<f64> {
    let size = position.size();
    let start = FastBoard::from(position);
    let mut owned = Field::filled(size, 0);
    for (game, color) in (0..RANDOM_GAMES).flat_map(|game| Color::BOTH.map(|color| (game, color))) {
        let mut dice = Dice::new(0, game.into());
        let mut board = start.clone().with_to_play(color);
        board.play_out(LONGEST_RANDOM_GAME * size.area() as u32, &mut |bound| dice.below(bound));
        for (sum, owner) in owned.values_mut().iter_mut().zip(board.owners()) {
            *sum += owner.map_or(0, Color::sign);
        }
    }
    owned.map(|&games| f64::from(games) / f64::from(2 * RANDOM_GAMES))
}

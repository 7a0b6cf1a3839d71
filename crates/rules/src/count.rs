//! Counting what mathematics has counted before: Go's perft.

use crate::color::Color;
use crate::game::Game;
use crate::point::{Move, Size};
use crate::position::Position;
use crate::ruleset::{Ko, RuleSet, Rules, Suicide};
use crate::setup::Setup;

/// How many ways there are to fill a board with black, white and nothing so that every chain has a
/// liberty. Tries all `3^area` of them.
pub fn legal_positions(size: Size) -> u64 {
    let mut setup = Setup::empty(size);
    let mut count = 0;
    loop {
        if setup.breathless().is_empty() {
            count += 1;
        }
        // Count up in base three, one point a digit.
        let carried = size.points().all(|point| {
            let stone = &mut setup.stones[point];
            *stone = match stone {
                None => Some(Color::Black),
                Some(Color::Black) => Some(Color::White),
                Some(Color::White) => None,
            };
            stone.is_none()
        });
        if carried {
            return count;
        }
    }
}

/// How many sequences of exactly `length` turns there are from the empty board. A pass is a turn;
/// two passes end a game, which is counted at that length and never extended.
pub fn turn_sequences(size: Size, rules: Rules, length: usize) -> u64 {
    fn extend(game: &Game, length: usize) -> u64 {
        if length == 0 {
            return 1;
        }
        if game.is_over() {
            return 0;
        }
        let position = game.position();
        let moves = position.size().points().map(Move::Place).chain([Move::Pass]);
        let legal = moves.filter(|&mv| game.check(position.to_play(), mv).is_ok());
        if length == 1 {
            return legal.count() as u64;
        }
        legal
            .map(|mv| {
                let mut next = game.clone();
                next.play(mv).map_or(0, |()| extend(&next, length - 1))
            })
            .sum()
    }
    extend(&Game::new(size, rules), length)
}

/// How many paths of positions there are from the empty board in which no board comes back and
/// either side may move at any time; the path without a move is one of them.
pub fn complete_games(size: Size) -> u64 {
    fn extend(position: &Position, past: &mut Vec<u64>) -> u64 {
        let mut count = 1;
        for color in Color::BOTH {
            let position = position.clone().with_to_play(color);
            for mv in position.size().points().map(Move::Place) {
                let mut next = position.clone();
                if next.play(mv, Suicide::Allowed).is_ok() && !past.contains(&next.stones_hash()) {
                    past.push(next.stones_hash());
                    count += extend(&next, past);
                    past.pop();
                }
            }
        }
        count
    }
    let empty = Position::empty(size);
    let mut past = vec![empty.stones_hash()];
    extend(&empty, &mut past)
}

/// Rules for counting, where nothing but ko and suicide matters.
pub fn counting_rules(ko: Ko, suicide: Suicide) -> Rules {
    Rules { ko, suicide, ..Rules::from(RuleSet::TrompTaylor) }
}

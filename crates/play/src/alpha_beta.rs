//! Alpha-beta search over any tree.

use aji_rules::{Move, Position};

/// What a search asks of the game.
pub trait Tree {
    /// What may go wrong.
    type Error;

    /// The moves to try, the most promising first; at least one.
    fn moves(&mut self, position: &Position) -> Vec<Move>;

    /// What a position is worth, seen from the side to move in it; the moves lead to it from where the
    /// search began.
    fn value(&mut self, position: &Position, line: &[Move]) -> Result<f64, Self::Error>;
}

/// The best line that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is worth to the side to move at its beginning.
    pub value: f64,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How many positions were valued to find it.
    pub valued: u64,
}

/// The best line of so many moves. The answer is that of plain minimax; lines that cannot matter are
/// cut off.
pub fn alpha_beta<T: Tree>(
    tree: &mut T,
    position: &Position,
    plies: u32,
) -> Result<Line, T::Error> {
    best(tree, position, &mut Vec::new(), plies, (f64::NEG_INFINITY, f64::INFINITY))
}

/// The best line if its value is between the two bounds; else one that shows on which side it is.
fn best<T: Tree>(
    tree: &mut T,
    position: &Position,
    past: &mut Vec<Move>,
    plies: u32,
    (mut low, high): (f64, f64),
) -> Result<Line, T::Error> {
    if plies == 0 {
        return Ok(Line { value: tree.value(position, past)?, moves: Vec::new(), valued: 1 });
    }
    let mut best_line = Line { value: f64::NEG_INFINITY, moves: Vec::new(), valued: 0 };
    for mv in tree.moves(position) {
        let mut after = position.clone();
        after.play_unchecked(mv);
        past.push(mv);
        let reply = best(tree, &after, past, plies - 1, (-high, -low))?;
        past.pop();
        best_line.valued += reply.valued;
        if -reply.value > best_line.value {
            best_line.value = -reply.value;
            best_line.moves = std::iter::once(mv).chain(reply.moves).collect();
        }
        low = low.max(best_line.value);
        if low >= high {
            break;
        }
    }
    Ok(best_line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;
    use aji_rules::ruleset::Suicide;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// Values that have nothing to do with Go: the board's hash, with one seed or another.
    struct Hashes(u64);

    impl Tree for Hashes {
        type Error = Infallible;

        fn moves(&mut self, position: &Position) -> Vec<Move> {
            let places = position.legal_points(Suicide::Forbidden).map(Move::Place);
            places.chain([Move::Pass]).collect()
        }

        fn value(&mut self, position: &Position, _: &[Move]) -> Result<f64, Infallible> {
            let mixed = (position.situation_hash() ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // Few values, so that ties are met.
            Ok(f64::from((mixed >> 59) as u8))
        }
    }

    fn minimax(tree: &mut Hashes, position: &Position, plies: u32) -> f64 {
        if plies == 0 {
            let Ok(value) = tree.value(position, &[]);
            return value;
        }
        let replies = tree.moves(position).into_iter().map(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            -minimax(tree, &after, plies - 1)
        });
        replies.collect::<Vec<_>>().into_iter().fold(f64::NEG_INFINITY, f64::max)
    }

    proptest! {
        #[test]
        fn cuts_change_nothing(seed in any::<u64>(), plies in 0_u32..4) {
            let position = Position::empty(Size::new(3, 2).unwrap());
            let mut tree = Hashes(seed);
            let Ok(line) = alpha_beta(&mut tree, &position, plies);
            prop_assert_eq!(line.value, minimax(&mut tree, &position, plies));
            prop_assert_eq!(line.moves.len(), plies as usize);
            // The line that is told leads to the value that is told.
            let mut end = position;
            for &mv in &line.moves {
                end.play_unchecked(mv);
            }
            let Ok(value) = tree.value(&end, &line.moves);
            prop_assert_eq!(if plies % 2 == 0 { value } else { -value }, line.value);
        }
    }

    #[test]
    fn cuts_save_work() {
        let position = Position::empty(Size::square(3).unwrap());
        let Ok(line) = alpha_beta(&mut Hashes(1), &position, 3);
        assert!(line.valued < 10 * 10 * 9 / 2, "{}", line.valued);
    }
}

//! Phases of the game, told by how full the board is.

use aji_rules::Position;

/// How full the board is at the middle of each phase, as a share of its points.
pub const PHASES: [f64; 4] = [0.05, 0.22, 0.42, 0.65];

/// How much each phase counts: full in its middle, in between a share of the two next to it.
pub fn phase_shares(position: &Position) -> [f64; PHASES.len()] {
    let (stones, area) = stones_and_area(position);
    shares(stones / area)
}

/// The same, told by how many moves are left, as on 19x19: a game on a small board is in its last
/// phase soon, since there is little left by which a lead could be lost.
pub fn phase_shares_by_moves_left(position: &Position) -> [f64; PHASES.len()] {
    let (stones, area) = stones_and_area(position);
    let full = PHASES[PHASES.len() - 1];
    let large = 361.0;
    let left = full * area - stones;
    shares((full * large - left) / large)
}

fn stones_and_area(position: &Position) -> (f64, f64) {
    let stones = position.stone_count();
    (f64::from(stones.black + stones.white), position.size().area() as f64)
}

fn shares(fullness: f64) -> [f64; PHASES.len()] {
    let mut shares = [0.0; PHASES.len()];
    match PHASES.iter().position(|&phase| fullness < phase) {
        Some(0) => shares[0] = 1.0,
        None => shares[PHASES.len() - 1] = 1.0,
        Some(next) => {
            let share = (fullness - PHASES[next - 1]) / (PHASES[next] - PHASES[next - 1]);
            shares[next] = share;
            shares[next - 1] = 1.0 - share;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;

    #[test]
    fn an_empty_board_is_in_the_first_phase() {
        assert_eq!(phase_shares(&Position::empty(Size::NINE)), [1.0, 0.0, 0.0, 0.0]);
        let empty = Position::empty(Size::NINETEEN);
        assert_eq!(phase_shares(&empty), phase_shares_by_moves_left(&empty));
    }

    #[test]
    fn on_a_small_board_little_is_left() {
        let [first, _, third, last] = phase_shares_by_moves_left(&Position::empty(Size::NINE));
        assert!(first == 0.0 && third + last == 1.0);
    }
}

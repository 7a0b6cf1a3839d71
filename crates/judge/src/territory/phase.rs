//! Phases of the game, told by how full the board is.

use aji_rules::Position;

/// How full the board is at the middle of each phase, as a share of its points.
pub const PHASES: [f64; 4] = [0.05, 0.22, 0.42, 0.65];

/// How much each phase counts: full in its middle, in between a share of the two next to it.
pub fn phase_shares(position: &Position) -> [f64; PHASES.len()] {
    let stones = position.stone_count();
    let fullness = f64::from(stones.black + stones.white) / position.size().area() as f64;
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
    }
}

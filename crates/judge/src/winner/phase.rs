//! The parts of a game.

/// The last moves of the opening and of the middle game. On 19x19 the corners are mostly taken by move
/// 50 and the borders mostly closed by move 150; everybody who tells players apart by phases cuts there
/// or near there, so that numbers can be compared.
const OPENING_ENDS: usize = 50;
const MIDDLE_GAME_ENDS: usize = 150;

aji_rules::named! {
    /// A part of a game, told by the number of the move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Phase {
        /// Moves 1 to 50.
        Opening = "opening",
        /// Moves 51 to 150.
        MiddleGame = "middle game",
        /// Moves from 151 on.
        Endgame = "endgame",
    }
}

impl Phase {
    /// Where a move belongs; the first move is number 1.
    pub fn of(number: usize) -> Phase {
        match number {
            early if early <= OPENING_ENDS => Phase::Opening,
            middle if middle <= MIDDLE_GAME_ENDS => Phase::MiddleGame,
            _ => Phase::Endgame,
        }
    }

    /// Its first move, and its last if it has one.
    pub fn moves(self) -> (usize, Option<usize>) {
        match self {
            Phase::Opening => (1, Some(OPENING_ENDS)),
            Phase::MiddleGame => (OPENING_ENDS + 1, Some(MIDDLE_GAME_ENDS)),
            Phase::Endgame => (MIDDLE_GAME_ENDS + 1, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_each_other() {
        let phases = [1, 50, 51, 150, 151, 400].map(Phase::of);
        use Phase::{Endgame, MiddleGame, Opening};
        assert_eq!(phases, [Opening, Opening, MiddleGame, MiddleGame, Endgame, Endgame]);
        for phase in Phase::ALL {
            let (first, last) = phase.moves();
            assert_eq!((Phase::of(first), last.map_or(phase, Phase::of)), (phase, phase));
        }
    }
}

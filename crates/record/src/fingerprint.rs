//! Telling whether two games are the same, whichever way the board was turned.

use aji_rules::{Color, Game, Move, Point, Step, Symmetry};

/// A number that two games share if they have the same start and the same moves, up to a symmetry
/// of the board and to passes at the end. Komi, players and result do not matter.
pub fn fingerprint(game: &Game) -> u64 {
    let start = game.start();
    let size = start.size();
    let stone_at = |point: Point| Some((point, Some(start.stone(point)?)));
    let first: Vec<(Point, Option<Color>)> = size.points().filter_map(stone_at).collect();
    let is_pass = |step: &&Step| matches!(step, Step::Play(_, Move::Pass));
    let passes = game.steps().iter().rev().take_while(is_pass).count();
    let steps = &game.steps()[..game.steps().len() - passes];
    let under = |symmetry: Symmetry| {
        let place = |point: Point| symmetry.point(size, point).index() as u64;
        // In whatever order stones are put up, the board is the same.
        let set_up = |stones: &[(Point, Option<Color>)]| {
            let hash = |&(point, stone): &(Point, Option<Color>)| {
                let mut hash = Hash::new();
                hash.add(place(point) << 2 | stone.map_or(0, |color| color as u64 + 1));
                hash.0
            };
            stones.iter().map(hash).fold(0, u64::wrapping_add)
        };
        let mut hash = Hash::new();
        hash.add(symmetry.size(size).width() as u64);
        hash.add(symmetry.size(size).height() as u64);
        hash.add(set_up(&first));
        for step in steps {
            hash.add(match step {
                Step::Play(color, Move::Place(point)) => (place(*point) + 1) << 1 | *color as u64,
                Step::Play(color, Move::Pass) => *color as u64,
                Step::SetUp(stones, to_play) => set_up(stones) ^ *to_play as u64,
            });
        }
        hash.0
    };
    Symmetry::ALL.into_iter().map(under).min().unwrap_or_default()
}

/// Multiply and fold: quick, and good enough for a few hundred small numbers.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0x243f_6a88_85a3_08d3)
    }

    fn add(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_add(0x1319_8a2e_0370_7344);
        let product = u128::from(mixed) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    fn of(sgf: &str) -> u64 {
        fingerprint(&Record::from_sgf(sgf).unwrap().replay().game)
    }

    #[test]
    fn turned_games_are_the_same_game() {
        let game = of("(;SZ[9]KM[6.5]PB[A];B[cc];W[gc];B[gg])");
        // Mirrored, turned, with other names and with passes at the end.
        assert_eq!(game, of("(;SZ[9];B[gc];W[cc];B[cg])"));
        assert_eq!(game, of("(;SZ[9];B[cg];W[cc];B[gc];W[];B[])"));
        assert_eq!(of("(;AB[dd][pp];W[pd])"), of("(;AB[pd][dp];W[dd])"));
    }

    #[test]
    fn others_are_not() {
        let games = [
            "(;SZ[9];B[cc];W[gc];B[gg])",
            "(;SZ[9];B[cc];W[gc])",
            "(;SZ[9];B[cc];W[gc];B[cg])",
            "(;SZ[9];W[cc];B[gc];W[gg])",
            "(;SZ[9];B[cc];W[];B[gc];W[gg])",
            "(;SZ[13];B[cc];W[gc];B[gg])",
            "(;SZ[9]AB[cc];W[gc];B[gg])",
        ]
        .map(of);
        let different: std::collections::HashSet<u64> = games.into_iter().collect();
        assert_eq!(different.len(), games.len());
    }
}

//! Taking dead stones off the board, move by move, where nobody agrees that they are dead.

use super::eyes::is_own_eye;
use aji_judge::explain::Effect;
use aji_rules::{Color, Game, Move, Point, PointSet, Position};

/// Stones may be given into a dead group's eye, but no more than these: more might be a loss.
const MOST_GIVEN: usize = 5;

/// The next move of this colour on the way to capture those of these dead stones that are the other side's; `None` if
/// there are none, or no move helps.
pub fn take_dead(game: &Game, color: Color, dead: &PointSet) -> Option<Point> {
    let position = game.position().clone().with_to_play(color);
    let is_prey = |point: Point| dead.contains(point) && position.stone(point) == Some(!color);
    let mut prey: Vec<_> = position.chains().filter(|chain| is_prey(chain.head())).collect();
    // One is finished before the next.
    prey.sort_by_key(|chain| (chain.liberty_count(), chain.stones().min()));
    let liberties = prey.iter().flat_map(|chain| points(&chain.liberties()));
    let is_open = |point: Point| position.stone(point).is_none();
    // Where a liberty cannot be taken at once, the way to it may be prepared.
    let all: PointSet = liberties.clone().collect();
    let around = all
        .flooded(position.size(), position.size().area(), |point| is_open(point) || is_prey(point));
    let around = points(&around.unwrap_or(all)).into_iter().filter(|&point| is_open(point));
    let candidates = liberties.map(|point| (true, point)).chain(around.map(|point| (false, point)));
    let ranked = candidates
        .filter_map(|(is_liberty, point)| Some((rank(game, &position, point, is_liberty)?, point)));
    // Of equals the first.
    ranked.min_by_key(|&(rank, _)| rank).map(|(_, point)| point)
}

fn points(set: &PointSet) -> Vec<Point> {
    set.iter().collect()
}

/// How soon a point is played; `None` is never.
fn rank(game: &Game, position: &Position, point: Point, is_liberty: bool) -> Option<u8> {
    let color = position.to_play();
    game.check(color, Move::Place(point)).ok()?;
    let effect = Effect::of(position, point);
    let is_eye = is_own_eye(position, point, color);
    match (effect.captured > 0, effect.is_self_atari(), is_liberty) {
        (true, _, _) => Some(0),
        _ if is_eye => None,
        (false, false, true) => Some(1),
        (false, false, false) => Some(2),
        (false, true, true) if effect.stones <= MOST_GIVEN => Some(3),
        (false, true, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::RuleSet;
    use aji_rules::testing::position;

    /// White passes until nothing is left to be taken: how many moves that was.
    fn taken(drawing: &str, dead: &[&str]) -> Option<usize> {
        let board = position(drawing).with_to_play(Color::Black);
        let size = board.size();
        let mut game = Game::from_position(board, RuleSet::TrompTaylor.into());
        let heads: Vec<Point> = dead.iter().filter_map(|name| size.parse_point(name)).collect();
        for moves in 0..40 {
            let position = game.position();
            let left: PointSet = heads
                .iter()
                .filter_map(|&head| position.chain_at(head))
                .filter(|chain| chain.color() == Color::White)
                .flat_map(|chain| chain.stones().collect::<Vec<_>>())
                .collect();
            if left.is_empty() {
                return Some(moves);
            }
            let point = take_dead(&game, Color::Black, &left)?;
            game.play(Move::Place(point)).unwrap();
            game.play(Move::Pass).unwrap();
        }
        None
    }

    #[test]
    fn dead_stones_are_taken() {
        assert_eq!(taken("XXXXX. X...X. X.O.X. X...X. XXXXX. ......", &["C4"]), Some(4));
        // A group with one big eye needs stones inside.
        assert_eq!(taken("..OX.. OOOX.. XXXX.. ...... ......", &["A4"]), Some(2));
        assert_eq!(taken("...OX. OOOOX. XXXXX. ...... ......", &["A4"]), Some(3));
    }

    #[test]
    fn own_stones_own_eyes_and_the_living_are_left_alone() {
        let board = position(".XOO.O X.XOOO XXXOO. ......");
        let game = Game::from_position(board, RuleSet::TrompTaylor.into());
        assert_eq!(take_dead(&game, Color::Black, &PointSet::EMPTY), None);
        let mine: PointSet = game.position().size().parse_point("B4").into_iter().collect();
        assert_eq!(take_dead(&game, Color::Black, &mine), None);
    }
}

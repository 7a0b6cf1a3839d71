//! How games of the network against itself begin: a few moves by lot, and komi that makes them even.

use aji_judge::Dice;
use aji_judge::evaluate::{Judge, Policy};
use aji_judge::judgement::Question;
use aji_rules::{Game, HalfPoints, Move, RuleSet, Size};

/// At least so many moves are drawn, and up to one more for every so many points.
const LEAST_MOVES: u32 = 2;
const POINTS_A_MOVE: u32 = 16;
/// A policy raised to this is flatter than it was.
const FLATNESS: f64 = 0.6;
/// Of so many moves one is any that is legal.
const ONE_WILD_IN: u32 = 8;

/// A game with some moves, under rules by lot, with komi that is fair in the judge's opinion but for `unfair` times the
/// board's side, up or down, typically. `None` if the judge knows no policy or the board.
pub(super) fn opening(
    judge: &dyn Judge,
    size: Size,
    unfair: f64,
    dice: &mut Dice,
) -> Option<(RuleSet, Game)> {
    let rules = [RuleSet::Chinese, RuleSet::Japanese][dice.below(2) as usize];
    let mut game = Game::new(size, rules.into());
    for _ in 0..LEAST_MOVES + dice.below(1 + size.area() as u32 / POINTS_A_MOVE) {
        let Some(Policy::Likely(mut moves)) = judge.evaluate(&Question::of(&game)).ok()?.policy
        else {
            return None;
        };
        moves.retain(|&(mv, _)| mv != Move::Pass);
        let is_wild = dice.below(ONE_WILD_IN) == 0;
        let weight = |&(_, chance): &(Move, f64)| if is_wild { 1.0 } else { chance.powf(FLATNESS) };
        let weights: Vec<f64> = moves.iter().map(weight).collect();
        let (mv, _) = moves[drawn(&weights, dice)?];
        game.play(mv).ok()?;
    }
    let lead = judge.evaluate(&Question::of(&game)).ok()?.black_lead()?;
    let lead = lead + unfair * size.width() as f64 * dice.normal();
    // Half a point keeps games from being drawn.
    let most = size.area() as f64;
    let komi = HalfPoints::from_halves(2 * lead.clamp(-most, most).floor() as i32 + 1);
    Some((rules, game.with_komi(komi)))
}

/// The place of a weight, drawn by how heavy each is; `None` if there is none.
pub(super) fn drawn(weights: &[f64], dice: &mut Dice) -> Option<usize> {
    let total: f64 = weights.iter().sum();
    let mut left = dice.unit() * total;
    let found = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // What is lost in rounding falls to the last.
    found.or(weights.len().checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::library::{DEEP, Library};

    #[test]
    fn openings_differ_and_are_even() {
        let deep = Library::built_in().get(&DEEP).unwrap();
        let of = |seed: u64| opening(&*deep, Size::NINE, 0.0, &mut Dice::new(seed, 0)).unwrap().1;
        assert_eq!(of(1).steps(), of(1).steps());
        let openings: Vec<Game> = (0..12).map(of).collect();
        for (index, game) in openings.iter().enumerate() {
            assert!((2..=7).contains(&game.steps().len()));
            assert!(openings[..index].iter().all(|other| other.steps() != game.steps()));
            let lead = deep.evaluate(&Question::of(game)).unwrap().black_lead().unwrap();
            assert!(lead.abs() <= 0.5 + 1e-6, "{lead}");
            assert_eq!(game.komi().halves() % 2, game.komi().halves().signum());
        }
    }

    #[test]
    fn weights_are_drawn_by_how_heavy_they_are() {
        let mut counts = [0; 3];
        let mut dice = Dice::new(4, 0);
        (0..10_000).for_each(|_| counts[drawn(&[1.0, 0.0, 3.0], &mut dice).unwrap()] += 1);
        assert!((2_350..2_650).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
        assert_eq!(drawn(&[], &mut dice), None);
    }
}

//! Taking off what a predictor makes of having the move.
//!
//! In a sharp position a predictor may think much of whoever has the move, at every move anew: the
//! chances go up and down like a saw, and every move of either player seems to lose. Good players'
//! moves lose nothing on average, so the teeth are the predictor's and say nothing of the moves. How
//! long they are is measured around each position, by a middle value that single mistakes do not
//! move, and half a tooth is taken off each side.

use aji_rules::Color;

/// How many positions on each side are looked at.
const AROUND: usize = 10;
/// And how many there must be at least.
const LEAST: usize = 9;
/// Chances nearer to none or all than this are taken to be this near.
const NEAREST: f64 = 1e-3;

/// Black's chances, one after the other, without the saw; `to_play` is who has the move. The sides
/// are as long as each other, or nothing is changed.
pub fn without_tempo(to_play: &[Color], black_wins: &[f64]) -> Vec<f64> {
    let odds: Vec<f64> = black_wins
        .iter()
        .map(|chance| {
            let chance = chance.clamp(NEAREST, 1.0 - NEAREST);
            (chance / (1.0 - chance)).ln()
        })
        .collect();
    let moved = worths(to_play, &odds).into_iter().zip(black_wins.iter().zip(&odds));
    let unsawed = moved.map(|(worth, (&chance, odds))| match worth {
        Some(worth) => 1.0 / (1.0 + (worth - odds).exp()),
        None => chance,
    });
    unsawed.collect()
}

/// What is made of the move at each place, as Black's; `None` where there is too little to tell.
fn worths(to_play: &[Color], values: &[f64]) -> Vec<Option<f64>> {
    if to_play.len() != values.len() {
        return vec![None; values.len()];
    }
    // How much more whoever has the move is thought to have here than just before and after, when the
    // other has it: twice the worth of the move.
    let teeth: Vec<Option<f64>> = (0..values.len())
        .map(|at| {
            let (before, after) = (at.checked_sub(1)?, at + 1);
            let in_turn = *to_play.get(after)? != to_play[at] && to_play[before] != to_play[at];
            let tooth = values[at] - (values[before] + values[after]) / 2.0;
            in_turn.then_some(f64::from(to_play[at].sign()) * tooth)
        })
        .collect();
    let worth = |at: usize| {
        let around = at.saturating_sub(AROUND)..(at + AROUND + 1).min(teeth.len());
        let mut near: Vec<f64> = teeth[around].iter().copied().flatten().collect();
        if near.len() < LEAST {
            return None;
        }
        near.sort_unstable_by(f64::total_cmp);
        let middle = (near[(near.len() - 1) / 2] + near[near.len() / 2]) / 2.0;
        Some(f64::from(to_play[at].sign()) * middle / 2.0)
    };
    (0..values.len()).map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_turn(count: usize) -> Vec<Color> {
        (0..count).map(|at| if at % 2 == 0 { Color::Black } else { Color::White }).collect()
    }

    fn chance(odds: f64) -> f64 {
        1.0 / (1.0 + (-odds).exp())
    }

    #[test]
    fn a_saw_is_made_straight_and_a_mistake_stays() {
        let to_play = in_turn(60);
        // Black loses a lot with the move after position 30.
        let truth = |at: usize| if at <= 30 { 0.5 } else { -1.0 };
        let sawn = |at: usize| chance(truth(at) + 0.4 * f64::from(to_play[at].sign()));
        let straight = without_tempo(&to_play, &(0..60).map(sawn).collect::<Vec<_>>());
        for (at, &found) in straight.iter().enumerate() {
            assert!((found - chance(truth(at))).abs() < 1e-9, "{at}: {found}");
        }
    }

    #[test]
    fn what_has_no_teeth_stays() {
        let flat = [0.625; 40];
        let found = without_tempo(&in_turn(40), &flat);
        assert!(found.iter().all(|chance| (chance - 0.625).abs() < 1e-12));
        // Too short to tell.
        let short = [0.25, 0.75, 0.25, 0.75];
        assert_eq!(without_tempo(&in_turn(4), &short), short);
        assert_eq!(without_tempo(&in_turn(3), &short), short);
    }

    #[test]
    fn exchanged_colours_have_exchanged_chances() {
        let to_play = in_turn(50);
        let chances: Vec<f64> = (0..50).map(|at| f64::from(at * 37 % 50) / 50.0).collect();
        let others: Vec<f64> = chances.iter().map(|chance| 1.0 - chance).collect();
        let opponents: Vec<Color> = to_play.iter().map(|&color| !color).collect();
        let (one, other) = (without_tempo(&to_play, &chances), without_tempo(&opponents, &others));
        assert!(one.iter().zip(other).all(|(one, other)| (one + other - 1.0).abs() < 1e-9));
    }
}

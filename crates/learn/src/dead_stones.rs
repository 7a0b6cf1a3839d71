//! Fits the model of dead stones to finished games whose dead stones are known.

use crate::labels::LabelledGame;
use crate::logistic::{Case, Logistic};
use aji_judge::Dice;
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::score::dead_stones::DeadStones;
use aji_judge::score::facts::{self, COUNT};
use aji_judge::territory::Model;
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::{ByColor, Color, Game, RuleSet};
use rayon::prelude::*;

/// The chains of final positions, each with whether it was dead.
pub type Chains = Vec<Case<COUNT>>;

/// So many of the games, drawn at random; the same for the same seed.
pub fn drawn(games: &[LabelledGame], count: usize, seed: u64) -> Vec<&LabelledGame> {
    let mut left: Vec<&LabelledGame> = games.iter().collect();
    let mut dice = Dice::new(seed, 0);
    let count = count.min(left.len());
    (0..count)
        .map(|_| {
            let pick = dice.below(left.len() as u32) as usize;
            left.swap_remove(pick)
        })
        .collect()
}

/// The chains of one game's final position whose fate is not certain without a thought: what a model
/// learns from and is measured on.
pub fn chains(territory: &Model, game: &LabelledGame) -> Result<Chains, JudgeError> {
    let Some(example) = game.example(game.move_count()) else { return Ok(Vec::new()) };
    let position = &example.position;
    let question = Game::from_position(position.clone(), RuleSet::Japanese.into());
    let safe = ByColor::from_fn(|color| pass_alive(position, color, Suicide::Forbidden));
    let mut cases = Vec::new();
    for chain in facts::facts(territory, &Question::of(&question))? {
        let Some(color) = position.stone(chain.head) else { continue };
        let is_certain =
            safe[!color].territory.contains(chain.head) || safe[color].stones.contains(chain.head);
        if is_certain {
            continue;
        }
        let owner: i32 = example.owner[chain.head].into();
        let is_dead = owner == -Color::sign(color);
        let target = f64::from(u8::from(is_dead));
        cases.push(Case { inputs: chain.numbers, target, weight: 1.0 });
    }
    Ok(cases)
}

/// The chains of many games, in the order of the games; `done` is called after each.
pub fn all_chains(
    territory: &Model,
    games: &[&LabelledGame],
    done: impl Fn() + Sync,
) -> Result<Vec<Chains>, JudgeError> {
    let of_game = |game: &&LabelledGame| {
        let cases = chains(territory, game);
        done();
        cases
    };
    games.par_iter().map(of_game).collect()
}

/// The model that fits these chains best; `None` if there is nothing to learn from.
pub fn fit(games: &[Chains]) -> Option<DeadStones> {
    let cases: Chains = games.iter().flatten().copied().collect();
    if cases.is_empty() {
        return None;
    }
    DeadStones::new(Logistic::fit(&cases).weights)
}

/// How good a model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Chains whose fate is not certain without a thought.
    pub chains: usize,
    /// Those among them of which it says rightly whether they are dead.
    pub right: usize,
    /// Games.
    pub games: usize,
    /// Games with no chain wrong.
    pub all_right: usize,
}

/// Measures a model on the chains of games that it has not learned from.
pub fn measure(model: &DeadStones, games: &[Chains]) -> Measured {
    let learned = Logistic { weights: *model.weights() };
    let mut measured = Measured { games: games.len(), ..Measured::default() };
    for game in games {
        let is_right =
            |case: &&Case<COUNT>| (learned.probability(&case.inputs) > 0.5) == (case.target > 0.5);
        let right = game.iter().filter(is_right).count();
        measured.chains += game.len();
        measured.right += right;
        measured.all_right += usize::from(right == game.len());
    }
    measured
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;
    use aji_judge::library::FIELD;

    /// Black has the left, White the right of a 5x5 board; White's stone on the left is dead.
    fn game() -> LabelledGame {
        let line = r#"{"moves":"cadacbdbccdccdddcedeaabb","ownership":"BBBWWBBBWWBBBWWBBBWWBBBWW","result":"B+6","diff":0}"#;
        LabelledGame::parse(line).unwrap()
    }

    #[test]
    fn dead_chains_are_told_from_living_ones() {
        let territory = Library::built_in().get(&FIELD).unwrap();
        let game = game();
        let cases = all_chains(&territory, &[&game], || ()).unwrap();
        assert_eq!(cases[0].iter().filter(|case| case.target > 0.5).count(), 1);
        let model = fit(&cases).unwrap();
        let measured = measure(&model, &cases);
        assert_eq!((measured.all_right, measured.right), (1, cases[0].len()));
        assert!(fit(&[]).is_none());
    }

    #[test]
    fn the_same_seed_draws_the_same_games() {
        let games = vec![game(); 5];
        let ends = |seed| drawn(&games, 3, seed).iter().map(|g| std::ptr::from_ref(*g)).collect();
        let (one, again): (Vec<_>, Vec<_>) = (ends(7), ends(7));
        assert_eq!(one, again);
        assert_eq!(drawn(&games, 9, 1).len(), 5);
    }
}

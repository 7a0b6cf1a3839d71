//! From the fitness of weights to better weights, whatever they are the weights of: three strategies, each
//! of which has its whole state in plain numbers and draws by the seed and the generation alone.

mod antithetic;
mod diagonal;
mod self_adaptive;

pub use antithetic::Antithetic;
pub use diagonal::Diagonal;
pub use self_adaptive::{Individual, SelfAdaptive, learning_rate};

use super::bits;
use aji_judge::Dice;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StrategyName {
    /// [`SelfAdaptive`].
    Study,
    /// [`Antithetic`].
    Antithetic,
    /// [`Diagonal`].
    Diagonal,
}

impl StrategyName {
    /// All of them.
    pub const ALL: [StrategyName; 3] =
        [StrategyName::Study, StrategyName::Antithetic, StrategyName::Diagonal];

    fn text(self) -> &'static str {
        match self {
            StrategyName::Study => "study",
            StrategyName::Antithetic => "antithetic",
            StrategyName::Diagonal => "diagonal",
        }
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text that is none of the strategies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no strategy `{0}`: take study, antithetic or diagonal")]
pub struct UnknownStrategy(String);

impl FromStr for StrategyName {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<StrategyName, UnknownStrategy> {
        let found = StrategyName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| UnknownStrategy(text.to_string()))
    }
}

/// How the first generation is made and how far steps go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scales {
    /// The standard deviation of the first weights.
    pub weights: f64,
    /// The standard deviation of the first steps.
    pub steps: f64,
    /// What the antithetic strategy goes uphill by.
    pub rate: f64,
}

impl Default for Scales {
    fn default() -> Scales {
        Scales { weights: 0.2, steps: 0.05, rate: 0.02 }
    }
}

/// A strategy at work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Strategy {
    /// The study's.
    Study(SelfAdaptive),
    /// Up an estimated gradient.
    Antithetic(Antithetic),
    /// A step size for each weight, learned by all of them together.
    Diagonal(Diagonal),
}

impl Strategy {
    /// The first generation: `population` lists of `count` weights.
    pub fn new(
        name: StrategyName,
        count: usize,
        population: usize,
        scales: Scales,
        seed: u64,
    ) -> Strategy {
        match name {
            StrategyName::Study => {
                Strategy::Study(SelfAdaptive::new(count, population, scales, seed))
            }
            StrategyName::Antithetic => {
                Strategy::Antithetic(Antithetic::new(count, population, scales, seed))
            }
            StrategyName::Diagonal => {
                Strategy::Diagonal(Diagonal::new(count, population, scales, seed))
            }
        }
    }

    /// The generation whose fitness is asked for.
    pub fn generation(&self) -> Vec<&[f32]> {
        match self {
            Strategy::Study(study) => study.individuals().iter().map(Individual::weights).collect(),
            Strategy::Antithetic(antithetic) => antithetic.generation(),
            Strategy::Diagonal(diagonal) => diagonal.generation(),
        }
    }

    /// The weights that the strategy would be judged by, if the generation is as fit as this.
    pub fn champion(&self, fitness: &[f64]) -> &[f32] {
        match self {
            Strategy::Study(study) => study.champion(fitness),
            Strategy::Antithetic(antithetic) => antithetic.champion(),
            Strategy::Diagonal(diagonal) => diagonal.mean(),
        }
    }

    /// Makes the next generation of one that is as fit as this.
    pub fn advance(&mut self, fitness: &[f64]) {
        match self {
            Strategy::Study(study) => study.advance(fitness),
            Strategy::Antithetic(antithetic) => antithetic.advance(fitness),
            Strategy::Diagonal(diagonal) => diagonal.advance(fitness),
        }
    }

    /// As it was before it was kept: what can be drawn again is in no checkpoint.
    pub(super) fn woken(mut self) -> Strategy {
        match &mut self {
            Strategy::Study(_) => {}
            Strategy::Antithetic(antithetic) => antithetic.stray(),
            Strategy::Diagonal(diagonal) => diagonal.draw(),
        }
        self
    }

    /// Whether it is one for so many weights and individuals.
    pub(super) fn fits(&self, count: usize, population: usize) -> bool {
        let generation = self.generation();
        generation.len() == population && generation.iter().all(|one| one.len() == count)
    }
}

/// The dice of one individual in one generation.
fn dice(seed: u64, generation: u32, individual: usize) -> Dice {
    Dice::new(seed, (u64::from(generation) << 20) | individual as u64)
}

/// From the fittest to the least fit; equals in order.
fn ranking(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&one, &other| fitness[other].total_cmp(&fitness[one]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How near weights are to a place that is easy to see for us alone.
    fn fitness(weights: &[f32]) -> f64 {
        let aim = |at: usize| (at as f32 * 0.7).sin();
        let squares = weights.iter().enumerate().map(|(at, weight)| (weight - aim(at)).powi(2));
        -f64::from(squares.sum::<f32>())
    }

    #[test]
    fn all_of_them_get_better() {
        for (name, generations) in [
            (StrategyName::Study, 600),
            (StrategyName::Antithetic, 600),
            (StrategyName::Diagonal, 300),
        ] {
            let mut strategy = Strategy::new(name, 20, 12, Scales::default(), 3);
            let of_all = |strategy: &Strategy| -> Vec<f64> {
                strategy.generation().into_iter().map(fitness).collect()
            };
            let before = fitness(strategy.champion(&of_all(&strategy)));
            for _ in 0..generations {
                let all = of_all(&strategy);
                strategy.advance(&all);
            }
            let after = fitness(strategy.champion(&of_all(&strategy)));
            assert!(after > 0.2 * before, "{name}: {before} {after}");
        }
    }

    #[test]
    fn what_is_kept_goes_on_as_if_nothing_had_been() {
        for name in StrategyName::ALL {
            let mut strategy = Strategy::new(name, 9, 6, Scales::default(), 1);
            for step in 0..6 {
                if step == 3 {
                    let text = serde_json::to_string(&strategy).unwrap();
                    let kept: Strategy = serde_json::from_str(&text).unwrap();
                    let kept = kept.woken();
                    assert_eq!(kept, strategy);
                    strategy = kept;
                }
                let all: Vec<f64> = strategy.generation().into_iter().map(fitness).collect();
                strategy.advance(&all);
            }
            let mut whole = Strategy::new(name, 9, 6, Scales::default(), 1);
            for _ in 0..6 {
                let all: Vec<f64> = whole.generation().into_iter().map(fitness).collect();
                whole.advance(&all);
            }
            assert_eq!(whole, strategy);
        }
    }

    #[test]
    fn names_are_read_and_written() {
        for name in StrategyName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        let said = "luck".parse::<StrategyName>().unwrap_err().to_string();
        assert_eq!(said, "there is no strategy `luck`: take study, antithetic or diagonal");
    }
}

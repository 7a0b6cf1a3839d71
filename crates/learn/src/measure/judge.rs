//! Those who are measured, and the measuring of many positions in parallel.

use super::influence::CalibratedInfluence;
use super::territory::Score;
use crate::labels::Example;
use aji_judge::judgement::Question;
use aji_judge::territory::{Exact, Inference, Model, TooLarge};
use aji_rules::scoring::Terms;
use aji_rules::{Field, HalfPoints, RuleSet, Size};
use rayon::prelude::*;

/// Somebody who says how likely each point is Black's in the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Judge {
    /// A model with a way to infer.
    Model(Model, Inference),
    /// An influence.
    Influence(CalibratedInfluence),
}

/// What exact inference works with; worth keeping from one position to the next.
#[derive(Default)]
struct Workspace(Option<(Size, Exact)>);

impl Workspace {
    fn exact(&mut self, size: Size) -> Result<&mut Exact, TooLarge> {
        let kept = self.0.take().filter(|(kept, _)| *kept == size);
        let (_, exact) = self.0.insert(match kept {
            Some(kept) => kept,
            None => (size, Exact::new(size)?),
        });
        Ok(exact)
    }
}

impl Judge {
    /// Judges every example and compares with what became of it, in the examples' order: the same
    /// for any number of threads. `on_each` is called, in no order, when one is done.
    pub fn scores(
        &self,
        examples: &[Example],
        komi: HalfPoints,
        seed: u64,
        on_each: impl Fn() + Sync,
    ) -> Result<Vec<Score>, TooLarge> {
        examples
            .par_iter()
            .enumerate()
            .map_init(Workspace::default, |workspace, (index, example)| {
                let seed = seed.wrapping_add(index as u64);
                let probabilities = self.black_probabilities(example, seed, workspace)?;
                on_each();
                Ok(Score::of(example, &probabilities, komi))
            })
            .collect()
    }

    fn black_probabilities(
        &self,
        example: &Example,
        seed: u64,
        workspace: &mut Workspace,
    ) -> Result<Field<f64>, TooLarge> {
        let position = &example.position;
        let share = |mean: &f64| (mean + 1.0) / 2.0;
        let question = Question {
            position,
            rules: RuleSet::Japanese.into(),
            terms: Terms::default(),
            is_over: false,
            recent: example.recent,
        };
        if let Judge::Model(model, Inference::BeliefPropagation) = self
            && let Some(owners) = model.own_owners(&question)
        {
            return Ok(owners.map(share));
        }
        let moments = match self {
            Judge::Influence(influence) => return Ok(influence.black_probabilities(position)),
            Judge::Model(model, Inference::Exact) => {
                workspace.exact(position.size())?.moments(&model.ising(position))
            }
            Judge::Model(model, other) => other.moments(&model.ising(position), seed)?,
        };
        Ok(moments.means.map(share))
    }
}

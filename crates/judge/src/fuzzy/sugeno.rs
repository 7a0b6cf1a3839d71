//! Sugeno's way, of first order: every rule says a number, a sum of the inputs times factors, and the
//! answer is their mean, weighted by how strongly the rules fire.

use super::UnfitRules;
use super::fire::{Conjunction, Firing, sound};
use super::rules::{Consequent, RuleBase};
use super::variable::Gaussian;

/// Answers with a weighted mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Sugeno {
    base: RuleBase,
    conjunction: Conjunction,
}

impl Sugeno {
    /// With these rules, all of which end with numbers.
    pub fn new(base: RuleBase) -> Result<Sugeno, UnfitRules> {
        let is_set = |rule: &super::Rule| matches!(rule.consequent, Consequent::Set(_));
        match base.rules.iter().position(is_set) {
            Some(nth) => Err(UnfitRules::Sets(nth + 1)),
            None => Ok(Sugeno { base, conjunction: Conjunction::Min }),
        }
    }

    /// With another conjunction than the minimum.
    pub fn with_conjunction(self, conjunction: Conjunction) -> Sugeno {
        Sugeno { conjunction, ..self }
    }

    /// Its rules.
    pub fn rules(&self) -> &RuleBase {
        &self.base
    }

    /// The answer.
    ///
    /// Strengths too small for a number keep their proportions, for only those count: far from all
    /// rules the nearest to firing decide. Without rules it is 0.
    pub fn value(&self, inputs: &[f64], firing: &mut Firing) -> f64 {
        firing.fire(&self.base, self.conjunction, inputs);
        let strongest = firing.logs.iter().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
        firing.shares.clear();
        firing.shares.extend(firing.logs.iter().map(|log| (log - strongest).exp()));
        let all: f64 = firing.shares.iter().sum();
        let mut answer = 0.0;
        for (nth, share) in firing.shares.iter_mut().enumerate() {
            *share /= all;
            answer += *share * self.says(nth, inputs);
        }
        answer
    }

    /// What one rule says by itself; 0 for a rule that there is not.
    pub fn says(&self, rule: usize, inputs: &[f64]) -> f64 {
        match self.base.rules.get(rule).map(|rule| &rule.consequent) {
            Some(Consequent::Linear { factors, constant }) => {
                let terms = factors.iter().enumerate();
                terms.map(|(index, factor)| factor * sound(inputs, index)).sum::<f64>() + constant
            }
            _ => 0.0,
        }
    }

    /// All that can be learned, as one list: the width and the centre of every set, input by input,
    /// then the factors and the constant of every rule.
    pub fn parameters(&self) -> Vec<f64> {
        let sets = self.base.inputs.iter().flat_map(|input| &input.sets);
        let mut parameters: Vec<f64> =
            sets.flat_map(|set| [set.shape.sigma, set.shape.center]).collect();
        for rule in &self.base.rules {
            if let Consequent::Linear { factors, constant } = &rule.consequent {
                parameters.extend(factors);
                parameters.push(*constant);
            }
        }
        parameters
    }

    /// The same rules with other numbers; `None` if they are not as many, not finite, or a width is
    /// not above 0.
    pub fn with_parameters(&self, parameters: &[f64]) -> Option<Sugeno> {
        let mut sugeno = self.clone();
        let mut next = parameters.iter().copied();
        for set in sugeno.base.inputs.iter_mut().flat_map(|input| &mut input.sets) {
            set.shape = Gaussian { sigma: next.next()?, center: next.next()? };
            if set.shape.sigma <= 0.0 {
                return None;
            }
        }
        for rule in &mut sugeno.base.rules {
            if let Consequent::Linear { factors, constant } = &mut rule.consequent {
                for factor in factors {
                    *factor = next.next()?;
                }
                *constant = next.next()?;
            }
        }
        let all_finite = parameters.iter().all(|number| number.is_finite());
        (next.next().is_none() && all_finite).then_some(sugeno)
    }
}

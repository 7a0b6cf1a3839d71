//! How strongly rules fire.

use super::rules::RuleBase;

/// How the conditions of a rule are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conjunction {
    /// A rule fires as strongly as the weakest of its conditions.
    #[default]
    Min,
    /// The memberships are multiplied, which has a gradient everywhere.
    Product,
}

/// How strongly the rules fired, with room to work in: keep it, and nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Firing {
    /// Of every input in every set, input by input.
    memberships: Vec<f64>,
    /// Logarithms of the strengths.
    pub(super) logs: Vec<f64>,
    pub(super) strengths: Vec<f64>,
    /// For each set of the output, how strongly a rule says it.
    pub(super) said: Vec<f64>,
    pub(super) shares: Vec<f64>,
}

impl Firing {
    /// How strongly each rule fired, from 0 to 1, as of the last question.
    pub fn strengths(&self) -> &[f64] {
        &self.strengths
    }

    /// The logarithms of the strengths, numbers even where the strengths are too small to be told from 0.
    pub fn logs(&self) -> &[f64] {
        &self.logs
    }

    /// The part of each rule in the last answer of a [`Sugeno`](super::Sugeno): strengths that add up
    /// to 1.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// Fires all rules. An input that is missing or not finite counts as 0.
    pub(super) fn fire(&mut self, base: &RuleBase, conjunction: Conjunction, inputs: &[f64]) {
        self.memberships.clear();
        for (index, input) in base.inputs.iter().enumerate() {
            let number = sound(inputs, index);
            self.memberships.extend(input.sets.iter().map(|set| set.shape.log_membership(number)));
        }
        self.logs.clear();
        self.strengths.clear();
        for rule in &base.rules {
            let mut log = 0.0_f64;
            let mut first = 0;
            for (input, set) in base.inputs.iter().zip(&rule.conditions) {
                if let Some(set) = set {
                    let membership = self.memberships[first + set];
                    log = match conjunction {
                        Conjunction::Min => log.min(membership),
                        Conjunction::Product => log + membership,
                    };
                }
                first += input.sets.len();
            }
            self.logs.push(log);
            self.strengths.push(log.exp());
        }
    }
}

/// The input, or 0 for want of a finite number.
pub(super) fn sound(inputs: &[f64], index: usize) -> f64 {
    inputs.get(index).copied().filter(|number| number.is_finite()).unwrap_or(0.0)
}

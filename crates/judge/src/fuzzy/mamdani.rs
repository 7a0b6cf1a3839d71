//! Mamdani's way: every rule cuts its word's bell at its strength, the higher of all bells counts, and
//! the answer is the centre of gravity of the hill.

use super::UnfitRules;
use super::fire::{Conjunction, Firing};
use super::rules::{Consequent, RuleBase};

/// At how many points from 0 to 1 the hill is looked at.
pub const POINTS: usize = 201;

/// Answers with a centre of gravity, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Mamdani {
    base: RuleBase,
    conjunction: Conjunction,
    /// For each rule, which set of the output it says.
    says: Vec<usize>,
    /// For each set of the output, its bell at all points.
    bells: Vec<[f64; POINTS]>,
}

impl Mamdani {
    /// With these rules, all of which end with a set.
    pub fn new(base: RuleBase) -> Result<Mamdani, UnfitRules> {
        let set = |(nth, rule): (usize, &super::Rule)| match rule.consequent {
            Consequent::Set(set) => Ok(set),
            Consequent::Linear { .. } => Err(UnfitRules::Numbers(nth + 1)),
        };
        let says = base.rules.iter().enumerate().map(set).collect::<Result<Vec<_>, _>>()?;
        let bells = base.output.sets.iter();
        let bells =
            bells.map(|set| std::array::from_fn(|nth| set.shape.membership(at(nth)))).collect();
        Ok(Mamdani { base, conjunction: Conjunction::Min, says, bells })
    }

    /// With another conjunction than the minimum.
    pub fn with_conjunction(self, conjunction: Conjunction) -> Mamdani {
        Mamdani { conjunction, ..self }
    }

    /// Its rules.
    pub fn rules(&self) -> &RuleBase {
        &self.base
    }

    /// The answer, from 0 to 1.
    ///
    /// The weaker all rules fire, the flatter is the hill, and the nearer its centre to the middle; so
    /// where no rule fires at all, the answer is 0.5.
    pub fn value(&self, inputs: &[f64], firing: &mut Firing) -> f64 {
        firing.fire(&self.base, self.conjunction, inputs);
        // Rules that say the same are one rule that fires as strongly as the strongest of them.
        firing.said.clear();
        firing.said.resize(self.bells.len(), 0.0);
        for (&set, &strength) in self.says.iter().zip(&firing.strengths) {
            firing.said[set] = firing.said[set].max(strength);
        }
        let mut hill = [0.0_f64; POINTS];
        for (bell, &strength) in self.bells.iter().zip(&firing.said) {
            for (height, &membership) in hill.iter_mut().zip(bell) {
                *height = height.max(membership.min(strength));
            }
        }
        let (mut area, mut moment) = (0.0, 0.0);
        for (nth, height) in hill.into_iter().enumerate() {
            area += height;
            moment += height * at(nth);
        }
        if area > f64::MIN_POSITIVE { moment / area } else { 0.5 }
    }
}

fn at(nth: usize) -> f64 {
    nth as f64 / (POINTS - 1) as f64
}

//! Fits the numbers that rules of a [`Sugeno`] end with to the answers of a [`Mamdani`]; the
//! conditions stay. The study did it by the delta rule and called it SANFIS; [`least_squares`] is the
//! best there can be.

use aji_judge::Dice;
use aji_judge::fuzzy::{Firing, Mamdani, Sugeno};
use aji_learn::labels::shuffle;
use nalgebra::{DMatrix, DVector};

/// How many numbers of each input are in a grid.
pub const SIDE: usize = 21;

/// Inputs, and what should be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// From 0 to 1.
    pub inputs: Vec<f64>,
    /// What should be answered.
    pub target: f64,
}

/// What a controller answers on a grid of all its inputs, each at [`SIDE`] places from 0 to 1.
pub fn samples(mamdani: &Mamdani) -> Vec<Sample> {
    let count = mamdani.rules().inputs().len();
    let mut firing = Firing::default();
    let sample = |nth: usize| {
        let place = |input: usize| nth / SIDE.pow(input as u32) % SIDE;
        let at = |input: usize| place(input) as f64 / (SIDE - 1) as f64;
        let inputs: Vec<f64> = (0..count).rev().map(at).collect();
        let target = mamdani.value(&inputs, &mut firing);
        Sample { inputs, target }
    };
    (0..SIDE.pow(count as u32)).map(sample).collect()
}

/// How the delta rule goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeltaRuleSettings {
    /// In each every sample is seen once, in an order of its own.
    pub epochs: u32,
    /// The learning rate.
    pub rate: f64,
    /// The seed of the orders.
    pub seed: u64,
}

/// As the study has it.
impl Default for DeltaRuleSettings {
    fn default() -> DeltaRuleSettings {
        DeltaRuleSettings { epochs: 100, rate: 0.01, seed: 1 }
    }
}

/// What came of the delta rule.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The controller.
    pub sugeno: Sugeno,
    /// The root of the mean square error after each epoch.
    pub errors: Vec<f64>,
}

/// The delta rule, one sample after the other, from rules that say 0. `None` if it runs away: then
/// the rate is too high.
pub fn delta_rule(
    start: &Sugeno,
    samples: &[Sample],
    settings: &DeltaRuleSettings,
) -> Option<Fitted> {
    let conditions = conditions(start);
    let mut sugeno = emptied(start)?;
    let mut parameters = sugeno.parameters();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut firing = Firing::default();
    let mut errors = Vec::new();
    for epoch in 0..settings.epochs {
        shuffle(&mut order, &mut Dice::new(settings.seed, u64::from(epoch)));
        for &index in &order {
            let Sample { inputs, target } = &samples[index];
            // The shares of the rules do not depend on what is learned.
            sugeno.value(inputs, &mut firing);
            let numbers = &mut parameters[conditions..];
            let known = known(inputs, &firing);
            let answer: f64 =
                known.clone().zip(&*numbers).map(|(input, number)| input * number).sum();
            let step = settings.rate * (target - answer);
            known.zip(numbers).for_each(|(input, number)| *number += step * input);
        }
        sugeno = sugeno.with_parameters(&parameters)?;
        errors.push(error(&sugeno, samples));
    }
    Some(Fitted { sugeno, errors })
}

/// The numbers with the least square error; where several do as well, the smallest.
pub fn least_squares(start: &Sugeno, samples: &[Sample]) -> Option<Sugeno> {
    let conditions = conditions(start);
    let sugeno = emptied(start)?;
    let mut parameters = sugeno.parameters();
    let mut firing = Firing::default();
    let mut rows = Vec::new();
    for Sample { inputs, .. } in samples {
        sugeno.value(inputs, &mut firing);
        rows.extend(known(inputs, &firing));
    }
    let matrix = DMatrix::from_row_slice(samples.len(), parameters.len() - conditions, &rows);
    let targets = DVector::from_iterator(samples.len(), samples.iter().map(|one| one.target));
    let best = matrix.svd(true, true).solve(&targets, 1e-10).ok()?;
    parameters[conditions..].copy_from_slice(best.as_slice());
    sugeno.with_parameters(&parameters)
}

/// The root of the mean square error; 0 without samples.
pub fn error(sugeno: &Sugeno, samples: &[Sample]) -> f64 {
    let mut firing = Firing::default();
    let square =
        |sample: &Sample| (sugeno.value(&sample.inputs, &mut firing) - sample.target).powi(2);
    (samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// The same conditions, all rules saying 0.
fn emptied(start: &Sugeno) -> Option<Sugeno> {
    let mut parameters = start.parameters();
    parameters[conditions(start)..].fill(0.0);
    start.with_parameters(&parameters)
}

/// How many of the parameters are those of the conditions.
fn conditions(sugeno: &Sugeno) -> usize {
    2 * sugeno.rules().set_count()
}

/// What the answer is a linear function of: for each rule its share times the inputs and 1.
fn known<'a>(inputs: &'a [f64], firing: &'a Firing) -> impl Iterator<Item = f64> + Clone + 'a {
    let shares = firing.shares().iter();
    shares.flat_map(|share| inputs.iter().chain(&[1.0]).map(move |input| share * input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::fuzzy::RuleBase;
    use aji_judge::opening::fuzzy::lee;

    fn close(found: &[f64], expected: &[f64], within: f64) {
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() <= within, "{found:?}, not {expected:?}");
        }
    }

    #[test]
    fn the_best_there_can_be() {
        let samples = samples(&lee::mamdani());
        assert_eq!(samples.len(), 441);
        let best = least_squares(&lee::sugeno(), &samples).unwrap();
        let expected = [0.3502, 0.3502, 0.2113, 0.2184, 0.2184, 0.2816, 0.3502, 0.3502, 0.0883];
        close(&best.parameters()[12..], &expected, 5e-5);
        close(&[error(&best, &samples)], &[0.0259], 5e-5);
    }

    #[test]
    fn what_the_study_learned_is_what_is_built_in() {
        let samples = samples(&lee::mamdani());
        let start = Sugeno::new(lee::mamdani().rules().emptied()).unwrap();
        let fitted = delta_rule(&start, &samples, &DeltaRuleSettings::default()).unwrap();
        close(&fitted.errors[99..], &[0.0263], 5e-5);
        assert_eq!(error(&fitted.sugeno, &samples), fitted.errors[99]);
        close(&fitted.sugeno.parameters(), &lee::sugeno().parameters(), 5e-7);
        close(&[error(&lee::sugeno(), &samples)], &[0.0263], 5e-5);
    }

    #[test]
    fn any_number_of_inputs() {
        let rules = "a: LOW 0.3 0, HIGH 0.3 1\nz: BAD 0.2 0, GOOD 0.2 1\n\
                     if a is LOW then z is BAD\nif a is HIGH then z is GOOD";
        let mamdani = Mamdani::new(rules.parse::<RuleBase>().unwrap()).unwrap();
        let samples = samples(&mamdani);
        assert_eq!((samples.len(), samples[20].inputs[0]), (SIDE, 1.0));
        let start = Sugeno::new(mamdani.rules().emptied()).unwrap();
        let best = error(&least_squares(&start, &samples).unwrap(), &samples);
        let settings =
            DeltaRuleSettings { epochs: 3_000, rate: 0.05, ..DeltaRuleSettings::default() };
        let fitted = delta_rule(&start, &samples, &settings).unwrap();
        let last = fitted.errors[2_999];
        assert!(best <= last && last < 1.2 * best + 1e-3, "{best} {last}");
        let wild = DeltaRuleSettings { rate: 1e9, ..settings };
        assert!(delta_rule(&start, &samples, &wild).is_none());
    }
}

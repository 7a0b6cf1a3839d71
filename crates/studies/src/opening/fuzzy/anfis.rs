//! Trains the fuzzy controller of the opening: sets and numbers of all rules, so that the moves of strong
//! players are the likeliest of the candidates.
//!
//! A position counts if what was played is among its candidates. They are as likely as e to the power of
//! their values, `ln p + z`, p being what the proposer thinks and z the controller's answer; the loss is
//! the mean surprise at the moves played. Rules that say 0 leave the proposer as it is, and that is where
//! it begins.

use aji_judge::Dice;
use aji_judge::fuzzy::{Firing, Sugeno};
use aji_judge::opening::candidates::{COUNT, Candidates};
use aji_judge::opening::fuzzy::anfis;
use aji_judge::opening::fuzzy::inputs::{INPUTS, SIGMA, inputs};
use aji_learn::gradient::sum_in_parcels;
use aji_learn::labels::shuffle;
use aji_learn::openings::Opening;
use aji_learn::training::Trainer;
use aji_net::optimiser::Adam;
use aji_rules::Symmetry;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// FuzzyCases are summed in parcels of this many, whatever the number of threads.
const PARCEL: usize = 64;
/// So that sets stay what their names say, they get no more times narrower or wider than this,
const WIDENING: f32 = 2.0;
/// and their centres go no further than this share of the way to the next.
const STRAYING: f32 = 0.4;

/// A candidate as the controller sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// What the controller is told.
    pub inputs: [f64; INPUTS],
    /// The logarithm of what the proposer thinks.
    pub log_probability: f64,
}

/// A position: its candidates, and which of them was played.
#[derive(Clone, Debug, PartialEq)]
pub struct FuzzyCase {
    /// Likeliest first.
    pub candidates: Vec<Known>,
    /// The one that was played.
    pub played: usize,
}

/// Positions to learn from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FuzzyCases {
    /// Those in which a candidate was played.
    pub cases: Vec<FuzzyCase>,
    /// How many others there were.
    pub missed: usize,
}

impl FuzzyCases {
    /// All positions of these openings, worked out in parallel.
    pub fn of(openings: &[Opening], candidates: &Candidates) -> FuzzyCases {
        let of_one = |opening: &Opening| {
            let mut found = FuzzyCases::default();
            opening.for_each(Symmetry::IDENTITY, |played| {
                let best = candidates.best(&played.scene, COUNT).unwrap_or_default();
                let Some(nth) = best.iter().position(|one| one.point == played.next) else {
                    found.missed += 1;
                    return;
                };
                let told = inputs(played.scene.position, &best, SIGMA);
                let known = best.iter().zip(told).map(|(candidate, inputs)| Known {
                    inputs,
                    log_probability: candidate.probability.ln(),
                });
                found.cases.push(FuzzyCase { candidates: known.collect(), played: nth });
            });
            found
        };
        let parts: Vec<FuzzyCases> = openings.par_iter().map(of_one).collect();
        let mut all = FuzzyCases::default();
        for part in parts {
            all.cases.extend(part.cases);
            all.missed += part.missed;
        }
        all
    }
}

/// How good a controller is on some cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean surprise at the moves played, in nats.
    pub loss: f64,
    /// How often the best of the candidates was played.
    pub first: f64,
}

/// How good a controller is on these cases; `None` is the proposer alone.
pub fn measure(controller: Option<&Sugeno>, cases: &[FuzzyCase]) -> Measured {
    let one = |case: &FuzzyCase| {
        let mut firing = Firing::default();
        let value = |known: &Known| {
            known.log_probability
                + controller.map_or(0.0, |sugeno| sugeno.value(&known.inputs, &mut firing))
        };
        let values: Vec<f64> = case.candidates.iter().map(value).collect();
        let played = values[case.played];
        // Of equal ones the likelier is first.
        let better = values
            .iter()
            .enumerate()
            .any(|(nth, &value)| value > played || value == played && nth < case.played);
        (log_sum(&values) - played, f64::from(!better))
    };
    let all: Vec<(f64, f64)> = cases.par_iter().map(one).collect();
    let count = cases.len().max(1) as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| all.iter().map(part).sum::<f64>() / count;
    Measured { loss: mean(|one| one.0), first: mean(|one| one.1) }
}

/// The logarithm of the sum of the exponentials.
fn log_sum(values: &[f64]) -> f64 {
    let most = values.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
    most + values.iter().map(|value| (value - most).exp()).sum::<f64>().ln()
}

/// The mean loss of some cases, and its gradient by [`Sugeno::parameters`]. The controller multiplies
/// its conditions; the minimum has no gradient everywhere.
pub fn loss_and_gradient(controller: &Sugeno, cases: &[&FuzzyCase]) -> (f64, Vec<f64>) {
    let count = controller.parameters().len();
    let scale = 1.0 / cases.len().max(1) as f64;
    let (gradient, losses) =
        sum_in_parcels((cases, PARCEL), count, Firing::default, |case, gradient, firing| {
            scale * add_gradient(controller, case, scale, firing, gradient)
        });
    (losses.iter().map(|parcel| parcel.iter().sum::<f64>()).sum(), gradient)
}

/// The loss of a case, and `scale` times its gradient added to `sum`.
fn add_gradient(
    controller: &Sugeno,
    case: &FuzzyCase,
    scale: f64,
    firing: &mut Firing,
    sum: &mut [f64],
) -> f64 {
    let value = |known: &Known, firing: &mut Firing| {
        controller.value(&known.inputs, firing) + known.log_probability
    };
    let values: Vec<f64> = case.candidates.iter().map(|known| value(known, firing)).collect();
    let all = log_sum(&values);
    for (nth, (known, value)) in case.candidates.iter().zip(&values).enumerate() {
        let slope = scale * ((value - all).exp() - f64::from(nth == case.played));
        add_answer_gradient(controller, &known.inputs, slope, firing, sum);
    }
    all - values[case.played]
}

/// Adds `slope` times the gradient of the controller's answer.
fn add_answer_gradient(
    controller: &Sugeno,
    inputs: &[f64],
    slope: f64,
    firing: &mut Firing,
    sum: &mut [f64],
) {
    let answer = controller.value(inputs, firing);
    let base = controller.rules();
    let (of_sets, mut of_rules) = sum.split_at_mut(2 * base.set_count());
    for ((nth, rule), share) in base.rules().iter().enumerate().zip(firing.shares()) {
        let (of_rule, rest) = of_rules.split_at_mut(inputs.len() + 1);
        of_rules = rest;
        let terms = inputs.iter().chain(&[1.0]);
        of_rule.iter_mut().zip(terms).for_each(|(sum, input)| *sum += slope * share * input);
        // What the answer gains if the rule fires e times as strongly.
        let gain = slope * share * (controller.says(nth, inputs) - answer);
        let mut first = 0;
        for ((input, condition), number) in base.inputs().iter().zip(rule.conditions()).zip(inputs)
        {
            if let Some(set) = condition {
                let shape = input.sets[*set].shape;
                let deviations = (number - shape.center) / shape.sigma;
                let place = 2 * (first + set);
                of_sets[place] += gain * deviations * deviations / shape.sigma;
                of_sets[place + 1] += gain * deviations / shape.sigma;
            }
            first += input.sets.len();
        }
    }
}

/// How it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FuzzySettings {
    /// In each every case is seen once, in an order of its own.
    pub epochs: u32,
    /// FuzzyCases a step.
    pub batch: usize,
    /// About the length of the first steps; they get shorter along a cosine.
    pub rate: f32,
    /// The seed of the orders.
    pub seed: u64,
}

impl Default for FuzzySettings {
    fn default() -> FuzzySettings {
        FuzzySettings { epochs: 20, batch: 256, rate: 0.02, seed: 1 }
    }
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FuzzyState {
    epoch: u32,
    /// As [`Sugeno::parameters`] has them, but of the widths the logarithms.
    weights: Vec<f32>,
    adam: Adam,
    /// The mean loss over the last epoch, as it went.
    loss: Option<f64>,
}

/// Trains the controller, an epoch a step.
pub struct FuzzyTrainer {
    settings: FuzzySettings,
    start: Sugeno,
    cases: Vec<FuzzyCase>,
    state: FuzzyState,
}

impl FuzzyTrainer {
    /// Learns from these cases, whose candidates are those of one who did not learn from the same openings:
    /// of moves that it has seen it would be too sure.
    pub fn new(settings: FuzzySettings, cases: Vec<FuzzyCase>) -> FuzzyTrainer {
        let start = anfis::start();
        let weights = weights_of(&start);
        let state = FuzzyState { epoch: 0, adam: Adam::new(weights.len()), weights, loss: None };
        FuzzyTrainer { settings, start, cases, state }
    }

    /// What it learns from.
    pub fn cases(&self) -> &[FuzzyCase] {
        &self.cases
    }

    /// Keeps sets what their names say, near where they began; else they would wander off to where no
    /// rule fires and only proportions are left.
    fn keep_words(&mut self) {
        let begun = weights_of(&self.start);
        let weights = &mut self.state.weights;
        let mut place = 0;
        for input in self.start.rules().inputs() {
            let centers = input.sets.iter().map(|set| set.shape.center as f32);
            let gaps = centers.clone().zip(centers.skip(1)).map(|(one, next)| (next - one).abs());
            let reach = STRAYING * gaps.fold(f32::INFINITY, f32::min);
            for _ in &input.sets {
                let (width, center) = (begun[place], begun[place + 1]);
                let widening = WIDENING.ln();
                weights[place] = weights[place].clamp(width - widening, width + widening);
                weights[place + 1] = weights[place + 1].clamp(center - reach, center + reach);
                place += 2;
            }
        }
    }
}

impl Trainer for FuzzyTrainer {
    type Settings = FuzzySettings;
    type State = FuzzyState;
    type Model = Sugeno;

    fn settings(&self) -> &FuzzySettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: FuzzyState) -> Option<()> {
        self.state = state;
        self.model().map(|_| ())
    }

    /// Learns from every case once.
    fn step(&mut self) {
        let FuzzySettings { epochs, batch, rate, seed } = self.settings;
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        shuffle(&mut order, &mut Dice::new(seed, u64::from(self.state.epoch)));
        let steps = order.len().div_ceil(batch.max(1));
        let mut total = 0.0;
        for (step, batch) in order.chunks(batch.max(1)).enumerate() {
            let batch: Vec<&FuzzyCase> = batch.iter().map(|&index| &self.cases[index]).collect();
            // There always is one: the weights are those of the start's rules.
            let Some(controller) = self.model() else { break };
            let (loss, mut gradient) = loss_and_gradient(&controller, &batch);
            total += loss * batch.len() as f64;
            let parameters = controller.parameters();
            widths(&self.start).for_each(|width| gradient[width] *= parameters[width]);
            let gradient: Vec<f32> = gradient.into_iter().map(|slope| slope as f32).collect();
            let done = f64::from(self.state.epoch) + step as f64 / steps as f64;
            let way = done / f64::from(epochs.max(1));
            let fall = 0.5 * (1.0 + (std::f64::consts::PI * way.min(1.0)).cos());
            let FuzzyState { adam, weights, .. } = &mut self.state;
            adam.step(weights, &gradient, rate * fall as f32, 0.0);
            self.keep_words();
        }
        self.state.epoch += 1;
        self.state.loss = (!order.is_empty()).then(|| total / order.len() as f64);
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.epoch as usize, self.settings.epochs as usize)
    }

    fn report(&self) -> String {
        let loss = self.state.loss.map(|loss| format!(", log loss {loss:.4}"));
        format!("epoch {}{}", self.state.epoch, loss.unwrap_or_default())
    }

    fn model(&self) -> Option<Sugeno> {
        let mut parameters: Vec<f64> =
            self.state.weights.iter().map(|&weight| f64::from(weight)).collect();
        for width in widths(&self.start) {
            let number = parameters.get_mut(width)?;
            *number = number.exp();
        }
        self.start.with_parameters(&parameters)
    }
}

fn weights_of(start: &Sugeno) -> Vec<f32> {
    let mut parameters = start.parameters();
    widths(start).for_each(|width| parameters[width] = parameters[width].ln());
    parameters.into_iter().map(|number| number as f32).collect()
}

/// Which of the parameters are widths.
fn widths(sugeno: &Sugeno) -> impl Iterator<Item = usize> + use<> {
    (0..sugeno.rules().set_count()).map(|set| 2 * set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::opening::fuzzy::anfis;
    use aji_learn::training::{checkpoint, resume};

    /// FuzzyCases in which whatever gains more influence is played more often.
    fn cases(count: usize) -> Vec<FuzzyCase> {
        let mut dice = Dice::new(7, 0);
        let mut one = || {
            let candidates: Vec<Known> = (0..5)
                .map(|_| Known {
                    inputs: [dice.unit(), dice.unit(), dice.unit()],
                    log_probability: -3.0 * dice.unit(),
                })
                .collect();
            let worth = |known: &Known| {
                known.log_probability + 4.0 * known.inputs[0] * known.inputs[0] - known.inputs[2]
            };
            let values: Vec<f64> = candidates.iter().map(worth).collect();
            let all = log_sum(&values);
            let mut left = dice.unit();
            let played = values.iter().position(|value| {
                left -= (value - all).exp();
                left < 0.0
            });
            FuzzyCase { candidates, played: played.unwrap_or(0) }
        };
        (0..count).map(|_| one()).collect()
    }

    fn any_rules() -> Sugeno {
        let start = anfis::start();
        let mut dice = Dice::new(5, 0);
        let moved = start.parameters().into_iter().map(|number| number + 0.3 * dice.unit());
        start.with_parameters(&moved.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (cases, controller) = (cases(20), any_rules());
        let cases: Vec<&FuzzyCase> = cases.iter().collect();
        let (_, gradient) = loss_and_gradient(&controller, &cases);
        let parameters = controller.parameters();
        let nudge = 1e-5;
        for (index, slope) in gradient.into_iter().enumerate() {
            let loss = |by: f64| {
                let mut parameters = parameters.clone();
                parameters[index] += by;
                loss_and_gradient(&controller.with_parameters(&parameters).unwrap(), &cases).0
            };
            let expected = (loss(nudge) - loss(-nudge)) / (2.0 * nudge);
            let error = (slope - expected).abs();
            assert!(error < 1e-8 + 1e-5 * expected.abs(), "{index}: {slope}, not {expected}");
        }
    }

    #[test]
    fn learns_what_the_proposer_does_not_know() {
        let all = cases(4_000);
        let (train, test) = all.split_at(3_000);
        let start = anfis::start();
        assert_eq!(measure(Some(&start), test), measure(None, test));
        let settings = FuzzySettings { epochs: 6, batch: 100, ..FuzzySettings::default() };
        let controller = FuzzyTrainer::new(settings, train.to_vec()).trained().unwrap();
        let (before, after) = (measure(None, test), measure(Some(&controller), test));
        assert!(after.loss < before.loss - 0.2, "{before:?} {after:?}");
        assert!(after.first > before.first);
        // Words keep their order.
        for input in controller.rules().inputs() {
            assert!(input.sets.is_sorted_by(|one, other| one.shape.center < other.shape.center));
        }
    }

    #[test]
    fn threads_and_pauses_change_nothing() {
        let cases = cases(300);
        let settings = FuzzySettings { epochs: 4, batch: 100, ..FuzzySettings::default() };
        let begin = || FuzzyTrainer::new(settings, cases.clone());
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut trainer = begin();
                while !trainer.is_done() {
                    trainer.step();
                    let text = checkpoint(&trainer, "a test").unwrap();
                    trainer = resume(begin(), "a test", &text).unwrap();
                }
                trainer.state
            })
        };
        let mut straight = begin();
        (0..4).for_each(|_| straight.step());
        assert_eq!(with(1), straight.state);
        assert_eq!(with(3), straight.state);
    }

    #[test]
    fn cases_are_of_moves_among_the_candidates() {
        use aji_judge::opening::INPUTS as SEEN;
        use aji_judge::opening::candidates::Perceptron;
        use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
        let record = aji_record::Record::from_sgf("(;SZ[19];B[pd];W[dp];B[pp];W[aa])").unwrap();
        let opening = Opening::of(&record, 50).unwrap();
        let mut weights = vec![0.0; SEEN * OUTPUTS];
        for (nth, point) in opening.points()[..3].iter().enumerate() {
            // Black likes its points, and White dislikes what Black likes.
            weights[(SEEN - 1) * OUTPUTS + point.index()] = if nth == 1 { -1.0 } else { 1.0 };
        }
        let network = Perceptron::new(LastInput::Side, weights).unwrap();
        let found = FuzzyCases::of(&[opening], &Candidates::Perceptron(network.into()));
        assert_eq!((found.cases.len(), found.missed), (3, 1));
        assert_eq!(found.cases[0].candidates.len(), COUNT);
        assert!(found.cases.iter().all(|case| case.played < 2));
    }
}

//! Trains the networks that predict from the opening who will win, by temporal differences: one after the
//! other, each with a lambda of its own.

pub mod network;
mod rule;

pub use network::{Lambda, Td};
pub use rule::{Room, Rule, Update};

use aji_judge::Dice;
use aji_judge::opening::{INPUTS, OpeningError, SIZE};
use aji_learn::labels::shuffle;
use aji_learn::openings::Opening;
use aji_learn::stats::Forecast;
use aji_learn::training::Trainer;
use aji_net::Network;
use aji_rules::{Color, Move, Position, Symmetry};
use network::{HIDDEN, shape, write_inputs};
use serde::{Deserialize, Serialize};

/// How they are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TdSettings {
    /// Neurons in between, or none.
    pub hidden: usize,
    /// In each every opening is seen in all eight symmetries.
    pub epochs: u32,
    /// The learning rate. A change is summed over some fifty positions that are much alike, the more of
    /// them the larger lambda is: with 12,728 games, lambda 1 swings from sure to sure at 0.01 and is a
    /// little worse than who says nothing still at 0.0003; at 0.0001 all four are better.
    pub rate: f32,
    /// When the changes are made.
    pub update: Update,
    /// The seed of the first weights and of the order of games.
    pub seed: u64,
}

impl Default for TdSettings {
    fn default() -> TdSettings {
        TdSettings { hidden: HIDDEN, epochs: 5, rate: 0.0001, update: Update::AtEnd, seed: 1 }
    }
}

/// How far the training of one network is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TdFit {
    lambda: Lambda,
    epoch: u32,
    weights: Vec<f32>,
    /// The mean square error over the last epoch, as it went: 1 for who always says 0.
    error: Option<f64>,
}

impl TdFit {
    /// Before the first epoch. All lambdas begin with the same weights and see the games in the same order.
    fn new(settings: &TdSettings, lambda: Lambda) -> TdFit {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = shape(settings.hidden).random_weights(&mut || dice.unit());
        TdFit { lambda, epoch: 0, weights, error: None }
    }

    /// Learns from every opening that has a winner in all eight symmetries once, in an order drawn for this
    /// epoch.
    fn advance(&mut self, settings: &TdSettings, openings: &[Opening]) {
        let won = openings.iter().filter_map(|opening| Some((opening, opening.winner?)));
        let mut order: Vec<(&Opening, Color, Symmetry)> = won
            .flat_map(|(opening, winner)| Symmetry::ALL.map(|symmetry| (opening, winner, symmetry)))
            .collect();
        shuffle(&mut order, &mut Dice::new(settings.seed, u64::from(self.epoch)));
        self.epoch += 1;
        let weights = std::mem::take(&mut self.weights);
        let Some(mut network) = Network::new(shape(settings.hidden), weights) else { return };
        let TdSettings { rate, update, .. } = *settings;
        let rule = Rule { rate, lambda: self.lambda.value(), update };
        let (mut sequence, mut room) = (Vec::new(), Room::default());
        let (mut total, mut positions) = (0.0, 0);
        for (opening, winner, symmetry) in order {
            sequence.clear();
            for_each_position(opening, symmetry, |position| {
                let from = sequence.len();
                sequence.resize(from + INPUTS, 0.0);
                write_inputs(position, &mut sequence[from..]);
                positions += 1;
            });
            total += rule.learn(&mut network, &sequence, winner.sign() as f32, &mut room);
        }
        self.weights = network.weights().to_vec();
        self.error = (positions > 0).then(|| total / f64::from(positions));
    }
}

/// Trains all networks, an epoch of one of them a step.
pub struct TdTrainer<'a> {
    settings: TdSettings,
    openings: &'a [Opening],
    /// The networks that are done, and the one under way.
    fits: Vec<TdFit>,
}

impl<'a> TdTrainer<'a> {
    /// Learns from these openings.
    pub fn new(settings: TdSettings, openings: &'a [Opening]) -> TdTrainer<'a> {
        TdTrainer { settings, openings, fits: vec![TdFit::new(&settings, Lambda::ALL[0])] }
    }
}

impl Trainer for TdTrainer<'_> {
    type Settings = TdSettings;
    type State = Vec<TdFit>;
    type Model = Td;

    fn settings(&self) -> &TdSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.fits
    }

    fn restore(&mut self, fits: Vec<TdFit>) -> Option<()> {
        let count = shape(self.settings.hidden).weight_count();
        let is_one =
            |(fit, lambda): (&TdFit, Lambda)| fit.lambda == lambda && fit.weights.len() == count;
        let is_good = (1..=Lambda::ALL.len()).contains(&fits.len())
            && fits.iter().zip(Lambda::ALL).all(is_one);
        self.fits = fits;
        is_good.then_some(())
    }

    fn step(&mut self) {
        let is_over = self.fits.last().is_none_or(|fit| fit.epoch >= self.settings.epochs);
        if let Some(&lambda) = Lambda::ALL.get(self.fits.len()).filter(|_| is_over) {
            self.fits.push(TdFit::new(&self.settings, lambda));
        }
        if let Some(fit) = self.fits.last_mut() {
            fit.advance(&self.settings, self.openings);
        }
    }

    fn progress(&self) -> (usize, usize) {
        let done: u32 = self.fits.iter().map(|fit| fit.epoch).sum();
        (done as usize, self.settings.epochs as usize * Lambda::ALL.len())
    }

    fn report(&self) -> String {
        let Some(fit) = self.fits.last() else { return "not begun".to_string() };
        let error = fit.error.map_or(String::new(), |error| format!(", square error {error:.4}"));
        format!("lambda {}, epoch {} of {}{error}", fit.lambda, fit.epoch, self.settings.epochs)
    }

    fn model(&self) -> Option<Td> {
        let weights: Vec<Vec<f32>> = self.fits.iter().map(|fit| fit.weights.clone()).collect();
        Td::new(self.settings.hidden, weights.try_into().ok()?).filter(|_| self.is_done())
    }
}

/// Every position of an opening, the one after its last move included, the board turned like this.
fn for_each_position(opening: &Opening, symmetry: Symmetry, mut visit: impl FnMut(&Position)) {
    let mut position = Position::empty(SIZE);
    visit(&position);
    for &point in opening.points() {
        // Openings are legal, however the board is turned.
        position.play_unchecked(Move::Place(symmetry.point(SIZE, point)));
        visit(&position);
    }
}

/// What a network predicts after the last move of each opening that has a winner.
pub fn predict(
    td: &Td,
    lambda: Lambda,
    openings: &[Opening],
) -> Result<Vec<Forecast>, OpeningError> {
    let mut forecasts = Vec::new();
    for opening in openings {
        let Some(winner) = opening.winner else { continue };
        let mut value = Ok(0.0);
        for_each_position(opening, Symmetry::IDENTITY, |position| {
            value = td.value(lambda, position);
        });
        let probability = (1.0 + value?) / 2.0;
        let target = f64::from(u8::from(winner == Color::Black));
        forecasts.push(Forecast { probability, target });
    }
    Ok(forecasts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_learn::training::{checkpoint, resume};
    use aji_record::Record;

    /// Games that the first move decides: who begins in the upper half wins.
    fn openings() -> Vec<Opening> {
        let game = |(first, winner): (&str, &str)| {
            let sgf = format!("(;SZ[19]KM[6.5]RE[{winner}+R];B[{first}];W[pp];B[dp];W[jj])");
            Opening::of(&Record::from_sgf(&sgf).unwrap(), 50).unwrap()
        };
        // The tengen of one is the corner of the other in every symmetry.
        [("cc", "B"), ("cd", "B"), ("ij", "W"), ("ii", "W")].map(game).to_vec()
    }

    fn settings(epochs: u32, hidden: usize) -> TdSettings {
        TdSettings { epochs, hidden, rate: 0.02, ..TdSettings::default() }
    }

    #[test]
    fn it_learns_who_wins() {
        let openings = openings();
        for hidden in [8, 0] {
            let mut trainer = TdTrainer::new(settings(60, hidden), &openings);
            while !trainer.is_done() {
                trainer.step();
            }
            assert_eq!(trainer.progress(), (240, 240));
            let td = trainer.model().unwrap();
            for lambda in Lambda::ALL {
                let forecasts = predict(&td, lambda, &openings).unwrap();
                let right =
                    forecasts.iter().filter(|one| (one.probability > 0.5) == (one.target > 0.5));
                assert_eq!(right.count(), 4, "{lambda} {forecasts:?}");
            }
            assert!(trainer.fits.iter().all(|fit| fit.error.unwrap() < 0.9));
        }
    }

    #[test]
    fn interrupted_or_not_it_is_the_same() {
        let openings = openings();
        let begin = || TdTrainer::new(settings(2, 3), &openings);
        let (mut whole, mut parts) = (begin(), begin());
        while !whole.is_done() {
            whole.step();
            parts.step();
            let text = checkpoint(&parts, "test").unwrap();
            parts = resume(begin(), "test", &text).unwrap();
            assert_eq!(parts.report(), whole.report());
        }
        assert_eq!(parts.model(), whole.model());
        assert!(whole.report().starts_with("lambda 1, epoch 2 of 2, square error "));
        let text = checkpoint(&whole, "test").unwrap();
        let refused = |settings, data: &str, text: &str| {
            let resumed = resume(TdTrainer::new(settings, &openings), data, text);
            resumed.err().unwrap().to_string()
        };
        assert!(refused(settings(2, 3), "another", &text).contains("other settings or data"));
        assert!(refused(settings(2, 4), "test", &text).contains("other settings or data"));
        let longer = text.replacen("\"weights\":[", "\"weights\":[0.5,", 1);
        assert!(refused(settings(2, 3), "test", &longer).contains("does not fit this version"));
    }
}

//! Fits the study's networks that predict from the opening who will win, by temporal differences.

mod rule;
mod run;

pub use rule::{Room, Rule, Update};
pub use run::Run;

use crate::openings::Opening;
use crate::stats::Forecast;
use aji_judge::Dice;
use aji_judge::opening::td::{HIDDEN, Lambda, Td, shape, write_inputs};
use aji_judge::opening::{INPUTS, OpeningError, SIZE};
use aji_net::Network;
use aji_rules::{Color, Move, Position, Symmetry};
use serde::{Deserialize, Serialize};

/// How they are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
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

impl Default for Settings {
    fn default() -> Settings {
        Settings { hidden: HIDDEN, epochs: 5, rate: 0.0001, update: Update::AtEnd, seed: 1 }
    }
}

/// The fitting of one network under way; this is also what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    settings: Settings,
    lambda: Lambda,
    epoch: u32,
    weights: Vec<f32>,
    /// The mean square error over the last epoch, as it went.
    error: Option<f64>,
}

impl Fit {
    /// Before the first epoch. All lambdas begin with the same weights and see the games in the same order.
    pub fn new(settings: Settings, lambda: Lambda) -> Fit {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = shape(settings.hidden).random_weights(&mut || dice.unit());
        Fit { settings, lambda, epoch: 0, weights, error: None }
    }

    /// Epochs done.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The mean square error over the last epoch, as it went: 1 for who always says 0.
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        self.epoch >= self.settings.epochs
    }

    /// Learns from every opening that has a winner in all eight symmetries once, in an order drawn for this
    /// epoch.
    pub fn advance(&mut self, openings: &[Opening]) {
        let won = openings.iter().filter_map(|opening| Some((opening, opening.winner?)));
        let mut order: Vec<(&Opening, Color, Symmetry)> = won
            .flat_map(|(opening, winner)| Symmetry::ALL.map(|symmetry| (opening, winner, symmetry)))
            .collect();
        let mut dice = Dice::new(self.settings.seed, u64::from(self.epoch));
        for end in (1..order.len()).rev() {
            order.swap(end, dice.below(end as u32 + 1) as usize);
        }
        self.epoch += 1;
        let weights = std::mem::take(&mut self.weights);
        let Some(mut network) = Network::new(shape(self.settings.hidden), weights) else { return };
        let Settings { rate, update, .. } = self.settings;
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

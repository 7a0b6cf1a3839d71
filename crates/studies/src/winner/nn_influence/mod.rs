//! Trains the networks of nn-influence: one a phase, each on games after exactly so many moves.
//!
//! The study used the FANN library's default, iRprop- on the square error of all cases
//! ([`NnInfluenceSettings::study`]). [`NnInfluenceSettings::default`] is Adam from a start that counts points, which learns in a
//! few epochs; the rest of the choices are there to be compared.

mod data;
mod network;
pub mod table;

pub use data::Snapshots;
pub use network::{HIDDEN, INPUTS, NnInfluence, PHASES, Room, SIZE, prisoners, shape};

use aji_judge::Dice;
use aji_judge::influence::Kind;
use aji_learn::games::WonGame;
use aji_learn::measure::winner::Predicted;
use aji_learn::stats::Forecast;
use aji_learn::training::Trainer;
use aji_net::training::{self, Algorithm, Batch};
use aji_net::{Cases, Loss, Network, Shape, Supervised, Training, Workspace};
use serde::{Deserialize, Serialize};
use table::WithTable;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NnInfluenceSettings {
    /// What the network sees of the stones.
    pub input: Input,
    /// What influence and prisoners are multiplied by.
    pub scale: Scale,
    /// How it learns.
    pub method: Method,
    /// Where it begins.
    pub start: Start,
    /// Whether each epoch shows the boards turned or mirrored in another way.
    pub symmetries: bool,
    /// The neurons in between.
    pub hidden: usize,
    /// The most epochs.
    pub epochs: u32,
    /// It stops after so many epochs that were no better on the games held out.
    pub patience: Option<u32>,
    /// It stops when the mean loss over an epoch is below this.
    pub enough: Option<f64>,
    /// The share of games held out to see when to stop.
    pub held: f64,
    /// The seed of the first weights, the games held out and the order.
    pub seed: u64,
}

/// What the network sees of the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// An influence.
    Influence(Kind),
    /// An influence whose table is learned too.
    LearnedTable,
}

/// What influence and prisoners are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A tenth.
    Tenth,
    /// Nothing: whole numbers, as in the study.
    None,
}

/// Where learning begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Anywhere.
    Random,
    /// Every neuron in between watches a point of its own, and who has more of these points is thought
    /// to win: a count of territory, from which learning goes on. From anywhere, learning spends most
    /// of its time on finding something of the kind.
    Points,
}

/// How a network learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// iRprop- on the square error of all cases.
    Rprop,
    /// Adam on the log loss of some cases at a time.
    Adam {
        /// How many cases.
        batch: usize,
        /// About how far a weight goes in the first steps.
        rate: f32,
        /// The share of a weight that melts away, times the rate.
        decay: f32,
    },
}

impl Default for NnInfluenceSettings {
    fn default() -> NnInfluenceSettings {
        NnInfluenceSettings {
            input: Input::Influence(Kind::Cross),
            scale: Scale::Tenth,
            method: Method::Adam { batch: 512, rate: 1e-3, decay: 0.0 },
            start: Start::Points,
            symmetries: true,
            hidden: HIDDEN,
            epochs: 20,
            patience: None,
            enough: None,
            held: 0.05,
            seed: 1,
        }
    }
}

impl NnInfluenceSettings {
    /// As the study has it, but for early stopping: its error of 0.03 cannot be reached early in the
    /// game without learning games by heart.
    pub fn study() -> NnInfluenceSettings {
        NnInfluenceSettings {
            method: Method::Rprop,
            start: Start::Random,
            symmetries: false,
            epochs: 150,
            patience: Some(20),
            enough: Some(0.03),
            ..NnInfluenceSettings::default()
        }
    }

    fn loss(&self) -> Loss {
        match self.method {
            Method::Rprop => Loss::Square,
            Method::Adam { .. } => Loss::Log,
        }
    }

    fn training(&self) -> training::Settings {
        let (algorithm, batch) = match self.method {
            Method::Rprop => (Algorithm::Rprop, Batch::Full),
            Method::Adam { batch, rate, decay } => {
                (Algorithm::Adam { rate, decay }, Batch::Cases(batch))
            }
        };
        let NnInfluenceSettings { epochs, enough, patience, .. } = *self;
        training::Settings { algorithm, batch, epochs, enough, patience }
    }

    /// Whether a game is held out; the same for every phase.
    fn is_held(&self, game: usize) -> bool {
        Dice::new(self.seed ^ HELD, game as u64).unit() < self.held
    }

    fn first_weights(&self, moves: usize) -> Vec<f32> {
        let mut dice = Dice::new(self.seed ^ FIRST, moves as u64);
        let mut weights = shape(self.hidden).random_weights(&mut || dice.unit());
        if self.start == Start::Points {
            self.watch_points(&mut weights);
        }
        if self.input == Input::LearnedTable {
            weights.extend(table::first_table());
        }
        weights
    }
}

/// What a neuron makes of the influence on the point that it watches.
const WATCHING: f32 = 2.0;
/// What a point counts.
const COUNTING: f32 = 0.1;

impl NnInfluenceSettings {
    fn watch_points(&self, weights: &mut [f32]) {
        let points = INPUTS - 2;
        let (first, rest) = weights.split_at_mut(self.hidden * INPUTS);
        let last = &mut rest[self.hidden..];
        for (neuron, row) in first.chunks_exact_mut(INPUTS).enumerate() {
            row[neuron * points / self.hidden % points] += WATCHING;
            last[neuron] += COUNTING;
        }
        // A neuron that nobody has influence on says a half.
        last[self.hidden] -= COUNTING * self.hidden as f32 / 2.0;
    }
}

// So that what is drawn for one purpose does not go with what is drawn for another.
const HELD: u64 = 0x4845_4c44;
const FIRST: u64 = 0x4649_5253;

/// The fitting of one phase.
pub struct PhaseFit {
    settings: NnInfluenceSettings,
    shape: Shape,
    cases: Snapshots,
    learned: Vec<u32>,
    held: Vec<u32>,
    training: Training,
}

impl PhaseFit {
    /// Begins, on the games of 19x19 that have at least so many moves.
    pub fn new(settings: NnInfluenceSettings, games: &[WonGame], moves: usize) -> PhaseFit {
        let training = Training::new(settings.training(), settings.first_weights(moves));
        PhaseFit::with(settings, games, moves, training)
    }

    fn with(
        settings: NnInfluenceSettings,
        games: &[WonGame],
        moves: usize,
        training: Training,
    ) -> PhaseFit {
        let cases = Snapshots::of(games, moves, &settings);
        let all = 0..cases.len() as u32;
        let is_held = |case: &u32| settings.is_held(cases.games()[*case as usize]);
        let (held, learned) = all.partition(is_held);
        PhaseFit { settings, shape: shape(settings.hidden), learned, held, cases, training }
    }

    /// Whether there is nothing more to do. Without a game there never was.
    pub fn is_done(&self) -> bool {
        self.learned.is_empty() || self.training.is_done()
    }

    /// How many games are learned from, and how many are held out.
    pub fn games(&self) -> (usize, usize) {
        (self.learned.len(), self.held.len())
    }

    /// Learns from every game once.
    pub fn advance(&mut self) {
        let PhaseFit { settings, shape, cases, learned, held, training } = self;
        let loss = settings.loss();
        let mut dice = Dice::new(settings.seed, u64::from(training.epoch()));
        let unit = &mut || dice.unit();
        match (settings.input, Supervised::new(shape, loss, cases)) {
            (Input::Influence(_), Ok(objective)) => {
                training.advance(&objective, learned, held, unit);
            }
            _ => training.advance(&WithTable { shape, loss, cases }, learned, held, unit),
        }
    }

    /// A sentence about how it goes.
    pub fn report(&self) -> String {
        let training = &self.training;
        let loss = |name: &str, loss: Option<f64>| {
            loss.map_or(String::new(), |loss| format!(", {name} {loss:.4}"))
        };
        let kind = match self.settings.loss() {
            Loss::Square => "square error",
            Loss::Log => "log loss",
        };
        let learned = loss(kind, training.loss());
        format!("epoch {}{learned}{}", training.epoch(), loss("held out", training.held_loss()))
    }

    /// The network that did best so far.
    pub fn trained(&self) -> Trained {
        Trained { settings: self.settings, weights: self.training.weights().to_vec() }
    }
}

/// A phase that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    weights: Vec<f32>,
    /// How many games were learned from, and how many held out.
    pub games: (usize, usize),
    /// The epoch whose weights did best.
    pub best_epoch: u32,
}

/// Trains the networks of all phases one after the other, an epoch a step.
pub struct NnInfluenceTrainer<'a> {
    settings: NnInfluenceSettings,
    games: &'a [WonGame],
    phases: Vec<Phase>,
    fit: Option<PhaseFit>,
}

impl<'a> NnInfluenceTrainer<'a> {
    /// Learns from these games.
    pub fn new(settings: NnInfluenceSettings, games: &'a [WonGame]) -> NnInfluenceTrainer<'a> {
        NnInfluenceTrainer { settings, games, phases: Vec::new(), fit: None }
    }

    /// The phases that are done, each after its number of moves.
    pub fn phases(&self) -> impl Iterator<Item = (usize, &Phase)> {
        PHASES.into_iter().zip(&self.phases)
    }

    /// The moves of the phase at hand.
    fn moves(&self) -> Option<usize> {
        PHASES.get(self.phases.len()).copied()
    }
}

impl Trainer for NnInfluenceTrainer<'_> {
    type Settings = NnInfluenceSettings;
    type State = (Vec<Phase>, Option<Training>);
    type Model = NnInfluence;

    fn settings(&self) -> &NnInfluenceSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        (&self.phases, self.fit.as_ref().map(|fit| &fit.training))
    }

    fn restore(&mut self, (phases, training): Self::State) -> Option<()> {
        self.phases = phases;
        let (Some(moves), Some(training)) = (self.moves(), training) else { return Some(()) };
        let count = self.settings.first_weights(moves).len();
        let fits = training.last_weights().len() == count;
        self.fit = fits.then(|| PhaseFit::with(self.settings, self.games, moves, training));
        fits.then_some(())
    }

    /// Takes one epoch.
    fn step(&mut self) {
        let Some(moves) = self.moves() else { return };
        let fit = self.fit.get_or_insert_with(|| PhaseFit::new(self.settings, self.games, moves));
        if !fit.is_done() {
            fit.advance();
        }
        if fit.is_done() {
            let weights = fit.trained().weights().to_vec();
            let training = &fit.training;
            let best_epoch = training.best().map_or(training.epoch(), |(epoch, _)| epoch);
            self.phases.push(Phase { weights, games: fit.games(), best_epoch });
            // The games of this phase go before those of the next come: there is not room for both.
            self.fit = None;
        }
    }

    fn progress(&self) -> (usize, usize) {
        let epoch = self.fit.as_ref().map_or(0, |fit| fit.training.epoch());
        (epoch as usize, self.settings.epochs as usize)
    }

    fn is_done(&self) -> bool {
        self.phases.len() >= PHASES.len()
    }

    fn report(&self) -> String {
        match (self.moves(), &self.fit) {
            (Some(moves), Some(fit)) => format!("move {moves}, {}", fit.report()),
            (Some(moves), None) => format!("move {moves}, epoch 0"),
            _ => "done".to_string(),
        }
    }

    fn model(&self) -> Option<NnInfluence> {
        let weights: Vec<Vec<f32>> =
            self.phases.iter().map(|phase| phase.weights.clone()).collect();
        NnInfluence::new(weights.try_into().ok()?)
    }
}

/// A network for one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    settings: NnInfluenceSettings,
    /// The network's, and then the table's if that was learned.
    weights: Vec<f32>,
}

impl Trained {
    /// The network's weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights[..shape(self.settings.hidden).weight_count()]
    }

    /// What a stone adds to the points around it, by [`table::class`], if that was learned.
    pub fn table(&self) -> Option<&[f32]> {
        let table = &self.weights[self.weights().len()..];
        (!table.is_empty()).then_some(table)
    }

    /// What it predicts of the games that have at least so many moves, on 19x19.
    pub fn predict(&self, games: &[WonGame], moves: usize) -> Vec<Predicted> {
        let cases = Snapshots::of(games, moves, &self.settings);
        let Some(network) = Network::new(shape(self.settings.hidden), self.weights().to_vec())
        else {
            return Vec::new();
        };
        let (mut seen, mut inputs, mut target) = (vec![0.0; INPUTS], vec![0.0; INPUTS], [0.0]);
        let mut room = Workspace::default();
        let predicted = (0..cases.len()).map(|case| {
            cases.fill(case as u32, None, &mut seen, &mut target);
            inputs.copy_from_slice(&seen);
            if let Some(table) = self.table() {
                let points = INPUTS - 2;
                table::influence(table, &seen[..points], &mut inputs[..points]);
            }
            let probability =
                network.predict(&inputs, &mut room).first().map_or(0.5, |&p| p.into());
            let forecast = Forecast { probability, target: f64::from(target[0]) };
            Predicted { forecast, end: cases.end(case) }
        });
        predicted.collect()
    }
}

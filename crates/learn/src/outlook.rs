//! Trains the winner network `outlook`: see [`aji_judge::winner::outlook`].
//!
//! Every step draws positions of games at random, each with its own dice, so that a run can be taken
//! up at any step and gives the same on any number of threads. The network learns who won, by how
//! much where the game was counted, and who owned each point where that is known: the last two say
//! far more about a game than its one winner does.

use crate::games::{End, WonGame};
use crate::gradient::{AdamWeights, Schedule, clip, sum_in_parcels};
use crate::logistic::{self, Logistic};
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::judgement::{Question, Recent};
use aji_judge::winner::outlook::{Outlook, PHASES, SHAPE, SIZE, Sight, phase_shares};
use aji_net::mesh::{Case, Example, LossWeights, Mesh, Target, Workspace};
use aji_rules::RuleSet;
use aji_rules::scoring::Terms;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Positions are summed in parcels of this many, whatever the number of threads.
const PARCEL: usize = 4;
/// The earliest and the latest move number to learn from.
const MOVES: (usize, usize) = (8, 280);
/// The gradient is cut to this length.
const STEEPEST: f32 = 1.0;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlookSettings {
    /// How many steps.
    pub steps: usize,
    /// Positions a step.
    pub batch: usize,
    /// The step size at its largest.
    pub rate: f32,
    /// How fast weights melt away.
    pub decay: f32,
    /// The seed.
    pub seed: u64,
}

impl OutlookSettings {
    /// What the built-in model was made with.
    pub fn new(steps: usize, seed: u64) -> OutlookSettings {
        OutlookSettings { steps, batch: 64, rate: 2e-3, decay: 1e-2, seed }
    }
}

const LOSS_WEIGHTS: LossWeights = LossWeights { nodes: 1.5, whole: 1.0, amount: 0.5 };

/// Every so many games one is held out, to calibrate the chances with.
const HELD_OUT: usize = 40;

/// The games that are held out, or the others.
fn split(games: &[WonGame], held_out: bool) -> impl Iterator<Item = &WonGame> {
    let on_board = games.iter().filter(|game| game.size() == SIZE).enumerate();
    let chosen = on_board.filter(move |(index, _)| (index % HELD_OUT == HELD_OUT - 1) == held_out);
    chosen.map(|(_, game)| game)
}

/// The games by what they teach.
struct Drawer<'a> {
    resigned: Vec<&'a WonGame>,
    labelled: Vec<&'a WonGame>,
    counted: Vec<&'a WonGame>,
}

impl<'a> Drawer<'a> {
    fn new(games: &'a [WonGame]) -> Drawer<'a> {
        let long = split(games, false).filter(|game| game.moves().len() > MOVES.0);
        let mut drawer = Drawer { resigned: vec![], labelled: vec![], counted: vec![] };
        for game in long {
            let list = match (game.end, &game.owner) {
                (End::Resigned, _) => &mut drawer.resigned,
                (_, Some(_)) => &mut drawer.labelled,
                (_, None) => &mut drawer.counted,
            };
            list.push(game);
        }
        drawer
    }

    /// Nine of twenty games were resigned, and most of the others have owners. What there is none of
    /// is not drawn.
    fn game(&self, dice: &mut Dice) -> Option<&'a WonGame> {
        let lists = [(&self.resigned, 9), (&self.labelled, 8), (&self.counted, 3)];
        let full = lists.iter().filter(|(list, _)| !list.is_empty());
        let total: u32 = full.clone().map(|(_, share)| share).sum();
        let mut drawn = if total > 0 { dice.below(total) } else { return None };
        for (list, share) in full {
            if drawn < *share {
                return Some(list[dice.below(list.len() as u32) as usize]);
            }
            drawn -= share;
        }
        None
    }
}

/// What the network is asked of a game's position, and what it should answer.
pub fn example(sight: &Sight, game: &WonGame, move_number: usize) -> Option<(Case, Target)> {
    let position = game.position_after(move_number)?;
    let mover = position.to_play();
    let case = sight.case(&question(game, &position))?;
    let sign = mover.sign() as f32;
    let owner = game.owner.as_ref().map(|owner| {
        let chance = |&owner: &i8| (1.0 + sign * f32::from(owner)) / 2.0;
        owner.values().iter().map(chance).collect()
    });
    let amount = match game.end {
        End::Counted(lead) => Some(sign * lead.halves() as f32 / 2.0),
        End::Resigned => None,
    };
    let whole = f32::from(u8::from(game.winner == mover));
    Some((case, Target { nodes: owner.unwrap_or_default(), whole, amount }))
}

/// How a game's position is asked about: these games were counted by territory.
pub fn question<'a>(game: &WonGame, position: &'a aji_rules::Position) -> Question<'a> {
    let terms = Terms { komi: game.komi, ..Terms::default() };
    Question {
        position,
        rules: RuleSet::Japanese.into(),
        terms,
        is_over: false,
        recent: Recent::NONE,
    }
}

/// Trains the network, a batch a step.
pub struct OutlookTrainer<'a> {
    settings: OutlookSettings,
    games: &'a [WonGame],
    drawer: Drawer<'a>,
    sight: Sight,
    learned: AdamWeights,
    /// Running means of the losses: whole, nodes, amount.
    losses: [f32; 3],
}

impl<'a> OutlookTrainer<'a> {
    /// Learns from these games; `None` if that cannot be.
    pub fn new(settings: OutlookSettings, games: &'a [WonGame]) -> Option<OutlookTrainer<'a>> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let learned = AdamWeights::new(SHAPE.begin(|| dice.unit()));
        let drawer = Drawer::new(games);
        drawer.game(&mut dice)?;
        let (sight, losses) = (Sight::new()?, [0.69, 0.69, 0.2]);
        Some(OutlookTrainer { settings, games, drawer, sight, learned, losses })
    }

    /// How many games it learns from, and how many are held out.
    pub fn games(&self) -> (usize, usize) {
        (split(self.games, false).count(), split(self.games, true).count())
    }
}

impl Trainer for OutlookTrainer<'_> {
    type Settings = OutlookSettings;
    type State = (AdamWeights, [f32; 3]);
    type Model = Outlook;

    fn settings(&self) -> &OutlookSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        (&self.learned, self.losses)
    }

    fn restore(&mut self, state: Self::State) -> Option<()> {
        (self.learned, self.losses) = state;
        self.learned.fits(SHAPE.weights()).then_some(())
    }

    fn step(&mut self) {
        let OutlookSettings { batch, seed, steps, rate, decay } = self.settings;
        let weights = &self.learned.weights;
        let first = self.learned.step * batch;
        let items: Vec<u64> = (first as u64..(first + batch) as u64).collect();
        let loss_weights = LOSS_WEIGHTS.scaled(1.0 / batch as f32);
        let mesh = Mesh::new(&SHAPE, weights);
        let add = |item: &u64, gradient: &mut [f32], work: &mut Workspace| {
            let dice = &mut Dice::new(seed, 1 + item);
            let game = self.drawer.game(dice)?;
            let last = MOVES.1.min(game.moves().len());
            let number = MOVES.0 + dice.below((last - MOVES.0 + 1) as u32) as usize;
            let (case, target) = example(&self.sight, game, number)?;
            let example = Example { graph: self.sight.graph(), case: &case, target: &target };
            Some(mesh.add_gradient(example, loss_weights, work, gradient))
        };
        let (mut gradient, losses) =
            sum_in_parcels((&items, PARCEL), weights.len(), Workspace::default, add);
        for losses in losses.into_iter().flatten().flatten() {
            let seen = [Some(losses.whole), losses.nodes, losses.amount];
            for (mean, seen) in self.losses.iter_mut().zip(seen) {
                *mean += seen.map_or(0.0, |seen| (seen - *mean) / 20_000.0);
            }
        }
        clip(&mut gradient, STEEPEST);
        let schedule = Schedule { rate, warm_up: 500.0, first: 0.0, least: 0.0, steps };
        self.learned.descend(&gradient, schedule, decay);
    }

    fn progress(&self) -> (usize, usize) {
        (self.learned.step, self.settings.steps)
    }

    fn report(&self) -> String {
        let [whole, nodes, amount] = self.losses;
        let step = self.learned.step;
        format!("step {step}: winner {whole:.4}, points {nodes:.4}, lead {amount:.4}")
    }

    /// What was learned, with its chances calibrated on the games held out.
    fn model(&self) -> Option<Outlook> {
        let weights = &self.learned.weights;
        Outlook::new(weights.clone(), certainty(&self.sight, weights, self.games))
    }
}

/// After these moves of the games held out the chances are calibrated.
const CALIBRATED_AT: [usize; 11] = [20, 40, 60, 80, 105, 130, 155, 180, 200, 220, 240];

/// What the network's log odds must be multiplied by in each phase to be true of games that it did
/// not learn from; one where none is held out.
fn certainty(sight: &Sight, weights: &[f32], games: &[WonGame]) -> [f32; PHASES.len()] {
    let held_out: Vec<&WonGame> = split(games, true).collect();
    let of_game = |work: &mut Workspace, game: &&WonGame| -> Vec<logistic::Case<5>> {
        let moves = CALIBRATED_AT.iter().filter_map(|&number| {
            let (case, target) = example(sight, game, number)?;
            let odds = Mesh::new(&SHAPE, weights).values(sight.graph(), &case, work).whole;
            let inputs = phase_shares(&case).map(|share| f64::from(share * odds));
            Some(logistic::Case { inputs, target: f64::from(target.whole), weight: 1.0 })
        });
        moves.collect()
    };
    let cases: Vec<_> = held_out.par_iter().map_init(Workspace::default, of_game).collect();
    let cases = cases.concat();
    // Nobody knows what a phase without games is like.
    let has_all = (0..PHASES.len()).all(|phase| cases.iter().any(|case| case.inputs[phase] != 0.0));
    if has_all {
        Logistic::fit(&cases).weights.map(|weight| weight as f32)
    } else {
        [1.0; PHASES.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{ResumeError, checkpoint, resume};
    use aji_record::Record;
    use aji_rules::{Color, Size};

    /// Games of random moves, some counted and some resigned.
    fn games(count: u64) -> Vec<WonGame> {
        let made = |seed: u64| {
            let mut dice = Dice::new(seed, 77);
            let mut free: Vec<(usize, usize)> = Size::NINETEEN
                .points()
                .map(|point| Size::NINETEEN.xy(point))
                // Every other line: nobody is ever captured.
                .filter(|(x, y)| x % 2 == 0 && y % 2 == 0)
                .collect();
            let letter = |at: usize| char::from(b'a' + at as u8);
            let moves: String = (0..30)
                .map(|number| {
                    let (x, y) = free.swap_remove(dice.below(free.len() as u32) as usize);
                    let color = if number % 2 == 0 { 'B' } else { 'W' };
                    format!(";{color}[{}{}]", letter(x), letter(y))
                })
                .collect();
            let result = ["B+R", "W+R", "B+3.5", "W+10.5"][dice.below(4) as usize];
            let sgf = format!("(;SZ[19]KM[6.5]RE[{result}]{moves})");
            WonGame::of(&Record::from_sgf(&sgf).unwrap()).unwrap()
        };
        (0..count).map(made).collect()
    }

    fn settings() -> OutlookSettings {
        OutlookSettings { batch: 6, ..OutlookSettings::new(4, 3) }
    }

    fn begin(games: &[WonGame]) -> OutlookTrainer<'_> {
        OutlookTrainer::new(settings(), games).unwrap()
    }

    fn finished(mut trainer: OutlookTrainer<'_>) -> Vec<f32> {
        while !trainer.is_done() {
            trainer.step();
        }
        trainer.learned.weights
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let games = games(12);
        let whole = finished(begin(&games));
        let mut first = begin(&games);
        first.step();
        first.step();
        let text = checkpoint(&first, "a test").unwrap();
        let second = resume(begin(&games), "a test", &text).unwrap();
        assert_eq!(second.progress(), (2, 4));
        assert!(finished(second) == whole);
        let other = resume(begin(&games), "another", &text);
        assert!(matches!(other, Err(ResumeError::OtherRun { .. })));
    }

    #[test]
    fn threads_do_not_matter() {
        let games = games(5);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(begin(&games)))
        };
        assert!(with(1) == with(3));
    }

    #[test]
    fn there_is_nothing_to_learn_from_nothing() {
        assert!(OutlookTrainer::new(settings(), &[]).is_none());
    }

    #[test]
    fn answers_are_those_of_the_side_to_move() {
        let sight = Sight::new().unwrap();
        let mut game = games(1).remove(0);
        game.end = End::Counted(aji_rules::HalfPoints::from_halves(-7));
        game.winner = Color::White;
        let (_, black) = example(&sight, &game, 10).unwrap();
        let (_, white) = example(&sight, &game, 11).unwrap();
        assert_eq!((black.whole, black.amount), (0.0, Some(-3.5)));
        assert_eq!((white.whole, white.amount), (1.0, Some(3.5)));
        assert!(example(&sight, &game, 31).is_none());
    }
}

//! Trains our own winner network: see [`aji_judge::winner::outlook`].
//!
//! Every step draws positions of games at random, each with its own dice, so that a run can be taken
//! up at any step and gives the same on any number of threads. The network learns who won, by how
//! much where the game was counted, and who owned each point where that is known: the last two say
//! far more about a game than its one winner does.

use crate::games::{End, WonGame};
use crate::logistic::{self, Logistic};
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::judgement::{Question, Recent};
use aji_judge::winner::outlook::{Outlook, PHASES, SHAPE, SIZE, Sight, phase_shares};
use aji_net::mesh::{self, Care, Case, Losses, Target, Workspace};
use aji_net::optimiser::Adam;
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
pub struct Settings {
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

impl Settings {
    /// What the built-in model was made with.
    pub fn new(steps: usize, seed: u64) -> Settings {
        Settings { steps, batch: 64, rate: 2e-3, decay: 1e-2, seed }
    }
}

const CARE: Care = Care { nodes: 1.5, whole: 1.0, amount: 0.5 };

/// Where a run is; this is what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    begun_with: String,
    step: usize,
    weights: Vec<f32>,
    adam: Adam,
    /// Running means of the losses: whole, nodes, amount.
    losses: [f32; 3],
}

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

/// A run under way.
pub struct Run<'a> {
    settings: Settings,
    games: &'a [WonGame],
    drawer: Drawer<'a>,
    sight: Sight,
    state: State,
}

impl<'a> Run<'a> {
    /// Begins; `None` if no game can be learned from. `begun_with` says in words what is trained on
    /// what.
    pub fn new(settings: Settings, games: &'a [WonGame], begun_with: String) -> Option<Run<'a>> {
        let mut dice = Dice::new(settings.seed, u64::MAX);
        let weights = SHAPE.begin(|| dice.unit());
        let adam = Adam::new(weights.len());
        let state = State { begun_with, step: 0, weights, adam, losses: [0.69, 0.69, 0.2] };
        let drawer = Drawer::new(games);
        drawer.game(&mut dice)?;
        Some(Run { settings, games, drawer, sight: Sight::new()?, state })
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        games: &'a [WonGame],
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run<'a>, ResumeError> {
        let state: State = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&state.begun_with, &begun_with)?;
        let run = Run::new(settings, games, begun_with).ok_or(ResumeError::OtherModel)?;
        let count = run.state.weights.len();
        if state.weights.len() != count || state.adam.len() != count {
            return Err(ResumeError::OtherModel);
        }
        Ok(Run { state, ..run })
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.state.step >= self.settings.steps
    }

    /// How many steps are done, and of how many.
    pub fn steps(&self) -> (usize, usize) {
        (self.state.step, self.settings.steps)
    }

    /// How it goes.
    pub fn words(&self) -> String {
        let [whole, nodes, amount] = self.state.losses;
        format!("step {}: winner {whole:.4}, points {nodes:.4}, lead {amount:.4}", self.state.step)
    }

    /// What was learned so far, with its chances calibrated on the games held out.
    pub fn model(&self) -> Option<Outlook> {
        let weights = &self.state.weights;
        Outlook::new(weights.clone(), certainty(&self.sight, weights, self.games))
    }

    /// How many games it learns from, and how many are held out.
    pub fn games(&self) -> (usize, usize) {
        (split(self.games, false).count(), split(self.games, true).count())
    }

    /// Does a step.
    pub fn advance(&mut self) {
        let Settings { batch, seed, .. } = self.settings;
        let first = (self.state.step * batch) as u64;
        let parcels: Vec<u64> = (0..batch.div_ceil(PARCEL) as u64).collect();
        let scale = 1.0 / batch as f32;
        let results: Vec<(Vec<f32>, Vec<Losses>)> = parcels
            .par_iter()
            .map_init(Workspace::default, |work, parcel| {
                let mut gradient = vec![0.0; self.state.weights.len()];
                let mut losses = Vec::with_capacity(PARCEL);
                let items =
                    parcel * PARCEL as u64..((parcel + 1) * PARCEL as u64).min(batch as u64);
                for item in items {
                    let dice = &mut Dice::new(seed, 1 + first + item);
                    let Some(game) = self.drawer.game(dice) else { continue };
                    let last = MOVES.1.min(game.moves().len());
                    let number = MOVES.0 + dice.below((last - MOVES.0 + 1) as u32) as usize;
                    let Some((case, target)) = example(&self.sight, game, number) else { continue };
                    losses.push(mesh::add_gradient(
                        (&SHAPE, &self.state.weights),
                        self.sight.mesh(),
                        (&case, &target),
                        (CARE, scale),
                        &mut gradient,
                        work,
                    ));
                }
                (gradient, losses)
            })
            .collect();
        let mut gradient = vec![0.0; self.state.weights.len()];
        for (part, losses) in results {
            gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            losses.iter().for_each(|losses| self.note(losses));
        }
        let length = gradient.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        if length > STEEPEST {
            gradient.iter_mut().for_each(|slope| *slope *= STEEPEST / length);
        }
        let rate = self.rate();
        let State { weights, adam, step, .. } = &mut self.state;
        adam.step(weights, &gradient, rate, self.settings.decay);
        *step += 1;
    }

    fn note(&mut self, losses: &Losses) {
        let seen = [Some(losses.whole), losses.nodes, losses.amount];
        for (mean, seen) in self.state.losses.iter_mut().zip(seen) {
            *mean += seen.map_or(0.0, |seen| (seen - *mean) / 20_000.0);
        }
    }

    /// Rises over the first steps, then falls to nothing.
    fn rate(&self) -> f32 {
        let (step, steps) = (self.state.step as f32, self.settings.steps as f32);
        let rise = (step / 500.0).min(1.0);
        let fall = (std::f32::consts::PI * step / steps).cos() / 2.0 + 0.5;
        self.settings.rate * rise * fall
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
            let odds = mesh::answer((&SHAPE, weights), sight.mesh(), &case, work).whole;
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

    fn settings() -> Settings {
        Settings { batch: 6, ..Settings::new(4, 3) }
    }

    fn begun(games: &[WonGame]) -> Run<'_> {
        Run::new(settings(), games, "a test".to_string()).unwrap()
    }

    fn finished(mut run: Run<'_>) -> Vec<f32> {
        while !run.is_done() {
            run.advance();
        }
        run.state.weights
    }

    #[test]
    fn a_run_taken_up_again_ends_where_it_would_have() {
        let games = games(12);
        let whole = finished(begun(&games));
        let mut first = begun(&games);
        first.advance();
        first.advance();
        let text = first.checkpoint().unwrap();
        let second = Run::resume(settings(), &games, "a test".to_string(), &text).unwrap();
        assert_eq!(second.steps(), (2, 4));
        assert!(finished(second) == whole);
        let other = Run::resume(settings(), &games, "another".to_string(), &text);
        assert!(matches!(other, Err(ResumeError::OtherRun { .. })));
    }

    #[test]
    fn threads_do_not_matter() {
        let games = games(5);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| finished(begun(&games)))
        };
        assert!(with(1) == with(3));
    }

    #[test]
    fn there_is_nothing_to_learn_from_nothing() {
        assert!(Run::new(settings(), &[], String::new()).is_none());
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

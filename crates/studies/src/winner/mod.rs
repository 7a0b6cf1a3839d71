//! The study of influence and a small network that predict winners: its table, how accuracy goes with
//! the move number, whether chances are what they say, and the other influences it did not try.

mod curve;
mod influences;
pub mod nn_influence;
mod reliability;
mod table;

use crate::page;
use crate::{File, LabError};
use aji_judge::winner::Predictor;
use aji_learn::games::WonGame;
use aji_learn::measure::winner::{Predicted, predict_by};
use aji_rules::RuleSet;

/// After how many moves the study's networks predict.
pub const MOVES: [usize; 4] = [30, 80, 130, 180];
/// The parts of the page that take their time, for who shows how far it is.
pub const PARTS: usize = 4;
/// What the games are counted by, if a judge wants to know.
const RULES: RuleSet = RuleSet::Japanese;

/// What the experiments work on.
pub struct Data<'a> {
    /// Games for the influences to learn from.
    pub train: &'a [WonGame],
    /// Games to measure on.
    pub test: &'a [WonGame],
    /// How many of these the accuracy is followed on from move to move.
    pub followed: usize,
    /// How often each influence's network sees the games it learns from.
    pub epochs: u32,
    /// The study's networks, trained anew.
    pub study: &'a Predictor,
    /// Who stands beside them.
    pub others: &'a [Predictor],
    /// Where all this is from, in a sentence.
    pub told: String,
    /// The seed of all that is random.
    pub seed: u64,
}

/// What one predicted of the games to measure on, at each of [`MOVES`].
struct Contender<'a> {
    name: String,
    predictor: &'a Predictor,
    predicted: [Vec<Predicted>; MOVES.len()],
}

impl<'a> Contender<'a> {
    fn new(predictor: &'a Predictor, games: &[WonGame]) -> Result<Contender<'a>, LabError> {
        let mut predicted = MOVES.map(|_| Vec::new());
        for (number, predicted) in MOVES.into_iter().zip(&mut predicted) {
            *predicted = predict_by(predictor, games, number, RULES, || ())?;
        }
        Ok(Contender { name: predictor.name().to_string(), predictor, predicted })
    }
}

/// Makes everything anew; `tell` hears what is being done.
pub fn make(data: &Data, tell: &dyn Fn(&str)) -> Result<Vec<File>, LabError> {
    for (games, what) in [(data.test, "measuring"), (data.train, "learning")] {
        for number in MOVES {
            if !games.iter().any(|game| game.moves().len() >= number) {
                return Err(LabError::TooShort(what, number));
            }
        }
    }
    tell("Table 1: winners predicted at four moves");
    let all = std::iter::once(data.study).chain(data.others);
    let contenders: Vec<Contender<'_>> =
        all.map(|predictor| Contender::new(predictor, data.test)).collect::<Result<_, _>>()?;
    let mut parts = vec![table::make(data, &contenders)];
    tell("accuracy from move to move");
    parts.push(curve::make(data, &contenders)?);
    tell("whether chances are what they say");
    parts.push(reliability::make(&contenders)?);
    tell("the influences");
    parts.push(influences::make(data)?);
    Ok(page::make(beginning(data), parts))
}

/// What the page begins with.
fn beginning(data: &Data) -> String {
    format!(
        "# Winners by influence and a small network, made anew\n\n\
         `aji lab winner` makes this page from games whose winner is known; seed {}. {} Of the games, \
         those count that are even and were counted or resigned; a position is the one after exactly \
         so many moves, and shorter games are left out. Intervals are for 95 %, by Wilson. All \
         numbers are in `results.json`.\n",
        data.seed, data.told,
    )
}

/// Several names as a sentence has them.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

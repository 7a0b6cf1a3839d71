//! The study of influence and a small network that predict winners: its table, how accuracy goes with
//! the move number, whether chances are what they say, the other influences it did not try, and playouts that are cut
//! short by who is sure of the winner.

mod curve;
mod cutting;
mod influences;
pub mod nn_influence;
mod reliability;
mod table;
pub mod uct;

pub use cutting::Cutting;

use crate::page::{self, Earlier};
use crate::{File, LabError};
use aji_judge::winner::Predictor;
use aji_learn::games::WonGame;
use aji_learn::measure::winner::{Predicted, predict_by};
use aji_rules::RuleSet;

/// After how many moves the study's networks predict.
pub const MOVES: [usize; 4] = [30, 80, 130, 180];
aji_rules::named! {
    /// A part of the page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PartName {
        /// Winners predicted at four moves.
        Table = "table",
        /// Winners predicted from move to move.
        Curve = "curve",
        /// Whether chances are what they say.
        Reliability = "reliability",
        /// Other influences.
        Influences = "influences",
        /// Playouts cut short.
        Cutting = "cutting",
    }
    /// A name that no part has.
    unknown UnknownPart = "the page has no part `{0}`; there are {known}"
}
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
    /// How playouts that are cut short are measured.
    pub cutting: Cutting<'a>,
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

/// Makes these parts anew; what there is of an earlier page stays. `tell` hears what is being done.
pub fn make(
    data: &Data,
    parts: &[PartName],
    earlier: Option<Earlier>,
    tell: &dyn Fn(&str),
) -> Result<Vec<File>, LabError> {
    let wants = |part| parts.contains(&part);
    check_lengths(data.test, "measuring")?;
    if wants(PartName::Influences) {
        check_lengths(data.train, "learning")?;
    }
    let mut contenders = Vec::new();
    if [PartName::Table, PartName::Curve, PartName::Reliability].into_iter().any(wants) {
        for predictor in std::iter::once(data.study).chain(data.others) {
            contenders.push(Contender::new(predictor, data.test)?);
        }
    }
    let mut made = Vec::new();
    for part in PartName::ALL.into_iter().filter(|part| wants(*part)) {
        tell(part.about());
        made.push(match part {
            PartName::Table => table::make(data, &contenders),
            PartName::Curve => curve::make(data, &contenders)?,
            PartName::Reliability => reliability::make(&contenders)?,
            PartName::Influences => influences::make(data)?,
            PartName::Cutting => cutting::make(data)?,
        });
    }
    Ok(match earlier {
        Some(earlier) => page::renew(earlier, made),
        None => page::make(beginning(data), made),
    })
}

impl PartName {
    /// What it shows.
    fn about(self) -> &'static str {
        match self {
            PartName::Table => "Table 1: winners predicted at four moves",
            PartName::Curve => "accuracy from move to move",
            PartName::Reliability => "whether chances are what they say",
            PartName::Influences => "the influences",
            PartName::Cutting => "playouts cut short",
        }
    }
}

fn check_lengths(games: &[WonGame], what: &'static str) -> Result<(), LabError> {
    for number in MOVES {
        if !games.iter().any(|game| game.moves().len() >= number) {
            return Err(LabError::TooShort(what, number));
        }
    }
    Ok(())
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

//! The study of the opening by fuzzy reasoning and TD(lambda): its figures, its table, and the tournaments.

mod candidates;
mod fifty;
pub mod fuzzy;
mod judges;
mod loss;
mod maps;
mod matches;
pub mod perceptron;
mod standing;
mod surfaces;
mod table2;
pub mod td;
mod tournament;

use crate::page;
use crate::{File, LabError};
use aji_judge::Library;
use aji_judge::opening::{OpeningError, Scene};
use aji_learn::openings::Opening;
use aji_play::PlayerName;
use aji_play::player::External;
use aji_rules::{HalfPoints, Point, Position, RuleSet};

/// The parts of the page that take their time, for who shows how far it is.
pub const PARTS: usize = 7;
/// What openings are counted by.
const RULES: RuleSet = RuleSet::Japanese;
/// White's compensation.
const KOMI: HalfPoints = HalfPoints::from_halves(13);

/// Chooses one of the candidates of the study's network.
pub type Chooser<'a> = dyn Fn(&Scene<'_>) -> Result<Point, OpeningError> + Sync + 'a;

/// One who chooses among candidates.
pub struct Choosing<'a> {
    /// What it is called.
    pub name: String,
    /// How it chooses.
    pub choose: Box<Chooser<'a>>,
    /// Whether the study says that it is better than taking the first.
    pub is_claimed: bool,
}

/// What the experiments work on.
pub struct Data<'a> {
    /// Openings to learn from.
    pub learned: &'a [Opening],
    /// How often the study's network learns from as many of them as the study had.
    pub epochs: u32,
    /// Openings to measure on, from which nobody learned.
    pub openings: &'a [Opening],
    /// The position of Figure 3, and after how many moves it is. It is not one of the openings, which are
    /// not ours to show.
    pub pictured: (&'a Position, usize),
    /// What the players think with.
    pub library: &'a Library,
    /// Who meets the TD players in Table 2: the fuzzy controllers.
    pub controllers: Vec<PlayerName>,
    /// Who may lose less than the first candidate.
    pub choosers: Vec<Choosing<'a>>,
    /// How many games every two play.
    pub games: u32,
    /// How many positions the candidates are compared in.
    pub positions: usize,
    /// In how many of these GNU Go is asked, too.
    pub asked: usize,
    /// The command that starts GNU Go.
    pub gnu_go: String,
    /// How many games are played at once.
    pub threads: usize,
    /// Where all this is from, in a sentence.
    pub told: String,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Makes everything anew; `tell` hears what is being done.
pub fn make(data: &Data, tell: &dyn Fn(&str)) -> Result<Vec<File>, LabError> {
    if data.openings.iter().all(|opening| opening.points().is_empty()) {
        return Err(LabError::NoOpenings);
    }
    // Who will be missed in the end is better missed at once.
    drop(External::start(&data.gnu_go)?);
    tell("the candidates");
    let mut parts = vec![candidates::make(data)?];
    tell("Figure 2: fifty moves by the network");
    parts.push(fifty::make(data)?);
    tell("Figure 3: influence and territory");
    let (position, moves) = data.pictured;
    parts.push(maps::make(position, moves)?);
    tell("Figure 5: the controllers' surfaces");
    parts.push(surfaces::make()?);
    tell("Table 2: fuzzy controllers against TD");
    parts.push(table2::make(data)?);
    tell("TD against TD");
    parts.push(tournament::make(data)?);
    tell("what candidates lose");
    parts.push(loss::make(data)?);
    Ok(page::make(beginning(data), parts))
}

/// What the page begins with.
fn beginning(data: &Data) -> String {
    format!(
        "# The opening by fuzzy reasoning and TD(lambda), made anew\n\n\
         `aji lab opening` makes this page; seed {}. {} Games begin with a usual move in each corner, \
         drawn by chance, the same for two games with exchanged colours, since players that always do the \
         same would play one game again and again; they end with move {} and are judged with komi {KOMI} \
         by {RULES} rules, first by the expected score of our territory model, inferred exactly, and then \
         by GNU Go's estimate (`{}`). Intervals are for 95 %, by Wilson for shares and by a bootstrap for \
         means. All numbers are in `results.json`, and the games of Table 2 in files beside it.\n",
        data.seed,
        data.told,
        aji_judge::opening::MOVES,
        data.gnu_go,
    )
}

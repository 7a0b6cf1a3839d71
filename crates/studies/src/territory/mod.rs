//! The study of Markov random fields that predict territory: its table of learned parameters and its
//! four figures, and the readings of it that were left open.

mod entropies;
mod learned;
pub mod likelihood;
mod mixing;
pub mod move_choice;
mod page;
mod parameters;
mod pictures;
pub mod training;

use crate::{File, LabError};
use aji_judge::territory::Model;
use aji_learn::labels::{self, Example, LabelledGame};
use aji_rules::Position;

/// The moves of the study's test positions.
pub const MOVES: [usize; 3] = [20, 80, 150];
/// The move of the positions that the table's parameters are learned from.
pub const TABLE_MOVE: usize = 80;

/// What the experiments work on.
pub struct Data<'a> {
    /// Games to learn from.
    pub train: &'a [LabelledGame],
    /// Games to measure on.
    pub test: &'a [LabelledGame],
    /// Positions to learn from; the study had 290.
    pub positions: usize,
    /// The position of Figures 1 to 3, and after how many moves it is; the study's was at move 90. It is
    /// not one of the labelled games, which are not ours to show.
    pub pictured: (&'a Position, usize),
    /// Our own model, to stand beside the study's.
    pub field: Option<Model>,
    /// Where all this is from, in a sentence.
    pub told: String,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Makes everything anew; `tell` hears what is being done.
pub fn make(data: &Data, tell: &dyn Fn(&str)) -> Result<Vec<File>, LabError> {
    let at_table = labels::drawn(data.train, data.positions, TABLE_MOVE..=TABLE_MOVE, data.seed);
    ensure_some(&at_table, "learning", TABLE_MOVE)?;
    let mixed = labels::drawn(data.train, data.positions, MOVES[0]..=MOVES[2], data.seed);
    ensure_some(&mixed, "learning", MOVES[0])?;
    let tests = MOVES.map(|number| labels::at_moves(data.test, &[number]));
    for (examples, number) in tests.iter().zip(MOVES) {
        ensure_some(examples, "measuring", number)?;
    }

    tell("learning the table's parameters");
    let (table, parts) = parameters::make(&at_table, data.seed);
    tell("Figure 1: how fast the samplers mix");
    let mixing = mixing::make(&table, data.pictured, data.seed)?;
    tell("learning the models of Figures 3 and 4");
    let models = learned::Models::learn(&mixed, data.field.as_ref(), data.seed);
    tell("Figures 2 and 3: boards");
    let boards = pictures::make(&models, data.pictured, &tests, data.seed)?;
    tell("Figure 4: cross entropies");
    let entropies = entropies::make(&models, &tests, data.seed)?;
    tell("the readings that were left open");
    let ablations = entropies::ablations(&models, &mixed, &tests, data.seed)?;

    let mut parts = vec![parts];
    parts.extend([mixing, boards, entropies, ablations]);
    Ok(page::make(data, &tests, parts))
}

fn ensure_some(examples: &[Example], what: &'static str, number: usize) -> Result<(), LabError> {
    if examples.is_empty() { Err(LabError::TooShort(what, number)) } else { Ok(()) }
}

/// A part of the page, and the files that it shows.
struct Part {
    markdown: String,
    files: Vec<File>,
}

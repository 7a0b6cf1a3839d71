//! The study of networks that tell life from death in the corner: its tables, and what it could not test.

mod all;
mod curve;
mod moves;
mod pictures;
mod samples;
mod sizes;

use crate::page;
use crate::{File, LabError};
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_learn::corner::Pattern;
use aji_learn::corner::problems::Problem;
use aji_learn::stats::Mean;

/// The parts of the page that take their time, for who shows how far it is.
pub const PARTS: usize = 5;

/// What the experiments work on.
pub struct Data<'a> {
    /// All patterns; one problem in ten is held out.
    pub patterns: &'a [Pattern],
    /// Problems with their solutions.
    pub problems: &'a [Problem],
    /// The networks that learned from all that is not held out.
    pub networks: &'a [(CornerModel, CornerNetwork)],
    /// How often each experiment of the study is done; the study has ten runs.
    pub runs: u64,
    /// How large samples are, in percent of the study's.
    pub percent: usize,
    /// What was measured on, in a sentence.
    pub told: String,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Makes everything anew; `tell` hears what is being done.
pub fn make(data: &Data, tell: &dyn Fn(&str)) -> Result<Vec<File>, LabError> {
    tell("Tables 7.1, 7.2 and 3.1: the study's samples");
    let mut parts = vec![sizes::make(data)?];
    tell("all the data");
    parts.push(all::make(data)?);
    tell("the learning curve");
    parts.push(curve::make(data)?);
    tell("first moves, and reading beside the recorded answers");
    parts.push(moves::make(data));
    tell("pictures");
    parts.push(pictures::make(data)?);
    Ok(page::make(beginning(data), parts))
}

impl Data<'_> {
    /// So many, if samples were of the study's size.
    fn scaled(&self, count: usize) -> usize {
        (count * self.percent).div_ceil(100)
    }

    /// The patterns that are held out, or the others.
    fn split(&self, held_out: bool) -> Vec<&Pattern> {
        let is_in = |pattern: &&Pattern| pattern.is_held_out() == held_out;
        self.patterns.iter().filter(is_in).collect()
    }
}

/// `97.1 % (0.8)`: a mean of shares with the deviation of single runs.
fn mean_and_spread(shares: &[f64]) -> String {
    let Some(mean) = Mean::of(shares) else { return "-".to_string() };
    let deviation = mean.standard_error * (shares.len() as f64).sqrt();
    format!("{:.2} % ({:.2})", 100.0 * mean.value, 100.0 * deviation)
}

fn mean(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

/// What the page begins with.
fn beginning(data: &Data) -> String {
    format!(
        "# Life and death in the corner, made anew\n\n\
         `aji lab life` makes this page; seed {}. {} A pattern is a group that is enclosed within 8x8 points in a \
         corner. `full` is the study's fully connected network (64-64-30), `2d` its \"2D Go board\" \
         (64-140-50-30), `chan` Horace Chan's (128-150-70-40-30), `mesh` a network over points and chains. By the 0.25 rule, the study's, an \
         answer is right if it is nearer than 0.25 to what it should be; one between 0.25 and 0.75 is always \
         wrong. By the 0.5 rule it must be on the right side. All numbers are in `results.json`.\n",
        data.seed, data.told
    )
}

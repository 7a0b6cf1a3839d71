//! Who judges how an opening went.

use crate::LabError;
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::territory::{Exact, Model};
use aji_play::player::External;
use aji_rules::Game;
use rayon::prelude::*;

/// Games that share a workspace or a program.
const PARCEL: usize = 20;

/// Black's lead in each of the games by the territory model, inferred exactly.
pub fn by_territory(model: &Model, games: &[&Game]) -> Result<Vec<f64>, LabError> {
    in_parcels(games, |parcel| {
        let Some(first) = parcel.first() else { return Ok(Vec::new()) };
        let mut exact = Exact::new(first.position().size())?;
        let lead = |game: &&Game| {
            let means = exact.moments(&model.ising(game.position())).means;
            let lead = Question::of(game).expected_black_lead(&means);
            if lead.is_finite() { Ok(lead) } else { Err(JudgeError::NoNumbers.into()) }
        };
        parcel.iter().map(lead).collect()
    })
}

/// Black's lead in each of the games as a program estimates it.
pub fn by_program(command: &str, games: &[&Game]) -> Result<Vec<f64>, LabError> {
    in_parcels(games, |parcel| {
        let mut program = External::start(command)?;
        parcel.iter().map(|game| Ok(program.estimated_black_lead(game)?)).collect()
    })
}

/// In the games' order, on all threads.
fn in_parcels(
    games: &[&Game],
    judge: impl Fn(&[&Game]) -> Result<Vec<f64>, LabError> + Sync + Send,
) -> Result<Vec<f64>, LabError> {
    let parcels: Result<Vec<Vec<f64>>, LabError> = games.par_chunks(PARCEL).map(judge).collect();
    Ok(parcels?.concat())
}

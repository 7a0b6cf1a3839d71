//! `aji suggest`: what to play, and why.

mod json;
mod picture;
mod text;

use super::Answer;
use crate::chosen::{Choice, Chosen};
use crate::models;
use crate::pictures::Pictures;
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::fuzzy::{Controller, ControllerName, Reasoner, ours};
use aji_play::Turn;
use aji_play::analyst::Analyst;
use aji_play::suggest::{Advice, COUNT, Suggester};
use anyhow::Context;
use clap::{Args, value_parser};
use std::path::{Path, PathBuf};

/// Suggest what to play: likely moves of the opening, weighed by fuzzy reasoning about influence,
/// territory and safety, with the rules that spoke for each.
///
/// Reads what `aji show` reads; without a file it is about the example game that is built in. Reasoning
/// is for the first 50 moves on 19x19; elsewhere the analyst of `aji analysis` answers, and says so.
#[derive(Args)]
pub struct Suggest {
    #[command(flatten)]
    choice: Choice,
    /// How many candidates to think about.
    #[arg(long, value_name = "N", default_value_t = COUNT as u32, value_parser = value_parser!(u32).range(1..=50))]
    count: u32,
    /// Who weighs the candidates: ours, study, or study-mamdani.
    #[arg(long, value_name = "NAME", default_value = "ours")]
    model: ControllerName,
    /// Take models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// All that there is to say.
struct Suggested {
    chosen: Chosen,
    advice: Advice,
    /// What was odd about the record.
    notes: Vec<String>,
}

impl Suggest {
    pub fn run(self) -> anyhow::Result<Answer> {
        let chosen = self.choice.read()?;
        let game = &chosen.replay.game;
        let turn = Turn::of(game);
        let minds = models::minds(self.models.as_deref())?;
        let mut suggester = Suggester::new(Analyst::new(minds.territory, minds.ours));
        if Suggester::is_for_reasoning(&turn).is_ok() && !game.is_over() {
            suggester = suggester.with_reasoner(reasoner(self.model, self.models.as_deref())?);
        }
        let advice = suggester.suggest(&turn, self.count as usize)?;
        let notes = chosen.notes().map(|note| note.to_string()).collect();
        let suggested = Suggested { chosen, advice, notes };
        if let Some(svg) = self.pictures.draw(&picture::board(&suggested))? {
            return Ok(Answer::good(svg));
        }
        Ok(Answer::good(if self.json { json::of(&suggested) } else { text::of(&suggested) }))
    }
}

/// Who thinks by this name, from the folder if one is given: a controller, and who proposes to it.
fn reasoner(name: ControllerName, folder: Option<&Path>) -> anyhow::Result<Reasoner> {
    let proposer = match name {
        ControllerName::Ours => CandidatesName::Habits,
        ControllerName::Study | ControllerName::StudyMamdani => CandidatesName::Perceptron,
    };
    let candidates = match read(folder, proposer.file_stem())? {
        Some((path, bytes)) => {
            Candidates::read(proposer, &bytes).with_context(|| path.display().to_string())?
        }
        None => Candidates::embedded(proposer).with_context(|| missing(proposer.file_stem()))?,
    };
    let controller = match name {
        ControllerName::Ours => match read(folder, FUZZY)? {
            Some((path, bytes)) => {
                Controller::Ours(ours::read(&bytes).with_context(|| path.display().to_string())?)
            }
            None => Controller::embedded(name).with_context(|| missing(FUZZY))?,
        },
        ControllerName::Study | ControllerName::StudyMamdani => {
            Controller::embedded(name).with_context(|| missing(FUZZY))?
        }
    };
    Ok(Reasoner::new(candidates, controller))
}

/// What the file of our controller is called, without its ending.
const FUZZY: &str = "fuzzy";

fn missing(stem: &str) -> String {
    format!("the model `{stem}` is not built in; --models names a folder with {stem}.safetensors")
}

/// The model's file in the folder, if one is given.
fn read(folder: Option<&Path>, stem: &str) -> anyhow::Result<Option<(PathBuf, Vec<u8>)>> {
    let Some(folder) = folder else { return Ok(None) };
    let path = folder.join(format!("{stem}.safetensors"));
    let bytes = std::fs::read(&path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Ok(Some((path, bytes)))
}

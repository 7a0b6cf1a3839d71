//! `aji suggest`: what to play, and why.

mod picture;
mod text;

use super::Answer;
use crate::agreed::Asked;
use crate::answers::suggestion::json;
use crate::chosen::{Choice, Chosen};
use crate::models::Judging;
use crate::pictures::Pictures;
use aji_judge::opening::fuzzy::ControllerName;
use aji_judge::opening::fuzzy::Reasoner;
use aji_play::Turn;
use aji_play::suggest::{Advice, COUNT, Suggester};
use clap::{Args, value_parser};

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
    #[command(flatten)]
    judging: Judging,
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
        let reasoner = Reasoner::of(self.model, &*self.judging.library()?)?;
        let mut suggester = Suggester::new(self.judging.analyst()?).with_reasoner(reasoner);
        let advice = suggester.suggest(&turn, self.count as usize)?;
        let notes = chosen.notes().map(|note| note.to_string()).collect();
        let suggested = Suggested { chosen, advice, notes };
        if let Some(svg) = self.pictures.draw(&picture::board(&suggested))? {
            return Ok(Answer::good(svg));
        }
        let Suggested { chosen, advice, notes } = &suggested;
        Ok(match self.json {
            true => {
                let agreed = Asked::default().of(chosen);
                Answer::json(&json(&chosen.subject(&agreed, notes), advice))
            }
            false => Answer::good(text::of(&suggested)),
        })
    }
}

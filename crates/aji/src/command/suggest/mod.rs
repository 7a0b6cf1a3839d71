//! `aji suggest`: what to play, and why.

mod picture;
mod text;

use super::Answer;
use crate::answers::suggestion::json;
use crate::conditions::ConditionFlags;
use crate::load::{GameChoice, LoadedGame};
use crate::models::Judging;
use crate::pictures::Output;
use aji_judge::opening::fuzzy::ControllerName;
use aji_judge::opening::fuzzy::Reasoner;
use aji_play::Turn;
use aji_play::suggest::{Advice, COUNT, Suggester};
use clap::{Args, value_parser};

/// Suggest what to play: likely moves of the opening, weighed by fuzzy reasoning about influence,
/// territory and safety, with the rules that spoke for each.
///
/// Reads what `aji show` reads; without a file it uses the built-in example game. Fuzzy reasoning
/// is for the first 50 moves on 19x19; elsewhere the analyst of `aji analysis` answers, and says so.
#[derive(Args)]
pub struct Suggest {
    #[command(flatten)]
    choice: GameChoice,
    /// How many candidates to consider.
    #[arg(long, value_name = "N", default_value_t = COUNT as u32, value_parser = value_parser!(u32).range(1..=50))]
    count: u32,
    /// Who weighs the candidates: anfis, sugeno or mamdani.
    #[arg(long, value_name = "NAME", default_value = "anfis")]
    model: ControllerName,
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    output: Output,
}

/// All that there is to say.
struct Suggested {
    loaded: LoadedGame,
    advice: Advice,
    /// What was odd about the record.
    notes: Vec<String>,
}

impl Suggest {
    pub fn run(self) -> anyhow::Result<Answer> {
        let loaded = self.choice.read()?;
        let game = &loaded.replay.game;
        let turn = Turn::of(game);
        let reasoner = Reasoner::of(self.model, &*self.judging.library()?)?;
        let mut suggester = Suggester::new(self.judging.analyst()?).with_reasoner(reasoner);
        let advice = suggester.suggest(&turn, self.count as usize)?;
        let notes = loaded.notes();
        let suggested = Suggested { loaded, advice, notes };
        let Suggested { loaded, advice, notes } = &suggested;
        self.output.answer(
            || picture::board(&suggested),
            || json(&loaded.subject(&ConditionFlags::default().of(loaded), notes), advice),
            || text::of(&suggested),
        )
    }
}

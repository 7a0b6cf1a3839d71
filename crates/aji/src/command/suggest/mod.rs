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
use aji_play::search::{Budget, MOST_VISITS};
use aji_play::suggest::{self, Advice, COUNT};
use clap::{Args, value_parser};

/// Suggest what to play, on every board and at every stage: moves with the lead and chance that they lead to, the points
/// that they lose beside the best, how play may go on, and why.
///
/// Reads what `aji show` reads; without a file it uses the built-in example game. Moves are found by reading ahead; in the
/// first 50 moves on 19x19 the fuzzy rules of the opening add what they have to say. With --model, they answer alone.
#[derive(Args)]
pub struct Suggest {
    #[command(flatten)]
    choice: GameChoice,
    /// How many moves to tell.
    #[arg(long, value_name = "N", default_value_t = COUNT as u32, value_parser = value_parser!(u32).range(1..=50))]
    count: u32,
    /// How many positions to look at; by default 100, or 16 by a judge that has no policy of its own.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=i64::from(MOST_VISITS)))]
    visits: Option<u32>,
    /// Let fuzzy rules answer alone, those of anfis, sugeno or mamdani: for the opening on 19x19.
    #[arg(long, value_name = "NAME", conflicts_with = "visits")]
    model: Option<ControllerName>,
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
        let library = self.judging.library()?;
        let count = self.count as usize;
        let advice = match self.model {
            Some(model) => suggest::by_rules(&Reasoner::of(model, &library)?, &turn, count)?,
            None => {
                let rules = Reasoner::of(ControllerName::Anfis, &library)?;
                let budget = self.visits.map(Budget::Visits);
                let mut analyst = self.judging.analyst()?;
                suggest::by_reading(&mut analyst, Some(&rules), &turn, count, budget)?
            }
        };
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

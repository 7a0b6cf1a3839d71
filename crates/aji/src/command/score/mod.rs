//! `aji score`: the final score of a board, dead stones and all, or why it is not known yet.

mod picture;
mod text;

use super::Answer;
use crate::answers::score::json;
use crate::conditions::{ConditionFlags, Conditions};
use crate::flags::ModelFolder;
use crate::load::{GameChoice, LoadedGame};
use crate::pictures::Output;
use aji_judge::score::{FinalScore, Scorer};
use aji_learn::measure::score::recorded_lead;
use aji_rules::HalfPoints;
use clap::Args;

/// Score a finished board: which stones are dead, which live in seki, who owns each point, and who
/// wins by how much; or what is still to be played before it can be scored.
///
/// Reads what `aji show` reads; without a file it scores the built-in example game. Options override what
/// the record says. The score is compared with the recorded result. Whether anybody has passed makes no
/// difference. The keys of the JSON are explained in docs/score.md.
#[derive(Args)]
pub struct Score {
    #[command(flatten)]
    choice: GameChoice,
    #[command(flatten)]
    conditions: ConditionFlags,
    #[command(flatten)]
    models: ModelFolder,
    #[command(flatten)]
    output: Output,
}

/// All that there is to say.
struct Scored {
    loaded: LoadedGame,
    conditions: Conditions,
    score: FinalScore,
    /// Black's lead by the record, if its game was counted and this is its end.
    recorded: Option<HalfPoints>,
    /// What was odd about the record.
    notes: Vec<String>,
}

impl Score {
    pub fn run(self) -> anyhow::Result<Answer> {
        let scorer = Scorer::of(&*self.models.library()?)?;
        let loaded = self.choice.read()?;
        let conditions = self.conditions.of(&loaded);
        let score = scorer.score(&loaded.subject(&conditions, &[]).question())?;
        let is_end = loaded.replay.moves == loaded.record.replay().moves;
        let recorded = recorded_lead(loaded.record.head.outcome).filter(|_| is_end);
        let notes = loaded.notes();
        let scored = Scored { loaded, conditions, score, recorded, notes };
        let Scored { loaded, conditions, score, recorded, notes } = &scored;
        self.output.answer(
            || picture::board(&scored),
            || json(&loaded.subject(conditions, notes), score, *recorded),
            || text::of(&scored),
        )
    }
}

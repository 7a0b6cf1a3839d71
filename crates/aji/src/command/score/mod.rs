//! `aji score`: the final score of a board, dead stones and all, or why it cannot be told yet.

mod picture;
mod text;

use super::Answer;
use crate::agreed::{Agreed, Asked};
use crate::answers::score::json;
use crate::chosen::{Choice, Chosen};
use crate::models;
use crate::pictures::Pictures;
use aji_judge::score::FinalScore;
use aji_judge::score::Scorer;
use aji_learn::measure::score::recorded_lead;
use aji_rules::HalfPoints;
use clap::Args;
use std::path::PathBuf;

/// Score a finished board: which stones are dead, which live in seki, whose points are counted, and who
/// wins by how much; or what is still to be played before it can be scored.
///
/// Reads what `aji show` reads; without a file it scores the example game that is built in. What is asked
/// for goes before what the record says. The score is compared with the result that the record tells.
/// Whether somebody has passed changes nothing. The keys of the JSON are explained in docs/score.md.
#[derive(Args)]
pub struct Score {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    asked: Asked,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// All that there is to say.
struct Scored {
    chosen: Chosen,
    agreed: Agreed,
    score: FinalScore,
    /// Black's lead by the record, if its game was counted and this is its end.
    recorded: Option<HalfPoints>,
    /// What was odd about the record.
    notes: Vec<String>,
}

impl Score {
    pub fn run(self) -> anyhow::Result<Answer> {
        let scorer = Scorer::of(&*models::library(self.models.as_deref())?)?;
        let chosen = self.choice.read()?;
        let agreed = self.asked.of(&chosen);
        let score = scorer.score(&chosen.subject(&agreed, &[]).question())?;
        let is_end = chosen.replay.moves == chosen.record.replay().moves;
        let recorded = recorded_lead(chosen.record.head.outcome).filter(|_| is_end);
        let notes = chosen.notes().map(|note| note.to_string()).collect();
        let scored = Scored { chosen, agreed, score, recorded, notes };
        if let Some(svg) = self.pictures.draw(&picture::board(&scored))? {
            return Ok(Answer::good(svg));
        }
        let Scored { chosen, agreed, score, recorded, notes } = &scored;
        Ok(match self.json {
            true => Answer::json(&json(&chosen.subject(agreed, notes), score, *recorded)),
            false => Answer::good(text::of(&scored)),
        })
    }
}

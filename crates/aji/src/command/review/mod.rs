//! `aji review`: how the chance of winning went through a game, and whose moves did it.

mod chart;
mod text;

use super::Answer;
use crate::agreed::Asked;
use crate::answers::review::{Reviewed, Reviewer, Told};
use crate::chosen::{Choice, Chosen};
use crate::models;
use crate::pictures::Pictures;
use crate::progress::Bar;
use aji_judge::winner::PredictorName;
use anyhow::bail;
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::sync::Arc;

/// Review a game: how Black's chance of winning went, which moves changed it the most, and how much
/// each player's moves lost.
///
/// Reads what `aji show` reads; without a file it reviews the example game that is built in. A record
/// that breaks off is reviewed up to there. What is asked for goes before what the record says. The
/// numbers are explained in docs/review.md.
#[derive(Args)]
pub struct Review {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    asked: Asked,
    /// Who foretells the winner.
    #[arg(long, value_name = "NAME", default_value = models::BEST_PREDICTOR)]
    model: PredictorName,
    /// Take models from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// How many of the biggest swings to tell.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(0..=1_000))]
    swings: u32,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A record and what was found in it.
struct Found {
    chosen: Chosen,
    reviewed: Reviewed,
}

impl Review {
    pub fn run(self) -> anyhow::Result<Answer> {
        let reviewer = self.reviewer()?;
        let chosen = self.choice.read_as_far_as_it_goes()?;
        if chosen.replay.moves == 0 {
            match &chosen.replay.fault {
                Some(fault) => bail!("{fault}"),
                None => bail!("there are no moves to review in {}", chosen.record.place().origin),
            }
        }
        let agreed = self.asked.of(&chosen);
        let game = &chosen.replay.game;
        let bar = Bar::things(game.steps().len() + 1, "positions");
        let mut reviewed =
            reviewer.review(game, &agreed, self.swings as usize, &|_, _| bar.step())?;
        drop(bar);
        let fault = chosen.replay.fault.as_ref();
        let notes = chosen.notes().map(|note| note.to_string()).collect();
        reviewed.told = Told::of(&chosen.record.head, fault, notes);
        if let Some(fault) = fault {
            let last = chosen.replay.moves;
            crate::complain(&format!("aji: {fault}; this is a review of the game to move {last}"));
        }
        // Who asked for all of it did not get it.
        let is_good = fault.is_none();
        let found = Found { chosen, reviewed };
        let text = match self.pictures.draw_chart(&chart::of(&found))? {
            Some(svg) => svg,
            None if self.json => format!("{}\n", found.reviewed.json()),
            None => text::of(&found),
        };
        Ok(Answer { text, is_good })
    }

    fn reviewer(&self) -> anyhow::Result<Reviewer> {
        let folder = self.models.as_deref();
        let predictor = Arc::new(models::predictor(self.model, folder)?);
        let territory = Arc::new(models::best_territory(folder)?);
        let reviewer = Reviewer::new(predictor, territory);
        Ok(if folder.is_some() { reviewer.with_own_models() } else { reviewer })
    }
}

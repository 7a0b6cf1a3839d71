//! `aji review`: how the chance of winning went through a game, and whose moves did it.

mod chart;
mod json;
mod text;

use super::Answer;
use crate::agreed::{Agreed, Asked};
use crate::chosen::{Choice, Chosen};
use crate::models;
use crate::pictures::Pictures;
use crate::progress::Bar;
use aji_judge::judgement::JudgeError;
use aji_judge::winner::review::{self, Situation};
use aji_judge::winner::tempo::without_tempo;
use aji_judge::winner::{self, Predictor, PredictorName};
use aji_rules::Rules;
use anyhow::{Context, bail};
use clap::{Args, value_parser};
use rayon::prelude::*;
use std::path::PathBuf;

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

/// All that there is to say.
struct Reviewed {
    chosen: Chosen,
    agreed: Agreed,
    model: PredictorName,
    review: winner::Review,
    /// How many swings to tell.
    swings: usize,
    /// What was odd about the record, and what to mind.
    notes: Vec<String>,
}

impl Review {
    pub fn run(self) -> anyhow::Result<Answer> {
        let predictor = models::predictor(self.model, self.models.as_deref())?;
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
        let situations = review::situations(game, agreed.komi);
        let chances = chances(&predictor, situations, agreed.rules.into(), &bar)?;
        drop(bar);
        let review = winner::Review::new(game.steps(), &chances)
            .with_context(|| format!("`{}` gives no chances for this game", self.model))?;

        let mut notes: Vec<String> = chosen.notes().map(|note| note.to_string()).collect();
        if self.models.is_none() {
            notes.extend(models::to_mind(game).map(str::to_string));
        }
        let model = predictor.name_on(game.position().size());
        let swings = self.swings as usize;
        let reviewed = Reviewed { chosen, agreed, model, review, swings, notes };
        let fault = reviewed.chosen.replay.fault.as_ref();
        if let Some(fault) = fault {
            let last = reviewed.chosen.replay.moves;
            crate::complain(&format!("aji: {fault}; this is a review of the game to move {last}"));
        }
        let text = match self.pictures.draw_chart(&chart::of(&reviewed))? {
            Some(svg) => svg,
            None if self.json => json::of(&reviewed),
            None => text::of(&reviewed),
        };
        // Who asked for all of it did not get it.
        Ok(Answer { text, is_good: fault.is_none() })
    }
}

/// How many positions are kept at a time; enough for every core to be busy.
const BATCH: usize = 256;

/// Black's chance in each situation, in their order, less what the predictor makes of having the move.
fn chances(
    predictor: &Predictor,
    situations: impl Iterator<Item = Situation>,
    rules: Rules,
    bar: &Bar,
) -> Result<Vec<f64>, JudgeError> {
    let mut situations = situations.peekable();
    let (mut chances, mut to_play) = (Vec::new(), Vec::new());
    while situations.peek().is_some() {
        let batch: Vec<Situation> = situations.by_ref().take(BATCH).collect();
        let answers: Vec<f64> = batch
            .par_iter()
            .map(|situation| {
                let chance = predictor.black_wins(&situation.question(rules));
                bar.step();
                chance
            })
            .collect::<Result<_, _>>()?;
        chances.extend(answers);
        to_play.extend(batch.iter().map(Situation::to_play));
    }
    Ok(without_tempo(&to_play, &chances))
}

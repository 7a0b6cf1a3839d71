//! `aji review`: how the chance of winning changed through a game, and whose moves changed it.

mod analysed;
mod chart;
mod many;
mod outputs;
mod report;
mod sgf;
mod text;

use super::Answer;
use crate::answers::review::{Progress, RecordDetails, Reviewed, Reviewer};
use crate::conditions::ConditionFlags;
use crate::load::{GameChoice, LoadedGame};
use crate::models::Judging;
use crate::pictures::Pictures;
use crate::progress::Bar;
use crate::roster::PredictorName;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_judge::winner::TERRITORY;
use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use outputs::Outputs;
use std::path::PathBuf;
use std::sync::Arc;

/// Review games: how Black's chance of winning changed, which moves changed it most, and how much
/// each player's moves lost.
///
/// Reads what `aji show` reads; without a file it reviews the built-in example game. Several files, folders
/// and archives are reviewed game by game, a line each; of one file the first game, or that of --game, is
/// shown in full. A record that breaks off is reviewed up to that move. Options override what the record
/// says. The numbers are explained in docs/review.md.
#[derive(Args)]
pub struct Review {
    /// Records: files, folders and archives; `-` is standard input.
    files: Vec<PathBuf>,
    /// Which game, if there are several.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// After how many moves; by default the last position.
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    #[command(flatten)]
    conditions: ConditionFlags,
    /// Who predicts the winner: territory, whose chances and leads come from one score, or a network for 19x19,
    /// outlook or nn-influence, whose chances are shown instead.
    #[arg(long, value_name = "NAME", default_value = TERRITORY)]
    model: PredictorName,
    #[command(flatten)]
    judging: Judging,
    /// How many of the biggest swings to list.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(0..=1_000))]
    swings: u32,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON; of several games an object a line.
    #[arg(long)]
    json: bool,
}

/// A record and its review.
struct ReviewedGame {
    loaded: LoadedGame,
    reviewed: Reviewed,
}

impl Review {
    pub fn run(self) -> anyhow::Result<Answer> {
        if self.is_of_many() {
            let alone = self.game.is_none() && self.moves.is_none() && self.pictures.are_none();
            ensure!(
                alone,
                "--game, --move, --svg and --png are for one file; there are several games here"
            );
            return many::run(&self);
        }
        let choice =
            GameChoice::new(self.files.first().cloned(), self.game.unwrap_or(1), self.moves);
        let loaded = choice.read_as_far_as_it_goes()?;
        let bar = Bar::things(loaded.replay.game.steps().len() + 1, "positions");
        let reviewer = self.reviewer()?;
        let progress = |done: usize, _: usize| bar.set(done as u64);
        let game = self.review(&reviewer, loaded, &progress)?;
        let printed = self.outputs.write(&reviewer, &self.files, &game, &progress)?;
        drop(bar);
        let fault = game.reviewed.details.fault.as_ref();
        if let Some(fault) = fault {
            let last = game.loaded.replay.moves;
            crate::complain(&format!("aji: {fault}; this is a review of the game to move {last}"));
        }
        let drawn = self.pictures.draw_charts(|| chart::of(&game))?;
        let text = match printed.or(drawn) {
            Some(instead) => instead,
            None if self.json => format!("{}\n", game.reviewed.json()),
            None => text::of(&game),
        };
        // Who asked for all of it did not get it.
        Ok(Answer { text, is_good: fault.is_none() })
    }

    /// Whether to go through games one by one.
    fn is_of_many(&self) -> bool {
        match &self.files[..] {
            [] => false,
            [one] => {
                let is_particular = self.game.is_some() || self.moves.is_some();
                !is_particular && (one.is_dir() || outputs::is_archive(one))
            }
            _ => true,
        }
    }

    /// The review of a record.
    fn review(
        &self,
        reviewer: &Reviewer,
        loaded: LoadedGame,
        progress: Progress<'_>,
    ) -> anyhow::Result<ReviewedGame> {
        if loaded.replay.moves == 0 {
            match &loaded.replay.fault {
                Some(fault) => bail!("{fault}"),
                None => bail!("there are no moves to review in {}", loaded.record.place().origin),
            }
        }
        let conditions = self.conditions.of(&loaded);
        let game = &loaded.replay.game;
        let mut reviewed = reviewer.review(game, &conditions, self.swings as usize, progress)?;
        reviewed.details = RecordDetails::of(&loaded.record, &loaded.replay);
        Ok(ReviewedGame { loaded, reviewed })
    }

    fn reviewer(&self) -> anyhow::Result<Reviewer> {
        let library = self.judging.library()?;
        let territory = Model::of(self.judging.name(), &library)?;
        let mut reviewer = Reviewer::new(territory, Scorer::of(&library)?);
        if !self.model.is_territory() {
            reviewer = reviewer.with_predictor(Arc::new(self.model.predictor(&library)?));
        }
        Ok(if self.judging.folder.is_some() { reviewer.with_own_models() } else { reviewer })
    }
}

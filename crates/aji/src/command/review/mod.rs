//! `aji review`: what every move of a game lost, and which moves decided it.

mod chart;
mod many;
mod outputs;
mod report;
mod sgf;
mod text;

use super::Answer;
use crate::answers::review::{RecordDetails, Reviewed};
use crate::conditions::ConditionFlags;
use crate::load::{GameChoice, LoadedGame};
use crate::models::{self, Judging};
use crate::pictures::Pictures;
use crate::progress::Bar;
use crate::roster::PredictorName;
use aji_judge::winner::TERRITORY;
use aji_play::review::{Depth, Progress, Reviewer};
use aji_rules::Rules;
use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use outputs::Outputs;
use std::path::PathBuf;
use std::sync::Arc;

/// Review games: how chances and leads went, which moves decided the game and why, what would have been better,
/// and what each player's moves lost.
///
/// Every position is read ahead: 50 positions of each by default, one look with --quick, 400 with --deep.
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
    /// One look at each position: a second or less for a game, and no suggestions.
    #[arg(long, conflicts_with = "deep")]
    quick: bool,
    /// Read eight times as much: a minute or two for a game.
    #[arg(long)]
    deep: bool,
    /// How many of the moves that decided the game to list.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(0..=1_000))]
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
        let progress = |done: usize, _: usize| {
            bar.set(done as u64);
            true
        };
        let game = self.review(&reviewer, loaded, &progress)?;
        let printed = self.outputs.write(&self.files, &game)?;
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
        let rules = Rules::from(conditions.rules);
        let is_built_in = self.judging.folder.is_none();
        let reviewed = Reviewed {
            size: game.position().size(),
            handicap: game.handicap(),
            game: reviewer.review(game, rules, conditions.komi, progress)?,
            conditions,
            swings: self.swings as usize,
            caveat: models::caveat(game).filter(|_| is_built_in),
            details: RecordDetails::of(&loaded.record, &loaded.replay),
        };
        Ok(ReviewedGame { loaded, reviewed })
    }

    fn reviewer(&self) -> anyhow::Result<Reviewer> {
        let depth = match (self.quick, self.deep) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Deep,
            _ => Depth::Normal,
        };
        let reviewer = Reviewer::new(self.judging.analyst()?, depth);
        Ok(if self.model.is_territory() {
            reviewer
        } else {
            reviewer.with_predictor(Arc::new(self.model.predictor(&*self.judging.library()?)?))
        })
    }
}

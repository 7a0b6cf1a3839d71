//! `aji eval territory`: how well every point's owner is predicted.

use crate::flags::{Limit, ModelFolder};
use crate::models::{self, TerritoryName};
use crate::progress::Bar;
use crate::words::counted;
use aji_judge::influence::Kind;
use aji_judge::territory::inference::Inference;
use aji_judge::territory::{Model, ModelName};
use aji_learn::cells;
use aji_learn::labels::{self, LabelledGame};
use aji_learn::measure::{CalibratedInfluence, Judge, Measured};
use aji_learn::report::{Column, Report};
use aji_rules::HalfPoints;
use anyhow::{Context, ensure};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

const COLUMNS: [Column; 11] = [
    Column::json("move"),
    Column::new("model"),
    Column::new("inference"),
    Column::json("positions"),
    Column::named("cross entropy", "cross_entropy").decimals(4),
    Column::named("points", "accuracy").percent(1),
    Column::named("Brier", "brier").decimals(4),
    Column::named("ECE", "ece").decimals(4),
    Column::named("score", "score_mae").decimals(1),
    Column::named("winner", "winner_accuracy").percent(1),
    Column::json("neutral_share"),
];

/// What the columns of the table mean.
const FIGURES: &str = "\
The figures, for each move number:
  cross entropy  of the owners, per point: 0.693 if nobody knows anything, 0 if all is foreseen
  points         how many points are given to their owner; neutral points do not count
  Brier          the mean square of the probabilities' error
  ECE            by how much probabilities are off on average, the calibration error
  score          how far the expected area score is from the true one, in points
  winner         how often the player won who was expected to lead by territory";

/// Measure how well every point's owner at the end is predicted from the middle of the game.
///
/// Each line of the labels is a counted game as a JSON object: `moves` (two SGF letters each, Black
/// first, tt for a pass), `ownership` (a letter for every point, row by row from the upper left: B, W,
/// or = for neutral) and `result` (such as B+3.5).
#[derive(Args)]
#[command(after_long_help = FIGURES)]
pub struct Territory {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// After how many moves to judge.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "20,80,150")]
    at: Vec<usize>,
    /// Who is measured: a model such as boltzmann5, with another way to infer than exact as in
    /// boltzmann5/bp, or an influence as in influence/bouzy-5-21; as many as you like. By default all
    /// models with exact and bp, and all influences. Exact inference on 19x19 needs about 60 ms a position
    /// and core.
    #[arg(long = "model", value_name = "MODEL", num_args = 1..)]
    chosen: Vec<Chosen>,
    #[command(flatten)]
    models: ModelFolder,
    /// Calibrate the influences on these labelled games. If not given, they are calibrated on the
    /// first half of the games and all is measured on the other half.
    #[arg(long, value_name = "FILE")]
    calibrate: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
    /// White's komi in these games.
    #[arg(long, default_value = "6.5")]
    komi: HalfPoints,
    /// The seed of sampling inference and of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Who is to be measured.
#[derive(Clone, Copy)]
enum Chosen {
    Model(ModelName, Inference),
    Influence(Kind),
}

impl FromStr for Chosen {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(text: &str) -> Result<Chosen, Self::Err> {
        if let Some(name) = text.strip_prefix("influence/") {
            return Ok(Chosen::Influence(name.parse()?));
        }
        let TerritoryName { model, inference } = text.parse()?;
        Ok(Chosen::Model(model, inference))
    }
}

/// Who is measured, with all that needs to be read.
enum Candidate {
    Model(Arc<Model>, Inference),
    Influence(Kind),
}

impl Candidate {
    fn must_be_calibrated(&self) -> bool {
        matches!(self, Candidate::Influence(_))
    }

    /// Names of the model and of how it infers.
    fn names(&self) -> (String, String) {
        match self {
            Candidate::Model(model, inference) => {
                (model.form().name().to_string(), inference.to_string())
            }
            Candidate::Influence(kind) => (format!("influence/{kind}"), "logistic".to_string()),
        }
    }
}

/// The games to measure on and to calibrate on.
struct Games {
    measured: Vec<LabelledGame>,
    calibrating: Vec<LabelledGame>,
    /// What they are, in a sentence.
    sentence: String,
}

/// Three weights need no more games than this, spread over the file.
const CALIBRATING: usize = 2000;

impl Territory {
    pub fn run(self) -> anyhow::Result<Report> {
        let candidates = self.candidates()?;
        let must_calibrate = candidates.iter().any(Candidate::must_be_calibrated);
        let games = self.games(must_calibrate)?;
        for &number in &self.at {
            reach(&games.measured, number, &self.labels)?;
            if must_calibrate {
                reach(&games.calibrating, number, self.calibrate.as_ref().unwrap_or(&self.labels))?;
            }
        }
        let positions = |&number: &usize| reaching(&games.measured, number).count();
        let total = candidates.len() * self.at.iter().map(positions).sum::<usize>();
        let bar = Bar::things(total, "judgements");
        let mut report = Report::new(COLUMNS);
        report.intro = format!(
            "{}\nIn brackets is where a figure lies with 95 % confidence: of cross entropies by \
             a bootstrap over positions,\nof winners by Wilson.",
            games.sentence
        );
        for &number in &self.at {
            let examples = labels::at_moves(&games.measured, &[number]);
            let calibrating = labels::at_moves(&games.calibrating, &[number]);
            for (index, candidate) in candidates.iter().enumerate() {
                let judge = match candidate {
                    Candidate::Model(model, inference) => {
                        Judge::Model((**model).clone(), *inference)
                    }
                    Candidate::Influence(kind) => {
                        Judge::Influence(CalibratedInfluence::fit(*kind, &calibrating))
                    }
                };
                let scores = judge.scores(&examples, self.komi, self.seed, || bar.step())?;
                let Some(found) = Measured::of(&scores, self.seed) else { continue };
                if index == 0 {
                    report.begin(format!(
                        "After move {number}: {}, of whose points {:.1} % are neutral",
                        counted(found.positions as u64, "position"),
                        100.0 * found.neutral_share
                    ));
                }
                let (model, inference) = candidate.names();
                report.row(cells![
                    number,
                    model,
                    inference,
                    found.positions,
                    (found.cross_entropy, found.cross_entropy_interval),
                    found.accuracy,
                    found.brier,
                    found.calibration.error(),
                    found.score_error_points,
                    found.winner_accuracy.map(|share| (share, found.winner_interval)),
                    found.neutral_share,
                ]);
            }
        }
        Ok(report)
    }

    fn candidates(&self) -> anyhow::Result<Vec<Candidate>> {
        let library = self.models.library()?;
        let mut chosen = self.chosen.clone();
        if chosen.is_empty() {
            for (name, _) in models::territories(&library)? {
                let inferences = [Inference::Exact, Inference::BeliefPropagation];
                chosen.extend(inferences.map(|inference| Chosen::Model(name, inference)));
            }
            chosen.extend(Kind::ALL.map(Chosen::Influence));
        }
        chosen
            .into_iter()
            .map(|one| match one {
                Chosen::Model(name, inference) => {
                    Ok(Candidate::Model(Model::of(name, &library)?, inference))
                }
                Chosen::Influence(kind) => Ok(Candidate::Influence(kind)),
            })
            .collect()
    }

    /// Reads the games; some are for calibrating if need be.
    fn games(&self, must_calibrate: bool) -> anyhow::Result<Games> {
        let mut measured = labels::read(&self.labels)?;
        measured.truncate(self.limit.most());
        let count = |games: &[LabelledGame]| counted(games.len() as u64, "game");
        let (taken, file) = (count(&measured), self.labels.display());
        if !must_calibrate {
            let sentence = format!("Measured on {taken} of {file}.");
            return Ok(Games { measured, calibrating: Vec::new(), sentence });
        }
        if let Some(path) = &self.calibrate {
            let games = labels::read(path)?;
            let step = games.len().div_ceil(CALIBRATING);
            let calibrating: Vec<LabelledGame> = games.into_iter().step_by(step).collect();
            let sentence = format!(
                "Measured on {taken} of {file}.\nThe influences are calibrated on {} of {}.",
                count(&calibrating),
                path.display()
            );
            return Ok(Games { measured, calibrating, sentence });
        }
        ensure!(
            measured.len() > 1,
            "one game is not enough to calibrate the influences on and to measure: give more games, \
             or other games with --calibrate"
        );
        let mut calibrating = measured;
        let measured = calibrating.split_off(calibrating.len() / 2);
        let sentence = format!(
            "Measured on {}, the second half of the {taken} taken of {file}.\n\
             The influences are calibrated on the first half.",
            count(&measured)
        );
        Ok(Games { measured, calibrating, sentence })
    }
}

/// The games that have so many moves.
fn reaching(games: &[LabelledGame], number: usize) -> impl Iterator<Item = &LabelledGame> {
    games.iter().filter(move |game| game.move_count() >= number)
}

fn reach(games: &[LabelledGame], number: usize, path: &Path) -> anyhow::Result<()> {
    let longest = games.iter().map(LabelledGame::move_count).max().unwrap_or_default();
    reaching(games, number).next().map(drop).with_context(|| {
        let games = counted(games.len() as u64, "game");
        format!(
            "no game reaches move {number}: the longest of the {games} taken of {} has {}",
            path.display(),
            counted(longest as u64, "move")
        )
    })
}

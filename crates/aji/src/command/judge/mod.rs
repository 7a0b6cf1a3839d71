//! `aji judge`: who is ahead in a position, whose is every point, and why.

mod panel;
mod picture;
mod text;

use super::Answer;
use crate::agreed::{Agreed, Asked};
use crate::answers::Subject;
use crate::answers::judgement::{Influences, json};
use crate::chosen::{Choice, Chosen};
use crate::models::{self, TerritoryName};
use crate::pictures::Pictures;
use aji_judge::Library;
use aji_judge::influence::Kind;
use aji_judge::judgement::{self, Judgement};
use aji_judge::library::CORNER_OURS;
use aji_judge::panel::Panel;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_judge::winner::Predictor;
use aji_judge::winner::PredictorName;
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Judge a position: who is ahead and by how much, whose is every point, which stones are weak or
/// dead, and what the score is made of.
///
/// Reads what `aji show` reads; without a file it judges the example game that is built in. What is
/// asked for goes before what the record says. The numbers are explained in docs/judgement.md.
#[derive(Args)]
pub struct Judge {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    asked: Asked,
    /// Also tell the influence of the stones, by this measure: distance, cross, zobrist, bouzy-5-21,
    /// ...
    #[arg(long, value_name = "NAME")]
    influence: Option<Kind>,
    /// The model of territory, and after a stroke the inference: exact, bp, trbp, mf, sw:N or
    /// gibbs:N.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = models::BEST)]
    territory: TerritoryName,
    /// Take the model from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Also tell what a network that predicts winners on 19x19 says: outlook or nn-influence. Its word stands beside the
    /// judgement; territory is the judgement's own.
    #[arg(long, value_name = "NAME")]
    winner: Option<PredictorName>,
    /// How many outcomes to draw for the range of scores.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..=100_000))]
    samples: u32,
    /// What to draw them with: the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Also ask all judges that are built in, and tell how often each is right in this phase of the game.
    #[arg(long)]
    panel: bool,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// All that there is to say.
struct Judged {
    chosen: Chosen,
    agreed: Agreed,
    judgement: Judgement,
    influence: Option<Influences>,
    panel: Option<Panel>,
    /// What was odd about the record, and what to mind.
    notes: Vec<String>,
}

impl Judged {
    fn subject(&self) -> Subject<'_> {
        self.chosen.subject(&self.agreed, &self.notes)
    }
}

impl Judge {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = models::library(self.models.as_deref())?;
        let model = Model::of(self.territory.model, &library)?;
        let chosen = self.choice.read()?;
        let mut judge = judgement::Explainer::new(model, self.territory.inference)
            .with_samples(self.samples as usize)
            .with_seed(self.seed)
            .with_scorer(Scorer::of(&library)?)
            .with_corners(library.get(&CORNER_OURS)?);
        if let Some(name) = self.winner {
            judge = judge.with_predictor(Predictor::new(name, &library)?);
        }

        let game = &chosen.replay.game;
        let agreed = self.asked.of(&chosen);
        let judgement = judge.explain(&chosen.subject(&agreed, &[]).question())?;
        let panel = self.panel.then(|| Panel::new(&Library::built_in())).transpose()?;
        let influence =
            self.influence.map(|kind| Influences::new(kind, game.position(), &judgement));
        let mut notes: Vec<String> = chosen.notes().map(|note| note.to_string()).collect();
        if self.models.is_none() {
            notes.extend(models::to_mind(game).map(str::to_string));
        }
        let judged = Judged { chosen, agreed, judgement, influence, panel, notes };
        if let Some(svg) = self.pictures.draw(&picture::board(&judged))? {
            return Ok(Answer::good(svg));
        }
        Ok(match self.json {
            true => {
                let Judged { judgement, influence, panel, .. } = &judged;
                let answer = json(&judged.subject(), judgement, influence.as_ref(), panel.as_ref());
                Answer::json(&answer)
            }
            false => Answer::good(text::of(&judged)),
        })
    }
}

//! `aji judge`: who is ahead in a position, who owns each point, and why.

mod panel;
mod picture;
mod text;

use super::Answer;
use crate::answers::Subject;
use crate::answers::judgement::{Influences, json};
use crate::answers::panel::PanelOpinions;
use crate::conditions::{ConditionFlags, Conditions};
use crate::flags::ModelFolder;
use crate::load::{GameChoice, LoadedGame};
use crate::models::{self, TerritoryName};
use crate::pictures::Output;
use crate::roster::{self, PredictorName};
use aji_judge::Library;
use aji_judge::influence::Kind;
use aji_judge::judgement::{self, Judgement};
use aji_judge::library::CORNER_MESH;
use aji_judge::panel::Panel;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use clap::{Args, value_parser};

/// Judge a position: who is ahead and by how much, who owns each point, which stones are weak or
/// dead, and what the score is made of.
///
/// Reads what `aji show` reads; without a file it judges the built-in example game. Options override what
/// the record says. The numbers are explained in docs/judgement.md.
#[derive(Args)]
pub struct Judge {
    #[command(flatten)]
    choice: GameChoice,
    #[command(flatten)]
    conditions: ConditionFlags,
    /// Also show the influence of the stones, by this measure: distance, cross, zobrist, bouzy-5-21,
    /// ...
    #[arg(long, value_name = "NAME")]
    influence: Option<Kind>,
    /// The model of territory, and after a slash the inference: exact, bp, trbp, mf, sw:N or gibbs:N.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = models::BEST)]
    territory: TerritoryName,
    #[command(flatten)]
    models: ModelFolder,
    /// Also show what a network that predicts winners on 19x19 says: outlook or nn-influence. Its answer is shown
    /// beside the judgement; `territory` is the judgement's own.
    #[arg(long, value_name = "NAME")]
    winner: Option<PredictorName>,
    /// How many outcomes to sample for the range of scores.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..=100_000))]
    samples: u32,
    /// The seed of the samples: the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Also ask all built-in judges, and show how often each is right in this phase of the game.
    #[arg(long)]
    panel: bool,
    #[command(flatten)]
    output: Output,
}

/// All that there is to say.
struct Judged {
    loaded: LoadedGame,
    conditions: Conditions,
    judgement: Judgement,
    influence: Option<Influences>,
    panel: Option<PanelOpinions>,
    /// What was odd about the record, and what to be careful about.
    notes: Vec<String>,
}

impl Judged {
    fn subject(&self) -> Subject<'_> {
        self.loaded.subject(&self.conditions, &self.notes)
    }
}

impl Judge {
    pub fn run(self) -> anyhow::Result<Answer> {
        let library = self.models.library()?;
        let model = Model::of(self.territory.model, &library)?;
        let loaded = self.choice.read()?;
        let mut judge = judgement::Explainer::new(model, self.territory.inference)
            .with_samples(self.samples as usize)
            .with_seed(self.seed)
            .with_scorer(Scorer::of(&library)?)
            .with_corners(library.get(&CORNER_MESH)?);
        if let Some(name) = self.winner {
            judge = judge.with_predictor(name.predictor(&library)?);
        }

        let game = &loaded.replay.game;
        let conditions = self.conditions.of(&loaded);
        let subject = loaded.subject(&conditions, &[]);
        let question = subject.question();
        let judgement = judge.explain(&question)?;
        let panel =
            self.panel.then(|| Panel::new(&roster::judges(), &Library::built_in())).transpose()?;
        let panel = panel.map(|judges| PanelOpinions::of(&judges, &question, loaded.replay.moves));
        let influence =
            self.influence.map(|kind| Influences::new(kind, game.position(), &judgement));
        let mut notes = loaded.notes();
        if self.models.is_built_in() {
            notes.extend(models::caveat(game).map(str::to_string));
        }
        let judged = Judged { loaded, conditions, judgement, influence, panel, notes };
        let Judged { judgement, influence, panel, .. } = &judged;
        self.output.answer(
            || picture::board(&judged),
            || json(&judged.subject(), judgement, influence.as_ref(), panel.as_ref()),
            || text::of(&judged),
        )
    }
}

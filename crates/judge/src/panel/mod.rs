//! All judges side by side on one position, each with how often it was right in this phase of the game.
//!
//! Judges that agree can be believed; where they do not, what each looks at tells why. A [`Panel`] holds
//! those that are built in. Each gives an [`Opinion`] of the boards that it knows, and [`Panel::accuracy`]
//! says how good it was on games that nothing learned from.
//!
//! Fuzzy rules and candidates are not here: they weigh moves, not positions. Nor are the networks that were
//! evolved on 13x13: what they answer made their lines win, but it stands for no number of points and for
//! no chance, and even its sign was never held against a result.
//!
//! ```
//! use aji_judge::judgement::Question;
//! use aji_judge::panel::Panel;
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let game = Game::new(Size::NINE, RuleSet::Japanese.into()).with_komi("5.5".parse().unwrap());
//! let opinions = Panel::embedded().unwrap().opinions(&Question::of(&game));
//! // On an empty board White has komi, and Black the move.
//! assert!(opinions.iter().any(|opinion| opinion.black_lead.is_some_and(|lead| lead < 0.0)));
//! ```

mod accuracy;
mod maps;
mod name;

pub use accuracy::Accuracy;
pub use name::{JudgeName, UnknownJudge};

use crate::influence::Kind;
use crate::judgement::{Glance, Question};
use crate::opening;
use crate::opening::td::{Lambda, Td};
use crate::score::Scorer;
use crate::territory::{Inference, Model, ModelName};
use crate::winner::review::Phase;
use crate::winner::{NnInfluence, Outlook};
use accuracy::Table;
use aji_rules::{Color, Field, Position, Size};

/// So many outcomes are drawn one after the other, as many as there is time for, and enough for the model with
/// five weights. That with liberties holds chains together so strongly that ten times as many are too few: it
/// is not sampled here.
const SWEEPS: u32 = 900;
/// What they are drawn with.
const SEED: u64 = 0;

/// The networks of the opening learned with four lambdas, which hardly differ; this one's chances were the
/// best on games held out.
const LAMBDA: Lambda = Lambda::High;

/// Chances nearer to a half than this are told as even. A model that expects leads to melt away tells no
/// other in the opening.
const EVEN: f64 = 0.0005;

/// All judges that are built in.
pub struct Panel {
    scorer: Scorer,
    deep: Model,
    outlook: Outlook,
    field: Model,
    liberties: Model,
    five: Model,
    nn_influence: NnInfluence,
    td: Td,
    table: Table,
}

/// What a judge thinks of a position. Positive is Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// Whose opinion it is.
    pub judge: JudgeName,
    /// Black's lead in points, komi and all, if the judge counts points.
    pub black_lead: Option<f64>,
    /// How likely Black wins, if the judge tells chances.
    pub black_wins: Option<f64>,
    /// How surely every point will be Black's (1) or White's (-1), if the judge looks at points.
    pub ownership: Option<Field<f64>>,
}

impl Opinion {
    /// Who is likelier to win: by the chance if it is not even, else by the lead; `None` if that is even,
    /// too.
    pub fn favourite(&self) -> Option<Color> {
        let uneven = self.black_wins.map(|chance| chance - 0.5).filter(|more| more.abs() >= EVEN);
        match uneven.or(self.black_lead)? {
            ahead if ahead > 0.0 => Some(Color::Black),
            behind if behind < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl Panel {
    /// With the models that are built in.
    pub fn embedded() -> Option<Panel> {
        Some(Panel {
            scorer: Scorer::embedded()?,
            deep: Model::embedded(ModelName::DEEP)?,
            outlook: Outlook::embedded()?,
            field: Model::embedded(ModelName::FIELD)?,
            liberties: Model::embedded(ModelName::BOLTZMANN_LIBERTIES)?,
            five: Model::embedded(ModelName::BOLTZMANN5)?,
            nn_influence: NnInfluence::embedded()?,
            td: Td::embedded()?,
            table: Table::embedded()?,
        })
    }

    /// What those think who know such a board, in the order of [`JudgeName::ALL`]. The same question has
    /// the same answer.
    pub fn opinions(&self, question: &Question<'_>) -> Vec<Opinion> {
        JudgeName::ALL.into_iter().filter_map(|judge| self.opinion(judge, question)).collect()
    }

    /// What one of them thinks; `None` if it does not know such a board.
    pub fn opinion(&self, judge: JudgeName, question: &Question<'_>) -> Option<Opinion> {
        let position = question.position;
        match judge {
            JudgeName::Score => self.counted(question),
            JudgeName::Deep => propagated(judge, &self.deep, question),
            JudgeName::Outlook => self.outlook.see(question).map(|seen| Opinion {
                judge,
                black_lead: Some(seen.black_lead),
                black_wins: Some(seen.black_wins),
                ownership: Some(seen.ownership),
            }),
            JudgeName::Field => propagated(judge, &self.field, question),
            JudgeName::Liberties => propagated(judge, &self.liberties, question),
            JudgeName::Five => propagated(judge, &self.five, question),
            JudgeName::FiveSampled => sampled(judge, &self.five, question),
            JudgeName::NnInfluence => chance(judge, self.nn_influence.black_wins(position)?),
            JudgeName::Td if stones_played(position) > opening::MOVES as u64 => None,
            JudgeName::Td => {
                // From -1 to 1: what is expected of the result.
                let value = self.td.value(LAMBDA, position).ok()?;
                chance(judge, (value + 1.0) / 2.0)
            }
            JudgeName::Distance => mapped(judge, Kind::Distance, question),
            JudgeName::Cross => mapped(judge, Kind::Cross, question),
            JudgeName::Zobrist => mapped(judge, Kind::Zobrist, question),
            JudgeName::BouzyTerritory => mapped(judge, Kind::BouzyTerritory, question),
            JudgeName::BouzyMoyo => mapped(judge, Kind::BouzyMoyo, question),
            JudgeName::BouzyArea => mapped(judge, Kind::BouzyArea, question),
        }
    }

    /// How often a judge was right in a phase of games on such boards; `None` where that was not measured,
    /// as on all boards but 19x19.
    pub fn accuracy(&self, judge: JudgeName, size: Size, phase: Phase) -> Option<Accuracy> {
        if size == Size::NINETEEN { self.table.accuracy(judge, phase) } else { None }
    }

    /// What that was measured on, in a sentence.
    pub fn measured_on(&self) -> String {
        self.table.measured_on()
    }

    /// The final score, if nothing is left to be played.
    fn counted(&self, question: &Question<'_>) -> Option<Opinion> {
        let ownership = Glance::of(&self.field, question).ok()?.ownership;
        let score = self.scorer.ready(question, &ownership).ok()??;
        let owner = |owner: &Option<Color>| owner.map_or(0.0, |color| f64::from(color.sign()));
        Some(Opinion {
            judge: JudgeName::Score,
            black_lead: Some(f64::from(score.black_lead.halves()) / 2.0),
            black_wins: None,
            ownership: Some(score.count.owner.map(owner)),
        })
    }
}

/// A random field by belief propagation.
fn propagated(judge: JudgeName, model: &Model, question: &Question<'_>) -> Option<Opinion> {
    let (glance, distribution) = Glance::with_distribution(model, question).ok()?;
    Some(Opinion {
        judge,
        black_lead: Some(glance.black_lead),
        black_wins: Some(distribution.black_win_probability()),
        ownership: Some(glance.ownership),
    })
}

/// A random field by Swendsen-Wang sampling. So few outcomes, each like the one before, tell what is expected
/// but no chances.
fn sampled(judge: JudgeName, model: &Model, question: &Question<'_>) -> Option<Opinion> {
    let inference = Inference::SwendsenWang { sweeps: SWEEPS };
    let ownership = inference.moments(&model.ising(question.position), SEED).ok()?.means;
    Some(Opinion {
        judge,
        black_lead: Some(question.expected_black_lead(&ownership)),
        black_wins: None,
        ownership: Some(ownership),
    })
}

/// An influence map, read as owners of points.
fn mapped(judge: JudgeName, kind: Kind, question: &Question<'_>) -> Option<Opinion> {
    let ownership = maps::ownership(kind, question.position);
    Some(Opinion {
        judge,
        black_lead: Some(question.expected_black_lead(&ownership)),
        black_wins: None,
        ownership: Some(ownership),
    })
}

/// Who tells nothing but the chance that Black wins.
fn chance(judge: JudgeName, black_wins: f64) -> Option<Opinion> {
    Some(Opinion { judge, black_lead: None, black_wins: Some(black_wins), ownership: None })
}

fn stones_played(position: &Position) -> u64 {
    let (stones, captures) = (position.stone_count(), position.captures());
    [stones.black, stones.white, captures.black, captures.white].map(u64::from).iter().sum()
}

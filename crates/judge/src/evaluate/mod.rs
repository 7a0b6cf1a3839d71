//! One answer, whoever gives it: a [`Judge`] is asked about a position and gives an [`Evaluation`].
//!
//! Random fields, networks, influence maps and the scorer are all judges. They know different things: what a judge does
//! not know is absent from its evaluation, and on a board that it does not know all of it is.
//!
//! ```
//! use aji_judge::evaluate::Judge;
//! use aji_judge::judgement::Question;
//! use aji_judge::library::{DEEP, Library};
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let game = Game::new(Size::NINE, RuleSet::Chinese.into()).with_komi("7.5".parse().unwrap());
//! let evaluation = Library::built_in().get(&DEEP).unwrap().evaluate(&Question::of(&game)).unwrap();
//! let score = evaluation.distribution().unwrap();
//! assert_eq!(evaluation.black_lead(), Some(score.mean()));
//! assert_eq!(evaluation.black_win_probability().unwrap() > 0.5, score.mean() > 0.0);
//! assert!(evaluation.ownership.is_some() && evaluation.policy.is_some());
//! ```

mod influence;
mod networks;
pub mod proved;
mod random_field;

pub use networks::FromAllSides;
pub use proved::{Proofs, Proved};
pub use random_field::{Expected, Sampled};

use crate::judgement::{JudgeError, Question, ScoreDistribution, score};
use crate::score::{FinalScore, Scorer};
use crate::territory::Model;
use aji_rules::{Color, Field, HalfPoints, Move, Size};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt;
use std::sync::Arc;

/// Anything that can be asked about a position. The same question has the same answer.
pub trait Judge: fmt::Debug + Send + Sync {
    /// What it says of a position: nothing on a board that it does not know.
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError>;

    /// Whether it knows boards of this size.
    fn knows(&self, _size: Size) -> bool {
        true
    }
}

impl<J: Judge + ?Sized> Judge for Arc<J> {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        (**self).evaluate(question)
    }

    fn knows(&self, size: Size) -> bool {
        (**self).knows(size)
    }
}

/// The scorer speaks when nothing is left to be played.
impl Judge for Scorer {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let ownership = self.territory().ownership(question)?;
        Ok(self.counted(question, self.territory(), &ownership)?.unwrap_or_default())
    }
}

impl Scorer {
    /// The board as it counts, if it is ready to be counted. `ownership` is what the model `by` says of the board.
    pub fn counted(
        &self,
        question: &Question<'_>,
        by: &Model,
        ownership: &Field<f64>,
    ) -> Result<Option<Evaluation>, JudgeError> {
        Ok(self.ready(question, by, ownership)?.map(|count| Evaluation::counted(&count)))
    }

    /// The board as it counts if it is ready to be counted, and else as a model has it.
    pub fn counted_or(
        &self,
        question: &Question<'_>,
        by: &Model,
    ) -> Result<Evaluation, JudgeError> {
        let evaluation = by.evaluate(question)?;
        let counted = match &evaluation.ownership {
            Some(ownership) => self.counted(question, by, ownership)?,
            None => None,
        };
        Ok(counted.unwrap_or(evaluation))
    }
}

/// What a judge says of a position. Positive is Black's; what the judge does not know is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// What is known of the result.
    pub prospects: Prospects,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Option<Field<f64>>,
    /// What the side to move may play.
    pub policy: Option<Policy>,
}

/// What a judge knows of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Prospects {
    /// Nothing.
    #[default]
    Unknown,
    /// The final score, komi and all, of which lead, range and chance are read off.
    Score(ScoreDistribution),
    /// Black's lead, komi and all. How far results scatter around it is not known, so there is no chance.
    Lead(f64),
    /// How likely Black wins, and nothing of points.
    Chance(f64),
    /// Both, by two heads of one network that need not agree.
    Heads {
        /// Black's lead, komi and all.
        black_lead: f64,
        /// How likely Black wins.
        black_win_probability: f64,
    },
}

/// Chances nearer to a half than this are told as even. A model that expects leads to melt away tells no
/// other in the opening.
const EVEN: f64 = 0.0005;

impl Evaluation {
    /// What follows from owners: a lead, but no chance.
    pub fn of_owners(ownership: Field<f64>, question: &Question<'_>) -> Evaluation {
        let prospects = Prospects::Lead(question.expected_black_lead(&ownership));
        Evaluation { prospects, ownership: Some(ownership), policy: None }
    }

    /// Who tells nothing but the chance that Black wins, if that.
    pub fn of_chance(black_wins: Option<f64>) -> Evaluation {
        let prospects = black_wins.map_or(Prospects::Unknown, Prospects::Chance);
        Evaluation { prospects, ..Evaluation::default() }
    }

    /// A board that was counted.
    pub fn counted(count: &FinalScore) -> Evaluation {
        let (ownership, black_lead) = score::counted(count);
        let prospects = Prospects::Score(ScoreDistribution::certain(black_lead));
        Evaluation { prospects, ownership: Some(ownership), policy: None }
    }

    /// Black's lead in points, komi and all.
    pub fn black_lead(&self) -> Option<f64> {
        match self.prospects {
            Prospects::Score(score) => Some(score.mean()),
            Prospects::Lead(black_lead) | Prospects::Heads { black_lead, .. } => Some(black_lead),
            Prospects::Chance(_) | Prospects::Unknown => None,
        }
    }

    /// How likely Black wins.
    pub fn black_win_probability(&self) -> Option<f64> {
        match self.prospects {
            Prospects::Score(score) => Some(score.black_win_probability()),
            Prospects::Chance(chance) => Some(chance),
            Prospects::Heads { black_win_probability, .. } => Some(black_win_probability),
            Prospects::Lead(_) | Prospects::Unknown => None,
        }
    }

    /// The final score, if the judge knows how far results scatter.
    pub fn distribution(&self) -> Option<ScoreDistribution> {
        match self.prospects {
            Prospects::Score(score) => Some(score),
            _ => None,
        }
    }

    /// Who is likelier to win: by the chance if it is not even, else by the lead; `None` if that is even, too.
    pub fn favourite(&self) -> Option<Color> {
        let chance = self.black_win_probability();
        let uneven = chance.map(|chance| chance - 0.5).filter(|more| more.abs() >= EVEN);
        match uneven.or(self.black_lead())? {
            ahead if ahead > 0.0 => Some(Color::Black),
            behind if behind < 0.0 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether nothing at all is known.
    pub fn is_unknown(&self) -> bool {
        *self == Evaluation::default()
    }
}

/// What is known, by name: `black_lead`, `low` and `high`, `black_win_probability`, `ownership` row by row, `policy`.
impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let points = |points: HalfPoints| f64::from(points.halves()) / 2.0;
        let range = self.distribution().map(|score| score.range());
        let mut map = serializer.serialize_map(None)?;
        let numbers = [
            ("black_lead", self.black_lead()),
            ("low", range.map(|(low, _)| points(low))),
            ("high", range.map(|(_, high)| points(high))),
            ("black_win_probability", self.black_win_probability()),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                map.serialize_entry(name, &number)?;
            }
        }
        if let Some(ownership) = &self.ownership {
            map.serialize_entry("ownership", ownership)?;
        }
        if let Some(policy) = &self.policy {
            map.serialize_entry("policy", policy)?;
        }
        map.end()
    }
}

/// Moves, one better than the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Policy {
    /// In any order, with how likely each is; moves that are missing are not.
    Likely(Vec<(Move, f64)>),
    /// Best first; nobody says how likely.
    Ranked(Vec<Move>),
}

impl Policy {
    /// How likely a move is among the first so many if equals are put in order by lot.
    pub fn among_first(&self, count: usize, mv: Move) -> f64 {
        let (better, equal) = match self {
            Policy::Likely(moves) => {
                let Some(&(_, likely)) = moves.iter().find(|&&(other, _)| other == mv) else {
                    return 0.0;
                };
                let number = |is_meant: fn(&f64, &f64) -> bool| {
                    moves.iter().filter(|(_, other)| is_meant(other, &likely)).count()
                };
                (number(f64::gt), number(f64::eq))
            }
            Policy::Ranked(moves) => match moves.iter().position(|&other| other == mv) {
                Some(better) => (better, 1),
                None => return 0.0,
            },
        };
        (count.saturating_sub(better) as f64 / equal.max(1) as f64).min(1.0)
    }

    /// How likely a move is; `None` if nobody says.
    pub fn probability(&self, mv: Move) -> Option<f64> {
        let Policy::Likely(moves) = self else { return None };
        let found = moves.iter().find(|&&(other, _)| other == mv);
        Some(found.map_or(0.0, |&(_, probability)| probability))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn moves_have_a_place_and_a_probability() {
        let [a, b, c] = ["A1", "B1", "C1"].map(|text| Size::NINE.parse_move(text).unwrap());
        let policy = Policy::Likely(vec![(a, 0.2), (b, 0.6), (Move::Pass, 0.2)]);
        let among = |count| [a, b, c].map(|mv| policy.among_first(count, mv));
        assert_eq!(among(1), [0.0, 1.0, 0.0]);
        // The first and the pass are equals.
        assert_eq!(among(2), [0.5, 1.0, 0.0]);
        assert_eq!(among(9), [1.0, 1.0, 0.0]);
        assert_eq!([a, b, c].map(|mv| policy.probability(mv)), [Some(0.2), Some(0.6), Some(0.0)]);
        let ranked = Policy::Ranked(vec![c, a]);
        assert_eq!([a, b, c].map(|mv| ranked.among_first(1, mv)), [0.0, 0.0, 1.0]);
        assert_eq!([a, b, c].map(|mv| ranked.among_first(2, mv)), [1.0, 0.0, 1.0]);
        assert_eq!(ranked.probability(a), None);
    }

    #[test]
    fn what_is_known_is_written() {
        let size = Size::new(2, 1).unwrap();
        let evaluation = Evaluation {
            prospects: Prospects::Score(ScoreDistribution::certain(1.5)),
            ownership: Field::from_values(size, vec![1.0, -0.5]),
            policy: Some(Policy::Likely(vec![
                (Move::Pass, 0.25),
                (Move::Place(size.point(1, 0).unwrap()), 0.75),
            ])),
        };
        let written = json!({
            "black_lead": 1.5, "low": 1.5, "high": 1.5, "black_win_probability": 1.0,
            "ownership": [[1.0, -0.5]], "policy": [["pass", 0.25], [1, 0.75]]
        });
        assert_eq!(serde_json::to_value(evaluation).unwrap(), written);
        let chance = Evaluation::of_chance(Some(0.25));
        assert_eq!(serde_json::to_value(chance).unwrap(), json!({"black_win_probability": 0.25}));
    }

    #[test]
    fn the_favourite_is_told_by_the_chance_and_else_by_the_lead() {
        let favourite = |prospects| Evaluation { prospects, ..Evaluation::default() }.favourite();
        let heads = |black_lead, black_win_probability| {
            favourite(Prospects::Heads { black_lead, black_win_probability })
        };
        assert_eq!(heads(3.0, 0.4), Some(Color::White));
        assert_eq!(heads(3.0, 0.5001), Some(Color::Black));
        assert_eq!(heads(0.0, 0.5), None);
        assert_eq!(favourite(Prospects::Lead(-0.5)), Some(Color::White));
        assert_eq!(favourite(Prospects::Chance(0.6)), Some(Color::Black));
        assert_eq!(favourite(Prospects::Unknown), None);
    }
}

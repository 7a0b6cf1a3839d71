//! The studies' networks as judges.

use crate::library::{NN_INFLUENCE, TD};
use crate::opening::td::{Lambda, Td};
use crate::winner::nn_influence::{self, NnInfluence};
use aji_judge::evaluate::{Evaluation, Judge};
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::{JudgeEntry, opening};
use aji_rules::{Position, Size};
use std::sync::Arc;

/// All of them. The networks that were evolved are not here: what they answer made their lines win, but it stands for no
/// number of points and for no chance, and even its sign was never held against a result.
pub const JUDGES: [JudgeEntry; 2] = [
    JudgeEntry {
        name: "nn-influence",
        about: "Santos's network, which sees influence and prisoners and tells the winner.",
        predicts_winners: true,
        has_policy: false,
        load: |library| Ok(library.get(&NN_INFLUENCE)?),
    },
    JudgeEntry {
        name: "td",
        about: "Lee's network for the opening, which sees the stones of the first fifty moves and tells the winner.",
        predicts_winners: false,
        has_policy: false,
        load: |library| Ok(Arc::new(TdJudge { td: library.get(&TD)?, lambda: LAMBDA })),
    },
];

/// The networks of the opening learned with four lambdas, which hardly differ; this one's chances were the
/// best on games held out.
const LAMBDA: Lambda = Lambda::High;

impl Judge for NnInfluence {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        Ok(Evaluation::of_chance(self.black_wins(question.position)))
    }

    fn knows(&self, size: Size) -> bool {
        size == nn_influence::SIZE
    }
}

/// The networks that learned the opening by temporal differences, as far as that goes.
#[derive(Clone, Debug)]
pub struct TdJudge {
    /// The networks.
    pub td: Arc<Td>,
    /// Which of them.
    pub lambda: Lambda,
}

impl Judge for TdJudge {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let position = question.position;
        if stones_played(position) > opening::MOVES as u64 {
            return Ok(Evaluation::default());
        }
        // From -1 to 1: what is expected of the result.
        let value = self.td.value(self.lambda, position).ok();
        Ok(Evaluation::of_chance(value.map(|value| (value + 1.0) / 2.0)))
    }
}

fn stones_played(position: &Position) -> u64 {
    let (stones, captures) = (position.stone_count(), position.captures());
    [stones.black, stones.white, captures.black, captures.white].map(u64::from).iter().sum()
}

//! Who is ahead, whose is every point, and why: one answer to a [`Question`].
//!
//! A [`Judge`] has a territory model and a way to infer. Its [`Judgement`] has the score with its
//! spread, Black's chance of winning, every point's owner, the fate of chains and groups, and a
//! [`Ledger`] whose entries add up to the score. The sentences are made of the same numbers.
//!
//! ```
//! use aji_judge::judgement::{Judge, Question};
//! use aji_judge::territory::{Inference, Model};
//! use aji_rules::{Game, Move, RuleSet, Size};
//!
//! let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
//! game.play(Move::Place(Size::NINE.parse_point("E5").unwrap())).unwrap();
//! let judgement = Judge::new(Model::study(), Inference::Exact).judge(&Question::of(&game)).unwrap();
//! assert!(judgement.score.black_lead > 0.0 && judgement.black_win_probability > 0.5);
//! assert!(judgement.verdict().starts_with("Black leads by about "));
//! ```

pub mod corners;
pub mod glance;
pub mod judge;
pub mod ledger;
pub mod region;
pub mod score;
pub mod stones;
pub mod words;

pub use corners::JudgedCorner;
pub use glance::{Chance, Glance};
pub use judge::{Judge, JudgeError};
pub use ledger::{Account, Entry, Item, Ledger, State};
pub use region::Region;
pub use score::Score;
pub use stones::{Fate, JudgedChain, JudgedGroup};

use crate::territory::outcomes::OpposedPoints;
use crate::territory::{Inference, ModelName, Outcomes, Straying};
use crate::winner::PredictorName;
use aji_rules::scoring::Terms;
use aji_rules::{Field, Game, Position, Rules, Setup, Size};
use score::{Extras, Spread};

/// What is to be judged, and how it will be counted. Points in seki and group tax are not thought of.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The board.
    pub position: &'a Position,
    /// How it is counted.
    pub rules: Rules,
    /// Komi and what else was agreed.
    pub terms: Terms,
    /// Whether nobody will play any more.
    pub is_over: bool,
}

impl Question<'_> {
    /// The game as it stands.
    pub fn of(game: &Game) -> Question<'_> {
        Question {
            position: game.position(),
            rules: game.rules(),
            terms: game.terms(),
            is_over: game.is_over(),
        }
    }

    /// Black's expected lead if the points are owned like this: the score of a judgement, for those
    /// who need nothing else of one.
    pub fn expected_black_lead(&self, ownership: &Field<f64>) -> f64 {
        let extras: f64 = Extras::of(self).expected().map(|(_, points)| points).sum();
        ownership.values().iter().sum::<f64>() + extras
    }
}

/// How a judgement was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The territory model.
    pub model: ModelName,
    /// How its expectations were inferred.
    pub inference: Inference,
    /// How many outcomes were drawn.
    pub samples: usize,
    /// What they were drawn with.
    pub seed: u64,
    /// Who told the chance of winning.
    pub winner: PredictorName,
}

/// The answer. Everything is seen from Black's side.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Black's lead, komi and all: the sum of the ledger.
    pub score: Score,
    /// How likely Black wins; a draw is half a win. By the sampled outcomes, or by a network if the
    /// judge has one that knows the board.
    pub black_win_probability: f64,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Field<f64>,
    /// Every chain, in board order of its first stone.
    pub chains: Vec<JudgedChain>,
    /// Chains that live and die together; every chain is in one group.
    pub groups: Vec<JudgedGroup>,
    /// Groups that are enclosed in a corner, if the judge has a network that knows them.
    pub corners: Vec<JudgedCorner>,
    /// Points that tend to go to different players: who does not get the one gets the other. A quick judgement
    /// has none.
    pub miai: Vec<OpposedPoints>,
    /// What the score is made of.
    pub ledger: Ledger,
    /// How all this was found.
    pub method: Method,
}

/// Chains of one colour are a group if the correlation of their fates is at least this.
const ONE_FATE: f64 = 0.5;
/// Miai are pairs of points whose correlation is at most minus this, and no more pairs than these.
const MIAI: f64 = 0.2;
const MOST_MIAI: usize = 5;
/// Points owned more surely than this are not miai: of what hardly ever happens, a thousand samples
/// show no correlation.
const NOT_MIAI: f64 = 0.8;

impl Judgement {
    /// What follows from expected owners and sampled outcomes of the question's position, and from how
    /// results stray from them.
    pub fn new(
        question: &Question<'_>,
        ownership: Field<f64>,
        outcomes: &Outcomes,
        straying: Straying,
        method: Method,
    ) -> Judgement {
        let extras = Extras::of(question);
        let chains = stones::chains(question.position, &ownership);
        let ledger = Ledger::new(&ownership, &chains, &extras);
        let spread = Spread::new(outcomes, straying, &extras);
        Judgement {
            score: spread.score(ledger.total()),
            black_win_probability: spread.black_win_probability(),
            groups: stones::groups(question.position, &chains, outcomes, ONE_FATE),
            corners: Vec::new(),
            miai: Vec::new(),
            ownership,
            chains,
            ledger,
            method,
        }
    }

    /// Also tells which points are miai. Of few outcomes, or of such as are near each other, chance tells more than
    /// the position.
    pub fn with_miai(mut self, outcomes: &Outcomes) -> Judgement {
        let is_open = |point| self.ownership[point].abs() <= NOT_MIAI;
        self.miai = outcomes.opposed_points(MIAI, usize::MAX);
        self.miai.retain(|pair| pair.points.into_iter().all(is_open));
        self.miai.truncate(MOST_MIAI);
        self
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.ownership.size()
    }

    /// The position without the chains that are as good as dead: influence is asked of this one.
    pub fn without_dead(&self, position: &Position) -> Position {
        let mut setup = Setup { ko: None, ..Setup::from(position) };
        for chain in self.chains.iter().filter(|chain| chain.fate() == Fate::Dead) {
            for &stone in &chain.stones {
                setup.stones[stone] = None;
            }
        }
        // Taking stones off only gives others liberties.
        Position::try_from(setup).unwrap_or_else(|_| position.clone())
    }

    /// Groups whose fate is open, those with the most at stake first.
    pub fn weak_groups(&self) -> Vec<&JudgedGroup> {
        let mut weak: Vec<_> =
            self.groups.iter().filter(|group| group.fate() == Fate::Weak).collect();
        weak.sort_by(|one, other| other.stake().total_cmp(&one.stake()));
        weak
    }

    /// Groups that are as good as dead, the largest first.
    pub fn dead_groups(&self) -> Vec<&JudgedGroup> {
        let mut dead: Vec<_> =
            self.groups.iter().filter(|group| group.fate() == Fate::Dead).collect();
        dead.sort_by_key(|group| std::cmp::Reverse(group.stones));
        dead
    }
}

//! Who is ahead, whose is every point, and why: one answer to a [`Question`].
//!
//! An [`Explainer`] has a territory model and a way to infer. Its [`Judgement`] explains what a
//! [`Judge`](crate::evaluate::Judge) only says: it has the final score as one
//! [`ScoreDistribution`], of which lead, range and Black's chance of winning are read off, every point's
//! owner, the fate of chains and groups, and a [`Ledger`] whose entries add up to the lead. The sentences
//! are made of the same numbers. A board that is ready to be counted is counted.
//!
//! ```
//! use aji_judge::judgement::{Explainer, Question};
//! use aji_judge::territory::{Inference, Model};
//! use aji_rules::{Game, Move, RuleSet, Size};
//!
//! let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
//! game.play(Move::Place(Size::NINE.parse_point("E5").unwrap())).unwrap();
//! let mut explainer = Explainer::new(Model::published(), Inference::Exact);
//! let judgement = explainer.explain(&Question::of(&game)).unwrap();
//! assert!(judgement.score.black_lead > 0.0 && judgement.black_win_probability > 0.5);
//! assert!(judgement.verdict().starts_with("Black leads by about "));
//! ```

pub mod corners;
pub mod distribution;
pub mod explainer;
pub mod ledger;
pub mod recent;
pub mod region;
pub mod score;
pub mod stones;

pub use corners::JudgedCorner;
pub use distribution::ScoreDistribution;
pub use explainer::{Explainer, JudgeError};
pub use ledger::{Account, Entry, Item, Ledger, State};
pub use recent::Recent;
pub use region::Region;
pub use score::Score;
pub use stones::{JudgedChain, JudgedGroup};

use crate::life::LifeStatus;
use crate::score::FinalScore;
use crate::territory::outcomes::OpposedPoints;
use crate::territory::{Inference, ModelName, Outcomes, ScoreCalibration};
use aji_rules::scoring::Terms;
use aji_rules::symmetry::SwapColors;
use aji_rules::{Color, Field, Game, Position, Rules, Setup, Size};
use score::Extras;
use std::borrow::Cow;

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
    /// The moves that led here.
    pub recent: Recent,
}

impl Question<'_> {
    /// The game as it stands.
    pub fn of(game: &Game) -> Question<'_> {
        Question {
            position: game.position(),
            rules: game.rules(),
            terms: game.terms(),
            is_over: game.is_over(),
            recent: Recent::of(game),
        }
    }

    /// The board as whoever is to move sees it: his stones are Black. Models are asked about this one, so that
    /// nothing, not even the dice, knows Black from White.
    pub(crate) fn mover_view(&self) -> Cow<'_, Position> {
        match self.position.to_play() {
            Color::Black => Cow::Borrowed(self.position),
            Color::White => Cow::Owned(self.position.colors_swapped()),
        }
    }

    /// Owners in the mover's view as Black's; refused if one is no number.
    pub(crate) fn black_ownership(&self, owners: &Field<f64>) -> Result<Field<f64>, JudgeError> {
        if owners.values().iter().any(|owner| !owner.is_finite()) {
            return Err(JudgeError::NoNumbers);
        }
        let sign = f64::from(self.position.to_play().sign());
        Ok(score::on_grid(&owners.map(|owner| sign * owner)))
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
}

/// What a network says of the winner that has nothing to do with the rest of a judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondOpinion {
    /// Whose it is.
    pub by: &'static str,
    /// How likely Black wins.
    pub black_wins: f64,
}

/// The answer. Everything is seen from Black's side.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The final score; its mean is the sum of the ledger.
    pub distribution: ScoreDistribution,
    /// Black's lead, komi and all, and its range, as the distribution has them.
    pub score: Score,
    /// How likely Black wins by the same distribution; a draw is half a win.
    pub black_win_probability: f64,
    /// What a network says of the winner, if the judge has one that knows the board.
    pub second_opinion: Option<SecondOpinion>,
    /// Whether nothing is left to be played: then all this is what the board counts.
    pub is_counted: bool,
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
    /// results differ from them.
    pub fn new(
        question: &Question<'_>,
        ownership: Field<f64>,
        outcomes: &Outcomes,
        calibration: ScoreCalibration,
        method: Method,
    ) -> Judgement {
        let deviation = outcomes.leads().standard_deviation();
        let spread = score::spread(deviation, calibration, &Extras::of(question));
        Judgement::with_spread(question, ownership, outcomes, spread, method)
    }

    /// What follows from expected owners, from how far results are from what is expected (a distribution around
    /// nought), and from sampled outcomes, which tell groups.
    pub fn with_spread(
        question: &Question<'_>,
        ownership: Field<f64>,
        outcomes: &Outcomes,
        spread: ScoreDistribution,
        method: Method,
    ) -> Judgement {
        let extras = Extras::of(question);
        let mut judgement =
            Judgement::of_owners(question, score::on_grid(&ownership), &extras, spread, method);
        let chains = &judgement.chains;
        judgement.groups = stones::groups(question.position, chains, outcomes, ONE_FATE);
        judgement
    }

    /// A board that is ready, as it was counted: it scores what it counts, and that is certain.
    pub fn counted(question: &Question<'_>, count: &FinalScore, method: Method) -> Judgement {
        let (ownership, black_lead) = score::counted(count);
        let extras = Extras::counted(question, &ownership, black_lead);
        let certain = ScoreDistribution::certain(0.0);
        let judgement = Judgement::of_owners(question, ownership, &extras, certain, method);
        let groups = stones::counted_groups(&judgement.chains, &count.groups);
        Judgement { groups, is_counted: true, ..judgement }
    }

    /// Without groups.
    fn of_owners(
        question: &Question<'_>,
        ownership: Field<f64>,
        extras: &Extras,
        spread: ScoreDistribution,
        method: Method,
    ) -> Judgement {
        let chains = JudgedChain::all(question.position, &ownership);
        let ledger = Ledger::new(&ownership, &chains, extras);
        let distribution = spread.shifted(ledger.total());
        Judgement {
            distribution,
            score: Score::of(&distribution),
            black_win_probability: distribution.black_win_probability(),
            second_opinion: None,
            is_counted: false,
            groups: Vec::new(),
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
        for chain in self.chains.iter().filter(|chain| chain.status() == LifeStatus::Dead) {
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
            self.groups.iter().filter(|group| group.status() == LifeStatus::Unsettled).collect();
        weak.sort_by(|one, other| other.stake().total_cmp(&one.stake()));
        weak
    }

    /// Groups that are as good as dead, the largest first.
    pub fn dead_groups(&self) -> Vec<&JudgedGroup> {
        let mut dead: Vec<_> =
            self.groups.iter().filter(|group| group.status() == LifeStatus::Dead).collect();
        dead.sort_by_key(|group| std::cmp::Reverse(group.stones));
        dead
    }
}

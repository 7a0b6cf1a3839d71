//! How a game is brought to its end: when to pass, and what to do before.
//!
//! A network that learned from games of people passes when people do, and a search that trusts it may pass while a
//! point is left, or play on where none is. Here the scorer is asked, who knows the rules: but only where the search
//! would pass or gains next to nothing, since the scorer takes longer than a look.

use super::clean_up::take_dead;
use super::eyes::is_own_eye;
use crate::search::{Budget, RootMoves, Search, Searched};
use aji_judge::evaluate::Judge;
use aji_judge::explain::Effect;
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::library::{Library, LibraryError};
use aji_judge::score::{FinalScore, OpenKind, Scorer};
use aji_rules::ruleset::Scoring;
use aji_rules::{Color, Game, Move, Point, PointSet, Position};

/// A move that gains less than this over a pass may be one too many, in points.
const LITTLE: f64 = 0.5;
/// Before a pass, moves at open places may cost this; where area counts, the loss is only thought.
const COST: f64 = 0.4;
const COST_OF_AREA: f64 = 1.5;
/// Open places are looked at with as many visits as the turn had, between these.
const FEW_VISITS: u32 = 12;
const MANY_VISITS: u32 = 40;
/// Before points are owned as surely as this on average, nobody needs to ask.
const SETTLED: f64 = 0.6;
/// After so many moves a point, nobody goes on for anything but certain gains.
const LONG: usize = 3;

/// Brings games to their end.
pub(super) struct Finishing {
    scorer: Scorer,
}

/// What is to be done instead of the move that was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Advice {
    pub mv: Move,
    pub reason: &'static str,
}

impl Advice {
    fn pass(reason: &'static str) -> Option<Advice> {
        Some(Advice { mv: Move::Pass, reason })
    }

    fn play(point: Point, reason: &'static str) -> Option<Advice> {
        Some(Advice { mv: Move::Place(point), reason })
    }
}

impl Finishing {
    /// With the scorer of this library.
    pub(super) fn new(library: &Library) -> Result<Finishing, LibraryError> {
        Ok(Finishing { scorer: Scorer::of(library)? })
    }

    /// What to do in the side to move's turn instead of `wanted`, the move that was found; `None` if that is right.
    pub(super) fn advise(
        &self,
        search: &mut Search,
        game: &Game,
        searched: &Searched,
        wanted: Move,
    ) -> Result<Option<Advice>, JudgeError> {
        let wants_to_pass = wanted == Move::Pass;
        if !wants_to_pass && !is_settled(searched) {
            return Ok(None);
        }
        let question = Question::of(game);
        let sign = f64::from(game.position().to_play().sign());
        let after_pass = sign * self.lead_after_pass(&question, searched)?;
        let found = searched.moves.iter().find(|one| one.mv == wanted);
        let found = found.and_then(|one| one.distribution).unwrap_or(searched.distribution);
        let after_best = sign * found.mean();
        if !wants_to_pass && after_best - after_pass > LITTLE {
            return Ok(None);
        }
        let score = self.scorer.score(&question)?;
        let ending = Ending { game, color: game.position().to_play(), score: &score };
        if let Some(advice) = ending.before_all_else() {
            return Ok(Some(advice));
        }
        let places = ending.places();
        if places.is_empty() {
            return Ok(Advice::pass("nothing is left to be played").filter(|_| !wants_to_pass));
        }
        if ending.is_endless() {
            return Ok(Advice::pass("nothing is gained any more").filter(|_| !wants_to_pass));
        }
        let is_open = |mv| matches!(mv, Move::Place(point) if places.contains(point));
        let is_waste = ending.do_stones_cost() && after_pass - after_best > LITTLE;
        if !wants_to_pass && (!is_waste || is_open(wanted)) {
            return Ok(None);
        }
        let visits = searched.visits.clamp(FEW_VISITS, MANY_VISITS);
        let looked = search.run_among(game, &RootMoves::on(places), Budget::Visits(visits))?;
        let best = looked.moves.first();
        let open = match best.map(|one| (one.mv, one.distribution)) {
            Some((Move::Place(point), Some(found)))
                if after_pass - sign * found.mean() <= ending.most_cost() =>
            {
                Advice::play(point, "a point is left here")
            }
            _ => None,
        };
        let pass = || Advice::pass("a stone would cost a point").filter(|_| !wants_to_pass);
        Ok(open.or_else(pass))
    }

    /// Black's lead if the side to move passes and the game goes on.
    fn lead_after_pass(
        &self,
        question: &Question<'_>,
        searched: &Searched,
    ) -> Result<f64, JudgeError> {
        let mut pass = searched.moves.iter().filter(|one| one.mv == Move::Pass);
        if let Some(found) = pass.next().and_then(|one| one.distribution) {
            return Ok(found.mean());
        }
        let mut position = question.position.clone();
        position.play_unchecked(Move::Pass);
        let recent = question.recent.after(Move::Pass);
        let terms = question.terms.after_pass(question.rules, question.position.to_play());
        let after = Question { position: &position, terms, is_over: false, recent, ..*question };
        self.scorer.territory().evaluate(&after)?.black_lead().ok_or(JudgeError::NoNumbers)
    }
}

/// A board where next to nothing can be gained.
struct Ending<'a> {
    game: &'a Game,
    color: Color,
    score: &'a FinalScore,
}

impl Ending<'_> {
    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether a pass would be the second.
    fn is_last(&self) -> bool {
        self.game.last_move().is_some_and(|(color, mv)| color != self.color && mv == Move::Pass)
    }

    /// Whether the side to move wins if all is counted as it lies, or as the scorer sees it.
    fn wins(&self) -> bool {
        let counted = match self.are_dead_agreed() {
            true => self.score.black_lead,
            false => self.game.count(&PointSet::EMPTY).black_lead,
        };
        counted.halves() * self.color.sign() > 0
    }

    /// Whether dead stones are taken off by agreement, as they must be where capturing them costs points.
    fn are_dead_agreed(&self) -> bool {
        let rules = self.game.rules();
        rules.friendly_pass_ok || self.do_stones_cost()
    }

    /// Whether stones in one's own territory cost points.
    fn do_stones_cost(&self) -> bool {
        self.game.rules().scoring == Scoring::Territory
    }

    fn is_endless(&self) -> bool {
        self.game.steps().len() > LONG * self.position().size().area()
    }

    /// A pass that wins, and stones that nobody will agree are dead.
    fn before_all_else(&self) -> Option<Advice> {
        if self.is_last() && self.wins() && (self.score.is_ready() || self.is_endless()) {
            return Advice::pass("the other side has passed, and the count is won");
        }
        if self.are_dead_agreed() || self.is_endless() && self.wins() {
            return None;
        }
        let point = take_dead(self.game, self.color, &self.score.dead)?;
        Advice::play(point, "takes dead stones, which count as alive if they stay")
    }

    /// Where something is left that the side to move might play.
    fn places(&self) -> PointSet {
        let position = self.position();
        let mine = |by: Option<Color>| by.is_none_or(|by| by == self.color);
        let mut places = PointSet::EMPTY;
        for open in self.score.open.iter().filter(|open| mine(open.by)) {
            match open.what {
                OpenKind::Border | OpenKind::Teire | OpenKind::Dame => places |= open.points,
                OpenKind::Group => {
                    let chains = open.points.iter().filter_map(|stone| position.chain_at(stone));
                    chains.for_each(|chain| places |= chain.liberties());
                }
            }
        }
        let is_sound = |point: &Point| {
            position.stone(*point).is_none()
                && self.game.check(self.color, Move::Place(*point)).is_ok()
                && !is_own_eye(position, *point, self.color)
                && !Effect::is_self_atari_at(position, *point)
        };
        places.iter().filter(is_sound).collect()
    }

    /// What a move may cost that is made because something is left.
    fn most_cost(&self) -> f64 {
        match self.game.rules().scoring {
            // There is nothing to lose.
            _ if self.is_last() && !self.wins() => f64::INFINITY,
            Scoring::Area => COST_OF_AREA,
            Scoring::Territory => COST,
        }
    }
}

fn is_settled(searched: &Searched) -> bool {
    let owners = searched.ownership.values();
    let sure: f64 = owners.iter().map(|owner| owner.abs()).sum();
    sure >= SETTLED * owners.len() as f64
}

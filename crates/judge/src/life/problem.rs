//! Problems of life and death: which stones are in question, and where is played.

use super::enclosure::{completed, enclosure};
use super::node::Side;
use super::small_board::{MOST_POINTS, SmallBoard, Stones};
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::Turn;
use aji_rules::{Color, Move, Point, PointSet, Position, Symmetry};

/// A problem of life and death.
#[derive(Clone, Debug)]
pub struct Problem {
    position: Position,
    defender: Color,
    target: PointSet,
    region: PointSet,
    outside: Outside,
}

/// What is outside the region of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nobody plays there, and all stones there live: problems as they are sealed for computers.
    Sealed,
    /// The rest of the board as it is: the region is where reading begins, and what is proved holds whatever is played
    /// elsewhere.
    Board,
}

/// Why a position has no problem that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProblem {
    /// No stone is there.
    #[error("there is no stone in question; name one, or mark some with TR, SQ, CR or MA")]
    NoStone,
    /// The stones are of both colours.
    #[error("the stones in question are of both colours; mark those of one")]
    BothColors,
    /// It can run away.
    #[error("the group is not enclosed: it can run into the open, where reading does not go")]
    NotEnclosed,
    /// There is too much room.
    #[error("the group has too much room to be read: more than {MOST_POINTS} points")]
    TooLarge,
    /// No group is enclosed.
    #[error("no group on the board is enclosed; mark the stones in question with TR, SQ, CR or MA")]
    NobodyEnclosed,
}

/// A group with more room than this is not meant by whoever marks none.
const MOST_UNMARKED: usize = 45;

impl Problem {
    /// Whether the defender's stones among these live, when nobody plays outside of a region.
    ///
    /// Stones of the attacker's that have a liberty outside the region cannot be captured; all others
    /// around and all of the defender's belong to the region.
    pub fn sealed(
        position: &Position,
        target: PointSet,
        region: PointSet,
    ) -> Result<Problem, NoProblem> {
        Problem::new(position, target, region, Outside::Sealed)
    }

    fn new(
        position: &Position,
        target: PointSet,
        region: PointSet,
        outside: Outside,
    ) -> Result<Problem, NoProblem> {
        let defender = color_of(position, &target)?;
        let in_question = target.iter().filter_map(|point| position.chain_at(point));
        let chains: PointSet = in_question.flat_map(|chain| chain.stones()).collect();
        let region = completed(position, region | chains, defender);
        if region.len() > MOST_POINTS {
            return Err(NoProblem::TooLarge);
        }
        Ok(Problem { position: position.clone(), defender, target: chains, region, outside })
    }

    /// Whether these stones live on the whole board as it is; where reading begins is found.
    pub fn of(position: &Position, target: PointSet) -> Result<Problem, NoProblem> {
        let problem = Problem::new(position, target, PointSet::EMPTY, Outside::Board)?;
        // From all sides the same is found.
        let (symmetry, seen) = problem.first_view();
        let size = seen.position.size();
        let found = enclosure(&seen.position, &seen.target, seen.defender, MOST_POINTS);
        let (region, _) = found.ok_or(NoProblem::NotEnclosed)?;
        Problem::new(position, target, symmetry.inverse().set(size, &region), Outside::Board)
    }

    /// Whether the chain of a stone lives.
    pub fn at(position: &Position, stone: Point) -> Result<Problem, NoProblem> {
        let chain = position.chain_at(stone).ok_or(NoProblem::NoStone)?;
        Problem::of(position, chain.stones().collect())
    }

    /// The problem that a position without marks is about: the group that is enclosed most closely, all its
    /// stones in question. Of groups within each other it is the outermost.
    pub fn find(position: &Position) -> Result<Problem, NoProblem> {
        struct Found {
            gaps: usize,
            stones: PointSet,
            region: PointSet,
        }
        let mut all: Vec<Found> = Vec::new();
        for chain in position.chains() {
            let color = chain.color();
            let target = chain.stones().collect();
            let found = enclosure(position, &target, color, MOST_UNMARKED);
            let Some((region, gaps)) = found else { continue };
            let region = completed(position, region, color);
            let is_own = |&point: &Point| position.stone(point) == Some(color);
            let stones: PointSet = region.iter().filter(is_own).collect();
            let has_room = region.iter().any(|point| position.stone(point).is_none());
            // A few stones are no group.
            if stones.len() >= 3 && has_room {
                all.push(Found { gaps, stones, region });
            }
        }
        let is_outermost = |found: &&Found| {
            let is_within = |other: &Found| {
                found.region != other.region && found.region.is_subset(&other.region)
            };
            !all.iter().any(is_within)
        };
        let rank = |found: &&Found| (found.gaps, std::cmp::Reverse(found.stones.len()));
        let best = all.iter().filter(is_outermost).min_by_key(rank);
        let best = best.ok_or(NoProblem::NobodyEnclosed)?;
        Problem::of(position, best.stones)
    }

    /// The same after a stone; `None` if it is illegal, captures all that is in question or is where nobody plays.
    pub fn after(&self, color: Color, point: Point) -> Option<Problem> {
        let mut position = self.position.clone().with_to_play(color);
        position.play(Move::Place(point), Suicide::Forbidden).ok()?;
        let is_left = |&stone: &Point| position.stone(stone) == Some(self.defender);
        let target: PointSet = self.target.iter().filter(is_left).collect();
        let is_played = self.region.contains(point) || self.outside == Outside::Board;
        (is_played && !target.is_empty()).then(|| Problem { position, target, ..self.clone() })
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose stones are in question.
    pub fn defender(&self) -> Color {
        self.defender
    }

    /// The stones in question: the defender has its way if any of them is not captured.
    pub fn target(&self) -> &PointSet {
        &self.target
    }

    /// Where is played, stones included.
    pub fn region(&self) -> &PointSet {
        &self.region
    }

    /// What is outside of it.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// The same where nobody plays outside of the region.
    pub(super) fn alone(self) -> Problem {
        Problem { outside: Outside::Sealed, ..self }
    }

    /// The same with another region; `None` if that is too large.
    pub(super) fn with_region(&self, region: PointSet) -> Option<Problem> {
        (region.len() <= MOST_POINTS).then(|| Problem { region, ..self.clone() })
    }

    /// The same turned so that it looks alike from all sides: of the eight ways to look at it the first in a fixed
    /// order, with the symmetry that leads there.
    pub(super) fn first_view(&self) -> (Symmetry, Problem) {
        let size = self.position.size();
        let key = |symmetry: Symmetry| -> (usize, Vec<u8>) {
            let back = symmetry.inverse();
            let turned = symmetry.size(size);
            let look = |point: Point| {
                let point = back.point(turned, point);
                let stone = self
                    .position
                    .stone(point)
                    .map_or(0, |stone| if stone == self.defender { 1 } else { 2 });
                let bit = |set: &PointSet| u8::from(set.contains(point));
                let is_ko = u8::from(self.position.ko() == Some(point));
                stone | bit(&self.target) << 2 | bit(&self.region) << 3 | is_ko << 4
            };
            (turned.width(), turned.points().map(look).collect())
        };
        let keyed = Symmetry::ALL.map(|symmetry| (key(symmetry), symmetry));
        let first = keyed.into_iter().min_by(|one, other| one.0.cmp(&other.0));
        let symmetry = first.map_or(Symmetry::IDENTITY, |(_, symmetry)| symmetry);
        let turned = Problem {
            position: self.position.turned(symmetry),
            target: symmetry.set(size, &self.target),
            region: symmetry.set(size, &self.region),
            ..*self
        };
        (symmetry, turned)
    }

    /// The side of a colour.
    pub fn side(&self, color: Color) -> Side {
        if color == self.defender { Side::Defender } else { Side::Attacker }
    }

    /// The colour of a side.
    pub fn color(&self, side: Side) -> Color {
        match side {
            Side::Defender => self.defender,
            Side::Attacker => !self.defender,
        }
    }

    /// Where it is fought if it is sealed. A region is never too large for it.
    pub fn board(&self) -> Option<(SmallBoard, Stones)> {
        SmallBoard::new(&self.position, &self.region, self.defender)
    }
}

/// The one colour of the stones on these points.
fn color_of(position: &Position, target: &PointSet) -> Result<Color, NoProblem> {
    let mut colors = target.iter().filter_map(|point| position.stone(point));
    let color = colors.next().ok_or(NoProblem::NoStone)?;
    if colors.all(|other| other == color) { Ok(color) } else { Err(NoProblem::BothColors) }
}

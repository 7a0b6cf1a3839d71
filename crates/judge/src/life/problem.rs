//! Problems of life and death: which stones are in question, and where is played.

use super::node::Side;
use super::small_board::{MOST_POINTS, SmallBoard, Stones};
use aji_rules::position::Chain;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, PointSet, Position, Size};

/// A problem of life and death.
#[derive(Clone, Debug)]
pub struct Problem {
    position: Position,
    defender: Color,
    target: PointSet,
    region: PointSet,
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
    pub fn new(
        position: &Position,
        target: PointSet,
        region: PointSet,
    ) -> Result<Problem, NoProblem> {
        let defender = color_of(position, &target)?;
        let in_question = target.iter().filter_map(|point| position.chain_at(point));
        let chains: PointSet = in_question.flat_map(|chain| chain.stones()).collect();
        let region = completed(position, region | chains, defender);
        if region.len() > MOST_POINTS {
            return Err(NoProblem::TooLarge);
        }
        Ok(Problem { position: position.clone(), defender, target: chains, region })
    }

    /// Whether these stones live; the region around them is found.
    pub fn of(position: &Position, target: PointSet) -> Result<Problem, NoProblem> {
        let defender = color_of(position, &target)?;
        let (region, _) =
            enclosure(position, &target, defender, MOST_POINTS).ok_or(NoProblem::NotEnclosed)?;
        Problem::new(position, target, region)
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
        Problem::new(position, best.stones, best.region)
    }

    /// The same after a stone in the region; `None` if it is illegal or captures all that is in question.
    pub fn after(&self, color: Color, point: Point) -> Option<Problem> {
        let mut position = self.position.clone().with_to_play(color);
        position.play(Move::Place(point), Suicide::Forbidden).ok()?;
        let is_left = |&stone: &Point| position.stone(stone) == Some(self.defender);
        let target: PointSet = self.target.iter().filter(is_left).collect();
        let is_played = self.region.contains(point) && !target.is_empty();
        is_played.then(|| Problem { position, target, ..self.clone() })
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

    /// Where it is fought. A region is never too large for it.
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

/// A region with the stones that belong to it: the attacker's that have no liberty outside, and the
/// defender's that have one inside.
fn completed(position: &Position, mut region: PointSet, defender: Color) -> PointSet {
    let size = position.size();
    for chain in position.chains() {
        let liberties = chain.liberties();
        let belongs = if chain.color() == defender {
            !(liberties & region).is_empty()
        } else {
            liberties.is_subset(&region) && is_beside(size, &chain, &region)
        };
        if belongs {
            region.extend(chain.stones());
        }
    }
    region
}

/// A region with what is shut in behind a few stones of the attacker's.
fn with_pockets(position: &Position, mut region: PointSet, defender: Color) -> PointSet {
    /// More stones than these around a pocket are a wall, and the pocket is outside.
    const MOST_AROUND: usize = 7;
    const MOST_POINTS: usize = 4;
    let size = position.size();
    loop {
        let before = region;
        let attackers = position.chains().filter(|chain| chain.color() != defender);
        for chain in attackers.filter(|chain| is_beside(size, chain, &before)) {
            let behind = chain.liberties() - region;
            let is_open = |point| position.stone(point) != Some(!defender);
            let Some(pocket) = behind.flooded(size, MOST_POINTS, is_open) else { continue };
            let all = region | pocket;
            let around: Vec<Chain<'_>> =
                position.chains().filter(|chain| is_beside(size, chain, &pocket)).collect();
            let stones = around.iter().map(|chain| chain.len()).sum::<usize>();
            if stones <= MOST_AROUND && around.iter().all(|chain| chain.liberties().is_subset(&all))
            {
                region = all;
            }
        }
        if region == before {
            return region;
        }
    }
}

fn is_beside(size: Size, chain: &Chain<'_>, region: &PointSet) -> bool {
    let mut around = chain.stones().flat_map(|stone| size.neighbours(stone));
    around.any(|point| region.contains(*point))
}

/// What a group can reach without crossing the attacker's lines, and how wide the gaps in these are that
/// had to be overlooked: a wall of a problem need not be joined up.
fn enclosure(
    position: &Position,
    target: &PointSet,
    defender: Color,
    most: usize,
) -> Option<(PointSet, usize)> {
    (0..=2).find_map(|gaps| {
        let lines = lines(position, !defender, gaps);
        let region = reached(position, target, defender, &lines, most)?;
        Some((with_pockets(position, region, defender), gaps))
    })
}

/// The points that complete a colour's lines: between stones with one point (or more) between them, and
/// between a stone and a near edge.
fn lines(position: &Position, color: Color, gaps: usize) -> PointSet {
    let size = position.size();
    let mut lines = PointSet::EMPTY;
    let at = |x: isize, y: isize| -> Option<Point> {
        size.point(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    };
    let is_own = |point: Option<Point>| point.is_some_and(|p| position.stone(p) == Some(color));
    for stone in size.points().filter(|&point| position.stone(point) == Some(color)) {
        let (x, y) = size.xy(stone);
        let (x, y) = (x as isize, y as isize);
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            for gap in 1..=gaps as isize {
                let end = at(x + (gap + 1) * dx, y + (gap + 1) * dy);
                // Beyond the edge is a wall, too.
                let is_edge = end.is_none() && at(x + gap * dx, y + gap * dy).is_some();
                if is_own(end) || is_edge {
                    lines.extend((1..=gap).filter_map(|k| at(x + k * dx, y + k * dy)));
                }
                // A knight's move: the two points between.
                if gap == 2 {
                    for side in [-1, 1] {
                        let (sx, sy) = (dy * side, dx * side);
                        if is_own(at(x + 2 * dx + sx, y + 2 * dy + sy)) {
                            lines.extend(at(x + dx, y + dy));
                            lines.extend(at(x + dx + sx, y + dy + sy));
                        }
                    }
                }
            }
        }
    }
    lines
}

/// The points that are reached over empty points and own stones, up to and with the attacker's lines;
/// `None` if there are too many.
fn reached(
    position: &Position,
    target: &PointSet,
    defender: Color,
    lines: &PointSet,
    most: usize,
) -> Option<PointSet> {
    let size = position.size();
    let is_open = |point: &Point| position.stone(*point) != Some(!defender);
    // A line may be stood on but not crossed; what is beside own stones is inside.
    let is_line = |point: Point| lines.contains(point) && position.stone(point).is_none();
    let inner = target.flooded(size, most, |point| is_open(&point) && !is_line(point))?;
    let reached = inner | inner.beside(size).iter().filter(is_open).collect();
    (reached.len() <= most).then_some(reached)
}

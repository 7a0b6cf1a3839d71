//! Which moves of a position are looked at.

use aji_rules::{Move, PointSet};

/// Some moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// Where stones are put.
    pub points: PointSet,
    /// Whether a pass is one of them.
    pub pass: bool,
}

impl MoveSet {
    /// None.
    pub const EMPTY: MoveSet = MoveSet { points: PointSet::EMPTY, pass: false };

    /// Whether this is one of them.
    pub fn contains(&self, mv: Move) -> bool {
        match mv {
            Move::Place(point) => self.points.contains(point),
            Move::Pass => self.pass,
        }
    }
}

/// Stones on these points, and no pass.
impl From<PointSet> for MoveSet {
    fn from(points: PointSet) -> MoveSet {
        MoveSet { points, pass: false }
    }
}

impl Extend<Move> for MoveSet {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for mv in moves {
            match mv {
                Move::Place(point) => _ = self.points.insert(point),
                Move::Pass => self.pass = true,
            }
        }
    }
}

/// Which moves of the position in question are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoves {
    /// The only ones to look at, however bad they are; `None` is all.
    pub allowed: Option<MoveSet>,
    /// Those not to look at.
    pub avoided: MoveSet,
}

impl Default for RootMoves {
    fn default() -> RootMoves {
        RootMoves::ALL
    }
}

impl RootMoves {
    /// All of them.
    pub const ALL: RootMoves = RootMoves { allowed: None, avoided: MoveSet::EMPTY };

    /// Stones on these points alone.
    pub fn on(points: PointSet) -> RootMoves {
        RootMoves { allowed: Some(points.into()), ..RootMoves::ALL }
    }

    /// These are not looked at.
    pub fn avoid(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.avoided.extend(moves);
    }

    /// Nothing but these and what was allowed before is looked at.
    pub fn allow(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.allowed.get_or_insert(MoveSet::EMPTY).extend(moves);
    }

    /// Whether this is one of them.
    pub fn admit(&self, mv: Move) -> bool {
        !self.avoided.contains(mv) && self.allowed.is_none_or(|allowed| allowed.contains(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;

    #[test]
    fn passes_are_moves_like_others() {
        let at = |name| Move::Place(Size::NINE.parse_point(name).unwrap());
        let mut among = RootMoves::ALL;
        among.avoid([Move::Pass]);
        assert!(among.admit(at("C3")) && !among.admit(Move::Pass));
        let mut among = RootMoves::ALL;
        among.allow([at("C3"), Move::Pass]);
        among.allow([at("D4")]);
        assert!([at("C3"), at("D4"), Move::Pass].into_iter().all(|mv| among.admit(mv)));
        assert!(!among.admit(at("E5")));
        let points = Size::NINE.points().take(2).collect();
        assert!(!RootMoves::on(points).admit(Move::Pass));
    }
}

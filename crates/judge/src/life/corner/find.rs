//! The enclosed groups in the corners of a position.

use super::Corner;
use crate::life::bits::{Bits, FAR, SIDE, around, each, parts, point, xy};
use aji_rules::{Color, Point, PointSet, Position, Size, Symmetry};

/// A group that is enclosed in a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The pattern, turned to the upper left corner.
    pub corner: Corner,
    /// Whose group it is.
    pub color: Color,
    /// Its stones, those beyond the window included.
    pub stones: PointSet,
    /// The stones around it.
    pub wall: PointSet,
    /// The empty points inside, where it is decided.
    pub inside: PointSet,
    /// What turns the window to the board: from the upper left corner to where it is.
    turn: Symmetry,
    size: Size,
}

impl Found {
    /// The point of the board for a point of the window.
    pub fn point(&self, bit: Bits) -> Option<Point> {
        let (x, y) = xy(bit);
        Some(self.turn.point(self.size, self.size.point(x, y)?))
    }
}

/// Why a group that is enclosed is not a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub enum Unfit {
    /// An empty point inside, or what is next to it, is beyond the window.
    #[error("it is larger than the window")]
    TooLarge,
    /// Without the stones beyond the window it falls apart.
    #[error("it hangs together beyond the window")]
    FallsApart,
    /// Wong's scan takes it for the encloser.
    #[error("the scan takes it for the encloser")]
    Scan,
    /// The window alone does not show what is inside.
    #[error("the window does not show what is inside")]
    Outline,
}

/// The enclosed groups in all corners of a position, each once.
pub fn find(position: &Position) -> Vec<Found> {
    find_all(position).into_iter().filter_map(Result::ok).collect()
}

/// The same, with why others do not fit. Boards are 9x9 or larger.
pub fn find_all(position: &Position) -> Vec<Result<Found, Unfit>> {
    let groups = Color::BOTH.into_iter().flat_map(|color| {
        enclosed(position, color).into_iter().map(move |enclosed| (color, enclosed))
    });
    let fits = |(color, enclosed)| {
        let mut why = Unfit::TooLarge;
        for turn in corners() {
            match fit(position, color, &enclosed, turn) {
                Ok(found) => return Ok(found),
                // What fails for another reason than its size tells more.
                Err(unfit) => why = why.max(unfit),
            }
        }
        Err(why)
    };
    groups.map(fits).collect()
}

/// The upper left corner turned to each of the four, without a reflection in the diagonal.
fn corners() -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().take(4)
}

/// A part of the board that one colour cannot leave.
struct Enclosed {
    stones: PointSet,
    empty: PointSet,
    /// The encloser's stones inside.
    inner: PointSet,
}

/// All parts of the board that a colour cannot leave, as far as they may fit into a window.
fn enclosed(position: &Position, color: Color) -> Vec<Enclosed> {
    let size = position.size();
    if size.width() <= SIDE || size.height() <= SIDE {
        return Vec::new();
    }
    // Parts of the board without the encloser's stones. One that is larger than a window can hold is open.
    let free = size.points().filter(|&point| position.stone(point) != Some(!color));
    let parts: Vec<PointSet> = free.collect::<PointSet>().components(size).collect();
    let open: Vec<bool> = parts.iter().map(|points| !is_small(position, points)).collect();
    // Parts that are joined by the encloser's chains which touch nothing open are one.
    let mut joined: Vec<usize> = (0..parts.len()).collect();
    let mut inner = Vec::new();
    for chain in position.chains().filter(|chain| chain.color() != color) {
        let beside = chain.stones().collect::<PointSet>().beside(size);
        let is_touched = |part: &usize| !(parts[*part] & beside).is_empty();
        let touched: Vec<usize> = (0..parts.len()).filter(is_touched).collect();
        if touched.iter().any(|&part| open[part]) {
            continue;
        }
        if let Some(&first) = touched.first() {
            let root = joined[first];
            for &part in &touched {
                let old = joined[part];
                joined.iter_mut().filter(|join| **join == old).for_each(|join| *join = root);
            }
            inner.push((first, chain));
        }
    }
    let mut all = Vec::new();
    for root in 0..parts.len() {
        let members = (0..parts.len()).filter(|&part| joined[part] == root && !open[part]);
        let points = members.fold(PointSet::EMPTY, |all, part| all | parts[part]);
        let is_stone = |point: &Point| position.stone(*point).is_some();
        let stones: PointSet = points.iter().filter(is_stone).collect();
        if stones.is_empty() {
            continue;
        }
        let own = inner.iter().filter(|(part, _)| joined[*part] == root);
        let inner = own.flat_map(|(_, chain)| chain.stones()).collect();
        all.push(Enclosed { stones, empty: points - stones, inner });
    }
    all
}

/// Whether the empty points of a part lie within a window, wherever it is.
fn is_small(position: &Position, points: &PointSet) -> bool {
    let empty = points.iter().filter(|&point| position.stone(point).is_none());
    let (mut low, mut high) = ((usize::MAX, usize::MAX), (0, 0));
    for point in empty {
        let (x, y) = position.size().xy(point);
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    high.0.saturating_sub(low.0) < SIDE - 1 && high.1.saturating_sub(low.1) < SIDE - 1
}

/// The group in the window of a corner, if it fits.
fn fit(
    position: &Position,
    color: Color,
    enclosed: &Enclosed,
    turn: Symmetry,
) -> Result<Found, Unfit> {
    let size = position.size();
    let to_window = turn.inverse();
    let bit = |at: Point| {
        let (x, y) = size.xy(to_window.point(size, at));
        (x < SIDE && y < SIDE).then(|| point(x, y))
    };
    let bits = |set: &PointSet| set.iter().filter_map(bit).fold(0, |all, bit| all | bit);
    let (inside, defender) = (bits(&enclosed.empty), bits(&enclosed.stones));
    // A stone next to an empty point inside stays, so none of these may be beyond the window.
    if inside.count_ones() as usize != enclosed.empty.len() || inside & FAR != 0 {
        return Err(Unfit::TooLarge);
    }
    if enclosed.inner.iter().any(|stone| bit(stone).is_none()) {
        return Err(Unfit::TooLarge);
    }
    let chains = position.chains().filter(|chain| enclosed.stones.contains(chain.head()));
    if parts(defender).count() != chains.count() {
        return Err(Unfit::FallsApart);
    }
    let on_board = |bit: Bits| {
        let (x, y) = xy(bit);
        size.point(x, y).map(|point| turn.point(size, point))
    };
    let is_attacker = |&bit: &Bits| on_board(bit).and_then(|at| position.stone(at)) == Some(!color);
    let near = each(around(inside | defender)).filter(is_attacker).fold(0, |all, bit| all | bit);
    let inner = bits(&enclosed.inner);
    let is_same = |corner: &Corner| corner.inside() == inside && corner.inner() == inner;
    let corner = Corner::new(defender, near | inner).ok().filter(is_same).ok_or(Unfit::Outline)?;
    if !corner.is_told_by_scan() {
        return Err(Unfit::Scan);
    }
    let wall = each(corner.wall()).filter_map(on_board).collect();
    let (stones, inside) = (enclosed.stones, enclosed.empty);
    Ok(Found { corner, color, stones, wall, inside, turn, size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::symmetry::{SwapColors, Turn};
    use aji_rules::{Diagram, Setup};

    /// A 9x9 or larger board from rows; what is missing is empty.
    fn position(side: usize, rows: &[&str]) -> Position {
        let text: Vec<String> = (0..side)
            .map(|y| format!("{:.<side$}", rows.get(y).copied().unwrap_or_default()))
            .collect();
        let diagram: Diagram = text.join("\n").parse().unwrap();
        Position::try_from(Setup::with_stones(diagram.stones)).unwrap()
    }

    const ROWS: [&str; 5] = [".XXXO", "X.XOO", "XXOO", "OO", "..O"];

    #[test]
    fn a_group_is_found_in_every_corner_and_colour() {
        let plain = position(19, &ROWS);
        let expected: Corner = ".XXXO X.XOO XXOO OO".parse().unwrap();
        for turn in Symmetry::ALL {
            for swapped in [false, true] {
                let turned = plain.turned(turn);
                let turned = if swapped { turned.colors_swapped() } else { turned };
                let found = find(&turned);
                assert_eq!(found.len(), 1, "{turn:?}");
                let color = if swapped { Color::White } else { Color::Black };
                assert_eq!(found[0].color, color);
                assert_eq!(found[0].corner.canonical(), expected.canonical());
                assert_eq!(found[0].stones.len(), 7);
                for bit in each(found[0].corner.inside()) {
                    assert!(found[0].inside.contains(found[0].point(bit).unwrap()));
                }
            }
        }
    }

    #[test]
    fn stones_beyond_the_window_come_off_unless_an_empty_point_is_near() {
        let long = position(19, &[".X.XXXXXXXO", "XXXXOOOOOOO", "OOOOO"]);
        let found = find(&long);
        assert_eq!(found[0].corner.rows()[0], ".X.XXXXX");
        assert_eq!(found[0].stones.len(), 12);
        let far = position(19, &["XX.XXXX.XXO", "XXXXXXXXXXO", "OOOOOOOOOOO"]);
        assert_eq!(find_all(&far), [Err(Unfit::TooLarge)]);
        let rows = ["XXXXXXXXXXO", ".XOOOOOOOXO", ".XO......XO", "XXXXXXXXXXO", "OOOOOOOOOOO"];
        let round = position(19, &rows);
        assert_eq!(find_all(&round).iter().filter(|found| found.is_ok()).count(), 0);
    }

    #[test]
    fn nobody_is_enclosed_on_open_or_small_boards() {
        assert!(find_all(&position(19, &["", "", "..X", "...O"])).is_empty());
        assert!(find_all(&position(8, &ROWS)).is_empty());
        assert_eq!(find(&position(9, &ROWS)).len(), 1);
    }

    #[test]
    fn both_colours_of_a_race_may_be_enclosed() {
        // Black encloses White in the corner and is enclosed in turn.
        let rows = [".O.OXX.O", "OOOOX.XO", "XXXXXXXO", "OOOOOOOO"];
        let found = find(&position(19, &rows));
        let colors: Vec<Color> = found.iter().map(|found| found.color).collect();
        assert_eq!(colors, [Color::Black, Color::White]);
        assert_eq!(found[0].corner.inner().count_ones(), 6);
    }
}

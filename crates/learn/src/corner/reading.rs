//! Labels that are proved: by reading a corner out. And corners to read: what random play inside leaves
//! of others.

use super::gathered::Dropped;
use super::pattern::{Pattern, Source};
use super::problems::{Problem, Solution};
use aji_judge::Dice;
use aji_judge::life::bits::each;
use aji_judge::life::node::Goal;
use aji_judge::life::reader::{Reader, Search};
use aji_judge::life::{Corner, LifeStatus, Side};

/// How far is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Corners with more empty points are not read.
    pub empty: u32,
    /// A search has at most so many nodes.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { empty: 9, nodes: 20_000 }
    }
}

/// Holds the label of a pattern against what reading says, as far as it goes. The records count seki as
/// life; reading tells the two apart.
pub fn checked(pattern: Pattern, limits: Limits, reader: &mut Reader) -> Result<Pattern, Dropped> {
    if pattern.corner.inside().count_ones() > limits.empty {
        return Ok(pattern);
    }
    match (reader.status(&pattern.corner, limits.nodes), pattern.status) {
        (Ok(LifeStatus::Seki), LifeStatus::Alive) => {
            Ok(Pattern { status: LifeStatus::Seki, ..pattern })
        }
        (Ok(read), told) if read != told => Err(Dropped::Refuted),
        _ => Ok(pattern),
    }
}

/// A corner with fewer empty points, after random play inside of it, and what becomes of it; `None` if no
/// stone of the defender is left.
pub fn played_on(
    pattern: &Pattern,
    limits: Limits,
    reader: &mut Reader,
    dice: &mut Dice,
) -> Option<Result<Pattern, Dropped>> {
    let corner = random_play(&pattern.corner, limits.empty, dice)?;
    let read = reader.status(&corner, limits.nodes).map_err(|_| Dropped::TooDeep);
    let problem = pattern.problem.clone();
    Some(read.map(|status| Pattern { corner, status, source: Source::Reading, problem }))
}

/// Whether reading says of a problem what is recorded, for each side that it can decide.
pub fn agreement(problem: &Problem, limits: Limits, reader: &mut Reader) -> Vec<bool> {
    let Ok(found) = problem.found(&problem.position) else { return Vec::new() };
    if found.corner.inside().count_ones() > limits.empty {
        return Vec::new();
    }
    let target = each(found.corner.defender())
        .filter(|&bit| found.point(bit).is_some_and(|point| problem.target.contains(point)))
        .fold(0, |all, bit| all | bit);
    let mut captured = |first, ko_master| {
        let search = Search { goal: Goal::Capture, first, ko_master };
        reader.forces_on(&found.corner, target, search, limits.nodes).ok()
    };
    let sides = [Side::Defender, Side::Attacker].into_iter().zip(&problem.first);
    let mut agrees = |first: Side, solution: &Solution| {
        let status = match (captured(first, Side::Defender)?, captured(first, Side::Attacker)?) {
            (true, _) => LifeStatus::Dead,
            (false, false) => LifeStatus::Alive,
            (false, true) => LifeStatus::Ko,
        };
        Some(status == solution.status)
    };
    sides.filter_map(|(first, solution)| agrees(first, solution.as_ref()?)).collect()
}

/// A few stones of either side, until at most so many points are empty.
fn random_play(corner: &Corner, most_empty: u32, dice: &mut Dice) -> Option<Corner> {
    /// Both sides may capture again and again.
    const MOST_MOVES: u32 = 40;
    let (board, mut stones) = corner.board();
    let wanted = 3 + dice.below(most_empty.saturating_sub(2).max(1));
    for _ in 0..MOST_MOVES {
        let empty = board.empty(stones);
        if empty.count_ones() <= wanted {
            break;
        }
        let side = if dice.below(2) == 0 { Side::Defender } else { Side::Attacker };
        let nth = dice.below(empty.count_ones()) as usize;
        let point = each(empty).nth(nth)?;
        if let Some(played) = board.play(stones, side, point) {
            stones = played.stones;
        }
    }
    let played = Corner::new(stones.defender, stones.attacker | corner.wall()).ok()?;
    (played.is_told_by_scan() && played != *corner).then_some(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str, status: LifeStatus) -> Pattern {
        let corner = text.parse().unwrap();
        Pattern { corner, status, source: Source::Problem, problem: "p".to_string() }
    }

    #[test]
    fn wrong_labels_are_refuted() {
        let mut reader = Reader::default();
        let mut check = |text, status| {
            let checked = checked(pattern(text, status), Limits::default(), &mut reader);
            checked.map(|pattern| pattern.status)
        };
        assert_eq!(check(".X.XO XXXXO OOOOO", LifeStatus::Alive), Ok(LifeStatus::Alive));
        assert_eq!(check(".X.XO XXXXO OOOOO", LifeStatus::Dead), Err(Dropped::Refuted));
        assert_eq!(check(".OOOO.XO XXXXXXXO OOOOOOOO", LifeStatus::Alive), Ok(LifeStatus::Seki));
        // Too many empty points to be read: the label stands.
        let large = "......XO ......XO XXXXXXXO OOOOOOOO";
        assert_eq!(check(large, LifeStatus::Dead), Ok(LifeStatus::Dead));
    }

    #[test]
    fn play_inside_leaves_corners_that_are_read() {
        let start = pattern("......XO ......XO XXXXXXXO OOOOOOOO", LifeStatus::Alive);
        let (mut reader, mut dice) = (Reader::default(), Dice::new(1, 0));
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let played = played_on(&start, Limits::default(), &mut reader, &mut dice);
            if let Some(Ok(pattern)) = played {
                assert!(pattern.corner.inside().count_ones() <= 12);
                assert_eq!((pattern.source, pattern.problem.as_str()), (Source::Reading, "p"));
                seen.insert(pattern.status);
            }
        }
        assert!(seen.len() >= 4, "{seen:?}");
    }
}

//! Fights on a few points, played out to the end.
//!
//! All positions that can come up are listed, and from those where the stones in question are captured it
//! is worked backwards; so what is said is proved, and positions that come again do no harm.

use crate::life::bits::{Bits, each};
use crate::life::node::{Fight, Mixer, Node, Side};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A board has so many points at the most, chains and what stands around among them.
pub const MOST_NODES: usize = 26;

/// Plays out everything that can come of these starts, unless there are too many positions. If the
/// defender captures any of `refuge`, it has got away.
pub fn solve(fight: &Fight<'_>, refuge: Bits, starts: &[Node], most: usize) -> Option<Solved> {
    let mut numbers = Numbers::default();
    let mut states = Vec::new();
    for &start in starts {
        if let std::collections::hash_map::Entry::Vacant(entry) = numbers.entry(start) {
            entry.insert(states.len() as u32);
            states.push(start);
        }
    }
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    let mut ways_left: Vec<u32> = Vec::new();
    let mut index = 0;
    while let Some(&state) = states.get(index) {
        let mut ways = 0;
        if state.target != 0 && refuge & !state.stones.attacker == 0 {
            let empty = fight.board.empty(state.stones);
            let stones = each(empty).filter_map(|point| fight.after(&state, point));
            for next in stones.chain([state.passed()]) {
                let number = *numbers.entry(next).or_insert(states.len() as u32);
                if number as usize == states.len() {
                    states.push(next);
                    before.push(Vec::new());
                }
                before[number as usize].push(index as u32);
                ways += 1;
            }
            if states.len() > most {
                return None;
            }
        }
        ways_left.push(ways);
        index += 1;
    }
    // From what is won backwards: the attacker needs one way that wins, the defender one that does not.
    let mut steps = vec![u32::MAX; states.len()];
    let mut todo: Vec<u32> = Vec::new();
    for (number, &state) in states.iter().enumerate() {
        if state.target == 0 {
            steps[number] = 0;
            todo.push(number as u32);
        }
    }
    let mut index = 0;
    while let Some(&number) = todo.get(index) {
        index += 1;
        for &earlier in &before[number as usize] {
            let at = earlier as usize;
            if steps[at] != u32::MAX {
                continue;
            }
            ways_left[at] -= 1;
            if states[at].to_move == Side::Attacker || ways_left[at] == 0 {
                steps[at] = steps[number as usize] + 1;
                todo.push(earlier);
            }
        }
    }
    let has_ko = states.iter().any(|state| state.ban != 0);
    Some(Solved { numbers, steps, has_ko })
}

/// Every position's number, in the order in which they were found.
type Numbers = HashMap<Node, u32, BuildHasherDefault<Mixer>>;

/// What becomes of every position of a fight.
pub struct Solved {
    numbers: Numbers,
    /// In how many moves the attacker wins; the greatest number if it does not.
    steps: Vec<u32>,
    has_ko: bool,
}

impl Solved {
    /// Whether a ko can come up.
    pub fn has_ko(&self) -> bool {
        self.has_ko
    }

    /// In how many moves the attacker wins from here; `None` if the defender gets away.
    pub fn steps(&self, state: Node) -> Option<u32> {
        let number = *self.numbers.get(&state)?;
        Some(self.steps[number as usize]).filter(|&steps| steps != u32::MAX)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::bits::point;
    use crate::life::node::Goal;
    use crate::life::small_board::{SmallBoard, Stones};

    /// A wall around a line of empty points.
    fn line(points: usize) -> (SmallBoard, Node) {
        let line = (0..points).fold(0, |all, x| all | point(x, 0));
        let wall =
            (0..points).fold(point(points, 0), |all, x| all | point(x, 1)) | point(points, 1);
        let board = SmallBoard::window(line | wall, 0);
        (board, Node::new(Stones { defender: wall, attacker: 0 }, wall, Side::Attacker))
    }

    fn solved(points: usize, most: usize) -> Option<[Option<u32>; 2]> {
        let (board, start) = line(points);
        let starts = [start, start.passed()];
        let fight = Fight { board: &board, goal: Goal::Capture, ko_master: Side::Attacker };
        let solved = solve(&fight, 0, &starts, most)?;
        assert!(!solved.is_empty() && solved.len() > 1);
        Some(starts.map(|start| solved.steps(start)))
    }

    #[test]
    fn three_in_a_row_live_or_die_and_four_live() {
        for (points, dies_first, dies_second) in
            [(1, true, true), (2, true, true), (3, true, false), (4, false, false)]
        {
            let [first, second] = solved(points, 10_000).unwrap();
            assert_eq!(first.is_some(), dies_first, "{points}");
            assert_eq!(second.is_some(), dies_second, "{points}");
        }
    }

    #[test]
    fn too_many_positions_are_refused() {
        assert!(solved(7, 100).is_none());
    }
}

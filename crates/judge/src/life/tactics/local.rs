//! Fights on a few points, played out to the end.
//!
//! A fight is a graph: points that both sides may play on, and chains around that stand for one node
//! each. All positions that can come up are listed, and from those where the goal is reached it is
//! worked backwards; so what is said is proved, and positions that come again do no harm.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of nodes.
pub type Nodes = u32;

/// So many nodes at the most.
pub const MOST_NODES: usize = 26;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who wants to capture.
    Hunter,
    /// Who is to be captured.
    Prey,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Hunter => Side::Prey,
            Side::Prey => Side::Hunter,
        }
    }
}

/// What does not change in a fight.
#[derive(Clone, Debug, Default)]
pub struct Fight {
    /// What each node touches.
    near: Vec<Nodes>,
    /// Stones on these breathe, whatever happens.
    airy: Nodes,
    /// The hunter captures this chain, or one of these, to win.
    pub target: Nodes,
    /// If the prey captures these, it has got away.
    pub refuge: Nodes,
}

/// Stones, and what a rule remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Stones of the hunter.
    pub hunter: Nodes,
    /// Stones of the prey.
    pub prey: Nodes,
    /// Where a ko may not be retaken.
    ban: Nodes,
    /// Who moves.
    pub to_move: Side,
    /// How many ko threats are left: the hunter's and the prey's.
    threats: [u8; 2],
}

impl State {
    /// These stones, this side to move, and so many ko threats of the hunter and of the prey.
    pub fn new(hunter: Nodes, prey: Nodes, to_move: Side, threats: [u8; 2]) -> State {
        State { hunter, prey, ban: 0, to_move, threats }
    }
}

impl Fight {
    /// Adds a node and says which it is; `None` if there are too many.
    pub fn add(&mut self, is_airy: bool) -> Option<usize> {
        let node = self.near.len();
        if node >= MOST_NODES {
            return None;
        }
        self.near.push(0);
        if is_airy {
            self.airy |= 1 << node;
        }
        Some(node)
    }

    /// Makes two nodes neighbours.
    pub fn join(&mut self, one: usize, other: usize) {
        if one != other {
            self.near[one] |= 1 << other;
            self.near[other] |= 1 << one;
        }
    }

    /// Stones on this node breathe from now on.
    pub fn air(&mut self, node: usize) {
        self.airy |= 1 << node;
    }

    fn beside(&self, nodes: Nodes) -> Nodes {
        each(nodes).fold(0, |all, node| all | self.near[node])
    }

    fn chain(&self, seed: Nodes, stones: Nodes) -> Nodes {
        let mut all = seed & stones;
        let mut edge = all;
        while edge != 0 {
            edge = self.beside(edge) & stones & !all;
            all |= edge;
        }
        all
    }

    fn all(&self) -> Nodes {
        ((1_u64 << self.near.len()) - 1) as Nodes
    }

    fn breathes(&self, chain: Nodes, empty: Nodes) -> bool {
        chain & self.airy != 0 || self.beside(chain) & empty != 0
    }

    /// The state after a stone; `None` if it may not be placed.
    pub fn play(&self, state: State, node: usize) -> Option<State> {
        let point: Nodes = 1 << node;
        let mut threats = state.threats;
        if state.ban & point != 0 {
            let purse = &mut threats[usize::from(state.to_move == Side::Prey)];
            *purse = purse.checked_sub(1)?;
        }
        let (own, other) = match state.to_move {
            Side::Hunter => (state.hunter | point, state.prey),
            Side::Prey => (state.prey | point, state.hunter),
        };
        let empty = self.all() & !(own | other);
        let mut captured = 0;
        let mut near = self.near[node] & other;
        while near != 0 {
            let chain = self.chain(near & near.wrapping_neg(), other);
            near &= !chain;
            if !self.breathes(chain, empty) {
                captured |= chain;
            }
        }
        let chain = self.chain(point, own);
        let empty = empty | captured;
        if !self.breathes(chain, empty) {
            return None;
        }
        let is_ko = captured.count_ones() == 1
            && chain == point
            && chain & self.airy == 0
            && self.beside(chain) & empty == captured;
        let other = other & !captured;
        let (hunter, prey) = match state.to_move {
            Side::Hunter => (own, other),
            Side::Prey => (other, own),
        };
        let ban = if is_ko { captured } else { 0 };
        Some(State { hunter, prey, ban, to_move: state.to_move.other(), threats })
    }

    /// The state after doing nothing.
    pub fn pass(&self, state: State) -> State {
        State { ban: 0, to_move: state.to_move.other(), ..state }
    }

    fn is_won(&self, state: State) -> bool {
        self.target & !state.prey != 0
    }

    fn is_over(&self, state: State) -> bool {
        self.is_won(state) || self.refuge & !state.hunter != 0
    }

    /// Plays out everything that can come of these starts, unless there are too many positions.
    pub fn solve(&self, starts: &[State], most: usize) -> Option<Solved> {
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
            if !self.is_over(state) {
                let empty = self.all() & !(state.hunter | state.prey);
                let stones = each(empty).filter_map(|node| self.play(state, node));
                for next in stones.chain([self.pass(state)]) {
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
        // From what is won backwards: the hunter needs one way that wins, the prey one that does not.
        let mut steps = vec![u32::MAX; states.len()];
        let mut todo: Vec<u32> = Vec::new();
        for (number, &state) in states.iter().enumerate() {
            if self.is_won(state) {
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
                if states[at].to_move == Side::Hunter || ways_left[at] == 0 {
                    steps[at] = steps[number as usize] + 1;
                    todo.push(earlier);
                }
            }
        }
        let has_ko = states.iter().any(|state| state.ban != 0);
        Some(Solved { numbers, steps, has_ko })
    }
}

/// Every position's number, in the order in which they were found.
type Numbers = HashMap<State, u32, BuildHasherDefault<Mixer>>;

/// A quick hash: positions are small and nobody chooses them to collide.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 31
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(u64::from(byte)));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_isize(&mut self, value: isize) {
        self.mix(value as u64);
    }
}

/// What becomes of every position of a fight.
pub struct Solved {
    numbers: Numbers,
    /// In how many moves the hunter wins; the greatest number if it does not.
    steps: Vec<u32>,
    has_ko: bool,
}

impl Solved {
    /// Whether a ko can come up.
    pub fn has_ko(&self) -> bool {
        self.has_ko
    }

    /// In how many moves the hunter wins from here; `None` if the prey gets away.
    pub fn steps(&self, state: State) -> Option<u32> {
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

/// The nodes of a set.
pub fn each(mut nodes: Nodes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (nodes != 0).then(|| {
            let node = nodes.trailing_zeros() as usize;
            nodes &= nodes - 1;
            node
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall around a line of empty points.
    fn line(points: usize) -> (Fight, State) {
        let mut fight = Fight::default();
        let wall = fight.add(false).unwrap();
        let mut last = None;
        for _ in 0..points {
            let node = fight.add(false).unwrap();
            fight.join(wall, node);
            if let Some(last) = last {
                fight.join(last, node);
            }
            last = Some(node);
        }
        fight.target = 1;
        (fight, State::new(0, 1, Side::Hunter, [0, 0]))
    }

    #[test]
    fn three_in_a_row_live_or_die_and_four_live() {
        for (points, dies_first, dies_second) in
            [(1, true, true), (2, true, true), (3, true, false), (4, false, false)]
        {
            let (fight, start) = line(points);
            let second = State { to_move: Side::Prey, ..start };
            let solved = fight.solve(&[start, second], 10_000).unwrap();
            assert_eq!(solved.steps(start).is_some(), dies_first, "{points}");
            assert_eq!(solved.steps(second).is_some(), dies_second, "{points}");
            assert!(!solved.is_empty() && solved.len() > 1);
        }
    }

    #[test]
    fn too_many_positions_are_refused() {
        let (fight, start) = line(9);
        assert!(fight.solve(&[start], 100).is_none());
    }
}

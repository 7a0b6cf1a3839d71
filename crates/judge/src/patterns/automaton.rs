//! One pass for all shapes: a deterministic automaton that reads the points around a move from the
//! inside to the outside.
//!
//! Every image of every shape is a string of 24 signs in the order of the spiral, with wildcards. A
//! state is what can still become of the strings that fit so far, so each sign is read once, and
//! reading ends when nothing can become of any. A shape is reported as soon as only wildcards are
//! left of it. States from which the same follows are one state, so the automaton is the smallest
//! that there is: no cycles, hence equal states are found from the end backwards.

use super::shapes::{Cell, Cells};
use super::view::{SPIRAL, Sign};
use super::{Matcher, Shapes, View};
use aji_rules::{Color, Point};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Reads the board around a move once and tells all shapes, however many there are.
#[derive(Clone, Debug)]
pub struct Automaton {
    states: Vec<State>,
    start: u32,
    /// The shapes that states report, those of a state together.
    reports: Vec<u32>,
}

/// Where reading ends.
const END: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    /// By [`Sign`].
    next: [u32; 4],
    /// The shapes that are found on coming here, as a range of `reports`.
    reports: (u32, u32),
}

impl Automaton {
    /// Builds the automaton for these shapes.
    pub fn new(shapes: &Shapes) -> Automaton {
        Builder::default().build(shapes)
    }

    /// That of the shapes that are built in: 71 shapes in 5,748 states.
    pub fn embedded() -> &'static Automaton {
        static AUTOMATON: OnceLock<Automaton> = OnceLock::new();
        AUTOMATON.get_or_init(|| Automaton::new(Shapes::embedded()))
    }

    /// How many states it has.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Reads the signs around a point; gives how many it read.
    fn read(&self, view: &View, point: Point, side: Color, mut found: impl FnMut(usize)) -> usize {
        if !view.is_empty(point) {
            return 0;
        }
        let window = view.window(point, side);
        let mut at = self.start;
        let mut read = 0;
        loop {
            let state = &self.states[at as usize];
            let (from, to) = state.reports;
            for &shape in &self.reports[from as usize..to as usize] {
                found(shape as usize);
            }
            let Some(&place) = SPIRAL.get(read) else { return read };
            at = state.next[window(place) as usize];
            read += 1;
            if at == END {
                return read;
            }
        }
    }

    /// How many points around a move it looks at before it has told all shapes: 24 at the most.
    pub fn steps(&self, view: &View, point: Point, side: Color) -> usize {
        self.read(view, point, side, |_| {})
    }
}

impl Matcher for Automaton {
    fn visit(&self, view: &View, point: Point, side: Color, found: impl FnMut(usize)) {
        self.read(view, point, side, found);
    }
}

/// An image of a shape on its way: what it asks of the places that are not read yet.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Rest {
    shape: u32,
    /// In the order of the spiral, up to the last that is no wildcard.
    asks: Vec<Cell>,
}

#[derive(Default)]
struct Builder {
    automaton: Vec<State>,
    reports: Vec<u32>,
    /// Lists of shapes that are in `reports` already.
    lists: HashMap<Vec<u32>, (u32, u32)>,
    /// States by what they do.
    by_deeds: HashMap<State, u32>,
    /// States by what can still become of the strings: equal sets are built once.
    by_rests: HashMap<Vec<Rest>, u32>,
}

impl Builder {
    fn build(mut self, shapes: &Shapes) -> Automaton {
        // The end reports nothing and leads nowhere.
        self.automaton.push(State { next: [END; 4], reports: (0, 0) });
        self.by_deeds.insert(self.automaton[0], END);
        let mut rests = Vec::new();
        for (shape, index) in shapes.all().iter().zip(0..) {
            rests.extend(shape.variants().iter().map(|cells| Rest::new(index, cells)));
        }
        let start = self.state(rests);
        Automaton { states: self.automaton, start, reports: self.reports }
    }

    /// The state in which these strings are left.
    fn state(&mut self, mut rests: Vec<Rest>) -> u32 {
        rests.sort_unstable();
        rests.dedup();
        if let Some(&known) = self.by_rests.get(&rests) {
            return known;
        }
        let mut found: Vec<u32> =
            rests.iter().filter(|rest| rest.asks.is_empty()).map(|rest| rest.shape).collect();
        found.dedup();
        // What is reported need not be found again as another image.
        let is_open = |rest: &&Rest| found.binary_search(&rest.shape).is_err();
        let open: Vec<&Rest> = rests.iter().filter(is_open).collect();
        let next = Sign::ALL.map(|sign| {
            let after: Vec<Rest> = open.iter().filter_map(|rest| rest.after(sign)).collect();
            if after.is_empty() { END } else { self.state(after) }
        });
        let state = State { next, reports: self.list(found) };
        let number = *self.by_deeds.entry(state).or_insert_with(|| {
            self.automaton.push(state);
            self.automaton.len() as u32 - 1
        });
        self.by_rests.insert(rests, number);
        number
    }

    /// Where these shapes are listed.
    fn list(&mut self, found: Vec<u32>) -> (u32, u32) {
        if found.is_empty() {
            return (0, 0);
        }
        let from = self.reports.len() as u32;
        *self.lists.entry(found).or_insert_with_key(|found| {
            self.reports.extend(found);
            (from, self.reports.len() as u32)
        })
    }
}

impl Rest {
    fn new(shape: u32, cells: &Cells) -> Rest {
        let mut asks = SPIRAL.map(|place| cells[place]).to_vec();
        while asks.last() == Some(&Cell::ANY) {
            asks.pop();
        }
        Rest { shape, asks }
    }

    /// What is left after a sign, if it fits.
    fn after(&self, sign: Sign) -> Option<Rest> {
        let (first, asks) = self.asks.split_first()?;
        first.admits(sign).then(|| Rest { shape: self.shape, asks: asks.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_automaton_is_small() {
        let states = Automaton::embedded().state_count();
        assert!(states < 10_000, "{states}");
    }
}

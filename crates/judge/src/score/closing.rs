//! Closes open borders: says of every point of an open region whose it is, with as few points as can be that are
//! nobody's because the border runs there.
//!
//! A point is Black's, White's or nobody's; no point of one side may touch the other or its stones. Each label costs what
//! the witnesses say against it, and the cheapest labels of all are a minimum cut: every point is two nodes, Black's
//! points are on the side of the source, White's on that of the sink, and nobody's points are cut through.

use aji_rules::{Color, Field, Point, PointSet};
use std::collections::VecDeque;

/// What a label costs that is wrong for sure.
const WRONG: i32 = 1_000;
/// What it costs that a point is nobody's: whoever owns it less surely than this does not own it.
const NOBODY: i32 = 250;
/// What may not be.
const NEVER: i32 = 1 << 28;

/// An open region whose border is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Closed {
    pub black: PointSet,
    pub white: PointSet,
    /// Where the border runs: nobody's points.
    pub border: PointSet,
}

impl Closed {
    pub(super) fn of(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// Closes a region that both colours touch. `owner` says whose the points around it are, `ownership` how surely its
/// points are Black's (1) or White's (-1).
pub(super) fn close(
    region: &PointSet,
    owner: &Field<Option<Color>>,
    ownership: &Field<f64>,
) -> Closed {
    let size = owner.size();
    let points: Vec<Point> = region.iter().collect();
    let mut number = Field::filled(size, None);
    points.iter().enumerate().for_each(|(index, &point)| number[point] = Some(index));
    let (source, sink) = (2 * points.len(), 2 * points.len() + 1);
    let (inner, outer) = (|index: usize| 2 * index, |index: usize| 2 * index + 1);
    let mut graph = Graph::new(2 * points.len() + 2);
    for (index, &point) in points.iter().enumerate() {
        let cost = |against: f64| (f64::from(WRONG) * against.clamp(0.0, 1.0)).round() as i32;
        graph.join(source, inner(index), cost((1.0 + ownership[point]) / 2.0));
        graph.join(outer(index), sink, cost((1.0 - ownership[point]) / 2.0));
        graph.join(inner(index), outer(index), NOBODY);
        for &near in size.neighbours(point) {
            match (number[near], owner[near]) {
                (Some(other), _) => graph.join(outer(index), inner(other), NEVER),
                (None, Some(Color::Black)) => graph.join(source, inner(index), NEVER),
                (None, Some(Color::White)) => graph.join(outer(index), sink, NEVER),
                (None, None) => {}
            }
        }
    }
    let (blacks, whites) = graph.cut(source, sink);
    let mut closed = Closed::default();
    for (index, &point) in points.iter().enumerate() {
        let is_whole = |side: &[bool]| side[inner(index)] && side[outer(index)];
        let side = match (is_whole(&blacks), is_whole(&whites)) {
            (true, _) => &mut closed.black,
            (_, true) => &mut closed.white,
            // Where there are several cheapest borders, all that is between them is nobody's.
            _ => &mut closed.border,
        };
        side.insert(point);
    }
    closed
}

/// A network of pipes.
struct Graph {
    /// Of each node, its pipes.
    pipes_of: Vec<Vec<usize>>,
    /// Where each pipe leads and what it still takes; its counterpart has the number with the last bit flipped.
    pipes: Vec<(usize, i32)>,
}

impl Graph {
    fn new(nodes: usize) -> Graph {
        Graph { pipes_of: vec![Vec::new(); nodes], pipes: Vec::new() }
    }

    fn join(&mut self, from: usize, to: usize, takes: i32) {
        self.pipes_of[from].push(self.pipes.len());
        self.pipes.push((to, takes));
        self.pipes_of[to].push(self.pipes.len());
        self.pipes.push((from, 0));
    }

    /// Which nodes are on the side of the source, and which on that of the sink, whatever cheapest cut is made.
    fn cut(mut self, source: usize, sink: usize) -> (Vec<bool>, Vec<bool>) {
        loop {
            let came_by = self.reached(source, |pipe| pipe);
            if came_by[sink].is_none() {
                let leads = self.reached(sink, |pipe| pipe ^ 1);
                let is_known =
                    |ways: Vec<Option<usize>>| ways.iter().map(Option::is_some).collect();
                return (is_known(came_by), is_known(leads));
            }
            let mut way = Vec::new();
            let mut node = sink;
            while let Some(Some(pipe)) = came_by.get(node).copied().filter(|_| node != source) {
                way.push(pipe);
                node = self.pipes[pipe ^ 1].0;
            }
            let least = way.iter().map(|&pipe| self.pipes[pipe].1).min().unwrap_or(0);
            for pipe in way {
                self.pipes[pipe].1 -= least;
                self.pipes[pipe ^ 1].1 += least;
            }
        }
    }

    /// By which pipe each node is reached on a shortest way from this one, if at all. A pipe is gone through if the one
    /// that is named for it still takes something.
    fn reached(&self, start: usize, named: impl Fn(usize) -> usize) -> Vec<Option<usize>> {
        let mut came_by = vec![None; self.pipes_of.len()];
        // Any pipe: nobody asks how the start is reached.
        came_by[start] = Some(0);
        let mut todo = VecDeque::from([start]);
        while let Some(node) = todo.pop_front() {
            for &pipe in &self.pipes_of[node] {
                let to = self.pipes[pipe].0;
                if self.pipes[named(pipe)].1 > 0 && came_by[to].is_none() {
                    came_by[to] = Some(pipe);
                    todo.push_back(to);
                }
            }
        }
        came_by
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Color;
    use aji_rules::testing::position;

    /// Closes the empty points of a drawing, of which the witnesses say this of each column.
    fn check(drawing: &str, columns: &[f64], expected: &str) {
        let position = position(drawing);
        let size = position.size();
        let owner = position.stones();
        let region: PointSet = size.points().filter(|&point| owner[point].is_none()).collect();
        let ownership = Field::from_fn(size, |point| columns[size.xy(point).0]);
        let sign = |closed: &Closed, point| match () {
            () if closed.black.contains(point) => 'b',
            () if closed.white.contains(point) => 'w',
            () if closed.border.contains(point) => '.',
            () => {
                if owner[point] == Some(Color::Black) {
                    'X'
                } else {
                    'O'
                }
            }
        };
        let closed = close(&region, &owner, &ownership);
        let drawn: String = size.points().map(|point| sign(&closed, point)).collect();
        assert_eq!(drawn, expected.replace(' ', ""), "{drawing}");
    }

    #[test]
    fn a_gap_in_a_wall_is_one_point_wide() {
        let sure = [0.9, 0.9, 0.9, -0.9, -0.9];
        check("..XO. ..XO. ..XO. ..XO. ..XO.", &sure, "bbXOw bbXOw bbXOw bbXOw bbXOw");
        let open = [0.9, 0.9, 0.1, -0.9, -0.9];
        check("..XO. ..XO. ...O. ..XO. ..XO.", &open, "bbXOw bbXOw bb.Ow bbXOw bbXOw");
        check(
            "..X.O ..X.O ..... ..X.O ..X.O",
            &[0.9, 0.9, 0.1, -0.1, -0.9],
            "bbX.O bbX.O bb..w bbX.O bbX.O",
        );
    }

    #[test]
    fn what_nobody_owns_for_sure_is_nobodys() {
        check("X...O X...O", &[1.0, 0.2, 0.0, -0.2, -1.0], "X...O X...O");
    }

    #[test]
    fn colours_are_exchanged_with_the_colours() {
        check("O.... O...X O...X", &[-0.9, -0.8, 0.2, 0.7, 0.9], "Ow.bb Ow.bX Ow.bX");
        check("X.... X...O X...O", &[0.9, 0.8, -0.2, -0.7, -0.9], "Xb.ww Xb.wO Xb.wO");
    }
}

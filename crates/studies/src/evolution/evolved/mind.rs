//! A network that chooses moves: by the position after each, or by the worst position after each reply.

use super::{Design, SIZE};
use aji_judge::Dice;
use aji_judge::opening::OpeningError;
use aji_net::probe::{self, Case, Change, Probe};
use aji_net::{Network, Shape};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Move, Point, Position};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

aji_rules::named! {
    /// How far a network looks ahead.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Plies {
        /// At the positions after its own moves.
        One = "1 ply",
        /// At the positions after the replies to its moves, of which it expects the worst.
        Two = "2 plies",
    }
}

/// What becomes of a choice that ko or suicide forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Illegal {
    /// It is a pass, as in the study.
    Pass,
    /// The best of the legal points is taken instead.
    SecondChoice,
}

/// A network made ready for choosing.
#[derive(Clone, Debug)]
pub struct Mind {
    network: Network,
    probe: Probe,
    plies: Plies,
    /// What the balance of stones weighs.
    balance: f32,
}

/// A position as a network sees it.
#[derive(Clone, Debug, Default)]
struct Seen {
    case: Case,
    /// Own stones less the other's.
    balance: f32,
}

/// What is reckoned on the way, used again and again.
#[derive(Clone, Debug, Default)]
pub struct Room {
    here: Seen,
    after: Seen,
    probe: probe::Room,
    inputs: Vec<Change>,
    changes: Vec<Change>,
    moves: Vec<(f32, Point)>,
    replies: Vec<Reply>,
}

/// A point where the other side may answer.
#[derive(Clone, Copy, Debug)]
struct Reply {
    value: f32,
    point: Point,
    /// Whether a stone here is legal and captures nothing whatever quiet move comes before.
    is_plain: bool,
}

const OWN: f32 = 1.0;
const THEIRS: f32 = -1.0;

impl Mind {
    /// With these weights; `None` if they are not as many as the design has.
    pub fn new(design: Design, weights: &[f32]) -> Option<Mind> {
        Mind::with_shape(&Arc::new(design.experiment.shape()), design, weights)
    }

    /// The same with the shape already at hand, for whoever makes thousands.
    pub fn with_shape(shape: &Arc<Shape>, design: Design, weights: &[f32]) -> Option<Mind> {
        let (balance, connections) = match weights.split_last() {
            Some((balance, connections)) if design.balance => (*balance, connections),
            _ => (0.0, weights),
        };
        let network = Network::new(shape.clone(), connections.to_vec())?;
        let probe = Probe::of(&network)?;
        Some(Mind { network, probe, plies: design.plies, balance })
    }

    /// Where the side to move would play, without a look at the past; `None` is a pass. Equally good
    /// points have equal chances.
    ///
    /// Errs if the board is not 13x13.
    pub fn choose(
        &self,
        position: &Position,
        illegal: Illegal,
        room: &mut Room,
        dice: &mut Dice,
    ) -> Result<Option<Point>, OpeningError> {
        self.look(position, illegal, room)?;
        let best = match self.plies {
            Plies::One => {
                let mut best = Best::default();
                for &(value, point) in &room.moves {
                    best.offer(value, point, dice);
                }
                best
            }
            Plies::Two => self.best_after_replies(position, room, dice),
        };
        Ok(best.point.filter(|&point| is_legal(position, point)))
    }

    /// What comes into the network's output, seen from the side to move, after each legal move, or after
    /// the worst reply to it; the best first, equals in board order.
    ///
    /// Errs if the board is not 13x13.
    pub fn rank(&self, position: &Position) -> Result<Vec<(Point, f32)>, OpeningError> {
        let mut room = Room::default();
        self.look(position, Illegal::SecondChoice, &mut room)?;
        let moves = std::mem::take(&mut room.moves);
        let value = |(value, point): (f32, Point)| match self.plies {
            Plies::One => (point, value),
            Plies::Two => {
                let mut after = position.clone();
                after.play_unchecked(Move::Place(point));
                self.see(&after, position.to_play(), &mut room.inputs, &mut room.here);
                let mut worst = None;
                for reply in after.legal_points(Suicide::Forbidden) {
                    write_changes(&after, reply, THEIRS, &mut room.changes);
                    let value = self.value(&room.here, &room.changes, &mut room.probe);
                    worst = Some(worst.map_or(value, |worst: f32| worst.min(value)));
                }
                (point, worst.unwrap_or(value))
            }
        };
        let mut ranked: Vec<(Point, f32)> = moves.into_iter().map(value).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ok(ranked)
    }

    /// The network's weights.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Writes the moves to think of, with the values of the positions after them.
    fn look(
        &self,
        position: &Position,
        illegal: Illegal,
        room: &mut Room,
    ) -> Result<(), OpeningError> {
        if position.size() != SIZE {
            return Err(OpeningError::EvolvedSize(position.size()));
        }
        self.see(position, position.to_play(), &mut room.inputs, &mut room.here);
        room.moves.clear();
        for point in SIZE.points().filter(|&point| position.stone(point).is_none()) {
            if illegal == Illegal::SecondChoice && !is_legal(position, point) {
                continue;
            }
            write_changes(position, point, OWN, &mut room.changes);
            let value = self.value(&room.here, &room.changes, &mut room.probe);
            room.moves.push((value, point));
        }
        Ok(())
    }

    /// The move with the best worst reply. Best moves and worst replies are tried first, by their values
    /// alone, so that most moves need few replies to be given up.
    fn best_after_replies(&self, position: &Position, room: &mut Room, dice: &mut Dice) -> Best {
        let own = position.to_play();
        let Room { here, after, probe, changes, moves, replies, .. } = room;
        moves.sort_by(|one, other| other.0.total_cmp(&one.0));
        replies.clear();
        for &(_, point) in &*moves {
            let value = self.value(here, &[(point.index(), THEIRS)], probe);
            replies.push(Reply { value, point, is_plain: is_plain(position, own, point) });
        }
        replies.sort_by(|one, other| one.value.total_cmp(&other.value));
        let mut best = Best::default();
        for &(value, point) in &*moves {
            write_changes(position, point, OWN, changes);
            self.probe.change(&here.case, changes, &mut after.case);
            after.balance = here.balance + changes.iter().map(|change| change.1).sum::<f32>();
            let captures = changes.len() > 1;
            let is_quiet = !captures && empty_around(position, point) >= 2;
            // Only needed where stones are short of liberties.
            let mut board: Option<Option<Position>> = None;
            let mut worst = None;
            let freed = changes[1..].iter().filter_map(|change| SIZE.point_at(change.0));
            let freed: Vec<Reply> =
                freed.map(|point| Reply { value: 0.0, point, is_plain: false }).collect();
            for reply in replies.iter().chain(&freed).filter(|reply| reply.point != point) {
                if is_quiet && reply.is_plain {
                    changes.clear();
                    changes.push((reply.point.index(), THEIRS));
                } else {
                    let board = board.get_or_insert_with(|| played(position, point));
                    let Some(board) = board.as_ref().filter(|board| is_legal(board, reply.point))
                    else {
                        continue;
                    };
                    write_changes(board, reply.point, THEIRS, changes);
                }
                let value = self.value(after, changes, probe);
                if worst.is_none_or(|worst| value < worst) {
                    worst = Some(value);
                    if value < best.value {
                        break;
                    }
                }
            }
            best.offer(worst.unwrap_or(value), point, dice);
        }
        best
    }

    fn see(&self, position: &Position, own: Color, inputs: &mut Vec<Change>, seen: &mut Seen) {
        inputs.clear();
        for point in SIZE.points() {
            if let Some(color) = position.stone(point) {
                inputs.push((point.index(), if color == own { OWN } else { THEIRS }));
            }
        }
        seen.balance = inputs.iter().map(|input| input.1).sum();
        self.probe.begin(inputs, &mut seen.case);
    }

    fn value(&self, seen: &Seen, changes: &[Change], room: &mut probe::Room) -> f32 {
        let sum = self.probe.sum_if(&seen.case, changes, room);
        if self.balance == 0.0 {
            return sum;
        }
        let balance = seen.balance + changes.iter().map(|change| change.1).sum::<f32>();
        sum + self.balance * balance
    }
}

/// The best move so far; equals by lot.
struct Best {
    value: f32,
    point: Option<Point>,
    equals: u32,
}

impl Default for Best {
    fn default() -> Best {
        Best { value: f32::NEG_INFINITY, point: None, equals: 0 }
    }
}

impl Best {
    fn offer(&mut self, value: f32, point: Point, dice: &mut Dice) {
        if value > self.value || self.point.is_none() {
            *self = Best { value, point: Some(point), equals: 1 };
        } else if value == self.value {
            self.equals += 1;
            if dice.below(self.equals) == 0 {
                self.point = Some(point);
            }
        }
    }
}

/// Writes what a stone of the side to move changes, the captured ones included: taking away a stone is
/// like adding one of the other side.
fn write_changes(position: &Position, point: Point, side: f32, changes: &mut Vec<Change>) {
    changes.clear();
    changes.push((point.index(), side));
    let captured = position.captured_by(point).flat_map(|chain| chain.stones());
    changes.extend(captured.map(|stone| (stone.index(), side)));
}

fn is_legal(position: &Position, point: Point) -> bool {
    position.check(Move::Place(point), Suicide::Forbidden).is_ok()
}

fn played(position: &Position, point: Point) -> Option<Position> {
    let mut after = position.clone();
    after.play(Move::Place(point), Suicide::Forbidden).ok()?;
    Some(after)
}

fn empty_around(position: &Position, point: Point) -> usize {
    let around = SIZE.neighbours(point).iter();
    around.filter(|&&neighbour| position.stone(neighbour).is_none()).count()
}

/// Whether a reply to a move by `own` that captures nothing and has two liberties of its own is legal and
/// captures nothing: one of its two empty neighbours is left, and chains that the move is joined to have
/// liberties enough.
fn is_plain(position: &Position, own: Color, point: Point) -> bool {
    let threatens = |&neighbour: &Point| {
        let chain = position.chain_at(neighbour);
        chain.is_some_and(|chain| chain.color() == own && chain.liberty_count() == 1)
    };
    empty_around(position, point) >= 2 && !SIZE.neighbours(point).iter().any(threatens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::evolved::{Design, Experiment};
    use aji_net::Workspace;
    use aji_rules::Size;
    use aji_rules::symmetry::SwapColors;
    use aji_rules::testing::random_position;

    fn random_weights(design: Design, seed: u64) -> Vec<f32> {
        let mut dice = Dice::new(seed, 0);
        let scale = |weight: f64| 0.4 * (weight - 0.5);
        (0..design.weight_count()).map(|_| scale(dice.unit()) as f32).collect()
    }

    fn random_game(moves: usize, seed: u64) -> Position {
        let mut dice = Dice::new(seed, 1);
        random_position(SIZE, moves, |bound| dice.below(bound))
    }

    /// By the whole network and whole positions, nothing kept from one to the next.
    fn plain_value(mind: &Mind, position: &Position, own: Color) -> f32 {
        let sign = own.sign();
        let stones = position.stones();
        let inputs: Vec<f32> = stones
            .values()
            .iter()
            .map(|stone| stone.map_or(0.0, |color| (color.sign() * sign) as f32))
            .collect();
        let mut room = Workspace::default();
        mind.network.predict(&inputs, &mut room);
        room.sums()[0] + mind.balance * inputs.iter().sum::<f32>()
    }

    fn plain_best(mind: &Mind, position: &Position) -> f32 {
        let own = position.to_play();
        let after = |position: &Position, point: Point| {
            let mut after = position.clone();
            after.play_unchecked(Move::Place(point));
            after
        };
        let values = position.legal_points(Suicide::Forbidden).map(|point| {
            let after_move = after(position, point);
            match mind.plies {
                Plies::One => plain_value(mind, &after_move, own),
                Plies::Two => after_move
                    .legal_points(Suicide::Forbidden)
                    .map(|reply| plain_value(mind, &after(&after_move, reply), own))
                    .fold(f32::INFINITY, f32::min),
            }
        });
        values.fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn little_by_little_is_the_same_as_all_at_once() {
        for experiment in Experiment::ALL {
            for (plies, balance) in [(Plies::One, true), (Plies::Two, false), (Plies::Two, true)] {
                if (experiment, plies) == (Experiment::Two, Plies::Two) && balance {
                    continue;
                }
                let design = Design { experiment, plies, balance };
                let mind = Mind::new(design, &random_weights(design, 3)).unwrap();
                // The last boards are full of chains that are short of liberties.
                for moves in [0, 13, 30, 90, 120] {
                    let position = random_game(moves, moves as u64);
                    let best = plain_best(&mind, &position);
                    let ranked = mind.rank(&position).unwrap();
                    assert!((ranked[0].1 - best).abs() < 1e-4, "{design} {moves}");
                    let (mut room, mut dice) = (Room::default(), Dice::new(0, 0));
                    let chosen = mind
                        .choose(&position, Illegal::SecondChoice, &mut room, &mut dice)
                        .unwrap()
                        .unwrap();
                    let found = ranked.iter().find(|(point, _)| *point == chosen).unwrap();
                    assert!((found.1 - best).abs() < 1e-4, "{design} {moves}");
                }
            }
        }
    }

    #[test]
    fn one_network_plays_both_colours() {
        for experiment in Experiment::ALL {
            let design = Design::of_study(experiment);
            let mind = Mind::new(design, &random_weights(design, 5)).unwrap();
            let position = random_game(24, 7);
            let swapped = position.colors_swapped();
            let (mut room, seed) = (Room::default(), || Dice::new(1, 1));
            let choice = |position: &Position, room: &mut Room| {
                mind.choose(position, Illegal::Pass, room, &mut seed()).unwrap()
            };
            assert_eq!(choice(&position, &mut room), choice(&swapped, &mut room));
        }
    }

    #[test]
    fn a_choice_that_ko_forbids_is_a_pass_or_the_next_best() {
        let mut position = Position::empty(SIZE);
        for name in ["D4", "E4", "C3", "F3", "D2", "E2", "E3", "D3"] {
            let mv = Move::Place(SIZE.parse_point(name).unwrap());
            position.play(mv, Suicide::Forbidden).unwrap();
        }
        let ko = position.ko().unwrap();
        let design = Design { plies: Plies::One, ..Design::of_study(Experiment::One) };
        let mut weights = vec![0.0; design.weight_count()];
        // One neuron longs for a stone on the ko's point, and the output for that neuron.
        weights[ko.index()] = 1.0;
        weights[SIZE.area() * 55 + 55] = 1.0;
        let mind = Mind::new(design, &weights).unwrap();
        let (mut room, mut dice) = (Room::default(), Dice::new(1, 0));
        let mut choose = |illegal| mind.choose(&position, illegal, &mut room, &mut dice).unwrap();
        assert_eq!(choose(Illegal::Pass), None);
        assert!(choose(Illegal::SecondChoice).is_some_and(|point| point != ko));
    }

    #[test]
    fn equals_have_equal_chances() {
        let design = Design { plies: Plies::One, ..Design::of_study(Experiment::One) };
        let mind = Mind::new(design, &vec![0.0; design.weight_count()]).unwrap();
        let position = Position::empty(SIZE);
        let (mut room, mut dice) = (Room::default(), Dice::new(1, 0));
        let mut counts = vec![0; SIZE.area()];
        for _ in 0..10_000 {
            let point = mind.choose(&position, Illegal::Pass, &mut room, &mut dice).unwrap();
            counts[point.unwrap().index()] += 1;
        }
        assert!(counts.iter().all(|&count| (25..110).contains(&count)), "{counts:?}");
    }

    #[test]
    fn other_boards_are_refused() {
        let design = Design::of_study(Experiment::One);
        let mind = Mind::new(design, &random_weights(design, 1)).unwrap();
        let error = mind.rank(&Position::empty(Size::NINE)).unwrap_err();
        let said = "the evolved networks know 13x13 alone, and this board is 9x9";
        assert_eq!(error.to_string(), said);
        assert!(Mind::new(design, &[0.0; 7]).is_none());
    }
}

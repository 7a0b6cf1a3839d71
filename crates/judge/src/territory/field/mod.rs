//! The field model: a random field with more features of the position in fields and couplings.
//!
//! It is Stern's random field with what Stern et al. left to the future: the line of a point, ways
//! to the nearest stones, influence, size and liberties of chains, eyes, the fights between chains,
//! and who is to move; all of it linear, so that training stays concave and every weight has a name.
//! Each feature counts anew in each phase of the game, between which it is interpolated.
//!
//! It looks twice. Which stones are weak is seen only when it is known whose their surroundings are,
//! so a first look gives its opinion of every point, and the second has all that the first saw and
//! that opinion too.
//!
//! Fields turn with the colours and couplings do not, so a position with the colours exchanged has
//! the exchanged answer; nothing knows left from right.

mod second;
mod sight;
mod sink;

use super::belief::{Method, Propagation};
use super::ising::{Edge, Ising, edges};
use super::phase::{PHASES, phase_shares};
use super::terms::{Place, Terms};
use aji_rules::{Color, Point, Position};
use sight::{ChainSight, FAR, Sight};
use sink::{Sink, Sum, Writer};

/// Groups of features, with how many each has and where they begin.
struct Group {
    name: &'static str,
    len: usize,
    start: usize,
}

macro_rules! groups {
    ($($constant:ident: $name:literal, $len:expr;)*) => {
        groups!(@ 0, [$($constant $name $len,)*]);
        /// All groups in their order.
        const GROUPS: &[&Group] = &[$(&$constant),*];
    };
    (@ $start:expr, [$constant:ident $name:literal $len:expr, $($rest:tt)*]) => {
        const $constant: Group = Group { name: $name, len: $len, start: $start };
        groups!(@ $constant.start + $constant.len, [$($rest)*]);
    };
    (@ $start:expr, []) => {
        /// How many features there are in one phase.
        const FEATURES: usize = $start;
    };
}

groups! {
    // Fields of empty points.
    DISTANCE: "distance influence", 4;
    TERRITORY: "Bouzy territory", 3;
    MOYO: "Bouzy moyo", 3;
    ZOBRIST: "Zobrist influence", 3;
    STEPS: "steps to Black and White", 21;
    LINE: "line under influence", 6;
    BESIDE: "stones beside", 6;
    ACROSS: "stones across", 6;
    NEAR_ZONE: "zone of influence", 6;
    TERRITORY_ZONE: "zone of territory", 6;
    CHAIN_BESIDE: "liberties of a chain beside", 5;
    TURN: "turn", 2;
    // Fields of stones.
    CHAIN: "liberties and stones", 28;
    CHAIN_TURN: "liberties when to move", 4;
    EYES: "eyes", 3;
    SECOND: "second liberties", 5;
    FIGHT: "liberties and the weakest enemy's", 24;
    AROUND: "distance influence around", 4;
    TERRITORY_AROUND: "Bouzy territory around", 3;
    CHAIN_NEAR_ZONE: "chain's zone of influence", 6;
    CHAIN_TERRITORY_ZONE: "chain's zone of territory", 6;
    CHAIN_LINE: "line of a chain", 4;
    FRIENDS: "chains near by", 4;
    // Of either.
    HELD: "unconditionally held", 1;
    // Couplings.
    EMPTY_PAIR: "empty pair by line", 4;
    EMPTY_AGREE: "empty pair under influence", 2;
    OPEN_PAIR: "empty pair far from stones", 1;
    STONE_EMPTY: "stone and empty point by liberties", 5;
    STONE_EMPTY_AGREE: "stone and empty point under influence", 1;
    SAME_PAIR: "chain by liberties", 4;
    ENEMY_PAIR: "enemies by liberties", 6;
    // Fields that the second look adds.
    SECOND_MEAN: "first opinion", 3;
    SECOND_FIGHT: "life against the weakest enemy's", 25;
    SECOND_FRIEND: "life of the strongest friend", 5;
    SECOND_WEIGHED: "influence of weighed stones", 4;
    SECOND_NEAR: "first opinion near", 3;
    SECOND_WIDE: "first opinion around", 3;
    SECOND_ZONE: "room in the zone", 12;
}

/// Features of the first look come first.
const FIRST_FEATURES: usize = SECOND_MEAN.start;

/// How often the model looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// At the stones as they stand.
    First,
    /// Again, knowing what the first look made of them.
    Second,
}

/// How many weights there are.
pub fn weight_count(look: Look) -> usize {
    let features = match look {
        Look::First => FIRST_FEATURES,
        Look::Second => FEATURES,
    };
    features * PHASES.len()
}

/// What each weight stands for.
pub fn weight_names(look: Look) -> Vec<String> {
    let features = GROUPS
        .iter()
        .flat_map(|group| (0..group.len).map(move |index| format!("{} {index}", group.name)));
    let names = features.flat_map(|feature| PHASES.map(|phase| format!("{feature} at {phase}")));
    names.take(weight_count(look)).collect()
}

/// The terms of the first look at a position.
pub fn first_terms(position: &Position) -> Terms {
    let mut writer = Writer { terms: Terms::new(position.size()), phases: phase_shares(position) };
    first_look(&Sight::new(position), &mut writer);
    writer.terms
}

/// The terms of the second look, given the weights of the first.
pub fn second_terms(position: &Position, first_weights: &[f64]) -> Terms {
    let sight = Sight::new(position);
    let mut writer = Writer { terms: Terms::new(sight.size), phases: phase_shares(position) };
    first_look(&sight, &mut writer);
    let means = FIRST_INFERENCE.means(&writer.terms.ising(first_weights));
    second::look(&mut writer, &sight, &means, &SECOND_GROUPS);
    writer.terms
}

/// What the terms of the first look come to under these weights.
pub fn first_ising(position: &Position, weights: &[f64]) -> Ising {
    let mut sum = Sum::new(position.size(), weights, phase_shares(position));
    first_look(&Sight::new(position), &mut sum);
    sum.ising
}

/// What the terms of the second look come to under these weights, given those of the first.
pub fn second_ising(position: &Position, first_weights: &[f64], weights: &[f64]) -> Ising {
    let sum = |weights| Sum::new(position.size(), weights, phase_shares(position));
    let mut sums = (sum(first_weights), sum(weights));
    let sight = Sight::new(position);
    first_look(&sight, &mut sums);
    let (first, mut second) = sums;
    let means = FIRST_INFERENCE.means(&first.ising);
    second::look(&mut second, &sight, &means, &SECOND_GROUPS);
    second.ising
}

/// A quick opinion is enough for the first look.
const FIRST_INFERENCE: Propagation =
    Propagation { method: Method::Loopy, most_rounds: 20, tolerance: 1e-4 };

const SECOND_GROUPS: second::Groups = second::Groups {
    mean: &SECOND_MEAN,
    fight: &SECOND_FIGHT,
    friend: &SECOND_FRIEND,
    weighed: &SECOND_WEIGHED,
    near: &SECOND_NEAR,
    wide: &SECOND_WIDE,
    zone: &SECOND_ZONE,
};

fn first_look(sight: &Sight, sink: &mut impl Sink) {
    for point in sight.size.points() {
        sink.add(Place::At(point), &HELD, 0, f64::from(sight.held[point]));
        match sight.chain_at[point] {
            Some(chain) => {
                stone_field(sink, sight, &sight.chains[usize::from(chain)], point);
            }
            None => empty_field(sink, sight, point),
        }
    }
    for edge in edges(sight.size) {
        coupling(sink, sight, edge);
    }
}

const DISTANCE_SCALES: [f32; 4] = [1.0, 4.0, 12.0, 40.0];
const TERRITORY_SCALES: [f32; 3] = [1.0, 6.0, 20.0];
const MOYO_SCALES: [f32; 3] = [1.0, 10.0, 40.0];
const ZOBRIST_SCALES: [f32; 3] = [2.0, 8.0, 20.0];
/// The influence of a stone three steps away: half of what makes a point look taken.
const LIGHT: f32 = 6.75;

/// Which of the steps between bounds a number is on.
fn bucket(number: usize, bounds: &[usize]) -> usize {
    bounds.iter().take_while(|&&bound| number >= bound).count()
}

/// Where a pair of counts with the first larger stands among all such pairs, and for whom it speaks.
fn leaning(black: usize, white: usize) -> Option<(usize, f64)> {
    let (more, less, sign) = if black > white { (black, white, 1.0) } else { (white, black, -1.0) };
    (more != less).then(|| (more * (more - 1) / 2 + less, sign))
}

fn empty_field(sink: &mut impl Sink, sight: &Sight, point: Point) {
    let place = Place::At(point);
    let flow = sight.distance[point];
    sink.add_bent(place, &DISTANCE, &DISTANCE_SCALES, flow);
    sink.add_bent(place, &TERRITORY, &TERRITORY_SCALES, sight.territory[point]);
    sink.add_bent(place, &MOYO, &MOYO_SCALES, sight.moyo[point]);
    sink.add_bent(place, &ZOBRIST, &ZOBRIST_SCALES, sight.zobrist[point]);
    let [black, white] = Color::BOTH.map(|color| usize::from(FAR - sight.steps[color][point]));
    if let Some((index, sign)) = leaning(black, white) {
        sink.add(place, &STEPS, index, sign);
    }
    let light = f64::from((flow / LIGHT).clamp(-1.0, 1.0));
    let line = sight.size.line(point);
    sink.add(place, &LINE, line.min(LINE.len) - 1, light);
    let count = |points: &[Point], color: Color| {
        points.iter().filter(|&&next| sight.position.stone(next) == Some(color)).count()
    };
    let groups = [(&BESIDE, sight.size.neighbours(point)), (&ACROSS, sight.size.diagonals(point))];
    for (group, points) in groups {
        let (black, white) = (count(points, Color::Black), count(points, Color::White));
        // Of four, (1,0) (2,0) (2,1) (3,0) (3,1) (4,0) differ.
        if let Some((index, sign)) = leaning(black, white) {
            sink.add(place, group, [0, 1, 2, 3, 4, 4, 5][index.min(6)], sign);
        }
    }
    let sign = f64::from(flow.signum()) * f64::from(u8::from(flow != 0.0));
    sink.add(place, &NEAR_ZONE, zone_bucket(sight.near_zone[point]), sign);
    let bouzy = sight.territory[point];
    let sign = f64::from(bouzy.signum()) * f64::from(u8::from(bouzy != 0.0));
    sink.add(place, &TERRITORY_ZONE, zone_bucket(sight.territory_zone[point]), sign);
    for &next in sight.size.neighbours(point) {
        if let Some(chain) = sight.chain_at[next].map(|chain| &sight.chains[usize::from(chain)]) {
            let sign = f64::from(chain.color.sign());
            sink.add(place, &CHAIN_BESIDE, chain.liberties.min(CHAIN_BESIDE.len) - 1, sign);
        }
    }
    let turn = f64::from(sight.position.to_play().sign());
    sink.add(place, &TURN, 0, turn);
    sink.add(place, &TURN, 1, turn * (1.0 - light.abs()));
}

fn zone_bucket(empty: u16) -> usize {
    bucket(usize::from(empty), &[3, 7, 13, 25, 50])
}

fn stone_field(sink: &mut impl Sink, sight: &Sight, chain: &ChainSight, point: Point) {
    let place = Place::At(point);
    let sign = f64::from(chain.color.sign());
    let few = chain.liberties.min(4) - 1;
    let size = bucket(chain.stones, &[2, 3, 6]);
    sink.add(place, &CHAIN, (chain.liberties.min(7) - 1) * 4 + size, sign);
    if sight.position.to_play() == chain.color {
        sink.add(place, &CHAIN_TURN, few, sign);
    }
    sink.add(place, &EYES, chain.eyes.min(2), sign);
    let second = bucket(chain.second_liberties, &[3, 6, 10, 15]);
    sink.add(place, &SECOND, second, sign);
    let enemy = chain.weakest_enemy.map_or(0, |liberties| liberties.min(5));
    sink.add(place, &FIGHT, few * 6 + enemy, sign);
    sink.add_bent(place, &AROUND, &DISTANCE_SCALES, chain.distance_around);
    sink.add_bent(place, &TERRITORY_AROUND, &TERRITORY_SCALES, chain.territory_around);
    sink.add(place, &CHAIN_NEAR_ZONE, zone_bucket(sight.near_zone[point]), sign);
    sink.add(place, &CHAIN_TERRITORY_ZONE, zone_bucket(sight.territory_zone[point]), sign);
    sink.add(place, &CHAIN_LINE, chain.line.min(4) - 1, sign);
    sink.add(place, &FRIENDS, chain.friends.min(3), sign);
}

fn coupling(sink: &mut impl Sink, sight: &Sight, edge: Edge) {
    let place = Place::edge(edge);
    let ends = [edge.from, edge.to];
    let light = ends.map(|end| f64::from((sight.distance[end] / LIGHT).clamp(-1.0, 1.0)));
    let chains = ends.map(|end| sight.chain_at[end].map(|chain| &sight.chains[usize::from(chain)]));
    match chains {
        [None, None] => {
            let nearest = sight.size.line(edge.from).min(sight.size.line(edge.to));
            sink.add(place, &EMPTY_PAIR, nearest.min(4) - 1, 1.0);
            sink.add(place, &EMPTY_AGREE, 0, light[0] * light[1]);
            sink.add(place, &EMPTY_AGREE, 1, light[0].abs() + light[1].abs());
            let far = |end: Point| Color::BOTH.iter().all(|&color| sight.steps[color][end] >= 4);
            sink.add(place, &OPEN_PAIR, 0, f64::from(u8::from(ends.into_iter().all(far))));
        }
        [Some(one), Some(other)] if one.color == other.color => {
            sink.add(place, &SAME_PAIR, one.liberties.min(4) - 1, 1.0);
        }
        [Some(one), Some(other)] => {
            let [one, other] = [one, other].map(|chain| chain.liberties.min(3) - 1);
            let (more, less) = (one.max(other), one.min(other));
            sink.add(place, &ENEMY_PAIR, more * (more + 1) / 2 + less, 1.0);
        }
        [Some(chain), None] | [None, Some(chain)] => {
            sink.add(place, &STONE_EMPTY, chain.liberties.min(5) - 1, 1.0);
            let empty = if chains[0].is_none() { light[0] } else { light[1] };
            let agree = f64::from(chain.color.sign()) * empty;
            sink.add(place, &STONE_EMPTY_AGREE, 0, agree);
        }
    }
}

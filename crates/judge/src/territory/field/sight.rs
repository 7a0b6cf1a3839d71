//! What the field model sees in a position, worked out once for all its features.

use crate::influence::{Bouzy, Distance, Influence, Zobrist};
use aji_rules::ruleset::Suicide;
use aji_rules::{ByColor, Color, Field, Point, PointSet, Position, Size, pass_alive};

/// Distances count up to here; what is further or cannot be reached is as far.
pub const FAR: u8 = 7;

/// What is seen.
pub struct Sight<'a> {
    pub position: &'a Position,
    pub size: Size,
    /// Influence that flows over empty points.
    pub distance: Field<f32>,
    pub territory: Field<f32>,
    pub moyo: Field<f32>,
    pub zobrist: Field<f32>,
    /// Steps over empty points to each colour's nearest stone, from 1; [`FAR`] at the most.
    pub steps: ByColor<Field<u8>>,
    /// The chain on each point, by its place in `chains`.
    pub chain_at: Field<Option<u16>>,
    pub chains: Vec<ChainSight>,
    /// Empty points of the region where each point is under one colour's influence.
    pub near_zone: Field<u16>,
    /// The same where Bouzy's map has territory.
    pub territory_zone: Field<u16>,
    /// 1 where Black holds the point whatever happens, -1 where White does.
    pub held: Field<i8>,
}

/// A chain and what is around it.
pub struct ChainSight {
    pub color: Color,
    pub stones: usize,
    pub liberties: usize,
    /// Empty points next to its liberties that are no liberties themselves.
    pub second_liberties: usize,
    /// Liberties of the enemy chain beside it that has the fewest.
    pub weakest_enemy: Option<usize>,
    /// Empty regions beside it that only its colour borders.
    pub eyes: usize,
    /// Chains of its colour that share a liberty with it.
    pub friends: usize,
    /// The line of its stone nearest to the edge, from 1.
    pub line: usize,
    /// The mean over its liberties of the influence that flows, and of Bouzy's.
    pub distance_around: f32,
    pub territory_around: f32,
}

impl<'a> Sight<'a> {
    pub fn new(position: &'a Position) -> Sight<'a> {
        let size = position.size();
        let distance = Distance::SUM.field(position);
        let territory = Bouzy::TERRITORY.field(position);
        let chains: Vec<_> = position.chains().collect();
        let mut chain_at = Field::filled(size, None);
        for (index, chain) in chains.iter().enumerate() {
            chain.stones().for_each(|stone| chain_at[stone] = Some(index as u16));
        }
        let held_by = ByColor::from_fn(|color| {
            let held = pass_alive::pass_alive(position, color, Suicide::Forbidden);
            held.stones | held.territory
        });
        let mut sight = Sight {
            position,
            size,
            moyo: Bouzy::MOYO.field(position),
            zobrist: Zobrist::USUAL.field(position),
            steps: ByColor::from_fn(|color| steps(position, color)),
            near_zone: zones(position, &distance),
            territory_zone: zones(position, &territory),
            held: Field::from_fn(size, |point| {
                i8::from(held_by[Color::Black].contains(point))
                    - i8::from(held_by[Color::White].contains(point))
            }),
            distance,
            territory,
            chain_at,
            chains: Vec::new(),
        };
        let eyes = eye_regions(position);
        sight.chains = chains.iter().map(|&chain| sight.chain(chain, &eyes)).collect();
        sight
    }

    fn chain(
        &self,
        chain: aji_rules::position::Chain<'_>,
        eyes: &[(Color, PointSet)],
    ) -> ChainSight {
        let liberties = chain.liberties();
        let mut second = PointSet::EMPTY;
        let mut friends: Vec<Point> = Vec::new();
        for liberty in liberties.iter() {
            for &next in self.size.neighbours(liberty) {
                match self.position.chain_at(next) {
                    None => _ = second.insert(next),
                    Some(other) if other.color() == chain.color() => friends.push(other.head()),
                    Some(_) => (),
                }
            }
        }
        friends.sort_unstable();
        friends.dedup();
        let weakest_enemy = chain
            .stones()
            .flat_map(|stone| self.size.neighbours(stone))
            .filter_map(|&next| self.position.chain_at(next))
            .filter(|other| other.color() != chain.color())
            .map(|other| other.liberty_count())
            .min();
        let own_eyes = eyes
            .iter()
            .filter(|(color, region)| *color == chain.color() && !(*region & liberties).is_empty());
        let around = |map: &Field<f32>| {
            liberties.iter().map(|liberty| map[liberty]).sum::<f32>() / liberties.len() as f32
        };
        ChainSight {
            color: chain.color(),
            stones: chain.len(),
            liberties: liberties.len(),
            second_liberties: (second - liberties).len(),
            weakest_enemy,
            eyes: own_eyes.count(),
            friends: friends.len() - 1,
            line: chain.stones().map(|stone| self.size.line(stone)).min().unwrap_or(1),
            distance_around: around(&self.distance),
            territory_around: around(&self.territory),
        }
    }
}

/// Steps over empty points to the nearest stone of a colour.
fn steps(position: &Position, color: Color) -> Field<u8> {
    let size = position.size();
    let mut steps = Field::filled(size, FAR);
    let mut front: Vec<Point> =
        size.points().filter(|&point| position.stone(point) == Some(color)).collect();
    for distance in 1..FAR {
        let mut next = Vec::new();
        for &point in &front {
            for &neighbour in size.neighbours(point) {
                if position.stone(neighbour).is_none() && steps[neighbour] == FAR {
                    steps[neighbour] = distance;
                    next.push(neighbour);
                }
            }
        }
        front = next;
    }
    steps
}

/// Gathers each connected set of points for which `side` says the same, other than `None`.
pub fn regions(size: Size, side: impl Fn(Point) -> Option<Color>) -> Vec<(Color, PointSet)> {
    let (parts, count) = size.parts(&side);
    let mut found = vec![(None, PointSet::EMPTY); count];
    for (point, &part) in parts.iter() {
        let (color, region) = &mut found[usize::from(part)];
        *color = side(point);
        region.insert(point);
    }
    found.into_iter().filter_map(|(color, region)| Some((color?, region))).collect()
}

/// For each point the number of empty points in its zone: the connected points where the map has one
/// sign or that colour's stones are.
fn zones(position: &Position, map: &Field<f32>) -> Field<u16> {
    let size = position.size();
    let side = |point: Point| match position.stone(point) {
        Some(color) => Some(color),
        None if map[point] > 0.0 => Some(Color::Black),
        None if map[point] < 0.0 => Some(Color::White),
        None => None,
    };
    let mut zones = Field::filled(size, 0);
    for (_, region) in regions(size, side) {
        let empty = region.iter().filter(|&point| position.stone(point).is_none()).count();
        region.iter().for_each(|point| zones[point] = empty as u16);
    }
    zones
}

/// Connected empty points that border one colour only.
fn eye_regions(position: &Position) -> Vec<(Color, PointSet)> {
    let size = position.size();
    let empty: PointSet = size.points().filter(|&point| position.stone(point).is_none()).collect();
    empty
        .components(size)
        .filter_map(|region| {
            let beside = region.beside(size);
            let mut around = beside.iter().filter_map(|next| position.stone(next));
            let first = around.next()?;
            around.all(|color| color == first).then_some((first, region))
        })
        .collect()
}

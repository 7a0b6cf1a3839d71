//! The second look: with a first opinion of who owns each point, stones can be weighed by how likely
//! they live, and chains judged by the fate of their friends and enemies.

use super::sight::{Sight, regions};
use super::sink::Sink;
use super::{Group, bucket};
use crate::territory::terms::Place;
use aji_rules::{Color, Field, Point};

const MEAN_SCALES: [f32; 3] = [0.3, 0.7, 1.0];
const AREA_SCALES: [f32; 3] = [0.2, 0.5, 1.0];
const WEIGHED_SCALES: [f32; 4] = [2.0, 8.0, 20.0, 50.0];
/// A point belongs to a zone when its mean is beyond this.
const LEANING: f64 = 0.2;
/// The diamond around a point that counts, in steps.
const REACH: usize = 4;

/// The groups of features that the second look writes.
pub struct Groups {
    pub mean: &'static Group,
    pub fight: &'static Group,
    pub friend: &'static Group,
    pub weighed: &'static Group,
    pub near: &'static Group,
    pub wide: &'static Group,
    pub zone: &'static Group,
}

/// Adds what is seen knowing the means of the first look.
pub fn look(sink: &mut impl Sink, sight: &Sight, means: &Field<f64>, groups: &Groups) {
    let fates = fates(sight, means);
    let friends = friends(sight, &fates);
    let zones = zones(sight, means);
    for point in sight.size.points() {
        let place = Place::At(point);
        let around = Around::new(sight, means, point);
        sink.add_bent(place, groups.weighed, &WEIGHED_SCALES, around.weighed as f32);
        sink.add_bent(place, groups.near, &AREA_SCALES, around.near as f32);
        sink.add_bent(place, groups.wide, &AREA_SCALES, around.wide as f32);
        let chain = sight.chain_at[point].map(usize::from);
        if let Some((color, points)) = zones[point] {
            let sizes = groups.zone.len / 2;
            let index = points + if chain.is_some() { sizes } else { 0 };
            sink.add(place, groups.zone, index, f64::from(color.sign()));
        }
        let Some(chain) = chain else {
            sink.add_bent(place, groups.mean, &MEAN_SCALES, means[point] as f32);
            continue;
        };
        let sign = f64::from(sight.chains[chain].color.sign());
        sink.add_bent(place, groups.mean, &MEAN_SCALES, fates[chain] as f32);
        let Company { weakest_enemy, strongest_friend } = friends[chain];
        // Of an enemy it matters whether it is weak; no enemy is a step of its own.
        let enemy = weakest_enemy.map_or(4, |life| standing(life).min(3));
        sink.add(place, groups.fight, standing(sign * fates[chain]) * 5 + enemy, sign);
        if let Some(life) = strongest_friend {
            sink.add(place, groups.friend, standing(life), sign);
        }
    }
}

/// How well a chain stands, in five steps; `life` is from -1, dead, to 1.
fn standing(life: f64) -> usize {
    [-0.6, -0.2, 0.2, 0.6].iter().take_while(|&&bound| life >= bound).count()
}

/// The mean over each chain's stones.
fn fates(sight: &Sight, means: &Field<f64>) -> Vec<f64> {
    let mut sums = vec![0.0; sight.chains.len()];
    for (point, chain) in sight.chain_at.iter() {
        if let Some(chain) = *chain {
            sums[usize::from(chain)] += means[point];
        }
    }
    sums.iter().zip(&sight.chains).map(|(sum, chain)| sum / chain.stones as f64).collect()
}

/// How the chains near a chain stand, each from its own point of view.
#[derive(Clone, Copy, Default)]
struct Company {
    /// Beside it.
    weakest_enemy: Option<f64>,
    /// With a liberty in common.
    strongest_friend: Option<f64>,
}

fn friends(sight: &Sight, fates: &[f64]) -> Vec<Company> {
    let mut company = vec![Company::default(); fates.len()];
    let chain_at = |point: &Point| sight.chain_at[*point].map(usize::from);
    for point in sight.size.points() {
        let beside = sight.size.neighbours(point);
        let chains = beside.iter().filter_map(chain_at);
        if let Some(one) = chain_at(&point) {
            for other in
                chains.filter(|&other| sight.chains[other].color != sight.chains[one].color)
            {
                let life = f64::from(sight.chains[other].color.sign()) * fates[other];
                let weakest = &mut company[one].weakest_enemy;
                *weakest = Some(weakest.map_or(life, |weakest| weakest.min(life)));
            }
        } else {
            for one in chains {
                for other in beside.iter().filter_map(chain_at) {
                    if other != one && sight.chains[other].color == sight.chains[one].color {
                        let life = f64::from(sight.chains[other].color.sign()) * fates[other];
                        let strongest = &mut company[one].strongest_friend;
                        *strongest = Some(strongest.map_or(life, |strongest| strongest.max(life)));
                    }
                }
            }
        }
    }
    company
}

/// For each point in a zone that leans to one colour, the colour and how much room it has there: a
/// step of the expected points without its own stones.
fn zones(sight: &Sight, means: &Field<f64>) -> Field<Option<(Color, usize)>> {
    let side = |point: Point| match means[point] {
        mean if mean > LEANING => Some(Color::Black),
        mean if mean < -LEANING => Some(Color::White),
        _ => None,
    };
    let mut zones = Field::filled(sight.size, None);
    for (color, region) in regions(sight.size, side) {
        let room: f64 = region
            .iter()
            .filter(|&point| sight.position.stone(point) != Some(color))
            .map(|point| means[point].abs())
            .sum();
        let zone = Some((color, bucket(room as usize, &[3, 6, 10, 18, 40])));
        region.iter().for_each(|point| zones[point] = zone);
    }
    zones
}

/// Sums over the points around one.
struct Around {
    /// Stones by their means, each with the cross influence of its distance.
    weighed: f64,
    /// The mean over the point and its eight neighbours.
    near: f64,
    /// The mean over the diamond.
    wide: f64,
}

impl Around {
    fn new(sight: &Sight, means: &Field<f64>, point: Point) -> Around {
        let size = sight.size;
        let (x, y) = size.xy(point);
        let (mut weighed, mut near, mut near_count, mut wide, mut wide_count) =
            (0.0, 0.0, 0.0, 0.0, 0.0);
        for row in y.saturating_sub(REACH)..=(y + REACH).min(size.height() - 1) {
            let rows = row.abs_diff(y);
            let reach = REACH - rows;
            for column in x.saturating_sub(reach)..=(x + reach).min(size.width() - 1) {
                let columns = column.abs_diff(x);
                let index = row * size.width() + column;
                let mean = means.values()[index];
                if sight.chain_at.values()[index].is_some() {
                    weighed += mean * (10 - 2 * (rows + columns)) as f64;
                }
                if rows.max(columns) <= 1 {
                    near += mean;
                    near_count += 1.0;
                }
                wide += mean;
                wide_count += 1.0;
            }
        }
        Around { weighed, near: near / near_count, wide: wide / wide_count }
    }
}

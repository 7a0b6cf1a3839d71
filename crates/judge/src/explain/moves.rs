//! Why a move is thought of, in phrases.

use super::{Effect, counted};
use crate::evaluate::proved::EnclosedGroup;
use crate::judgement::{JudgedChain, Region};
use crate::opening::fuzzy::inputs::Gain;
use aji_rules::{Field, Move, Point, Position, Size};

/// How many shapes are named among the reasons.
const MOST_SHAPES: usize = 2;
/// A region where fewer points change hands is not named.
const LEAST_GAIN: f64 = 0.5;
/// The same where points are lost.
const LEAST_LOSS: f64 = 1.0;
/// Stones whose chance to live changes by less are not named...
const LEAST_CHANGE: f64 = 0.3;
/// ...and no more chains than this.
const MOST_FATES: usize = 2;

/// A move beside a pass. Ownership is Black's.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The ownership after a pass.
    pub passed: &'a Field<f64>,
    /// The ownership after the move.
    pub played: &'a Field<f64>,
    /// So many of the points that the mover gains were read too little to be told.
    pub unproved: f64,
}

/// Why a move is good: the group whose fate it is proved to decide, what it does at once, the shapes that it makes, and
/// what becomes of stones and regions with it beside what would become of them if its player passed.
pub fn why(
    position: &Position,
    point: Point,
    shapes: &[String],
    decided: Option<&EnclosedGroup>,
    beside: &Beside<'_>,
) -> Vec<String> {
    let proved = decided.map(|group| {
        let verb = if group.color == position.to_play() { "saves" } else { "kills" };
        let stones: Vec<Point> = group.stones.iter().collect();
        format!("{verb} {}, read to the end", stones_at(position.size(), &stones))
    });
    let mut reasons: Vec<String> = proved.into_iter().collect();
    reasons.extend(Effect::of(position, point).phrases());
    let is_new = |shape: &&String| {
        !["captures", "prevents", "is open"].iter().any(|start| shape.starts_with(start))
    };
    reasons.extend(shapes.iter().filter(is_new).take(MOST_SHAPES).cloned());
    // What it captures or saves at once was said.
    let is_said =
        reasons.iter().any(|told| told.starts_with("captures") || told.starts_with("saves"));
    let gains = gains(position, beside.passed, beside.played);
    let is_proved = |stone: Point| decided.is_some_and(|group| group.stones.contains(stone));
    let fates = gains.fates.into_iter().filter(|&(stone, _)| !is_said && !is_proved(stone));
    reasons.extend(fates.map(|(_, fate)| fate));
    reasons.extend(gains.region);
    let worth = gains.total - beside.unproved;
    if worth >= LEAST_GAIN {
        reasons.push(format!("is worth {worth:.1} points more than a pass"));
    }
    reasons
}

/// What a move gained beyond what was expected before it.
pub fn beyond(position: &Position, expected: &Field<f64>, found: &Field<f64>) -> Vec<String> {
    let gains = gains(position, expected, found);
    gains.fates.into_iter().map(|(_, fate)| fate).chain(gains.region).collect()
}

/// What the mover gains in the second way, in phrases.
struct Gains {
    /// What becomes of stones, by one of them.
    fates: Vec<(Point, String)>,
    /// Where the most points are gained; where the board is one region, the total says the same.
    region: Option<String>,
    total: f64,
}

fn gains(position: &Position, worse: &Field<f64>, better: &Field<f64>) -> Gains {
    let mover = position.to_play();
    let told = |Fate { chain, is_decided }: Fate| {
        let verb = match (chain.color == mover, is_decided) {
            (true, true) => "saves",
            (true, false) => "strengthens",
            (false, true) => "kills",
            (false, false) => "weakens",
        };
        let stone = *chain.stones.first()?;
        Some((stone, format!("{verb} {}", stones_at(position.size(), &chain.stones))))
    };
    let (region, total) = most_gained(position, worse, better);
    let region = region.filter(|(_, points)| *points >= LEAST_GAIN);
    Gains {
        fates: fates(position, worse, better).filter_map(told).collect(),
        region: region
            .map(|(region, points)| format!("gains {points:.1} points in the {}", region.name())),
        total,
    }
}

/// The region where the mover gains the most in the second way, and what is gained in all. A board that is one region has
/// none.
fn most_gained(
    position: &Position,
    worse: &Field<f64>,
    better: &Field<f64>,
) -> (Option<(Region, f64)>, f64) {
    let sign = f64::from(position.to_play().sign());
    let gained = Field::from_fn(position.size(), |at| sign * (better[at] - worse[at]));
    let regions = Region::sums(&gained).into_iter();
    let most = regions.max_by(|one, other| one.1.total_cmp(&other.1));
    (most.filter(|(region, _)| *region != Region::Board), gained.values().iter().sum())
}

/// Why a move was worse than the best: what becomes of stones and regions beside what would have become of them.
pub fn why_not(position: &Position, best: &Field<f64>, played: &Field<f64>) -> Vec<String> {
    let mover = position.to_play();
    let mut reasons: Vec<String> = fates(position, played, best)
        .map(|Fate { chain, is_decided }| {
            let (one, many) = match (chain.color == mover, is_decided) {
                (true, true) => ("dies", "die"),
                (true, false) => ("becomes weak", "become weak"),
                (false, true) => ("gets away", "get away"),
                (false, false) => ("becomes stronger", "become stronger"),
            };
            let verb = if chain.stones.len() == 1 { one } else { many };
            format!("{} {verb}", stones_at(position.size(), &chain.stones))
        })
        .collect();
    let (region, _) = most_gained(position, played, best);
    if let Some((region, points)) = region.filter(|(_, points)| *points >= LEAST_LOSS) {
        reasons.push(format!("{points:.1} points are lost in the {}", region.name()));
    }
    reasons
}

/// Stones whose life hangs on a move.
struct Fate {
    chain: JudgedChain,
    /// Whether they live one way and die the other.
    is_decided: bool,
}

/// The chains that the mover does better with in the second way, those with the most at stake first.
fn fates(
    position: &Position,
    worse: &Field<f64>,
    better: &Field<f64>,
) -> impl Iterator<Item = Fate> {
    let mover = position.to_play();
    let pairs =
        JudgedChain::all(position, worse).into_iter().zip(JudgedChain::all(position, better));
    let mut fates: Vec<(f64, Fate)> = pairs
        .filter_map(|(before, chain)| {
            let change = chain.life - before.life;
            let change = if chain.color == mover { change } else { -change };
            let is_decided = (before.life < 0.5) != (chain.life < 0.5);
            let stake = change * chain.stones.len() as f64;
            (change >= LEAST_CHANGE).then_some((stake, Fate { chain, is_decided }))
        })
        .collect();
    fates.sort_by(|one, other| other.0.total_cmp(&one.0));
    fates.into_iter().take(MOST_FATES).map(|(_, fate)| fate)
}

/// `the stone at C5`, `the 3 stones at C5`.
fn stones_at(size: Size, stones: &[Point]) -> String {
    let place = stones.first().map_or(String::new(), |&stone| size.vertex(stone).to_string());
    match stones.len() {
        1 => format!("the stone at {place}"),
        count => format!("the {count} stones at {place}"),
    }
}

/// `likeliest of 10 candidates (23 %)`.
pub fn of_rank(rank: usize, of: usize, probability: f64) -> String {
    let place = match (rank, rank % 10) {
        (1, _) => "likeliest".to_string(),
        (11..=13, _) => format!("{rank}th likeliest"),
        (_, 1) => format!("{rank}st likeliest"),
        (_, 2) => format!("{rank}nd likeliest"),
        (_, 3) => format!("{rank}rd likeliest"),
        _ => format!("{rank}th likeliest"),
    };
    format!("{place} of {} ({:.1} %)", counted(of, "candidate"), 100.0 * probability)
}

/// `gains much influence (+551) and some potential territory (+26.7 points)`.
pub fn of_influence(gain: &Gain, inputs: &[f64; 3]) -> String {
    let amount = |input: f64| match input {
        ..0.05 => "hardly any",
        ..0.25 => "little",
        ..0.5 => "some",
        _ => "much",
    };
    format!(
        "gains {} influence ({:+.0}) and {} potential territory ({:+.1} points)",
        amount(inputs[0]),
        gain.influence,
        amount(inputs[1]),
        gain.territory
    )
}

/// `is played here 12.5 % of the time`.
pub fn of_probability(probability: f64) -> String {
    format!("is played here {:.1} % of the time", 100.0 * probability)
}

/// `then leads by 3.5 points (87 visits)` and `expects Q16 D4`: what reading ahead found of a line, for its first mover.
pub fn of_reading(visits: u32, lead: f64, line: &[Move], size: Size) -> Vec<String> {
    let stands = if lead < 0.0 { "is behind" } else { "leads" };
    let line: Vec<String> = line.iter().map(|&mv| size.move_text(mv)).collect();
    vec![
        format!("then {stands} by {:.1} points ({})", lead.abs(), counted(visits, "visit")),
        format!("expects {}", line.join(" ")),
    ]
}

/// `saves 3 stones`, `puts 1 stone in atari`: something done to so many stones.
pub fn to_stones(verb: &str, count: usize, end: &str) -> String {
    format!("{verb} {}{end}", counted(count, "stone"))
}

//! Why a move is thought of, in phrases.

use super::{Effect, counted};
use crate::judgement::Region;
use crate::opening::fuzzy::inputs::Gain;
use aji_rules::{Field, Move, Point, Position, Size};

/// How many shapes are named among the reasons.
const MOST_SHAPES: usize = 2;
/// A region where fewer points change hands is not named.
const LEAST_GAIN: f64 = 0.5;

/// What a move does at once, the shapes that it makes, and where points change hands.
pub fn of_gain(
    position: &Position,
    point: Point,
    shapes: &[String],
    gained: &Field<f64>,
) -> Vec<String> {
    let mut reasons = Effect::of(position, point).phrases();
    let is_new = |shape: &&String| {
        !["captures", "prevents", "is open"].iter().any(|start| shape.starts_with(start))
    };
    reasons.extend(shapes.iter().filter(is_new).take(MOST_SHAPES).cloned());
    let most = Region::sums(gained).into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
    // Where the board is one region, the total says the same.
    if let Some((region, points)) =
        most.filter(|(region, points)| *points >= LEAST_GAIN && *region != Region::Board)
    {
        reasons.push(format!("gains {points:.1} points in the {}", region.name()));
    }
    let total: f64 = gained.values().iter().sum();
    reasons.push(format!("is worth {total:.1} points at a glance"));
    reasons
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

//! Who is ahead, and what the end will be.

use super::{Table, good, vertices};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::judgement::Score;
use aji_judge::score::FinalScore;
use aji_rules::{Color, HalfPoints, Point};

pub const TABLE: Table = &[
    ("final_score", |engine, _| good(result(engine.final_lead()?))),
    ("final_status", |engine, arguments| {
        let point = arguments.point(0)?;
        good(engine.final_score()?.status(point).to_string())
    }),
    ("final_status_list", status_list),
    ("estimate_score", |engine, _| estimate(engine)),
    ("new_score", |engine, _| estimate(engine)),
    ("experimental_score", |engine, arguments| {
        let color = arguments.color(0)?;
        let (upper, lower) = bounds(engine.judgement()?.score);
        good(format!("{:.1}", if color == Color::White { upper } else { lower }))
    }),
];

fn points(half_points: HalfPoints) -> f64 {
    f64::from(half_points.halves()) / 2.0
}

/// `B+3.5`, `W+12.0`, `0`.
fn result(lead: HalfPoints) -> String {
    match points(lead) {
        0.0 => "0".to_string(),
        lead if lead > 0.0 => format!("B+{lead:.1}"),
        lead => format!("W+{:.1}", -lead),
    }
}

/// As GNU Go writes it; the bounds are White's.
fn estimate(engine: &mut Engine) -> Result<Reply, Refusal> {
    let score = engine.judgement()?.score;
    let side = if score.black_lead >= 0.0 { 'B' } else { 'W' };
    let (upper, lower) = bounds(score);
    let lead = score.black_lead.abs();
    good(format!("{side}+{lead:.1} (upper bound: {upper:.1}, lower: {lower:.1})"))
}

/// White's lead at its best and at its worst. Results may be expected to stray to one side; the
/// estimate is between the bounds all the same.
fn bounds(score: Score) -> (f64, f64) {
    let lead = -score.black_lead;
    ((-points(score.low)).max(lead), (-points(score.high)).min(lead))
}

fn status_list(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let asked = arguments.word(0).ok_or(Refusal::SYNTAX)?.to_lowercase();
    let known = ["alive", "dead", "seki", "white_territory", "black_territory", "dame"];
    if !known.contains(&asked.as_str()) {
        return Err("invalid status".into());
    }
    let score = engine.final_score()?.clone();
    good(listed(engine, &score, &asked))
}

/// Stones chain by chain, a line each; empty points in one line.
fn listed(engine: &Engine, score: &FinalScore, asked: &str) -> String {
    let (size, game) = (engine.size(), engine.game());
    let fits = |point: Point| score.status(point).to_string() == asked;
    if matches!(asked, "alive" | "dead" | "seki") {
        let chains = game.position().chains().filter(|chain| fits(chain.head()));
        let line = |chain: aji_rules::position::Chain<'_>| {
            let mut stones: Vec<Point> = chain.stones().collect();
            stones.sort_unstable();
            vertices(size, stones)
        };
        return chains.map(line).collect::<Vec<_>>().join("\n");
    }
    vertices(size, size.points().filter(|&point| fits(point)))
}

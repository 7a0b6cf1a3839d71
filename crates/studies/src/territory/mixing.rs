//! Figure 1: running averages of Gibbs and Swendsen-Wang sampling against the exact expectations.

use super::Part;
use super::learned::SWEEPS;
use crate::File;
use crate::LabError;
use crate::claim::Claim;
use aji_draw::{Chart, Series};
use aji_judge::Dice;
use aji_judge::territory::gibbs::Gibbs;
use aji_judge::territory::sampler::Sampler;
use aji_judge::territory::swendsen_wang::SwendsenWang;
use aji_judge::territory::{Exact, Model};
use aji_rules::{Field, Point, Position, Size};
use std::fmt::Write;

/// Walks of each kind; the curves are of the first, the error is the mean over all.
const WALKS: u64 = 8;

/// After how many samples the averages are looked at: evenly on a logarithmic scale.
fn looks() -> Vec<u32> {
    let mut looks: Vec<u32> = (0..=60)
        .map(|n| f64::from(SWEEPS).powf(f64::from(n) / 60.0))
        .map(|n| n.round() as u32)
        .collect();
    looks.dedup();
    looks
}

/// The differences from the exact means at each look, point by point.
type Walk = Vec<(u32, Field<f64>)>;

pub fn make(
    model: &Model,
    (position, move_number): (&Position, usize),
    seed: u64,
) -> Result<Part, LabError> {
    let ising = model.ising(position);
    let size = ising.size();
    let exact = Exact::new(size)?.moments(&ising).means;
    let walk = |sampler: &mut dyn Sampler, dice: &mut Dice| -> Walk {
        let looks = looks();
        let mut walk = Vec::new();
        sampler.watched(SWEEPS, 0, dice, &mut |running| {
            if looks.contains(&running.outcomes()) {
                let off = |point: Point| running.mean(point) - exact[point];
                walk.push((running.outcomes(), Field::from_fn(size, off)));
            }
        });
        walk
    };
    let walks =
        |kind: fn(&aji_judge::territory::Ising, &mut Dice) -> Box<dyn Sampler>| -> Vec<Walk> {
            (0..WALKS)
                .map(|number| {
                    let mut dice = Dice::new(seed, number);
                    let mut sampler = kind(&ising, &mut dice);
                    walk(sampler.as_mut(), &mut dice)
                })
                .collect()
        };
    let gibbs = walks(|ising, dice| Box::new(Gibbs::new(ising, dice)));
    let clusters = walks(|ising, dice| Box::new(SwendsenWang::new(ising, dice)));
    let (gibbs_error, cluster_error) = (errors(&gibbs), errors(&clusters));

    let mut csv = "samples,gibbs_rms,swendsen_wang_rms\n".to_string();
    for ((count, gibbs), (_, clusters)) in gibbs_error.iter().zip(&cluster_error) {
        // Writing to a string does not fail.
        let _ = writeln!(csv, "{count},{gibbs:.5},{clusters:.5}");
    }
    let last = |errors: &[(u32, f64)]| errors.last().map_or(f64::NAN, |(_, error)| *error);
    let (gibbs_end, cluster_end) = (last(&gibbs_error), last(&cluster_error));
    let claim = Claim {
        says: format!(
            "Swendsen-Wang mixes faster than Gibbs sampling (after {SWEEPS} samples its averages are \
             nearer to exact)"
        ),
        found: format!("root mean square error {cluster_end:.3} against {gibbs_end:.3}"),
        is_reproduced: cluster_end < gibbs_end,
    };
    let markdown = format!(
        "## Figure 1: mixing\n\nThe difference between running averages and exact expectations, for \
         each of the {} points of the position at move {} of aji's example game, against the number of whole-board \
         samples.\n\n![Gibbs](figure1-gibbs.svg) ![Swendsen-Wang](figure1-swendsen-wang.svg)\n\n\
         ![Errors](figure1-errors.svg)\n\n{claim}\n",
        size.area(),
        move_number,
    );
    let errors = Chart::new("Error of running averages")
        .x("whole-board samples")
        .y("root mean square error")
        .log_x()
        .reach_y(0.0)
        .series(line("Gibbs", &gibbs_error))
        .series(line("Swendsen-Wang", &cluster_error));
    let files = vec![
        File::new("figure1-gibbs.svg", curves("Gibbs sampling", size, &gibbs[0])?),
        File::new("figure1-swendsen-wang.svg", curves("Swendsen-Wang", size, &clusters[0])?),
        File::new("figure1-errors.svg", errors.to_svg()?),
        File::new("figure1.csv", csv),
    ];
    Ok(Part { markdown, files })
}

fn line(name: &str, errors: &[(u32, f64)]) -> Series {
    Series::line(name, errors.iter().map(|&(count, error)| (f64::from(count), error)))
}

/// The root mean square over points and walks.
fn errors(walks: &[Walk]) -> Vec<(u32, f64)> {
    let Some(first) = walks.first() else { return Vec::new() };
    let at = |look: usize| {
        let squares = walks.iter().flat_map(|walk| walk[look].1.values()).map(|off| off * off);
        let count = walks.len() * first[look].1.values().len();
        (squares.sum::<f64>() / count as f64).sqrt()
    };
    first.iter().enumerate().map(|(look, (count, _))| (*count, at(look))).collect()
}

fn curves(title: &str, size: Size, walk: &Walk) -> Result<String, LabError> {
    let curve = |point: Point| walk.iter().map(move |(count, off)| (f64::from(*count), off[point]));
    let chart = Chart::new(title)
        .x("whole-board samples")
        .y("running average less exact")
        .log_x()
        .reach_y(-1.0)
        .reach_y(1.0)
        .series(Series::bundle("", size.points().map(curve)));
    Ok(chart.to_svg()?)
}

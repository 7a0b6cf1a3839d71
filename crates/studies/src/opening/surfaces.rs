//! Figure 5: the surfaces of both controllers, and how the numbers of the second were learned.

use crate::File;
use crate::claim::Claim;
use crate::opening::fuzzy::sanfis::{self, DeltaRuleSettings, Fitted, SIDE, Sample};
use crate::page::Part;
use aji_draw::{Chart, PictureError, Relief, Series};
use aji_judge::fuzzy::{Firing, Sugeno};
use aji_judge::opening::fuzzy::lee;
use serde_json::json;
use std::time::Instant;

/// How often each controller is asked for the comparison of times.
const QUESTIONS: usize = 200;
/// Surfaces are almost the same, as the study says, if they differ by less than this on average.
const ALMOST: f64 = 0.05;

/// Everything about the two controllers. How long they take is told on the page alone.
pub fn make() -> Result<Part, PictureError> {
    let mamdani = lee::mamdani();
    let samples = sanfis::samples(&mamdani);
    let start = lee::sugeno();
    // The rate is the study's, at which it settles.
    let learned = sanfis::delta_rule(&start, &samples, &DeltaRuleSettings::default());
    let Fitted { sugeno, errors } =
        learned.unwrap_or(Fitted { sugeno: lee::sugeno(), errors: Vec::new() });
    let best = sanfis::least_squares(&start, &samples).unwrap_or(start);
    let (delta_error, best_error) =
        (sanfis::error(&sugeno, &samples), sanfis::error(&best, &samples));

    let files = pictures(&samples, &sugeno, &errors, best_error)?;
    let ratio = time_ratio(&samples);
    let claim = Claim {
        says: "the surfaces of both controllers are almost the same".to_string(),
        found: format!("root mean square difference {delta_error:.4}"),
        is_reproduced: delta_error < ALMOST,
    };
    let quicker = Claim {
        says: "Sugeno's way is quicker than Mamdani's".to_string(),
        found: if ratio > 1.0 { "it is" } else { "it is not" }.to_string(),
        is_reproduced: ratio > 1.0,
    };
    let markdown = format!(
        "## Figure 5: control surfaces\n\nWhat both controllers make of influence and territory, each from 0 \
         to 1, and how they differ. Mamdani's is the centre of gravity of what the three rules say; \
         Sugeno's numbers were learned from it by the delta rule, as the study did (SANFIS), on a grid of \
         {SIDE} by {SIDE}.\n\n\
         ![Mamdani](figure5-mamdani.svg) ![Sugeno](figure5-sugeno.svg)\n\n\
         ![Difference](figure5-difference.svg) ![Learning](figure5-learning.svg)\n\n\
         | numbers by | root mean square error |\n|---|---|\n\
         | delta rule, 100 epochs at 0.01 | {delta_error:.4} |\n\
         | least squares | {best_error:.4} |\n\n{}\n{}\n\nIn the run that made this page Mamdani's way \
         took {ratio:.1} times as long as Sugeno's.\n\nThe rules as learned:\n\n```text\n{}```\n",
        claim,
        quicker,
        sugeno.rules(),
    );
    let numbers = vec![(
        "surfaces",
        json!({
            "delta_rule_error": delta_error,
            "least_squares_error": best_error,
            "delta_rule": &sugeno.parameters()[2 * sugeno.rules().set_count()..],
            "least_squares": &best.parameters()[2 * best.rules().set_count()..],
        }),
    )];
    Ok(Part { markdown, files, numbers, claims: vec![claim, quicker] })
}

fn pictures(
    samples: &[Sample],
    sugeno: &Sugeno,
    errors: &[f64],
    best: f64,
) -> Result<Vec<File>, PictureError> {
    let mut firing = Firing::default();
    let answers: Vec<f64> =
        samples.iter().map(|sample| sugeno.value(&sample.inputs, &mut firing)).collect();
    let wanted: Vec<f64> = samples.iter().map(|sample| sample.target).collect();
    let differences: Vec<f64> =
        answers.iter().zip(&wanted).map(|(one, other)| one - other).collect();
    // Samples go through the territories first: those are the columns of a row.
    let relief = |title: &str, values: &[f64]| {
        let rows = values.chunks(SIDE).map(<[f64]>::to_vec);
        Relief::new(title, rows).axes("territory", "influence", "move")
    };
    let reliefs = [
        ("figure5-mamdani", relief("Mamdani", &wanted).range(0.0, 1.0)),
        ("figure5-sugeno", relief("Sugeno, learned", &answers).range(0.0, 1.0)),
        ("figure5-difference", relief("Sugeno less Mamdani", &differences)),
    ];
    let mut files = Vec::new();
    for (name, relief) in reliefs {
        files.push(File::new(format!("{name}.svg"), relief.to_svg()?));
    }
    let learning = errors.iter().enumerate().map(|(epoch, &error)| ((epoch + 1) as f64, error));
    let chart = Chart::new("Learning the numbers of the rules")
        .x("epochs")
        .y("root mean square error")
        .log_y()
        .level(best)
        .series(Series::line("delta rule", learning));
    files.push(File::new("figure5-learning.svg", chart.to_svg()?));
    Ok(files)
}

/// How many times as long Mamdani's way takes as Sugeno's, on the same questions in the same run.
pub fn time_ratio(samples: &[Sample]) -> f64 {
    let (mamdani, sugeno) = (lee::mamdani(), lee::sugeno());
    let mut firing = Firing::default();
    let mut sum = 0.0;
    let mut seconds = |value: &mut dyn FnMut(&[f64]) -> f64| {
        let start = Instant::now();
        for _ in 0..QUESTIONS {
            sum += samples.iter().map(|sample| value(&sample.inputs)).sum::<f64>();
        }
        start.elapsed().as_secs_f64()
    };
    let slow = seconds(&mut |inputs| mamdani.value(inputs, &mut firing));
    let mut firing = Firing::default();
    let quick = seconds(&mut |inputs| sugeno.value(inputs, &mut firing));
    // The sum keeps the compiler from leaving the work out.
    if sum.is_finite() { slow / quick.max(1e-9) } else { 0.0 }
}

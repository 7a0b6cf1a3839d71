//! Influence as a judge of territory: the plain rules that a model must beat.

use super::territory::target;
use crate::labels::Example;
use crate::logistic::{Case, Logistic};
use aji_judge::influence::{Influence, Kind};
use aji_rules::{Color, Field, Position};

/// An influence whose values were turned into probabilities by logistic regression.
///
/// Three inputs say all of a point: the influence there, the same bent so that much influence is not
/// much more than some, and the stone on it. All change their sign with the colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibratedInfluence {
    kind: Kind,
    /// The size of a usual value.
    scale: f64,
    logistic: Logistic<3>,
}

impl CalibratedInfluence {
    /// Fits the values to what became of the points. Each position counts the same, whatever its
    /// size. Without examples, nothing is known of any point.
    pub fn fit(kind: Kind, examples: &[Example]) -> CalibratedInfluence {
        let fields: Vec<Field<f32>> =
            examples.iter().map(|example| kind.field(&example.position)).collect();
        let scale = usual_size(&fields);
        let mut cases = Vec::new();
        for (example, field) in examples.iter().zip(&fields) {
            let weight = 1.0 / field.size().area() as f64;
            cases.extend(field.iter().map(|(point, &value)| Case {
                inputs: inputs(value, scale, example.position.stone(point)),
                target: target(example.owner[point]),
                weight,
            }));
        }
        CalibratedInfluence { kind, scale, logistic: Logistic::fit(&cases) }
    }

    /// Which influence.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How likely each point is Black's in the end.
    pub fn black_probabilities(&self, position: &Position) -> Field<f64> {
        let field = self.kind.field(position);
        Field::from_fn(field.size(), |point| {
            let inputs = inputs(field[point], self.scale, position.stone(point));
            self.logistic.probability(&inputs)
        })
    }
}

fn inputs(value: f32, scale: f64, stone: Option<Color>) -> [f64; 3] {
    let value = f64::from(value) / scale;
    [value, value.tanh(), stone.map_or(0.0, |color| f64::from(color.sign()))]
}

/// The root of the mean square; one where all is zero.
fn usual_size(fields: &[Field<f32>]) -> f64 {
    let values = || fields.iter().flat_map(|field| field.values());
    let squares: f64 = values().map(|&value| f64::from(value).powi(2)).sum();
    if squares > 0.0 { (squares / values().count() as f64).sqrt() } else { 1.0 }
}

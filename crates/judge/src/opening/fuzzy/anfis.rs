//! The controller `anfis`: a rule for every combination of influence, territory and safety, with sets and
//! numbers learned from the openings of strong players.

use super::inputs::INPUTS;
use crate::features;
use crate::fuzzy::{Conjunction, RuleBase, Sugeno, Variable};
use aji_net::{ModelFile, ModelFileError};

const KIND: &str = "fuzzy";
const ARCHITECTURE: &str = "3x3x3 rules of first order";
const PARAMETERS: &str = "parameters";
/// What is beyond is no width of a set.
const MOST_LOG: f64 = 20.0;

/// The rules before anything is learned: all say 0. The sets are where candidates of openings are: one
/// standard deviation or so around what is usual.
pub fn start() -> Sugeno {
    let inputs: [Variable; INPUTS] = [
        Variable::new("influence", &[("LOW", 0.1, 0.3), ("MIDDLE", 0.1, 0.45), ("HIGH", 0.1, 0.6)]),
        Variable::new(
            "territory",
            &[("SMALL", 0.15, 0.1), ("MEDIUM", 0.15, 0.35), ("LARGE", 0.15, 0.6)],
        ),
        Variable::new("safety", &[("RISKY", 0.1, 0.35), ("TENSE", 0.1, 0.55), ("CALM", 0.1, 0.75)]),
    ];
    let grid = RuleBase::grid(inputs.to_vec(), "move");
    let sugeno = Sugeno::new(grid).expect("rules of a grid end with numbers");
    sugeno.with_conjunction(Conjunction::Product)
}

/// Reads a model file.
pub fn read(bytes: &[u8]) -> Result<Sugeno, ModelFileError> {
    let file = ModelFile::read(bytes)?;
    file.check(KIND, features::FUZZY, ARCHITECTURE)?;
    let start = start();
    let numbers = file.numbers(PARAMETERS, start.parameters().len())?;
    let mut numbers: Vec<f64> = numbers.iter().map(|&number| f64::from(number)).collect();
    for width in widths(&start) {
        numbers[width] = numbers[width].clamp(-MOST_LOG, MOST_LOG).exp();
    }
    Ok(start.with_parameters(&numbers).expect("finite numbers and widths above zero"))
}

/// The file of a controller, to which can be added how it was made. Of the widths it has the
/// logarithms, so that any numbers are rules.
pub fn file(sugeno: &Sugeno) -> ModelFile {
    let mut parameters = sugeno.parameters();
    widths(sugeno).for_each(|width| parameters[width] = parameters[width].ln());
    let parameters = parameters.into_iter().map(|number| number as f32).collect();
    ModelFile::new(KIND, features::FUZZY, ARCHITECTURE).with(PARAMETERS, parameters)
}

/// Which of the parameters are widths.
fn widths(sugeno: &Sugeno) -> impl Iterator<Item = usize> + use<> {
    (0..sugeno.rules().set_count()).map(|set| 2 * set)
}

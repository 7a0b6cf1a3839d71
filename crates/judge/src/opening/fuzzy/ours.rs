//! Our own controller: a rule for every combination of influence, territory and safety, with sets and
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

/// The rules before anything is learned: all say 0.
pub fn start() -> Sugeno {
    let input = |name: &str, words: [&str; 3]| {
        let [low, middle, high] = words;
        Variable::new(name, &[(low, 0.2, 0.0), (middle, 0.2, 0.5), (high, 0.2, 1.0)])
    };
    let inputs: [Variable; INPUTS] = [
        input("influence", ["LOW", "MIDDLE", "HIGH"]),
        input("territory", ["SMALL", "MEDIUM", "LARGE"]),
        input("safety", ["RISKY", "TENSE", "CALM"]),
    ];
    let grid = RuleBase::grid(inputs.to_vec(), "move");
    let sugeno = Sugeno::new(grid).expect("rules of a grid end with numbers");
    sugeno.with_conjunction(Conjunction::Product)
}

/// The controller that is built in, once there is one: then this reads
/// `include_bytes!("../../../../../models/fuzzy.safetensors")`.
pub fn embedded() -> Option<Sugeno> {
    None
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

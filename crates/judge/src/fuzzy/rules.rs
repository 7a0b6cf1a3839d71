//! Rules and the words they are made of.

use super::parse::{RulesError, parse};
use super::variable::Variable;
use std::fmt;
use std::str::FromStr;

/// What a rule says of the output when it fires.
#[derive(Clone, Debug, PartialEq)]
pub enum Consequent {
    /// One of the output's words.
    Set(usize),
    /// A number: the sum of the inputs times these factors, and a constant.
    Linear {
        /// One for each input.
        factors: Vec<f64>,
        /// What is added.
        constant: f64,
    },
}

/// One rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub(super) conditions: Vec<Option<usize>>,
    pub(super) consequent: Consequent,
}

impl Rule {
    /// For each input the set that it has to be in; `None` where it does not matter.
    pub fn conditions(&self) -> &[Option<usize>] {
        &self.conditions
    }

    /// What it says.
    pub fn consequent(&self) -> &Consequent {
        &self.consequent
    }
}

/// Variables with their words, and the rules that speak of them. Every set that a rule names exists.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBase {
    pub(super) inputs: Vec<Variable>,
    /// Without words if all rules end with numbers.
    pub(super) output: Variable,
    pub(super) rules: Vec<Rule>,
}

impl RuleBase {
    /// A rule for every combination of the words of all inputs, the last input's words going round
    /// first; each says 0 for the output.
    pub fn grid(inputs: Vec<Variable>, output: &str) -> RuleBase {
        let mut conditions: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for input in &inputs {
            let with = |before: &Vec<Option<usize>>, set: usize| {
                before.iter().copied().chain([Some(set)]).collect()
            };
            conditions = conditions
                .iter()
                .flat_map(|before| (0..input.sets.len()).map(move |set| with(before, set)))
                .collect();
        }
        RuleBase::with_zeros(inputs, output, conditions.into_iter())
    }

    /// The same conditions, but each rule says 0 for the output: what learning begins with.
    pub fn emptied(&self) -> RuleBase {
        let conditions = self.rules.iter().map(|rule| rule.conditions.clone());
        RuleBase::with_zeros(self.inputs.clone(), &self.output.name, conditions)
    }

    fn with_zeros(
        inputs: Vec<Variable>,
        output: &str,
        conditions: impl Iterator<Item = Vec<Option<usize>>>,
    ) -> RuleBase {
        let zero = Consequent::Linear { factors: vec![0.0; inputs.len()], constant: 0.0 };
        let rules = conditions.map(|conditions| Rule { conditions, consequent: zero.clone() });
        let rules = rules.collect();
        RuleBase { inputs, output: Variable::new(output, &[]), rules }
    }

    /// What is known, in the order in which it is given.
    pub fn inputs(&self) -> &[Variable] {
        &self.inputs
    }

    /// How many sets all inputs have together.
    pub fn set_count(&self) -> usize {
        self.inputs.iter().map(|input| input.sets.len()).sum()
    }

    /// What is asked for.
    pub fn output(&self) -> &Variable {
        &self.output
    }

    /// All rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The conditions of a rule in words, such as `influence HIGH and territory LARGE`; none for a
    /// rule that there is not.
    pub fn conditions_words(&self, rule: usize) -> String {
        self.named_conditions(rule, " ")
    }

    fn named_conditions(&self, rule: usize, between: &str) -> String {
        let conditions = self.rules.get(rule).map_or(&[][..], |rule| &rule.conditions);
        let words = self.inputs.iter().zip(conditions).filter_map(|(input, set)| {
            set.map(|set| format!("{}{between}{}", input.name, input.sets[set].name))
        });
        words.collect::<Vec<_>>().join(" and ")
    }
}

/// Reads the text of a rule base:
///
/// - `influence: LOW 0.2 0.0, HIGH 0.2 1.0` defines a variable and its words, each with the width and
///   the centre of its bell;
/// - `if influence is HIGH and territory is LARGE then move is GOOD` is a rule; it may also end with
///   numbers, as in `then move is 0.5 influence - 0.2 territory + 0.1`;
/// - a line that begins with two hyphens is a remark.
impl FromStr for RuleBase {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<RuleBase, RulesError> {
        parse(text)
    }
}

/// Writes the text of the rule base, which reads back as the same; with a precision, as in `{:.2}`, about
/// the same.
impl fmt::Display for RuleBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision();
        let number = |number: f64| match digits {
            Some(digits) => format!("{number:.digits$}"),
            None => number.to_string(),
        };
        for variable in self.inputs.iter().chain([&self.output]) {
            if variable.sets.is_empty() {
                continue;
            }
            let sets = variable.sets.iter().map(|set| {
                format!("{} {} {}", set.name, number(set.shape.sigma), number(set.shape.center))
            });
            writeln!(f, "{}: {}", variable.name, sets.collect::<Vec<_>>().join(", "))?;
        }
        for (nth, rule) in self.rules.iter().enumerate() {
            let conditions = self.named_conditions(nth, " is ");
            write!(f, "if {conditions} then {} is ", self.output.name)?;
            match &rule.consequent {
                Consequent::Set(set) => writeln!(f, "{}", self.output.sets[*set].name)?,
                Consequent::Linear { factors, constant } => {
                    let inputs = self.inputs.iter().map(|input| Some(&input.name));
                    let terms = inputs.zip(factors).chain([(None, constant)]);
                    for (place, (input, &factor)) in terms.enumerate() {
                        let sign = match (place, factor.is_sign_negative()) {
                            (0, false) => "",
                            (0, true) => "-",
                            (_, false) => " + ",
                            (_, true) => " - ",
                        };
                        write!(f, "{sign}{}", number(factor.abs()))?;
                        if let Some(input) = input {
                            write!(f, " {input}")?;
                        }
                    }
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

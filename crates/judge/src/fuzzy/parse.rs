//! The text of a rule base, read.

use super::rules::{Consequent, Rule, RuleBase};
use super::variable::{Gaussian, Set, Variable};

/// What is wrong with the text of a rule base, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the rules: {trouble}")]
pub struct RulesError {
    /// The line, from one; of what is missing, the last.
    pub line: usize,
    /// What is wrong there.
    pub trouble: Trouble,
}

/// What can be wrong in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Neither a variable nor a rule.
    #[error(
        "this is neither a variable, as in `influence: LOW 0.2 0, HIGH 0.2 1`, nor a rule that begins with `if`"
    )]
    Neither,
    /// A set that cannot be read.
    #[error("`{0}` is no set; write its name, its width and its centre, as in `HIGH 0.2 1`")]
    Set(String),
    /// A width that no bell has.
    #[error("the width of `{0}` has to be above 0")]
    Width(String),
    /// A name that stands for something else.
    #[error(
        "`{0}` cannot be a name; a name is a word that is no number and none of if, is, and, then"
    )]
    Name(String),
    /// Something defined twice.
    #[error("`{0}` is defined twice; take one of the two out")]
    Twice(String),
    /// No `then`.
    #[error("the rule has no end; write `if ... then move is GOOD`")]
    NoThen,
    /// Not `name is SET`.
    #[error("`{0}` is no condition; write it as `influence is HIGH`")]
    Condition(String),
    /// A variable that was not defined.
    #[error("`{0}` is not defined above; add a line such as `{0}: LOW 0.2 0, HIGH 0.2 1`")]
    Variable(String),
    /// A set that a variable has not.
    #[error("`{variable}` has no set `{set}`; it has {known}")]
    UnknownSet {
        /// The variable.
        variable: String,
        /// What it should be.
        set: String,
        /// What there is.
        known: String,
    },
    /// The output among the inputs.
    #[error("`{0}` is what the rules are asked for, so it cannot be a condition, too")]
    OutputAsInput(String),
    /// Two outputs.
    #[error("this rule is about `{0}`, and those above about `{1}`; put it into a text of its own")]
    OtherOutput(String, String),
    /// A sum that cannot be read.
    #[error(
        "`{0}` cannot be read; write numbers and inputs as in `0.5 influence - 0.2 territory + 0.1`"
    )]
    Sum(String),
    /// Rules without an end to them.
    #[error("there is no rule; add a line such as `if influence is HIGH then move is GOOD`")]
    NoRule,
}

/// A rule in words.
struct Spoken<'a> {
    line: usize,
    conditions: Vec<(&'a str, &'a str)>,
    output: &'a str,
    end: &'a str,
}

pub(super) fn parse(text: &str) -> Result<RuleBase, RulesError> {
    let mut variables: Vec<Variable> = Vec::new();
    let mut spoken: Vec<Spoken<'_>> = Vec::new();
    let mut line = 0;
    for (nth, words) in text.lines().enumerate() {
        line = nth + 1;
        let at = |trouble: Trouble| RulesError { line, trouble };
        let words = words.trim();
        if words.is_empty() || words.starts_with("--") {
            continue;
        }
        if let Some(rule) = words.strip_prefix("if ") {
            spoken.push(read_rule(line, rule).map_err(at)?);
        } else if let Some((name, sets)) = words.split_once(':') {
            let variable = read_variable(name.trim(), sets).map_err(at)?;
            if variables.iter().any(|known| known.name == variable.name) {
                return Err(at(Trouble::Twice(variable.name)));
            }
            variables.push(variable);
        } else {
            return Err(at(Trouble::Neither));
        }
    }
    let Some(first) = spoken.first() else {
        return Err(RulesError { line: line.max(1), trouble: Trouble::NoRule });
    };
    let output = match variables.iter().position(|variable| variable.name == first.output) {
        Some(index) => variables.remove(index),
        None => Variable::new(first.output, &[]),
    };
    let mut base = RuleBase { inputs: variables, output, rules: Vec::new() };
    for rule in &spoken {
        let understood = understood(&base, rule);
        let rule = understood.map_err(|trouble| RulesError { line: rule.line, trouble })?;
        base.rules.push(rule);
    }
    Ok(base)
}

fn read_variable(name: &str, sets: &str) -> Result<Variable, Trouble> {
    let name = read_name(name)?;
    let mut variable = Variable { name, sets: Vec::new() };
    for part in sets.split(',').map(str::trim) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let no_set = || Trouble::Set(part.to_string());
        let [word, sigma, center] = words[..] else { return Err(no_set()) };
        let number = |text: &str| {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(no_set)
        };
        let shape = Gaussian { sigma: number(sigma)?, center: number(center)? };
        let word = read_name(word)?;
        if shape.sigma <= 0.0 {
            return Err(Trouble::Width(word));
        }
        if variable.set_named(&word).is_some() {
            return Err(Trouble::Twice(word));
        }
        variable.sets.push(Set { name: word, shape });
    }
    Ok(variable)
}

fn read_name(text: &str) -> Result<String, Trouble> {
    let mut letters = text.chars();
    let is_name = letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|letter| letter.is_alphanumeric() || "-_'".contains(letter))
        && !["if", "is", "and", "then"].contains(&text)
        && text.parse::<f64>().is_err();
    if is_name { Ok(text.to_string()) } else { Err(Trouble::Name(text.to_string())) }
}

fn read_rule(line: usize, text: &str) -> Result<Spoken<'_>, Trouble> {
    let (conditions, end) = text.split_once(" then ").ok_or(Trouble::NoThen)?;
    let halves = |text| {
        let text: &str = text;
        let (name, what) =
            text.split_once(" is ").ok_or_else(|| Trouble::Condition(text.trim().to_string()))?;
        Ok((name.trim(), what.trim()))
    };
    let conditions = conditions.split(" and ").map(halves).collect::<Result<Vec<_>, _>>()?;
    let (output, end) = halves(end)?;
    read_name(output)?;
    Ok(Spoken { line, conditions, output, end })
}

fn understood(base: &RuleBase, spoken: &Spoken<'_>) -> Result<Rule, Trouble> {
    let output = &base.output;
    if spoken.output != output.name {
        return Err(Trouble::OtherOutput(spoken.output.to_string(), output.name.clone()));
    }
    let mut conditions = vec![None; base.inputs.len()];
    for &(name, set) in &spoken.conditions {
        if name == output.name {
            return Err(Trouble::OutputAsInput(name.to_string()));
        }
        let input = base.inputs.iter().position(|input| input.name == name);
        let input = input.ok_or_else(|| Trouble::Variable(name.to_string()))?;
        if conditions[input].replace(named_set(&base.inputs[input], set)?).is_some() {
            return Err(Trouble::Twice(name.to_string()));
        }
    }
    // A set's name begins with a letter, a sum with a number or an input; inputs come after numbers.
    let is_word = spoken.end.split_whitespace().count() == 1 && read_name(spoken.end).is_ok();
    let consequent = if is_word {
        if output.sets.is_empty() {
            return Err(Trouble::Variable(output.name.clone()));
        }
        Consequent::Set(named_set(output, spoken.end)?)
    } else {
        read_sum(&base.inputs, spoken.end).ok_or_else(|| Trouble::Sum(spoken.end.to_string()))?
    };
    Ok(Rule { conditions, consequent })
}

fn named_set(variable: &Variable, set: &str) -> Result<usize, Trouble> {
    variable.set_named(set).ok_or_else(|| {
        let known: Vec<&str> = variable.sets.iter().map(|set| set.name.as_str()).collect();
        let (variable, set) = (variable.name.clone(), set.to_string());
        Trouble::UnknownSet { variable, set, known: known.join(", ") }
    })
}

/// `0.5 influence - 0.2 territory + 0.1`.
fn read_sum(inputs: &[Variable], text: &str) -> Option<Consequent> {
    let (mut factors, mut constant) = (vec![0.0; inputs.len()], 0.0);
    let mut words = text.split_whitespace().peekable();
    let mut sign = 1.0;
    loop {
        let number = words.next()?.parse::<f64>().ok().filter(|number| number.is_finite())?;
        match words.peek() {
            Some(&"+" | &"-") | None => constant += sign * number,
            Some(&name) => {
                let input = inputs.iter().position(|input| input.name == name)?;
                factors[input] += sign * number;
                words.next();
            }
        }
        sign = match words.next() {
            Some("+") => 1.0,
            Some("-") => -1.0,
            Some(_) => return None,
            None => return Some(Consequent::Linear { factors, constant }),
        };
    }
}

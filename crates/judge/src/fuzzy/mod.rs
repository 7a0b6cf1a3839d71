//! Fuzzy reasoning: rules in words such as `if influence is HIGH and territory is LARGE then move is
//! EXCELLENT`, and two ways to make a number of them. Nothing here knows what the words are about.
//!
//! A [`RuleBase`] is a small text. [`Mamdani`] answers with the centre of what all rules say together,
//! [`Sugeno`] with the mean of what each rule says in numbers, which is quick and can be learned. Both
//! leave in a [`Firing`] how strongly every rule fired.
//!
//! ```
//! use aji_judge::fuzzy::{Firing, Mamdani, RuleBase};
//!
//! let rules: RuleBase = "
//!     warmth: COLD 0.2 0, HOT 0.2 1
//!     fan: SLOW 0.2 0, FAST 0.2 1
//!     if warmth is HOT then fan is FAST
//!     if warmth is COLD then fan is SLOW
//! ".parse().unwrap();
//! let fan = Mamdani::new(rules).unwrap();
//! let mut firing = Firing::default();
//! assert!(fan.value(&[0.9], &mut firing) > 0.6);
//! assert!(firing.strengths()[0] > firing.strengths()[1]);
//! ```

mod fire;
mod mamdani;
mod parse;
mod rules;
mod sugeno;
mod variable;

pub use fire::{Conjunction, Firing};
pub use mamdani::{Mamdani, POINTS};
pub use parse::{RulesError, Trouble};
pub use rules::{Consequent, Rule, RuleBase};
pub use sugeno::Sugeno;
pub use variable::{Gaussian, Set, Variable};

/// Why a rule base does not suit a way of reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnfitRules {
    /// Mamdani's way needs sets.
    #[error(
        "rule {0} ends with a number; Mamdani's way needs a set of the output, as in `then move is GOOD`"
    )]
    Numbers(usize),
    /// Sugeno's way needs numbers.
    #[error(
        "rule {0} ends with a set; Sugeno's way needs numbers, as in `then move is 0.5 influence + 0.1`"
    )]
    Sets(usize),
}

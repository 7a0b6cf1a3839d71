//! Lee's two controllers.

use crate::fuzzy::{Mamdani, RuleBase, Sugeno};
use std::sync::OnceLock;

/// The rules in words, as text.
pub const MAMDANI: &str = include_str!("study-mamdani.txt");
/// The rules that end with numbers, as text.
pub const SUGENO: &str = include_str!("study-sugeno.txt");

/// The controller in words.
pub fn mamdani() -> Mamdani {
    static CONTROLLER: OnceLock<Mamdani> = OnceLock::new();
    let make = || Mamdani::new(built_in(MAMDANI)).expect("a test reads what is built in");
    CONTROLLER.get_or_init(make).clone()
}

/// The quick controller, which Lee et al. play with.
pub fn sugeno() -> Sugeno {
    static CONTROLLER: OnceLock<Sugeno> = OnceLock::new();
    let make = || Sugeno::new(built_in(SUGENO)).expect("a test reads what is built in");
    CONTROLLER.get_or_init(make).clone()
}

fn built_in(text: &str) -> RuleBase {
    text.parse().expect("a test reads what is built in")
}

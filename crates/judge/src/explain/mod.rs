//! All prose of the library: what is found elsewhere as facts is put into words here, one file a subject.
//!
//! Sentences are for positions ([`judgement`]) and counted boards ([`score`](mod@score)), phrases for moves: what a stone
//! does at once ([`Effect`]), what players call it ([`move_name`]), and why it is thought of ([`moves`]).

mod effect;
pub mod judgement;
mod move_names;
pub mod moves;
pub mod score;

pub use effect::Effect;
pub use judgement::{brief_verdict, percent};
pub use move_names::name as move_name;
pub use score::lead_words;

/// `1 stone`, `6.5 points`.
fn counted(number: impl ToString, one: &str) -> String {
    let number = number.to_string();
    let end = if number == "1" { "" } else { "s" };
    format!("{number} {one}{end}")
}

//! Fuzzes what reads drawings of boards.
#![no_main]

#[path = "../../crates/rules/tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::diagram(bytes));

//! Fuzzes what reads GIB, NGF and UGI.
#![no_main]

#[path = "../../crates/record/tests/laws/mod.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::gib(bytes));

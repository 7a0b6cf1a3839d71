//! Numbers in checkpoints, by their bits: short, quick, and exact.

use serde::{Deserialize, Deserializer, Serializer, de::Error};
use std::fmt::Write;

pub fn serialize<S: Serializer>(values: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = String::with_capacity(8 * values.len());
    for value in values {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:08x}", value.to_bits());
    }
    serializer.serialize_str(&text)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let value = |word: &[u8; 8]| {
        let bits = u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok()?;
        Some(f32::from_bits(bits)).filter(|value| value.is_finite())
    };
    let values = words.iter().map(value).collect::<Option<Vec<f32>>>();
    let values = values.filter(|_| rest.is_empty());
    values.ok_or_else(|| D::Error::custom("numbers are eight hexadecimal digits each"))
}

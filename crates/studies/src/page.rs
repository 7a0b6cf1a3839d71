//! A study's page, put together from its parts.

use crate::File;
use crate::claim::Claim;
use serde_json::{Map, Value, json};

/// A part of the page, the files that it shows, its numbers by name, and the claims in it.
#[derive(Default)]
pub struct Part {
    /// What the page says.
    pub markdown: String,
    /// What it shows.
    pub files: Vec<File>,
    /// What programs may read.
    pub numbers: Vec<(&'static str, Value)>,
    /// What the study says, held against what was found.
    pub claims: Vec<Claim>,
}

/// The page that has it all as README.md, the numbers as results.json, and the other files.
pub fn make(beginning: String, parts: Vec<Part>) -> Vec<File> {
    let mut page = beginning;
    let mut files = Vec::new();
    let mut numbers = Map::new();
    let mut claims: Vec<Claim> = Vec::new();
    for part in parts {
        page.push('\n');
        page += &part.markdown;
        files.extend(part.files);
        numbers.extend(part.numbers.into_iter().map(|(name, value)| (name.to_string(), value)));
        claims.extend(part.claims);
    }
    numbers.insert("claims".to_string(), json!(claims));
    files.push(File::new("results.json", format!("{:#}\n", Value::Object(numbers))));
    files.push(File::new("README.md", page));
    files
}

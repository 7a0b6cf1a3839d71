//! The page that has it all.

use super::{Data, MOVES, Part};
use crate::File;
use aji_learn::labels::Example;

pub fn make(data: &Data, tests: &[Vec<Example>; 3], parts: Vec<Part>) -> Vec<File> {
    let counts = tests.iter().map(Vec::len);
    let positions: usize = counts.sum();
    let mut page = format!(
        "# Territory by Markov random fields, made anew\n\n\
         `aji lab territory` makes this page from labelled games; seed {}. {} Everything is learned \
         from {} positions and measured on {positions} positions of {} games, at moves {}. Claims of \
         the study are marked reproduced or not; intervals are for 95 %, by a bootstrap over \
         positions.\n",
        data.seed,
        data.told,
        data.positions,
        data.test.len(),
        MOVES.map(|number| number.to_string()).join(", "),
    );
    let mut files = Vec::new();
    for part in parts {
        page.push('\n');
        page += &part.markdown;
        files.extend(part.files);
    }
    files.push(File::new("README.md", page));
    files
}

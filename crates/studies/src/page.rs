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

/// A page that was made earlier, of which some parts are to stay.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// README.md.
    pub markdown: String,
    /// results.json.
    pub numbers: Map<String, Value>,
}

impl Earlier {
    /// Of its files; `None` if the numbers are none.
    pub fn new(markdown: String, numbers: &str) -> Option<Earlier> {
        Some(Earlier { markdown, numbers: serde_json::from_str(numbers).ok()? })
    }
}

/// The page that has it all as README.md, the numbers as results.json, and the other files.
pub fn make(beginning: String, parts: Vec<Part>) -> Vec<File> {
    renew(Earlier { markdown: beginning, numbers: Map::new() }, parts)
}

/// The earlier page with these parts in place of those with the same heading. What is new comes behind the rest.
pub fn renew(earlier: Earlier, parts: Vec<Part>) -> Vec<File> {
    let mut sections = sections(&earlier.markdown);
    let mut files = Vec::new();
    let mut numbers = earlier.numbers;
    let mut claims: Vec<Value> = match numbers.get_mut("claims") {
        Some(Value::Array(claims)) => std::mem::take(claims),
        _ => Vec::new(),
    };
    for part in parts {
        let heading = part.markdown.lines().next();
        match sections.iter_mut().find(|section| section.lines().next() == heading) {
            Some(section) => *section = part.markdown,
            None => sections.push(part.markdown),
        }
        files.extend(part.files);
        numbers.extend(part.numbers.into_iter().map(|(name, value)| (name.to_string(), value)));
        for claim in part.claims.iter().map(|claim| json!(claim)) {
            match claims.iter_mut().find(|earlier| earlier["says"] == claim["says"]) {
                Some(earlier) => *earlier = claim,
                None => claims.push(claim),
            }
        }
    }
    numbers.insert("claims".to_string(), Value::Array(claims));
    files.push(File::new("results.json", format!("{:#}\n", Value::Object(numbers))));
    let sections: Vec<String> =
        sections.iter().map(|section| format!("{}\n", section.trim_end())).collect();
    files.push(File::new("README.md", sections.join("\n")));
    files
}

/// What is in front of the first part, and the parts, each from its heading on.
fn sections(page: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    for line in page.split_inclusive('\n') {
        if line.starts_with("## ") {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            *section += line;
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(heading: &str, text: &str, name: &'static str, number: u32) -> Part {
        let claim = Claim { says: name.to_string(), found: text.to_string(), is_reproduced: true };
        Part {
            markdown: format!("## {heading}\n\n{text}\n"),
            files: vec![File::new(format!("{name}.svg"), text)],
            numbers: vec![(name, json!(number))],
            claims: vec![claim],
        }
    }

    fn text(files: &[File], name: &str) -> String {
        let file = files.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(file.bytes.clone()).unwrap()
    }

    #[test]
    fn a_part_is_made_anew_and_the_others_stay() {
        let parts = vec![part("One", "first", "one", 1), part("Two", "second", "two", 2)];
        let made = make("# Page\n\nBeginning.\n".to_string(), parts);
        let (page, numbers) = (text(&made, "README.md"), text(&made, "results.json"));
        assert_eq!(page, "# Page\n\nBeginning.\n\n## One\n\nfirst\n\n## Two\n\nsecond\n");
        let earlier = Earlier::new(page.clone(), &numbers).unwrap();
        let anew = vec![part("One", "changed", "one", 3), part("Three", "third", "three", 4)];
        let renewed = renew(earlier.clone(), anew);
        let changed = page.replace("first", "changed") + "\n## Three\n\nthird\n";
        assert_eq!(text(&renewed, "README.md"), changed);
        let numbers: Value = serde_json::from_str(&text(&renewed, "results.json")).unwrap();
        assert_eq!((&numbers["one"], &numbers["two"]), (&json!(3), &json!(2)));
        let found: Vec<&Value> =
            numbers["claims"].as_array().unwrap().iter().map(|claim| &claim["found"]).collect();
        assert_eq!(found, ["changed", "second", "third"]);
        // Files of other parts are left alone; and who makes nothing anew changes nothing.
        assert_eq!(renewed.len(), 4);
        assert_eq!(text(&renew(earlier, Vec::new()), "README.md"), page);
        assert!(Earlier::new(page, "[1]").is_none());
    }
}

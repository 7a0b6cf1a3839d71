//! What is ours in a record: noted in a property of our own, so that it can be told from what was there before.

use aji_record::Record;
use aji_record::sgf::{NodeId, Tree, escape};
use std::collections::HashSet;

/// Who wrote the record.
pub const PROGRAM: &str = concat!("aji:", env!("CARGO_PKG_VERSION"));
/// The names of the properties that are ours in a node, or that all of the node is.
const OURS: &str = "AJI";
const LINE: &str = "line";
/// Around our part of a comment.
const BEGIN: &str = "-- aji --";
const END: &str = "-- aji ends --";
/// Between the user's part and ours.
const GAP: &str = "\n\n";

/// Whether a record is one that we wrote a review into.
pub fn is_ours(record: &Record) -> bool {
    let (tree, root) = (&record.tree, record.tree.root());
    let by_us = tree.get(root, "AP").is_some_and(|program| program.starts_with("aji:"));
    by_us && tree.get(root, OURS).is_some()
}

/// A node of a line of ours.
pub fn note_line(tree: &mut Tree, node: NodeId) {
    tree.set(node, OURS, &[LINE]);
}

/// Adds to a node, and notes what.
pub struct Marks<'t> {
    tree: &'t mut Tree,
    node: NodeId,
}

impl<'t> Marks<'t> {
    pub fn on(tree: &'t mut Tree, node: NodeId) -> Marks<'t> {
        Marks { tree, node }
    }

    /// A property that is about analysis: what others wrote there goes.
    pub fn set(&mut self, name: &str, values: &[String]) {
        self.tree.remove(self.node, name);
        self.put(name, values);
    }

    /// A property that people use, too: what they wrote stays.
    pub fn put(&mut self, name: &str, values: &[String]) {
        if !values.is_empty() && self.tree.get(self.node, name).is_none() {
            self.tree.set(self.node, name, values);
            self.note(name);
        }
    }

    /// A property of several that exclude each other.
    pub fn put_one_of(&mut self, all: &[&str], name: &str, value: &str) {
        if all.iter().all(|one| self.tree.get(self.node, one).is_none()) {
            self.put(name, &[value.to_string()]);
        }
    }

    /// Our part of the comment, behind the user's.
    pub fn say(&mut self, text: &str) {
        let ours = format!("{BEGIN}\n{}\n{END}", escape(text, false));
        let said = comment(self.tree, self.node);
        let whole = if said.is_empty() { ours } else { format!("{said}{GAP}{ours}") };
        self.tree.set(self.node, "C", &[whole]);
    }

    fn note(&mut self, name: &str) {
        // It stands behind all that is ours.
        let noted = self.tree.get(self.node, OURS).map(str::to_string);
        self.tree.remove(self.node, OURS);
        let names = noted.map_or(name.to_string(), |noted| format!("{noted} {name}"));
        self.tree.set(self.node, OURS, &[names]);
    }
}

/// All of a comment, raw.
fn comment(tree: &Tree, node: NodeId) -> String {
    tree.values(node, "C").collect::<Vec<_>>().join("\n")
}

/// Takes out what an earlier review put in.
pub fn strip(tree: &mut Tree) {
    let nodes: Vec<NodeId> = tree.nodes().collect();
    // Lines that somebody went on with, or wrote about, are no longer ours alone. Children come after parents.
    let mut lines: HashSet<NodeId> = HashSet::new();
    for &node in nodes.iter().rev() {
        let is_ours = tree.get(node, OURS) == Some(LINE);
        if is_ours && tree.children(node).all(|child| lines.contains(&child)) {
            lines.insert(node);
        }
    }
    for &node in &nodes {
        if lines.contains(&node) {
            tree.prune(node);
            continue;
        }
        let noted = tree.get(node, OURS).map(str::to_string).unwrap_or_default();
        for name in noted.split_whitespace().filter(|&name| name != LINE) {
            tree.remove(node, name);
        }
        tree.remove(node, OURS);
        let said = comment(tree, node);
        if let Some(kept) = without_ours(&said) {
            match kept.is_empty() {
                true => _ = tree.remove(node, "C"),
                false => tree.set(node, "C", &[kept]),
            }
        }
    }
}

/// A comment without our part, if it has one.
fn without_ours(said: &str) -> Option<String> {
    let (before, rest) = said.split_once(BEGIN)?;
    let after = rest.split_once(END).map_or("", |(_, after)| after);
    Some(format!("{}{after}", before.strip_suffix(GAP).unwrap_or(before)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_record::sgf::parse;

    fn tree(text: &str) -> Tree {
        parse(text.to_string()).unwrap().tree
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let text = "(;C[a\\] b]LB[aa:1];B[aa]XX[\\]\\:])";
        let mut changed = tree(text);
        for node in changed.nodes().collect::<Vec<_>>() {
            let mut marks = Marks::on(&mut changed, node);
            marks.set("V", &["3.5".to_string()]);
            marks.put("LB", &["bb:A".to_string()]);
            marks.put_one_of(&["BM", "TE"], "BM", "1");
            marks.say("why]");
        }
        let line = changed.add_child(changed.root());
        note_line(&mut changed, line);
        assert!(changed.write().contains("C[a\\] b\n\n-- aji --\nwhy\\]\n-- aji ends --]"));
        assert!(changed.write().contains("AJI[V BM]") && changed.write().contains("AJI[V LB BM]"));
        strip(&mut changed);
        assert_eq!(changed, tree(text));
    }

    #[test]
    fn a_line_that_somebody_went_on_with_stays() {
        let mut changed = tree("(;AJI[V]V[1](;B[aa])(;B[bb]AJI[line];W[cc]AJI[line];B[dd]))");
        strip(&mut changed);
        assert_eq!(changed, tree("(;(;B[aa])(;B[bb];W[cc];B[dd]))"));
    }

    #[test]
    fn what_is_written_behind_our_part_stays() {
        let ours = format!("{BEGIN}\nwhy\n{END}");
        assert_eq!(without_ours(&format!("user{GAP}{ours}, more")), Some("user, more".to_string()));
        assert_eq!(without_ours(&ours), Some(String::new()));
        assert_eq!(without_ours("user"), None);
    }
}

//! Changing a tree: nodes and properties are added, replaced and taken out.
//!
//! Values are given raw, but for [`Tree::set_text`]. A value that would leak out of its brackets is
//! protected, so a tree can always be written. New text goes behind the old, and what is taken out is
//! only unlinked.

use super::super::escape::{escape, seal};
use super::{NodeId, PropId, Property, Span, Tree};

impl Tree {
    /// Adds a node after this one, as its last variation.
    pub fn add_child(&mut self, id: NodeId) -> NodeId {
        let offset = self.nodes[id.index()].offset;
        self.push_node(Some(id), offset)
    }

    /// Takes a node and all after it out of the tree. The root stays; then this is false.
    pub fn prune(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else {
            return false;
        };
        let siblings: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        for (i, &child) in siblings.iter().enumerate() {
            self.nodes[child.index()].next_sibling = siblings.get(i + 1).copied();
        }
        let parent = &mut self.nodes[parent.index()];
        parent.first_child = siblings.first().copied();
        parent.last_child = siblings.last().copied();
        let node = &mut self.nodes[id.index()];
        node.parent = None;
        node.next_sibling = None;
        true
    }

    /// Gives a property this text, which is escaped, instead of any values it had.
    ///
    /// # Panics
    ///
    /// As [`set`](Tree::set).
    pub fn set_text(&mut self, id: NodeId, name: &str, text: &str) {
        self.set(id, name, &[escape(text, false)]);
    }

    /// Gives a property these values instead of any it had; without values, removes it. They are
    /// raw, so a `\` in them is taken for an escape; for text there is
    /// [`set_text`](Tree::set_text).
    ///
    /// # Panics
    ///
    /// If `id` is of a larger tree; if the property is new and `name` is not a property name (a
    /// letter, then letters and digits); if the text of the tree would pass 4 GiB.
    pub fn set<V: AsRef<str>>(&mut self, id: NodeId, name: &str, values: &[V]) {
        let first = self.find(id, name);
        self.keep_props(id, |tree, prop| {
            first.is_some_and(|first| first.0 == prop.0) || !tree.prop_is(prop, name)
        });
        if values.is_empty() {
            self.remove(id, name);
            return;
        }
        let prop = match first {
            Some(prop) => prop,
            None => self.new_prop(id, name),
        };
        self.props[prop.index()].first_value = None;
        self.props[prop.index()].last_value = None;
        for value in values {
            self.new_value(prop, value.as_ref());
        }
    }

    /// Adds one raw value to a property, which is made if the node does not have it.
    ///
    /// # Panics
    ///
    /// As [`set`](Tree::set).
    pub fn add(&mut self, id: NodeId, name: &str, value: &str) {
        let prop = match self.find(id, name) {
            Some(prop) => prop,
            None => self.new_prop(id, name),
        };
        self.new_value(prop, value);
    }

    /// Removes a property; false if the node did not have it.
    pub fn remove(&mut self, id: NodeId, name: &str) -> bool {
        let found = self.find(id, name).is_some();
        if found {
            self.keep_props(id, |tree, prop| !tree.prop_is(prop, name));
        }
        found
    }

    fn prop_is(&self, prop: PropId, name: &str) -> bool {
        Property { tree: self, prop: &self.props[prop.index()] }.is(name)
    }

    fn find(&self, id: NodeId, name: &str) -> Option<PropId> {
        self.prop_ids(id).find(|&prop| self.prop_is(prop, name))
    }

    fn keep_props(&mut self, id: NodeId, keep: impl Fn(&Tree, PropId) -> bool) {
        let kept: Vec<PropId> = self.prop_ids(id).filter(|&prop| keep(self, prop)).collect();
        for (i, &prop) in kept.iter().enumerate() {
            self.props[prop.index()].next = kept.get(i + 1).copied();
        }
        let node = &mut self.nodes[id.index()];
        node.first_prop = kept.first().copied();
        node.last_prop = kept.last().copied();
    }

    fn new_prop(&mut self, id: NodeId, name: &str) -> PropId {
        let mut bytes = name.bytes();
        assert!(
            bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
                && bytes.all(|b| b.is_ascii_alphanumeric()),
            "{name:?} is not a property name"
        );
        let span = self.append(name);
        self.push_prop(id, span);
        self.nodes[id.index()].last_prop.expect("a property was just added")
    }

    fn new_value(&mut self, prop: PropId, value: &str) {
        let span = self.append(&seal(value));
        self.link_value(prop, span);
    }

    fn append(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::parse;

    fn tree(text: &str) -> Tree {
        parse(text.to_string()).unwrap().tree
    }

    #[test]
    fn changes_are_written() {
        let mut tree = tree("(;SiZe[19]AB[aa][bb]KM[6.50]AB[cc];B[dd](;W[ee])(;W[ff])(;W[gg]))");
        let root = tree.root();
        assert_eq!(tree.values(root, "AB").collect::<Vec<_>>(), ["aa", "bb", "cc"]);
        tree.set(root, "AB", &["xx"]);
        tree.set(root, "SZ", &["9"]);
        tree.add(root, "AB", "yy");
        tree.add(root, "C", "a]\\");
        tree.set::<&str>(root, "GN", &[]);
        assert!(tree.remove(root, "KM"));
        assert!(!tree.remove(root, "KM"));
        let move_1 = tree.main_line().nth(1).unwrap();
        let second = tree.children(move_1).nth(1).unwrap();
        assert!(tree.prune(second));
        assert!(!tree.prune(root));
        let added = tree.add_child(move_1);
        tree.set(added, "W", &["hh"]);
        assert_eq!(tree.offset(added), tree.offset(move_1));
        assert_eq!(
            tree.write(),
            "(;SiZe[9]AB[xx][yy]C[a\\]];B[dd]\n(;W[ee])\n(;W[gg])\n(;W[hh]))\n"
        );
        let last = tree.children(move_1).last().unwrap();
        tree.prune(last);
        let again = tree.add_child(move_1);
        assert_eq!(tree.children(move_1).last(), Some(again));
    }

    #[test]
    fn a_removed_last_property_can_be_followed() {
        let mut tree = Tree::new();
        let root = tree.root();
        tree.add(root, "A", "1");
        tree.add(root, "B", "2");
        tree.remove(root, "B");
        tree.add(root, "D", "3");
        assert_eq!(tree.write(), "(;A[1]D[3])\n");
    }

    #[test]
    fn text_is_escaped_and_back() {
        let mut tree = Tree::new();
        let root = tree.root();
        tree.set_text(root, "C", "a]\\b:c");
        assert_eq!(tree.get(root, "C"), Some("a\\]\\\\b:c"));
        assert_eq!(tree.text(root, "C").as_deref(), Some("a]\\b:c"));
        assert_eq!(tree.text(root, "N"), None);
    }

    #[test]
    #[should_panic(expected = "not a property name")]
    fn refuses_bad_names() {
        let mut tree = Tree::new();
        tree.add(tree.root(), "A[", "x");
    }
}

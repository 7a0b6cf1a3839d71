//! The tree of a record: nodes, their properties, and the text of their values.
//!
//! Everything lives in four flat lists. The text is kept whole, names and values are spans of it,
//! and nodes, properties and values are chained by index. So reading a game costs a handful of
//! allocations however many moves it has, dropping one never recurses, and changing one appends.

use super::escape::unescape;
use super::warning::{SyntaxError, check_length};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

mod edit;

/// Names one node of the tree that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

#[derive(Clone, Copy)]
struct PropId(NonZeroU32);

#[derive(Clone, Copy)]
struct ValueId(NonZeroU32);

impl NodeId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl PropId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl ValueId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The number that the next item of a list of this length will have, counted from one.
fn next_number(length: usize) -> NonZeroU32 {
    u32::try_from(length + 1)
        .ok()
        .and_then(NonZeroU32::new)
        .expect("a record has fewer than four thousand million nodes")
}

/// A piece of the tree's text.
#[derive(Clone, Copy)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Span {
        let fit = |n: usize| u32::try_from(n).expect("a record has less than 4 GiB of text");
        Span { start: fit(start), end: fit(end) }
    }
}

#[derive(Clone)]
struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    first_prop: Option<PropId>,
    last_prop: Option<PropId>,
    offset: u32,
}

#[derive(Clone)]
struct Prop {
    name: Span,
    first_value: Option<ValueId>,
    last_value: Option<ValueId>,
    next: Option<PropId>,
}

#[derive(Clone)]
struct Value {
    span: Span,
    next: Option<ValueId>,
}

/// One game tree of SGF. It always has a root node.
///
/// Two trees are equal when they have the same nodes in the same shape, with the same property
/// names as written and the same raw values; where the text came from does not matter.
#[derive(Clone)]
pub struct Tree {
    text: String,
    nodes: Vec<Node>,
    props: Vec<Prop>,
    values: Vec<Value>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

/// Looking.
impl Tree {
    /// A tree with one empty node.
    pub fn new() -> Tree {
        let mut tree = Tree::rootless(0);
        tree.push_node(None, 0);
        tree
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId(NonZeroU32::MIN)
    }

    /// The node before this one; none before the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].parent
    }

    /// The nodes after this one: the main line first, then the other variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes[id.index()].first_child;
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The root and then always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.nodes[id.index()].first_child)
    }

    /// All nodes in the order of the file: each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| {
            let node = &self.nodes[id.index()];
            node.first_child.or_else(|| {
                let up = std::iter::successors(Some(id), |&up| self.parent(up));
                up.into_iter().find_map(|up| self.next_sibling(up))
            })
        })
    }

    /// The properties of a node in the order of the file.
    pub fn properties(&self, id: NodeId) -> impl Iterator<Item = Property<'_>> + '_ {
        self.prop_ids(id).map(|prop| Property { tree: self, prop: &self.props[prop.index()] })
    }

    /// The first value of a property as text, if the node has it; see [`unescape`].
    pub fn text(&self, id: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.get(id, name).map(unescape)
    }

    /// The first value of a property, if the node has it. It is raw, with its escapes: right for
    /// points and numbers; for what people wrote there is [`text`](Tree::text).
    pub fn get(&self, id: NodeId, name: &str) -> Option<&str> {
        let property = self.properties(id).find(|p| p.is(name))?;
        property.values().next()
    }

    /// All values of a property, raw as with [`get`](Tree::get), also when it stands in the node more than once.
    pub fn values<'t>(&'t self, id: NodeId, name: &'t str) -> impl Iterator<Item = &'t str> {
        self.properties(id).filter(move |p| p.is(name)).flat_map(|p| p.values())
    }

    /// Where the node stood in the decoded text, in bytes. A node added later has the place of
    /// the node it was added to.
    pub fn offset(&self, id: NodeId) -> usize {
        self.nodes[id.index()].offset as usize
    }

    /// The line of the decoded text, counted from one, in which this byte stands.
    pub fn line_of(&self, offset: usize) -> usize {
        line_breaks(&self.text.as_bytes()[..offset.min(self.text.len())]) + 1
    }

    pub(super) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].next_sibling
    }

    fn prop_ids(&self, id: NodeId) -> impl Iterator<Item = PropId> + '_ {
        let first = self.nodes[id.index()].first_prop;
        std::iter::successors(first, |prop| self.props[prop.index()].next)
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

/// How many lines end in this text, whichever system wrote it.
pub(crate) fn line_breaks(text: &[u8]) -> usize {
    let after = text.iter().skip(1).map(Some).chain([None]);
    let ends = |(&b, next): (&u8, Option<&u8>)| b == b'\n' || (b == b'\r' && next != Some(&b'\n'));
    text.iter().zip(after).filter(|&pair| ends(pair)).count()
}

/// A property of a node: its name and its raw values.
#[derive(Clone, Copy)]
pub struct Property<'t> {
    tree: &'t Tree,
    prop: &'t Prop,
}

impl<'t> Property<'t> {
    /// The name as written, for instance `B`, `SiZe` or `LZ2`.
    pub fn name(self) -> &'t str {
        self.tree.slice(self.prop.name)
    }

    /// Whether this is the property of that name: `is("SZ")` for `SZ`, `SiZe` and `sz`.
    ///
    /// Early SGF wrote long names and ignored their lower-case letters. A name without any
    /// capital is taken as if it were in capitals.
    pub fn is(self, name: &str) -> bool {
        same_name(self.name().as_bytes(), name.as_bytes())
    }

    /// The raw values, still escaped; see [`unescape`](super::unescape).
    pub fn values(self) -> impl Iterator<Item = &'t str> {
        let Property { tree, prop } = self;
        std::iter::successors(prop.first_value, |value| tree.values[value.index()].next)
            .map(|value| tree.slice(tree.values[value.index()].span))
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.values().try_for_each(|value| write!(f, "[{value}]"))
    }
}

fn same_name(written: &[u8], name: &[u8]) -> bool {
    if written == name {
        return true;
    }
    if !written.iter().any(u8::is_ascii_lowercase) {
        return false;
    }
    if !written.iter().any(u8::is_ascii_uppercase) {
        return written.eq_ignore_ascii_case(name);
    }
    written.iter().filter(|b| !b.is_ascii_lowercase()).eq(name)
}

/// Building, for the parser and for the readers of other formats.
impl Tree {
    /// A tree with one empty node, whose places are places of this text.
    pub(crate) fn with_source(text: &str) -> Result<Tree, SyntaxError> {
        check_length(text)?;
        let mut tree = Tree::new();
        tree.finish(text.to_string());
        Ok(tree)
    }

    /// Adds a node that stands at this place of the text.
    pub(crate) fn add_child_at(&mut self, id: NodeId, offset: usize) -> NodeId {
        self.push_node(Some(id), Span::new(offset, offset).start)
    }

    /// A tree without even a root; the parser adds one before it lets the tree go.
    pub(super) fn rootless(nodes: usize) -> Tree {
        Tree {
            text: String::new(),
            nodes: Vec::with_capacity(nodes),
            props: Vec::with_capacity(nodes),
            values: Vec::with_capacity(nodes),
        }
    }

    #[inline]
    pub(super) fn push_node(&mut self, parent: Option<NodeId>, offset: u32) -> NodeId {
        let id = NodeId(next_number(self.nodes.len()));
        self.nodes.push(Node {
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
            first_prop: None,
            last_prop: None,
            offset,
        });
        if let Some(parent) = parent {
            let parent = &mut self.nodes[parent.index()];
            match parent.last_child.replace(id) {
                None => parent.first_child = Some(id),
                Some(last) => self.nodes[last.index()].next_sibling = Some(id),
            }
        }
        id
    }

    /// Adds a node with one property that has one value, as `;B[aa]` with the `;` at `offset`.
    #[inline]
    pub(super) fn push_plain_node(&mut self, parent: Option<NodeId>, offset: u32) -> NodeId {
        let id = self.push_node(parent, offset);
        let prop = PropId(next_number(self.props.len()));
        let value = ValueId(next_number(self.values.len()));
        self.props.push(Prop {
            name: Span { start: offset + 1, end: offset + 2 },
            first_value: Some(value),
            last_value: Some(value),
            next: None,
        });
        self.values.push(Value { span: Span { start: offset + 3, end: offset + 5 }, next: None });
        let node = &mut self.nodes[id.index()];
        node.first_prop = Some(prop);
        node.last_prop = Some(prop);
        id
    }

    pub(super) fn push_prop(&mut self, node: NodeId, name: Span) {
        let id = PropId(next_number(self.props.len()));
        self.props.push(Prop { name, first_value: None, last_value: None, next: None });
        let node = &mut self.nodes[node.index()];
        match node.last_prop.replace(id) {
            None => node.first_prop = Some(id),
            Some(last) => self.props[last.index()].next = Some(id),
        }
    }

    /// Adds a value to the property that was pushed last.
    pub(super) fn push_value(&mut self, span: Span) {
        let last = NonZeroU32::new(self.props.len() as u32);
        self.link_value(PropId(last.expect("values follow a property")), span);
    }

    fn link_value(&mut self, prop: PropId, span: Span) {
        let id = ValueId(next_number(self.values.len()));
        self.values.push(Value { span, next: None });
        let prop = &mut self.props[prop.index()];
        match prop.last_value.replace(id) {
            None => prop.first_value = Some(id),
            Some(last) => self.values[last.index()].next = Some(id),
        }
    }

    pub(super) fn has_properties(&self, id: NodeId) -> bool {
        self.nodes[id.index()].first_prop.is_some()
    }

    /// The names already in a node, as the parser has no text in the tree yet.
    pub(super) fn names<'t>(&'t self, id: NodeId, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.prop_ids(id).map(move |prop| {
            let span = self.props[prop.index()].name;
            &text[span.start as usize..span.end as usize]
        })
    }

    pub(super) fn finish(&mut self, text: String) {
        self.text = text;
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(a, b): (NodeId, NodeId)| {
            self.children(a).count() == other.children(b).count()
                && self.properties(a).eq_by_parts(other.properties(b))
        };
        // Nodes in file order, with the number of children of each, fix the shape.
        let mut others = other.nodes();
        self.nodes().all(|a| others.next().is_some_and(|b| same((a, b)))) && others.next().is_none()
    }
}

impl Eq for Tree {}

/// Equality of property lists by name and values.
trait EqByParts<'t>: Iterator<Item = Property<'t>> + Sized {
    fn eq_by_parts<'u>(mut self, mut other: impl Iterator<Item = Property<'u>>) -> bool {
        loop {
            match (self.next(), other.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a.name() == b.name() && a.values().eq(b.values()) => {}
                _ => return false,
            }
        }
    }
}

impl<'t, I: Iterator<Item = Property<'t>>> EqByParts<'t> for I {}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn tree(text: &str) -> Tree {
        parse(text.to_string()).unwrap().tree
    }

    #[test]
    fn walks_in_file_order() {
        let tree = tree("(;N[a];N[b](;N[c];N[d])(;N[e](;N[f])(;N[g]))(;N[h]))");
        let names = |ids: &mut dyn Iterator<Item = NodeId>| -> String {
            ids.filter_map(|id| tree.get(id, "N")).collect()
        };
        assert_eq!(names(&mut tree.nodes()), "abcdefgh");
        assert_eq!(names(&mut tree.main_line()), "abcd");
        let b = tree.main_line().nth(1).unwrap();
        assert_eq!(names(&mut tree.children(b)), "ceh");
        assert_eq!(tree.parent(b), Some(tree.root()));
        assert_eq!(tree.parent(tree.root()), None);
    }

    #[test]
    fn old_names_are_found_under_their_capitals() {
        let cases = [
            ("SZ", "SZ", true),
            ("SiZe", "SZ", true),
            ("Black", "B", true),
            ("sz", "SZ", true),
            ("LZ2", "LZ2", true),
            ("LZ2", "LZ", false),
            ("S", "SZ", false),
            ("SZ", "S", false),
            ("siz", "SZ", false),
        ];
        for (written, name, same) in cases {
            let tree = tree(&format!("(;{written}[x])"));
            assert_eq!(tree.get(tree.root(), name), same.then_some("x"), "{written} {name}");
        }
    }

    #[test]
    fn places_have_lines() {
        let tree = tree("junk\r\n(;C[one\r\ntwo]\r;B[aa]\n\n;W[bb])");
        let lines: Vec<usize> = tree.main_line().map(|id| tree.line_of(tree.offset(id))).collect();
        assert_eq!(lines, [2, 4, 6]);
        assert_eq!(tree.line_of(0), 1);
    }

    #[test]
    fn equality_is_of_shape_names_and_values() {
        let a = tree("(;B[aa](;W[bb])(;W[cc]))");
        assert_eq!(a, tree(" (;B[aa] (;W[bb]) (;W[cc]) ) "));
        for other in [
            "(;B[aa];W[bb];W[cc])",
            "(;B[aa](;W[bb]))",
            "(;B[aa](;W[bb])(;W[cc])(;W[dd]))",
            "(;B[aa](;W[bb])(;W[cd]))",
            "(;B[aa](;W[bb])(;Wh[cc]))",
            "(;B[aa](;W[bb])(;W[cc][cc]))",
        ] {
            assert_ne!(a, tree(other), "{other}");
        }
    }
}

//! A tree as SGF text.

use super::tree::{NodeId, Tree};

/// A line that is this long ends before the next node.
const LINE: usize = 72;

impl Tree {
    /// The tree as SGF text, ended by a line break.
    ///
    /// Names and raw values go out as they are. Lines are broken before nodes and variations
    /// only, where a line break means nothing. `FF` and `CA` are the caller's business.
    pub fn write(&self) -> String {
        let mut out = String::new();
        self.write_to(&mut out);
        out
    }

    /// Like [`write`](Tree::write), after what `out` already holds.
    pub fn write_to(&self, out: &mut String) {
        enum Task {
            Variation(NodeId),
            Close,
        }
        let mut line = Line { out, start: 0 };
        line.start = line.out.len();
        line.out.push('(');
        let mut branch = self.write_line(self.root(), &mut line);
        let mut tasks = vec![Task::Close];
        loop {
            // Only the first of several variations is queued; it queues its next sibling.
            if let Some(first) = branch.take() {
                tasks.push(Task::Variation(first));
            }
            match tasks.pop() {
                None => break,
                Some(Task::Close) => line.out.push(')'),
                Some(Task::Variation(id)) => {
                    if let Some(next) = self.next_sibling(id) {
                        tasks.push(Task::Variation(next));
                    }
                    tasks.push(Task::Close);
                    line.break_here();
                    line.out.push('(');
                    branch = self.write_line(id, &mut line);
                }
            }
        }
        line.out.push('\n');
    }

    /// Writes nodes as long as each has one child; returns the first of several variations.
    fn write_line(&self, start: NodeId, line: &mut Line<'_>) -> Option<NodeId> {
        let mut id = start;
        loop {
            if id != start && line.out.len() - line.start >= LINE {
                line.break_here();
            }
            self.write_node(id, line);
            let child = self.children(id).next()?;
            if self.next_sibling(child).is_some() {
                return Some(child);
            }
            id = child;
        }
    }

    fn write_node(&self, id: NodeId, line: &mut Line<'_>) {
        line.out.push(';');
        for property in self.properties(id) {
            line.out.push_str(property.name());
            for value in property.values() {
                line.out.push('[');
                if let Some(end) = value.rfind('\n') {
                    line.start = line.out.len() + end + 1;
                }
                line.out.push_str(value);
                line.out.push(']');
            }
        }
    }
}

/// The text so far, and where its last line starts.
struct Line<'a> {
    out: &'a mut String,
    start: usize,
}

impl Line<'_> {
    fn break_here(&mut self) {
        self.out.push('\n');
        self.start = self.out.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn writes_what_was_read() {
        let cases = [
            ("(;)", "(;)\n"),
            ("(;GM[1];B[aa];W[bb])", "(;GM[1];B[aa];W[bb])\n"),
            ("(;GM[1](;B[aa](;W[bb])))", "(;GM[1];B[aa];W[bb])\n"),
            ("(;A[1](;B[2])(;C[3];D[4]))", "(;A[1]\n(;B[2])\n(;C[3];D[4]))\n"),
            (
                "(;A[1](;B[2](;C[3])(;D[4]))(;E[5]))",
                "(;A[1]\n(;B[2]\n(;C[3])\n(;D[4]))\n(;E[5]))\n",
            ),
            ("( ; KM [6.50] AB [bb]\n[aa] ; )", "(;KM[6.50]AB[bb][aa];)\n"),
            ("(;CoPyright[x\\]\\\\ \\\ny])", "(;CoPyright[x\\]\\\\ \\\ny])\n"),
            ("(;C[中文\\]])", "(;C[中文\\]])\n"),
        ];
        for (text, written) in cases {
            assert_eq!(parse(text.to_string()).unwrap().tree.write(), written, "{text}");
        }
    }

    #[test]
    fn long_lines_are_broken_before_nodes() {
        let text = format!("({})", ";B[aa]".repeat(40));
        let written = parse(text.clone()).unwrap().tree.write();
        assert!(written.lines().count() == 4 && written.lines().all(|line| line.len() <= 80));
        assert_eq!(written.replace('\n', ""), text);
    }
}

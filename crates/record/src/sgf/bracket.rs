//! Which brackets count, decided by the bytes behind them.
//!
//! The parser and the splitter of corpora both ask here, so that they see the same games. No answer
//! looks further than [`LOOKAHEAD`], so no text can make asking slow.

/// How many bytes behind a bracket may matter.
pub(crate) const LOOKAHEAD: usize = 512;

/// Space between the parts of the grammar.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

/// Whether a `(` opens a tree: a node follows, or a property whose `;` was forgotten.
pub(crate) fn begins_tree(rest: &[u8]) -> bool {
    let rest = after_space(ahead(rest));
    let (name, after) = rest.split_at(word_length(rest));
    rest.first() == Some(&b';')
        || (after.first() == Some(&b'[') && name.iter().any(u8::is_ascii_uppercase))
}

/// Whether the game goes on behind its last `)`: nodes cannot stand outside a game.
pub(crate) fn resumes(rest: &[u8]) -> bool {
    let node = after_space(ahead(rest)).strip_prefix(b";");
    node.is_some_and(|node| begins_property(after_space(node)))
}

/// Whether a `]` closes its value, or belongs to it because someone forgot the `\`. `opened` says
/// whether there is a bare `[` in the value.
#[inline]
pub(crate) fn closes(rest: &[u8], opened: bool) -> bool {
    closes_at_once(rest) || decide_closing(ahead(rest), opened).unwrap_or(true)
}

/// What nearly always follows the `]` of a value. If it does, that is all [`closes`] looks at.
#[inline]
pub(crate) fn closes_at_once(rest: &[u8]) -> bool {
    matches!(
        rest,
        [b';' | b'[' | b'(' | b')', ..]
            | [b'\n', b';' | b'(' | b')', ..]
            | [b'\r', b'\n', b';' | b'(' | b')', ..]
            | [b'A'..=b'Z', b'[', ..]
            | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]
    )
}

/// What [`closes`] says, if these bytes suffice; if none decide, the value is closed.
pub(crate) fn decide_closing(rest: &[u8], opened: bool) -> Option<bool> {
    let next = after_space(rest);
    match next.first()? {
        b';' | b'[' | b'(' | b')' => Some(true),
        _ if begins_property(next) => {
            // In `a [b] c [d] e` the small letter is talk. A name has a capital, or touches its
            // brackets, or at least follows a value in which no bracket was opened.
            let (word, after) = next.split_at(word_length(next));
            let touches = next.len() == rest.len() && after.first() == Some(&b'[');
            Some(touches || !opened || word.iter().any(u8::is_ascii_uppercase))
        }
        // Text follows. If it ends in a `]` of its own, that one closes the value; if another
        // value is opened first, the text just stands between properties.
        _ => first_bracket(next).map(|bracket| bracket == b'['),
    }
}

fn first_bracket(rest: &[u8]) -> Option<u8> {
    let mut at = 0;
    loop {
        match rest.get(at)? {
            b'\\' => at += 2,
            &bracket @ (b'[' | b']') => return Some(bracket),
            _ => at += 1,
        }
    }
}

fn ahead(rest: &[u8]) -> &[u8] {
    &rest[..rest.len().min(LOOKAHEAD)]
}

fn after_space(rest: &[u8]) -> &[u8] {
    let space = rest.iter().take_while(|&&b| is_space(b)).count();
    &rest[space..]
}

/// The length of the letters and digits here, if a letter comes first.
fn word_length(rest: &[u8]) -> usize {
    match rest.first() {
        Some(b) if b.is_ascii_alphabetic() => {
            rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count()
        }
        _ => 0,
    }
}

/// Whether a name and the `[` of its value stand here.
fn begins_property(rest: &[u8]) -> bool {
    let length = word_length(rest);
    length > 0 && after_space(&rest[length..]).first() == Some(&b'[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        for text in [";", " \r\n;", "GM[1]", "GaMe[1]", "\nLZ2[x"] {
            assert!(begins_tree(text.as_bytes()), "{text}");
        }
        for text in ["", ")", "(;", "see", "see [1])", "note[1]", "GM 1", "2B[aa]"] {
            assert!(!begins_tree(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn only_nodes_go_on_behind_the_end() {
        for text in [";B[aa]", " \n; W [bb]"] {
            assert!(resumes(text.as_bytes()), "{text}");
        }
        for text in ["", "(;B[aa])", "; the next game: (;B[aa])", ";;B[aa]", "B[aa]"] {
            assert!(!resumes(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn nothing_beyond_the_lookahead_matters() {
        let far = |behind: &str| [&" ".repeat(LOOKAHEAD), behind].concat().into_bytes();
        assert!(!begins_tree(&far(";")) && !resumes(&far(";B[aa]")));
        assert!(closes(&far("x]"), true) && closes(&far(""), true));
        assert!(!closes(b" x]", true) && closes(b" x[", false) && !closes(b" x[", true));
    }
}

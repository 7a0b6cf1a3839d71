//! Values as they stand in the file and as people read them.
//!
//! In a value `\` protects the next character; `]` and `\` need it, and `:` where a value is made
//! of two parts. All of this works on decoded text: the bytes of a Chinese or Japanese character
//! may contain `]` and `\`, its character does not.

use std::borrow::Cow;

/// Protects `text` so that it can stand in a value; with `compose`, also as one half of `a:b`.
pub fn escape(text: &str, compose: bool) -> Cow<'_, str> {
    let special = |c: char| c == '\\' || c == ']' || (compose && c == ':');
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special(c) {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// Reads a raw value as FF\[4\] `Text`.
///
/// A `\` before a line break removes the break, before anything else it is dropped; line breaks of
/// all systems become `\n`; other white space becomes a space.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    plain(raw, '\n')
}

/// Reads a raw value as FF\[4\] `SimpleText`: like [`unescape`], but line breaks become spaces.
pub fn simple_text(raw: &str) -> Cow<'_, str> {
    plain(raw, ' ')
}

fn plain(raw: &str, line_break: char) -> Cow<'_, str> {
    let as_it_is =
        |b: u8| b != b'\\' && (!(9..=13).contains(&b) || (b == b'\n' && line_break == '\n'));
    if raw.bytes().all(as_it_is) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(first) = chars.next() {
        let escaped = first == '\\';
        let c = match escaped {
            false => first,
            // A `\` with nothing after it protects nothing.
            true => match chars.next() {
                Some(c) => c,
                None => break,
            },
        };
        match c {
            '\n' | '\r' => {
                // `\r\n` and `\n\r` are one break each.
                let other = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
                if !escaped {
                    out.push(line_break);
                }
            }
            '\t' | '\u{b}' | '\u{c}' => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Splits a raw value at its first unprotected `:`; both halves stay raw.
pub fn split_compose(raw: &str) -> Option<(&str, &str)> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => at += 1,
        }
    }
    None
}

/// Makes sure that a raw value ends where its `]` is written: protects every bare `]`, and drops
/// a last `\` that would protect the bracket.
pub(super) fn seal(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut sealed = String::new();
    let (mut done, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if at + 1 == bytes.len() => {
                sealed.push_str(&raw[done..at]);
                return Cow::Owned(sealed);
            }
            b'\\' => at += 2,
            b']' => {
                sealed.push_str(&raw[done..at]);
                sealed.push('\\');
                done = at;
                at += 1;
            }
            _ => at += 1,
        }
    }
    if sealed.is_empty() && done == 0 {
        return Cow::Borrowed(raw);
    }
    sealed.push_str(&raw[done..]);
    Cow::Owned(sealed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_read_as_the_standard_says() {
        let cases = [
            ("plain", "plain", "plain"),
            ("", "", ""),
            (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
            ("soft\\\nbreak", "softbreak", "softbreak"),
            ("soft\\\r\nbreak", "softbreak", "softbreak"),
            ("hard\nbreak", "hard\nbreak", "hard break"),
            ("hard\r\nbreak", "hard\nbreak", "hard break"),
            ("hard\n\rbreak", "hard\nbreak", "hard break"),
            ("hard\rbreak", "hard\nbreak", "hard break"),
            ("two\n\nbreaks", "two\n\nbreaks", "two  breaks"),
            ("tab\tand\\\ttab", "tab and tab", "tab and tab"),
            ("\\", "", ""),
            ("中\\]文", "中]文", "中]文"),
        ];
        for (raw, text, simple) in cases {
            assert_eq!(unescape(raw), text, "{raw:?}");
            assert_eq!(simple_text(raw), simple, "{raw:?}");
        }
    }

    #[test]
    fn composed_values_are_split_at_the_first_bare_colon() {
        let cases = [
            ("aa:1", Some(("aa", "1"))),
            (r"a\:b:c", Some((r"a\:b", "c"))),
            (":", Some(("", ""))),
            ("a:b:c", Some(("a", "b:c"))),
            (r"a\:b", None),
            ("a\\", None),
            ("黑:白", Some(("黑", "白"))),
        ];
        for (raw, halves) in cases {
            assert_eq!(split_compose(raw), halves, "{raw:?}");
        }
    }

    #[test]
    fn seals_only_what_leaks() {
        for (raw, sealed) in [
            ("a", "a"),
            (r"a\]b", r"a\]b"),
            ("a]b", r"a\]b"),
            ("]", r"\]"),
            ("a\\", "a"),
            ("\\", ""),
            (r"a\\", r"a\\"),
            ("]\\", r"\]"),
            ("黑]白", r"黑\]白"),
        ] {
            assert_eq!(seal(raw), sealed, "{raw:?}");
        }
    }

    proptest! {
        #[test]
        fn escaping_is_undone(text in "[ -~\n\u{80}-\u{10ffff}]*", compose: bool) {
            let raw = escape(&text, compose);
            prop_assert_eq!(unescape(&raw), text.as_str());
            prop_assert_eq!(seal(&raw), raw.as_ref());
        }

        #[test]
        fn halves_are_found_again(a in "[ -~\u{80}-\u{10ffff}]*", b in "[ -~\u{80}-\u{10ffff}]*") {
            let raw = format!("{}:{}", escape(&a, true), escape(&b, true));
            let (left, right) = split_compose(&raw).unwrap();
            prop_assert_eq!((unescape(left), unescape(right)), (a.into(), b.into()));
        }

        #[test]
        fn any_text_can_be_sealed(raw in "[a\\\\\\]\n黑]*") {
            let sealed = seal(&raw).into_owned();
            prop_assert_eq!(seal(&sealed), sealed.as_str());
        }
    }
}

//! Text to a tree. The reading itself is in [`reader`](super::reader).

use super::reader::Reader;
use super::tree::Tree;
use super::warning::{SyntaxError, Warning, check_length};

/// A record that was read, and what had to be repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// What was read.
    pub tree: Tree,
    /// What was wrong, in the order of the text.
    pub warnings: Vec<Warning>,
}

/// Reads the first game tree of a text. That there is more is a warning.
pub fn parse(text: String) -> Result<Parsed, SyntaxError> {
    check_length(&text)?;
    let mut reader = Reader::new(&text);
    if !reader.game() {
        return Err(SyntaxError::NoGame { length: text.len() });
    }
    reader.rest();
    let Reader { mut tree, repaired, warnings, .. } = reader;
    tree.finish(text + &repaired);
    Ok(Parsed { tree, warnings: warnings.into_vec() })
}

#[cfg(test)]
mod tests {
    use super::super::unescape;
    use super::super::warning::WarningKind::{self, *};
    use super::*;

    /// Text, what it is read as, and what is said about it.
    fn check(text: &str, written: &str, warnings: &[WarningKind]) {
        let parsed = parse(text.to_string()).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(parsed.tree.write().replace('\n', ""), written, "{text}");
        let kinds: Vec<_> = parsed.warnings.iter().map(|w| w.kind.clone()).collect();
        assert_eq!(kinds, warnings, "{text}");
        let again = parse(parsed.tree.write()).unwrap();
        assert_eq!(again.tree, parsed.tree, "{text}");
    }

    #[test]
    fn sound_text_is_left_alone() {
        for text in [
            "(;)",
            "(;GM[1]FF[4];B[aa];W[bb])",
            "(;A[];B[aa](;W[bb])(;W[cc];B[dd]))",
            "(;C[a\\]b\\\\])",
            "(;C[see [1\\] and [2\\]];B[aa])",
            "(;C[lone [ bracket];B[aa])",
            "(;C[(;B[aa\\])])",
            "(;LB[aa:[][bb:\\]])",
            "(;CoPyright[x]GaMe[1]LZ2[y])",
            "(;C[棋譜])",
        ] {
            let kinds: &[WarningKind] = if text == "(;)" { &[EmptyNode] } else { &[] };
            check(text, text, kinds);
        }
        check(" ( ; AB [aa]\n [bb] C [x]\t) \n", "(;AB[aa][bb]C[x])", &[]);
        check("\u{feff}(;B[aa])", "(;B[aa])", &[]);
    }

    #[test]
    fn broken_text_is_repaired() {
        let name = |name: &str| name.to_string();
        let cases: &[(&str, &str, &[WarningKind])] = &[
            ("From: a (friend)\n(;B[aa])", "(;B[aa])", &[TextBeforeGame]),
            ("(;;)", "(;;)", &[EmptyNode, EmptyNode]),
            ("(;B[aa];;)", "(;B[aa];;)", &[EmptyNode, EmptyNode]),
            ("(B[aa];W[bb])", "(;B[aa];W[bb])", &[MissingSemicolon]),
            (
                "(;B[aa](W[bb])(W[cc]))",
                "(;B[aa](;W[bb])(;W[cc]))",
                &[MissingSemicolon, MissingSemicolon],
            ),
            ("(;B[aa];W[bb]", "(;B[aa];W[bb])", &[MissingClosing]),
            ("(;B[aa](;W[bb](;B[cc]", "(;B[aa];W[bb];B[cc])", &[MissingClosing]),
            ("(;B[aa]))", "(;B[aa])", &[ExtraClosing]),
            ("(;B[aa]);W[bb])", "(;B[aa];W[bb])", &[ExtraClosing]),
            ("((;B[aa]))", "(;B[aa])", &[DoubledOpening, ExtraClosing]),
            ("(()(;B[aa]))", "(;B[aa])", &[TextBeforeGame, ExtraClosing]),
            ("(see [1])(;B[aa])", "(;B[aa])", &[TextBeforeGame]),
            ("(;B[aa]); the end", "(;B[aa])", &[TextAfterGame]),
            ("(;B[aa]()(;W[bb]))", "(;B[aa];W[bb])", &[EmptyVariation]),
            ("(;B[aa] hello there, W[bb])", "(;B[aa]W[bb])", &[StrayText]),
            ("(;B[aa]123;W[bb])", "(;B[aa];W[bb])", &[StrayText]),
            ("(;B[aa];[bb]C[x])", "(;B[aa];C[x])", &[NamelessValue]),
            ("(;B[aa]KO;W[bb])", "(;B[aa]KO[];W[bb])", &[MissingValue { name: name("KO") }]),
            ("(;AB[aa]AB[bb])", "(;AB[aa]AB[bb])", &[RepeatedProperty { name: name("AB") }]),
            ("(;b[aa])", "(;b[aa])", &[LowerCaseName { name: name("b") }]),
            ("(;C[a :] b];B[aa])", "(;C[a :\\] b];B[aa])", &[BareBracket]),
            ("(;C[see [1] for more];B[aa])", "(;C[see [1\\] for more];B[aa])", &[BareBracket]),
            ("(;C[a [b] c [d] e];B[aa])", "(;C[a [b\\] c [d\\] e];B[aa])", &[BareBracket]),
            ("(;C[无];]。再见];B[aa])", "(;C[无];;B[aa])", &[EmptyNode, StrayText]),
            ("(;C[好]。再见];B[aa])", "(;C[好\\]。再见];B[aa])", &[BareBracket]),
            (
                "(;B[aa]C[to be continued\n",
                "(;B[aa]C[to be continued])",
                &[UnclosedValue, MissingClosing],
            ),
            ("(;C[a\\", "(;C[a])", &[UnclosedValue, MissingClosing]),
            (
                "(;B[aa][B[aa]\\b[)",
                "(;B[aa][B[aa]b[)])",
                &[StrayText, LowerCaseName { name: name("b") }, UnclosedValue, MissingClosing],
            ),
            ("(;B[aa]) the end", "(;B[aa])", &[TextAfterGame]),
            ("(;B[aa])(;B[bb])", "(;B[aa])", &[MoreGames]),
            ("(;B[aa](;GM[1])(;W[cc]))", "(;B[aa](;GM[1])(;W[cc]))", &[]),
            ("(;B[aa](;W[bb]);W[cc])", "(;B[aa](;W[bb])(;W[cc]))", &[]),
        ];
        for (text, written, warnings) in cases {
            check(text, written, warnings);
        }
    }

    #[test]
    fn text_without_a_game_is_refused() {
        for text in ["", "   ", "hello", "()", "(())", "(hello)", ";B[aa]", "(((", "[;B[aa]"] {
            let error = parse(text.to_string()).unwrap_err();
            assert_eq!(error, SyntaxError::NoGame { length: text.len() }, "{text}");
        }
    }

    /// Repaired values go behind the text.
    #[test]
    fn several_values_are_repaired() {
        let Parsed { tree, .. } = parse("(;C[a] b]D[c] d]E[\n".to_string()).unwrap();
        let values = ["C", "D", "E"].map(|name| tree.get(tree.root(), name));
        assert_eq!(values, [Some("a\\] b"), Some("c\\] d"), Some("")]);
    }

    #[test]
    fn warnings_do_not_outgrow_the_text() {
        let parsed = parse(format!("({})", ";".repeat(10_000))).unwrap();
        assert_eq!(parsed.warnings.len(), 101);
        assert_eq!(parsed.warnings.last().unwrap().kind, AndMore);
    }

    #[test]
    fn warnings_are_sentences() {
        let parsed = parse("(;C[a :] b]b[x];B[aa]KO".to_string()).unwrap();
        let said: Vec<String> = parsed.warnings.iter().map(|w| w.to_string()).collect();
        assert_eq!(
            said,
            [
                "at byte 7: a `]` inside a value had no `\\` before it; one was added",
                "at byte 11: the property name b has no capital letters; it was taken as B",
                "at byte 21: KO had no value and was given an empty one",
                "at byte 23: the game tree had no closing `)`; it was ended here",
            ]
        );
        assert_eq!(unescape(parsed.tree.get(parsed.tree.root(), "C").unwrap()), "a :] b");
    }
}

//! Numbers and text as SVG wants them.

use std::fmt;

/// A number with two decimals at the most, the same on every machine: never `-0`, and zero for what
/// is no number at all.
#[derive(Clone, Copy)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text with blanks for the signs that XML forbids.
pub fn clean(text: &str) -> String {
    let is_forbidden = |sign: char| sign.is_control() || matches!(sign, '\u{FFFE}' | '\u{FFFF}');
    text.replace(is_forbidden, " ")
}

/// Text for an element or a quoted attribute.
pub fn escape(text: &str) -> String {
    // The ampersand comes first: the others bring new ones.
    let text = clean(text).replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.001, "0"),
            (36.0, "36"),
            (100.0, "100"),
            (1.5, "1.5"),
            (-2.345_6, "-2.35"),
            (1.0 / 3.0, "0.33"),
            (f64::NAN, "0"),
            (f64::NEG_INFINITY, "0"),
        ];
        for (number, text) in cases {
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b>&\"c\"\0\n"), "a&lt;b&gt;&amp;&quot;c&quot;  ");
    }
}

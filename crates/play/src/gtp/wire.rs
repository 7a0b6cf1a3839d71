//! Lines to requests, and replies to text.

/// A line that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that the reply repeats, digit for digit.
    pub id: Option<String>,
    /// The command.
    pub name: String,
    /// What comes after it.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if nothing is left of it without comment and control characters.
    pub fn parse(line: &[u8]) -> Option<Request> {
        let line = String::from_utf8_lossy(line);
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|sign| if sign == '\t' { ' ' } else { sign })
            .filter(|sign| !sign.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_string).peekable();
        let is_number = |word: &String| word.bytes().all(|digit| digit.is_ascii_digit());
        let id = words.next_if(is_number);
        let name = words.next();
        // A number alone asks for nothing that there is, but somebody waits for the reply.
        let name = if id.is_some() { name.unwrap_or_default() } else { name? };
        Some(Request { id, name, arguments: words.collect() })
    }
}

/// What is said to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It was done; here is the answer.
    Good(String),
    /// It was done, and more may be said until the next line comes in, as analysis commands do.
    Open(String),
    /// It could not be done, and why.
    Bad(String),
}

impl Reply {
    /// As it goes over the wire, its end included unless it stays open.
    pub fn text(&self, id: Option<&str>) -> String {
        let id = id.unwrap_or_default();
        match self {
            Reply::Good(text) => format!("={id}{}\n\n", spaced(text)),
            Reply::Bad(text) => format!("?{id}{}\n\n", spaced(text)),
            Reply::Open(text) if text.is_empty() => format!("={id}\n"),
            Reply::Open(text) => format!("={id}\n{}\n", contained(text)),
        }
    }
}

/// An answer begins in the first line, or below it if it begins with a line end, as boards do.
fn spaced(text: &str) -> String {
    let start = if text.starts_with('\n') { '\n' } else { ' ' };
    let text = contained(text);
    if text.is_empty() { text } else { format!("{start}{text}") }
}

/// Without empty lines, which would end the reply early.
fn contained(text: &str) -> String {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<(String, String, String)> {
        let Request { id, name, arguments } = Request::parse(line.as_bytes())?;
        Some((id.unwrap_or_default(), name, arguments.join("|")))
    }

    fn asked(id: &str, name: &str, arguments: &str) -> Option<(String, String, String)> {
        Some((id.to_string(), name.to_string(), arguments.to_string()))
    }

    #[test]
    fn lines_are_read() {
        assert_eq!(parse("play b D4\r\n"), asked("", "play", "b|D4"));
        assert_eq!(parse("0012\tplay \x07 b\tD4 # a comment"), asked("0012", "play", "b|D4"));
        assert_eq!(parse("99999999999999999999 name"), asked("99999999999999999999", "name", ""));
        assert_eq!(parse("pl\x00ay"), asked("", "play", ""));
        assert_eq!(parse("7"), asked("7", "", ""));
        for nothing in ["", "\r\n", "  \t ", "# only a comment", "\x01\x02"] {
            assert_eq!(parse(nothing), None, "{nothing:?}");
        }
        assert!(Request::parse(b"\xff\xfe").is_some());
    }

    #[test]
    fn replies_end_with_two_line_ends_and_have_none_inside() {
        assert_eq!(Reply::Good(String::new()).text(Some("3")), "=3\n\n");
        assert_eq!(Reply::Good("a\n\n\nb  \n".to_string()).text(None), "= a\nb\n\n");
        assert_eq!(Reply::Bad("no".to_string()).text(Some("3")), "?3 no\n\n");
        assert_eq!(Reply::Open("info".to_string()).text(None), "=\ninfo\n");
        assert_eq!(Reply::Open(String::new()).text(Some("4")), "=4\n");
    }
}

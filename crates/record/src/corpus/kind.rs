//! What a file is, by its name or, failing that, by its first bytes.

/// The notation of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format; a file may hold many games.
    Sgf,
    /// Tygem's format.
    Gib,
    /// WBaduk's format.
    Ngf,
    /// PandaNET's format.
    Ugi,
}

/// How a file is to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Game { format: Format, gzip: bool },
    Zip,
    Tar { gzip: bool },
}

/// What the first bytes of a file say. Compression hides the rest until it is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Magic {
    Gzip,
    Zip,
    Tar,
    Game(Format),
}

/// How many bytes [`Magic::of`] looks at.
pub(super) const MAGIC_BYTES: usize = 512;

impl Kind {
    /// The kind that goes with a name, if it is one of a game file or an archive.
    pub fn of(name: &str) -> Option<Kind> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
        // A Mac puts such companions of every file into its archives; they hold no text.
        if name.starts_with("._") {
            return None;
        }
        let (stem, gzip) = match name.strip_suffix(".gz") {
            Some(stem) => (stem, true),
            None => (name.as_str(), false),
        };
        let format = match stem.rsplit_once('.')?.1 {
            "sgf" => Format::Sgf,
            "gib" => Format::Gib,
            "ngf" => Format::Ngf,
            "ugi" | "ugf" => Format::Ugi,
            "tar" => return Some(Kind::Tar { gzip }),
            "tgz" if !gzip => return Some(Kind::Tar { gzip: true }),
            "zip" if !gzip => return Some(Kind::Zip),
            _ => return None,
        };
        Some(Kind::Game { format, gzip })
    }
}

impl Magic {
    /// The best guess; SGF where nothing else is known, since it may follow any other text.
    pub fn of(head: &[u8]) -> Magic {
        if head.starts_with(b"\x1F\x8B") {
            Magic::Gzip
        } else if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Magic::Zip
        } else if head.get(257..262) == Some(b"ustar") {
            Magic::Tar
        } else {
            Magic::Game(format_of(head))
        }
    }
}

/// The format of a record that begins like this.
fn format_of(head: &[u8]) -> Format {
    let text = head.trim_ascii_start();
    if text.starts_with(b"\\HS") || text.starts_with(b"\\[GAME") {
        return Format::Gib;
    }
    let lines: Vec<&[u8]> = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
    let number =
        |index: usize| -> Option<f64> { str::from_utf8(lines.get(index)?).ok()?.parse().ok() };
    // An NGF header is known by its places: the board size, and then handicap and an unknown number.
    let is_ngf = number(1).is_some_and(|size| (2.0..=25.0).contains(&size))
        && [5, 6].into_iter().all(|index| number(index).is_some());
    // Comments may stand before the first section of UGI.
    let mut meaning = lines.iter().filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    if meaning.next().is_some_and(|line| line.eq_ignore_ascii_case(b"[Header]")) {
        Format::Ugi
    } else if is_ngf {
        Format::Ngf
    } else {
        Format::Sgf
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let game = |format, gzip| Some(Kind::Game { format, gzip });
        let cases = [
            ("a.sgf", game(Format::Sgf, false)),
            ("b/A.SGF", game(Format::Sgf, false)),
            ("a.b.Sgf.gZ", game(Format::Sgf, true)),
            ("a.gib", game(Format::Gib, false)),
            ("a.ngf.gz", game(Format::Ngf, true)),
            ("a.ugi", game(Format::Ugi, false)),
            ("a.UGF", game(Format::Ugi, false)),
            ("a.zip", Some(Kind::Zip)),
            ("a.tar", Some(Kind::Tar { gzip: false })),
            ("a.tar.gz", Some(Kind::Tar { gzip: true })),
            ("a.TGZ", Some(Kind::Tar { gzip: true })),
            ("sgf", None),
            ("a.gz", None),
            ("a.zip.gz", None),
            ("a.txt", None),
            ("__MACOSX/._a.sgf", None),
        ];
        for (name, kind) in cases {
            assert_eq!(Kind::of(name), kind, "{name}");
        }
    }

    #[test]
    fn first_bytes() {
        let mut tar = [0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        let cases: &[(&[u8], Magic)] = &[
            (b"\x1F\x8B\x08", Magic::Gzip),
            (b"PK\x03\x04..", Magic::Zip),
            (&tar, Magic::Tar),
            (b"\\HS\r\n", Magic::Game(Format::Gib)),
            (b"\\[GAME", Magic::Game(Format::Gib)),
            (b"# made by hand\r\n[Header]\r\nSize=9", Magic::Game(Format::Ugi)),
            (b"Cup\n19\nW 1D\nB 1D\nsite\n0\n0\n6\n", Magic::Game(Format::Ngf)),
            (b"A letter\n19\nlines long\n(;B[aa])\n\n\n\n", Magic::Game(Format::Sgf)),
            (b" (;B[aa])", Magic::Game(Format::Sgf)),
            (b"", Magic::Game(Format::Sgf)),
        ];
        for (head, magic) in cases {
            assert_eq!(Magic::of(head), *magic, "{}", head.escape_ascii());
        }
    }
}

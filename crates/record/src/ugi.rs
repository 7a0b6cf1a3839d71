//! UGI (also UGF), the records of PandaNet and of Japanese newspapers.
//!
//! Sections in square brackets. `[Header]` has `Name=value` lines: `Size`, `Hdcp=stones,komi`,
//! `PlayerB=name,rank,...`, `Winner=B,1.5` (`C` instead of a margin for a resignation),
//! `Date=2001/08/20,...`, `Title`, `Place`, and `CoordinateType`. `[Data]` has the moves as
//! `PP,B1,1,0`: column and row, colour and player, move number, seconds. A number of zero is a stone
//! placed before the game. Rows count from the bottom if the type is `IGS`, else from the top; a
//! first letter of `Y` or `Z` is a pass. Comments and diagrams (`[Figure]`) are left out.

use crate::foreign::{Draft, date, lines, rank};
use crate::sgf::{Parsed, SyntaxError};
use aji_rules::Color;

/// Reads a UGI record as a tree of SGF.
pub fn to_tree(text: &str) -> Result<Parsed, SyntaxError> {
    let mut draft = Draft::new(text)?;
    let mut section = String::new();
    let mut from_bottom = false;
    for (offset, line) in lines(text) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_ascii_lowercase();
            continue;
        }
        match section.as_str() {
            "header" => {
                let Some((name, value)) = line.split_once('=') else {
                    continue;
                };
                match name.trim() {
                    "CoordinateType" => from_bottom = value.trim().eq_ignore_ascii_case("IGS"),
                    name => header(&mut draft, offset, name, value.trim()),
                }
            }
            // `.` begins remarks, which some files have among the moves.
            "data" if !line.is_empty() && !line.starts_with('.') => {
                draft.at(offset);
                if !play(&mut draft, line, from_bottom) {
                    draft.bad_move(line);
                }
            }
            _ => {}
        }
    }
    draft.finish("UGI")
}

fn header(draft: &mut Draft, offset: usize, name: &str, value: &str) {
    let mut parts = value.split(',').map(str::trim);
    let first = parts.next().unwrap_or("");
    let second = parts.next().unwrap_or("");
    match name {
        "Size" => {
            let good = first.parse().is_ok_and(|side| draft.set_side(side));
            if !good {
                draft.bad_field(offset, "Size", value);
            }
        }
        "Hdcp" => {
            match first.parse::<u32>() {
                // The stones themselves are among the moves.
                Ok(stones) if stones >= 2 => draft.info("HA", first),
                Ok(_) => {}
                Err(_) => draft.bad_field(offset, "Hdcp", value),
            }
            match decimal(second) {
                Some(komi) => draft.info("KM", &komi),
                None if second.is_empty() => {}
                None => draft.bad_field(offset, "Hdcp", value),
            }
        }
        "PlayerB" | "PlayerW" => {
            let (player, grade) = if name == "PlayerB" { ("PB", "BR") } else { ("PW", "WR") };
            draft.info(player, first);
            draft.info(grade, &rank(second));
        }
        "Winner" => match result(first, second) {
            Some(result) => draft.info("RE", &result),
            None if value.is_empty() => {}
            None => draft.bad_field(offset, "Winner", value),
        },
        "Date" => draft.info("DT", &date(first).unwrap_or_default()),
        "Place" => draft.info("PC", value),
        "Title" => {
            let title: Vec<&str> =
                value.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
            draft.info("EV", &title.join(", "));
        }
        _ => {}
    }
}

/// A number without the zeros behind its point.
fn decimal(text: &str) -> Option<String> {
    let number: f64 = text.parse().ok()?;
    (-1000.0..1000.0).contains(&number).then(|| number.to_string())
}

fn result(winner: &str, how: &str) -> Option<String> {
    match (winner, how) {
        ("B" | "W", "C" | "c") => Some(format!("{winner}+R")),
        ("B" | "W", how) if how.starts_with('F') => Some(format!("{winner}+F")),
        ("B" | "W", how) => Some(format!("{winner}+{}", decimal(how)?)),
        ("D", _) => Some("0".to_string()),
        ("N" | "N1", _) => Some("Void".to_string()),
        _ => None,
    }
}

fn play(draft: &mut Draft, line: &str, from_bottom: bool) -> bool {
    let mut parts = line.split(',');
    let (point, player) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let before_game = parts.next() == Some("0");
    let color = match player.bytes().next() {
        Some(b'B') => Color::Black,
        Some(b'W') => Color::White,
        _ => return false,
    };
    let &[x @ b'A'..=b'Z', y @ b'A'..=b'Z'] = point.as_bytes() else {
        return false;
    };
    let side = draft.side();
    let (x, y) = (usize::from(x - b'A'), usize::from(y - b'A'));
    if x >= side && x >= usize::from(b'Y' - b'A') {
        draft.pass(color);
        return true;
    }
    let y = if from_bottom { side.checked_sub(1 + y) } else { Some(y) };
    let Some(point) = y.and_then(|y| draft.point(x, y)) else {
        return false;
    };
    match before_game {
        true => draft.put(color, point),
        false => draft.play(color, point),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, written: &str, warnings: &[&str]) {
        let parsed = to_tree(text).unwrap();
        assert_eq!(parsed.tree.write().replace('\n', ""), written);
        let said: Vec<String> = parsed.warnings.iter().map(|w| w.kind.to_string()).collect();
        assert_eq!(said, warnings);
    }

    const TEXT: &str = "# made by hand\r\n[Header]\r\nVer=UGF2,200\r\nTitle=3rd,,Spring Cup\r\n\
        Place=Kyoto\r\nDate=2003/04/05,10:00:00,2003/04/05,18:00:00\r\nSize=19\r\nHdcp=0,5.50\r\n\
        Winner=W,C\r\nCoordinateType=IGS\r\nPlayerB=甲野,5D,0,\r\nPlayerW=乙山,9-dan,0,\r\n\
        [Data]\r\nPP,B1,1,0\r\nDC,W1,2,11\r\nYA,B1,3,0\r\n\r\n[Figure]\r\n.Text,1\r\nhello\r\n.EndText\r\n";

    #[test]
    fn a_whole_record() {
        let head = "(;GM[1]FF[4]CA[UTF-8]SZ[19]EV[3rd, Spring Cup]PC[Kyoto]DT[2003-04-05]KM[5.5]\
            RE[W+R]PB[甲野]BR[5d]PW[乙山]WR[9-dan]";
        check(TEXT, &format!("{head};B[pd];W[dq];B[])"), &[]);
        let from_top = TEXT.replace("IGS", "JPN");
        check(&from_top, &format!("{head};B[pp];W[dc];B[])"), &[]);
    }

    #[test]
    fn handicap_stones_are_moves_of_number_zero() {
        let text = "[Header]\nSize=9\nHdcp=2,0.00\n[Data]\nCC,B1,0,0\nGG,B1,0,0\nEE,W1,1,0\n";
        check(text, "(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]KM[0]AB[cc][gg];W[ee])", &[]);
    }

    #[test]
    fn results() {
        for (winner, how, expected) in [
            ("B", "1.5", Some("B+1.5")),
            ("W", "10.00", Some("W+10")),
            ("B", "C", Some("B+R")),
            ("B", "F2", Some("B+F")),
            ("D", "", Some("0")),
            ("N1", "E", Some("Void")),
            ("W", "?", None),
            ("", "", None),
        ] {
            assert_eq!(result(winner, how).as_deref(), expected, "{winner},{how}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        check(
            "[Header]\nSize=99\nHdcp=x\n[Data]\nAA,B1,1,0\nTA,W1,2,0\nwhat\n",
            "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[aa])",
            &[
                "Size could not be read: 99",
                "Hdcp could not be read: x",
                "this is not a move and was left out: TA,W1,2,0",
                "this is not a move and was left out: what",
            ],
        );
        assert_eq!(to_tree("PP,B1,1,0").unwrap_err(), SyntaxError::NoMoves { format: "UGI" });
    }
}

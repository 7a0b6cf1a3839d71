//! GIB, the records of the Tygem server.
//!
//! The format has no public description; this follows what readers of it agree on. Header lines
//! are `\[NAME=value\]`. In `GAMEINFOMAIN`, `GRLT` says how the game ended, `ZIPSU` is the margin
//! and `GONGJE` the komi, both in tenths of a point; `GAMETAG` repeats them as `W`, `Z` and `G`,
//! and has the date as `C`. `INI 0 1 n` is a handicap of n stones. `STO 0 number colour x y` is a
//! move, colour 1 for Black and 2 for White, counted from zero from the upper left; `SKI` is a pass.

use crate::foreign::{Draft, date, lines, rank, tenths};
use crate::sgf::{Parsed, SyntaxError};
use aji_rules::Color;

/// Reads a GIB record as a tree of SGF.
pub fn to_tree(text: &str) -> Result<Parsed, SyntaxError> {
    let mut draft = Draft::new(text)?;
    // The main header counts for more than the tag, in whichever order they come.
    let mut main = None;
    let mut tag = None;
    let mut handicap = None;
    let mut moves = Vec::new();
    for (offset, line) in lines(text) {
        if let Some((name, value)) = header(line) {
            match name {
                "GAMEBLACKNAME" => player(&mut draft, "PB", "BR", value),
                "GAMEWHITENAME" => player(&mut draft, "PW", "WR", value),
                "GAMEPLACE" => draft.info("PC", value),
                "GAMENAME" => draft.info("EV", value),
                "GAMEDATE" => draft.info("DT", &date(value).unwrap_or_default()),
                "GAMEINFOMAIN" => main = Some((offset, value)),
                "GAMETAG" => tag = Some((offset, value)),
                _ => {}
            }
            continue;
        }
        match line.split_whitespace().next() {
            Some("INI") => handicap = Some((offset, line)),
            Some("STO" | "SKI") => moves.push((offset, line)),
            _ => {}
        }
    }
    if let Some((offset, value)) = main {
        if let Some(side) = number(value, "LINE:")
            && !draft.set_side(side as usize)
        {
            draft.bad_field(offset, "LINE", &side.to_string());
        }
        ending(&mut draft, offset, value, ["GRLT:", "ZIPSU:", "GONGJE:"]);
    }
    if let Some((offset, value)) = tag {
        ending(&mut draft, offset, value, ["W", "Z", "G"]);
        if !draft.has("DT") {
            draft.info("DT", &field(value, "C").and_then(date).unwrap_or_default());
        }
    }
    if let Some((offset, line)) = handicap {
        let stones = line.split_whitespace().nth(3).and_then(|n| n.parse().ok());
        if !stones.is_some_and(|stones| draft.handicap(stones)) {
            draft.bad_field(offset, "INI", line);
        }
    }
    for (offset, line) in moves {
        draft.at(offset);
        if !play(&mut draft, line) {
            draft.bad_move(line);
        }
    }
    draft.finish("GIB")
}

fn header(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix(r"\[")?;
    inner.strip_suffix(r"\]").unwrap_or(inner).split_once('=')
}

/// `name (9D)`, with or without the space.
fn player(draft: &mut Draft, name: &str, rank_name: &str, value: &str) {
    let ranked = value.trim().strip_suffix(')').and_then(|value| value.rsplit_once('('));
    match ranked {
        Some((player, grade)) if !player.trim().is_empty() => {
            draft.info(name, player);
            draft.info(rank_name, &rank(grade.trim()));
        }
        _ => draft.info(name, value),
    }
}

/// The rest of the first entry of a comma-separated list that begins with `key`.
fn field<'a>(list: &'a str, key: &str) -> Option<&'a str> {
    list.split(',').find_map(|entry| entry.trim().strip_prefix(key))
}

fn number(list: &str, key: &str) -> Option<u32> {
    list.split(',').find_map(|entry| entry.trim().strip_prefix(key)?.trim().parse().ok())
}

/// Result and komi, unless they are known already.
fn ending(draft: &mut Draft, offset: usize, list: &str, keys: [&str; 3]) {
    let [result, margin, komi] = keys;
    if let Some(komi) = number(list, komi)
        && !draft.has("KM")
    {
        draft.info("KM", &tenths(komi));
    }
    let Some(code) = number(list, result).filter(|_| !draft.has("RE")) else {
        return;
    };
    let margin = number(list, margin).unwrap_or(0);
    let result = match code {
        0 if margin > 0 => format!("B+{}", tenths(margin)),
        1 if margin > 0 => format!("W+{}", tenths(margin)),
        3 => "B+R".to_string(),
        4 => "W+R".to_string(),
        7 => "B+T".to_string(),
        8 => "W+T".to_string(),
        // A count without a margin is what is written for games that were not finished.
        _ => return draft.bad_field(offset, "GRLT", &format!("{code}, margin {margin}")),
    };
    draft.info("RE", &result);
}

fn play(draft: &mut Draft, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words[0] == "SKI" {
        draft.pass(draft.to_play());
        return true;
    }
    let [_, _, _, color, x, y, ..] = words[..] else {
        return false;
    };
    let color = match color {
        "1" => Color::Black,
        "2" => Color::White,
        _ => return false,
    };
    let point = x.parse().ok().zip(y.parse().ok()).and_then(|(x, y)| draft.point(x, y));
    point.map(|point| draft.play(color, point)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, written: &str, warnings: &[&str]) {
        let parsed = to_tree(text).unwrap();
        assert_eq!(parsed.tree.write().replace('\n', ""), written);
        let said: Vec<String> = parsed.warnings.iter().map(|w| w.to_string()).collect();
        assert_eq!(said, warnings);
    }

    #[test]
    fn a_whole_record() {
        let text = r"\HS
\[GAMEBLACKNAME=돌부처 (9D)\]
\[GAMEWHITENAME=a]b(3K)\]
\[GAMEDATE=2015- 7- 9-11- 5-30\]
\[GAMEPLACE=Tygem\]
\[GAMETAG=S1,R3,D5,G75,W4,Z0,T30-3-1200,C2015:07:08:11:05\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:600-30-3,GRLT:1,ZIPSU:125,DUM:0,GONGJE:65,TCNT:3\]
\HE
\GS
2 1 0
3 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
SKI 0 4
\GE
";
        check(
            text,
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[돌부처]BR[9d]PW[a\\]b]WR[3k]DT[2015-07-09]PC[Tygem]\
             KM[6.5]RE[W+12.5];B[pd];W[dp];B[])",
            &[],
        );
    }

    #[test]
    fn results_and_handicaps() {
        let root = "GM[1]FF[4]CA[UTF-8]SZ[19]";
        for (code, result) in
            [(0, "B+2.5"), (1, "W+2.5"), (3, "B+R"), (4, "W+R"), (7, "B+T"), (8, "W+T")]
        {
            let text = format!("\\[GAMEINFOMAIN=GRLT:{code},ZIPSU:25,\\]\nSTO 0 1 1 0 18");
            check(&text, &format!("(;{root}RE[{result}];B[as])"), &[]);
        }
        check(
            "\\[GAMETAG=G5,W8,Z0,C2016:04:01:1:2\\]\nINI 0 1 3 &4\nSTO 0 1 2 9 9",
            &format!("(;{root}KM[0.5]RE[W+T]DT[2016-04-01]HA[3]AB[dp][pd][dd];W[jj])"),
            &[],
        );
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        check(
            "INI 0 1 x\nSTO 0 1 1 3 3\nSTO 0 2 2 19 3\nSTO 0 3\nSTO 0 4 3 1 1\nSTO 0 5 2 4 4",
            "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[dd];W[ee])",
            &[
                "at byte 0: INI could not be read: INI 0 1 x",
                "at byte 24: this is not a move and was left out: STO 0 2 2 19 3",
                "at byte 39: this is not a move and was left out: STO 0 3",
                "at byte 47: this is not a move and was left out: STO 0 4 3 1 1",
            ],
        );
        assert_eq!(to_tree("(;B[aa])").unwrap_err(), SyntaxError::NoMoves { format: "GIB" });
    }
}

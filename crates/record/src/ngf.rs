//! NGF, the records of the wBaduk and Cyberoro servers.
//!
//! Twelve header lines, known by their place: title, board size, White, Black, site, handicap, an
//! unknown number, komi, date, time, result in the words of the server, number of moves. Then a
//! line a move, as `PMABBQEEQ`: `PM`, two letters that count, the colour, column and row (twice),
//! where `B` is the first line from the left or the top; `AA` is a pass.

use crate::foreign::{Draft, date, lines, rank};
use crate::outcome::parse_outcome;
use crate::sgf::{Parsed, SyntaxError};
use aji_rules::Color;

/// Lines before the moves.
const HEADER: usize = 12;

/// Reads an NGF record as a tree of SGF.
pub fn to_tree(text: &str) -> Result<Parsed, SyntaxError> {
    let first_move = lines(text).position(|(_, line)| is_move(line));
    let mut draft = Draft::new(text)?;
    // Some old files have a shorter header, of which nothing is known for sure.
    match first_move {
        Some(start) if start >= HEADER => {
            let all: Vec<(usize, &str)> = lines(text).take(HEADER).collect();
            header(&mut draft, &all);
        }
        Some(start) => draft.bad_field(0, "header", &format!("{start} lines instead of {HEADER}")),
        None => {}
    }
    for (offset, line) in lines(text).skip(first_move.unwrap_or(0)) {
        draft.at(offset);
        if line.starts_with("PM") && !play(&mut draft, line.as_bytes()) {
            draft.bad_move(line);
        }
    }
    draft.finish("NGF")
}

fn header(draft: &mut Draft, all: &[(usize, &str)]) {
    let mut numbers = [(1, "board size", 19.0), (5, "handicap", 0.0), (7, "komi", 0.0)];
    for (place, field, value) in &mut numbers {
        let (offset, line) = all[*place];
        match line.parse::<f64>() {
            Ok(number) if (0.0..1000.0).contains(&number) => *value = number,
            _ => draft.bad_field(offset, field, line),
        }
    }
    let [size, stones, komi] = numbers.map(|(_, _, value)| value);
    if !draft.set_side(size as usize) {
        draft.bad_field(all[1].0, "board size", all[1].1);
    }
    draft.info("EV", all[0].1);
    for (place, name, grade) in [(3, "PB", "BR"), (2, "PW", "WR")] {
        match all[place].1.rsplit_once(char::is_whitespace) {
            Some((player, rank_text)) => {
                draft.info(name, player);
                draft.info(grade, &rank(rank_text));
            }
            None => draft.info(name, all[place].1),
        }
    }
    draft.info("PC", all[4].1);
    // The half point of an even game goes without saying.
    let half = if stones < 1.0 && komi.fract() == 0.0 { 0.5 } else { 0.0 };
    draft.info("KM", &(komi + half).to_string());
    draft.info("DT", &date(all[8].1).unwrap_or_default());
    let (offset, words) = all[10];
    match result(words) {
        Some(result) => draft.info("RE", &result),
        None if words.is_empty() => {}
        None => draft.bad_field(offset, "result", words),
    }
    if !draft.handicap(stones as usize) {
        draft.bad_field(all[5].0, "handicap", all[5].1);
    }
}

/// The result from a sentence in English, Japanese, Chinese or Korean.
fn result(words: &str) -> Option<String> {
    // Behind `>>` come the points of both sides; they show that a `子` here is one point.
    let sentence = words.split(">>").next().unwrap_or(words).replace('子', "目");
    Some(parse_outcome(&sentence).ok()??.to_string())
}

fn is_move(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 7
        && bytes.starts_with(b"PM")
        && bytes[2..7].iter().all(u8::is_ascii_uppercase)
        && matches!(bytes[4], b'B' | b'W')
}

fn play(draft: &mut Draft, line: &[u8]) -> bool {
    let Some(&[color, x, y]) = line.get(4..7) else {
        return false;
    };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return false,
    };
    if (x, y) == (b'A', b'A') {
        draft.pass(color);
        return true;
    }
    let line = |letter: u8| letter.checked_sub(b'B').map(usize::from);
    let point = line(x).zip(line(y)).and_then(|(x, y)| draft.point(x, y));
    point.map(|point| draft.play(color, point)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(handicap: &str, result: &str, moves: &str) -> String {
        let header = "Club game\n19\nSome One 7D*\n둘째 5DP\nwww.example.com";
        format!("{header}\n{handicap}\n0\n6\n20110812 [ 9:31]\n480\n{result}\n3\n{moves}\n")
    }

    #[test]
    fn a_whole_record() {
        let text = record("0", "Black wins by 2.5", "PMABBQEEQ\nPMACWEEEE\nPMADBAAAA");
        let expected = "(;GM[1]FF[4]CA[UTF-8]SZ[19]EV[Club game]PB[둘째]BR[5p]PW[Some One]WR[7D*]\
             PC[www.example.com]KM[6.5]DT[2011-08-12]RE[B+2.5];B[pd];W[dd];B[])";
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let parsed = to_tree(&text).unwrap();
            assert_eq!(parsed.tree.write().replace('\n', ""), expected);
            assert_eq!(parsed.warnings, []);
        }
    }

    #[test]
    fn handicap_games_have_whole_komi() {
        let parsed = to_tree(&record("2", "", "PMABWEEEE")).unwrap();
        let root = parsed.tree.root();
        assert_eq!(parsed.tree.get(root, "KM"), Some("6"));
        assert_eq!(parsed.tree.values(root, "AB").collect::<Vec<_>>(), ["dp", "pd"]);
        assert_eq!(parsed.tree.get(root, "HA"), Some("2"));
    }

    #[test]
    fn results_in_many_tongues() {
        let cases = [
            ("White Win by Resign!", Some("W+R")),
            ("Black Win 6.5 >> White(50):Black(63)", Some("B+6.5")),
            ("White loses on time", Some("B+T")),
            ("White 19Win >> White(83):Black(64)", Some("W+19")),
            ("흑 1.5집 승", Some("B+1.5")),
            ("백 불계승", Some("W+R")),
            ("白5.5目勝ち!", Some("W+5.5")),
            ("黒中押し勝ち!", Some("B+R")),
            ("232手完、黒2目半勝ち", Some("B+2.5")),
            ("白時間切れ勝ち！", Some("W+T")),
            ("白棋12子 >> 白方(94):黑方(82)", Some("W+12")),
            ("Progressing!", None),
            ("black white", None),
            ("Black wins", Some("B+")),
        ];
        for (words, expected) in cases {
            assert_eq!(result(words).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let parsed = to_tree(&record("x", "Progressing!", "PMABBQEEQ\nPMACWZZZZ\nPM")).unwrap();
        let said: Vec<_> = parsed.warnings.iter().map(|w| w.kind.to_string()).collect();
        assert_eq!(
            said,
            [
                "handicap could not be read: x",
                "result could not be read: Progressing!",
                "this is not a move and was left out: PMACWZZZZ",
                "this is not a move and was left out: PM",
            ]
        );
        assert_eq!(to_tree("19\nPM").unwrap_err(), SyntaxError::NoMoves { format: "NGF" });
        assert_eq!(to_tree("PMABBQEEQ").unwrap().warnings.len(), 1);
    }
}

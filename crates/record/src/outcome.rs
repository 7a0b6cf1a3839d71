//! Results as records write them, in several languages.

use aji_rules::{Color, HalfPoints, Outcome, Win};

/// The text says something, but not who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOutcome;

/// Reads the value of `RE`, or a sentence about the result. Nothing, `?` and the like are no outcome.
pub fn parse_outcome(text: &str) -> Result<Option<Outcome>, UnknownOutcome> {
    let text = half_width(text).to_lowercase();
    let text = text.trim().trim_end_matches(['!', '.', '。']);
    match text {
        "" | "?" | "unknown" | "unfinished" | "未知" | "未完" => return Ok(None),
        "0" | "draw" | "jigo" | "tie" => return Ok(Some(Outcome::Draw)),
        "void" | "no result" => return Ok(Some(Outcome::Void)),
        _ if has(text, DRAWN) => return Ok(Some(Outcome::Draw)),
        _ if has(text, ANNULLED) => return Ok(Some(Outcome::Void)),
        _ => {}
    }
    let (winner, win) = formula(text).unwrap_or_else(|| sentence(text))?;
    // A margin of nothing is a draw.
    Ok(Some(match win {
        Win::Points(HalfPoints::ZERO) => Outcome::Draw,
        win => Outcome::Win(winner, win),
    }))
}

const DRAWN: &[&str] = &["和棋", "和局", "平局", "持碁", "ジゴ", "무승부", "빅"];
const ANNULLED: &[&str] = &["无胜负", "無勝負", "無効", "무효"];
const BLACK: &[&str] = &["black", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "白", "백"];
const WINS: &[&str] = &["win", "won", "胜", "勝", "승"];
const LOSES: &[&str] = &["lose", "lost", "负", "負", "败", "敗", "패"];
const RESIGNED: &[&str] = &["resign", "中盘", "中盤", "中押", "认输", "認輸", "投了", "불계"];
const OUT_OF_TIME: &[&str] = &["time", "超时", "超時", "时间", "時間", "시간"];
const FORFEITED: &[&str] = &["forfeit", "弃权", "棄權", "反則", "기권", "断线", "掉线"];
const UNCOUNTED: &[&str] = &["不计点", "不計點", "不计目"];

/// `B+3.5`, `W+Resign`: a colour, a plus and how it won.
fn formula(text: &str) -> Option<Result<(Color, Win), UnknownOutcome>> {
    let (name, how) = text.split_once('+')?;
    let name = name.trim();
    let color = match name {
        "b" => Color::Black,
        "w" => Color::White,
        _ if BLACK.contains(&name) => Color::Black,
        _ if WHITE.contains(&name) => Color::White,
        _ => return None,
    };
    let win = match how.trim() {
        "" | "?" => Some(Win::Unspecified),
        "r" | "res" => Some(Win::Resignation),
        "t" => Some(Win::Time),
        "f" => Some(Win::Forfeit),
        how => manner(how).or_else(|| margin(how).map(Win::Points)).or({
            // An impossible margin does not make the winner doubtful.
            how.starts_with(|c: char| c.is_ascii_digit()).then_some(Win::Unspecified)
        }),
    };
    Some(win.map(|win| (color, win)).ok_or(UnknownOutcome))
}

/// A sentence that names one side and says that it won, lost or gave up.
fn sentence(text: &str) -> Result<(Color, Win), UnknownOutcome> {
    let place = |names: &[&str]| names.iter().filter_map(|name| text.find(name)).min();
    let (named, rest) = match (place(BLACK), place(WHITE)) {
        (Some(at), None) => (Color::Black, &text[at..]),
        (None, Some(at)) => (Color::White, &text[at..]),
        (Some(_), Some(_)) => return both_named(text),
        (None, None) => return Err(UnknownOutcome),
    };
    let number = rest.find(|c: char| c.is_ascii_digit() || c == '半');
    let points = number.and_then(|at| margin(&rest[at..]));
    let win = manner(rest).or(points.map(Win::Points));
    let winner = match (has(rest, WINS), has(rest, LOSES)) {
        (true, false) => named,
        (false, true) => !named,
        (true, true) => return Err(UnknownOutcome),
        // `黑认输`: who gives up, or runs out of time, is named; with a bare margin the winner is.
        (false, false) => match win {
            Some(Win::Points(_)) => named,
            Some(Win::Resignation | Win::Time | Win::Forfeit) => !named,
            Some(Win::Unspecified) | None => return Err(UnknownOutcome),
        },
    };
    // A number that is no margin makes the whole doubtful.
    match win {
        None if number.is_some() => Err(UnknownOutcome),
        win => Ok((winner, win.unwrap_or(Win::Unspecified))),
    }
}

/// `白方超时，黑胜`: of two sides, who wins is said next to the name.
fn both_named(text: &str) -> Result<(Color, Win), UnknownOutcome> {
    let wins = |names: &[&str]| {
        names.iter().any(|name| {
            let mut after =
                text.match_indices(name).map(|(at, _)| text[at + name.len()..].trim_start());
            after.any(|rest| WINS.iter().any(|word| rest.starts_with(word)))
        })
    };
    let winner = match (wins(BLACK), wins(WHITE)) {
        (true, false) => Color::Black,
        (false, true) => Color::White,
        _ => return Err(UnknownOutcome),
    };
    Ok((winner, manner(text).unwrap_or(Win::Unspecified)))
}

/// How a game was won otherwise than by points.
fn manner(text: &str) -> Option<Win> {
    match text {
        _ if has(text, UNCOUNTED) => Some(Win::Unspecified),
        _ if has(text, RESIGNED) => Some(Win::Resignation),
        _ if has(text, OUT_OF_TIME) => Some(Win::Time),
        _ if has(text, FORFEITED) => Some(Win::Forfeit),
        _ => None,
    }
}

/// `3.5`, `3,5`, `43.5目`, `3目半`, `半目`, `5又1/4子` and `3/4子` (a *zi* is two points), with any
/// words behind.
pub(crate) fn margin(text: &str) -> Option<HalfPoints> {
    let is_number = |c: char| c.is_ascii_digit() || ".,/".contains(c);
    let is_part = |c: char| is_number(c) || " 又目子집点點半".contains(c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (measure, behind) = text.split_at(end);
    // Quarters of what the text counts in.
    let mut quarters = if measure.contains('半') { 2 } else { 0 };
    let mut numbers = measure.split(|c| !is_number(c)).filter(|part| !part.is_empty()).peekable();
    if numbers.peek().is_none() && quarters == 0 || behind.starts_with(['-', '+']) {
        return None;
    }
    for number in numbers {
        let more = match number.split_once('/') {
            Some((above, "2")) => above.parse::<i32>().ok()?.checked_mul(2)?,
            Some((above, "4")) => above.parse::<i32>().ok()?,
            Some(_) => return None,
            None => quarters_of(&number.replace(',', "."))?,
        };
        quarters = more.checked_add(quarters).filter(|&sum| sum <= 40_000)?;
    }
    match (measure.contains('子'), quarters % 2) {
        (true, _) => Some(HalfPoints::from_halves(quarters)),
        (false, 0) => Some(HalfPoints::from_halves(quarters / 2)),
        (false, _) => None,
    }
}

/// A decimal number in quarters, such as komi counted in *zi*; at most 10,000 either way.
pub(crate) fn quarters_of(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let quarters = match fraction.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    (whole <= 10_000).then_some(sign * (whole * 4 + quarters))
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Full-width digits, letters and signs as plain ones, and one sign for a half.
pub(crate) fn half_width(text: &str) -> String {
    let plain = |c: char| match c {
        '½' => '半',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn forms_met_in_records() {
        let cases = [
            ("B+R", "B+R"),
            ("b+resign", "B+R"),
            ("W+Resign", "W+R"),
            ("Black wins by resignation", "B+R"),
            ("B+T", "B+T"),
            ("W+Time", "W+T"),
            ("B+F", "B+F"),
            ("B+Forfeit", "B+F"),
            ("B+3.5", "B+3.5"),
            ("W+0.5", "W+0.5"),
            ("W+12.50", "W+12.5"),
            ("W+ 7", "W+7"),
            ("B+1,5", "B+1.5"),
            ("B+", "B+"),
            ("B+?", "B+"),
            ("0", "0"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("B+0", "0"),
            ("Void", "Void"),
            ("白胜5又1/4子", "W+10.5"),
            ("黑胜3/4子", "B+1.5"),
            ("白胜43.5目", "W+43.5"),
            ("黑不计点胜", "B+"),
            ("黑中盘胜", "B+R"),
            ("白中盤勝", "W+R"),
            ("黒中押し勝ち", "B+R"),
            ("白3目半勝ち", "W+3.5"),
            ("黒半目勝", "B+0.5"),
            ("白超时胜", "W+T"),
            ("흑 불계승", "B+R"),
            ("백 2.5집승", "W+2.5"),
            ("和棋", "0"),
            ("Ｂ＋３．５", "B+3.5"),
            // Who gives up, loses or is out of time is named, not who wins.
            ("黑认输", "W+R"),
            ("白方认输", "B+R"),
            ("黒投了", "W+R"),
            ("白超时负", "B+T"),
            ("흑 시간패", "W+T"),
            ("White resigns", "B+R"),
            ("白方超时，黑胜", "B+T"),
            ("黑胜，白超时", "B+T"),
            ("W+2.75", "W+"),
            ("W+3.3", "W+"),
            ("B+99999999999", "B+"),
            ("Black loses on time", "W+T"),
            // Sentences of servers.
            ("White Win by Resign!", "W+R"),
            ("Black Win 6.5 ", "B+6.5"),
            ("White 19Win", "W+19"),
            ("Black wins", "B+"),
            ("黑胜", "B+"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("白時間切れ勝ち！", "W+T"),
        ];
        for (text, expected) in cases {
            let outcome = parse_outcome(text).map(|outcome| outcome.map(|known| known.to_string()));
            assert_eq!(outcome, Ok(Some(expected.to_string())), "{text}");
        }
        for text in ["", "?", "  ", "Unknown"] {
            assert_eq!(parse_outcome(text), Ok(None), "{text}");
        }
        let long = format!("B+{}", "9999 ".repeat(1000));
        assert_eq!(parse_outcome(&long), Ok(Some(Outcome::Win(Color::Black, Win::Unspecified))));
        for text in
            ["B", "blah", "B+x", "3.5", "黑胜1/3子", "B+-3", "black white", "Progressing!", "黑"]
        {
            assert_eq!(parse_outcome(text), Err(UnknownOutcome), "{text}");
        }
    }

    #[test]
    fn what_we_write_we_read() {
        for color in Color::BOTH {
            for win in [Win::Resignation, Win::Time, Win::Forfeit, Win::Unspecified] {
                let outcome = Outcome::Win(color, win);
                assert_eq!(parse_outcome(&outcome.to_string()), Ok(Some(outcome)));
            }
            for halves in 1..100 {
                let outcome = Outcome::Win(color, Win::Points(HalfPoints::from_halves(halves)));
                assert_eq!(parse_outcome(&outcome.to_string()), Ok(Some(outcome)));
            }
        }
    }

    #[test]
    fn quarters_keep_their_sign() {
        for (text, quarters) in [
            ("3.75", Some(15)),
            ("-3.75", Some(-15)),
            ("-0.25", Some(-1)),
            (".5", Some(2)),
            ("7.", Some(28)),
            ("-2147483648", None),
            ("99999999999", None),
            ("--1", None),
            ("-", None),
            ("", None),
            ("1.1", None),
        ] {
            assert_eq!(quarters_of(text), quarters, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[0-9bwBW+.,/ 半目子又黑白胜负-]{0,20}|\\PC{0,20}") {
            let _ = parse_outcome(&text);
            let _ = quarters_of(&text);
        }
    }
}

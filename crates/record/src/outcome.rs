//! Results as records write them, in several languages.

use aji_rules::{Color, HalfPoints, Outcome, Win};

/// The text says something, but not who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOutcome;

/// Reads the value of `RE`. Nothing, `?` and the like are no outcome.
pub fn parse_outcome(text: &str) -> Result<Option<Outcome>, UnknownOutcome> {
    let text = half_width(text.trim()).to_lowercase();
    match text.as_str() {
        "" | "?" | "unknown" | "unfinished" | "未知" | "未完" => return Ok(None),
        "0" | "draw" | "jigo" | "tie" => return Ok(Some(Outcome::Draw)),
        "void" | "no result" => return Ok(Some(Outcome::Void)),
        _ => {}
    }
    if contains_any(&text, &["和棋", "和局", "平局", "持碁", "ジゴ", "무승부", "빅"])
    {
        return Ok(Some(Outcome::Draw));
    }
    if contains_any(&text, &["无胜负", "無勝負", "無効", "무효"]) {
        return Ok(Some(Outcome::Void));
    }
    let (winner, how) = winner(&text).ok_or(UnknownOutcome)?;
    // An empty margin is a win of which no more is known; a margin of nothing is a draw.
    match win(how)? {
        Win::Points(HalfPoints::ZERO) => Ok(Some(Outcome::Draw)),
        win => Ok(Some(Outcome::Win(winner, win))),
    }
}

fn winner(text: &str) -> Option<(Color, &str)> {
    let names = [
        ("black", Color::Black),
        ("white", Color::White),
        ("b", Color::Black),
        ("w", Color::White),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("흑", Color::Black),
        ("白", Color::White),
        ("백", Color::White),
    ];
    let (name, color) = names.into_iter().find(|(name, _)| text.starts_with(name))?;
    let how = text[name.len()..].trim_start();
    // `B` alone, or a word that happens to begin with a B, is no result.
    let latin = name.is_ascii();
    match how.strip_prefix('+') {
        Some(how) => Some((color, how.trim())),
        None if latin => {
            let how = how.strip_prefix("wins").or_else(|| how.strip_prefix("win"))?;
            Some((color, how.trim().trim_start_matches("by").trim()))
        }
        None => Some((color, how)),
    }
}

fn win(how: &str) -> Result<Win, UnknownOutcome> {
    // Unlike the others these are looked for inside longer words.
    const RESIGNATION: &[&str] =
        &["resign", "中盘", "中盤", "中押", "认输", "認輸", "投了", "불계"];
    const TIME: &[&str] = &["time", "超时", "超時", "时间", "時間", "시간", "時間切れ"];
    const FORFEIT: &[&str] = &["forfeit", "弃权", "棄權", "反則", "기권", "断线", "掉线"];
    const UNCOUNTED: &[&str] = &["不计点", "不計點", "不计目"];
    // What is left when a side has just won.
    const WON: &[&str] = &["", "胜", "勝", "勝ち", "胜利", "승", "?"];
    match how {
        "r" | "res" => Ok(Win::Resignation),
        "t" => Ok(Win::Time),
        "f" => Ok(Win::Forfeit),
        _ if WON.contains(&how) || contains_any(how, UNCOUNTED) => Ok(Win::Unspecified),
        _ if contains_any(how, RESIGNATION) => Ok(Win::Resignation),
        _ if contains_any(how, TIME) => Ok(Win::Time),
        _ if contains_any(how, FORFEIT) => Ok(Win::Forfeit),
        _ => margin(how).map(Win::Points).ok_or(UnknownOutcome),
    }
}

/// `3.5`, `3,5`, `43.5目`, `3目半`, `半目`, `5又1/4子` and `3/4子` (a *zi* is two points).
fn margin(text: &str) -> Option<HalfPoints> {
    let text = text.trim_start_matches(['胜', '勝']).trim();
    let stones = text.contains('子');
    let unit = |c: char| "目子집点點勝胜승ち半又".contains(c) || c.is_whitespace();
    let is_number = |c: char| c.is_ascii_digit() || ".,/".contains(c);
    if !text.chars().all(|c| unit(c) || is_number(c) || "points".contains(c)) {
        return None;
    }
    // Quarters of what the text counts in.
    let mut quarters = if text.contains('半') { 2 } else { 0 };
    let numbers: Vec<&str> =
        text.split(|c| !is_number(c)).filter(|part| !part.is_empty()).collect();
    if numbers.is_empty() && quarters == 0 {
        return None;
    }
    for number in numbers {
        quarters += match number.split_once('/') {
            Some((above, below)) => {
                let (above, below): (i32, i32) = (above.parse().ok()?, below.parse().ok()?);
                (matches!(below, 2 | 4) && above.abs() < 1000).then(|| above * 4 / below)?
            }
            None => quarters_of(&number.replace(',', "."))?,
        };
    }
    match (stones, quarters % 2) {
        (true, _) => Some(HalfPoints::from_halves(quarters)),
        (false, 0) => Some(HalfPoints::from_halves(quarters / 2)),
        (false, _) => None,
    }
}

/// A decimal number in quarters, such as komi counted in *zi*.
pub(crate) fn quarters_of(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let quarters = match fraction.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    (whole.abs() <= 10_000).then_some(whole * 4 + quarters)
}

fn contains_any(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}

/// Full-width digits, letters and signs as plain ones.
fn half_width(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        for (text, expected) in cases {
            let outcome = parse_outcome(text).map(|outcome| outcome.map(|known| known.to_string()));
            assert_eq!(outcome, Ok(Some(expected.to_string())), "{text}");
        }
        for text in ["", "?", "  ", "Unknown"] {
            assert_eq!(parse_outcome(text), Ok(None), "{text}");
        }
        for text in
            ["B", "blah", "B+x", "3.5", "W+3.3", "黑胜1/3子", "B+99999999999", "B+1/0", "B+-3"]
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
}

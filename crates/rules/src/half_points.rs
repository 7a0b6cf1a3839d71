//! Komi and scores, counted in half points so that no rounding can decide a game.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

/// A number of points in steps of one half: komi, a lead, a margin.
///
/// ```
/// use aji_rules::HalfPoints;
///
/// let komi: HalfPoints = "6.5".parse().unwrap();
/// assert_eq!(komi, HalfPoints::from_halves(13));
/// assert_eq!((HalfPoints::from_points(7) - komi).to_string(), "0.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HalfPoints(i32);

impl HalfPoints {
    /// No points.
    pub const ZERO: HalfPoints = HalfPoints(0);

    /// So many halves.
    pub const fn from_halves(halves: i32) -> HalfPoints {
        HalfPoints(halves)
    }

    /// So many whole points.
    pub const fn from_points(points: i32) -> HalfPoints {
        HalfPoints(points * 2)
    }

    /// The number of halves.
    pub const fn halves(self) -> i32 {
        self.0
    }

    /// The size without the sign.
    pub const fn abs(self) -> HalfPoints {
        HalfPoints(self.0.abs())
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 + other.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        self.0 += other.0;
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;

    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;

    fn neg(self) -> HalfPoints {
        HalfPoints(-self.0)
    }
}

/// `6.5`, `-0.5`, `7`: a half is written only where there is one.
impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{}{half}", self.0.abs() / 2))
    }
}

/// The text is not a number of half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of points such as 6.5, 0 or -3")]
pub struct NotHalfPoints;

/// Decimal numbers that are whole or end in one half, at most 10,000 points either way.
impl FromStr for HalfPoints {
    type Err = NotHalfPoints;

    fn from_str(text: &str) -> Result<HalfPoints, NotHalfPoints> {
        let text = text.trim();
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return Err(NotHalfPoints);
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(NotHalfPoints),
        };
        let whole: i32 =
            if whole.is_empty() { 0 } else { whole.parse().map_err(|_| NotHalfPoints)? };
        if whole > 10_000 {
            return Err(NotHalfPoints);
        }
        let halves = whole * 2 + half;
        Ok(HalfPoints(if negative { -halves } else { halves }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for halves in -60..60 {
            let points = HalfPoints::from_halves(halves);
            assert_eq!(points.to_string().parse(), Ok(points));
        }
    }

    #[test]
    fn readings() {
        for (text, halves) in
            [("6.5", 13), ("6.50", 13), ("0", 0), ("-0.5", -1), ("+3", 6), (".5", 1), ("7.", 14)]
        {
            assert_eq!(text.parse(), Ok(HalfPoints(halves)), "{text}");
        }
        for text in ["", ".", "-", "six", "3.75", "6,5", "99999999999", "1e3", "--1"] {
            assert_eq!(text.parse::<HalfPoints>(), Err(NotHalfPoints), "{text}");
        }
    }
}

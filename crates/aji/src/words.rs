//! Numbers and lists as people write them.

pub use aji_learn::report::grouped;
use aji_rules::HalfPoints;

/// `1 stone`, `2,000 stones`.
pub fn counted(number: u64, one: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{} {one}{end}", grouped(number))
}

/// `51.0 %`.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Points as a number for JSON.
pub fn points(half_points: HalfPoints) -> f64 {
    f64::from(half_points.halves()) / 2.0
}

/// To three decimals, for JSON; zero has no sign.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

/// To one decimal, for JSON; zero has no sign.
pub fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// A time to three digits: `12.3 us`, `150 ms`, `2 s`.
pub fn duration(seconds: f64) -> String {
    let (number, unit) = match seconds {
        short if short < 1e-3 => (short * 1e6, "us"),
        middling if middling < 1.0 => (middling * 1e3, "ms"),
        long => (long, "s"),
    };
    let decimals = match number {
        small if small < 10.0 => 2,
        middling if middling < 100.0 => 1,
        _ => 0,
    };
    let digits = format!("{number:.decimals$}");
    let digits =
        if decimals > 0 { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    format!("{digits} {unit}")
}

/// `D4: turn; saves 3 stones.`, or `D4.` where nothing is to be said of it.
pub fn with_reasons(what: &str, reasons: &[String]) -> String {
    match reasons {
        [] => format!("{what}."),
        _ => format!("{what}: {}.", reasons.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 2].map(|n| counted(n, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(0, 0), "0.0 %");
        let times = [3e-5, 1.234e-5, 0.00015, 0.06, 0.0312, 2.0, 150.0].map(duration);
        assert_eq!(times, ["30 us", "12.3 us", "150 us", "60 ms", "31.2 ms", "2 s", "150 s"]);
    }
}

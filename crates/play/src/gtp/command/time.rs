//! The clock of the game: how much time there is, and what is left of it.

use super::{Table, done, good};
use crate::clock::TimeSystem;
use crate::gtp::arguments::{Arguments, Refusal};
use std::time::Duration;

pub const TABLE: Table = &[
    // Main time, then so much for so many stones.
    ("time_settings", |engine, arguments| {
        let [main, period] = [seconds(arguments, 0)?, seconds(arguments, 1)?];
        let stones = arguments.parse(2)?;
        let has_no_limit = stones == 0 && !period.is_zero();
        engine.set_time(match has_no_limit {
            true => TimeSystem::Unlimited,
            false => TimeSystem::Canadian { main, period, stones },
        });
        done()
    }),
    ("kgs-time_settings", |engine, arguments| {
        engine.set_time(named(arguments)?);
        done()
    }),
    ("kata-time_settings", |engine, arguments| {
        engine.set_time(match arguments.word(0) {
            Some("fischer") => TimeSystem::Fischer {
                main: seconds(arguments, 1)?,
                increment: seconds(arguments, 2)?,
            },
            _ => named(arguments)?,
        });
        done()
    }),
    ("kata-list_time_settings", |_, _| good("none absolute byoyomi canadian fischer")),
    ("time_left", |engine, arguments| {
        let color = arguments.color(0)?;
        // Who is late has less than nothing.
        let left: f64 = arguments.parse(1)?;
        let left = if left <= 0.0 { Duration::ZERO } else { seconds(arguments, 1)? };
        // Without a count it is main time.
        let count = if arguments.words().len() > 2 { arguments.parse(2)? } else { 0 };
        engine.clock_mut().set_left(color, left, count);
        done()
    }),
];

/// A time system by the names that KGS and KataGo share.
fn named(arguments: Arguments<'_>) -> Result<TimeSystem, Refusal> {
    Ok(match arguments.word(0) {
        Some("none") => TimeSystem::Unlimited,
        Some("absolute") => TimeSystem::Absolute { main: seconds(arguments, 1)? },
        Some("byoyomi") => TimeSystem::ByoYomi {
            main: seconds(arguments, 1)?,
            period: seconds(arguments, 2)?,
            periods: arguments.parse(3)?,
        },
        Some("canadian") => TimeSystem::Canadian {
            main: seconds(arguments, 1)?,
            period: seconds(arguments, 2)?,
            stones: arguments.parse(3)?,
        },
        _ => return Err(Refusal::SYNTAX.into()),
    })
}

/// Longer games are as good as unlimited, in seconds: a year.
const LONGEST: f64 = 3.2e7;

fn seconds(arguments: Arguments<'_>, index: usize) -> Result<Duration, Refusal> {
    let seconds: f64 = arguments.parse(index)?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(Refusal::SYNTAX.into());
    }
    Ok(Duration::from_secs_f64(seconds.min(LONGEST)))
}

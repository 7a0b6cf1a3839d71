//! How long to think about the next move, so that the time of a game is used and never runs out.

use aji_rules::{ByColor, Color, Position};
use std::time::Duration;

/// So much of every move's time is left alone: answers travel, and machines are busy.
const LAG: Duration = Duration::from_millis(500);
/// So much of a time that nothing follows is kept for the end, where many quick moves may come.
const RESERVE: Duration = Duration::from_secs(5);
/// A game is thought to leave this share of the board empty...
const LEFT_EMPTY: f64 = 0.3;
/// ...and to go on for so many moves a point, however full the board is.
const LEFT_TO_PLAY: f64 = 0.15;

/// How the time of a game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// It is not.
    #[default]
    Unlimited,
    /// So much for all moves.
    Absolute {
        /// For all moves.
        main: Duration,
    },
    /// Every move adds some.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// After the main time, each move has a period; one that runs out is gone.
    ByoYomi {
        /// Before the first period.
        main: Duration,
        /// For a move.
        period: Duration,
        /// How many may run out, the last one being the end.
        periods: u32,
    },
    /// After the main time, so many moves have a period together.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// For so many moves.
        period: Duration,
        /// How many.
        stones: u32,
    },
}

impl TimeSystem {
    /// Without what is zero: overtime of no length or for no moves is none, and no time at all is no limit.
    pub fn plain(self) -> TimeSystem {
        let is_overtime = |period: Duration, count: u32| !period.is_zero() && count > 0;
        let absolute = |main: Duration| match main.is_zero() {
            true => TimeSystem::Unlimited,
            false => TimeSystem::Absolute { main },
        };
        match self {
            TimeSystem::Unlimited => TimeSystem::Unlimited,
            TimeSystem::Absolute { main } => absolute(main),
            TimeSystem::Fischer { main, increment } if increment.is_zero() => absolute(main),
            TimeSystem::ByoYomi { main, period, periods } if !is_overtime(period, periods) => {
                absolute(main)
            }
            TimeSystem::Canadian { main, period, stones } if !is_overtime(period, stones) => {
                absolute(main)
            }
            system => system,
        }
    }

    fn at_first(self) -> Left {
        match self {
            TimeSystem::Unlimited => Left::Main(Duration::ZERO),
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => Left::Main(main),
            TimeSystem::ByoYomi { main, .. } | TimeSystem::Canadian { main, .. }
                if !main.is_zero() =>
            {
                Left::Main(main)
            }
            TimeSystem::ByoYomi { period, periods, .. } => {
                Left::Overtime { time: period, count: periods }
            }
            TimeSystem::Canadian { period, stones, .. } => {
                Left::Overtime { time: period, count: stones }
            }
        }
    }
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// The main time runs.
    Main(Duration),
    /// A period runs. `count` are the periods left with this one, or the stones to be played in it.
    Overtime { time: Duration, count: u32 },
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    system: TimeSystem,
    left: ByColor<Left>,
}

impl Default for GameClock {
    fn default() -> GameClock {
        GameClock::new(TimeSystem::Unlimited)
    }
}

impl GameClock {
    /// Both at the start of a game.
    pub fn new(system: TimeSystem) -> GameClock {
        let system = system.plain();
        GameClock { system, left: ByColor::from_fn(|_| system.at_first()) }
    }

    /// Another game begins.
    pub fn restart(&mut self) {
        *self = GameClock::new(self.system);
    }

    /// What somebody who keeps the time says is left. Without a count it is main time; with one, it is the time
    /// of a period, and the count is that of the periods left (byo-yomi) or of the stones to be played in it.
    pub fn set_left(&mut self, color: Color, time: Duration, count: u32) {
        self.left[color] = match count {
            0 => Left::Main(time),
            count => Left::Overtime { time, count },
        };
    }

    /// A move was made after so long.
    pub fn spend(&mut self, color: Color, spent: Duration) {
        let left = &mut self.left[color];
        *left = match (self.system, *left) {
            (TimeSystem::Fischer { increment, .. }, Left::Main(time)) => {
                Left::Main(time.saturating_sub(spent) + increment)
            }
            (TimeSystem::ByoYomi { period, periods, .. }, Left::Main(time)) if spent >= time => {
                after_byo_yomi(period, periods, period, spent - time)
            }
            (TimeSystem::ByoYomi { period, .. }, Left::Overtime { time, count }) => {
                after_byo_yomi(period, count, time, spent)
            }
            (TimeSystem::Canadian { period, stones, .. }, Left::Main(time)) if spent >= time => {
                after_canadian((period, stones), stones, period, spent - time)
            }
            (TimeSystem::Canadian { period, stones, .. }, Left::Overtime { time, count }) => {
                after_canadian((period, stones), count, time, spent)
            }
            (_, Left::Main(time)) => Left::Main(time.saturating_sub(spent)),
            (_, Left::Overtime { time, count }) => Left::Overtime {
                time: time.saturating_sub(spent),
                count: count.saturating_sub(1).max(1),
            },
        };
    }

    /// How long to think about the next move if so many own moves are still expected; `None` is as long as one
    /// likes.
    pub fn time_for(&self, color: Color, moves: u32) -> Option<Duration> {
        let moves = moves.max(1);
        Some(match (self.system, self.left[color]) {
            (TimeSystem::Unlimited, _) => return None,
            (TimeSystem::ByoYomi { .. }, Left::Overtime { time, .. }) => safe(time),
            (_, Left::Overtime { time, count }) => safe(time / count.max(1)),
            (TimeSystem::ByoYomi { period, .. }, Left::Main(time)) => {
                (time / moves).max(safe(period)).min(safe(time + period))
            }
            (TimeSystem::Canadian { period, stones, .. }, Left::Main(time)) => {
                let later = safe(period / stones.max(1));
                (time / moves).max(later).min(safe(time + later))
            }
            (TimeSystem::Fischer { increment, .. }, Left::Main(time)) => {
                let spare = time.saturating_sub(increment);
                (share(spare, moves) + safe(increment)).min(safe(time))
            }
            (TimeSystem::Absolute { .. }, Left::Main(time)) => share(time, moves),
        })
    }
}

fn after_byo_yomi(period: Duration, count: u32, time: Duration, spent: Duration) -> Left {
    let lost = match spent.checked_sub(time) {
        Some(over) => ((over.as_secs_f64() / period.as_secs_f64()) as u32).saturating_add(1),
        None => 0,
    };
    // Who has lost all plays as if there were one: the game is over, or somebody else knows better.
    Left::Overtime { time: period, count: count.saturating_sub(lost).max(1) }
}

fn after_canadian(
    (period, stones): (Duration, u32),
    count: u32,
    time: Duration,
    spent: Duration,
) -> Left {
    match count {
        0 | 1 => Left::Overtime { time: period, count: stones },
        count => Left::Overtime { time: time.saturating_sub(spent), count: count - 1 },
    }
}

/// A time without what may be lost on the way.
fn safe(time: Duration) -> Duration {
    time - LAG.min(time / 2)
}

/// A move's part of a time that nothing follows.
fn share(time: Duration, moves: u32) -> Duration {
    safe((time - RESERVE.min(time / 3)) / moves)
}

/// How many moves each side is still expected to play.
pub fn moves_left(position: &Position) -> u32 {
    let size = position.size();
    let area = size.area() as f64;
    let empty = size.points().filter(|&point| position.stone(point).is_none()).count() as f64;
    let both = (empty - LEFT_EMPTY * area).max(LEFT_TO_PLAY * area);
    (both / 2.0).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    const BLACK: Color = Color::Black;

    /// Plays so many moves that take all the time they may and a little more; `false` if time ran out.
    fn survives(system: TimeSystem, moves: usize, overhead: Duration) -> bool {
        let mut clock = GameClock::new(system);
        let position = Position::empty(Size::NINETEEN);
        // What an honest timekeeper sees.
        for played in 0..moves {
            let expected = moves_left(&position).saturating_sub(played as u32 / 2).max(28);
            let spent = clock.time_for(BLACK, expected).unwrap() + overhead;
            let limit = match (system, clock.left[BLACK]) {
                (TimeSystem::ByoYomi { period, .. }, Left::Main(time)) => time + period,
                (TimeSystem::Canadian { period, .. }, Left::Main(time)) => time + period,
                (_, Left::Main(time) | Left::Overtime { time, .. }) => time,
            };
            if spent >= limit {
                return false;
            }
            clock.spend(BLACK, spent);
        }
        true
    }

    #[test]
    fn time_never_runs_out() {
        let (main, period) = (seconds(60.0), seconds(10.0));
        for system in [
            TimeSystem::Absolute { main },
            TimeSystem::Fischer { main, increment: seconds(2.0) },
            TimeSystem::ByoYomi { main, period, periods: 1 },
            TimeSystem::ByoYomi { main: Duration::ZERO, period, periods: 5 },
            TimeSystem::Canadian { main, period: seconds(60.0), stones: 25 },
            TimeSystem::Canadian { main: Duration::ZERO, period: seconds(60.0), stones: 25 },
        ] {
            assert!(survives(system, 180, seconds(0.03)), "{system:?}");
        }
    }

    #[test]
    fn main_time_is_spread_and_used() {
        let main = seconds(600.0);
        let mut clock = GameClock::new(TimeSystem::Absolute { main });
        let first = clock.time_for(BLACK, 100).unwrap();
        assert!(first > seconds(5.0) && first < seconds(6.0), "{first:?}");
        clock.set_left(BLACK, seconds(60.0), 0);
        assert!(clock.time_for(BLACK, 100).unwrap() < seconds(1.0));
        assert_eq!(clock.time_for(Color::White, 100), Some(first), "each has their own");
        assert!(clock.time_for(BLACK, 10).unwrap() > seconds(3.0), "few moves are left");
    }

    #[test]
    fn periods_are_used_to_the_end_but_for_the_lag() {
        let system =
            TimeSystem::ByoYomi { main: Duration::ZERO, period: seconds(30.0), periods: 3 };
        let mut clock = GameClock::new(system);
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(29.5)));
        clock.spend(BLACK, seconds(29.0));
        assert_eq!(clock.left[BLACK], Left::Overtime { time: seconds(30.0), count: 3 });
        clock.spend(BLACK, seconds(31.0));
        assert_eq!(clock.left[BLACK], Left::Overtime { time: seconds(30.0), count: 2 });
        // The client knows how much of the period is gone.
        clock.set_left(BLACK, seconds(12.0), 2);
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(11.5)));
        // Short main time does not hurry who has periods after it.
        clock.set_left(BLACK, seconds(3.0), 0);
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(29.5)));
    }

    #[test]
    fn canadian_stones_share_their_period() {
        let (main, period) = (Duration::ZERO, seconds(100.0));
        let mut clock = GameClock::new(TimeSystem::Canadian { main, period, stones: 10 });
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(9.5)));
        clock.spend(BLACK, seconds(28.0));
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(7.5)));
        clock.set_left(BLACK, seconds(5.0), 1);
        assert_eq!(clock.time_for(BLACK, 100), Some(seconds(4.5)));
        clock.spend(BLACK, seconds(4.0));
        assert_eq!(clock.left[BLACK], Left::Overtime { time: period, count: 10 });
    }

    #[test]
    fn nothing_is_no_limit() {
        let zero = Duration::ZERO;
        for system in [
            TimeSystem::Unlimited,
            TimeSystem::Absolute { main: zero },
            TimeSystem::ByoYomi { main: zero, period: zero, periods: 5 },
            TimeSystem::Canadian { main: zero, period: seconds(5.0), stones: 0 },
        ] {
            let mut clock = GameClock::new(system);
            clock.set_left(BLACK, seconds(3.0), 0);
            clock.spend(BLACK, seconds(2.0));
            assert_eq!(clock.time_for(BLACK, 30), None, "{system:?}");
        }
    }

    #[test]
    fn nobody_thinks_below_zero() {
        for system in [
            TimeSystem::Absolute { main: seconds(0.001) },
            TimeSystem::Fischer { main: seconds(0.001), increment: seconds(0.001) },
            TimeSystem::ByoYomi { main: seconds(0.001), period: seconds(0.001), periods: 1 },
            TimeSystem::Canadian { main: seconds(0.001), period: seconds(0.001), stones: 1 },
        ] {
            let mut clock = GameClock::new(system);
            for _ in 0..5 {
                assert!(clock.time_for(BLACK, 0).unwrap() <= seconds(0.003));
                clock.spend(BLACK, seconds(1.0));
                clock.set_left(BLACK, Duration::ZERO, 0);
            }
        }
    }

    #[test]
    fn games_are_expected_to_end() {
        let empty = Position::empty(Size::NINETEEN);
        assert!((100..150).contains(&moves_left(&empty)));
        assert!(moves_left(&Position::empty(Size::NINE)) < 35);
        assert!(moves_left(&Position::empty(Size::square(2).unwrap())) >= 1);
    }
}

//! Influence that flows over empty points and falls with the length of the way:
//! `64 exp(-d²/4)` at `d` steps.

use super::Influence;
use super::grid::{PLACES, STRIDE, places};
use aji_rules::{Color, Field, Position};

/// What a stone gives to points at 0, 1, ... 7 steps; beyond, less than a millionth of its own.
pub const STRENGTH: [f32; 8] =
    [64.0, 49.84325, 23.544285, 6.74555, 1.1722009, 0.12354907, 0.007898227, 0.0003062475];

/// The distance transform: shortest ways along the lines over empty points. Stones block, and have
/// no influence on them but their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Which stones count on a point, [`Stones::All`] by default.
    pub stones: Stones,
    /// The steps after which influence ends, 6 by default (what is left out is below 0.001), 7 at
    /// the most.
    pub reach: u8,
}

/// Which stones count on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stones {
    /// All of both colours, added up.
    All,
    /// The nearest of each colour.
    Nearest,
}

impl Distance {
    /// The default: all stones, up to six steps.
    pub const SUM: Distance = Distance { stones: Stones::All, reach: 6 };
    /// The nearest stone of each colour, up to six steps.
    pub const NEAREST: Distance = Distance { stones: Stones::Nearest, reach: 6 };
}

impl Influence for Distance {
    fn name(&self) -> &'static str {
        match self.stones {
            Stones::All => "distance",
            Stones::Nearest => "distance-nearest",
        }
    }

    fn write(&self, position: &Position, field: &mut Field<f32>) {
        let size = position.size();
        let reach = usize::from(self.reach).min(STRENGTH.len() - 1);
        let mut flood = Flood::new(position);
        let stones_of = |color: Color| {
            let all = size.points().zip(places(size));
            all.filter(move |&(point, _)| position.stone(point) == Some(color))
                .map(|(_, place)| place)
        };
        for color in Color::BOTH {
            match self.stones {
                Stones::All => stones_of(color).for_each(|stone| flood.run([stone], color, reach)),
                Stones::Nearest => flood.run(stones_of(color), color, reach),
            }
        }
        for (value, place) in super::values_of(size, field).iter_mut().zip(places(size)) {
            let counts = flood.balance[place].iter().zip(STRENGTH);
            *value = counts.map(|(&count, strength)| f32::from(count) * strength).sum();
        }
    }
}

/// Breadth-first searches on the grid.
struct Flood {
    /// At each number of steps: black stones less white ones that reach the place. No more than 112
    /// places are within 7 steps, so it fits.
    balance: [[i8; STRENGTH.len()]; PLACES],
    /// The last search that came by; stones and the margin are closed to all.
    seen: [u16; PLACES],
    searches: u16,
    queue: [u16; PLACES],
}

const CLOSED: u16 = u16::MAX;

impl Flood {
    fn new(position: &Position) -> Flood {
        let mut seen = [CLOSED; PLACES];
        for (point, place) in position.size().points().zip(places(position.size())) {
            if position.stone(point).is_none() {
                seen[place] = 0;
            }
        }
        Flood { balance: [[0; STRENGTH.len()]; PLACES], seen, searches: 0, queue: [0; PLACES] }
    }

    /// Counts stones of one colour on all places that they reach, by the nearest of them.
    fn run(&mut self, stones: impl IntoIterator<Item = usize>, color: Color, reach: usize) {
        let sign = color.sign() as i8;
        self.searches += 1;
        let mut end = 0;
        for stone in stones {
            self.balance[stone][0] += sign;
            self.queue[end] = stone as u16;
            end += 1;
        }
        let mut start = 0;
        for steps in 1..=reach {
            let last = start..end;
            start = end;
            for index in last {
                let place = usize::from(self.queue[index]);
                for next in [place - STRIDE, place - 1, place + 1, place + STRIDE] {
                    // Without a branch: whether a place is new is a coin toss to the processor.
                    let seen = self.seen[next];
                    self.queue[end] = next as u16;
                    self.seen[next] = seen.max(self.searches);
                    end += usize::from(seen < self.searches);
                }
            }
            for &place in &self.queue[start..end] {
                self.balance[usize::from(place)][steps] += sign;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_formula() {
        for (steps, strength) in STRENGTH.into_iter().enumerate() {
            let exact = 64.0 * (-((steps * steps) as f64) / 4.0).exp();
            assert!((f64::from(strength) - exact).abs() <= exact * 1e-7, "{steps}");
        }
        let rounded = STRENGTH.map(|strength| format!("{strength:.4}"));
        assert_eq!(
            rounded[..7],
            ["64.0000", "49.8433", "23.5443", "6.7456", "1.1722", "0.1235", "0.0079"]
        );
    }
}

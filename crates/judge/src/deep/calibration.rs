//! How much further counted scores scatter than the network learned to say. Measured on games held back: those that it
//! learned from it half remembers.

use aji_rules::Position;

/// The sides of the boards that it is measured on. Between them it is interpolated.
pub const SIDES: [f32; 3] = [9.0, 13.0, 19.0];
/// Nothing scatters e to this times as far, or as little.
const LIMIT: f32 = 3.0;

/// Logarithms of factors for the spread of scores, for boards of each of [`SIDES`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calibration {
    /// With no stone on the board.
    pub empty: [f32; 3],
    /// With a stone on every point; between the two it is interpolated.
    pub full: [f32; 3],
}

/// How many numbers it has.
pub const NUMBERS: usize = 2 * SIDES.len();

impl Calibration {
    /// Its numbers, for a model file.
    pub fn numbers(&self) -> Vec<f32> {
        [self.empty, self.full].concat()
    }

    /// From its numbers; `None` if they are beyond reason.
    pub fn from_numbers(numbers: &[f32]) -> Option<Calibration> {
        let (rows, []) = numbers.as_chunks() else { return None };
        let &[empty, full] = rows else { return None };
        let is_good = |number: &f32| number.abs() <= LIMIT;
        numbers.iter().all(is_good).then_some(Calibration { empty, full })
    }

    /// By how much the scales of a position's distribution are to be multiplied.
    pub(super) fn factor(&self, position: &Position) -> f64 {
        let side = (position.size().area() as f32).sqrt();
        let fullness = fullness(position);
        let at = |numbers: &[f32; 3]| between(side, numbers);
        let log = at(&self.empty) * (1.0 - fullness) + at(&self.full) * fullness;
        libm::exp(f64::from(log))
    }
}

/// How full a board is, from 0 to 1.
pub fn fullness(position: &Position) -> f32 {
    let stones = position.stone_count();
    (stones.black + stones.white) as f32 / position.size().area() as f32
}

fn between(side: f32, logs: &[f32; 3]) -> f32 {
    let upper = SIDES.iter().position(|&known| side <= known);
    match upper {
        Some(0) => logs[0],
        Some(upper) => {
            let (low, high) = (SIDES[upper - 1], SIDES[upper]);
            let share = (side - low) / (high - low);
            logs[upper - 1] * (1.0 - share) + logs[upper] * share
        }
        None => logs[2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::Size;

    #[test]
    fn boards_between_are_interpolated() {
        let of = Calibration { empty: [0.5, 0.25, -0.5], full: [1.0; 3] };
        let log = |side: usize| of.factor(&Position::empty(Size::square(side).unwrap())).ln();
        for (side, wanted) in
            [(2, 0.5), (9, 0.5), (11, 0.375), (13, 0.25), (16, -0.125), (25, -0.5)]
        {
            assert!((log(side) - wanted).abs() < 1e-6, "{side}");
        }
    }

    #[test]
    fn what_is_beyond_reason_is_refused() {
        let good = Calibration { empty: [0.5, 0.25, -0.5], full: [1.0; 3] };
        assert_eq!(Calibration::from_numbers(&good.numbers()), Some(good));
        for wrong in [&[0.0; 5][..], &[0.0; 9], &[4.0; 6], &[f32::NAN; 6]] {
            assert_eq!(Calibration::from_numbers(wrong), None, "{wrong:?}");
        }
    }
}

//! Where values stand along an axis, and which of them are written beside it.

/// About how many values are written beside an axis.
const TICKS: f64 = 6.0;
/// Free space at the ends, as a share of the axis.
const PADDING: f64 = 0.04;

/// What an axis is to show.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    pub title: String,
    pub is_log: bool,
    /// Values that it must show; if one is the outermost, the axis ends there.
    pub reach: Vec<f64>,
    /// Names for 0, 1, 2 ... instead of numbers.
    pub groups: Vec<String>,
}

/// An axis from end to end. On a logarithmic axis all places are exponents of ten.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<Tick>,
}

/// A value that is written beside an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub place: f64,
    pub label: String,
}

impl Axis {
    /// Where a value stands; nowhere if it is no number, or none that has a logarithm.
    pub fn place(&self, value: f64) -> Option<f64> {
        let place = if self.is_log { value.log10() } else { value };
        // The bound keeps differences of places finite.
        Some(place).filter(|place| place.abs() < 1e300)
    }

    /// An axis on which there is room for all these places.
    pub fn scale(&self, places: impl IntoIterator<Item = f64>) -> Scale {
        if !self.groups.is_empty() {
            return self.group_scale();
        }
        let ends = |(low, high): (f64, f64), place: f64| (low.min(place), high.max(place));
        let nothing = (f64::INFINITY, f64::NEG_INFINITY);
        let data = places.into_iter().fold(nothing, ends);
        let reach = self.reach.iter().filter_map(|&value| self.place(value)).fold(nothing, ends);
        let (mut low, mut high) = (data.0.min(reach.0), data.1.max(reach.1));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let padding = PADDING * (high - low);
        if high - low <= 1e-9 * low.abs().max(high.abs()) {
            // A single value stands in the middle.
            let room = if self.is_log { 0.5 } else { (0.1 * low.abs()).max(0.5) };
            (low, high) = (low - room, high + room);
        } else {
            low -= if low < reach.0 { padding } else { 0.0 };
            high += if high > reach.1 { padding } else { 0.0 };
        }
        let ticks = if self.is_log { log_ticks(low, high) } else { linear_ticks(low, high) };
        Scale { low, high, ticks }
    }

    fn group_scale(&self) -> Scale {
        let ticks = self.groups.iter().enumerate();
        let ticks = ticks.map(|(index, name)| Tick { place: index as f64, label: name.clone() });
        Scale { low: -0.5, high: self.groups.len() as f64 - 0.5, ticks: ticks.collect() }
    }
}

/// Round values at even distances.
fn linear_ticks(low: f64, high: f64) -> Vec<Tick> {
    let rough = (high - low) / TICKS;
    let power = rough.log10().floor();
    let unit = 10_f64.powf(power);
    let steps = [1.0, 2.0, 5.0, 10.0];
    // Of round steps the nearest, by ratio.
    let distance = |step: f64| (step * unit / rough).ln().abs();
    let step = steps.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    let step = step.unwrap_or(1.0) * unit;
    // Rounding may put the first or the last a hair outside.
    let (first, last) = ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor());
    let count = (last - first + 1.0).clamp(0.0, 20.0) as u32;
    let places = (0..count).map(|index| (first + f64::from(index)) * step);
    places.map(|place| Tick { place, label: label(place, step) }).collect()
}

/// Powers of ten; between them, where there are few, twos and fives.
fn log_ticks(low: f64, high: f64) -> Vec<Tick> {
    let (first, last) = (low.floor(), high.ceil());
    let stride = ((last - first) / (2.0 * TICKS)).ceil().max(1.0);
    let count = ((last - first) / stride).clamp(0.0, 40.0) as u32;
    let powers = (0..=count).map(|index| first + stride * f64::from(index));
    let factors: &[f64] = if high - low < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let is_inside = |place: &f64| (low - 1e-9..=high + 1e-9).contains(place);
    let tick = |power: f64, factor: f64| {
        let unit = 10_f64.powf(power);
        let place = Some(power + factor.log10()).filter(is_inside)?;
        Some(Tick { place, label: label(factor * unit, unit) })
    };
    let ticks: Vec<Tick> = powers
        .flat_map(|power| factors.iter().filter_map(move |&factor| tick(power, factor)))
        .collect();
    if ticks.len() >= 2 {
        return ticks;
    }
    // So short a piece is nearly linear.
    let round = linear_ticks(10_f64.powf(low), 10_f64.powf(high));
    let places = round.into_iter().map(|tick| Tick { place: tick.place.log10(), ..tick });
    places.filter(|tick| is_inside(&tick.place)).collect()
}

/// A round number with the decimals that its step needs.
fn label(value: f64, step: f64) -> String {
    let value = if value.abs() < step * 1e-6 { 0.0 } else { value };
    if value.abs() >= 1e6 || step < 1e-4 {
        if value == 0.0 {
            return "0".to_string();
        }
        let digits = (value.abs().log10().floor() - step.log10().floor()).clamp(0.0, 6.0);
        return format!("{value:.0$e}", digits as usize);
    }
    let decimals = (-step.log10().floor()).clamp(0.0, 6.0);
    format!("{value:.0$}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, places: &[f64]) -> String {
        let scale = axis.scale(places.iter().copied());
        scale.ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn round_numbers_stand_beside_an_axis() {
        let linear = Axis::default();
        let cases: [(&[f64], &str); 9] = [
            (&[], "0.0 0.2 0.4 0.6 0.8 1.0"),
            (&[0.0, 1.0], "0.0 0.2 0.4 0.6 0.8 1.0"),
            (&[-3.0, 7.0], "-2 0 2 4 6"),
            (&[0.0, 361.0], "0 50 100 150 200 250 300 350"),
            (&[0.61, 0.67], "0.61 0.62 0.63 0.64 0.65 0.66 0.67"),
            (&[5.0], "4.6 4.8 5.0 5.2 5.4"),
            (&[0.0, 2e7], "0 5e6 1.0e7 1.5e7 2.0e7"),
            (&[0.0, 3e-6], "0 5e-7 1.0e-6 1.5e-6 2.0e-6 2.5e-6 3.0e-6"),
            (&[-1e299, 1e299], "-1.0e299 -5e298 0 5e298 1.0e299"),
        ];
        for (places, expected) in cases {
            assert_eq!(labels(&linear, places), expected, "{places:?}");
        }
        let log = Axis { is_log: true, ..Axis::default() };
        let cases: [(&[f64], &str); 5] = [
            (&[1.0, 1e4], "1 10 100 1000 10000"),
            (&[0.01, 1e7], "0.01 0.1 1 10 100 1000 10000 100000 1e6 1e7"),
            (&[3.0, 300.0], "5 10 20 50 100 200"),
            (&[30.0, 40.0], "30 32 34 36 38 40"),
            (&[64.0], "50 100 200"),
        ];
        for (values, expected) in cases {
            let places: Vec<f64> = values.iter().filter_map(|&value| log.place(value)).collect();
            assert_eq!(labels(&log, &places), expected, "{values:?}");
        }
    }

    #[test]
    fn an_axis_ends_at_what_it_must_reach() {
        let axis = Axis { reach: vec![0.0, 1.0], ..Axis::default() };
        let ends = |places: &[f64]| {
            let scale = axis.scale(places.iter().copied());
            (scale.low, scale.high)
        };
        assert_eq!(ends(&[0.2, 0.9]), (0.0, 1.0));
        assert_eq!(ends(&[0.2, 2.0]), (0.0, 2.08));
    }

    #[test]
    fn some_values_stand_nowhere() {
        let (linear, log) = (Axis::default(), Axis { is_log: true, ..Axis::default() });
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
            assert_eq!(linear.place(value), None);
        }
        for value in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            assert_eq!(log.place(value), None);
        }
        assert_eq!(log.place(1000.0), Some(1000_f64.log10()));
    }
}

//! Series laid out along the axes of their chart.

use super::{Chart, Look, Series};

/// How much of its room a group of bars fills.
const GROUP: f64 = 0.8;

/// A series in the places of the chart's axes, free of all that has none.
pub struct Layer<'a> {
    pub series: &'a Series,
    /// Its number in the chart, which decides on its colour.
    pub index: usize,
    /// Pieces of lines without a gap.
    pub curves: Vec<Vec<(f64, f64)>>,
    /// Column, low and high, also in pieces without a gap.
    pub intervals: Vec<Vec<(f64, f64, f64)>>,
    pub bar_width: f64,
}

/// The series of a chart, laid out.
pub fn layers(chart: &Chart) -> Vec<Layer<'_>> {
    let is_bars = |series: &&Series| series.look == Look::Bars;
    let bars = chart.series.iter().filter(is_bars).count().max(1) as f64;
    let bar_width = GROUP / bars;
    let mut earlier = 0.0;
    let mut layers = Vec::new();
    for (index, series) in chart.series.iter().enumerate() {
        let mut aside = 0.0;
        if is_bars(&series) {
            aside = (earlier + 0.5 - bars / 2.0) * bar_width;
            earlier += 1.0;
        }
        let x = |x: f64| Some(chart.x.place(x)? + aside);
        let y = |y: f64| chart.y.place(y);
        let points =
            |curve: &Vec<(f64, f64)>| runs(curve.iter().map(|at| Some((x(at.0)?, y(at.1)?))));
        let pairs = series.curves.iter().flatten().zip(&series.intervals);
        let intervals = pairs.map(|(point, ends)| Some((x(point.0)?, y(ends.0)?, y(ends.1)?)));
        layers.push(Layer {
            series,
            index,
            curves: series.curves.iter().flat_map(points).collect(),
            intervals: runs(intervals),
            bar_width,
        });
    }
    layers
}

impl Layer<'_> {
    /// All places along the x axis.
    pub fn columns(&self) -> impl Iterator<Item = f64> {
        self.curves.iter().flatten().map(|point| point.0)
    }

    /// All places along the y axis.
    pub fn heights(&self) -> impl Iterator<Item = f64> {
        let points = self.curves.iter().flatten().map(|point| point.1);
        points.chain(self.intervals.iter().flatten().flat_map(|&(_, low, high)| [low, high]))
    }
}

/// The pieces between gaps.
fn runs<T>(items: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut runs = vec![Vec::new()];
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) => run.push(item),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_interrupt() {
        let items = [None, Some(1), Some(2), None, None, Some(3), None];
        assert_eq!(runs(items.into_iter()), [vec![1, 2], vec![3]]);
        assert_eq!(runs([None::<u8>].into_iter()), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn bars_stand_side_by_side() {
        let bars = || Series::bars("", [1.0, 2.0]);
        let chart = Chart::groups("", ["a", "b"]).series(bars()).series(bars());
        let columns: Vec<Vec<f64>> =
            layers(&chart).iter().map(|layer| layer.columns().collect()).collect();
        assert_eq!(columns, [[-0.2, 0.8], [0.2, 1.2]]);
    }
}

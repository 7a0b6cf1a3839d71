//! Charts as pictures: golden SVG, and laws of all pictures.
//!
//! Refresh the golden pictures with `INSTA_UPDATE=always cargo test -p aji-draw` and look at them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_draw::{Chart, PictureError, Series, png};
use proptest::prelude::*;
use resvg::usvg::roxmltree;

#[test]
fn lines_dots_and_bundles_are_drawn() {
    let thread = |height: f64| [(1.0, height), (10.0, -height), (100.0, height)];
    let chart = Chart::new("Every \"kind\" of <series> & more")
        .x("games")
        .log_x()
        .y("loss")
        .reach_y(-1.0)
        .size(320, 240)
        .series(Series::bundle("bundle", [thread(0.2), thread(0.4)]))
        .series(Series::line("band", thread(0.6)).with_band([(0.5, 0.7), (-0.8, -0.4), (0.6, 0.7)]))
        .series(Series::line("gap", [(1.0, 0.0), (2.0, 0.1), (0.0, 9.0), (3.0, 0.2), (4.0, 0.3)]))
        .series(Series::line("both", thread(0.1)).with_dots())
        .series(Series::dots("dots", [(20.0, 0.5)]).with_intervals([(0.4, 0.9)]));
    insta::assert_snapshot!("series", chart.to_svg().unwrap());
}

#[test]
fn calibration_and_groups_are_drawn() {
    let forecasts = Series::line("", [(0.1, 0.2), (0.5, 0.5), (0.9, 0.8)]).with_dots();
    let chart = Chart::calibration("Calibration").series(forecasts);
    insta::assert_snapshot!("calibration", chart.to_svg().unwrap());
    let chart = Chart::groups("Accuracy", ["9x9", "19x19"])
        .y("right answers (%)")
        .size(300, 220)
        .series(Series::bars("aji", [80.0, 70.0]).with_intervals([(78.0, 82.0), (67.0, 73.0)]))
        .series(Series::bars("peer", [60.0, f64::NAN]));
    insta::assert_snapshot!("groups", chart.to_svg().unwrap());
}

#[test]
fn text_of_charts_becomes_strokes_before_pixels() {
    let chart = Chart::new("A <title> & more").x("x").y("y").level(0.5);
    let svg = chart.to_svg().unwrap();
    assert_eq!(png(&svg, 1.0), Err(PictureError::Font));
    assert!(chart.to_png(1.0).unwrap().starts_with(b"\x89PNG"));
    let without = Chart::new("A <title> & more").x("x").y("y");
    assert_ne!(chart.to_png(1.0), without.to_png(1.0));
    // What is outside is not drawn.
    assert_eq!(without.clone().level(7.0).to_svg(), without.to_svg());
    assert_eq!(without.clone().level(f64::NAN).to_svg(), without.to_svg());
}

proptest! {
    #[test]
    fn any_chart_is_well_formed(
        points in proptest::collection::vec((proptest::num::f64::ANY, proptest::num::f64::ANY), 0..8),
        intervals in proptest::collection::vec((proptest::num::f64::ANY, -1.0..1.0), 0..8),
        reach in proptest::num::f64::ANY,
        text in ".{0,20}",
        (log_x, log_y, has_groups) in (any::<bool>(), any::<bool>(), any::<bool>()),
        (width, height) in (any::<u32>(), 0..1000_u32),
    ) {
        let mut chart = if has_groups { Chart::groups(&text, [&text]) } else { Chart::new(&text) };
        chart = chart.x(&text).y(&text).reach_x(reach).reach_y(reach).level(reach).diagonal();
        chart = if log_x { chart.log_x() } else { chart };
        chart = if log_y { chart.log_y() } else { chart };
        let values = points.iter().map(|point| point.1);
        let svg = chart
            .size(width, height)
            .series(Series::line(&text, points.clone()).with_band(intervals.clone()))
            .series(Series::dots(&text, points.clone()).with_intervals(intervals.clone()))
            .series(Series::bundle("", [points.clone(), points.clone()]))
            .series(Series::bars("", values).with_intervals(intervals.clone()))
            .to_svg()
            .unwrap();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        prop_assert_eq!(tree.root_element().tag_name().name(), "svg");
    }
}

#[test]
fn reliefs_are_drawn_whatever_the_heights() {
    use aji_draw::Relief;
    let hill = |count: i32| {
        let height =
            move |x: i32, y: i32| (-f64::from((x - 5).pow(2) + (y - 5).pow(2)) / 9.0).exp();
        (0..count).map(move |y| (0..count).map(|x| height(x, y)).collect::<Vec<_>>())
    };
    let relief = Relief::new("A hill <1>", hill(11)).axes("east", "north", "height");
    let svg = relief.to_svg().unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("A hill &lt;1&gt;") && svg.contains("north"));
    assert!(svg.matches("<polygon").count() >= 100);
    assert_eq!(svg, relief.to_svg().unwrap());
    assert!(relief.to_png(1.0).unwrap().starts_with(b"\x89PNG"));
    for rows in [vec![], vec![vec![]], vec![vec![1.0]], vec![vec![f64::NAN; 3]; 3]] {
        assert!(Relief::new("", rows).to_svg().is_ok());
    }
}

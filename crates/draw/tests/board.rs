//! Boards as pictures: golden SVG, laws of all pictures, and pixels where they are expected.
//!
//! Refresh the golden pictures with `INSTA_UPDATE=always cargo test -p aji-draw` and look at them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_draw::{Board, Mark, PictureError, png};
use aji_rules::testing::position;
use aji_rules::{Field, Point, Position, Size};
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree;

fn point(position: &Position, vertex: &str) -> Point {
    position.size().parse_point(vertex).unwrap()
}

/// The pixels of a picture, one a unit.
fn pixels(svg: &str) -> Pixmap {
    Pixmap::decode_png(&png(svg, 1.0).unwrap()).unwrap()
}

/// The colour in the middle of a point, or some units beside it.
fn colour(pixels: &Pixmap, size: Size, vertex: &str, (dx, dy): (i32, i32)) -> (u8, u8, u8) {
    let (x, y) = size.xy(size.parse_point(vertex).unwrap());
    let place = |index: usize, aside: i32| (36 + 24 * index as i32 + aside) as u32;
    let pixel = pixels.pixel(place(x, dx), place(y, dy)).unwrap();
    (pixel.red(), pixel.green(), pixel.blue())
}

#[test]
fn every_kind_of_mark_is_drawn() {
    let position = position("..... .XO.. .XO.. .X... .....");
    let at = |vertex: &str| point(&position, vertex);
    let size = position.size();
    let mut ownership = Field::filled(size, 0.0_f32);
    for (vertex, value) in [("A5", 1.0), ("A4", 0.25), ("A3", 0.05), ("E1", -1.0), ("C4", 0.8)] {
        ownership[at(vertex)] = value;
    }
    let influence = Field::from_fn(size, |point| 2.0 - size.xy(point).0 as f32);
    let svg = Board::of(&position)
        .last(Some(at("B4")))
        .ownership(&ownership)
        .shading(&influence)
        .mark(at("A1"), Mark::Cross)
        .mark(at("B2"), Mark::Triangle)
        .mark(at("B3"), Mark::Circle)
        .mark(at("C3"), Mark::Square)
        .mark(at("D1"), Mark::Label("a".to_string()))
        .mark(at("C4"), Mark::Label("128".to_string()))
        .link(at("A1"), at("E3"))
        .caption("Black's \"a\" < 50% & more")
        .to_svg();
    insta::assert_snapshot!("every_mark", svg);
}

#[test]
fn boards_need_not_be_square() {
    insta::assert_snapshot!("rectangle", Board::of(&position("X..O. ..... .OX..")).to_svg());
    insta::assert_snapshot!("line", Board::of(&position("X.O")).caption("A line").to_svg());
    insta::assert_snapshot!(
        "point",
        Board::of(&Position::empty(Size::new(1, 1).unwrap())).to_svg()
    );
}

#[test]
fn pixels_are_where_they_are_expected() {
    let position = position("XO... ..... .....");
    let size = position.size();
    let at = |vertex: &str| point(&position, vertex);
    let mut ownership = Field::filled(size, 0.0);
    for (vertex, value) in [("A1", 1.0), ("E1", -1.0), ("C2", 0.2), ("D2", f64::NAN), ("B3", 1.0)] {
        ownership[at(vertex)] = value;
    }
    let svg = Board::of(&position).ownership(&ownership).to_svg();
    let drawn = pixels(&svg);
    assert_eq!((drawn.width(), drawn.height()), (36 * 2 + 24 * 4, 36 * 2 + 24 * 2));
    let (dark, light) = ((0x11, 0x11, 0x11), (0xfa, 0xfa, 0xfa));
    let wood = (0xe3, 0xb9, 0x6b);
    let cases = [
        ("A3", (0, 0), dark),
        ("A3", (8, 4), dark),
        // A dead stone: Black's square on White's stone.
        ("B3", (0, 0), dark),
        ("B3", (8, 4), light),
        ("A1", (4, 4), dark),
        ("E1", (4, 4), light),
        ("E1", (9, 9), wood),
        // Little ownership has a little square, and what is no number none.
        ("C2", (1, 1), dark),
        ("C2", (5, 5), wood),
        ("D2", (2, 2), wood),
    ];
    for (vertex, aside, expected) in cases {
        assert_eq!(colour(&drawn, size, vertex, aside), expected, "{vertex} {aside:?}");
    }
    let large = Pixmap::decode_png(&png(&svg, 2.5).unwrap()).unwrap();
    assert_eq!((large.width(), large.height()), (420, 300));
}

#[test]
fn shading_tells_the_colours_apart_in_grey() {
    let position = position("...");
    let influence = Field::from_values(position.size(), vec![3.0_f32, 0.0, -3.0]).unwrap();
    let drawn = pixels(&Board::of(&position).shading(&influence).to_svg());
    let lightness = |vertex: &str| {
        let (red, green, blue) = colour(&drawn, position.size(), vertex, (6, 8));
        0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
    };
    assert!(lightness("A1") + 20.0 < lightness("B1"));
    assert!(lightness("B1") + 20.0 < lightness("C1"));
}

#[test]
fn the_ring_gives_way_to_a_mark() {
    let position = position("X.. ... ...");
    let stone = point(&position, "A3");
    let ring = Board::of(&position).last(Some(stone)).to_svg();
    assert!(ring.contains("A6 6"));
    let marked = Board::of(&position).last(Some(stone)).mark(stone, Mark::Cross).to_svg();
    assert!(!marked.contains("A6 6"));
    // A move that was taken off again has no stone to put a ring on.
    assert!(!Board::of(&position).last(Some(point(&position, "B2"))).to_svg().contains("A6 6"));
}

#[test]
fn what_has_no_pixels_is_said() {
    let svg = Board::of(&Position::empty(Size::NINE)).to_svg();
    let sentence = |answer: Result<Vec<u8>, PictureError>| answer.unwrap_err().to_string();
    assert!(sentence(png("<svg", 1.0)).starts_with("the picture cannot be read: "));
    assert!(sentence(png("<svg><text/></svg>", 1.0)).starts_with("the picture has text in a font"));
    assert_eq!(
        sentence(png(&svg, 100.0)),
        "a picture of 26400 by 26400 pixels cannot be made; sides go from 1 to 16384"
    );
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(png(&svg, scale), Err(PictureError::Size { .. })), "{scale}");
    }
}

/// Any number, also those that are none.
fn value() -> impl Strategy<Value = f32> {
    prop_oneof![-2.0..2.0_f32, proptest::num::f32::ANY]
}

proptest! {
    #[test]
    fn any_board_is_well_formed(
        (width, height) in (1..=25_usize, 1..=25_usize),
        values in proptest::collection::vec(value(), 625),
        caption in ".{0,80}",
        label in ".{0,5}",
        (one, other) in (0..625_usize, 0..625_usize),
    ) {
        let size = Size::new(width, height).unwrap();
        let field = Field::from_values(size, &values[..size.area()]).unwrap();
        let [one, other] = [one, other].map(|index| size.point_at(index % size.area()).unwrap());
        let position = Position::empty(size);
        let svg = Board::of(&position)
            .last(Some(other))
            .ownership(&field)
            .shading(&field)
            .mark(one, Mark::Label(label))
            .mark(other, Mark::Circle)
            .link(one, other)
            .caption(caption)
            .to_svg();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        prop_assert_eq!(tree.root_element().tag_name().name(), "svg");
        for wrong in ["NaN", "inf", "-0\"", "-0 ", "-0L", "e+"] {
            // Only in numbers: the title may have any words.
            let drawing = svg.split_once("</title>").unwrap().1;
            prop_assert!(!drawing.contains(wrong), "{}", wrong);
        }
    }
}

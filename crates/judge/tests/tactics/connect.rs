//! Joints that hold, joints that can be cut.

use crate::common::{position, told};
use aji_judge::life::tactics::{connect, disconnect};

/// A name, a drawing, two stones, and what connecting and cutting come to.
const CASES: [(&str, &str, [&str; 2], &str, &str); 13] = [
    ("one chain", "..... .XX.. ..... ..... .....", ["B4", "C4"], "1 PASS", "0"),
    (
        "a diagonal with both points free",
        "..... .X... ..X.. ..... .....",
        ["B4", "C3"],
        "1 PASS",
        "0",
    ),
    (
        "a diagonal with one point taken",
        "......... ......... ....OO... ...XO.... ...OX.... ..OO..... ......... ......... .........",
        ["D6", "E5"],
        "0",
        "1 PASS",
    ),
    (
        "a diagonal with one point left",
        "......... ...O.O... ..O.OO... ...XO.... ..O.X.... ..OO..... ....O.... ......... .........",
        ["D6", "E5"],
        "1 D5",
        "1 D5",
    ),
    (
        "a bamboo joint",
        "....... ..X.X.. ..X.X.. ....... ....... ....... .......",
        ["C6", "E6"],
        "1 PASS",
        "0",
    ),
    (
        "a bamboo joint, peeped at",
        "......... ......... ....O.... ...X.X... ...XOX... ....O.... ......... ......... .........",
        ["D6", "F6"],
        "1 E6",
        "1 E6",
    ),
    (
        "a one-point jump between enemies",
        "......... ......... ....O.... ....O.... ...X.X... ....O.... ....O.... ......... .........",
        ["D5", "F5"],
        "1 E5",
        "1 E5",
    ),
    (
        "a jump on the first line",
        "....... ....... ....... ....... ....... ....... ..X.X..",
        ["C1", "E1"],
        "1 PASS",
        "0",
    ),
    (
        "a tiger's mouth",
        "....... ...O... ..X.X.. ...X... ....... ....... .......",
        ["C5", "D4"],
        "1 PASS",
        "0",
    ),
    (
        "a cutting stone in a ladder",
        "......... ......... ......... ......... ......... ..X...... .XO...... ..XX..... .........",
        ["B3", "C4"],
        "1 PASS",
        "0",
    ),
    (
        "far apart",
        "......... .X....... ......... ......... ......... ......... ......... .......X. .........",
        ["B8", "H2"],
        "0",
        "1 PASS",
    ),
    ("a wall between", "..O.. X.O.X ..O.. ..O.. ..O..", ["A4", "E4"], "0", "1 PASS"),
    (
        "a cutting stone that would have no liberty",
        "..... ..... ..... .OXO. .X.X.",
        ["B1", "C2"],
        "1 PASS",
        "0",
    ),
];

#[test]
fn drawn_cases() {
    let mut wrong = Vec::new();
    for (name, drawing, ends, joined, cut) in CASES {
        let position = position(drawing);
        let [one, other] = ends.map(|end| position.size().parse_point(end).unwrap());
        let answers =
            [connect(&position, one, other).unwrap(), disconnect(&position, one, other).unwrap()];
        for (answer, expected) in answers.iter().zip([joined, cut]) {
            let told = told(&position, answer);
            if told != expected {
                wrong.push(format!("{name}: {told} and not {expected}\n{position:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_stones_of_one_colour_can_be_joined() {
    let position = position("XO. ... ...");
    let [black, white, empty] =
        ["A3", "B3", "C3"].map(|name| position.size().parse_point(name).unwrap());
    for (one, other) in [(black, white), (black, empty), (empty, white)] {
        assert_eq!(connect(&position, one, other), None);
        assert_eq!(disconnect(&position, one, other), None);
    }
}

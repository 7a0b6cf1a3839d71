//! Small groups that live, die, or hang on who moves first.

use crate::common::position;
use aji_judge::life::tactics::capture::QUICK;
use aji_judge::life::tactics::enclosed::read;
use aji_judge::life::tactics::{Attempt, fate};
use aji_rules::Point;

/// A name, a drawing, a stone, and what attacking and defending come to. A star stands for any move.
const CASES: [(&str, &str, &str, &str, &str); 9] = [
    ("three in a row", "XX...XXO. OXXXXXOO. OOOOOOO.. ......... .........", "B5", "1 D5", "1 D5"),
    ("four in a row", "X....XO.. XXXXXXO.. OOOOOOO.. ......... .........", "A5", "0", "1 PASS"),
    ("a square of four", "X..XO.. X..XO.. XXXXO.. OOOOO.. ....... .......", "A6", "1 *", "0"),
    ("two eyes", ".X.XO. XXXXO. OOOOO. ...... ......", "A4", "0", "1 PASS"),
    ("one eye and a false one", ".X.XO. XXXO.. OOOOO. ...... ......", "A4", "1 *", "0"),
    ("four around the corner are a ko", "...XO. .XXXO. XXOOO. OOO... ......", "A3", "2 B5", "1 A5"),
    ("in the open", "X.... ..... ..... ..... .....", "A5", "-", "-"),
    ("an eye on the edge and no other", ".X.O. XXXO. OOO.. ..... .....", "B4", "1 *", "0"),
    ("a dead stone inside", ".XO.XO. XXXXXO. OOOOOO. ....... .......", "A4", "0", "1 PASS"),
];

#[test]
fn drawn_cases() {
    let mut wrong = Vec::new();
    for (name, drawing, stone, attacked, defended) in CASES {
        let position = position(drawing);
        let size = position.size();
        let found = read(&position, size.parse_point(stone).unwrap());
        let told = |result: Attempt, at: Option<Point>| {
            let at = at.map_or("PASS".to_string(), |at| size.vertex(at).to_string());
            let code = result.gnu_go_code();
            if result.is_possible() { format!("{code} {at}") } else { code.to_string() }
        };
        let told = found.map_or(["-".to_string(), "-".to_string()], |fate| {
            [told(fate.attack, fate.attack_move), told(fate.defence, fate.defence_move)]
        });
        for (told, expected) in told.iter().zip([attacked, defended]) {
            let fits = match expected.strip_suffix('*') {
                Some(code) => told.starts_with(code) && !told.ends_with("PASS"),
                None => told == expected,
            };
            if !fits {
                wrong.push(format!("{name}: {told} and not {expected}\n{position:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn life_is_told_where_it_can_be() {
    let living = position(".X.X. XXXX. ..... ..... .....");
    let at = |name: &str| living.size().parse_point(name).unwrap();
    assert!(fate(&living, at("B5"), QUICK).is_some_and(|fate| fate.is_alive()));
    assert_eq!(fate(&living, at("A5"), QUICK), None);
    let open =
        position("......... ......... ..X...... ......... ......... ......... ......... .........");
    assert_eq!(fate(&open, open.size().parse_point("C6").unwrap(), QUICK), None);
    let caught = position(
        "......... ......... ......... ......... ......... ..X...... .XO...... ..XX..... .........",
    );
    let found = fate(&caught, caught.size().parse_point("C3").unwrap(), QUICK);
    assert!(found.is_some_and(|fate| fate.is_dead()));
}

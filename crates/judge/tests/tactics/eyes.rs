//! Eye shapes, and eyes that are none.

use crate::common::position;
use aji_judge::life::tactics::eyes;

/// A name, a drawing, a point of the eye space, and its worth as GNU Go writes it; a star stands for
/// any points.
const CASES: [(&str, &str, &str, &str); 27] = [
    ("one point", "XXX.. X.X.. XXX.. ..... .....", "B4", "1 1"),
    ("one point in the corner", ".X... XX... ..... ..... .....", "A5", "1 1"),
    ("two points", "XXXX. X..X. XXXX. ..... .....", "B4", "1 1"),
    ("three in a row", "XXXXX. X...X. XXXXX. ...... ......", "B4", "1 2 C4 C4"),
    ("three around a corner", "XXXX. X..X. XX.X. .XXX. .....", "B4", "1 2 C4 C4"),
    ("four in a row", "XXXXXX X....X XXXXXX ...... ......", "B4", "2 2"),
    ("a square of four", "XXXX.. X..X.. X..X.. XXXX.. ......", "B4", "1 1"),
    ("a zigzag of four", "XXXX.. X..XX. XX..X. .XXXX. ......", "B4", "2 2"),
    ("four like a bent stick", "XXXXX. X...X. XXX.X. ..XXX. ......", "B4", "2 2"),
    ("a pyramid of four", "XXXXX. X...X. XX.XX. .XXX.. ......", "B4", "1 2 C4 C4"),
    ("five in a cross", ".XXX.. XX.XX. X...X. XX.XX. .XXX..", "C3", "1 2 C3 C3"),
    ("a bulky five", "XXXXX. X..XX. X...X. XXXXX. ......", "B4", "1 2 C3 C3"),
    ("a bulky five, the other way", "XXXX.. X..X.. X..X.. XX.X.. .XXX..", "B4", "1 2 C3 C3"),
    ("five in a row", "XXXXXXX X.....X XXXXXXX ....... .......", "B4", "2 2"),
    ("a rectangle of six", "XXXXX. X...X. X...X. XXXXX. ......", "B4", "2 2"),
    ("rabbity six", "..XXX. .XX.XX .X...X .XX..X ..XXXX", "D3", "1 2 D3 D3"),
    ("a taken vital point of three", "XXXXX. X.O.X. XXXXX. ...... ......", "B4", "1 1"),
    ("a taken end of four", "XXXXXX XO...X XXXXXX ...... ......", "C4", "2 2"),
    ("two stones in two of five", "XXXXXXX X.OO..X XXXXXXX ....... .......", "B4", "*"),
    ("a false eye", ".OOX... OOX.X.. ..XXOO. ....OO. ....... ....... .......", "D6", "0 0"),
    ("an eye whose false corner can be taken", ".OX.. OX.X. .XXO. ..O.. .....", "C4", "1 1"),
    (
        "a corner with two gates",
        "....... X.X.... XXX.... ....... ....... ....... .......",
        "B7",
        "*",
    ),
    (
        "a large room with a gate",
        "......X ....... ......X XXXXXXX ....... ....... .......",
        "C6",
        "2 2",
    ),
    ("a false eye at the edge", "X.XO. OXXO. .OO.. ..... .....", "B5", "0 0"),
    ("a true eye at the edge", "X.XO. XXXO. .OO.. ..... .....", "B5", "1 1"),
    ("a half eye", ".OX.. .X.X. ..XO. ..O.. .....", "C4", "*"),
    ("no eye at all", "..... ..X.. ..... ..... .....", "A1", "-1"),
];

/// The worth as GNU Go writes it.
fn told(drawing: &str, point: &str) -> String {
    let position = position(drawing);
    let size = position.size();
    let Some(found) = eyes(&position, size.parse_point(point).unwrap()) else {
        return "-1".to_string();
    };
    let mut told = format!("{} {}", found.least, found.most);
    for point in [found.attack, found.defence].into_iter().flatten() {
        told += &format!(" {}", size.vertex(point));
    }
    told
}

#[test]
fn drawn_cases() {
    let mut wrong = Vec::new();
    for (name, drawing, point, expected) in CASES {
        let told = told(drawing, point);
        let fits = match expected.strip_suffix('*') {
            Some(start) => told.starts_with(start),
            None => told == expected,
        };
        if !fits {
            wrong
                .push(format!("{name}: {told} and not {expected}\n{}", drawing.replace(' ', "\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

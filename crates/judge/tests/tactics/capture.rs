//! Ladders, nets, snapbacks, throw-ins, kos.

use crate::common::{position, told};
use aji_judge::life::tactics::capture::{LADDERS, attack_within};
use aji_judge::life::tactics::{attack, defend};

/// A name, a drawing, a stone, and what attacking and defending it come to. Where several moves do, a
/// star stands for any.
const CASES: [(&str, &str, &str, &str, &str); 22] = [
    (
        "a ladder runs into the corner",
        "......... ......... ......... ......... ......... ..X...... .XO...... ..X...... .........",
        "C3",
        "1 D3",
        "1 D3",
    ),
    (
        "a ladder is broken by a stone on its way",
        "......... ......... ......... ......... ...O..... ....O.... .XO...... ..XX..... .........",
        "C3",
        "0",
        "1 PASS",
    ),
    (
        "a stone in atari whose ladder works cannot run",
        "......... ......... ......... ......... ......... ..X...... .XO...... ..XX..... .........",
        "C3",
        "1 D3",
        "0",
    ),
    (
        "a stone in atari whose ladder is broken runs",
        "......... ......... ......... ......... ...O..... ..X.O.... .XO...... ..XX..... .........",
        "C3",
        "1 D3",
        "1 D3",
    ),
    (
        "a stone that gives atari and is in atari can be taken",
        "....... .OXXX.. .XO.X.. .OXXX.. ....... ....... .......",
        "C5",
        "1 D5",
        "1 A5",
    ),
    (
        "a net holds what no ladder does",
        "......... .O.....O. ......... ...X..... ...XO.... ....XX... ......... .......O. .........",
        "E5",
        "1 *",
        "1 *",
    ),
    (
        "a stone on the edge is driven along it",
        "....... ....... ....... ....... ....... .XX.... ..OX...",
        "C1",
        "1 B1",
        "0",
    ),
    (
        "on the second line towards a friend",
        ".......... .......... .......... .......... ..X....O.. .XO....O.. ..........",
        "C2",
        "1 *",
        "1 *",
    ),
    (
        "a snapback: the throw-in is taken, and all is lost",
        "......... ......... ......... ......... ......... ......... ..XXXX... .XOOOXO.. .XO..OO..",
        "C2",
        "1 E1",
        "1 E1",
    ),
    ("a lone eye is filled last", "XXXXX. XOOOX. XO.OX. XOOOX. XXXXX. ......", "B5", "1 C4", "0"),
    ("two eyes cannot be attacked", "O.OXX .OOXX OOOX. XXXX. .....", "C5", "0", "1 PASS"),
    (
        "the hole is filled by whoever comes first",
        "....... ....... ..OX... .OX.X.. ..OX... ....... .......",
        "C4",
        "2 D4",
        "1 D4",
    ),
    ("in the corner a stone has nowhere to go", "..... ..... ..... X.... O.X..", "A1", "1 B1", "0"),
    ("a chain with many liberties is free", "..... ..... .OO.. ..... .....", "B3", "0", "1 PASS"),
    (
        "a stone in a ko can be taken, and come back",
        "....... ....... ..XO... .X.XO.. ..XO... ....... .......",
        "D4",
        "2 C4",
        "1 C4",
    ),
    (
        "a ladder towards the attacker's wall",
        "......... ......... ......... ......... ......... ........X ..X.....X .XO.....X ..X.....X",
        "C2",
        "1 D2",
        "1 *",
    ),
    (
        "nowhere to go between walls",
        ".X..... .X..... .OX.... .OX.... .OX.... .X..... .X.....",
        "B4",
        "1 *",
        "0",
    ),
    (
        "a stone on the edge is caught from either side",
        "....... ....... ....... ....... ....... ..X.... ..O....",
        "C1",
        "1 *",
        "1 *",
    ),
    (
        "taking the stone in between saves both",
        "....... ....... ..XX... .XOXOOO .XO.O.. ..XXX.. .......",
        "C3",
        "1 D3",
        "1 D3",
    ),
    (
        "a throw-in leaves two stones short of a liberty",
        "....... ....... ....... ....... .XXXX.. .XOOOX. .XO..X.",
        "C2",
        "1 *",
        "0",
    ),
    (
        "one eye in the corner",
        "....... ....... ....... ....... XXX.... OOX.... .OX....",
        "B1",
        "1 A1",
        "0",
    ),
    (
        "stones inside leave too little room",
        "....... ....... ....... XXXX... OOOX... .XOX... X.OX...",
        "C1",
        "1 *",
        "0",
    ),
];

#[test]
fn drawn_cases() {
    let mut wrong = Vec::new();
    for (name, drawing, stone, attacked, defended) in CASES {
        let position = position(drawing);
        let point = position.size().parse_point(stone).unwrap();
        let answers = [attack(&position, point).unwrap(), defend(&position, point).unwrap()];
        for (answer, expected) in answers.iter().zip([attacked, defended]) {
            let told = told(&position, answer);
            let fits = match expected.strip_suffix('*') {
                Some(code) => told.starts_with(code),
                None => told == expected,
            };
            if !fits {
                let line: Vec<String> =
                    answer.line.iter().map(|&p| position.size().vertex(p).to_string()).collect();
                wrong.push(format!("{name}: {told} and not {expected}; {line:?}\n{position:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ladders_alone_see_no_nets() {
    let position = position(CASES[5].1);
    let point = position.size().parse_point(CASES[5].2).unwrap();
    assert!(!attack_within(&position, point, LADDERS).unwrap().result.is_possible());
}

#[test]
fn empty_points_have_no_answer() {
    let position = position("... ... ...");
    let middle = position.size().parse_point("B2").unwrap();
    assert_eq!((attack(&position, middle), defend(&position, middle)), (None, None));
}

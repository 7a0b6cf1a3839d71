//! Capturing races of the known kinds.

use crate::common::position;
use aji_judge::life::tactics::race;
use aji_judge::life::tactics::race::RaceResult::{self, Loses, Seki, Wins};
use aji_judge::life::tactics::race_count::{by_count, count};

/// A name, a drawing, a black and a white stone that race, and how it ends if Black moves first and if
/// White does, each seen from the side that moves.
const CASES: [(&str, &str, [&str; 2], RaceResult, RaceResult); 12] = [
    (
        "two liberties against two: who is first",
        "...... OOOXXX OOOXXX OOXOXX OOXOXX OOXOXX O.XO.X O.XO.X",
        ["C5", "D5"],
        Wins,
        Wins,
    ),
    (
        "two liberties against three",
        "...... OOOXXX OOOXXX OOXOXX OOXOXX OOXO.X O.XO.X O.XO.X",
        ["C5", "D5"],
        Loses,
        Wins,
    ),
    (
        "two shared liberties and nothing else",
        "....... OOOOXXX OOOOXXX OOXXOXX OOXXOXX OOXXOXX OOX.OXX OOX.OXX",
        ["C5", "E5"],
        Seki,
        Seki,
    ),
    (
        "two shared liberties and two more for Black",
        "....... OOOOXXX OOOOXXX OOXXOXX OOXXOXX OOXXOXX O.X.OXX O.X.OXX",
        ["C5", "E5"],
        Wins,
        Loses,
    ),
    (
        "two shared liberties and one more for Black",
        "....... OOOOXXX OOOOXXX OOXXOXX OOXXOXX OOXXOXX OOX.OXX O.X.OXX",
        ["C5", "E5"],
        Wins,
        Seki,
    ),
    (
        "one shared liberty",
        "....... OOOOXXX OOOOXXX OOXXOXX OOXXOXX OOXXOXX OOXXOXX O.X.O.X",
        ["C5", "E5"],
        Wins,
        Wins,
    ),
    (
        "an eye against none",
        "....... OOOOXXX OOOOXXX OXXXOXX OX.XOXX OXXXOXX OOX.OXX OOX.OXX",
        ["C5", "E5"],
        Wins,
        Loses,
    ),
    (
        "an eye against none and three more liberties",
        "....... OOOOXXX OOOOXXX OXXXOXX OX.XOXX OXXXO.X OOX.O.X OOX.O.X",
        ["C5", "E5"],
        Wins,
        Wins,
    ),
    (
        "an eye against none and four more liberties",
        "....... OOOOXXX OOOOXXX OXXXOXX OX.XO.X OXXXO.X OOX.O.X OOX.O.X",
        ["C5", "E5"],
        Loses,
        Wins,
    ),
    (
        "two liberties with room behind them against four",
        "...... OOOXXX OOOXXX OOXOXX OOXO.X OOXO.X ..XO.X ..XO.X",
        ["C5", "D5"],
        Loses,
        Wins,
    ),
    ("two eyes against one", "XXXXX X.X.X XXXXX OOOOX ...OX", ["A3", "A2"], Wins, Seki),
    ("far from each other", "X...O ..... ..... ..... .....", ["A5", "E5"], Seki, Seki),
];

#[test]
fn drawn_cases() {
    let mut wrong = Vec::new();
    for (name, drawing, stones, black, white) in CASES {
        let position = position(drawing);
        let [one, other] = stones.map(|stone| position.size().parse_point(stone).unwrap());
        for (first, second, expected) in [(one, other, black), (other, one, white)] {
            let found = race(&position, first, second).unwrap();
            if found.result() != expected {
                wrong.push(format!("{name}: {found:?} and not {expected:?}\n{position:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_enemies_race() {
    let position = position("XO. X.. ...");
    let at = |name: &str| position.size().parse_point(name).unwrap();
    assert_eq!(race(&position, at("A3"), at("A2")), None);
    assert_eq!(race(&position, at("A3"), at("C3")), None);
}

/// Two chains side by side with so many liberties of their own and so many that they share, each with
/// or without an eye of one point.
fn side_by_side(own: [usize; 2], shared: usize, eyes: [bool; 2]) -> String {
    let mut rows = vec!["........".to_string(), "OOOOXXXX".to_string(), "OOOOXXXX".to_string()];
    for row in 0..3 {
        let left = match (eyes[0], row) {
            (true, 1) => "OX.X",
            (true, _) => "OXXX",
            (false, _) => "OOXX",
        };
        let right = match (eyes[1], row) {
            (true, 1) => "O.OX",
            (true, _) => "OOOX",
            (false, _) => "OOXX",
        };
        rows.push(format!("{left}{right}"));
    }
    for row in 0..4 {
        let left = if row < own[0] { "O.X" } else { "OOX" };
        let middle = if row < shared { '.' } else { 'X' };
        let right = if row < own[1] { "OO.X" } else { "OOXX" };
        rows.push(format!("{left}{middle}{right}"));
    }
    rows.join(" ")
}

#[test]
fn counting_and_playing_out_agree() {
    let mut compared = 0;
    for code in 0..5 * 5 * 4 * 4 {
        let (own, shared) = ([code % 5, code / 5 % 5], code / 25 % 4);
        let eyes = [code / 100 % 2 == 1, code / 200 == 1];
        let liberties = [0, 1].map(|side| own[side] + shared + usize::from(eyes[side]));
        if own[0] + own[1] + shared > 6 || liberties.contains(&0) {
            continue;
        }
        let position = position(&side_by_side(own, shared, eyes));
        let [black, white] = ["D7", "E7"].map(|name| position.size().parse_point(name).unwrap());
        let found = race(&position, black, white).unwrap();
        assert!(found.is_proved);
        let chains = [black, white].map(|stone| position.chain_at(stone).unwrap());
        let (mine, theirs, both) = count(&position, chains[0], chains[1]);
        let expected = by_count(mine, theirs, both);
        assert_eq!(found.result(), expected, "{mine:?} {theirs:?} {both}\n{position:?}");
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

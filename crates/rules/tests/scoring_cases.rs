//! Finished boards, counted by hand.
//!
//! Drawings have dead stones in small letters. Wherever nothing is in seki, a second count that
//! knows nothing of the first must agree too.

mod common;

use aji_rules::ruleset::{RuleSet, Rules};
use aji_rules::scoring::{self, Count, Terms};
use aji_rules::{ByColor, Color, Game, HalfPoints, Move, PointSet, Position, Size};
use common::drawn;

struct Case {
    name: &'static str,
    drawing: &'static str,
    /// Stones taken during the game by Black and by White.
    taken: (u32, u32),
    /// Living stones and surrounded points of Black and of White.
    area: (u32, u32),
    /// Surrounded points outside of seki, and prisoners, of Black and of White.
    territory: (u32, u32),
    /// Stones in seki, and the points that they surround.
    seki: usize,
}

const CASES: [Case; 14] = [
    Case {
        name: "two walls",
        drawing: "..XO. ..XO. ..XO. ..XO. ..XO.",
        taken: (0, 0),
        area: (15, 10),
        territory: (10, 5),
        seki: 0,
    },
    Case {
        name: "two walls, and stones taken before",
        drawing: "..XO. ..XO. ..XO. ..XO. ..XO.",
        taken: (1, 9),
        area: (15, 10),
        territory: (11, 14),
        seki: 0,
    },
    Case {
        name: "dead stones on both sides",
        drawing: "..XO... .oXOO.x ..XXO.. X..XO.. .X.XO.. ..XXOO. ..XO...",
        taken: (0, 0),
        area: (25, 24),
        territory: (15, 16),
        seki: 0,
    },
    Case {
        name: "a dead chain is dead as a whole, a dead group chain by chain",
        drawing: "..XO. .oXO. .OXO. o.XO. ..XO.",
        taken: (0, 0),
        area: (15, 10),
        territory: (13, 5),
        seki: 0,
    },
    Case {
        name: "all of White is dead",
        drawing: "..... .XXX. .XoX. .X.X. .XXX.",
        taken: (2, 0),
        area: (25, 0),
        territory: (18, 0),
        seki: 0,
    },
    Case {
        name: "nobody has come",
        drawing: "....... ....... ....... ....... ....... ....... .......",
        taken: (0, 0),
        area: (0, 0),
        territory: (0, 0),
        seki: 0,
    },
    Case {
        name: "a finished game on 9x9",
        drawing: "..XXO.O.. \
                  .XXOO.... \
                  ..XXO.O.. \
                  ..X.XO..x \
                  .o.XXO... \
                  ...XOO.O. \
                  ..XXXOO.. \
                  .X.X.XO.. \
                  ....XXO..",
        taken: (3, 2),
        area: (42, 39),
        territory: (27, 27),
        seki: 0,
    },
    Case {
        name: "dame between living groups",
        drawing: "..X.O.. ..X.O.. ..XOO.. ..XXO.. ...XO..",
        taken: (0, 0),
        area: (17, 16),
        territory: (11, 10),
        seki: 0,
    },
    Case {
        name: "two small eyes live beside dame",
        drawing: ".X.O. XX.OO .X.O. XX.OO .X.O.",
        taken: (0, 0),
        area: (10, 10),
        territory: (3, 3),
        seki: 0,
    },
    Case {
        name: "a row of four is room for two eyes beside dame",
        drawing: "....X.O.... XXXXX.OOOOO ...........",
        taken: (0, 0),
        area: (10, 10),
        territory: (4, 4),
        seki: 0,
    },
    Case {
        name: "seki: two chains without eyes share two liberties",
        drawing: ".XOO.XXO. \
                  XXOO.XXOO \
                  .XXOOXOO. \
                  ..XXXOO.. \
                  ....XO... \
                  ....XO... \
                  ....XO...",
        taken: (0, 0),
        area: (32, 29),
        territory: (16, 13),
        seki: 11,
    },
    Case {
        name: "seki: two chains with an eye each share a liberty",
        drawing: ".XO.O.X.XO. \
                  XXOOOOXXXOO \
                  .XXXXXOOOO. \
                  .....XO.... \
                  .....XO.... \
                  .....XO....",
        taken: (0, 0),
        area: (34, 31),
        territory: (17, 14),
        seki: 13,
    },
    Case {
        name: "seki: a chain between two with an eye each",
        drawing: ".OX.X.OO.X.XO. \
                  OOXXXOOOOXXXOO \
                  .OOOOXXXXOOOO. \
                  ....OX..XO.... \
                  ....OX..XO.... \
                  ....OX..XO....",
        taken: (0, 0),
        area: (28, 54),
        territory: (6, 28),
        seki: 18,
    },
    Case {
        name: "seki beside a dead stone that counts",
        drawing: ".XO.O.X.XO. \
                  XXOOOOXXXOO \
                  .XXXXXOOOO. \
                  ..o..XO.... \
                  .....XO.... \
                  .....XO....",
        taken: (0, 4),
        area: (34, 31),
        territory: (18, 18),
        seki: 13,
    },
];

/// Boards that were once counted otherwise than a player would.
const ONCE_WRONG: [Case; 2] = [
    // Black's corner hangs together with the wall by C7 or D8, so the two points in it count.
    Case {
        name: "a corner joined to its group by one of two dame points",
        drawing: "..XO..... \
                  XXX.OOO.. \
                  OO.XXXXO. \
                  .OOOX.XO. \
                  ...OX.XO. \
                  ...OX.XO. \
                  ...OX.XO. \
                  ...OX.XO. \
                  ...OX.XO.",
        taken: (0, 0),
        area: (28, 51),
        territory: (8, 30),
        seki: 0,
    },
    // G6 is a false eye: White must fill it one day, so White has one eye in a seki.
    Case {
        name: "a seki with a false eye",
        drawing: ".XO.OO.O.X.XO. \
                  XXOOOXOOOXXXOO \
                  .XXXXXXXXOOOO. \
                  ........XO.... \
                  ........XO.... \
                  ........XO....",
        taken: (0, 0),
        area: (47, 36),
        territory: (26, 14),
        seki: 18,
    },
];

#[test]
fn boards_counted_by_hand() {
    CASES.iter().for_each(check);
}

#[test]
fn boards_once_counted_wrong() {
    ONCE_WRONG.iter().for_each(check);
}

fn check(case: &Case) {
    let (mut setup, dead) = drawn(case.drawing);
    (setup.captures.black, setup.captures.white) = case.taken;
    let position = Position::try_from(setup).expect("the drawn board is legal");
    let count = |rules: RuleSet| scoring::count(&position, &dead, rules.into(), Terms::default());
    let lead = |(black, white): (u32, u32)| HalfPoints::from_points(black as i32 - white as i32);

    let by_area = count(RuleSet::Chinese);
    assert_eq!(sum(&by_area, by_area.stones), case.area, "area: {}", case.name);
    assert_eq!(by_area.black_lead, lead(case.area), "{}", case.name);
    let by_territory = count(RuleSet::Japanese);
    let found = sum(&by_territory, by_territory.prisoners);
    assert_eq!(found, case.territory, "territory: {}", case.name);
    assert_eq!(by_territory.black_lead, lead(case.territory), "{}", case.name);
    assert_eq!(by_territory.seki.len(), case.seki, "seki: {}", case.name);

    let plain = PlainCount::of(case);
    assert_eq!(plain.area(), case.area, "second count: {}", case.name);
    if case.seki == 0 {
        assert_eq!(plain.territory(case.taken), case.territory, "second count: {}", case.name);
    }
}

fn sum(count: &Count, besides: ByColor<u32>) -> (u32, u32) {
    let of = |color: Color| count.territory[color] + besides[color];
    (of(Color::Black), of(Color::White))
}

/// A count of its own making: dead stones come off, then colours flow over empty points until
/// nothing changes, and a point is whose colour alone reaches it.
#[derive(Default)]
struct PlainCount {
    stones: [u32; 2],
    surrounded: [u32; 2],
    dead: [u32; 2],
}

impl PlainCount {
    fn of(case: &Case) -> PlainCount {
        let mut rows: Vec<Vec<char>> =
            case.drawing.split_whitespace().map(|row| row.chars().collect()).collect();
        let mut count = PlainCount::default();
        spread_death(&mut rows);
        for sign in rows.iter_mut().flatten() {
            match sign {
                'X' => count.stones[0] += 1,
                'O' => count.stones[1] += 1,
                'x' => count.dead[0] += 1,
                'o' => count.dead[1] += 1,
                _ => {}
            }
            if sign.is_lowercase() {
                *sign = '.';
            }
        }
        let reached = ['X', 'O'].map(|sign| flood(&rows, sign));
        for (index, sign) in rows.iter().flatten().enumerate() {
            if *sign == '.' && reached[0][index] != reached[1][index] {
                count.surrounded[usize::from(reached[1][index])] += 1;
            }
        }
        count
    }

    fn area(&self) -> (u32, u32) {
        let [black, white] = [0, 1].map(|side| self.stones[side] + self.surrounded[side]);
        (black, white)
    }

    fn territory(&self, taken: (u32, u32)) -> (u32, u32) {
        let [black, white] = self.surrounded;
        (black + taken.0 + self.dead[1], white + taken.1 + self.dead[0])
    }
}

/// Stones joined to dead ones of their colour are dead.
fn spread_death(rows: &mut [Vec<char>]) {
    for _ in 0..rows.len() * rows[0].len() {
        for y in 0..rows.len() {
            for x in 0..rows[0].len() {
                let small = rows[y][x].to_ascii_lowercase();
                if rows[y][x].is_uppercase() && beside(rows, x, y).contains(&small) {
                    rows[y][x] = small;
                }
            }
        }
    }
}

/// The points, row by row, that a colour reaches over empty points.
fn flood(rows: &[Vec<char>], sign: char) -> Vec<bool> {
    let mut wet: Vec<Vec<char>> = rows.to_vec();
    for _ in 0..rows.len() * rows[0].len() {
        for y in 0..wet.len() {
            for x in 0..wet[0].len() {
                if wet[y][x] == '.' && beside(&wet, x, y).contains(&sign) {
                    wet[y][x] = sign;
                }
            }
        }
    }
    wet.into_iter().flatten().map(|found| found == sign).collect()
}

fn beside(rows: &[Vec<char>], x: usize, y: usize) -> Vec<char> {
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let left = x.checked_sub(1).and_then(|x| at(x, y));
    let above = y.checked_sub(1).and_then(|y| at(x, y));
    [left, above, at(x + 1, y), at(x, y + 1)].into_iter().flatten().collect()
}

#[test]
fn what_is_agreed_besides_the_board() {
    // Black owns all of a 5x5 board with one stone: 25 points of area, 24 of territory.
    let cases = [
        (RuleSet::TrompTaylor, "0", 0, "25"),
        (RuleSet::TrompTaylor, "7.5", 9, "17.5"),
        (RuleSet::Chinese, "7.5", 0, "17.5"),
        (RuleSet::Chinese, "0.5", 1, "24.5"),
        (RuleSet::Chinese, "0.5", 2, "22.5"),
        (RuleSet::Chinese, "0", 9, "16"),
        (RuleSet::Aga, "0.5", 2, "23.5"),
        (RuleSet::Aga, "0.5", 9, "16.5"),
        (RuleSet::NewZealand, "0", 9, "25"),
        (RuleSet::Japanese, "0.5", 9, "23.5"),
        (RuleSet::Japanese, "-3", 0, "27"),
        // One eye of many points is taxed as two.
        (RuleSet::StoneScoring, "0", 0, "23"),
        (RuleSet::AncientTerritory, "0", 0, "22"),
        // White passes first and takes the button.
        (RuleSet::AgaButton, "7", 0, "17.5"),
    ];
    let size = Size::square(5).expect("5x5 exists");
    let middle = size.parse_point("C3").expect("5x5 has a middle");
    for (set, komi, handicap, expected) in cases {
        let mut game = Game::new(size, Rules::from(set))
            .with_komi(komi.parse().expect("komi is a number"))
            .with_handicap(handicap);
        for mv in [Move::Place(middle), Move::Pass, Move::Pass] {
            game.play(mv).expect("three quiet turns");
        }
        let case = format!("{set}, komi {komi}, handicap {handicap}");
        let lead = game.count(&PointSet::EMPTY).black_lead.to_string();
        assert_eq!(lead, expected, "{case}");
        let outcome = game.outcome(&PointSet::EMPTY).expect("the game is over");
        assert_eq!(outcome.to_string(), format!("B+{expected}"), "{case}");
    }
}

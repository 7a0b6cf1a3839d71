//! Random games played twice: by the crate and by a slow, obvious referee.

mod common;
mod oracle;

use aji_rules::ruleset::{Ko, Suicide};
use aji_rules::{Color, Field, Game, IllegalMove, Move, Point, Position, Setup, Size, count};
use common::{Dice, RngExt, any_point, dice, size};
use oracle::{Board, Moment, Oracle, Refusal, Repetition, Spot, chain, liberties, other};
use std::collections::BTreeSet;

/// Columns, rows, games for each set of rules, turns tried in each game.
const BOARDS: [(usize, usize, u64, usize); 21] = [
    (1, 1, 1, 20),
    (1, 2, 4, 60),
    (1, 3, 4, 60),
    (1, 7, 6, 100),
    (7, 1, 2, 100),
    (2, 2, 20, 150),
    (2, 5, 20, 200),
    (3, 3, 40, 200),
    (4, 3, 40, 250),
    (4, 4, 24, 250),
    (5, 5, 20, 300),
    (6, 6, 8, 300),
    (7, 7, 6, 350),
    (8, 8, 2, 400),
    (9, 9, 4, 500),
    (13, 13, 1, 700),
    (19, 19, 1, 900),
    (25, 25, 1, 1200),
    (25, 24, 1, 600),
    (25, 2, 1, 300),
    // Long games, so that boards come back from long ago.
    (3, 3, 1, 2500),
];

#[test]
fn simple_ko() {
    check_games("simple ko", Ko::Simple, Repetition::Simple);
}

#[test]
fn positional_superko() {
    check_games("positional", Ko::PositionalSuperko, Repetition::Positional);
}

#[test]
fn situational_superko() {
    check_games("situational", Ko::SituationalSuperko, Repetition::Situational);
}

#[test]
fn setting_up_forgets_the_past_until_it_is_undone() {
    // White takes Black's first stone. Black may not take back, but may on a board set up anew.
    let board = size(2, 1);
    let at = |name: &str| Move::Place(board.parse_point(name).expect("the point exists"));
    let rules = count::counting_rules(Ko::PositionalSuperko, Suicide::Forbidden);
    let mut game = Game::new(board, rules);
    for name in ["A1", "B1"] {
        game.play(at(name)).expect("nothing has been before");
    }
    let before = game.position().clone();
    assert_eq!(game.play(at("A1")), Err(IllegalMove::Ko));
    let Move::Place(last) = at("B1") else { unreachable!("it is a point") };
    game.set_up([(last, Some(Color::White))], Color::Black).expect("the board is legal");
    assert_eq!(game.check(Color::Black, at("A1")), Ok(()));
    assert_eq!(game.position_after(2), before);
    assert!(game.undo());
    assert_eq!(*game.position(), before);
    assert_eq!(game.play(at("A1")), Err(IllegalMove::Ko));
}

/// Plays on every board with and without suicide, and sees to it that every refusal occurred.
fn check_games(name: &str, ko: Ko, repetition: Repetition) {
    let mut seen = BTreeSet::new();
    for suicide in [Suicide::Forbidden, Suicide::Allowed] {
        for (width, height, games, turns) in BOARDS {
            for number in 0..games {
                let name = format!("{name}, suicide {suicide:?}, {width}x{height}, game {number}");
                let mut twins = Twins {
                    game: Game::new(size(width, height), count::counting_rules(ko, suicide)),
                    oracle: Oracle::new(width, height, repetition, suicide == Suicide::Allowed),
                    dice: dice(&name, number),
                    name,
                };
                for _ in 0..turns {
                    seen.extend(twins.try_random_turn().err());
                    twins.maybe_undo();
                }
            }
        }
    }
    let mut expected = BTreeSet::from([Refusal::Occupied, Refusal::Suicide, Refusal::Ko]);
    if ko != Ko::Simple {
        expected.insert(Refusal::Superko);
    }
    assert_eq!(seen, expected, "what was refused in all these games");
}

/// One game in two books.
struct Twins {
    name: String,
    game: Game,
    oracle: Oracle,
    dice: Dice,
}

impl Twins {
    fn size(&self) -> Size {
        self.game.position().size()
    }

    /// Tries any point or a pass, in turn or not, in both books.
    fn try_random_turn(&mut self) -> Result<(), Refusal> {
        let size = self.size();
        // Few passes, or the games are short.
        let mv = match self.dice.random_range(0..size.area() + 1) {
            0 => Move::Pass,
            _ => Move::Place(any_point(size, &mut self.dice)),
        };
        let out_of_turn = self.dice.random_range(0..12) == 0;
        let to_play = self.game.position().to_play();
        let color = if out_of_turn { !to_play } else { to_play };

        let before = self.game.position().clone();
        let steps_before = self.game.steps().len();
        let hash_after = before.clone().with_to_play(color).stones_hash_after(mv);
        let result = self.game.play_as(color, mv).map_err(refusal);
        let judged = self.oracle.play(sign(color), spot(size, mv));
        assert_eq!(result, judged, "{}: {color} {}\n{before:?}", self.name, size.move_text(mv));
        match result {
            Ok(()) => {
                assert_eq!(self.game.position().stones_hash(), hash_after, "{}", self.name);
                assert_eq!(self.game.last_move(), Some((color, mv)));
                self.compare();
            }
            Err(_) => {
                assert_eq!(*self.game.position(), before, "{}: a refused move", self.name);
                assert_eq!(self.game.steps().len(), steps_before);
            }
        }
        result
    }

    /// Now and then takes turns back and looks into the past.
    fn maybe_undo(&mut self) {
        if self.dice.random_range(0..25) > 0 {
            return;
        }
        for _ in 0..self.dice.random_range(0..4) {
            let had_steps = !self.game.steps().is_empty();
            assert_eq!(self.game.undo(), had_steps);
            self.oracle.undo();
        }
        self.compare();
        let moments = self.oracle.moments();
        assert_eq!(self.game.steps().len() + 1, moments.len());
        let steps = self.dice.random_range(0..moments.len());
        let after = self.game.position_after(steps);
        assert_eq!(after, fresh(self.size(), &moments[steps], after.ko()));
    }

    /// Both books show the same board.
    fn compare(&mut self) {
        let size = self.size();
        let moment = self.oracle.now();
        let position = self.game.position();
        position.check_invariants();
        let rebuilt = fresh(size, moment, position.ko());
        assert_eq!(*position, rebuilt, "{}", self.name);
        assert_eq!(position.stones_hash(), rebuilt.stones_hash());
        assert_eq!(position.situation_hash(), rebuilt.situation_hash());
        assert_eq!(self.game.is_over(), self.oracle.is_over());
        // Everything on small boards, now and then on larger ones.
        if size.area() <= 16 || self.dice.random_range(0..size.area()) < 4 {
            self.compare_chains();
            self.compare_legality();
        }
    }

    fn compare_chains(&self) {
        let size = self.size();
        let board = &self.oracle.now().board;
        let spots = |points: &mut dyn Iterator<Item = _>| -> BTreeSet<Spot> {
            points.map(|point| size.xy(point)).collect()
        };
        for found in self.game.position().chains() {
            let head = size.xy(found.head());
            assert_eq!(spots(&mut found.stones()), chain(board, head));
            assert_eq!(spots(&mut found.liberties().iter()), liberties(board, head));
            assert_eq!(found.liberty_count(), liberties(board, head).len());
        }
    }

    /// Every move of either colour is legal in both books or refused for the same reason.
    fn compare_legality(&self) {
        let size = self.size();
        let to_play = self.game.position().to_play();
        let mut ko = None;
        for color in Color::BOTH {
            for mv in size.points().map(Move::Place).chain([Move::Pass]) {
                let judged = self.oracle.judge(sign(color), spot(size, mv)).map(|_| ());
                let checked = self.game.check(color, mv).map_err(refusal);
                assert_eq!(checked, judged, "{}: {color} {}", self.name, size.move_text(mv));
                if (color, judged) == (to_play, Err(Refusal::Ko)) {
                    assert_eq!(ko.replace(mv), None, "one ko at most");
                }
            }
        }
        assert_eq!(self.game.position().ko().map(Move::Place), ko, "{}", self.name);
    }
}

/// A position made anew from what the oracle knows, which is all but the ko.
fn fresh(size: Size, moment: &Moment, ko: Option<Point>) -> Position {
    let mut setup = Setup::with_stones(stones(size, &moment.board));
    setup.to_play = color(other(moment.mover)).expect("a mover has a colour");
    setup.ko = ko;
    [setup.captures.black, setup.captures.white] = moment.prisoners;
    Position::try_from(setup).expect("the oracle's board is legal")
}

fn stones(size: Size, board: &Board) -> Field<Option<Color>> {
    Field::from_fn(size, |point| {
        let (x, y) = size.xy(point);
        color(board[y][x])
    })
}

fn color(sign: char) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| self::sign(color) == sign)
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

fn spot(size: Size, mv: Move) -> Option<Spot> {
    match mv {
        Move::Place(point) => Some(size.xy(point)),
        Move::Pass => None,
    }
}

fn refusal(reason: IllegalMove) -> Refusal {
    match reason {
        IllegalMove::Occupied => Refusal::Occupied,
        IllegalMove::Ko => Refusal::Ko,
        IllegalMove::Suicide => Refusal::Suicide,
        IllegalMove::Superko => Refusal::Superko,
        IllegalMove::GameOver => unreachable!("nobody resigns here"),
    }
}

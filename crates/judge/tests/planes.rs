//! What the deep network sees: its laws, a slow oracle, and boards made by hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::deep::Planes;
use aji_judge::deep::planes::PLANES;
use aji_judge::judgement::{Question, Recent};
use aji_judge::ladder::{self, even};
use aji_rules::ruleset::Suicide;
use aji_rules::scoring::Terms;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing;
use aji_rules::{
    Color, Game, HalfPoints, Move, Point, PointSet, Position, RuleSet, Setup, Size, Symmetry,
};
use proptest::prelude::*;

/// A position after random moves, some of them passes, with the moves.
fn random_game(size: Size, moves: usize, seed: u64) -> (Position, Vec<Move>) {
    let mut dice = Dice::new(seed, 0);
    let mut position = Position::empty(size);
    let mut played = Vec::new();
    for _ in 0..moves {
        let legal: Vec<Point> = position.legal_points(Suicide::Forbidden).collect();
        let mv = match dice.below(legal.len() as u32 + 1) as usize {
            0 => Move::Pass,
            nth => Move::Place(legal[nth - 1]),
        };
        position.play_unchecked(mv);
        played.push(mv);
    }
    (position, played)
}

fn question<'a>(position: &'a Position, moves: &[Move]) -> Question<'a> {
    Question {
        position,
        rules: RuleSet::Japanese.into(),
        terms: Terms::default(),
        is_over: false,
        recent: Recent::of_moves(moves),
    }
}

fn sizes() -> impl Strategy<Value = Size> {
    let any = (2..=9_usize, 2..=9_usize);
    let some = prop_oneof![Just((13, 13)), Just((19, 19)), Just((25, 24)), Just((25, 25))];
    prop_oneof![4 => any, 1 => some].prop_map(|(width, height)| Size::new(width, height).unwrap())
}

/// Moves for a board, by how full it should get.
fn games() -> impl Strategy<Value = (Position, Vec<Move>)> {
    (sizes(), 0..150_usize, any::<u64>())
        .prop_map(|(size, percent, seed)| random_game(size, size.area() * percent / 100, seed))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn they_turn_with_the_board((position, moves) in games()) {
        let size = position.size();
        let planes = Planes::of(&question(&position, &moves));
        for symmetry in Symmetry::ALL {
            let turned: Vec<Move> = moves.iter().map(|&mv| symmetry.mv(size, mv)).collect();
            let position = position.turned(symmetry);
            prop_assert_eq!(
                Planes::of(&question(&position, &turned)),
                planes.turned(symmetry)
            );
        }
    }

    #[test]
    fn they_know_the_mover_and_no_colours((position, moves) in games()) {
        let planes = Planes::of(&question(&position, &moves));
        let swapped = position.colors_swapped();
        prop_assert_eq!(Planes::of(&question(&swapped, &moves)), planes);
    }

    #[test]
    fn komi_does_not_matter((position, moves) in games(), halves in -200..200_i32) {
        let one = question(&position, &moves);
        let terms = Terms { komi: HalfPoints::from_halves(halves), ..Terms::default() };
        let other = Question { terms, ..question(&position, &moves) };
        prop_assert_eq!(Planes::of(&one), Planes::of(&other));
    }

    #[test]
    fn prisoners_only_tell_who_put_down_more_stones((position, moves) in games()) {
        let mut setup = Setup::from(&position);
        // More than anybody can be behind.
        setup.captures[Color::Black] += 1000;
        let richer = Position::try_from(setup).unwrap();
        let (one, other) = (Planes::of(&question(&position, &moves)), Planes::of(&question(&richer, &moves)));
        prop_assert_eq!(one.points(), other.points());
        prop_assert_eq!(&one.numbers()[..5], &other.numbers()[..5]);
        let is_white = position.to_play() == Color::White;
        prop_assert_eq!(other.numbers()[5], if is_white { 1.0 } else { -1.0 });
    }

    #[test]
    fn what_stones_would_do_is_what_they_do((position, moves) in games()) {
        let planes = Planes::of(&question(&position, &moves));
        let mover = position.to_play();
        for point in position.size().points() {
            let own = tried(&position, point, mover);
            let others = tried(&position, point, !mover);
            let expected = [
                own.is_some_and(|(captured, _)| captured),
                others.is_some_and(|(captured, _)| captured),
                own.is_some_and(|(_, liberties)| liberties == 1),
                own.is_some_and(|(_, liberties)| liberties == 2),
                others.is_some_and(|(_, liberties)| liberties < 2),
            ];
            let row = row(&planes, point);
            let seen: Vec<bool> = row[27..].iter().map(|&value| value > 0.5).collect();
            prop_assert_eq!(&seen[..], &expected[..], "{}", position.size().vertex(point));
        }
    }

    #[test]
    fn every_chain_and_every_empty_region_is_a_part((position, moves) in games()) {
        let size = position.size();
        let planes = Planes::of(&question(&position, &moves));
        let parts = planes.parts();
        let mut largest = None;
        for point in size.points() {
            let part = usize::from(parts[point.index()]);
            // Without gaps, in board order.
            prop_assert!(part <= largest.map_or(0, |part| part + 1));
            largest = largest.max(Some(part));
            for &near in size.neighbours(point) {
                let is_same = position.stone(point) == position.stone(near);
                prop_assert_eq!(parts[near.index()] == parts[point.index()], is_same);
            }
        }
        prop_assert_eq!(planes.part_count(), largest.map_or(0, |part| part + 1));
        let chains = position.chains().count();
        prop_assert_eq!(planes.part_count(), chains + empty_regions(&position));
    }

    /// A generous reader says what the plain one says; a hasty one never says of more that it is lost.
    #[test]
    fn ladders_are_what_the_plain_reader_reads((position, _) in games()) {
        let mut generous = even::Reader::new(&position, u32::MAX);
        let mut hasty = even::Reader::new(&position, 3);
        for chain in position.chains_short_of(3) {
            let plain = ladder::read_within(&position, chain.head(), 2_000_000);
            let hasty = hasty.read(chain.head());
            prop_assert_eq!(generous.read(chain.head()), plain);
            prop_assert!(plain.is_lost || !hasty.is_lost);
            prop_assert!(plain.is_catchable || !hasty.is_catchable);
        }
    }
}

fn empty_regions(position: &Position) -> usize {
    let mut seen = PointSet::EMPTY;
    let mut count = 0;
    for start in position.size().points() {
        let mut todo = vec![start];
        let mut is_new = false;
        while let Some(point) = todo.pop() {
            if position.stone(point).is_none() && seen.insert(point) {
                is_new = true;
                todo.extend(position.size().neighbours(point));
            }
        }
        count += usize::from(is_new);
    }
    count
}

/// Whether a stone captures and how many liberties it then has, by really playing it; `None` if there is a
/// stone already.
fn tried(position: &Position, point: Point, color: Color) -> Option<(bool, usize)> {
    if position.stone(point).is_some() {
        return None;
    }
    let setup = Setup { to_play: color, ko: None, ..Setup::from(position) };
    let mut after = Position::try_from(setup).unwrap();
    let before = after.captures()[color];
    match after.play(Move::Place(point), Suicide::Forbidden) {
        Err(_) => Some((false, 0)),
        Ok(()) => {
            Some((after.captures()[color] > before, after.chain_at(point).unwrap().liberty_count()))
        }
    }
}

fn row(planes: &Planes, point: Point) -> &[f32] {
    &planes.points()[point.index() * PLANES..][..PLANES]
}

/// Where a plane is 1, in board order.
fn marked(planes: &Planes, plane: usize) -> String {
    let size = planes.size();
    let points = size.points().filter(|&point| row(planes, point)[plane] == 1.0);
    points.map(|point| size.vertex(point).to_string()).collect::<Vec<_>>().join(" ")
}

fn drawn(drawing: &str, to_play: Color) -> Position {
    Position::try_from(Setup { to_play, ..testing::drawn(drawing).0 }).unwrap()
}

#[test]
fn liberties_ko_and_last_moves() {
    let mut game = Game::from_position(
        drawn(".XO.. XO.O. .XO.. ..... .....", Color::Black),
        RuleSet::Chinese.into(),
    );
    let size = game.position().size();
    game.play(Move::Pass).unwrap();
    game.play(Move::Place(size.parse_point("A1").unwrap())).unwrap();
    game.play(Move::Place(size.parse_point("C4").unwrap())).unwrap();
    let planes = Planes::of(&Question::of(&game));
    // Black has taken a ko; White is to move.
    assert_eq!(marked(&planes, 1), "C5 D4 C3 A1");
    assert_eq!(marked(&planes, 2), "B5 A4 C4 B3");
    assert_eq!(marked(&planes, 11), "B4");
    assert_eq!([12, 13, 14, 15].map(|plane| marked(&planes, plane)), ["C4", "A1", "", ""]);
    assert_eq!([3, 4, 5, 6].map(|plane| marked(&planes, plane)), ["C5", "C3 A1", "D4", ""]);
    assert_eq!(marked(&planes, 7), "C4");
    assert_eq!(marked(&planes, 8), "B5");
    // The ko point would capture, forbidden or not.
    assert_eq!(marked(&planes, 27), "B4");
    assert_eq!(marked(&planes, 28), "D5");
    // White has put down five stones, one of them taken, Black four.
    let expected = [0.0, 0.0, 0.0, 8.0 / 25.0, (5.0 - 14.0) / 10.0, 1.0];
    assert_eq!(planes.numbers(), &expected);
}

#[test]
fn passes_and_ends() {
    let mut game = Game::new(Size::NINE, RuleSet::Japanese.into());
    let flags = |game: &Game| Planes::of(&Question::of(game)).numbers()[..3].to_vec();
    assert_eq!(flags(&game), [1.0, 0.0, 0.0]);
    game.play(Move::Pass).unwrap();
    assert_eq!(flags(&game), [1.0, 1.0, 0.0]);
    game.play(Move::Pass).unwrap();
    assert_eq!(flags(&game), [1.0, 1.0, 1.0]);
    game.play(Move::Place(Size::NINE.parse_point("E5").unwrap())).unwrap();
    assert_eq!(flags(&game), [1.0, 0.0, 0.0]);
    game.resign(Color::White);
    assert_eq!(flags(&game), [1.0, 0.0, 1.0]);
}

#[test]
fn ladders() {
    let run =
        "......... ......... ......... ......... ......... ..X...... .XO...... ..XX..... .........";
    let of = |to_play| Planes::of(&question(&drawn(run, to_play), &[]));
    let marks = |planes: &Planes| [17, 18, 19, 20].map(|plane| marked(planes, plane));
    assert_eq!(marks(&of(Color::White)), ["C3", "", "C3", ""]);
    assert_eq!(marks(&of(Color::Black)), ["", "C3", "", "C3"]);
    // A stone on the way breaks it.
    let broken = run.replacen(".........", "......O..", 3).replacen("......O..", ".........", 2);
    let planes = Planes::of(&question(&drawn(&broken, Color::White), &[]));
    assert_eq!(marks(&planes), ["", "", "C3", ""]);
}

#[test]
fn unconditional_life_and_lines() {
    let position = drawn(".XO.X. XXXXX. ...... ...... ......", Color::White);
    let planes = Planes::of(&question(&position, &[]));
    // The stone inside is in Black's territory.
    assert_eq!(marked(&planes, 22), "A5 B5 C5 D5 E5 A4 B4 C4 D4 E4");
    assert_eq!(marked(&planes, 21), "");
    assert_eq!(marked(&planes, 24), "B4 C4 D4 E4 B3 E3 B2 C2 D2 E2");
    assert_eq!(marked(&planes, 25), "C3 D3");
    assert_eq!(marked(&planes, 26), "");
    assert_eq!(marked(&planes, 0).split(' ').count(), 30);
}

#[test]
fn captures_give_liberties_to_what_is_joined() {
    // White A2 takes two stones; C2 is only a liberty of the stones that it joins.
    let position = drawn(".XXO OOOO", Color::White);
    let planes = Planes::of(&question(&position, &[]));
    let marks = [27, 28, 29, 30, 31].map(|plane| marked(&planes, plane));
    assert_eq!(marks, ["A2", "A2", "", "A2", ""]);
    // Of the same stones Black has the move.
    let planes = Planes::of(&question(&position.with_to_play(Color::Black), &[]));
    let marks = [27, 28, 29, 30, 31].map(|plane| marked(&planes, plane));
    assert_eq!(marks, ["A2", "A2", "", "", ""]);
    // Suicide has no liberty.
    let planes = Planes::of(&question(&drawn(".X. X.. ...", Color::White), &[]));
    assert_eq!([29, 30, 31].map(|plane| marked(&planes, plane)), ["C3 A1", "B2 C1", ""]);
    let planes = Planes::of(&question(&drawn(".X. X.. ...", Color::Black), &[]));
    assert_eq!(marked(&planes, 31), "A3 C3 A1");
}

#[test]
fn the_smallest_and_the_largest_boards() {
    for (width, height) in [(2, 2), (2, 25), (25, 2), (25, 25)] {
        let size = Size::new(width, height).unwrap();
        let planes = Planes::of(&question(&Position::empty(size), &[]));
        assert_eq!(planes.points().len(), size.area() * PLANES);
        assert_eq!((planes.part_count(), planes.size()), (1, size));
    }
}

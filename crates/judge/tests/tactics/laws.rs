//! Whatever the position: nothing knows left from right or black from white, and who moves first has
//! the better of it.

use aji_judge::Dice;
use aji_judge::life::tactics::{
    Attempt, attack, connect, defend, disconnect, enclosed, eyes, race,
};
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::random_position;
use aji_rules::{Move, Point, Position, Size, Symmetry};

/// The position after random moves.
fn random(number: u64) -> Position {
    let mut dice = Dice::new(31, number);
    let size = Size::square(5 + dice.below(5) as usize).unwrap();
    let moves = dice.below(size.area() as u32) as usize;
    random_position(size, moves, |bound| dice.below(bound))
}

#[test]
fn turned_and_recoloured_boards_read_the_same() {
    let mut compared = 0;
    for number in 0..60 {
        let plain = random(number);
        let symmetry = Symmetry::ALL[number as usize % 8];
        let turned = plain.turned(symmetry).colors_swapped();
        for chain in plain.chains() {
            let stone = chain.head();
            let image = symmetry.point(plain.size(), stone);
            for read in [attack, defend] {
                let (here, there) = (read(&plain, stone).unwrap(), read(&turned, image).unwrap());
                // Where the budget ends depends on what is tried first.
                if here.is_complete && there.is_complete {
                    assert_eq!(here.result, there.result, "{plain:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn what_cannot_be_attacked_needs_no_defence_and_lines_are_legal() {
    for number in 60..140 {
        let position = random(number);
        for chain in position.chains() {
            let (stone, color) = (chain.head(), chain.color());
            let attacked = attack(&position, stone).unwrap();
            let defended = defend(&position, stone).unwrap();
            if attacked.result == Attempt::Fails && attacked.is_complete {
                assert_eq!(defended.result, Attempt::Works, "{position:?}");
            }
            if attacked.result == Attempt::Works {
                let mut now = position.clone().with_to_play(!color);
                for &point in &attacked.line {
                    now.play(Move::Place(point), Suicide::Forbidden).unwrap();
                }
                assert_ne!(attacked.line, [], "{position:?}");
            }
        }
    }
}

#[test]
fn chains_that_can_be_cut_and_joined_are_so_by_a_move() {
    for number in 140..170 {
        let position = random(number);
        let chains: Vec<_> = position.chains().collect();
        for pair in chains.windows(2) {
            let [one, other] = [pair[0].head(), pair[1].head()];
            let (Some(joined), Some(cut)) =
                (connect(&position, one, other), disconnect(&position, one, other))
            else {
                continue;
            };
            if cut.result == Attempt::Fails {
                assert_eq!((joined.result, joined.first_move()), (Attempt::Works, None));
            }
            if joined.result == Attempt::Fails && joined.is_complete {
                assert_eq!(cut.result, Attempt::Works, "{position:?}");
            }
        }
    }
}

/// Dense positions, in which there are eyes and enclosed groups.
fn dense(number: u64) -> Position {
    let mut dice = Dice::new(32, number);
    let size = Size::square(4 + dice.below(3) as usize).unwrap();
    let mut position = Position::empty(size);
    for _ in 0..2 * size.area() {
        let is_eye = |point: &Point| {
            let own = Some(position.to_play());
            size.neighbours(*point).iter().all(|&near| position.stone(near) == own)
        };
        let legal = position.legal_points(Suicide::Forbidden);
        let legal: Vec<Point> = legal.filter(|point| !is_eye(point)).collect();
        let mv = match legal.len() as u32 {
            0 => Move::Pass,
            count => Move::Place(legal[dice.below(count) as usize]),
        };
        position.play_unchecked(mv);
        if dice.below(size.area() as u32) == 0 {
            break;
        }
    }
    position.with_to_play(aji_rules::Color::Black)
}

#[test]
fn eyes_races_and_enclosed_groups_know_no_left_or_right() {
    let mut compared = [0, 0, 0];
    for number in 0..24 {
        let plain = dense(number);
        let symmetry = Symmetry::ALL[number as usize % 8];
        let turned = plain.turned(symmetry).colors_swapped();
        let image = |point| symmetry.point(plain.size(), point);
        for point in plain.size().points() {
            let worth = |found: Option<eyes::Eyes>| found.map(|eyes| (eyes.least, eyes.most));
            let here = worth(eyes(&plain, point));
            assert_eq!(here, worth(eyes(&turned, image(point))), "{point:?}\n{plain:?}");
            compared[0] += usize::from(here.is_some());
            let moves = eyes(&plain, point).map_or([None; 2], |eyes| [eyes.attack, eyes.defence]);
            let is_free = |at: Point| plain.stone(at).is_none();
            assert!(moves.into_iter().flatten().all(is_free), "{point:?}\n{plain:?}");
            let codes = |found: Option<aji_judge::life::tactics::AttackAndDefence>| {
                found.map(|fate| (fate.attack, fate.defence))
            };
            let here = codes(enclosed::read(&plain, point));
            assert_eq!(here, codes(enclosed::read(&turned, image(point))), "{plain:?}");
            compared[1] += usize::from(here.is_some());
        }
        let chains: Vec<_> = plain.chains().collect();
        for pair in chains.windows(2) {
            let [one, other] = [pair[0].head(), pair[1].head()];
            let outcome = |found: Option<race::Race>| found.map(|race| race.result());
            let here = outcome(race(&plain, one, other));
            assert_eq!(here, outcome(race(&turned, image(one), image(other))), "{plain:?}");
            compared[2] += usize::from(here.is_some());
        }
    }
    assert!(compared.iter().all(|&count| count > 5), "{compared:?}");
}

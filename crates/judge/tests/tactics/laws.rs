//! Whatever the position: nothing knows left from right or black from white, and who moves first has
//! the better of it.

use aji_judge::Dice;
use aji_judge::life::tactics::{Code, attack, connect, defend, disconnect};
use aji_rules::ruleset::Suicide;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Move, Point, Position, Size, Symmetry};

/// The position after random moves.
fn random(number: u64) -> Position {
    let mut dice = Dice::new(31, number);
    let size = Size::square(5 + dice.below(5) as usize).unwrap();
    let mut position = Position::empty(size);
    for _ in 0..dice.below(size.area() as u32) {
        let legal: Vec<Point> = position.legal_points(Suicide::Forbidden).collect();
        let Some(&point) = legal.get(dice.below(legal.len().max(1) as u32) as usize) else { break };
        position.play_unchecked(Move::Place(point));
    }
    position
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
                    assert_eq!(here.code, there.code, "{plain:?}");
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
            if attacked.code == Code::Fails && attacked.is_complete {
                assert_eq!(defended.code, Code::Works, "{position:?}");
            }
            if attacked.code == Code::Works {
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
            if cut.code == Code::Fails {
                assert_eq!((joined.code, joined.first_move()), (Code::Works, None));
            }
            if joined.code == Code::Fails && joined.is_complete {
                assert_eq!(cut.code, Code::Works, "{position:?}");
            }
        }
    }
}

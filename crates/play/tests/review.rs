//! Reviews: every move is held against what its own player could have done.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Library;
use aji_judge::territory::Model;
use aji_play::analyst::Analyst;
use aji_play::review::{Depth, ReviewError, Reviewer};
use aji_rules::{Color, Game, Move, RuleSet, Size};
use std::sync::atomic::{AtomicUsize, Ordering};

fn reviewer() -> Reviewer {
    let library = Library::built_in();
    let judge = Model::of("deep".parse().unwrap(), &library).unwrap();
    Reviewer::new(Analyst::new(judge), Depth::Quick)
}

fn game(moves: &[(Color, &str)]) -> Game {
    let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
    for (color, vertex) in moves {
        game.play_as(*color, Size::NINE.parse_move(vertex).unwrap()).unwrap();
    }
    game
}

#[test]
fn stones_that_were_put_down_ahead_are_moves_of_their_own_player() {
    let (black, white) = (Color::Black, Color::White);
    let game = game(&[(black, "C3"), (black, "G7"), (black, "C7"), (white, "G3")]);
    let reviewer = reviewer().at_depth(Depth::Normal);
    let review = reviewer.review(&game, game.rules(), game.komi(), &|_, _| true).unwrap();
    let colors: Vec<Color> = review.positions.iter().map(|(_, read)| read.color).collect();
    assert_eq!(colors, [black, black, black, white, black]);
    for (own, (_, read)) in review.review.moves().iter().zip(&review.positions) {
        assert_eq!(own.color, read.color);
        // To leave the board to the other side is never the best in an opening.
        assert_ne!(read.moves[0].mv, Move::Pass);
    }
}

#[test]
fn who_wants_no_more_ends_a_review() {
    let game = game(&[(Color::Black, "C3"), (Color::White, "G7"), (Color::Black, "G3")]);
    let told = AtomicUsize::new(0);
    let progress = |_: usize, _: usize| {
        told.fetch_add(1, Ordering::Relaxed);
        false
    };
    let review = reviewer().review(&game, game.rules(), game.komi(), &progress);
    assert_eq!(review.err(), Some(ReviewError::Stopped));
    assert!(told.into_inner() <= 4);
}

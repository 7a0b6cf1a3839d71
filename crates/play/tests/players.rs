//! Laws that every player keeps, and that the better ones are better.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_play::{Action, Player, Roster, Turn};
use aji_rules::{Color, Game, Move, PointSet, RuleSet, Size};

fn player(name: &str) -> Box<dyn Player> {
    Roster::built_in().find(name).unwrap().player(&Library::built_in()).unwrap()
}

/// A game between two, to its end or to so many moves; every move is checked by the rules.
fn play(black: &str, white: &str, size: Size, rules: RuleSet, seed: u64, most: usize) -> Game {
    let mut players = [player(black), player(white)];
    let mut dice = Dice::new(seed, 0);
    let mut game = Game::new(size, rules.into());
    while !game.is_over() && game.steps().len() < most {
        let player = &mut players[game.steps().len() % 2];
        let choice = player.choose(&Turn::of(&game), &mut dice).unwrap();
        assert!(!choice.reasons.is_empty());
        match choice.action {
            Action::Play(mv) => game.play(mv).unwrap(),
            Action::Resign => game.resign(game.position().to_play()),
        }
    }
    game
}

const ALL: [&str; 9] = [
    "random",
    "static",
    "patterns",
    "territory",
    "territory:1",
    "winner",
    "alphabeta:2:influence",
    "alphabeta:2x4:territory",
    "alphabeta:1x4:outlook",
];

#[test]
fn everybody_plays_legal_games_to_their_end_on_any_board() {
    for name in ALL {
        for (width, height) in [(2, 2), (1, 6), (5, 5), (7, 4)] {
            let size = Size::new(width, height).unwrap();
            // With superko a game cannot go round in circles, so it ends by itself.
            let game = play(name, name, size, RuleSet::TrompTaylor, 3, 2_000);
            assert!(game.is_over(), "{name} on {size}");
        }
    }
}

#[test]
fn the_same_dice_give_the_same_game() {
    for name in ALL {
        let game = || play(name, "random", Size::square(5).unwrap(), RuleSet::Chinese, 11, 60);
        assert_eq!(game().steps(), game().steps(), "{name}");
    }
}

#[test]
fn the_static_player_beats_the_random_one() {
    for seed in 0..10 {
        let game = play("static", "random", Size::NINE, RuleSet::Chinese, seed, 500);
        let lead = game.count(&PointSet::EMPTY).black_lead;
        assert!(lead.halves() > 20, "{lead} with seed {seed}");
    }
}

/// What a player does in a position that is drawn, with this colour to move.
fn choice(name: &str, drawing: &str, color: Color) -> (String, Vec<String>) {
    let position = aji_rules::testing::position(drawing);
    let game = Game::from_position(position, RuleSet::Chinese.into());
    let choice = player(name).choose(&Turn::of_color(&game, color), &mut Dice::new(0, 0)).unwrap();
    let Action::Play(mv) = choice.action else { panic!("{name} resigns") };
    (game.position().size().move_text(mv), choice.reasons)
}

#[test]
fn the_static_player_captures_and_escapes() {
    let atari = "..... .XO.. .OXO. ..... .....";
    for (color, reason) in
        [(Color::White, "captures 1 stone"), (Color::Black, "saves 1 stone from atari")]
    {
        let (place, reasons) = choice("static", atari, color);
        assert_eq!((place.as_str(), reasons[0].as_str()), ("C2", reason));
    }
}

#[test]
fn nobody_fills_the_last_eyes() {
    let alive = ".XOOO X.XOO XXXO. OOOOO .O.O.";
    for name in ALL.into_iter().filter(|name| !name.starts_with("search")) {
        let (place, _) = choice(name, alive, Color::Black);
        assert_eq!(place, "pass", "{name}");
    }
}

#[test]
fn out_of_turn_the_right_side_is_asked() {
    let game = Game::new(Size::NINE, RuleSet::Chinese.into());
    let turn = Turn::of_color(&game, Color::White);
    assert_eq!((turn.color(), turn.question().position.to_play()), (Color::White, Color::White));
    let choice = player("static").choose(&turn, &mut Dice::new(0, 0)).unwrap();
    assert!(matches!(choice.action, Action::Play(Move::Place(_))));
}

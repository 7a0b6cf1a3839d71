//! Games of players who read ahead: they end by passes, with boards that can be counted, and who wins is who the count
//! says.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::judgement::Question;
use aji_judge::score::Scorer;
use aji_judge::{Dice, Library};
use aji_play::player::{Level, Resignation};
use aji_play::{Action, Choice, Player, PlayerName, Roster, Turn};
use aji_rules::testing::position;
use aji_rules::{Color, Game, HalfPoints, Move, PointSet, RuleSet, Size};

fn player(name: &str) -> Box<dyn Player> {
    let name: PlayerName = Roster::built_in().find(name).unwrap();
    let mut player = name.player(&Library::built_in()).unwrap();
    player.set_resignation(Resignation::Never);
    player
}

fn play(black: &str, white: &str, start: Game, seed: u64, most: usize) -> Game {
    let mut players = [player(black), player(white)];
    let mut dice = Dice::new(seed, 0);
    let mut game = start;
    while !game.is_over() && game.steps().len() < most {
        let player = &mut players[usize::from(game.position().to_play() == Color::White)];
        let choice = player.choose(&Turn::of(&game), &mut dice).unwrap();
        assert!(!choice.reasons.is_empty());
        let Action::Play(mv) = choice.action else { panic!("{black} {white} {seed} resigns") };
        game.play(mv).unwrap();
    }
    game
}

fn empty(size: Size, rules: RuleSet) -> Game {
    Game::new(size, rules.into()).with_komi(rules.default_komi())
}

/// A game with a few random moves at the beginning, so that games differ.
fn opened(size: Size, rules: RuleSet, seed: u64) -> Game {
    let (mut game, mut dice) = (empty(size, rules), Dice::new(seed, 1));
    for _ in 0..4 {
        let inner = size.points().filter(|&point| size.line(point) > 2);
        let free: Vec<Move> = inner
            .map(Move::Place)
            .filter(|&mv| game.check(game.position().to_play(), mv).is_ok())
            .collect();
        game.play(free[dice.below(free.len() as u32) as usize]).unwrap();
    }
    game
}

/// Nobody needs more moves than these on 9x9, captures and all.
const LONG: usize = 200;

/// What was wrong with the end of a game, if anything.
fn check_end(game: &Game, scorer: &Scorer, rules: RuleSet, what: &str) {
    let board = game.position();
    assert!(game.is_over(), "{what} {rules}: no end\n{board:?}");
    let score = scorer.score(&Question::of(game)).unwrap();
    assert!(score.is_ready(), "{what} {rules}: {:?}\n{board:?}", score.open);
    let agreed = game.outcome(&score.dead).unwrap();
    assert_eq!(agreed.winner(), score.outcome().winner(), "{what} {rules}\n{board:?}");
    if rules == RuleSet::TrompTaylor {
        let as_it_lies = game.outcome(&PointSet::EMPTY).unwrap();
        assert_eq!(as_it_lies.winner(), agreed.winner(), "{what}: dead stones\n{board:?}");
    }
}

const RULES: [RuleSet; 3] = [RuleSet::Chinese, RuleSet::Japanese, RuleSet::TrompTaylor];

#[test]
fn games_between_readers_end_properly() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    for rules in RULES {
        for (seed, visits) in [(1, 10), (2, 20)] {
            let name = format!("search:{visits}");
            let start = opened(Size::NINE, rules, seed);
            let game = play(&name, &name, start, seed, LONG);
            check_end(&game, &scorer, rules, &format!("{name} {seed}"));
        }
    }
}

#[test]
fn games_against_the_quick_end_properly_and_are_won() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    for rules in RULES {
        for (black, white, mine, seed) in
            [("search:10", "static", Color::Black, 1), ("patterns", "search:10", Color::White, 2)]
        {
            let what = format!("{black} {white}");
            let game = play(black, white, opened(Size::NINE, rules, seed), seed, 2 * LONG);
            assert!(game.is_over(), "{what} {rules}\n{:?}", game.position());
            let score = scorer.score(&Question::of(&game)).unwrap();
            let dead = match rules {
                RuleSet::TrompTaylor => PointSet::EMPTY,
                _ => score.dead,
            };
            let winner = game.outcome(&dead).unwrap().winner();
            assert_eq!(winner, Some(mine), "{what} {rules}\n{:?}", game.position());
        }
    }
}

#[test]
fn levels_bring_games_to_their_end() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    for (index, level) in Level::all().enumerate().take(8).step_by(2) {
        let rules = RULES[index % RULES.len()];
        let name = format!("level:{level}");
        let game = play(&name, &name, empty(Size::NINE, rules), index as u64, 2 * LONG);
        assert!(game.is_over(), "{name} {rules}\n{:?}", game.position());
        let score = scorer.score(&Question::of(&game)).unwrap();
        assert!(score.is_played_out(), "{name} {rules}: {:?}\n{:?}", score.open, game.position());
    }
}

#[test]
fn nothing_is_illegal_on_small_boards() {
    for (width, height) in [(2, 2), (1, 6), (3, 3), (5, 4), (6, 6)] {
        let size = Size::new(width, height).unwrap();
        for rules in RULES {
            for seed in 0..2 {
                for (black, white) in [("search:10", "random"), ("level:2", "search:10")] {
                    // Under simple ko a game may go round in circles.
                    let game = play(black, white, empty(size, rules), seed, 6 * size.area() + 20);
                    let may_circle = rules != RuleSet::TrompTaylor;
                    assert!(may_circle || game.is_over(), "{black} {white} {size} {rules}");
                }
            }
        }
    }
}

#[test]
fn the_same_dice_give_the_same_game_and_others_another() {
    for name in ["level:1", "level:4", "level:7", "search:10"] {
        let game = |seed| play(name, "static", empty(Size::NINE, RuleSet::Chinese), seed, 30);
        assert_eq!(game(5).steps(), game(5).steps(), "{name}");
        assert_ne!(game(5).steps(), game(6).steps(), "{name}");
    }
}

#[test]
fn stronger_levels_win() {
    for seed in 0..2 {
        let start = empty(Size::NINE, RuleSet::TrompTaylor);
        let game = play("level:1", "level:6", start.clone(), seed, 400);
        assert_eq!(game.outcome(&PointSet::EMPTY).unwrap().winner(), Some(Color::White));
        let game = play("level:6", "level:1", start, seed, 400);
        assert_eq!(game.outcome(&PointSet::EMPTY).unwrap().winner(), Some(Color::Black));
    }
}

/// What `search:30` does in a position that is drawn; if so, after a pass of the other side.
fn choice(drawing: &str, rules: RuleSet, color: Color, komi: i32, has_passed: bool) -> Choice {
    let board = position(drawing).with_to_play(if has_passed { !color } else { color });
    let mut game =
        Game::from_position(board, rules.into()).with_komi(HalfPoints::from_halves(komi));
    if has_passed {
        game.play(Move::Pass).unwrap();
    }
    player("search:30").choose(&Turn::of(&game), &mut Dice::new(0, 0)).unwrap()
}

/// Black on the left, White on the right; a dead white stone, and one neutral point.
const WALLS: &str =
    "...XO.... .X.XO..O. ...XO.... .X.XO.O.. ...XO.... .OXXO..O. .X.XXO... ...X.OO.. .X.XXOO..";

/// Black wins if the dead stone is taken off, and White if it stays.
const KOMI: i32 = -21;

fn is_pass(choice: &Choice) -> bool {
    choice.action == Action::Play(Move::Pass)
}

#[test]
fn a_finished_board_is_passed() {
    let done = WALLS.replace("X.O", "XXO");
    for rules in [RuleSet::Chinese, RuleSet::Japanese] {
        for color in Color::BOTH {
            for has_passed in [false, true] {
                let choice = choice(&done, rules, color, KOMI, has_passed);
                assert!(is_pass(&choice), "{rules} {color} {has_passed}: {choice:?}");
            }
        }
    }
}

#[test]
fn dame_is_filled_where_it_counts() {
    for color in Color::BOTH {
        let chosen = choice(WALLS, RuleSet::Chinese, color, KOMI, false);
        let dame = position(WALLS).size().parse_point("E2").unwrap();
        assert_eq!(chosen.action, Action::Play(Move::Place(dame)), "{color}: {chosen:?}");
    }
}

#[test]
fn dead_stones_are_taken_where_nobody_agrees() {
    let done = WALLS.replace("X.O", "XXO");
    let chosen = choice(&done, RuleSet::TrompTaylor, Color::Black, KOMI, false);
    assert!(chosen.reasons[0].starts_with("takes dead stones"), "{chosen:?}");
    // White leads as it lies: only with the stone taken has Black won.
    let chosen = choice(&done, RuleSet::TrompTaylor, Color::Black, KOMI, true);
    assert!(!is_pass(&chosen), "{chosen:?}");
}

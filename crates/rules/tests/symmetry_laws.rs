//! Turning the board or exchanging the colours must not matter to anything.

mod common;

use aji_rules::fast::FastBoard;
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::Suicide;
use aji_rules::scoring::{self, Count, Terms};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::{Color, Move, Point, PointSet, Position, RuleSet, Rules, Size, Symmetry};
use common::{Dice, RngExt, dice, size};

/// Columns, rows, games.
const BOARDS: [(usize, usize, u64); 12] = [
    (1, 1, 1),
    (1, 7, 24),
    (2, 2, 24),
    (2, 5, 60),
    (4, 3, 60),
    (5, 5, 120),
    (7, 7, 72),
    (6, 9, 72),
    (9, 9, 60),
    (13, 13, 18),
    (19, 19, 6),
    (25, 24, 6),
];

/// A way to look at the board from elsewhere.
#[derive(Clone, Copy, Debug)]
struct View {
    symmetry: Symmetry,
    swaps_colors: bool,
}

impl View {
    fn all() -> impl Iterator<Item = View> {
        Symmetry::ALL
            .into_iter()
            .flat_map(|symmetry| [false, true].map(|swaps_colors| View { symmetry, swaps_colors }))
    }

    fn color(self, color: Color) -> Color {
        if self.swaps_colors { color.colors_swapped() } else { color }
    }

    fn position(self, position: &Position) -> Position {
        let turned = position.turned(self.symmetry);
        if self.swaps_colors { turned.colors_swapped() } else { turned }
    }

    fn count(self, count: &Count, size: Size) -> Count {
        let Count { owner, seki, stones, territory, prisoners, handicap_bonus, black_lead } =
            count.clone();
        let swaps = self.swaps_colors;
        let swapped = |pair: aji_rules::ByColor<u32>| if swaps { pair.swapped() } else { pair };
        Count {
            owner: owner.turned(self.symmetry).map(|owner| owner.map(|color| self.color(color))),
            seki: self.symmetry.set(size, &seki),
            stones: swapped(stones),
            territory: swapped(territory),
            prisoners: swapped(prisoners),
            handicap_bonus,
            black_lead: if swaps { -black_lead } else { black_lead },
        }
    }
}

#[test]
fn everything_looks_the_same_from_everywhere() {
    for (width, height, games) in BOARDS {
        for number in 0..games {
            let mut dice = dice("symmetry", number);
            let game = RandomGame::new(size(width, height), &mut dice);
            for view in View::all() {
                game.check(view);
            }
        }
    }
}

/// A game by random moves that fill no eyes, so that something lives, stopped at a random moment.
struct RandomGame {
    moves: Vec<(Color, Move)>,
    position: Position,
    dead: PointSet,
}

impl RandomGame {
    fn new(size: Size, dice: &mut Dice) -> RandomGame {
        let mut board = FastBoard::new(size);
        let mut moves = Vec::new();
        // One game in two is played to the end, if it has one.
        let limit = match dice.random_range(0..2) {
            0 => 4 * size.area(),
            _ => dice.random_range(0..2 * size.area()),
        };
        while moves.len() < limit && !board.is_over() {
            let color = board.to_play();
            moves.push((color, board.play_random(&mut |n| dice.random_range(0..n))));
        }
        let position = replayed(size, moves.iter().copied());
        let is_dead = |_: &Point| dice.random_range(0..6) == 0;
        let heads: Vec<Point> = position.chains().map(|chain| chain.head()).collect();
        RandomGame { moves, dead: heads.into_iter().filter(is_dead).collect(), position }
    }

    fn check(&self, view: View) {
        let position = &self.position;
        let size = position.size();
        let symmetry = view.symmetry;
        let turned = view.position(position);
        turned.check_invariants();
        let moves = self.moves.iter();
        let moves = moves.map(|&(color, mv)| (view.color(color), symmetry.mv(size, mv)));
        // Without a move Black begins, whatever the colours.
        let mut played = replayed(symmetry.size(size), moves);
        if self.moves.is_empty() {
            played = played.with_to_play(view.color(Color::Black));
        }
        assert_eq!(turned, played, "{view:?}");

        let fast = FastBoard::from(position);
        let fast_turned = FastBoard::from(&turned);
        for point in size.points() {
            let image = symmetry.point(size, point);
            for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                assert_eq!(
                    position.check(Move::Place(point), suicide),
                    turned.check(Move::Place(image), suicide),
                    "{view:?}"
                );
            }
            assert_eq!(fast.is_playable(point), fast_turned.is_playable(image));
        }
        assert_eq!(fast.black_lead(), view.color(Color::Black).sign() * fast_turned.black_lead());

        for chain in position.chains() {
            let image = turned.chain_at(symmetry.point(size, chain.head()));
            let image = image.expect("where a stone was there is one");
            assert_eq!(image.color(), view.color(chain.color()));
            assert_eq!(
                image.stones().collect::<PointSet>(),
                symmetry.set(size, &chain.stones().collect())
            );
            assert_eq!(image.liberties(), symmetry.set(size, &chain.liberties()));
        }
        for color in Color::BOTH {
            let (held, image) = (
                pass_alive(position, color, Suicide::Forbidden),
                pass_alive(&turned, view.color(color), Suicide::Forbidden),
            );
            assert_eq!(image.stones, symmetry.set(size, &held.stones), "{view:?}");
            assert_eq!(image.territory, symmetry.set(size, &held.territory), "{view:?}");
        }
        let dead = symmetry.set(size, &self.dead);
        for rules in [RuleSet::TrompTaylor, RuleSet::Japanese, RuleSet::StoneScoring] {
            let rules = Rules::from(rules);
            let count = scoring::count(position, &self.dead, rules, Terms::default());
            let image = scoring::count(&turned, &dead, rules, Terms::default());
            assert_eq!(image, view.count(&count, size), "{view:?}\n{position:?}");
        }
    }
}

fn replayed(size: Size, moves: impl Iterator<Item = (Color, Move)>) -> Position {
    moves.fold(Position::empty(size), |position, (color, mv)| {
        let mut position = position.with_to_play(color);
        let played = position.play(mv, Suicide::Forbidden);
        played.expect("random play is legal");
        position
    })
}

#[test]
fn the_games_are_worth_looking_at() {
    // Finished 9x9 games hold unconditional life and dead shapes; if not, the laws above say little.
    let games = (0..10).map(|number| RandomGame::new(Size::NINE, &mut dice("symmetry", number)));
    let alive = games.filter(|game| {
        let held = |color| pass_alive(&game.position, color, Suicide::Forbidden);
        Color::BOTH.into_iter().any(|color| !held(color).territory.is_empty())
    });
    assert!(alive.count() >= 3);
}

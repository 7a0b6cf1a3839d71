//! The static player without any haste: the oracle of the fast one.

use super::{FIGHT, FRONTIER, INVASION, LINES, REACH, STONE, StaticPlayer, Style, is_legal};
use crate::player::eyes::is_own_eye;
use crate::player::{Action, Player, Turn};
use aji_judge::Dice;
use aji_judge::explain::Effect;
use aji_judge::influence::{Bouzy, Influence, bouzy};
use aji_rules::{Field, Game, Move, Point, Position, RuleSet, Size};

/// Where Bouzy's map has less than this of the other side, its area is loose.
const LOOSE: f32 = 6.0;
/// Up to this share of the board under stones, the other side's loose areas are worth invading.
const YOUNG: f32 = 0.25;
/// Stands for a stone among the reaches of sides.
const STONE_HERE: f32 = f32::INFINITY;

/// What each point has around it, by steps to the right and down, in the order in which they are
/// summed; nothing beyond the edge.
fn at(field: &Field<f32>, point: Point, steps: [(isize, isize); 4]) -> [f32; 4] {
    let size = field.size();
    let (x, y) = size.xy(point);
    steps.map(|(dx, dy)| {
        let there = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
        there.and_then(|(x, y)| size.point(x, y)).map_or(0.0, |there| field[there])
    })
}

fn sum(four: [f32; 4]) -> f32 {
    four[0] + four[1] + four[2] + four[3]
}

const NEXT: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const FAR: [(isize, isize); 4] = [(-2, 0), (2, 0), (0, -2), (0, 2)];
const DIAGONAL: [(isize, isize); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

fn values(position: &Position) -> Field<f32> {
    let (size, color) = (position.size(), position.to_play());
    let count = position.stone_count();
    let is_young = ((count.black + count.white) as f32) < YOUNG * size.area() as f32;
    let reach = Bouzy::AREA.field(position).map(|influence| {
        let is_stone = influence.abs() >= f32::from(bouzy::SEED);
        if is_stone { STONE_HERE } else { color.sign() as f32 * influence }
    });
    let worth = Field::from_fn(size, |point| match reach[point] {
        STONE_HERE => 0.0,
        0.0 => 1.0,
        here if at(&reach, point, NEXT).iter().any(|there| here * there < 0.0) => FRONTIER,
        theirs if is_young && theirs < 0.0 && theirs > -LOOSE => INVASION,
        _ => 0.0,
    });
    let mut values = Field::from_fn(size, |point| {
        let line = LINES[size.line(point).min(LINES.len()) - 1];
        let [next, far, diagonal] =
            [NEXT, FAR, DIAGONAL].map(|steps| sum(at(&worth, point, steps)));
        let reached = REACH[0] * worth[point] + REACH[1] * next + REACH[2] * (far + diagonal);
        if reach[point] == STONE_HERE { 0.0 } else { line * reached }
    });
    for chain in position.chains().filter(|chain| chain.liberty_count() <= 2) {
        let stake = FIGHT + STONE * chain.len() as f32;
        for liberty in chain.liberties().iter() {
            let around = size.neighbours(liberty).iter();
            let open = around.filter(|&&next| position.stone(next).is_none()).count();
            let share = match (chain.liberty_count(), chain.color() == color) {
                (1, false) => 1.0,
                (1, true) if open >= 3 => 0.9,
                (1, true) => 0.5,
                (_, false) => 0.15 + 0.05 * open as f32,
                (_, true) => 0.1 + 0.05 * open as f32,
            };
            values[liberty] += share * stake;
        }
    }
    for point in size.points().filter(|&point| is_own_eye(position, point, color)) {
        values[point] = 0.0;
    }
    values
}

fn pick(position: &Position, dice: &mut Dice) -> Option<Point> {
    let mut values = values(position);
    for value in values.values_mut().iter_mut().filter(|value| **value > 0.0) {
        *value += Style::Plain.whim(dice);
    }
    loop {
        let (point, value) = values.iter().max_by(|one, other| one.1.total_cmp(other.1))?;
        if *value <= 0.0 {
            return None;
        }
        if is_legal(position, point) && !Effect::of(position, point).is_self_atari() {
            return Some(point);
        }
        values[point] = 0.0;
    }
}

fn sizes() -> impl Iterator<Item = Size> {
    let sides = [(9, 9), (13, 13), (19, 19), (25, 25), (5, 7), (1, 6), (6, 1), (2, 2), (25, 2)];
    sides.into_iter().map(|(width, height)| Size::new(width, height).unwrap())
}

/// Calls back with every position of games in which a player of any skill moves now and then.
fn in_games(games: u64, mut look: impl FnMut(&Position, &mut Dice)) {
    let mut player = StaticPlayer::default();
    for (size, game) in sizes().flat_map(|size| (0..games).map(move |game| (size, game))) {
        let mut dice = Dice::new(8, game);
        let mut position = Position::empty(size);
        for _ in 0..2 * size.area() {
            look(&position, &mut dice);
            let random = size.point_at(dice.below(size.area() as u32) as usize);
            let is_random = u64::from(dice.below(games as u32)) < game;
            let mv = match random.filter(|&point| is_random && is_legal(&position, point)) {
                Some(point) => Move::Place(point),
                None => player.pick(&position, &mut dice).map_or(Move::Pass, Move::Place),
            };
            position.play_unchecked(mv);
        }
    }
}

#[test]
fn values_are_the_plain_ones_to_the_bit() {
    let mut player = StaticPlayer::default();
    in_games(3, |position, _| {
        let (fast, plain) = (player.values(position), values(position));
        assert_eq!(fast.map(|value| value.to_bits()), plain.map(|value| value.to_bits()));
    });
}

#[test]
fn picks_are_the_plain_ones_and_leave_the_dice_alike() {
    let mut player = StaticPlayer::default();
    in_games(3, |position, dice| {
        let seed = dice.bits();
        let (mut one, mut other, mut third) =
            (Dice::new(seed, 0), Dice::new(seed, 0), Dice::new(seed, 0));
        let plain = pick(position, &mut one);
        assert_eq!(player.pick(position, &mut other), plain, "{position:?}");
        let game = Game::from_position(position.clone(), RuleSet::Japanese.into());
        let action = player.choose(&Turn::of(&game), &mut third).unwrap().action;
        assert_eq!(action, Action::Play(plain.map_or(Move::Pass, Move::Place)));
        let next = one.bits();
        assert_eq!((other.bits(), third.bits()), (next, next));
    });
}

#[test]
fn self_atari_is_seen_without_playing() {
    let mut seen = [0, 0];
    in_games(3, |position, _| {
        for point in position.legal_points(aji_rules::ruleset::Suicide::Forbidden) {
            let is_self_atari = Effect::of(position, point).is_self_atari();
            assert_eq!(Effect::is_self_atari_at(position, point), is_self_atari, "{position:?}");
            seen[usize::from(is_self_atari)] += 1;
        }
    });
    assert!(seen.iter().all(|&points| points > 1000), "{seen:?}");
}

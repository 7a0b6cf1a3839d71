//! Which stones are dead on a board where nobody plays any more, as our judge thinks.
//!
//! Two witnesses have equal weight: the territory model, which knows shapes, and random games, which
//! know what is cut off and cannot live. Of games between programs each alone gets more wrong than
//! both together. What can be proved goes before what is thought.

use aji_judge::Dice;
use aji_judge::judgement::{Glance, JudgeError, Question};
use aji_judge::territory::Model;
use aji_rules::fast::FastBoard;
use aji_rules::pass_alive::pass_alive;
use aji_rules::position::Chain;
use aji_rules::{ByColor, Color, Field, Game, PointSet, Position};
use std::collections::HashMap;

/// So many random games are played with either side to begin.
const RANDOM_GAMES: i32 = 64;
/// In moves a point; a random game can go round in circles.
const LONGEST_RANDOM_GAME: u32 = 3;
/// A chain whose points are owned less surely than this lives or dies with those beside it.
const DOUBT: f64 = 0.5;

/// The dead stones, and what they were told by.
#[derive(Clone, Debug)]
pub struct Dead {
    /// The stones.
    pub stones: PointSet,
    /// How surely every point is Black's (1) or White's (-1), as both witnesses say.
    pub ownership: Field<f64>,
}

impl Dead {
    /// Of a game as if it ended here.
    pub fn of(game: &Game, model: &Model) -> Result<Dead, JudgeError> {
        let ownership = ownership(game, model)?;
        let stones = dead_stones(game, &ownership);
        Ok(Dead { stones, ownership })
    }
}

fn dead_stones(game: &Game, owned: &Field<f64>) -> PointSet {
    let position = game.position();
    let safe = ByColor::from_fn(|color| pass_alive(position, color, game.rules().suicide));
    let regions = ByColor::from_fn(|color| regions(position, color));
    let region = |chain: &Chain<'_>| (chain.color(), regions[chain.color()][chain.head()]);
    // The stones of a chain and how much its points are its own, summed over them.
    let life = |chain: &Chain<'_>| -> (f64, f64) {
        let black: f64 = chain.stones().map(|stone| owned[stone]).sum();
        (chain.len() as f64, black * f64::from(chain.color().sign()))
    };
    let mut together = HashMap::<_, (f64, f64)>::new();
    for chain in position.chains() {
        let (stones, own) = life(&chain);
        let sum = together.entry(region(&chain)).or_default();
        *sum = (sum.0 + stones, sum.1 + own);
    }
    let is_dead = |chain: &Chain<'_>| {
        if safe[!chain.color()].territory.contains(chain.head()) {
            return true;
        }
        if safe[chain.color()].stones.contains(chain.head()) {
            return false;
        }
        let (stones, own) = life(chain);
        let is_doubtful = own.abs() < DOUBT * stones;
        let all = together.get(&region(chain)).filter(|_| is_doubtful);
        all.map_or(own, |(_, own)| *own) < 0.0
    };
    position.chains().filter(is_dead).flat_map(|chain| chain.stones()).collect()
}

/// Whose every point is. The territory model is asked with either side to move: whether somebody has
/// passed must not change what is dead.
fn ownership(game: &Game, model: &Model) -> Result<Field<f64>, JudgeError> {
    let with = |color: Color| {
        let position = &game.position().clone().with_to_play(color);
        Glance::of(model, &Question { position, ..Question::of(game) })
            .map(|glance| glance.ownership)
    };
    let (black_first, white_first) = (with(Color::Black)?, with(Color::White)?);
    let played = ownership_by_random_games(game.position());
    Ok(Field::from_fn(played.size(), |point| {
        let thought = (black_first[point] + white_first[point]) / 2.0;
        (thought + played[point]) / 2.0
    }))
}

/// Whose every point is after games without a thought, in which both sides begin equally often. The
/// dice are always the same, so that equal boards have equal answers.
fn ownership_by_random_games(position: &Position) -> Field<f64> {
    let size = position.size();
    let boards = Color::BOTH.map(|color| FastBoard::from(&position.clone().with_to_play(color)));
    let mut dice = Dice::new(0, 0);
    let mut owned = Field::filled(size, 0);
    for board in (0..RANDOM_GAMES).flat_map(|_| &boards) {
        let mut board = board.clone();
        board.play_out(LONGEST_RANDOM_GAME * size.area() as u32, &mut |bound| dice.below(bound));
        for point in size.points() {
            owned[point] += board.owner(point).map_or(0, Color::sign);
        }
    }
    owned.map(|&games| f64::from(games) / f64::from(2 * RANDOM_GAMES))
}

/// Numbers for the points that a colour can walk between without meeting an enemy stone: its chains
/// there can be joined. Enemy stones have a number of their own that means nothing.
fn regions(position: &Position, color: Color) -> Field<usize> {
    let size = position.size();
    let mut region = Field::filled(size, 0);
    let mut count = 0;
    for start in size.points().filter(|&point| position.stone(point) != Some(!color)) {
        if region[start] > 0 {
            continue;
        }
        count += 1;
        region[start] = count;
        let mut todo = vec![start];
        while let Some(point) = todo.pop() {
            for &next in size.neighbours(point) {
                if region[next] == 0 && position.stone(next) != Some(!color) {
                    region[next] = count;
                    todo.push(next);
                }
            }
        }
    }
    region
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Action, Minds, PlayerName, Turn};
    use aji_rules::{Diagram, RuleSet, Setup, Size};

    /// The dead stones of a drawing, by name.
    fn dead(drawing: &str) -> String {
        let diagram: Diagram = drawing.replace(' ', "\n").parse().unwrap();
        let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
        let size = position.size();
        let game = Game::from_position(position, RuleSet::Chinese.into());
        let dead = Dead::of(&game, &Minds::embedded().territory).unwrap().stones;
        dead.iter().map(|point| size.vertex(point).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn all_that_is_left_of_a_wall_dies_together() {
        // From a game of GNU Go's; White has no room for two eyes on the left.
        let drawing = "...XOO... ..X.XOO.. ....XXO.. ..X.XOO.. .X..XXO.. ..O.XXO.. ...OXXO.. ...OXOO.. \
                       ....XXO..";
        assert_eq!(dead(drawing), "C4 D3 D2");
    }

    #[test]
    fn what_stands_in_living_territory_is_dead() {
        let drawing = ".X.XO.O.O XXXXOOOOO .....XXXX X.XXXXXXX XXXXXXXXX XX.O.XXXX XXX.XXX.X \
                       XXXXXXXXX .XXXXXXX.";
        assert!(dead(drawing).contains("D4"));
    }

    #[test]
    fn passes_change_nothing() {
        let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
        let mut dice = Dice::new(4, 0);
        let minds = Minds::embedded();
        let mut player = PlayerName::Static.player(&minds).unwrap();
        while !game.is_over() {
            let Action::Play(mv) = player.choose(&Turn::of(&game), &mut dice).unwrap().action
            else {
                panic!("nobody resigns")
            };
            game.play(mv).unwrap();
        }
        let dead = |game: &Game| Dead::of(game, &minds.territory).unwrap().stones;
        let over = dead(&game);
        for _ in 0..2 {
            game.undo();
            assert_eq!(dead(&game), over);
        }
    }

    #[test]
    fn nothing_is_dead_where_both_live() {
        assert_eq!(dead(".X.O. XX.OO .X.O. XX.OO .X.O."), "");
        assert_eq!(dead("..... ..... ....."), "");
    }
}

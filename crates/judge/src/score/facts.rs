//! What is known of every chain before anybody judges whether it is dead.

use super::witness::Witnesses;
use crate::judgement::{JudgeError, Question};
use crate::ladder;
use crate::territory::Model;
use aji_rules::position::Chain;
use aji_rules::{ByColor, Color, Field, Point, Position};
use std::collections::HashMap;

/// What each number about a chain is. All are seen from its owner's side: what is good for the chain
/// is positive.
pub const NAMES: [&str; 15] = [
    "always",
    "thought",
    "played",
    "thought_around",
    "played_around",
    "at_stake",
    "liberties",
    "stones",
    "lost_in_ladder",
    "caught_in_ladder",
    "weakest_enemy",
    "enemies",
    "room",
    "in_atari",
    "both_witnesses",
];

/// So many numbers there are.
pub const COUNT: usize = NAMES.len();

/// Ladders are read with no more positions than this: on a finished board they are short.
const LADDER_POSITIONS: u32 = 200;
/// Nobody is surer than this.
const SUREST: f64 = 0.999;

/// A chain and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainFacts {
    /// Any one of its stones.
    pub head: Point,
    /// The numbers, in the order of [`NAMES`].
    pub numbers: [f64; COUNT],
}

/// The facts about all chains of a position, in board order of their first stones.
pub fn facts(model: &Model, question: &Question<'_>) -> Result<Vec<ChainFacts>, JudgeError> {
    Ok(of_chains(question.position, &Witnesses::of(model, question)?))
}

pub(super) fn of_chains(position: &Position, heard: &Witnesses) -> Vec<ChainFacts> {
    let size = position.size();
    let chains: Vec<Chain<'_>> = position.chains().collect();
    let mut number_of = Field::filled(size, 0);
    for (number, chain) in chains.iter().enumerate() {
        chain.stones().for_each(|stone| number_of[stone] = number);
    }
    let regions = Regions::new(position, heard);
    let own: Vec<[f64; 2]> = chains.iter().map(|chain| heard.of_chain(chain)).collect();
    let mean = |[thought, played]: [f64; 2]| (thought + played) / 2.0;
    let facts_of = |(number, chain): (usize, &Chain<'_>)| {
        let is_enemy = |&&next: &&Point| position.stone(next) == Some(!chain.color());
        let mut enemies: Vec<usize> = chain
            .stones()
            .flat_map(|stone| size.neighbours(stone))
            .filter(is_enemy)
            .map(|&next| number_of[next])
            .collect();
        enemies.sort_unstable();
        enemies.dedup();
        let weakest = enemies.iter().map(|&enemy| mean(own[enemy])).fold(1.0, f64::min);
        let stones = |enemy: usize| chains[enemy].len() as f64;
        let strength: f64 = enemies.iter().map(|&enemy| stones(enemy) * mean(own[enemy])).sum();
        let count: f64 = enemies.iter().map(|&enemy| stones(enemy)).sum();
        let ladder = ladder::read_within(position, chain.head(), LADDER_POSITIONS);
        let stake: f64 = chain.stones().map(|stone| heard.at_stake[stone]).sum();
        let around = regions.around(chain);
        let [thought, played] = own[number];
        let numbers = [
            1.0,
            log_odds(thought),
            log_odds(played),
            log_odds(around.thought),
            log_odds(around.played),
            stake / chain.len() as f64,
            (chain.liberty_count() as f64).ln(),
            (chain.len() as f64).ln(),
            f64::from(u8::from(ladder.is_lost)),
            f64::from(u8::from(ladder.is_catchable)),
            weakest,
            if count > 0.0 { strength / count } else { 0.0 },
            (1.0 + around.room).ln(),
            f64::from(u8::from(chain.liberty_count() == 1)),
            thought * played,
        ];
        ChainFacts { head: chain.head(), numbers }
    };
    chains.iter().enumerate().map(facts_of).collect()
}

/// From how surely, -1 to 1, to log odds.
fn log_odds(surely: f64) -> f64 {
    let surely = surely.clamp(-SUREST, SUREST);
    ((1.0 + surely) / (1.0 - surely)).ln()
}

/// Where a colour can walk without meeting an enemy stone; its chains there can be joined.
struct Regions {
    number: ByColor<Field<u16>>,
    around: HashMap<(Color, u16), Around>,
}

/// What is said of the stones of a region, and how many of its empty points are rather its owner's.
#[derive(Clone, Copy, Default)]
struct Around {
    stones: f64,
    thought: f64,
    played: f64,
    room: f64,
}

impl Regions {
    fn new(position: &Position, heard: &Witnesses) -> Regions {
        let number = ByColor::from_fn(|color| {
            position.size().parts(|point| position.stone(point) == Some(!color)).0
        });
        let mut around = HashMap::<(Color, u16), Around>::new();
        for color in Color::BOTH {
            let sign = f64::from(color.sign());
            for (point, &region) in number[color].iter() {
                let (thought, played) = (sign * heard.thought[point], sign * heard.played[point]);
                let sum = around.entry((color, region)).or_default();
                match position.stone(point) {
                    Some(stone) if stone == color => {
                        sum.stones += 1.0;
                        sum.thought += thought;
                        sum.played += played;
                    }
                    None if thought + played > 0.0 => sum.room += 1.0,
                    _ => {}
                }
            }
        }
        Regions { number, around }
    }

    fn around(&self, chain: &Chain<'_>) -> Around {
        let region = self.number[chain.color()][chain.head()];
        let sum = self.around.get(&(chain.color(), region)).copied().unwrap_or_default();
        let stones = sum.stones.max(1.0);
        Around { thought: sum.thought / stones, played: sum.played / stones, ..sum }
    }
}

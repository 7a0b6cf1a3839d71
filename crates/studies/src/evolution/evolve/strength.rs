//! How strong a network is: games against one opponent, counted in two ways.

use super::fitness::put_random_stones;
use super::{Fitness, Side, Table};
use crate::evolution::evolved::{Illegal, Mind, SIZE};
use aji_judge::Dice;
use aji_play::arena::{Interval, wilson};
use aji_rules::{ByColor, Color, Position};
use rayon::prelude::*;

/// What games against an opponent came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strength {
    /// Won, by the Japanese count.
    pub wins: u32,
    /// Nobody's.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// By how many points it led on the average: territory and prisoners.
    pub mean_japanese: f64,
    /// The same by stones and territory.
    pub mean_area: f64,
    /// The share of games whose winner is the same by both counts.
    pub agreed: f64,
}

impl Strength {
    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the games that it won; draws are halves.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Wilson's interval of that share, for 95 %.
    pub fn interval(&self) -> Interval {
        wilson(self.share(), self.games() as usize)
    }
}

/// So many games without komi, with either colour equally often if the number is even; on any number of
/// threads the same.
///
/// A game begins with a random stone of each side, so that two who always play the same do not play one
/// game only; it begins alike for two games with exchanged colours. Then there is an opening by the two,
/// which the static player finishes.
pub fn strength(
    mind: &Mind,
    opponent: Side<'_>,
    illegal: Illegal,
    games: u32,
    seed: u64,
) -> Strength {
    let fitness = Fitness { illegal, ..Fitness::default() };
    let leads: Vec<(f64, f64)> = (0..games)
        .into_par_iter()
        .map_init(
            || Table::new(None),
            |table, game| {
                let own = Color::BOTH[game as usize % 2];
                let mut sides = ByColor::from_fn(|_| opponent);
                sides[own] = Side::Mind(mind);
                let pair = u64::from(game / 2);
                let mut start = Position::empty(SIZE);
                put_random_stones(&mut start, &mut Dice::new(seed, pair));
                // Other dice than those of the stones.
                let mut dice = Dice::new(!seed, pair);
                let leads = table.play(sides, start, &fitness, &mut dice);
                let sign = f64::from(own.sign());
                (sign * leads.japanese, sign * leads.area)
            },
        )
        .collect();
    let count = |is_wanted: &dyn Fn(f64, f64) -> bool| {
        leads.iter().filter(|&&(japanese, area)| is_wanted(japanese, area)).count() as u32
    };
    let all = f64::from(games.max(1));
    Strength {
        wins: count(&|japanese, _| japanese > 0.0),
        draws: count(&|japanese, _| japanese == 0.0),
        losses: count(&|japanese, _| japanese < 0.0),
        mean_japanese: leads.iter().map(|leads| leads.0).sum::<f64>() / all,
        mean_area: leads.iter().map(|leads| leads.1).sum::<f64>() / all,
        agreed: f64::from(count(&|japanese, area| {
            japanese.partial_cmp(&0.0) == area.partial_cmp(&0.0)
        })) / all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::evolved::{Design, Experiment, Plies};
    use aji_play::player::Style;

    /// A mind that looks one move ahead with random weights.
    fn mind(seed: u64) -> Mind {
        let design = Design { plies: Plies::One, ..Design::of_study(Experiment::One) };
        let mut dice = Dice::new(seed, 0);
        let weights: Vec<f32> =
            (0..design.weight_count()).map(|_| 0.2 * dice.normal() as f32).collect();
        Mind::new(design, &weights).unwrap()
    }

    #[test]
    fn threads_change_nothing_and_what_one_wins_the_other_loses() {
        let (one, other) = (mind(1), mind(2));
        let measured = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| strength(&one, Side::Mind(&other), Illegal::Pass, 8, 3))
        };
        let found = measured(1);
        assert_eq!(found, measured(3));
        assert_eq!(found.games(), 8);
        assert!((0.0..=1.0).contains(&found.agreed));
        let reverse = strength(&other, Side::Mind(&one), Illegal::Pass, 8, 3);
        let turned = (reverse.losses, reverse.draws, reverse.wins, -reverse.mean_japanese);
        assert_eq!((found.wins, found.draws, found.losses, found.mean_japanese), turned);
        let Interval { low, high } = found.interval();
        assert!(low <= found.share() && found.share() <= high);
    }

    #[test]
    fn the_static_player_is_better_than_chance() {
        let found = strength(&mind(4), Side::Static(Style::Plain), Illegal::Pass, 8, 1);
        assert!(
            found.losses > 4 && found.mean_japanese < 0.0 && found.mean_area < 0.0,
            "{found:?}"
        );
    }
}

//! How strong a network is beside another: games from the same openings with colours exchanged.

use super::opening::opening;
use super::table::{Table, is_at_an_end};
use aji_judge::Dice;
use aji_judge::evaluate::Judge;
use aji_rules::{Color, Game, Size};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How games against another went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// How many there were.
    pub games: usize,
    /// How many of them were won.
    pub won: usize,
    /// The sum of all leads in the end.
    pub lead: f64,
}

impl Match {
    /// Adds what another found.
    pub fn add(&mut self, other: Match) {
        self.games += other.games;
        self.won += other.won;
        self.lead += other.lead;
    }

    /// The share of games that were won.
    pub fn share(&self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }
}

/// One opening, played twice, by the judge at the table against another; the other finds the opening. Games without a
/// count are left out.
pub(super) fn two_games(
    table: &Table,
    other: &Arc<dyn Judge>,
    size: Size,
    dice: &mut Dice,
) -> Match {
    let mut found = Match::default();
    let Some((_, game)) = opening(&**other, size, 0.0, dice) else { return found };
    for color in Color::BOTH {
        let lead = lead(table, other, color, game.clone());
        found.add(lead.map_or(Match::default(), |lead| Match {
            games: 1,
            won: usize::from(lead > 0.0),
            lead,
        }));
    }
    found
}

/// By how much the judge at the table leads in the end if he has this colour.
fn lead(table: &Table, other: &Arc<dyn Judge>, color: Color, mut game: Game) -> Option<f64> {
    let mut searches = [&table.judge, other].map(|judge| table.search(judge));
    while !is_at_an_end(&game) {
        let to_play = game.position().to_play();
        let searched = table.searched(&mut searches[usize::from(to_play != color)], &game)?;
        game.play(searched.moves.first()?.mv).ok()?;
    }
    let lead = table.counted(&game)?.black_lead;
    Some(f64::from(color.sign() * lead.halves()) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::library::{DEEP, Library};
    use aji_judge::score::Scorer;

    #[test]
    fn who_plays_himself_wins_every_other_game() {
        let library = Library::built_in();
        let scorer = Arc::new(Scorer::of(&library).unwrap());
        let deep: Arc<dyn Judge> = library.get(&DEEP).unwrap();
        let table = Table { judge: deep.clone(), scorer, visits: 8 };
        let size = Size::square(5).unwrap();
        let mut all = Match::default();
        (0..4)
            .for_each(|number| all.add(two_games(&table, &deep, size, &mut Dice::new(1, number))));
        // Both see the same, so the games of an opening are the same game.
        assert_eq!(all, Match { games: 8, won: 4, lead: 0.0 });
        assert_eq!(all.share(), 0.5);
    }
}

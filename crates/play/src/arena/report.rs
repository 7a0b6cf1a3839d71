//! What a match says about its players.

use super::elo::{Rating, ratings};
use super::played::{Ending, Played, points};
use super::settings::MatchSettings;
use super::stats::{Interval, Mean, rounded, rounded_if_any, wilson};
use aji_rules::Color;
use serde::Serialize;
use std::collections::HashSet;

/// Points as Kendall et al. give them.
const WIN: i64 = 2;
const DRAW: i64 = 1;
const LOSS: i64 = -1;

/// How some games went for a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// The player's lead in points by the rules of the match, over the games that have one; `None` if
    /// none has.
    pub lead: Option<Mean>,
}

impl Tally {
    /// Of one player, over the games that are wanted.
    fn of(games: &[Played], player: usize, wanted: impl Fn(&Played) -> bool) -> Tally {
        let mut tally = Tally { won: 0, drawn: 0, lost: 0, lead: None };
        let mut leads = Vec::new();
        for game in games.iter().filter(|game| wanted(game)) {
            let Some(color) = game.color(player) else { continue };
            match game.outcome.winner() {
                None => tally.drawn += 1,
                Some(winner) if winner == color => tally.won += 1,
                Some(_) => tally.lost += 1,
            }
            let lead = game.leads.map(|leads| points(leads.match_rules) * f64::from(color.sign()));
            leads.extend(lead);
        }
        tally.lead = Mean::of(&leads);
        tally
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// What the player got of them, draws as halves; `None` without games.
    pub fn share(&self) -> Option<f64> {
        let got = self.won as f64 + self.drawn as f64 / 2.0;
        (self.games() > 0).then(|| got / self.games() as f64)
    }

    /// Where that share lies with 95 % confidence, by Wilson.
    pub fn share_interval(&self) -> Interval {
        wilson(self.share().unwrap_or(0.5), self.games())
    }

    /// Two for a win, one for a draw, one lost for a loss.
    pub fn points(&self) -> i64 {
        WIN * self.won as i64 + DRAW * self.drawn as i64 + LOSS * self.lost as i64
    }
}

/// How a player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player.
    pub player: String,
    /// Two for a win, one for a draw, one lost for a loss.
    pub points: i64,
    /// Strength relative to the mean of all players.
    #[serde(serialize_with = "rounded")]
    pub elo: f64,
    /// Where that lies with 95 % confidence.
    pub elo_interval: Interval,
    /// All games.
    pub all: Tally,
    /// Those with Black.
    pub as_black: Tally,
    /// Those with White.
    pub as_white: Tally,
}

/// How two players did against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The one whose wins and leads these are.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// What the first got of their games, draws as halves.
    #[serde(serialize_with = "rounded_if_any")]
    pub share: Option<f64>,
    /// Where that lies with 95 % confidence, by Wilson.
    pub share_interval: Interval,
    /// Their games.
    pub games: Tally,
}

/// What a match says about its players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The players as they were named.
    pub standings: Vec<Standing>,
    /// Every two of them, the first named first.
    pub pairings: Vec<Pairing>,
    /// How many games have the same moves as one before; figures with intervals take them for
    /// independent, which they are not.
    pub repeated_games: usize,
    /// How many games were forfeited.
    pub forfeited_games: usize,
    /// How many games were stopped at the most moves allowed.
    pub stopped_games: usize,
}

impl Report {
    /// Of the games of a match.
    pub fn new(settings: &MatchSettings, games: &[Played]) -> Report {
        let labels = settings.labels();
        let results: Vec<(usize, usize, f64)> = games
            .iter()
            .filter_map(|game| Some((game.black, game.white, game.share(game.black)?)))
            .collect();
        let standing = |((player, label), Rating { elo, interval }): ((usize, &String), Rating)| {
            let all = Tally::of(games, player, |_| true);
            let having = |color: Color| {
                Tally::of(games, player, move |game| game.color(player) == Some(color))
            };
            Standing {
                player: label.clone(),
                points: all.points(),
                elo,
                elo_interval: interval,
                as_black: having(Color::Black),
                as_white: having(Color::White),
                all,
            }
        };
        let ratings = ratings(labels.len(), &results);
        let standings = labels.iter().enumerate().zip(ratings).map(standing).collect();
        let mut pairings = Vec::new();
        for (one, player) in labels.iter().enumerate() {
            for (other, opponent) in labels.iter().enumerate().skip(one + 1) {
                let games = Tally::of(games, one, |game| game.color(other).is_some());
                pairings.push(Pairing {
                    player: player.clone(),
                    opponent: opponent.clone(),
                    share: games.share(),
                    share_interval: games.share_interval(),
                    games,
                });
            }
        }
        let different: HashSet<u64> = games.iter().map(|game| game.fingerprint).collect();
        let ended = |is_so: fn(&Ending) -> bool| games.iter().filter(|g| is_so(&g.ending)).count();
        Report {
            standings,
            pairings,
            repeated_games: games.len() - different.len(),
            forfeited_games: ended(|ending| matches!(ending, Ending::Forfeit(_))),
            stopped_games: ended(|ending| *ending == Ending::MostMoves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PlayerName;
    use aji_rules::{RuleSet, Size};

    /// Games of three players, as the places of Black and White and the result.
    fn report(results: &[(usize, usize, &str)]) -> Report {
        let players = vec![PlayerName::random(); 3];
        let settings = MatchSettings::new(players, 2, Size::NINE, RuleSet::Chinese);
        let game = |(index, &(black, white, result)): (usize, &(usize, usize, &str))| Played {
            number: index as u32 + 1,
            black,
            white,
            outcome: aji_record::parse_outcome(result).unwrap().unwrap(),
            leads: None,
            ending: Ending::Passes,
            moves: 10,
            fingerprint: index as u64 / 2,
        };
        let games: Vec<Played> = results.iter().enumerate().map(game).collect();
        Report::new(&settings, &games)
    }

    #[test]
    fn points_as_kendall_et_al_give_them() {
        let report = report(&[(0, 1, "B+R"), (1, 0, "0"), (0, 2, "W+0.5"), (1, 2, "W+R")]);
        let points: Vec<i64> = report.standings.iter().map(|standing| standing.points).collect();
        assert_eq!(points, [2 + 1 - 1, -1 + 1 - 1, 4]);
        // In Kendall's tables the sum is the number of games and one more for each draw.
        assert_eq!(points.iter().sum::<i64>(), 4 + 1);
        assert_eq!(report.repeated_games, 2);
        let first = &report.standings[0];
        assert_eq!((first.as_black.won, first.as_black.lost, first.as_white.drawn), (1, 1, 1));
        assert_eq!(report.pairings.len(), 3);
        assert_eq!(report.pairings[0].share, Some(0.75));
        assert!(report.standings[2].elo > report.standings[0].elo);
    }

    #[test]
    fn nothing_played_says_nothing() {
        let report = report(&[]);
        assert!(report.standings.iter().all(|standing| standing.elo == 0.0));
        assert_eq!(report.pairings[0].share, None);
    }
}

//! What a match is: who plays whom how often, on what board, by what rules, and who has the last word.

use super::corners;
use super::referee::RefereeName;
use crate::player::{PlayerName, Roster, UnknownPlayer};
use aji_rules::{Game, HalfPoints, Position, RuleSet, Size, handicap};
use serde::{Serialize, Serializer};
use std::fmt;

/// A match: every two players play so many games. Equal settings make equal matches, as far as the
/// players are not programs that roll dice of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchSettings {
    /// Who plays; a name may be there twice.
    pub players: Vec<PlayerName>,
    /// How many games every two play. With an even number all have each colour equally often.
    pub games: u32,
    /// The board.
    pub size: Size,
    /// The rules, which decide who wins.
    pub rules: RuleSet,
    /// White's compensation for moving second.
    pub komi: HalfPoints,
    /// Black's stones on the customary places; 0 for none.
    pub handicap: u32,
    /// All chance comes from this.
    pub seed: u64,
    /// So many moves at the beginning of each game are random, the same ones for two games with
    /// exchanged colours. Players that always do the same need this to play different games.
    pub random_plies: u32,
    /// Before these the first four moves take a corner each, at usual points that are drawn in the same
    /// way: openings that look like Go.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub corner_opening: bool,
    /// Where the players stop, if not at the end.
    pub opening: Option<Opening>,
    /// A game is counted as it stands after so many moves.
    pub most_moves: u32,
    /// Who says which stones are dead.
    pub referee: RefereeName,
}

/// An opening that others go on from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// How many moves it has, the random ones included.
    pub plies: u32,
    /// Who takes over.
    pub finish: Finish,
}

/// What becomes of a game after its opening.
#[derive(Clone, Debug, PartialEq)]
pub enum Finish {
    /// This player plays both sides to the end.
    Player(PlayerName),
    /// The expected score counts.
    Judge,
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finish::Player(name) => name.fmt(f),
            Finish::Judge => f.pad("judge"),
        }
    }
}

impl Finish {
    /// `judge`, or a player's name.
    pub fn find(text: &str, roster: &Roster) -> Result<Finish, UnknownPlayer> {
        if text == "judge" { Ok(Finish::Judge) } else { roster.find(text).map(Finish::Player) }
    }
}

impl Serialize for Finish {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Settings that make no match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// One cannot play alone.
    #[error("a match needs two players or more")]
    TooFewPlayers,
    /// Nothing to be played.
    #[error("a match needs a game or more")]
    NoGames,
    /// A board where nobody can play.
    #[error("nobody can play on a {0} board; the shorter side must be 2 or more")]
    TooSmall(Size),
    /// A board whose corners run into each other.
    #[error(
        "openings in the corners need a board whose shorter side is {} or more, not {size}",
        corners::SHORTEST
    )]
    NoCorners {
        /// Which.
        size: Size,
    },
    /// There are no such places.
    #[error(
        "{stones} handicap stones have no places on a {size} board; it takes {}", fitting(*.most)
    )]
    Handicap {
        /// How many were wanted.
        stones: u32,
        /// Where.
        size: Size,
        /// How many there may be.
        most: usize,
    },
}

fn fitting(most: usize) -> String {
    if most == 0 { "none".to_string() } else { format!("2 to {most}, or none") }
}

/// One game of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// From 1.
    pub number: u32,
    /// Black's place among the players.
    pub black: usize,
    /// White's place among the players.
    pub white: usize,
    /// Games of one opening begin with the same random moves.
    pub opening: u32,
}

impl MatchSettings {
    /// An even match of so many games, the rules' own komi, to be counted by our judge.
    pub fn new(players: Vec<PlayerName>, games: u32, size: Size, rules: RuleSet) -> MatchSettings {
        MatchSettings {
            players,
            games,
            size,
            rules,
            komi: rules.default_komi(),
            handicap: 0,
            seed: 0,
            random_plies: 0,
            corner_opening: false,
            opening: None,
            most_moves: MatchSettings::customary_most_moves(size),
            referee: RefereeName::Judge,
        }
    }

    /// Even players without a thought need one and a half moves a point; who needs four will not
    /// come to an end.
    pub fn customary_most_moves(size: Size) -> u32 {
        4 * size.area() as u32
    }

    /// Whether a match can be made of these.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.players.len() < 2 {
            return Err(SettingsError::TooFewPlayers);
        }
        if self.games == 0 {
            return Err(SettingsError::NoGames);
        }
        if self.size.width().min(self.size.height()) < 2 {
            return Err(SettingsError::TooSmall(self.size));
        }
        if self.corner_opening && !corners::fit(self.size) {
            return Err(SettingsError::NoCorners { size: self.size });
        }
        self.start().map(|_| ())
    }

    /// The board before the first move.
    pub fn start(&self) -> Result<Game, SettingsError> {
        let (stones, size) = (self.handicap, self.size);
        let start = match stones {
            0 => Some(Position::empty(size)),
            stones => {
                handicap::setup(size, stones as usize).and_then(|setup| setup.try_into().ok())
            }
        };
        let most = handicap::most(size);
        let start = start.ok_or(SettingsError::Handicap { stones, size, most })?;
        let game = Game::from_position(start, self.rules.into());
        Ok(game.with_komi(self.komi).with_handicap(stones))
    }

    /// How many games there are.
    pub fn game_count(&self) -> u32 {
        self.games * self.pairs().len() as u32
    }

    /// The game of this number, from 1; `None` if there are fewer. The games are in rounds in which
    /// every two play once, with the other colour each time.
    pub fn fixture(&self, number: u32) -> Option<Fixture> {
        let pairs = self.pairs();
        let index = number.checked_sub(1).filter(|_| number <= self.game_count())?;
        let (round, pair) = (index / pairs.len() as u32, index % pairs.len() as u32);
        let (one, other) = pairs[pair as usize];
        let (black, white) = if round % 2 == 0 { (one, other) } else { (other, one) };
        Some(Fixture { number, black, white, opening: round / 2 * pairs.len() as u32 + pair })
    }

    /// All games in order.
    pub fn fixtures(&self) -> Vec<Fixture> {
        (1..=self.game_count()).filter_map(|number| self.fixture(number)).collect()
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
    }

    /// What each player is called: by name, with a number if there are several of that name.
    pub fn labels(&self) -> Vec<String> {
        let label = |(index, name): (usize, &PlayerName)| {
            let same = |range: &[PlayerName]| range.iter().filter(|&other| other == name).count();
            match same(&self.players) {
                1 => name.to_string(),
                _ => format!("{name} #{}", same(&self.players[..=index])),
            }
        };
        self.players.iter().enumerate().map(label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(players: usize, games: u32) -> MatchSettings {
        let players = vec![PlayerName::random(); players];
        MatchSettings::new(players, games, Size::NINE, RuleSet::Chinese)
    }

    #[test]
    fn every_two_play_with_both_colours_and_the_same_openings() {
        let settings = settings(4, 6);
        let fixtures = settings.fixtures();
        assert_eq!(fixtures.len(), 36);
        for one in 0..4 {
            for other in (0..4).filter(|&other| other != one) {
                let games: Vec<u32> = fixtures
                    .iter()
                    .filter(|game| (game.black, game.white) == (one, other))
                    .map(|game| game.opening)
                    .collect();
                let back: Vec<u32> = fixtures
                    .iter()
                    .filter(|game| (game.white, game.black) == (one, other))
                    .map(|game| game.opening)
                    .collect();
                assert_eq!(games.len(), 3);
                assert_eq!(games, back);
            }
        }
        let numbers: Vec<u32> = fixtures.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (1..=36).collect::<Vec<_>>());
        assert_eq!((settings.fixture(0), settings.fixture(37)), (None, None));
    }

    #[test]
    fn equal_names_are_told_apart() {
        let mut settings = settings(2, 1);
        settings.players.insert(1, PlayerName::gtp("gnugo"));
        assert_eq!(settings.labels(), ["random #1", "gtp:gnugo", "random #2"]);
    }

    #[test]
    fn settings_that_make_no_match() {
        assert_eq!(settings(1, 1).check(), Err(SettingsError::TooFewPlayers));
        assert_eq!(settings(2, 0).check(), Err(SettingsError::NoGames));
        let refused = MatchSettings { handicap: 10, ..settings(2, 1) }.check().unwrap_err();
        let expected = "10 handicap stones have no places on a 9x9 board; it takes 2 to 9, or none";
        assert_eq!(refused.to_string(), expected);
        let refused = MatchSettings { corner_opening: true, ..settings(2, 1) }.check().unwrap_err();
        let expected =
            "openings in the corners need a board whose shorter side is 11 or more, not 9x9";
        assert_eq!(refused.to_string(), expected);
        assert_eq!(MatchSettings { handicap: 3, ..settings(2, 1) }.check(), Ok(()));
    }
}

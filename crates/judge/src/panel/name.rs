//! The judges by name, and what each looks at.

use std::fmt;
use std::str::FromStr;

/// A judge of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JudgeName {
    /// The final scorer, who speaks when nothing is left to be played.
    Score,
    /// The deep network, which sees the whole board.
    Deep,
    /// Our network of winners, which also tells leads and owners.
    Outlook,
    /// Our territory model, by belief propagation.
    Field,
    /// The study's territory model with liberties, by belief propagation.
    Liberties,
    /// The study's territory model with five weights, by belief propagation.
    Five,
    /// The same by Swendsen-Wang sampling.
    FiveSampled,
    /// The study's network of winners.
    NnInfluence,
    /// The study's network of winners for the opening.
    Td,
    /// Influence that flows around stones.
    Distance,
    /// Influence read from a table.
    Cross,
    /// Zobrist's influence.
    Zobrist,
    /// Bouzy's territory.
    BouzyTerritory,
    /// Bouzy's frameworks.
    BouzyMoyo,
    /// Bouzy's area, without erosion.
    BouzyArea,
}

impl JudgeName {
    /// All, those that see most first. Of the influence maps one a way of thinking: their variants say
    /// nearly the same.
    pub const ALL: [JudgeName; 15] = [
        JudgeName::Score,
        JudgeName::Deep,
        JudgeName::Outlook,
        JudgeName::Field,
        JudgeName::Liberties,
        JudgeName::Five,
        JudgeName::FiveSampled,
        JudgeName::NnInfluence,
        JudgeName::Td,
        JudgeName::Distance,
        JudgeName::Cross,
        JudgeName::Zobrist,
        JudgeName::BouzyTerritory,
        JudgeName::BouzyMoyo,
        JudgeName::BouzyArea,
    ];

    fn text(self) -> &'static str {
        match self {
            JudgeName::Score => "score",
            JudgeName::Deep => "deep",
            JudgeName::Outlook => "outlook",
            JudgeName::Field => "field",
            JudgeName::Liberties => "boltzmann-liberties/bp",
            JudgeName::Five => "boltzmann5/bp",
            JudgeName::FiveSampled => "boltzmann5/sw",
            JudgeName::NnInfluence => "nn-influence",
            JudgeName::Td => "td",
            JudgeName::Distance => "distance",
            JudgeName::Cross => "cross",
            JudgeName::Zobrist => "zobrist",
            JudgeName::BouzyTerritory => "bouzy-5-21",
            JudgeName::BouzyMoyo => "bouzy-5-10",
            JudgeName::BouzyArea => "bouzy-4-0",
        }
    }

    /// What it looks at, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            JudgeName::Score => {
                "Counts the board as it stands, dead stones taken off, once nothing is left to be played."
            }
            JudgeName::Deep => {
                "Our deep network, which sees the whole board at once and learned from games and from a stronger \
                 program."
            }
            JudgeName::Outlook => {
                "Our network, which has seen a hundred thousand games: stones, liberties, ladders and \
                 territory together."
            }
            JudgeName::Field => {
                "Our map of territory: whose a point will be by the stones around it, their liberties, \
                 their eyes and the fights between them."
            }
            JudgeName::Liberties => {
                "A study's map of territory: neighbours tend to have one owner, the more so the more \
                 liberties their stones have."
            }
            JudgeName::Five => {
                "A study's simplest map of territory: stones pull at the points beside them, and \
                 neighbours tend to have one owner."
            }
            JudgeName::FiveSampled => {
                "The same map, read from nine hundred ends of the game drawn at random."
            }
            JudgeName::NnInfluence => {
                "A study's network, which sees influence and prisoners and tells the winner."
            }
            JudgeName::Td => {
                "A study's network for the opening, which sees the stones of the first fifty moves and \
                 tells the winner."
            }
            JudgeName::Distance => {
                "Influence that flows around stones and weakens with every step; dead stones count too."
            }
            JudgeName::Cross => {
                "Influence that every stone adds to the points up to four steps away, whatever stands \
                 between."
            }
            JudgeName::Zobrist => {
                "Zobrist's influence of 1970: points pass on to their neighbours which side is stronger \
                 there."
            }
            JudgeName::BouzyTerritory => {
                "Bouzy's map: stones spread, then the rim crumbles until what is as good as territory \
                 is left."
            }
            JudgeName::BouzyMoyo => {
                "Bouzy's map with half the crumbling: frameworks count like territory."
            }
            JudgeName::BouzyArea => "Bouzy's map without crumbling: all that stones reach.",
        }
    }
}

impl fmt::Display for JudgeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A name that no judge has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no judge `{0}`; there are {known}", known = JudgeName::ALL.map(|name| name.text()).join(", "))]
pub struct UnknownJudge(String);

impl FromStr for JudgeName {
    type Err = UnknownJudge;

    fn from_str(text: &str) -> Result<JudgeName, UnknownJudge> {
        let found = JudgeName::ALL.into_iter().find(|name| name.text() == text);
        found.ok_or_else(|| UnknownJudge(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_judge_has_a_name_and_a_sentence() {
        for judge in JudgeName::ALL {
            assert_eq!(judge.to_string().parse(), Ok(judge));
            assert!(judge.about().ends_with('.') && !judge.about().contains("  "), "{judge}");
        }
        let said = "oracle".parse::<JudgeName>().unwrap_err().to_string();
        assert!(
            said.starts_with("there is no judge `oracle`; there are score, deep, outlook, "),
            "{said}"
        );
    }
}

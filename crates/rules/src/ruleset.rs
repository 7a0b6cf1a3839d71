//! Rule sets as values: what may be played and how it is counted.
//!
//! The parts and the preset names are those of KataGo, so that one word means the same to every tool.

use crate::half_points::HalfPoints;
use std::str::FromStr;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Only taking back a single ko stone at once.
    Simple,
    /// No board may come back, whoever is to move.
    PositionalSuperko,
    /// No board may come back with the same side to move.
    SituationalSuperko,
}

/// Whether a move may remove its own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Two stones or more. Removing just the stone played would be a pass by another name, so that
    /// stays forbidden.
    Allowed,
}

/// What counts as points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Surrounded points that are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// None in seki.
    Seki,
    /// None in seki, and each living group pays for up to two eyes (stone scoring).
    All,
}

/// Points that White gets under area rules for Black's handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// None.
    Zero,
    /// One a stone.
    PerStone,
    /// One for each stone but the first.
    PerStoneButOne,
}

/// A complete set of rules; komi is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a move may remove its own stones.
    pub suicide: Suicide,
    /// What counts as points.
    pub scoring: Scoring,
    /// Surrounded points that are not counted.
    pub tax: Tax,
    /// Points that White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether the first to pass gains half a point.
    pub has_button: bool,
    /// Whether passing before dead stones are captured is safe, because players agree on them.
    pub friendly_pass_ok: bool,
}

impl Rules {
    /// The points that White gets for so many handicap stones.
    pub fn handicap_points(self, stones: u32) -> u32 {
        match (self.scoring, self.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::Zero) => 0,
            _ if stones < 2 => 0,
            (_, HandicapBonus::PerStone) => stones,
            (_, HandicapBonus::PerStoneButOne) => stones - 1,
        }
    }
}

crate::named! {
    /// Rule sets with a name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RuleSet {
        /// The logical rules of John Tromp and Bill Taylor.
        TrompTaylor = "tromp-taylor",
        /// China, with simple ko as it is played.
        Chinese = "chinese",
        /// Chinese with positional superko, as on OGS.
        ChineseOgs = "chinese-ogs",
        /// Chinese with positional superko, as on KGS.
        ChineseKgs = "chinese-kgs",
        /// Japan.
        Japanese = "japanese",
        /// Korea.
        Korean = "korean",
        /// Only stones count.
        StoneScoring = "stone-scoring",
        /// Territory with group tax, as in old China.
        AncientTerritory = "ancient-territory",
        /// American Go Association.
        Aga = "aga",
        /// British Go Association.
        Bga = "bga",
        /// France.
        French = "french",
        /// AGA with half a point for the first pass.
        AgaButton = "aga-button",
        /// New Zealand.
        NewZealand = "new-zealand",
    }
}

impl RuleSet {
    /// The komi of an even game where nothing else is said.
    pub fn default_komi(self) -> HalfPoints {
        HalfPoints::from_halves(match self {
            RuleSet::Japanese | RuleSet::Korean | RuleSet::AncientTerritory => 13,
            RuleSet::AgaButton | RuleSet::NewZealand => 14,
            _ => 15,
        })
    }
}

/// The name is not that of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no rules named '{name}'; known are {}", RuleSet::ALL.map(RuleSet::name).join(", "))]
pub struct UnknownRules {
    name: String,
}

/// Takes the name in any case, with hyphens, underscores, blanks or nothing between its words, and
/// the short forms seen in records.
impl FromStr for RuleSet {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<RuleSet, UnknownRules> {
        let plain = |name: &str| -> String {
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let wanted = plain(text);
        let short = match wanted.as_str() {
            "jp" | "japan" => Some(RuleSet::Japanese),
            "cn" | "china" => Some(RuleSet::Chinese),
            "kr" | "korea" => Some(RuleSet::Korean),
            "nz" => Some(RuleSet::NewZealand),
            "tt" => Some(RuleSet::TrompTaylor),
            "ancientarea" => Some(RuleSet::StoneScoring),
            _ => None,
        };
        short
            .or_else(|| RuleSet::ALL.into_iter().find(|set| plain(set.name()) == wanted))
            .ok_or_else(|| UnknownRules { name: text.trim().to_string() })
    }
}

impl From<RuleSet> for Rules {
    fn from(set: RuleSet) -> Rules {
        let area = Rules {
            ko: Ko::Simple,
            suicide: Suicide::Forbidden,
            scoring: Scoring::Area,
            tax: Tax::None,
            handicap_bonus: HandicapBonus::Zero,
            has_button: false,
            friendly_pass_ok: true,
        };
        let territory =
            Rules { scoring: Scoring::Territory, tax: Tax::Seki, friendly_pass_ok: false, ..area };
        let chinese = Rules { handicap_bonus: HandicapBonus::PerStone, ..area };
        let aga = Rules {
            ko: Ko::SituationalSuperko,
            handicap_bonus: HandicapBonus::PerStoneButOne,
            ..area
        };
        match set {
            RuleSet::TrompTaylor => Rules {
                ko: Ko::PositionalSuperko,
                suicide: Suicide::Allowed,
                friendly_pass_ok: false,
                ..area
            },
            RuleSet::Chinese => chinese,
            RuleSet::ChineseOgs | RuleSet::ChineseKgs => {
                Rules { ko: Ko::PositionalSuperko, ..chinese }
            }
            RuleSet::Japanese | RuleSet::Korean => territory,
            RuleSet::StoneScoring => Rules { tax: Tax::All, ..area },
            RuleSet::AncientTerritory => Rules { tax: Tax::All, ..territory },
            RuleSet::Aga | RuleSet::Bga | RuleSet::French => aga,
            RuleSet::AgaButton => Rules { has_button: true, ..aga },
            RuleSet::NewZealand => {
                Rules { ko: Ko::SituationalSuperko, suicide: Suicide::Allowed, ..area }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for set in RuleSet::ALL {
            assert_eq!(set.name().parse(), Ok(set));
            assert_eq!(set.name().to_uppercase().replace('-', " ").parse(), Ok(set));
        }
        assert_eq!("NZ".parse(), Ok(RuleSet::NewZealand));
        let error = "martian".parse::<RuleSet>().unwrap_err().to_string();
        assert!(error.starts_with("there are no rules named 'martian'; known are tromp-taylor, "));
    }

    #[test]
    fn presets_differ_where_they_should() {
        let rules = |set| Rules::from(set);
        assert_eq!(rules(RuleSet::Japanese), rules(RuleSet::Korean));
        assert_eq!(rules(RuleSet::Chinese).ko, Ko::Simple);
        assert_eq!(rules(RuleSet::ChineseOgs).ko, Ko::PositionalSuperko);
        assert_eq!(rules(RuleSet::Aga).handicap_bonus, HandicapBonus::PerStoneButOne);
        assert_eq!(rules(RuleSet::NewZealand).suicide, Suicide::Allowed);
        assert_eq!(RuleSet::Japanese.default_komi().to_string(), "6.5");
        assert_eq!(RuleSet::NewZealand.default_komi().to_string(), "7");
    }
}

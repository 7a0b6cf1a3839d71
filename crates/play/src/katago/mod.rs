//! What KataGo's protocols have in common: rules as objects; and a [`client`] for programs that analyse.

pub mod client;

use aji_rules::ruleset::{HandicapBonus, Ko, Scoring, Suicide, Tax};
use aji_rules::{RuleSet, Rules};
use serde_json::{Value, json};

/// Why a value is no set of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A name that is not known.
    #[error(transparent)]
    Name(#[from] aji_rules::ruleset::UnknownRules),
    /// A value that a key cannot have.
    #[error("rules cannot have `{key}` as {value}")]
    Value {
        /// Of the object.
        key: String,
        /// As written.
        value: String,
    },
    /// Something else than a text or an object.
    #[error("rules are a name or an object with keys such as ko and scoring")]
    Shape,
}

/// The rules as KataGo writes them.
pub fn rules_to_json(rules: Rules) -> Value {
    json!({
        "ko": match rules.ko {
            Ko::Simple => "SIMPLE",
            Ko::PositionalSuperko => "POSITIONAL",
            Ko::SituationalSuperko => "SITUATIONAL",
        },
        "scoring": match rules.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "tax": match rules.tax {
            Tax::None => "NONE",
            Tax::Seki => "SEKI",
            Tax::All => "ALL",
        },
        "suicide": rules.suicide == Suicide::Allowed,
        "hasButton": rules.has_button,
        "whiteHandicapBonus": bonus_text(rules.handicap_bonus),
        "friendlyPassOk": rules.friendly_pass_ok,
    })
}

fn bonus_text(bonus: HandicapBonus) -> &'static str {
    match bonus {
        HandicapBonus::Zero => "0",
        HandicapBonus::PerStone => "N",
        HandicapBonus::PerStoneButOne => "N-1",
    }
}

/// Reads a name or an object; what an object leaves out is as in Tromp-Taylor rules.
pub fn rules_from_json(value: &Value) -> Result<Rules, RulesError> {
    if let Some(name) = value.as_str() {
        // Some clients send the object as text.
        return match serde_json::from_str(name) {
            Ok(object @ Value::Object(_)) => rules_from_json(&object),
            _ => Ok(name.parse::<RuleSet>()?.into()),
        };
    }
    let mut rules = Rules::from(RuleSet::TrompTaylor);
    for (key, value) in value.as_object().ok_or(RulesError::Shape)? {
        let bad = || RulesError::Value { key: key.clone(), value: value.to_string() };
        let text = value.as_str().map(str::to_ascii_uppercase);
        let flag = || value.as_bool().ok_or_else(bad);
        match (key.as_str(), text.as_deref()) {
            ("ko", Some("SIMPLE")) => rules.ko = Ko::Simple,
            ("ko", Some("POSITIONAL")) => rules.ko = Ko::PositionalSuperko,
            ("ko", Some("SITUATIONAL")) => rules.ko = Ko::SituationalSuperko,
            ("scoring" | "scoringRule", Some("AREA")) => rules.scoring = Scoring::Area,
            ("scoring" | "scoringRule", Some("TERRITORY")) => rules.scoring = Scoring::Territory,
            ("tax", Some("NONE")) => rules.tax = Tax::None,
            ("tax", Some("SEKI")) => rules.tax = Tax::Seki,
            ("tax", Some("ALL")) => rules.tax = Tax::All,
            ("suicide", _) => {
                rules.suicide = if flag()? { Suicide::Allowed } else { Suicide::Forbidden };
            }
            ("hasButton", _) => rules.has_button = flag()?,
            ("friendlyPassOk", _) => rules.friendly_pass_ok = flag()?,
            ("whiteHandicapBonus", _) => rules.handicap_bonus = bonus(value).ok_or_else(bad)?,
            _ => return Err(bad()),
        }
    }
    Ok(rules)
}

/// `0`, `N` or `N-1`, the first also as a number.
pub fn bonus(value: &Value) -> Option<HandicapBonus> {
    match value.as_str() {
        Some("0") => Some(HandicapBonus::Zero),
        Some("N") => Some(HandicapBonus::PerStone),
        Some("N-1") => Some(HandicapBonus::PerStoneButOne),
        None if value.as_u64() == Some(0) => Some(HandicapBonus::Zero),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_round_trip() {
        for set in RuleSet::ALL {
            let rules = Rules::from(set);
            assert_eq!(rules_from_json(&rules_to_json(rules)), Ok(rules));
            assert_eq!(rules_from_json(&Value::from(set.name())), Ok(rules));
            assert_eq!(rules_from_json(&Value::from(rules_to_json(rules).to_string())), Ok(rules));
        }
    }

    #[test]
    fn wrong_rules_are_named() {
        let said = |value: Value| rules_from_json(&value).unwrap_err().to_string();
        assert_eq!(said(json!({"ko": "LATER"})), "rules cannot have `ko` as \"LATER\"");
        assert_eq!(said(json!({"suicide": 3})), "rules cannot have `suicide` as 3");
        assert!(said(json!(7)).starts_with("rules are a name or an object"));
        assert!(said(json!("martian")).starts_with("there are no rules named 'martian'"));
    }
}

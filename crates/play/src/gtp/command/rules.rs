//! Rules, by name or piece by piece.

use super::{Table, done, good};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use crate::katago;
use aji_rules::RuleSet;
use serde_json::Value;

pub const TABLE: Table = &[
    ("kata-get-rules", |engine, _| good(katago::rules_to_json(engine.rules).to_string())),
    ("kata-set-rules", set_rules),
    ("kata-set-rule", |engine, arguments| {
        let (key, value) = (arguments.word(0).unwrap_or_default(), arguments.word(1));
        let value = value.ok_or(Refusal::SYNTAX)?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let mut rules = katago::rules_to_json(engine.rules);
        if rules.get(key).is_none() {
            return Err(format!("there is no rule `{key}`").into());
        }
        rules[key] = value;
        let rules = katago::rules_from_json(&rules).map_err(|error| error.to_string())?;
        engine.set_conditions(rules, engine.game().komi());
        done()
    }),
    ("kgs-rules", |engine, arguments| {
        let rules = match arguments.word(0).unwrap_or_default() {
            "chinese" => RuleSet::ChineseKgs,
            name => name.parse().or(Err(Refusal::SYNTAX))?,
        };
        engine.set_conditions(rules.into(), engine.game().komi());
        done()
    }),
    ("kata-list-params", |_, _| done()),
];

/// A name or an object.
fn set_rules(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let text = arguments.words().join(" ");
    let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::from(text));
    let rules = katago::rules_from_json(&value).map_err(|error| error.to_string())?;
    engine.set_conditions(rules, engine.game().komi());
    done()
}

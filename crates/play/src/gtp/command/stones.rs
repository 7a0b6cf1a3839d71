//! Chains and groups, and what becomes of them.

use super::board::word;
use super::life::{Found, attacked, defended};
use super::{Table, good, reading, vertices};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::judgement::{JudgedChain, JudgedGroup, Judgement};
use aji_judge::life::LifeStatus;
use aji_judge::life::tactics::Attempt;
use aji_judge::life::tactics::capture::{DEEP, attack_within, defend_within};
use aji_rules::pass_alive::unconditional;
use aji_rules::position::Chain;
use aji_rules::{Color, Point};

pub const TABLE: Table = &[
    ("countlib", |engine, arguments| {
        let chain = chain(engine, arguments)?;
        good(chain.liberty_count().to_string())
    }),
    ("findlib", |engine, arguments| {
        let liberties = chain(engine, arguments)?.liberties();
        good(vertices(engine.size(), liberties.iter()))
    }),
    ("worm_stones", |engine, arguments| {
        let mut stones: Vec<Point> = chain(engine, arguments)?.stones().collect();
        stones.sort_unstable();
        good(vertices(engine.size(), stones))
    }),
    ("dragon_stones", |engine, arguments| {
        let stone = stone(engine, arguments)?;
        let judgement = engine.judgement()?;
        let mut stones: Vec<Point> = group_of(&judgement.chains, &judgement.groups, stone)
            .flat_map(|chain| chain.stones.iter().copied())
            .collect();
        stones.sort_unstable();
        good(vertices(engine.size(), stones))
    }),
    ("dragon_data", dragon_data),
    ("worm_data", worm_data),
    ("same_dragon", same_dragon),
    ("unconditional_status", |engine, arguments| {
        let point = arguments.point(0)?;
        good(unconditional_status(engine, point))
    }),
];

/// The point of a stone.
fn stone(engine: &Engine, arguments: Arguments<'_>) -> Result<Point, Refusal> {
    let point = arguments.point(0)?;
    engine.position().stone(point).ok_or("vertex must not be empty")?;
    Ok(point)
}

fn chain<'e>(engine: &'e Engine, arguments: Arguments<'_>) -> Result<Chain<'e>, Refusal> {
    let chain = engine.position().chain_at(arguments.point(0)?);
    chain.ok_or("vertex must not be empty".into())
}

/// The chains that share a stone's fate.
fn group_of<'j>(
    chains: &'j [JudgedChain],
    groups: &'j [JudgedGroup],
    stone: Point,
) -> impl Iterator<Item = &'j JudgedChain> {
    let own = chains.iter().position(|chain| chain.stones.contains(&stone));
    let group = groups.iter().find(|group| own.is_some_and(|own| group.chains.contains(&own)));
    group.into_iter().flat_map(|group| &group.chains).map(|&index| &chains[index])
}

/// What is weak may go either way.
pub(super) fn status_word(status: LifeStatus) -> &'static str {
    match status {
        LifeStatus::Alive => "alive",
        LifeStatus::Dead => "dead",
        _ => "unknown",
    }
}

/// The index of the group that a chain is in.
fn group_at(judgement: &Judgement, stone: Point) -> Option<usize> {
    let own = judgement.chains.iter().position(|chain| chain.stones.contains(&stone))?;
    judgement.groups.iter().position(|group| group.chains.contains(&own))
}

/// Whether two stones share their fate.
fn same_dragon(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let stones = [reading::stone(engine, arguments, 0)?, reading::stone(engine, arguments, 1)?];
    let judgement = engine.judgement()?;
    let [one, other] = stones.map(|stone| group_at(judgement, stone));
    good(if one.is_some() && one == other { "1" } else { "0" })
}

/// Lines of a name and a value, as GNU Go sets them.
fn fields(title: &str, width: usize, fields: &[(&str, String)]) -> String {
    let line = |(name, value): &(&str, String)| format!("\n{name:width$} {value}");
    format!("{title}:{}", fields.iter().map(line).collect::<String>())
}

/// GNU Go's number within: 5 works, 4 and 1 are kos that are good or bad.
fn inner_code(result: Attempt) -> String {
    let code = match result {
        Attempt::Fails => 0,
        Attempt::Works => 5,
        Attempt::GoodKo => 4,
        Attempt::BadKo => 1,
    };
    code.to_string()
}

/// What reading says of the chain of a stone, or of all chains.
fn worm_data(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let asked = match arguments.words() {
        [] => engine.position().chains().map(Chain::head).collect(),
        _ => vec![stone(engine, arguments)?],
    };
    let worms = asked.into_iter().filter_map(|stone| worm(engine, stone));
    good(worms.collect::<Vec<_>>().join("\n"))
}

fn worm(engine: &Engine, stone: Point) -> Option<String> {
    let (position, size) = (engine.position(), engine.size());
    let chain = position.chain_at(stone)?;
    let name =
        |point: Option<Point>| point.map_or("PASS".to_string(), |p| size.vertex(p).to_string());
    let attack = attack_within(position, stone, DEEP)?;
    // As in GNU Go, what nobody can attack has no defence.
    let defence = match attack.result {
        Attempt::Fails => None,
        _ => defend_within(position, stone, DEEP),
    };
    let defended = defence.as_ref().map_or(Attempt::Fails, |defence| defence.result);
    let status = match unconditional_status(engine, stone).as_str() {
        "undecided" => "unknown".to_string(),
        known => known.to_string(),
    };
    let known = [
        ("origin", size.vertex(chain.head()).to_string()),
        ("color", word(chain.color()).to_string()),
        ("size", chain.len().to_string()),
        ("liberties", chain.liberty_count().to_string()),
        ("attack_code", inner_code(attack.result)),
        ("attack_point", name(attack.first_move())),
        ("defense_code", inner_code(defended)),
        ("defense_point", name(defence.and_then(|defence| defence.first_move()))),
        ("unconditional_status", status),
    ];
    Some(fields(&size.vertex(stone).to_string(), 20, &known))
}

/// What is known of a stone's group, or of all groups.
fn dragon_data(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let asked = match arguments.words() {
        [] => None,
        _ => Some(stone(engine, arguments)?),
    };
    let judgement = engine.judgement()?.clone();
    let groups: Vec<usize> = match asked {
        Some(stone) => vec![group_at(&judgement, stone).ok_or("vertex must not be empty")?],
        None => (0..judgement.groups.len()).collect(),
    };
    let mut told = Vec::new();
    for index in groups {
        let group = &judgement.groups[index];
        let largest =
            group.chains.first().and_then(|&chain| judgement.chains[chain].stones.first());
        let origin = *largest.ok_or("vertex must not be empty")?;
        told.push(dragon(engine, &judgement, group, asked.unwrap_or(origin), origin)?);
    }
    good(told.join("\n"))
}

fn dragon(
    engine: &Engine,
    judgement: &Judgement,
    group: &JudgedGroup,
    asked: Point,
    origin: Point,
) -> Result<String, Refusal> {
    let size = judgement.size();
    let name =
        |point: Option<Point>| point.map_or("PASS".to_string(), |p| size.vertex(p).to_string());
    let certain = |found: &Found| if found.is_read { "YES" } else { "NO" }.to_string();
    let attack = attacked(engine, engine.position(), origin)?;
    let defence = match attack.result {
        Attempt::Fails => {
            Found { result: Attempt::Fails, first_move: None, is_read: attack.is_read }
        }
        _ => defended(engine, engine.position(), origin)?,
    };
    let chains = group.chains.iter().filter_map(|&chain| judgement.chains[chain].stones.first());
    let known = [
        ("color", word(group.color).to_string()),
        ("origin", size.vertex(origin).to_string()),
        ("size", group.stones.to_string()),
        ("liberties", group.liberties.len().to_string()),
        ("life", format!("{:.2}", group.life)),
        ("status", status_word(group.status()).to_string()),
        ("weakness", format!("{:.2}", 1.0 - group.life)),
        ("owl_attack_code", inner_code(attack.result)),
        ("owl_attack_point", name(attack.first_move)),
        ("owl_attack_certain", certain(&attack)),
        ("owl_defense_code", inner_code(defence.result)),
        ("owl_defense_point", name(defence.first_move)),
        ("owl_defense_certain", certain(&defence)),
        ("strings", vertices(size, chains.copied())),
        ("in_words", judgement.group_words(group)),
    ];
    Ok(fields(&size.vertex(asked).to_string(), 23, &known))
}

/// What holds even if its owner always passes.
fn unconditional_status(engine: &Engine, point: Point) -> String {
    let (position, suicide) = (engine.position(), engine.rules.suicide);
    for color in Color::BOTH {
        let held = unconditional(position, color, suicide);
        if held.stones.contains(point) {
            return "alive".to_string();
        }
        if held.territory.contains(point) {
            return match position.stone(point) {
                Some(_) => "dead".to_string(),
                None => format!("{}_territory", word(color)),
            };
        }
    }
    "undecided".to_string()
}

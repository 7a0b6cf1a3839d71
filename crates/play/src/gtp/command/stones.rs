//! Chains and groups, and what becomes of them.

use super::board::word;
use super::{Table, good, vertices};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::judgement::JudgedChain;
use aji_judge::life::LifeStatus;
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
    groups: &'j [aji_judge::judgement::JudgedGroup],
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

/// What is known of a stone's group, for people to read.
fn dragon_data(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let stone = stone(engine, arguments)?;
    let judgement = engine.judgement()?;
    let size = judgement.size();
    let own = judgement.chains.iter().position(|chain| chain.stones.contains(&stone));
    let group = judgement
        .groups
        .iter()
        .find(|group| own.is_some_and(|own| group.chains.contains(&own)))
        .ok_or("vertex must not be empty")?;
    let chains = group_of(&judgement.chains, &judgement.groups, stone);
    let stones: Vec<Point> = chains.flat_map(|chain| chain.stones.iter().copied()).collect();
    good(format!(
        "{}:\ncolor      {}\nsize       {}\nliberties  {}\nlife       {:.2}\nstatus     {}\nstones     {}\n{}",
        size.vertex(stone),
        word(group.color),
        group.stones,
        group.liberties.len(),
        group.life,
        status_word(group.status()),
        vertices(size, stones),
        judgement.group_words(group)
    ))
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

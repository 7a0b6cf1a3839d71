//! What to play, and why.

use super::{Table, done, good};
use crate::analyst::{AnalysedMove, Scope};
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use crate::player::Action;
use crate::player::clean_up::take_dead;
use crate::search::RootMoves;
use aji_rules::{Color, Move};
use std::time::Instant;

pub const TABLE: Table = &[
    ("genmove", |engine, arguments| {
        let color = arguments.color(0)?;
        good(generate(engine, color, Instant::now())?)
    }),
    ("genmove_black", |engine, _| good(generate(engine, Color::Black, Instant::now())?)),
    ("genmove_white", |engine, _| good(generate(engine, Color::White, Instant::now())?)),
    ("reg_genmove", |engine, arguments| {
        let color = arguments.color(0)?;
        let choice = engine.choose(color)?;
        good(text(engine, choice.action))
    }),
    ("kgs-genmove_cleanup", clean_up),
    ("gomill-explain_last_move", |engine, _| good(engine.explanation.clone().unwrap_or_default())),
    ("top_moves", |engine, _| top_moves(engine, engine.position().to_play())),
    ("top_moves_black", |engine, _| top_moves(engine, Color::Black)),
    ("top_moves_white", |engine, _| top_moves(engine, Color::White)),
    ("move_reasons", reasons),
    ("kgs-game_over", |_, _| done()),
    // Nothing to say to people; what is said back would be shown to all.
    ("kgs-chat", |_, _| done()),
];

fn text(engine: &Engine, action: Action) -> String {
    match action {
        Action::Play(mv) => engine.size().move_text(mv),
        Action::Resign => "resign".to_string(),
    }
}

/// Chooses a move, plays it and keeps the reasons. The clock runs since the beginning.
pub(super) fn generate(
    engine: &mut Engine,
    color: Color,
    begin: Instant,
) -> Result<String, Refusal> {
    let choice = engine.choose(color)?;
    engine.clock_mut().spend(color, begin.elapsed());
    if let Action::Play(mv) = choice.action {
        let played = engine.game_mut().play_as(color, mv);
        played.map_err(|error| format!("the player chose a move that is illegal: {error}"))?;
    }
    let text = text(engine, choice.action);
    engine.explanation = Some(format!("{text}: {}", choice.reasons.join("; ")));
    Ok(text)
}

/// As `genmove`, but it takes all dead stones of the other side, and passes only when none is left.
fn clean_up(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let begin = Instant::now();
    let color = arguments.color(0)?;
    let score = engine.final_score()?;
    let (dead, is_ready) = (score.dead, score.is_ready());
    let (mv, why) = match take_dead(engine.game(), color, &dead) {
        Some(point) => (Move::Place(point), "takes liberties of dead stones"),
        None if is_ready => (Move::Pass, "no dead stones are left to be taken"),
        None => return good(generate(engine, color, begin)?),
    };
    engine.clock_mut().spend(color, begin.elapsed());
    let played = engine.game_mut().play_as(color, mv);
    played.map_err(|error| error.to_string())?;
    let text = engine.size().move_text(mv);
    engine.explanation = Some(format!("{text}: {why}"));
    good(text)
}

/// Points and what each is worth, as GNU Go lists them: the best has a hundred, and each point lost
/// beside it takes one off.
fn top_moves(engine: &mut Engine, color: Color) -> Result<Reply, Refusal> {
    let analysis = engine.analyse(color, &Scope::default())?;
    let size = engine.size();
    let pairs = analysis.moves.iter().filter_map(|analysed| match analysed.mv {
        Move::Place(point) => Some(format!("{} {:.2}", size.vertex(point), 100.0 - analysed.loss)),
        Move::Pass => None,
    });
    good(pairs.collect::<Vec<_>>().join(" "))
}

/// Why one would play there; of a stone that was just played, why it was.
fn reasons(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let point = arguments.point(0)?;
    if let Some((_, Move::Place(last))) = engine.game().last_move()
        && last == point
        && let Some(explanation) = &engine.explanation
    {
        return good(explanation.clone());
    }
    if engine.position().stone(point).is_some() {
        return Err("vertex must not be occupied".into());
    }
    let color = engine.position().to_play();
    engine.game().check(color, Move::Place(point)).or(Err(Refusal::ILLEGAL))?;
    let best = engine.analyse(color, &Scope::default())?;
    if let Some(rank) = best.moves.iter().position(|analysed| analysed.mv == Move::Place(point)) {
        return good(told(engine, &best.moves[rank], Some(rank + 1)));
    }
    let among = RootMoves::on([point].into_iter().collect());
    let alone = engine.analyse(color, &Scope { among, ..Scope::default() })?;
    match alone.moves.first().filter(|analysed| analysed.mv == Move::Place(point)) {
        Some(analysed) => good(told(engine, analysed, None)),
        None => good(format!("{}: nothing speaks for it", engine.size().vertex(point))),
    }
}

/// A move and its reasons, a line each.
pub(super) fn told(engine: &Engine, analysed: &AnalysedMove, rank: Option<usize>) -> String {
    let place = engine.size().move_text(analysed.mv);
    let rank = match rank {
        Some(1) => "the best move found".to_string(),
        Some(rank) => format!("number {rank}, {:.1} points behind the best", analysed.loss),
        None => "not among the best".to_string(),
    };
    let mut lines = vec![format!("{place}: {rank}")];
    lines.extend(analysed.reasons.iter().map(|reason| format!("- {reason}")));
    lines.join("\n")
}

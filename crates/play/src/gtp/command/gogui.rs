//! What GoGui's menus show.

use super::board::word;
use super::{Table, done, good, grid, vertices};
use crate::analyst::Scope;
use crate::gtp::arguments::{Arguments, Refusal};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use aji_judge::influence::{Influence, Kind};
use aji_judge::judgement::{Recent, Region};
use aji_judge::life::LifeStatus;
use aji_rules::{Field, Move, Point};

pub const TABLE: Table = &[
    ("gogui-analyze_commands", |_, _| good(MENU.join("\n"))),
    ("gogui-interrupt", |_, _| done()),
    ("gogui-title", |engine, _| good(engine.settings.name.clone())),
    ("gogui-version", |_, _| good(env!("CARGO_PKG_VERSION"))),
    ("aji-territory", |engine, _| {
        let judgement = engine.judgement()?;
        good(grid(judgement.size(), |point| format!("{:.2}", judgement.ownership[point])))
    }),
    ("aji-influence", influence),
    ("aji-verdict", |engine, _| {
        let judgement = engine.judgement()?;
        let (map, verdict) = (drawn(&judgement.ownership), judgement.verdict());
        good(format!("{map}\nTEXT {verdict} {}", judgement.account()))
    }),
    ("aji-groups", groups),
    ("aji-unsettled", |engine, _| {
        let judgement = engine.judgement()?;
        good(grid(judgement.size(), |point| {
            let color = match judgement.ownership[point].abs() {
                owner if owner < 0.3 => "red",
                owner if owner < 0.6 => "yellow",
                _ => "\"\"",
            };
            color.to_string()
        }))
    }),
    ("aji-change", change),
    ("aji-moves", moves),
    ("aji-param", parameters),
];

/// Type, label and command.
const MENU: [&str; 30] = [
    "dboard/Territory/aji-territory",
    "dboard/Influence, Bouzy 5-21/aji-influence bouzy-5-21",
    "dboard/Influence, Bouzy 5-10/aji-influence bouzy-5-10",
    "dboard/Influence, cross/aji-influence cross",
    "dboard/Influence, distance/aji-influence distance",
    "dboard/Influence, Zobrist/aji-influence zobrist",
    "gfx/Verdict/aji-verdict",
    "gfx/Groups/aji-groups",
    "gfx/Moves/aji-moves",
    "gfx/Change by the last move/aji-change",
    "cboard/Unsettled/aji-unsettled",
    "pspairs/Top moves/top_moves",
    "hpstring/Why here/move_reasons %p",
    "hpstring/Why the last move/gomill-explain_last_move",
    "hpstring/Group/dragon_data %p",
    "varpo/Kill/owl_attack %p",
    "varp/Live/owl_defend %p",
    "string/Life or death/dragon_status %p",
    "varpo/Capture/attack %p",
    "varp/Save/defend %p",
    "varpo/Capture in a ladder/ladder_attack %p",
    "string/Eyes/eval_eye %p",
    "string/Connect/connect %P",
    "string/Cut/disconnect %P",
    "string/Capturing race/analyze_semeai %P",
    "plist/Dead stones/final_status_list dead",
    "string/Estimated score/estimate_score",
    "string/Final score/final_score",
    "string/Unconditional status/unconditional_status %p",
    "param/Settings/aji-param",
];

/// A map as GoGui draws it: black positive.
fn drawn(field: &Field<f64>) -> String {
    let size = field.size();
    let cells = field.iter().map(|(point, value)| format!("{} {value:.2}", size.vertex(point)));
    format!("INFLUENCE {}", cells.collect::<Vec<_>>().join(" "))
}

/// Scaled to the largest value.
fn influence(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let name = arguments.word(0).unwrap_or("bouzy-5-21");
    let kind: Kind = name.parse().map_err(|error: aji_judge::influence::UnknownInfluence| {
        Refusal::from(error.to_string())
    })?;
    let judgement = engine.judgement()?.clone();
    let field = kind.field(&judgement.without_dead(engine.position()));
    // Stones stand high above what they reach in some measures, and are on the board anyway.
    let is_open = |point: Point| engine.position().stone(point).is_none();
    let most = field.iter().filter(|(point, _)| is_open(*point));
    let most = most.fold(0_f32, |most, (_, value)| most.max(value.abs())).max(1e-6);
    good(grid(engine.size(), |point| format!("{:.2}", (field[point] / most).clamp(-1.0, 1.0))))
}

/// Every group with a sign of its fate.
fn groups(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Refusal> {
    let judgement = engine.judgement()?;
    let size = judgement.size();
    let mut lines = Vec::new();
    for group in &judgement.groups {
        let stones = group.chains.iter().flat_map(|&chain| judgement.chains[chain].stones.clone());
        let stones = vertices(size, stones);
        match group.status() {
            LifeStatus::Alive | LifeStatus::Ko | LifeStatus::Seki => {}
            LifeStatus::Unsettled => lines.push(format!("TRIANGLE {stones}")),
            LifeStatus::Dead => lines.push(format!("MARK {stones}")),
        }
    }
    let count = |status: LifeStatus| {
        judgement.groups.iter().filter(|group| group.status() == status).count()
    };
    lines.push(format!(
        "TEXT {} groups alive, {} weak (triangles), {} dead (crosses)",
        count(LifeStatus::Alive),
        count(LifeStatus::Unsettled),
        count(LifeStatus::Dead)
    ));
    good(lines.join("\n"))
}

/// Where points changed hands by the last move, and how many in which region.
fn change(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Refusal> {
    let steps = engine.game().steps().len();
    let (color, mv) = engine.game().last_move().ok_or("no previous move known")?;
    let before = engine.game().position_after(steps - 1);
    let recent = Recent::of_steps(&engine.game().steps()[..steps - 1], before.to_play());
    let old = engine.judgement_of(&before, recent)?.ownership;
    let new = engine.judgement()?.ownership.clone();
    let size = engine.size();
    let gained = Field::from_fn(size, |point| new[point] - old[point]);
    let mut regions = Region::sums(&gained);
    regions.retain(|(_, points)| points.abs() >= 0.5);
    regions.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    let regions = regions.iter().map(|(region, points)| format!("{} {points:+.1}", region.name()));
    let words = regions.collect::<Vec<_>>().join(", ");
    let words = if words.is_empty() { "nothing to speak of".to_string() } else { words };
    let place = size.move_text(mv);
    good(format!("{}\nTEXT {} {place} changed, for Black: {words}", drawn(&gained), word(color)))
}

/// The best moves as letters, and why the best one.
fn moves(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Refusal> {
    let color = engine.position().to_play();
    let analysis = engine.analyse(color, &Scope::default())?;
    let size = engine.size();
    let mut lines = Vec::new();
    for (rank, analysed) in analysis.moves.iter().enumerate() {
        if let Move::Place(point) = analysed.mv {
            lines.push(format!("LABEL {} {}", size.vertex(point), rank + 1));
        }
    }
    if let Some(best) = analysis.moves.first() {
        let place = size.move_text(best.mv);
        lines.push(format!("TEXT {color} {place}: {}", best.reasons.join("; ")));
    }
    good(lines.join("\n"))
}

/// Without arguments, what can be set; with a key and a value, sets it.
fn parameters(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    match (arguments.word(0), arguments.word(1)) {
        (None, _) => {
            let settings = &engine.settings;
            good(format!(
                "[list/search/search:100/deep/patterns/static/territory/winner/random] player {}\n\
                 [list/side-to-move/black/white] perspective {}",
                settings.player, settings.perspective
            ))
        }
        (Some("player"), Some(name)) => {
            let name = engine.settings.roster.find(name);
            engine.set_player(name.map_err(|error| Refusal::from(error.to_string()))?)?;
            done()
        }
        (Some("perspective"), Some(name)) => {
            let perspective = name.parse();
            engine.settings.perspective =
                perspective.map_err(|error: crate::gtp::UnknownPerspective| {
                    Refusal::from(error.to_string())
                })?;
            done()
        }
        _ => Err(Refusal::SYNTAX.into()),
    }
}

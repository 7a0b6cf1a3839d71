//! Analysis lines for Sabaki, Lizzie and others that speak Leela Zero's or KataGo's dialect.

use super::moves::generate;
use super::{Table, good, grid};
use crate::analyst::{AnalysedMove, Analysis, Scope};
use crate::gtp::arguments::{Arguments, Refusal, color};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use crate::katago::visits;
use aji_rules::{Color, Field, Move, Point, PointSet};

pub const TABLE: Table = &[
    ("lz-analyze", |engine, arguments| analyze(engine, arguments, Dialect::LeelaZero)),
    ("kata-analyze", |engine, arguments| analyze(engine, arguments, Dialect::KataGo)),
    ("analyze", |engine, arguments| analyze(engine, arguments, Dialect::KataGo)),
    ("lz-genmove_analyze", |engine, arguments| {
        analyze_and_play(engine, arguments, Dialect::LeelaZero)
    }),
    ("kata-genmove_analyze", |engine, arguments| {
        analyze_and_play(engine, arguments, Dialect::KataGo)
    }),
    ("genmove_analyze", |engine, arguments| analyze_and_play(engine, arguments, Dialect::KataGo)),
    ("kata-raw-nn", raw),
];

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Whole numbers, ten thousand to one.
    LeelaZero,
    /// Fractions, each with a point.
    KataGo,
}

/// What is asked for.
struct Asked {
    color: Color,
    scope: Scope,
    root: bool,
    ownership: bool,
    ownership_spread: bool,
    moves_ownership: bool,
    line_visits: bool,
}

/// `[COLOR] [INTERVAL] [KEY VALUE ...] [avoid|allow COLOR POINT,POINT DEPTH ...]`. Keys that are not
/// known are passed over: KataGo gets new ones every year.
fn asked(engine: &Engine, arguments: Arguments<'_>) -> Result<Asked, Refusal> {
    let mut words = arguments.words().iter().map(String::as_str).peekable();
    let to_play = engine.position().to_play();
    let mut asked = Asked {
        color: words.next_if(|word| color(word).is_some()).and_then(color).unwrap_or(to_play),
        scope: Scope::default(),
        root: false,
        ownership: false,
        ownership_spread: false,
        moves_ownership: false,
        line_visits: false,
    };
    words.next_if(|word| word.parse::<f64>().is_ok());
    while let Some(key) = words.next() {
        let value = words.next().ok_or(Refusal::SYNTAX)?;
        let number = || value.parse::<usize>().or(Err(Refusal::from(Refusal::SYNTAX)));
        match key {
            "minmoves" => asked.scope.most_moves = asked.scope.most_moves.max(number()?),
            "maxmoves" => asked.scope.most_moves = asked.scope.most_moves.min(number()?),
            "avoid" | "allow" => {
                let side = color(value).ok_or(Refusal::COLOR)?;
                let list = words.next().ok_or(Refusal::SYNTAX)?;
                words.next().ok_or(Refusal::SYNTAX)?;
                if side != asked.color {
                    continue;
                }
                let points = points(engine, list)?;
                match key {
                    "avoid" => asked.scope.avoided |= points,
                    _ => *asked.scope.allowed.get_or_insert(PointSet::EMPTY) |= points,
                }
            }
            "rootInfo" => asked.root = value == "true",
            "ownership" => asked.ownership = value == "true",
            "ownershipStdev" => asked.ownership_spread = value == "true",
            "movesOwnership" => asked.moves_ownership = value == "true",
            "pvVisits" => asked.line_visits = value == "true",
            _ => {}
        }
    }
    Ok(asked)
}

/// `D4,Q16`; passes are not points.
fn points(engine: &Engine, list: &str) -> Result<PointSet, Refusal> {
    let mut points = PointSet::EMPTY;
    for word in list.split(',') {
        match engine.size().parse_move(word) {
            Some(Move::Place(point)) => _ = points.insert(point),
            Some(Move::Pass) => {}
            None => return Err(Refusal::COORDINATE.into()),
        }
    }
    Ok(points)
}

/// One line, since there is no search to refine it; the reply stays open until the next command.
fn analyze(
    engine: &mut Engine,
    arguments: Arguments<'_>,
    dialect: Dialect,
) -> Result<Reply, Refusal> {
    let asked = asked(engine, arguments)?;
    Ok(Reply::Open(line(engine, &asked, dialect)?))
}

fn analyze_and_play(
    engine: &mut Engine,
    arguments: Arguments<'_>,
    dialect: Dialect,
) -> Result<Reply, Refusal> {
    let asked = asked(engine, arguments)?;
    let line = line(engine, &asked, dialect)?;
    let played = generate(engine, asked.color)?;
    good(format!("\n{line}\nplay {played}"))
}

fn line(engine: &mut Engine, asked: &Asked, dialect: Dialect) -> Result<String, Refusal> {
    let analysis = engine.analyse(asked.color, &asked.scope)?;
    let visits = visits(&analysis.moves);
    let mut parts = Vec::new();
    let candidates = analysis.moves.iter().zip(&visits);
    // Sabaki drops a candidate that is no point.
    let candidates = candidates.filter(|(analysed, _)| analysed.mv != Move::Pass);
    for (order, (analysed, &visits)) in candidates.enumerate() {
        parts.push(match dialect {
            Dialect::LeelaZero => leela_zero(engine, &analysis, analysed, visits, order),
            Dialect::KataGo => kata_go(engine, &analysis, analysed, visits, order),
        });
        if asked.line_visits {
            let each = vec!["1"; analysed.line.len()].join(" ");
            parts.push(format!("pvVisits {each}"));
        }
        if asked.moves_ownership {
            let owners = owners(engine, &analysis, &analysed.ownership);
            parts.push(format!("movesOwnership {owners}"));
        }
    }
    let view = engine.settings.perspective;
    let (sign, chance) =
        (view.sign(analysis.color), view.chance(analysis.color, analysis.black_wins()));
    if asked.root {
        parts.push(format!(
            "rootInfo visits {} utility {:.4} winrate {chance:.6} scoreMean {lead:.3} scoreStdev {:.3} \
             scoreLead {lead:.3} scoreSelfplay {lead:.3}",
            visits.iter().sum::<u64>(),
            2.0 * chance - 1.0,
            analysis.standard_deviation(),
            lead = sign * analysis.black_lead(),
        ));
    }
    if asked.ownership {
        parts.push(format!("ownership {}", owners(engine, &analysis, &analysis.ownership)));
    }
    if asked.ownership_spread {
        let spread = analysis.ownership.map(|owner| (1.0 - owner * owner).max(0.0).sqrt());
        let spread: Vec<String> =
            spread.values().iter().map(|spread| format!("{spread:.4}")).collect();
        parts.push(format!("ownershipStdev {}", spread.join(" ")));
    }
    Ok(parts.join(" "))
}

/// Row by row from the upper left, seen as analysis is.
fn owners(engine: &Engine, analysis: &Analysis, ownership: &Field<f64>) -> String {
    let sign = engine.settings.perspective.sign(analysis.color);
    let owners = ownership.values().iter().map(|owner| format!("{:.4}", sign * owner));
    owners.collect::<Vec<_>>().join(" ")
}

fn leela_zero(
    engine: &Engine,
    analysis: &Analysis,
    analysed: &AnalysedMove,
    visits: u64,
    order: usize,
) -> String {
    let whole = |share: f64| (share * 10_000.0).round() as i64;
    let chance = engine.settings.perspective.chance(analysis.color, analysed.black_wins());
    format!(
        "info move {} visits {visits} winrate {chance} prior {} lcb {chance} order {order} pv {}",
        engine.size().move_text(analysed.mv),
        whole(analysed.prior),
        foreseen(engine, analysed),
        chance = whole(chance),
    )
}

fn kata_go(
    engine: &Engine,
    analysis: &Analysis,
    analysed: &AnalysedMove,
    visits: u64,
    order: usize,
) -> String {
    let view = engine.settings.perspective;
    let chance = view.chance(analysis.color, analysed.black_wins());
    format!(
        "info move {} visits {visits} edgeVisits {visits} utility {utility:.4} winrate {chance:.6} \
         scoreMean {lead:.3} scoreStdev {:.3} scoreLead {lead:.3} scoreSelfplay {lead:.3} \
         prior {:.6} lcb {chance:.6} utilityLcb {utility:.4} weight {visits}.0 order {order} pv {}",
        engine.size().move_text(analysed.mv),
        analysis.standard_deviation(),
        analysed.prior,
        foreseen(engine, analysed),
        utility = 2.0 * chance - 1.0,
        lead = view.sign(analysis.color) * analysed.black_lead(),
    )
}

fn foreseen(engine: &Engine, analysed: &AnalysedMove) -> String {
    let moves = analysed.line.iter().map(|&mv| engine.size().move_text(mv));
    moves.collect::<Vec<_>>().join(" ")
}

/// One evaluation, white positive. All symmetries say the same, so one is told.
fn raw(engine: &mut Engine, arguments: Arguments<'_>) -> Result<Reply, Refusal> {
    let to_play = engine.position().to_play();
    let named = arguments.word(0).and_then(color);
    let symmetry = arguments.word(usize::from(named.is_some())).unwrap_or("0");
    let is_known = symmetry == "all" || symmetry.parse().is_ok_and(|number: u8| number < 8);
    if !is_known {
        return Err(Refusal::SYNTAX.into());
    }
    let symmetry = if symmetry == "all" { "0" } else { symmetry };
    let scope = Scope { most_moves: 0, ..Scope::default() };
    let analysis = engine.analyse(named.unwrap_or(to_play), &scope)?;
    let size = engine.size();
    let lead = -analysis.black_lead();
    let policy = grid(size, |point: Point| match analysis.policy[point] {
        Some(share) => format!("{share:8.6}"),
        None => "     NAN".to_string(),
    });
    let owner = grid(size, |point: Point| format!("{:9.7}", -analysis.ownership[point]));
    good(format!(
        "symmetry {symmetry}\nwhiteWin {:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {lead:.3}\n\
         whiteScoreSelfplay {lead:.3}\nwhiteScoreSelfplaySq {:.3}\nvarTimeLeft 0.000\n\
         shorttermWinlossError 0.000\nshorttermScoreError 0.000\npolicy\n{policy}\n\
         policyPass {:.6}\nwhiteOwnership\n{owner}",
        1.0 - analysis.black_wins(),
        analysis.black_wins(),
        lead * lead + analysis.standard_deviation().powi(2),
        analysis.pass_policy,
    ))
}

//! Analysis lines for Sabaki, Lizzie and others that speak Leela Zero's or KataGo's dialect.

use super::moves::generate;
use super::{Table, good, grid};
use crate::analyst::{AnalysedMove, Analysis, MOVES, Scope};
use crate::gtp::arguments::{Arguments, Refusal, color};
use crate::gtp::engine::Engine;
use crate::gtp::wire::Reply;
use crate::search::{Budget, RootMoves};
use aji_rules::{Color, Field, Move, Point};
use std::time::{Duration, Instant};

/// How often analysis is told of if nobody says.
const INTERVAL: Duration = Duration::from_millis(500);
/// The first report comes after so many positions: at once, to the eye.
const FIRST: Budget = Budget::Visits(16);
/// A command that comes in waits no longer than this.
const SLICE: Duration = Duration::from_millis(20);

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
    dialect: Dialect,
    color: Color,
    most_moves: usize,
    among: RootMoves,
    interval: Duration,
    root: bool,
    ownership: bool,
    ownership_spread: bool,
    moves_ownership: bool,
    line_visits: bool,
}

/// `[COLOR] [INTERVAL] [KEY VALUE ...] [avoid|allow COLOR POINT,POINT DEPTH ...]`. Keys that are not
/// known are passed over: KataGo gets new ones every year.
fn asked(engine: &Engine, arguments: Arguments<'_>, dialect: Dialect) -> Result<Asked, Refusal> {
    let mut words = arguments.words().iter().map(String::as_str).peekable();
    let to_play = engine.position().to_play();
    let mut asked = Asked {
        dialect,
        color: words.next_if(|word| color(word).is_some()).and_then(color).unwrap_or(to_play),
        most_moves: MOVES,
        among: RootMoves::ALL,
        interval: INTERVAL,
        root: false,
        ownership: false,
        ownership_spread: false,
        moves_ownership: false,
        line_visits: false,
    };
    let mut interval = words.next_if(|word| word.parse::<f64>().is_ok());
    while let Some(key) = words.next() {
        let value = words.next().ok_or(Refusal::SYNTAX)?;
        let number = || value.parse::<usize>().or(Err(Refusal::from(Refusal::SYNTAX)));
        match key {
            "interval" => interval = Some(value),
            "minmoves" => asked.most_moves = asked.most_moves.max(number()?),
            "maxmoves" => asked.most_moves = asked.most_moves.min(number()?),
            "avoid" | "allow" => {
                let side = color(value).ok_or(Refusal::COLOR)?;
                let list = words.next().ok_or(Refusal::SYNTAX)?;
                words.next().ok_or(Refusal::SYNTAX)?;
                if side != asked.color {
                    continue;
                }
                let moves = moves(engine, list)?;
                match key {
                    "avoid" => asked.among.avoid(moves),
                    _ => asked.among.allow(moves),
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
    if let Some(centiseconds) = interval {
        let centiseconds = centiseconds.parse::<f64>().ok().filter(|time| time.is_finite());
        let centiseconds = centiseconds.ok_or(Refusal::SYNTAX)?;
        asked.interval = Duration::from_secs_f64(centiseconds.clamp(1.0, 360_000.0) / 100.0);
    }
    Ok(asked)
}

/// `D4,Q16,pass`.
fn moves(engine: &Engine, list: &str) -> Result<Vec<Move>, Refusal> {
    let moves = list.split(',').map(|word| engine.size().parse_move(word));
    moves.collect::<Option<_>>().ok_or(Refusal::COORDINATE.into())
}

/// The reply stays open and is refined until the next command.
fn analyze(
    engine: &mut Engine,
    arguments: Arguments<'_>,
    dialect: Dialect,
) -> Result<Reply, Refusal> {
    let asked = asked(engine, arguments, dialect)?;
    let first = told(engine, &asked, Some(FIRST))?;
    engine.open(OpenAnalysis { asked, reported: Instant::now() });
    Ok(Reply::Open(first))
}

/// An analysis whose reply is open.
pub struct OpenAnalysis {
    asked: Asked,
    reported: Instant,
}

/// How an open analysis goes on.
pub enum Progress {
    /// Something was read, and it is too early to tell.
    Reading,
    /// Here is what is known now.
    Report(String),
    /// Nothing more will be read, and this is all that is known.
    Full(String),
}

impl OpenAnalysis {
    /// Reads on for a moment.
    pub fn read_on(&mut self, engine: &mut Engine) -> Result<Progress, Refusal> {
        let left = self.asked.interval.saturating_sub(self.reported.elapsed());
        let slice = Budget::Time(left.clamp(Duration::from_millis(1), SLICE));
        let has_room = engine.read_on(self.asked.color, &self.asked.among, slice)?;
        if has_room && self.reported.elapsed() < self.asked.interval {
            return Ok(Progress::Reading);
        }
        self.reported = Instant::now();
        let known = told(engine, &self.asked, Some(Budget::Visits(0)))?;
        Ok(if has_room { Progress::Report(known) } else { Progress::Full(known) })
    }
}

fn analyze_and_play(
    engine: &mut Engine,
    arguments: Arguments<'_>,
    dialect: Dialect,
) -> Result<Reply, Refusal> {
    let begin = Instant::now();
    let asked = asked(engine, arguments, dialect)?;
    if asked.among != RootMoves::ALL {
        return Err("the player chooses among all moves: leave avoid and allow out".into());
    }
    let line = told(engine, &asked, None)?;
    let played = generate(engine, asked.color, begin)?;
    good(format!("\n{line}\nplay {played}"))
}

/// What is known after reading this much more.
fn told(engine: &mut Engine, asked: &Asked, budget: Option<Budget>) -> Result<String, Refusal> {
    // Sabaki drops a candidate that is no point, so a pass is not told.
    let most_moves = asked.most_moves.saturating_add(1);
    let analysis = engine.go_on(asked.color, &Scope { most_moves, among: asked.among, budget })?;
    let mut parts = Vec::new();
    let candidates = analysis.moves.iter().filter(|analysed| analysed.mv != Move::Pass);
    for (order, analysed) in candidates.take(asked.most_moves).enumerate() {
        parts.push(match asked.dialect {
            Dialect::LeelaZero => leela_zero(engine, &analysis, analysed, order),
            Dialect::KataGo => kata_go(engine, &analysis, analysed, order),
        });
        if asked.line_visits {
            let visits = analysed.line.iter().map(|(_, visits)| visits.to_string());
            parts.push(format!("pvVisits {}", visits.collect::<Vec<_>>().join(" ")));
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
            analysis.visits,
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
    order: usize,
) -> String {
    let whole = |share: f64| (share * 10_000.0).round() as i64;
    let chance = engine.settings.perspective.chance(analysis.color, analysed.black_wins());
    format!(
        "info move {} visits {} winrate {chance} prior {} lcb {chance} order {order} pv {}",
        engine.size().move_text(analysed.mv),
        analysed.visits,
        whole(analysed.prior),
        foreseen(engine, analysed),
        chance = whole(chance),
    )
}

fn kata_go(engine: &Engine, analysis: &Analysis, analysed: &AnalysedMove, order: usize) -> String {
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
        visits = analysed.visits,
        utility = 2.0 * chance - 1.0,
        lead = view.sign(analysis.color) * analysed.black_lead(),
    )
}

fn foreseen(engine: &Engine, analysed: &AnalysedMove) -> String {
    let moves = analysed.line.iter().map(|&(mv, _)| engine.size().move_text(mv));
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
    let analysis = engine.analyse(named.unwrap_or(to_play), &Scope::LOOK)?;
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

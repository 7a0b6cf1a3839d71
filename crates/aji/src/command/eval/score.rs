//! `aji eval score`: how often final scores are those of the records.

use crate::conditions::customary_komi;
use crate::flags::{GamePaths, Limit, ModelFolder};
use crate::reading;
use crate::words::{counted, rounded};
use aji_judge::judgement::JudgeError;
use aji_judge::score::{FinalScore, Scorer};
use aji_learn::cells;
use aji_learn::measure::score::{CountedGame, MeasuredScores, Unfit};
use aji_learn::report::{Column, Report};
use aji_learn::stats::wilson;
use aji_rules::{HalfPoints, RuleSet};
use anyhow::ensure;
use clap::Args;
use cpu_time::ThreadTime;
use std::collections::BTreeMap;

/// Measure how often the final score of a game is the recorded one.
///
/// Of the games, those count whose result is a number of points. Each is scored as its last move left it.
/// What is not ready to be scored is counted apart.
#[derive(Args)]
pub struct Score {
    #[command(flatten)]
    paths: GamePaths,
    #[command(flatten)]
    limit: Limit,
    /// The rules of games that do not name theirs.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    #[command(flatten)]
    models: ModelFolder,
}

/// A game that was scored, with Black's recorded lead and the seconds of the thread that it took.
type Scored = (FinalScore, HalfPoints, f64);

/// The measuring is over: as many games as were asked for are in.
#[derive(Debug, thiserror::Error)]
#[error("enough games are measured")]
struct Enough;

impl Score {
    pub fn run(self) -> anyhow::Result<Report> {
        let scorer = Scorer::of(&*self.models.library()?)?;
        let mut measured = MeasuredScores::default();
        let mut left_out = BTreeMap::<Unfit, u64>::new();
        let komi = customary_komi(self.rules, 0);
        let score = |game: CountedGame| -> Result<Scored, JudgeError> {
            let start = ThreadTime::now();
            let score = scorer.score(&game.question())?;
            Ok((score, game.black_lead, start.elapsed().as_secs_f64()))
        };
        let went = reading::for_each(
            self.paths.games,
            |record| CountedGame::of(&record, self.rules, komi).map(score),
            |game, bar| {
                match game {
                    Err(trouble) => bar.say(&trouble.to_string()),
                    Ok(Err(unfit)) => *left_out.entry(unfit).or_default() += 1,
                    Ok(Ok(scored)) => {
                        let (score, recorded, seconds) = scored?;
                        measured.take(&score, recorded, seconds);
                    }
                }
                let is_enough = measured.games >= self.limit.most() as u64;
                if is_enough { Err(Enough.into()) } else { Ok(()) }
            },
        );
        match went {
            Err(error) if !error.is::<Enough>() => return Err(error),
            _ => {}
        }
        ensure!(measured.games > 0, "none of the games was counted");
        measured.ms_per_game = rounded(measured.ms_per_game);
        report(&measured, &left_out)
    }
}

fn report(measured: &MeasuredScores, left_out: &BTreeMap<Unfit, u64>) -> anyhow::Result<Report> {
    let MeasuredScores { games, ready, winner_right, exact_margin, not_ready, ms_per_game } =
        *measured;
    let mut report =
        Report::new([Column::shown(""), Column::shown("games"), Column::shown("share").percent(1)]);
    let mut row = |what: &str, part: u64, whole: u64| {
        let share = part as f64 / whole.max(1) as f64;
        report.row(cells![what, part, (share, wilson(part, whole))]);
    };
    row("ready to be scored", ready, games);
    row("not ready", not_ready, games);
    row("of the ready, right winner", winner_right, ready);
    row("of the ready, exact margin", exact_margin, ready);
    let unfit = |(unfit, count): (&Unfit, &u64)| {
        let why = match unfit {
            Unfit::NotCounted => "not counted",
            Unfit::Illegal => "against the rules",
        };
        format!("; {count} left out, {why}")
    };
    let rest: String = left_out.iter().map(unfit).collect();
    let games = counted(games, "counted game");
    report.intro = format!("{games}{rest}. In brackets, 95 % intervals by Wilson.");
    report.closing = format!("{ms_per_game:.1} ms of one thread a game.");
    report.also(serde_json::to_value(measured)?);
    Ok(report)
}

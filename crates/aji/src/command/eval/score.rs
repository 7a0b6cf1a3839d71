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
use aji_rules::{HalfPoints, Outcome, RuleSet};
use anyhow::ensure;
use clap::Args;
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::fmt;

/// Measure how often the final score of a game is the recorded one.
///
/// Of the games, those count whose result is a number of points. Each is scored as its last move left it,
/// whether it is ready to be scored or not; the ready ones are also counted apart.
#[derive(Args)]
pub struct Score {
    #[command(flatten)]
    paths: GamePaths,
    #[command(flatten)]
    limit: Limit,
    /// The rules of games that do not name theirs.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// Also name the games whose margin is another, by their number among the counted games.
    #[arg(long)]
    misses: bool,
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
        let mut misses = Vec::new();
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
                        if !measured.take(&score, recorded, seconds) {
                            misses.push(Miss::of(measured.games, &score, recorded));
                        }
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
        report(&measured, &left_out, if self.misses { &misses } else { &[] })
    }
}

/// A game whose margin is not the recorded one.
struct Miss {
    /// Its number among the games that were counted, from 1.
    game: u64,
    ours: Outcome,
    recorded: Outcome,
    is_ready: bool,
}

impl Miss {
    fn of(game: u64, score: &FinalScore, recorded: HalfPoints) -> Miss {
        let recorded = Outcome::from_black_lead(recorded);
        Miss { game, ours: score.outcome(), recorded, is_ready: score.is_ready() }
    }
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Miss { game, ours, recorded, is_ready } = self;
        let ready = if *is_ready { "" } else { ", not ready" };
        write!(f, "Game {game}: {ours}, recorded {recorded}{ready}.")
    }
}

fn report(
    measured: &MeasuredScores,
    left_out: &BTreeMap<Unfit, u64>,
    misses: &[Miss],
) -> anyhow::Result<Report> {
    let all = measured.games;
    let mut report =
        Report::new([Column::shown(""), Column::shown("games"), Column::shown("share").percent(1)]);
    let mut row = |what: &str, part: u64, whole: u64| {
        let share = part as f64 / whole.max(1) as f64;
        report.row(cells![what, part, (share, wilson(part, whole))]);
    };
    row("right winner", measured.winner_right, all);
    row("exact margin", measured.exact_margin, all);
    row("within two points", measured.within_2, all);
    row("ready to be scored", measured.ready, all);
    row("not ready", measured.not_ready, all);
    row("of the ready, right winner", measured.ready_winner_right, measured.ready);
    row("of the ready, exact margin", measured.ready_exact_margin, measured.ready);
    let unfit = |(unfit, count): (&Unfit, &u64)| {
        let why = match unfit {
            Unfit::NotCounted => "not counted",
            Unfit::Illegal => "against the rules",
        };
        format!("; {count} left out, {why}")
    };
    let rest: String = left_out.iter().map(unfit).collect();
    let games = counted(all, "counted game");
    report.intro = format!("{games}{rest}. In brackets, 95 % intervals by Wilson.");
    report.closing = format!("{:.1} ms of one thread a game.", measured.ms_per_game);
    for miss in misses {
        report.closing += &format!("\n{miss}");
    }
    report.also(serde_json::to_value(measured)?);
    Ok(report)
}

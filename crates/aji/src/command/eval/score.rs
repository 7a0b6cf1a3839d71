//! `aji eval score`: how often final scores are those of the records.

use crate::agreed::customary_komi;
use crate::command::Answer;
use crate::words::{counted, percent};
use crate::{models, reading};
use aji_judge::judgement::JudgeError;
use aji_judge::score::FinalScore;
use aji_judge::score::Scorer;
use aji_learn::measure::score::{CountedGame, MeasuredScores, Unfit};
use aji_learn::stats::wilson;
use aji_rules::{HalfPoints, RuleSet};
use anyhow::ensure;
use clap::{Args, value_parser};
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Measure how often the final score of a game is the recorded one.
///
/// Of the games, those count whose result is a number of points. Each is scored as its last move left it.
/// What is not ready to be scored is counted apart.
#[derive(Args)]
pub struct Score {
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Take the first N counted games only.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The rules of games that do not tell theirs.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A game that was scored, with Black's recorded lead and the seconds of the thread that it took.
type Scored = (FinalScore, HalfPoints, f64);

/// The measuring is over: as many games as were asked for are in.
#[derive(Debug, thiserror::Error)]
#[error("enough games are measured")]
struct Enough;

impl Score {
    pub fn run(self) -> anyhow::Result<Answer> {
        let scorer = Scorer::of(&*models::library(self.models.as_deref())?)?;
        let mut measured = MeasuredScores::default();
        let mut left_out = BTreeMap::<Unfit, u64>::new();
        let komi = customary_komi(self.rules, 0);
        let score = |game: CountedGame| -> Result<Scored, JudgeError> {
            let start = ThreadTime::now();
            let score = scorer.score(&game.question())?;
            Ok((score, game.black_lead, start.elapsed().as_secs_f64()))
        };
        let went = reading::for_each(
            self.games.iter().cloned(),
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
                let is_enough = self.positions.is_some_and(|most| measured.games >= most);
                if is_enough { Err(Enough.into()) } else { Ok(()) }
            },
        );
        match went {
            Err(error) if !error.is::<Enough>() => return Err(error),
            _ => {}
        }
        ensure!(measured.games > 0, "none of the games was counted");
        measured.ms_per_game = crate::words::rounded(measured.ms_per_game);
        Ok(Answer::good(if self.json {
            serde_json::to_string(&measured)? + "\n"
        } else {
            text(&measured, &left_out)
        }))
    }
}

fn text(measured: &MeasuredScores, left_out: &BTreeMap<Unfit, u64>) -> String {
    let MeasuredScores { games, ready, winner_right, exact_margin, not_ready, ms_per_game } =
        measured;
    let share = |part: u64, whole: u64| {
        let interval = wilson(part, whole);
        let [low, high] = [interval.low, interval.high].map(|x| 100.0 * x);
        format!("{} ({low:.1} to {high:.1})", percent(part, whole))
    };
    let unfit = |(unfit, count): (&Unfit, &u64)| {
        let why = match unfit {
            Unfit::NotCounted => "not counted",
            Unfit::Illegal => "against the rules",
        };
        format!("; {count} left out, {why}")
    };
    let rest: String = left_out.iter().map(unfit).collect();
    format!(
        "{}{rest}. In brackets, 95 % intervals by Wilson.\n\n\
         ready to be scored  {ready:>6}  {}\n\
         not ready           {not_ready:>6}  {}\n\n\
         Of those that are ready:\n\
         right winner        {winner_right:>6}  {}\n\
         exact margin        {exact_margin:>6}  {}\n\n\
         {ms_per_game:.1} ms of one thread a game.\n",
        counted(*games, "counted game"),
        share(*ready, *games),
        share(*not_ready, *games),
        share(*winner_right, *ready),
        share(*exact_margin, *ready),
    )
}

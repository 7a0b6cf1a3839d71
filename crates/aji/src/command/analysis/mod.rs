//! `aji analysis`: KataGo's JSON protocol on standard input and output.

mod pool;
mod query;
mod reply;

use super::Answer;
use crate::models::{self, Judging};
use crate::{complain, reading};
use aji_play::gtp::Perspective;
use aji_rules::Color;
use clap::{Args, value_parser};
use pool::{Job, Pool};
use query::{Action, Line, Query};
use serde_json::{Value, json};
use std::io::{BufRead, ErrorKind, Read, Write};
use std::sync::Arc;

/// Answer queries in the JSON of KataGo's analysis engine, one object a line, so that KaTrain, Ogatak
/// and scripts that were written for KataGo run with aji behind them.
///
/// In KaTrain, `aji analysis` is the command that overrides the engine. What KataGo has no words
/// for is under the key `aji` of each reply. See docs/protocols.md.
#[derive(Args)]
pub struct Analysis {
    /// How many threads answer; by default as many as there are cores.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Whose point of view winrates and scores take where a query does not say: black, white or
    /// side-to-move.
    #[arg(long, value_name = "SIDE", default_value_t = Perspective::Color(Color::Black))]
    perspective: Perspective,
    #[command(flatten)]
    judging: Judging,
    /// KataGo's own flags, such as -config and -model: they are read and have no effect, but for
    /// reportAnalysisWinratesAs in -override-config.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, value_name = "KATAGO FLAGS")]
    others: Vec<String>,
}

/// A longer line is cut here; a whole game with all its turns has some kilobytes.
const MOST_BYTES: u64 = 1 << 26;

impl Analysis {
    pub fn run(mut self) -> anyhow::Result<Answer> {
        self.read_others();
        let analyst = self.judging.analyst()?;
        let threads = self.threads.map_or_else(reading::threads, usize::from);
        let pool = Pool::new(std::io::stdout());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let analyst = analyst.clone();
                scope.spawn(|| pool.work(analyst));
            }
            let result = converse(&pool, std::io::stdin().lock(), self.perspective);
            pool.close();
            match result {
                // Whoever does not listen any more needs no answer.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                result => result,
            }
        })?;
        Ok(Answer::good(String::new()))
    }

    /// KataGo's flags: what it would warn of, we warn of.
    fn read_others(&mut self) {
        let mut others = self.others.iter().peekable();
        while let Some(flag) = others.next() {
            // Some flags have no value, such as -quit-without-waiting.
            let value = others.next_if(|value| !value.starts_with('-'));
            let set = value.filter(|_| flag == "-override-config").into_iter();
            let settings =
                set.flat_map(|value| value.split(',')).filter_map(|one| one.split_once('='));
            let mut is_used = false;
            for (key, side) in settings {
                if let ("reportAnalysisWinratesAs", Ok(side)) = (key.trim(), side.trim().parse()) {
                    self.perspective = side;
                    is_used = true;
                }
            }
            if !is_used {
                complain(&format!("aji: {flag} is one of KataGo's flags and has no effect here"));
            }
        }
    }
}

/// Reads lines until there are no more.
fn converse<W: Write + Send>(
    pool: &Pool<W>,
    mut input: impl BufRead,
    perspective: Perspective,
) -> std::io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        match query::parse(line, perspective) {
            Ok(Line::Query(query)) => queue(pool, *query)?,
            Ok(Line::Action(action)) => act(pool, action)?,
            Err(refusal) => pool.say(&refusal.to_json())?,
        }
    }
}

fn queue<W: Write + Send>(pool: &Pool<W>, query: Query) -> std::io::Result<()> {
    for field in &query.unknown {
        let warning = "Unexpected or unused field";
        pool.say(&json!({"warning": warning, "field": field, "id": query.id}))?;
    }
    let (id, asked): (Arc<str>, _) = (query.id.into(), Arc::new(query.asked));
    for (turn, priority, game) in query.turns {
        let (id, asked) = (id.clone(), asked.clone());
        pool.add(Job { id, turn, priority, game, asked, is_ended: Arc::default() })?;
    }
    Ok(())
}

fn act<W: Write + Send>(pool: &Pool<W>, action: Action) -> std::io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let with = |mut asked: Value, key: &str, value: Value| {
        asked[key] = value;
        asked
    };
    match action {
        Action::QueryVersion(asked) => {
            let asked = with(asked, "version", json!(version));
            pool.say(&with(asked, "git_hash", json!(format!("aji {version}"))))
        }
        Action::QueryModels(asked) => {
            let model = |name: &str| json!({"name": name, "internalName": name, "maxBatchSize": 1});
            let models: Vec<Value> = [models::BEST, "dead-stones"].map(model).into();
            pool.say(&with(asked, "models", json!(models)))
        }
        Action::ClearCache(asked) => pool.say(&asked),
        Action::Terminate { asked, id, turns } => {
            pool.terminate(|job, turn| {
                id.as_deref().is_none_or(|id| id == job)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&turn))
            })?;
            pool.say(&asked)
        }
    }
}

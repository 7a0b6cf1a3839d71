//! The folder of a match: its settings, a record of every game, a table of results.

use crate::words::points;
use crate::writing;
use aji_play::arena::{MatchSettings, Played, read_game};
use anyhow::{Context, bail, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "match.json";
const RESULTS: &str = "results.csv";

pub struct Folder {
    path: PathBuf,
    /// The digits in the names of records.
    digits: usize,
}

impl Folder {
    /// For a new match.
    pub fn begin(path: &Path, settings: &MatchSettings) -> anyhow::Result<Folder> {
        let manifest = path.join(MANIFEST);
        ensure!(
            !manifest.exists(),
            "{} has a match already: go on with it by --resume, or take another folder",
            path.display()
        );
        fs::create_dir_all(path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        let folder = Folder::of(path, settings);
        if let Some(number) = (1..=settings.game_count()).find(|&n| folder.record(n).exists()) {
            bail!(
                "{} is there already: take another folder, or take it away",
                folder.record(number).display()
            );
        }
        writing::write(&manifest, (serde_json::to_string_pretty(settings)? + "\n").as_bytes())?;
        Ok(folder)
    }

    /// For a match that was begun; its settings must be these.
    pub fn resume(path: &Path, settings: &MatchSettings) -> anyhow::Result<Folder> {
        let manifest = path.join(MANIFEST);
        let text = fs::read_to_string(&manifest).with_context(|| {
            format!("cannot read {}; begin anew without --resume", manifest.display())
        })?;
        let found: Value = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the settings of a match", manifest.display()))?;
        let wanted = serde_json::to_value(settings)?;
        // What is as it mostly is may be left unsaid by either.
        let keys = [&wanted, &found].map(|settings| settings.as_object());
        let names: BTreeSet<&String> =
            keys.into_iter().flatten().flat_map(|settings| settings.keys()).collect();
        let differences: Vec<String> = names
            .into_iter()
            .filter(|name| found.get(name) != wanted.get(name))
            .map(|name| {
                let found = found.get(name).unwrap_or(&Value::Null);
                let wanted = wanted.get(name).unwrap_or(&Value::Null);
                format!("{name} {found} instead of {wanted}")
            })
            .collect();
        ensure!(
            differences.is_empty(),
            "the match in {} has other settings: {}",
            path.display(),
            differences.join(", ")
        );
        Ok(Folder::of(path, settings))
    }

    fn of(path: &Path, settings: &MatchSettings) -> Folder {
        let digits = settings.game_count().to_string().len().max(4);
        Folder { path: path.to_path_buf(), digits }
    }

    fn record(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number:0width$}.sgf", width = self.digits))
    }

    /// The games that were played before.
    pub fn games(&self, settings: &MatchSettings) -> anyhow::Result<Vec<Played>> {
        let mut games = Vec::new();
        for number in 1..=settings.game_count() {
            let path = self.record(number);
            if !path.exists() {
                continue;
            }
            let sgf = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let game = read_game(settings, number, &sgf);
            games.push(game.with_context(|| path.display().to_string())?);
        }
        Ok(games)
    }

    /// Writes the record of a game.
    pub fn keep(&self, played: &Played, sgf: &str) -> anyhow::Result<()> {
        writing::write(&self.record(played.number), sgf.as_bytes())
    }

    /// Writes the table of all games. There are no times in it, so that equal matches have equal files.
    pub fn write_results(&self, settings: &MatchSettings, games: &[Played]) -> anyhow::Result<()> {
        let labels = settings.labels();
        let mut table =
            "game,black,white,result,black_lead_japanese,black_lead_chinese,moves,ended\n"
                .to_string();
        for game in games {
            let lead = |lead: Option<_>| lead.map_or(String::new(), |l| points(l).to_string());
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "{},{},{},{},{},{},{},{}",
                game.number,
                field(&labels[game.black]),
                field(&labels[game.white]),
                game.outcome,
                lead(game.leads.map(|leads| leads.japanese)),
                lead(game.leads.map(|leads| leads.chinese)),
                game.moves,
                field(&game.ending.to_string())
            );
        }
        writing::write(&self.path.join(RESULTS), table.as_bytes())
    }
}

/// A text as a field of a table.
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

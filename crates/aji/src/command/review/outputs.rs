//! Files that hold a review: where they go, and what is there already.

use super::{ReviewedGame, report, sgf};
use crate::writing;
use aji_record::Record;
use anyhow::{Context, bail, ensure};
use clap::Args;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What to write besides what is printed.
#[derive(Args)]
pub struct Outputs {
    /// Also write the record with the review in it, for Sabaki, Lizzie, KaTrain and others, into this file
    /// or folder; `-` prints it instead of the text.
    #[arg(long, value_name = "FILE|FOLDER")]
    sgf: Option<PathBuf>,
    /// Also write a page that shows the game and its review in any browser, into this file or
    /// folder; `-` prints it instead of the text.
    #[arg(long, value_name = "FILE|FOLDER")]
    html: Option<PathBuf>,
    /// Review also records that aji wrote, and those whose outputs are there already.
    #[arg(long)]
    again: bool,
}

/// A file that holds a review.
#[derive(Clone, Copy)]
enum What {
    Record,
    Page,
}

impl What {
    /// How its name ends.
    fn ending(self) -> &'static str {
        match self {
            What::Record => "aji.sgf",
            What::Page => "html",
        }
    }
}

/// Whether a name is that of a file with files in it.
pub fn is_archive(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    [".zip", ".tar", ".tar.gz", ".tgz"].iter().any(|ending| name.ends_with(ending))
}

impl Outputs {
    fn is_asked(&self) -> bool {
        self.sgf.is_some() || self.html.is_some()
    }

    /// Writes what was asked for of a game, and gives back what is to be printed instead of the text.
    pub fn write(&self, roots: &[PathBuf], game: &ReviewedGame) -> anyhow::Result<Option<String>> {
        let mut printed = None;
        for (path, what) in self.wanted() {
            let text = match what {
                What::Record => sgf::of(game),
                What::Page => report::of(game)?,
            };
            if path.as_os_str() == "-" {
                ensure!(printed.is_none(), "only one of --sgf and --html can be printed");
                printed = Some(text);
            } else {
                let place = place(path, roots, &game.loaded.record, what)?;
                writing::write(&place, text.as_bytes())?;
            }
        }
        Ok(printed)
    }

    /// Makes sure that there are folders for the outputs of many games.
    pub fn prepare_for_many(&self) -> anyhow::Result<()> {
        for path in self.sgf.iter().chain(&self.html) {
            ensure!(
                path.as_os_str() != "-",
                "outputs of several games go into a folder: name one instead of -"
            );
            if path.exists() && !path.is_dir() {
                bail!("{} is a file; outputs of several games go into a folder", path.display());
            }
            fs::create_dir_all(path)
                .with_context(|| format!("cannot make the folder {}", path.display()))?;
        }
        Ok(())
    }

    /// Whether there is nothing to do for a record among many: it is an output of ours, or all of its outputs
    /// are there. They are written whole or not at all.
    pub fn is_done(&self, roots: &[PathBuf], record: &Record) -> bool {
        let exists = |(path, what): (&PathBuf, What)| inside(path, roots, record, what).exists();
        let all_there = self.is_asked() && self.wanted().all(exists);
        !self.again && (sgf::is_ours(record) || all_there)
    }

    /// What was asked for, and where.
    fn wanted(&self) -> impl Iterator<Item = (&PathBuf, What)> {
        let records = self.sgf.iter().map(|path| (path, What::Record));
        records.chain(self.html.iter().map(|path| (path, What::Page)))
    }
}

/// The file itself, or one in the folder that is named.
fn place(path: &Path, roots: &[PathBuf], record: &Record, what: What) -> anyhow::Result<PathBuf> {
    let is_folder = path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']);
    match is_folder {
        true => ready(inside(path, roots, record, what)),
        false => Ok(path.to_path_buf()),
    }
}

/// The output of a record in a folder: `folder/7.aji.sgf` for `games/7.sgf` if `games` was asked for,
/// `folder/games-2.aji.sgf` for the second game in `games.sgf`.
fn inside(folder: &Path, roots: &[PathBuf], record: &Record, what: What) -> PathBuf {
    let place = record.place();
    let origin = place.origin.as_ref();
    let path = origin.path.as_path();
    let below = match roots {
        [root] => path.strip_prefix(root).unwrap_or(path),
        _ => path,
    };
    let name = match &origin.member {
        Some(member) => without_endings(below).join(without_endings(Path::new(member))),
        None if path == Path::new("-") => PathBuf::from("standard-input"),
        None if below == Path::new("") => PathBuf::from(path.file_name().unwrap_or_default()),
        None => below.to_path_buf(),
    };
    // Names of strangers lead nowhere but down.
    let parts = without_endings(&name)
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy().replace(['\\', ':'], "-")),
            _ => None,
        })
        .collect::<Vec<_>>();
    let number = if place.number == 1 { String::new() } else { format!("-{}", place.number) };
    folder.join(format!("{}{number}.{}", parts.join("/"), what.ending()))
}

/// A name without those endings that tell what kind of file it is.
fn without_endings(name: &Path) -> PathBuf {
    let text = name.to_string_lossy();
    let known = [".gz", ".zip", ".tar", ".tgz", ".sgf", ".gib", ".ngf", ".ugi", ".ugf", ".aji"];
    let mut rest: &str = &text;
    while let Some(shorter) = known.iter().find_map(|ending| strip_end(rest, ending)) {
        rest = shorter;
    }
    PathBuf::from(rest)
}

fn strip_end<'t>(text: &'t str, ending: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(ending.len())?;
    let matches = text.is_char_boundary(at) && text[at..].eq_ignore_ascii_case(ending);
    matches.then(|| &text[..at])
}

/// The path, with a folder to put it in.
fn ready(path: PathBuf) -> anyhow::Result<PathBuf> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_record::corpus::{Corpus, Limits};

    /// Where the outputs of what is found behind these paths go.
    fn places(root: &Path, roots: &[&str]) -> Vec<String> {
        let roots: Vec<PathBuf> = roots.iter().map(|path| root.join(path)).collect();
        let games = Corpus::open(roots.clone(), Limits::default()).map(|game| game.unwrap());
        let records = games.map(|game| Record::read(&game).unwrap());
        let place = |record| inside(Path::new("out"), &roots, &record, What::Record);
        records.map(|record| place(record).to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn outputs_have_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("games/deep")).unwrap();
        fs::write(root.join("games/deep/1.sgf"), "(;B[aa])").unwrap();
        fs::write(root.join("games/two.SGF"), "(;B[aa])(;B[bb])").unwrap();
        assert_eq!(
            places(root, &["games"]),
            ["out/deep/1.aji.sgf", "out/two.aji.sgf", "out/two-2.aji.sgf"]
        );
        assert_eq!(places(root, &["games/deep/1.sgf"]), ["out/1.aji.sgf"]);
        let several = places(root, &["games/deep/1.sgf", "games/deep"]);
        assert!(several.iter().all(|place| place.ends_with("games/deep/1.aji.sgf")), "{several:?}");
    }
}

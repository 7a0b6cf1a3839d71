//! Finds the files of a corpus, one by one, in an order that is the same everywhere.

use super::kind::Kind;
use super::{Origin, Problem, ProblemKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// Something to open.
#[derive(Debug)]
pub(super) enum Found {
    StandardInput,
    File {
        path: PathBuf,
        size: u64,
        /// None when the name does not tell; then the user asked for this very file.
        kind: Option<Kind>,
    },
}

/// The files behind a list of paths.
pub(super) struct Walk {
    paths: std::vec::IntoIter<PathBuf>,
    folder: Option<Folder>,
}

struct Folder {
    path: PathBuf,
    entries: walkdir::IntoIter,
    /// Whether there was anything to open or to complain about.
    fruitful: bool,
}

impl Walk {
    pub fn new(paths: Vec<PathBuf>) -> Walk {
        Walk { paths: paths.into_iter(), folder: None }
    }
}

impl Iterator for Walk {
    type Item = Result<Found, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(folder) = &mut self.folder {
                if let Some(found) = folder.next_found() {
                    folder.fruitful = true;
                    return Some(found);
                }
                let Folder { path, fruitful, .. } = self.folder.take()?;
                if !fruitful {
                    return Some(Err(problem(&path, ProblemKind::NoGameFile)));
                }
            }
            let path = self.paths.next()?;
            if is_standard_input(&path) {
                return Some(Ok(Found::StandardInput));
            }
            match fs::metadata(&path) {
                Err(error) => return Some(Err(problem(&path, ProblemKind::of_file(&error)))),
                Ok(about) if about.is_dir() => {
                    let entries = walk(&path).into_iter();
                    self.folder = Some(Folder { path, entries, fruitful: false });
                }
                Ok(about) if about.is_file() => {
                    let kind = Kind::of(&path.to_string_lossy());
                    return Some(Ok(Found::File { path, size: about.len(), kind }));
                }
                // Opening a pipe would wait for whoever is to write into it.
                Ok(_) => return Some(Err(problem(&path, ProblemKind::Special))),
            }
        }
    }
}

impl Folder {
    fn next_found(&mut self) -> Option<Result<Found, Problem>> {
        loop {
            let entry = match self.entries.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(walk_problem(&self.path, &error))),
            };
            let Some(kind) = kind_of(&entry) else {
                continue;
            };
            if !entry.file_type().is_file() {
                return Some(Err(problem(entry.path(), ProblemKind::Special)));
            }
            return Some(match entry.metadata() {
                Ok(about) => {
                    let path = entry.into_path();
                    Ok(Found::File { path, size: about.len(), kind: Some(kind) })
                }
                Err(error) => Err(walk_problem(&self.path, &error)),
            });
        }
    }
}

/// The sum of the sizes of all files, if it can be known beforehand.
pub(super) fn total_size(paths: &[PathBuf]) -> Option<u64> {
    let mut total = 0;
    for path in paths {
        if is_standard_input(path) {
            return None;
        }
        let wanted = |entry: &DirEntry| entry.depth() == 0 || kind_of(entry).is_some();
        let files = walk(path).into_iter().flatten().filter(wanted);
        total += files
            .filter_map(|entry| entry.metadata().ok())
            .filter(fs::Metadata::is_file)
            .map(|about| about.len())
            .sum::<u64>();
    }
    Some(total)
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Links are followed, since corpora are often put together from links; walkdir finds loops.
fn walk(path: &Path) -> WalkDir {
    WalkDir::new(path).follow_links(true).sort_by_file_name()
}

/// The kind of an entry that is worth opening.
fn kind_of(entry: &DirEntry) -> Option<Kind> {
    if entry.file_type().is_dir() { None } else { Kind::of(&entry.file_name().to_string_lossy()) }
}

fn walk_problem(folder: &Path, error: &walkdir::Error) -> Problem {
    let kind = match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => ProblemKind::Loop(ancestor.to_owned()),
        (None, Some(error)) => ProblemKind::of_file(error),
        (None, None) => ProblemKind::Unreadable(error.to_string()),
    };
    problem(error.path().unwrap_or(folder), kind)
}

fn problem(path: &Path, kind: ProblemKind) -> Problem {
    kind.at(&Arc::new(Origin { path: path.to_owned(), member: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a walk finds, as names below `root` or as complaints.
    fn found(root: &Path) -> Vec<String> {
        let below =
            |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        Walk::new(vec![root.to_owned()])
            .map(|item| match item {
                Ok(Found::File { path, .. }) => below(&path),
                Ok(Found::StandardInput) => "-".to_string(),
                Err(Problem { origin, kind }) => format!("{}: {kind}", below(&origin.path)),
            })
            .collect()
    }

    #[test]
    fn folders_are_walked_in_order() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("b/empty.sgf")).unwrap();
        for name in ["c.sgf", "a.SGF.gz", "b/2.gib", "b/10.tgz", "b/notes.txt", "B.zip"] {
            fs::write(root.path().join(name), "four").unwrap();
        }
        assert_eq!(found(root.path()), ["B.zip", "a.SGF.gz", "b/10.tgz", "b/2.gib", "c.sgf"]);
        assert_eq!(total_size(&[root.path().to_owned()]), Some(20));
        assert_eq!(total_size(&[root.path().to_owned(), "-".into()]), None);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let root = tempfile::tempdir().unwrap();
        let empty = found(root.path());
        assert!(empty.len() == 1 && empty[0].contains("no game file"), "{empty:?}");

        let missing = Walk::new(vec![root.path().join("x.sgf")]).next().unwrap().unwrap_err();
        assert_eq!(missing.kind, ProblemKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_special_files() {
        use std::os::unix::{fs::symlink, net::UnixListener};
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("a")).unwrap();
        fs::write(root.path().join("a/1.sgf"), "(;)").unwrap();
        symlink(root.path(), root.path().join("a/loop")).unwrap();
        symlink(root.path().join("a/1.sgf"), root.path().join("b.sgf")).unwrap();
        symlink(root.path().join("gone"), root.path().join("c.sgf")).unwrap();
        let socket = UnixListener::bind(root.path().join("d.sgf")).unwrap();
        let all = found(root.path());
        assert_eq!((&all[0], &all[2], all.len()), (&"a/1.sgf".into(), &"b.sgf".into(), 5));
        assert!(all[1].starts_with("a/loop: this link leads back"), "{all:?}");
        assert!(all[3].starts_with("c.sgf: no such file"), "{all:?}");
        assert!(all[4].starts_with("d.sgf: it is no ordinary file"), "{all:?}");

        let named = Walk::new(vec![root.path().join("d.sgf")]).next().unwrap().unwrap_err();
        assert_eq!(named.kind, ProblemKind::Special);
        drop(socket);
    }
}

//! Files that the program writes: whole or not at all.

use anyhow::Context;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file. Who looks at it sees the old one or all of the new one.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // Pipes and devices cannot be replaced, and must not be.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return fs::write(&path, bytes);
    }
    let temporary = beside(&path)?;
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A name in the same folder, so that renaming is one step.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(temporary))
}

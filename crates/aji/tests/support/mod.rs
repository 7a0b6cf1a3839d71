//! What the tests of the program share: folders to work in, the program run there, and what it says.
#![allow(dead_code, reason = "each test uses a part of it")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A fresh folder with these files.
pub fn folder_with<T: AsRef<[u8]>>(files: &[(&str, T)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// The program, to be run.
pub fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("aji"))
}

/// Runs aji in a folder.
pub fn aji(folder: &Path, arguments: &[&str]) -> Output {
    program().args(arguments).current_dir(folder).output().unwrap()
}

/// What it printed, on both channels, and how it ended.
pub fn transcript(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = output.status.code().unwrap();
    format!("{}{}exit status {status}", text(&output.stdout), text(&output.stderr))
}

/// What it said on the error channel.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What it answered; it must have ended well.
pub fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it said when it refused.
pub fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    said(output)
}

/// What it answered in JSON; it must have ended well.
pub fn json(output: &Output) -> Value {
    serde_json::from_str(&told(output)).unwrap()
}

//! GNU Go as a peer: how long its `estimate_score` takes, asked over GTP.

use aji_rules::{Color, Move, Size};
use anyhow::{Context, ensure};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

pub const NAME: &str = "GNU Go";

/// Where it is, if it is installed. Debian keeps it in a folder that is not in everybody's path.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join("gnugo")).find(|file| file.is_file())
}

/// How long it takes to estimate the score after these moves. It is started anew every time, as it
/// remembers what it has seen; starting and playing are not counted.
pub fn time_to_estimate(
    program: &Path,
    size: Size,
    moves: &[(Color, Move)],
) -> anyhow::Result<Duration> {
    let mut talk = Talk::start(program)?;
    talk.ask(&format!("boardsize {}", size.width()))?;
    for &(color, mv) in moves {
        talk.ask(&format!("play {color} {}", size.move_text(mv)))?;
    }
    let start = Instant::now();
    talk.ask("estimate_score")?;
    Ok(start.elapsed())
}

/// A conversation, which ends when it is dropped.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(program: &Path) -> anyhow::Result<Talk> {
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("it has no input")?;
        let output = BufReader::new(child.stdout.take().context("it has no output")?);
        Ok(Talk { child, input, output })
    }

    fn ask(&mut self, command: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{command}").context("it does not listen")?;
        let mut answer = String::new();
        // An answer ends with an empty line.
        loop {
            let start = answer.len();
            let read = self.output.read_line(&mut answer).context("it does not answer")?;
            ensure!(read > 0, "it stopped at `{command}`");
            if answer[start..].trim().is_empty() && !answer.trim().is_empty() {
                break;
            }
        }
        ensure!(answer.trim_start().starts_with('='), "it says `{}` to `{command}`", answer.trim());
        Ok(())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! GNU Go as a peer: how long its `estimate_score` takes, asked over GTP.

use aji_play::gtp::client::{Client, ClientError};
use aji_rules::{Color, Move, Size};
use std::path::{Path, PathBuf};
use std::process::Command;
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
) -> Result<Duration, ClientError> {
    let mut command = Command::new(program);
    command.args(["--mode", "gtp", "--quiet"]);
    let mut client = Client::run(command)?;
    client.send(&format!("boardsize {}", size.width()))?;
    for &(color, mv) in moves {
        client.send(&format!("play {color} {}", size.move_text(mv)))?;
    }
    let start = Instant::now();
    client.send("estimate_score")?;
    Ok(start.elapsed())
}

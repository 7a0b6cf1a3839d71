//! Flags that several commands have.

use crate::models;
use aji_judge::Library;
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::sync::Arc;

/// Where models come from.
#[derive(Args, Clone, Debug)]
pub struct ModelFolder {
    /// Take models from this folder instead of the built-in ones, where it has them.
    #[arg(long = "models", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl ModelFolder {
    /// The models of the folder, and the built-in ones for what it does not have.
    pub fn library(&self) -> anyhow::Result<Arc<Library>> {
        models::library(self.folder.as_deref())
    }

    /// Whether all models are the built-in ones.
    pub fn is_built_in(&self) -> bool {
        self.folder.is_none()
    }
}

/// Records to read.
#[derive(Args)]
pub struct GamePaths {
    /// The games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub games: Vec<PathBuf>,
}

/// How many games or positions to take.
#[derive(Args)]
pub struct Limit {
    /// Take only the first N.
    #[arg(long = "positions", value_name = "N", value_parser = value_parser!(u64).range(1..))]
    most: Option<u64>,
}

impl Limit {
    /// At most so many.
    pub fn most(&self) -> usize {
        self.most.map_or(usize::MAX, |most| most as usize)
    }
}

/// What was chosen, or the default if nothing was.
pub fn chosen_or<T>(chosen: Vec<T>, default: impl IntoIterator<Item = T>) -> Vec<T> {
    if chosen.is_empty() { default.into_iter().collect() } else { chosen }
}

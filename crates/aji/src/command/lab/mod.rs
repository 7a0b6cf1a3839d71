//! `aji lab`: the studies' tables and figures, made anew.

mod evolution;
mod life;
mod opening;
mod territory;
mod winner;

use super::{Answer, commands};
use crate::progress::Bar;
use crate::{words, writing};
use aji_studies::File;
use anyhow::Context;
use clap::Args;
use std::path::Path;

/// Make the tables and figures of a study anew, each claim marked reproduced or not.
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    study: Study,
}

commands! {
    enum Study -> Answer {
        Evolution(evolution::Evolution),
        Life(life::Life),
        Opening(opening::Opening),
        Territory(territory::Territory),
        Winner(winner::Winner),
    }
}

impl Lab {
    pub fn run(self) -> anyhow::Result<Answer> {
        self.study.run()
    }
}

/// Makes the files of a study, which has so many parts, writes them to a folder and shows the page among them.
fn finish<E: std::error::Error + Send + Sync + 'static>(
    parts: usize,
    out: &Path,
    make: impl FnOnce(&dyn Fn(&str)) -> Result<Vec<File>, E>,
) -> anyhow::Result<Answer> {
    let bar = Bar::things(parts, "parts");
    let files = make(&|what| {
        bar.step();
        bar.say(what);
    })?;
    drop(bar);
    std::fs::create_dir_all(out)
        .with_context(|| format!("cannot make the folder {}", out.display()))?;
    for file in &files {
        writing::write(&out.join(&file.name), &file.bytes)?;
    }
    let count = words::counted(files.len() as u64, "file");
    let page = files.iter().find(|file| file.name == "README.md");
    let page = page.map(|page| String::from_utf8_lossy(&page.bytes)).unwrap_or_default();
    Ok(Answer::good(format!("{page}\nWrote {count} to {}.\n", out.display())))
}

/// A file's name without its folder, which is nobody's business.
fn name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

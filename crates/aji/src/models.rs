//! Where models come from: built in, or the user's own folder.

use aji_judge::library::{ENDING, Library, LibraryError, Replacement};
use aji_judge::score::Scorer;
use aji_judge::territory::{Inference, Model, ModelName};
use aji_play::analyst::Analyst;
use aji_rules::{Game, Size};
use anyhow::ensure;
use clap::Args;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Who judges if nobody else is asked for.
pub const BEST: &str = "deep";

/// Who plays if nobody else is asked for: in a tenth of a second a move on 19x19.
pub const BEST_PLAYER: &str = "search:100";

/// A caveat for games of a kind that the built-in judge has never seen.
pub fn caveat(game: &Game) -> Option<&'static str> {
    if ![Size::NINE, Size::THIRTEEN, Size::NINETEEN].contains(&game.position().size()) {
        Some(
            "the judge that is built in learned from games on 9x9, 13x13 and 19x19; on other boards trust \
             its chances less",
        )
    } else if game.handicap() > 0 {
        Some(
            "the judge that is built in learned from even games; with handicap trust its chances less",
        )
    } else {
        None
    }
}

/// A territory model and how to infer with it: `boltzmann5`, which is exact, or `boltzmann5/bp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerritoryName {
    /// Which model.
    pub model: ModelName,
    /// How to infer.
    pub inference: Inference,
}

impl FromStr for TerritoryName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<TerritoryName> {
        let (model, inference) = match text.split_once('/') {
            Some((model, inference)) => (model, Some(inference.parse()?)),
            None => (text, None),
        };
        let model: ModelName = model.parse()?;
        Ok(TerritoryName { model, inference: inference.unwrap_or(model.usual_inference()) })
    }
}

/// Who judges, for commands that need one evaluation; and where models come from.
#[derive(Args, Clone, Debug)]
pub struct Judging {
    /// Who judges: deep, field, boltzmann5, ...
    #[arg(long, value_name = "MODEL", default_value = BEST)]
    territory: ModelName,
    /// Take models from this folder instead of the built-in ones, where it has them.
    #[arg(long = "models", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl Judging {
    /// All models.
    pub fn library(&self) -> anyhow::Result<Arc<Library>> {
        library(self.folder.as_deref())
    }

    /// Who judges.
    pub fn name(&self) -> ModelName {
        self.territory
    }

    /// Who analyses: the judge, and the scorer for boards that are finished.
    pub fn analyst(&self) -> anyhow::Result<Analyst> {
        let library = self.library()?;
        Ok(Analyst::new(Model::of(self.territory, &library)?).with_scorer(Scorer::of(&library)?))
    }
}

/// The models of a folder, and those that are built in for what it does not have.
pub fn library(folder: Option<&Path>) -> anyhow::Result<Arc<Library>> {
    let Some(folder) = folder.map(Path::to_path_buf) else { return Ok(Library::built_in()) };
    ensure!(folder.is_dir(), "there is no folder {} to take models from", folder.display());
    Ok(Arc::new(Library::replaced_by(move |name| {
        let path = folder.join(format!("{name}.{ENDING}"));
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Some(Replacement { file: path.display().to_string(), bytes })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    })))
}

/// The territory models that there are.
pub fn territories(library: &Library) -> Result<Vec<(ModelName, Arc<Model>)>, LibraryError> {
    let found = ModelName::ALL.into_iter().map(|name| match Model::of(name, library) {
        Ok(model) => Ok(Some((name, model))),
        Err(LibraryError::NotBuiltIn(_)) => Ok(None),
        Err(error) => Err(error),
    });
    found.filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let name: TerritoryName = "boltzmann5/sw:7".parse().unwrap();
        assert_eq!(name.model, ModelName::Boltzmann5);
        assert_eq!(name.inference, Inference::SwendsenWang { sweeps: 7 });
        assert_eq!("field".parse::<TerritoryName>().unwrap().inference, Inference::Exact);
        for wrong in ["", "/", "nothing", "boltzmann5/", "boltzmann5/magic", "boltzmann5/bp/bp"] {
            assert!(wrong.parse::<TerritoryName>().is_err(), "{wrong}");
        }
    }
}

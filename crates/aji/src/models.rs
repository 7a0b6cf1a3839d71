//! Where models come from: built in, or the user's own folder.

use aji_judge::deep::Deep;
use aji_judge::life::corner::ours::Ours;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_judge::opening::candidates::{Candidates, CandidatesName};
use aji_judge::opening::evolved::{Evolved, Lineage};
use aji_judge::opening::fuzzy::{Controller, ControllerName, ours};
use aji_judge::opening::td::Td;
use aji_judge::score::Scorer;
use aji_judge::score::dead_stones::{self, DeadStones};
use aji_judge::territory::{Inference, Model, ModelName};
use aji_judge::winner::{Outlook, Predictor, PredictorName};
use aji_net::ModelFileError;
use aji_play::Minds;
use aji_rules::{Game, Size};
use anyhow::{Context, bail, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Who judges if nobody else is asked for.
pub const BEST: &str = "deep";

/// Who tells territory to players.
pub const FIELD: &str = "field";

/// Who plays if nobody else is asked for.
pub const BEST_PLAYER: &str = "patterns";

/// What to mind in games of a kind that the judge that is built in has never seen.
pub fn to_mind(game: &Game) -> Option<&'static str> {
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

/// How a model's file ends.
const ENDING: &str = "safetensors";

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

/// Who judges, for commands that judge at a glance; and where models come from.
#[derive(Args, Clone, Debug)]
pub struct Judging {
    /// Who judges: deep, field, boltzmann5, ...
    #[arg(long, value_name = "MODEL", default_value = BEST)]
    territory: ModelName,
    /// Take models from this folder instead of those built in, where it has them.
    #[arg(long = "models", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl Judging {
    /// The judge.
    pub fn territory(&self) -> anyhow::Result<Model> {
        self.folder.as_deref().map_or(Ok(()), must_be_there)?;
        let name = self.territory;
        territory(name, having(&name.to_string(), self.folder.as_deref()))
    }

    /// The judge, and all else that players and analysts think with.
    pub fn minds(&self) -> anyhow::Result<Minds> {
        Ok(Minds { judge: Arc::new(self.territory()?), ..minds(self.folder.as_deref())? })
    }
}

fn must_be_there(folder: &Path) -> anyhow::Result<()> {
    ensure!(folder.is_dir(), "there is no folder {} to take models from", folder.display());
    Ok(())
}

/// The territory model of this name, from the folder if one is given.
pub fn territory(name: ModelName, folder: Option<&Path>) -> anyhow::Result<Model> {
    let Some(folder) = folder else {
        let Some(model) = Model::embedded(name) else {
            bail!(
                "the model `{name}` is not built in; --models names a folder with {name}.{ENDING}"
            );
        };
        return Ok(model);
    };
    let path = folder.join(format!("{name}.{ENDING}"));
    let bytes = std::fs::read(&path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Model::read(name, &bytes).with_context(|| path.display().to_string())
}

/// The names of all territory models there are.
pub fn territory_names(folder: Option<&Path>) -> anyhow::Result<Vec<ModelName>> {
    let Some(folder) = folder else {
        return Ok(ModelName::ALL
            .into_iter()
            .filter(|&name| Model::embedded(name).is_some())
            .collect());
    };
    let unreadable = || format!("cannot read the folder {}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            names.extend(path.file_stem().and_then(|name| name.to_str()).map(str::to_string));
        }
    }
    // A folder gives its files in any order.
    names.sort_unstable();
    // Other models may be there too.
    let found: Vec<ModelName> = names.iter().filter_map(|name| name.parse().ok()).collect();
    ensure!(!found.is_empty(), "there is no territory model in {}", folder.display());
    Ok(found)
}

/// Who predicts winners by this name, from the folder if one is given.
pub fn predictor(name: PredictorName, folder: Option<&Path>) -> anyhow::Result<Predictor> {
    let file = || format!("{}.{ENDING}", name.file_stem());
    let Some(folder) = folder else {
        return Predictor::embedded(name).with_context(|| {
            format!("`{name}` is not built in; --models names a folder with {}", file())
        });
    };
    let path = folder.join(file());
    let bytes = std::fs::read(&path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Predictor::read(name, &bytes).with_context(|| path.display().to_string())
}

/// The deep network, from the folder if one is given.
pub fn deep(folder: Option<&Path>) -> anyhow::Result<Arc<Deep>> {
    any("deep", folder, Deep::embedded, |bytes| Deep::read(bytes).map(Arc::new))
}

/// Our network of winners by itself, from the folder if one is given.
pub fn outlook(folder: Option<&Path>) -> anyhow::Result<Outlook> {
    any(PredictorName::Outlook.file_stem(), folder, Outlook::embedded, Outlook::read)
}

/// What players and analysts think with: each model from the folder if one is given and it is there, and
/// else as it is built in.
pub fn minds(folder: Option<&Path>) -> anyhow::Result<Minds> {
    folder.map_or(Ok(()), must_be_there)?;
    let in_folder = |stem: &str| having(stem, folder);
    let predictor = |name: PredictorName| -> anyhow::Result<Arc<Predictor>> {
        Ok(Arc::new(predictor(name, in_folder(name.file_stem()))?))
    };
    let candidates = |name: CandidatesName| -> anyhow::Result<Arc<Candidates>> {
        Ok(Arc::new(candidates(name, in_folder(name.file_stem()))?))
    };
    Ok(Minds {
        judge: Arc::new(territory(BEST.parse()?, in_folder(BEST))?),
        territory: Arc::new(territory(FIELD.parse()?, in_folder(FIELD))?),
        scorer: scorer(folder)?,
        nn_influence: Some(predictor(PredictorName::NnInfluence)?),
        outlook: Some(predictor(PredictorName::Outlook)?),
        habits: Some(candidates(CandidatesName::Habits)?),
        perceptron: Some(candidates(CandidatesName::Perceptron)?),
        controller: Some(Arc::new(controller(in_folder(FUZZY))?)),
        td: Some(Arc::new(td(in_folder(TD))?)),
        evolved: Lineage::ALL
            .into_iter()
            .map(|lineage| {
                let evolved = evolved(lineage, in_folder(&lineage.file_stem()))?;
                Ok((lineage, Arc::new(evolved)))
            })
            .collect::<anyhow::Result<_>>()?,
    })
}

/// Who scores finished boards: each model from the folder if one is given and it is there, and else as it is
/// built in.
pub fn scorer(folder: Option<&Path>) -> anyhow::Result<Scorer> {
    let territory = territory(BEST.parse()?, having(BEST, folder))?;
    let dead_stones = dead_stones(having(dead_stones::NAME, folder))?;
    Ok(Scorer::new(Arc::new(territory), Arc::new(dead_stones)))
}

/// The model of dead stones, from the folder if one is given.
fn dead_stones(folder: Option<&Path>) -> anyhow::Result<DeadStones> {
    any(dead_stones::NAME, folder, DeadStones::embedded, DeadStones::read)
}

/// The file of our fuzzy controller, and that of the TD networks, without their endings.
const FUZZY: &str = "fuzzy";
const TD: &str = "td";

/// Who proposes candidates by this name, from the folder if one is given.
pub fn candidates(name: CandidatesName, folder: Option<&Path>) -> anyhow::Result<Candidates> {
    let built_in = || Candidates::embedded(name);
    any(name.file_stem(), folder, built_in, |bytes| Candidates::read(name, bytes))
}

/// Our own fuzzy controller, from the folder if one is given.
fn controller(folder: Option<&Path>) -> anyhow::Result<Controller> {
    let built_in = || Controller::embedded(ControllerName::Ours);
    any(FUZZY, folder, built_in, |bytes| ours::read(bytes).map(Controller::Ours))
}

/// The study's TD networks, from the folder if one is given.
fn td(folder: Option<&Path>) -> anyhow::Result<Td> {
    any(TD, folder, Td::embedded, Td::read)
}

/// The champions of an evolution, from the folder if one is given.
pub fn evolved(lineage: Lineage, folder: Option<&Path>) -> anyhow::Result<Evolved> {
    let built_in = || Evolved::embedded(lineage);
    any(&lineage.file_stem(), folder, built_in, Evolved::read)
}

/// A network that judges corners, from the folder if one is given and it is there, and else as it is built in.
pub fn corner(model: CornerModel, folder: Option<&Path>) -> anyhow::Result<CornerNetwork> {
    let built_in = || CornerNetwork::embedded(model);
    let folder = having(&model.file_stem(), folder);
    any(&model.file_stem(), folder, built_in, |bytes| CornerNetwork::read(model, bytes))
}

/// Our own network of corners, from where [`corner`] has it.
pub fn corners(folder: Option<&Path>) -> anyhow::Result<Ours> {
    let stem = CornerModel::Ours.file_stem();
    any(&stem, having(&stem, folder), Ours::embedded, Ours::read)
}

/// The folder, if the model is there.
pub fn having<'f>(stem: &str, folder: Option<&'f Path>) -> Option<&'f Path> {
    folder.filter(|folder| folder.join(format!("{stem}.{ENDING}")).exists())
}

/// A model, from the folder if one is given.
fn any<M>(
    stem: &str,
    folder: Option<&Path>,
    built_in: impl Fn() -> Option<M>,
    read: impl Fn(&[u8]) -> Result<M, ModelFileError>,
) -> anyhow::Result<M> {
    let Some(folder) = folder else {
        return built_in().with_context(|| {
            format!(
                "the model `{stem}` is not built in; --models names a folder with {stem}.{ENDING}"
            )
        });
    };
    let path = folder.join(format!("{stem}.{ENDING}"));
    let bytes = std::fs::read(&path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    read(&bytes).with_context(|| path.display().to_string())
}

/// The names of all networks there are that predict winners.
pub fn predictor_names(folder: Option<&Path>) -> anyhow::Result<Vec<PredictorName>> {
    let is_there = |name: PredictorName| match folder {
        Some(folder) => folder.join(format!("{}.{ENDING}", name.file_stem())).exists(),
        None => Predictor::embedded(name).is_some(),
    };
    let networks = PredictorName::ALL.into_iter().filter(|&name| name != PredictorName::Territory);
    let found: Vec<PredictorName> = networks.filter(|&name| is_there(name)).collect();
    ensure!(
        !found.is_empty(),
        "there is no network that predicts winners{}; --model territory does without",
        folder.map_or(String::new(), |folder| format!(" in {}", folder.display()))
    );
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let name: TerritoryName = "boltzmann5/sw:7".parse().unwrap();
        assert_eq!(name.model, ModelName::BOLTZMANN5);
        assert_eq!(name.inference, Inference::SwendsenWang { sweeps: 7 });
        assert_eq!("field".parse::<TerritoryName>().unwrap().inference, Inference::Exact);
        for wrong in ["", "/", "nothing", "boltzmann5/", "boltzmann5/magic", "boltzmann5/bp/bp"] {
            assert!(wrong.parse::<TerritoryName>().is_err(), "{wrong}");
        }
    }
}

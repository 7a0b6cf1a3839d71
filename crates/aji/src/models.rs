//! Learned models: those that are built in, and those in a folder.

use aji_judge::territory::{Form, Inference, Model};
use anyhow::{Context, bail, ensure};
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// No model of ours comes near this, and nobody's file shall fill the memory.
const MOST_BYTES: u64 = 64 << 20;

/// Which territory model.
#[derive(Args)]
pub struct Territory {
    /// The model of territory, and after a stroke the inference: exact, bp, trbp, mf, sw:N, gibbs:N.
    #[arg(long = "territory", value_name = "MODEL[/INFERENCE]", default_value = "boltzmann5")]
    name: TerritoryName,
    /// Take models from this folder, MODEL.safetensors each, instead of those that are built in.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

impl Territory {
    /// The model and how to infer with it.
    pub fn load(&self) -> anyhow::Result<(Model, Inference)> {
        territory(self.name, self.models.as_deref())
    }
}

/// `boltzmann5`, or with an inference `boltzmann5/bp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerritoryName {
    form: Form,
    inference: Inference,
}

impl FromStr for TerritoryName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<TerritoryName> {
        let (form, inference) = text.split_once('/').unwrap_or((text, "exact"));
        Ok(TerritoryName { form: form.parse()?, inference: inference.parse()? })
    }
}

/// A territory model, built in or from a folder, and how to infer with it.
pub fn territory(name: TerritoryName, folder: Option<&Path>) -> anyhow::Result<(Model, Inference)> {
    let TerritoryName { form, inference } = name;
    let model = match folder {
        Some(folder) => {
            let path = folder.join(format!("{form}.safetensors"));
            read(form, &path).with_context(|| format!("cannot use {}", path.display()))?
        }
        None => built_in(form)?,
    };
    Ok((model, inference))
}

fn built_in(form: Form) -> anyhow::Result<Model> {
    let study = Model::study();
    if form != study.form() {
        bail!("the model `{form}` is not built in; name the folder that has it with --models");
    }
    Ok(study)
}

fn read(form: Form, path: &Path) -> anyhow::Result<Model> {
    let mut bytes = Vec::new();
    let length = File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(length as u64 <= MOST_BYTES, "no model is longer than {MOST_BYTES} bytes");
    Ok(Model::read(form, &bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let name: TerritoryName = "boltzmann5/sw:7".parse().unwrap();
        assert_eq!(name.form, Model::study().form());
        assert_eq!(name.inference, Inference::SwendsenWang { sweeps: 7 });
        assert_eq!("field".parse::<TerritoryName>().unwrap().inference, Inference::Exact);
        for wrong in ["", "/", "nothing", "boltzmann5/", "boltzmann5/magic", "boltzmann5/bp/bp"] {
            assert!(wrong.parse::<TerritoryName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_model_comes_from_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let form = Model::study().form();
        let weights = vec![0.5, 1.0, 1.5, 2.0, 2.5];
        let model = Model::new(form, weights).unwrap();
        let path = folder.path().join("boltzmann5.safetensors");
        std::fs::write(path, model.write().unwrap()).unwrap();
        let name = TerritoryName { form, inference: Inference::Exact };
        assert_eq!(territory(name, Some(folder.path())).unwrap().0, model);
        assert_eq!(territory(name, None).unwrap().0, Model::study());
    }
}

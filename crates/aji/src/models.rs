//! Where models come from: built in, or the user's own folder.

use aji_judge::territory::{Form, Model};
use anyhow::{Context, bail, ensure};
use std::path::Path;

/// How a model's file ends.
const ENDING: &str = "safetensors";

/// The territory model of this form, from the folder if one is given.
pub fn territory(form: Form, folder: Option<&Path>) -> anyhow::Result<Model> {
    let Some(folder) = folder else {
        let Some(model) = embedded(form) else {
            bail!(
                "the model `{form}` is not built in; --models names a folder with {form}.{ENDING}"
            );
        };
        return Ok(model);
    };
    let path = folder.join(format!("{form}.{ENDING}"));
    let bytes = std::fs::read(&path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Model::read(form, &bytes).with_context(|| path.display().to_string())
}

/// The forms of all territory models there are.
pub fn territory_forms(folder: Option<&Path>) -> anyhow::Result<Vec<Form>> {
    let Some(folder) = folder else {
        return Ok(vec![Model::study().form()]);
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
    let forms: Vec<Form> = names.iter().filter_map(|name| name.parse().ok()).collect();
    ensure!(!forms.is_empty(), "there is no territory model in {}", folder.display());
    Ok(forms)
}

fn embedded(form: Form) -> Option<Model> {
    Some(Model::study()).filter(|model| model.form() == form)
}

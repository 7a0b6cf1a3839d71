//! The file of a learned model: named arrays of numbers in the safetensors format, which other
//! tools read too, with what the model is in the file's metadata.

use half::f16;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The one entry of the metadata, a JSON object. More than one entry would be written in no fixed order,
/// and the same model must give the same bytes.
const ENTRY: &str = "aji";
/// The form of the entry. In the first it was the kind alone.
const FORMAT: u32 = 2;

/// An array of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    values: Vec<f32>,
}

/// What a model is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    format: u32,
    /// Which model, and which variant of it.
    pub kind: String,
    /// What it looks at: the name of a set of features and its version.
    pub features: String,
    /// What its weights are joined up like.
    pub architecture: String,
    /// How it was made.
    pub training: String,
    /// The fingerprint of what it learned from.
    pub data: String,
    /// How good it was found to be.
    pub metrics: BTreeMap<String, f64>,
}

/// A model as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile {
    /// What it is.
    pub about: About,
    tensors: BTreeMap<String, Tensor>,
    whole_numbers: BTreeMap<String, Vec<u32>>,
    /// The parts that are written in half precision.
    halves: BTreeSet<String>,
}

/// Why a model cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ModelFileError {
    /// Not the format, or damaged.
    #[error("this is no safetensors file, or it is damaged ({0})")]
    Format(SafeTensorError),
    /// Somebody else's file.
    #[error("this is a safetensors file, but no model of aji: its metadata has no entry `{ENTRY}`")]
    Foreign,
    /// The metadata are of another version of aji.
    #[error("this model is kept in format {found}, where format {FORMAT} is wanted; train it anew")]
    OtherFormat {
        /// What the file says.
        found: u32,
    },
    /// The metadata cannot be read.
    #[error("the metadata of this model are damaged ({0})")]
    Metadata(serde_json::Error),
    /// Another model, other features or another architecture than expected.
    #[error("this {what} `{found}`, where `{wanted}` {verb} wanted")]
    Other {
        /// What the file says, in words.
        what: &'static str,
        /// What it says it is.
        found: String,
        /// What it should be.
        wanted: String,
        /// Is or are.
        verb: &'static str,
    },
    /// A part is not there.
    #[error("the model has no part `{0}`; it may be of another version")]
    Missing(String),
    /// A part has numbers of another type.
    #[error("part `{0}` of the model has numbers of a type other than f32, f16 and u32")]
    OtherNumbers(String),
    /// A part has more or fewer numbers than it should.
    #[error("part `{name}` of the model has the shape {found:?}, where {wanted:?} is wanted")]
    Shape {
        /// The part.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// What it should be.
        wanted: Vec<usize>,
    },
    /// A number that is none.
    #[error(
        "number {index} in part `{name}` of the model is {value}; it was not trained to its end"
    )]
    NotFinite {
        /// The part.
        name: String,
        /// Which number, counted from zero.
        index: usize,
        /// Infinity or not a number.
        value: f32,
    },
}

impl ModelFileError {
    fn unless_same(
        what: &'static str,
        found: &str,
        wanted: &str,
        verb: &'static str,
    ) -> Result<(), ModelFileError> {
        let (found, wanted) = (found.to_string(), wanted.to_string());
        if found == wanted {
            Ok(())
        } else {
            Err(ModelFileError::Other { what, found, wanted, verb })
        }
    }
}

impl ModelFile {
    /// A model without parts: its kind, the features it looks at and its architecture.
    pub fn new(kind: &str, features: &str, architecture: &str) -> ModelFile {
        let about = About {
            format: FORMAT,
            kind: kind.to_string(),
            features: features.to_string(),
            architecture: architecture.to_string(),
            ..About::default()
        };
        ModelFile {
            about,
            tensors: BTreeMap::new(),
            whole_numbers: BTreeMap::new(),
            halves: BTreeSet::new(),
        }
    }

    /// With how it was made.
    pub fn training(mut self, note: &str) -> ModelFile {
        self.about.training = note.to_string();
        self
    }

    /// With the fingerprint of what it learned from.
    pub fn data(mut self, fingerprint: &str) -> ModelFile {
        self.about.data = fingerprint.to_string();
        self
    }

    /// With how good it was found to be. What is no number is left out.
    pub fn metric(mut self, name: &str, value: f64) -> ModelFile {
        if value.is_finite() {
            self.about.metrics.insert(name.to_string(), value);
        }
        self
    }

    /// Refuses another kind of model.
    pub fn check_kind(&self, kind: &str) -> Result<(), ModelFileError> {
        ModelFileError::unless_same("is a model", &self.about.kind, kind, "is")
    }

    /// Refuses what is not this kind of model, with these features and this architecture.
    pub fn check(
        &self,
        kind: &str,
        features: &str,
        architecture: &str,
    ) -> Result<(), ModelFileError> {
        let (seen, joined) = ("model looks at the features", "model is of the architecture");
        self.check_kind(kind)?;
        ModelFileError::unless_same(seen, &self.about.features, features, "are")?;
        ModelFileError::unless_same(joined, &self.about.architecture, architecture, "is")
    }

    /// With one part more.
    pub fn with(mut self, name: &str, values: Vec<f32>) -> ModelFile {
        self.tensors.insert(name.to_string(), Tensor { shape: vec![values.len()], values });
        self
    }

    /// With one part more, rounded to half precision: two bytes a number, three decimal digits.
    pub fn with_halves(mut self, name: &str, values: &[f32]) -> ModelFile {
        self.halves.insert(name.to_string());
        self.with(name, values.iter().map(|&value| f16::from_f32(value).to_f32()).collect())
    }

    /// A part of so many numbers.
    pub fn numbers(&self, name: &str, count: usize) -> Result<&[f32], ModelFileError> {
        let tensor =
            self.tensors.get(name).ok_or_else(|| ModelFileError::Missing(name.to_string()))?;
        if tensor.shape == [count] {
            Ok(&tensor.values)
        } else {
            Err(ModelFileError::Shape {
                name: name.to_string(),
                found: tensor.shape.clone(),
                wanted: vec![count],
            })
        }
    }

    /// With one part more, of whole numbers.
    pub fn with_whole_numbers(mut self, name: &str, values: Vec<u32>) -> ModelFile {
        self.whole_numbers.insert(name.to_string(), values);
        self
    }

    /// A part of whole numbers, however many they are.
    pub fn whole_numbers(&self, name: &str) -> Result<&[u32], ModelFileError> {
        let values = self.whole_numbers.get(name).map(Vec::as_slice);
        values.ok_or_else(|| ModelFileError::Missing(name.to_string()))
    }

    /// Reads a file's bytes; every number in it is finite.
    pub fn read(bytes: &[u8]) -> Result<ModelFile, ModelFileError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(ModelFileError::Format)?;
        let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let about = About::read(entry.ok_or(ModelFileError::Foreign)?)?;
        let mut model = ModelFile {
            about,
            tensors: BTreeMap::new(),
            whole_numbers: BTreeMap::new(),
            halves: BTreeSet::new(),
        };
        let file = SafeTensors::deserialize(bytes).map_err(ModelFileError::Format)?;
        for (name, view) in file.iter() {
            let (numbers, _) = view.data().as_chunks::<4>();
            let values: Vec<f32> = match view.dtype() {
                Dtype::F32 => numbers.iter().map(|&number| f32::from_le_bytes(number)).collect(),
                Dtype::F16 => {
                    model.halves.insert(name.to_string());
                    let (numbers, _) = view.data().as_chunks::<2>();
                    numbers.iter().map(|&number| f16::from_le_bytes(number).to_f32()).collect()
                }
                Dtype::U32 => {
                    let values = numbers.iter().map(|&number| u32::from_le_bytes(number));
                    model.whole_numbers.insert(name.to_string(), values.collect());
                    continue;
                }
                _ => return Err(ModelFileError::OtherNumbers(name.to_string())),
            };
            if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                let value = values[index];
                return Err(ModelFileError::NotFinite { name: name.to_string(), index, value });
            }
            let shape = view.shape().to_vec();
            model.tensors.insert(name.to_string(), Tensor { shape, values });
        }
        Ok(model)
    }

    /// The file's bytes: the same for the same model.
    pub fn write(&self) -> Result<Vec<u8>, ModelFileError> {
        type Part<'a> = (&'a String, Dtype, Vec<usize>, Vec<u8>);
        let real = self.tensors.iter().map(|(name, tensor)| -> Part<'_> {
            let values = tensor.values.iter();
            let (kind, bytes) = if self.halves.contains(name) {
                let halves = values.flat_map(|&value| f16::from_f32(value).to_le_bytes());
                (Dtype::F16, halves.collect())
            } else {
                (Dtype::F32, values.flat_map(|value| value.to_le_bytes()).collect())
            };
            (name, kind, tensor.shape.clone(), bytes)
        });
        let whole = self.whole_numbers.iter().map(|(name, values)| -> Part<'_> {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            (name, Dtype::U32, vec![values.len()], bytes)
        });
        let parts: Vec<Part<'_>> = real.chain(whole).collect();
        let views = parts
            .iter()
            .map(|(name, kind, shape, bytes)| {
                TensorView::new(*kind, shape.clone(), bytes).map(|view| (name, view))
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(ModelFileError::Format)?;
        let about = serde_json::to_string(&self.about).map_err(ModelFileError::Metadata)?;
        let metadata = HashMap::from([(ENTRY.to_string(), about)]);
        safetensors::serialize(views, Some(metadata)).map_err(ModelFileError::Format)
    }
}

impl About {
    fn read(entry: &str) -> Result<About, ModelFileError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        if !entry.starts_with('{') {
            return Err(ModelFileError::OtherFormat { found: 1 });
        }
        // The format comes first: of another one nothing else can be said.
        let Format { format } = serde_json::from_str(entry).map_err(ModelFileError::Metadata)?;
        if format != FORMAT {
            return Err(ModelFileError::OtherFormat { found: format });
        }
        serde_json::from_str(entry).map_err(ModelFileError::Metadata)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> ModelFile {
        ModelFile::new("example", "things 1", "2 weights")
    }

    #[test]
    fn comes_back_as_it_was_written() {
        let model = example().with("weights", vec![1.5, -2.0]).with("bias", vec![]);
        let model = model.with_whole_numbers("signs", vec![7, u32::MAX]);
        let model = model.with_halves("halves", &[1.0 / 3.0, -1e-3]);
        let model = model.training("by hand").data("0123").metric("loss", 0.1).metric("auc", 0.7);
        let bytes = model.write().unwrap();
        assert_eq!(ModelFile::read(&bytes).unwrap(), model);
        assert_eq!(ModelFile::read(&bytes).unwrap().write().unwrap(), bytes);
        assert_eq!(model.numbers("weights", 2).unwrap(), [1.5, -2.0]);
        assert_eq!(model.whole_numbers("signs").unwrap(), [7, u32::MAX]);
        assert!((model.numbers("halves", 2).unwrap()[0] - 1.0 / 3.0).abs() < 2e-4);
        assert!(model.whole_numbers("weights").is_err() && model.numbers("signs", 2).is_err());
        assert_eq!(model.about.metrics["auc"], 0.7);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_a_sentence() {
        let model = example().with("weights", vec![1.0, f32::NAN]);
        let said = |bytes: &[u8]| ModelFile::read(bytes).unwrap_err().to_string();
        let bytes = model.write().unwrap();
        assert!(said(&bytes).contains("number 1 in part `weights` of the model is NaN"));
        for end in 0..bytes.len() {
            assert!(said(&bytes[..end]).contains("no safetensors file, or it is damaged"));
        }
        assert!(said(b"not a model").contains("no safetensors file"));
        let with = |entry: Option<&str>| {
            let entry = entry.map(|text| HashMap::from([(ENTRY.to_string(), text.to_string())]));
            safetensors::serialize(Vec::<(&str, TensorView)>::new(), entry).unwrap()
        };
        assert!(said(&with(None)).contains("no model of aji"));
        assert!(said(&with(Some("example"))).contains("in format 1, where format 2 is wanted"));
        assert!(said(&with(Some("{\"format\":3}"))).contains("in format 3, where format 2"));
        assert!(said(&with(Some("{\"format\":2}"))).contains("metadata of this model are damaged"));
        assert!(said(&with(Some("{\"format\""))).contains("metadata of this model are damaged"));
        let said = |result: Result<&[f32], ModelFileError>| result.unwrap_err().to_string();
        assert!(said(model.numbers("weights", 3)).contains("shape [2], where [3]"));
        assert!(said(model.numbers("bias", 3)).contains("no part `bias`"));
        let said = |kind, features, architecture| {
            model.check(kind, features, architecture).unwrap_err().to_string()
        };
        assert_eq!(
            said("another", "things 1", "2 weights"),
            "this is a model `example`, where `another` is wanted"
        );
        assert_eq!(
            said("example", "things 2", "2 weights"),
            "this model looks at the features `things 1`, where `things 2` are wanted"
        );
        assert_eq!(
            said("example", "things 1", "3 weights"),
            "this model is of the architecture `2 weights`, where `3 weights` is wanted"
        );
        assert!(model.check("example", "things 1", "2 weights").is_ok());
    }
}

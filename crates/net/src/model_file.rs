//! The file of a learned model: named arrays of numbers in the safetensors format, which other
//! tools read too, with the kind of model in the file's metadata.

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use std::collections::{BTreeMap, HashMap};

/// The one entry of the metadata. More than one would be written in no fixed order, and the same
/// model must give the same bytes.
const KIND: &str = "aji";

/// An array of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    values: Vec<f32>,
}

/// A model as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile {
    /// Which model, and which form of it.
    pub kind: String,
    tensors: BTreeMap<String, Tensor>,
}

/// Why a model cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ModelFileError {
    /// Not the format, or damaged.
    #[error("this is no safetensors file, or it is damaged ({0})")]
    Format(SafeTensorError),
    /// Somebody else's file.
    #[error("this is a safetensors file, but no model of aji: its metadata has no entry `{KIND}`")]
    Foreign,
    /// Another model than expected.
    #[error("this is a model `{found}`, where `{wanted}` is wanted")]
    OtherModel {
        /// What the file says it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// A part is not there.
    #[error("the model has no part `{0}`; it may be of another version")]
    Missing(String),
    /// A part has numbers of another type.
    #[error("part `{0}` of the model has numbers of a type other than f32")]
    NotFloats(String),
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

impl ModelFile {
    /// A model without parts.
    pub fn new(kind: &str) -> ModelFile {
        ModelFile { kind: kind.to_string(), tensors: BTreeMap::new() }
    }

    /// With one part more.
    pub fn with(mut self, name: &str, values: Vec<f32>) -> ModelFile {
        self.tensors.insert(name.to_string(), Tensor { shape: vec![values.len()], values });
        self
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

    /// Reads a file's bytes; every number in it is finite.
    pub fn read(bytes: &[u8]) -> Result<ModelFile, ModelFileError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(ModelFileError::Format)?;
        let kind = metadata.metadata().as_ref().and_then(|entries| entries.get(KIND));
        let mut model = ModelFile::new(kind.ok_or(ModelFileError::Foreign)?);
        let file = SafeTensors::deserialize(bytes).map_err(ModelFileError::Format)?;
        for (name, view) in file.iter() {
            if view.dtype() != Dtype::F32 {
                return Err(ModelFileError::NotFloats(name.to_string()));
            }
            let (numbers, _) = view.data().as_chunks::<4>();
            let values: Vec<f32> =
                numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
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
        let bytes: Vec<(&String, &Tensor, Vec<u8>)> = self
            .tensors
            .iter()
            .map(|(name, tensor)| {
                (name, tensor, tensor.values.iter().flat_map(|value| value.to_le_bytes()).collect())
            })
            .collect();
        let views = bytes
            .iter()
            .map(|(name, tensor, bytes)| {
                TensorView::new(Dtype::F32, tensor.shape.clone(), bytes).map(|view| (name, view))
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(ModelFileError::Format)?;
        let metadata = HashMap::from([(KIND.to_string(), self.kind.clone())]);
        safetensors::serialize(views, Some(metadata)).map_err(ModelFileError::Format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_was_written() {
        let model = ModelFile::new("example").with("weights", vec![1.5, -2.0]).with("bias", vec![]);
        let bytes = model.write().unwrap();
        assert_eq!(ModelFile::read(&bytes).unwrap(), model);
        assert_eq!(ModelFile::read(&bytes).unwrap().write().unwrap(), bytes);
        assert_eq!(model.numbers("weights", 2).unwrap(), [1.5, -2.0]);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_a_sentence() {
        let model = ModelFile::new("example").with("weights", vec![1.0, f32::NAN]);
        let said = |bytes: &[u8]| ModelFile::read(bytes).unwrap_err().to_string();
        let bytes = model.write().unwrap();
        assert!(said(&bytes).contains("number 1 in part `weights` of the model is NaN"));
        assert!(said(&bytes[..bytes.len() - 1]).contains("damaged"));
        assert!(said(b"not a model").contains("no safetensors file"));
        assert!(said(&[]).contains("no safetensors file"));
        let foreign = safetensors::serialize(Vec::<(&str, TensorView)>::new(), None).unwrap();
        assert!(said(&foreign).contains("no model of aji"));
        let said = |result: Result<&[f32], ModelFileError>| result.unwrap_err().to_string();
        assert!(said(model.numbers("weights", 3)).contains("shape [2], where [3]"));
        assert!(said(model.numbers("bias", 3)).contains("no part `bias`"));
    }
}

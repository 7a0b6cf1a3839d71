//! What learned models are kept in. Knows nothing of Go.

mod model_file;

pub use model_file::{ModelFile, ModelFileError, Tensor};

//! Networks, how they learn, and the file they are kept in. Knows nothing of Go.

pub mod matrix;
pub mod mesh;
mod model_file;
pub mod optimiser;

pub use model_file::{ModelFile, ModelFileError, Tensor};

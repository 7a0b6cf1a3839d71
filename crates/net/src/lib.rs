//! Networks, how they learn, and the file they are kept in. Knows nothing of Go.
//!
//! A [`Shape`] says what is joined to what; with weights, one flat list, it is a [`Network`]. What is
//! fitted is an [`Objective`], and a [`Training`] fits it, an epoch at a time.
//!
//! ```
//! use aji_net::{Activation, Shape};
//!
//! let shape = Shape::new(363).dense(200, Activation::Sigmoid).dense(1, Activation::Sigmoid);
//! assert_eq!(shape.to_string(), "363-200-1 sigmoid");
//! assert_eq!(shape.weight_count(), 73_001);
//! ```

pub mod activation;
pub mod conv;
pub mod first_layer;
pub mod kernel;
pub mod lists;
pub mod loss;
pub mod matrix;
pub mod mesh;
mod model_file;
pub mod network;
pub mod objective;
pub mod optimiser;
pub mod probe;
mod segment;
pub mod shape;
pub mod training;

pub use activation::Activation;
pub use first_layer::FirstLayer;
pub use lists::Lists;
pub use loss::Loss;
pub use model_file::{About, ModelFile, ModelFileError, Tensor};
pub use network::{Network, Workspace};
pub use objective::{Cases, Objective, Supervised};
pub use optimiser::Muon;
pub use probe::Probe;
pub use segment::Segment;
pub use shape::Shape;
pub use training::Training;

//! The studies that aji grew out of, made anew: one module a study, with what only it needs of models and training, and one
//! function a table or figure. [`judges`] and [`players`] are for whoever asks for them by name.
//!
//! Everything has a seed and gives the same files on any number of threads. The files are given back,
//! not written: only the program knows folders.

pub mod claim;
mod error;
pub mod evolution;
pub mod judges;
pub mod library;
pub mod life;
mod numbered;
pub mod opening;
pub mod page;
pub mod players;
pub mod territory;
pub mod winner;

pub use error::LabError;

/// A file that was made.
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl File {
    fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> File {
        File { name: name.into(), bytes: bytes.into() }
    }
}

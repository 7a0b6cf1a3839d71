//! All weights: each model under its one name, read when somebody first asks for it, and shared from then on.
//!
//! ```
//! use aji_judge::library::{DEEP, Library};
//! use std::sync::Arc;
//!
//! let library = Library::built_in();
//! let deep = library.get(&DEEP).unwrap();
//! assert!(Arc::ptr_eq(&deep, &library.get(&DEEP).unwrap()));
//! ```

use crate::deep::Deep;
use crate::fuzzy::Sugeno;
use crate::life::corner::mesh::CornerMesh;
use crate::life::corner::{Design as CornerDesign, WongNetwork};
use crate::opening::candidates::{Habits, Perceptron};
use crate::opening::fuzzy::anfis as fuzzy;
use crate::score::DeadStones;
use crate::territory::{Model, ModelName};
use crate::winner::Outlook;
use aji_net::ModelFileError;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// How a model's file ends.
pub const ENDING: &str = "safetensors";

/// A model that a [`Library`] has or may have: its name, which is its file's, and how to read the file.
pub struct Entry<M> {
    /// What users, files and documents call it.
    pub name: &'static str,
    /// Its file, if it is built in.
    pub built_in: Option<&'static [u8]>,
    /// Makes a model of a file.
    pub read: fn(&[u8]) -> Result<M, ModelFileError>,
}

/// Lists models with their weights in the folder `models` of the crate that calls it; the card of each is beside its
/// file.
#[macro_export]
macro_rules! models {
    ($($(#[$about:meta])* $constant:ident: $model:ty = ($name:literal, $read:expr);)+) => {
        $(
            $(#[$about])*
            pub const $constant: $crate::library::Entry<$model> = $crate::library::Entry {
                name: $name,
                built_in: Some(include_bytes!(
                    concat!(env!("CARGO_MANIFEST_DIR"), "/models/", $name, ".safetensors")
                )),
                read: $read,
            };
        )+

        /// The names of all models that this crate brings.
        pub const NAMES: &[&str] = &[$($name),+];
    };
}

models! {
    /// The deep network.
    DEEP: Deep = ("deep", Deep::read);
    /// Five weights.
    BOLTZMANN5: Model = ("boltzmann5", |bytes| Model::read(ModelName::Boltzmann5, bytes));
    /// Weights by liberties.
    BOLTZMANN_LIBERTIES: Model =
        ("boltzmann-liberties", |bytes| Model::read(ModelName::BoltzmannLiberties, bytes));
    /// Weights of named features, looked at twice.
    FIELD: Model = ("field", |bytes| Model::read(ModelName::Field, bytes));
    /// The winner by what touches what.
    OUTLOOK: Outlook = ("outlook", Outlook::read);
    /// Candidates in the opening by a network.
    PERCEPTRON: Perceptron = ("perceptron", Perceptron::read);
    /// Candidates in the opening by signs.
    HABITS: Habits = ("habits", Habits::read);
    /// Rules that weigh candidates.
    FUZZY: Sugeno = ("fuzzy", fuzzy::read);
    /// Dead stones.
    DEAD_STONES: DeadStones = ("dead-stones", DeadStones::read);
    /// Life in the corner by a fully connected network.
    CORNER_FULL: WongNetwork = ("corner-full", |bytes| WongNetwork::read(CornerDesign::Full, bytes));
    /// Life in the corner by a network of windows.
    CORNER_2D: WongNetwork = ("corner-2d", |bytes| WongNetwork::read(CornerDesign::Board, bytes));
    /// Life in the corner by lines of points.
    CORNER_CHAN: WongNetwork = ("corner-chan", |bytes| WongNetwork::read(CornerDesign::Chan, bytes));
    /// Life in the corner by what touches what.
    CORNER_MESH: CornerMesh = ("corner-mesh", CornerMesh::read);
}

/// A file that takes the place of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What to call the file in messages.
    pub file: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

type Replacements = dyn Fn(&str) -> io::Result<Option<Replacement>> + Send + Sync;
type Slot = Arc<Mutex<Option<Arc<dyn Any + Send + Sync>>>>;

/// Models by name. Each is read once; whoever asks again shares it.
pub struct Library {
    replacements: Box<Replacements>,
    slots: Mutex<HashMap<(&'static str, TypeId), Slot>>,
}

/// Why there is no such model.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// Variants that were trained for comparison are not built in.
    #[error("the model `{0}` is not built in; --models names a folder with {0}.{ENDING}")]
    NotBuiltIn(&'static str),
    /// Its file cannot be read.
    #[error("cannot read the model {name}")]
    Unreadable {
        /// The model.
        name: &'static str,
        /// Why.
        source: io::Error,
    },
    /// Its file is not what it should be.
    #[error("{file}")]
    Refused {
        /// The file.
        file: String,
        /// Why.
        source: ModelFileError,
    },
}

impl Library {
    /// The models that are built in, shared by the whole program.
    pub fn built_in() -> Arc<Library> {
        static BUILT_IN: LazyLock<Arc<Library>> =
            LazyLock::new(|| Arc::new(Library::replaced_by(|_| Ok(None))));
        BUILT_IN.clone()
    }

    /// The models that `replacements` gives by their names; for other names, those that are built in.
    pub fn replaced_by(
        replacements: impl Fn(&str) -> io::Result<Option<Replacement>> + Send + Sync + 'static,
    ) -> Library {
        Library { replacements: Box::new(replacements), slots: Mutex::default() }
    }

    /// The model of this entry.
    pub fn get<M: Send + Sync + 'static>(&self, entry: &Entry<M>) -> Result<Arc<M>, LibraryError> {
        // Whoever panicked while reading left an empty slot, which is good to be filled.
        let key = (entry.name, TypeId::of::<M>());
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.entry(key).or_default().clone()
        };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = slot.clone().and_then(|model| model.downcast::<M>().ok()) {
            return Ok(model);
        }
        let model = Arc::new(self.read(entry)?);
        *slot = Some(model.clone());
        Ok(model)
    }

    fn read<M>(&self, entry: &Entry<M>) -> Result<M, LibraryError> {
        let name = entry.name;
        let replacement = (self.replacements)(name)
            .map_err(|source| LibraryError::Unreadable { name, source })?;
        let (file, model) = match (replacement, entry.built_in) {
            (Some(Replacement { file, bytes }), _) => (file, (entry.read)(&bytes)),
            (None, Some(bytes)) => (format!("{name}, built in"), (entry.read)(bytes)),
            (None, None) => return Err(LibraryError::NotBuiltIn(name)),
        };
        model.map_err(|source| LibraryError::Refused { file, source })
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn models_are_read_once_and_replaced_by_their_names() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let own = Library::built_in().get(&DEAD_STONES).unwrap();
        let bytes = DeadStones::untaught().file().write().unwrap();
        let library = Library::replaced_by(move |name| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            let file = || Replacement { file: name.to_string(), bytes: bytes.clone() };
            Ok(["dead-stones", "perceptron"].contains(&name).then(file))
        });
        let replaced = library.get(&DEAD_STONES).unwrap();
        assert!(replaced.weights() != own.weights());
        assert!(Arc::ptr_eq(&replaced, &library.get(&DEAD_STONES).unwrap()));
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        assert!(
            matches!(library.get(&PERCEPTRON), Err(LibraryError::Refused { file, .. }) if file == "perceptron")
        );
        assert!(library.get(&FUZZY).is_ok());
        let variant = Entry { name: "fuzzy-2", built_in: None, read: fuzzy::read };
        assert!(matches!(library.get(&variant), Err(LibraryError::NotBuiltIn("fuzzy-2"))));
    }
}

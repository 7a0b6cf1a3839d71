//! Why a study's page cannot be made.

use crate::evolution::evolved::Lineage;
use aji_draw::PictureError;
use aji_judge::LibraryError;
use aji_judge::judgement::JudgeError;
use aji_judge::opening::OpeningError;
use aji_judge::territory::TooLarge;
use aji_play::PlayerError;
use aji_play::arena::ArenaError;
use aji_record::Fault;

/// Why a study's page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A position cannot be judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A board that the models of the opening do not know.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A match cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// GNU Go does not answer.
    #[error("GNU Go, which --gnu-go names, cannot be started")]
    Program(#[from] PlayerError),
    /// A record that was just written cannot be read.
    #[error(transparent)]
    Record(#[from] Fault),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A model is missing.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The champions of an evolution are missing.
    #[error("evolved-{0}.safetensors is neither built in nor in the folder of --models")]
    NoChampions(Lineage),
    /// The network of candidates did not learn.
    #[error("the network of candidates cannot be trained on these games")]
    NoCandidates,
    /// There is nothing to measure on.
    #[error("no opening is held out to measure on; give more games")]
    NoOpenings,
    /// The games are too short.
    #[error("no game for {0} is as long as move {1}")]
    TooShort(&'static str, usize),
    /// There are not enough patterns.
    #[error(
        "there are only {found} patterns that are {what}, where the study's sample has {wanted}"
    )]
    TooFew {
        /// Of what kind.
        what: &'static str,
        /// How many.
        found: usize,
        /// How many there must be.
        wanted: usize,
    },
}

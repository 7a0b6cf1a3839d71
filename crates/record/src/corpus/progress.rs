//! How far the reading of a corpus is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A handle to the counters of a corpus; it may be read from any thread.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    done: Arc<AtomicU64>,
    total: Arc<OnceLock<Option<u64>>>,
}

impl Progress {
    /// Bytes of the files read so far, as they lie on the disk.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Bytes of all files, unless some come from standard input.
    pub fn total(&self) -> Option<u64> {
        self.total.get().copied().flatten()
    }

    pub(super) fn measure(&self, total: impl FnOnce() -> Option<u64>) {
        self.total.get_or_init(total);
    }

    pub(super) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.done)
    }

    pub(super) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }
}

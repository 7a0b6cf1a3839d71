//! Somebody wants the program to end: by the keyboard, or by a signal that asks for it.

use crate::command::Interrupted;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether there is work that should be kept first.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static HAS_COME: AtomicBool = AtomicBool::new(false);

/// Watches for interruptions as long as it lives. The first is noted; the second, and any when nobody
/// watches, ends the program at once.
pub struct Interruption(());

impl Interruption {
    pub fn watch() -> Interruption {
        IS_WATCHED.store(true, Ordering::SeqCst);
        // It can only be set once; and where it cannot be set, interruptions end the program as ever.
        let _ = ctrlc::set_handler(|| {
            let is_first = !HAS_COME.swap(true, Ordering::SeqCst);
            if is_first && IS_WATCHED.load(Ordering::SeqCst) {
                return;
            }
            std::process::exit(Interrupted::STATUS.into());
        });
        Interruption(())
    }

    pub fn has_come(&self) -> bool {
        HAS_COME.load(Ordering::SeqCst)
    }
}

impl Drop for Interruption {
    fn drop(&mut self) {
        IS_WATCHED.store(false, Ordering::SeqCst);
    }
}

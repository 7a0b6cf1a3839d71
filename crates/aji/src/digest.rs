//! Folds bytes and numbers into one number that tells them apart.

use anyhow::Context;
use std::fmt;
use std::path::Path;

/// FNV-1a, which gives the same on every machine.
pub struct Digest(u64);

impl Digest {
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Tells files apart.
    pub fn of_file(path: &Path) -> anyhow::Result<Digest> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut digest = Digest::new();
        digest.add_bytes(&bytes);
        Ok(digest)
    }

    pub fn add(&mut self, number: u64) {
        self.add_bytes(&number.to_le_bytes());
    }

    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

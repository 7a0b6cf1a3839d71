//! The Go Text Protocol, version 2: our [`Engine`] behind it, and a [`client`] for other programs.
//!
//! ```
//! use aji_play::gtp::{Engine, EngineSettings, serve};
//!
//! let mut engine = Engine::new(EngineSettings::default()).unwrap();
//! let mut said = Vec::new();
//! serve(&mut engine, &b"1 boardsize 9\n2 play b E5\nmagic\n"[..], &mut said).unwrap();
//! assert_eq!(String::from_utf8(said).unwrap(), "=1\n\n=2\n\n? unknown command\n\n");
//! ```

mod arguments;
pub mod client;
mod command;
mod engine;
mod serve;
mod wire;

pub use arguments::{Arguments, Refusal};
pub use engine::{Engine, EngineSettings, Perspective, UnknownPerspective};
pub use serve::serve;
pub use wire::{Reply, Request};

//! The study of the opening by fuzzy reasoning and TD(lambda): its figures, its table, and the tournaments.

pub mod maps;
pub mod surfaces;

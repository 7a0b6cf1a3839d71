//! Answers for programs, shared by the commands and the web.

pub mod panel;

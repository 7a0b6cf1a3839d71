//! Exact inference by eliminating the points diagonal by diagonal.

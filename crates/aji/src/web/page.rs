//! The page's files, built in. A program that is not optimised reads them from its source instead, so that who
//! works on the page need not build.

use super::refusal::Refusal;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

/// All files of the page.
#[derive(Embed)]
#[folder = "src/web/page"]
pub struct Page;

/// A file by its name.
pub fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Page::get(name) else {
        return Refusal::Nowhere(format!("/{}", name.chars().take(60).collect::<String>()))
            .into_response();
    };
    let hash: String =
        file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = file.metadata.mimetype().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    let told = [(header::CONTENT_TYPE, kind), (header::ETAG, tag)];
    (told, file.data.into_owned()).into_response()
}

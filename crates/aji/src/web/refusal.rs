//! Why a request is not answered, in a sentence and a status.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It cannot be understood.
    #[error("{0}")]
    Malformed(String),
    /// It is understood, and there is no answer to it.
    #[error("{0}")]
    Unanswerable(String),
    /// It is longer than anybody needs.
    #[error("the request has more than {0} bytes")]
    TooLong(usize),
    /// There is nothing under this address.
    #[error("there is nothing at {0}; /api/v1/openapi.json tells what there is")]
    Nowhere(String),
    /// It comes from a page of somebody else's.
    #[error(
        "the request comes by way of {0}, which is not this server; pages of other servers may not ask"
    )]
    Foreign(String),
    /// Too many are waiting.
    #[error("too many requests are waiting; try again in a second")]
    Busy,
    /// It took longer than anybody waits.
    #[error("the answer took more than {0} seconds and was given up")]
    Late(u64),
    /// A mistake of ours.
    #[error("aji failed to answer this, which is a mistake of its own; please report the request")]
    Broken,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
            Refusal::Unanswerable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Nowhere(_) => StatusCode::NOT_FOUND,
            Refusal::Foreign(_) => StatusCode::FORBIDDEN,
            Refusal::Busy | Refusal::Late(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A sentence, as errors of the libraries are without a capital and a full stop.
    pub fn sentence(&self) -> String {
        let text = self.to_string();
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{}{}{stop}", first.unwrap_or_default(), letters.as_str())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Json(json!({"error": self.sentence()}));
        let mut response = (self.status(), body).into_response();
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

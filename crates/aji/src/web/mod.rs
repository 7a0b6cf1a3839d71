//! The page and the HTTP API: routes, and what keeps strangers from doing harm.

mod asked;
mod desk;
mod ogs;
pub mod page;
mod refusal;
mod work;

use crate::example;
use crate::roster;
use aji_judge::Library;
use aji_judge::influence::Kind;
use aji_rules::RuleSet;
use aji_rules::point::MAX_SIDE;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use desk::{Desk, Effort, JudgeRequest, PLAYERS, SuggestRequest};
use futures_util::stream;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use work::{Lane, PATIENCE};

/// The longest request.
const MOST_BYTES: usize = 2 << 20;
/// How many requests may wait: of those that take milliseconds, and of the others.
const QUICK_WAITING: usize = 64;
const LONG_WAITING: usize = 8;
/// Who does the long ones; more would only share the cores.
const LONG_WORKERS: usize = 2;

/// How many may be connected at a time, and how long they may say nothing.
const MOST_CONNECTIONS: usize = 512;
const SILENCE: Duration = Duration::from_secs(10);

/// The description of the API.
const OPENAPI: &str = include_str!("openapi.json");

/// What all requests share.
struct House {
    /// For what takes milliseconds.
    quick: Lane,
    /// For what takes longer, so that nobody who is quickly served waits behind it.
    long: Lane,
    /// Whether only this machine may ask.
    is_local: bool,
}

type Home = State<Arc<House>>;
type Answered = Result<Json<Value>, Refusal>;
/// What is done with the body of a request.
type Work = fn(&mut Desk, &[u8]) -> Result<Value, Refusal>;

/// Everything under one roof, with so many workers for what is quick.
pub fn router(workers: usize, is_local: bool) -> anyhow::Result<Router> {
    let desk = Desk::new()?;
    let house = Arc::new(House {
        quick: Lane::new(&desk, workers, QUICK_WAITING),
        long: Lane::new(&desk, LONG_WORKERS, LONG_WAITING),
        is_local,
    });
    Ok(Router::new()
        .route("/", get(|headers: HeaderMap| async move { page::file("index.html", &headers) }))
        .route("/{name}", get(file))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/about", get(about))
        .route("/api/v1/examples/{name}", get(example))
        .route("/api/v1/open", post(open))
        .route("/api/v1/judge", post(judge))
        .route("/api/v1/score", long(Desk::score))
        .route("/api/v1/suggest", post(suggest))
        .route("/api/v1/solve", long(Desk::solve))
        .route("/api/v1/capture", quick(Desk::capture))
        .route("/api/v1/boards", long(Desk::boards))
        .route("/api/v1/panel", long(Desk::panel))
        .route("/api/v1/move", long(Desk::choose))
        .route("/api/v1/review", post(review))
        .route("/api/v1/ogs", long(Desk::ogs))
        .fallback(nowhere)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house))
}

/// Serves until it is told to stop, and then to the end of what is under way.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let under_way = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let taken = async {
            // Who comes when all places are taken waits outside.
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            () = &mut stop => break,
            (place, accepted) = taken => match accepted {
                Ok((stream, _)) => (place, stream),
                // Too many open files, or somebody who left again: others go on meanwhile.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(SILENCE)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = under_way.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            // Whoever breaks off has the trouble himself.
            let _ = connection.await;
        });
    }
    drop(listener);
    under_way.shutdown().await;
}

/// Whether nobody but this machine can reach an address.
pub fn is_local(address: SocketAddr) -> bool {
    address.ip().is_loopback()
}

/// Lets in who may ask, waits no longer than is sensible, and says in every answer what a browser may do with it.
async fn guard(State(house): Home, request: Request, next: Next) -> Response {
    let answer = match foreign(&house, request.headers()) {
        Some(name) => Refusal::Foreign(name).into_response(),
        None => match tokio::time::timeout(2 * PATIENCE, next.run(request)).await {
            Ok(answer) => named_errors(answer),
            Err(_) => Refusal::Late(2 * PATIENCE.as_secs()).into_response(),
        },
    };
    with_headers(answer)
}

/// Who stands between us and the browser, if it is not ourselves: a page of another server that makes the browser ask,
/// or a name that was made to lead here.
fn foreign(house: &House, headers: &HeaderMap) -> Option<String> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST)?;
    let clip = |text: &str| text.chars().take(60).collect::<String>();
    if house.is_local && !is_this_machine(host) {
        return Some(clip(host));
    }
    let origin = text(header::ORIGIN)?;
    let is_own = origin.split_once("://").is_some_and(|(_, named)| named == host);
    (!is_own).then(|| clip(origin))
}

/// `localhost:8080`, `127.0.0.1`, `[::1]:80`.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

/// Errors that the framework finds get a sentence as ours have.
fn named_errors(answer: Response) -> Response {
    let status = answer.status();
    let is_ours =
        answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !(status.is_client_error() || status.is_server_error()) || is_ours {
        return answer;
    }
    let reason = status.canonical_reason().unwrap_or("No answer").to_lowercase();
    let refusal = match status.as_u16() {
        413 => Refusal::TooLong(MOST_BYTES),
        _ => Refusal::Malformed(format!("the request cannot be taken: {reason}")),
    };
    let mut named = refusal.into_response();
    *named.status_mut() = status;
    if let Some(allowed) = answer.headers().get(header::ALLOW) {
        named.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    named
}

/// Nothing but what comes from here is run or shown, and nobody puts it into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn with_headers(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Answers are about what was asked; files of the page are asked for again, and their tags compared.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    answer
}

async fn nowhere(method: Method, uri: Uri) -> Refusal {
    let path: String = uri.path().chars().take(60).collect();
    Refusal::Nowhere(format!("{method} {path}"))
}

async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    page::file(&name, &headers)
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

async fn about() -> Json<Value> {
    let roster = roster::players();
    let about = |name: &&str| {
        let kind = name.split(':').next().unwrap_or(name);
        let known = roster.kinds().iter();
        let exact = known.clone().find(|known| known.usage == *name);
        let like = || {
            let is_like =
                |known: &str| known.split(':').next() == Some(kind) && known.contains(':');
            known.clone().find(|known| is_like(known.usage))
        };
        json!({"name": name, "about": exact.or_else(like).map_or("", |known| known.about)})
    };
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "influences": Kind::ALL.map(|kind| kind.to_string()),
        "territories": crate::models::territories(&Library::built_in())
            .map(|all| all.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>())
            .unwrap_or_default(),
        "players": PLAYERS.iter().map(about).collect::<Vec<_>>(),
        "rules": RuleSet::ALL.map(RuleSet::name),
        "examples": example::ALL.map(|(name, title, _)| json!({"name": name, "title": title})),
        "limits": {
            "request_bytes": MOST_BYTES,
            "side": MAX_SIDE,
            "steps": asked::MOST_STEPS,
            "nodes": crate::answers::record::MOST_NODES,
            "seconds": PATIENCE.as_secs(),
        },
    }))
}

async fn example(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = example::ALL.into_iter().find(|(known, _, _)| *known == name);
    let (_, _, text) = found.ok_or_else(|| {
        Refusal::Nowhere(format!("/api/v1/examples/{}", name.chars().take(60).collect::<String>()))
    })?;
    Ok(([(header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")], text).into_response())
}

#[derive(Deserialize)]
struct WhichGame {
    game: Option<usize>,
}

async fn open(State(house): Home, Query(which): Query<WhichGame>, body: Bytes) -> Answered {
    let work = move |_: &mut Desk| {
        let number = which.game.unwrap_or(1);
        let (record, games) = asked::record(body.to_vec(), number)?;
        crate::answers::record::json(&record, number, games)
            .map_err(|error| Refusal::Unanswerable(error.to_string()))
    };
    house.quick.ask(work).await.map(Json)
}

async fn judge(State(house): Home, body: Bytes) -> Answered {
    // Reading a long request takes a while, too; what it asks is known only then.
    let begun = house.quick.ask(move |desk| {
        let request = JudgeRequest::read(&body)?;
        Ok(match request.effort {
            Effort::Quick => Begun::Answered(desk.judge(&request)?),
            Effort::Exact => Begun::Long(Box::new(request)),
        })
    });
    match begun.await? {
        Begun::Answered(answer) => Ok(Json(answer)),
        Begun::Long(request) => house.long.ask(move |desk| desk.judge(&request)).await.map(Json),
    }
}

async fn suggest(State(house): Home, body: Bytes) -> Answered {
    let begun = house.quick.ask(move |desk| {
        let request = SuggestRequest::read(&body)?;
        Ok(match request.is_quick() {
            true => Begun::Answered(desk.suggest(&request)?),
            false => Begun::Long(Box::new(request)),
        })
    });
    match begun.await? {
        Begun::Answered(answer) => Ok(Json(answer)),
        Begun::Long(request) => house.long.ask(move |desk| desk.suggest(&request)).await.map(Json),
    }
}

/// What came of a question whose effort was not known.
enum Begun<T> {
    Answered(Value),
    Long(Box<T>),
}

/// Answers a question that takes milliseconds.
fn quick(work: Work) -> MethodRouter<Arc<House>> {
    post(move |State(house): Home, body: Bytes| async move {
        house.quick.ask(move |desk| work(desk, &body)).await.map(Json)
    })
}

/// Answers a question that may take longer.
fn long(work: Work) -> MethodRouter<Arc<House>> {
    post(move |State(house): Home, body: Bytes| async move {
        house.long.ask(move |desk| work(desk, &body)).await.map(Json)
    })
}

/// How many positions are reviewed between two lines that tell of it.
const TOLD_EVERY: usize = 10;

/// A line for every few positions, and the review as the last line.
async fn review(State(house): Home, body: Bytes) -> Result<Response, Refusal> {
    let played = house.quick.ask(move |_| desk::reviewable(&body)).await?;
    let (lines, told) = mpsc::unbounded_channel::<Value>();
    house.long.add(move |desk| {
        if lines.is_closed() {
            return;
        }
        let progress = |done: usize, of: usize| {
            if done.is_multiple_of(TOLD_EVERY) {
                // Who has hung up is noticed below.
                let _ = lines.send(json!({"done": done, "of": of}));
            }
            !lines.is_closed()
        };
        let last = match desk.review(played, &progress) {
            Ok(review) => json!({"review": review}),
            Err(refusal) => json!({"error": refusal.sentence()}),
        };
        let _ = lines.send(last);
    })?;
    let body = stream::unfold(told, |mut told| async {
        let line = told.recv().await?;
        Some((Ok::<_, Infallible>(format!("{line}\n")), told))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(body)).into_response())
}

//! The server under load: many connections ask for judgements over a real socket.

use super::memory;
use super::{Report, Row};
use crate::web;
use crate::words::duration;
use crate::{example, reading};
use aji_record::Record;
use aji_rules::{Move, Step};
use anyhow::{Context, ensure};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::Request;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::MissedTickBehavior;

const CONNECTIONS: usize = 32;
/// Asked in a second when latency is measured, and what 99 of 100 answers may take then.
const PACE: f64 = 320.0;
const LATENCY: Duration = Duration::from_millis(50);
const WARM_UP: Duration = Duration::from_secs(2);
/// Answers are some tens of kilobytes long.
const MOST_BYTES: usize = 4 << 20;

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(load(report))
}

async fn load(report: &mut Report) -> anyhow::Result<()> {
    let budget = report.budget;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let workers = reading::threads();
    let router = web::router(workers, true)?;
    tokio::spawn(web::serve(listener, router, std::future::pending()));
    let questions = Arc::new(questions()?);

    // The first round warms up, and tells what was computed.
    let mut connection = connect(address).await?;
    for question in questions.iter() {
        let answer: Value =
            serde_json::from_slice(&ask(&mut connection, address, question).await?)?;
        let lead =
            answer["score"]["black_lead"].as_f64().context("there is no lead in an answer")?;
        report.digest.add((lead * 10.0).round() as i64 as u64);
    }
    // Every worker and connection has its room now; from here on memory should not change.
    ask_all(address, &questions, budget.min(WARM_UP), None).await?;
    let before = memory::now_mb();
    let (_, flat_out) = ask_all(address, &questions, budget, None).await?;
    let (latencies, paced) = ask_all(address, &questions, budget, Some(PACE)).await?;
    let grown = before.zip(memory::now_mb()).map(|(before, after)| after - before);

    let [half, most] = [0.5, 0.99].map(|share| quantile(&latencies, share));
    let met = if most < LATENCY { "met" } else { "MISSED" };
    let memory = grown.map_or(String::new(), |grown| format!("; memory changed by {grown:+.1} MB"));
    report.notes.push(format!(
        "At a pace of {PACE} a second: half of the answers within {}, 99 % within {} (under {}: {met}){memory}.",
        duration(half.as_secs_f64()),
        duration(most.as_secs_f64()),
        duration(LATENCY.as_secs_f64()),
    ));
    let name = format!("judged over HTTP, {CONNECTIONS} ask");
    for (name, per_second) in [(name, flat_out), ("the same at a pace".to_string(), paced)] {
        let row = Row::new(name, per_second, "positions").on(19).untimed();
        report.rows.push(Row { threads: workers, ..row });
    }
    Ok(())
}

/// Every position of the example game, as requests.
fn questions() -> anyhow::Result<Vec<Bytes>> {
    let game = Record::read(&example::game_text())?.replay().game;
    let size = game.position().size();
    let mut steps: Vec<Value> = Vec::new();
    let mut questions = Vec::new();
    for step in game.steps() {
        if let Step::Play(color, mv @ Move::Place(_)) = step {
            steps.push(json!([color.to_string(), size.move_text(*mv)]));
            questions.push(json!({"steps": steps}).to_string().into());
        }
    }
    Ok(questions)
}

/// All connections ask at once for so long, flat out or at a pace; how long each answer took, and how many came in
/// a second. At a pace, the time before a question that was held up counts too.
async fn ask_all(
    address: SocketAddr,
    questions: &Arc<Vec<Bytes>>,
    budget: Duration,
    pace: Option<f64>,
) -> anyhow::Result<(Vec<Duration>, f64)> {
    let start = Instant::now();
    let next = Arc::new(AtomicUsize::new(0));
    let asking = (0..CONNECTIONS).map(|number| {
        let (questions, next) = (Arc::clone(questions), Arc::clone(&next));
        tokio::spawn(async move {
            let mut connection = connect(address).await?;
            let every = pace.map(|pace| Duration::from_secs_f64(CONNECTIONS as f64 / pace));
            let mut ticks = every.map(|every| {
                let first = start + every.mul_f64(number as f64 / CONNECTIONS as f64);
                let mut ticks = tokio::time::interval_at(first.into(), every);
                ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
                ticks
            });
            let mut latencies = Vec::new();
            while start.elapsed() < budget {
                let from = match &mut ticks {
                    Some(ticks) => ticks.tick().await.into_std(),
                    None => Instant::now(),
                };
                let question = &questions[next.fetch_add(1, Ordering::Relaxed) % questions.len()];
                ask(&mut connection, address, question).await?;
                latencies.push(from.elapsed());
            }
            anyhow::Ok(latencies)
        })
    });
    let mut latencies = Vec::new();
    for task in asking.collect::<Vec<_>>() {
        latencies.extend(task.await??);
    }
    let per_second = latencies.len() as f64 / start.elapsed().as_secs_f64();
    latencies.sort_unstable();
    Ok((latencies, per_second))
}

fn quantile(sorted: &[Duration], share: f64) -> Duration {
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

async fn connect(address: SocketAddr) -> anyhow::Result<SendRequest<Body>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

async fn ask(
    connection: &mut SendRequest<Body>,
    address: SocketAddr,
    question: &Bytes,
) -> anyhow::Result<Bytes> {
    connection.ready().await?;
    let request = Request::post("/api/v1/judge")
        .header("host", address.to_string())
        .body(Body::from(question.clone()))?;
    let answer = connection.send_request(request).await?;
    let status = answer.status();
    let body = to_bytes(Body::new(answer.into_body()), MOST_BYTES).await?;
    ensure!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&body));
    Ok(body)
}

//! `aji serve`: the page to look at games, and the HTTP API.

use super::Answer;
use crate::{reading, web};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;

/// Serve the page to look at games, and the HTTP API, until interrupted.
///
/// Open the address that is printed in a browser: drop a game on the page, walk through it, and see who is ahead,
/// who owns each point and why. Everything is built in, nothing is fetched from elsewhere, and only this machine
/// can reach it unless --host says otherwise. The API is explained in docs/api.md and described by
/// /api/v1/openapi.json.
#[derive(Args)]
pub struct Serve {
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen at. Others than loopback let other machines in: everybody who can reach it may ask.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Also open the page in the browser.
    #[arg(long)]
    open: bool,
    /// How many positions are judged at a time; as many as there are cores if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,
}

/// Answers that are under way when the server is stopped may take so much longer.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

impl Serve {
    pub fn run(self) -> anyhow::Result<Answer> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.serve())?;
        // What is still being worked on is nobody's any more.
        runtime.shutdown_background();
        Ok(Answer::good(String::new()))
    }

    async fn serve(&self) -> anyhow::Result<()> {
        let asked = SocketAddr::new(self.host, self.port);
        let listener = TcpListener::bind(asked).await.with_context(|| {
            format!("cannot listen at {asked}; --port names another port, and --port 0 takes any")
        })?;
        let address = listener.local_addr()?;
        let workers = self.threads.map_or_else(reading::threads, usize::from);
        let router = web::router(workers, web::is_local(address))?;
        let url = format!("http://{address}/");
        // The one line that is printed before the end: others wait for it.
        let mut out = anstream::stdout();
        writeln!(out, "aji serves {url} (Ctrl-C ends it)").and_then(|()| out.flush())?;
        if self.open && open::that_detached(&url).is_err() {
            crate::complain(&format!("aji: no browser could be started; open {url} yourself"));
        }
        let (stopped, stop) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            interrupted().await;
            let _ = stopped.send(true);
        });
        let told = |mut stop: tokio::sync::watch::Receiver<bool>| async move {
            let _ = stop.wait_for(|stopped| *stopped).await;
        };
        let late = {
            let stop = stop.clone();
            async move {
                told(stop).await;
                tokio::time::sleep(LAST_ANSWERS).await;
            }
        };
        tokio::select! {
            () = web::serve(listener, router, told(stop)) => {}
            () = late => {}
        }
        Ok(())
    }
}

/// Ctrl-C, or a polite request to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

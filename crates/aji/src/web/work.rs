//! Work off the threads that talk to the network: a bounded queue, and workers with a desk each.

use super::desk::Desk;
use super::refusal::Refusal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// Nobody waits longer for an answer.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Workers who take jobs in the order in which they come.
#[derive(Clone)]
pub struct Lane {
    jobs: SyncSender<Job>,
}

impl Lane {
    /// So many workers, each with a desk of its own, and so many jobs that may wait for them.
    pub fn new(desk: &Desk, workers: usize, waiting: usize) -> Lane {
        let (jobs, taken) = sync_channel::<Job>(waiting);
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..workers {
            let (taken, mut desk) = (Arc::clone(&taken), desk.clone());
            // The thread ends when the server does.
            std::thread::spawn(move || {
                while let Some(job) = next(&taken) {
                    // A job that panics has lost its answer; its worker goes on, with a desk that is tidy again.
                    if catch_unwind(AssertUnwindSafe(|| job(&mut desk))).is_err() {
                        desk = desk.clone();
                    }
                }
            });
        }
        Lane { jobs }
    }

    /// Puts a job into the queue, if there is room.
    pub fn add(&self, job: impl FnOnce(&mut Desk) + Send + 'static) -> Result<(), Refusal> {
        self.jobs.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::Busy,
            TrySendError::Disconnected(_) => Refusal::Broken,
        })
    }

    /// Has a job done and waits for its answer.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.add(move |desk| {
            // Who has hung up meanwhile does not want to know.
            if !reply.is_closed() {
                let _ = reply.send(work(desk));
            }
        })?;
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Refusal::Broken),
            Err(_) => Err(Refusal::Late(PATIENCE.as_secs())),
        }
    }
}

/// Nobody who holds the lock leaves things half done.
fn next(taken: &Mutex<Receiver<Job>>) -> Option<Job> {
    taken.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

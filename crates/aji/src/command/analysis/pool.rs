//! Work that waits, and those who do it.

use super::query::Asked;
use super::reply;
use aji_play::analyst::Analyst;
use aji_rules::Game;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// One turn of a query.
pub struct Job {
    pub id: Arc<str>,
    pub turn: usize,
    pub priority: i64,
    pub game: Game,
    pub asked: Arc<Asked>,
}

impl Job {
    /// Said of a job that is left undone.
    fn undone(&self) -> Value {
        let (id, turn) = (&*self.id, self.turn);
        json!({"id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn})
    }
}

/// Jobs in the order in which they are to be done: by priority, and then as they came.
#[derive(Default)]
struct Waiting {
    jobs: BTreeMap<(Reverse<i64>, u64), Job>,
    came: u64,
    is_closed: bool,
}

/// Jobs that wait, and where replies go.
pub struct Pool<W> {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    output: Mutex<W>,
}

impl<W: Write + Send> Pool<W> {
    pub fn new(output: W) -> Pool<W> {
        Pool { waiting: Mutex::default(), changed: Condvar::new(), output: Mutex::new(output) }
    }

    /// Nobody who holds the lock leaves things half done.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be done later, if somebody still listens.
    pub fn add(&self, job: Job) -> io::Result<()> {
        let mut waiting = self.waiting();
        if waiting.is_closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        waiting.came += 1;
        let place = (Reverse(job.priority), waiting.came);
        waiting.jobs.insert(place, job);
        self.changed.notify_one();
        Ok(())
    }

    /// Leaves undone what waits and fits, and says so.
    pub fn terminate(&self, fits: impl Fn(&Job) -> bool) -> io::Result<()> {
        let left: Vec<Job> = {
            let mut waiting = self.waiting();
            let (left, stay): (Vec<_>, Vec<_>) =
                std::mem::take(&mut waiting.jobs).into_iter().partition(|(_, job)| fits(job));
            waiting.jobs = stay.into_iter().collect();
            left.into_iter().map(|(_, job)| job).collect()
        };
        left.iter().try_for_each(|job| self.say(&job.undone()))
    }

    /// Nothing more will come.
    pub fn close(&self) {
        self.waiting().is_closed = true;
        self.changed.notify_all();
    }

    /// Nobody listens any more: what waits is in vain.
    fn give_up(&self) {
        self.waiting().jobs.clear();
        self.close();
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if let Some((_, job)) = waiting.jobs.pop_first() {
                return Some(job);
            }
            if waiting.is_closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says one thing in a line of its own.
    pub fn say(&self, reply: &Value) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{reply}\n").as_bytes())?;
        output.flush()
    }

    /// Works until all is done and nothing more will come.
    pub fn work(&self, mut analyst: Analyst) {
        while let Some(Job { id, turn, game, asked, .. }) = self.next() {
            let reply = reply::of_turn(&mut analyst, &id, turn, &game, &asked);
            let reply = reply.unwrap_or_else(
                |error| json!({"error": error.to_string(), "id": &*id, "turnNumber": turn}),
            );
            if self.say(&reply).is_err() {
                self.give_up();
            }
        }
    }
}

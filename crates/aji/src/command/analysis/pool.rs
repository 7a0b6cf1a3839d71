//! Work that waits, and those who do it.

use super::query::{Asked, Reports};
use super::reply;
use aji_judge::judgement::JudgeError;
use aji_play::Turn;
use aji_play::analyst::Analyst;
use aji_play::search::Budget;
use aji_rules::Game;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After so many positions a search looks whether it is still wanted.
const SLICE: u32 = 16;

/// One turn of a query.
pub struct Job {
    pub id: Arc<str>,
    pub turn: usize,
    pub priority: i64,
    pub game: Game,
    pub asked: Arc<Asked>,
    /// Whether nobody wants it any more.
    pub is_ended: Arc<AtomicBool>,
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
    /// Those that are being done: which turn of which query, and how to end them.
    begun: Vec<(Arc<str>, usize, Arc<AtomicBool>)>,
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

    /// Leaves undone what waits and fits, and says so; what is being done ends with what is known.
    pub fn terminate(&self, fits: impl Fn(&str, usize) -> bool) -> io::Result<()> {
        let left: Vec<Job> = {
            let mut waiting = self.waiting();
            for (id, turn, is_ended) in &waiting.begun {
                if fits(id, *turn) {
                    is_ended.store(true, Ordering::Relaxed);
                }
            }
            let (left, stay): (Vec<_>, Vec<_>) = std::mem::take(&mut waiting.jobs)
                .into_iter()
                .partition(|(_, job)| fits(&job.id, job.turn));
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
                let begun = (job.id.clone(), job.turn, job.is_ended.clone());
                waiting.begun.push(begun);
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
        while let Some(job) = self.next() {
            let Job { id, turn, .. } = &job;
            let reply = self.analyse(&mut analyst, &job);
            let reply = reply.unwrap_or_else(
                |error| json!({"error": error.to_string(), "id": &**id, "turnNumber": turn}),
            );
            self.waiting().begun.retain(|(.., end)| !Arc::ptr_eq(end, &job.is_ended));
            if self.say(&reply).is_err() {
                self.give_up();
            }
        }
    }

    /// Reads as far as is asked, telling on the way what is known if that is asked for.
    fn analyse(&self, analyst: &mut Analyst, job: &Job) -> Result<Value, JudgeError> {
        let asked = &*job.asked;
        let turn = Turn::of(&job.game);
        let (begin, among) = (Instant::now(), asked.among(turn.color()));
        let most = asked.most_visits.unwrap_or(analyst.usual_visits());
        let mut next = asked.reports.map(|Reports { first, .. }| first);
        let mut visits = 0;
        analyst.forget();
        loop {
            visits = most.min(visits + SLICE);
            let has_room = analyst.read_on(&turn, &among, Budget::Visits(visits))?;
            let passed = begin.elapsed();
            let is_late = asked.most_time.is_some_and(|most| passed >= most);
            if visits >= most || !has_room || is_late || job.is_ended.load(Ordering::Relaxed) {
                return reply::of_turn(analyst, job, false);
            }
            if let (Some(due), Some(Reports { every, .. })) = (next, asked.reports)
                && passed >= due
            {
                next = Some(passed + every.max(Duration::from_millis(1)));
                if self.say(&reply::of_turn(analyst, job, true)?).is_err() {
                    self.give_up();
                    job.is_ended.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

//! Work on many items at once, with results in the order of the items.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// A batch is handed out when it has so many items...
const BATCH_ITEMS: usize = 64;
/// ...or so many bytes, so that a few long games do not fill the memory.
const BATCH_BYTES: usize = 256 * 1024;

/// A batch and the way back for its results.
struct Job<T, R> {
    items: Vec<T>,
    results: mpsc::Sender<Results<R>>,
}

/// The results of a batch, or the panic that ended it.
type Results<R> = Result<Vec<R>, Box<dyn Any + Send>>;

/// Calls `work` on every item and `sink` on every result, in the order of the items.
///
/// The calling thread takes the items and runs the sink; `threads` others do the work, and with
/// one thread or none all is done in place. `weight` is about how many bytes an item holds: items
/// travel in batches, of which at most two a thread are under way, so memory stays bounded. What
/// the sink sees does not depend on the number of threads. The sink may stop everything by
/// breaking. A panic in `work` is passed on when its turn comes.
pub fn map_ordered<I, R, B>(
    items: I,
    threads: usize,
    weight: impl Fn(&I::Item) -> usize,
    work: impl Fn(I::Item) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    I: IntoIterator,
    I::Item: Send,
    R: Send,
{
    let mut items = items.into_iter();
    if threads <= 1 {
        return items.map(work).try_for_each(sink);
    }
    let stop = AtomicBool::new(false);
    let (sender, jobs) = mpsc::channel::<Job<I::Item, R>>();
    let jobs = Mutex::new(jobs);
    thread::scope(|scope| {
        // Dropped when this closure ends, however it ends, which sends the workers home.
        let sender = sender;
        for _ in 0..threads {
            scope.spawn(|| run_jobs(&jobs, &work, &stop));
        }
        let mut under_way = VecDeque::new();
        let mut take = |results: mpsc::Receiver<Results<R>>| {
            let flow = match results.recv() {
                Ok(Ok(results)) => results.into_iter().try_for_each(&mut sink),
                Ok(Err(panic)) => {
                    stop.store(true, Ordering::Relaxed);
                    resume_unwind(panic)
                }
                Err(mpsc::RecvError) => unreachable!("every job is answered"),
            };
            stop.store(flow.is_break(), Ordering::Relaxed);
            flow
        };
        while let Some(batch) = next_batch(&mut items, &weight) {
            let (results, answer) = mpsc::channel();
            let sent = sender.send(Job { items: batch, results });
            debug_assert!(sent.is_ok(), "the receiver outlives the scope");
            under_way.push_back(answer);
            if under_way.len() >= 2 * threads
                && let Some(oldest) = under_way.pop_front()
            {
                take(oldest)?;
            }
        }
        under_way.into_iter().try_for_each(take)
    })
}

fn next_batch<T>(
    items: &mut impl Iterator<Item = T>,
    weight: impl Fn(&T) -> usize,
) -> Option<Vec<T>> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH_ITEMS && bytes < BATCH_BYTES {
        let Some(item) = items.next() else {
            break;
        };
        bytes += weight(&item);
        batch.push(item);
    }
    (!batch.is_empty()).then_some(batch)
}

fn run_jobs<T, R>(
    jobs: &Mutex<mpsc::Receiver<Job<T, R>>>,
    work: impl Fn(T) -> R,
    stop: &AtomicBool,
) {
    loop {
        // A statement of its own, so that the lock is free again while the work is done.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { items, results }) = job else {
            return;
        };
        // Once stopped nobody waits for results, and jobs in the queue are only thrown away.
        let wanted = items.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
        let answer = catch_unwind(AssertUnwindSafe(|| wanted.map(&work).collect()));
        // Nobody listens any more after a stop; that is no failure.
        let _ = results.send(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn order_does_not_depend_on_threads() {
        for count in [0, 1, 63, 64, 65, 5000] {
            for threads in [0, 1, 2, 8] {
                let mut seen = Vec::new();
                let flow = map_ordered(
                    0..count,
                    threads,
                    |item| if item % 100 == 0 { BATCH_BYTES } else { 1 },
                    |item: u64| {
                        // Uneven work, so that batches finish out of order.
                        (0..item % 7 * 100).fold(item, |sum, step| sum.wrapping_mul(31) ^ step)
                    },
                    |result| -> ControlFlow<()> {
                        seen.push(result);
                        ControlFlow::Continue(())
                    },
                );
                let expected: Vec<u64> = (0..count)
                    .map(|item| {
                        (0..item % 7 * 100).fold(item, |sum, step| sum.wrapping_mul(31) ^ step)
                    })
                    .collect();
                assert_eq!((seen, flow), (expected, ControlFlow::Continue(())));
            }
        }
    }

    #[test]
    fn the_sink_may_stop() {
        for threads in [1, 2, 8] {
            let taken = AtomicUsize::new(0);
            let endless = (0..).inspect(|_| {
                taken.fetch_add(1, Ordering::Relaxed);
            });
            let mut seen = 0;
            let flow = map_ordered(
                endless,
                threads,
                |_| 1,
                |item: u32| item,
                |item| {
                    assert_eq!(item, seen);
                    seen += 1;
                    if item == 1000 { ControlFlow::Break(item) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(flow, ControlFlow::Break(1000));
            // No more is taken ahead than the batches under way.
            assert!(taken.into_inner() <= 1001 + 2 * 8 * BATCH_ITEMS);
        }
    }

    #[test]
    fn a_panic_is_passed_on_in_its_turn() {
        for threads in [1, 2, 8] {
            let mut seen = 0;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                map_ordered(
                    0..10_000,
                    threads,
                    |_| 1,
                    |item: usize| {
                        if item == 640 { resume_unwind(Box::new("broken")) } else { item }
                    },
                    |_| -> ControlFlow<()> {
                        seen += 1;
                        ControlFlow::Continue(())
                    },
                )
            }));
            let payload = outcome.unwrap_err();
            assert_eq!(payload.downcast_ref(), Some(&"broken"));
            assert_eq!(seen, 640);
        }
    }
}

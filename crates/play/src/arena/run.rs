//! Playing a match on several threads.
//!
//! A game depends on the settings and its number alone, so the threads change nothing. Each thread
//! has its own players; programs are started once a thread, not once a game.

use super::played::Played;
use super::room::{ArenaError, Clock, Fresh, Room};
use super::settings::{Fixture, MatchSettings};
use super::sgf::{self, KeptGameError};
use aji_judge::Library;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// What became of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its games in order.
    pub games: Vec<Played>,
    /// How long each player thought in the games that were played now.
    pub clocks: Vec<Clock>,
}

/// Reads what became of the game of this number from its record, as [`run`] gave it out.
pub fn read_game(
    settings: &MatchSettings,
    number: u32,
    sgf: &str,
) -> Result<Played, KeptGameError> {
    let none = || KeptGameError::Unreadable(format!("there is no game {number}"));
    let fixture = settings.fixture(number).ok_or_else(none)?;
    sgf::read(settings, &fixture, sgf)
}

/// Plays all games but those that are kept from before. `take` gets every game as soon as it is over,
/// in whatever order, with its record in SGF, and may break the match off.
pub fn run(
    settings: &MatchSettings,
    library: &Library,
    threads: usize,
    kept: Vec<Played>,
    mut take: impl FnMut(&Played, &str) -> ControlFlow<()>,
) -> Result<Match, ArenaError> {
    settings.check()?;
    let mut games = kept;
    let old: HashSet<u32> = games.iter().map(|game| game.number).collect();
    let is_new = |fixture: &Fixture| !old.contains(&fixture.number);
    let todo: Vec<Fixture> = settings.fixtures().into_iter().filter(is_new).collect();
    let (next, is_broken_off) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel::<Result<Fresh, ArenaError>>();
    let work = |sender: mpsc::Sender<Result<Fresh, ArenaError>>| {
        let mut room = match Room::open(settings, library) {
            Ok(room) => room,
            // Nobody may be listening any more.
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !is_broken_off.load(Ordering::Relaxed)
            && let Some(fixture) = todo.get(next.fetch_add(1, Ordering::Relaxed))
            && sender.send(room.play(fixture)).is_ok()
        {}
    };
    let mut clocks = vec![Clock::default(); settings.players.len()];
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..threads.max(1).min(todo.len()) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        for result in &receiver {
            let flow = match result {
                Ok(Fresh { played, sgf, clocks: seen }) => {
                    clocks[played.black].add(seen.black);
                    clocks[played.white].add(seen.white);
                    let flow = take(&played, &sgf);
                    games.push(played);
                    flow
                }
                Err(error) => {
                    failure.get_or_insert(error);
                    ControlFlow::Break(())
                }
            };
            if flow.is_break() {
                // Games under way are played to their end, and taken too.
                is_broken_off.store(true, Ordering::Relaxed);
            }
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    games.sort_by_key(|game| game.number);
    Ok(Match { games, clocks })
}

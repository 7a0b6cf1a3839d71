//! A program that is talked to over pipes, a line at a time.
//!
//! Strangers' programs do what they like: they die, fall silent, end their lines in two ways and
//! chatter. Each of these is a line or a [`ClientError`]; none hangs and none leaves a process
//! behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may think about one command unless something else is said. Networks that
/// tune themselves at the first start take minutes.
pub const PATIENCE: Duration = Duration::from_secs(300);
/// How long a program may take to go after it was told to.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long the last words of a dead program are waited for; they are written already.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// So many lines wait to be read, of so many bytes: a program gone mad must not fill the memory.
const MOST_LINES: usize = 1000;
const LONGEST_LINE: u64 = 1 << 20;
const NAP: Duration = Duration::from_millis(5);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The command line cannot be split into words.
    #[error("the command is empty or has an open quote; write it as in a shell")]
    BadCommand,
    /// There is no such program, or it may not be run.
    #[error("it cannot be started: {reason}; check the command")]
    CannotStart {
        /// What the system says.
        reason: String,
    },
    /// It answers that it will not.
    #[error("it refuses `{asked}`: {answer}")]
    Refused {
        /// The command.
        asked: String,
        /// The reason that it gives.
        answer: String,
    },
    /// It is gone.
    #[error("it ended at `{asked}` ({status}){}", said(.last_words))]
    Died {
        /// The command that it was given last.
        asked: String,
        /// How it ended.
        status: String,
        /// The last line that it wrote for people; empty if there is none.
        last_words: String,
    },
    /// It took too long and was ended.
    #[error("it did not answer `{asked}` within {limit:?} and was stopped{}", said(.last_words))]
    Silent {
        /// The command.
        asked: String,
        /// How long it was waited for.
        limit: Duration,
        /// The last line that it wrote for people; empty if there is none.
        last_words: String,
    },
}

fn said(last_words: &str) -> String {
    if last_words.is_empty() { String::new() } else { format!("; its last words: {last_words}") }
}

/// A program with its pipes. It ends when this is dropped.
pub struct Program {
    child: Child,
    /// `None` once nothing more will be said.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Errors,
    patience: Duration,
}

impl Program {
    /// Starts a command. It is split into words as a shell does, quotes and backslashes included, but
    /// no shell runs it.
    pub fn start(command: &str) -> Result<Program, ClientError> {
        let words = shlex::split(command).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or(ClientError::BadCommand)?;
        let mut command = Command::new(program);
        command.args(arguments);
        Program::run(command)
    }

    /// Starts a program with its arguments.
    pub fn run(mut command: Command) -> Result<Program, ClientError> {
        let cannot = |reason: String| ClientError::CannotStart { reason };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            end(&mut child);
            return Err(cannot("it has no pipes".to_string()));
        };
        Ok(Program {
            input: Some(input),
            lines: read_lines(output),
            errors: Errors::read(errors),
            child,
            patience: PATIENCE,
        })
    }

    /// With another time limit for each answer.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// By when an answer to what is said now has to be there.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// Writes a line to it. In errors it is called as `asked`. After [`ClientError::Died`] and
    /// [`ClientError::Silent`] the program is gone, and every further line says so.
    pub fn say(&mut self, line: &str, asked: &str) -> Result<(), ClientError> {
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()).is_ok(),
            None => false,
        };
        if written { Ok(()) } else { Err(self.died(asked)) }
    }

    /// Waits for its next line until the deadline.
    pub fn hear(&mut self, asked: &str, deadline: Instant) -> Result<String, ClientError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Disconnected) => Err(self.died(asked)),
            Err(RecvTimeoutError::Timeout) => Err(self.silent(asked)),
        }
    }

    /// Tells it something that needs no answer, if it still listens.
    pub fn part(&mut self, line: &str) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already; closing the pipe says the same.
            let _ = writeln!(input, "{line}");
        }
    }

    /// The number of its process.
    #[cfg(test)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn died(&mut self, asked: &str) -> ClientError {
        self.input = None;
        let status = wait(&mut self.child, FAREWELL).or_else(|| end(&mut self.child));
        ClientError::Died {
            asked: asked.to_string(),
            status: status.map_or("its status is unknown".to_string(), |status| status.to_string()),
            last_words: self.errors.last(),
        }
    }

    fn silent(&mut self, asked: &str) -> ClientError {
        self.input = None;
        end(&mut self.child);
        ClientError::Silent {
            asked: asked.to_string(),
            limit: self.patience,
            last_words: self.errors.last(),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Who hears nothing more has time to go by himself.
        self.input = None;
        if wait(&mut self.child, FAREWELL).is_none() {
            end(&mut self.child);
        }
    }
}

/// Kills a process and sees it off, so that no zombie is left.
fn end(child: &mut Child) -> Option<ExitStatus> {
    // Who cannot be killed has gone already.
    let _ = child.kill();
    child.wait().ok()
}

/// Waits for a process to go by itself.
fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(NAP),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Reads lines on a thread of their own, which ends with the pipe. Ends of lines and other control
/// characters are left out; what is not UTF-8 is replaced.
fn read_lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(MOST_LINES);
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        let mut read =
            |bytes: &mut Vec<u8>| (&mut pipe).take(LONGEST_LINE).read_until(b'\n', bytes);
        while read(&mut bytes).is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&bytes).replace('\t', " ");
            let plain = text.chars().filter(|c| !c.is_control()).collect();
            if sender.send(plain).is_err() {
                break;
            }
            bytes.clear();
        }
    });
    receiver
}

/// What a program writes for people: the last line is kept.
struct Errors {
    last: Arc<Mutex<String>>,
    /// Says nothing, and is cut off at the end.
    end: Receiver<()>,
}

impl Errors {
    fn read(pipe: impl Read + Send + 'static) -> Errors {
        let lines = read_lines(pipe);
        let last = Arc::new(Mutex::new(String::new()));
        let (kept, (sender, end)) = (Arc::clone(&last), channel());
        thread::spawn(move || {
            for line in lines.iter().filter(|line| !line.trim().is_empty()) {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = line;
            }
            drop(sender);
        });
        Errors { last, end }
    }

    /// The last line of a program that is gone.
    fn last(&self) -> String {
        // A child of the program may keep the pipe open, so this does not wait for ever.
        let _ = self.end.recv_timeout(LAST_WORDS);
        self.last.lock().unwrap_or_else(PoisonError::into_inner).trim().to_string()
    }
}

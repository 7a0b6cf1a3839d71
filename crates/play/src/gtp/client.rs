//! The asking side of the protocol: starts a program and talks to it over pipes.
//!
//! Strangers' programs do what they like: they die, fall silent, end their lines in two ways and
//! chatter. Each of these is an answer or a [`ClientError`]; none hangs and none leaves a process
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

/// A program that speaks the protocol. It ends when this is dropped.
pub struct Client {
    child: Child,
    /// `None` once nothing more will be said.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Errors,
    patience: Duration,
}

impl Client {
    /// Starts a command. It is split into words as a shell does, quotes and backslashes included, but
    /// no shell runs it.
    pub fn start(command: &str) -> Result<Client, ClientError> {
        let words = shlex::split(command).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or(ClientError::BadCommand)?;
        let mut command = Command::new(program);
        command.args(arguments);
        Client::run(command)
    }

    /// Starts a program with its arguments.
    pub fn run(mut command: Command) -> Result<Client, ClientError> {
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
        Ok(Client {
            input: Some(input),
            lines: read_lines(output),
            errors: Errors::read(errors),
            child,
            patience: PATIENCE,
        })
    }

    /// With another time limit for each command.
    pub fn with_patience(mut self, patience: Duration) -> Client {
        self.patience = patience;
        self
    }

    /// Gives a command and waits for the answer, without its `=` and the empty line. After
    /// [`ClientError::Died`] and [`ClientError::Silent`] the program is gone and every further
    /// command says so.
    pub fn send(&mut self, command: &str) -> Result<String, ClientError> {
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()).is_ok(),
            None => false,
        };
        if !written {
            return Err(self.died(command));
        }
        let deadline = Instant::now() + self.patience;
        let mut answer: Option<Vec<String>> = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(command)),
                Err(RecvTimeoutError::Timeout) => return Err(self.silent(command)),
            };
            match &mut answer {
                // Programs greet, and finish what they said before with too many empty lines.
                None if line.starts_with(['=', '?']) => answer = Some(vec![line]),
                None => {}
                Some(lines) if line.trim().is_empty() => return read_answer(command, lines),
                Some(lines) => lines.push(line),
            }
        }
    }

    /// Whether it knows this command; one that cannot say does not.
    pub fn knows(&mut self, command: &str) -> Result<bool, ClientError> {
        match self.send(&format!("known_command {command}")) {
            Ok(answer) => Ok(answer.trim().eq_ignore_ascii_case("true")),
            Err(ClientError::Refused { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn died(&mut self, command: &str) -> ClientError {
        self.input = None;
        let status = wait(&mut self.child, FAREWELL).or_else(|| end(&mut self.child));
        ClientError::Died {
            asked: command.to_string(),
            status: status.map_or("its status is unknown".to_string(), |status| status.to_string()),
            last_words: self.errors.last(),
        }
    }

    fn silent(&mut self, command: &str) -> ClientError {
        self.input = None;
        end(&mut self.child);
        ClientError::Silent {
            asked: command.to_string(),
            limit: self.patience,
            last_words: self.errors.last(),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already; closing the pipe says the same.
            let _ = writeln!(input, "quit");
        }
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

/// Makes a success or a refusal of the lines of an answer.
fn read_answer(command: &str, lines: &[String]) -> Result<String, ClientError> {
    let text = lines.join("\n");
    let (is_good, text) = (text.starts_with('='), text[1..].trim().to_string());
    if is_good {
        Ok(text)
    } else {
        Err(ClientError::Refused { asked: command.to_string(), answer: text })
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A program in a folder that lives as long as the first of the pair.
    fn script(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine of odd name.sh");
        fs::write(&path, text).unwrap();
        let command = format!("sh '{}'", path.display());
        (folder, command)
    }

    fn client(text: &str) -> (tempfile::TempDir, Client) {
        let (folder, command) = script(text);
        let client = Client::start(&command).unwrap();
        (folder, client)
    }

    /// Answers every command by its name.
    const ENGINE: &str = r#"
        printf 'Welcome to the engine\n\n'
        while read name rest; do
            echo "heard $name" >&2
            case "$name" in
                plain) printf '= fine\n\n' ;;
                windows) printf '= fine\r\n\r\n' ;;
                many) printf '=\nA1 B2\nC3\n\n\n\n' ;;
                bare) printf '= \n\n' ;;
                no) printf '? illegal move\n\n' ;;
                die) echo 'out of memory' >&2; exit 3 ;;
                sleep) exec sleep 60 ;;
                mad) exec yes ;;
                half) printf '= the rest is'; exec sleep 60 ;;
                known_command) test "$rest" = plain && printf '= true\n\n' || printf '= false\n\n' ;;
                quit) printf '=\n\n'; exit 0 ;;
            esac
        done"#;

    #[test]
    fn answers_of_all_shapes() {
        let (_folder, mut client) = client(ENGINE);
        assert_eq!(client.send("plain"), Ok("fine".to_string()));
        assert_eq!(client.send("windows"), Ok("fine".to_string()));
        assert_eq!(client.send("many"), Ok("A1 B2\nC3".to_string()));
        assert_eq!(client.send("bare"), Ok(String::new()));
        let refused = client.send("no").unwrap_err();
        assert_eq!(refused.to_string(), "it refuses `no`: illegal move");
        assert_eq!(client.send("plain"), Ok("fine".to_string()), "it goes on after a refusal");
        assert_eq!((client.knows("plain"), client.knows("fly")), (Ok(true), Ok(false)));
    }

    #[test]
    fn a_program_that_dies() {
        let (_folder, mut client) = client(ENGINE);
        let died = client.send("die").unwrap_err().to_string();
        let expected = "it ended at `die` (exit status: 3); its last words: out of memory";
        assert_eq!(died, expected);
        let again = client.send("plain").unwrap_err().to_string();
        assert!(again.starts_with("it ended at `plain` (exit status: 3)"), "{again}");
    }

    #[test]
    fn a_program_that_falls_silent() {
        for command in ["sleep", "half", "mad"] {
            let (_folder, client) = client(ENGINE);
            let mut client = client.with_patience(Duration::from_millis(200));
            let start = Instant::now();
            let silent = client.send(command).unwrap_err().to_string();
            let expected = format!("it did not answer `{command}` within 200ms and was stopped");
            assert!(silent.starts_with(&expected), "{silent}");
            drop(client);
            assert!(start.elapsed() < Duration::from_secs(10));
        }
    }

    #[test]
    fn commands_that_start_nothing() {
        let error = |command: &str| Client::start(command).err().unwrap();
        assert_eq!(error(""), ClientError::BadCommand);
        assert_eq!(error("gnugo 'open"), ClientError::BadCommand);
        assert!(matches!(error("/there/is/no such"), ClientError::CannotStart { .. }));
    }

    #[test]
    fn who_does_not_leave_is_made_to() {
        let (_folder, client) = client("trap '' HUP TERM\nwhile true; do sleep 1; done");
        let id = client.child.id();
        drop(client);
        let gone = !std::path::Path::new(&format!("/proc/{id}")).exists();
        assert!(gone || !cfg!(target_os = "linux"), "the process {id} is left");
    }
}

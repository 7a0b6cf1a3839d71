//! The asking side of the protocol: starts a program and gives it commands.

pub use crate::program::{ClientError, PATIENCE};

use crate::program::Program;
use std::process::Command;
use std::time::Duration;

/// A program that speaks the protocol. It ends when this is dropped.
pub struct Client(Program);

impl Client {
    /// Starts a command. It is split into words as a shell does, quotes and backslashes included, but
    /// no shell runs it.
    pub fn start(command: &str) -> Result<Client, ClientError> {
        Program::start(command).map(Client)
    }

    /// Starts a program with its arguments.
    pub fn run(command: Command) -> Result<Client, ClientError> {
        Program::run(command).map(Client)
    }

    /// With another time limit for each command.
    pub fn with_patience(mut self, patience: Duration) -> Client {
        self.0.set_patience(patience);
        self
    }

    /// Gives a command and waits for the answer, without its `=` and the empty line. After
    /// [`ClientError::Died`] and [`ClientError::Silent`] the program is gone and every further
    /// command says so.
    pub fn send(&mut self, command: &str) -> Result<String, ClientError> {
        self.0.say(command, command)?;
        let deadline = self.0.deadline();
        let mut answer: Option<Vec<String>> = None;
        loop {
            let line = self.0.hear(command, deadline)?;
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
}

impl Drop for Client {
    fn drop(&mut self) {
        self.0.part("quit");
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Instant;

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
        let id = client.0.id();
        drop(client);
        let gone = !std::path::Path::new(&format!("/proc/{id}")).exists();
        assert!(gone || !cfg!(target_os = "linux"), "the process {id} is left");
    }
}

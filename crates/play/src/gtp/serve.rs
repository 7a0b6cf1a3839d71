//! The conversation: lines in, replies out.

use super::command::Progress;
use super::{Engine, Reply, Request};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

/// A longer line is cut here: no command needs as much, and a broken pipe must not fill the memory.
const MOST_BYTES: u64 = 1 << 24;
/// So many lines wait at the most while one is answered.
const MOST_LINES: usize = 64;

/// Answers line by line until somebody quits, the input ends or nobody listens any more. Lines are read by a thread of
/// their own, so that analysis goes on until one comes in; it ends with the input.
pub fn serve(
    engine: &mut Engine,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(MOST_LINES);
    std::thread::spawn(move || read(input, &sender));
    match converse(engine, &lines, &mut output) {
        // Whoever does not listen any more needs no answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

type Line = io::Result<Vec<u8>>;

fn read(mut input: impl BufRead, lines: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        let is_over = match input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => lines.send(Ok(line)).is_err(),
            Err(error) => {
                // The conversation ends with what went wrong, if it still goes on.
                _ = lines.send(Err(error));
                true
            }
        };
        if is_over {
            return;
        }
    }
}

fn converse(
    engine: &mut Engine,
    lines: &Receiver<Line>,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut is_open = false;
    loop {
        let line =
            if is_open { analyse_until_a_line(engine, lines, output)? } else { lines.recv().ok() };
        if std::mem::take(&mut is_open) {
            // Any line ends a reply that was left open, an empty one too.
            output.write_all(b"\n")?;
            output.flush()?;
        }
        let Some(line) = line else { return Ok(()) };
        let Some(request) = Request::parse(&line?) else { continue };
        let reply = engine.answer(&request);
        is_open = matches!(reply, Reply::Open(_));
        output.write_all(reply.text(request.id.as_deref()).as_bytes())?;
        output.flush()?;
        if engine.has_quit() {
            return Ok(());
        }
    }
}

/// Refines an analysis until a line comes in; `None` at the end of the input.
fn analyse_until_a_line(
    engine: &mut Engine,
    lines: &Receiver<Line>,
    output: &mut impl Write,
) -> io::Result<Option<Line>> {
    loop {
        match lines.try_recv() {
            Ok(line) => return Ok(Some(line)),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) => {}
        }
        match engine.go_on_analysing() {
            Progress::Reading => {}
            Progress::Report(text) => tell(output, &text)?,
            Progress::Full(text) => {
                tell(output, &text)?;
                return Ok(lines.recv().ok());
            }
        }
    }
}

/// An empty line would end the reply, so where nothing is to be told nothing is.
fn tell(output: &mut impl Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(output, "{text}")?;
    output.flush()
}

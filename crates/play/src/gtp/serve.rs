//! The conversation: lines in, replies out.

use super::{Engine, Reply, Request};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// A longer line is cut here: no command needs as much, and a broken pipe must not fill the memory.
const MOST_BYTES: u64 = 1 << 24;

/// Answers line by line until somebody quits, the input ends or nobody listens any more.
pub fn serve(
    engine: &mut Engine,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    match converse(engine, &mut input, &mut output) {
        // Whoever does not listen any more needs no answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse(
    engine: &mut Engine,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut is_open = false;
    loop {
        line.clear();
        let length = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)?;
        if std::mem::take(&mut is_open) {
            // Any line ends a reply that was left open, an empty one too.
            output.write_all(b"\n")?;
            output.flush()?;
        }
        if length == 0 {
            return Ok(());
        }
        let Some(request) = Request::parse(&line) else { continue };
        let reply = engine.answer(&request);
        is_open = matches!(reply, Reply::Open(_));
        output.write_all(reply.text(request.id.as_deref()).as_bytes())?;
        output.flush()?;
        if engine.has_quit() {
            return Ok(());
        }
    }
}

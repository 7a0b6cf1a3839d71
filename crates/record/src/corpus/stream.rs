//! Readers that stand between a file and the splitter: counting, decompressing, transcoding.

use super::Limits;
use super::problem::Expansion;
use crate::text;
use encoding_rs::{Decoder, Encoding, UTF_8};
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes from anywhere.
pub(super) type Bytes = Box<dyn Read + Send>;

/// How much of a file is looked at to guess its encoding.
const HEAD: usize = 64 * 1024;

/// Adds up what is read.
pub(super) struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    pub fn new(inner: R, count: Arc<AtomicU64>) -> Counted<R> {
        Counted { inner, count }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Fails when a decompressor gives out of all proportion to what it takes.
struct Guarded<R> {
    inner: R,
    taken: Arc<AtomicU64>,
    given: u64,
    limits: Limits,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.given += count as u64;
        let Limits { expansion_ratio: ratio, expansion_free_bytes: free, .. } = self.limits;
        let taken = self.taken.load(Ordering::Relaxed);
        if self.given > free && self.given > taken.saturating_mul(ratio) {
            return Err(io::Error::other(Expansion { ratio }));
        }
        Ok(count)
    }
}

/// Puts a decompressor behind `packed` and a guard behind the decompressor.
pub(super) fn decompressed<R, D>(packed: R, limits: Limits, decoder: fn(Counted<R>) -> D) -> Bytes
where
    R: Read + Send + 'static,
    D: Read + Send + 'static,
{
    let taken = Arc::new(AtomicU64::new(0));
    let inner = decoder(Counted::new(packed, Arc::clone(&taken)));
    Box::new(Guarded { inner, taken, given: 0, limits })
}

/// Undoes gzip; several gzip streams in a row are one file.
pub(super) fn gunzipped(packed: Bytes, limits: Limits) -> Bytes {
    decompressed(packed, limits, MultiGzDecoder::new)
}

/// A reader whose first bytes have been looked at.
pub(super) struct Peeked {
    head: io::Cursor<Vec<u8>>,
    /// Met while peeking; it is due behind the bytes that came before it.
    failure: Option<io::Error>,
    inner: Bytes,
}

impl Peeked {
    pub fn new(mut inner: Bytes, count: usize) -> Peeked {
        let mut head = Vec::new();
        let failure = inner.by_ref().take(count as u64).read_to_end(&mut head).err();
        Peeked { head: io::Cursor::new(head), failure, inner }
    }

    pub fn head(&self) -> &[u8] {
        self.head.get_ref()
    }
}

impl Read for Peeked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.head.read(buffer)? {
            0 => match self.failure.take() {
                Some(failure) => Err(failure),
                None => self.inner.read(buffer),
            },
            count => Ok(count),
        }
    }
}

/// The text of one file, in an encoding that agrees with ASCII.
pub(super) struct Text {
    pub reader: Bytes,
    /// None when the head is plain ASCII, which all encodings we know agree on.
    pub encoding: Option<&'static Encoding>,
    pub empty: bool,
}

impl Text {
    /// Looks at the head of a file; UTF-16 is turned into UTF-8, all else is left as it is.
    pub fn new(inner: Bytes) -> Text {
        let peeked = Peeked::new(inner, HEAD);
        let head = peeked.head();
        let empty = head.is_empty() && peeked.failure.is_none();
        if let Some(encoding) = text::utf_16(head) {
            let decoder = encoding.new_decoder_with_bom_removal();
            let reader = Box::new(Transcoded::new(peeked, decoder));
            return Text { reader, encoding: Some(UTF_8), empty };
        }
        let encoding = match Encoding::for_bom(head) {
            Some((encoding, _)) => Some(encoding),
            None => (!head.is_ascii()).then(|| text::guess(head)),
        };
        Text { reader: Box::new(peeked), encoding, empty }
    }
}

/// A reader that decodes to UTF-8 as it goes.
struct Transcoded {
    inner: Peeked,
    decoder: Decoder,
    packed: Box<[u8]>,
    packed_range: std::ops::Range<usize>,
    text: Box<[u8]>,
    text_range: std::ops::Range<usize>,
    finished: bool,
}

impl Transcoded {
    fn new(inner: Peeked, decoder: Decoder) -> Transcoded {
        let buffer = || vec![0; 16 * 1024].into_boxed_slice();
        Transcoded {
            inner,
            decoder,
            packed: buffer(),
            packed_range: 0..0,
            text: buffer(),
            text_range: 0..0,
            finished: false,
        }
    }
}

impl Read for Transcoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.text_range.is_empty() && !self.finished {
            let mut at_end = false;
            if self.packed_range.is_empty() {
                let count = self.inner.read(&mut self.packed)?;
                self.packed_range = 0..count;
                at_end = count == 0;
            }
            let (result, read, written, _) = self.decoder.decode_to_utf8(
                &self.packed[self.packed_range.clone()],
                &mut self.text,
                at_end,
            );
            self.packed_range.start += read;
            self.text_range = 0..written;
            self.finished = at_end && result == encoding_rs::CoderResult::InputEmpty;
        }
        let count = (&self.text[self.text_range.clone()]).read(buffer)?;
        self.text_range.start += count;
        Ok(count)
    }
}

/// Checks a zip member against its checksum once all of it has been read.
pub(super) struct Summed<R> {
    inner: R,
    sum: flate2::Crc,
    expected: u32,
}

impl<R> Summed<R> {
    pub fn new(inner: R, expected: u32) -> Summed<R> {
        Summed { inner, sum: flate2::Crc::new(), expected }
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.sum.update(&buffer[..count]);
        if count == 0 && !buffer.is_empty() && self.sum.sum() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::GBK;

    fn read(bytes: &[u8]) -> (String, Option<&'static Encoding>) {
        let mut text = Text::new(Box::new(io::Cursor::new(bytes.to_vec())));
        let mut all = Vec::new();
        text.reader.read_to_end(&mut all).unwrap();
        (String::from_utf8_lossy(&all).into_owned(), text.encoding)
    }

    #[test]
    fn utf_16_becomes_utf_8() {
        let game = format!("(;GM[1]PB[黑棋]PW[\u{1F431}]C[{}])", "好".repeat(30_000));
        let little: Vec<u8> = game.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = game.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for input in [
            little.clone(),
            big.clone(),
            [b"\xFF\xFE", &*little].concat(),
            [b"\xFE\xFF", &*big].concat(),
        ] {
            // Without a mark it is known by its zeros, so by more syntax than comment.
            let marked = input[0] >= 0xFE;
            let input = if marked { &input[..] } else { &input[..40] };
            let (text, encoding) = read(input);
            assert!(game.starts_with(&text) && text.len() > 15, "{}", input[..8].escape_ascii());
            assert_eq!(encoding, Some(UTF_8));
            assert!(!marked || text == game);
        }
    }

    #[test]
    fn other_text_is_left_alone() {
        assert_eq!(read(b"(;B[aa])"), ("(;B[aa])".into(), None));
        assert_eq!(read("\u{feff}(;)".as_bytes()).1, Some(UTF_8));
        assert_eq!(read(b"(;CA[gbk]PB[\xB0\xA1])").1, Some(GBK));
        assert_eq!(read(b"").1, None);
    }

    #[test]
    fn a_failure_waits_behind_the_bytes_before_it() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("late"))
            }
        }
        let mut peeked = Peeked::new(Box::new(b"abc".chain(Failing)), 10);
        let mut buffer = [0; 10];
        assert_eq!(peeked.read(&mut buffer).unwrap(), 3);
        assert_eq!(peeked.read(&mut buffer).unwrap_err().to_string(), "late");
    }
}

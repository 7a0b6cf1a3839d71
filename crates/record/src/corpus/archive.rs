//! Goes through the members of zip and tar archives, one at a time, as streams.

use super::kind::{Format, Kind};
use super::stream::{Bytes, Counted, Summed, decompressed, gunzipped};
use super::{Limits, Origin, Problem, ProblemKind};
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use zip::{CompressionMethod, ZipArchive};

/// A game file in an archive.
pub(super) struct Member {
    pub origin: Arc<Origin>,
    pub format: Format,
    pub reader: Bytes,
}

/// An archive that is being read.
pub(super) struct Archive {
    path: PathBuf,
    members: Members,
    limits: Limits,
    /// Whether there was anything to read or to complain about.
    fruitful: bool,
}

enum Members {
    Zip(Zip),
    Tar(Tar),
    Finished,
}

/// What an archive says of its next member.
struct Entry {
    name: String,
    content: Result<Bytes, ProblemKind>,
}

/// The next member, or what is wrong with the archive as a whole.
type NextEntry = Option<Result<Entry, ProblemKind>>;

impl Archive {
    /// Opens a zip archive; what is read of it is added to `count`.
    pub fn zip(path: PathBuf, file: File, limits: Limits, count: Arc<AtomicU64>) -> Archive {
        let members = Members::Zip(Zip::new(file, limits, count));
        Archive { path, members, limits, fruitful: false }
    }

    /// Opens a tar archive, decompressed by now.
    pub fn tar(path: PathBuf, reader: Bytes, limits: Limits) -> Archive {
        let members = Members::Tar(Tar::new(reader));
        Archive { path, members, limits, fruitful: false }
    }

    /// The next game file. The reader of the one before must have been dropped.
    pub fn next_member(&mut self) -> Option<Result<Member, Problem>> {
        loop {
            let entry = match &mut self.members {
                Members::Zip(zip) => zip.next_entry(),
                Members::Tar(tar) => tar.next_entry(),
                Members::Finished => return None,
            };
            match entry {
                Some(Ok(Entry { name, content })) => {
                    let Some(kind) = Kind::of(&name) else {
                        continue;
                    };
                    self.fruitful = true;
                    let origin = Arc::new(Origin { path: self.path.clone(), member: Some(name) });
                    return Some(match (kind, content) {
                        (Kind::Zip | Kind::Tar { .. }, _) => {
                            Err(ProblemKind::NestedArchive.at(&origin))
                        }
                        (_, Err(kind)) => Err(kind.at(&origin)),
                        (Kind::Game { format, gzip }, Ok(reader)) => {
                            let reader = if gzip { gunzipped(reader, self.limits) } else { reader };
                            Ok(Member { origin, format, reader })
                        }
                    });
                }
                Some(Err(kind)) => return self.finish(Some(kind)),
                None if self.fruitful => return self.finish(None),
                None => return self.finish(Some(ProblemKind::NoGameFile)),
            }
        }
    }

    fn finish(&mut self, kind: Option<ProblemKind>) -> Option<Result<Member, Problem>> {
        self.members = Members::Finished;
        let origin = Arc::new(Origin { path: self.path.clone(), member: None });
        kind.map(|kind| Err(kind.at(&origin)))
    }
}

/// The members of a zip archive.
///
/// Members are found with the `zip` crate but read from the file directly, because its readers
/// borrow the archive and could not be kept beside it.
struct Zip {
    file: File,
    /// How much of the file the members so far take up. More than there is means that they share
    /// data, as only bombs do.
    claimed: u64,
    directory: Directory,
    limits: Limits,
    count: Arc<AtomicU64>,
}

enum Directory {
    Whole {
        archive: ZipArchive<File>,
        next: usize,
    },
    /// The directory at the end is missing, as in any download that broke off. The members
    /// before have headers of their own; `next` is the place of one.
    Lost {
        next: u64,
        cause: String,
    },
}

/// Where a member lies and how it is packed.
struct Packed {
    name: String,
    start: u64,
    size: u64,
    sum: u32,
    encrypted: bool,
    method: CompressionMethod,
}

impl Zip {
    fn new(file: File, limits: Limits, count: Arc<AtomicU64>) -> Zip {
        let directory = match file.try_clone().map_err(Into::into).and_then(ZipArchive::new) {
            Ok(archive) => Directory::Whole { archive, next: 0 },
            Err(error) => Directory::Lost { next: 0, cause: error.to_string() },
        };
        Zip { file, claimed: 0, directory, limits, count }
    }

    fn next_entry(&mut self) -> NextEntry {
        let packed = match &mut self.directory {
            Directory::Whole { archive, next } => {
                let index = *next;
                *next += 1;
                let name = match archive.name_for_index(index)? {
                    Ok(name) => name.into_owned(),
                    Err(error) => return Some(Err(damaged(error))),
                };
                match directory_entry(archive, index, &name) {
                    Ok(packed) => packed,
                    // Only this member is lost: its header is not where it should be.
                    Err(error) => {
                        return Some(Ok(Entry { name, content: Err(damaged(error)) }));
                    }
                }
            }
            Directory::Lost { next, cause } => match local_header(&mut self.file, *next) {
                Ok(Some(packed)) => {
                    *next = packed.start.saturating_add(packed.size);
                    packed
                }
                Ok(None) | Err(_) => return Some(Err(damaged(&*cause))),
            },
        };
        self.claimed = self.claimed.saturating_add(packed.size);
        if self.file.metadata().is_ok_and(|file| self.claimed > file.len()) {
            return Some(Err(damaged("its members overlap")));
        }
        Some(Ok(Entry { content: self.content(&packed), name: packed.name }))
    }

    fn content(&mut self, packed: &Packed) -> Result<Bytes, ProblemKind> {
        if packed.encrypted {
            return Err(ProblemKind::Encrypted);
        }
        let raw = self.raw(packed).map_err(|error| ProblemKind::of_file(&error))?;
        match packed.method {
            CompressionMethod::Stored => Ok(Box::new(Summed::new(raw, packed.sum))),
            CompressionMethod::Deflated => {
                let plain = decompressed(raw, self.limits, DeflateDecoder::new);
                Ok(Box::new(Summed::new(plain, packed.sum)))
            }
            method => Err(ProblemKind::Compression(method.to_string())),
        }
    }

    /// The bytes of a member as they lie in the file.
    ///
    /// The handle shares its place with that of the directory, so no two may be used in turns;
    /// the directory seeks before it reads.
    fn raw(&mut self, packed: &Packed) -> io::Result<io::Take<Counted<File>>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(packed.start))?;
        Ok(Counted::new(file, Arc::clone(&self.count)).take(packed.size))
    }
}

fn directory_entry(
    archive: &mut ZipArchive<File>,
    index: usize,
    name: &str,
) -> zip::result::ZipResult<Packed> {
    let entry = archive.by_index_raw(index)?;
    Ok(Packed {
        name: name.to_string(),
        start: entry.data_start().ok_or(zip::result::ZipError::FileNotFound)?,
        size: entry.compressed_size(),
        sum: entry.crc32(),
        encrypted: entry.encrypted(),
        method: entry.compression(),
    })
}

/// The member whose header stands at `place`, if there is one that tells its size.
fn local_header(file: &mut File, place: u64) -> io::Result<Option<Packed>> {
    const LENGTH: usize = 30;
    const ENCRYPTED: u16 = 1;
    /// The size follows the data, out of reach.
    const SIZE_BEHIND: u16 = 1 << 3;

    let mut header = [0; LENGTH];
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(&mut header)?;
    let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let long = |at: usize| u32::from(short(at)) | u32::from(short(at + 2)) << 16;
    let (flags, size) = (short(6), long(18));
    if !header.starts_with(b"PK\x03\x04") || flags & SIZE_BEHIND != 0 || size == u32::MAX {
        return Ok(None);
    }
    let mut name = vec![0; short(26).into()];
    file.read_exact(&mut name)?;
    Ok(Some(Packed {
        start: place + (LENGTH + name.len()) as u64 + u64::from(short(28)),
        name: String::from_utf8_lossy(&name).into_owned(),
        size: size.into(),
        sum: long(14),
        encrypted: flags & ENCRYPTED != 0,
        method: match short(8) {
            0 => CompressionMethod::Stored,
            8 => CompressionMethod::Deflated,
            _ => return Ok(None),
        },
    }))
}

fn damaged(cause: impl ToString) -> ProblemKind {
    ProblemKind::Damaged { games: 0, cause: cause.to_string() }
}

/// The members of a tar archive. The member handed out reads from the same stream.
struct Tar(Arc<Mutex<TarStream>>);

struct TarStream {
    reader: Bytes,
    /// What is left of the current member.
    left: u64,
    /// Members fill whole blocks; what lies between this one and the next.
    padding: u64,
    /// The stream failed within a member, and the failure has been told there.
    failed: bool,
}

impl Tar {
    fn new(reader: Bytes) -> Tar {
        Tar(Arc::new(Mutex::new(TarStream { reader, left: 0, padding: 0, failed: false })))
    }

    fn next_entry(&mut self) -> NextEntry {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stream.failed {
            return None;
        }
        match stream.next_name() {
            Ok(None) => None,
            Ok(Some(name)) => {
                Some(Ok(Entry { name, content: Ok(Box::new(TarMember(Arc::clone(&self.0)))) }))
            }
            Err(error) => Some(Err(ProblemKind::of_packed(&error, 0))),
        }
    }
}

impl TarStream {
    /// Moves to the next file and gives its name.
    fn next_name(&mut self) -> io::Result<Option<String>> {
        const BLOCK: u64 = 512;
        /// Enough for any real header; a longer one would be kept in memory whole.
        const HEADERS: u64 = 1 << 20;
        loop {
            let rest = self.left + self.padding;
            if io::copy(&mut self.reader.by_ref().take(rest), &mut io::sink())? < rest {
                return Err(cut_off());
            }
            // An archive of its own for each header leaves the stream right behind it, and no
            // borrow stays. The crate cares for long names and other extensions.
            let mut archive = tar::Archive::new(self.reader.by_ref().take(HEADERS));
            let Some(entry) = archive.entries()?.next() else {
                return Ok(None);
            };
            let entry = entry?;
            let kind = entry.header().entry_type();
            self.left =
                if kind.is_gnu_sparse() { entry.header().entry_size()? } else { entry.size() };
            self.padding = self.left.wrapping_neg() % BLOCK;
            if self.left.checked_add(self.padding).is_none() {
                return Err(io::Error::other("a size is out of range"));
            }
            if kind.is_file() || kind.is_contiguous() {
                return Ok(Some(String::from_utf8_lossy(&entry.path_bytes()).into_owned()));
            }
        }
    }
}

struct TarMember(Arc<Mutex<TarStream>>);

impl Read for TarMember {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = stream.left;
        let result = match stream.reader.by_ref().take(left).read(buffer) {
            Ok(0) if left > 0 && !buffer.is_empty() => Err(cut_off()),
            result => result,
        };
        match &result {
            Ok(count) => stream.left -= *count as u64,
            Err(error) => stream.failed = error.kind() != io::ErrorKind::Interrupted,
        }
        result
    }
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it ends within a file")
}

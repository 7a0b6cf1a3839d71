//! What a stronger judge says of positions: who will own each point, who leads and wins, what to play.
//!
//! Labels come in two kinds, one JSON object a line, gzipped or not. Those of recorded games name the
//! game by its line in an archive that has one game a line; those of a teacher's own games carry the
//! moves; the deep network writes such lines of its games against itself. A line that is broken is named and left out, the rest is used.

mod line;
mod writing;

pub use line::Wrong;
pub use writing::game_line;

use crate::games::{self, End};
use crate::labels;
use aji_record::Record;
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Field, Game, HalfPoints, Move, Position, RuleSet, Size};
use line::Label;
use rayon::prelude::*;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;

/// One position as a teacher sees it. Positive is Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Which of [`Lessons::games`].
    pub game: u32,
    /// So many moves are on the board.
    pub moves: u16,
    /// Black's chance to win, from 0 to 1.
    pub win: f32,
    /// Black's lead in points, komi counted.
    pub lead: f32,
    /// From 0 (White's) to [`OWNER_STEPS`] (Black's), a byte a point.
    owners: Box<[u8]>,
    /// Index of a point, or the area for a pass; thousandths. Best first.
    policy: Box<[(u16, u16)]>,
}

/// So many steps are between White's points and Black's.
const OWNER_STEPS: u8 = 63;

impl Lesson {
    /// What somebody says after so many moves: how likely Black wins and by how much he leads, whose each point will be
    /// from -1 to 1, and moves with how likely each is, best first. What a line cannot tell is rounded away; `None` if it
    /// can tell none of the moves.
    pub fn new(
        moves: u16,
        (win, lead): (f64, f64),
        owners: impl Iterator<Item = f64>,
        policy: impl Iterator<Item = (usize, f64)>,
    ) -> Option<Lesson> {
        let steps = f64::from(OWNER_STEPS);
        let owner = |owner: f64| ((owner.clamp(-1.0, 1.0) + 1.0) / 2.0 * steps).round() as u8;
        let likely = |(at, chance): (usize, f64)| (at as u16, (1000.0 * chance).round() as u16);
        let policy: Box<[(u16, u16)]> =
            policy.map(likely).filter(|&(_, likely)| likely > 0).collect();
        let most = line::MOST_LEAD as f64;
        (!policy.is_empty()).then(|| Lesson {
            game: 0,
            moves,
            win: (win.clamp(0.0, 1.0) * 10_000.0).round() as f32 / 10_000.0,
            lead: (lead * 10.0).round().clamp(-most, most) as f32 / 10.0,
            owners: owners.map(owner).collect(),
            policy,
        })
    }

    /// Whose a point will be: from -1 (White's) to 1 (Black's).
    pub fn owner(&self, index: usize) -> f32 {
        f32::from(self.owners[index]) / f32::from(OWNER_STEPS) * 2.0 - 1.0
    }

    /// Whose all points will be, row by row.
    pub fn owners(&self) -> impl ExactSizeIterator<Item = f32> {
        (0..self.owners.len()).map(|index| self.owner(index))
    }

    /// What to play, best first: the index of a point, or the board's area for a pass, and how likely
    /// the teacher would play it. Moves that are hardly likely are missing, so the sum is at most
    /// about 1.
    pub fn policy(&self) -> impl ExactSizeIterator<Item = (usize, f32)> {
        self.policy.iter().map(|&(index, likely)| (index.into(), f32::from(likely) / 1000.0))
    }
}

/// A game of which a teacher saw positions.
#[derive(Clone, Debug, PartialEq)]
pub struct TaughtGame {
    /// The board's shape.
    pub size: Size,
    /// White's compensation.
    pub komi: HalfPoints,
    /// What the teacher was told of the rules.
    pub rules: RuleSet,
    /// What was played, Black first; all of it is legal.
    pub moves: Box<[Move]>,
    /// Whether it is kept from training, to measure with.
    pub is_held_back: bool,
    /// Who won and how, if that tells who was ahead.
    pub ending: Option<(Color, End)>,
    /// Whose each point was in the end, if its line says so: 1 Black's, -1 White's, 0 neutral.
    pub owners: Option<Arc<Field<i8>>>,
    /// Its line in the file that it is from, counted from zero.
    pub line: usize,
}

impl TaughtGame {
    /// Whether every move was searched and the game was counted. Then its moves are no examples: some of them were
    /// drawn by lot, and the labels say what would have been better.
    pub fn is_searched(&self) -> bool {
        self.owners.is_some()
    }

    /// The position after so many moves (or all, if there are fewer).
    pub fn position_after(&self, count: usize) -> Position {
        let mut position = Position::empty(self.size);
        // All moves were checked when the game was read.
        self.moves.iter().take(count).for_each(|&mv| position.play_unchecked(mv));
        position
    }

    /// The game up to so many moves (or all, if there are fewer).
    pub fn game_after(&self, count: usize) -> Game {
        let mut game = Game::new(self.size, self.rules.into()).with_komi(self.komi);
        for &mv in self.moves.iter().take(count) {
            // All moves were checked when the game was read, and both rule sets know only simple ko.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}

/// All that a teacher said.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// The games, in the order of their file; each has a lesson.
    pub games: Vec<TaughtGame>,
    /// The lessons, in the order of the games and of their moves.
    pub lessons: Vec<Lesson>,
    /// What could not be used.
    pub left_out: LeftOut,
}

impl Lessons {
    /// The game that a lesson is about.
    pub fn game(&self, lesson: &Lesson) -> &TaughtGame {
        &self.games[lesson.game as usize]
    }
}

/// What could not be used.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// How often something was wrong.
    pub count: usize,
    /// What was wrong the first times, with file and line, counted from one.
    pub sentences: Vec<String>,
}

impl LeftOut {
    /// Nobody reads more sentences than these.
    const MOST: usize = 20;

    fn add(&mut self, path: &Path, line: usize, wrong: &Wrong) {
        self.count += 1;
        if self.sentences.len() < LeftOut::MOST {
            self.sentences.push(format!("{}, line {}: {wrong}", path.display(), line + 1));
        }
    }
}

/// Why nothing can be learned from a teacher.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which file.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// No line of it can be used.
    #[error("{path} has no labels of a teacher that can be used{}", first.as_ref().map(|wrong| format!(" ({wrong})")).unwrap_or_default())]
    Empty {
        /// Which file.
        path: String,
        /// The first thing that was wrong, if there was any line.
        first: Option<String>,
    },
}

/// Of so many games one is held back.
const HELD_BACK: usize = 50;

/// So many lines are unpacked before all threads go to work on them.
const CHUNK: usize = 4096;

/// Reads labels. `games` is the archive that they speak of, one game a line; none for labels that
/// carry the moves of their games.
pub fn read(labels: &Path, games: Option<&Path>) -> Result<Lessons, TeacherError> {
    let lessons = match games {
        Some(games) => of_recorded_games(labels, games)?,
        None => of_own_games(labels)?,
    };
    if lessons.lessons.is_empty() {
        let first = lessons.left_out.sentences.into_iter().next();
        return Err(TeacherError::Empty { path: labels.display().to_string(), first });
    }
    Ok(lessons)
}

fn of_own_games(path: &Path) -> Result<Lessons, TeacherError> {
    let mut lessons = Lessons::default();
    for_each_line(path, |_| true, own_game, |at, found| lessons.add_own(path, at, found))?;
    Ok(lessons)
}

/// Reads lines that carry the moves of their games, with their numbers from zero.
pub fn of_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Lessons {
    let mut lessons = Lessons::default();
    for (at, text) in lines {
        lessons.add_own(Path::new("games"), at, own_game(at, text.as_bytes()));
    }
    lessons
}

/// A game that a line carries, and its lessons.
fn own_game(at: usize, text: &[u8]) -> Result<(TaughtGame, Vec<Checked>), Wrong> {
    let (game, labels) = line::parse_game(text, at)?;
    let (good, bad): (Vec<_>, Vec<_>) = labels.into_iter().partition(Result::is_ok);
    let mut checked = checked(&game, good.into_iter().flatten().collect())?;
    checked.extend(bad.into_iter().filter_map(Result::err).map(|wrong| Err((at, wrong))));
    Ok((game, checked))
}

fn of_recorded_games(path: &Path, archive: &Path) -> Result<Lessons, TeacherError> {
    let mut lessons = Lessons::default();
    let mut labels = Vec::new();
    for_each_line(
        path,
        |_| true,
        |at, text| line::parse_position(text, at),
        |at, found| match found {
            Ok(label) => labels.push(label),
            Err(wrong) => lessons.left_out.add(path, at, &wrong),
        },
    )?;
    labels.sort_by_key(|&(game, ref label)| (game, label.lesson.moves));
    let of_game = |line: usize| {
        let start = labels.partition_point(|&(game, _)| game < line);
        let end = labels.partition_point(|&(game, _)| game <= line);
        &labels[start..end]
    };
    let mut found_lines = Vec::new();
    for_each_line(
        archive,
        |line| !of_game(line).is_empty(),
        |line, text| {
            let game = recorded_game(&String::from_utf8_lossy(text), line)?;
            let labels = of_game(line).iter().map(|(_, label)| label.clone()).collect();
            let checked = checked(&game, labels)?;
            Ok((game, checked))
        },
        |line, found: Result<_, Wrong>| {
            found_lines.push(line);
            match found {
                Ok((game, checked)) => lessons.add(path, game, checked),
                Err(wrong) => lessons.left_out.add(archive, line, &wrong),
            }
        },
    )?;
    for (line, label) in &labels {
        if found_lines.binary_search(line).is_err() {
            lessons.left_out.add(path, label.at, &Wrong::NoSuchGame(*line));
        }
    }
    Ok(lessons)
}

impl Lessons {
    fn add_own(
        &mut self,
        path: &Path,
        at: usize,
        found: Result<(TaughtGame, Vec<Checked>), Wrong>,
    ) {
        match found {
            Ok((game, checked)) => self.add(path, game, checked),
            Err(wrong) => self.left_out.add(path, at, &wrong),
        }
    }

    fn add(&mut self, path: &Path, game: TaughtGame, checked: Vec<Checked>) {
        let number = self.games.len() as u32;
        for lesson in checked {
            match lesson {
                Ok(lesson) => self.lessons.push(Lesson { game: number, ..lesson }),
                Err((at, wrong)) => self.left_out.add(path, at, &wrong),
            }
        }
        if self.lessons.last().is_some_and(|lesson| lesson.game == number) {
            self.games.push(game);
        }
    }
}

/// A lesson that fits its game, or the line that it stands in and why it does not fit.
type Checked = Result<Lesson, (usize, Wrong)>;

/// The lessons of a game that are about moves of it and say nothing against the rules. The game itself
/// must follow the plainest rules: simple ko, no suicide.
fn checked(game: &TaughtGame, mut labels: Vec<Label>) -> Result<Vec<Checked>, Wrong> {
    labels.sort_by_key(|label| label.lesson.moves);
    let mut labels = labels.into_iter().peekable();
    let mut position = Position::empty(game.size);
    let mut checked = Vec::with_capacity(labels.len());
    for (index, mv) in game.moves.iter().map(Some).chain([None]).enumerate() {
        while let Some(label) = labels.next_if(|label| usize::from(label.lesson.moves) == index) {
            checked.push(match check(&label, &position) {
                Ok(()) => Ok(label.lesson),
                Err(wrong) => Err((label.at, wrong)),
            });
        }
        if let Some(&mv) = mv {
            position.play(mv, Suicide::Forbidden).map_err(|_| Wrong::Illegal(index + 1))?;
        }
    }
    let length = game.moves.len();
    let beyond =
        |label: Label| Err((label.at, Wrong::Beyond { moves: label.lesson.moves, length }));
    checked.extend(labels.map(beyond));
    Ok(checked)
}

fn check(label: &Label, position: &Position) -> Result<(), Wrong> {
    let size = position.size();
    if label.size != size {
        return Err(Wrong::OtherBoard { label: label.size, game: size });
    }
    let place = |&(index, _): &(u16, u16)| size.point_at(index.into()).map(Move::Place);
    let mut places = label.lesson.policy.iter().filter_map(place);
    match places.find(|&mv| position.check(mv, Suicide::Forbidden).is_err()) {
        Some(mv) => Err(Wrong::IllegalPolicy(size.move_text(mv))),
        None => Ok(()),
    }
}

fn recorded_game(sgf: &str, line: usize) -> Result<TaughtGame, Wrong> {
    let record = Record::from_sgf(sgf).map_err(|fault| Wrong::Record(fault.kind.to_string()))?;
    let komi = record.head.komi.ok_or_else(|| Wrong::Unfit(games::Unfit::NoKomi.words()))?;
    let (moves, _) = games::even_moves(&record).map_err(|unfit| Wrong::Unfit(unfit.words()))?;
    Ok(TaughtGame {
        size: record.head.size,
        komi,
        rules: RuleSet::Japanese,
        moves,
        is_held_back: is_held_back(line),
        ending: games::ending(record.head.outcome).ok(),
        owners: None,
        line,
    })
}

fn is_held_back(line: usize) -> bool {
    line.is_multiple_of(HELD_BACK)
}

/// Works on all lines of a file that are wanted and have something in them, many at a time, and hands
/// the results on in their order, with the lines' numbers from zero.
fn for_each_line<T: Send>(
    path: &Path,
    wanted: impl Fn(usize) -> bool,
    work: impl Fn(usize, &[u8]) -> T + Sync,
    mut take: impl FnMut(usize, T),
) -> Result<(), TeacherError> {
    let file_error = |error| TeacherError::File { path: path.display().to_string(), error };
    let mut lines = labels::open(path).map_err(file_error)?.split(b'\n').enumerate().peekable();
    while lines.peek().is_some() {
        let mut chunk = Vec::with_capacity(CHUNK);
        for (at, line) in lines.by_ref().take(CHUNK) {
            let line = line.map_err(file_error)?;
            if wanted(at) && !line.trim_ascii().is_empty() {
                chunk.push((at, line));
            }
        }
        let done: Vec<(usize, T)> =
            chunk.par_iter().map(|(at, line)| (*at, work(*at, line))).collect();
        done.into_iter().for_each(|(at, result)| take(at, result));
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! The deep network: one look at the whole board, and one answer that cannot contradict itself.
//!
//! A tower of convolutions (see [`aji_net::conv`]) sees the [`Planes`] of a question and answers with a policy, with a
//! field for every point and a coupling for every pair of neighbours, and with how far the final score may be from
//! what is expected. Fields and couplings are an [`Ising`] model, that of the territory study with
//! weights that are functions of the position; owners are its marginals by a few rounds of belief propagation (see
//! [`belief`]). The expected score is the sum of the owners, komi and all. Komi is nothing that the
//! network sees, it shifts the score: so the chance to win never rises when komi goes against one.
//!
//! The network sees every position as the side to move does, so exchanged colours have exchanged answers, to the last
//! bit. Turned boards do not: [`Deep::look_around`] looks from all eight sides and takes the mean.

pub mod belief;
pub mod calibration;
pub mod heads;
pub mod planes;

pub use calibration::Calibration;
pub use planes::Planes;

use crate::features;
use crate::judgement::{Question, ScoreDistribution};
use crate::territory::Ising;
use aji_net::conv::{Batch, LANES, Outputs, Shape, Tower, Workspace};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::{Field, Move, Size, Symmetry};
use heads::{BOARD_OUTPUTS, Heads, POINT_OUTPUTS};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A tower that sees positions, of so many blocks and channels.
pub const fn shape(blocks: usize, channels: usize, has_parts: bool) -> Shape {
    Shape {
        planes: planes::PLANES,
        numbers: LANES,
        channels,
        blocks,
        has_parts,
        hidden: 64,
        point_outputs: POINT_OUTPUTS,
        board_outputs: BOARD_OUTPUTS,
    }
}

/// The network with what it learned.
pub struct Deep {
    tower: Tower,
    calibration: Calibration,
    /// Rooms to work in, for as many threads as ever worked at once.
    rooms: Mutex<Vec<Room>>,
}

/// What one look needs and no other look cares for.
#[derive(Default)]
struct Room {
    work: Workspace,
    heads: Heads,
    /// A batch of the size that was looked at last.
    batch: Option<(Size, Batch)>,
    /// Outputs of several looks, summed.
    points: Vec<f32>,
    board: Vec<f32>,
}

/// What the network says of a position. All but the policy is the mover's: positive where a point is his.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Fields and couplings.
    pub ising: Ising,
    /// How surely every point will be the mover's (1) or the other's (-1).
    pub owners: Field<f64>,
    /// How likely each legal move is, best first.
    pub policy: Vec<(Move, f64)>,
    /// How far the final score is from what is expected: a distribution around nought.
    pub spread: ScoreDistribution,
}

const KIND: &str = "deep";
const WEIGHTS: &str = "weights";
const SHAPE: &str = "shape";
const CALIBRATION: &str = "calibration";
/// Towers beyond these are refused: nobody trains them, but a damaged file may ask for them.
const MOST_BLOCKS: u32 = 64;
const MOST_CHANNELS: u32 = 512;

impl Deep {
    /// With this tower; `None` if it does not see [`Planes`] or answers otherwise, or if a weight is not finite.
    pub fn new(tower: Tower) -> Option<Deep> {
        let Shape { blocks, channels, has_parts, .. } = *tower.shape();
        let fits = *tower.shape() == shape(blocks, channels, has_parts);
        let finite = tower.weights().iter().all(|weight| weight.is_finite());
        let calibration = Calibration::default();
        (fits && finite).then(|| Deep { tower, calibration, rooms: Mutex::default() })
    }

    /// With what was measured of its spread.
    pub fn with_calibration(self, calibration: Calibration) -> Deep {
        Deep { calibration, ..self }
    }

    /// What was measured of its spread.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// What it is made of.
    pub fn shape(&self) -> &Shape {
        self.tower.shape()
    }

    /// What it learned.
    pub fn weights(&self) -> &[f32] {
        self.tower.weights()
    }

    /// Looks at a position.
    pub fn look(&self, question: &Question<'_>) -> Look {
        let planes = Planes::of(question);
        self.with_room(|room| {
            let Room { work, heads, batch, .. } = room;
            let batch = alone(batch, self.shape(), &planes);
            heads.read(self.tower.predict(batch, work), planes.size());
            look(heads, &self.calibration, question)
        })
    }

    /// Looks at a position from all eight sides and takes the mean of what it sees.
    pub fn look_around(&self, question: &Question<'_>) -> Look {
        let planes = Planes::of(question);
        let size = planes.size();
        self.with_room(|room| {
            let Room { work, heads, batch, points, board } = room;
            points.clear();
            points.resize(size.area() * POINT_OUTPUTS, 0.0);
            board.clear();
            board.resize(BOARD_OUTPUTS, 0.0);
            let share = 1.0 / Symmetry::ALL.len() as f32;
            for symmetry in Symmetry::ALL {
                let turned = planes.turned(symmetry);
                let outputs = self.tower.predict(alone(batch, self.shape(), &turned), work);
                for point in size.points() {
                    let from = symmetry.point(size, point).index() * POINT_OUTPUTS;
                    let to = &mut points[point.index() * POINT_OUTPUTS..][..POINT_OUTPUTS];
                    let seen = &outputs.points[from..][..POINT_OUTPUTS];
                    to.iter_mut().zip(seen).for_each(|(sum, value)| *sum += share * value);
                }
                board.iter_mut().zip(outputs.boards).for_each(|(sum, value)| *sum += share * value);
            }
            heads.read(Outputs { points, boards: board }, size);
            look(heads, &self.calibration, question)
        })
    }

    fn with_room<R>(&self, run: impl FnOnce(&mut Room) -> R) -> R {
        // A thread that panicked left its room in no bad state: it is filled anew each time.
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut room = rooms().pop().unwrap_or_default();
        let result = run(&mut room);
        rooms().push(room);
        result
    }

    /// Reads a model file, of a tower of any number of blocks and channels.
    pub fn read(bytes: &[u8]) -> Result<Deep, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        file.check(KIND, features::DEEP, &file.about.architecture)?;
        let damaged = || ModelFileError::Missing(SHAPE.to_string());
        let &[blocks, channels, has_parts] = file.whole_numbers(SHAPE)? else {
            return Err(damaged());
        };
        if blocks > MOST_BLOCKS || channels > MOST_CHANNELS {
            return Err(damaged());
        }
        let shape = shape(blocks as usize, channels as usize, has_parts != 0);
        file.check(KIND, features::DEEP, &shape.words())?;
        let weights = file.numbers(WEIGHTS, shape.weights())?.to_vec();
        let calibration =
            Calibration::from_numbers(file.numbers(CALIBRATION, calibration::NUMBERS)?);
        let calibration =
            calibration.ok_or_else(|| ModelFileError::Missing(CALIBRATION.to_string()))?;
        let deep = Tower::new(shape, weights).and_then(Deep::new).ok_or_else(damaged)?;
        Ok(deep.with_calibration(calibration))
    }

    /// Its file, in half precision, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let Shape { blocks, channels, has_parts, .. } = *self.shape();
        let shape = vec![blocks as u32, channels as u32, u32::from(has_parts)];
        ModelFile::new(KIND, features::DEEP, &self.shape().words())
            .with_whole_numbers(SHAPE, shape)
            .with_halves(WEIGHTS, self.weights())
            .with(CALIBRATION, self.calibration.numbers())
    }
}

/// A batch of one board, in one that is kept for others of its size.
fn alone<'a>(kept: &'a mut Option<(Size, Batch)>, shape: &Shape, planes: &Planes) -> &'a Batch {
    let batch = match kept.take() {
        Some((size, mut batch)) if size == planes.size() => {
            batch.clear();
            planes.push(&mut batch);
            batch
        }
        _ => planes.batch(shape),
    };
    &kept.insert((planes.size(), batch)).1
}

/// What heads say, for those who ask.
fn look(heads: &Heads, calibration: &Calibration, question: &Question<'_>) -> Look {
    let size = question.position.size();
    let field = |values: &[f32]| Field::from_fn(size, |point| f64::from(values[point.index()]));
    let owners: Vec<f32> = heads.owners().collect();
    let factor = calibration.factor(question.position);
    let parts = heads.spread.map(|(weight, scale)| (f64::from(weight), factor * f64::from(scale)));
    Look {
        ising: Ising {
            fields: field(&heads.fields),
            across: field(&heads.across),
            down: field(&heads.down),
        },
        owners: field(&owners),
        policy: policy(heads, question),
        // Weights from a softmax and scales from an exponential are always good.
        spread: ScoreDistribution::new(0.0, parts).unwrap_or(ScoreDistribution::certain(0.0)),
    }
}

/// Legal moves, weighed against each other.
fn policy(heads: &Heads, question: &Question<'_>) -> Vec<(Move, f64)> {
    let area = question.position.size().area();
    let legal = question.position.legal_points(question.rules.suicide);
    let odds = |at: usize| f64::from(heads.policy[at]);
    let mut moves: Vec<(Move, f64)> =
        legal.map(|point| (Move::Place(point), odds(point.index()))).collect();
    moves.push((Move::Pass, odds(area)));
    let most = moves.iter().fold(f64::MIN, |most, (_, odds)| most.max(*odds));
    moves.iter_mut().for_each(|(_, odds)| *odds = libm::exp(*odds - most));
    let total: f64 = moves.iter().map(|(_, weight)| weight).sum();
    moves.iter_mut().for_each(|(_, weight)| *weight /= total);
    // Equals stay in the order of the board.
    moves.sort_by(|one, other| other.1.total_cmp(&one.1));
    moves
}

impl Clone for Deep {
    fn clone(&self) -> Deep {
        Deep { tower: self.tower.clone(), calibration: self.calibration, rooms: Mutex::default() }
    }
}

impl PartialEq for Deep {
    fn eq(&self, other: &Deep) -> bool {
        let same = self.shape() == other.shape() && self.calibration == other.calibration;
        same && self.weights() == other.weights()
    }
}

impl fmt::Debug for Deep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deep({})", self.shape().words())
    }
}

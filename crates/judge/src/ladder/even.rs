//! Ladders read quickly, in any order of moves with the same answer.
//!
//! Who reads with a number of positions for the whole tree finds more or less of it by the order in which
//! moves are tried, and so by how the board is turned. Here every branch has an equal share of the number,
//! so that the answer knows neither left from right nor Black from White. Moves that fail or succeed at
//! once take no share: in a plain ladder there is one branch, and it has all.

use super::{Ladder, MOST_MOVES, defences, liberty_count, play};
use aji_rules::{ByColor, Color, Point, Position};

/// Reads ladders of one position, on boards that are used again and again.
pub struct Reader {
    /// With each colour to move.
    boards: ByColor<Position>,
    most_turns: u32,
}

impl Reader {
    /// A reader that looks at so many turns of the attacker at the most; what is not lost by then has got
    /// away.
    pub fn new(position: &Position, most_turns: u32) -> Reader {
        let with = |color: Color| position.clone().with_to_play(color);
        Reader { boards: ByColor::from_fn(with), most_turns }
    }

    /// Reads the ladders of the chain that a stone is of. What is said to be lost is lost: it was read to
    /// the end.
    pub fn read(&mut self, stone: Point) -> Ladder {
        let Some(chain) = self.boards[Color::Black].chain_at(stone) else {
            return Ladder::default();
        };
        let color = chain.color();
        let most = Allowance { turns: self.most_turns, moves: MOST_MOVES };
        match chain.liberty_count() {
            1 => {
                let board = &mut self.boards[color];
                let is_lost = match answers(board, stone) {
                    Answers::Away => false,
                    Answers::Open(tries) => !is_saved(board, stone, &tries, most),
                };
                Ladder { is_lost, is_catchable: true }
            }
            2 => {
                let is_catchable = is_caught(&mut self.boards[!color], stone, most);
                Ladder { is_lost: false, is_catchable }
            }
            _ => Ladder::default(),
        }
    }
}

/// How far a branch may be read.
#[derive(Clone, Copy)]
struct Allowance {
    turns: u32,
    moves: u32,
}

impl Allowance {
    /// What each of so many branches has after one more move of either side.
    fn shared_by(self, branches: usize) -> Option<Allowance> {
        let turns = self.turns.checked_sub(1)? / (branches as u32).max(1);
        Some(Allowance { turns, moves: self.moves.checked_sub(2)? })
    }
}

/// What the owner of a chain in atari has.
enum Answers {
    /// A move that leads to three liberties.
    Away,
    /// Only these, which lead to two.
    Open(Vec<Point>),
}

fn answers(board: &mut Position, stone: Point) -> Answers {
    let Some(chain) = board.chain_at(stone) else { return Answers::Open(Vec::new()) };
    let mut tries = defences(board, chain);
    let mut is_away = false;
    tries.retain(|&point| {
        if is_away {
            return false;
        }
        let Some(played) = play(board, point) else { return false };
        let liberties = liberty_count(board, stone);
        board.take_back(&played);
        is_away = liberties > 2;
        liberties == 2
    });
    if is_away { Answers::Away } else { Answers::Open(tries) }
}

/// Whether the attacker, to move, catches a chain of two liberties.
fn is_caught(board: &mut Position, stone: Point, left: Allowance) -> bool {
    let Some(chain) = board.chain_at(stone) else { return true };
    let mut open = Vec::new();
    for point in chain.liberties().iter() {
        let Some(played) = play(board, point) else { continue };
        let answers = answers(board, stone);
        board.take_back(&played);
        match answers {
            Answers::Away => {}
            Answers::Open(tries) if tries.is_empty() => return true,
            Answers::Open(tries) => open.push((point, tries)),
        }
    }
    let branches = open.iter().map(|(_, tries)| tries.len()).sum();
    let Some(share) = left.shared_by(branches) else { return false };
    open.into_iter().any(|(point, tries)| {
        let Some(played) = play(board, point) else { return false };
        let caught = !is_saved(board, stone, &tries, share);
        board.take_back(&played);
        caught
    })
}

/// Whether a chain in atari, its owner to move, gets away by one of these moves.
fn is_saved(board: &mut Position, stone: Point, tries: &[Point], left: Allowance) -> bool {
    tries.iter().any(|&point| {
        let Some(played) = play(board, point) else { return false };
        let saved = !is_caught(board, stone, left);
        board.take_back(&played);
        saved
    })
}

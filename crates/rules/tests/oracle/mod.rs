//! A slow and obvious referee to check the real one against.
//!
//! A board is rows of signs. A chain is whatever a flood fill finds. A move is legal if it goes well
//! on a copy of the board. The past is a list of whole boards.

use std::collections::BTreeSet;

/// Rows of `X`, `O` and `.`, the upper row first.
pub type Board = Vec<Vec<char>>;

/// Column from the left and row from the top.
pub type Spot = (usize, usize);

/// Which boards may not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Only the board before the opponent's last turn.
    Simple,
    /// That one, and every board that ever was.
    Positional,
    /// That one, and every board that the same player has made before.
    Situational,
}

/// Why a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    Occupied,
    Suicide,
    Ko,
    Superko,
}

/// The board after a turn, or at the start.
#[derive(Clone)]
pub struct Moment {
    pub board: Board,
    /// Who took the turn; at the start White, since Black is next.
    pub mover: char,
    pub is_pass: bool,
    /// Stones taken so far by Black and by White.
    pub prisoners: [u32; 2],
}

/// A game and its rules.
pub struct Oracle {
    repetition: Repetition,
    may_kill_own: bool,
    moments: Vec<Moment>,
}

/// The enemy's sign.
pub fn other(sign: char) -> char {
    if sign == 'X' { 'O' } else { 'X' }
}

impl Oracle {
    pub fn new(width: usize, height: usize, repetition: Repetition, may_kill_own: bool) -> Oracle {
        let start = Moment {
            board: vec![vec!['.'; width]; height],
            mover: 'O',
            is_pass: false,
            prisoners: [0, 0],
        };
        Oracle { repetition, may_kill_own, moments: vec![start] }
    }

    /// Every board so far, the start first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    pub fn now(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    /// Whether the last two turns were passes.
    pub fn is_over(&self) -> bool {
        self.moments.iter().rev().take(2).filter(|moment| moment.is_pass).count() == 2
    }

    /// What would come of a turn; no spot is a pass.
    pub fn judge(&self, mover: char, spot: Option<Spot>) -> Result<Moment, Refusal> {
        let mut next = self.now().clone();
        next.mover = mover;
        next.is_pass = spot.is_none();
        let Some((x, y)) = spot else {
            return Ok(next);
        };
        if next.board[y][x] != '.' {
            return Err(Refusal::Occupied);
        }
        next.board[y][x] = mover;
        let mut taken = 0;
        for (i, j) in around(&next.board, (x, y)) {
            if next.board[j][i] == other(mover) && liberties(&next.board, (i, j)).is_empty() {
                taken += remove_chain(&mut next.board, (i, j));
            }
        }
        let mut lost = 0;
        if liberties(&next.board, (x, y)).is_empty() {
            lost = remove_chain(&mut next.board, (x, y));
        }
        if lost == 1 || (lost > 1 && !self.may_kill_own) {
            return Err(Refusal::Suicide);
        }
        if self.undoes_last_turn(&next) {
            return Err(Refusal::Ko);
        }
        if self.has_been(&next) {
            return Err(Refusal::Superko);
        }
        let (black, white) = if mover == 'X' { (taken, lost) } else { (lost, taken) };
        next.prisoners[0] += black;
        next.prisoners[1] += white;
        Ok(next)
    }

    /// Takes a turn, or refuses and changes nothing.
    pub fn play(&mut self, mover: char, spot: Option<Spot>) -> Result<(), Refusal> {
        let next = self.judge(mover, spot)?;
        self.moments.push(next);
        Ok(())
    }

    /// Takes the last turn back.
    pub fn undo(&mut self) {
        if self.moments.len() > 1 {
            self.moments.pop();
        }
    }

    fn undoes_last_turn(&self, next: &Moment) -> bool {
        let before_last = self.moments.len().checked_sub(2);
        before_last.is_some_and(|index| {
            self.now().mover != next.mover && self.moments[index].board == next.board
        })
    }

    fn has_been(&self, next: &Moment) -> bool {
        self.moments.iter().any(|past| {
            past.board == next.board
                && match self.repetition {
                    Repetition::Simple => false,
                    Repetition::Positional => true,
                    Repetition::Situational => past.mover == next.mover,
                }
        })
    }
}

/// The spots next to one.
pub fn around(board: &Board, (x, y): Spot) -> Vec<Spot> {
    let mut spots = Vec::new();
    if x > 0 {
        spots.push((x - 1, y));
    }
    if y > 0 {
        spots.push((x, y - 1));
    }
    if x + 1 < board[0].len() {
        spots.push((x + 1, y));
    }
    if y + 1 < board.len() {
        spots.push((x, y + 1));
    }
    spots
}

/// All spots with the same sign that can be reached from one, itself among them.
pub fn chain(board: &Board, start: Spot) -> BTreeSet<Spot> {
    let mut found = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some(spot) = todo.pop() {
        for (x, y) in around(board, spot) {
            if board[y][x] == board[start.1][start.0] && found.insert((x, y)) {
                todo.push((x, y));
            }
        }
    }
    found
}

/// The empty spots next to a chain.
pub fn liberties(board: &Board, stone: Spot) -> BTreeSet<Spot> {
    let stones = chain(board, stone);
    let beside = stones.into_iter().flat_map(|spot| around(board, spot));
    beside.filter(|&(x, y)| board[y][x] == '.').collect()
}

fn remove_chain(board: &mut Board, stone: Spot) -> u32 {
    let stones = chain(board, stone);
    for &(x, y) in &stones {
        board[y][x] = '.';
    }
    stones.len() as u32
}

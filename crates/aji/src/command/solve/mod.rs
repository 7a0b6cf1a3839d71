//! `aji solve`: does a group live? Read out, with the moves that work and why others fail.

pub mod collection;
mod text;
mod tree;

use super::Answer;
use crate::answers::solution::json;
use crate::life_question::LifeQuestion;
use crate::load::GameChoice;
use crate::pictures::Output;
use crate::writing;
use aji_draw::{Board, Mark};
use aji_judge::Library;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_judge::life::{Solver, Verdict};
use aji_rules::Move;
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Solve a problem of life and death: what becomes of the group with either side first, the moves that
/// work, and how every other first move is refuted.
///
/// What is said to be proved holds on the whole board as it stands, whatever either side plays anywhere; it
/// comes with the points that it depends on. Where that takes too long, it is read with the stones around
/// taken to stand, and called estimated. The problem is about the stones at --at, or those marked in the
/// record (TR, SQ, CR, MA or SL), or the group that is enclosed. A record is read before its first
/// move, as problems are printed.
///
/// A file with several problems, or one of JSON lines in the form of GoTools, is gone through as a whole: which
/// printed answers are wrong? The JSON is explained in docs/solve.md.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    choice: GameChoice,
    /// A stone that the problem is about; may be given more than once.
    #[arg(long, value_name = "POINT")]
    at: Vec<String>,
    /// Look at no more positions for each side moving first.
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = value_parser!(u64).range(1..=200_000_000))]
    nodes: u64,
    /// Write a tree of the solution as SGF; `-` writes it to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Solve {
    pub fn run(self) -> anyhow::Result<Answer> {
        if self.at.is_empty()
            && !self.choice.is_particular()
            && let Some(collection) = collection::of(self.choice.file())?
        {
            return collection.check(self.nodes, self.output.json);
        }
        let loaded = self.choice.read_start()?;
        let question = LifeQuestion::new(&loaded, &self.at)?;
        let network = CornerNetwork::new(CornerModel::Mesh, &Library::built_in())?;
        let mut solver = Solver::with_network(network);
        let verdict = solver.solve(&question.problem, self.nodes);
        if let Some(path) = &self.sgf {
            let replies = tree::replies(&question, &verdict, &mut solver, self.nodes);
            let text = tree::of(&question, &verdict, &replies).write() + "\n";
            if path.as_os_str() == "-" {
                return Ok(Answer::good(text));
            }
            writing::write(path, text.as_bytes())?;
        }
        let notes = loaded.notes();
        self.output.answer(
            || board(&question, &verdict),
            || json(&question, &verdict, &notes),
            || text::of(&question, &verdict, &notes),
        )
    }
}

/// The board with the stones in question and the moves that work for whoever is to move.
fn board<'p>(question: &'p LifeQuestion, verdict: &Verdict) -> Board<'p> {
    let mut board = Board::of(question.problem.position());
    for stone in question.problem.target().iter() {
        board = board.mark(stone, Mark::Triangle);
    }
    let answer = question.answer(verdict, question.first);
    let moves = answer.proof().into_iter().flat_map(|proof| &proof.moves);
    for first in moves.filter(|first| first.works) {
        if let Move::Place(point) = first.mv {
            board = board.mark(point, Mark::Circle);
        }
    }
    board.caption(question.sentence(answer, question.first))
}

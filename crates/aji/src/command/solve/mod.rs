//! `aji solve`: does a group live? Read out, with the moves that work and why others fail.

mod collection;
mod text;
mod tree;

use super::Answer;
use crate::answers::solution::json;
use crate::chosen::Choice;
use crate::pictures::Pictures;
use crate::posed::Posed;
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
/// What is said to be proved is read out to the end; where that takes too long, a probability is given
/// instead. The stones in question are those at --at, or those marked in the record (TR, SQ, CR, MA or SL), or
/// the group that is enclosed. Nobody plays outside the enclosure, and stones around it are taken
/// to live. A record is read before its first move, as problems are printed.
///
/// A file with several problems, or one of JSON lines in the form of GoTools, is gone through as a whole: which
/// printed answers are wrong? The JSON is explained in docs/solve.md.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    choice: Choice,
    /// A stone in question; may be given more than once.
    #[arg(long, value_name = "POINT")]
    at: Vec<String>,
    /// Look at no more positions for each side moving first.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = value_parser!(u64).range(1..=200_000_000))]
    nodes: u64,
    /// Write a tree of the solution as SGF; `-` writes it to standard output instead of the text.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub fn run(self) -> anyhow::Result<Answer> {
        if self.at.is_empty()
            && !self.choice.is_particular()
            && let Some(collection) = collection::of(self.choice.file())?
        {
            return collection.check(self.nodes, self.json);
        }
        let chosen = self.choice.read_start()?;
        let posed = Posed::new(&chosen, &self.at)?;
        let network = CornerNetwork::new(CornerModel::Ours, &Library::built_in())?;
        let mut solver = Solver::with_network(network);
        let verdict = solver.solve(&posed.problem, self.nodes);
        if let Some(path) = &self.sgf {
            let tree = tree::of(&posed, &verdict, &mut solver, self.nodes);
            let text = tree.write();
            if path.as_os_str() == "-" {
                return Ok(Answer::good(text + "\n"));
            }
            writing::write(path, (text + "\n").as_bytes())?;
        }
        if let Some(svg) = self.pictures.draw(&board(&posed, &verdict))? {
            return Ok(Answer::good(svg));
        }
        let notes: Vec<String> = chosen.notes().map(|note| note.to_string()).collect();
        Ok(match self.json {
            true => Answer::json(&json(&posed, &verdict, &notes)),
            false => Answer::good(text::of(&posed, &verdict, &notes)),
        })
    }
}

/// The board with the stones in question and the moves that work for whoever is to move.
fn board<'p>(posed: &'p Posed, verdict: &Verdict) -> Board<'p> {
    let mut board = Board::of(posed.problem.position());
    for stone in posed.problem.target().iter() {
        board = board.mark(stone, Mark::Triangle);
    }
    let answer = posed.answer(verdict, posed.first);
    let moves = answer.proof().into_iter().flat_map(|proof| &proof.moves);
    for first in moves.filter(|first| first.works) {
        if let Move::Place(point) = first.mv {
            board = board.mark(point, Mark::Circle);
        }
    }
    board.caption(posed.sentence(answer, posed.first))
}

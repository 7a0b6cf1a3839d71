//! `aji eval`: how good the judgements are, measured on games whose end is known.

mod answering;
mod corner;
mod dead;
mod first_move;
mod judgement;
mod life;
mod moves;
mod opening;
mod panel;
mod policy;
mod report;
mod score;
mod teacher;
mod territory;
mod winner;

use super::Answer;
use clap::{Args, Subcommand};

/// Measure how good the judgements are, on games whose end is known.
#[derive(Args)]
pub struct Eval {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    Corner(corner::Corner),
    Dead(dead::Dead),
    FirstMove(first_move::FirstMove),
    Territory(territory::Territory),
    Judgement(judgement::Judgement),
    Life(life::Life),
    Moves(moves::Moves),
    Opening(opening::Opening),
    Panel(panel::Panel),
    Policy(policy::Policy),
    Score(score::Score),
    Teacher(teacher::Teacher),
    Winner(winner::Winner),
}

impl Eval {
    pub fn run(self) -> anyhow::Result<Answer> {
        match self.question {
            Question::Corner(corner) => corner.run(),
            Question::Dead(dead) => dead.run(),
            Question::FirstMove(first_move) => first_move.run(),
            Question::Territory(territory) => territory.run(),
            Question::Judgement(judgement) => judgement.run(),
            Question::Life(life) => life.run(),
            Question::Moves(moves) => moves.run(),
            Question::Opening(opening) => opening.run(),
            Question::Panel(panel) => panel.run(),
            Question::Policy(policy) => policy.run(),
            Question::Score(score) => score.run(),
            Question::Teacher(teacher) => teacher.run(),
            Question::Winner(winner) => winner.run(),
        }
    }
}

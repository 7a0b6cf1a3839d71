//! How a search uses memory: walking the tree needs none, and what is read is all that is kept.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::evaluate::{Evaluation, Judge};
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::library::{DEEP, Library};
use aji_play::search::{Budget, RootMoves, Search, SearchSettings};
use aji_rules::{Game, RuleSet, Size};
use allocation_counter::{measure, opt_out};
use std::sync::Arc;

/// The same judge, whose own use of memory is not counted.
#[derive(Debug)]
struct Uncounted<J>(J);

impl<J: Judge> Judge for Uncounted<J> {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        let mut evaluation = Err(JudgeError::NoNumbers);
        opt_out(|| evaluation = self.0.evaluate(question));
        evaluation
    }
}

#[test]
fn walking_the_tree_needs_no_memory() {
    let deep = Library::built_in().get(&DEEP).unwrap();
    let mut search = Search::new(Arc::new(Uncounted(deep)), SearchSettings::default());
    let game = Game::new(Size::NINE, RuleSet::Chinese.into()).with_komi("7.5".parse().unwrap());
    let mut read = |visits| {
        search.read(&game, &RootMoves::default(), Budget::Visits(visits)).unwrap();
    };
    read(50);
    // The lists of the tree double a few times.
    let counted = measure(|| read(400));
    assert!(counted.count_total < 40, "{counted:?}");
}

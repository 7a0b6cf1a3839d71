//! All judges side by side on one position, each with how often it was right in this phase of the game.
//!
//! Judges that agree can be believed; where they do not, what each looks at tells why. A [`Panel`] is a
//! list of [`Judges`]. Each evaluates the boards that it knows, and [`Panel::accuracy`] says how good
//! it was on games that nothing learned from.
//!
//! Fuzzy rules and candidates are not here: they weigh moves, not positions. //!
//! ```
//! use aji_judge::Library;
//! use aji_judge::judgement::Question;
//! use aji_judge::judges::Judges;
//! use aji_judge::panel::Panel;
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let game = Game::new(Size::NINE, RuleSet::Japanese.into()).with_komi("5.5".parse().unwrap());
//! let panel = Panel::new(&Judges::built_in(), &Library::built_in()).unwrap();
//! let all = panel.evaluations(&Question::of(&game));
//! // On an empty board White has komi, and Black the move.
//! assert!(all.iter().any(|(_, evaluation)| evaluation.black_lead().is_some_and(|lead| lead < 0.0)));
//! ```

mod accuracy;

pub use accuracy::Accuracy;

use crate::evaluate::{Evaluation, Judge};
use crate::judgement::Question;
use crate::judges::{JudgeEntry, Judges};
use crate::library::{Library, LibraryError};
use crate::winner::Phase;
use accuracy::Table;
use aji_rules::Size;
use std::sync::Arc;

/// Judges who are all asked the same.
pub struct Panel {
    members: Vec<(JudgeEntry, Arc<dyn Judge>)>,
    table: Table,
}

impl Panel {
    /// These judges, with the models of a library.
    pub fn new(judges: &Judges, library: &Library) -> Result<Panel, LibraryError> {
        let seat = |entry: &JudgeEntry| Ok((*entry, (entry.load)(library)?));
        let members = judges.entries().iter().map(seat).collect::<Result<_, LibraryError>>()?;
        Ok(Panel { members, table: Table::built_in() })
    }

    /// Who sits on it.
    pub fn members(&self) -> impl Iterator<Item = JudgeEntry> {
        self.members.iter().map(|(member, _)| *member)
    }

    /// What those say who know such a board, in the order of the members. The same question has the same answer.
    pub fn evaluations(&self, question: &Question<'_>) -> Vec<(JudgeEntry, Evaluation)> {
        let said = |(member, judge): &(JudgeEntry, Arc<dyn Judge>)| {
            let evaluation = judge.evaluate(question).ok()?;
            (!evaluation.is_unknown()).then_some((*member, evaluation))
        };
        self.members.iter().filter_map(said).collect()
    }

    /// How often a judge was right in a phase of games on such boards; `None` where that was not measured,
    /// as on all boards but 19x19.
    pub fn accuracy(&self, member: JudgeEntry, size: Size, phase: Phase) -> Option<Accuracy> {
        if size == Size::NINETEEN { self.table.accuracy(member.name, phase) } else { None }
    }

    /// What that was measured on, in a sentence.
    pub fn measured_on(&self) -> String {
        self.table.measured_on()
    }
}

//! All judges side by side on one position, each with how often it was right in this phase of the game.
//!
//! Judges that agree can be believed; where they do not, what each looks at tells why. A [`Panel`] is a
//! list of those that are built in. Each evaluates the boards that it knows, and [`Panel::accuracy`] says how good
//! it was on games that nothing learned from.
//!
//! Fuzzy rules and candidates are not here: they weigh moves, not positions. Nor are the networks that were
//! evolved on 13x13: what they answer made their lines win, but it stands for no number of points and for
//! no chance, and even its sign was never held against a result.
//!
//! ```
//! use aji_judge::Library;
//! use aji_judge::judgement::Question;
//! use aji_judge::panel::Panel;
//! use aji_rules::{Game, RuleSet, Size};
//!
//! let game = Game::new(Size::NINE, RuleSet::Japanese.into()).with_komi("5.5".parse().unwrap());
//! let all = Panel::new(&Library::built_in()).unwrap().evaluations(&Question::of(&game));
//! // On an empty board White has komi, and Black the move.
//! assert!(all.iter().any(|(_, evaluation)| evaluation.black_lead().is_some_and(|lead| lead < 0.0)));
//! ```

mod accuracy;
mod members;

pub use accuracy::Accuracy;
pub use members::Member;

use crate::evaluate::{Evaluation, Judge};
use crate::judgement::Question;
use crate::library::{Library, LibraryError};
use crate::winner::review::Phase;
use accuracy::Table;
use aji_rules::Size;

/// All judges that are built in.
pub struct Panel {
    members: members::Seats,
    table: Table,
}

impl Panel {
    /// With the models of a library.
    pub fn new(library: &Library) -> Result<Panel, LibraryError> {
        Ok(Panel { members: members::members(library)?, table: Table::built_in() })
    }

    /// Who sits on it, those that see most first.
    pub fn members(&self) -> impl Iterator<Item = Member> {
        self.members.iter().map(|(member, _)| *member)
    }

    /// What those say who know such a board, in the order of the members. The same question has the same answer.
    pub fn evaluations(&self, question: &Question<'_>) -> Vec<(Member, Evaluation)> {
        let said = |(member, judge): &(Member, Box<dyn Judge>)| {
            let evaluation = judge.evaluate(question).ok()?;
            (!evaluation.is_unknown()).then_some((*member, evaluation))
        };
        self.members.iter().filter_map(said).collect()
    }

    /// How often a judge was right in a phase of games on such boards; `None` where that was not measured,
    /// as on all boards but 19x19.
    pub fn accuracy(&self, member: Member, size: Size, phase: Phase) -> Option<Accuracy> {
        if size == Size::NINETEEN { self.table.accuracy(member.name, phase) } else { None }
    }

    /// What that was measured on, in a sentence.
    pub fn measured_on(&self) -> String {
        self.table.measured_on()
    }
}

//! Players that know openings alone: a mind proposes points while the opening lasts, and then, as on
//! boards that it does not know, [`Patterns`] goes on.

use super::{Candidate, Choice, MOST_CANDIDATES, Patterns, Player, PlayerError, Turn};
use crate::suggest::{self, SuggestedMove};
use aji_judge::Dice;
use aji_judge::explain::moves;
use aji_judge::opening::candidates::{COUNT, Candidates};
use aji_judge::opening::fuzzy::Reasoner;
use aji_judge::opening::{OpeningError, Scene};
use aji_rules::Move;

/// From here on others go on: a little later than the openings that the minds learned from, so that none
/// of these is cut short.
pub const LAST_MOVE: usize = 60;

/// One who knows what to play in openings. For a player of openings no more is needed than this.
pub trait OpeningMind: Send + Sync {
    /// The points it thinks of, best first, each with why.
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError>;

    /// How many moves its openings have.
    fn last_move(&self) -> usize {
        LAST_MOVE
    }
}

/// Plays openings by a mind, and after them as [`Patterns`] does.
pub struct OpeningPlayer {
    mind: Box<dyn OpeningMind>,
    after: Patterns,
}

impl OpeningPlayer {
    /// Plays by this mind.
    pub fn new(mind: impl OpeningMind + 'static) -> OpeningPlayer {
        OpeningPlayer { mind: Box::new(mind), after: Patterns::default() }
    }

    /// What the mind chooses, or why it is not asked.
    fn by_mind(&self, turn: &Turn<'_>) -> Result<Choice, String> {
        let last = self.mind.last_move();
        if turn.game().steps().len() >= last {
            return Err(format!("the opening ended with move {last}"));
        }
        let scene = Scene { position: turn.position(), ..Scene::of(turn.game()) };
        let mut candidates = self.mind.rank(&scene).map_err(|error| error.to_string())?;
        // The past may forbid what the position allows.
        candidates.retain(|candidate| turn.is_legal(candidate.point));
        candidates.truncate(MOST_CANDIDATES);
        Choice::best(candidates).ok_or_else(|| "the opening knows no legal move here".to_string())
    }
}

impl Player for OpeningPlayer {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        match self.by_mind(turn) {
            Ok(choice) => Ok(choice),
            Err(why) => {
                let mut choice = self.after.choose(turn, dice)?;
                choice.reasons.push(format!("by patterns, since {why}"));
                Ok(choice)
            }
        }
    }
}

/// Plays the likeliest point.
pub struct Likeliest(pub Candidates);

impl OpeningMind for Likeliest {
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError> {
        let likeliest = self.0.best(scene, MOST_CANDIDATES)?;
        let candidate = |one: aji_judge::opening::candidates::Candidate| Candidate {
            point: one.point,
            value: one.probability,
            reasons: vec![moves::of_probability(one.probability)],
        };
        Ok(likeliest.into_iter().map(candidate).collect())
    }
}

/// Plays the candidate that fuzzy reasoning likes most.
pub struct Reasoned(pub Reasoner);

impl OpeningMind for Reasoned {
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError> {
        let told = |one: SuggestedMove| {
            let Move::Place(point) = one.mv else { return None };
            let reasons = one.name.into_iter().chain(one.reasons).collect();
            Some(Candidate { point, value: one.value, reasons })
        };
        Ok(suggest::reasoned(&self.0, scene, COUNT)?.into_iter().filter_map(told).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Action, Roster};
    use aji_judge::library::{Library, Replacement};
    use aji_judge::opening::SIZE;
    use aji_rules::{Game, RuleSet, Size};

    const NAMES: [&str; 4] = ["candidates", "candidates:perceptron", "fuzzy", "fuzzy-mamdani"];

    #[test]
    fn they_play_legal_openings_and_hand_over_to_patterns() {
        for name in NAMES {
            let mut player =
                Roster::built_in().find(name).unwrap().player(&Library::built_in()).unwrap();
            let mut game = Game::new(SIZE, RuleSet::Chinese.into());
            for number in 0..LAST_MOVE + 2 {
                let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
                let Action::Play(mv) = choice.action else { panic!("{name} resigns") };
                game.play(mv).unwrap();
                let told = choice
                    .reasons
                    .iter()
                    .any(|reason| reason == "by patterns, since the opening ended with move 60");
                assert_eq!(told, number >= LAST_MOVE, "{name} {:?}", choice.reasons);
            }
        }
    }

    #[test]
    fn other_boards_are_played_by_patterns() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        for name in NAMES {
            let mut player =
                Roster::built_in().find(name).unwrap().player(&Library::built_in()).unwrap();
            let mine = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
            let patterns = Patterns::default().choose(&Turn::of(&game), &mut Dice::new(1, 0));
            assert_eq!(mine.action, patterns.unwrap().action);
            let why = "the models of the opening know 19x19 alone, and this board is 9x9";
            assert_eq!(mine.reasons.last().unwrap(), &format!("by patterns, since {why}"));
        }
    }

    #[test]
    fn without_a_model_there_is_no_player() {
        let damaged = |name: &str| {
            Ok(Some(Replacement { file: format!("{name}.safetensors"), bytes: Vec::new() }))
        };
        for name in NAMES {
            let library = Library::replaced_by(damaged);
            let refused = Roster::built_in().find(name).unwrap().player(&library).err();
            let Some(PlayerError::Library(said)) = refused else { panic!("{name} {refused:?}") };
            assert!(said.contains(".safetensors: this is no safetensors file"), "{said}");
        }
    }
}

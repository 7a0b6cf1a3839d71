//! Players that know openings alone: a mind proposes points while the opening lasts, and then, as on
//! boards that it does not know, [`Patterns`] goes on.

use super::{Candidate, Choice, MOST_CANDIDATES, Patterns, Player, PlayerError, Turn};
use crate::suggest::{self, SuggestedMove};
use aji_judge::Dice;
use aji_judge::opening::candidates::{COUNT, Candidates};
use aji_judge::opening::evolved::{Evolved, Mind, OPENING, Plies};
use aji_judge::opening::fuzzy::Reasoner;
use aji_judge::opening::td::{Lambda, Td};
use aji_judge::opening::{OpeningError, Scene};
use std::sync::Arc;

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
            reasons: vec![format!("is played here {:.1} % of the time", 100.0 * one.probability)],
        };
        Ok(likeliest.into_iter().map(candidate).collect())
    }
}

/// Plays the candidate that fuzzy reasoning likes most.
pub struct Reasoned(pub Reasoner);

impl OpeningMind for Reasoned {
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError> {
        let told = |one: SuggestedMove| Candidate {
            point: one.point,
            value: one.value,
            reasons: one.name.into_iter().chain(one.reasons).collect(),
        };
        Ok(suggest::reasoned(&self.0, scene, COUNT)?.into_iter().map(told).collect())
    }
}

/// Plays the move after which a network that learned by temporal differences likes the position most.
pub struct BestAfter {
    /// The networks.
    pub td: Arc<Td>,
    /// Which of them.
    pub lambda: Lambda,
}

impl OpeningMind for BestAfter {
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError> {
        let values = self.td.values_after_each(self.lambda, scene)?;
        let side = scene.position.to_play();
        let candidate = |(point, value): (_, &Option<f64>)| {
            let value = f64::from(side.sign()) * (*value)?;
            let reasons = vec![format!("{side} then stands at {value:+.3} of 1 to win")];
            Some(Candidate { point, value, reasons })
        };
        let mut candidates: Vec<Candidate> = values.iter().filter_map(candidate).collect();
        // Equals stay in board order.
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        Ok(candidates)
    }
}

/// Plays as an evolved network likes best, on 13x13.
pub struct BestEvolved {
    mind: Mind,
    plies: Plies,
}

impl BestEvolved {
    /// The champion of a generation, or of the last; `None` if there is no such champion.
    pub fn new(evolved: &Evolved, generation: Option<u32>) -> Option<BestEvolved> {
        let (design, champion) = (evolved.design(), evolved.champion(generation)?);
        Some(BestEvolved { mind: Mind::new(design, &champion.weights)?, plies: design.plies })
    }
}

impl OpeningMind for BestEvolved {
    fn rank(&self, scene: &Scene<'_>) -> Result<Vec<Candidate>, OpeningError> {
        if scene.is_over {
            return Err(OpeningError::Over);
        }
        let after = match self.plies {
            Plies::One => "",
            Plies::Two => " after the worst reply",
        };
        let candidate = |(point, value): (_, f32)| {
            let value = f64::from(value);
            let reasons = vec![format!("its network puts it at {:+.3} of 1{after}", value.tanh())];
            Candidate { point, value, reasons }
        };
        Ok(self.mind.rank(scene.position)?.into_iter().map(candidate).collect())
    }

    fn last_move(&self) -> usize {
        OPENING
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Action, PlayerName};
    use aji_judge::library::{Library, Replacement};
    use aji_judge::opening::SIZE;
    use aji_judge::opening::evolved::Lineage;
    use aji_judge::opening::td;
    use aji_rules::{Game, Move, Point, RuleSet, Size};

    fn random_td() -> Td {
        let weights = |lambda: usize| {
            let mut dice = Dice::new(1, lambda as u64);
            td::shape(td::HIDDEN).random_weights(&mut || dice.unit())
        };
        Td::new(td::HIDDEN, std::array::from_fn(weights)).unwrap()
    }

    const NAMES: [&str; 8] = [
        "td:0",
        "td:0.3",
        "td:0.7",
        "td:1",
        "candidates",
        "candidates:perceptron",
        "fuzzy",
        "fuzzy-mamdani",
    ];

    #[test]
    fn they_play_legal_openings_and_hand_over_to_patterns() {
        for name in NAMES {
            let mut player =
                name.parse::<PlayerName>().unwrap().player(&Library::built_in()).unwrap();
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
                name.parse::<PlayerName>().unwrap().player(&Library::built_in()).unwrap();
            let mine = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
            let patterns = Patterns::default().choose(&Turn::of(&game), &mut Dice::new(1, 0));
            assert_eq!(mine.action, patterns.unwrap().action);
            let why = "the models of the opening know 19x19 alone, and this board is 9x9";
            assert_eq!(mine.reasons.last().unwrap(), &format!("by patterns, since {why}"));
        }
    }

    #[test]
    fn evolved_networks_open_on_13x13() {
        for name in ["evolved:1", "evolved:2-antithetic@0"] {
            let mut player =
                name.parse::<PlayerName>().unwrap().player(&Library::built_in()).unwrap();
            let mut game = Game::new(Size::THIRTEEN, RuleSet::Japanese.into());
            for number in 0..OPENING + 2 {
                let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
                let Action::Play(mv) = choice.action else { panic!("{name} resigns") };
                game.play(mv).unwrap();
                let told = choice
                    .reasons
                    .iter()
                    .any(|reason| reason == "by patterns, since the opening ended with move 30");
                assert_eq!(told, number >= OPENING, "{name} {:?}", choice.reasons);
                let is_by_network = choice.reasons[0].starts_with("its network puts it at ");
                assert_eq!(is_by_network, number < OPENING, "{name} {:?}", choice.reasons);
            }
            let large = Game::new(SIZE, RuleSet::Japanese.into());
            let choice = player.choose(&Turn::of(&large), &mut Dice::new(1, 0)).unwrap();
            let why = "the evolved networks know 13x13 alone, and this board is 19x19";
            assert_eq!(choice.reasons.last().unwrap(), &format!("by patterns, since {why}"));
        }
        let choose = |name: &str| {
            let mut player =
                name.parse::<PlayerName>().unwrap().player(&Library::built_in()).unwrap();
            let game = Game::new(Size::THIRTEEN, RuleSet::Japanese.into());
            player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap().action
        };
        let lineage: Lineage = "2".parse().unwrap();
        let evolved = lineage.champions(&Library::built_in()).unwrap();
        let last = evolved.champion(None).unwrap().generation;
        assert_eq!(choose("evolved:2"), choose(&format!("evolved:2@{last}")));
        assert_ne!(choose("evolved:2"), choose("evolved:2@0"));
        let unknown: PlayerName = "evolved:1@7".parse().unwrap();
        let error = unknown.player(&Library::built_in()).err();
        assert_eq!(error, Some(PlayerError::NoModel("evolved:1@7".to_string())));
    }

    #[test]
    fn td_plays_the_best_move_for_its_side() {
        let td = Arc::new(random_td());
        let mut game = Game::new(SIZE, RuleSet::Chinese.into());
        for _ in 0..2 {
            let side = f64::from(game.position().to_play().sign());
            let after = |point: Point| {
                let mut position = game.position().clone();
                position.play_unchecked(Move::Place(point));
                side * td.value(Lambda::High, &position).unwrap()
            };
            let empty = SIZE.points().filter(|&point| game.position().stone(point).is_none());
            let best = empty.map(after).fold(f64::NEG_INFINITY, f64::max);
            let mut player = OpeningPlayer::new(BestAfter { td: td.clone(), lambda: Lambda::High });
            let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
            let chosen = after(choice.candidates[0].point);
            assert!((best - chosen).abs() < 1e-5, "{best} {chosen}");
            game.play(Move::Place(choice.candidates[0].point)).unwrap();
        }
    }

    #[test]
    fn without_a_model_there_is_no_player() {
        let damaged = |name: &str| {
            Ok(Some(Replacement { file: format!("{name}.safetensors"), bytes: Vec::new() }))
        };
        for name in NAMES {
            let library = Library::replaced_by(damaged);
            let refused = name.parse::<PlayerName>().unwrap().player(&library).err();
            let Some(PlayerError::Library(said)) = refused else { panic!("{name} {refused:?}") };
            assert!(said.contains(".safetensors: this is no safetensors file"), "{said}");
        }
    }
}

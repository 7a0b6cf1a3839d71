//! The studies' players: those that open by a network and go on as `patterns` does, and one that plays games out.

use crate::evolution::evolved::{Evolved, Lineage, Mind, OPENING, Plies};
use crate::library::TD;
use crate::opening::td::{Lambda, Td};
use crate::winner::uct::{Cut, CutSettings, Uct, UctPlayer};
use aji_judge::opening::{OpeningError, Scene};
use aji_judge::winner::{Predictor, TERRITORY};
use aji_judge::{JudgeEntry, Judges};
use aji_play::player::{OpeningMind, OpeningPlayer, PlayerKind, PlayerName};
use aji_play::search::Budget;
use aji_play::{Candidate, PlayerError};
use std::sync::Arc;

/// All of them.
pub const PLAYERS: [PlayerKind; 3] = [
    PlayerKind {
        usage: "td:LAMBDA",
        about: "opens by Lee's network that learned with LAMBDA 0, 0.3, 0.7 or 1, goes on as patterns does",
        find: |text, _| Some(td(text.strip_prefix("td:")?.parse().ok()?)),
    },
    PlayerKind {
        usage: "evolved:LINEAGE[@GENERATION]",
        about: "opens on 13x13 by a network that was evolved: 1 or 2, as in Kendall's experiments, \
                1-antithetic or 2-antithetic; goes on as patterns does",
        find: |text, _| {
            let text = text.strip_prefix("evolved:")?;
            let (lineage, generation) = match text.split_once('@') {
                Some((lineage, generation)) => (lineage, Some(generation.parse().ok()?)),
                None => (text, None),
            };
            Some(evolved(lineage.parse().ok()?, generation))
        },
    },
    PlayerKind {
        usage: "uct:PLAYOUTS[:NAME]",
        about: "plays games out at random, so many a move (uct:SECONDSs for so many seconds); with the NAME of territory or \
                of a judge who predicts winners, a playout is cut as soon as that one is sure",
        find: |text, judges| {
            let text = text.strip_prefix("uct:")?;
            let (budget, by) = match text.split_once(':') {
                Some((budget, name)) => (budget, Some(CutBy::find(name, judges)?)),
                None => (text, None),
            };
            Some(uct(budget.parse().ok()?, by))
        },
    },
];

/// Who cuts playouts short.
#[derive(Clone, Copy, Debug)]
pub enum CutBy {
    /// The territory model.
    Territory,
    /// A judge who predicts winners; where he does not know the board, the territory model.
    Judge(JudgeEntry),
}

impl CutBy {
    /// By the name that users type.
    pub fn find(name: &str, judges: &Judges) -> Option<CutBy> {
        if name == TERRITORY {
            return Some(CutBy::Territory);
        }
        judges.find(name).ok().filter(|judge| judge.predicts_winners).map(CutBy::Judge)
    }

    fn name(self) -> &'static str {
        match self {
            CutBy::Territory => TERRITORY,
            CutBy::Judge(judge) => judge.name,
        }
    }
}

/// UCT with so many playouts or so much time a move.
pub fn uct(budget: Budget, by: Option<CutBy>) -> PlayerName {
    let by_text = by.map(|by| format!(":{}", by.name())).unwrap_or_default();
    PlayerName::new(format!("uct:{budget}{by_text}"), move |library| {
        let predictor = match by {
            Some(CutBy::Judge(judge)) => Some(Predictor::new(judge, library)?),
            Some(CutBy::Territory) => Some(Predictor::by_territory(library)?),
            None => None,
        };
        let cut = predictor.map(|predictor| Cut {
            predictor: Arc::new(predictor),
            settings: CutSettings::default(),
        });
        Ok(Box::new(UctPlayer { uct: Uct { cut, ..Uct::default() }, budget }))
    })
}

/// Opens by the network that learned with this lambda.
pub fn td(lambda: Lambda) -> PlayerName {
    PlayerName::new(format!("td:{lambda}"), move |library| {
        Ok(Box::new(OpeningPlayer::new(BestAfter { td: library.get(&TD)?, lambda })))
    })
}

/// Opens by the champion of a generation, or of the last.
pub fn evolved(lineage: Lineage, generation: Option<u32>) -> PlayerName {
    let generation_text = generation.map(|number| format!("@{number}")).unwrap_or_default();
    let name = format!("evolved:{lineage}{generation_text}");
    PlayerName::new(name.clone(), move |library| {
        let mind = BestEvolved::new(&*lineage.champions(library)?, generation);
        let mind = mind.ok_or_else(|| PlayerError::NoModel(name.clone()))?;
        Ok(Box::new(OpeningPlayer::new(mind)))
    })
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
    use crate::opening::td::network;
    use aji_judge::opening::SIZE;
    use aji_judge::{Dice, Library};
    use aji_play::player::LAST_MOVE;
    use aji_play::{Action, Player, Roster, Turn};
    use aji_rules::{Game, Move, Point, RuleSet, Size};

    fn random_td() -> Td {
        let weights = |lambda: usize| {
            let mut dice = Dice::new(1, lambda as u64);
            network::shape(network::HIDDEN).random_weights(&mut || dice.unit())
        };
        Td::new(network::HIDDEN, std::array::from_fn(weights)).unwrap()
    }

    const NAMES: [&str; 4] = ["td:0", "td:0.3", "td:0.7", "td:1"];

    fn player(name: &str) -> Box<dyn Player> {
        let roster = Roster::built_in().with(&PLAYERS);
        roster.find(name).unwrap().player(&Library::built_in()).unwrap()
    }

    /// It plays legal moves, so many for reasons that begin like this, and `patterns` goes on.
    fn assert_opens(name: &str, size: Size, last: usize, reason: &str) {
        let mut player = player(name);
        let mut game = Game::new(size, RuleSet::Japanese.into());
        let over = format!("by patterns, since the opening ended with move {last}");
        for number in 0..last + 2 {
            let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
            let Action::Play(mv) = choice.action else { panic!("{name} resigns") };
            game.play(mv).unwrap();
            let reasons = &choice.reasons;
            assert_eq!(reasons.contains(&over), number >= last, "{name} {reasons:?}");
            assert!(number >= last || reasons[0].starts_with(reason), "{name} {reasons:?}");
        }
    }

    #[test]
    fn they_play_legal_openings_and_hand_over_to_patterns() {
        for name in NAMES {
            assert_opens(name, SIZE, LAST_MOVE, "");
        }
    }

    #[test]
    fn evolved_networks_open_on_13x13() {
        for name in ["evolved:1", "evolved:2-antithetic@0"] {
            assert_opens(name, Size::THIRTEEN, OPENING, "its network puts it at ");
            let mut player = player(name);
            let large = Game::new(SIZE, RuleSet::Japanese.into());
            let choice = player.choose(&Turn::of(&large), &mut Dice::new(1, 0)).unwrap();
            let why = "the evolved networks know 13x13 alone, and this board is 19x19";
            assert_eq!(choice.reasons.last().unwrap(), &format!("by patterns, since {why}"));
        }
        let choose = |name: &str| {
            let mut player = player(name);
            let game = Game::new(Size::THIRTEEN, RuleSet::Japanese.into());
            player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap().action
        };
        let lineage: Lineage = "2".parse().unwrap();
        let champions = lineage.champions(&Library::built_in()).unwrap();
        let last = champions.champion(None).unwrap().generation;
        assert_eq!(choose("evolved:2"), choose(&format!("evolved:2@{last}")));
        assert_ne!(choose("evolved:2"), choose("evolved:2@0"));
        let unknown = evolved("1".parse().unwrap(), Some(7));
        let error = unknown.player(&Library::built_in()).err();
        assert_eq!(error, Some(PlayerError::NoModel("evolved:1@7".to_string())));
    }

    #[test]
    fn uct_names_are_read_and_written() {
        let judges = Judges::built_in().with(&crate::judges::JUDGES);
        let roster = Roster::built_in().with(&PLAYERS).with_judges(judges);
        for text in
            ["uct:400", "uct:0.5s", "uct:400:territory", "uct:0.5s:outlook", "uct:9:nn-influence"]
        {
            assert_eq!(roster.find(text).unwrap().to_string(), text);
        }
        for text in ["uct", "uct:", "uct:0", "uct:400:", "uct:400:td", "uct:400:nobody"] {
            assert!(roster.find(text).is_err(), "{text}");
        }
    }

    #[test]
    fn uct_plays_legal_moves_to_the_end_of_a_game() {
        for name in ["uct:20", "uct:20:outlook"] {
            let mut player = player(name);
            let mut game = Game::new(Size::square(5).unwrap(), RuleSet::Chinese.into());
            for number in 0..100 {
                if game.is_over() {
                    break;
                }
                let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, number)).unwrap();
                let Action::Play(mv) = choice.action else { panic!("{name} resigns") };
                assert!(choice.reasons[0].contains(" % of "), "{:?}", choice.reasons);
                game.play(mv).unwrap();
            }
            assert!(game.is_over(), "{name}");
            // There is something to say of a game that is over, too.
            assert!(player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).is_ok());
        }
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
}

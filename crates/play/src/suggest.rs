//! What to play and why, told to people: fuzzy reasoning in the opening, the [`Analyst`] elsewhere.

use crate::analyst::{Analyst, Scope};
use crate::player::Turn;
use aji_judge::explain::{Effect, move_name, moves};
use aji_judge::judgement::JudgeError;
use aji_judge::opening::fuzzy::inputs::Gain;
use aji_judge::opening::fuzzy::{ControllerName, Reasoner, Suggestion};
use aji_judge::opening::{MOVES, OpeningError, SIZE, Scene};
use aji_rules::{Move, Point, Position};

/// No more rules are told of a move.
const MOST_RULES: usize = 2;
/// How many moves are suggested if nothing is said.
pub const COUNT: usize = 10;

/// A rule that fired, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct FiredRule {
    /// Such as `influence HIGH and territory MEDIUM`.
    pub words: String,
    /// How strongly, from 0 to 1.
    pub strength: f64,
}

/// What fuzzy reasoning knows of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The rank among the candidates, from one.
    pub rank: usize,
    /// What it gains, in the measures of the board.
    pub gain: Gain,
    /// What the controller was told: influence, territory and safety, from 0 to 1.
    pub inputs: [f64; 3],
    /// What the controller answered.
    pub answer: f64,
    /// The rules that fired, strongest first.
    pub fired: Vec<FiredRule>,
}

/// A move that is suggested.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedMove {
    /// Where.
    pub point: Point,
    /// How likely it is played.
    pub probability: f64,
    /// What it is worth; only the order and the differences mean something.
    pub value: f64,
    /// What players call it.
    pub name: Option<String>,
    /// Why, in phrases.
    pub reasons: Vec<String>,
    /// What fuzzy reasoning knows; nothing if the analyst answers.
    pub thought: Option<Thought>,
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adviser {
    /// Fuzzy reasoning, by this controller.
    Reasoner(ControllerName),
    /// The analyst.
    Analyst,
}

/// What to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Who answers.
    pub adviser: Adviser,
    /// Best first.
    pub moves: Vec<SuggestedMove>,
    /// What else is to be said, in a sentence without its full stop: why there are no moves, or why the
    /// analyst answers.
    pub note: Option<String>,
}

/// Says what to play.
#[derive(Clone, Debug)]
pub struct Suggester {
    reasoner: Option<Reasoner>,
    analyst: Analyst,
}

impl Suggester {
    /// By an analyst alone.
    pub fn new(analyst: Analyst) -> Suggester {
        Suggester { reasoner: None, analyst }
    }

    /// With fuzzy reasoning in the opening.
    pub fn with_reasoner(self, reasoner: Reasoner) -> Suggester {
        Suggester { reasoner: Some(reasoner), ..self }
    }

    /// Whether a turn is of the kind that fuzzy reasoning is for, and if not, why not.
    pub fn is_for_reasoning(turn: &Turn<'_>) -> Result<(), String> {
        let (stones, captures) = (turn.position().stone_count(), turn.position().captures());
        let played = stones.black + stones.white + captures.black + captures.white;
        if turn.size() != SIZE {
            let size = turn.size();
            Err(format!(
                "fuzzy reasoning knows 19x19 alone, and this board is {size}: the analyst answers"
            ))
        } else if played as usize >= MOVES {
            Err(format!("fuzzy reasoning is for the first {MOVES} moves: the analyst answers"))
        } else {
            Ok(())
        }
    }

    /// At most so many moves, best first.
    pub fn suggest(&mut self, turn: &Turn<'_>, count: usize) -> Result<Advice, JudgeError> {
        let nothing = |trouble: OpeningError| Advice {
            adviser: Adviser::Analyst,
            moves: Vec::new(),
            note: Some(trouble.to_string()),
        };
        if turn.game().is_over() {
            return Ok(nothing(OpeningError::Over));
        }
        let mut legal = turn.position().legal_points(turn.game().rules().suicide);
        if !legal.any(|point| turn.is_legal(point)) {
            return Ok(nothing(OpeningError::Full));
        }
        let why = match (Suggester::is_for_reasoning(turn), &self.reasoner) {
            (Ok(()), Some(reasoner)) => {
                let scene = Scene { position: turn.position(), ..Scene::of(turn.game()) };
                match reasoned(reasoner, &scene, count) {
                    Ok(mut moves) => {
                        // Superko needs the past, which the models do not know.
                        moves.retain(|one| turn.is_legal(one.point));
                        let adviser = Adviser::Reasoner(reasoner.controller().name());
                        return Ok(Advice { adviser, moves, note: None });
                    }
                    Err(trouble) => trouble.to_string(),
                }
            }
            (Ok(()), None) => "there is no model of the opening: the analyst answers".to_string(),
            (Err(why), _) => why,
        };
        self.analysed(turn, count, why)
    }

    fn analysed(
        &mut self,
        turn: &Turn<'_>,
        count: usize,
        why: String,
    ) -> Result<Advice, JudgeError> {
        let scope = Scope { most_moves: count.max(1), ..Scope::default() };
        let analysis = self.analyst.analyse(turn, &scope)?;
        let moves = analysis.moves.into_iter().filter_map(|analysed| {
            let Move::Place(point) = analysed.mv else { return None };
            Some(SuggestedMove {
                point,
                probability: analysed.prior,
                // Nothing lost is zero, not minus zero.
                value: 0.0 - analysed.loss,
                name: move_name(turn.position(), point),
                reasons: analysed.reasons,
                thought: None,
            })
        });
        let moves: Vec<SuggestedMove> = moves.collect();
        let pass = if moves.is_empty() { ", and would pass" } else { "" };
        Ok(Advice { adviser: Adviser::Analyst, moves, note: Some(format!("{why}{pass}")) })
    }
}

/// The moves of a scene that fuzzy reasoning thinks about, at most so many, best first.
pub(crate) fn reasoned(
    reasoner: &Reasoner,
    scene: &Scene<'_>,
    count: usize,
) -> Result<Vec<SuggestedMove>, OpeningError> {
    let suggestions = reasoner.suggest_among(scene, count.max(1))?;
    let of = suggestions.len();
    let told = |suggestion| suggested(reasoner, scene.position, suggestion, of);
    Ok(suggestions.into_iter().map(told).collect())
}

fn suggested(
    reasoner: &Reasoner,
    position: &Position,
    suggestion: Suggestion,
    of: usize,
) -> SuggestedMove {
    let rules = reasoner.controller().rules();
    let fired: Vec<FiredRule> = suggestion
        .fired
        .iter()
        .map(|fired| FiredRule {
            words: rules.conditions_words(fired.rule),
            strength: fired.strength,
        })
        .collect();
    let Suggestion { point, rank, probability, gain, inputs, answer, value, .. } = suggestion;
    let mut reasons = vec![moves::of_rank(rank, of, probability)];
    reasons.extend(Effect::of(position, point).phrases());
    reasons.push(moves::of_influence(&gain, &inputs));
    let told = fired.iter().take(MOST_RULES);
    reasons.extend(told.map(|rule| format!("{} ({:.2})", rule.words, rule.strength)));
    SuggestedMove {
        point,
        probability,
        value,
        name: move_name(position, point),
        reasons,
        thought: Some(Thought { rank, gain, inputs, answer, fired }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;
    use aji_judge::opening::INPUTS;
    use aji_judge::opening::candidates::perceptron::{LastInput, OUTPUTS};
    use aji_judge::opening::candidates::{Candidates, Perceptron};
    use aji_judge::opening::fuzzy::Controller;
    use aji_rules::{Game, RuleSet, Size};

    fn suggester() -> Suggester {
        let mut weights = vec![0.0; INPUTS * OUTPUTS];
        // Black likes these.
        for (vertex, weight) in [("Q16", 0.9), ("D3", 0.8), ("K10", 0.3)] {
            let point = SIZE.parse_point(vertex).unwrap();
            weights[(INPUTS - 1) * OUTPUTS + point.index()] = weight;
        }
        let network = Perceptron::new(LastInput::Side, weights).unwrap();
        let controller = Controller::new(ControllerName::Sugeno, &Library::built_in()).unwrap();
        let analyst = Analyst::new(Library::built_in().get(&aji_judge::library::FIELD).unwrap());
        let reasoner = Reasoner::new(Candidates::Perceptron(network.into()), controller);
        Suggester::new(analyst).with_reasoner(reasoner)
    }

    #[test]
    fn the_opening_is_told_with_its_reasons() {
        let game = Game::new(SIZE, RuleSet::Chinese.into());
        let advice = suggester().suggest(&Turn::of(&game), 3).unwrap();
        assert_eq!(advice.adviser, Adviser::Reasoner(ControllerName::Sugeno));
        assert_eq!((advice.moves.len(), advice.note), (3, None));
        let centre = &advice.moves[0];
        assert_eq!(centre.name.as_deref(), Some("centre point"));
        assert!(centre.reasons[0].starts_with("3rd likeliest of 3 candidates ("));
        assert!(centre.reasons[1].starts_with("gains much influence (+554) and much potential"));
        assert!(centre.reasons[2].starts_with("influence MIDDLE and territory MEDIUM (0."));
        let names: Vec<_> = advice.moves.iter().filter_map(|one| one.name.as_deref()).collect();
        assert!(names.contains(&"star point (4-4)") && names.contains(&"3-4 point"), "{names:?}");
    }

    #[test]
    fn elsewhere_the_analyst_answers_and_says_so() {
        let game = Game::new(Size::NINE, RuleSet::Chinese.into());
        let advice = suggester().suggest(&Turn::of(&game), 3).unwrap();
        assert_eq!(advice.adviser, Adviser::Analyst);
        assert!(!advice.moves.is_empty() && advice.moves.len() <= 3);
        let note = advice.note.unwrap();
        assert_eq!(
            note,
            "fuzzy reasoning knows 19x19 alone, and this board is 9x9: the analyst answers"
        );
    }

    #[test]
    fn nothing_is_suggested_when_the_game_is_over_or_the_board_full() {
        let mut game = Game::new(SIZE, RuleSet::Chinese.into());
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        let advice = suggester().suggest(&Turn::of(&game), 3).unwrap();
        assert!(advice.moves.is_empty());
        assert_eq!(advice.note.unwrap(), OpeningError::Over.to_string());
        let line = Size::new(2, 1).unwrap();
        let mut game = Game::new(line, RuleSet::Chinese.into());
        game.play(Move::Place(line.parse_point("A1").unwrap())).unwrap();
        let advice = suggester().suggest(&Turn::of_color(&game, game.position().to_play()), 3);
        assert!(advice.is_ok());
    }
}

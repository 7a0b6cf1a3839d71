//! What to play and why, told to people: by reading ahead, or by the fuzzy rules of the opening alone.

use crate::analyst::{AnalysedMove, Analyst, Scope};
use crate::player::Turn;
use crate::search::{Budget, RootMoves};
use aji_judge::explain::{Effect, move_name, moves};
use aji_judge::judgement::{JudgeError, ScoreDistribution};
use aji_judge::opening::fuzzy::inputs::Gain;
use aji_judge::opening::fuzzy::{ControllerName, Reasoner, Suggestion};
use aji_judge::opening::{MOVES, OpeningError, SIZE, Scene};
use aji_rules::{Move, Position};

/// No more rules are told of a move.
const MOST_RULES: usize = 2;
/// Beside what was read, the rules weigh so many candidates.
const WEIGHED: usize = 30;
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

/// What reading ahead found of a move. Leads and chances are Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// How many positions after it were looked at.
    pub visits: u32,
    /// The final score with it.
    pub distribution: ScoreDistribution,
    /// What it costs beside the best move, in points.
    pub points_lost: f64,
    /// The move and the best that follows.
    pub line: Vec<Move>,
}

/// A move that is suggested.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedMove {
    /// Where, or a pass.
    pub mv: Move,
    /// How likely it is played.
    pub probability: f64,
    /// What it is worth; only the order and the differences mean something.
    pub value: f64,
    /// What players call it.
    pub name: Option<String>,
    /// Why, in phrases.
    pub reasons: Vec<String>,
    /// What reading ahead found; nothing if rules answer.
    pub reading: Option<Reading>,
    /// What fuzzy reasoning knows; nothing where it knows nothing.
    pub thought: Option<Thought>,
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adviser {
    /// Fuzzy reasoning, by this controller.
    Reasoner(ControllerName),
    /// Reading ahead.
    Reader,
}

/// What to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Who answers.
    pub adviser: Adviser,
    /// Best first.
    pub moves: Vec<SuggestedMove>,
    /// What else is to be said, in a sentence without its full stop, such as why there are no moves.
    pub note: Option<String>,
}

impl Advice {
    fn nothing(adviser: Adviser, trouble: OpeningError) -> Advice {
        Advice { adviser, moves: Vec::new(), note: Some(trouble.to_string()) }
    }
}

/// Whether nothing can be played, and why.
fn trouble(turn: &Turn<'_>) -> Option<OpeningError> {
    let mut legal = turn.position().legal_points(turn.game().rules().suicide);
    if turn.game().is_over() {
        Some(OpeningError::Over)
    } else if !legal.any(|point| turn.is_legal(point)) {
        Some(OpeningError::Full)
    } else {
        None
    }
}

/// At most so many moves by the fuzzy rules of the opening alone, best first.
pub fn by_rules(reasoner: &Reasoner, turn: &Turn<'_>, count: usize) -> Result<Advice, JudgeError> {
    let adviser = Adviser::Reasoner(reasoner.controller().name());
    if let Some(trouble) = trouble(turn) {
        return Ok(Advice::nothing(adviser, trouble));
    }
    let scene = Scene { position: turn.position(), ..Scene::of(turn.game()) };
    let mut moves = match reasoned(reasoner, &scene, count) {
        Ok(moves) => moves,
        Err(trouble) => return Ok(Advice::nothing(adviser, trouble)),
    };
    // Superko needs the past, which the models do not know.
    moves.retain(|one| matches!(one.mv, Move::Place(point) if turn.is_legal(point)));
    let note = (!is_opening(turn))
        .then(|| format!("the rules are made for the first {MOVES} moves, and this is later"));
    Ok(Advice { adviser, moves, note })
}

/// Whether so little was played that the rules of the opening have a say.
fn is_opening(turn: &Turn<'_>) -> bool {
    let (stones, captures) = (turn.position().stone_count(), turn.position().captures());
    let played = stones.black + stones.white + captures.black + captures.white;
    turn.size() == SIZE && (played as usize) < MOVES
}

/// At most so many moves by reading ahead, best first; in the opening with what rules say of them, if there are any.
pub fn by_reading(
    analyst: &mut Analyst,
    rules: Option<&Reasoner>,
    turn: &Turn<'_>,
    count: usize,
    budget: Option<Budget>,
) -> Result<Advice, JudgeError> {
    if let Some(trouble) = trouble(turn) {
        return Ok(Advice::nothing(Adviser::Reader, trouble));
    }
    let scope = Scope { most_moves: count.max(1), among: RootMoves::default(), budget };
    let analysis = analyst.analyse(turn, &scope)?;
    let scene = Scene { position: turn.position(), ..Scene::of(turn.game()) };
    let weighed = rules.filter(|_| is_opening(turn)).and_then(|rules| {
        // What rules do not know is no trouble here.
        reasoned(rules, &scene, WEIGHED).ok()
    });
    let weighed = weighed.unwrap_or_default();
    let moves: Vec<SuggestedMove> = analysis
        .moves
        .into_iter()
        .map(|analysed| {
            let ruled = weighed.iter().find(|one| one.mv == analysed.mv);
            read(turn.position(), analysed, ruled.and_then(|one| one.thought.clone()))
        })
        .collect();
    let note = match moves.first() {
        Some(best) if best.mv == Move::Pass => Some("nothing is to be gained: pass".to_string()),
        _ => None,
    };
    Ok(Advice { adviser: Adviser::Reader, moves, note })
}

fn read(position: &Position, analysed: AnalysedMove, thought: Option<Thought>) -> SuggestedMove {
    let mut reasons = analysed.reasons;
    reasons.extend(thought.iter().flat_map(rule_phrases));
    SuggestedMove {
        mv: analysed.mv,
        probability: analysed.prior,
        // Nothing lost is zero, not minus zero.
        value: 0.0 - analysed.loss,
        name: match analysed.mv {
            Move::Place(point) => move_name(position, point),
            Move::Pass => None,
        },
        reasons,
        reading: Some(Reading {
            visits: analysed.visits,
            distribution: analysed.distribution,
            points_lost: analysed.loss,
            line: analysed.line.into_iter().map(|(mv, _)| mv).collect(),
        }),
        thought,
    }
}

/// `influence HIGH and territory MEDIUM (0.80)`: the strongest rules.
fn rule_phrases(thought: &Thought) -> impl Iterator<Item = String> + '_ {
    let told = thought.fired.iter().take(MOST_RULES);
    told.map(|rule| format!("{} ({:.2})", rule.words, rule.strength))
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
    let thought = Thought { rank, gain, inputs, answer, fired };
    reasons.extend(rule_phrases(&thought));
    SuggestedMove {
        mv: Move::Place(point),
        probability,
        value,
        name: move_name(position, point),
        reasons,
        reading: None,
        thought: Some(thought),
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
    use aji_judge::territory::{Model, ModelName};
    use aji_rules::{Game, RuleSet, Size};

    fn reasoner() -> Reasoner {
        let mut weights = vec![0.0; INPUTS * OUTPUTS];
        // Black likes these.
        for (vertex, weight) in [("Q16", 0.9), ("D3", 0.8), ("K10", 0.3)] {
            let point = SIZE.parse_point(vertex).unwrap();
            weights[(INPUTS - 1) * OUTPUTS + point.index()] = weight;
        }
        let network = Perceptron::new(LastInput::Side, weights).unwrap();
        let controller = Controller::new(ControllerName::Sugeno, &Library::built_in()).unwrap();
        Reasoner::new(Candidates::Perceptron(network.into()), controller)
    }

    fn analyst() -> Analyst {
        let library = Library::built_in();
        Analyst::new(Model::of(ModelName::Deep, &library).unwrap())
    }

    #[test]
    fn rules_tell_the_opening_with_their_reasons() {
        let game = Game::new(SIZE, RuleSet::Chinese.into());
        let advice = by_rules(&reasoner(), &Turn::of(&game), 3).unwrap();
        assert_eq!(advice.adviser, Adviser::Reasoner(ControllerName::Sugeno));
        assert_eq!((advice.moves.len(), advice.note), (3, None));
        let centre = &advice.moves[0];
        assert_eq!(centre.name.as_deref(), Some("centre point"));
        assert!(centre.reasons[0].starts_with("3rd likeliest of 3 candidates ("));
        assert!(centre.reasons[1].starts_with("gains much influence (+554) and much potential"));
        assert!(centre.reasons[2].starts_with("influence MIDDLE and territory MEDIUM (0."));
        let names: Vec<_> = advice.moves.iter().filter_map(|one| one.name.as_deref()).collect();
        assert!(names.contains(&"star point (4-4)") && names.contains(&"3-4 point"), "{names:?}");
        let small = Game::new(Size::NINE, RuleSet::Chinese.into());
        let advice = by_rules(&reasoner(), &Turn::of(&small), 3).unwrap();
        let said = OpeningError::Size(Size::NINE).to_string();
        assert_eq!((advice.moves.len(), advice.note), (0, Some(said)));
    }

    #[test]
    fn reading_answers_on_every_board_and_rules_have_a_say_in_the_opening() {
        for size in [Size::NINE, SIZE] {
            let game = Game::new(size, RuleSet::Chinese.into());
            let budget = Some(Budget::Visits(20));
            let advice =
                by_reading(&mut analyst(), Some(&reasoner()), &Turn::of(&game), 3, budget).unwrap();
            assert_eq!((advice.adviser, advice.note), (Adviser::Reader, None));
            assert!((1..=3).contains(&advice.moves.len()));
            for one in &advice.moves {
                let reading = one.reading.as_ref().unwrap();
                assert!(reading.visits > 0 && reading.line[0] == one.mv);
                assert!(!one.reasons.is_empty());
                assert!(one.thought.is_none() || size == SIZE);
            }
            assert_eq!(advice.moves[0].value, 0.0);
        }
    }

    #[test]
    fn nothing_is_suggested_when_the_game_is_over_or_the_board_full() {
        let mut game = Game::new(SIZE, RuleSet::Chinese.into());
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        let advice = by_reading(&mut analyst(), None, &Turn::of(&game), 3, None).unwrap();
        assert!(advice.moves.is_empty());
        assert_eq!(advice.note.unwrap(), OpeningError::Over.to_string());
        let line = Size::new(2, 1).unwrap();
        let mut game = Game::new(line, RuleSet::Chinese.into());
        game.play(Move::Place(line.parse_point("A1").unwrap())).unwrap();
        assert!(by_reading(&mut analyst(), None, &Turn::of(&game), 3, None).is_ok());
    }
}

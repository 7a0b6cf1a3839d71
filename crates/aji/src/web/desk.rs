//! What a worker answers with: the models, shared by all, and workspaces of its own.

use super::asked::{AskedGame, Played, malformed, parse, unanswerable};
use super::ogs;
use super::refusal::Refusal;
use crate::answers;
use crate::answers::judgement::Influences;
use crate::answers::panel::PanelOpinions;
use crate::answers::review::{RecordDetails, Reviewed};
use crate::life_question::LifeQuestion;
use crate::models;
use crate::roster::{self, PredictorName};
use aji_judge::Dice;
use aji_judge::influence::Kind;
use aji_judge::judgement::Explainer;
use aji_judge::library::{CORNER_MESH, Library};
use aji_judge::life::Solver;
use aji_judge::life::corner::{CornerModel, CornerNetwork};
use aji_judge::opening::fuzzy::{ControllerName, Reasoner};
use aji_judge::panel::Panel;
use aji_judge::score::Scorer;
use aji_judge::territory::{Model, ModelName};
use aji_play::analyst::Analyst;
use aji_play::review::{Depth, Progress, Reviewer};
use aji_play::search::Budget;
use aji_play::suggest::{self, COUNT};
use aji_play::{Action, Player, Turn};
use aji_rules::{Color, Move, Point, Rules};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// More positions than this are not looked at for one question of life and death.
const MOST_NODES: u64 = 1_000_000;
const NODES: u64 = 200_000;
const MOST_CANDIDATES: usize = 50;
/// How many swings a review tells.
const SWINGS: usize = 5;
/// No suggestion looks at more positions than this.
const MOST_VISITS: u32 = 2_000;
/// So many positions are looked at in milliseconds.
const FEW_VISITS: u32 = 16;

/// Who may be played against. Programs of the server's owner are not for strangers to start, and no search is so deep
/// that others would wait for it.
pub const PLAYERS: [&str; 34] = [
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "level:7",
    "level:8",
    "level:9",
    "level:10",
    "patterns",
    "static",
    "territory",
    "winner",
    "winner:nn-influence",
    "deep",
    "search:100",
    "alphabeta:2:territory",
    "alphabeta:2:influence",
    "candidates",
    "candidates:perceptron",
    "fuzzy",
    "fuzzy-mamdani",
    "fuzzy-anfis",
    "td:0",
    "td:0.3",
    "td:0.7",
    "td:1",
    "evolved:1",
    "evolved:2",
    "evolved:1-antithetic",
    "evolved:2-antithetic",
    "territory:0.5",
    "random",
];

/// The models; reading them takes a while.
struct Shelf {
    library: Arc<Library>,
    corner_network: CornerNetwork,
    panel: Panel,
    scorer: Scorer,
    reviewer: Reviewer,
}

/// A worker's place. A copy has the same models and is tidy.
pub struct Desk {
    shelf: Arc<Shelf>,
    judges: HashMap<Asking, Explainer>,
    players: HashMap<String, Box<dyn Player>>,
    analyst: Analyst,
}

/// Which judge is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Asking {
    effort: Effort,
    territory: ModelName,
    winner: Option<PredictorName>,
}

/// How much time a judgement may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    #[default]
    Quick,
    Exact,
}

impl Clone for Desk {
    fn clone(&self) -> Desk {
        Desk::at(Arc::clone(&self.shelf), self.analyst.clone())
    }
}

/// What is asked of a judge, beside the game.
#[derive(Deserialize)]
pub struct JudgeRequest {
    #[serde(flatten)]
    game: AskedGame,
    #[serde(default)]
    pub effort: Effort,
    influence: Option<String>,
    territory: Option<String>,
    winner: Option<String>,
}

impl JudgeRequest {
    pub fn read(body: &[u8]) -> Result<JudgeRequest, Refusal> {
        parse(body, &["effort", "influence", "territory", "winner"])
    }
}

#[derive(Deserialize)]
pub struct SuggestRequest {
    #[serde(flatten)]
    game: AskedGame,
    count: Option<usize>,
    visits: Option<u32>,
    model: Option<String>,
}

impl SuggestRequest {
    pub fn read(body: &[u8]) -> Result<SuggestRequest, Refusal> {
        parse(body, &["count", "model", "visits"])
    }

    /// Whether the answer takes milliseconds.
    pub fn is_quick(&self) -> bool {
        self.model.is_some() || self.visits.is_some_and(|visits| visits <= FEW_VISITS)
    }
}

#[derive(Deserialize)]
struct SolveRequest {
    #[serde(flatten)]
    game: AskedGame,
    #[serde(default)]
    at: Vec<String>,
    nodes: Option<u64>,
}

#[derive(Deserialize)]
struct MoveRequest {
    #[serde(flatten)]
    game: AskedGame,
    player: Option<String>,
    #[serde(default)]
    seed: u64,
}

impl Desk {
    /// With the models that are built in.
    pub fn new() -> anyhow::Result<Desk> {
        let library = Library::built_in();
        let scorer = Scorer::of(&library)?;
        let judge = Model::of(models::BEST.parse()?, &library)?;
        let analyst = Analyst::new(judge).with_scorer(scorer.clone());
        let shelf = Shelf {
            corner_network: CornerNetwork::new(CornerModel::Mesh, &library)?,
            panel: Panel::new(&roster::judges(), &library)?,
            reviewer: Reviewer::new(analyst.clone(), Depth::Quick),
            scorer,
            library,
        };
        Ok(Desk::at(Arc::new(shelf), analyst))
    }

    fn at(shelf: Arc<Shelf>, analyst: Analyst) -> Desk {
        Desk { shelf, judges: HashMap::new(), players: HashMap::new(), analyst }
    }

    /// Who is ahead, whose is every point, and why.
    pub fn judge(&mut self, request: &JudgeRequest) -> Result<Value, Refusal> {
        let played = request.game.play()?;
        let influence = request.influence.as_deref().map(named::<Kind>).transpose()?;
        let asking = Asking {
            effort: request.effort,
            territory: named(request.territory.as_deref().unwrap_or(models::BEST))?,
            winner: request.winner.as_deref().map(named).transpose()?,
        };
        let subject = played.subject();
        let judgement = self.judged_by(asking)?.explain(&subject.question()).map_err(unanswered)?;
        let position = played.game.position();
        let influence = influence.map(|kind| Influences::new(kind, position, &judgement));
        let mut answer = answers::judgement::json(&subject, &judgement, influence.as_ref(), None);
        answer["position"] = board(&played);
        answer["regions"] = answers::regions(subject.size());
        Ok(answer)
    }

    fn judged_by(&mut self, asking: Asking) -> Result<&mut Explainer, Refusal> {
        if !self.judges.contains_key(&asking) {
            let Shelf { library, scorer, .. } = &*self.shelf;
            let model = Model::of(asking.territory, library)
                .map_err(|error| malformed(error.to_string()))?;
            let judge = match asking.effort {
                Effort::Quick => Explainer::quick(model),
                Effort::Exact => {
                    // Each has a workspace of fifty megabytes, so there is one at a time.
                    self.judges.retain(|kept, _| kept.effort != Effort::Exact);
                    Explainer::new(model, asking.territory.usual_inference())
                }
            };
            let broken = |_| Refusal::Broken;
            let judge = match asking.winner {
                Some(name) if !name.is_territory() => {
                    judge.with_predictor(name.predictor(library).map_err(broken)?)
                }
                _ => judge,
            };
            let corners = library.get(&CORNER_MESH).map_err(broken)?;
            let judge = judge.with_corners(corners).with_scorer(scorer.clone());
            self.judges.insert(asking, judge);
        }
        self.judges.get_mut(&asking).ok_or(Refusal::Broken)
    }

    /// The final score.
    pub fn score(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let played = parse::<AskedGame>(body, &[])?.play()?;
        let subject = played.subject();
        let score = self.shelf.scorer.score(&subject.question()).map_err(unanswered)?;
        Ok(answers::score::json(&subject, &score, None))
    }

    /// What to play.
    pub fn suggest(&mut self, request: &SuggestRequest) -> Result<Value, Refusal> {
        let played = request.game.play()?;
        let count = request.count.unwrap_or(COUNT);
        if !(1..=MOST_CANDIDATES).contains(&count) {
            return Err(malformed(format!("`count` is a number from 1 to {MOST_CANDIDATES}")));
        }
        let visits = request.visits;
        if visits.is_some_and(|visits| !(2..=MOST_VISITS).contains(&visits)) {
            return Err(malformed(format!("`visits` is a number from 2 to {MOST_VISITS}")));
        }
        let library = &self.shelf.library;
        let turn = Turn::of(&played.game);
        let reasoner = |name| Reasoner::of(name, library).map_err(|_| Refusal::Broken);
        let advice = match request.model.as_deref() {
            Some(name) => suggest::by_rules(&reasoner(named(name)?)?, &turn, count),
            None => {
                let reasoner = reasoner(ControllerName::Anfis)?;
                let budget = visits.map(Budget::Visits);
                suggest::by_reading(&mut self.analyst, Some(&reasoner), &turn, count, budget)
            }
        };
        Ok(answers::suggestion::json(&played.subject(), &advice.map_err(unanswered)?))
    }

    /// Whether a group lives.
    pub fn solve(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let request: SolveRequest = parse(body, &["at", "nodes"])?;
        let nodes = request.nodes.unwrap_or(NODES);
        if !(1..=MOST_NODES).contains(&nodes) {
            return Err(malformed(format!("`nodes` is a number from 1 to {MOST_NODES}")));
        }
        let played = request.game.play()?;
        let question = LifeQuestion::at(played.game.position(), &request.at)
            .map_err(|error| unanswerable(error.to_string()))?;
        // Each search begins with nothing remembered, so that the same question has the same answer.
        let mut solver = Solver::with_network(self.shelf.corner_network.clone());
        let verdict = solver.solve(&question.problem, nodes);
        let mut answer = answers::solution::json(&question, &verdict, &played.notes);
        answer["sentences"] = Color::BOTH
            .iter()
            .map(|&first| question.sentence(question.answer(&verdict, first), first))
            .collect();
        Ok(answer)
    }

    /// Whether a chain can be captured outright.
    pub fn capture(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let request: SolveRequest = parse(body, &["at"])?;
        let played = request.game.play()?;
        let position = played.game.position();
        let [at] = &request.at[..] else {
            return Err(malformed("`at` names one stone here, such as [\"Q16\"]"));
        };
        let stone = position.size().parse_point(at);
        let read = stone.and_then(|stone| answers::capture::json(position, stone));
        read.ok_or_else(|| unanswerable("there is no stone at this point"))
    }

    /// The board as it stands, with Black first and with White first.
    pub fn boards(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let played = parse::<AskedGame>(body, &[])?.play()?;
        answers::boards::json(&played.subject(), &mut self.analyst).map_err(unanswered)
    }

    /// All judges side by side.
    pub fn panel(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let played = parse::<AskedGame>(body, &[])?.play()?;
        let subject = played.subject();
        Ok(PanelOpinions::of(&self.shelf.panel, &subject.question(), played.moves).json())
    }

    /// A player's move.
    pub fn choose(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let request: MoveRequest = parse(body, &["player", "seed"])?;
        let played = request.game.play()?;
        let name = request.player.as_deref().unwrap_or(models::BEST_PLAYER);
        if !PLAYERS.contains(&name) {
            let all = PLAYERS.join(", ");
            return Err(malformed(format!("there is no such player here; there are {all}")));
        }
        if played.game.is_over() {
            return Err(unanswerable("the game is over: both have passed"));
        }
        let turn = Turn::of(&played.game);
        if turn.may_end() && self.is_countable(&played)? {
            // Our players do not know when to stop; nobody likes to chase them through settled territory.
            let reason = "you passed, and the board is ready to be counted";
            return Ok(json!({"action": "pass", "point": null, "reasons": [reason]}));
        }
        if !self.players.contains_key(name) {
            let player = roster::player(name).map_err(|error| malformed(error.to_string()))?;
            let player = player.player(&self.shelf.library).map_err(|_| Refusal::Broken)?;
            self.players.insert(name.to_string(), player);
        }
        let player = self.players.get_mut(name).ok_or(Refusal::Broken)?;
        // An answer depends on the request alone.
        player.forget();
        let mut dice = Dice::new(request.seed, played.game.steps().len() as u64);
        let choice =
            player.choose(&turn, &mut dice).map_err(|error| unanswerable(error.to_string()))?;
        let size = played.game.position().size();
        let (action, point) = match choice.action {
            Action::Play(Move::Place(point)) => ("play", Some(size.vertex(point).to_string())),
            Action::Play(Move::Pass) => ("pass", None),
            Action::Resign => ("resign", None),
        };
        Ok(json!({"action": action, "point": point, "reasons": choice.reasons}))
    }

    fn is_countable(&self, played: &Played) -> Result<bool, Refusal> {
        let score = self.shelf.scorer.score(&played.subject().question()).map_err(unanswered)?;
        Ok(score.is_ready())
    }

    /// Reviews a game, telling how far it is.
    pub fn review(
        &mut self,
        (played, depth): (Played, Depth),
        progress: Progress<'_>,
    ) -> Result<Value, Refusal> {
        let Played { game, conditions, notes, .. } = played;
        let reviewer = self.shelf.reviewer.at_depth(depth);
        let rules = Rules::from(conditions.rules);
        let reviewed = Reviewed {
            size: game.position().size(),
            handicap: game.handicap(),
            game: reviewer.review(&game, rules, conditions.komi, progress).map_err(unanswered)?,
            conditions,
            swings: SWINGS,
            caveat: models::caveat(&game),
            details: RecordDetails { notes, ..RecordDetails::default() },
        };
        Ok(reviewed.json())
    }

    /// OGS's question, in its own words.
    pub fn ogs(&mut self, body: &[u8]) -> Result<Value, Refusal> {
        let asking = Asking { effort: Effort::Quick, territory: ModelName::Field, winner: None };
        let request = ogs::Request::read(body)?;
        let played = request.play()?;
        let subject = played.subject();
        let question = subject.question();
        let judgement = self.judged_by(asking)?.explain(&question).map_err(unanswered)?;
        let score = match request.autoscore {
            true => Some(self.shelf.scorer.score(&question).map_err(unanswered)?),
            false => None,
        };
        ogs::answer(&played.game, &judgement, score.as_ref(), &mut self.analyst)
    }
}

#[derive(Deserialize)]
struct ReviewRequest {
    #[serde(flatten)]
    game: AskedGame,
    depth: Option<String>,
}

/// A game to be reviewed, and how deeply.
pub fn reviewable(body: &[u8]) -> Result<(Played, Depth), Refusal> {
    let request: ReviewRequest = parse(body, &["depth"])?;
    let depth = request.depth.as_deref().map_or(Ok(Depth::Quick), named)?;
    let played = request.game.play()?;
    if played.moves == 0 {
        return Err(unanswerable("there are no moves to review"));
    }
    Ok((played, depth))
}

/// Stones row by row, the last move, captures and ko.
fn board(played: &Played) -> Value {
    let position = played.game.position();
    let size = position.size();
    let sign = |stone: &Option<Color>| match stone {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let rows = position.stones_by_row().chunks(size.width());
    let rows: Vec<String> = rows.map(|row| row.iter().map(sign).collect()).collect();
    let vertex = |point: Point| size.vertex(point).to_string();
    let last = match played.game.last_move() {
        Some((_, Move::Place(point))) => Some(vertex(point)),
        _ => None,
    };
    let captures = position.captures();
    json!({
        "board": rows,
        "last": last,
        "captures": {"black": captures.black, "white": captures.white},
        "ko": position.ko().map(vertex),
    })
}

fn named<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str) -> Result<T, Refusal> {
    let short: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    short.parse().map_err(|error: T::Err| malformed(error.to_string()))
}

fn unanswered(error: impl std::fmt::Display) -> Refusal {
    unanswerable(error.to_string())
}

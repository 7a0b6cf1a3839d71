//! What a line asks for.

use aji_play::analyst::{MOVES, Scope};
use aji_play::gtp::Perspective;
use aji_play::katago;
use aji_play::search::{Budget, RootMoves};
use aji_rules::ruleset::Scoring;
use aji_rules::{Color, Game, HalfPoints, Move, Position, Rules, Setup, Size};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What is to be done about a line.
pub enum Line {
    /// Positions to analyse.
    Query(Box<Query>),
    /// Something to be done at once.
    Action(Action),
}

/// What can be done at once. The object is what was asked, for the reply to repeat.
pub enum Action {
    /// Who is there?
    QueryVersion(Value),
    /// Which models are there?
    QueryModels(Value),
    /// There is no cache, so it is clear.
    ClearCache(Value),
    /// Leave queries of this id, or all, undone; of these turns, or all.
    Terminate {
        /// What was asked.
        asked: Value,
        /// Which queries.
        id: Option<String>,
        /// Which turns of them.
        turns: Option<Vec<usize>>,
    },
}

/// One query: a game and the turns of it that are asked about.
pub struct Query {
    pub id: String,
    /// Each turn with its priority and the game up to it.
    pub turns: Vec<(usize, i64, Game)>,
    pub asked: Asked,
    /// Keys that mean nothing here.
    pub unknown: Vec<String>,
}

/// What is wanted of each turn.
#[derive(Clone)]
pub struct Asked {
    /// Which moves of each colour to look at.
    among: [RootMoves; 2],
    most_moves: usize,
    /// How many positions to look at; by default what suits the judge.
    pub most_visits: Option<u32>,
    /// After how long to stop.
    pub most_time: Option<Duration>,
    /// How often to tell what is known so far, and after how long for the first time.
    pub reports: Option<Reports>,
    pub ownership: bool,
    pub ownership_spread: bool,
    pub moves_ownership: bool,
    pub policy: bool,
    pub line_visits: bool,
    pub no_result: bool,
    pub perspective: Perspective,
}

/// When to tell what is known so far.
#[derive(Clone, Copy)]
pub struct Reports {
    pub first: Duration,
    pub every: Duration,
}

impl Asked {
    /// What the analyst is asked of this colour's turn, as far as it has read.
    pub fn scope(&self, color: Color) -> Scope {
        Scope {
            most_moves: self.most_moves,
            among: self.among(color),
            budget: Some(Budget::Visits(0)),
        }
    }

    /// Which of this colour's moves to look at.
    pub fn among(&self, color: Color) -> RootMoves {
        self.among[color as usize]
    }
}

/// Why a line is refused, as KataGo says it.
pub struct Refusal {
    pub id: Option<String>,
    pub field: Option<&'static str>,
    pub error: String,
}

impl Refusal {
    pub fn to_json(&self) -> Value {
        let mut reply = json!({"error": self.error});
        if let Some(field) = self.field {
            reply["field"] = json!(field);
        }
        if let Some(id) = &self.id {
            reply["id"] = json!(id);
        }
        reply
    }
}

/// Keys that are understood, or known and of no use here.
const KNOWN: [&str; 30] = [
    "id",
    "action",
    "terminateId",
    "turnNumbers",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
];

/// Reads a line.
pub fn parse(line: &[u8], perspective: Perspective) -> Result<Line, Refusal> {
    let nameless = |error: String| Refusal { id: None, field: None, error };
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| nameless(format!("Could not parse input line as json: {error}")))?;
    let object = value
        .as_object()
        .ok_or_else(|| nameless("Request was not a json dictionary".to_string()))?;
    let id = object.get("id").and_then(Value::as_str);
    let id = id.ok_or_else(|| nameless("Request must have a string \"id\" field".to_string()))?;
    let reader = Reader { object, id };
    if object.contains_key("action") {
        return reader.action(&value).map(Line::Action);
    }
    reader.query(perspective).map(|query| Line::Query(Box::new(query)))
}

/// An object under its id.
struct Reader<'a> {
    object: &'a Map<String, Value>,
    id: &'a str,
}

impl Reader<'_> {
    fn refuse(&self, field: &'static str, error: impl Into<String>) -> Refusal {
        Refusal { id: Some(self.id.to_string()), field: Some(field), error: error.into() }
    }

    fn get(&self, field: &str) -> Option<&Value> {
        self.object.get(field).filter(|value| !value.is_null())
    }

    fn flag(&self, field: &'static str) -> Result<bool, Refusal> {
        let value = self.get(field).map(|value| value.as_bool());
        value.unwrap_or(Some(false)).ok_or_else(|| self.refuse(field, "Must be a boolean"))
    }

    fn action(&self, asked: &Value) -> Result<Action, Refusal> {
        let asked = asked.clone();
        let turns = || match self.get("turnNumbers") {
            None => Ok(None),
            Some(turns) => whole_numbers(turns)
                .map(Some)
                .ok_or_else(|| self.refuse("turnNumbers", "Must be an array of integers")),
        };
        Ok(match self.object.get("action").and_then(Value::as_str) {
            Some("query_version") => Action::QueryVersion(asked),
            Some("query_models") => Action::QueryModels(asked),
            Some("clear_cache") => Action::ClearCache(asked),
            Some("terminate_all") => Action::Terminate { asked, id: None, turns: turns()? },
            Some("terminate") => {
                let id = self.get("terminateId").and_then(Value::as_str);
                let id = id.ok_or_else(|| {
                    self.refuse(
                        "terminateId",
                        "Requests to terminate must have a string \"terminateId\" field",
                    )
                })?;
                Action::Terminate { asked, id: Some(id.to_string()), turns: turns()? }
            }
            _ => {
                return Err(self.refuse(
                    "action",
                    "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or \
                     'terminate' or 'terminate_all'",
                ));
            }
        })
    }

    fn query(&self, perspective: Perspective) -> Result<Query, Refusal> {
        let size = self.size()?;
        let rules = self.rules()?;
        let komi = self.komi(rules)?;
        let moves = self.moves("moves", size)?;
        let start = self.start(size, &moves)?;
        let handicap = handicap(&Setup::from(&start));
        let game = Game::from_position(start, rules).with_komi(komi).with_handicap(handicap);
        let turns = self.turns(game, &moves)?;
        let mut asked = Asked {
            among: self.among(size)?,
            most_moves: MOVES,
            most_visits: self.visits()?,
            most_time: None,
            reports: self.reports()?,
            ownership: self.flag("includeOwnership")?,
            ownership_spread: self.flag("includeOwnershipStdev")?,
            moves_ownership: self.flag("includeMovesOwnership")?,
            policy: self.flag("includePolicy")?,
            line_visits: self.flag("includePVVisits")?,
            no_result: self.flag("includeNoResultValue")?,
            perspective,
        };
        if let Some(settings) = self.get("overrideSettings") {
            let bad = || self.refuse("overrideSettings", "Must be an object");
            let settings = settings.as_object().ok_or_else(bad)?;
            if let Some(side) = settings.get("reportAnalysisWinratesAs").and_then(Value::as_str) {
                let side = side.parse::<Perspective>();
                asked.perspective =
                    side.map_err(|error| self.refuse("overrideSettings", error.to_string()))?;
            }
            if let Some(seconds) = settings.get("maxTime") {
                let bad = || self.refuse("overrideSettings", "maxTime must be a number of seconds");
                asked.most_time = Some(seconds_of(seconds).ok_or_else(bad)?);
            }
        }
        let is_unknown = |key: &&String| !KNOWN.contains(&key.as_str());
        let unknown = self.object.keys().filter(is_unknown).cloned().collect();
        Ok(Query { id: self.id.to_string(), turns, asked, unknown })
    }

    fn visits(&self) -> Result<Option<u32>, Refusal> {
        let Some(visits) = self.get("maxVisits") else { return Ok(None) };
        let visits = visits.as_u64().filter(|visits| *visits > 0);
        let bad = || self.refuse("maxVisits", "Must be a positive integer");
        Ok(Some(u32::try_from(visits.ok_or_else(bad)?).unwrap_or(u32::MAX)))
    }

    fn reports(&self) -> Result<Option<Reports>, Refusal> {
        let seconds = |field: &'static str| match self.get(field) {
            None => Ok(None),
            Some(seconds) => seconds_of(seconds)
                .map(Some)
                .ok_or_else(|| self.refuse(field, "Must be a number of seconds")),
        };
        let every = seconds("reportDuringSearchEvery")?;
        let first = seconds("firstReportDuringSearchAfter")?;
        Ok(every.map(|every| Reports { first: first.unwrap_or(every), every }))
    }

    fn size(&self) -> Result<Size, Refusal> {
        let side = |field: &'static str| {
            let side =
                self.get(field).and_then(Value::as_u64).filter(|side| (2..=25).contains(side));
            side.map(|side| side as usize)
                .ok_or_else(|| self.refuse(field, "Must provide an integer from 2 to 25"))
        };
        let (width, height) = (side("boardXSize")?, side("boardYSize")?);
        Size::new(width, height).map_err(|error| self.refuse("boardXSize", error.to_string()))
    }

    fn rules(&self) -> Result<Rules, Refusal> {
        let missing = || self.refuse("rules", "Must specify rules as a name or an object");
        let rules = katago::rules_from_json(self.get("rules").ok_or_else(missing)?);
        let mut rules = rules.map_err(|error| self.refuse("rules", error.to_string()))?;
        if let Some(bonus) = self.get("whiteHandicapBonus") {
            let bad = || self.refuse("whiteHandicapBonus", "Must be '0', 'N' or 'N-1'");
            rules.handicap_bonus = katago::bonus(bonus).ok_or_else(bad)?;
        }
        Ok(rules)
    }

    fn komi(&self, rules: Rules) -> Result<HalfPoints, Refusal> {
        let Some(komi) = self.get("komi") else {
            return Ok(HalfPoints::from_halves(match rules.scoring {
                _ if rules.has_button => 14,
                Scoring::Area => 15,
                Scoring::Territory => 13,
            }));
        };
        let halves = komi.as_f64().map(|komi| komi * 2.0);
        let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= 300.0);
        let bad = || self.refuse("komi", "Must be a integer or half-integer from -150.0 to 150.0");
        Ok(HalfPoints::from_halves(halves.ok_or_else(bad)? as i32))
    }

    /// A list of pairs such as `["B", "Q4"]`.
    fn moves(&self, field: &'static str, size: Size) -> Result<Vec<(Color, Move)>, Refusal> {
        let bad = |what: &Value| {
            self.refuse(
                field,
                format!("Could not parse {what}: must be pairs such as [\"B\",\"Q4\"]"),
            )
        };
        let Some(list) = self.get(field) else {
            return if field == "moves" {
                Err(self.refuse(field, "Must provide an array of moves"))
            } else {
                Ok(Vec::new())
            };
        };
        let pair = |pair: &Value| {
            let color = pair.get(0).and_then(Value::as_str).and_then(Color::parse)?;
            let mv = pair.get(1).and_then(Value::as_str).and_then(|mv| size.parse_move(mv))?;
            Some((color, mv))
        };
        let list = list.as_array().ok_or_else(|| bad(list))?;
        list.iter().map(|value| pair(value).ok_or_else(|| bad(value))).collect()
    }

    fn start(&self, size: Size, moves: &[(Color, Move)]) -> Result<Position, Refusal> {
        let mut setup = Setup::empty(size);
        for (color, mv) in self.moves("initialStones", size)? {
            match mv {
                Move::Place(point) => setup.stones[point] = Some(color),
                Move::Pass => return Err(self.refuse("initialStones", "A stone cannot be a pass")),
            }
        }
        setup.to_play = match self.get("initialPlayer") {
            Some(player) => player
                .as_str()
                .and_then(Color::parse)
                .ok_or_else(|| self.refuse("initialPlayer", "Must be 'b' or 'w'"))?,
            None => match moves.first() {
                Some((color, _)) => *color,
                None if handicap(&setup) > 0 => Color::White,
                None => Color::Black,
            },
        };
        Position::try_from(setup).map_err(|error| self.refuse("initialStones", error.to_string()))
    }

    /// The game at each turn that is asked about.
    fn turns(
        &self,
        mut game: Game,
        moves: &[(Color, Move)],
    ) -> Result<Vec<(usize, i64, Game)>, Refusal> {
        let turns = match self.get("analyzeTurns") {
            None => vec![moves.len()],
            Some(turns) => whole_numbers(turns)
                .ok_or_else(|| self.refuse("analyzeTurns", "Must specify an array of integers"))?,
        };
        if let Some(turn) = turns.iter().find(|turn| **turn > moves.len()) {
            return Err(self.refuse("analyzeTurns", format!("Invalid turn number: {turn}")));
        }
        let priorities = self.priorities(turns.len())?;
        let mut asked = Vec::new();
        for number in 0..=moves.len() {
            for (turn, priority) in turns.iter().zip(&priorities) {
                if *turn == number {
                    asked.push((number, *priority, game.clone()));
                }
            }
            let Some(&(color, mv)) = moves.get(number) else { break };
            game.play_as_forgiving_superko(color, mv).map_err(|error| {
                let place = game.position().size().move_text(mv);
                self.refuse("moves", format!("Illegal move {number}: {place}: {error}"))
            })?;
        }
        Ok(asked)
    }

    fn priorities(&self, turns: usize) -> Result<Vec<i64>, Refusal> {
        let Some(list) = self.get("priorities") else {
            let priority = self.get("priority").map_or(Some(0), Value::as_i64);
            let bad = || self.refuse("priority", "Must be an integer");
            return Ok(vec![priority.ok_or_else(bad)?; turns]);
        };
        let list: Option<Vec<i64>> =
            list.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
        let bad = || {
            self.refuse("priorities", "Must be an array of integers, one a turn of analyzeTurns")
        };
        list.filter(|list| list.len() == turns).ok_or_else(bad)
    }

    /// Which moves of each colour to look at.
    fn among(&self, size: Size) -> Result<[RootMoves; 2], Refusal> {
        let mut among = [RootMoves::ALL; 2];
        for (color, moves) in self.listed("allowMoves", size)? {
            among[color as usize].allow(moves);
        }
        for (color, moves) in self.listed("avoidMoves", size)? {
            among[color as usize].avoid(moves);
        }
        Ok(among)
    }

    /// A list of `{"player", "moves", "untilDepth"}`.
    fn listed(&self, field: &'static str, size: Size) -> Result<Vec<(Color, Vec<Move>)>, Refusal> {
        let bad = || {
            let shape = "Must be a list of objects with fields 'player', 'moves', 'untilDepth'";
            self.refuse(field, shape)
        };
        let entry = |entry: &Value| {
            let color = Color::parse(entry.get("player")?.as_str()?)?;
            let moves = entry.get("moves")?.as_array()?.iter();
            let moves = moves.map(|mv| size.parse_move(mv.as_str()?)).collect::<Option<_>>()?;
            Some((color, moves))
        };
        let Some(list) = self.get(field) else { return Ok(Vec::new()) };
        let list = list.as_array().ok_or_else(bad)?.iter();
        list.map(entry).collect::<Option<_>>().ok_or_else(bad)
    }
}

/// How many stones Black has ahead: two or more on a board without white ones, as KataGo sees it.
fn handicap(setup: &Setup) -> u32 {
    let of = |color: Color| {
        setup.stones.values().iter().filter(|stone| **stone == Some(color)).count() as u32
    };
    if of(Color::White) == 0 && of(Color::Black) > 1 { of(Color::Black) } else { 0 }
}

fn seconds_of(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().filter(|seconds| *seconds > 0.0)?;
    Some(Duration::from_secs_f64(seconds.min(1e6)))
}

fn whole_numbers(list: &Value) -> Option<Vec<usize>> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    list.as_array()?.iter().map(number).collect()
}

//! What requests say: a game as steps or as a record, and what is asked about it.

use super::refusal::Refusal;
use crate::answers::Subject;
use crate::conditions::Conditions;
use aji_record::corpus::{Corpus, Limits};
use aji_record::{Record, Replay};
use aji_rules::{Color, Game, HalfPoints, Point, Position, RuleSet, Rules, Setup, Size, Step};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io::Cursor;

/// The longest game that anybody asks about.
pub const MOST_STEPS: usize = 3_000;
/// Beyond this nobody agrees on.
const MOST_KOMI: f64 = 400.0;

/// Reads a request that is an object with these keys and no others.
pub fn parse<T: DeserializeOwned>(body: &[u8], keys: &[&str]) -> Result<T, Refusal> {
    let object: Map<String, Value> = serde_json::from_slice(body)
        .map_err(|error| malformed(format!("the request is no JSON object: {error}")))?;
    let is_known = |key: &str| GAME_KEYS.contains(&key) || keys.contains(&key);
    if let Some(key) = object.keys().find(|key| !is_known(key)) {
        let known = [&GAME_KEYS[..], keys].concat().join(", ");
        let shown: String = key.chars().take(40).collect();
        return Err(malformed(format!("there is no key `{shown}` here; there are {known}")));
    }
    serde_json::from_value(Value::Object(object.clone())).map_err(|error| {
        // Every key may stand alone, so the one that is wrong is wrong alone.
        let is_wrong = |key: &str, value: &Value| {
            let alone = Map::from_iter([(key.to_string(), value.clone())]);
            serde_json::from_value::<T>(Value::Object(alone)).is_err()
        };
        let wrong = object.iter().find(|(key, value)| is_wrong(key, value));
        let key = wrong.map_or("a key", |(key, _)| key);
        malformed(format!("`{key}` is not what it should be: {}", clipped(&error.to_string())))
    })
}

const GAME_KEYS: [&str; 9] =
    ["width", "height", "rules", "komi", "handicap", "steps", "sgf", "game", "move"];

/// A game as it is asked about: steps on a board, or a record.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct AskedGame {
    width: Option<usize>,
    height: Option<usize>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u32>,
    steps: Option<Vec<Value>>,
    sgf: Option<String>,
    game: Option<usize>,
    #[serde(rename = "move")]
    moves: Option<usize>,
}

/// A game that was asked about, played.
pub struct Played {
    pub game: Game,
    pub moves: usize,
    pub conditions: Conditions,
    pub notes: Vec<String>,
}

impl Played {
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            game: &self.game,
            moves: self.moves,
            conditions: &self.conditions,
            notes: &self.notes,
        }
    }
}

impl AskedGame {
    /// Plays it.
    pub fn play(&self) -> Result<Played, Refusal> {
        let rules = self.rules.as_deref().map(|name| {
            name.parse::<RuleSet>().map_err(|error| malformed(clipped(&error.to_string())))
        });
        let (rules, komi) = (rules.transpose()?, self.komi()?);
        let mut played = match (&self.sgf, &self.steps) {
            (Some(_), Some(_)) => {
                return Err(malformed("a game is told by `steps` or by `sgf`, not by both"));
            }
            (Some(sgf), None) => self.play_record(sgf, rules, komi)?,
            (None, steps) => self.play_steps(steps.as_deref().unwrap_or_default(), rules, komi)?,
        };
        played.notes.extend(crate::models::caveat(&played.game).map(str::to_string));
        Ok(played)
    }

    fn komi(&self) -> Result<Option<HalfPoints>, Refusal> {
        let Some(komi) = self.komi else { return Ok(None) };
        if !(-MOST_KOMI..=MOST_KOMI).contains(&komi) || (komi * 2.0).fract() != 0.0 {
            return Err(malformed(format!(
                "komi {komi} is no whole or half number from -{MOST_KOMI} to {MOST_KOMI}"
            )));
        }
        Ok(Some(HalfPoints::from_halves((komi * 2.0) as i32)))
    }

    fn play_steps(
        &self,
        steps: &[Value],
        rules: Option<RuleSet>,
        komi: Option<HalfPoints>,
    ) -> Result<Played, Refusal> {
        let width = self.width.or(self.height).unwrap_or(19);
        let size = Size::new(width, self.height.unwrap_or(width));
        let size = size.map_err(|error| malformed(error.to_string()))?;
        if size.width() < 2 && size.height() < 2 {
            return Err(malformed("nobody plays on a single point"));
        }
        if steps.len() > MOST_STEPS {
            return Err(malformed(format!("more than {MOST_STEPS} steps are too many")));
        }
        let steps: Vec<Change> = steps
            .iter()
            .zip(1..)
            .map(|(step, number)| {
                Change::read(size, step)
                    .map_err(|why| malformed(format!("step {number} is {}: {why}", shown(step))))
            })
            .collect::<Result<_, _>>()?;
        let handicap = self.handicap.unwrap_or(0).min(size.area() as u32);
        let conditions = Conditions::new(rules, komi, handicap);
        // All that is set up before the first move is the start.
        let first_move = steps.iter().position(|step| matches!(step, Change::Play(..)));
        let (before, after) = steps.split_at(first_move.unwrap_or(steps.len()));
        let mut setup = Setup::empty(size);
        for change in before {
            if let Change::SetUp(stones, to_play) = change {
                for &(point, stone) in stones {
                    setup.stones[point] = stone;
                }
                setup.to_play = to_play.unwrap_or(setup.to_play);
            }
        }
        let start = Position::try_from(setup)
            .map_err(|error| unanswerable(format!("this cannot be set up: {error}")))?;
        let mut game = Game::from_position(start, Rules::from(conditions.rules))
            .with_komi(conditions.komi)
            .with_handicap(handicap);
        let mut moves = 0;
        for (change, number) in after.iter().zip(before.len() + 1..) {
            match change {
                &Change::Play(color, mv) => {
                    moves += 1;
                    game.play_as_forgiving_superko(color, mv).map_err(|error| {
                        let place = size.move_text(mv);
                        unanswerable(format!(
                            "{color} cannot play {place} at move {moves}: {error}"
                        ))
                    })?;
                }
                Change::SetUp(stones, to_play) => {
                    let to_play = to_play.unwrap_or(game.position().to_play());
                    game.set_up(stones.clone(), to_play).map_err(|error| {
                        unanswerable(format!("step {number} cannot be set up: {error}"))
                    })?;
                }
            }
        }
        Ok(Played { game, moves, conditions, notes: Vec::new() })
    }

    fn play_record(
        &self,
        sgf: &str,
        rules: Option<RuleSet>,
        komi: Option<HalfPoints>,
    ) -> Result<Played, Refusal> {
        let (record, _) = record(sgf.as_bytes().to_vec(), self.game.unwrap_or(1))?;
        let replay = record.replay_moves(self.moves.unwrap_or(MOST_STEPS).min(MOST_STEPS));
        let Replay { game: recorded, moves, .. } = &replay;
        if let Some(fault) = &replay.fault {
            return Err(unanswerable(format!(
                "{fault}; `move` {moves} asks about what comes before"
            )));
        }
        if self.moves.is_some_and(|asked| asked > *moves) {
            return Err(unanswerable(format!("the game has {moves} moves only")));
        }
        let head = &record.head;
        let conditions =
            Conditions::new(rules.or(head.rules), komi.or(head.komi), recorded.handicap());
        // The rules that are asked for may be others than those recorded.
        let mut game = Game::from_position(recorded.start().clone(), Rules::from(conditions.rules))
            .with_komi(conditions.komi)
            .with_handicap(recorded.handicap());
        for step in recorded.steps() {
            let taken = match step {
                &Step::Play(color, mv) => game
                    .play_as_forgiving_superko(color, mv)
                    .map_err(|error| error.to_string())
                    .map(drop),
                Step::SetUp(stones, to_play) => {
                    game.set_up(stones.clone(), *to_play).map_err(|error| error.to_string())
                }
            };
            taken.map_err(|why| {
                unanswerable(format!(
                    "the record cannot be played by {} rules: {why}",
                    conditions.rules
                ))
            })?;
        }
        let notes = record.notes.iter().chain(&replay.notes).map(|note| note.to_string());
        Ok(Played { game, moves: *moves, conditions, notes: notes.collect() })
    }
}

/// One game of what somebody sent, and how many there are.
pub fn record(bytes: Vec<u8>, number: usize) -> Result<(Record, usize), Refusal> {
    let limits =
        Limits { game_bytes: 2 << 20, expansion_free_bytes: 16 << 20, ..Limits::default() };
    let (mut found, mut wanted, mut problem) = (0, None, None);
    for item in Corpus::from_reader("the record", Cursor::new(bytes), limits) {
        found += 1;
        match item {
            Ok(game) if found == number => wanted = Some(game),
            Ok(_) => {}
            Err(trouble) => problem = problem.or(Some(trouble)),
        }
    }
    let Some(game) = wanted else {
        return Err(match problem {
            Some(problem) => unanswerable(problem.to_string()),
            None => unanswerable(format!(
                "there are {found} games, so there is none of number {number}"
            )),
        });
    };
    let record = Record::read(&game).map_err(|fault| unanswerable(fault.to_string()))?;
    Ok((record, found))
}

/// What a step does.
enum Change {
    Play(Color, aji_rules::Move),
    SetUp(Vec<(Point, Option<Color>)>, Option<Color>),
}

impl Change {
    fn read(size: Size, step: &Value) -> Result<Change, String> {
        let shape = "it should be a pair such as [\"black\", \"Q16\"], or an object with some of \
                     `black`, `white`, `empty` and `to_play`";
        let color = |value: &Value| value.as_str().and_then(Color::parse);
        match step {
            Value::Array(pair) => {
                let [mover, place] = &pair[..] else { return Err(shape.to_string()) };
                let mover = color(mover).ok_or(shape)?;
                let place = place.as_str().ok_or(shape)?;
                let mv = size.parse_move(place);
                Ok(Change::Play(
                    mover,
                    mv.ok_or_else(|| format!("there is no such point on {size}"))?,
                ))
            }
            Value::Object(object) => {
                let mut stones = Vec::new();
                let mut to_play = None;
                for (key, value) in object {
                    let stone = match key.as_str() {
                        "black" => Some(Color::Black),
                        "white" => Some(Color::White),
                        "empty" => None,
                        "to_play" => {
                            to_play = Some(color(value).ok_or("`to_play` is black or white")?);
                            continue;
                        }
                        _ => return Err(shape.to_string()),
                    };
                    for point in value.as_array().ok_or(shape)? {
                        let point = point.as_str().and_then(|text| size.parse_point(text));
                        let point =
                            point.ok_or_else(|| format!("there is no such point on {size}"))?;
                        stones.push((point, stone));
                    }
                }
                Ok(Change::SetUp(stones, to_play))
            }
            _ => Err(shape.to_string()),
        }
    }
}

pub fn malformed(sentence: impl Into<String>) -> Refusal {
    Refusal::Malformed(sentence.into())
}

pub fn unanswerable(sentence: impl Into<String>) -> Refusal {
    Refusal::Unanswerable(sentence.into())
}

/// What strangers sent is told in short.
fn shown(value: &Value) -> String {
    clipped(&value.to_string())
}

fn clipped(text: &str) -> String {
    const MOST: usize = 120;
    let mut short: String = text.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        short += "...";
    }
    short
}

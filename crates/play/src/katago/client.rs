//! The asking side of KataGo's analysis protocol: a program says how a game stands at each of its positions.
//!
//! A game is one query, a line of JSON; the answers are a line for each position, in any order.

use crate::katago::rules_to_json;
use crate::program::{ClientError, Program};
use crate::review::Standing;
use aji_rules::{Color, Game, HalfPoints, Move, Position, Rules, Size, Step};
use serde_json::{Value, json};
use std::time::Duration;

/// So much of an answer that means nothing is told.
const TOLD: usize = 80;

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// It is gone, silent, or refuses.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// What it says is no analysis.
    #[error("it answers `{asked}` with what is no analysis ({why}): {answer}")]
    Nonsense {
        /// What it was asked.
        asked: String,
        /// What is wrong with it.
        why: &'static str,
        /// How the answer begins.
        answer: String,
    },
    /// The protocol has no words for it.
    #[error("stones are set up in the middle of the game, which the protocol cannot tell")]
    SetUp,
}

/// A program that analyses. It ends when this is dropped.
pub struct AnalysisProgram {
    program: Program,
    /// How many queries there were.
    queries: u64,
    /// How much it reads of each position; `None` is as it is set up.
    visits: Option<u32>,
}

impl AnalysisProgram {
    /// Starts a command. It is split into words as a shell does, but no shell runs it.
    pub fn start(command: &str, visits: Option<u32>) -> Result<AnalysisProgram, ClientError> {
        Ok(AnalysisProgram { program: Program::start(command)?, queries: 0, visits })
    }

    /// With another time limit for each position.
    pub fn with_patience(mut self, patience: Duration) -> AnalysisProgram {
        self.program.set_patience(patience);
        self
    }

    /// How a game stands by these rules and this komi: before the first move and after each. `on_each` is called when
    /// a position is done.
    pub fn standings(
        &mut self,
        game: &Game,
        rules: Rules,
        komi: HalfPoints,
        mut on_each: impl FnMut(),
    ) -> Result<Vec<Standing>, AnalysisError> {
        self.queries += 1;
        let id = format!("game {}", self.queries);
        let mut query = query(&id, game, rules, komi)?;
        if let Some(visits) = self.visits {
            query["maxVisits"] = json!(visits);
        }
        self.program.say(&query.to_string(), &id)?;
        let size = game.position().size();
        let mut standings: Vec<Option<Standing>> = vec![None; game.steps().len() + 1];
        let mut left = standings.len();
        while left > 0 {
            let deadline = self.program.deadline();
            let line = loop {
                let line = self.program.hear(&id, deadline)?;
                if !line.trim().is_empty() {
                    break line;
                }
            };
            let Some((turn, standing)) = read(&line, &id, size)? else { continue };
            let place = standings.get_mut(turn);
            let place = place.ok_or_else(|| nonsense(&id, "there is no such turn", &line))?;
            if place.replace(standing).is_none() {
                left -= 1;
                on_each();
            }
        }
        Ok(standings.into_iter().flatten().collect())
    }
}

fn nonsense(asked: &str, why: &'static str, answer: &str) -> AnalysisError {
    let mut told: String = answer.chars().take(TOLD).collect();
    if told.len() < answer.len() {
        told.push('…');
    }
    AnalysisError::Nonsense { asked: asked.to_string(), why, answer: told }
}

/// What is asked of a game: all of its turns.
fn query(id: &str, game: &Game, rules: Rules, komi: HalfPoints) -> Result<Value, AnalysisError> {
    let start = game.start();
    let size = start.size();
    let played = |step: &Step| match step {
        Step::Play(color, mv) => Ok(json!([letter(*color), size.move_text(*mv)])),
        Step::SetUp(..) => Err(AnalysisError::SetUp),
    };
    let moves = game.steps().iter().map(played).collect::<Result<Vec<Value>, AnalysisError>>()?;
    let turns: Vec<usize> = (0..=moves.len()).collect();
    Ok(json!({
        "id": id,
        "rules": rules_to_json(rules),
        "komi": f64::from(komi.halves()) / 2.0,
        "boardXSize": size.width(),
        "boardYSize": size.height(),
        "initialStones": stones(start),
        "initialPlayer": letter(start.to_play()),
        "moves": moves,
        "analyzeTurns": turns,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    }))
}

fn letter(color: Color) -> String {
    color.letter().to_string()
}

fn stones(position: &Position) -> Vec<Value> {
    let size = position.size();
    let stone = |point| {
        let color = position.stone(point)?;
        Some(json!([letter(color), size.move_text(Move::Place(point))]))
    };
    size.points().filter_map(stone).collect()
}

/// A turn and how it stands there; `None` is a line that may be passed over: a warning, a report on the way, or an
/// answer to something else.
fn read(line: &str, asked: &str, size: Size) -> Result<Option<(usize, Standing)>, AnalysisError> {
    let bad = |why| nonsense(asked, why, line);
    let answer: Value = serde_json::from_str(line).map_err(|_| bad("it is no JSON"))?;
    if !answer.is_object() {
        return Err(bad("it is no JSON object"));
    }
    let is_other = answer["id"].as_str().is_some_and(|id| id != asked);
    if let (Some(error), false) = (answer["error"].as_str(), is_other) {
        let field = answer["field"].as_str();
        let field = field.map_or(String::new(), |field| format!(" (field {field})"));
        let answer = format!("{error}{field}");
        return Err(ClientError::Refused { asked: asked.to_string(), answer }.into());
    }
    if is_other || answer.get("warning").is_some() || answer["isDuringSearch"] == true {
        return Ok(None);
    }
    let turn = answer["turnNumber"].as_u64().ok_or_else(|| bad("it names no turn"))?;
    let root = &answer["rootInfo"];
    let number = |value: &Value| value.as_f64().filter(|number| number.is_finite());
    let chance = number(&root["winrate"]).filter(|chance| (0.0..=1.0).contains(chance));
    let (Some(black_wins), Some(black_lead)) = (chance, number(&root["scoreLead"])) else {
        return Err(bad("it has no winrate or scoreLead"));
    };
    let infos = answer["moveInfos"].as_array().map_or(&[][..], Vec::as_slice);
    let info = |info: &Value| {
        let mv = size.parse_move(info["move"].as_str()?)?;
        Some((info["order"].as_u64().unwrap_or(u64::MAX), mv, number(&info["scoreLead"])?))
    };
    let moves: Option<Vec<(u64, Move, f64)>> = infos.iter().map(info).collect();
    let mut moves = moves.ok_or_else(|| bad("a move has no name or no scoreLead"))?;
    // As they were told, where nothing is said of their order.
    moves.sort_by_key(|(order, ..)| *order);
    let moves = moves.into_iter().map(|(_, mv, lead)| (mv, lead)).collect();
    Ok(Some((turn as usize, Standing { black_wins, black_lead, moves })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::RuleSet;
    use std::fs;
    use std::time::Instant;

    fn game() -> Game {
        let rules = RuleSet::Chinese;
        let mut game = Game::new(Size::NINE, rules.into()).with_komi(rules.default_komi());
        for name in ["E5", "C3"] {
            game.play(Move::Place(Size::NINE.parse_point(name).unwrap())).unwrap();
        }
        game
    }

    fn answer(turn: u32, lead: f64) -> String {
        let infos = json!([
            { "move": "D4", "order": 1, "scoreLead": 1.0 },
            { "move": "pass", "order": 0, "scoreLead": 2.5 },
        ]);
        let root = json!({ "winrate": 0.75, "scoreLead": lead });
        json!({ "id": "game 1", "turnNumber": turn, "isDuringSearch": false, "moveInfos": infos, "rootInfo": root })
            .to_string()
    }

    /// What a program brings about that answers the first line with these.
    fn ask(answers: &[String], then: &str) -> Result<Vec<Standing>, AnalysisError> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("answers"), answers.join("\n") + "\n").unwrap();
        let script =
            format!("read query\ncat '{}'\n{then}", folder.path().join("answers").display());
        let path = folder.path().join("program.sh");
        fs::write(&path, script).unwrap();
        let program = AnalysisProgram::start(&format!("sh '{}'", path.display()), Some(7)).unwrap();
        let mut program = program.with_patience(Duration::from_secs(5));
        let game = game();
        let (mut done, mut expected) = (0, 0);
        let found = program.standings(&game, game.rules(), game.komi(), || done += 1);
        if let Ok(standings) = &found {
            expected = standings.len();
        }
        assert!(done == expected || found.is_err());
        found
    }

    #[test]
    fn answers_come_in_any_order_and_between_other_things() {
        let answers = [
            r#"{"warning":"Unexpected","field":"a","id":"game 1"}"#.to_string(),
            answer(2, -1.0),
            String::new(),
            r#"{"id":"game 1","isDuringSearch":true,"turnNumber":0}"#.to_string(),
            r#"{"id":"of others","error":"no"}"#.to_string(),
            answer(0, 3.0),
            answer(1, 4.0),
        ];
        let standings = ask(&answers, "cat > /dev/null").unwrap();
        let leads: Vec<f64> = standings.iter().map(|standing| standing.black_lead).collect();
        assert_eq!(leads, [3.0, 4.0, -1.0]);
        let best = Move::Place(Size::NINE.parse_point("D4").unwrap());
        assert_eq!(standings[0].moves, [(Move::Pass, 2.5), (best, 1.0)]);
        assert_eq!(standings[0].black_wins, 0.75);
    }

    #[test]
    fn trouble_is_told_in_sentences() {
        let said = |answers: &[&str], then: &str| {
            let answers: Vec<String> = answers.iter().map(|text| text.to_string()).collect();
            ask(&answers, then).unwrap_err().to_string()
        };
        let wait = "cat > /dev/null";
        for (answers, sentence) in [
            (&["hello"][..], "it answers `game 1` with what is no analysis (it is no JSON): hello"),
            (&["[1]"], "it answers `game 1` with what is no analysis (it is no JSON object): [1]"),
            (&["{}"], "it answers `game 1` with what is no analysis (it names no turn): {}"),
            (
                &[r#"{"error":"komi is odd","field":"komi","id":"game 1"}"#],
                "it refuses `game 1`: komi is odd (field komi)",
            ),
        ] {
            assert_eq!(said(answers, wait), sentence);
        }
        let far = said(&[&answer(3, 0.0)], wait);
        assert!(far.contains("(there is no such turn)"), "{far}");
        let odd = answer(0, 0.0).replace("0.75", "1.75");
        assert!(said(&[&odd], wait).contains("(it has no winrate or scoreLead)"));
        let strange = answer(0, 0.0).replace("D4", "Z99");
        assert!(said(&[&strange], wait).contains("(a move has no name or no scoreLead)"));
        let died = said(&[&answer(0, 0.0)], "echo 'out of memory' >&2\nexit 3");
        assert_eq!(died, "it ended at `game 1` (exit status: 3); its last words: out of memory");
    }

    #[test]
    fn who_falls_silent_is_stopped() {
        let program = AnalysisProgram::start("sleep 60", None).unwrap();
        let mut program = program.with_patience(Duration::from_millis(200));
        let (game, begin) = (game(), Instant::now());
        let silent = program.standings(&game, game.rules(), game.komi(), || ()).unwrap_err();
        let silent = silent.to_string();
        assert!(silent.starts_with("it did not answer `game 1` within 200ms"), "{silent}");
        assert!(begin.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_query_tells_the_whole_game() {
        let game = game();
        let query = query("game 1", &game, game.rules(), game.komi()).unwrap();
        assert_eq!(query["moves"], json!([["B", "E5"], ["W", "C3"]]));
        assert_eq!(query["analyzeTurns"], json!([0, 1, 2]));
        assert_eq!((&query["komi"], &query["initialStones"]), (&json!(7.5), &json!([])));
        let mut setup = game.clone();
        setup.set_up(Vec::new(), Color::Black).unwrap();
        let refused = super::query("game 1", &setup, game.rules(), game.komi());
        assert_eq!(refused, Err(AnalysisError::SetUp));
    }
}

//! How often final scores are those of the records.

use aji_judge::judgement::{JudgeError, Question};
use aji_judge::score::{FinalScore, Scorer};
use aji_record::{Fault, Record};
use aji_rules::scoring::Terms;
use aji_rules::{Game, HalfPoints, Outcome, PointSet, RuleSet, Win};
use serde::Serialize;

/// A game that was counted, as far as it was played.
#[derive(Clone, Debug)]
pub struct CountedGame {
    /// The game to its end.
    pub game: Game,
    /// The rules that it is counted by.
    pub rules: RuleSet,
    /// White's compensation.
    pub komi: HalfPoints,
    /// Black's lead by the record.
    pub black_lead: HalfPoints,
}

/// Why a game cannot be measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unfit {
    /// It was not counted, or nobody says by how much it was won.
    NotCounted,
    /// It cannot be played by the rules to its end.
    Illegal,
}

impl CountedGame {
    /// The game of a record; where it does not tell the rules or komi, these are taken.
    pub fn of(record: &Record, rules: RuleSet, komi: HalfPoints) -> Result<CountedGame, Unfit> {
        let black_lead = recorded_lead(record.head.outcome).ok_or(Unfit::NotCounted)?;
        let replay = record.replay();
        if replay.fault.is_some() {
            return Err(Unfit::Illegal);
        }
        let (head, game) = (&record.head, replay.game);
        let (rules, komi) = (head.rules.unwrap_or(rules), head.komi.unwrap_or(komi));
        Ok(CountedGame { game, rules, komi, black_lead })
    }

    /// Its last position, to be counted.
    pub fn question(&self) -> Question<'_> {
        let terms = Terms { komi: self.komi, ..self.game.terms() };
        Question { rules: self.rules.into(), terms, ..Question::of(&self.game) }
    }
}

/// Black's lead by a result, if it was counted.
pub fn recorded_lead(outcome: Option<Outcome>) -> Option<HalfPoints> {
    match outcome? {
        Outcome::Win(winner, Win::Points(points)) => {
            Some(HalfPoints::from_halves(winner.sign() * points.halves()))
        }
        Outcome::Draw => Some(HalfPoints::ZERO),
        _ => None,
    }
}

/// How the scores of many games compare with what is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MeasuredScores {
    /// Games that were counted.
    pub games: u64,
    /// Those with the recorded winner.
    pub winner_right: u64,
    /// Those with the recorded margin.
    pub exact_margin: u64,
    /// Those within two points of it.
    pub within_2: u64,
    /// Those that are ready to be counted.
    pub ready: u64,
    /// Ready ones with the recorded winner.
    pub ready_winner_right: u64,
    /// Ready ones with the recorded margin.
    pub ready_exact_margin: u64,
    /// Those that are not ready.
    pub not_ready: u64,
    /// Milliseconds of one thread for a game.
    pub ms_per_game: f64,
}

impl MeasuredScores {
    /// Takes a game in that was scored in so many seconds, and tells whether it has the recorded margin.
    pub fn take(&mut self, score: &FinalScore, recorded: HalfPoints, seconds: f64) -> bool {
        let before = self.ms_per_game * self.games as f64;
        self.games += 1;
        self.ms_per_game = (before + 1000.0 * seconds) / self.games as f64;
        let winner = |lead| Outcome::from_black_lead(lead).winner();
        let is_winner = winner(score.black_lead) == winner(recorded);
        let is_exact = score.black_lead == recorded;
        let is_near = (score.black_lead - recorded).abs() <= HalfPoints::from_points(2);
        self.winner_right += u64::from(is_winner);
        self.exact_margin += u64::from(is_exact);
        self.within_2 += u64::from(is_near);
        if score.is_ready() {
            self.ready += 1;
            self.ready_winner_right += u64::from(is_winner);
            self.ready_exact_margin += u64::from(is_exact);
        } else {
            self.not_ready += 1;
        }
        is_exact
    }
}

/// A position with its dead stones.
#[derive(Clone, Debug)]
pub struct DeadPosition {
    game: Game,
    dead: PointSet,
}

/// What is wrong with a line that should be a position with its dead stones.
#[derive(Debug, thiserror::Error)]
pub enum WrongPosition {
    /// Not the format.
    #[error("this is no position with dead stones ({0})")]
    Json(#[from] serde_json::Error),
    /// No record.
    #[error("`sgf` cannot be read: {0}")]
    Sgf(#[from] Fault),
    /// No stone there.
    #[error("`dead` names `{0}`, where there is no stone")]
    NoStone(String),
}

#[derive(serde::Deserialize)]
struct Line {
    sgf: String,
    dead: Vec<String>,
}

impl DeadPosition {
    /// Reads a line: `{"sgf":"(;SZ[9]AB[aa]AW[bb])","dead":["A9"]}`.
    pub fn parse(line: &str) -> Result<DeadPosition, WrongPosition> {
        let Line { sgf, dead } = serde_json::from_str(line)?;
        let replay = Record::from_sgf(&sgf)?.replay();
        if let Some(fault) = replay.fault {
            return Err(fault.into());
        }
        let position = replay.game.position();
        let stone = |name: String| {
            let point = position.size().parse_point(&name);
            let stone = point.filter(|&point| position.stone(point).is_some());
            stone.ok_or(WrongPosition::NoStone(name))
        };
        let dead = dead.into_iter().map(stone).collect::<Result<_, _>>()?;
        Ok(DeadPosition { game: replay.game, dead })
    }

    /// Whether these very stones are found dead.
    pub fn is_exact(&self, scorer: &Scorer) -> Result<bool, JudgeError> {
        Ok(scorer.score(&Question::of(&self.game))?.dead == self.dead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;

    const RECORD: &str = "(;GM[1]SZ[5]KM[0.5]RU[Japanese]RE[B+4.5]AB[ca][cb][cc][cd][ce][bc]\
                          AW[da][db][dc][dd][de][bb])";

    #[test]
    fn a_counted_game_is_compared() {
        let komi = HalfPoints::ZERO;
        let record = Record::from_sgf(RECORD).unwrap();
        let counted = CountedGame::of(&record, RuleSet::Chinese, komi).unwrap();
        let score = Scorer::of(&Library::built_in()).unwrap().score(&counted.question()).unwrap();
        let mut measured = MeasuredScores::default();
        let near = counted.black_lead + HalfPoints::from_points(2);
        assert!(measured.take(&score, counted.black_lead, 0.002));
        assert!(!measured.take(&score, -counted.black_lead, 0.004));
        assert!(!measured.take(&score, near, 0.003));
        assert_eq!((measured.games, measured.ready, measured.not_ready), (3, 3, 0));
        assert_eq!((measured.winner_right, measured.exact_margin, measured.within_2), (2, 1, 2));
        assert_eq!((measured.ready_winner_right, measured.ready_exact_margin), (2, 1));
        assert!((measured.ms_per_game - 3.0).abs() < 1e-9);
        let resigned = Record::from_sgf(&RECORD.replace("B+4.5", "B+R")).unwrap();
        assert_eq!(
            CountedGame::of(&resigned, RuleSet::Chinese, komi).unwrap_err(),
            Unfit::NotCounted
        );
    }

    #[test]
    fn dead_stones_are_compared() {
        let scorer = Scorer::of(&Library::built_in()).unwrap();
        let line = |dead: &str| format!("{{\"sgf\":\"{RECORD}\",\"dead\":[{dead}]}}");
        let is_exact = |dead: &str| DeadPosition::parse(&line(dead)).unwrap().is_exact(&scorer);
        assert!(is_exact("\"B4\"").unwrap());
        assert!(!is_exact("").unwrap());
        let said = |line: &str| DeadPosition::parse(line).unwrap_err().to_string();
        assert!(said(&line("\"A1\"")).contains("`A1`"));
        assert!(said("{}").contains("no position"));
        assert!(said(r#"{"sgf":"","dead":[]}"#).contains("`sgf`"));
    }
}

//! Problems in the form of the GoTools collection: one JSON object a line, with the stones of attacker
//! (Black) and defender (White) and lines of play for either side first.

use super::gathered::Dropped;
use super::pattern::{Pattern, Source};
use aji_judge::life::corner::{Found, find_all};
use aji_judge::life::{self, LifeStatus, NoProblem};
use aji_record::{parse_move, parse_point};
use aji_rules::ruleset::Suicide;
use aji_rules::{Color, Field, Move, Point, PointSet, Position, Setup, Size};
use serde::Deserialize;

/// A problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name in the collection.
    pub id: String,
    /// The board; the defender is White.
    pub position: Position,
    /// The stones in question: the defender lives if any of them does.
    pub target: PointSet,
    /// The empty points inside the enclosure, where alone is played, if they are told.
    pub play_area: Option<PointSet>,
    /// What is recorded if the defender moves first, and if the attacker does.
    pub first: [Option<Solution>; 2],
}

/// What is recorded for one side first.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What becomes of the target: alive, which seki counts as, dead, or a ko.
    pub status: LifeStatus,
    /// The best first moves.
    pub correct: Vec<Move>,
    /// Moves that were tried, and how each goes on.
    pub tried: Vec<Tried>,
}

/// A first move, what it leads to, and the line of best play with it.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What becomes of the target: alive, which seki counts as, dead, or a ko.
    pub status: LifeStatus,
    /// The move itself first.
    pub line: Vec<Move>,
}

/// Who may move first, in the order of [`Problem::first`]: the defender is White.
pub const FIRST: [Color; 2] = [Color::White, Color::Black];

#[derive(Deserialize)]
struct Line {
    id: String,
    size: usize,
    black: Vec<String>,
    white: Vec<String>,
    target: Vec<Vec<String>>,
    play_area: Option<Vec<String>>,
    defender_first: Option<SolutionLine>,
    attacker_first: Option<SolutionLine>,
}

#[derive(Deserialize)]
struct SolutionLine {
    result: String,
    correct: Vec<String>,
    tried: Vec<TriedLine>,
}

#[derive(Deserialize)]
struct TriedLine {
    result: String,
    line: Vec<String>,
}

impl Problem {
    /// Reads one line; a sentence says what is wrong with it.
    pub fn parse(line: &str) -> Result<Problem, String> {
        let line: Line = serde_json::from_str(line)
            .map_err(|error| format!("this is no problem of GoTools ({error})"))?;
        let size = Size::square(line.size).map_err(|error| error.to_string())?;
        let point = |text: &String| -> Result<Point, String> {
            parse_point(size, text).ok_or_else(|| format!("`{text}` is no point of the board"))
        };
        let mut stones = Field::filled(size, None);
        for (color, points) in [(Color::Black, &line.black), (Color::White, &line.white)] {
            for text in points {
                stones[point(text)?] = Some(color);
            }
        }
        let position = Position::try_from(Setup::with_stones(stones));
        let position = position.map_err(|error| error.to_string())?;
        let target = line.target.iter().flatten().map(point).collect::<Result<_, _>>()?;
        let area = |points: &Vec<String>| points.iter().map(point).collect::<Result<_, _>>();
        let play_area = line.play_area.as_ref().map(area).transpose()?;
        let read = |solution: SolutionLine| solution.read(size);
        let first = [
            line.defender_first.map(read).transpose()?,
            line.attacker_first.map(read).transpose()?,
        ];
        Ok(Problem { id: line.id, position, target, play_area, first })
    }

    /// What it asks, for the solver.
    pub fn posed(&self) -> Result<life::Problem, NoProblem> {
        match self.play_area {
            Some(area) => life::Problem::sealed(&self.position, self.target, area),
            None => life::Problem::of(&self.position, self.target),
        }
    }

    /// The positions in its lines of which it is known whether they are alive or dead, whoever moves: the
    /// defender has just made life, or the attacker has just killed. And the start, if both sides' results
    /// are known.
    pub fn patterns(&self) -> Vec<Result<Pattern, Dropped>> {
        let mut all = vec![self.start().and_then(|status| self.pattern(&self.position, status))];
        for (first, solution) in FIRST.into_iter().zip(&self.first) {
            for tried in solution.iter().flat_map(|solution| &solution.tried) {
                let to_move = match tried.status {
                    LifeStatus::Alive => Color::Black,
                    LifeStatus::Dead => Color::White,
                    _ => {
                        all.push(Err(Dropped::KoLine));
                        continue;
                    }
                };
                let mut position = self.position.clone().with_to_play(first);
                for &mv in &tried.line {
                    // The lines were checked by who made them; what is illegal here ends one.
                    if position.play(mv, Suicide::Forbidden).is_err() {
                        break;
                    }
                    if position.to_play() == to_move {
                        all.push(self.pattern(&position, tried.status));
                    }
                }
            }
        }
        all
    }

    /// What becomes of the start, whoever moves first.
    fn start(&self) -> Result<LifeStatus, Dropped> {
        let recorded = [0, 1].map(|side: usize| {
            let solution = self.first[side].as_ref();
            solution.map(|solution| solution.status)
        });
        match recorded {
            [Some(LifeStatus::Ko), _] | [_, Some(LifeStatus::Ko)] => Ok(LifeStatus::Ko),
            [Some(LifeStatus::Alive), Some(LifeStatus::Dead)] => Ok(LifeStatus::Unsettled),
            [_, Some(LifeStatus::Alive)] => Ok(LifeStatus::Alive),
            [Some(LifeStatus::Dead), _] => Ok(LifeStatus::Dead),
            _ => Err(Dropped::HalfKnown),
        }
    }

    fn pattern(&self, position: &Position, status: LifeStatus) -> Result<Pattern, Dropped> {
        let corner = self.found(position)?.corner;
        Ok(Pattern { corner, status, source: Source::Problem, problem: self.id.clone() })
    }

    /// The corner with stones of the target in a position of this problem.
    pub fn found(&self, position: &Position) -> Result<Found, Dropped> {
        let is_target = |found: &Found| {
            found.color == Color::White
                && self.target.iter().any(|stone| found.stones.contains(stone))
        };
        let mut why = Dropped::NotEnclosed;
        for found in find_all(position) {
            match found {
                Ok(found) if is_target(&found) => return Ok(found),
                Ok(_) => {}
                Err(unfit) => why = unfit.into(),
            }
        }
        Err(why)
    }
}

impl SolutionLine {
    fn read(self, size: Size) -> Result<Solution, String> {
        let read = |text: &String| -> Result<Move, String> {
            parse_move(size, text).ok_or_else(|| format!("`{text}` is no move"))
        };
        let moves = |texts: &[String]| texts.iter().map(read).collect::<Result<Vec<Move>, _>>();
        let tried = self
            .tried
            .iter()
            .map(|tried| Ok(Tried { status: status(&tried.result), line: moves(&tried.line)? }));
        let tried = tried.collect::<Result<_, String>>()?;
        Ok(Solution { status: status(&self.result), correct: moves(&self.correct)?, tried })
    }
}

/// From the collection's code: `l`, `d`, or how many threats turn it.
fn status(code: &str) -> LifeStatus {
    match code {
        "l" => LifeStatus::Alive,
        "d" => LifeStatus::Dead,
        _ => LifeStatus::Ko,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three in a row: who moves first has it.
    const LINE: &str = r#"{"id":"three","size":19,
        "black":["ea","eb","ac","bc","cc","dc","ec"],"white":["da","ab","bb","cb","db"],
        "target":[["da"]],
        "defender_first":{"result":"l","correct":["ba"],"tried":[
            {"move":"ba","result":"l","line":["ba","",""]},{"move":"aa","result":"d","line":["aa","ba"]}]},
        "attacker_first":{"result":"d","correct":["ba"],"tried":[
            {"move":"ba","result":"d","line":["ba","ca"]},{"move":"ca","result":"l1d","line":["ca"]},
            {"move":"aa","result":"l","line":["aa","ba"]}]}}"#;

    #[test]
    fn lines_give_positions_that_are_settled() {
        let problem = Problem::parse(LINE).unwrap();
        assert_eq!(problem.first[1].as_ref().unwrap().status, LifeStatus::Dead);
        let patterns = problem.patterns();
        let told: Vec<String> = patterns
            .iter()
            .map(|found| match found {
                Ok(pattern) => format!("{} {}", pattern.corner.rows()[0], pattern.status),
                Err(dropped) => dropped.to_string(),
            })
            .collect();
        assert_eq!(
            told,
            [
                "...XO... unsettled",
                ".X.XO... alive",
                ".X.XO... alive",
                "XO.XO... dead",
                ".O.XO... dead",
                "a line that hangs on a ko",
                ".X.XO... alive",
            ]
        );
    }

    #[test]
    fn wrong_lines_are_refused_with_a_sentence() {
        let said = |from: &str, to: &str| Problem::parse(&LINE.replace(from, to)).unwrap_err();
        assert!(said("\"size\"", "\"side\"").contains("no problem of GoTools"));
        assert!(said("\"ea\"", "\"zz\"").contains("`zz` is no point"));
        assert!(said(":19", ":99").contains("out of range"));
        assert!(said("[\"ca\"]", "[\"c\"]").contains("`c` is no move"));
    }
}

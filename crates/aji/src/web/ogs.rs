//! The question that the Go server OGS asks its score estimator, and the answer in its shape.

use super::asked::{Played, malformed, unanswerable};
use super::refusal::Refusal;
use crate::conditions::Conditions;
use aji_judge::judgement::Judgement;
use aji_judge::life::LifeStatus;
use aji_judge::score::{FinalScore, OpenKind, PointStatus};
use aji_play::Turn;
use aji_play::analyst::{Analyst, Scope};
use aji_play::search::Budget;
use aji_rules::{
    Color, Field, Game, HalfPoints, Move, Point, Position, RuleSet, Rules, Setup, Size,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// OGS asks with this komi and puts the score right for the true one itself.
const KOMI: f64 = 7.5;

/// As OGS writes it; keys that are not named here mean nothing to us.
#[derive(Deserialize)]
pub struct Request {
    player_to_move: String,
    width: usize,
    height: usize,
    /// Row by row from the top: 1 is Black's, 2 (or -1) White's.
    board_state: Vec<Vec<i8>>,
    rules: Option<String>,
    black_prisoners: Option<u32>,
    white_prisoners: Option<u32>,
    komi: Option<f64>,
    #[serde(default)]
    pub autoscore: bool,
}

impl Request {
    pub fn read(body: &[u8]) -> Result<Request, Refusal> {
        serde_json::from_slice(body)
            .map_err(|error| malformed(format!("this is not what OGS asks: {error}")))
    }

    pub fn play(&self) -> Result<Played, Refusal> {
        let size = Size::new(self.width, self.height);
        let size = size.map_err(|error| malformed(error.to_string()))?;
        let rows = &self.board_state;
        if rows.len() != size.height() || rows.iter().any(|row| row.len() != size.width()) {
            return Err(malformed(format!("`board_state` is not {size}")));
        }
        let mut stones = Vec::with_capacity(size.area());
        for &cell in rows.iter().flatten() {
            stones.push(match cell {
                0 => None,
                1 => Some(Color::Black),
                2 | -1 => Some(Color::White),
                other => {
                    return Err(malformed(format!(
                        "`board_state` has a {other}, which is no stone"
                    )));
                }
            });
        }
        let to_play = Color::parse(&self.player_to_move)
            .ok_or_else(|| malformed("`player_to_move` is black or white"))?;
        let stones = Field::from_fn(size, |point: Point| stones[point.index()]);
        let mut setup = Setup { to_play, ..Setup::with_stones(stones) };
        // A player's prisoners are the stones that he has taken.
        setup.captures.black = self.black_prisoners.unwrap_or(0).min(10_000);
        setup.captures.white = self.white_prisoners.unwrap_or(0).min(10_000);
        let start = Position::try_from(setup)
            .map_err(|error| unanswerable(format!("this board cannot be: {error}")))?;
        let rules = self.rules.as_deref().unwrap_or("chinese");
        let rules = match rules {
            // No set of ours; stones and territory count alike.
            "ing" => RuleSet::Chinese,
            name => name.parse().map_err(|_| malformed("there are no such rules"))?,
        };
        let komi = self.komi.unwrap_or(KOMI);
        if !(-400.0..=400.0).contains(&komi) {
            return Err(malformed("`komi` is not a number that anybody agrees on"));
        }
        let komi = HalfPoints::from_halves((komi * 2.0).round() as i32);
        let game = Game::from_position(start, Rules::from(rules)).with_komi(komi);
        let conditions = Conditions::new(Some(rules), Some(komi), 0);
        Ok(Played { game, moves: 0, conditions, notes: Vec::new() })
    }
}

/// Servers ask for every board that somebody looks at, so moves are read as far as that allows.
const FEW: Budget = Budget::Visits(16);

pub fn answer(
    game: &Game,
    judgement: &Judgement,
    score: Option<&FinalScore>,
    analyst: &mut Analyst,
) -> Result<Value, Refusal> {
    let size = judgement.size();
    let mut recommended = |color: Color| -> Result<Vec<Value>, Refusal> {
        let scope = Scope { most_moves: 3, budget: Some(FEW), ..Scope::default() };
        let analysis = analyst
            .analyse(&Turn::of_color(game, color), &scope)
            .map_err(|error| unanswerable(error.to_string()))?;
        let points = analysis.moves.iter().filter_map(|analysed| match analysed.mv {
            Move::Place(point) => Some(place(size, point)),
            Move::Pass => None,
        });
        Ok(points.collect())
    };
    let mut answer = json!({
        "ownership": crate::answers::rows(&judgement.ownership),
        "score": crate::words::rounded(judgement.score.black_lead),
        "win_rate": crate::words::rounded(judgement.black_win_probability),
        "recommended_moves": {
            "black": recommended(Color::Black)?,
            "white": recommended(Color::White)?,
        },
    });
    if let Some(score) = score {
        answer["autoscored_board_state"] = board_state(game.position(), score);
        let removed = score.dead.iter().chain(score.dame.iter());
        answer["autoscored_removed"] = removed.map(|point| place(size, point)).collect();
        answer["autoscored_needs_sealing"] = needs_sealing(score);
    }
    Ok(answer)
}

fn place(size: Size, point: Point) -> Value {
    let (x, y) = size.xy(point);
    json!({"x": x, "y": y})
}

fn number(color: Option<Color>) -> u8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

/// Who owns each point: stones that live, and territory.
fn board_state(position: &Position, score: &FinalScore) -> Value {
    let size = score.size();
    let owner = |point: Point| match score.status(point) {
        PointStatus::Stone(LifeStatus::Dead) => position.stone(point).map(|color| !color),
        PointStatus::Stone(_) => position.stone(point),
        PointStatus::Territory(color) => Some(color),
        PointStatus::Dame => None,
    };
    let all: Vec<u8> = size.points().map(|point| number(owner(point))).collect();
    all.chunks(size.width()).map(|row| row.to_vec()).collect()
}

/// Points of open borders, and whose players take them to be.
fn needs_sealing(score: &FinalScore) -> Value {
    let size = score.size();
    let open = score.open.iter().filter(|open| open.what == OpenKind::Border);
    let points = open.flat_map(|open| open.points.iter().map(move |point| (point, open.by)));
    points
        .map(|(point, by)| {
            let mut sealing = place(size, point);
            let presumed = by.or(match score.ownership[point] {
                owner if owner > 0.0 => Some(Color::Black),
                owner if owner < 0.0 => Some(Color::White),
                _ => None,
            });
            sealing["color"] = json!(number(presumed));
            sealing
        })
        .collect()
}

//! Groups in the final positions of labelled games: who was alive in the end, and who dead.

use super::gathered::Dropped;
use super::pattern::{Pattern, Source};
use crate::labels::LabelledGame;
use aji_judge::life::LifeStatus;
use aji_judge::life::corner::{Found, find_all};
use aji_rules::{Color, Field, PointSet};

/// The enclosed corner groups at the end of a game.
pub fn patterns(game: &LabelledGame, problem: &str) -> Vec<Result<Pattern, Dropped>> {
    if !game.is_exact {
        return vec![Err(Dropped::Inexact)];
    }
    let Some(end) = game.example(game.move_count()) else { return Vec::new() };
    let labelled = |found: Found| {
        let status = status(&end.owner, &found)?;
        let (corner, source) = (found.corner, Source::Final);
        Ok(Pattern { corner, status, source, problem: problem.to_string() })
    };
    let found = find_all(&end.position).into_iter();
    found.map(|found| found.map_err(Dropped::from).and_then(labelled)).collect()
}

fn status(owner: &Field<i8>, found: &Found) -> Result<LifeStatus, Dropped> {
    let sign = |color: Color| color.sign() as i8;
    let (own, other) = (sign(found.color), sign(!found.color));
    let all = |points: &PointSet, sign: i8| points.iter().all(|point| owner[point] == sign);
    if !all(&found.wall, other) {
        return Err(Dropped::DeadWall);
    }
    if all(&found.stones, other) {
        return Ok(LifeStatus::Dead);
    }
    if !all(&found.stones, own) {
        return Err(Dropped::Mixed);
    }
    // Who lives with two eyes has points of his own inside.
    let has_points = found.inside.iter().any(|point| owner[point] == own);
    Ok(if has_points { LifeStatus::Alive } else { LifeStatus::Seki })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 9x9 game of Black's and White's stones in turn, passes where one has fewer, and who owns what.
    fn game(black: &str, white: &str, owners: &str) -> LabelledGame {
        let (mut black, mut white) = (black.split_whitespace(), white.split_whitespace());
        let mut moves = String::new();
        loop {
            let (one, other) = (black.next(), white.next());
            if one.is_none() && other.is_none() {
                break;
            }
            moves += one.unwrap_or("tt");
            moves += other.unwrap_or("tt");
        }
        let ownership = owners.split_whitespace().collect::<String>();
        let line = format!(
            r#"{{"moves":"{moves}","ownership":"{ownership}","result":"W+20.5","diff":0.0}}"#
        );
        LabelledGame::parse(&line).unwrap()
    }

    const BLACK: &str = "ba da ab bb cb db";
    const WHITE: &str = "ea eb ac bc cc dc ec";

    fn told(owner: char) -> Result<LifeStatus, Dropped> {
        let corner = format!("{0}{0}{0}{0}", owner);
        let rows = [&format!("{corner}WWWWW"), &format!("{corner}WWWWW")];
        let owners = format!("{}{}{}", rows[0], rows[1], "W".repeat(63));
        let found = patterns(&game(BLACK, WHITE, &owners), "a game");
        assert_eq!(found.len(), 1);
        found.into_iter().next().unwrap().map(|pattern| {
            assert_eq!(pattern.corner, ".X.XO XXXXO OOOOO".parse().unwrap());
            pattern.status
        })
    }

    #[test]
    fn labels_tell_who_lived() {
        assert_eq!(told('B'), Ok(LifeStatus::Alive));
        assert_eq!(told('W'), Ok(LifeStatus::Dead));
        let owners = format!("=B=BWWWWWBBBBWWWWW{}", "W".repeat(63));
        let seki = patterns(&game(BLACK, WHITE, &owners), "a game");
        assert_eq!(seki[0].as_ref().unwrap().status, LifeStatus::Seki);
    }

    #[test]
    fn what_is_not_clear_is_dropped() {
        let owners = format!("BBBBWWWWWBBBWWWWWW{}", "W".repeat(63));
        assert_eq!(patterns(&game(BLACK, WHITE, &owners), ""), [Err(Dropped::Mixed)]);
        let owners = "B".repeat(81);
        assert_eq!(patterns(&game(BLACK, WHITE, &owners), ""), [Err(Dropped::DeadWall)]);
    }
}

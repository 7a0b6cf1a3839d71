//! Writes the lines that [`read`](super::read) reads.

use super::line::{EndSaying, GameLine, OWNERS, RULES, Saying};
use super::{Lesson, TaughtGame};
use crate::games::End;
use aji_record::point_text;
use aji_rules::{HalfPoints, Move, Size};
use std::borrow::Cow;

/// The line of a game that carries its moves, without the end of the line; `None` if such lines cannot tell it: where
/// a pass has no letters, under other rules than a teacher's.
pub fn game_line(game: &TaughtGame, lessons: &[Lesson]) -> Option<String> {
    let size = game.size;
    let (rules, _) = RULES.iter().find(|(_, rules)| *rules == game.rules)?;
    let has_pass = size.width() == size.height() && size.width() <= 19;
    let moves: String = game.moves.iter().map(|&mv| letters(size, mv)).collect();
    let line = GameLine {
        size: size.width(),
        komi: points(game.komi),
        rules: Cow::Borrowed(rules),
        moves: Cow::Owned(moves),
        end: end(game),
        labels: lessons.iter().map(|lesson| saying(size, lesson)).collect(),
    };
    // Numbers and letters always make a line.
    has_pass.then(|| serde_json::to_string(&line).ok())?
}

fn points(points: HalfPoints) -> f64 {
    f64::from(points.halves()) / 2.0
}

fn letters(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_text(size, point),
        Move::Pass => "tt".to_string(),
    }
}

fn end(game: &TaughtGame) -> Option<EndSaying<'static>> {
    let (Some((_, End::Counted(lead))), Some(owners)) = (game.ending, &game.owners) else {
        return None;
    };
    let letter = |owner: &i8| OWNERS.iter().find(|(_, of)| of == owner).map(|(letter, _)| *letter);
    let own: Option<String> = owners.values().iter().map(letter).collect();
    Some(EndSaying { lead: 5 * i64::from(lead.halves()), own: Cow::Owned(own?) })
}

fn saying(size: Size, lesson: &Lesson) -> Saying<'static> {
    let policy = lesson.policy.iter().map(|&(index, likely)| {
        let mv = size.point_at(index.into()).map_or(Move::Pass, Move::Place);
        format!("{}{likely}", letters(size, mv))
    });
    Saying {
        line: None,
        moves: lesson.moves.into(),
        win: (f64::from(lesson.win) * 10_000.0).round() as i64,
        lead: (f64::from(lesson.lead) * 10.0).round() as i64,
        own: Cow::Owned(lesson.owners.iter().map(|&step| char::from(b'0' + step)).collect()),
        policy: Cow::Owned(policy.collect::<Vec<_>>().join(" ")),
    }
}

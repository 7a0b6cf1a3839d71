//! How near a model comes to a teacher.

use super::answer::{Answering, mean, spans};
use crate::cells;
use crate::report::{Cell, Column};
use crate::stats::Forecast;
use crate::teacher::{Lesson, TaughtGame};
use aji_judge::evaluate::Evaluation;
use aji_judge::judgement::JudgeError;
use aji_rules::{Field, Move, Size};
use rayon::prelude::*;

/// How far an answer is from a lesson; nothing where the model does not know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    size: Size,
    /// Of the next move, counted from one.
    number: usize,
    /// By how much the model sees Black further ahead.
    lead: Option<f64>,
    /// The same for Black's chance.
    black_wins: Option<f64>,
    owner_cross_entropy: Option<f64>,
    /// Of the chances that points are Black's, the mean difference.
    owner: Option<f64>,
    /// How likely the teacher's first move is the model's, and among its first five.
    first: Option<[f64; 2]>,
}

impl Apart {
    fn of(lesson: &Lesson, size: Size, answer: &Evaluation) -> Apart {
        let owners = |value: fn(Forecast) -> f64| {
            answer.ownership.as_ref().map(|owners| over_points(lesson, owners, value))
        };
        let first = lesson.policy().next().map(|(index, _)| match size.point_at(index) {
            Some(point) => Move::Place(point),
            None => Move::Pass,
        });
        let policy = answer.policy.as_ref().zip(first);
        Apart {
            size,
            number: usize::from(lesson.moves) + 1,
            lead: answer.black_lead().map(|lead| lead - f64::from(lesson.lead)),
            black_wins: answer.black_win_probability().map(|chance| chance - f64::from(lesson.win)),
            owner_cross_entropy: owners(Forecast::log_loss),
            owner: owners(|forecast| (forecast.probability - forecast.target).abs()),
            first: policy.map(|(policy, mv)| [1, 5].map(|count| policy.among_first(count, mv))),
        }
    }
}

/// The mean over all points of what is said of the chance that each is Black's.
fn over_points(lesson: &Lesson, owners: &Field<f64>, value: fn(Forecast) -> f64) -> f64 {
    let chance = |owner: f64| (owner + 1.0) / 2.0;
    let each = owners.values().iter().zip(lesson.owners()).map(|(&ours, theirs)| {
        value(Forecast { probability: chance(ours), target: chance(theirs.into()) })
    });
    each.sum::<f64>() / owners.values().len().max(1) as f64
}

/// How far a model is from each of these lessons, in their order: the same for any number of threads.
/// `on_each` is called, in no order, when one is done.
pub fn apart(
    answering: &Answering,
    lessons: &[(&TaughtGame, &Lesson)],
    on_each: impl Fn() + Sync,
) -> Result<Vec<Apart>, JudgeError> {
    let one = |&(game, lesson): &(&TaughtGame, &Lesson)| {
        let answer = answering(&game.game_after(lesson.moves.into()))?;
        on_each();
        Ok(Apart::of(lesson, game.size, &answer))
    };
    lessons.par_iter().map(one).collect()
}

/// What is measured, as [`rows`] gives it.
pub const COLUMNS: [Column; 14] = [
    Column::new("model"),
    Column::json("from"),
    Column::json("to"),
    Column::json("size"),
    Column::shown("board"),
    Column::shown("moves"),
    Column::new("positions"),
    Column::named("lead", "lead_apart").decimals(2),
    Column::named("bias", "lead_bias").decimals(2),
    Column::named("chance", "win_apart").decimals(3),
    Column::named("owners", "owner_cross_entropy").decimals(4),
    Column::named("off by", "owner_apart").decimals(3),
    Column::named("first", "first_same").percent(1),
    Column::named("in five", "first_in_five").percent(1),
];

/// The figures of a model: for each size of board all its positions, then parts of the game that have
/// any. Means are over the positions of which the model knows something.
pub fn rows(model: &str, apart: &[Apart]) -> Vec<Vec<Cell>> {
    let mut sizes: Vec<Size> = apart.iter().map(|one| one.size).collect();
    sizes.sort();
    sizes.dedup();
    let of_size = |size: Size| {
        let here: Vec<&Apart> = apart.iter().filter(|one| one.size == size).collect();
        let last = here.iter().map(|one| one.number).max().unwrap_or(0);
        spans(last).filter_map(move |span| row(model, size, span, &here)).collect::<Vec<_>>()
    };
    sizes.into_iter().flat_map(of_size).collect()
}

fn row(model: &str, size: Size, (from, to): (usize, usize), all: &[&Apart]) -> Option<Vec<Cell>> {
    let here = || all.iter().filter(|one| (from..=to).contains(&one.number));
    let of = |value: &dyn Fn(&Apart) -> Option<f64>| mean(here().map(|one| value(one)));
    let positions = here().count();
    (positions > 0).then(|| {
        cells![
            model,
            from,
            to,
            size.width(),
            size.to_string(),
            format!("{from}-{to}"),
            positions,
            of(&|one| one.lead.map(f64::abs)),
            of(&|one| one.lead),
            of(&|one| one.black_wins.map(f64::abs)),
            of(&|one| one.owner_cross_entropy),
            of(&|one| one.owner),
            of(&|one| one.first.map(|[same, _]| same)),
            of(&|one| one.first.map(|[_, in_five]| in_five)),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Report;
    use crate::teacher::{self, Lessons};
    use aji_judge::evaluate::{Policy, Prospects};
    use serde_json::{Value, json};

    /// On 2x2, Black's chance and lead, owners, policy, after so many moves.
    fn lessons() -> Lessons {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let line = r#"{"size":2,"komi":0,"rules":"chinese","moves":"aabb","labels":[
            {"move":0,"win":5000,"lead":10,"own":"o0o0","policy":"ab900 tt60"},
            {"move":1,"win":7500,"lead":-20,"own":"oooo","policy":"tt800"}]}"#;
        std::fs::write(&path, line.replace('\n', " ")).unwrap();
        teacher::read(&path, None).unwrap()
    }

    fn pairs(lessons: &Lessons) -> Vec<(&TaughtGame, &Lesson)> {
        lessons.lessons.iter().map(|lesson| (lessons.game(lesson), lesson)).collect()
    }

    fn measured(answering: Answering) -> Vec<Value> {
        let lessons = lessons();
        let mut report = Report::new(COLUMNS);
        let rows = rows("one", &apart(&answering, &pairs(&lessons), || ()).unwrap());
        rows.into_iter().for_each(|row| report.row(row));
        let json: Value = serde_json::from_str(&report.json().unwrap()).unwrap();
        json["rows"].as_array().unwrap().clone()
    }

    #[test]
    fn few_positions_by_hand() {
        let half = Field::filled(Size::square(2).unwrap(), 0.0);
        let rows = measured(Box::new(move |game| {
            let place = |index| Move::Place(game.position().size().point_at(index).unwrap());
            Ok(Evaluation {
                prospects: Prospects::Heads { black_lead: 3.0, black_win_probability: 0.5 },
                ownership: Some(half.clone()),
                policy: Some(Policy::Ranked(vec![place(2), Move::Pass])),
            })
        }));
        assert_eq!(rows.len(), 2);
        let row = &rows[0];
        let of = |names: &[&str]| names.iter().map(|name| row[name].clone()).collect::<Value>();
        assert_eq!(of(&["from", "to", "size", "positions"]), json!([1, 2, 2, 2]));
        assert_eq!(of(&["lead_apart", "lead_bias", "win_apart"]), json!([3.5, 3.5, 0.125]));
        assert!((row["owner_cross_entropy"].as_f64().unwrap() - 2_f64.ln()).abs() < 1e-9);
        // First the same point, then the pass, which is only the second choice.
        let rest = of(&["owner_apart", "first_same", "first_in_five"]);
        assert_eq!(rest, json!([0.5, 0.5, 1.0]));
        let mut opening = row.clone();
        opening["to"] = 50.into();
        assert_eq!(rows[1], opening);
    }

    #[test]
    fn whoever_says_what_the_teacher_says_is_not_apart() {
        let taught = lessons();
        let rows = measured(Box::new(move |game| {
            let lesson = &taught.lessons[game.steps().len()];
            let size = game.position().size();
            let owners: Vec<f64> = lesson.owners().map(f64::from).collect();
            let mv = |index| size.point_at(index).map_or(Move::Pass, Move::Place);
            let moves = lesson.policy().map(|(index, likely)| (mv(index), likely.into()));
            Ok(Evaluation {
                prospects: Prospects::Heads {
                    black_lead: lesson.lead.into(),
                    black_win_probability: lesson.win.into(),
                },
                ownership: Field::from_values(size, owners),
                policy: Some(Policy::Likely(moves.collect())),
            })
        }));
        let row = &rows[0];
        for name in ["lead_apart", "lead_bias", "win_apart", "owner_apart"] {
            assert_eq!(row[name], 0.0, "{name}");
        }
        assert_eq!(row["first_same"], 1.0);
        assert!(row["owner_cross_entropy"].as_f64().unwrap() < 1e-3);
    }

    #[test]
    fn what_is_not_known_is_nothing() {
        let knows_the_first = |game: &aji_rules::Game| {
            let prospects = match game.steps() {
                [] => Prospects::Lead(0.0),
                _ => Prospects::Unknown,
            };
            Ok(Evaluation { prospects, ..Evaluation::default() })
        };
        let row = &measured(Box::new(knows_the_first))[0];
        assert_eq!((&row["positions"], &row["lead_bias"]), (&2.into(), &(-1.0).into()));
        for name in ["win_apart", "owner_apart", "first_in_five"] {
            assert_eq!(row.get(name), Some(&Value::Null), "{name}");
        }
    }
}

//! How near a model comes to a teacher.

use super::answer::{Answering, mean, spans};
use crate::stats::Forecast;
use crate::teacher::{Lesson, TaughtGame};
use aji_judge::evaluate::Evaluation;
use aji_judge::judgement::JudgeError;
use aji_rules::{Field, Move, Size};
use rayon::prelude::*;
use serde::Serialize;

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

/// How near a model comes to a teacher in a part of the games on one board, as it is handed on. Means
/// are over the positions of which the model knows something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which model.
    pub model: String,
    /// The first move of the part: positions before it count.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// The side of the board.
    pub size: usize,
    /// How many.
    pub positions: usize,
    /// By how many points leads differ.
    pub lead_apart: Option<f64>,
    /// By how many points the model sees Black further ahead.
    pub lead_bias: Option<f64>,
    /// By how much Black's chances differ.
    pub win_apart: Option<f64>,
    /// Of the teacher's owners by the model's.
    pub owner_cross_entropy: Option<f64>,
    /// By how much the chances differ that points are Black's.
    pub owner_apart: Option<f64>,
    /// How often the first moves are the same.
    pub first_same: Option<f64>,
    /// How often the teacher's first move is among the model's first five.
    pub first_in_five: Option<f64>,
}

/// The figures of a model: for each size of board all its positions, then parts of the game that have
/// any.
pub fn rows(model: &str, apart: &[Apart]) -> Vec<Row> {
    let mut sizes: Vec<Size> = apart.iter().map(|one| one.size).collect();
    sizes.sort();
    sizes.dedup();
    let of_size = |size: Size| {
        let here: Vec<&Apart> = apart.iter().filter(|one| one.size == size).collect();
        let last = here.iter().map(|one| one.number).max().unwrap_or(0);
        spans(last).filter_map(move |span| Row::of(model, size, span, &here)).collect::<Vec<_>>()
    };
    sizes.into_iter().flat_map(of_size).collect()
}

impl Row {
    fn of(model: &str, size: Size, (from, to): (usize, usize), all: &[&Apart]) -> Option<Row> {
        let here = || all.iter().filter(|one| (from..=to).contains(&one.number));
        let of = |value: &dyn Fn(&Apart) -> Option<f64>| mean(here().map(|one| value(one)));
        let positions = here().count();
        (positions > 0).then(|| Row {
            model: model.to_string(),
            from,
            to,
            size: size.width(),
            positions,
            lead_apart: of(&|one| one.lead.map(f64::abs)),
            lead_bias: of(&|one| one.lead),
            win_apart: of(&|one| one.black_wins.map(f64::abs)),
            owner_cross_entropy: of(&|one| one.owner_cross_entropy),
            owner_apart: of(&|one| one.owner),
            first_same: of(&|one| one.first.map(|[same, _]| same)),
            first_in_five: of(&|one| one.first.map(|[_, in_five]| in_five)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teacher::{self, Lessons};
    use aji_judge::evaluate::{Policy, Prospects};

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

    fn measured(answering: Answering) -> Vec<Row> {
        let lessons = lessons();
        rows("one", &apart(&answering, &pairs(&lessons), || ()).unwrap())
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
        assert_eq!((row.from, row.to, row.size, row.positions), (1, 2, 2, 2));
        assert_eq!((row.lead_apart, row.lead_bias), (Some(3.5), Some(3.5)));
        assert_eq!(row.win_apart, Some(0.125));
        assert!((row.owner_cross_entropy.unwrap() - 2_f64.ln()).abs() < 1e-9);
        assert_eq!(row.owner_apart, Some(0.5));
        // First the same point, then the pass, which is only the second choice.
        assert_eq!((row.first_same, row.first_in_five), (Some(0.5), Some(1.0)));
        assert_eq!(rows[1], Row { from: 1, to: 50, ..row.clone() });
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
        let none = Some(0.0);
        assert_eq!((row.lead_apart, row.lead_bias, row.win_apart), (none, none, none));
        assert_eq!((row.owner_apart, row.first_same), (none, Some(1.0)));
        assert!(row.owner_cross_entropy.unwrap() < 1e-3);
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
        assert_eq!((row.positions, row.lead_bias), (2, Some(-1.0)));
        assert_eq!((row.win_apart, row.owner_apart, row.first_in_five), (None, None, None));
        assert!(serde_json::to_string(row).unwrap().contains("\"win_apart\":null"));
    }
}

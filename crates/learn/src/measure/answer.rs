//! Who can be asked about a game as it stands: judges, and those who only know what to play.

use aji_judge::evaluate::{Evaluation, Judge, Policy};
use aji_judge::judgement::{JudgeError, Question};
use aji_judge::opening::Scene;
use aji_judge::opening::candidates::Candidates;
use aji_play::player::{Patterns, Turn};
use aji_rules::{Game, Move};

/// One who answers, of the game as it stands.
pub type Answering = Box<dyn Fn(&Game) -> Result<Evaluation, JudgeError> + Send + Sync>;

/// A judge.
pub fn by_judge(judge: impl Judge + 'static) -> Answering {
    Box::new(move |game| judge.evaluate(&Question::of(game)))
}

/// Who proposes candidates knows what to play, on boards that he knows.
pub fn by_candidates(candidates: Candidates) -> Answering {
    Box::new(move |game| {
        let policy = candidates.policy(&Scene::of(game)).ok().map(|field| {
            let known = |(point, likely): (_, &Option<f64>)| Some((Move::Place(point), (*likely)?));
            Policy::Likely(field.iter().filter_map(known).collect())
        });
        Ok(Evaluation { policy, ..Evaluation::default() })
    })
}

/// The player `patterns` knows which move is better, not how likely it is.
pub fn by_patterns() -> Answering {
    Box::new(|game| {
        let ranked = Patterns::default().rank(&Turn::of(game));
        let moves = ranked.iter().map(|candidate| Move::Place(candidate.point)).collect();
        Ok(Evaluation { policy: Some(Policy::Ranked(moves)), ..Evaluation::default() })
    })
}

/// Parts of a game that are measured apart, by the number of the next move from one: first all of it up
/// to its last, then every fifty moves.
pub(super) fn spans(last: usize) -> impl Iterator<Item = (usize, usize)> {
    let phases = [(1, 50), (51, 100), (101, 150), (151, 200), (201, last.max(201))];
    std::iter::once((1, last)).chain(phases)
}

/// The mean of what is known; `None` if nothing is.
pub(super) fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let (sum, count) =
        values.flatten().fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::Library;
    use aji_judge::library::FIELD;
    use aji_judge::library::OUTLOOK;
    use aji_judge::opening::candidates::CandidatesName;
    use aji_rules::{RuleSet, Size};

    fn after(size: Size, vertices: &[&str]) -> Game {
        let mut game = Game::new(size, RuleSet::Japanese.into());
        for vertex in vertices {
            game.play(size.parse_move(vertex).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn everybody_answers_what_he_knows() {
        let game = after(Size::NINETEEN, &["Q16", "D4", "Q3"]);
        let field = by_judge(Library::built_in().get(&FIELD).unwrap());
        let outlook = by_judge(Library::built_in().get(&OUTLOOK).unwrap());
        let habits =
            by_candidates(Candidates::new(CandidatesName::Habits, &Library::built_in()).unwrap());
        for answering in [&field, &outlook] {
            let answer = answering(&game).unwrap();
            assert!((0.0..=1.0).contains(&answer.black_win_probability().unwrap()));
            assert!(answer.black_lead().unwrap().abs() < 30.0 && answer.policy.is_none());
            let owners = answer.ownership.unwrap();
            let mine = Size::NINETEEN.parse_point("Q16").unwrap();
            let theirs = Size::NINETEEN.parse_point("D4").unwrap();
            assert!(owners[mine] > 0.3 && owners[theirs] < -0.3);
        }
        let Some(Policy::Likely(moves)) = habits(&game).unwrap().policy else {
            panic!("no policy")
        };
        assert_eq!(moves.len(), 361 - 3);
        assert!((moves.iter().map(|(_, likely)| likely).sum::<f64>() - 1.0).abs() < 1e-9);
        let ranked = by_patterns()(&game).unwrap().policy.unwrap();
        let [q5, q16] = ["Q5", "Q16"].map(|text| Size::NINETEEN.parse_move(text).unwrap());
        assert_eq!([q5, q16].map(|mv| ranked.among_first(361, mv)), [1.0, 0.0]);
        // Of other boards the network and the habits know nothing.
        let small = after(Size::NINE, &["E5"]);
        assert_eq!(outlook(&small).unwrap(), Evaluation::default());
        assert_eq!(habits(&small).unwrap(), Evaluation::default());
        assert!(field(&small).unwrap().black_lead().is_some());
    }

    #[test]
    fn spans_hold_every_move_twice() {
        for last in [1, 50, 51, 200, 201, 400] {
            for number in 1..=last {
                let holding = spans(last).filter(|&(from, to)| (from..=to).contains(&number));
                assert_eq!(holding.count(), 2, "{number} of {last}");
            }
        }
        assert_eq!(mean([Some(1.0), None, Some(2.0)].into_iter()), Some(1.5));
        assert_eq!(mean([None, None].into_iter()), None);
    }
}

//! What a model says of a position, as far as it knows: one shape for all, so that all are measured alike.

use aji_judge::deep::{Deep, Look};
use aji_judge::judgement::{Glance, JudgeError, Question};
use aji_judge::opening::Scene;
use aji_judge::opening::candidates::Candidates;
use aji_judge::territory::Model;
use aji_judge::winner::outlook::Outlook;
use aji_play::player::{Patterns, Turn};
use aji_rules::{Field, Game, Move};
use std::sync::Arc;

/// An answer, seen from Black's side; nothing where the model does not know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Black's lead in points, komi counted.
    pub lead: Option<f64>,
    /// Black's chance to win.
    pub black_wins: Option<f64>,
    /// How surely every point will be Black's (1) or White's (-1).
    pub ownership: Option<Field<f64>>,
    /// What the side to move may play.
    pub policy: Option<Policy>,
}

/// Moves, one better than the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Policy {
    /// In any order, with how likely each is; moves that are missing are not.
    Likely(Vec<(Move, f64)>),
    /// Best first; nobody says how likely.
    Ranked(Vec<Move>),
}

impl Policy {
    /// How likely a move is among the first so many if equals are put in order by lot.
    pub fn among_first(&self, count: usize, mv: Move) -> f64 {
        let (better, equal) = match self {
            Policy::Likely(moves) => {
                let Some(&(_, likely)) = moves.iter().find(|&&(other, _)| other == mv) else {
                    return 0.0;
                };
                let number = |is_meant: fn(&f64, &f64) -> bool| {
                    moves.iter().filter(|(_, other)| is_meant(other, &likely)).count()
                };
                (number(f64::gt), number(f64::eq))
            }
            Policy::Ranked(moves) => match moves.iter().position(|&other| other == mv) {
                Some(better) => (better, 1),
                None => return 0.0,
            },
        };
        (count.saturating_sub(better) as f64 / equal.max(1) as f64).min(1.0)
    }

    /// How likely a move is; `None` if nobody says.
    pub fn probability(&self, mv: Move) -> Option<f64> {
        let Policy::Likely(moves) = self else { return None };
        let found = moves.iter().find(|&&(other, _)| other == mv);
        Some(found.map_or(0.0, |&(_, probability)| probability))
    }
}

/// One who answers, of the game as it stands.
pub type Answering = Box<dyn Fn(&Game) -> Result<Answer, JudgeError> + Send + Sync>;

/// The deep network knows everything, by this way of looking.
pub fn by_deep(deep: Arc<Deep>, look: fn(&Deep, &Question<'_>) -> Look) -> Answering {
    Box::new(move |game| {
        let question = Question::of(game);
        let Look { owners, policy, spread, .. } = look(&deep, &question);
        let sign = f64::from(game.position().to_play().sign());
        let ownership = owners.map(|owner| sign * owner);
        let lead = question.expected_black_lead(&ownership);
        Ok(Answer {
            lead: Some(lead),
            black_wins: Some(spread.shifted(lead).black_win_probability()),
            ownership: Some(ownership),
            policy: Some(Policy::Likely(policy)),
        })
    })
}

/// A model of territory knows all but what to play.
pub fn by_territory(model: Model) -> Answering {
    Box::new(move |game| {
        let (glance, distribution) = Glance::with_distribution(&model, &Question::of(game))?;
        Ok(Answer {
            lead: Some(glance.black_lead),
            black_wins: Some(distribution.black_win_probability()),
            ownership: Some(glance.ownership),
            policy: glance.policy.map(Policy::Likely),
        })
    })
}

/// Our network of winners knows all but what to play, on boards that it knows.
pub fn by_outlook(outlook: Outlook) -> Answering {
    Box::new(move |game| {
        let seen = outlook.see(&Question::of(game));
        Ok(seen.map_or(Answer::default(), |seen| Answer {
            lead: Some(seen.black_lead),
            black_wins: Some(seen.black_wins),
            ownership: Some(seen.ownership),
            policy: None,
        }))
    })
}

/// Who proposes candidates knows what to play, on boards that he knows.
pub fn by_candidates(candidates: Candidates) -> Answering {
    Box::new(move |game| {
        let policy = candidates.policy(&Scene::of(game)).ok().map(|field| {
            let known = |(point, likely): (_, &Option<f64>)| Some((Move::Place(point), (*likely)?));
            Policy::Likely(field.iter().filter_map(known).collect())
        });
        Ok(Answer { policy, ..Answer::default() })
    })
}

/// The player `patterns` knows which move is better, not how likely it is.
pub fn by_patterns() -> Answering {
    Box::new(|game| {
        let ranked = Patterns::default().rank(&Turn::of(game));
        let moves = ranked.iter().map(|candidate| Move::Place(candidate.point)).collect();
        Ok(Answer { policy: Some(Policy::Ranked(moves)), ..Answer::default() })
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
    use aji_judge::opening::candidates::CandidatesName;
    use aji_judge::territory::ModelName;
    use aji_rules::{RuleSet, Size};

    fn after(size: Size, vertices: &[&str]) -> Game {
        let mut game = Game::new(size, RuleSet::Japanese.into());
        for vertex in vertices {
            game.play(size.parse_move(vertex).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn moves_have_a_place_and_a_probability() {
        let [a, b, c] = ["A1", "B1", "C1"].map(|text| Size::NINE.parse_move(text).unwrap());
        let policy = Policy::Likely(vec![(a, 0.2), (b, 0.6), (Move::Pass, 0.2)]);
        let among = |count| [a, b, c].map(|mv| policy.among_first(count, mv));
        assert_eq!(among(1), [0.0, 1.0, 0.0]);
        // The first and the pass are equals.
        assert_eq!(among(2), [0.5, 1.0, 0.0]);
        assert_eq!(among(9), [1.0, 1.0, 0.0]);
        assert_eq!([a, b, c].map(|mv| policy.probability(mv)), [Some(0.2), Some(0.6), Some(0.0)]);
        let ranked = Policy::Ranked(vec![c, a]);
        assert_eq!([a, b, c].map(|mv| ranked.among_first(1, mv)), [0.0, 0.0, 1.0]);
        assert_eq!([a, b, c].map(|mv| ranked.among_first(2, mv)), [1.0, 0.0, 1.0]);
        assert_eq!(ranked.probability(a), None);
    }

    #[test]
    fn everybody_answers_what_he_knows() {
        let game = after(Size::NINETEEN, &["Q16", "D4", "Q3"]);
        let field = by_territory(Model::embedded(ModelName::FIELD).unwrap());
        let outlook = by_outlook(Outlook::embedded().unwrap());
        let habits = by_candidates(Candidates::embedded(CandidatesName::Habits).unwrap());
        for answering in [&field, &outlook] {
            let answer = answering(&game).unwrap();
            assert!((0.0..=1.0).contains(&answer.black_wins.unwrap()));
            assert!(answer.lead.unwrap().abs() < 30.0 && answer.policy.is_none());
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
        assert_eq!(outlook(&small).unwrap(), Answer::default());
        assert_eq!(habits(&small).unwrap(), Answer::default());
        assert!(field(&small).unwrap().lead.is_some());
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

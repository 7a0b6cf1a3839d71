//! How often the move that was played is the one that a model would choose.

use super::answer::{Answering, mean, spans};
use crate::games::{Unfit, even_moves};
use crate::stats::LEAST_PROBABILITY;
use aji_judge::judgement::JudgeError;
use aji_record::Record;
use aji_rules::{Game, HalfPoints, Move, RuleSet, Size};
use rayon::prelude::*;
use serde::Serialize;

/// An even game, whoever won.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    size: Size,
    komi: HalfPoints,
    rules: RuleSet,
    moves: Box<[Move]>,
    /// The moves that are asked for, counted from zero.
    asked: Box<[usize]>,
}

impl Played {
    /// The game of a record, of which every move is asked for but passes.
    pub fn of(record: &Record, rules: RuleSet) -> Result<Played, Unfit> {
        let (moves, _) = even_moves(record)?;
        let is_stone = |number: &usize| moves[*number] != Move::Pass;
        let asked = (0..moves.len()).filter(is_stone).collect();
        let komi = record.head.komi.unwrap_or_else(|| rules.default_komi());
        let played = Played { size: record.head.size, komi, rules, moves, asked };
        let mut game = played.begun();
        let is_legal = played.moves.iter().all(|&mv| game.play(mv).is_ok());
        if is_legal { Ok(played) } else { Err(Unfit::Illegal) }
    }

    /// Only every so manieth move is asked for, beginning elsewhere in every game.
    pub fn every(self, step: usize, game: usize) -> Played {
        let is_asked = |number: &&usize| (*number + game).is_multiple_of(step.max(1));
        Played { asked: self.asked.iter().filter(is_asked).copied().collect(), ..self }
    }

    /// Only so many moves are asked for, the first.
    pub fn at_most(self, count: usize) -> Played {
        Played { asked: self.asked.iter().take(count).copied().collect(), ..self }
    }

    /// How many moves are asked for.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    fn begun(&self) -> Game {
        Game::new(self.size, self.rules.into()).with_komi(self.komi)
    }
}

/// What became of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Of the move, counted from one.
    number: usize,
    /// How likely it is the model's first, among its first five and its first ten.
    among: [f64; 3],
    log_probability: Option<f64>,
}

/// Predicts the moves of these games that are asked for, in their order: the same for any number of
/// threads. Moves of which the model knows nothing are left out. `on_each` is called, in no order, when
/// one is done.
pub fn predict(
    answering: &Answering,
    games: &[Played],
    on_each: impl Fn() + Sync,
) -> Result<Vec<Predicted>, JudgeError> {
    let of_game = |played: &Played| -> Result<Vec<Predicted>, JudgeError> {
        let mut game = played.begun();
        let mut predicted = Vec::with_capacity(played.asked());
        for &index in &played.asked {
            for &mv in &played.moves[game.steps().len()..index] {
                // All moves were checked when the game was read.
                if game.play(mv).is_err() {
                    return Ok(predicted);
                }
            }
            let mv = played.moves[index];
            let policy = answering(&game)?.policy;
            on_each();
            let log = |likely: f64| likely.max(LEAST_PROBABILITY).ln();
            predicted.extend(policy.map(|policy| Predicted {
                number: index + 1,
                among: [1, 5, 10].map(|count| policy.among_first(count, mv)),
                log_probability: policy.probability(mv).map(log),
            }));
        }
        Ok(predicted)
    };
    let games: Vec<Vec<Predicted>> = games.par_iter().map(of_game).collect::<Result<_, _>>()?;
    Ok(games.concat())
}

/// How well a model predicts a part of the games, as it is handed on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which model.
    pub model: String,
    /// The first move of the part.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// How many moves.
    pub positions: usize,
    /// How often the move that was played is the model's first.
    pub top1: f64,
    /// How often it is among the first five.
    pub top5: f64,
    /// How often it is among the first ten.
    pub top10: f64,
    /// The mean logarithm of its probability; nothing if the model knows none.
    pub log_prob: Option<f64>,
}

/// The figures of a model: all moves, then parts of the game that have any.
pub fn rows(model: &str, predicted: &[Predicted]) -> Vec<Row> {
    let last = predicted.iter().map(|one| one.number).max().unwrap_or(0);
    let row = |(from, to): (usize, usize)| {
        let here = || predicted.iter().filter(|one| (from..=to).contains(&one.number));
        let positions = here().count();
        let share = |part: usize| here().map(|one| one.among[part]).sum::<f64>() / positions as f64;
        (positions > 0).then(|| Row {
            model: model.to_string(),
            from,
            to,
            positions,
            top1: share(0),
            top5: share(1),
            top10: share(2),
            log_prob: mean(here().map(|one| one.log_probability)),
        })
    };
    spans(last).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_judge::evaluate::{Evaluation, Policy};
    use aji_rules::ruleset::Suicide;

    fn played(sgf: &str) -> Result<Played, Unfit> {
        Played::of(&Record::from_sgf(sgf).unwrap(), RuleSet::Japanese)
    }

    /// Thinks that points are the better the further up and left they are.
    fn from_the_top(is_likely: bool) -> Answering {
        Box::new(move |game| {
            let legal = game.position().legal_points(Suicide::Forbidden).map(Move::Place);
            let policy = match is_likely {
                true => Policy::Likely(legal.zip((1..).map(|n| 0.5_f64.powi(n))).collect()),
                false => Policy::Ranked(legal.collect()),
            };
            Ok(Evaluation { policy: Some(policy), ..Evaluation::default() })
        })
    }

    #[test]
    fn few_moves_by_hand() {
        // The first point, the sixth of those left, a pass, and the first again.
        let game = played("(;SZ[9]RE[B+R];B[aa];W[ga];B[];W[ba])").unwrap();
        assert_eq!(game.asked(), 3);
        let predicted = predict(&from_the_top(true), std::slice::from_ref(&game), || ()).unwrap();
        let rows = rows("top", &predicted);
        assert_eq!(rows.len(), 2);
        let row = &rows[0];
        assert_eq!((row.from, row.to, row.positions), (1, 4, 3));
        assert_eq!((row.top1, row.top5, row.top10), (2.0 / 3.0, 2.0 / 3.0, 1.0));
        assert!((row.log_prob.unwrap() - 8.0 / 3.0 * 0.5_f64.ln()).abs() < 1e-9);
        assert_eq!(rows[1], Row { from: 1, to: 50, ..row.clone() });
        let ranked = predict(&from_the_top(false), &[game], || ()).unwrap();
        let ranked = super::rows("top", &ranked);
        assert_eq!(ranked[0], Row { log_prob: None, ..row.clone() });
    }

    #[test]
    fn every_move_is_asked_for_by_one_of_the_offsets() {
        let game = || played("(;SZ[9];B[aa];W[ga];B[];W[ba];B[ca];W[da];B[ea])").unwrap();
        let mut asked: Vec<usize> =
            (0..3).flat_map(|number| game().every(3, number).asked.to_vec()).collect();
        asked.sort_unstable();
        assert_eq!(asked, *game().asked);
        assert_eq!(*game().every(3, 1).asked, [5]);
        assert_eq!(*game().at_most(2).asked, [0, 1]);
        assert_eq!(*game().at_most(9).asked, *game().asked);
    }

    #[test]
    fn moves_that_nobody_thought_of_are_missed() {
        let game = played("(;SZ[9];B[aa];W[ga])").unwrap();
        let knows_one: Answering = Box::new(|game| {
            let size = game.position().size();
            let policy = Policy::Likely(vec![(Move::Place(size.point_at(0).unwrap()), 1.0)]);
            Ok(Evaluation { policy: Some(policy), ..Evaluation::default() })
        });
        let rows = rows("one", &predict(&knows_one, std::slice::from_ref(&game), || ()).unwrap());
        assert_eq!((rows[0].top1, rows[0].top10), (0.5, 0.5));
        assert_eq!(rows[0].log_prob, Some(LEAST_PROBABILITY.ln() / 2.0));
        let knows_nothing: Answering = Box::new(|_| Ok(Evaluation::default()));
        assert_eq!(super::rows("none", &predict(&knows_nothing, &[game], || ()).unwrap()), []);
    }

    #[test]
    fn games_that_are_not_even_do_not_count() {
        assert_eq!(played("(;SZ[9]HA[2]AB[cc][gg];W[ee])"), Err(Unfit::NotEven));
        assert_eq!(played("(;SZ[9];B[ee];W[ee])"), Err(Unfit::Illegal));
        assert_eq!(played("(;SZ[9];B[ee])").unwrap().komi, RuleSet::Japanese.default_komi());
    }
}

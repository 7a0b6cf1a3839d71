//! How often the move that was played is the one that a model would choose.

use super::answer::{Answering, mean, spans};
use crate::cells;
use crate::games::{Unfit, even_moves};
use crate::report::{Cell, Column};
use crate::stats::LEAST_PROBABILITY;
use aji_judge::judgement::JudgeError;
use aji_record::Record;
use aji_rules::{Game, HalfPoints, Move, RuleSet, Size};
use rayon::prelude::*;

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

/// What is measured, as [`rows`] gives it.
pub const COLUMNS: [Column; 9] = [
    Column::new("model"),
    Column::json("from"),
    Column::json("to"),
    Column::shown("moves"),
    Column::new("positions"),
    Column::named("first", "top1").percent(1),
    Column::named("in five", "top5").percent(1),
    Column::named("in ten", "top10").percent(1),
    Column::named("log P", "log_prob").decimals(3),
];

/// The figures of a model: all moves, then parts of the game that have any. The logarithm is not known of a model
/// that only ranks moves.
pub fn rows(model: &str, predicted: &[Predicted]) -> Vec<Vec<Cell>> {
    let last = predicted.iter().map(|one| one.number).max().unwrap_or(0);
    let row = |(from, to): (usize, usize)| {
        let here = || predicted.iter().filter(|one| (from..=to).contains(&one.number));
        let positions = here().count();
        let share = |part: usize| here().map(|one| one.among[part]).sum::<f64>() / positions as f64;
        let log = mean(here().map(|one| one.log_probability));
        let moves = format!("{from}-{to}");
        (positions > 0)
            .then(|| cells![model, from, to, moves, positions, share(0), share(1), share(2), log])
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
        let [part @ .., Cell::Number(Some(log))] = &rows[0][..] else { panic!("no logarithm") };
        let expected = cells!["top", 1_usize, 4_usize, "1-4", 3_usize, 2.0 / 3.0, 2.0 / 3.0, 1.0];
        assert_eq!(part, expected);
        assert!((log - 8.0 / 3.0 * 0.5_f64.ln()).abs() < 1e-9);
        let opening = [cells!["top", 1_usize, 50_usize, "1-50"], rows[0][4..].to_vec()].concat();
        assert_eq!(rows[1], opening);
        let ranked = predict(&from_the_top(false), &[game], || ()).unwrap();
        let ranked = super::rows("top", &ranked);
        assert_eq!(ranked[0], [part, &[Cell::Number(None)]].concat());
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
        assert_eq!(rows[0][5..], cells![0.5, 0.5, 0.5, LEAST_PROBABILITY.ln() / 2.0]);
        let knows_nothing: Answering = Box::new(|_| Ok(Evaluation::default()));
        let nothing = predict(&knows_nothing, &[game], || ()).unwrap();
        assert!(super::rows("none", &nothing).is_empty());
    }

    #[test]
    fn games_that_are_not_even_do_not_count() {
        assert_eq!(played("(;SZ[9]HA[2]AB[cc][gg];W[ee])"), Err(Unfit::NotEven));
        assert_eq!(played("(;SZ[9];B[ee];W[ee])"), Err(Unfit::Illegal));
        assert_eq!(played("(;SZ[9];B[ee])").unwrap().komi, RuleSet::Japanese.default_komi());
    }
}

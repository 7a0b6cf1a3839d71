//! How far two reviewers of the same games agree, and whether a review orders players by their strength.
//!
//! Positions of a game hang together, so intervals are by drawing whole games again.

use crate::report::Cell;
use crate::stats::{Interval, bootstrap};
use aji_play::analyst::Analysis;
use aji_play::review::{FORESEEN, GameReview, Mistake, Review, ReviewedMove, Standing};
use aji_rules::{Move, Step};
use serde::Serialize;

/// A game as a reviewer sees it.
#[derive(Clone, Debug)]
pub struct SeenGame {
    /// What every move did.
    pub review: Review,
    /// The moves that were found before every step, best first.
    pub found: Vec<Vec<Move>>,
}

impl SeenGame {
    /// What our own reviewer sees.
    pub fn of(game: &GameReview) -> SeenGame {
        let moves = |analysis: &Analysis| analysis.moves.iter().map(|one| one.mv).collect();
        let found = game.positions.iter().map(|(_, analysis)| moves(analysis)).collect();
        SeenGame { review: game.review.clone(), found }
    }

    /// What somebody sees who says how the game stood before its first step and after each; `None` if there is not one
    /// more standing than steps.
    pub fn of_standings(steps: &[Step], standings: &[Standing]) -> Option<SeenGame> {
        let moves = |standing: &Standing| standing.moves.iter().map(|(mv, _)| *mv).collect();
        let found = standings.iter().map(moves).collect();
        Some(SeenGame { review: Review::new(steps, standings)?, found })
    }
}

/// Sums over pairs of numbers, which give means and the correlation of many parts together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairs {
    count: f64,
    /// Of the one, the other, their squares and their product.
    sums: [f64; 5],
    apart: f64,
}

impl Pairs {
    /// One more pair.
    pub fn add(&mut self, one: f64, other: f64) {
        self.count += 1.0;
        let parts = [one, other, one * one, other * other, one * other];
        self.sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        self.apart += (one - other).abs();
    }

    fn all<'a>(parts: impl IntoIterator<Item = &'a Pairs>) -> Pairs {
        let mut all = Pairs::default();
        for part in parts {
            all.count += part.count;
            all.sums.iter_mut().zip(part.sums).for_each(|(sum, part)| *sum += part);
            all.apart += part.apart;
        }
        all
    }

    /// How far the two are apart on average; `None` without pairs.
    pub fn mean_difference(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.apart / self.count)
    }

    /// Pearson's correlation; `None` if one of the two never changes.
    pub fn correlation(&self) -> Option<f64> {
        let [x, y, xx, yy, xy] = self.sums.map(|sum| sum / self.count.max(1.0));
        let (var_x, var_y) = (xx - x * x, yy - y * y);
        let is_flat = |variance: f64, square: f64| variance <= 1e-12 * square.max(1e-12);
        if self.count < 2.0 || is_flat(var_x, xx) || is_flat(var_y, yy) {
            return None;
        }
        Some(((xy - x * y) / (var_x * var_y).sqrt()).clamp(-1.0, 1.0))
    }
}

/// How often two say yes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Both.
    pub both: u64,
    /// We do.
    pub ours: u64,
    /// The referee does.
    pub theirs: u64,
}

/// How two reviews of a game compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    leads: Pairs,
    losses: Pairs,
    mistakes: [Verdicts; Mistake::ALL.len()],
    /// Moves for which both have found something.
    asked: u64,
    same_best: u64,
    best_foreseen: u64,
}

impl Compared {
    /// Ours and a referee's; `None` if they are not of the same moves.
    pub fn of(ours: &SeenGame, theirs: &SeenGame) -> Option<Compared> {
        let moves = || ours.review.moves().iter().zip(theirs.review.moves());
        let is_same = |(one, other): (&ReviewedMove, &ReviewedMove)| {
            (one.step, one.color, one.mv) == (other.step, other.color, other.mv)
        };
        if ours.review.moves().len() != theirs.review.moves().len() || !moves().all(is_same) {
            return None;
        }
        let mut compared = Compared::default();
        let leads = ours.review.lead_curve().into_iter().zip(theirs.review.lead_curve());
        leads.for_each(|(one, other)| compared.leads.add(one, other));
        for (one, other) in moves() {
            compared.losses.add(one.points_lost, other.points_lost);
            for (kind, verdicts) in Mistake::ALL.into_iter().zip(&mut compared.mistakes) {
                let [is_ours, is_theirs] = [one, other].map(|own| own.points_lost >= kind.from());
                verdicts.both += u64::from(is_ours && is_theirs);
                verdicts.ours += u64::from(is_ours);
                verdicts.theirs += u64::from(is_theirs);
            }
            let best =
                |seen: &SeenGame| seen.found.get(one.step).and_then(|found| found.first()).copied();
            if let (Some(our_best), Some(their_best)) = (best(ours), best(theirs)) {
                let foreseen = theirs.found[one.step].iter().take(FORESEEN);
                compared.asked += 1;
                compared.same_best += u64::from(our_best == their_best);
                compared.best_foreseen += u64::from(foreseen.into_iter().any(|mv| *mv == our_best));
            }
        }
        Some(compared)
    }
}

/// A figure and its interval, as far as there are any.
type Estimate = Option<(f64, Option<Interval>)>;

/// A figure of the pairs of all games, with its interval.
fn estimate(games: &[Pairs], seed: u64, figure: impl Fn(&Pairs) -> Option<f64>) -> Estimate {
    let value = figure(&Pairs::all(games))?;
    let interval = over_games(games.len(), seed, |drawn| {
        figure(&Pairs::all(drawn.iter().map(|&index| &games[index]))).unwrap_or(value)
    });
    Some((value, interval))
}

/// A share of all games, each with its part and its whole.
fn share(games: &[(u64, u64)], seed: u64) -> Estimate {
    let of = |games: &mut dyn Iterator<Item = (u64, u64)>| {
        let (part, whole) = games.fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
        (whole > 0).then(|| part as f64 / whole as f64)
    };
    let value = of(&mut games.iter().copied())?;
    let interval = over_games(games.len(), seed, |drawn| {
        of(&mut drawn.iter().map(|&index| games[index])).unwrap_or(value)
    });
    Some((value, interval))
}

/// The bootstrap's interval; one game does not tell.
fn over_games(games: usize, seed: u64, figure: impl Fn(&[usize]) -> f64) -> Option<Interval> {
    bootstrap(games, seed, figure).filter(|_| games > 1)
}

fn cell(estimate: Estimate) -> Cell {
    match estimate {
        Some((value, Some(interval))) => Cell::from((value, interval)),
        Some((value, None)) => Cell::from(value),
        None => Cell::from(None::<(f64, Interval)>),
    }
}

/// The rows of a report over many games; the seed is the bootstrap's.
///
/// In each: what is compared; over how many; the mean absolute difference in points; the correlation; the share of what
/// the referee says that we say, too; the share of what we say that the referee says, too.
pub fn rows(games: &[Compared], seed: u64) -> Vec<Vec<Cell>> {
    let pairs = |name: &str, pick: fn(&Compared) -> Pairs| {
        let pairs: Vec<Pairs> = games.iter().map(pick).collect();
        let count = Pairs::all(&pairs).count as u64;
        let figures = [Pairs::mean_difference, Pairs::correlation];
        let [difference, correlation] = figures.map(|figure| cell(estimate(&pairs, seed, figure)));
        vec![name.into(), count.into(), difference, correlation, cell(None), cell(None)]
    };
    let shares = |name: &str, count: u64, [one, other]: [Vec<(u64, u64)>; 2]| {
        let [one, other] = [one, other].map(|games| cell(share(&games, seed)));
        vec![name.into(), count.into(), cell(None), cell(None), one, other]
    };
    let mut rows = vec![pairs("lead", |game| game.leads), pairs("points lost", |game| game.losses)];
    for (at, kind) in Mistake::ALL.into_iter().enumerate() {
        let verdicts = || games.iter().map(|game| game.mistakes[at]);
        let name = match kind.from() {
            1.0 => "lost 1 point or more".to_string(),
            points => format!("lost {points} points or more"),
        };
        let found = verdicts().map(|all| (all.both, all.theirs)).collect();
        let right = verdicts().map(|all| (all.both, all.ours)).collect();
        rows.push(shares(&name, verdicts().map(|all| all.theirs).sum(), [found, right]));
    }
    let asked = games.iter().map(|game| game.asked).sum();
    let same = games.iter().map(|game| (game.same_best, game.asked)).collect();
    let foreseen = games.iter().map(|game| (game.best_foreseen, game.asked)).collect();
    rows.push(shares("same best move", asked, [same, Vec::new()]));
    rows.push(shares("best move in the referee's five", asked, [foreseen, Vec::new()]));
    rows
}

/// What the players of a group lost in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLoss {
    /// How many moves there were.
    pub moves: usize,
    /// What they lost together, in points.
    pub points: f64,
}

impl GameLoss {
    /// Of both players of a game; `None` if nobody moved.
    pub fn of(review: &Review) -> Option<GameLoss> {
        let moves = review.moves();
        let points = moves.iter().map(|own| own.points_lost).sum();
        (!moves.is_empty()).then_some(GameLoss { moves: moves.len(), points })
    }
}

/// What players of one strength lose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupLoss {
    /// Games.
    pub games: usize,
    /// Moves.
    pub moves: usize,
    /// Points lost a move.
    pub mean: f64,
    /// Where that lies with 95 % confidence, over games; one game does not tell.
    pub interval: Option<Interval>,
}

impl GroupLoss {
    /// Of their games; `None` without games. The seed is the bootstrap's.
    pub fn of(games: &[GameLoss], seed: u64) -> Option<GroupLoss> {
        let mean = |games: &mut dyn Iterator<Item = &GameLoss>| {
            let (moves, points) = games
                .fold((0, 0.0), |(moves, points), game| (moves + game.moves, points + game.points));
            points / moves.max(1) as f64
        };
        if games.is_empty() {
            return None;
        }
        let interval = over_games(games.len(), seed, |drawn| {
            mean(&mut drawn.iter().map(|&index| &games[index]))
        });
        Some(GroupLoss {
            games: games.len(),
            moves: games.iter().map(|game| game.moves).sum(),
            mean: mean(&mut games.iter()),
            interval,
        })
    }

    /// The figures of a row: games, moves, and points lost a move.
    pub fn figures(&self) -> Vec<Cell> {
        vec![self.games.into(), self.moves.into(), cell(Some((self.mean, self.interval)))]
    }
}

/// Whether groups that are given from the weakest to the strongest lose less and less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Every group loses less than the one before.
    pub falls_strictly: bool,
    /// And no interval meets that of the next group.
    pub intervals_apart: bool,
}

impl Order {
    /// Of these groups.
    pub fn of(groups: &[GroupLoss]) -> Order {
        let falls_strictly = groups.windows(2).all(|two| two[1].mean < two[0].mean);
        let is_apart = |two: &[GroupLoss]| match (two[0].interval, two[1].interval) {
            (Some(weaker), Some(stronger)) => stronger.high < weaker.low,
            _ => false,
        };
        Order { falls_strictly, intervals_apart: falls_strictly && groups.windows(2).all(is_apart) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Color, Point, Size};

    fn point(index: usize) -> Point {
        Size::NINE.points().nth(index).unwrap()
    }

    /// A game of Black's and White's moves in turn; of every position its lead and the moves that were found.
    fn seen(leads: &[f64], found: &[&[(usize, f64)]]) -> SeenGame {
        let steps: Vec<Step> = (1..leads.len())
            .map(|nth| {
                let color = if nth % 2 == 1 { Color::Black } else { Color::White };
                Step::Play(color, Move::Place(point(nth)))
            })
            .collect();
        let standings: Vec<Standing> = leads
            .iter()
            .enumerate()
            .map(|(at, lead)| Standing {
                black_wins: 0.5,
                black_lead: *lead,
                moves: found.get(at).map_or(Vec::new(), |found| {
                    found.iter().map(|&(mv, lead)| (Move::Place(point(mv)), lead)).collect()
                }),
            })
            .collect();
        SeenGame::of_standings(&steps, &standings).unwrap()
    }

    fn value(cell: &Cell) -> Option<f64> {
        match cell {
            Cell::Estimate(estimate) => estimate.map(|(value, _)| value),
            Cell::Number(number) => *number,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn agreement_by_hand() {
        // We see losses of 5 and 0 points; the referee of 4 and 13.
        let ours = seen(&[0.0, -5.0, -5.0], &[&[(40, 0.0), (1, -5.0)], &[(2, -5.0)]]);
        let theirs = seen(&[1.0, -3.0, 10.0], &[&[(41, 1.0), (40, 0.5)], &[(9, -3.0)]]);
        let compared = Compared::of(&ours, &theirs).unwrap();
        let rows = rows(&[compared], 1);
        let column = |column: usize| -> Vec<Option<f64>> {
            rows.iter().map(|row| value(&row[column])).collect()
        };
        let counts: Vec<&Cell> = rows.iter().map(|row| &row[1]).collect();
        let expected = [3_u64, 2, 2, 2, 1, 1, 2, 2].map(Cell::from);
        assert_eq!(counts, expected.iter().collect::<Vec<_>>());
        let differences = column(2);
        assert_eq!(differences[0], Some((1.0 + 2.0 + 15.0) / 3.0));
        assert_eq!(differences[1], Some((1.0 + 13.0) / 2.0));
        // Two moves lie on a line, here one that falls.
        assert!((column(3)[1].unwrap() + 1.0).abs() < 1e-9);
        // Of both from 1 point we have one, which is right; the blunder of 13 we do not see.
        assert_eq!(column(4)[2..6], [Some(0.5), Some(0.5), Some(0.0), Some(0.0)]);
        assert_eq!(column(5)[2..6], [Some(1.0), Some(1.0), None, None]);
        assert_eq!(column(4)[6..], [Some(0.0), Some(0.5)]);
    }

    #[test]
    fn who_agrees_with_himself_agrees_fully() {
        let game = seen(&[0.0, -5.0, 3.0, 1.0], &[&[(40, 0.0)], &[(30, -5.0)], &[(3, 4.0)]]);
        let rows = rows(&[Compared::of(&game, &game).unwrap()], 1);
        for row in &rows {
            assert!(value(&row[2]).is_none_or(|difference| difference == 0.0));
            for cell in &row[3..] {
                assert!(value(cell).is_none_or(|share| (share - 1.0).abs() < 1e-9), "{row:?}");
            }
        }
        let other = seen(&[0.0, -5.0], &[]);
        assert!(Compared::of(&game, &other).is_none());
        // Where nothing was found there is nothing to compare.
        let blind = seen(&[0.0, -5.0, 3.0, 1.0], &[]);
        let rows = super::rows(&[Compared::of(&blind, &game).unwrap()], 1);
        assert_eq!((&rows[6][1], value(&rows[6][4])), (&Cell::Count(0), None));
    }

    #[test]
    fn correlations_of_parts_are_those_of_the_whole() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 5.0), (4.0, 4.0), (-2.0, 0.0)];
        let mut whole = Pairs::default();
        pairs.iter().for_each(|(one, other)| whole.add(*one, *other));
        let parts = pairs.map(|(one, other)| {
            let mut part = Pairs::default();
            part.add(one, other);
            part
        });
        assert_eq!(Pairs::all(&parts), whole);
        let known = whole.correlation().unwrap();
        assert!((known - 0.827_418).abs() < 1e-5, "{known}");
        assert_eq!((parts[0].correlation(), Pairs::default().mean_difference()), (None, None));
        let mut flat = Pairs::default();
        (0..3).for_each(|nth| flat.add(0.1, f64::from(nth)));
        assert_eq!(flat.correlation(), None);
    }

    #[test]
    fn groups_fall_or_do_not() {
        let group = |losses: &[f64]| {
            let game = |points: &f64| GameLoss { moves: 10, points: 10.0 * points };
            GroupLoss::of(&losses.iter().map(game).collect::<Vec<_>>(), 1).unwrap()
        };
        let (weak, better) = (group(&[3.0, 3.1, 2.9, 3.2]), group(&[2.9, 2.0, 3.3, 1.0]));
        let best = group(&[0.5, 0.6, 0.4, 0.5]);
        assert!((weak.mean - 3.05).abs() < 1e-9 && weak.moves == 40);
        let interval = weak.interval.unwrap();
        assert!(interval.low > 2.85 && interval.high < 3.25);
        let apart = Order { falls_strictly: true, intervals_apart: true };
        assert_eq!(Order::of(&[weak, best]), apart);
        let falls = Order { falls_strictly: true, intervals_apart: false };
        assert_eq!(Order::of(&[weak, better, best]), falls);
        let neither = Order { falls_strictly: false, intervals_apart: false };
        assert_eq!(Order::of(&[best, weak]), neither);
        assert_eq!(GroupLoss::of(&[], 1), None);
        // One game says nothing of how much games differ.
        assert_eq!(group(&[1.0]).figures()[2], Cell::Number(Some(1.0)));
        assert_eq!(Order::of(&[weak, group(&[1.0])]), falls);
        // Long games count for more.
        let games = [GameLoss { moves: 30, points: 30.0 }, GameLoss { moves: 10, points: 50.0 }];
        assert_eq!(GroupLoss::of(&games, 1).unwrap().mean, 2.0);
    }
}

//! A game, move by move: what every move lost beside the best, how chances and leads went, and what that says of the
//! players.
//!
//! Points are lost beside the best move that was found: its lead is held against that of the position after the move that
//! was played, both with the other side to move. Chances and leads of positions are a curve; a move that lifts its player's
//! chance was better than expected, or answers a mistake.

mod reviewer;

pub use reviewer::{Depth, GameReview, Progress, ReviewError, Reviewer};

use aji_judge::winner::Phase;
use aji_rules::{ByColor, Color, Move, Step};

/// How many of a player's worst moves are told.
pub const WORST: usize = 5;
/// A move among so many of the best counts as foreseen.
pub const FORESEEN: usize = 5;

aji_rules::named! {
    /// How bad a mistake is, by the points that it lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Mistake {
        /// From one point.
        Inaccuracy = "inaccuracy",
        /// From three points.
        Mistake = "mistake",
        /// From six points.
        BadMistake = "bad mistake",
        /// From twelve points.
        Blunder = "blunder",
    }
}

impl Mistake {
    /// What a loss of so many points is; `None` below a point.
    pub fn of(points: f64) -> Option<Mistake> {
        Mistake::ALL.into_iter().rev().find(|mistake| points >= mistake.from())
    }

    /// The least loss of its kind, in points.
    pub fn from(self) -> f64 {
        match self {
            Mistake::Inaccuracy => 1.0,
            Mistake::Mistake => 3.0,
            Mistake::BadMistake => 6.0,
            Mistake::Blunder => 12.0,
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// How likely Black wins.
    pub black_wins: f64,
    /// Black's lead.
    pub black_lead: f64,
    /// The best moves that were found, best first, and Black's lead after each.
    pub moves: Vec<(Move, f64)>,
}

/// A move and what it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Which move of the game; the first is number 1.
    pub number: usize,
    /// Which step of the game; the first is number 0.
    pub step: usize,
    /// Who moved.
    pub color: Color,
    /// Where.
    pub mv: Move,
    /// Black's chance before it.
    pub black_before: f64,
    /// Black's chance after it.
    pub black_after: f64,
    /// Black's lead before it.
    pub lead_before: f64,
    /// Black's lead after it.
    pub lead_after: f64,
    /// What it lost beside the best move, in points.
    pub points_lost: f64,
    /// The best move that was found.
    pub best: Option<Move>,
    /// Its place among the moves that were found, from 1.
    pub rank: Option<usize>,
}

impl ReviewedMove {
    /// The mover's own chance before it.
    pub fn before(&self) -> f64 {
        own(self.color, self.black_before)
    }

    /// The mover's own chance after it.
    pub fn after(&self) -> f64 {
        own(self.color, self.black_after)
    }

    /// What it added to the mover's chance; below zero if it lost.
    pub fn gain(&self) -> f64 {
        f64::from(self.color.sign()) * (self.black_after - self.black_before)
    }

    /// What kind of mistake it was, if it was one.
    pub fn mistake(&self) -> Option<Mistake> {
        Mistake::of(self.points_lost)
    }

    /// Whether it lost as much as a [`Mistake::Mistake`] or more.
    pub fn is_mistake(&self) -> bool {
        self.mistake() >= Some(Mistake::Mistake)
    }
}

/// A player's chance, given Black's.
fn own(color: Color, black: f64) -> f64 {
    match color {
        Color::Black => black,
        Color::White => 1.0 - black,
    }
}

/// What a player's moves did. Means are those of one move; where there is no move there is no mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Performance {
    /// How many moves there were, passes included.
    pub moves: usize,
    /// The mean of what they lost, in points.
    pub mean_points_lost: Option<f64>,
    /// The same by phase, in the order of [`Phase::ALL`].
    pub points_lost_by_phase: [(Phase, Option<f64>); Phase::ALL.len()],
    /// How many were mistakes of each kind.
    pub mistakes: [(Mistake, usize); Mistake::ALL.len()],
    /// The share that was the best move; of moves to which others were found.
    pub best_share: Option<f64>,
    /// The share that was among the best [`FORESEEN`].
    pub foreseen_share: Option<f64>,
    /// The moves that lost the most, [`WORST`] at the most; none that lost nothing.
    pub worst: Vec<ReviewedMove>,
}

impl Performance {
    fn of(moves: &[ReviewedMove]) -> Performance {
        let mut losers: Vec<ReviewedMove> =
            moves.iter().copied().filter(|own| own.points_lost > 0.0).collect();
        losers.sort_by(|one, other| other.points_lost.total_cmp(&one.points_lost));
        losers.truncate(WORST);
        let losses_in = |phase: Phase| {
            let inside = moves.iter().filter(move |own| Phase::of(own.number) == phase);
            mean(inside.map(|own| own.points_lost))
        };
        let within = |most: usize| {
            let asked = moves.iter().filter(|own| own.best.is_some());
            let found = |rank: Option<usize>| rank.is_some_and(|rank| rank <= most);
            mean(asked.map(|own| f64::from(u8::from(found(own.rank)))))
        };
        let number = |kind: Mistake| moves.iter().filter(|own| own.mistake() == Some(kind)).count();
        Performance {
            moves: moves.len(),
            mean_points_lost: mean(moves.iter().map(|own| own.points_lost)),
            points_lost_by_phase: Phase::ALL.map(|phase| (phase, losses_in(phase))),
            mistakes: Mistake::ALL.map(|kind| (kind, number(kind))),
            best_share: within(1),
            foreseen_share: within(FORESEEN),
            worst: losers,
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

/// A game, move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    moves: Vec<ReviewedMove>,
}

impl Review {
    /// Of the steps of a game and how it stood: before the first step and after each. What setting
    /// up stones changes is nobody's move. `None` if there is not one more standing than steps, or a chance is no
    /// probability.
    pub fn new(steps: &[Step], standings: &[Standing]) -> Option<Review> {
        let is_chance = |standing: &Standing| (0.0..=1.0).contains(&standing.black_wins);
        if standings.len() != steps.len() + 1 || !standings.iter().all(is_chance) {
            return None;
        }
        let played = steps.iter().zip(standings.windows(2)).enumerate();
        let played = played.filter_map(|(step, (done, standings))| {
            let &Step::Play(color, mv) = done else { return None };
            Some((step, color, mv, &standings[0], &standings[1]))
        });
        let reviewed = played.zip(1..).map(|((step, color, mv, before, after), number)| {
            let sign = f64::from(color.sign());
            let rank = before.moves.iter().position(|(other, _)| *other == mv);
            let best = before.moves.first();
            // What was not read is held against how the game stood.
            let lead = best.map_or(before.black_lead, |(_, lead)| *lead);
            let lost = if rank == Some(0) { 0.0 } else { sign * (lead - after.black_lead) };
            ReviewedMove {
                number,
                step,
                color,
                mv,
                black_before: before.black_wins,
                black_after: after.black_wins,
                lead_before: before.black_lead,
                lead_after: after.black_lead,
                points_lost: lost.max(0.0),
                best: best.map(|(best, _)| *best),
                rank: rank.map(|rank| rank + 1),
            }
        });
        Some(Review { moves: reviewed.collect() })
    }

    /// All moves, in their order.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// Black's chance before the first move and after each; empty if there is no move.
    pub fn curve(&self) -> Vec<f64> {
        self.along(|own| (own.black_before, own.black_after))
    }

    /// Black's lead before the first move and after each; empty if there is no move.
    pub fn lead_curve(&self) -> Vec<f64> {
        self.along(|own| (own.lead_before, own.lead_after))
    }

    fn along(&self, ends: impl Fn(&ReviewedMove) -> (f64, f64)) -> Vec<f64> {
        let first = self.moves.first().map(|own| ends(own).0);
        first.into_iter().chain(self.moves.iter().map(|own| ends(own).1)).collect()
    }

    /// The moves that changed the chance the most, for better or worse, so many at the most; the biggest change
    /// first, and of equal ones the earlier.
    pub fn swings(&self, count: usize) -> Vec<ReviewedMove> {
        let changing = self.moves.iter().copied().filter(|own| own.gain() != 0.0);
        let mut swings: Vec<ReviewedMove> = changing.collect();
        swings.sort_by(|one, other| other.gain().abs().total_cmp(&one.gain().abs()));
        swings.truncate(count);
        swings
    }

    /// What each player's moves did.
    pub fn performances(&self) -> ByColor<Performance> {
        ByColor::from_fn(|color| {
            let own = self.moves.iter().copied().filter(|own| own.color == color);
            Performance::of(&own.collect::<Vec<_>>())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{Size, Symmetry};
    use proptest::prelude::*;

    const SIZE: Size = Size::NINE;

    fn place(name: &str) -> Move {
        Move::Place(SIZE.parse_point(name).unwrap())
    }

    /// A standing in which nothing was read.
    fn glance(black_wins: f64, black_lead: f64) -> Standing {
        Standing { black_wins, black_lead, moves: Vec::new() }
    }

    /// Steps and standings that need not make sense on a board; chances and leads in steps, so that some are equal.
    fn any_game() -> impl Strategy<Value = (Vec<Step>, Vec<Standing>)> {
        let color = prop_oneof![Just(Color::Black), Just(Color::White)];
        // Few points, so that moves are found among those that were read.
        let mv = (0..9_usize).prop_map(|index| {
            SIZE.points().nth(10 * index).filter(|_| index < 8).map_or(Move::Pass, Move::Place)
        });
        let step = prop_oneof![
            8 => (color.clone(), mv.clone()).prop_map(|(color, mv)| Step::Play(color, mv)),
            1 => color.prop_map(|color| Step::SetUp(Box::new([]), color)),
        ];
        let lead = (-80..=80_i32).prop_map(|lead| f64::from(lead) / 4.0);
        let read = proptest::collection::vec((mv, lead.clone()), 0..8);
        let standing = ((0..=16_u8), lead, read).prop_map(|(sixteenths, black_lead, moves)| {
            Standing { black_wins: f64::from(sixteenths) / 16.0, black_lead, moves }
        });
        proptest::collection::vec((step, standing.clone()), 0..200).prop_flat_map(move |game| {
            let (steps, after): (Vec<Step>, Vec<Standing>) = game.into_iter().unzip();
            standing.clone().prop_map(move |first| {
                (steps.clone(), std::iter::once(first).chain(after.clone()).collect())
            })
        })
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    proptest! {
        #[test]
        fn exchanged_colours_exchange_the_players((steps, standings) in any_game()) {
            let other_steps: Vec<Step> = steps.iter().map(|step| match step {
                Step::Play(color, mv) => Step::Play(!*color, *mv),
                Step::SetUp(stones, color) => Step::SetUp(stones.clone(), !*color),
            }).collect();
            let others: Vec<Standing> = standings.iter().map(|standing| Standing {
                black_wins: 1.0 - standing.black_wins,
                black_lead: -standing.black_lead,
                moves: standing.moves.iter().map(|&(mv, lead)| (mv, -lead)).collect(),
            }).collect();
            let review = Review::new(&steps, &standings).unwrap();
            let other = Review::new(&other_steps, &others).unwrap();
            for (one, other) in review.moves().iter().zip(other.moves()) {
                prop_assert!(close(one.gain(), other.gain()) && one.points_lost == other.points_lost);
                prop_assert!(close(one.before(), other.before()));
                prop_assert!(close(one.after(), other.after()));
                prop_assert_eq!((one.rank, one.best), (other.rank, other.best));
            }
            let (players, others) = (review.performances(), other.performances().swapped());
            for color in Color::BOTH {
                let (one, other) = (&players[color], &others[color]);
                prop_assert_eq!((one.moves, one.mistakes), (other.moves, other.mistakes));
                prop_assert_eq!(one.mean_points_lost, other.mean_points_lost);
                prop_assert_eq!(one.points_lost_by_phase, other.points_lost_by_phase);
                prop_assert_eq!(one.best_share, other.best_share);
                prop_assert_eq!(one.foreseen_share, other.foreseen_share);
            }
        }

        #[test]
        fn a_turned_board_changes_points_only((steps, standings) in any_game(), turn in 0..8_usize) {
            let symmetry = Symmetry::ALL[turn];
            let turned = |mv: Move| match mv {
                Move::Place(point) => Move::Place(symmetry.point(SIZE, point)),
                Move::Pass => Move::Pass,
            };
            let other_steps: Vec<Step> = steps.iter().map(|step| match step {
                Step::Play(color, mv) => Step::Play(*color, turned(*mv)),
                setup => setup.clone(),
            }).collect();
            let others: Vec<Standing> = standings.iter().map(|standing| Standing {
                moves: standing.moves.iter().map(|&(mv, lead)| (turned(mv), lead)).collect(),
                ..standing.clone()
            }).collect();
            let review = Review::new(&steps, &standings).unwrap();
            let other = Review::new(&other_steps, &others).unwrap();
            let all = |moves: &[ReviewedMove]| -> Vec<ReviewedMove> {
                let turn = |own: &ReviewedMove| {
                    ReviewedMove { mv: turned(own.mv), best: own.best.map(turned), ..*own }
                };
                moves.iter().map(turn).collect()
            };
            prop_assert_eq!(all(review.moves()), other.moves());
            prop_assert_eq!(all(&review.swings(9)), other.swings(9));
            let (players, others) = (review.performances(), other.performances());
            for color in Color::BOTH {
                let player = players[color].clone();
                let worst = all(&player.worst);
                prop_assert_eq!(&Performance { worst, ..player }, &others[color]);
            }
        }

        #[test]
        fn parts_add_up_to_the_whole((steps, standings) in any_game()) {
            let review = Review::new(&steps, &standings).unwrap();
            let is_setup = |step: &Step| matches!(step, Step::SetUp(..));
            let by_setup: f64 = steps.iter().zip(standings.windows(2))
                .filter(|(step, _)| is_setup(step))
                .map(|(_, ends)| ends[1].black_wins - ends[0].black_wins)
                .sum();
            let gained: f64 = review.moves().iter()
                .map(|own| f64::from(own.color.sign()) * own.gain()).sum();
            let change = standings[standings.len() - 1].black_wins - standings[0].black_wins;
            prop_assert!(close(gained + by_setup, change));
            let players = review.performances();
            prop_assert_eq!(players.black.moves + players.white.moves, review.moves().len());
            for color in Color::BOTH {
                let player = &players[color];
                let own: Vec<&ReviewedMove> =
                    review.moves().iter().filter(|own| own.color == color).collect();
                let lost: f64 = own.iter().map(|own| own.points_lost).sum();
                let by_phase: f64 = player.points_lost_by_phase.iter().map(|(phase, mean)| {
                    let inside = own.iter().filter(|own| Phase::of(own.number) == *phase);
                    mean.unwrap_or(0.0) * inside.count() as f64
                }).sum();
                prop_assert!((by_phase - lost).abs() < 1e-6);
                let bad = own.iter().filter(|own| own.points_lost >= 1.0).count();
                prop_assert_eq!(player.mistakes.iter().map(|(_, count)| count).sum::<usize>(), bad);
                prop_assert!(player.best_share <= player.foreseen_share);
            }
        }

        #[test]
        fn swings_are_the_biggest((steps, standings) in any_game(), count in 0..20_usize) {
            let review = Review::new(&steps, &standings).unwrap();
            let swings = review.swings(count);
            prop_assert!(swings.len() <= count);
            let size = |swing: &ReviewedMove| swing.gain().abs();
            let in_order = swings.is_sorted_by(|one, other| {
                size(one) > size(other) || (size(one) == size(other) && one.number < other.number)
            });
            prop_assert!(in_order);
            let least = swings.iter().map(size).fold(f64::INFINITY, f64::min);
            let larger = review.moves().iter().filter(|own| size(own) > least).count();
            prop_assert!(larger <= swings.len());
            prop_assert_eq!(review.curve().len(), match review.moves().len() { 0 => 0, n => n + 1 });
        }
    }

    #[test]
    fn a_game_by_hand() {
        let steps = [
            Step::Play(Color::Black, place("E5")),
            Step::Play(Color::White, place("C3")),
            Step::SetUp(Box::new([]), Color::White),
            Step::Play(Color::White, Move::Pass),
        ];
        let standings = [
            Standing { moves: vec![(place("D4"), 1.0), (place("E5"), 0.5)], ..glance(0.5, 0.0) },
            Standing { moves: vec![(place("C3"), -2.0)], ..glance(0.625, 0.25) },
            glance(0.75, 3.0),
            glance(0.25, -9.0),
            glance(0.5, 0.5),
        ];
        let review = Review::new(&steps, &standings).unwrap();
        let gains: Vec<f64> = review.moves().iter().map(ReviewedMove::gain).collect();
        assert_eq!(gains, [0.125, -0.125, -0.25]);
        // Beside the best that was read; the best itself loses nothing; what was not read is held against the lead.
        let lost: Vec<f64> = review.moves().iter().map(|own| own.points_lost).collect();
        assert_eq!(lost, [0.75, 0.0, 9.5]);
        let found: Vec<_> = review.moves().iter().map(|own| (own.best, own.rank)).collect();
        assert_eq!(
            found,
            [(Some(place("D4")), Some(2)), (Some(place("C3")), Some(1)), (None, None)]
        );
        let kinds: Vec<_> = review.moves().iter().map(ReviewedMove::mistake).collect();
        assert_eq!(kinds, [None, None, Some(Mistake::BadMistake)]);
        assert_eq!(review.curve(), [0.5, 0.625, 0.75, 0.5]);
        assert_eq!(review.lead_curve(), [0.0, 0.25, 3.0, 0.5]);
        let last = review.moves()[2];
        assert_eq!((last.number, last.step, last.before(), last.after()), (3, 3, 0.75, 0.5));
        let numbers: Vec<usize> = review.swings(9).iter().map(|swing| swing.number).collect();
        assert_eq!(numbers, [3, 1, 2]);
        let ByColor { black, white } = review.performances();
        assert_eq!((black.moves, black.mean_points_lost), (1, Some(0.75)));
        assert_eq!((black.best_share, black.foreseen_share), (Some(0.0), Some(1.0)));
        assert_eq!((white.moves, white.mean_points_lost), (2, Some(4.75)));
        // The pass was not read about.
        assert_eq!((white.best_share, white.foreseen_share), (Some(1.0), Some(1.0)));
        assert_eq!(white.mistakes.map(|(_, count)| count), [0, 0, 1, 0]);
        let worst: Vec<usize> = white.worst.iter().map(|own| own.number).collect();
        assert_eq!(worst, [3]);
        assert_eq!(white.points_lost_by_phase[0], (Phase::Opening, Some(4.75)));
        assert_eq!(white.points_lost_by_phase[2], (Phase::Endgame, None));
    }

    #[test]
    fn mistakes_are_told_by_their_size() {
        let kinds = [0.99, 1.0, 3.0, 5.9, 6.0, 12.0, 99.0].map(Mistake::of);
        use Mistake::{BadMistake, Blunder, Inaccuracy, Mistake as Plain};
        let expected = [Inaccuracy, Plain, Plain, BadMistake, Blunder, Blunder].map(Some);
        assert_eq!((kinds[0], &kinds[1..]), (None, &expected[..]));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let steps = [Step::Play(Color::Black, place("E5"))];
        for wrong in [&[][..], &[0.5], &[0.5, 0.5, 0.5], &[0.5, f64::NAN], &[0.5, 1.5]] {
            let standings: Vec<Standing> = wrong.iter().map(|&wins| glance(wins, 0.0)).collect();
            assert_eq!(Review::new(&steps, &standings), None, "{wrong:?}");
        }
        let nothing = Review::new(&[], &[glance(0.5, 0.0)]).unwrap();
        assert!(nothing.moves().is_empty() && nothing.curve().is_empty());
        let player = nothing.performances().black;
        assert_eq!((player.mean_points_lost, player.best_share), (None, None));
    }
}

//! How the chance of winning went through a game, as a measure of moves and players.
//!
//! A move is worth what it did to its player's chance. Whoever predicts winners expects good moves of
//! both, so a good move changes little and a bad one loses: what is lost measures players, and what is
//! gained shows where the other side, or whoever predicts, had not seen something.

use crate::judgement::{Question, Recent};
use aji_rules::scoring::Terms;
use aji_rules::{ByColor, Color, Game, HalfPoints, Move, Position, Rules, Step};

/// A move that loses more than this was a mistake: five points in a hundred are more than a thousand
/// sampled outcomes scatter by, and less than a group that dies.
pub const MISTAKE: f64 = 0.05;

/// How many of a player's worst moves are told.
pub const WORST: usize = 5;

/// The last moves of the opening and of the middle game. On 19x19 the corners are mostly taken by move
/// 50 and the borders mostly closed by move 150; everybody who tells players apart by phases cuts there
/// or near there, so that numbers can be compared.
const OPENING_ENDS: usize = 50;
const MIDDLE_GAME_ENDS: usize = 150;

aji_rules::named! {
    /// A part of a game, told by the number of the move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Phase {
        /// Moves 1 to 50.
        Opening = "opening",
        /// Moves 51 to 150.
        MiddleGame = "middle game",
        /// Moves from 151 on.
        Endgame = "endgame",
    }
}

impl Phase {
    /// Where a move belongs; the first move is number 1.
    pub fn of(number: usize) -> Phase {
        match number {
            early if early <= OPENING_ENDS => Phase::Opening,
            middle if middle <= MIDDLE_GAME_ENDS => Phase::MiddleGame,
            _ => Phase::Endgame,
        }
    }

    /// Its first move, and its last if it has one.
    pub fn moves(self) -> (usize, Option<usize>) {
        match self {
            Phase::Opening => (1, Some(OPENING_ENDS)),
            Phase::MiddleGame => (OPENING_ENDS + 1, Some(MIDDLE_GAME_ENDS)),
            Phase::Endgame => (MIDDLE_GAME_ENDS + 1, None),
        }
    }
}

/// A board of a game with all that a question about it needs.
#[derive(Clone, Debug)]
pub struct Situation {
    position: Position,
    terms: Terms,
    is_over: bool,
    recent: Recent,
}

impl Situation {
    /// Who has the move.
    pub fn to_play(&self) -> Color {
        self.position.to_play()
    }

    /// The question who will win from here, by these rules.
    pub fn question(&self, rules: Rules) -> Question<'_> {
        let terms = Terms { button: self.terms.button.filter(|_| rules.has_button), ..self.terms };
        Question {
            position: &self.position,
            rules,
            terms,
            is_over: self.is_over,
            recent: self.recent,
        }
    }
}

/// The start of a game and what came of each step, with this komi, one after the other.
pub fn situations(game: &Game, komi: HalfPoints) -> impl Iterator<Item = Situation> {
    let mut terms = Terms { komi, button: None, ..game.terms() };
    let mut passes = 0;
    let steps = std::iter::once(None).chain(game.steps().iter().map(Some));
    game.positions().zip(steps).enumerate().map(move |(count, (position, step))| {
        match step {
            Some(&Step::Play(color, Move::Pass)) => {
                passes += 1;
                terms.button = terms.button.or(Some(color));
            }
            _ => passes = 0,
        }
        let recent = Recent::of_steps(&game.steps()[..count], position.to_play());
        Situation { position, terms, is_over: passes >= 2, recent }
    })
}

/// A move and what it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Which move of the game; the first is number 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// Where.
    pub mv: Move,
    /// Black's chance before it.
    pub black_before: f64,
    /// Black's chance after it.
    pub black_after: f64,
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

    /// What it lost of the mover's chance; zero if it gained.
    pub fn loss(&self) -> f64 {
        (-self.gain()).max(0.0)
    }

    /// Whether it lost more than [`MISTAKE`].
    pub fn is_mistake(&self) -> bool {
        self.loss() > MISTAKE
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
    /// The mean of what they added to the player's chance, losses included.
    pub mean_gain: Option<f64>,
    /// The mean of what they lost, gains being no loss.
    pub mean_loss: Option<f64>,
    /// The same by phase, in the order of [`Phase::ALL`].
    pub mean_loss_by_phase: [(Phase, Option<f64>); Phase::ALL.len()],
    /// How many lost more than [`MISTAKE`].
    pub mistakes: usize,
    /// The moves that lost the most, [`WORST`] at the most; none that lost nothing.
    pub worst: Vec<ReviewedMove>,
}

impl Performance {
    fn of(moves: &[ReviewedMove]) -> Performance {
        let mut losers: Vec<ReviewedMove> =
            moves.iter().copied().filter(|reviewed| reviewed.loss() > 0.0).collect();
        losers.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        losers.truncate(WORST);
        let losses_in = |phase: Phase| {
            let inside = moves.iter().filter(move |reviewed| Phase::of(reviewed.number) == phase);
            mean(inside.map(ReviewedMove::loss))
        };
        Performance {
            moves: moves.len(),
            mean_gain: mean(moves.iter().map(ReviewedMove::gain)),
            mean_loss: mean(moves.iter().map(ReviewedMove::loss)),
            mean_loss_by_phase: Phase::ALL.map(|phase| (phase, losses_in(phase))),
            mistakes: moves.iter().filter(|reviewed| reviewed.is_mistake()).count(),
            worst: losers,
        }
    }

    /// The share of the moves that were mistakes.
    pub fn mistake_share(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.mistakes as f64 / self.moves as f64)
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
    /// Of the steps of a game and Black's chances: before the first step and after each. What setting
    /// up stones changes is nobody's move. `None` if the chances are not one more than the steps or one
    /// of them is no probability.
    pub fn new(steps: &[Step], black_wins: &[f64]) -> Option<Review> {
        let is_chance = |chance: &f64| (0.0..=1.0).contains(chance);
        if black_wins.len() != steps.len() + 1 || !black_wins.iter().all(is_chance) {
            return None;
        }
        let played = steps.iter().zip(black_wins.windows(2)).filter_map(|(step, chances)| {
            let &Step::Play(color, mv) = step else { return None };
            Some((color, mv, chances[0], chances[1]))
        });
        let reviewed = played.zip(1..).map(|((color, mv, black_before, black_after), number)| {
            ReviewedMove { number, color, mv, black_before, black_after }
        });
        Some(Review { moves: reviewed.collect() })
    }

    /// All moves, in their order.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// Black's chance before the first move and after each; empty if there is no move.
    pub fn curve(&self) -> Vec<f64> {
        let first = self.moves.first().map(|reviewed| reviewed.black_before);
        first.into_iter().chain(self.moves.iter().map(|reviewed| reviewed.black_after)).collect()
    }

    /// The moves that changed the most, for better or worse, so many at the most; the biggest change
    /// first, and of equal ones the earlier.
    pub fn swings(&self, count: usize) -> Vec<ReviewedMove> {
        let changing = self.moves.iter().copied().filter(|reviewed| reviewed.gain() != 0.0);
        let mut swings: Vec<ReviewedMove> = changing.collect();
        swings.sort_by(|one, other| other.gain().abs().total_cmp(&one.gain().abs()));
        swings.truncate(count);
        swings
    }

    /// What each player's moves did.
    pub fn performances(&self) -> ByColor<Performance> {
        ByColor::from_fn(|color| {
            let own = self.moves.iter().copied().filter(|reviewed| reviewed.color == color);
            Performance::of(&own.collect::<Vec<_>>())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::{RuleSet, Size, Symmetry};
    use proptest::prelude::*;

    const SIZE: Size = Size::NINE;

    fn place(name: &str) -> Move {
        Move::Place(SIZE.parse_point(name).unwrap())
    }

    /// Steps and chances that need not make sense on a board; of four chances three are in sixteenths,
    /// so that some are equal.
    fn any_game() -> impl Strategy<Value = (Vec<Step>, Vec<f64>)> {
        let color = prop_oneof![Just(Color::Black), Just(Color::White)];
        let point = (0..SIZE.area()).prop_map(|index| SIZE.points().nth(index));
        let mv = point.prop_map(|point| point.map_or(Move::Pass, Move::Place));
        let step = prop_oneof![
            8 => (color.clone(), mv).prop_map(|(color, mv)| Step::Play(color, mv)),
            1 => color.clone().prop_map(|color| Step::Play(color, Move::Pass)),
            1 => color.prop_map(|color| Step::SetUp(Box::new([]), color)),
        ];
        let chance =
            prop_oneof![3 => (0..=16_u8).prop_map(|n| f64::from(n) / 16.0), 1 => 0.0..=1.0];
        proptest::collection::vec((step, chance.clone()), 0..200).prop_flat_map(move |game| {
            let (steps, after): (Vec<Step>, Vec<f64>) = game.into_iter().unzip();
            chance.clone().prop_map(move |first| {
                (steps.clone(), std::iter::once(first).chain(after.clone()).collect())
            })
        })
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    fn optional_close(one: Option<f64>, other: Option<f64>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => close(one, other),
            (one, other) => one == other,
        }
    }

    proptest! {
        #[test]
        fn exchanged_colours_exchange_the_players((steps, chances) in any_game()) {
            let other_steps: Vec<Step> = steps.iter().map(|step| match step {
                Step::Play(color, mv) => Step::Play(!*color, *mv),
                Step::SetUp(stones, color) => Step::SetUp(stones.clone(), !*color),
            }).collect();
            let other_chances: Vec<f64> = chances.iter().map(|chance| 1.0 - chance).collect();
            let review = Review::new(&steps, &chances).unwrap();
            let other = Review::new(&other_steps, &other_chances).unwrap();
            for (one, other) in review.moves().iter().zip(other.moves()) {
                prop_assert!(close(one.gain(), other.gain()) && close(one.loss(), other.loss()));
                prop_assert!(close(one.before(), other.before()));
                prop_assert!(close(one.after(), other.after()));
            }
            let (players, others) = (review.performances(), other.performances().swapped());
            for color in Color::BOTH {
                let (one, other) = (&players[color], &others[color]);
                prop_assert_eq!(one.moves, other.moves);
                prop_assert!(optional_close(one.mean_gain, other.mean_gain));
                prop_assert!(optional_close(one.mean_loss, other.mean_loss));
                for ((_, one), (_, other)) in
                    one.mean_loss_by_phase.iter().zip(other.mean_loss_by_phase)
                {
                    prop_assert!(optional_close(*one, other));
                }
            }
        }

        #[test]
        fn a_turned_board_changes_points_only((steps, chances) in any_game(), turn in 0..8_usize) {
            let symmetry = Symmetry::ALL[turn];
            let turned = |mv: Move| match mv {
                Move::Place(point) => Move::Place(symmetry.point(SIZE, point)),
                Move::Pass => Move::Pass,
            };
            let other_steps: Vec<Step> = steps.iter().map(|step| match step {
                Step::Play(color, mv) => Step::Play(*color, turned(*mv)),
                setup => setup.clone(),
            }).collect();
            let review = Review::new(&steps, &chances).unwrap();
            let other = Review::new(&other_steps, &chances).unwrap();
            let all = |moves: &[ReviewedMove]| -> Vec<ReviewedMove> {
                moves.iter().map(|own| ReviewedMove { mv: turned(own.mv), ..*own }).collect()
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
        fn what_is_gained_adds_up((steps, chances) in any_game()) {
            let review = Review::new(&steps, &chances).unwrap();
            let is_setup = |step: &Step| matches!(step, Step::SetUp(..));
            let by_setup: f64 = steps.iter().zip(chances.windows(2))
                .filter(|(step, _)| is_setup(step)).map(|(_, ends)| ends[1] - ends[0]).sum();
            let players = review.performances();
            let gained = |color| {
                let player: &Performance = &players[color];
                player.moves as f64 * player.mean_gain.unwrap_or(0.0)
            };
            let change = chances[chances.len() - 1] - chances[0];
            prop_assert!(close(gained(Color::Black) - gained(Color::White) + by_setup, change));
            prop_assert_eq!(players.black.moves + players.white.moves, review.moves().len());
            // The phases together are the whole.
            for color in Color::BOTH {
                let losses = review.moves().iter().filter(|own| own.color == color);
                let counts = Phase::ALL.map(|phase| {
                    losses.clone().filter(|own| Phase::of(own.number) == phase).count() as f64
                });
                let by_phase: f64 = players[color].mean_loss_by_phase.iter().zip(counts)
                    .map(|((_, mean), count)| mean.unwrap_or(0.0) * count).sum();
                prop_assert!(close(by_phase, losses.map(ReviewedMove::loss).sum()));
            }
        }

        #[test]
        fn swings_are_the_biggest((steps, chances) in any_game(), count in 0..20_usize) {
            let review = Review::new(&steps, &chances).unwrap();
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
        let review = Review::new(&steps, &[0.5, 0.625, 0.75, 0.25, 0.5]).unwrap();
        let gains: Vec<f64> = review.moves().iter().map(ReviewedMove::gain).collect();
        assert_eq!(gains, [0.125, -0.125, -0.25]);
        assert_eq!(review.curve(), [0.5, 0.625, 0.75, 0.5]);
        let last = review.moves()[2];
        assert_eq!((last.number, last.before(), last.after()), (3, 0.75, 0.5));
        let numbers: Vec<usize> = review.swings(9).iter().map(|swing| swing.number).collect();
        assert_eq!(numbers, [3, 1, 2]);
        let ByColor { black, white } = review.performances();
        assert_eq!((black.moves, black.mean_gain, black.mean_loss), (1, Some(0.125), Some(0.0)));
        assert_eq!((black.mistakes, black.worst.len()), (0, 0));
        assert_eq!((white.moves, white.mean_loss), (2, Some(0.1875)));
        assert_eq!((white.mistakes, white.mistake_share()), (2, Some(1.0)));
        let worst: Vec<usize> = white.worst.iter().map(|own| own.number).collect();
        assert_eq!(worst, [3, 2]);
        assert_eq!(white.mean_loss_by_phase[0], (Phase::Opening, Some(0.1875)));
        assert_eq!(white.mean_loss_by_phase[2], (Phase::Endgame, None));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let steps = [Step::Play(Color::Black, place("E5"))];
        for wrong in [&[][..], &[0.5], &[0.5, 0.5, 0.5], &[0.5, f64::NAN], &[0.5, 1.5]] {
            assert_eq!(Review::new(&steps, wrong), None, "{wrong:?}");
        }
        let nothing = Review::new(&[], &[0.5]).unwrap();
        assert!(nothing.moves().is_empty() && nothing.curve().is_empty());
        let player = nothing.performances().black;
        assert_eq!(
            (player.mean_gain, player.mean_loss, player.mistake_share()),
            (None, None, None)
        );
    }

    #[test]
    fn phases_follow_each_other() {
        let phases = [1, 50, 51, 150, 151, 400].map(Phase::of);
        use Phase::{Endgame, MiddleGame, Opening};
        assert_eq!(phases, [Opening, Opening, MiddleGame, MiddleGame, Endgame, Endgame]);
        for phase in Phase::ALL {
            let (first, last) = phase.moves();
            assert_eq!((Phase::of(first), last.map_or(phase, Phase::of)), (phase, phase));
        }
    }

    #[test]
    fn situations_are_those_of_the_game() {
        let mut game = Game::new(SIZE, RuleSet::AgaButton.into());
        let mut seen = vec![game.clone()];
        let moves = [place("E5"), Move::Pass, place("C3"), Move::Pass, Move::Pass];
        for mv in moves {
            game.play(mv).unwrap();
            seen.push(game.clone());
        }
        game.set_up([], Color::White).unwrap();
        seen.push(game.clone());
        let found: Vec<Situation> = situations(&game, game.terms().komi).collect();
        assert_eq!(found.len(), seen.len());
        for (situation, game) in found.iter().zip(&seen) {
            let (found, expected) = (situation.question(game.rules()), Question::of(game));
            assert_eq!(found.position, expected.position);
            assert_eq!((found.terms, found.is_over), (expected.terms, expected.is_over));
            let plain = situation.question(RuleSet::Chinese.into());
            assert_eq!(plain.terms.button, None);
        }
    }
}

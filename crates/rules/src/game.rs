//! A game: where it began, what was done since, and what follows for the rules.

use crate::color::Color;
use crate::half_points::HalfPoints;
use crate::point::{Move, Point, Size};
use crate::point_set::PointSet;
use crate::position::{IllegalMove, Position, situation};
use crate::ruleset::{Ko, Rules};
use crate::scoring::{self, Count, Terms};
use crate::setup::{Setup, SetupError};
use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A turn.
    Play(Color, Move),
    /// Stones were put down and taken off in the middle of the game, as teaching records do; then
    /// this side is to move.
    SetUp(Box<[(Point, Option<Color>)]>, Color),
}

/// Why a step of one game cannot be taken in another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalStep {
    /// A move that the rules forbid there.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// Stones that cannot be set up there.
    #[error(transparent)]
    SetUp(#[from] Box<SetupError>),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win(Color, Win),
    /// Neither side won.
    Draw,
    /// The game does not count.
    Void,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Win {
    /// By counting, by so many points.
    Points(HalfPoints),
    /// The other side resigned.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// The other side broke a rule or left.
    Forfeit,
    /// It is not said how.
    Unspecified,
}

impl Outcome {
    /// The outcome of a count, given Black's lead.
    pub fn from_black_lead(lead: HalfPoints) -> Outcome {
        match lead.halves().signum() {
            1 => Outcome::Win(Color::Black, Win::Points(lead)),
            -1 => Outcome::Win(Color::White, Win::Points(-lead)),
            _ => Outcome::Draw,
        }
    }

    /// Who won.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color, _) => Some(color),
            Outcome::Draw | Outcome::Void => None,
        }
    }
}

/// As records write it: `B+3.5`, `W+R`, `0`, `Void`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, win) = match self {
            Outcome::Win(color, win) => (color.letter(), win),
            Outcome::Draw => return f.pad("0"),
            Outcome::Void => return f.pad("Void"),
        };
        f.pad(&match win {
            Win::Points(margin) => format!("{color}+{margin}"),
            Win::Resignation => format!("{color}+R"),
            Win::Time => format!("{color}+T"),
            Win::Forfeit => format!("{color}+F"),
            Win::Unspecified => format!("{color}+"),
        })
    }
}

/// A first position and the steps taken since, under one set of rules.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: HalfPoints,
    handicap: u32,
    start: Position,
    steps: Vec<Step>,
    now: Now,
    resigned: Option<Color>,
}

/// All that follows from the start and the steps; undo makes it anew.
#[derive(Clone, Debug)]
struct Now {
    position: Position,
    /// Hashes of what may not come back, the board as it is included; see [`Now::remember`].
    past: HashSet<u64, BuildHasherDefault<AlreadyHashed>>,
    passes: u32,
    first_pass: Option<Color>,
}

impl Now {
    fn at(position: Position, ko: Ko) -> Now {
        let mut now = Now { position, past: HashSet::default(), passes: 0, first_pass: None };
        now.remember(ko);
        now
    }

    /// The one way a step is carried out, live or replayed.
    fn apply(&mut self, step: &Step, ko: Ko) {
        match step {
            Step::Play(color, mv) => {
                self.position.set_to_play(*color);
                self.position.play_unchecked(*mv);
                match mv {
                    Move::Pass => {
                        self.passes += 1;
                        self.first_pass = self.first_pass.or(Some(*color));
                    }
                    Move::Place(_) => self.passes = 0,
                }
            }
            Step::SetUp(stones, to_play) => {
                // It was checked before it became a step.
                if let Ok(position) = changed(&self.position, stones, *to_play) {
                    self.position = position;
                }
                // What was on another board cannot come back.
                self.past.clear();
                self.passes = 0;
            }
        }
        self.remember(ko);
    }

    fn remember(&mut self, ko: Ko) {
        if let Some(hash) = ko.repetition(self.position.stones_hash(), self.position.to_play()) {
            self.past.insert(hash);
        }
    }
}

impl Ko {
    /// The hash of a board and of who is to move that must be new, if any must.
    pub fn repetition(self, stones_hash: u64, to_play: Color) -> Option<u64> {
        match self {
            Ko::Simple => None,
            Ko::PositionalSuperko => Some(stones_hash),
            Ko::SituationalSuperko => Some(situation(stones_hash, to_play)),
        }
    }
}

/// A position with stones put down and taken off.
fn changed(
    position: &Position,
    stones: &[(Point, Option<Color>)],
    to_play: Color,
) -> Result<Position, Box<SetupError>> {
    if stones.is_empty() {
        return Ok(position.clone().with_to_play(to_play));
    }
    let mut setup = Setup { to_play, ko: None, ..Setup::from(position) };
    for &(point, stone) in stones {
        setup.stones[point] = stone;
    }
    Position::try_from(setup)
}

/// Passes a number on that is a hash as it is.
#[derive(Clone, Debug, Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, bytes: &[u8]) {
        // Only for completeness: a `u64` comes through `write_u64`.
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
}

impl Game {
    /// A game from the empty board, without komi.
    pub fn new(size: Size, rules: Rules) -> Game {
        Game::from_position(Position::empty(size), rules)
    }

    /// A game from any position, without komi.
    pub fn from_position(start: Position, rules: Rules) -> Game {
        Game {
            rules,
            komi: HalfPoints::ZERO,
            handicap: 0,
            now: Now::at(start.clone(), rules.ko),
            start,
            steps: Vec::new(),
            resigned: None,
        }
    }

    /// The same game with this komi.
    pub fn with_komi(self, komi: HalfPoints) -> Game {
        Game { komi, ..self }
    }

    /// The same game with so many handicap stones to be paid for by Black, where the rules say so.
    pub fn with_handicap(self, handicap: u32) -> Game {
        Game { handicap, ..self }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// White's compensation for moving second.
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// How many stones Black got ahead.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// The board as it is now.
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The board as it was at first.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What has been done so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The last move, if the last step was one.
    pub fn last_move(&self) -> Option<(Color, Move)> {
        match self.steps.last() {
            Some(&Step::Play(color, mv)) => Some((color, mv)),
            _ => None,
        }
    }

    /// Whether `color` may do this now. After two passes play may go on, as it does when players
    /// disagree about the dead stones; after a resignation it may not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.resigned.is_some() {
            return Err(IllegalMove::GameOver);
        }
        // Out of turn the position is another one; copying it is rare and keeps one set of rules.
        let other;
        let position = if color == self.position().to_play() {
            self.position()
        } else {
            other = self.position().clone().with_to_play(color);
            &other
        };
        position.check(mv, self.rules.suicide)?;
        if mv == Move::Pass || self.rules.ko == Ko::Simple {
            return Ok(());
        }
        let after = self.rules.ko.repetition(position.stones_hash_after(mv), !color);
        let repeats = after.is_some_and(|hash| self.has_been(hash));
        if repeats { Err(IllegalMove::Superko) } else { Ok(()) }
    }

    /// Whether a board with this [`Ko::repetition`] was there before, so that superko forbids it.
    pub fn has_been(&self, repetition: u64) -> bool {
        self.now.past.contains(&repetition)
    }

    /// Plays for the side to move, or refuses and changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_as(self.position().to_play(), mv)
    }

    /// Plays for either side, in turn or not, or refuses and changes nothing.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.take(Step::Play(color, mv));
        Ok(())
    }

    /// Plays a move that breaks superko at most: for records, whose players went on all the same.
    /// Says whether it did.
    pub fn play_as_forgiving_superko(
        &mut self,
        color: Color,
        mv: Move,
    ) -> Result<bool, IllegalMove> {
        let forgiven = match self.check(color, mv) {
            Ok(()) => false,
            Err(IllegalMove::Superko) => true,
            Err(other) => return Err(other),
        };
        self.take(Step::Play(color, mv));
        Ok(forgiven)
    }

    /// Takes the steps of another game, up to the first that cannot be taken. Like records it forgives
    /// superko: what was played stays played.
    pub fn follow(&mut self, steps: &[Step]) -> Result<(), IllegalStep> {
        for step in steps {
            match step {
                Step::Play(color, mv) => _ = self.play_as_forgiving_superko(*color, *mv)?,
                Step::SetUp(stones, to_play) => self.set_up(stones.clone(), *to_play)?,
            }
        }
        Ok(())
    }

    /// The same game under other rules and with another komi. It cannot be if those rules forbid a
    /// suicide that was played.
    pub fn under(&self, rules: Rules, komi: HalfPoints) -> Result<Game, IllegalStep> {
        let mut game = Game { rules, komi, ..Game::from_position(self.start.clone(), rules) };
        game.handicap = self.handicap;
        game.follow(&self.steps)?;
        Ok(game)
    }

    /// Puts stones down and takes others off in the middle of the game, and says who moves next; or
    /// refuses and changes nothing.
    pub fn set_up(
        &mut self,
        stones: impl Into<Box<[(Point, Option<Color>)]>>,
        to_play: Color,
    ) -> Result<(), Box<SetupError>> {
        let stones = stones.into();
        changed(self.position(), &stones, to_play)?;
        self.take(Step::SetUp(stones, to_play));
        Ok(())
    }

    /// Ends the game: the other side wins.
    pub fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }

    /// Whether somebody resigned.
    pub fn is_resigned(&self) -> bool {
        self.resigned.is_some()
    }

    /// Whether somebody resigned or the last two steps were passes.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.now.passes >= 2
    }

    /// Takes a resignation back, or else the last step, by replaying all before it. Says whether
    /// there was anything to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let undone = self.steps.pop().is_some();
        self.now = self.replayed(self.steps.len());
        undone
    }

    /// The board after the first `count` steps, or after all if there are fewer.
    pub fn position_after(&self, count: usize) -> Position {
        self.replayed(count).position
    }

    /// Every board of the game in one pass: the start, and the board after each step.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut now = Now::at(self.start.clone(), Ko::Simple);
        let after = self.steps.iter().map(move |step| {
            now.apply(step, Ko::Simple);
            now.position.clone()
        });
        std::iter::once(self.start.clone()).chain(after)
    }

    /// What was agreed besides the rules, and who has the button.
    pub fn terms(&self) -> Terms {
        let button = self.now.first_pass.filter(|_| self.rules.has_button);
        Terms { komi: self.komi, handicap: self.handicap, button }
    }

    /// Counts the board as it is, given the dead stones.
    pub fn count(&self, dead: &PointSet) -> Count {
        scoring::count(self.position(), dead, self.rules, self.terms())
    }

    /// How the game ended: by resignation, or by counting with these stones dead. `None` if it goes on.
    pub fn outcome(&self, dead: &PointSet) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            return Some(Outcome::Win(!loser, Win::Resignation));
        }
        self.is_over().then(|| Outcome::from_black_lead(self.count(dead).black_lead))
    }

    fn replayed(&self, count: usize) -> Now {
        let mut now = Now::at(self.start.clone(), self.rules.ko);
        for step in self.steps.iter().take(count) {
            now.apply(step, self.rules.ko);
        }
        now
    }

    fn take(&mut self, step: Step) {
        self.now.apply(&step, self.rules.ko);
        self.steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::RuleSet;

    fn game() -> Game {
        Game::new(Size::NINE, RuleSet::Japanese.into())
    }

    #[test]
    fn two_passes_end_a_game_and_a_move_goes_on() {
        let mut game = game();
        for _ in 0..2 {
            assert!(!game.is_over());
            game.play(Move::Pass).unwrap();
        }
        assert!(game.is_over());
        assert_eq!(game.outcome(&PointSet::EMPTY), Some(Outcome::Draw));
        game.play(Move::Place(Size::NINE.parse_point("E5").unwrap())).unwrap();
        assert!(!game.is_over());
        assert_eq!(game.outcome(&PointSet::EMPTY), None);
        assert!(game.undo());
        assert!(game.is_over());
    }

    #[test]
    fn a_resignation_ends_a_game_until_it_is_taken_back() {
        let mut game = game();
        game.play(Move::Pass).unwrap();
        game.resign(Color::White);
        let won = Outcome::Win(Color::Black, Win::Resignation);
        assert_eq!(game.outcome(&PointSet::EMPTY), Some(won));
        assert_eq!(game.play(Move::Pass), Err(IllegalMove::GameOver));
        assert!(game.undo());
        assert_eq!((game.steps().len(), game.is_over()), (1, false));
        assert!(game.undo());
        assert!(!game.undo());
    }

    #[test]
    fn positions_are_those_that_were_there() {
        let mut game = game();
        let mut seen = vec![game.position().clone()];
        let point = |name: &str| Size::NINE.parse_point(name).unwrap();
        game.play(Move::Place(point("E5"))).unwrap();
        seen.push(game.position().clone());
        game.set_up([(point("E5"), None), (point("A1"), Some(Color::White))], Color::White)
            .unwrap();
        seen.push(game.position().clone());
        game.play(Move::Pass).unwrap();
        seen.push(game.position().clone());
        assert_eq!(game.positions().collect::<Vec<_>>(), seen);
        assert_eq!(game.position_after(2), seen[2]);
    }

    #[test]
    fn stones_without_liberties_are_not_set_up() {
        let mut game = Game::new(Size::new(2, 1).unwrap(), RuleSet::Japanese.into());
        let stones = game.position().size().points().map(|point| (point, Some(Color::Black)));
        assert!(game.set_up(stones.collect::<Vec<_>>(), Color::White).is_err());
        assert!(game.steps().is_empty());
    }

    #[test]
    fn other_rules_keep_the_steps_unless_they_forbid_a_suicide() {
        let size = Size::new(4, 1).unwrap();
        let place = |name: &str| Move::Place(size.parse_point(name).unwrap());
        let mut game = Game::new(size, RuleSet::NewZealand.into()).with_handicap(2);
        game.play_as(Color::Black, place("C1")).unwrap();
        game.play_as(Color::White, place("A1")).unwrap();
        let komi = HalfPoints::from_halves(15);
        let other = game.under(RuleSet::Japanese.into(), komi).unwrap();
        assert_eq!((other.steps(), other.position()), (game.steps(), game.position()));
        assert_eq!((other.komi(), other.handicap()), (komi, 2));
        game.play_as(Color::White, place("B1")).unwrap();
        let refused = game.under(RuleSet::Japanese.into(), komi).unwrap_err();
        assert_eq!(refused, IllegalStep::Move(IllegalMove::Suicide));
    }

    #[test]
    fn the_first_pass_takes_the_button() {
        let mut game = Game::new(Size::NINE, RuleSet::AgaButton.into());
        for _ in 0..3 {
            game.play(Move::Pass).unwrap();
        }
        assert_eq!(game.count(&PointSet::EMPTY).black_lead, HalfPoints::from_halves(1));
    }
}

//! Where games are played: the players and the referee of one thread.

use super::corners;
use super::played::{Ending, Leads, Played};
use super::referee::Referee;
use super::settings::{Finish, Fixture, MatchSettings, SettingsError};
use super::sgf;
use crate::player::{Action, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_judge::judgement::Question;
use aji_judge::library::{FIELD, Library};
use aji_record::fingerprint;
use aji_rules::{
    ByColor, Color, Game, HalfPoints, Move, Outcome, Point, PointSet, RuleSet, Size, Win, scoring,
};
use std::time::{Duration, Instant};

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// There is nothing to be played.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A player is not to be found, or cannot play for reasons of our own.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Who should finish the games cannot.
    #[error("the games cannot be finished: {0}")]
    Finish(#[source] PlayerError),
    /// Who should count the games cannot.
    #[error("the games cannot be counted: {0}")]
    Referee(#[source] PlayerError),
}

/// How long a player thought about how many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// All together.
    pub time: Duration,
    /// Over so many moves.
    pub moves: u32,
}

impl Clock {
    /// Adds what another has seen.
    pub fn add(&mut self, other: Clock) {
        self.time += other.time;
        self.moves += other.moves;
    }

    /// The mean time of a move in seconds; `None` without moves.
    pub fn seconds_per_move(self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / f64::from(self.moves))
    }
}

/// A game just played.
pub(super) struct Fresh {
    pub played: Played,
    pub sgf: String,
    pub clocks: ByColor<Clock>,
}

/// A game with what was said about each move.
pub(super) struct Commented {
    pub game: Game,
    /// A comment for every step.
    pub comments: Vec<String>,
}

impl Commented {
    fn play(&mut self, mv: Move, comment: String) -> Result<(), aji_rules::IllegalMove> {
        self.game.play(mv)?;
        self.comments.push(comment);
        Ok(())
    }
}

/// How a game came to its end; a count may follow.
enum End {
    /// Nobody plays any more.
    Count(Ending),
    /// One has lost.
    Lost(Color, Win, Ending),
    /// The opening is over, and is judged.
    Judge,
}

/// The players and the referee of one thread.
pub(super) struct Room<'a> {
    settings: &'a MatchSettings,
    library: &'a Library,
    /// One that failed is gone and comes back when it is needed again.
    players: Vec<Option<Box<dyn Player>>>,
    finisher: Option<Box<dyn Player>>,
    referee: Referee,
}

impl<'a> Room<'a> {
    /// Everybody comes in; who is not to be found is an error at once.
    pub(super) fn open(
        settings: &'a MatchSettings,
        library: &'a Library,
    ) -> Result<Room<'a>, ArenaError> {
        settings.check()?;
        let players = settings.players.iter().map(|name| name.player(library).map(Some));
        let players = players.collect::<Result<Vec<_>, PlayerError>>()?;
        let finisher = match settings.opening.as_ref().map(|opening| &opening.finish) {
            Some(Finish::Player(name)) => Some(name.player(library).map_err(ArenaError::Finish)?),
            Some(Finish::Judge) | None => None,
        };
        let referee = Referee::new(&settings.referee, library).map_err(ArenaError::Referee)?;
        Ok(Room { settings, library, players, finisher, referee })
    }

    /// Plays a game to its end and counts it.
    pub(super) fn play(&mut self, fixture: &Fixture) -> Result<Fresh, ArenaError> {
        let mut told = Commented { game: self.settings.start()?, comments: Vec::new() };
        let mut dice = GameDice::new(self.settings.seed, fixture);
        self.play_randomly(&mut told, &mut dice.opening);
        let mut clocks = ByColor::<Clock>::default();
        let end = match self.play_opening(fixture, &mut told, &mut dice, &mut clocks)? {
            Some(end) => end,
            None => self.finish(&mut told, &mut dice)?,
        };
        let mut dead = PointSet::EMPTY;
        let (outcome, leads, ending) = match end {
            End::Lost(color, win, ending) => (Outcome::Win(!color, win), None, ending),
            End::Count(ending) => {
                dead = self.referee.dead_stones(&told.game).map_err(ArenaError::Referee)?;
                let leads = self.leads(|rules| {
                    let terms = told.game.terms();
                    scoring::count(told.game.position(), &dead, rules.into(), terms).black_lead
                });
                (Outcome::from_black_lead(leads.match_rules), Some(leads), ending)
            }
            End::Judge => {
                let territory = self.library.get(&FIELD).map_err(PlayerError::from);
                let ownership = territory
                    .and_then(|model| Ok(model.ownership(&Question::of(&told.game))?))
                    .map_err(ArenaError::Referee)?;
                let leads = self.leads(|rules| {
                    let question = Question { rules: rules.into(), ..Question::of(&told.game) };
                    let lead = question.expected_black_lead(&ownership);
                    HalfPoints::from_halves((2.0 * lead).round() as i32)
                });
                (Outcome::from_black_lead(leads.match_rules), Some(leads), Ending::Judged)
            }
        };
        let played = Played {
            number: fixture.number,
            black: fixture.black,
            white: fixture.white,
            outcome,
            leads,
            ending,
            moves: told.game.steps().len(),
            fingerprint: fingerprint(&told.game),
        };
        let sgf = sgf::write(self.settings, &played, &told, &dead);
        Ok(Fresh { played, sgf, clocks })
    }

    fn leads(&self, lead: impl Fn(RuleSet) -> HalfPoints) -> Leads {
        Leads {
            match_rules: lead(self.settings.rules),
            japanese: lead(RuleSet::Japanese),
            chinese: lead(RuleSet::Chinese),
        }
    }

    /// The random moves at the beginning.
    fn play_randomly(&self, told: &mut Commented, dice: &mut Dice) {
        if self.settings.corner_opening {
            for point in corners::draw(self.settings.size, dice) {
                // A handicap stone may be there already; then the corner is taken.
                let _ = told.play(Move::Place(point), "an opening drawn by chance".to_string());
            }
        }
        for _ in 0..self.settings.random_plies {
            let turn = Turn::of(&told.game);
            let mut points: Vec<Point> =
                opening_points(turn.size()).filter(|&point| turn.is_legal(point)).collect();
            if points.is_empty() {
                return;
            }
            let point = points.swap_remove(dice.below(points.len() as u32) as usize);
            // It is legal.
            let _ = told.play(Move::Place(point), "a random opening".to_string());
        }
    }

    /// The two play, until the end or the end of the opening; in the latter case there is no end yet.
    fn play_opening(
        &mut self,
        fixture: &Fixture,
        told: &mut Commented,
        dice: &mut GameDice,
        clocks: &mut ByColor<Clock>,
    ) -> Result<Option<End>, ArenaError> {
        let plies = self.settings.opening.as_ref().map(|opening| opening.plies);
        loop {
            let moves = told.game.steps().len() as u32;
            // Who passes in the opening leaves the rest to those who come after.
            if plies.is_some_and(|plies| moves >= plies || told.game.is_over()) {
                return Ok(None);
            }
            if told.game.is_over() {
                return Ok(Some(End::Count(Ending::Passes)));
            }
            if moves >= self.settings.most_moves {
                return Ok(Some(End::Count(Ending::MostMoves)));
            }
            let color = told.game.position().to_play();
            let index = if color == Color::Black { fixture.black } else { fixture.white };
            let seat = &mut self.players[index];
            if seat.is_none() {
                *seat = Some(self.settings.players[index].player(self.library)?);
            }
            let Some(player) = seat else { continue };
            let begin = Instant::now();
            let chosen = player.choose(&Turn::of(&told.game), &mut dice.players[color]);
            clocks[color].add(Clock { time: begin.elapsed(), moves: 1 });
            let fault = match chosen {
                Ok(choice) => match take(told, choice.action, &choice.reasons) {
                    Ok(end) if end.is_some() => return Ok(end),
                    Ok(_) => continue,
                    Err(illegal) => illegal,
                },
                Err(error @ PlayerError::External { .. }) => error.to_string(),
                Err(error) => return Err(error.into()),
            };
            // It may be dead, or not know any more what is on the board.
            *seat = None;
            let reason: Vec<&str> = fault.split_whitespace().collect();
            let forfeit = Ending::Forfeit(reason.join(" "));
            return Ok(Some(End::Lost(color, Win::Forfeit, forfeit)));
        }
    }

    /// Somebody else plays both sides to the end, or the judge has the word.
    fn finish(&mut self, told: &mut Commented, dice: &mut GameDice) -> Result<End, ArenaError> {
        let Some(player) = &mut self.finisher else { return Ok(End::Judge) };
        let begin = told.game.steps().len();
        let mut passes = 0;
        while passes < 2 {
            if told.game.steps().len() as u32 >= self.settings.most_moves {
                return Ok(End::Count(Ending::MostMoves));
            }
            let is_first = told.game.steps().len() == begin;
            let mut choice = player
                .choose(&Turn::of(&told.game), &mut dice.finisher)
                .map_err(ArenaError::Finish)?;
            if is_first && let Some(opening) = &self.settings.opening {
                choice.reasons.insert(0, format!("from here on {} plays both", opening.finish));
            }
            passes = if choice.action == Action::Play(Move::Pass) { passes + 1 } else { 0 };
            match take(told, choice.action, &choice.reasons) {
                Ok(Some(end)) => return Ok(end),
                Ok(None) => {}
                Err(trouble) => {
                    let program =
                        self.settings.opening.as_ref().map(|opening| opening.finish.to_string());
                    let program = program.unwrap_or_default();
                    return Err(ArenaError::Finish(PlayerError::External { program, trouble }));
                }
            }
        }
        Ok(End::Count(Ending::Passes))
    }
}

/// Carries out what was chosen. Says if that ends the game, or what is wrong with it.
fn take(told: &mut Commented, action: Action, reasons: &[String]) -> Result<Option<End>, String> {
    match action {
        Action::Resign => {
            let color = told.game.position().to_play();
            Ok(Some(End::Lost(color, Win::Resignation, Ending::Resignation)))
        }
        Action::Play(mv) => {
            let name = told.game.position().size().move_text(mv);
            told.play(mv, reasons.join("; "))
                .map(|()| None)
                .map_err(|illegal| format!("the move {name} is illegal: {illegal}"))
        }
    }
}

/// Where random openings play: on small boards anywhere, on others not on the first two lines.
fn opening_points(size: Size) -> impl Iterator<Item = Point> {
    let margin = |side: usize| if side < 7 { 0 } else { 2 };
    let inner = move |coordinate: usize, side: usize| {
        (margin(side)..side - margin(side)).contains(&coordinate)
    };
    size.points().filter(move |&point| {
        let (x, y) = size.xy(point);
        inner(x, size.width()) && inner(y, size.height())
    })
}

/// The dice of a game, which depend on nothing but the seed and its number; those of the opening are
/// shared by the games with the same opening.
struct GameDice {
    opening: Dice,
    players: ByColor<Dice>,
    finisher: Dice,
}

impl GameDice {
    fn new(seed: u64, fixture: &Fixture) -> GameDice {
        let own = |use_for: u64| Dice::new(seed, 4 * u64::from(fixture.number) + use_for);
        GameDice {
            opening: Dice::new(seed, 4 * u64::from(fixture.opening)),
            players: ByColor { black: own(1), white: own(2) },
            finisher: own(3),
        }
    }
}

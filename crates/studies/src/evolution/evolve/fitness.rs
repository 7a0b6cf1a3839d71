//! What a network is worth: by how much its openings are won, once the static player has finished them.

use crate::evolution::evolved::{Illegal, Mind, OPENING, Room, SIZE};
use aji_judge::Dice;
use aji_judge::judgement::Question;
use aji_judge::territory::Model;
use aji_play::finish::{Finisher, QuickLeads};
use aji_play::player::{StaticPlayer, Style};
use aji_rules::{ByColor, Color, Game, Move, Point, Position, RuleSet, Setup, handicap};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How fitness is measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fitness {
    /// So many games with each colour against each opponent.
    pub games: u32,
    /// How an opening becomes points.
    pub finish: Finish,
    /// So often each opening is finished by the static player, whose games go this way and that: from the
    /// same opening their results scatter four times as far as from opening to opening.
    pub finishes: u32,
    /// What becomes of a choice that is forbidden.
    pub illegal: Illegal,
    /// Stones ahead, at the beginning of the evolution.
    pub handicap: Handicap,
    /// Whether there is a random stone of each side at the beginning, so that networks get to know more
    /// than what follows from the empty board.
    pub random_stones: bool,
    /// So many of [`Style::ALL`] are opponents; the study has one.
    pub styles: u32,
    /// So many earlier champions are opponents besides.
    pub archive: u32,
}

/// How an opening becomes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finish {
    /// The static player plays both sides to the end, and the board is counted by Japanese rules.
    Static,
    /// Our territory model says what each side will have.
    Judge,
}

/// Stones that a network is given, fewer from time to time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handicap {
    /// So many in the first generation.
    pub stones: u32,
    /// None from this generation on.
    pub until: u32,
}

impl Handicap {
    /// How many there are in a generation.
    pub fn stones_in(self, generation: u32) -> u32 {
        let left = u64::from(self.until.saturating_sub(generation));
        (u64::from(self.stones) * left).div_ceil(u64::from(self.until.max(1))) as u32
    }
}

impl Default for Fitness {
    fn default() -> Fitness {
        Fitness {
            games: 1,
            finish: Finish::Static,
            finishes: 1,
            illegal: Illegal::Pass,
            handicap: Handicap::default(),
            random_stones: false,
            styles: 1,
            archive: 0,
        }
    }
}

/// One who plays an opening.
#[derive(Clone, Copy)]
pub enum Side<'a> {
    /// By a network.
    Mind(&'a Mind),
    /// The static player, in this style.
    Static(Style),
}

/// Black's leads without komi by two ways of counting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leads {
    /// Territory and prisoners.
    pub japanese: f64,
    /// Stones and territory.
    pub area: f64,
}

/// Where games are played, one after the other, with all that is used again.
pub struct Table<'m> {
    static_players: [StaticPlayer; Style::ALL.len()],
    finisher: Finisher,
    room: Room,
    model: Option<&'m Model>,
}

impl<'m> Table<'m> {
    /// The model is for those who finish games by [`Finish::Judge`].
    pub fn new(model: Option<&'m Model>) -> Table<'m> {
        Table {
            static_players: Style::ALL.map(StaticPlayer::new),
            finisher: Finisher::default(),
            room: Room::default(),
            model,
        }
    }

    /// Black's leads, without komi, after an opening by these two from here, on average over all ways in
    /// which it is finished. Under [`Finish::Judge`]
    /// both are what is expected by Japanese rules.
    pub fn play(
        &mut self,
        sides: ByColor<Side<'_>>,
        mut position: Position,
        fitness: &Fitness,
        dice: &mut Dice,
    ) -> Leads {
        for _ in 0..OPENING {
            let point = match sides[position.to_play()] {
                Side::Static(style) => self.static_players[style as usize].pick(&position, dice),
                Side::Mind(mind) => {
                    // The board is 13x13.
                    let chosen = mind.choose(&position, fitness.illegal, &mut self.room, dice);
                    chosen.ok().flatten()
                }
            };
            position.play_unchecked(point.map_or(Move::Pass, Move::Place));
        }
        let judged = match (fitness.finish, self.model) {
            (Finish::Judge, Some(model)) => {
                let game = Game::from_position(position.clone(), RuleSet::Japanese.into());
                model.black_lead(&Question::of(&game)).ok()
            }
            _ => None,
        };
        if let Some(lead) = judged {
            return Leads { japanese: lead, area: lead };
        }
        let finishes = fitness.finishes.max(1);
        let mut sum = QuickLeads::default();
        for _ in 0..finishes {
            let mut end = position.clone();
            self.finisher.play_out(&mut end, dice);
            let QuickLeads { japanese, area } = self.finisher.count(&end);
            sum = QuickLeads { japanese: sum.japanese + japanese, area: sum.area + area };
        }
        let mean = |sum: i32| f64::from(sum) / f64::from(finishes);
        Leads { japanese: mean(sum.japanese), area: mean(sum.area) }
    }
}

/// The board that games begin from: empty but for stones ahead, and then the other side moves first.
fn start(own: Color, stones: u32) -> Position {
    let mut setup = Setup::from(&Position::empty(SIZE));
    let places = handicap::places(SIZE, stones as usize).unwrap_or_default();
    for &place in &places {
        setup.stones[place] = Some(own);
    }
    setup.to_play = if places.is_empty() { Color::Black } else { !own };
    Position::try_from(setup).unwrap_or(Position::empty(SIZE))
}

/// Each side puts a random stone, not on the first two lines.
pub(super) fn put_random_stones(position: &mut Position, dice: &mut Dice) {
    let is_free = |point: &Point| {
        let (column, row) = SIZE.xy(*point);
        let is_inside = column.min(row) >= 2 && column.max(row) + 2 < SIZE.width();
        is_inside && position.stone(*point).is_none()
    };
    let mut points: Vec<Point> = SIZE.points().filter(is_free).collect();
    for _ in Color::BOTH {
        let point = points.swap_remove(dice.below(points.len() as u32) as usize);
        position.play_unchecked(Move::Place(point));
    }
}

/// A generation that is to be measured.
pub struct Trial<'a> {
    /// Those who are measured.
    pub minds: &'a [Mind],
    /// Those they play against besides the static players.
    pub archive: &'a [Mind],
    /// How.
    pub fitness: Fitness,
    /// Their generation.
    pub generation: u32,
    /// The seed of all games.
    pub seed: u64,
    /// For [`Finish::Judge`].
    pub model: Option<&'a Model>,
}

impl Trial<'_> {
    /// How many games each of the minds plays.
    pub fn games_each(&self) -> usize {
        2 * self.fitness.games as usize * self.opponents().len()
    }

    /// Whom they play against.
    fn opponents(&self) -> Vec<Side<'_>> {
        let styles = Style::ALL.into_iter().take(self.fitness.styles as usize);
        styles.map(Side::Static).chain(self.archive.iter().map(Side::Mind)).collect()
    }

    /// The fitness of each of the minds, the mean of its leads; on any number of threads the same. In
    /// the same game all of them meet the same dice.
    pub fn run(&self) -> Vec<f64> {
        let opponents = self.opponents();
        let each = self.games_each();
        let stones = self.fitness.handicap.stones_in(self.generation);
        let starts = ByColor::from_fn(|own| start(own, stones));
        let games = (0..self.minds.len() * each).into_par_iter();
        let leads: Vec<f64> = games
            .map_init(
                || Table::new(self.model),
                |table, at| {
                    let (individual, game) = (at / each, at % each);
                    let own = Color::BOTH[game % 2];
                    let opponent = opponents[(game / 2) % opponents.len()];
                    let mut sides = ByColor::from_fn(|_| opponent);
                    sides[own] = Side::Mind(&self.minds[individual]);
                    let item = |game: usize| (u64::from(self.generation) << 16) | game as u64;
                    let mut start = starts[own].clone();
                    if self.fitness.random_stones {
                        // The same for both colours.
                        let mut dice = Dice::new(self.seed.rotate_left(16), item(game / 2));
                        put_random_stones(&mut start, &mut dice);
                    }
                    // Other dice than those of the mutations.
                    let mut dice = Dice::new(!self.seed, item(game));
                    let lead = table.play(sides, start, &self.fitness, &mut dice);
                    f64::from(own.sign()) * lead.japanese
                },
            )
            .collect();
        leads.chunks(each).map(|leads| leads.iter().sum::<f64>() / each as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::evolved::{Design, Experiment, Plies};
    use aji_judge::Library;
    use aji_judge::library::FIELD;

    const DESIGN: Design =
        Design { experiment: Experiment::One, plies: Plies::One, balance: false };

    fn mind(seed: u64) -> Mind {
        let mut dice = Dice::new(seed, 0);
        let weights: Vec<f32> =
            (0..DESIGN.weight_count()).map(|_| 0.2 * dice.normal() as f32).collect();
        Mind::new(DESIGN, &weights).unwrap()
    }

    #[test]
    fn threads_change_nothing_and_the_same_mind_is_as_fit_twice() {
        let minds = [mind(1), mind(2), mind(1)];
        let archive = [mind(3)];
        let fitness = Fitness { archive: 1, ..Fitness::default() };
        let trial = |generation: u32| {
            let (minds, archive) = (&minds[..], &archive[..]);
            Trial { minds, archive, fitness, generation, seed: 5, model: None }
        };
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| trial(7).run())
        };
        let found = with(1);
        assert_eq!(found, with(3));
        // All meet the same dice.
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
        // Other generations have other games.
        assert_ne!(found, trial(8).run());
        assert_eq!(trial(7).games_each(), 4);
    }

    #[test]
    fn random_stones_are_one_of_each_side_and_inside() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..40 {
            // With and without stones ahead.
            let start = start(Color::White, 4 * (number % 2));
            let mut position = start.clone();
            put_random_stones(&mut position, &mut Dice::new(1, number.into()));
            assert_eq!(position.to_play(), start.to_play());
            let is_new = |point: &Point| position.stone(*point) != start.stone(*point);
            let stones: Vec<Point> = SIZE.points().filter(is_new).collect();
            for &point in &stones {
                let (column, row) = SIZE.xy(point);
                assert!((2..11).contains(&column) && (2..11).contains(&row));
                assert_eq!(start.stone(point), None);
            }
            let colors: std::collections::HashSet<Option<Color>> =
                stones.iter().map(|&point| position.stone(point)).collect();
            assert_eq!((stones.len(), colors.len()), (2, 2));
            seen.insert(stones);
        }
        assert!(seen.len() > 35);
    }

    #[test]
    fn random_stones_make_other_games() {
        let minds = [mind(1), mind(2)];
        let run = |random_stones: bool, generation: u32| {
            let fitness = Fitness { random_stones, games: 2, ..Fitness::default() };
            Trial { minds: &minds, archive: &[], fitness, generation, seed: 5, model: None }.run()
        };
        assert_eq!(run(true, 1), run(true, 1));
        assert_ne!(run(true, 1), run(false, 1));
    }

    #[test]
    fn neither_colour_is_favoured() {
        let (one, other) = (mind(1), mind(2));
        let mut table = Table::new(None);
        let mut lead = |black: &Mind, white: &Mind, start: Color| {
            let sides = ByColor { black: Side::Mind(black), white: Side::Mind(white) };
            let mut setup = Setup::from(&Position::empty(SIZE));
            setup.to_play = start;
            let position = Position::try_from(setup).unwrap();
            table.play(sides, position, &Fitness::default(), &mut Dice::new(1, 1))
        };
        // The same game with the colours exchanged: whoever is Black moves first, or whoever is White.
        let played = lead(&one, &other, Color::Black);
        let swapped = lead(&other, &one, Color::White);
        assert_eq!((played.japanese, played.area), (-swapped.japanese, -swapped.area));
    }

    #[test]
    fn the_judge_counts_without_further_moves() {
        let model = Library::built_in().get(&FIELD).ok();
        let fitness = Fitness { finish: Finish::Judge, ..Fitness::default() };
        let minds = [mind(1)];
        let trial = Trial {
            minds: &minds,
            archive: &[],
            fitness,
            generation: 0,
            seed: 1,
            model: model.as_deref(),
        };
        let [found] = trial.run()[..] else { panic!("one") };
        assert!(found.abs() < SIZE.area() as f64);
        // Expected points are no whole numbers, as counted ones are.
        assert!((2.0 * found).fract() != 0.0);
    }

    #[test]
    fn handicaps_shrink_to_nothing() {
        let handicap = Handicap { stones: 4, until: 100 };
        let stones: Vec<u32> = (0..120).map(|generation| handicap.stones_in(generation)).collect();
        assert_eq!(
            [0, 24, 25, 26, 50, 75, 99, 100, 119].map(|at| stones[at]),
            [4, 4, 3, 3, 2, 1, 1, 0, 0]
        );
        assert!(stones.is_sorted_by(|one, other| one >= other));
        assert_eq!(Handicap::default().stones_in(0), 0);
        for own in Color::BOTH {
            let position = start(own, 3);
            let stones = SIZE.points().filter(|&point| position.stone(point) == Some(own)).count();
            assert_eq!((stones, position.to_play()), (3, !own));
            // One stone ahead is nothing but the first move, and both sides have that in turn.
            assert_eq!(start(own, 1).to_play(), Color::Black);
        }
    }
}

//! What the deep network learns from: positions with a teacher's labels, and any other position of the same games.

use super::loss::Target;
use crate::games::End;
use crate::labels::LabelledGame;
use crate::teacher::{Lesson, Lessons, TaughtGame};
use aji_judge::Dice;
use aji_judge::deep::Planes;
use aji_judge::judgement::{Question, Recent};
use aji_rules::scoring::Terms;
use aji_rules::{Field, Move, Size, Symmetry};
use std::collections::HashMap;
use std::sync::Arc;

/// A position as the network sees it, and what it should say.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it sees.
    pub planes: Planes,
    /// What it should say.
    pub target: Target,
}

/// Lessons of one kind.
struct Class {
    lessons: Lessons,
    /// How often it is drawn from, compared to others.
    weight: f64,
    /// Whose each point was at the end of each game, where that is known.
    owners: Vec<Option<Arc<Field<i8>>>>,
    /// The lessons to learn from, and those that are held back.
    open: Vec<u32>,
    held_back: Vec<u32>,
    /// The games to learn from, those with known owners first; and how many of those there are.
    games: Vec<u32>,
    owned: usize,
}

/// All there is to learn from.
#[derive(Default)]
pub struct Course {
    classes: Vec<Class>,
    total: f64,
    /// So many of the classes, the first, were there from the beginning.
    given: usize,
}

/// Of so many positions one is not a teacher's but any of a game: the moves that were played, who won, and whose
/// the points were.
const ONE_PLAIN_IN: u32 = 3;
/// Of so many of those one is the last position of a counted game, after both have passed: it tells which stones are
/// dead when nothing is played any more.
const ONE_OVER_IN: u32 = 6;
/// How much a move that was played counts beside a teacher's policy, and an outcome beside its owners.
const PLAYED: f32 = 0.5;
const CAME_TRUE: f32 = 0.5;

/// What is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    class: usize,
    /// Which game, and how many moves of it are on the board.
    game: usize,
    moves: usize,
    /// The teacher's label, if it is one.
    lesson: Option<usize>,
    /// Whether both have passed.
    is_over: bool,
    symmetry: Symmetry,
}

impl Course {
    /// Of lessons with their weights. `labels` tell how some of the games ended.
    pub fn new(lessons: Vec<(Lessons, f64)>, labels: &[LabelledGame]) -> Course {
        let known: HashMap<&[Move], &LabelledGame> =
            labels.iter().map(|label| (label.moves(), label)).collect();
        let mut course = Course::default();
        for (lessons, weight) in lessons {
            course.classes.extend(Class::new(lessons, weight, &known));
        }
        course.given = course.classes.len();
        course.total = course.classes.iter().map(|class| class.weight).sum();
        course
    }

    /// Takes these lessons of the network's own games beside those of the beginning, in the place of own games that were
    /// there before. They are this share of what is learned from. Of those that are held back nothing is told, so that
    /// measures before and after can be compared.
    pub fn take_own_games(&mut self, lessons: Lessons, share: f64) {
        self.classes.truncate(self.given);
        let given: f64 = self.classes.iter().map(|class| class.weight).sum();
        let mut own: Vec<Class> = by_size(lessons)
            .into_iter()
            .filter_map(|lessons| Class::new(lessons, 1.0, &HashMap::new()))
            .collect();
        let count: f64 = own.iter().map(|class| class.weight).sum();
        // Without other lessons they are all there is.
        let wanted = if given > 0.0 { given * share / (1.0 - share) } else { count };
        for class in &mut own {
            class.weight *= wanted / count;
            class.held_back.clear();
        }
        self.classes.extend(own);
        self.total = self.classes.iter().map(|class| class.weight).sum();
    }

    /// Whether there is nothing to learn from.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// How many lessons there are to learn from, and how many are held back.
    pub fn lessons(&self) -> (usize, usize) {
        let sum = |count: fn(&Class) -> usize| self.classes.iter().map(count).sum();
        (sum(|class| class.open.len()), sum(|class| class.held_back.len()))
    }

    /// How many games, and of how many the owners are known.
    pub fn games(&self) -> (usize, usize) {
        let sum = |count: fn(&Class) -> usize| self.classes.iter().map(count).sum();
        (sum(|class| class.games.len()), sum(|class| class.owned))
    }

    /// Tells all that is learned from, piece by piece, to make a fingerprint of.
    pub fn describe(&self, mut tell: impl FnMut(&[u8])) {
        for class in &self.classes {
            tell(&class.weight.to_le_bytes());
            for (game, owners) in class.lessons.games.iter().zip(&class.owners) {
                let text = format!("{:?} {:?} {:?}", game.komi, game.ending, owners.is_some());
                tell(text.as_bytes());
                for &mv in &game.moves {
                    tell(game.size.move_text(mv).as_bytes());
                }
            }
            for lesson in &class.lessons.lessons {
                let Lesson { game, moves, win, lead, .. } = lesson;
                tell(format!("{game} {moves} {win} {lead}").as_bytes());
            }
        }
    }

    /// A few positions of boards of one size.
    pub fn draw(&self, count: usize, dice: &mut Dice) -> Vec<Draw> {
        let mut at = dice.unit() * self.total;
        let class = self.classes.iter().position(|class| {
            at -= class.weight;
            at < 0.0
        });
        let Some(class) = class.or(self.classes.len().checked_sub(1)) else { return Vec::new() };
        let below = |dice: &mut Dice, count: usize| dice.below(count.max(1) as u32) as usize;
        let mut draws = Vec::with_capacity(count);
        let mut size = None;
        while draws.len() < count {
            let one = &self.classes[class];
            let symmetry = Symmetry::ALL[below(dice, 8)];
            let draw = if dice.below(ONE_PLAIN_IN) == 0 {
                // What became of the points is worth most, and there are more such positions than time.
                let among = if one.owned > 0 { one.owned } else { one.games.len() };
                let game = one.games[below(dice, among)] as usize;
                let last = one.lessons.games[game].moves.len();
                let is_over = one.owners[game].is_some() && dice.below(ONE_OVER_IN) == 0;
                if !is_over && one.lessons.games[game].is_searched() {
                    one.draw(class, one.open[below(dice, one.open.len())] as usize, symmetry)
                } else {
                    let moves = if is_over { last } else { below(dice, last + 1) };
                    Draw { class, game, moves, lesson: None, is_over, symmetry }
                }
            } else {
                let lesson = one.open[below(dice, one.open.len())] as usize;
                one.draw(class, lesson, symmetry)
            };
            let of = one.lessons.games[draw.game].size;
            // Boards of one size go together; a class has one size, or nearly so.
            if *size.get_or_insert(of) == of {
                draws.push(draw);
            }
        }
        draws
    }

    /// So many of the positions held back of every class, spread over its games.
    pub fn held_back(&self, count: usize) -> Vec<Draw> {
        let of = |(class, one): (usize, &Class)| {
            let step = (one.held_back.len() / count.max(1)).max(1);
            let chosen = one.held_back.iter().step_by(step).take(count);
            chosen
                .map(|&lesson| one.draw(class, lesson as usize, Symmetry::ALL[0]))
                .collect::<Vec<_>>()
        };
        self.classes.iter().enumerate().flat_map(of).collect()
    }

    /// Positions that tell how far scores scatter, so many of a game, and by how much the mover won in the end. The
    /// games were counted and held back, or are a teacher's own: of these no result is learned.
    pub fn counted(&self, a_game: usize) -> Vec<(Draw, f32)> {
        let (mut draws, symmetry) = (Vec::new(), Symmetry::ALL[0]);
        for (class, one) in self.classes.iter().enumerate() {
            let mut last = HashMap::new();
            last.extend(one.lessons.lessons.iter().map(|lesson| (lesson.game as usize, lesson)));
            for (game, taught) in one.lessons.games.iter().enumerate() {
                let black_lead = match taught.ending {
                    Some((_, End::Counted(lead))) if taught.is_held_back => {
                        Some(lead.halves() as f32 / 2.0)
                    }
                    Some(_) => None,
                    None => last.get(&game).and_then(|lesson| final_lead(taught, lesson)),
                };
                let Some(black_lead) = black_lead else { continue };
                let at = |nth: usize| taught.moves.len() * (2 * nth + 1) / (2 * a_game);
                let draw = |nth| {
                    let (moves, lesson, is_over) = (at(nth), None, false);
                    let lead = if moves.is_multiple_of(2) { black_lead } else { -black_lead };
                    (Draw { class, game, moves, lesson, is_over, symmetry }, lead)
                };
                draws.extend((0..a_game).map(draw));
            }
        }
        draws
    }

    /// The board's shape.
    pub fn size(&self, draw: &Draw) -> Size {
        self.classes[draw.class].lessons.games[draw.game].size
    }

    /// The position and what is known of it.
    pub fn example(&self, draw: &Draw) -> Example {
        let class = &self.classes[draw.class];
        let game = &class.lessons.games[draw.game];
        let lesson = draw.lesson.map(|lesson| &class.lessons.lessons[lesson]);
        example(game, draw, lesson, class.owners[draw.game].as_deref())
    }
}

impl Class {
    /// `None` if there is nothing to learn. `known` tells how some of the games ended.
    fn new(
        lessons: Lessons,
        weight: f64,
        known: &HashMap<&[Move], &LabelledGame>,
    ) -> Option<Class> {
        let owner = |game: &TaughtGame| {
            let label = known.get(&*game.moves).filter(|label| label.owner.size() == game.size);
            game.owners.clone().or_else(|| label.map(|label| label.owner.clone()))
        };
        let owners: Vec<_> = lessons.games.iter().map(owner).collect();
        let (held_back, open): (Vec<u32>, Vec<u32>) = (0..lessons.lessons.len() as u32)
            .partition(|&at| lessons.game(&lessons.lessons[at as usize]).is_held_back);
        let learned = |&at: &u32| {
            let game = &lessons.games[at as usize];
            !game.is_held_back && !game.moves.is_empty()
        };
        let (mut games, others): (Vec<u32>, Vec<u32>) = (0..lessons.games.len() as u32)
            .filter(learned)
            .partition(|&at| owners[at as usize].is_some());
        let owned = games.len();
        games.extend(others);
        let weight = weight * open.len() as f64;
        let is_empty = open.is_empty() || games.is_empty();
        (!is_empty).then_some(Class { lessons, weight, owners, open, held_back, games, owned })
    }

    fn draw(&self, class: usize, lesson: usize, symmetry: Symmetry) -> Draw {
        let Lesson { game, moves, .. } = self.lessons.lessons[lesson];
        Draw {
            class,
            game: game as usize,
            moves: usize::from(moves),
            lesson: Some(lesson),
            is_over: false,
            symmetry,
        }
    }
}

/// Lessons apart by the sizes of their boards, in the order in which these come.
fn by_size(lessons: Lessons) -> Vec<Lessons> {
    let mut sizes: Vec<(Size, Lessons)> = Vec::new();
    let mut places = Vec::with_capacity(lessons.games.len());
    for game in lessons.games {
        let known = sizes.iter().position(|(size, _)| *size == game.size);
        let class = known.unwrap_or(sizes.len());
        if class == sizes.len() {
            sizes.push((game.size, Lessons::default()));
        }
        let games = &mut sizes[class].1.games;
        places.push((class, games.len() as u32));
        games.push(game);
    }
    for mut lesson in lessons.lessons {
        let class;
        (class, lesson.game) = places[lesson.game as usize];
        sizes[class].1.lessons.push(lesson);
    }
    sizes.into_iter().map(|(_, lessons)| lessons).collect()
}

/// By how much Black won a teacher's own game, if both have passed and the teacher is in no doubt about any point.
fn final_lead(game: &TaughtGame, last: &Lesson) -> Option<f32> {
    let [.., Move::Pass, Move::Pass] = *game.moves else { return None };
    let is_last = usize::from(last.moves) + 2 >= game.moves.len();
    if !is_last || last.owners().any(|owner| owner.abs() < 0.5) {
        return None;
    }
    let position = game.position_after(game.moves.len());
    let question = Question {
        position: &position,
        rules: game.rules.into(),
        terms: Terms { komi: game.komi, ..Terms::default() },
        is_over: true,
        recent: Recent::BOTH_PASSED,
    };
    let owners = Field::from_fn(game.size, |point| f64::from(last.owner(point.index()).signum()));
    Some(question.expected_black_lead(&owners) as f32)
}

fn example(
    game: &TaughtGame,
    &Draw { moves, is_over, symmetry, .. }: &Draw,
    lesson: Option<&Lesson>,
    owners: Option<&Field<i8>>,
) -> Example {
    let size = game.size;
    let position = game.position_after(moves);
    let terms = Terms { komi: game.komi, ..Terms::default() };
    let question = Question {
        position: &position,
        rules: game.rules.into(),
        terms,
        is_over,
        // Who counts a board need not know how it came about.
        recent: if is_over { Recent::BOTH_PASSED } else { Recent::of_moves(&game.moves[..moves]) },
    };
    let planes = Planes::of(&question);
    let sign = position.to_play().sign() as f32;
    let mut target = Target {
        extras: sign * question.expected_black_lead(&Field::filled(size, 0.0)) as f32,
        ..Target::default()
    };
    // Where each point goes; a pass stays.
    let mut turned: Vec<usize> =
        size.points().map(|point| symmetry.point(size, point).index()).collect();
    turned.push(size.area());
    if let Some(lesson) = lesson {
        let total: f32 = lesson.policy().map(|(_, chance)| chance).sum();
        let soft = lesson.policy().map(|(at, chance)| (turned[at], chance / total.max(1e-6)));
        target.policy = soft.collect();
        target.owners = vec![0.0; size.area()];
        for (index, owner) in lesson.owners().enumerate() {
            target.owners[turned[index]] = (1.0 + sign * owner) / 2.0;
        }
        target.lead = Some(sign * lesson.lead);
        if game.ending.is_none() {
            target.won = Some((1.0 + sign * (2.0 * lesson.win - 1.0)) / 2.0);
        }
    }
    if let Some(&mv) = game.moves.get(moves)
        && !game.is_searched()
    {
        let at = match mv {
            Move::Place(point) => symmetry.point(size, point).index(),
            Move::Pass => size.area(),
        };
        mix_played(&mut target.policy, at);
    }
    if let Some(owners) = owners {
        target.outcome = vec![0; size.area()];
        for (point, owner) in owners.iter() {
            target.outcome[symmetry.point(size, point).index()] = sign as i8 * owner;
        }
        let share = if target.owners.is_empty() { 1.0 } else { CAME_TRUE };
        target.owners.resize(size.area(), 0.0);
        for (wanted, &owner) in target.owners.iter_mut().zip(&target.outcome) {
            *wanted += share * ((1.0 + f32::from(owner)) / 2.0 - *wanted);
        }
    }
    if let Some((winner, end)) = game.ending {
        target.won = Some(f32::from(u8::from(winner == position.to_play())));
        match end {
            End::Counted(lead) => {
                target.score = Some(sign * lead.halves() as f32 / 2.0);
                target.lead = if is_over { target.score } else { target.lead };
            }
            End::Resigned => target.is_resigned = true,
        }
    }
    Example { planes: planes.turned(symmetry), target }
}

/// A move that was played gets its share beside the teacher's policy, or all if there is none.
fn mix_played(policy: &mut Vec<(usize, f32)>, played: usize) {
    let share = if policy.is_empty() { 1.0 } else { PLAYED };
    policy.iter_mut().for_each(|(_, chance)| *chance *= 1.0 - share);
    match policy.iter_mut().find(|(at, _)| *at == played) {
        Some((_, chance)) => *chance += share,
        None => policy.push((played, share)),
    }
}

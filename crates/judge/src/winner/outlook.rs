//! The network outlook: who will win, by how much, and who will own each point.
//!
//! One network for every move of the game. It sees each point as the side to move does: liberties and
//! ladders of the chain there, the line, what several influence maps and the territory model say of
//! it; a layer of the network (see [`aji_net::mesh`]) shows it its neighbours, its chain or empty
//! region, and the board. Nothing tells Black from White but komi and nothing left from right, so
//! a turned board has the same chances and exchanged colours have exchanged ones.

use crate::evaluate::{Evaluation, Prospects};
use crate::features;
use crate::influence::{Bouzy, Cross, Distance, Influence};
use crate::judgement::Question;
use crate::ladder;
use crate::library::{FIELD, Library};
use crate::territory::Model;
use crate::territory::belief::{Method, Propagation};
use aji_net::mesh::{Case, Graph, Head, Mesh, Parts, Relation, Shape, Workspace};
use aji_net::{ModelFile, ModelFileError};
use aji_rules::pass_alive::pass_alive;
use aji_rules::ruleset::{Scoring, Suicide};
use aji_rules::{ByColor, Color, Field, HalfPoints, Point, Position, Size};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The board it was trained for.
pub const SIZE: Size = Size::NINETEEN;
/// How many numbers it sees of each point.
pub const FEATURES: usize = 26;
/// How many numbers it sees of the whole game.
pub const GLOBALS: usize = 9;

/// What it sees of each point. Of a pair, the first is the mover's and the second the other's.
mod feature {
    pub const EMPTY: usize = 0;
    /// A stone whose chain has one liberty; two, three and more are behind it.
    pub const ONE_LIBERTY: [usize; 2] = [1, 5];
    pub const LOST_IN_LADDER: [usize; 2] = [9, 10];
    pub const CATCHABLE_IN_LADDER: [usize; 2] = [11, 12];
    pub const KO: usize = 13;
    /// The second, third and fourth line are behind it.
    pub const FIRST_LINE: usize = 14;
    pub const TERRITORY: usize = 18;
    pub const CROSS: usize = 19;
    pub const BOUZY: usize = 20;
    pub const DISTANCE: usize = 21;
    pub const PASS_ALIVE: usize = 22;
    pub const PART_SIZE: usize = 23;
    pub const LIBERTIES: [usize; 2] = [24, 25];
}

/// Its shape.
pub const SHAPE: Shape = Shape {
    features: FEATURES,
    globals: GLOBALS,
    channels: 32,
    blocks: 4,
    hidden: 48,
    head: Head::Values,
};

/// Where the phases are among the globals: behind who plays against komi and the expected score, before prisoners.
const FIRST_PHASE: usize = 2;

/// Stones played in the middle of each phase that it tells apart.
pub const PHASES: [f32; 5] = [30.0, 80.0, 130.0, 180.0, 230.0];

/// Makes cases of positions.
#[derive(Clone, Debug)]
pub struct Sight {
    territory: Arc<Model>,
    graph: Graph,
}

impl Sight {
    /// With the territory model that is built in.
    pub fn new() -> Option<Sight> {
        let near = |of: fn(Size, Point) -> &'static [Point]| {
            let indices = |point| of(SIZE, point).iter().map(|near| near.index() as u16).collect();
            let neighbours: Vec<Vec<u16>> = SIZE.points().map(indices).collect();
            Relation::new(&neighbours, 4)
        };
        Some(Sight {
            territory: Library::built_in().get(&FIELD).ok()?,
            graph: Graph::new([near(Size::neighbours)?, near(Size::diagonals)?])?,
        })
    }

    /// Which points are near which.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What the network is asked; `None` for a board of another size.
    pub fn case(&self, question: &Question<'_>) -> Option<Case> {
        let position = question.position;
        if position.size() != SIZE {
            return None;
        }
        let mover = position.to_play();
        let sign = mover.sign() as f32;
        let ising = self.territory.ising(position);
        let means = QUICK.run(&ising).moments.means;
        let owned = means.values().iter().sum::<f64>() as f32;
        let extras = black_extras(question);
        let parts = Vec::from(position.size().parts(|point| position.stone(point)).0.into_values());
        let features = features(position, &means, &parts);
        let captures = position.captures();
        let stones = position.stone_count();
        let played = stones.black + stones.white + captures.black + captures.white;
        let prisoners = |color: Color| (captures[color] as f32 / 10.0).min(5.0);
        // Who plays against komi: in games as it knows them, and where there is none, Black.
        let against_komi = if question.terms.komi < HalfPoints::ZERO { -sign } else { sign };
        let mut globals = vec![against_komi, sign * (owned + extras) / 20.0];
        globals.extend(phases_after(played as f32));
        globals.extend([prisoners(mover), prisoners(!mover)]);
        Some(Case { features, parts: Parts::new(parts), globals, offset: sign * extras })
    }
}

/// The network with what it learned.
pub struct Outlook {
    sight: Sight,
    weights: Vec<f32>,
    /// What its log odds are multiplied by in each phase, so that chances are as good as they say.
    certainty: [f32; PHASES.len()],
    /// Rooms to work in, for as many threads as ever worked at once.
    rooms: Mutex<Vec<Workspace>>,
}

const KIND: &str = "outlook";
const WEIGHTS: &str = "weights";
const CERTAINTY: &str = "certainty";

impl Outlook {
    /// With these weights; `None` if they are not as many as there should be, or one is not finite.
    pub fn new(weights: Vec<f32>, certainty: [f32; PHASES.len()]) -> Option<Outlook> {
        let finite = weights.iter().chain(&certainty).all(|number| number.is_finite());
        let fits = finite && weights.len() == SHAPE.weights();
        fits.then_some(Outlook {
            sight: Sight::new()?,
            weights,
            certainty,
            rooms: Mutex::default(),
        })
    }

    /// What it says of a position; `None` on a board that it does not know.
    pub fn see(&self, question: &Question<'_>) -> Option<Evaluation> {
        let case = self.sight.case(question)?;
        // A thread that panicked left its room in no bad state: it is filled anew each time.
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut room = rooms().pop().unwrap_or_default();
        let answer = Mesh::new(&SHAPE, &self.weights).values(self.sight.graph(), &case, &mut room);
        let sign = f64::from(question.position.to_play().sign());
        let odds = f64::from(answer.whole * self.certainty(&case));
        let owner = |point: Point| sign * f64::from((answer.nodes[point.index()] / 2.0).tanh());
        let seen = Evaluation {
            prospects: Prospects::Heads {
                black_lead: sign * f64::from(answer.amount),
                black_win_probability: 1.0 / (1.0 + (-sign * odds).exp()),
            },
            ownership: Some(Field::from_fn(SIZE, owner)),
            policy: None,
        };
        rooms().push(room);
        Some(seen)
    }

    /// The chance that Black wins; `None` on a board that it does not know.
    pub fn black_wins(&self, question: &Question<'_>) -> Option<f64> {
        self.see(question)?.black_win_probability()
    }

    fn certainty(&self, case: &Case) -> f32 {
        self.certainty
            .iter()
            .zip(phase_shares(case))
            .map(|(certainty, share)| certainty * share)
            .sum()
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Outlook, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        file.check(KIND, features::OUTLOOK, &SHAPE.words())?;
        let weights = file.numbers(WEIGHTS, SHAPE.weights())?.to_vec();
        let mut certainty = [0.0; PHASES.len()];
        certainty.copy_from_slice(file.numbers(CERTAINTY, PHASES.len())?);
        Outlook::new(weights, certainty).ok_or_else(|| ModelFileError::Missing(WEIGHTS.to_string()))
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        ModelFile::new(KIND, features::OUTLOOK, &SHAPE.words())
            .with(WEIGHTS, self.weights.clone())
            .with(CERTAINTY, self.certainty.to_vec())
    }
}

impl Clone for Outlook {
    fn clone(&self) -> Outlook {
        Outlook {
            sight: self.sight.clone(),
            weights: self.weights.clone(),
            certainty: self.certainty,
            rooms: Mutex::default(),
        }
    }
}

impl fmt::Debug for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outlook({})", SHAPE.words())
    }
}

/// More rounds hardly change what is seen.
const QUICK: Propagation = Propagation { method: Method::Loopy, most_rounds: 30, tolerance: 1e-3 };

/// What is added to the points that Black owns less those that White does: komi, and under territory
/// rules the stones that White played more.
fn black_extras(question: &Question<'_>) -> f32 {
    let (position, terms) = (question.position, &question.terms);
    let komi = terms.komi.halves() as f32 / 2.0;
    let bonus = question.rules.handicap_points(terms.handicap) as f32;
    let (stones, captures) = (position.stone_count(), position.captures());
    let played = ByColor::from_fn(|color| (stones[color] + captures[!color]) as f32);
    match question.rules.scoring {
        Scoring::Territory => played.white - played.black - komi - bonus,
        Scoring::Area => -komi - bonus,
    }
}

/// How much each phase counts in a case.
pub fn phase_shares(case: &Case) -> [f32; PHASES.len()] {
    std::array::from_fn(|phase| case.globals[FIRST_PHASE + phase])
}

/// How much each phase counts: full in its middle, in between a share of the two next to it.
fn phases_after(played: f32) -> [f32; PHASES.len()] {
    let place = ((played - PHASES[0]) / (PHASES[1] - PHASES[0])).clamp(0.0, 4.0);
    std::array::from_fn(|phase| (1.0 - (place - phase as f32).abs()).max(0.0))
}

fn features(position: &Position, means: &Field<f64>, parts: &[u16]) -> Vec<f32> {
    let size = position.size();
    let mover = position.to_play();
    let sign = mover.sign() as f32;
    let cross = Cross::GEOMETRIC.field(position);
    let bouzy = Bouzy::TERRITORY.field(position);
    let distance = Distance::NEAREST.field(position);
    let held = ByColor::from_fn(|color| {
        let held = pass_alive(position, color, Suicide::Forbidden);
        held.stones | held.territory
    });
    let mut sizes = vec![0_u16; size.area()];
    parts.iter().for_each(|&part| sizes[usize::from(part)] += 1);
    let mut features = vec![0.0; size.area() * FEATURES];
    for (point, row) in size.points().zip(features.chunks_exact_mut(FEATURES)) {
        match position.chain_at(point) {
            None => row[feature::EMPTY] = 1.0,
            Some(chain) => {
                let other = usize::from(chain.color() != mover);
                let liberties = chain.liberty_count();
                row[feature::ONE_LIBERTY[other] + liberties.min(4) - 1] = 1.0;
                row[feature::LIBERTIES[other]] = (liberties as f32).ln() / 3.0;
            }
        }
        if position.ko() == Some(point) {
            row[feature::KO] = 1.0;
        }
    }
    for chain in position.chains().filter(|chain| chain.liberty_count() <= 2) {
        let ladder = ladder::read(position, chain.head());
        let other = usize::from(chain.color() != mover);
        for stone in chain.stones() {
            let row = &mut features[stone.index() * FEATURES..][..FEATURES];
            row[feature::LOST_IN_LADDER[other]] = f32::from(u8::from(ladder.is_lost));
            row[feature::CATCHABLE_IN_LADDER[other]] = f32::from(u8::from(ladder.is_catchable));
        }
    }
    for (point, row) in size.points().zip(features.chunks_exact_mut(FEATURES)) {
        let line = size.line(point);
        if line <= 4 {
            row[feature::FIRST_LINE + line - 1] = 1.0;
        }
        row[feature::TERRITORY] = sign * means[point] as f32;
        row[feature::CROSS] = sign * (cross[point] / 20.0).clamp(-2.0, 2.0);
        row[feature::BOUZY] = sign * (bouzy[point] / 20.0).clamp(-2.0, 2.0);
        row[feature::DISTANCE] = sign * (distance[point] / 10.0).clamp(-2.0, 2.0);
        row[feature::PASS_ALIVE] = match (held[mover].contains(point), held[!mover].contains(point))
        {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => 0.0,
        };
        row[feature::PART_SIZE] = f32::from(sizes[usize::from(parts[point.index()])]).ln() / 6.0;
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::judgement::Recent;
    use crate::library::OUTLOOK;
    use aji_rules::scoring::Terms;
    use aji_rules::symmetry::{SwapColors, Turn};
    use aji_rules::testing::random_position;
    use aji_rules::{RuleSet, Symmetry};

    fn outlook() -> Outlook {
        let mut dice = Dice::new(5, 0);
        let weights = SHAPE.begin(|| dice.unit());
        let noise = weights.iter().map(|weight| weight + 0.1 * (dice.unit() as f32 - 0.5));
        Outlook::new(noise.collect(), [1.0, 0.9, 1.1, 1.0, 0.8]).unwrap()
    }

    fn played(moves: usize) -> Position {
        let dice = &mut Dice::new(3, moves as u64);
        random_position(SIZE, moves, |bound| dice.below(bound))
    }

    fn asked(position: &Position, komi: i32) -> Question<'_> {
        let terms = Terms { komi: HalfPoints::from_halves(komi), ..Terms::default() };
        Question {
            position,
            rules: RuleSet::Japanese.into(),
            terms,
            is_over: false,
            recent: Recent::NONE,
        }
    }

    fn wins(evaluation: &Evaluation) -> f64 {
        evaluation.black_win_probability().unwrap()
    }

    fn lead(evaluation: &Evaluation) -> f64 {
        evaluation.black_lead().unwrap()
    }

    fn owners(evaluation: &Evaluation) -> &Field<f64> {
        evaluation.ownership.as_ref().unwrap()
    }

    #[test]
    fn turned_boards_have_the_same_chances() {
        let outlook = outlook();
        for moves in [0, 37, 150, 290] {
            let position = played(moves);
            let plain = outlook.see(&asked(&position, 13)).unwrap();
            for symmetry in Symmetry::ALL {
                let turned = outlook.see(&asked(&position.turned(symmetry), 13)).unwrap();
                assert!((wins(&plain) - wins(&turned)).abs() < 1e-4);
                assert!((lead(&plain) - lead(&turned)).abs() < 1e-2);
                for point in SIZE.points() {
                    let other = owners(&turned)[symmetry.point(SIZE, point)];
                    assert!((owners(&plain)[point] - other).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn exchanged_colours_have_exchanged_chances() {
        let outlook = outlook();
        for moves in [1, 80, 222] {
            let position = played(moves);
            let plain = outlook.see(&asked(&position, 13)).unwrap();
            let other = outlook.see(&asked(&position.colors_swapped(), -13)).unwrap();
            assert!((wins(&plain) + wins(&other) - 1.0).abs() < 1e-4);
            assert!((lead(&plain) + lead(&other)).abs() < 1e-2);
            assert_ne!(wins(&plain), 0.5);
        }
    }

    #[test]
    fn the_more_komi_the_less_black_wins() {
        let outlook = Library::built_in().get(&OUTLOOK).unwrap();
        for moves in [20, 100, 200] {
            let position = played(moves);
            let chance = |komi: i32| outlook.black_wins(&asked(&position, komi)).unwrap();
            let chances = [0, 1, 13, 15, 30, 60, 120].map(chance);
            assert!(chances.is_sorted_by(|a, b| a >= b), "{moves}: {chances:?}");
        }
    }

    #[test]
    fn every_point_is_of_one_part() {
        let position = played(120);
        let (parts, _) = position.size().parts(|point| position.stone(point));
        for point in SIZE.points() {
            for &near in SIZE.neighbours(point) {
                let same = position.stone(point) == position.stone(near);
                assert_eq!(same, parts[point] == parts[near]);
            }
        }
    }

    #[test]
    fn phases_add_up() {
        for played in 0..400 {
            let shares = phases_after(played as f32);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{played}: {shares:?}");
        }
        assert_eq!(phases_after(105.0), [0.0, 0.5, 0.5, 0.0, 0.0]);
    }

    #[test]
    fn the_file_gives_it_back() {
        let outlook = outlook();
        let read = Outlook::read(&outlook.file().write().unwrap()).unwrap();
        let position = played(50);
        let chance = |outlook: &Outlook| outlook.black_wins(&asked(&position, 13));
        assert_eq!(chance(&read), chance(&outlook));
        let other = ModelFile::new(KIND, features::OUTLOOK, "mesh 1").write().unwrap();
        let said = Outlook::read(&other).unwrap_err().to_string();
        assert!(said.contains("`mesh 1`, where `mesh 26+9-32x4-48-2` is wanted"), "{said}");
        assert!(outlook.black_wins(&asked(&Position::empty(Size::NINE), 13)).is_none());
    }

    #[test]
    fn the_territory_model_is_the_one_that_it_was_trained_with() {
        let field = Library::built_in().get(&FIELD).unwrap();
        let bits = field.weights().iter().flat_map(|&weight| (weight as f32).to_le_bytes());
        let hash = bits.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        assert_eq!(
            hash, 11_416_565_768_956_618_225,
            "it sees the board through `field`: train `outlook` anew"
        );
    }
}

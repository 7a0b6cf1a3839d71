//! What is the final score? Which stones are dead, what is counted, or why it cannot be counted yet.
//!
//! A [`Scorer`] says of every group whether it is alive, dead or in seki, and why: what is certain
//! (Benson's algorithm) goes before what a reader proves, that before what eyes tell and what is read between groups with
//! two eyes, and that before what the territory model and random games make likely. Then it counts by the rules of the
//! question. Whoever has passed changes nothing, a turned board has the turned answer and exchanged colours the
//! exchanged one.
//!
//! Where something is still to be played the answer is that the board is [not ready](FinalScore::open): it
//! names the open points and who should play there. The count is given all the same: open borders are closed, and
//! what is doubtful is taken to be what it most likely is.
//!
//! ```
//! use aji_judge::judgement::Question;
//! use aji_judge::Library;
//! use aji_judge::score::Scorer;
//! use aji_rules::{Diagram, Game, Position, RuleSet, Setup};
//!
//! let drawing = "..XO.\n.OXO.\n.XXO.\n..XO.\n..XO.";
//! let diagram: Diagram = drawing.parse().unwrap();
//! let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
//! let game = Game::from_position(position, RuleSet::Japanese.into());
//! let score = Scorer::of(&Library::built_in()).unwrap().score(&Question::of(&game)).unwrap();
//! assert!(score.is_ready());
//! assert_eq!(score.dead.len(), 1);
//! assert_eq!(score.black_lead.to_string(), "5");
//! ```

mod borders;
mod closing;
mod consistent;
pub mod dead_stones;
mod eyes;
pub mod facts;
mod fates;
mod fight;
pub mod groups;
mod proof;
mod reading;
mod seki;
mod shapes;
mod witness;

use borders::Borders;
pub use borders::Teire;
pub use dead_stones::DeadStones;
pub use fates::Reason;
pub use groups::ScoredGroup;

use crate::judgement::{JudgeError, Question};
use crate::library::{DEAD_STONES, Library, LibraryError};
use crate::life::LifeStatus;
use crate::territory::{Form, Model, ModelName};
use aji_rules::ruleset::{HandicapBonus, Scoring, Tax};
use aji_rules::scoring::{Count, count_with_seki};
use aji_rules::{Color, Field, HalfPoints, Outcome, Point, PointSet, Rules, Size};
use fates::fates;
use std::fmt;
use std::sync::Arc;
use witness::Witnesses;

/// A chain that is neither dead nor alive with more than this is not settled.
const DOUBT: f64 = 0.06;

/// Before points are owned as surely as this on average, a board is not ready to be counted. On small boards less is
/// sure.
const SETTLED: f64 = 0.9;
const SETTLED_SMALL: f64 = 0.7;
/// At a glance, as the game stands and before both have passed, so much of it is enough to look closer, which takes a
/// while.
const GLANCE: f64 = 0.8;
const SMALL: usize = 13 * 13;

/// Says what the final score is.
#[derive(Clone, Debug)]
pub struct Scorer {
    territory: Arc<Model>,
    dead_stones: Arc<DeadStones>,
}

/// What a point is in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointStatus {
    /// A stone that is alive, dead or in seki.
    Stone(LifeStatus),
    /// An empty point that somebody surrounds.
    Territory(Color),
    /// An empty point that nobody surrounds.
    Dame,
}

/// As GTP has it: `alive`, `dead`, `seki`, `black_territory`, `white_territory` or `dame`.
impl fmt::Display for PointStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PointStatus::Stone(status) => status.fmt(f),
            PointStatus::Territory(Color::Black) => f.pad("black_territory"),
            PointStatus::Territory(Color::White) => f.pad("white_territory"),
            PointStatus::Dame => f.pad("dame"),
        }
    }
}

/// Something that is still to be played before the board can be counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// Where.
    pub points: PointSet,
    /// What.
    pub what: OpenKind,
    /// Who should play there; `None` if whoever comes first has it.
    pub by: Option<Color>,
}

/// What is still to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenKind {
    /// The border between the two is not closed.
    Border,
    /// Stones of which nobody can say whether they are dead.
    Group,
    /// A protective move inside territory, where it costs a point.
    Teire,
    /// Neutral points, where the rules make each worth a point.
    Dame,
}

/// The final score of a board as it stands. Positive is Black's.
#[derive(Clone, Debug)]
pub struct FinalScore {
    /// Every group of stones, in board order, with its fate and the reason.
    pub groups: Vec<ScoredGroup>,
    /// The stones that are taken off.
    pub dead: PointSet,
    /// Stones in seki and what they surround.
    pub seki: PointSet,
    /// Empty points that are nobody's.
    pub dame: PointSet,
    /// Protective moves that must still be added.
    pub teire: Vec<Teire>,
    /// What is still to be played; empty if the board is ready to be counted.
    pub open: Vec<Open>,
    /// The count by the rules of the question, with what teire cost where they cost something.
    pub count: Count,
    /// Black's lead by that count, komi and all.
    pub black_lead: HalfPoints,
    /// Black's lead if living stones and what they surround are counted.
    pub black_lead_by_area: HalfPoints,
    /// Black's lead if what is surrounded and prisoners are counted.
    pub black_lead_by_territory: HalfPoints,
    /// How surely every point is Black's (1) or White's (-1), as the witnesses say.
    pub ownership: Field<f64>,
    statuses: Field<PointStatus>,
}

impl Scorer {
    /// With these models.
    pub fn new(territory: Arc<Model>, dead_stones: Arc<DeadStones>) -> Scorer {
        Scorer { territory, dead_stones }
    }

    /// With the deep network and the model of dead stones.
    pub fn of(library: &Library) -> Result<Scorer, LibraryError> {
        Ok(Scorer::new(Model::of(ModelName::Deep, library)?, library.get(&DEAD_STONES)?))
    }

    /// Who says whose the points are.
    pub fn territory(&self) -> &Model {
        &self.territory
    }

    /// The final score, if nothing is left to be played. `ownership` is what the model `by` says of the board at a
    /// glance: if much is open, that is enough to know. Models that are less sure of finished boards than
    /// [`territory`](Scorer::territory) are not asked, so that a board is ready whoever judges it.
    pub fn ready(
        &self,
        question: &Question<'_>,
        by: &Model,
        ownership: &Field<f64>,
    ) -> Result<Option<FinalScore>, JudgeError> {
        let sees_as_much = matches!(by.form(), Form::Deep(_)) || *by == *self.territory;
        let is_settled = match sees_as_much {
            true => is_settled(ownership, GLANCE),
            false => is_settled(&self.territory.ownership(question)?, GLANCE),
        };
        if !is_settled {
            return Ok(None);
        }
        Ok(Some(self.score(question)?).filter(FinalScore::is_ready))
    }

    /// Scores a board.
    pub fn score(&self, question: &Question<'_>) -> Result<FinalScore, JudgeError> {
        let position = question.position;
        let heard = Witnesses::of(&self.territory, question)?;
        let mut fates = fates(question, &heard, &self.dead_stones);
        consistent::settle(position, &mut fates, |dead| {
            count_with_seki(position, dead, &PointSet::EMPTY, question.rules, question.terms).owner
        });
        let dead = fates
            .iter()
            .filter(|fate| fate.status == LifeStatus::Dead)
            .fold(PointSet::EMPTY, |all, fate| all | fate.stones);
        let count_by = |rules: Rules, seki: &PointSet| {
            count_with_seki(position, &dead, seki, rules, question.terms)
        };
        let owner = count_by(question.rules, &PointSet::EMPTY).owner;
        let living = seki::living_groups(&owner, &fates);
        let seki_stones = seki::among_the_living(&owner, &living);
        seki::settle(&mut fates, &living, &seki_stones);
        let in_seki = fates
            .iter()
            .filter(|fate| fate.status == LifeStatus::Seki)
            .fold(PointSet::EMPTY, |all, fate| all | fate.stones);

        let ownership = heard.ownership();
        let borders = Borders::of(&owner, &ownership);
        let owner = &borders.owner;
        let teire = borders::teire(position, owner, &fates);
        let mut count = count_by(question.rules, &in_seki);
        let mut by_area = count_by(area(question.rules), &in_seki).black_lead;
        let mut by_territory = count_by(territory(question.rules), &in_seki).black_lead;
        // What is behind a border that is taken to be closed counts as if it were.
        for color in Color::BOTH {
            let points = borders.closed_in(color);
            count.territory[color] += points as u32;
            let worth = HalfPoints::from_points(color.sign() * points as i32);
            for lead in [&mut count.black_lead, &mut by_area, &mut by_territory] {
                *lead += worth;
            }
        }
        count.owner = owner.clone();
        let teire_costs = |lead: &mut HalfPoints| {
            teire
                .iter()
                .for_each(|teire| *lead = *lead - HalfPoints::from_points(teire.color.sign()));
        };
        teire_costs(&mut by_territory);
        let is_territory = question.rules.scoring == Scoring::Territory;
        if is_territory {
            teire_costs(&mut count.black_lead);
            for teire in &teire {
                let points = &mut count.territory[teire.color];
                *points = points.saturating_sub(1);
            }
        }

        let groups = groups::groups(position, &fates, &living);
        let mut open = open(question, &borders, &dead, &count.seki, &groups, &teire, &ownership);
        if open.is_empty() && !is_settled(&heard.thought, 1.0) {
            let least = settled(position.size());
            let is_unsure = |point: &Point| {
                position.stone(*point).is_none() && heard.thought[*point].abs() < least
            };
            let points: PointSet = position.size().points().filter(is_unsure).collect();
            if !points.is_empty() {
                open.push(Open { points, what: OpenKind::Border, by: None });
            }
        }
        let dame = owner.iter().filter(|(_, owner)| owner.is_none()).map(|(point, _)| point);
        let doubtful = borders.doubtful(position, &dead, &ownership);
        let status = |point: Point| match (position.stone(point), owner[point]) {
            (Some(_), _) if dead.contains(point) => PointStatus::Stone(LifeStatus::Dead),
            (Some(_), _) if count.seki.contains(point) => PointStatus::Stone(LifeStatus::Seki),
            (Some(_), _) => PointStatus::Stone(LifeStatus::Alive),
            (None, surrounds) => {
                let is_doubtful = doubtful.iter().any(|region| region.contains(point));
                let color = if is_doubtful { likely(ownership[point]) } else { surrounds };
                color.map_or(PointStatus::Dame, PointStatus::Territory)
            }
        };
        let statuses = Field::from_fn(position.size(), status);
        Ok(FinalScore {
            groups,
            dead,
            seki: count.seki,
            dame: dame.collect(),
            teire,
            open,
            black_lead: count.black_lead,
            count,
            black_lead_by_area: by_area,
            black_lead_by_territory: by_territory,
            ownership,
            statuses,
        })
    }
}

impl FinalScore {
    /// Whether nothing is left to be played.
    pub fn is_ready(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether all borders are closed: what nobody has is dame.
    pub fn is_played_out(&self) -> bool {
        !self.open.iter().any(|open| open.what == OpenKind::Border)
    }

    /// The board's shape.
    pub fn size(&self) -> Size {
        self.statuses.size()
    }

    /// What a point is in the end.
    pub fn status(&self, point: Point) -> PointStatus {
        self.statuses[point]
    }

    /// Who wins by how much.
    pub fn outcome(&self) -> Outcome {
        Outcome::from_black_lead(self.black_lead)
    }

    /// Whether area and territory give the game to different players.
    pub fn depends_on_counting(&self) -> bool {
        let winner = |lead| Outcome::from_black_lead(lead).winner();
        winner(self.black_lead_by_area) != winner(self.black_lead_by_territory)
    }
}

/// How surely points are owned on average on a board that is ready to be counted.
fn settled(size: Size) -> f64 {
    if size.area() > SMALL { SETTLED } else { SETTLED_SMALL }
}

/// Whether points are owned so surely that the board may be ready to be counted, with so much of what that takes.
fn is_settled(ownership: &Field<f64>, share: f64) -> bool {
    let size = ownership.size();
    let sure: f64 = ownership.values().iter().map(|owner| owner.abs()).sum();
    sure >= share * settled(size) * size.area() as f64
}

/// Whose a point is likely to be while borders are open.
fn likely(ownership: f64) -> Option<Color> {
    match ownership {
        owned if owned > 0.5 => Some(Color::Black),
        owned if owned < -0.5 => Some(Color::White),
        _ => None,
    }
}

/// The rules, but counting area as China does.
fn area(rules: Rules) -> Rules {
    match rules.scoring {
        Scoring::Area => rules,
        Scoring::Territory => {
            let handicap_bonus = HandicapBonus::Zero;
            Rules { scoring: Scoring::Area, tax: Tax::None, handicap_bonus, ..rules }
        }
    }
}

/// The rules, but counting territory as Japan does.
fn territory(rules: Rules) -> Rules {
    match rules.scoring {
        Scoring::Territory => rules,
        Scoring::Area => Rules { scoring: Scoring::Territory, tax: Tax::Seki, ..rules },
    }
}

fn open(
    question: &Question<'_>,
    borders: &Borders,
    dead: &PointSet,
    seki: &PointSet,
    groups: &[ScoredGroup],
    teire: &[Teire],
    ownership: &Field<f64>,
) -> Vec<Open> {
    let size = question.position.size();
    let either = |what: OpenKind, points: PointSet| Open { points, what, by: None };
    let mut open = Vec::new();
    open.extend(borders.gaps().map(|gap| either(OpenKind::Border, gap)));
    let doubtful = borders.doubtful(question.position, dead, ownership);
    // Eyes in seki look like nobody's to the witnesses.
    let doubtful = doubtful.into_iter().filter(|region| !region.is_subset(seki));
    let unsure = |region: PointSet| -> PointSet {
        let agrees = |point: Point| {
            likely(ownership[point]).is_some_and(|color| borders.owner[point] == Some(color))
        };
        region.iter().filter(|&point| !agrees(point)).collect()
    };
    open.extend(doubtful.map(|region| either(OpenKind::Border, unsure(region))));
    for group in groups {
        let is_contradicted = group.status == LifeStatus::Dead
            && group.stones.iter().any(|stone| borders.owner[stone] != Some(!group.color));
        if group.doubt() > DOUBT || is_contradicted {
            open.push(either(OpenKind::Group, group.stones));
        }
    }
    match question.rules.scoring {
        Scoring::Territory => open.extend(teire.iter().map(|teire| Open {
            points: PointSet::from_iter([teire.point]),
            what: OpenKind::Teire,
            by: Some(teire.color),
        })),
        Scoring::Area => {
            // Nobody plays on the liberties that a seki hangs on.
            let is_free =
                |point: &Point| !size.neighbours(*point).iter().any(|&next| seki.contains(next));
            let dame: PointSet = borders.dame.iter().filter(is_free).collect();
            if !dame.is_empty() {
                open.push(either(OpenKind::Dame, dame));
            }
        }
    }
    open
}

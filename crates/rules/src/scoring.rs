//! Counting a finished board, given which stones are dead.
//!
//! Which stones are dead is for players, or for a judge, to say. What remains is a matter of rules:
//! empty regions that touch one colour only are that colour's, others are dame. Under rules that
//! give no points in seki, groups in seki are found by what tells them from living ones on a
//! finished board: they touch dame and have not room for two eyes. That is a rule of thumb about
//! shapes, not reading; whoever can read tells better, and gives [`count_with_seki`] what it found.

use crate::color::{ByColor, Color};
use crate::field::Field;
use crate::half_points::HalfPoints;
use crate::point::{Point, Size};
use crate::point_set::PointSet;
use crate::position::Position;
use crate::ruleset::{Rules, Scoring, Tax};
use std::collections::BTreeMap;

/// What was agreed besides the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// White's compensation for moving second.
    pub komi: HalfPoints,
    /// How many stones Black got ahead.
    pub handicap: u32,
    /// Who took the button, under rules that have one.
    pub button: Option<Color>,
}

impl Terms {
    /// The same after a pass: the first takes the button, under rules that have one.
    pub fn after_pass(self, rules: Rules, color: Color) -> Terms {
        let button = self.button.or(rules.has_button.then_some(color));
        Terms { button, ..self }
    }
}

/// The count of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Who owns each point: living stones, and what they surround. `None` is dame.
    pub owner: Field<Option<Color>>,
    /// Stones in seki and what they surround.
    pub seki: PointSet,
    /// Living stones on the board.
    pub stones: ByColor<u32>,
    /// Surrounded points that count: empty ones, and those under dead stones.
    pub territory: ByColor<u32>,
    /// Stones that each colour has captured, the dead ones on the board included.
    pub prisoners: ByColor<u32>,
    /// Points that White gets for handicap stones.
    pub handicap_bonus: u32,
    /// Black's lead, komi and all.
    pub black_lead: HalfPoints,
}

/// Counts a position. A chain is dead as a whole if any of its stones is in `dead`.
pub fn count(position: &Position, dead: &PointSet, rules: Rules, terms: Terms) -> Count {
    counted(position, dead, None, rules, terms)
}

/// Counts a position as [`count`] does, but those groups are in seki all of whose stones are in `seki`,
/// and no others.
pub fn count_with_seki(
    position: &Position,
    dead: &PointSet,
    seki: &PointSet,
    rules: Rules,
    terms: Terms,
) -> Count {
    counted(position, dead, Some(seki), rules, terms)
}

fn counted(
    position: &Position,
    dead: &PointSet,
    known_seki: Option<&PointSet>,
    rules: Rules,
    terms: Terms,
) -> Count {
    let size = position.size();
    let mut living = position.stones();
    let mut prisoners = position.captures();
    let mut stones = ByColor::default();
    for chain in position.chains() {
        if chain.stones().any(|stone| dead.contains(stone)) {
            let taken = &mut prisoners[!chain.color()];
            *taken = taken.saturating_add(chain.len() as u32);
            for stone in chain.stones() {
                living[stone] = None;
            }
        } else {
            stones[chain.color()] += chain.len() as u32;
        }
    }

    let regions = Regions::new(&living);
    let owner = Field::from_fn(size, |point| regions.owner(point));
    let mut seki = PointSet::EMPTY;
    let mut group_tax = ByColor::<u32>::default();
    for group in regions.groups() {
        let eyes = group.eyes(&regions, size);
        let points = group.points(&regions);
        let is_seki = match known_seki {
            Some(known) => group.stones(&regions).is_subset(known),
            None => group.touches_dame && eyes < 2,
        };
        if is_seki {
            seki |= points;
        } else if rules.tax == Tax::All {
            group_tax[group.color] += eyes;
        }
    }
    let territory = ByColor::from_fn(|color| {
        let counts = |point: &Point| {
            living[*point].is_none()
                && owner[*point] == Some(color)
                && (rules.tax == Tax::None || !seki.contains(*point))
        };
        size.points().filter(counts).count() as u32 - group_tax[color]
    });

    let handicap_bonus = rules.handicap_points(terms.handicap);
    let total = |color: Color| -> i64 {
        let rest = match rules.scoring {
            Scoring::Area => stones[color],
            Scoring::Territory => prisoners[color],
        };
        i64::from(territory[color]) + i64::from(rest)
    };
    // A setup may claim any number of captures; nobody will miss points beyond a thousand million.
    let ahead = total(Color::Black) - total(Color::White) - i64::from(handicap_bonus);
    let ahead = HalfPoints::from_points(ahead.clamp(-1 << 29, 1 << 29) as i32);
    let button = HalfPoints::from_halves(terms.button.map_or(0, Color::sign));
    let black_lead = ahead - terms.komi + button;
    Count { owner, seki, stones, territory, prisoners, handicap_bonus, black_lead }
}

/// The board after the dead stones are gone, cut into chains and empty regions.
struct Regions {
    /// The region, chain or empty, of each point.
    of: Field<usize>,
    all: Vec<Region>,
}

struct Region {
    /// The stones' colour; `None` if it is empty.
    color: Option<Color>,
    points: PointSet,
    /// The regions next to it, and chains that are as good as joined to it.
    beside: Vec<usize>,
}

/// Chains of one colour joined by what they surround together.
struct Group {
    color: Color,
    /// Its chains and the regions that are its own.
    regions: Vec<usize>,
    touches_dame: bool,
}

impl Regions {
    fn new(living: &Field<Option<Color>>) -> Regions {
        let size = living.size();
        let (parts, count) = size.parts(|point| living[point]);
        let of = parts.map(|&part| usize::from(part));
        let none = || Region { color: None, points: PointSet::EMPTY, beside: Vec::new() };
        let mut all: Vec<Region> = std::iter::repeat_with(none).take(count).collect();
        for (point, &index) in of.iter() {
            all[index].color = living[point];
            all[index].points.insert(point);
        }
        for (index, region) in all.iter_mut().enumerate() {
            let around = region.points.iter().flat_map(|point| size.neighbours(point));
            region.beside =
                around.map(|&point| of[point]).filter(|&other| other != index).collect();
            region.beside.sort_unstable();
            region.beside.dedup();
        }
        let mut regions = Regions { of, all };
        regions.join_over_dame(size);
        regions
    }

    /// Notes as neighbours the chains of one colour that share two dame points: they are as good as
    /// joined, since the enemy can take only one of the two.
    fn join_over_dame(&mut self, size: Size) {
        let mut shared = BTreeMap::<(usize, usize), u32>::new();
        for point in size.points().filter(|&point| self.owner(point).is_none()) {
            let mut around: Vec<usize> =
                size.neighbours(point).iter().map(|&neighbour| self.of[neighbour]).collect();
            around.sort_unstable();
            around.dedup();
            for (nth, &one) in around.iter().enumerate() {
                for &other in &around[nth + 1..] {
                    let color = self.all[one].color;
                    if color.is_some() && color == self.all[other].color {
                        *shared.entry((one, other)).or_default() += 1;
                    }
                }
            }
        }
        for ((one, other), _) in shared.into_iter().filter(|&(_, points)| points >= 2) {
            self.all[one].beside.push(other);
            self.all[other].beside.push(one);
        }
    }

    fn owner(&self, point: Point) -> Option<Color> {
        self.owner_of(self.of[point])
    }

    /// The colour of stones; of an empty region the one colour that it touches.
    fn owner_of(&self, index: usize) -> Option<Color> {
        let region = &self.all[index];
        let mut around = region.beside.iter().filter_map(|&other| self.all[other].color);
        region.color.or_else(|| around.next().filter(|first| around.all(|color| color == *first)))
    }

    /// Whether a surrounded point only holds chains together: the enemy has two of its diagonals, or
    /// one at the edge.
    fn is_false_eye(&self, index: usize, size: Size) -> bool {
        let region = &self.all[index];
        let owner = self.owner_of(index);
        let (Some(point), true) = (region.points.iter().next(), region.beside.len() > 1) else {
            return false;
        };
        let diagonals = size.diagonals(point);
        let is_enemy = |&&diagonal: &&Point| {
            let color = self.all[self.of[diagonal]].color;
            color.is_some() && color != owner
        };
        diagonals.iter().filter(is_enemy).count() >= if diagonals.len() < 4 { 1 } else { 2 }
    }

    fn groups(&self) -> Vec<Group> {
        let mut seen = vec![false; self.all.len()];
        let mut groups = Vec::new();
        for (start, region) in self.all.iter().enumerate() {
            let (Some(color), false) = (region.color, seen[start]) else {
                continue;
            };
            seen[start] = true;
            let mut group = Group { color, regions: vec![start], touches_dame: false };
            let mut next = 0;
            while let Some(&index) = group.regions.get(next) {
                next += 1;
                for &other in &self.all[index].beside {
                    match self.owner_of(other) {
                        None => group.touches_dame = true,
                        Some(owner) if owner == color && !seen[other] => {
                            seen[other] = true;
                            group.regions.push(other);
                        }
                        Some(_) => {}
                    }
                }
            }
            groups.push(group);
        }
        groups
    }
}

impl Group {
    fn points(&self, regions: &Regions) -> PointSet {
        self.regions.iter().fold(PointSet::EMPTY, |all, &index| all | regions.all[index].points)
    }

    fn stones(&self, regions: &Regions) -> PointSet {
        let chains = self.regions.iter().map(|&index| &regions.all[index]);
        chains
            .filter(|region| region.color.is_some())
            .fold(PointSet::EMPTY, |all, region| all | region.points)
    }

    /// How many eyes there is room for, up to two: a surrounded region is one eye if it is of up to
    /// three points or a square of four, else two; a point that will have to be filled is none.
    fn eyes(&self, regions: &Regions, size: Size) -> u32 {
        let room = |index: &usize| {
            let region = &regions.all[*index];
            match region.points.len() {
                _ if region.color.is_some() => 0,
                1 if regions.is_false_eye(*index, size) => 0,
                0..=3 => 1,
                4 if is_square_four(&region.points, size) => 1,
                _ => 2,
            }
        };
        self.regions.iter().map(room).sum::<u32>().min(2)
    }
}

fn is_square_four(points: &PointSet, size: Size) -> bool {
    let inside = |neighbour: &&Point| points.contains(**neighbour);
    points.iter().all(|point| size.neighbours(point).iter().filter(inside).count() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use crate::testing::drawn;

    /// Draws a board with dead stones in small letters and gives Black's lead without komi.
    fn lead(rules: RuleSet, drawing: &str) -> String {
        let (position, dead) = board(drawing);
        count(&position, &dead, rules.into(), Terms::default()).black_lead.to_string()
    }

    fn board(drawing: &str) -> (Position, PointSet) {
        let (setup, dead) = drawn(drawing);
        (setup.try_into().unwrap(), dead)
    }

    #[test]
    fn walls_and_dead_stones() {
        // (area, territory)
        let cases = [
            // Nothing is nobody's.
            ("... ... ...", "0", "0"),
            // One stone owns the board.
            ("... .X. ...", "9", "8"),
            // A wall each, one dame column.
            (".X.O. .X.O. .X.O. .X.O. .X.O.", "0", "0"),
            // Black is a column ahead.
            ("..XO. ..XO. ..XO. ..XO. ..XO.", "5", "5"),
            // A dead stone is territory and a prisoner.
            ("..XO. .oXO. ..XO. ..XO. ..XO.", "5", "6"),
            // A chain is dead as a whole.
            ("..XO. .oXO. .OXO. ..XO. ..XO.", "5", "7"),
        ];
        for (drawing, area, territory) in cases {
            assert_eq!(lead(RuleSet::TrompTaylor, drawing), area, "{drawing}");
            assert_eq!(lead(RuleSet::Japanese, drawing), territory, "{drawing}");
        }
    }

    /// Black's corner group with one eye and White's with one eye share two liberties.
    const SEKI: &str = ".XO.OX... \
                        XXO.OX... \
                        .XOOOX... \
                        XX.XXX... \
                        XXXX..... \
                        ......... \
                        ......... \
                        ......... \
                        .........";

    #[test]
    fn seki_gives_no_territory_but_area() {
        let (position, dead) = board(SEKI);
        let japanese = count(&position, &dead, RuleSet::Japanese.into(), Terms::default());
        // White's eye of two points does not count; the shared liberty is dame.
        assert_eq!(japanese.territory.white, 0);
        assert_eq!(japanese.seki.len(), 9);
        let chinese = count(&position, &dead, RuleSet::Chinese.into(), Terms::default());
        assert_eq!(chinese.territory.white, 2);
        assert_eq!(japanese.territory.black, chinese.territory.black);
    }

    #[test]
    fn living_groups_beside_dame_keep_their_points() {
        // Two walls of one-point eyes with an open dame line between.
        let drawing = ".X.O. XX.OO .X.O. XX.OO .X.O.";
        assert_eq!(lead(RuleSet::Japanese, drawing), "0");
        let (position, dead) = board(drawing);
        let count = count(&position, &dead, RuleSet::Japanese.into(), Terms::default());
        assert_eq!(count.territory, ByColor { black: 3, white: 3 });
        assert!(count.seki.is_empty());
    }

    #[test]
    fn group_tax_takes_two_points_a_group() {
        let drawing = "..XO. ..XO. ..XO. ..XO. ..XO.";
        assert_eq!(lead(RuleSet::StoneScoring, drawing), "5");
        // White is in two groups here.
        let drawing = "..XO. ..XOO ..XXX ..XOO ..XO.";
        let (position, _) = board(drawing);
        let none = PointSet::EMPTY;
        let area = count(&position, &none, RuleSet::Chinese.into(), Terms::default());
        let taxed = count(&position, &none, RuleSet::StoneScoring.into(), Terms::default());
        assert_eq!(area.territory.black - taxed.territory.black, 2);
        assert_eq!(area.territory.white - taxed.territory.white, 2);
    }

    #[test]
    fn komi_handicap_and_button() {
        let (position, dead) = board("... .X. ...");
        let lead = |set: RuleSet, terms| count(&position, &dead, set.into(), terms).black_lead;
        let komi = HalfPoints::from_halves(15);
        let terms = Terms { komi, handicap: 3, button: None };
        assert_eq!(lead(RuleSet::TrompTaylor, terms).to_string(), "1.5");
        assert_eq!(lead(RuleSet::Chinese, terms).to_string(), "-1.5");
        assert_eq!(lead(RuleSet::Aga, terms).to_string(), "-0.5");
        assert_eq!(lead(RuleSet::Japanese, terms).to_string(), "0.5");
        let pass = |terms: Terms, set: RuleSet, by| terms.after_pass(set.into(), by);
        let button = pass(terms, RuleSet::AgaButton, Color::White);
        assert_eq!(lead(RuleSet::AgaButton, button).to_string(), "-1");
        assert_eq!(pass(button, RuleSet::AgaButton, Color::Black), button);
        assert_eq!(pass(terms, RuleSet::Aga, Color::White), terms);
    }
}

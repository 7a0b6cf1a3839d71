//! Plays games out by the static player and counts them, quickly: for training, where millions are
//! needed.
//!
//! Both are rough beside the arena's: only simple ko is known, and stones are dead that random games
//! say are. What a whole board is worth they tell well enough.

use crate::arena::MatchSettings;
use crate::player::StaticPlayer;
use aji_judge::Dice;
use aji_rules::fast::FastBoard;
use aji_rules::point::MAX_AREA;
use aji_rules::position::Chain;
use aji_rules::{ByColor, Color, Move, PointSet, Position};

/// So many random games are played with either side to begin, and so many if then all is clear.
const RANDOM_GAMES: u32 = 12;
const FIRST_GAMES: u32 = 4;
/// In moves a point; a random game can go round in circles.
const LONGEST_RANDOM_GAME: u32 = 3;
/// A chain is dead that keeps less than this share of its points in random games, in percent.
const DEAD: u32 = 30;
/// With a share in here the first random games are not enough.
const UNCLEAR: std::ops::Range<u32> = 10..60;

/// Plays games out by the static player and counts them.
#[derive(Clone, Debug, Default)]
pub struct Finisher {
    player: StaticPlayer,
}

/// Black's leads without komi, in whole points, by two ways of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuickLeads {
    /// Territory and prisoners; whoever lives in seki keeps its points.
    pub japanese: i32,
    /// Living stones and territory.
    pub area: i32,
}

impl Finisher {
    /// The static player plays both sides from here until two passes in a row, or as many
    /// moves as are customary in matches.
    pub fn play_out(&mut self, position: &mut Position, dice: &mut Dice) {
        let mut passes = 0;
        for _ in 0..MatchSettings::customary_most_moves(position.size()) {
            let mv = self.player.pick(position, dice).map_or(Move::Pass, Move::Place);
            position.play_unchecked(mv);
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            if passes == 2 {
                return;
            }
        }
    }

    /// Counts a board where nobody plays any more: dead stones are taken off first. Whoever is to
    /// move changes nothing.
    pub fn count(&mut self, position: &Position) -> QuickLeads {
        leads(position, &dead(position))
    }
}

/// The stones that random games say are dead. The dice are always the same, so that equal boards
/// have equal answers.
fn dead(position: &Position) -> PointSet {
    let (size, stones) = (position.size(), position.stones_by_row());
    let start = FastBoard::from(position);
    let mut kept = [0_u32; MAX_AREA];
    let mut play = |pairs: std::ops::Range<u32>| {
        // The same dice for both, so that with colours exchanged all is the same.
        for (pair, color) in pairs.flat_map(|pair| Color::BOTH.map(|color| (pair, color))) {
            let mut dice = Dice::new(0, pair.into());
            let mut board = start.clone().with_to_play(color);
            let longest = LONGEST_RANDOM_GAME * size.area() as u32;
            board.play_out(longest, &mut |bound| dice.below(bound));
            board.owners().enumerate().for_each(|(index, owner)| {
                kept[index] += u32::from(owner == stones[index]);
            });
        }
        kept
    };
    // What a chain keeps of its points in so many pairs of games, in percent.
    let share = |chain: Chain<'_>, kept: &[u32; MAX_AREA], pairs: u32| {
        let kept: u32 = chain.stones().map(|stone| kept[stone.index()]).sum();
        100 * kept / (2 * pairs * chain.len() as u32)
    };
    let (mut pairs, mut kept) = (FIRST_GAMES, play(0..FIRST_GAMES));
    if position.chains().any(|chain| UNCLEAR.contains(&share(chain, &kept, pairs))) {
        (pairs, kept) = (RANDOM_GAMES, play(FIRST_GAMES..RANDOM_GAMES));
    }
    let is_dead = |chain: &Chain<'_>| share(*chain, &kept, pairs) < DEAD;
    position.chains().filter(is_dead).flat_map(Chain::stones).collect()
}

/// Black's leads when these stones are taken off.
fn leads(position: &Position, dead: &PointSet) -> QuickLeads {
    let size = position.size();
    let captures = position.captures();
    let mut prisoners = i64::from(captures.black) - i64::from(captures.white);
    let mut living = ByColor::<PointSet>::default();
    let mut empty = PointSet::EMPTY;
    for point in size.points() {
        match position.stone(point) {
            Some(color) if !dead.contains(point) => _ = living[color].insert(point),
            stone => {
                empty.insert(point);
                prisoners -= stone.map_or(0, |color| i64::from(color.sign()));
            }
        }
    }
    // Black's lead in empty points that are surrounded by one colour.
    let lead = |region: PointSet| {
        let around = region.beside(size);
        let touches = |color: Color| i32::from(!(around & living[color]).is_empty());
        region.len() as i32 * (touches(Color::Black) - touches(Color::White))
    };
    let territory: i32 = empty.components(size).map(lead).sum();
    let stones = living.black.len() as i32 - living.white.len() as i32;
    // A setup may claim any number of captures; nobody will miss points beyond a thousand million.
    let japanese = (i64::from(territory) + prisoners).clamp(-1 << 29, 1 << 29) as i32;
    QuickLeads { japanese, area: stones + territory }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::scoring::{self, Terms};
    use aji_rules::testing::position;
    use aji_rules::{RuleSet, Setup, Size};

    /// Boards at the end of games, the same for the same size.
    fn ends(size: Size) -> impl Iterator<Item = Position> {
        let mut finisher = Finisher::default();
        (0..20).map(move |game| {
            let mut position = Position::empty(size);
            finisher.play_out(&mut position, &mut Dice::new(3, game));
            position
        })
    }

    fn swapped(position: &Position) -> Position {
        let setup = Setup::from(position);
        let captures = setup.captures.swapped();
        let stones = setup.stones.map(|stone| stone.map(|color| !color));
        Position::try_from(Setup { stones, captures, ..setup }).unwrap()
    }

    #[test]
    fn counts_as_the_rules_do() {
        let mut checked = 0;
        for position in [Size::NINE, Size::THIRTEEN].into_iter().flat_map(ends) {
            let dead = dead(&position);
            for dead in [dead, PointSet::EMPTY] {
                let count = |rules: RuleSet| {
                    scoring::count(&position, &dead, rules.into(), Terms::default())
                };
                let points = |rules| count(rules).black_lead.halves() / 2;
                let leads = leads(&position, &dead);
                assert_eq!(leads.area, points(RuleSet::Chinese), "{position:?}");
                if count(RuleSet::Japanese).seki.is_empty() {
                    checked += 1;
                    assert_eq!(leads.japanese, points(RuleSet::Japanese), "{position:?}");
                }
            }
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn exchanged_colours_exchange_the_leads() {
        let mut finisher = Finisher::default();
        for position in ends(Size::NINE) {
            let QuickLeads { japanese, area } = finisher.count(&position);
            let exchanged = QuickLeads { japanese: -japanese, area: -area };
            assert_eq!(finisher.count(&swapped(&position)), exchanged, "{position:?}");
        }
    }

    #[test]
    fn the_same_board_has_the_same_leads_whoever_counts() {
        let mut finisher = Finisher::default();
        for position in ends(Size::NINE) {
            let leads = finisher.count(&position);
            assert_eq!(Finisher::default().count(&position), leads);
            let other = position.to_play();
            assert_eq!(finisher.count(&position.with_to_play(!other)), leads);
        }
    }

    #[test]
    fn games_end_where_nobody_has_anything_to_gain() {
        for position in ends(Size::NINE) {
            assert_eq!(StaticPlayer::default().best(&position), None);
        }
    }

    #[test]
    fn counts_boards_by_hand() {
        let leads = |drawing: &str| Finisher::default().count(&position(drawing));
        // The white stone on the left cannot live: five points of Black's, one of them with a
        // prisoner, beside three of White's; twelve living stones beside nine.
        let drawing = "..X.O. .OXXOO XXXXO. X.XO.O XXXOOO";
        assert_eq!(leads(drawing), QuickLeads { japanese: 3, area: 5 });
        // Both live, and nobody has the middle.
        let even = ".X.O. XX.OO .X.O. XX.OO .X.O.";
        assert_eq!(leads(even), QuickLeads::default());
        assert_eq!(leads("..... ..... ....."), QuickLeads::default());
    }

    #[test]
    fn prisoners_count_in_territory_alone() {
        let position = position(".X.O. XX.OO .X.O. XX.OO .X.O.");
        let captures = ByColor { black: 3, white: 1 };
        let setup = Setup { captures, ..Setup::from(&position) };
        let position = Position::try_from(setup).unwrap();
        let leads = Finisher::default().count(&position);
        assert_eq!(leads, QuickLeads { japanese: 2, area: 0 });
    }
}

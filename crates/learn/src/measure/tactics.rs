//! How far our reading agrees with that of another program, command by command.

use aji_judge::Dice;
use aji_judge::life::tactics::eyes;
use aji_rules::{Point, Position, Size};
use serde::Serialize;

/// The commands that are compared, all of them GNU Go's.
pub const COMMANDS: [&str; 8] = [
    "attack",
    "defend",
    "connect",
    "disconnect",
    "eval_eye",
    "analyze_semeai",
    "owl_attack",
    "owl_defend",
];

/// Chains with more liberties than these are not asked about,
const MOST_LIBERTIES: usize = 4;
/// nor pairs of chains further apart,
const NEAR: usize = 3;
/// nor races of chains with more liberties.
const MOST_IN_RACE: usize = 5;
/// So many chains, pairs, eyes or races are asked about in a position.
const EACH: usize = 4;

/// Questions about a position, drawn by lot: a command with its vertices.
pub fn questions(position: &Position, dice: &mut Dice) -> Vec<String> {
    let size = position.size();
    let chains: Vec<_> = position.chains().collect();
    let weak = chains.iter().filter(|chain| chain.liberty_count() <= MOST_LIBERTIES);
    let weak: Vec<Vec<Point>> = weak.map(|chain| vec![chain.head()]).collect();
    let (mut friends, mut foes) = (Vec::new(), Vec::new());
    for (index, one) in chains.iter().enumerate() {
        for other in &chains[..index] {
            let apart =
                one.stones().flat_map(|a| other.stones().map(move |b| apart(size, a, b))).min();
            let few = one.liberty_count().max(other.liberty_count()) <= MOST_IN_RACE;
            match apart {
                Some(apart) if one.color() == other.color() && apart <= NEAR => {
                    friends.push(vec![one.head(), other.head()]);
                }
                Some(1) if one.color() != other.color() && few => {
                    foes.push(vec![one.head(), other.head()]);
                }
                _ => {}
            }
        }
    }
    let spaces = size.points().filter(|&point| position.stone(point).is_none());
    let spaces: Vec<Vec<Point>> =
        spaces.filter(|&point| eyes(position, point).is_some()).map(|point| vec![point]).collect();
    let themes: [(&[&str], Vec<Vec<Point>>); 4] = [
        (&["attack", "defend", "owl_attack", "owl_defend"], weak),
        (&["connect", "disconnect"], friends),
        (&["eval_eye"], spaces),
        (&["analyze_semeai"], foes),
    ];
    let mut asked = Vec::new();
    for (commands, about) in themes {
        for points in drawn(about, dice) {
            let names: Vec<String> =
                points.iter().map(|&point| size.vertex(point).to_string()).collect();
            asked.extend(commands.iter().map(|command| format!("{command} {}", names.join(" "))));
        }
    }
    asked
}

fn apart(size: Size, one: Point, other: Point) -> usize {
    let ((x, y), (u, v)) = (size.xy(one), size.xy(other));
    x.abs_diff(u) + y.abs_diff(v)
}

/// A few of these, each as likely.
fn drawn<T>(mut all: Vec<T>, dice: &mut Dice) -> Vec<T> {
    let mut taken = Vec::new();
    while taken.len() < EACH && !all.is_empty() {
        taken.push(all.swap_remove(dice.below(all.len() as u32) as usize));
    }
    taken
}

/// How often both say the same to a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Questions to which both had an answer.
    pub asked: u64,
    /// To which both named the same result, whatever the move.
    pub same_result: u64,
    /// To which the referee said that something can be done.
    pub possible: u64,
    /// To which we said so, too, with the same result.
    pub same_possible: u64,
    /// And with the same move.
    pub same_move: u64,
}

impl Agreement {
    /// Counts two answers to one question.
    pub fn count(&mut self, command: &str, ours: &str, theirs: &str) {
        let result = |answer: &str| -> Vec<String> {
            let numbers = if matches!(command, "eval_eye" | "analyze_semeai") { 2 } else { 1 };
            answer.split_whitespace().take(numbers).map(str::to_string).collect()
        };
        let is_same = result(ours) == result(theirs);
        let is_possible = result(theirs).iter().any(|code| code != "0" && code != "-1");
        let is_same_move = ours.to_lowercase() == theirs.to_lowercase();
        self.asked += 1;
        self.same_result += u64::from(is_same);
        self.possible += u64::from(is_possible);
        self.same_possible += u64::from(is_possible && is_same);
        self.same_move += u64::from(is_possible && is_same_move);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::testing::position;

    #[test]
    fn questions_are_about_what_is_there() {
        let position = position("X.XO. XXXO. OOOX. ..... .X.X.");
        let asked = questions(&position, &mut Dice::new(1, 1));
        assert_eq!(asked, questions(&position, &mut Dice::new(1, 1)));
        let is_known = |question: &String| {
            let mut words = question.split(' ');
            COMMANDS.contains(&words.next().unwrap())
                && words.all(|word| position.size().parse_point(word).is_some())
        };
        assert!(asked.iter().all(is_known), "{asked:?}");
        for command in ["attack", "connect", "analyze_semeai"] {
            assert!(asked.iter().any(|question| question.starts_with(command)), "{asked:?}");
        }
    }

    #[test]
    fn a_move_counts_only_beside_its_result() {
        let mut agreement = Agreement::default();
        agreement.count("attack", "1 A1", "1 a1");
        agreement.count("attack", "1 B1", "1 A1");
        agreement.count("attack", "0", "1 A1");
        agreement.count("attack", "0", "0");
        agreement.count("eval_eye", "1 2 A1 A1", "1 1");
        let expected =
            Agreement { asked: 5, same_result: 3, possible: 4, same_possible: 2, same_move: 1 };
        assert_eq!(agreement, expected);
    }
}

//! How often each judge of the panel is right in each phase of the game: about the winner of the game, and
//! about the owners of its points.
//!
//! Positions of one game are alike, so intervals come from drawing whole games anew.

use super::territory::target;
use crate::cells;
use crate::games::WonGame;
use crate::report::{Column, Report};
use crate::stats::{Forecast, Interval, bootstrap};
use aji_judge::evaluate::Evaluation;
use aji_judge::judgement::{Question, Recent};
use aji_judge::panel::Panel;
use aji_judge::winner::Phase;
use aji_rules::scoring::Terms;
use aji_rules::{Field, RuleSet};
use rayon::prelude::*;

/// How a judge did in one phase of one game.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    winner: Share,
    owner: Share,
}

/// How many were right of how many; halves where the judge had no favourite.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    right: f64,
    of: f64,
}

impl Share {
    fn add(&mut self, other: Share) {
        self.right += other.right;
        self.of += other.of;
    }
}

/// The tallies of a game, by judge and by phase.
type Tallies = Vec<[Tally; Phase::ALL.len()]>;

const COLUMNS: [Column; 6] = [
    Column::new("judge"),
    Column::json("phase"),
    Column::new("games"),
    Column::named("right about the winner", "winner").percent(1),
    Column::json("labelled"),
    Column::named("right about points", "owner").percent(1),
];

/// Asks the panel after so many moves of each game, and measures: a table for every phase, with a row for every judge
/// that had something to say. The same for any number of threads; `on_each` is called, in no order, when a game is
/// done.
pub fn measure(
    panel: &Panel,
    games: &[WonGame],
    moves: &[usize],
    rules: RuleSet,
    seed: u64,
    on_each: impl Fn() + Sync,
) -> Report {
    let one = |game: &WonGame| {
        let tallies = tallies(panel, game, moves, rules);
        on_each();
        tallies
    };
    let games: Vec<Tallies> = games.par_iter().map(one).collect();
    let judges: Vec<&str> = panel.members().map(|member| member.name).collect();
    let mut report = Report::new(COLUMNS);
    for (at, phase) in Phase::ALL.into_iter().enumerate() {
        let moves = moves.iter().filter(|&&number| Phase::of(number) == phase);
        let moves: Vec<String> = moves.map(usize::to_string).collect();
        if moves.is_empty() {
            continue;
        }
        report.begin(format!("The {phase}, after moves {}", moves.join(", ")));
        let row = |(judge, name): (usize, &&str)| {
            let of_games = |part: fn(&Tally) -> Share| -> Vec<Share> {
                let shares = games.iter().map(|game| part(&game[judge][at]));
                shares.filter(|share| share.of > 0.0).collect()
            };
            let winner = of_games(|tally| tally.winner);
            let owner = of_games(|tally| tally.owner);
            let (winners, owners) = (figure(&winner, seed), figure(&owner, seed));
            let row = cells![*name, phase.to_string(), winner.len(), winners, owner.len(), owners];
            (!winner.is_empty()).then_some(row)
        };
        let rows: Vec<_> = judges.par_iter().enumerate().filter_map(row).collect();
        rows.into_iter().for_each(|row| report.row(row));
    }
    report
}

fn tallies(panel: &Panel, game: &WonGame, moves: &[usize], rules: RuleSet) -> Tallies {
    let mut tallies: Tallies = panel.members().map(|_| Default::default()).collect();
    for &number in moves {
        let Some(position) = game.position_after(number) else { continue };
        let question = Question {
            position: &position,
            rules: rules.into(),
            terms: Terms { komi: game.komi, ..Terms::default() },
            is_over: false,
            recent: Recent::of_moves(&game.moves()[..number]),
        };
        let phase = Phase::ALL.iter().position(|&phase| phase == Phase::of(number));
        for (member, evaluation) in panel.evaluations(&question) {
            let judge = panel.members().position(|other| other == member);
            let (Some(judge), Some(phase)) = (judge, phase) else { continue };
            let tally = &mut tallies[judge][phase];
            tally.winner.add(right_about_winner(&evaluation, game));
            if let (Some(ownership), Some(owner)) = (&evaluation.ownership, &game.owner) {
                tally.owner.add(right_about_owners(ownership, owner));
            }
        }
    }
    tallies
}

fn right_about_winner(evaluation: &Evaluation, game: &WonGame) -> Share {
    let is_right = |color| f64::from(u8::from(color == game.winner));
    let right = evaluation.favourite().map_or(0.5, is_right);
    Share { right, of: 1.0 }
}

/// Neutral points do not count.
fn right_about_owners(ownership: &Field<f64>, owner: &Field<i8>) -> Share {
    let mut share = Share::default();
    for (&owned, &owner) in ownership.values().iter().zip(owner.values()) {
        let forecast = Forecast { probability: (owned + 1.0) / 2.0, target: target(owner) };
        if let Some(right) = forecast.credit() {
            share.add(Share { right, of: 1.0 });
        }
    }
    share
}

/// How many were right in all, and where that would be with other games; `None` without games.
fn figure(games: &[Share], seed: u64) -> Option<(f64, Interval)> {
    let ratio = |indices: &mut dyn Iterator<Item = usize>| {
        let mut all = Share::default();
        indices.for_each(|index| all.add(games[index]));
        all.right / all.of
    };
    let interval = bootstrap(games.len(), seed, |drawn| ratio(&mut drawn.iter().copied()))?;
    // The table is kept under version control, where more digits are noise.
    let short = |share: f64| (share * 1e4).round() / 1e4;
    let interval = Interval { low: short(interval.low), high: short(interval.high) };
    Some((short(ratio(&mut (0..games.len()))), interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::attach_owners;
    use crate::labels::LabelledGame;
    use crate::report::Cell;
    use aji_judge::evaluate::Prospects;
    use aji_judge::{Judges, Library};
    use aji_record::Record;

    /// Black's wall in the third column of 5x5, White's in the fourth.
    fn game(result: &str) -> WonGame {
        let moves: String =
            ["a", "b", "c", "d", "e"].map(|row| format!(";B[c{row}];W[d{row}]")).concat();
        let sgf = format!("(;SZ[5]KM[0.5]RE[{result}]{moves})");
        WonGame::of(&Record::from_sgf(&sgf).unwrap()).unwrap()
    }

    #[test]
    fn what_is_right_is_counted_by_phase() {
        let moves: String = ["a", "b", "c", "d", "e"].map(|row| format!("c{row}d{row}")).concat();
        let ownership = "BBBWW".repeat(5);
        let line = format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"B+4.5"}}"#);
        let mut games = vec![game("B+4.5"); 3];
        games.push(game("W+R"));
        assert_eq!(attach_owners(&mut games, &[LabelledGame::parse(&line).unwrap()]), 4);
        games[3].owner = None;
        let panel = Panel::new(&Judges::built_in(), &Library::built_in()).unwrap();
        let asked = |moves: &[usize]| measure(&panel, &games, moves, RuleSet::Japanese, 1, || ());
        let all = asked(&[10]);
        for row in all.rows() {
            let [_, phase, games, _, labelled, _] = row else { panic!("{row:?}") };
            let expected = cells!["opening", 4_usize, 3_usize];
            assert_eq!([phase.clone(), games.clone(), labelled.clone()], expected[..]);
        }
        let of = |name: &str| all.rows().find(|row| row[0] == name.into());
        let Some([_, _, _, Cell::Estimate(Some(winner)), _, owner]) = of("field") else {
            panic!("the winner is not known")
        };
        // The walls stand: Black leads, and won three games of four.
        assert!(winner.0 == 0.75 && winner.1.low < 0.75 && winner.1.high > 0.75);
        assert_eq!(*owner, (1.0, Interval { low: 1.0, high: 1.0 }).into());
        // Networks do not know the board.
        assert_eq!(of("outlook"), None);
        // A second position of each game makes no more games.
        assert!(asked(&[6, 10]).rows().all(|row| row[2] == 4_usize.into()));
        assert!(asked(&[11]).is_empty());
    }

    #[test]
    fn no_favourite_is_half_right() {
        let right = |prospects: Prospects| {
            let evaluation = Evaluation { prospects, ..Evaluation::default() };
            right_about_winner(&evaluation, &game("B+4.5")).right
        };
        assert_eq!(right(Prospects::Lead(0.0)), 0.5);
        assert_eq!(right(Prospects::Chance(0.4)), 0.0);
        assert_eq!(right(Prospects::Chance(0.6)), 1.0);
    }
}

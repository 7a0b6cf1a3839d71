//! The panel: every opinion is sound on every board, the laws of symmetry hold for all judges that know
//! them, and the measured table covers every judge.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::evaluate::Evaluation;
use aji_judge::judgement::{Question, Recent};
use aji_judge::panel::Panel;
use aji_judge::territory::{Inference, Model, ModelName};
use aji_judge::winner::Phase;
use aji_judge::{JudgeEntry, Judges, Library};
use aji_rules::scoring::Terms;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::{self, random_position_with_eyes};
use aji_rules::{Color, Game, HalfPoints, Position, RuleSet, Size, Symmetry};
use aji_studies::judges::JUDGES;
use proptest::prelude::*;
use std::sync::LazyLock;

static PANEL: LazyLock<Panel> =
    LazyLock::new(|| Panel::new(&Judges::built_in().with(&JUDGES), &Library::built_in()).unwrap());

/// A position after so many random moves; eyes are left alone, so long games have an end.
fn random_position(size: Size, moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    random_position_with_eyes(Position::empty(size), moves, |bound| dice.below(bound))
}

fn question(position: &Position, set: RuleSet, komi_halves: i32) -> Question<'_> {
    let terms = Terms { komi: HalfPoints::from_halves(komi_halves), ..Terms::default() };
    Question { position, rules: set.into(), terms, is_over: false, recent: Recent::NONE }
}

/// With half a stone to come under territory rules, these are the komis without draws. Where a draw may be,
/// rounding decides to which side of it a propagated chance looks.
const NO_DRAW: [(RuleSet, i32); 2] = [(RuleSet::Japanese, 12), (RuleSet::Chinese, 13)];

/// What a judge says, with its name.
type Said = (JudgeEntry, Evaluation);

fn evaluations(position: &Position) -> Vec<Said> {
    let (set, komi) = NO_DRAW[0];
    PANEL.evaluations(&question(position, set, komi))
}

/// What one judge says, if it knows the board.
fn evaluation(name: &str, question: &Question<'_>) -> Option<Evaluation> {
    let all = PANEL.evaluations(question).into_iter();
    all.filter(|(member, _)| member.name == name).map(|(_, evaluation)| evaluation).next()
}

fn names(said: &[Said]) -> Vec<&'static str> {
    said.iter().map(|(member, _)| member.name).collect()
}

fn check((member, evaluation): &Said) {
    let judge = member.name;
    let (lead, chance) = (evaluation.black_lead(), evaluation.black_win_probability());
    assert!(lead.is_some() || chance.is_some(), "{judge}");
    assert_eq!(lead.is_some(), evaluation.ownership.is_some(), "{judge}");
    assert!(lead.is_none_or(f64::is_finite), "{judge}");
    assert!(chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{judge}");
    let owners = evaluation.ownership.iter().flat_map(|field| field.values());
    assert!(owners.into_iter().all(|owner| owner.abs() <= 1.0), "{judge}");
}

/// Who knows neither left from right nor Black from White. The study's networks learned from boards as they
/// were, and drawn outcomes are others on another board.
fn knows_the_laws(judge: &str) -> bool {
    !["nn-influence", "td", "boltzmann5/sw"].contains(&judge)
}

/// The one is the other, seen from Black's side (sign 1) or from White's (sign -1).
fn compare(one: &[Said], other: &[Said], symmetry: Symmetry, sign: f64) {
    assert_eq!(names(one), names(other));
    // The deep network sees through the eyes of the side to move, but it knows left from right.
    let is_judged =
        |judge: &str| knows_the_laws(judge) && (judge != "deep" || symmetry == Symmetry::IDENTITY);
    for ((member, one), (_, other)) in one.iter().zip(other) {
        let judge = member.name;
        if !is_judged(judge) {
            continue;
        }
        let near = |a: f64, b: f64, what: &str| {
            assert!((a - b).abs() < 2e-2, "{what} of {judge}: {a} and {b}");
        };
        if let (Some(a), Some(b)) = (one.black_lead(), other.black_lead()) {
            near(a, sign * b, "lead");
        }
        if let (Some(a), Some(b)) = (one.black_win_probability(), other.black_win_probability()) {
            near(a - 0.5, sign * (b - 0.5), "chance");
        }
        if let (Some(a), Some(b)) = (&one.ownership, &other.ownership) {
            let turned = a.turned(symmetry);
            for (point, &owner) in turned.iter() {
                near(owner, sign * b[point], "owner");
            }
        }
    }
}

fn positions() -> impl Strategy<Value = Position> {
    let any = (1..=11_usize, 1..=11_usize);
    let shapes = prop_oneof![3 => any, 1 => Just((19, 19))];
    (shapes, 0..300_usize, 0..1_000_u64).prop_map(|((width, height), moves, seed)| {
        random_position(Size::new(width, height).unwrap(), moves, seed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn exchanged_colours_negate(position in positions()) {
        let swapped = position.colors_swapped();
        for (set, komi) in NO_DRAW {
            let one = PANEL.evaluations(&question(&position, set, komi));
            one.iter().for_each(check);
            let other = PANEL.evaluations(&question(&swapped, set, -komi));
            compare(&one, &other, Symmetry::IDENTITY, -1.0);
        }
    }

    #[test]
    fn a_turned_board_turns_the_opinions(position in positions(), index in 0..8_usize) {
        let symmetry = Symmetry::ALL[index];
        let turned = position.turned(symmetry);
        compare(&evaluations(&position), &evaluations(&turned), symmetry, 1.0);
    }
}

#[test]
fn every_board_has_opinions_and_the_same_each_time() {
    for (width, height, moves) in [(1, 1, 0), (2, 3, 4), (9, 9, 30), (19, 19, 60), (25, 25, 300)] {
        let position = random_position(Size::new(width, height).unwrap(), moves, 4);
        let said = evaluations(&position);
        assert!(said.len() >= 10, "{width}x{height}: {:?}", names(&said));
        said.iter().for_each(check);
        assert_eq!(said, evaluations(&position));
    }
}

#[test]
fn only_those_speak_who_know_the_board() {
    let speaks = |judge: &str, size: Size, moves: usize| {
        let position = random_position(size, moves, 1);
        evaluation(judge, &question(&position, RuleSet::Japanese, 13)).is_some()
    };
    let (small, large) = (Size::NINE, Size::NINETEEN);
    for network in ["outlook", "nn-influence", "td"] {
        assert!(speaks(network, large, 50) && !speaks(network, small, 10), "{network}");
    }
    // After the opening its networks are silent.
    assert!(!speaks("td", large, 51) && speaks("outlook", large, 51));
    assert!(!speaks("score", large, 100) && !speaks("score", small, 20));
}

#[test]
fn a_finished_board_is_counted() {
    let rows = "...XO....\n.X.XO..O.\nXXXXOOOOO\n...XO....\n..OXO....\n...XO.X..\nXXXXOOOOO\n.X.XO.O..\n...XO....";
    let game = Game::from_position(testing::position(rows), RuleSet::Japanese.into());
    let counted = evaluation("score", &Question::of(&game)).unwrap();
    // Walls with dead stones: Black's 18 points and one prisoner against White's 28 and one.
    assert_eq!(counted.favourite(), Some(Color::White));
    let ownership = counted.ownership.unwrap();
    let dead = Size::NINE.parse_point("G4").unwrap();
    assert_eq!(ownership[dead], -1.0);
    assert!(ownership.values().iter().all(|owner| owner.abs() == 1.0));
}

#[test]
fn drawn_outcomes_are_near_what_is_exact() {
    let model = Model::of(ModelName::Boltzmann5, &Library::built_in()).unwrap();
    for (moves, seed) in [(30, 1), (120, 2), (220, 3)] {
        let position = random_position(Size::NINETEEN, moves, seed);
        let exact = Inference::Exact.moments(&model.ising(&position), 0).unwrap().means;
        let question = question(&position, RuleSet::Japanese, 13);
        let drawn = evaluation("boltzmann5/sw", &question).unwrap().ownership.unwrap();
        let far = exact.values().iter().zip(drawn.values()).map(|(a, b)| (a - b).abs());
        let far = far.sum::<f64>() / 361.0;
        assert!(far < 0.15, "{far} off after {moves} moves");
    }
}

#[test]
fn the_table_covers_every_judge() {
    for member in PANEL.members() {
        let judge = member.name;
        assert!(member.about.ends_with('.') && !member.about.contains("  "), "{judge}");
        let mut phases = 0;
        for phase in Phase::ALL {
            assert_eq!(PANEL.accuracy(member, Size::NINE, phase), None);
            let Some(accuracy) = PANEL.accuracy(member, Size::NINETEEN, phase) else { continue };
            phases += 1;
            assert!(accuracy.games > 0, "{judge}");
            for share in [accuracy.winner, accuracy.owner].into_iter().flatten() {
                assert!((0.0..=1.0).contains(&share), "{judge}: {share}");
            }
            assert!(accuracy.winner.is_some(), "{judge}");
            let tells_owners = !["nn-influence", "td"].contains(&judge);
            assert_eq!(accuracy.owner.is_some(), tells_owners, "{judge}");
        }
        let expected = if ["score", "td"].contains(&judge) { 1 } else { 3 };
        assert_eq!(phases, expected, "{judge}");
    }
    let said = PANEL.measured_on();
    assert!(said.starts_with("Measured on 3000 even games"), "{said}");
}

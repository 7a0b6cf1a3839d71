//! What the solver proves within what a judge says: owners, score and moves agree with the proof.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Library;
use aji_judge::evaluate::proved::Fate;
use aji_judge::evaluate::{Evaluation, Judge, Policy, Proofs, Proved};
use aji_judge::judgement::Question;
use aji_judge::library::DEEP;
use aji_rules::{
    Color, Diagram, Field, Game, Move, Point, Position, RuleSet, Setup, Size, Symmetry,
};

/// A board with this in its upper left corner and walls that are out of danger.
fn board(to_play: Color, corner: [&str; 5]) -> Game {
    let mut rows: Vec<String> = corner.iter().map(|row| format!("{row:.<13}")).collect();
    rows.resize(13, ".".repeat(13));
    let diagram: Diagram = rows.join("\n").parse().unwrap();
    let position = Position::try_from(Setup::with_stones(diagram.stones)).unwrap();
    let game = Game::from_position(position.with_to_play(to_play), RuleSet::Chinese.into());
    game.with_komi("7.5".parse().unwrap())
}

/// Three points in a row to live on; Black (X) is shut in.
const THREE: [&str; 5] = ["X...XO.OO", "XXXXXO.OO", "OOOOOO.OO", ".O.O.O.OO", "OOOOOOOOO"];
/// Two eyes are there.
const ALIVE: [&str; 5] = ["X.X.XO.OO", "XXXXXO.OO", "OOOOOO.OO", ".O.O.O.OO", "OOOOOOOOO"];
/// One eye of two points.
const DEAD: [&str; 5] = ["X..XO..OO", "XXXXO..OO", "OOOOO..OO", ".O.O.O.OO", "OOOOOOOOO"];

fn at(game: &Game, vertex: &str) -> Point {
    game.position().size().parse_point(vertex).unwrap()
}

fn ask(game: &Game) -> (Evaluation, Evaluation) {
    let deep = Library::built_in().get(&DEEP).unwrap();
    let proved = Proved::new(deep.clone(), Proofs::default());
    let question = Question::of(game);
    (deep.evaluate(&question).unwrap(), proved.evaluate(&question).unwrap())
}

fn fates(game: &Game) -> Vec<(Color, Fate)> {
    let (_, evaluation) = ask(game);
    let groups = Proofs::default().groups(game.position(), &evaluation.ownership.unwrap());
    groups.into_iter().map(|group| (group.color, group.fate)).collect()
}

#[test]
fn proved_owners_are_certain_and_the_score_says_the_same() {
    for to_play in Color::BOTH {
        for (corner, owner) in [(ALIVE, 1.0), (DEAD, -1.0)] {
            let game = board(to_play, corner);
            let (seen, proved) = ask(&game);
            let shift = proved.black_lead().unwrap() - seen.black_lead().unwrap();
            let (before, after) = (seen.ownership.unwrap(), proved.ownership.unwrap());
            assert_eq!(after[at(&game, "B12")], owner);
            let sum = |owners: &Field<f64>| owners.values().iter().sum::<f64>();
            let more = sum(&after) - sum(&before);
            assert!((more - shift).abs() < 1e-9, "{more} {shift}");
        }
    }
}

#[test]
fn a_move_that_decides_is_considered_by_either_side() {
    for to_play in Color::BOTH {
        let game = board(to_play, THREE);
        let vital = at(&game, "C13");
        let found = fates(&game);
        let unsettled =
            (Color::Black, Fate::Unsettled { saving: vec![vital], killing: vec![vital] });
        assert!(found.contains(&unsettled), "{found:?}");
        let (seen, proved) = ask(&game);
        assert_eq!(seen.prospects, proved.prospects);
        let Some(Policy::Likely(policy)) = proved.policy else { panic!("no policy") };
        let (_, likely) = policy.iter().find(|(mv, _)| *mv == Move::Place(vital)).unwrap();
        assert!(*likely > 0.05, "{likely}");
        let sum: f64 = policy.iter().map(|(_, likely)| likely).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn walls_that_are_in_danger_prove_nothing() {
    // The same wall with nothing behind it, among Black's stones.
    let corner = ["X...XO.XX", "XXXXXO.XX", "OOOOOO.XX", ".......XX", "XXXXXXXXX"];
    let found = fates(&board(Color::Black, corner));
    assert!(!found.iter().any(|(color, _)| *color == Color::Black), "{found:?}");
}

#[test]
fn a_group_cut_in_two_by_a_throw_in_is_not_taken_to_live() {
    // White's stone at D13 cuts E13 off, which dies: it is no neighbour that lives.
    let corner = [".X.OX.O..", "XXXXOOO..", "OOOOO....", ".........", "........."];
    let game = board(Color::Black, corner);
    let owners = Field::filled(Size::THIRTEEN, -1.0);
    let groups = Proofs::default().groups(game.position(), &owners);
    assert!(!groups.iter().any(|group| matches!(group.fate, Fate::Alive(_))), "{groups:?}");
}

#[test]
fn what_is_shut_in_by_stones_that_may_die_is_not_proved() {
    // Black's three stones are in an eye of White's, who has no other and is shut in himself.
    let corner = ["OOOO.XX..", "..XO.XO..", "OXXO.X...", "OOOOXX...", "XXXXX...."];
    for to_play in Color::BOTH {
        let game = board(to_play, corner);
        let mut owners = Field::filled(Size::THIRTEEN, 1.0);
        let inner = ["A13", "B13", "C13", "D13", "D12", "A11", "D11", "A10", "B10", "C10", "D10"];
        inner.into_iter().for_each(|name| owners[at(&game, name)] = -1.0);
        let groups = Proofs::default().groups(game.position(), &owners);
        let of = |color| groups.iter().filter(move |group| group.color == color);
        let white = of(Color::White).find(|group| group.stones.contains(at(&game, "A13"))).unwrap();
        let may_live = matches!(white.fate, Fate::Alive(_));
        let inside = of(Color::Black).any(|group| group.stones.contains(at(&game, "C12")));
        assert_eq!(inside, may_live, "{groups:?}");
    }
}

#[test]
fn a_turned_board_with_exchanged_colours_has_the_same_fates() {
    for corner in [THREE, ALIVE, DEAD] {
        let game = board(Color::Black, corner);
        let size = Size::THIRTEEN;
        let proofs = Proofs::default();
        let owners = ask(&game).1.ownership.unwrap();
        let count = |game: &Game, owners: &Field<f64>| {
            let groups = proofs.groups(game.position(), owners);
            let kind = |fate: &Fate| match fate {
                Fate::Dead => "dead",
                Fate::Alive(_) => "alive",
                Fate::Unsettled { .. } => "unsettled",
                Fate::Unknown => "unknown",
            };
            let mut kinds: Vec<_> = groups.iter().map(|group| kind(&group.fate)).collect();
            kinds.sort_unstable();
            kinds
        };
        let first = count(&game, &owners);
        for symmetry in Symmetry::ALL {
            let mut stones = Field::filled(size, None);
            let mut turned = Field::filled(size, 0.0);
            for point in size.points() {
                let to = symmetry.point(size, point);
                stones[to] = game.position().stone(point).map(|color| !color);
                turned[to] = -owners[point];
            }
            let position = Position::try_from(Setup::with_stones(stones)).unwrap();
            let other = Game::from_position(position, RuleSet::Chinese.into());
            assert_eq!(count(&other, &turned), first);
        }
    }
}

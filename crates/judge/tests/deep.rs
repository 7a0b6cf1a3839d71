//! The deep network: laws that hold whatever it learned, and files that are refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::deep::{Deep, Look, shape};
use aji_judge::evaluate::Judge;
use aji_judge::judgement::{Question, Recent};
use aji_net::ModelFile;
use aji_net::conv::Tower;
use aji_rules::ruleset::Suicide;
use aji_rules::scoring::Terms;
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::{after, random_moves};
use aji_rules::{HalfPoints, Move, Position, RuleSet, Size, Symmetry};

/// A small network of random weights: laws hold for any.
fn deep() -> Deep {
    let shape = shape(2, 16, true);
    let mut dice = Dice::new(4, 0);
    let weights = shape.begin(|| dice.unit());
    let noisy = weights.iter().map(|weight| weight + 0.2 * (dice.unit() as f32 - 0.5)).collect();
    Deep::new(Tower::new(shape, noisy).unwrap()).unwrap()
}

fn played(size: Size, moves: usize) -> (Position, Recent) {
    let mut dice = Dice::new(3, moves as u64);
    let moves = random_moves(size, moves, |bound| dice.below(bound));
    (after(size, &moves), Recent::of_moves(&moves))
}

fn asked(position: &Position, recent: Recent, komi: i32) -> Question<'_> {
    let terms = Terms { komi: HalfPoints::from_halves(komi), ..Terms::default() };
    Question { position, rules: RuleSet::Chinese.into(), terms, is_over: false, recent }
}

fn sizes() -> impl Iterator<Item = Size> {
    [(2, 2), (2, 5), (3, 3), (5, 7), (9, 9), (13, 13), (19, 19), (25, 25), (25, 2)]
        .into_iter()
        .map(|(width, height)| Size::new(width, height).unwrap())
}

#[test]
fn it_knows_boards_of_every_size() {
    let deep = deep();
    for size in sizes() {
        let (position, recent) = played(size, size.area() / 3);
        let Look { owners, policy, ising, .. } = deep.look(&asked(&position, recent, 13));
        assert!(owners.values().iter().all(|owner| owner.abs() <= 1.0), "{size}");
        assert!(ising.fields.values().iter().all(|field| field.abs() <= 8.0));
        let total: f64 = policy.iter().map(|(_, likely)| likely).sum();
        assert!((total - 1.0).abs() < 1e-9);
        assert!(policy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        assert!(policy.iter().all(|&(mv, _)| position.check(mv, Suicide::Forbidden).is_ok()));
        assert!(policy.iter().any(|&(mv, _)| mv == Move::Pass));
    }
}

#[test]
fn exchanged_colours_have_exchanged_answers_to_the_last_bit() {
    let deep = deep();
    for size in sizes() {
        let (position, recent) = played(size, size.area() / 2);
        let swapped = position.colors_swapped();
        let one = asked(&position, recent, 13);
        let other = asked(&swapped, recent, -13);
        assert_eq!(deep.look(&one), deep.look(&other), "{size}");
        let (one, other) = (black_wins(&deep, &one), black_wins(&deep, &other));
        assert!((one + other - 1.0).abs() < 1e-12);
    }
}

#[test]
fn komi_only_shifts_the_score() {
    let deep = deep();
    let (position, recent) = played(Size::NINE, 30);
    let mut last = 1.0;
    for komi in (-400..400).step_by(3) {
        let chance = black_wins(&deep, &asked(&position, recent, komi));
        assert!(chance <= last, "{komi}: {chance} {last}");
        last = chance;
    }
    assert!(last < 0.1);
}

#[test]
fn from_all_sides_turned_boards_have_the_same_answers() {
    let deep = deep();
    for size in [Size::new(5, 7).unwrap(), Size::NINE] {
        let (position, recent) = played(size, 20);
        let plain = deep.look_around(&asked(&position, recent, 13));
        for symmetry in Symmetry::ALL {
            let turned = position.turned(symmetry);
            let moves: Vec<Move> = recent.iter().map(|mv| symmetry.mv(size, mv)).collect();
            let moves: Vec<Move> = moves.into_iter().rev().collect();
            let other = deep.look_around(&asked(&turned, Recent::of_moves(&moves), 13));
            for point in size.points() {
                let owner = other.owners[symmetry.point(size, point)];
                assert!((plain.owners[point] - owner).abs() < 1e-3);
            }
            for &(mv, likely) in &plain.policy {
                let same = other.policy.iter().find(|(of, _)| *of == symmetry.mv(size, mv));
                assert!((same.unwrap().1 - likely).abs() < 1e-3);
            }
        }
    }
}

#[test]
fn it_comes_back_from_its_file_but_for_rounding() {
    let deep = deep();
    let bytes = deep.file().write().unwrap();
    let back = Deep::read(&bytes).unwrap();
    assert_eq!(back.file().write().unwrap(), bytes);
    for (one, other) in deep.weights().iter().zip(back.weights()) {
        assert!((one - other).abs() < 1e-3 * one.abs().max(0.1));
    }
}

#[test]
fn other_files_are_refused_in_a_sentence() {
    let deep = deep();
    let said = |file: ModelFile| Deep::read(&file.write().unwrap()).unwrap_err().to_string();
    let words = deep.shape().words();
    let of = |kind: &str, features: &str, words: &str| {
        ModelFile::new(kind, features, words)
            .with_whole_numbers("shape", vec![2, 16, 1])
            .with("weights", deep.weights().to_vec())
            .with("calibration", vec![0.25; 6])
    };
    assert!(Deep::read(&of("deep", "deep 1", &words).write().unwrap()).is_ok());
    assert!(said(of("field", "deep 1", &words)).contains("`field`, where `deep` is wanted"));
    assert!(said(of("deep", "deep 0", &words)).contains("features `deep 0`"));
    assert!(said(of("deep", "deep 1", "nothing")).contains("architecture `nothing`"));
    let mut weights = deep.weights().to_vec();
    weights[7] = f32::NAN;
    let broken = of("deep", "deep 1", &words).with("weights", weights.clone());
    assert!(said(broken).contains("number 7 in part `weights` of the model is NaN"));
    let wild = of("deep", "deep 1", &words).with("calibration", vec![40.0; 6]);
    assert!(said(wild).contains("`calibration`"));
    weights.truncate(100);
    weights[7] = 0.0;
    let short = of("deep", "deep 1", &words).with("weights", weights);
    assert!(said(short).contains("has the shape [100]"));
    let huge =
        ModelFile::new("deep", "deep 1", &words).with_whole_numbers("shape", vec![9999, 16, 1]);
    assert!(said(huge).contains("no part `shape`"));
}

fn black_wins(deep: &Deep, question: &Question<'_>) -> f64 {
    deep.evaluate(question).unwrap().black_win_probability().unwrap()
}

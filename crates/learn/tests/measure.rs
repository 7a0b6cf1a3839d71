//! Judges of territory, measured on small invented games.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::influence::Kind;
use aji_judge::territory::Model;
use aji_judge::territory::inference::Inference;
use aji_learn::labels::{self, Example, LabelledGame};
use aji_learn::measure::territory::black_lead_points;
use aji_learn::measure::{CalibratedInfluence, Judge, Measured, Score};
use aji_rules::symmetry::SwapColors;
use aji_rules::{Field, HalfPoints, PointSet, Position, RuleSet, Rules, Size, scoring};
use std::io::Write;

const KOMI: HalfPoints = HalfPoints::from_halves(1);

/// A game on 5x5: Black builds a wall in the third column or row, White in the fourth, and neither
/// does more. Which lines, from which end, and how much is left neutral depends on the number.
fn line(number: usize) -> String {
    let (is_turned, is_reversed) = (number % 2 == 1, number / 2 % 2 == 1);
    let mut moves = String::new();
    for step in 0..5 {
        let along = if is_reversed { b'e' - step } else { b'a' + step };
        for wall in [b'c', b'd'] {
            let (x, y) = if is_turned { (along, wall) } else { (wall, along) };
            moves.extend([char::from(x), char::from(y)]);
        }
    }
    let owner = |x: usize, y: usize| match if is_turned { y } else { x } {
        _ if x + 5 * y < number % 3 => '=',
        0..3 => 'B',
        _ => 'W',
    };
    let ownership: String = (0..25).map(|index| owner(index % 5, index / 5)).collect();
    format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"B+4.5","diff":0.0}}"#)
}

fn games(count: usize) -> Vec<LabelledGame> {
    (0..count).map(|number| LabelledGame::parse(&line(number)).unwrap()).collect()
}

fn parsed(moves: &str, ownership: &str, result: &str) -> LabelledGame {
    let line = format!(r#"{{"moves":"{moves}","ownership":"{ownership}","result":"{result}"}}"#);
    LabelledGame::parse(&line).unwrap()
}

fn measured(judge: &Judge, examples: &[Example]) -> Measured {
    Measured::of(&judge.scores(examples, KOMI, 1, || ()).unwrap(), 1).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn one_position_by_hand() {
    let example = parsed("", "BW=B", "W+0.5").example(0).unwrap();
    let size = example.position.size();
    let probabilities = Field::from_values(size, vec![0.9, 0.2, 0.5, 0.3]).unwrap();
    let score = Score::of(&example, &probabilities, KOMI);
    let entropy = -(0.9_f64.ln() + 0.8_f64.ln() + 0.5_f64.ln() + 0.3_f64.ln()) / 4.0;
    assert!(close(score.cross_entropy, entropy), "{score:?}");
    assert!(close(score.brier, (0.01 + 0.04 + 0.0 + 0.49) / 4.0));
    assert_eq!((score.right_points, score.owned_points, score.points), (2.0, 3, 4));
    // White is expected to have 0.2 more; Black has one more.
    assert!(close(score.score_error_points, 1.2));
    assert_eq!(score.winner_is_right, Some(true));

    let measured = Measured::of(&[score.clone(), score], 1).unwrap();
    assert_eq!((measured.positions, measured.neutral_share), (2, 0.25));
    assert!(close(measured.accuracy.unwrap(), 2.0 / 3.0));
    assert!(close(measured.cross_entropy, entropy));
    assert!(close(measured.cross_entropy_interval.low, entropy));
    // 0.9 of 1, 0.2 of 0, 0.5 of a half and 0.3 of 1 are all in bins of their own.
    assert!(close(measured.calibration.error(), (0.1 + 0.2 + 0.0 + 0.7) / 4.0));
    assert_eq!(measured.winner_accuracy, Some(1.0));
    assert!(Measured::of(&[], 1).is_none());
}

#[test]
fn a_draw_has_no_winner_to_predict() {
    let example = parsed("", "BW=B", "0").example(0).unwrap();
    let score = Score::of(&example, &Field::filled(example.position.size(), 0.5), KOMI);
    assert_eq!(score.winner_is_right, None);
    assert_eq!(Measured::of(&[score], 1).unwrap().winner_accuracy, None);
}

#[test]
fn the_lead_is_the_territory_count() {
    // Walls, a White stone that is captured at A5, and a Black stone that dies at E4.
    let walls = "ccdccbdbcdddcadacede";
    let game = parsed(&format!("{walls}ttaaabttbatteb"), &"BBBWW".repeat(5), "B+2.5");
    let example = game.example(game.move_count()).unwrap();
    let position = &example.position;
    let mut dead = PointSet::EMPTY;
    dead.insert(position.size().parse_point("E4").unwrap());
    let terms = scoring::Terms { komi: KOMI, ..Default::default() };
    let count = scoring::count(position, &dead, Rules::from(RuleSet::Japanese), terms);
    assert_eq!(count.black_lead.to_string(), "2.5");
    // White is to play, so half a stone of White's is still expected.
    assert!(close(black_lead_points(position, 5.0, KOMI), 2.5 + 0.5));
}

#[test]
fn who_knows_the_end_makes_no_error() {
    for example in labels::at_moves(&games(6), &[10]) {
        let truth = example.owner.map(|&owner| (f64::from(owner) + 1.0) / 2.0);
        let score = Score::of(&example, &truth, KOMI);
        assert!((score.brier, score.score_error_points) == (0.0, 0.0));
        assert_eq!(score.right_points, score.owned_points as f64);
        assert_eq!(score.winner_is_right, Some(true));
    }
}

#[test]
fn labels_in_a_gzipped_file_are_measured_alike_on_any_number_of_threads() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let mut packed = flate2::write::GzEncoder::new(&mut file, flate2::Compression::default());
    for number in 0..12 {
        writeln!(packed, "{}", line(number)).unwrap();
    }
    packed.finish().unwrap();
    let games = labels::read(file.path()).unwrap();
    let examples = labels::at_moves(&games, &[6]);
    assert_eq!(examples.len(), 12);
    for inference in ["exact", "bp", "sw:50"] {
        let judge = Judge::Model(Model::published(), inference.parse().unwrap());
        let on_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| measured(&judge, &examples))
        };
        let alone = on_threads(1);
        assert_eq!(alone, on_threads(3), "{inference}");
        assert!(alone.cross_entropy < 0.6, "{inference}: {alone:?}");
    }
}

#[test]
fn sampling_measures_nearly_what_exact_inference_does() {
    let examples = labels::at_moves(&games(6), &[4]);
    let [exact, sampled] = ["exact", "sw:4000"].map(|inference| {
        measured(&Judge::Model(Model::published(), inference.parse().unwrap()), &examples)
    });
    assert!((exact.cross_entropy - sampled.cross_entropy).abs() < 0.02);
    assert!((exact.score_error_points - sampled.score_error_points).abs() < 0.5);
}

#[test]
fn every_judged_position_is_told() {
    let examples = labels::at_moves(&games(5), &[2, 4]);
    let told = std::sync::atomic::AtomicUsize::new(0);
    let judge = Judge::Influence(CalibratedInfluence::fit(Kind::Cross, &examples));
    let tell = || _ = told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(judge.scores(&examples, KOMI, 1, tell).unwrap().len(), 10);
    assert_eq!(told.into_inner(), 10);
}

#[test]
fn boards_too_large_for_exact_inference_are_refused() {
    let game = parsed("", &"B".repeat(21 * 21), "B+441");
    let judge = Judge::Model(Model::published(), Inference::Exact);
    let examples = [game.example(0).unwrap()];
    let error = judge.scores(&examples, KOMI, 1, || ()).unwrap_err();
    assert!(error.to_string().contains("exact inference on 21x21"), "{error}");
}

#[test]
fn calibrated_influences_know_something_and_no_colour() {
    let (learned, unseen) = (labels::at_moves(&games(4), &[8]), labels::at_moves(&games(12), &[8]));
    for kind in Kind::ALL {
        let influence = CalibratedInfluence::fit(kind, &learned);
        let entropy = measured(&Judge::Influence(influence), &unseen[4..]).cross_entropy;
        assert!(entropy < 0.6, "{kind}: {entropy}");
        for example in &learned {
            let black = influence.black_probabilities(&example.position);
            let white = influence.black_probabilities(&example.position.colors_swapped());
            for (black, white) in black.values().iter().zip(white.values()) {
                assert!((black + white - 1.0).abs() < 1e-9, "{kind}");
            }
        }
    }
}

#[test]
fn an_influence_that_saw_nothing_knows_nothing() {
    for kind in Kind::ALL {
        let influence = CalibratedInfluence::fit(kind, &[]);
        let position = games(1)[0].example(10).unwrap().position;
        assert_eq!(influence.black_probabilities(&position), Field::filled(position.size(), 0.5));
        // On an empty board there is nothing to see.
        let empty = CalibratedInfluence::fit(kind, &labels::at_moves(&games(2), &[0]));
        let position = Position::empty(Size::square(5).unwrap());
        assert_eq!(empty.black_probabilities(&position), Field::filled(position.size(), 0.5));
    }
}

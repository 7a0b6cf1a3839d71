//! What follows from outcomes, against counting one by one.

use crate::common::{random_ising, random_study};
use aji_judge::Dice;
use aji_judge::territory::Ising;
use aji_judge::territory::outcomes::Outcomes;
use aji_judge::territory::sampler::Sampler;
use aji_judge::territory::swendsen_wang::SwendsenWang;
use aji_rules::testing::position;
use aji_rules::{Color, Point, PointSet, Size};

fn sampled(ising: &Ising, count: usize, seed: u64) -> Outcomes {
    let dice = &mut Dice::new(seed, 9);
    let samples = SwendsenWang::new(ising, dice).samples(count, 50, 5, dice);
    Outcomes::new(ising.size(), samples).unwrap()
}

/// The average of a number over the outcomes.
fn average(outcomes: &Outcomes, number: impl Fn(&PointSet) -> f64) -> f64 {
    let samples = outcomes.samples();
    samples.iter().map(number).sum::<f64>() / samples.len() as f64
}

fn spin(sample: &PointSet, point: Point) -> f64 {
    if sample.contains(point) { 1.0 } else { -1.0 }
}

#[test]
fn correlations_are_those_of_the_samples() {
    let ising = random_ising(Size::new(5, 4).unwrap(), 1.0, &mut Dice::new(5, 0));
    // Counts around a whole number of words.
    for count in [1, 63, 64, 65, 500] {
        let outcomes = sampled(&ising, count, 1);
        for one in outcomes.size().points() {
            let mean = |point| average(&outcomes, |sample| spin(sample, point));
            assert!((outcomes.mean(one) - mean(one)).abs() < 1e-12);
            for other in outcomes.size().points() {
                let product = average(&outcomes, |sample| spin(sample, one) * spin(sample, other));
                let covariance = product - mean(one) * mean(other);
                assert!((outcomes.covariance(one, other) - covariance).abs() < 1e-12);
                let variance = |point| 1.0 - mean(point) * mean(point);
                match outcomes.correlation(one, other) {
                    Some(found) => {
                        let expected = covariance / (variance(one) * variance(other)).sqrt();
                        assert!((found - expected).abs() < 1e-9);
                    }
                    None => assert!(variance(one) * variance(other) < 1e-12),
                }
            }
        }
    }
    assert!(Outcomes::new(ising.size(), Vec::new()).is_none());
}

#[test]
fn leads_are_those_of_the_samples() {
    let (_, ising) = random_study(Size::NINE, 30, 4);
    let outcomes = sampled(&ising, 300, 2);
    let lead = |sample: &PointSet| 2.0 * sample.len() as f64 - 81.0;
    let leads = outcomes.leads();
    let mean = average(&outcomes, lead);
    assert!((leads.mean() - mean).abs() < 1e-9);
    let variance = average(&outcomes, |sample| (lead(sample) - mean).powi(2));
    assert!((leads.standard_deviation() - variance.sqrt()).abs() < 1e-9);
    for komi in [-20.5, 0.0, 3.0, 6.5, 100.0] {
        let above = average(&outcomes, |sample| f64::from(u8::from(lead(sample) > komi)));
        let found = leads.above(komi);
        assert!((found.probability - above).abs() < 1e-12);
        assert!(found.standard_error > 0.0 && found.standard_error < 0.03);
    }
    let mut sorted: Vec<i32> =
        outcomes.samples().iter().map(|sample| lead(sample) as i32).collect();
    sorted.sort_unstable();
    for (share, index) in [(0.0, 0), (0.25, 74), (0.5, 149), (0.501, 150), (1.0, 299)] {
        assert_eq!(leads.quantile(share), sorted[index]);
    }
    assert_eq!(leads.histogram().map(|(_, count)| count).sum::<usize>(), 300);
    assert!(
        leads.histogram().all(|(lead, count)| {
            count == sorted.iter().filter(|&&other| other == lead).count()
        })
    );
}

#[test]
fn opposed_points_are_found() {
    let size = Size::NINE;
    let mut ising = Ising::flat(size);
    let [one, other, third] = ["D4", "E4", "F4"].map(|text| size.parse_point(text).unwrap());
    ising.across[one] = -1.5;
    ising.across[other] = -0.4;
    let outcomes = sampled(&ising, 2_000, 3);
    let found = outcomes.opposed_points(0.1, 10);
    assert_eq!(
        found.iter().map(|pair| pair.points).collect::<Vec<_>>(),
        [[one, other], [other, third]]
    );
    // Without fields the correlation of two neighbours is the coupling's tanh.
    assert!((found[0].correlation + 1.5_f64.tanh()).abs() < 0.05);
    assert_eq!(outcomes.opposed_points(0.1, 1), found[..1]);
    assert_eq!(outcomes.opposed_points(0.8, 10), found[..1]);
    // With few samples there is doubt about the second pair, and with very few about both.
    assert_eq!(sampled(&ising, 100, 3).opposed_points(0.0, 10).len(), 1);
    assert_eq!(sampled(&ising, 20, 3).opposed_points(0.0, 10), []);
}

#[test]
fn nothing_is_opposed_where_all_couplings_are_positive() {
    let (_, ising) = random_study(Size::NINE, 40, 8);
    assert_eq!(sampled(&ising, 1_000, 4).opposed_points(0.0, 10), []);
}

#[test]
fn chains_survive_where_all_their_points_stay() {
    let (position, ising) = random_study(Size::NINE, 40, 6);
    let outcomes = sampled(&ising, 200, 5);
    let fates = outcomes.chain_fates(&position);
    assert_eq!(fates.len(), position.chains().count());
    for (fate, chain) in fates.iter().zip(position.chains()) {
        assert_eq!((fate.head, fate.color), (chain.head(), chain.color()));
        let is_black = chain.color() == Color::Black;
        let survives =
            |sample: &PointSet| chain.stones().all(|stone| sample.contains(stone) == is_black);
        let expected = average(&outcomes, |sample| f64::from(u8::from(survives(sample))));
        assert!((fate.survival.probability - expected).abs() < 1e-12);
        let error = (expected * (1.0 - expected) / 200.0).sqrt();
        assert!((fate.survival.standard_error - error).abs() < 0.01);
    }
}

#[test]
fn chains_with_one_fate_are_a_group() {
    // Black's chains on the left go together, the one on the right goes its own way.
    let position = position("X..O.X .....O X....X");
    let size = position.size();
    let point = |text| size.parse_point(text).unwrap();
    let stones = ["A3", "A1", "F3", "F1", "D3", "F2"].map(point);
    let [upper, lower, right, corner, white, other_white] = stones;
    let mut dice = Dice::new(6, 0);
    let samples = (0..400).map(|_| {
        let mut sample = PointSet::EMPTY;
        let left_lives = dice.below(4) > 0;
        let whites_die = dice.below(2) > 0;
        let mut put = |stone, is_black| {
            if is_black {
                sample.insert(stone);
            }
        };
        put(upper, left_lives);
        put(lower, left_lives);
        put(right, dice.below(2) > 0);
        put(corner, true);
        put(white, whites_die);
        put(other_white, whites_die);
        sample
    });
    let outcomes = Outcomes::new(size, samples.collect()).unwrap();
    let groups = outcomes.groups(&position, 0.5);
    let found: Vec<_> =
        groups.iter().map(|group| (group.color, group.chain_heads.clone())).collect();
    let expected = [
        (Color::Black, vec![upper, lower]),
        (Color::White, vec![white, other_white]),
        (Color::Black, vec![right]),
        (Color::Black, vec![corner]),
    ];
    assert_eq!(found, expected);
    let survival = |index: usize| groups[index].survival.probability;
    assert!((survival(0) - 0.75).abs() < 0.1 && (survival(1) - 0.5).abs() < 0.1);
    assert_eq!(survival(3), 1.0);
    assert_eq!(outcomes.groups(&position, 1.1).len(), 6);
    assert_eq!(outcomes.groups(&position, -1.1).len(), 3);
}

//! How often networks tell life from death in the corner.

use crate::corner::Pattern;
use crate::stats::{Forecast, auc};
use aji_judge::life::Corner;
use aji_judge::life::corner::{CornerNetwork, Opinion, Room};
use rayon::prelude::*;

/// The figures of a network on patterns that are alive or dead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// How many patterns.
    pub patterns: usize,
    /// How many it was right about by Wong's rule: nearer than a quarter to what it should say.
    pub right_025: usize,
    /// How many it was on the right side of a half.
    pub right_05: usize,
    /// How often a living group is thought likelier to live than a dead one; `None` without both.
    pub auc: Option<f64>,
    /// The mean log loss.
    pub log_loss: f64,
}

impl Measured {
    /// The share that is right by Wong's rule.
    pub fn share_025(&self) -> f64 {
        self.right_025 as f64 / self.patterns.max(1) as f64
    }

    /// The share that is on the right side.
    pub fn share_05(&self) -> f64 {
        self.right_05 as f64 / self.patterns.max(1) as f64
    }

    /// Of who says what about corners; `None` if no pattern is alive or dead.
    pub fn of(
        patterns: &[&Pattern],
        judge: impl Fn(&Corner, &mut Room) -> Opinion + Sync,
    ) -> Option<Measured> {
        let judged: Vec<(bool, Opinion)> = patterns
            .par_iter()
            .map_init(Room::default, |room, pattern| {
                let lives = pattern.status.settled()? > 0.5;
                Some((lives, judge(&pattern.corner, room)))
            })
            .flatten()
            .collect();
        if judged.is_empty() {
            return None;
        }
        let right = |within: f64| {
            judged.iter().filter(|(lives, opinion)| opinion.is_right(*lives, within)).count()
        };
        let forecasts: Vec<Forecast> = judged
            .iter()
            .map(|&(lives, opinion)| Forecast {
                probability: opinion.life(),
                target: f64::from(u8::from(lives)),
            })
            .collect();
        let losses: f64 = forecasts.iter().map(|forecast| forecast.log_loss()).sum();
        Some(Measured {
            patterns: judged.len(),
            right_025: right(0.25),
            right_05: right(0.5),
            auc: auc(&forecasts),
            log_loss: losses / judged.len() as f64,
        })
    }

    /// Of a network.
    pub fn of_network(patterns: &[&Pattern], network: &CornerNetwork) -> Option<Measured> {
        Measured::of(patterns, |corner, room| network.opinion(corner, room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corner::Source;
    use aji_judge::life::LifeStatus;

    #[test]
    fn figures_by_hand() {
        let made = |text: &str, status| Pattern {
            corner: text.parse().unwrap(),
            status,
            source: Source::Final,
            problem: String::new(),
        };
        let patterns = [
            made(".X.XO XXXXO OOOOO", LifeStatus::Alive),
            made(".XXXO XXXXO OOOOO", LifeStatus::Dead),
            made("...XO XXXXO OOOOO", LifeStatus::Unsettled),
        ];
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let eyes = |corner: &Corner, _: &mut Room| {
            let alive = f64::from(corner.inside().count_ones()) * 0.4;
            Opinion { alive, dead: 1.0 - alive }
        };
        let measured = Measured::of(&patterns, eyes).unwrap();
        // Two points are alive with 0.8, one with 0.4; the third is neither alive nor dead.
        assert_eq!((measured.patterns, measured.right_025, measured.right_05), (2, 1, 2));
        assert_eq!(measured.auc, Some(1.0));
        assert!((measured.log_loss - -(0.8_f64.ln() + 0.6_f64.ln()) / 2.0).abs() < 1e-9);
        assert_eq!((measured.share_025(), measured.share_05()), (0.5, 1.0));
        assert_eq!(Measured::of(&patterns[2..], eyes), None);
    }
}

//! How an opening stands, in the study's five classes, and what many of them say.

use aji_learn::stats::{McNemar, Mean, wilson};
use aji_rules::Color;
use serde::Serialize;

/// Up to so many points nobody is ahead.
const UNDECIDED: f64 = 3.0;
/// Up to so many points one is ahead, and beyond far ahead.
const FAVOURABLE: f64 = 10.0;
/// What is less likely than this by chance alone is not thought to be chance.
const CHANCE: f64 = 0.05;

aji_rules::named! {
    /// How an opening stands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    pub enum Class {
        VeryGoodForBlack = "very favourable for Black",
        GoodForBlack = "favourable for Black",
        Undecided = "undecided",
        GoodForWhite = "favourable for White",
        VeryGoodForWhite = "very favourable for White",
    }
}

impl Class {
    /// By Black's lead.
    pub fn of(lead: f64) -> Class {
        match lead {
            lead if lead > FAVOURABLE => Class::VeryGoodForBlack,
            lead if lead > UNDECIDED => Class::GoodForBlack,
            lead if lead >= -UNDECIDED => Class::Undecided,
            lead if lead >= -FAVOURABLE => Class::GoodForWhite,
            _ => Class::VeryGoodForWhite,
        }
    }

    /// Who is ahead.
    pub fn ahead(self) -> Option<Color> {
        match self {
            Class::VeryGoodForBlack | Class::GoodForBlack => Some(Color::Black),
            Class::Undecided => None,
            Class::GoodForWhite | Class::VeryGoodForWhite => Some(Color::White),
        }
    }
}

/// Decided openings of two: how many each won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// How many the first won.
    pub won: u64,
    /// How many the second won.
    pub lost: u64,
}

impl Score {
    /// Counts one that is decided: whether the first won.
    pub fn add(&mut self, is_won: bool) {
        if is_won { self.won += 1 } else { self.lost += 1 }
    }

    pub fn plus(self, other: Score) -> Score {
        Score { won: self.won + other.won, lost: self.lost + other.lost }
    }

    /// How likely a score at least as uneven is, either way, if both are equally good: the sign test.
    pub fn p(self) -> f64 {
        McNemar { only_first: self.won, only_second: self.lost }.p()
    }

    /// Whether the first is better: `None` if it may be chance.
    pub fn is_better(self) -> Option<bool> {
        (self.p() < CHANCE).then_some(self.won > self.lost)
    }

    /// The share that the first won, with its interval, and how likely that is by chance.
    pub fn text(self) -> String {
        let all = self.won + self.lost;
        if all == 0 {
            return "none decided".to_string();
        }
        let interval = wilson(self.won, all);
        format!(
            "{:.1} % ({:.1} to {:.1}) of {all}, {}",
            100.0 * self.won as f64 / all as f64,
            100.0 * interval.low,
            100.0 * interval.high,
            self.p_text()
        )
    }

    fn p_text(self) -> String {
        let p = self.p();
        if p < 0.0001 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") }
    }
}

/// What many openings say together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// How many there are of each class.
    pub classes: [usize; 5],
    /// Black's mean lead, and how far it may be off.
    pub mean_lead: f64,
    pub standard_error: Option<f64>,
    /// Black against White.
    pub black: Score,
}

impl Standings {
    /// By Black's leads.
    pub fn of(leads: &[f64]) -> Standings {
        let mut classes = [0; Class::ALL.len()];
        let mut black = Score::default();
        for class in leads.iter().map(|&lead| Class::of(lead)) {
            classes[class as usize] += 1;
            if let Some(color) = class.ahead() {
                black.add(color == Color::Black);
            }
        }
        let mean = Mean::of(leads);
        Standings {
            classes,
            mean_lead: mean.map_or(0.0, |mean| mean.value),
            standard_error: mean.map(|mean| mean.standard_error).filter(|error| error.is_finite()),
            black,
        }
    }
}

/// How far two judges of the same openings agree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The correlation of their leads; nothing if one of them always says the same.
    pub correlation: Option<f64>,
    /// Of the openings that both find decided, the share in which they see the same side ahead.
    pub same_side: Option<f64>,
}

impl Agreement {
    /// Of Black's leads, opening by opening.
    pub fn of(one: &[f64], other: &[f64]) -> Agreement {
        let mean = |leads: &[f64]| leads.iter().sum::<f64>() / leads.len().max(1) as f64;
        let (mean_one, mean_other) = (mean(one), mean(other));
        let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
            one.iter().zip(other).map(|(one, other)| term(one - mean_one, other - mean_other)).sum()
        };
        let spread = (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt();
        let ahead = |lead: &f64| Class::of(*lead).ahead();
        let decided: Vec<bool> = one
            .iter()
            .zip(other)
            .filter_map(|(one, other)| Some(ahead(one)? == ahead(other)?))
            .collect();
        let same = decided.iter().filter(|&&is_same| is_same).count();
        Agreement {
            correlation: (spread > 0.0).then(|| sum(&|one, other| one * other) / spread),
            same_side: (!decided.is_empty()).then(|| same as f64 / decided.len() as f64),
        }
    }

    /// In a sentence; nothing if there is nothing to say.
    pub fn text(self) -> String {
        let (Some(correlation), Some(same_side)) = (self.correlation, self.same_side) else {
            return String::new();
        };
        format!(
            "\nOver all games the leads of the two judges correlate by {correlation:.2}; where both find a \
             game decided, they see the same side ahead in {:.1} %.\n",
            100.0 * same_side
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_have_classes() {
        let classes = [10.5, 10.0, 3.5, 3.0, -3.0, -3.5, -10.0, -10.5].map(Class::of);
        use Class::{GoodForBlack, GoodForWhite, Undecided, VeryGoodForBlack, VeryGoodForWhite};
        assert_eq!(classes[..4], [VeryGoodForBlack, GoodForBlack, GoodForBlack, Undecided]);
        assert_eq!(classes[4..], [Undecided, GoodForWhite, GoodForWhite, VeryGoodForWhite]);
        let standings = Standings::of(&[12.0, 4.0, 0.0, -20.0]);
        assert_eq!(standings.classes, [1, 1, 1, 0, 1]);
        assert_eq!((standings.black, standings.mean_lead), (Score { won: 2, lost: 1 }, -1.0));
    }

    #[test]
    fn judges_agree_or_not() {
        let leads = [12.0, 4.0, 0.0, -20.0];
        let same = Agreement::of(&leads, &leads.map(|lead| 2.0 * lead + 1.0));
        assert!((same.correlation.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(same.same_side, Some(1.0));
        let opposite = Agreement::of(&leads, &leads.map(|lead| -lead));
        assert_eq!(opposite.same_side, Some(0.0));
        assert_eq!(Agreement::of(&leads, &[1.0; 4]).correlation, None);
        assert_eq!(Agreement::of(&[], &[]).text(), "");
    }

    #[test]
    fn the_sign_test_is_exact() {
        // The study's own score: 4 wins, 3 losses, one undecided.
        assert!((Score { won: 4, lost: 3 }.p() - 1.0).abs() < 1e-12);
        assert!((Score { won: 6, lost: 1 }.p() - 16.0 / 128.0).abs() < 1e-12);
        assert_eq!(Score { won: 6, lost: 1 }.is_better(), None);
        assert_eq!(Score { won: 60, lost: 10 }.is_better(), Some(true));
        assert_eq!(Score { won: 10, lost: 60 }.is_better(), Some(false));
        let text = Score { won: 6, lost: 1 }.text();
        assert_eq!(text, "85.7 % (48.7 to 97.4) of 7, p = 0.1250");
    }
}

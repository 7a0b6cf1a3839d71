//! A judgement in sentences.

use super::counted;
use crate::judgement::ledger::signed;
use crate::judgement::score::to_half_points;
use crate::judgement::{JudgedCorner, JudgedGroup, Judgement, ScoreDistribution};
use aji_rules::{Color, HalfPoints, Outcome};

impl Judgement {
    /// Who is ahead, by how much and how surely, in a sentence.
    pub fn verdict(&self) -> String {
        let lead = self.score.rounded();
        if self.is_counted {
            return counted_verdict(lead);
        }
        let range = self.range();
        let Some(leader) = leader(lead) else {
            let chance = percent(self.black_win_probability);
            return format!(
                "The game is even (most likely between {range}); Black wins {chance} of the time."
            );
        };
        let wins = match leader {
            Color::Black => self.black_win_probability,
            Color::White => 1.0 - self.black_win_probability,
        };
        format!(
            "{leader} leads by about {} (most likely between {range}) and wins {} of the time.",
            counted(lead.abs(), "point"),
            percent(wins)
        )
    }

    /// What a network says of the winner, in a sentence.
    pub fn second_opinion_words(&self) -> Option<String> {
        let opinion = self.second_opinion?;
        Some(format!("The network `{}` gives Black {}.", opinion.by, percent(opinion.black_wins)))
    }

    /// The ledger with its sum, in a sentence.
    pub fn account(&self) -> String {
        match self.ledger.to_string().as_str() {
            "" => "Nothing counts for either side yet.".to_string(),
            entries => format!("For Black: {entries}; together {}.", signed(self.score.rounded())),
        }
    }

    /// What becomes of a group, in a sentence.
    pub fn group_words(&self, group: &JudgedGroup) -> String {
        let first = group.chains.first().and_then(|&chain| self.chains[chain].stones.first());
        let place = first.map(|&stone| format!(" at {}", self.size().vertex(stone)));
        let chains = match group.chains.len() {
            1 => String::new(),
            several => format!(" in {several} chains"),
        };
        let (stones, live) = match group.stones {
            1 => ("stone".to_string(), "lives"),
            many => (counted(many, "stone"), "live"),
        };
        let liberties = match group.liberties.len() {
            1 => "1 liberty".to_string(),
            many => format!("{many} liberties"),
        };
        format!(
            "{}'s {stones}{chains}{}, {liberties}, {live} with {}.",
            group.color,
            place.unwrap_or_default(),
            percent(group.life)
        )
    }

    /// What becomes of a group that is enclosed in a corner, in a sentence.
    pub fn corner_words(&self, corner: &JudgedCorner) -> String {
        let stones = corner.found.stones.len();
        let (stones_word, live) = match stones {
            1 => ("stone".to_string(), "lives"),
            many => (counted(many, "stone"), "live"),
        };
        let first = corner.found.stones.iter().next();
        let place = first.map(|stone| format!(" at {}", self.size().vertex(stone)));
        let color = corner.color();
        let open = corner.vital.map(|vital| {
            let [to_live, to_kill] =
                [vital.to_live, vital.to_kill].map(|point| self.size().vertex(point));
            format!("; {color} first at {to_live}, {} at {to_kill}", !color)
        });
        format!(
            "{color}'s {stones_word}{} {live} with {} ({} with {}{}).",
            place.unwrap_or_default(),
            percent(corner.life),
            corner.status(),
            percent(corner.odds.of(corner.status())),
            open.unwrap_or_default(),
        )
    }

    /// The range that holds most results: in the leader's points, or with names if it may turn.
    fn range(&self) -> String {
        let (low, high) = (self.score.low, self.score.high);
        match (leader(low), leader(high)) {
            (Some(Color::Black), Some(Color::Black)) if self.score.black_lead > 0.0 => {
                format!("{low} and {high}")
            }
            (Some(Color::White), Some(Color::White)) if self.score.black_lead < 0.0 => {
                format!("{} and {}", high.abs(), low.abs())
            }
            _ => {
                let result = |lead| Outcome::from_black_lead(lead).to_string();
                format!("{} and {}", result(low), result(high))
            }
        }
    }
}

/// Who is ahead, by how much and how surely, in a sentence without a range.
pub fn brief_verdict(score: &ScoreDistribution) -> String {
    let (lead, black_wins) = (to_half_points(score.mean()), score.black_win_probability());
    if score.standard_deviation() == 0.0 {
        return counted_verdict(lead);
    }
    let Some(leader) = leader(lead) else {
        return format!("The game is even; Black wins {} of the time.", percent(black_wins));
    };
    let wins = if leader == Color::Black { black_wins } else { 1.0 - black_wins };
    let points = counted(lead.abs(), "point");
    format!("{leader} leads by about {points} and wins {} of the time.", percent(wins))
}

/// What a finished board counts.
fn counted_verdict(lead: HalfPoints) -> String {
    match leader(lead) {
        Some(leader) => {
            let points = counted(lead.abs(), "point");
            format!("{leader} wins by {points}: the board is ready to be counted.")
        }
        None => "The game is a draw: the board is ready to be counted.".to_string(),
    }
}

fn leader(lead: HalfPoints) -> Option<Color> {
    Outcome::from_black_lead(lead).winner()
}

/// A probability in whole percents, never quite certain.
pub fn percent(probability: f64) -> String {
    match probability {
        probability if probability < 0.01 => "less than 1 %".to_string(),
        probability if probability > 0.99 => "more than 99 %".to_string(),
        probability => format!("{:.0} %", probability * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        assert_eq!(
            [0.0, 0.01, 0.5, 0.99, 1.0].map(percent).join(", "),
            "less than 1 %, 1 %, 50 %, 99 %, more than 99 %"
        );
        assert_eq!(counted(1, "point"), "1 point");
        assert_eq!(counted(0.5, "point"), "0.5 points");
    }
}

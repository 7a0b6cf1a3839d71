//! A final score in sentences.

use super::counted;
use crate::life::LifeStatus;
use crate::score::{FinalScore, Open, OpenKind, PointStatus, Reason, ScoredGroup};
use aji_rules::{Color, HalfPoints, Outcome, PointSet};

/// No more points than these are named one by one.
const MOST_NAMES: usize = 12;

impl FinalScore {
    /// Who wins by how much, and whether anything is still to be played, in a sentence.
    pub fn verdict(&self) -> String {
        let lead = lead_words(self.black_lead);
        if self.is_ready() {
            return match lead {
                Some((winner, points)) => format!("{winner} wins by {points}."),
                None => "The game is a draw.".to_string(),
            };
        }
        let result = match lead {
            Some((winner, points)) => format!("{winner} wins by {points}"),
            None => "the game is a draw".to_string(),
        };
        let open = match self.open.len() {
            1 => "one thing is".to_string(),
            many => format!("{many} things are"),
        };
        format!("As the board was left, {result}. It is not ready to be scored: {open} open.")
    }

    /// What the count takes for granted of something that is still to be played, in a sentence.
    pub fn assumption_words(&self, open: &Open) -> String {
        let points = self.names(&open.points);
        match (open.what, open.by) {
            (OpenKind::Border, _) => format!(
                "The border is taken to be closed at {points}; each side has what is more surely its own."
            ),
            (OpenKind::Group, _) => {
                let stands = |stone| self.status(stone) != PointStatus::Stone(LifeStatus::Dead);
                let (is_left, they) = match open.points.first().is_some_and(stands) {
                    true => ("left on the board", "alive"),
                    false => ("taken off", "dead"),
                };
                format!("The stones at {points} are {is_left} as {they}.")
            }
            (OpenKind::Teire, Some(color)) => {
                format!("{color} is taken to have added a move at {points}, which costs a point.")
            }
            (OpenKind::Teire, None) => format!("A move is taken to have been added at {points}."),
            (OpenKind::Dame, _) => format!("The neutral points {points} are nobody's."),
        }
    }

    /// Why a record may have another margin, in a sentence; `None` if it has the same.
    pub fn difference_words(&self, recorded: HalfPoints) -> Option<String> {
        if recorded == self.black_lead {
            return None;
        }
        let cost: i32 = self.teire.iter().map(|teire| teire.color.sign()).sum();
        let without_teire = self.black_lead_by_territory + HalfPoints::from_points(cost);
        let off = (recorded - self.black_lead).abs();
        let doubtful = || self.open.iter().filter(|open| open.what == OpenKind::Group);
        let fits = |open: &&Open| {
            let stones = HalfPoints::from_points(2 * open.points.len() as i32);
            off >= stones && off <= stones + stones + HalfPoints::from_points(4)
        };
        Some(if recorded == self.black_lead_by_area {
            "The record counts area.".to_string()
        } else if recorded == self.black_lead_by_territory {
            "The record counts territory.".to_string()
        } else if !self.teire.is_empty() && recorded == without_teire {
            "The record counts without the protective moves.".to_string()
        } else if let Some(open) = doubtful().find(fits) {
            format!(
                "The players may have seen the stones at {} otherwise.",
                self.names(&open.points)
            )
        } else if let Some(open) = doubtful().next() {
            format!("Nobody can say whether the stones at {} are dead.", self.names(&open.points))
        } else if off <= HalfPoints::from_points(3) {
            "Dame or protective moves may have been played after the record ends.".to_string()
        } else {
            "The players may have seen a group otherwise, or played on after the record ends."
                .to_string()
        })
    }

    /// What becomes of a group and why, in a sentence.
    pub fn group_words(&self, group: &ScoredGroup) -> String {
        let (stones, are, they) = match group.stones.len() {
            1 => ("stone".to_string(), "is", "it"),
            many => (format!("{many} stones"), "are", "they"),
        };
        let place =
            group.stones.iter().next().map(|stone| format!(" at {}", self.size().vertex(stone)));
        let status = match group.status {
            LifeStatus::Seki => "in seki".to_string(),
            status => status.to_string(),
        };
        format!(
            "{}'s {stones}{} {are} {status}: {}.",
            group.color,
            place.unwrap_or_default(),
            why(group, they)
        )
    }

    /// What is still to be played, in a sentence.
    pub fn open_words(&self, open: &Open) -> String {
        let points = self.names(&open.points);
        let who = match open.by {
            Some(color) => format!("{color} should play there"),
            None => "whoever plays first there gains".to_string(),
        };
        match open.what {
            OpenKind::Border => format!("The border is not closed at {points}; {who}."),
            OpenKind::Group => {
                format!("Nobody can say whether the stones at {points} are dead; {who}.")
            }
            OpenKind::Teire => match open.by {
                Some(color) => format!(
                    "{color} must still add a move at {points}, for when the dame are filled; it costs \
                     a point."
                ),
                None => format!("A move must still be added at {points}."),
            },
            OpenKind::Dame => {
                format!("By these rules the neutral points {points} are worth a point each; {who}.")
            }
        }
    }

    /// The names of points in board order, or how many there are and the first of them.
    pub fn names(&self, points: &PointSet) -> String {
        let name = |point| self.size().vertex(point).to_string();
        let first: Vec<String> = points.iter().take(MOST_NAMES).map(name).collect();
        match points.len() {
            many if many > MOST_NAMES => {
                format!("{} and {} more points", first.join(" "), many - MOST_NAMES)
            }
            _ => first.join(" "),
        }
    }
}

/// Who leads, and the points in words; `None` for a draw.
pub fn lead_words(black_lead: HalfPoints) -> Option<(Color, String)> {
    let winner = Outcome::from_black_lead(black_lead).winner()?;
    Some((winner, counted(black_lead.abs(), "point")))
}

fn why(group: &ScoredGroup, they: &str) -> String {
    let enemy = !group.color;
    let eyes = |count: u32| match count {
        0 => "no eye",
        1 => "one eye only",
        _ => "two eyes",
    };
    let (have, stand, percent) = (
        if they == "it" { "has" } else { "have" },
        if they == "it" { "stands" } else { "stand" },
        percent(1.0 - group.doubt()),
    );
    match (group.status, group.reason) {
        (LifeStatus::Alive, Reason::Unconditional) => {
            format!("{they} {have} two eyes and cannot be captured")
        }
        (LifeStatus::Dead, Reason::NoRoom { eyes: count }) => format!(
            "{they} {stand} among stones of {enemy} that cannot be captured, with room for {}",
            eyes(count)
        ),
        (_, Reason::Falls) => format!(
            "{enemy} may begin a ko for {} at will, and without threats {they} cannot win it",
            if they == "it" { "it" } else { "them" }
        ),
        (_, Reason::Proved | Reason::Read) => "it has been read out".to_string(),
        (LifeStatus::Seki, _) => format!(
            "{they} {have} not two eyes, and nobody can fill the liberties shared with {enemy}"
        ),
        (LifeStatus::Dead, _) if group.eyes < 2 => {
            format!("{they} {have} room for {} ({percent} sure)", eyes(group.eyes))
        }
        (LifeStatus::Dead, _) => {
            format!("{they} {have} not enough room inside {enemy}'s area ({percent} sure)")
        }
        (LifeStatus::Alive, _) if group.eyes >= 2 => {
            format!(
                "what {they} surround{} is room for two eyes ({percent} sure)",
                if they == "it" { "s" } else { "" }
            )
        }
        _ => format!(
            "{enemy} cannot take {} ({percent} sure)",
            if they == "it" { "it" } else { "them" }
        ),
    }
}

/// How surely, never rounded up to certainty.
fn percent(surely: f64) -> String {
    let percent = 100.0 * surely;
    if percent > 99.9 { "over 99.9 %".to_string() } else { format!("{percent:.1} %") }
}

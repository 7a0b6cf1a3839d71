//! Games of a match as records, and back.

use super::played::{Ending, Leads, Played};
use super::room::Commented;
use super::settings::{Finish, Fixture, MatchSettings};
use aji_record::{Head, Record, fingerprint, game_tree, parse_outcome};
use aji_rules::{ByColor, HalfPoints, Outcome, Point, PointSet, Win};

const ENDED: &str = "Ended: ";
const JAPANESE: &str = "Japanese count: ";
const CHINESE: &str = "Chinese count: ";

/// A record that is not of this match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptGameError {
    /// It cannot be read.
    #[error("the record cannot be read: {0}; take it away and resume, and it is played again")]
    Unreadable(String),
    /// It is of another game.
    #[error(
        "the record is of {found}, but game {number} of this match is of {wanted}; \
         take another folder"
    )]
    OtherPlayers {
        /// The game.
        number: u32,
        /// Who played.
        found: String,
        /// Who should have.
        wanted: String,
    },
    /// It does not tell how it ended.
    #[error("the record lacks `{0}`; take it away and resume, and it is played again")]
    Lacks(&'static str),
}

/// The record of a game, with what the players said about their moves.
pub(super) fn write(
    settings: &MatchSettings,
    played: &Played,
    told: &Commented,
    dead: &PointSet,
) -> String {
    let mut head = Head::new(settings.size);
    head.players = names(settings, played.black, played.white);
    head.rules = Some(settings.rules);
    head.outcome = Some(played.outcome);
    let mut tree = game_tree(&told.game, &head);
    let nodes: Vec<_> = tree.main_line().collect();
    tree.set_text(nodes[0], "C", &summary(settings, played, dead));
    for (&node, comment) in nodes[1..].iter().zip(&told.comments) {
        if !comment.is_empty() {
            tree.set_text(node, "C", comment);
        }
    }
    tree.write()
}

fn names(settings: &MatchSettings, black: usize, white: usize) -> ByColor<String> {
    let labels = settings.labels();
    ByColor { black: labels[black].clone(), white: labels[white].clone() }
}

fn summary(settings: &MatchSettings, played: &Played, dead: &PointSet) -> String {
    let total = settings.game_count();
    let mut lines =
        vec![format!("Game {} of {total} of a match, seed {}.", played.number, settings.seed)];
    if settings.corner_opening {
        lines.push("The first moves are usual ones in the corners, drawn by chance.".to_string());
    }
    if settings.random_plies > 0 {
        lines.push(format!("The first moves are random, {} of them.", settings.random_plies));
    }
    if let Some(opening) = &settings.opening {
        let then = match &opening.finish {
            Finish::Player(name) => format!("then {name} plays both sides"),
            Finish::Judge => "then the judge's expected score counts".to_string(),
        };
        lines.push(format!("The players play an opening of {} moves, {then}.", opening.plies));
    }
    lines.push(format!("{ENDED}{}", played.ending));
    if let Some(leads) = played.leads {
        if played.ending != Ending::Judged {
            let point = |point: Point| settings.size.vertex(point).to_string();
            let dead: Vec<String> = dead.iter().map(point).collect();
            let dead = if dead.is_empty() { "none".to_string() } else { dead.join(" ") };
            lines.push(format!("Referee: {}; dead stones: {dead}", settings.referee));
        }
        for (title, lead) in [(JAPANESE, leads.japanese), (CHINESE, leads.chinese)] {
            lines.push(format!("{title}{}", Outcome::from_black_lead(lead)));
        }
    }
    lines.join("\n")
}

/// Reads what became of a game from its record.
pub(super) fn read(
    settings: &MatchSettings,
    fixture: &Fixture,
    sgf: &str,
) -> Result<Played, KeptGameError> {
    let unreadable = |error: String| KeptGameError::Unreadable(error);
    let record = Record::from_sgf(sgf).map_err(|fault| unreadable(fault.to_string()))?;
    let wanted = names(settings, fixture.black, fixture.white);
    let found = &record.head.players;
    // As SGF reads them: blanks are all alike there.
    let plain = |names: &ByColor<String>| {
        let words = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} against {}", words(&names.black), words(&names.white))
    };
    if plain(found) != plain(&wanted) {
        return Err(KeptGameError::OtherPlayers {
            number: fixture.number,
            found: plain(found),
            wanted: plain(&wanted),
        });
    }
    let replay = record.replay();
    if let Some(fault) = replay.fault {
        return Err(unreadable(fault.to_string()));
    }
    let summary = record.tree.text(record.tree.root(), "C").unwrap_or_default();
    let line = |title: &str| summary.lines().find_map(|line| line.strip_prefix(title));
    let ending: Ending = line(ENDED)
        .and_then(|text| text.parse().ok())
        .ok_or(KeptGameError::Lacks(ENDED.trim_ascii_end()))?;
    let outcome = record.head.outcome.ok_or(KeptGameError::Lacks("RE"))?;
    let leads = match (outcome, line(JAPANESE), line(CHINESE)) {
        (Outcome::Win(_, Win::Points(_)) | Outcome::Draw, Some(japanese), Some(chinese)) => {
            let lacks = |title: &'static str| KeptGameError::Lacks(title.trim_ascii_end());
            Some(Leads {
                match_rules: black_lead(outcome),
                japanese: counted(japanese).ok_or(lacks(JAPANESE))?,
                chinese: counted(chinese).ok_or(lacks(CHINESE))?,
            })
        }
        (Outcome::Win(_, Win::Points(_)) | Outcome::Draw, ..) => {
            return Err(KeptGameError::Lacks(JAPANESE.trim_ascii_end()));
        }
        _ => None,
    };
    Ok(Played {
        number: fixture.number,
        black: fixture.black,
        white: fixture.white,
        outcome,
        leads,
        ending,
        moves: replay.moves,
        fingerprint: fingerprint(&replay.game),
    })
}

fn counted(text: &str) -> Option<HalfPoints> {
    parse_outcome(text).ok().flatten().map(black_lead)
}

fn black_lead(outcome: Outcome) -> HalfPoints {
    match outcome {
        Outcome::Win(color, Win::Points(margin)) => {
            HalfPoints::from_halves(color.sign() * margin.halves())
        }
        _ => HalfPoints::ZERO,
    }
}

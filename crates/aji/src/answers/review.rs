//! A review: how Black's chance and lead went through a game. Every key of its JSON is explained in
//! docs/review.md, and a test compares.

use crate::conditions::Conditions;
use crate::words::{self, rounded, tenths};
use aji_judge::winner::Phase;
use aji_play::analyst::AnalysedMove;
use aji_play::review::{GameReview, Mistake, Performance, ReviewedMove};
use aji_record::{Fault, Note, Record, Replay};
use aji_rules::{ByColor, Outcome, Size};
use serde_json::{Map, Value, json};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 2;
/// Longer lines are cut.
const LONGEST: usize = 10;

/// What a record says of a game besides what was played.
#[derive(Clone, Debug, Default)]
pub struct RecordDetails {
    /// Where the record stands, and which game of it this is.
    pub place: Option<(String, usize)>,
    /// As recorded.
    pub result: Option<Outcome>,
    /// The names; empty if unknown.
    pub players: ByColor<String>,
    /// Why the record breaks off.
    pub fault: Option<String>,
    /// What was odd about it.
    pub notes: Vec<String>,
}

impl RecordDetails {
    /// What is recorded, and what playing it showed.
    pub fn of(record: &Record, replay: &Replay) -> RecordDetails {
        let (head, place) = (&record.head, record.place());
        RecordDetails {
            place: Some((place.origin.to_string(), place.number)),
            result: head.outcome,
            players: head.players.clone(),
            fault: replay.fault.as_ref().map(Fault::to_string),
            notes: record.notes.iter().chain(&replay.notes).map(Note::to_string).collect(),
        }
    }
}

/// A game that was reviewed.
pub struct Reviewed {
    /// The board.
    pub size: Size,
    /// Handicap stones.
    pub handicap: u32,
    /// What it is counted by.
    pub conditions: Conditions,
    /// Every move and every position.
    pub game: GameReview,
    /// How many swings to tell.
    pub swings: usize,
    /// What to be careful about, given how the models were trained.
    pub caveat: Option<&'static str>,
    /// What else is known.
    pub details: RecordDetails,
}

impl Reviewed {
    /// What was odd about the record, and what to be careful about.
    pub fn notes(&self) -> Vec<String> {
        let caveat = self.caveat.map(str::to_string);
        self.details.notes.iter().cloned().chain(caveat).collect()
    }

    /// The moves that changed the most.
    pub fn swings(&self) -> Vec<ReviewedMove> {
        self.game.review.swings(self.swings)
    }

    /// The moves of a line as people write them, not too many.
    pub fn line(&self, best: &AnalysedMove) -> Vec<String> {
        let moves = best.line.iter().take(LONGEST);
        moves.map(|&(mv, _)| self.size.move_text(mv)).collect()
    }

    /// All of it for programs.
    pub fn json(&self) -> Value {
        let review = &self.game.review;
        let moves: Vec<Value> = review.moves().iter().map(|own| self.reviewed_move(own)).collect();
        let swings: Vec<Value> = self.swings().iter().map(|own| self.swing(own)).collect();
        let players = review.performances();
        json!({
            "version": VERSION,
            "file": self.details.place.as_ref().map(|(file, _)| file),
            "game": self.details.place.as_ref().map(|(_, game)| game),
            "model": self.game.model,
            "visits": self.game.visits,
            "width": self.size.width(),
            "height": self.size.height(),
            "rules": self.conditions.rules.name(),
            "komi": words::points(self.conditions.komi),
            "handicap": self.handicap,
            "assumed": self.conditions.assumed,
            "result": self.details.result.map(|outcome| outcome.to_string()),
            "black_player": self.details.players.black,
            "white_player": self.details.players.white,
            "moves": moves,
            "swings": swings,
            "players": {
                "black": performance(self.size, &players.black),
                "white": performance(self.size, &players.white),
            },
            "fault": self.details.fault,
            "notes": self.notes(),
        })
    }

    fn reviewed_move(&self, own: &ReviewedMove) -> Value {
        json!({
            "move": own.number,
            "color": own.color.to_string().to_lowercase(),
            "point": self.size.move_text(own.mv),
            "black_win_before": rounded(own.black_before),
            "black_win_after": rounded(own.black_after),
            "black_lead_before": tenths(own.lead_before),
            "black_lead_after": tenths(own.lead_after),
            "gain": rounded(own.gain()),
            "points_lost": tenths(own.points_lost),
            "mistake": own.mistake().map(|mistake| mistake.to_string()),
            "best": own.best.map(|best| self.size.move_text(best)),
            "rank": own.rank,
        })
    }

    /// A move with what it did in words, and what was better.
    fn swing(&self, own: &ReviewedMove) -> Value {
        let mut swing = self.reviewed_move(own);
        swing["reasons"] = json!(self.game.reasons(own));
        swing["better"] = self.game.better(own).map_or(Value::Null, |best| {
            json!({
                "line": self.line(best),
                "black_lead": tenths(best.black_lead()),
                "reasons": best.reasons,
            })
        });
        swing
    }
}

fn performance(size: Size, player: &Performance) -> Value {
    let worst = player.worst.iter().map(|own| {
        json!({
            "move": own.number,
            "point": size.move_text(own.mv),
            "points_lost": tenths(own.points_lost),
        })
    });
    let by_phase = player.points_lost_by_phase.iter();
    let by_phase: Map<String, Value> =
        by_phase.map(|&(phase, mean)| (key(phase).to_string(), json!(mean.map(rounded)))).collect();
    let mistakes = player.mistakes.iter();
    let mistakes: Map<String, Value> =
        mistakes.map(|&(kind, count)| (plural(kind).replace(' ', "_"), json!(count))).collect();
    json!({
        "moves": player.moves,
        "mean_points_lost": player.mean_points_lost.map(rounded),
        "points_lost_by_phase": by_phase,
        "mistakes": mistakes,
        "best_move_share": player.best_share.map(rounded),
        "top_five_share": player.foreseen_share.map(rounded),
        "worst": worst.collect::<Vec<_>>(),
    })
}

/// Several mistakes of a kind.
pub fn plural(kind: Mistake) -> &'static str {
    match kind {
        Mistake::Inaccuracy => "inaccuracies",
        Mistake::Mistake => "mistakes",
        Mistake::BadMistake => "bad mistakes",
        Mistake::Blunder => "blunders",
    }
}

fn key(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::MiddleGame => "middle_game",
        Phase::Endgame => "endgame",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_may_share_it() {
        fn shared<T: Send + Sync>() {}
        shared::<aji_play::review::Reviewer>();
        shared::<Reviewed>();
    }
}

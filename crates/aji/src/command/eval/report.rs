//! The figures of `aji eval territory` as JSON and as a table.

use crate::words::counted;
use aji_learn::measure::Measured;
use serde::Serialize;
use std::fmt::Write;

/// All figures.
#[derive(Serialize)]
pub struct Report {
    pub rows: Vec<Row>,
}

/// How well one candidate did at one move number.
#[derive(Serialize)]
pub struct Row {
    #[serde(rename = "move")]
    number: usize,
    model: String,
    inference: String,
    positions: usize,
    /// Of points; null if there is no owned point.
    accuracy: Option<f64>,
    cross_entropy: f64,
    cross_entropy_low: f64,
    cross_entropy_high: f64,
    brier: f64,
    ece: f64,
    score_mae: f64,
    /// Null if all games are draws.
    winner_accuracy: Option<f64>,
    winner_accuracy_low: f64,
    winner_accuracy_high: f64,
    neutral_share: f64,
}

impl Row {
    pub fn new(number: usize, (model, inference): (String, String), measured: &Measured) -> Row {
        Row {
            number,
            model,
            inference,
            positions: measured.positions,
            accuracy: measured.accuracy,
            cross_entropy: measured.cross_entropy,
            cross_entropy_low: measured.cross_entropy_interval.low,
            cross_entropy_high: measured.cross_entropy_interval.high,
            brier: measured.brier,
            ece: measured.calibration.error(),
            score_mae: measured.score_error_points,
            winner_accuracy: measured.winner_accuracy,
            winner_accuracy_low: measured.winner_interval.low,
            winner_accuracy_high: measured.winner_interval.high,
            neutral_share: measured.neutral_share,
        }
    }

    fn text(&self) -> String {
        let entropy = format!(
            "{:.4} ({:.4} to {:.4})",
            self.cross_entropy, self.cross_entropy_low, self.cross_entropy_high
        );
        let points = self.accuracy.map_or("-".to_string(), |share| percent(share) + " %");
        let winner = self.winner_accuracy.map_or("-".to_string(), |share| {
            let (low, high) =
                (percent(self.winner_accuracy_low), percent(self.winner_accuracy_high));
            format!("{} % ({low} to {high})", percent(share))
        });
        columns([
            &self.model,
            &self.inference,
            &entropy,
            &points,
            &format!("{:.4}", self.brier),
            &format!("{:.4}", self.ece),
            &format!("{:.1}", self.score_mae),
            &winner,
        ])
    }
}

impl Report {
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// A table for each move number, after what was measured.
    pub fn text(&self, told: &str) -> String {
        let mut text = format!(
            "{told}\nIn brackets is where a figure lies with 95 % confidence: of cross entropies by \
             a bootstrap over positions,\nof winners by Wilson.\n"
        );
        for rows in self.rows.chunk_by(|a, b| a.number == b.number) {
            let head = &rows[0];
            let positions = counted(head.positions as u64, "position");
            let neutral = percent(head.neutral_share);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "\nAfter move {}: {positions}, of whose points {neutral} % are neutral",
                head.number
            );
            let names = [
                "model",
                "inference",
                "cross entropy",
                "points",
                "Brier",
                "ECE",
                "score",
                "winner",
            ];
            let _ = writeln!(text, "{}", columns(names));
            for row in rows {
                let _ = writeln!(text, "{}", row.text());
            }
        }
        text
    }
}

fn columns([model, inference, entropy, points, brier, ece, score, winner]: [&str; 8]) -> String {
    let line = format!(
        "{model:<26} {inference:<9} {entropy:<25} {points:>7} {brier:>7} {ece:>7} {score:>6}  {winner}"
    );
    line.trim_end().to_string()
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

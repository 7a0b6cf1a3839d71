//! Tables I and II with Figures 9 and 10: round robins between champions, and whether later ones are better.

use super::{Data, Played, table_name, title};
use crate::File;
use crate::LabError;
use crate::claim::Claim;
use crate::evolution::evolve::study_interval;
use crate::evolution::evolved::{Experiment, Lineage};
use crate::page::Part;
use crate::players;
use aji_draw::{Chart, Series};
use aji_learn::trend::Trend;
use aji_play::arena::Report;
use serde_json::{Value, json};
use std::fmt::Write;

/// The points of the study's champions, from generation 0 on.
const TABLE_1: [i32; 21] =
    [14, 17, 32, -1, 15, 26, 26, 14, 5, 35, 8, 44, 44, 23, 8, 26, 14, 29, 23, 20, 26];
const TABLE_2: [i32; 7] = [-7, 3, 12, 15, 1, 10, 11];
/// A trend is sure below this.
const SURE: f64 = 0.01;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut part = Part {
        markdown: format!(
            "## Tables I and II, Figures 9 and 10\n\nEvery two champions of a lineage play {} games, half of \
             them with each colour, from the empty board; networks that always play the same opening still \
             make different games, since `static` finishes each with other dice. Two points for a win, one \
             for a draw, one lost for a loss, scaled to the study's two games for every two. x is in \
             thousands of generations.\n\n",
            data.games
        ),
        ..Part::default()
    };
    let mut numbers = Vec::new();
    for lineage in Lineage::ALL {
        let table = Table::play(data, lineage)?;
        part.markdown += &table.markdown();
        part.files.push(File::new(table.file(), table.chart().to_svg()?));
        part.claims.push(table.claim());
        numbers.push(table.numbers());
    }
    for claim in &part.claims {
        let _ = writeln!(part.markdown, "{claim}");
    }
    part.numbers.push(("round_robins", Value::Array(numbers)));
    Ok(part)
}

/// The round robin of a lineage.
struct Table {
    lineage: Lineage,
    rows: Vec<Row>,
    trend: Option<Trend>,
    study: Option<Trend>,
    games: usize,
}

struct Row {
    generation: u32,
    /// As if every two had played two games.
    points: f64,
    share: f64,
    elo: f64,
    study: Option<i32>,
}

impl Row {
    fn thousands(&self) -> f64 {
        f64::from(self.generation) / 1_000.0
    }
}

impl Table {
    fn play(data: &Data, lineage: Lineage) -> Result<Table, LabError> {
        let missing = || LabError::NoChampions(lineage);
        let evolved = data.evolved(lineage)?;
        // What was evolved for a shorter time has its champions closer together.
        let kept = evolved.every(study_interval(lineage.experiment));
        let kept =
            kept.filter(|kept| kept.champions().len() > 2).unwrap_or_else(|| (*evolved).clone());
        let generations: Vec<u32> =
            kept.champions().iter().map(|champion| champion.generation).collect();
        let players = generations
            .iter()
            .map(|&generation| players::evolved(lineage, Some(generation)))
            .collect();
        let Played { settings, games } = data.play(players, data.games, 0)?;
        let report = Report::new(&settings, &games);
        let study: &[i32] = match lineage {
            Lineage { is_antithetic: true, .. } => &[],
            Lineage { experiment: Experiment::One, .. } => &TABLE_1,
            Lineage { experiment: Experiment::Two, .. } => &TABLE_2,
        };
        let rows: Vec<Row> = report
            .standings
            .iter()
            .zip(&generations)
            .map(|(standing, &generation)| Row {
                generation,
                points: 2.0 * standing.points as f64 / f64::from(data.games),
                share: standing.all.share().unwrap_or(0.5),
                elo: standing.elo,
                study: study
                    .get((generation / study_interval(lineage.experiment)) as usize)
                    .copied(),
            })
            .collect();
        let points = |value: &dyn Fn(&Row) -> Option<f64>| -> Vec<(f64, f64)> {
            rows.iter().filter_map(|row| Some((row.thousands(), value(row)?))).collect()
        };
        let trend = Trend::of(&points(&|row| Some(row.points)), data.seed);
        let study = Trend::of(&points(&|row| row.study.map(f64::from)), data.seed);
        if rows.is_empty() {
            return Err(missing());
        }
        Ok(Table { lineage, rows, trend, study, games: games.len() })
    }

    fn file(&self) -> String {
        let figure = match self.lineage.experiment {
            Experiment::One => "figure9",
            Experiment::Two => "figure10",
        };
        format!("{figure}{}.svg", if self.lineage.is_antithetic { "-antithetic" } else { "" })
    }

    fn chart(&self) -> Chart {
        let title = format!("Points of champions: {}", title(self.lineage));
        let chart = Chart::new(title).x("thousands of generations").y("points").reach_y(0.0);
        let ours = self.rows.iter().map(|row| (row.thousands(), row.points));
        let chart = chart.series(Series::dots("found here", ours));
        let chart = self.line(chart, "their line", self.trend);
        let study = self.rows.iter().filter_map(|row| Some((row.thousands(), row.study?.into())));
        let study: Vec<(f64, f64)> = study.collect();
        if study.is_empty() {
            return chart;
        }
        self.line(chart.series(Series::dots("the study", study)), "its line", self.study)
    }

    fn line(&self, chart: Chart, name: &str, trend: Option<Trend>) -> Chart {
        let Some(trend) = trend else { return chart };
        let ends = [self.rows.first(), self.rows.last()].into_iter().flatten();
        let ends: Vec<f64> = ends.map(Row::thousands).collect();
        chart.series(Series::line(name, ends.into_iter().map(|x| (x, trend.at(x)))))
    }

    fn markdown(&self) -> String {
        let mut text =
            format!("### {}: {}\n\n", table_name(self.lineage.experiment), title(self.lineage));
        let has_study = self.rows.iter().any(|row| row.study.is_some());
        let (head, rule) = if has_study { (" the study |", "---|") } else { ("", "") };
        let _ =
            writeln!(text, "| generation |{head} points | won | Elo |\n|---|{rule}---|---|---|");
        for row in &self.rows {
            let study = match row.study {
                Some(points) => format!(" {points} |"),
                None if has_study => " |".to_string(),
                None => String::new(),
            };
            let _ = writeln!(
                text,
                "| {} |{study} {:.1} | {:.1} % | {:+.0} |",
                row.generation,
                row.points,
                100.0 * row.share,
                row.elo
            );
        }
        let _ = writeln!(text, "\n![{}]({})\n", title(self.lineage), self.file());
        if let Some(trend) = self.trend {
            let _ = write!(text, "Over {} games: {}.", self.games, words(trend));
        }
        if let Some(trend) = self.study {
            let _ = write!(text, " The study's points: {}.", words(trend));
        }
        text + "\n\n"
    }

    fn claim(&self) -> Claim {
        let found = self.trend.map_or("too few champions".to_string(), words);
        let says = if self.lineage.is_antithetic {
            format!("with our changes, too, later champions are better ({})", title(self.lineage))
        } else {
            format!("later champions are better ({})", table_name(self.lineage.experiment))
        };
        let is_sure = |trend: Trend| trend.slope > 0.0 && trend.p < SURE;
        Claim { says, found, is_reproduced: self.trend.is_some_and(is_sure) }
    }

    fn numbers(&self) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "generation": row.generation, "points": row.points, "share": row.share,
                    "elo": row.elo, "points_of_the_study": row.study,
                })
            })
            .collect();
        let trend = |trend: Option<Trend>| {
            trend.map(|one| {
                json!({
                    "slope_per_1000_generations": one.slope, "correlation": one.correlation,
                    "p": one.p,
                })
            })
        };
        json!({
            "lineage": self.lineage.to_string(), "games": self.games, "champions": rows,
            "trend": trend(self.trend), "trend_of_the_study": trend(self.study),
        })
    }
}

/// How a line goes.
pub fn words(trend: Trend) -> String {
    let Trend { slope, correlation, p, .. } = trend;
    let p = if p < 1e-4 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") };
    format!("{slope:+.3} a thousand generations, r = {correlation:+.2}, {p}")
}

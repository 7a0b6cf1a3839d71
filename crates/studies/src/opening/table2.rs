//! Table 2: the fuzzy controllers against the players that learned by temporal differences.

use super::Data;
use super::judges::{by_program, by_territory};
use super::matches::{Meeting, play, records};
use super::standing::{Agreement, Class, Score, Standings};
use crate::File;
use crate::LabError;
use crate::claim::Claim;
use crate::opening::td::Lambda;
use crate::page::Part;
use crate::players;
use aji_judge::library::FIELD;
use aji_learn::stats::{Interval, wilson};
use aji_play::PlayerName;
use aji_rules::{Color, Game};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;

/// The study's results: for each lambda with the controller as Black, and as White.
const STUDY: [[Class; 2]; Lambda::ALL.len()] = [
    [Class::VeryGoodForWhite, Class::GoodForWhite],
    [Class::VeryGoodForWhite, Class::Undecided],
    [Class::VeryGoodForBlack, Class::VeryGoodForWhite],
    [Class::GoodForWhite, Class::VeryGoodForWhite],
];
/// Who judges.
const JUDGES: [&str; 2] = ["territory", "GNU Go"];

/// The games of a controller against one opponent with one colour, by one judge.
#[derive(Serialize)]
struct Row {
    controller: String,
    opponent: String,
    is_controller_black: bool,
    judge: &'static str,
    study: Class,
    #[serde(flatten)]
    standings: Standings,
    /// The controller against its opponent.
    controller_score: Score,
    is_study_reproduced: bool,
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut files = Vec::new();
    let mut both: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for controller in &data.controllers {
        for lambda in Lambda::ALL {
            let opponent = players::td(lambda);
            let meetings = play(data, controller, &opponent)?;
            let games: Vec<&Game> = meetings.iter().map(|meeting| &meeting.game).collect();
            let leads = [
                by_territory(&*data.library.get(&FIELD)?, &games)?,
                by_program(&data.gnu_go, &games)?,
            ];
            both.iter_mut().zip(&leads).for_each(|(all, leads)| all.extend(leads));
            for (judge, leads) in JUDGES.into_iter().zip(&leads) {
                rows.extend(rows_of(controller, lambda, judge, &meetings, leads));
            }
            let name = format!("{controller}-{opponent}.sgf").replace(':', "-");
            files.push(File::new(name, records(&meetings, controller, &opponent)));
        }
    }
    let mut markdown = "## Table 2: fuzzy controllers against TD(lambda)\n\nOne game in the study, judged by \
                        a professional; many here. A game is undecided up to 3 points, favourable up to 10, \
                        and very favourable beyond; in brackets, what share of many games that would be. \
                        The last columns tell of the decided games: how many the controller won, and how likely so uneven a score is by chance (a two-sided sign \
                        test). The study's result is found again if the same colour wins significantly more \
                        often, or, where it has none, if neither does.\n"
        .to_string();
    let agreement = Agreement::of(&both[0], &both[1]);
    markdown += &agreement.text();
    let mut claims = Vec::new();
    for controller in &data.controllers {
        for judge in JUDGES {
            let own: Vec<&Row> = rows
                .iter()
                .filter(|row| row.judge == judge && row.controller == controller.to_string())
                .collect();
            markdown += &table(&own, &controller.to_string(), judge);
            let told = claims_of(&own, &controller.to_string(), judge);
            told.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
            claims.extend(told);
        }
    }
    Ok(Part {
        markdown,
        files,
        claims,
        numbers: vec![("table2", json!(rows)), ("agreement", json!(agreement))],
    })
}

/// With both colours.
fn rows_of(
    controller: &PlayerName,
    lambda: Lambda,
    judge: &'static str,
    meetings: &[Meeting],
    leads: &[f64],
) -> [Row; 2] {
    [true, false].map(|is_controller_black| {
        let own = meetings.iter().zip(leads);
        let own = own.filter(|(meeting, _)| meeting.is_first_black == is_controller_black);
        let standings = Standings::of(&own.map(|(_, &lead)| lead).collect::<Vec<f64>>());
        let Score { won, lost } = standings.black;
        let controller_score =
            if is_controller_black { standings.black } else { Score { won: lost, lost: won } };
        let study = STUDY[lambda as usize][usize::from(!is_controller_black)];
        let black = standings.black.is_better();
        let ahead = black.map(|is_black| if is_black { Color::Black } else { Color::White });
        Row {
            controller: controller.to_string(),
            opponent: players::td(lambda).to_string(),
            is_controller_black,
            judge,
            study,
            standings,
            controller_score,
            is_study_reproduced: ahead == study.ahead(),
        }
    })
}

fn table(rows: &[&Row], controller: &str, judge: &str) -> String {
    let mut table = format!(
        "\n**{controller}, judged by {judge}**\n\n\
         | Black - White | the study | very favourable for Black | favourable for Black | undecided | \
         favourable for White | very favourable for White | Black's mean lead | {controller} won | the \
         study's result |\n|---|---|---|---|---|---|---|---|---|---|\n"
    );
    for row in rows {
        let (one, other) = (&row.controller, &row.opponent);
        let (black, white) = if row.is_controller_black { (one, other) } else { (other, one) };
        let games = row.standings.classes.iter().sum::<usize>() as u64;
        let class = |count: usize| {
            let Interval { low, high } = wilson(count as u64, games);
            format!("{count} ({:.0} to {:.0} %)", 100.0 * low, 100.0 * high)
        };
        let classes = row.standings.classes.map(class).join(" | ");
        let error = row.standings.standard_error;
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "| {black} - {white} | {} | {classes} | {:+.1}{} | {} | {} |",
            row.study,
            row.standings.mean_lead,
            error.map_or(String::new(), |error| format!(" +- {error:.1}")),
            row.controller_score.text(),
            if row.is_study_reproduced { "found again" } else { "not found" },
        );
    }
    for lambda in Lambda::ALL {
        let opponent = players::td(lambda).to_string();
        let pair = rows.iter().filter(|row| row.opponent == opponent);
        let score = pair.map(|row| row.controller_score).fold(Score::default(), Score::plus);
        let _ = writeln!(
            table,
            "| {controller} against {opponent}, both colours | | | | | | | | {} | |",
            score.text()
        );
    }
    table.push('\n');
    table
}

/// What the study concludes, held against the games of one controller by one judge.
fn claims_of(rows: &[&Row], controller: &str, judge: &str) -> Vec<Claim> {
    let sum = |score: fn(&Row) -> Score| {
        rows.iter().map(|row| score(row)).fold(Score::default(), Score::plus)
    };
    let own = sum(|row| row.controller_score);
    let white = sum(|row| Score { won: row.standings.black.lost, lost: row.standings.black.won });
    let found = rows.iter().filter(|row| row.is_study_reproduced).count();
    let by = format!("{controller}, by {judge}");
    vec![
        Claim {
            says: format!(
                "fuzzy reasoning plays better openings than TD (4 to 3 in the study; {by})"
            ),
            found: format!("won {}", own.text()),
            is_reproduced: own.is_better() == Some(true),
        },
        Claim {
            says: format!("White mostly wins (6 of 7 decided games in the study; {by})"),
            found: format!("White won {}", white.text()),
            is_reproduced: white.is_better() == Some(true),
        },
        Claim {
            says: format!("the study's eight results ({by})"),
            found: format!("{found} of {} found again", rows.len()),
            is_reproduced: found == rows.len(),
        },
    ]
}

//! Table 1: how many winners are predicted at four moves.

use super::{Contender, Data, MOVES};
use crate::claim::Claim;
use crate::page::Part;
use aji_learn::measure::winner::{Comparison, Ended, Row, Split};
use serde_json::json;
use std::fmt::Write;

/// The study's percentages.
const STUDY: [f64; MOVES.len()] = [52.1, 61.8, 76.7, 89.3];
/// What others get right of counted games of this kind, in percent, as measured elsewhere.
const PEERS: [(&str, [f64; MOVES.len()]); 4] = [
    ("GNU Go", [49.2, 53.5, 65.3, 68.6]),
    ("Pachi", [51.2, 61.0, 66.7, 69.1]),
    ("KataGo, small network", [50.6, 59.1, 72.2, 79.1]),
    ("KataGo, large network", [53.7, 63.3, 78.0, 84.7]),
];
/// So near to always naming the more frequent winner is hardly better.
const HARDLY: f64 = 0.05;

/// The figures of one, for each of the moves: of all games, counted ones and resigned ones.
type Rows = [[Row; 3]; MOVES.len()];

fn rows(contender: &Contender<'_>) -> Rows {
    std::array::from_fn(|index| {
        Split::of(&contender.predicted[index]).rows(MOVES[index], &contender.name)
    })
}

pub fn make(data: &Data, contenders: &[Contender<'_>]) -> Part {
    let rows: Vec<Rows> = contenders.iter().map(rows).collect();
    let mut markdown = "## Table 1: winners predicted\n\nThe study does not say how its games ended; \
                        here those that were counted and those that were resigned also stand apart. \
                        `nn-influence` is the study's network, trained anew. The more frequent winner is what \
                        one gets right by always naming the same colour.\n\n\
                        | | move 30 | move 80 | move 130 | move 180 |\n|---|---|---|---|---|\n"
        .to_string();
    line(&mut markdown, "**the study**", STUDY.map(|share| format!("**{share:.1} %**")));
    for (contender, rows) in contenders.iter().zip(&rows) {
        for ended in [Ended::All, Ended::Counted, Ended::Resigned] {
            let name = match ended {
                Ended::All => format!("**{}**, all games", contender.name),
                Ended::Counted => format!("{}, counted", contender.name),
                Ended::Resigned => format!("{}, resigned", contender.name),
            };
            line(
                &mut markdown,
                &name,
                rows.each_ref().map(|row| row[ended as usize].accuracy_text()),
            );
        }
    }
    if let Some(of_study) = rows.first() {
        let each = |figure: &dyn Fn(&[Row; 3]) -> String| of_study.each_ref().map(figure);
        let majority = |row: &Row| {
            row.majority.map_or("-".to_string(), |share| format!("{:.1} %", 100.0 * share))
        };
        line(
            &mut markdown,
            "the more frequent winner, all games",
            each(&|[all, ..]| majority(all)),
        );
        let counted = each(&|[_, counted, _]| majority(counted));
        line(&mut markdown, "the more frequent winner, counted", counted);
        line(&mut markdown, "games", each(&|[all, ..]| all.games.to_string()));
        line(&mut markdown, "games, counted", each(&|[_, counted, _]| counted.games.to_string()));
        line(&mut markdown, "games, resigned", each(&|[.., resigned]| resigned.games.to_string()));
        let shorter = each(&|[all, ..]| (data.test.len() - all.games).to_string());
        line(&mut markdown, "games left out, shorter", shorter);
    }
    for (name, shares) in PEERS {
        let name = format!("{name}, counted games, measured elsewhere");
        line(&mut markdown, &name, shares.map(|share| format!("{share:.1} %")));
    }
    markdown += "\nThe games that last differ from those that do not: who sees no hope resigns, and the \
                 game is missing from the columns to the right.\n";
    markdown += &other_figures(&rows);

    let comparisons = comparisons(contenders);
    if !comparisons.is_empty() {
        markdown +=
            "\nWinners that one predicted and the other did not, by McNemar's exact test:\n\n";
    }
    for test in &comparisons {
        let Comparison { number, model, against, only_first, only_second, .. } = test;
        // Writing to a string does not fail.
        let _ = writeln!(
            markdown,
            "- move {number}: {model} {only_first}, {against} {only_second} ({})",
            test.p_text()
        );
    }
    let claims = rows.first().map(|rows| claims(&rows.each_ref().map(|row| &row[0])));
    let claims = claims.unwrap_or_default();
    markdown += "\nThe study's table held against its networks, trained anew, on all games:\n\n";
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    let flat: Vec<&Row> = rows.iter().flatten().flatten().collect();
    let numbers = vec![("rows", json!(flat)), ("mcnemar", json!(comparisons))];
    Part { markdown, numbers, claims, ..Part::default() }
}

fn line(markdown: &mut String, name: &str, cells: [String; MOVES.len()]) {
    // Writing to a string does not fail.
    let _ = writeln!(markdown, "| {name} | {} |", cells.join(" | "));
}

/// What an accuracy should not be given without.
fn other_figures(rows: &[Rows]) -> String {
    let mut markdown = "\n| all games | move | log loss | AUC | Brier | ECE |\n\
                        |---|---|---|---|---|---|\n"
        .to_string();
    let figure = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.4}"));
    for [row, ..] in rows.iter().flatten() {
        let figures = [row.log_loss, row.auc, row.brier, row.ece].map(figure);
        // Writing to a string does not fail.
        let _ = writeln!(markdown, "| {} | {} | {} |", row.model, row.number, figures.join(" | "));
    }
    markdown
}

/// Everyone against everyone before.
fn comparisons(contenders: &[Contender<'_>]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (index, one) in contenders.iter().enumerate() {
        for other in &contenders[..index] {
            for (number, (first, second)) in
                MOVES.into_iter().zip(one.predicted.iter().zip(&other.predicted))
            {
                let (first, second) =
                    ((one.name.as_str(), &first[..]), (&*other.name, &second[..]));
                comparisons.push(Comparison::new(number, first, second));
            }
        }
    }
    comparisons
}

/// What the study's table says, held against its networks on all games.
fn claims(rows: &[&Row; MOVES.len()]) -> Vec<Claim> {
    let share = |figure: Option<f64>| figure.unwrap_or(f64::NAN);
    let mut claims: Vec<Claim> = rows
        .iter()
        .zip(STUDY)
        .map(|(row, percent)| Claim {
            says: format!(
                "at move {} it predicts {percent:.1} % of the winners (our interval reaches that, \
                 or is above)",
                row.number
            ),
            found: row.accuracy_text(),
            is_reproduced: 100.0 * share(row.accuracy_high) >= percent,
        })
        .collect();
    let found: Vec<String> = rows.iter().map(|row| row.accuracy_text()).collect();
    claims.push(Claim {
        says: "the later, the more winners (no two intervals overlap)".to_string(),
        found: found.join(", "),
        is_reproduced: rows.is_sorted_by(|a, b| share(a.accuracy_high) < share(b.accuracy_low)),
    });
    let above = share(rows[0].accuracy) - share(rows[0].majority);
    claims.push(Claim {
        says: format!(
            "at move 30 hardly more can be said than who wins more often (less than {:.0} points \
             more)",
            100.0 * HARDLY
        ),
        found: format!("{:+.1} points", 100.0 * above),
        is_reproduced: above < HARDLY,
    });
    let steps: Vec<f64> =
        rows.windows(2).map(|pair| share(pair[1].accuracy) - share(pair[0].accuracy)).collect();
    let told: Vec<String> = steps.iter().map(|step| format!("{:+.1}", 100.0 * step)).collect();
    claims.push(Claim {
        says: "the step from move 80 to move 130 is the largest".to_string(),
        found: format!("{} points", told.join(", ")),
        is_reproduced: steps[1] > steps[0] && steps[1] > steps[2],
    });
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_learn::games::End;
    use aji_learn::measure::winner::Predicted;
    use aji_learn::stats::Forecast;

    /// Of a thousand games, half of them won by Black, so many predicted.
    fn row(number: usize, right: usize) -> Row {
        let game = |index: usize| {
            let target = (index % 2) as f64;
            let probability = if index < right { target } else { 1.0 - target };
            Predicted { forecast: Forecast { probability, target }, end: End::Resigned }
        };
        let games: Vec<Predicted> = (0..1000).map(game).collect();
        let [all, ..] = Split::of(&games).rows(number, "study");
        all
    }

    #[test]
    fn claims_are_held_against_the_numbers() {
        let held = |rights: [usize; 4]| -> Vec<bool> {
            let rows: [Row; 4] = std::array::from_fn(|index| row(MOVES[index], rights[index]));
            claims(&rows.each_ref()).iter().map(|claim| claim.is_reproduced).collect()
        };
        assert_eq!(held([521, 618, 767, 893]), [true; 7]);
        let other = held([600, 590, 650, 780]);
        assert_eq!(other, [true, true, false, false, false, false, false]);
    }
}

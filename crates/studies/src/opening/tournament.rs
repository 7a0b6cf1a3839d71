//! The players that learned by temporal differences against each other.

use super::Data;
use super::judges::by_territory;
use super::matches::play;
use super::standing::{Class, Score, Standings};
use crate::LabError;
use crate::claim::Claim;
use crate::opening::td::Lambda;
use crate::page::Part;
use crate::players;
use aji_judge::library::FIELD;
use aji_rules::{Color, Game};
use serde_json::json;
use std::fmt::Write;

/// The games of two with fixed colours.
struct Cell {
    black: Lambda,
    white: Lambda,
    standings: Standings,
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut cells = Vec::new();
    for (index, one) in Lambda::ALL.into_iter().enumerate() {
        for other in Lambda::ALL.into_iter().skip(index) {
            let meetings = play(data, &players::td(one), &players::td(other))?;
            let games: Vec<&Game> = meetings.iter().map(|meeting| &meeting.game).collect();
            let leads = by_territory(&*data.library.get(&FIELD)?, &games)?;
            for (is_first_black, black, white) in [(true, one, other), (false, other, one)] {
                let own = meetings.iter().zip(&leads);
                let own = own.filter(|(meeting, _)| meeting.is_first_black == is_first_black);
                let leads: Vec<f64> = own.map(|(_, &lead)| lead).collect();
                if !leads.is_empty() {
                    cells.push(Cell { black, white, standings: Standings::of(&leads) });
                }
            }
        }
    }
    cells.sort_by_key(|cell| (cell.black as usize, cell.white as usize));
    let claims = claims(&cells);
    let mut markdown = table(&cells) + &by_lambda(&cells) + "\n";
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    let numbers: Vec<_> = cells
        .iter()
        .map(|cell| {
            let Standings { classes, mean_lead, standard_error, black } = &cell.standings;
            json!({
                "black": cell.black.to_string(), "white": cell.white.to_string(),
                "classes": classes, "mean_lead": mean_lead, "standard_error": standard_error,
                "black_score": black,
            })
        })
        .collect();
    Ok(Part { markdown, claims, numbers: vec![("tournament", json!(numbers))], ..Part::default() })
}

fn table(cells: &[Cell]) -> String {
    let mut table = "## TD against TD\n\nEvery two of the four, and each against itself, judged by the \
                     expected score. Told are the share of the decided games that Black won, and Black's \
                     mean lead.\n\n| Black, lambda | White: 0 | 0.3 | 0.7 | 1 |\n|---|---|---|---|---|\n"
        .to_string();
    for black in Lambda::ALL {
        let _ = write!(table, "| {black} |");
        for white in Lambda::ALL {
            let cell = cells.iter().find(|cell| cell.black == black && cell.white == white);
            let text = cell.map_or("-".to_string(), |cell| {
                let undecided = cell.standings.classes[Class::Undecided as usize];
                let (score, lead) = (cell.standings.black.text(), cell.standings.mean_lead);
                format!("{score}, {undecided} undecided; {lead:+.1}")
            });
            let _ = write!(table, " {text} |");
        }
        table.push('\n');
    }
    table
}

/// What a player won against others, with each colour.
fn score_of(cells: &[Cell], lambda: Lambda, color: Color) -> Score {
    let own = cells.iter().filter(|cell| cell.black != cell.white);
    let own =
        own.filter(|cell| lambda == if color == Color::Black { cell.black } else { cell.white });
    own.map(|cell| seen_by(color, cell.standings.black)).fold(Score::default(), Score::plus)
}

fn seen_by(color: Color, black: Score) -> Score {
    match color {
        Color::Black => black,
        Color::White => Score { won: black.lost, lost: black.won },
    }
}

fn by_lambda(cells: &[Cell]) -> String {
    let mut table = "\n| lambda, against the three others | won as Black | won as White | won |\n\
                     |---|---|---|---|\n"
        .to_string();
    for lambda in Lambda::ALL {
        let [black, white] =
            [Color::Black, Color::White].map(|color| score_of(cells, lambda, color));
        let all = black.plus(white).text();
        let _ = writeln!(table, "| {lambda} | {} | {} | {all} |", black.text(), white.text());
    }
    table
}

fn claims(cells: &[Cell]) -> Vec<Claim> {
    let sum = |is_meant: &dyn Fn(&Cell) -> Option<Color>| {
        let scores = cells.iter().filter_map(|cell| Some((is_meant(cell)?, cell.standings.black)));
        scores.map(|(color, black)| seen_by(color, black)).fold(Score::default(), Score::plus)
    };
    let is_small = |cell: &Cell| cell.black != Lambda::One && cell.white != Lambda::One;
    let higher = sum(&|cell| match (cell.black as usize).cmp(&(cell.white as usize)) {
        _ if !is_small(cell) => None,
        std::cmp::Ordering::Greater => Some(Color::Black),
        std::cmp::Ordering::Less => Some(Color::White),
        std::cmp::Ordering::Equal => None,
    });
    let white = sum(&|cell| is_small(cell).then_some(Color::White));
    let zero = sum(&|cell| match (cell.black, cell.white) {
        (Lambda::Zero, Lambda::One) => Some(Color::Black),
        (Lambda::One, Lambda::Zero) => Some(Color::White),
        _ => None,
    });
    let claim = |says: &str, who: &str, score: Score| Claim {
        says: says.to_string(),
        found: format!("{who} won {}", score.text()),
        is_reproduced: score.is_better() == Some(true),
    };
    vec![
        claim("the higher lambda mostly wins where neither is 1", "it", higher),
        claim("White mostly wins where no lambda is 1", "White", white),
        claim("lambda 0 beats lambda 1", "lambda 0", zero),
    ]
}

//! The curve of a game: as a picture, and in letters for a terminal or a pipe.

use super::ReviewedGame;
use crate::answers::review::Reviewed;
use aji_draw::{Chart, Series, Stack};
use aji_play::review::ReviewedMove;
use aji_record::Head;
use aji_rules::Color;
use std::fmt::Write;

/// The size of the picture without its legend: a game is long.
const PICTURE: (u32, u32) = (860, 360);
/// The height of the curve of leads.
const LEADS: u32 = 220;
/// Longer titles do not fit above it.
const LONGEST_TITLE: usize = 90;

/// The size of the curve in letters; with the numbers beside it 80 columns hold it.
pub const COLUMNS: usize = 72;
/// The rows of no chance, of an even game and of certainty.
const TOP: u8 = 10;
const EVEN: u8 = 5;

/// Black's chance against the number of the move, and below it Black's lead.
pub fn of(game: &ReviewedGame) -> Stack {
    Stack::new([chances(game), leads(&game.reviewed)])
}

fn leads(reviewed: &Reviewed) -> Chart {
    let curve = reviewed.game.review.lead_curve();
    let last = curve.len().saturating_sub(1) as f64;
    Chart::new("")
        .x("move")
        .y("Black leads by, points")
        .size(PICTURE.0, LEADS)
        .reach_x(0.0)
        .reach_x(last)
        .reach_y(-10.0)
        .reach_y(10.0)
        .level(0.0)
        .series(Series::line("", (0_u32..).map(f64::from).zip(curve)))
}

/// Black's chance, the biggest swings marked.
fn chances(game: &ReviewedGame) -> Chart {
    let ReviewedGame { loaded, reviewed } = game;
    let review = &reviewed.game.review;
    let curve = review.curve().into_iter().enumerate();
    let curve = curve.map(|(number, chance)| (number as f64, 100.0 * chance));
    let swings = reviewed.swings();
    let dots = |color: Color| {
        let own = swings.iter().filter(move |swing| swing.color == color);
        own.map(|swing| (swing.number as f64, 100.0 * swing.black_after))
    };
    let chart = Chart::new(title(&loaded.record.head))
        .x("move")
        .y("Black wins, %")
        .size(PICTURE.0, PICTURE.1)
        .reach_x(0.0)
        .reach_x(review.moves().len() as f64)
        .reach_y(0.0)
        .reach_y(100.0)
        .level(50.0)
        .series(Series::line("", curve));
    Color::BOTH
        .into_iter()
        .filter(|&color| dots(color).next().is_some())
        .fold(chart, |chart, color| {
            chart.series(Series::dots(format!("{color}'s swings"), dots(color)))
        })
}

fn title(head: &Head) -> String {
    let outcome = head.outcome.map_or(String::new(), |outcome| format!(", {outcome}"));
    let names = Color::BOTH.map(|color| head.player(color));
    let title = format!("{} against {}{outcome}", names[0], names[1]);
    let is_known = (names[0].as_str(), names[1].as_str()) != ("Black", "White");
    if is_known && title.chars().count() <= LONGEST_TITLE {
        title
    } else {
        "Black's chance of winning".to_string()
    }
}

/// The curve as rows of letters: the higher the pile of `#`, the likelier Black wins.
pub fn letters(curve: &[f64]) -> String {
    let columns = curve.len().min(COLUMNS);
    // Where there are more moves than columns, a column is the mean of a few.
    let start = |column: usize| column * curve.len() / columns.max(1);
    let heights: Vec<f64> = (0..columns)
        .map(|column| {
            let part = &curve[start(column)..start(column + 1)];
            part.iter().sum::<f64>() / part.len() as f64
        })
        .collect();
    let mut text = String::new();
    for row in (0..=TOP).rev() {
        let label = match row {
            0 => "0 %",
            EVEN => "50 %",
            TOP => "100 %",
            _ => "",
        };
        let signs: String = heights.iter().map(|&height| sign(height, row)).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", format!("{label:>5} |{signs}").trim_end());
    }
    text + &numbers(curve.len(), columns, start)
}

/// What is to be seen of a pile in a row, in thirds. The middle of a row is the chance that it stands
/// for.
fn sign(height: f64, row: u8) -> char {
    let filled = height * f64::from(TOP) - (f64::from(row) - 0.5);
    match (filled * 3.0).round() {
        thirds if thirds >= 3.0 => '#',
        2.0 => ':',
        1.0 => '.',
        _ if row == EVEN => '-',
        _ => ' ',
    }
}

/// The numbers of moves below their columns.
fn numbers(moves: usize, columns: usize, start: impl Fn(usize) -> usize) -> String {
    let step = [10, 20, 50, 100, 200, 500].into_iter().find(|step| moves / step <= 8);
    let step = step.unwrap_or_else(|| moves.div_ceil(8));
    let mut line = " ".repeat("100 % |".len());
    let edge = line.len();
    for column in 0..columns {
        // A column stands for the first of its moves; a number is told where it is passed.
        let (here, next) = (start(column), start(column + 1));
        let marked = here.next_multiple_of(step);
        let number = marked.to_string();
        let fits = line.len() <= edge + column && column + number.len() <= COLUMNS;
        if marked < next && fits {
            line += &" ".repeat(edge + column - line.len());
            line += &number;
        }
    }
    line
}

/// Blocks, the lowest first.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A curve in one line, so many letters at the most: between these bounds, the higher the higher.
pub fn sparkline(curve: &[f64], most: usize, (low, high): (f64, f64)) -> String {
    let columns = curve.len().min(most);
    let start = |column: usize| column * curve.len() / columns.max(1);
    let block = |column: usize| {
        let part = &curve[start(column)..start(column + 1)];
        let mean = part.iter().sum::<f64>() / part.len() as f64;
        let share = (mean - low) / (high - low);
        BLOCKS[((share * BLOCKS.len() as f64) as usize).min(BLOCKS.len() - 1)]
    };
    (0..columns).map(block).collect()
}

/// Black's lead in one line of blocks, and what the lowest and the highest stand for.
pub fn lead_line(leads: &[f64]) -> String {
    let furthest = leads.iter().fold(10.0_f64, |far, lead| far.max(lead.abs())).ceil();
    let line = sparkline(leads, COLUMNS, (-furthest, furthest));
    format!("{line}\nfrom -{furthest} to +{furthest} points")
}

/// `137 Q16`.
pub fn name(reviewed: &Reviewed, own: &ReviewedMove) -> String {
    format!("{} {}", own.number, reviewed.size.move_text(own.mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_are_as_high_as_chances() {
        let drawing = letters(&[0.0, 0.03, 0.05, 0.47, 0.5, 0.6, 1.0]);
        let expected = [
            "100 % |      :",
            "      |      #",
            "      |      #",
            "      |      #",
            "      |     :#",
            " 50 % |---.:##",
            "      |   ####",
            "      |   ####",
            "      |   ####",
            "      |   ####",
            "  0 % |::#####",
            "       0",
        ];
        assert_eq!(drawing.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn blocks_rise_with_the_curve() {
        assert_eq!(sparkline(&[0.0, 0.13, 0.5, 0.99, 1.0], 9, (0.0, 1.0)), "▁▂▅██");
        assert_eq!(sparkline(&[0.0, 0.0, 1.0, 1.0], 2, (0.0, 1.0)), "▁█");
        assert_eq!(sparkline(&[], 9, (0.0, 1.0)), "");
        assert_eq!(lead_line(&[-12.3, 12.9]), "▁█\nfrom -13 to +13 points");
    }

    #[test]
    fn long_games_fit_a_terminal() {
        for moves in [1, 71, 72, 73, 250, 361, 999, 12_345] {
            let drawing = letters(&vec![0.7; moves]);
            assert!(drawing.lines().all(|line| line.len() <= 80), "{moves}:\n{drawing}");
            assert_eq!(drawing.lines().count(), usize::from(TOP) + 2);
            let numbers = drawing.lines().last().unwrap().split_whitespace();
            assert!(numbers.clone().is_sorted_by_key(|number| number.parse::<usize>().unwrap()));
            assert!((1..=9).contains(&numbers.count()), "{moves}:\n{drawing}");
        }
    }
}

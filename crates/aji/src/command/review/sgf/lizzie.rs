//! An analysis as Lizzie and its kin keep it in a record: a line about the position and a line about moves.
//!
//! The first chance is that of whoever moved last; all other numbers are seen by the side to move. Chances of moves
//! are whole numbers of hundredths of percents. Visits are written out: the programs disagree on what `1.2k` is.

use aji_play::analyst::Analysis;
use aji_rules::{Color, Size};

pub fn text(size: Size, analysis: &Analysis) -> String {
    let own = |black: f64| if analysis.color == Color::Black { black } else { 1.0 - black };
    let sign = f64::from(analysis.color.sign());
    let moves = analysis.moves.iter().enumerate();
    let moves: Vec<String> = moves
        .map(|(order, analysed)| {
            let line: Vec<String> = analysed.line.iter().map(|&(mv, _)| size.move_text(mv)).collect();
            let hundredths = |share: f64| (10_000.0 * share).round();
            format!(
                "move {} visits {} winrate {} prior {} lcb {} scoreMean {:.1} scoreStdev {:.1} order {order} pv {}",
                size.move_text(analysed.mv),
                analysed.visits,
                hundredths(own(analysed.black_wins())),
                hundredths(analysed.prior),
                hundredths(own(analysed.black_wins())),
                sign * analysed.black_lead() + 0.0,
                analysis.standard_deviation(),
                line.join(" ")
            )
        })
        .collect();
    format!(
        "aji-{} {:.1} {} {:.1} {:.1}\n{}",
        env!("CARGO_PKG_VERSION"),
        100.0 * (1.0 - own(analysis.black_wins())),
        analysis.visits,
        sign * analysis.black_lead() + 0.0,
        analysis.standard_deviation(),
        moves.join(" info ")
    )
}

//! An analysis as KaTrain keeps it in a record: three values, each packed by gzip and in base64. The first has
//! every point's owner and the second how likely each move is, as half-precision numbers; the third has all else
//! as JSON. Everything is seen from Black's side.

use crate::words::rounded;
use aji_play::analyst::Analysis;
use aji_rules::Size;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use half::f16;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Of the format.
pub const VERSION: &str = "1.0";

/// The values.
pub fn blobs(size: Size, analysis: &Analysis) -> [String; 3] {
    let owners = analysis.ownership.values().iter().copied();
    let policy = analysis.policy.values().iter().map(|share| share.unwrap_or(-1.0));
    let rest = rest(size, analysis).to_string();
    [
        packed(&halves(owners)),
        packed(&halves(policy.chain([analysis.pass_policy]))),
        packed(rest.as_bytes()),
    ]
}

/// As numbers of two bytes, the lower first.
fn halves(numbers: impl Iterator<Item = f64>) -> Vec<u8> {
    numbers.flat_map(|number| f16::from_f64(number).to_le_bytes()).collect()
}

fn packed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    STANDARD.encode(packed.unwrap_or_default())
}

fn rest(size: Size, analysis: &Analysis) -> Value {
    let spread = rounded(analysis.standard_deviation());
    let moves = analysis.moves.iter().enumerate();
    let moves: Map<String, Value> = moves
        .map(|(order, analysed)| {
            let name = size.move_text(analysed.mv);
            let line: Vec<String> =
                analysed.line.iter().map(|&(mv, _)| size.move_text(mv)).collect();
            let info = json!({
                "move": name,
                "order": order,
                "visits": analysed.visits,
                "winrate": rounded(analysed.black_wins()),
                "scoreLead": rounded(analysed.black_lead()),
                "scoreStdev": spread,
                "utility": rounded(2.0 * analysed.black_wins() - 1.0),
                "lcb": rounded(analysed.black_wins()),
                "prior": rounded(analysed.prior),
                "pv": line,
            });
            (name, info)
        })
        .collect();
    json!({
        "moves": moves,
        "root": {
            "visits": analysis.visits,
            "winrate": rounded(analysis.black_wins()),
            "scoreLead": rounded(analysis.black_lead()),
            "scoreStdev": spread,
            "utility": rounded(2.0 * analysis.black_wins() - 1.0),
        },
        "completed": true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_bytes_the_lower_first() {
        assert_eq!(halves([1.0, -0.5].into_iter()), [0x00, 0x3c, 0x00, 0xb8]);
        // Magic bytes of gzip, no time.
        assert!(packed(b"aji").starts_with("H4sIAAAAAAA"));
    }
}

//! Laws for whatever bytes may come. The tests feed them and so can a fuzzer: a fuzz target takes
//! this file in with `#[path]` and calls one function.

use aji_rules::{Diagram, Position, Setup};

/// No text makes the diagram reader panic, and what it reads is drawn and read again as the same.
pub fn diagram(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(diagram) = text.parse::<Diagram>() else {
        return;
    };
    let drawn = diagram.to_string();
    assert_eq!(drawn.parse(), Ok(diagram.clone()), "{drawn}");
    // A setup may be nonsense, a position is none.
    if let Ok(position) = Position::try_from(Setup::with_stones(diagram.stones)) {
        position.check_invariants();
        let again = Diagram::of(&position).to_string();
        assert_eq!(again.parse(), Ok(Diagram::of(&position)), "{again}");
    }
}

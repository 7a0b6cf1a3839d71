//! Inference as people ask for it.

use crate::common::{brute_force, distance, random_ising};
use aji_judge::Dice;
use aji_judge::territory::inference::Inference;
use aji_rules::Size;

fn parse(text: &str) -> Inference {
    text.parse().unwrap()
}

#[test]
fn names_are_read_and_written() {
    for text in ["exact", "bp", "trbp", "mf", "sw:2000", "gibbs:1000", "sw:1"] {
        assert_eq!(parse(text).to_string(), text);
    }
    assert_eq!(parse("sw"), Inference::SwendsenWang { sweeps: 1_000 });
    assert_eq!(parse("gibbs"), Inference::Gibbs { sweeps: 1_000 });
}

#[test]
fn other_names_are_refused_with_those_known() {
    for text in ["", "BP", "bp:5", "sw:", "sw:0", "sw:-1", "sw:1000000001", "gibbs:9:9", "loopy"] {
        let error = text.parse::<Inference>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("`{text}` is not a way to infer")), "{error}");
        assert!(error.contains("exact, bp, trbp, mf, sw or gibbs"), "{error}");
    }
}

#[test]
fn every_name_gives_its_moments() {
    let ising = random_ising(Size::new(4, 3).unwrap(), 0.5, &mut Dice::new(1, 0));
    let exact = brute_force(&ising);
    for (text, far) in [
        ("exact", 1e-5),
        ("bp", 0.05),
        ("trbp", 0.2),
        ("mf", 0.4),
        ("sw:20000", 0.05),
        ("gibbs:20000", 0.05),
    ] {
        let found = parse(text).moments(&ising, 1).unwrap();
        let distance = distance(&found, &exact);
        assert!(distance < far, "{text} is off by {distance}");
        assert_eq!(found, parse(text).moments(&ising, 1).unwrap());
    }
}

//! Fuzzy reasoning against numbers worked out by hand and laws that it must keep.

use aji_judge::fuzzy::{Conjunction, Firing, Mamdani, RuleBase, Sugeno, Variable};
use aji_judge::opening::fuzzy::lee;

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected}");
}

#[test]
fn the_studys_surface() {
    let mamdani = lee::mamdani();
    let mut firing = Firing::default();
    for (x, y, z) in [
        (0.0, 0.0, 0.158),
        (0.25, 0.25, 0.2192),
        (0.5, 0.5, 0.5),
        (0.75, 0.75, 0.7808),
        (1.0, 1.0, 0.842),
        (1.0, 0.0, 0.5),
        (0.0, 1.0, 0.5),
    ] {
        let digits = if z == 0.158 || z == 0.842 { 5e-4 } else { 5e-5 };
        close(mamdani.value(&[x, y], &mut firing), z, digits);
    }
}

#[test]
fn strengths_are_the_weakest_condition_or_the_product() {
    let mut firing = Firing::default();
    let bell =
        |t: f64, sigma: f64, center: f64| (-(t - center).powi(2) / (2.0 * sigma * sigma)).exp();
    let (x, y) = (0.8, 0.6);
    lee::sugeno().value(&[x, y], &mut firing);
    let (high, large) = (bell(x, 0.2, 1.0), bell(y, 0.2, 1.0));
    close(firing.strengths()[0], high.min(large), 1e-12);
    close(firing.strengths()[1], bell(x, 0.1, 0.5).min(bell(y, 0.1, 0.5)), 1e-12);
    lee::sugeno().with_conjunction(Conjunction::Product).value(&[x, y], &mut firing);
    close(firing.strengths()[0], high * large, 1e-12);
}

#[test]
fn sugeno_by_hand() {
    let rules: RuleBase = "
        a: LOW 1 0, HIGH 1 2
        if a is LOW then b is 3 a - 1
        if a is HIGH then b is 0.5
    "
    .parse()
    .unwrap();
    let sugeno = Sugeno::new(rules).unwrap();
    let mut firing = Firing::default();
    // In the middle both rules fire alike: (2 + 0.5) / 2.
    close(sugeno.value(&[1.0], &mut firing), 1.25, 1e-12);
    close(firing.strengths()[0], (-0.5_f64).exp(), 1e-12);
    let weight = (-2.0_f64).exp();
    close(sugeno.value(&[0.0], &mut firing), (-1.0 + 0.5 * weight) / (1.0 + weight), 1e-12);
}

#[test]
fn where_no_rule_fires_there_is_still_a_number() {
    let mut firing = Firing::default();
    let far = [1e6, -1e6];
    close(lee::mamdani().value(&far, &mut firing), 0.5, 0.0);
    assert!(firing.strengths().iter().all(|&strength| strength == 0.0));
    for inputs in [&far[..], &[1e300, 1e300], &[f64::NAN, f64::INFINITY], &[], &[0.5]] {
        for conjunction in [Conjunction::Min, Conjunction::Product] {
            let sugeno = lee::sugeno().with_conjunction(conjunction);
            assert!(sugeno.value(inputs, &mut firing).is_finite(), "{inputs:?}");
            let mamdani = lee::mamdani().with_conjunction(conjunction);
            assert!((0.0..=1.0).contains(&mamdani.value(inputs, &mut firing)), "{inputs:?}");
        }
    }
    // Far above everything, the rule of high numbers is nearest.
    let sugeno = lee::sugeno();
    close(sugeno.value(&[20.0, 20.0], &mut firing), sugeno.says(0, &[20.0, 20.0]), 1e-9);
}

#[test]
fn a_grid_has_all_combinations() {
    let sets = [("LOW", 0.2, 0.0), ("MIDDLE", 0.2, 0.5), ("HIGH", 0.2, 1.0)];
    let inputs = vec![Variable::new("a", &sets), Variable::new("b", &sets[..2])];
    let grid = RuleBase::grid(inputs, "z");
    let words: Vec<String> = (0..6).map(|rule| grid.conditions_words(rule)).collect();
    assert_eq!(words[..3], ["a LOW and b LOW", "a LOW and b MIDDLE", "a MIDDLE and b LOW"]);
    assert_eq!((grid.rules().len(), grid.conditions_words(6)), (6, String::new()));
    let sugeno = Sugeno::new(grid.clone()).unwrap();
    let parameters = sugeno.parameters();
    assert_eq!(parameters.len(), 2 * 5 + 6 * 3);
    assert_eq!(sugeno.with_parameters(&parameters), Some(sugeno.clone()));
    assert_eq!(sugeno.with_parameters(&parameters[1..]), None);
    assert_eq!(sugeno.with_parameters(&[0.0; 28]), None);
    assert_eq!(grid.to_string().parse::<RuleBase>().unwrap(), grid);
}

#[test]
fn texts_round_trip() {
    for base in [lee::mamdani().rules().clone(), lee::sugeno().rules().clone()] {
        assert_eq!(base.to_string().parse::<RuleBase>().unwrap(), base);
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_cure() {
    let start = "-- a remark\na: LOW 0.2 0, HIGH 0.2 1\nz: BAD 0.2 0, GOOD 0.2 1\n";
    let said = |end: &str| format!("{start}{end}").parse::<RuleBase>().unwrap_err().to_string();
    for (end, expected) in [
        ("nonsense", "line 4 of the rules: this is neither a variable, as in"),
        ("b: LOW 0.2", "line 4 of the rules: `LOW 0.2` is no set; write its name, its width"),
        ("b: LOW x 0", "`LOW x 0` is no set"),
        ("b: LOW 0 0", "the width of `LOW` has to be above 0"),
        ("b: 7 1 0", "`7` cannot be a name"),
        ("if: LOW 1 0", "`if` cannot be a name"),
        ("a: LOW 1 0", "`a` is defined twice"),
        ("b: LOW 1 0, LOW 1 1", "`LOW` is defined twice"),
        ("if a is LOW", "the rule has no end; write `if ... then move is GOOD`"),
        ("if a LOW then z is BAD", "`a LOW` is no condition; write it as `influence is HIGH`"),
        ("if c is LOW then z is BAD", "`c` is not defined above; add a line such as `c: LOW"),
        ("if a is BIG then z is BAD", "`a` has no set `BIG`; it has LOW, HIGH"),
        ("if a is LOW and a is LOW then z is BAD", "`a` is defined twice"),
        ("if z is BAD then z is BAD", "so it cannot be a condition"),
        ("if a is LOW then z is BAD\nif a is LOW then y is 1", "line 5 of the rules: this rule is"),
        ("if a is LOW then z is 1 +", "`1 +` cannot be read; write numbers and inputs"),
        ("if a is LOW then z is 1 c", "`1 c` cannot be read"),
        ("if a is LOW then z is 1 a a", "`1 a a` cannot be read"),
        ("if a is LOW then y is GOOD", "`y` is not defined above"),
        ("", "there is no rule; add a line such as"),
    ] {
        let found = said(end);
        assert!(found.contains(expected), "{end}: {found}");
    }
    assert!("".parse::<RuleBase>().unwrap_err().to_string().starts_with("line 1 "));
    let sets: RuleBase = format!("{start}if a is LOW then z is BAD").parse().unwrap();
    assert!(Sugeno::new(sets).unwrap_err().to_string().starts_with("rule 1 ends with a set"));
    let numbers: RuleBase = format!("{start}if a is LOW then z is -0.5").parse().unwrap();
    assert!(Mamdani::new(numbers).unwrap_err().to_string().starts_with("rule 1 ends with a num"));
}

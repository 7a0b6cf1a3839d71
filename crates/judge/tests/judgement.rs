//! Judgements: their numbers agree with each other and with the rules, their laws of symmetry hold,
//! and no legal position breaks them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::judgement::{
    Explainer, Item, JudgeError, Judgement, Ledger, Method, Question, Recent, Region, Score,
    SecondOpinion, State,
};
use aji_judge::life::LifeStatus;
use aji_judge::score::Scorer;
use aji_judge::territory::{Inference, Model, ModelName, Outcomes, ScoreCalibration};
use aji_judge::winner::Predictor;
use aji_judge::{Judges, Library};
use aji_rules::ruleset::{Scoring, Tax};
use aji_rules::scoring::{self, Terms};
use aji_rules::symmetry::{SwapColors, Turn};
use aji_rules::testing::{position, random_position_with_eyes};
use aji_rules::{
    ByColor, Color, Field, HalfPoints, Point, PointSet, Position, RuleSet, Rules, Setup, Size,
    Symmetry,
};
use proptest::prelude::*;

fn method(samples: usize) -> Method {
    let (model, inference) = (ModelName::Boltzmann5, Inference::Exact);
    Method { model, inference, samples, seed: 0 }
}

/// A position after so many random moves; eyes are left alone, so long games have an end.
fn random_position(size: Size, moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    random_position_with_eyes(Position::empty(size), moves, |bound| dice.below(bound))
}

fn question(position: &Position, set: RuleSet) -> Question<'_> {
    let terms = Terms { komi: HalfPoints::from_halves(13), ..Terms::default() };
    Question { position, rules: set.into(), terms, is_over: false, recent: Recent::NONE }
}

fn judged(question: &Question<'_>, inference: Inference) -> Judgement {
    Explainer::new(Model::published(), inference).with_samples(100).explain(question).unwrap()
}

/// What follows from one certain outcome.
fn certain(question: &Question<'_>, black: &PointSet, ownership: Field<f64>) -> Judgement {
    let outcomes = Outcomes::new(ownership.size(), vec![*black]).unwrap();
    let method = method(1);
    Judgement::new(question, ownership, &outcomes, ScoreCalibration::NONE, method)
}

fn points_of(ledger: &Ledger, name: &str) -> f64 {
    let entry = ledger.entries().iter().find(|entry| entry.item.name() == name);
    entry.map_or(0.0, |entry| entry.points)
}

/// The numbers of a judgement agree with each other.
fn check(judgement: &Judgement) {
    let entries = judgement.ledger.entries();
    let score = judgement.score;
    assert_eq!(judgement.ledger.total(), score.black_lead);
    let rounded: i32 = entries.iter().map(|entry| entry.rounded.halves()).sum();
    assert_eq!(rounded, score.rounded().halves());
    assert!(entries.is_sorted_by(|one, next| one.points.abs() > next.points.abs() - 1e-3));
    for entry in entries {
        assert!((entry.points * 2.0 - f64::from(entry.rounded.halves())).abs() < 1.0);
        if let Item::Region(account) = &entry.item {
            let net = account.expected.black - account.expected.white;
            assert!((net - entry.points).abs() < 1e-9);
            assert!((0.0..=1.0).contains(&account.certainty));
            if let Some(index) = account.hinge {
                assert_eq!(judgement.chains[index].status(), LifeStatus::Unsettled);
            }
        }
    }
    assert!(score.low <= score.rounded() && score.rounded() <= score.high);
    assert_eq!(score, Score::of(&judgement.distribution));
    assert!((0.0..=1.0).contains(&judgement.black_win_probability));
    assert_eq!(judgement.black_win_probability >= 0.5, score.black_lead >= 0.0);
    assert!(judgement.ownership.values().iter().all(|owner| owner.abs() <= 1.0));
    let grouped: usize = judgement.groups.iter().map(|group| group.chains.len()).sum();
    assert_eq!(grouped, judgement.chains.len());
    for group in &judgement.groups {
        let stones = group.chains.iter().map(|&chain| judgement.chains[chain].stones.len());
        assert_eq!(group.stones, stones.sum::<usize>());
        assert!((-1e-9..=1.0 + 1e-9).contains(&group.life));
        assert!(judgement.group_words(group).ends_with(" %."));
    }
    assert!(judgement.verdict().ends_with('.') && judgement.account().ends_with('.'));
}

#[test]
fn the_expected_lead_alone_is_that_of_the_judgement() {
    for set in [RuleSet::Japanese, RuleSet::Chinese, RuleSet::AgaButton] {
        let position = random_position(Size::NINE, 31, 5);
        let question = question(&position, set);
        let judgement = judged(&question, Inference::Exact);
        let lead = question.expected_black_lead(&judgement.ownership);
        assert_eq!(lead, judgement.score.black_lead);
    }
}

#[test]
fn every_size_is_judged_empty_and_full() {
    // Exact inference on the largest boards takes its time; others stand for it there.
    for side in 1..=25 {
        let long = if side % 2 == 0 { side } else { (side * 7) % 25 + 1 };
        let size = Size::new(side, long).unwrap();
        let inference = match side.min(long) {
            0..=11 => Inference::Exact,
            _ => Inference::BeliefPropagation,
        };
        for (moves, set) in [(0, RuleSet::Japanese), (2 * size.area(), RuleSet::Chinese)] {
            let position = random_position(size, moves, side as u64);
            check(&judged(&question(&position, set), inference));
        }
    }
}

#[test]
fn boards_too_large_for_exact_inference_are_sampled() {
    let position = random_position(Size::square(25).unwrap(), 200, 7);
    let judgement = judged(&question(&position, RuleSet::Aga), Inference::Exact);
    assert_eq!(judgement.method.inference, Inference::SwendsenWang { sweeps: 5000 });
    check(&judgement);
}

#[test]
fn all_inferences_judge_alike() {
    let position = random_position(Size::NINE, 30, 3);
    let question = question(&position, RuleSet::Chinese);
    let exact = judged(&question, Inference::Exact);
    for (name, near) in
        [("bp", 12.0), ("trbp", 12.0), ("mf", 40.0), ("sw:2000", 3.0), ("gibbs", 9.0)]
    {
        let judgement = judged(&question, name.parse().unwrap());
        check(&judgement);
        assert_eq!(
            judgement.method.inference.to_string().split(':').next(),
            name.split(':').next()
        );
        let off = (judgement.score.black_lead - exact.score.black_lead).abs();
        assert!(off < near, "{name} is off by {off}");
    }
}

#[test]
fn the_same_seed_gives_the_same_judgement() {
    let position = random_position(Size::NINE, 30, 5);
    let question = question(&position, RuleSet::Japanese);
    let mut judge = Explainer::new(Model::published(), Inference::Exact).with_seed(4);
    let once = judge.explain(&question).unwrap();
    // A judge may be used again, also after other sizes.
    judge
        .explain(&Question { position: &Position::empty(Size::THIRTEEN), ..question.clone() })
        .unwrap();
    let again = judge.explain(&question).unwrap();
    assert_eq!(once.score, again.score);
    assert_eq!(once.ownership, again.ownership);
    assert_eq!(once.groups, again.groups);
    let other = judge.with_seed(5).explain(&question).unwrap();
    assert_ne!(once.score.standard_deviation, other.score.standard_deviation);
    assert_eq!(once.score.black_lead, other.score.black_lead);
}

#[test]
fn a_quick_judgement_is_close_to_an_exact_one() {
    let model = || Model::of(ModelName::Field, &Library::built_in()).unwrap();
    for (moves, seed) in [(0, 1), (40, 2), (120, 3), (200, 4)] {
        let position = random_position(Size::NINETEEN, moves, seed);
        let question = question(&position, RuleSet::Japanese);
        let quick = Explainer::quick(model()).explain(&question).unwrap();
        check(&quick);
        let exact = Explainer::new(model(), Inference::Exact).explain(&question).unwrap();
        assert!((quick.score.black_lead - exact.score.black_lead).abs() < 0.5, "{moves} moves");
        let ratio = quick.score.standard_deviation / exact.score.standard_deviation;
        assert!((0.75..1.33).contains(&ratio), "{ratio} after {moves} moves");
        let (few, many) = (quick.groups.len() as f64, exact.groups.len() as f64);
        assert!((few - many).abs() <= 0.1 * many, "{few} groups, not {many}");
        assert_eq!(quick.miai, []);
        assert_eq!(quick.method.inference, Inference::BeliefPropagation);
    }
}

#[test]
fn a_number_of_samples_may_be_refused() {
    let position = Position::empty(Size::NINE);
    for asked in [0, 100_001, usize::MAX] {
        let mut judge = Explainer::new(Model::published(), Inference::Exact).with_samples(asked);
        let error = judge.explain(&question(&position, RuleSet::Japanese)).unwrap_err();
        assert_eq!(error, JudgeError::Samples { asked });
    }
}

/// Finished boards with certain owners score as they count, under both kinds of rules.
#[test]
fn certain_outcomes_score_as_they_count() {
    let mut counted = 0;
    for seed in 0..60 {
        let sides = [(5, 5), (7, 7), (9, 6), (13, 13)];
        let (width, height) = sides[seed as usize % sides.len()];
        let size = Size::new(width, height).unwrap();
        let position = random_position(size, 4 * size.area() + seed as usize % 2, seed);
        for scoring in [Scoring::Area, Scoring::Territory] {
            let rules = Rules { scoring, tax: Tax::None, ..RuleSet::Chinese.into() };
            let terms = Terms { komi: HalfPoints::from_halves(11), handicap: 3, button: None };
            let count = scoring::count(&position, &PointSet::EMPTY, rules, terms);
            let owner =
                |point| count.owner[point].map_or(0.0, |color: Color| f64::from(color.sign()));
            let ownership = Field::from_fn(size, owner);
            if ownership.values().contains(&0.0) {
                continue;
            }
            counted += 1;
            let black = size.points().filter(|&point| owner(point) > 0.0).collect();
            let lead = f64::from(count.black_lead.halves()) / 2.0;
            let over =
                Question { position: &position, rules, terms, is_over: true, recent: Recent::NONE };
            let judgement = certain(&over, &black, ownership.clone());
            check(&judgement);
            assert_eq!(judgement.score.black_lead, lead);
            // Nobody has said that the board is ready.
            let near = HalfPoints::from_points(1);
            assert_eq!(judgement.score.low, count.black_lead - near);
            assert_eq!(judgement.score.high, count.black_lead + near);
            // While play goes on, one more stone may be put down.
            let judgement = certain(&Question { is_over: false, ..over }, &black, ownership);
            assert!((judgement.score.black_lead - lead).abs() <= 0.5);
        }
    }
    assert!(counted >= 100, "only {counted} boards were finished");
}

#[test]
fn stones_played_are_what_territory_rules_need() {
    let mut setup = Setup::from(&position("..XO. ..XO. ..XO. .XXO. ..XO."));
    setup.captures = ByColor { black: 3, white: 1 };
    let played = |to_play, is_over| {
        let position = Position::try_from(Setup { to_play, ..setup.clone() }).unwrap();
        let question = Question { is_over, ..question(&position, RuleSet::Japanese) };
        points_of(&judged(&question, Inference::Exact).ledger, "stones played")
    };
    // Black put down 6 and lost 1, White 5 and 3.
    assert_eq!(played(Color::Black, true), 1.0);
    assert_eq!(played(Color::Black, false), 0.5);
    assert_eq!(played(Color::White, false), 1.5);
    let position = Position::try_from(setup).unwrap();
    let chinese = judged(&question(&position, RuleSet::Chinese), Inference::Exact);
    assert_eq!(points_of(&chinese.ledger, "stones played"), 0.0);
    assert_eq!(points_of(&chinese.ledger, "komi"), -6.5);
}

#[test]
fn handicap_and_button_are_in_the_ledger() {
    let position = position("..XO. ..XO. ..XO. .XXO. ..XO.");
    let terms = Terms { komi: HalfPoints::ZERO, handicap: 4, button: Some(Color::White) };
    let names = |set: RuleSet| -> Vec<(&'static str, f64)> {
        let question = Question {
            position: &position,
            rules: set.into(),
            terms,
            is_over: true,
            recent: Recent::NONE,
        };
        let judgement = judged(&question, Inference::Exact);
        let entries = judgement.ledger.entries().iter();
        let others = entries.filter(|entry| !matches!(entry.item, Item::Region(_)));
        others.map(|entry| (entry.item.name(), entry.points)).collect()
    };
    assert_eq!(names(RuleSet::Chinese), [("handicap", -4.0)]);
    assert_eq!(names(RuleSet::AgaButton), [("handicap", -3.0), ("button", -0.5)]);
    assert_eq!(names(RuleSet::Japanese), [("stones played", -1.0)]);
    assert_eq!(names(RuleSet::TrompTaylor), []);
}

#[test]
fn an_even_score_is_half_a_win() {
    let position = position("..X.O.. ..X.O.. ..X.O..");
    let rules = Rules::from(RuleSet::TrompTaylor);
    let left = |columns: usize| -> PointSet {
        let size = position.size();
        size.points().filter(|&point| size.xy(point).0 < columns).collect()
    };
    let outcomes = Outcomes::new(position.size(), vec![left(3), left(4)]).unwrap();
    let chance = |halves: i32| {
        let terms = Terms { komi: HalfPoints::from_halves(halves), ..Terms::default() };
        let question =
            Question { position: &position, rules, terms, is_over: false, recent: Recent::NONE };
        let ownership = Field::filled(position.size(), 0.0);
        let judgement =
            Judgement::new(&question, ownership, &outcomes, ScoreCalibration::NONE, method(2));
        // Three points more or less for either.
        assert!((judgement.score.standard_deviation - 3.0).abs() < 1e-12);
        judgement.black_win_probability
    };
    assert_eq!(chance(0), 0.5);
    assert!(chance(1) < 0.5 && chance(-1) > 0.5);
    assert_eq!(chance(1) + chance(-1), 1.0);
}

#[test]
fn scores_spread_as_far_as_the_model_says() {
    let position = random_position(Size::NINE, 30, 3);
    let question = question(&position, RuleSet::Chinese);
    let spreads = |kept: f64, spread: f64| {
        let model = Model::published()
            .with_score_calibration([ScoreCalibration { kept, spread }; 4])
            .unwrap();
        Explainer::new(model, Inference::Exact).explain(&question).unwrap()
    };
    let (all, half, none) = (spreads(1.0, 1.0), spreads(1.0, 0.5), spreads(1.0, 0.0));
    let ratio = half.score.standard_deviation / all.score.standard_deviation;
    assert!((ratio - 0.5).abs() < 0.05, "{ratio}");
    assert_eq!(half.score.black_lead, all.score.black_lead);
    assert!(half.score.low > all.score.low && half.score.high < all.score.high);
    // Without spread the expected result is nearly the only one.
    assert_eq!(none.score.standard_deviation, 0.5);
    // What is on the board stays, but of a lead of which little is kept the winner is less sure.
    let melted = spreads(0.0, 1.0);
    assert_eq!(melted.score.black_lead, all.score.black_lead);
    let sure = |judgement: &Judgement| (judgement.black_win_probability - 0.5).abs();
    assert!(sure(&none) > sure(&half) && sure(&half) > sure(&all) && sure(&all) > sure(&melted));
}

#[test]
fn absurd_numbers_do_not_overflow() {
    let mut setup = Setup::from(&position(".X. XO. ..."));
    setup.captures = ByColor { black: u32::MAX, white: 0 };
    let position = Position::try_from(setup).unwrap();
    let komi = HalfPoints::from_halves(i32::MIN + 1);
    let terms = Terms { komi, handicap: u32::MAX, button: None };
    for set in RuleSet::ALL {
        let question = Question {
            position: &position,
            rules: set.into(),
            terms,
            is_over: false,
            recent: Recent::NONE,
        };
        let judgement = judged(&question, Inference::Exact);
        assert!(judgement.verdict().ends_with('.'));
    }
}

#[test]
fn a_verdict_in_words() {
    // Black owns all but the right line, where White's stone is dead or alive.
    let position = position("..X.. ..X.. ..XO. ..X.. ..X..");
    let rules = Rules::from(RuleSet::TrompTaylor);
    let komi = HalfPoints::from_halves(13);
    let terms = Terms { komi, ..Terms::default() };
    let question =
        Question { position: &position, rules, terms, is_over: false, recent: Recent::NONE };
    let size = position.size();
    let all: PointSet = size.points().collect();
    let left: PointSet = size.points().filter(|&point| size.xy(point).0 < 3).collect();
    let ownership = Field::from_fn(size, |point| if left.contains(point) { 1.0 } else { 0.2 });
    let samples = [vec![all; 60], vec![left; 40]].concat();
    let outcomes = Outcomes::new(size, samples).unwrap();
    let method = method(100);
    let judgement = Judgement::new(&question, ownership, &outcomes, ScoreCalibration::NONE, method);
    assert_eq!(
        judgement.verdict(),
        "Black leads by about 10.5 points (most likely between W+1.5 and B+22.5) and wins 87 % of the time."
    );
    assert_eq!(judgement.account(), "For Black: the board +17, komi -6.5; together +10.5.");
    let weak = judgement.weak_groups();
    assert_eq!(weak.len(), 1);
    assert_eq!(
        judgement.group_words(weak[0]),
        "White's stone at D3, 3 liberties, lives with 40 %."
    );
    let Item::Region(account) = &judgement.ledger.entries()[0].item else { panic!("a region") };
    assert_eq!(account.region, Region::Board);
    assert_eq!(account.state(), State::Likely);
    assert_eq!(account.hinge, Some(1));
}

#[test]
fn dead_chains_are_taken_off_before_influence_is_asked() {
    let position = position("..X.. .OX.. ..X.. ..X.. ..X..");
    let rules = RuleSet::Chinese.into();
    let question = Question {
        position: &position,
        rules,
        terms: Terms::default(),
        is_over: true,
        recent: Recent::NONE,
    };
    let all: PointSet = position.size().points().collect();
    let judgement = certain(&question, &all, Field::filled(position.size(), 1.0));
    assert_eq!(judgement.dead_groups().len(), 1);
    assert_eq!(
        judgement.group_words(judgement.dead_groups()[0]),
        "White's stone at B4, 3 liberties, lives with less than 1 %."
    );
    let stones = judgement.without_dead(&position).stone_count();
    assert_eq!(stones, ByColor { black: 5, white: 0 });
}

#[test]
fn opposed_points_are_miai_unless_they_are_settled() {
    let size = Size::new(3, 1).unwrap();
    let position = Position::empty(size);
    let rules = RuleSet::Chinese.into();
    let question = Question {
        position: &position,
        rules,
        terms: Terms::default(),
        is_over: false,
        recent: Recent::NONE,
    };
    let points: Vec<Point> = size.points().collect();
    let samples = (0..100).map(|case| PointSet::from_iter([points[case % 2]])).collect();
    let outcomes = Outcomes::new(size, samples).unwrap();
    let method = method(100);
    let miai = |owner: f64| {
        let ownership = Field::filled(size, owner);
        let judgement =
            Judgement::new(&question, ownership, &outcomes, ScoreCalibration::NONE, method.clone());
        judgement.with_miai(&outcomes).miai
    };
    assert_eq!(miai(0.0).len(), 1);
    assert_eq!(miai(0.0)[0].points, [points[0], points[1]]);
    assert_eq!(miai(0.9), []);
}

#[test]
fn an_even_position_in_words() {
    let question = Question {
        position: &Position::empty(Size::NINE),
        rules: RuleSet::Chinese.into(),
        terms: Terms::default(),
        is_over: false,
        recent: Recent::NONE,
    };
    let judgement = judged(&question, Inference::Exact);
    let verdict = judgement.verdict();
    assert!(verdict.starts_with("The game is even (most likely between W+"), "{verdict}");
    assert_eq!(judgement.account(), "Nothing counts for either side yet.");
}

fn sizes() -> impl Strategy<Value = Size> {
    (1..=9_usize, 1..=9_usize).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

/// Where a region of a board goes when the board is turned; `None` if it has no points.
fn turned_region(size: Size, region: Region, symmetry: Symmetry) -> Option<Region> {
    let point = size.points().find(|&point| Region::of(size, point) == region)?;
    Some(Region::of(symmetry.size(size), symmetry.point(size, point)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sums_agree_everywhere(size in sizes(), moves in 0..120_usize, seed in 0..1_000_u64) {
        let position = random_position(size, moves, seed);
        for set in [RuleSet::Japanese, RuleSet::Chinese] {
            check(&judged(&question(&position, set), Inference::Exact));
        }
    }

    #[test]
    fn exchanged_colours_negate(size in sizes(), moves in 0..80_usize, seed in 0..1_000_u64) {
        let position = random_position(size, moves, seed);
        let swapped = position.colors_swapped();
        for set in [RuleSet::Japanese, RuleSet::Chinese] {
            let terms = Terms { komi: HalfPoints::from_halves(13), ..Terms::default() };
            let question = Question { position: &position, rules: set.into(), terms, is_over: false, recent: Recent::NONE };
            let other = Terms { komi: -terms.komi, ..terms };
            let one = judged(&question, Inference::Exact);
            let question = Question { position: &swapped, terms: other, ..question };
            let other = judged(&question, Inference::Exact);
            prop_assert_eq!(one.distribution, other.distribution.colors_swapped());
            for entry in one.ledger.entries() {
                let back = points_of(&other.ledger, entry.item.name());
                prop_assert_eq!(entry.points, -back, "{}", entry.item.name());
            }
            for (chain, back) in one.chains.iter().zip(&other.chains) {
                prop_assert_eq!(chain.color, !back.color);
                prop_assert_eq!(chain.life, back.life);
            }
        }
    }

    #[test]
    fn a_turned_board_turns_the_ledger(
        size in sizes(),
        moves in 0..80_usize,
        seed in 0..1_000_u64,
        index in 0..8_usize,
    ) {
        let position = random_position(size, moves, seed);
        let symmetry = Symmetry::ALL[index];
        let turned = position.turned(symmetry);
        let one = judged(&question(&position, RuleSet::Japanese), Inference::Exact);
        let other = judged(&question(&turned, RuleSet::Japanese), Inference::Exact);
        prop_assert!((one.score.black_lead - other.score.black_lead).abs() < 1e-3);
        for entry in one.ledger.entries() {
            let name = match &entry.item {
                Item::Region(account) => {
                    turned_region(size, account.region, symmetry).unwrap().name()
                }
                item => item.name(),
            };
            let there = points_of(&other.ledger, name);
            prop_assert!((entry.points - there).abs() < 1e-3, "{} to {}", entry.item.name(), name);
        }
    }
}

#[test]
fn a_network_is_a_second_opinion_where_it_knows_the_board() {
    let predictor =
        Predictor::new(Judges::built_in().find("outlook").unwrap(), &Library::built_in()).unwrap();
    for (size, is_known) in [(Size::NINETEEN, true), (Size::NINE, false)] {
        let position = random_position(size, 40, 5);
        let question = question(&position, RuleSet::Japanese);
        let model = Model::of(ModelName::Boltzmann5, &Library::built_in()).unwrap();
        let judge = || Explainer::new(model.clone(), Inference::Exact).with_samples(50);
        let plain = judge().explain(&question).unwrap();
        let judged = judge().with_predictor(predictor.clone()).explain(&question).unwrap();
        let said = predictor.black_wins(&question).unwrap();
        let opinion = SecondOpinion { by: "outlook", black_wins: said };
        assert_eq!(judged.second_opinion, is_known.then_some(opinion));
        assert_eq!(judged.second_opinion_words().is_some(), is_known);
        // The rest is as it was.
        assert_eq!((plain.second_opinion, plain.second_opinion_words()), (None, None));
        assert_eq!(judged.distribution, plain.distribution);
        assert_eq!(judged.verdict(), plain.verdict());
    }
}

/// Walls with a dead stone behind one of them.
#[test]
fn a_board_that_is_ready_is_counted() {
    let drawing = "..XO. .OXO. .XXO. ..XO. ..XO.";
    for (set, to_play) in [(RuleSet::Japanese, Color::Black), (RuleSet::Chinese, Color::White)] {
        let position = position(drawing).with_to_play(to_play);
        let question = question(&position, set);
        let scorer = Scorer::of(&Library::built_in()).unwrap();
        let count = scorer.score(&question).unwrap();
        assert!(count.is_ready());
        let judge =
            || Explainer::quick(Model::of(ModelName::Boltzmann5, &Library::built_in()).unwrap());
        assert!(!judge().explain(&question).unwrap().is_counted);
        let judgement = judge().with_scorer(scorer).explain(&question).unwrap();
        check(&judgement);
        assert!(judgement.is_counted);
        assert_eq!(judgement.score.rounded(), count.black_lead);
        assert_eq!(
            (judgement.score.low, judgement.score.high),
            (count.black_lead, count.black_lead)
        );
        let fates: Vec<_> =
            judgement.groups.iter().map(|group| (group.color, group.status())).collect();
        assert_eq!(
            fates,
            [
                (Color::Black, LifeStatus::Alive),
                (Color::White, LifeStatus::Alive),
                (Color::White, LifeStatus::Dead)
            ]
        );
        let verdict = "White wins by 1.5 points: the board is ready to be counted.";
        assert_eq!(judgement.verdict(), verdict);
    }
}

//! What every judge must obey who speaks of a position: lead, range and chance of winning are of one score, komi and
//! handicap only shift it, colours exchange it, and a board that is ready to be counted scores what it counts.
//!
//! The laws ask anything that judges; whoever is new gets a line in [`judges`].

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::judgement::{Explainer, Judgement, Ledger, Question, Recent, Score};
use aji_judge::score::Scorer;
use aji_judge::territory::{Inference, Model, ModelName};
use aji_rules::scoring::Terms;
use aji_rules::symmetry::SwapColors;
use aji_rules::testing::random_position_with_eyes;
use aji_rules::{Color, Field, HalfPoints, Point, Position, RuleSet, Setup, Size, handicap};

/// What is said of a position.
struct Told {
    lead: f64,
    low: HalfPoints,
    high: HalfPoints,
    chance: f64,
    ownership: Field<f64>,
    ledger: Ledger,
}

impl Told {
    fn by(score: Score, chance: f64, ownership: Field<f64>, ledger: Ledger) -> Told {
        let Score { black_lead: lead, low, high, .. } = score;
        Told { lead, low, high, chance, ownership, ledger }
    }
}

impl From<Judgement> for Told {
    fn from(it: Judgement) -> Told {
        Told::by(it.score, it.black_win_probability, it.ownership, it.ledger)
    }
}

/// Anybody who judges.
struct AnyJudge {
    name: String,
    /// How many points of a board take too long.
    largest: usize,
    ask: Box<dyn FnMut(&Question<'_>) -> Told>,
}

/// All who are built in. They look for boards that are ready to be counted.
fn judges() -> Vec<AnyJudge> {
    let scorer = || Scorer::of(&Library::built_in()).unwrap();
    let mut all = Vec::new();
    for name in ModelName::ALL {
        let Ok(model) = Model::of(name, &Library::built_in()) else { continue };
        let mut add = |kind: &str, largest: usize, mut explainer: Explainer| {
            let ask = move |question: &Question<'_>| explainer.explain(question).unwrap().into();
            all.push(AnyJudge { name: format!("{name}, {kind}"), largest, ask: Box::new(ask) });
        };
        add("quick", 361, Explainer::quick(model.clone()).with_scorer(scorer()));
        for (kind, largest) in [("exact", 81), ("mf", 169), ("gibbs:50", 81)] {
            let explainer = Explainer::new(model.clone(), kind.parse::<Inference>().unwrap());
            add(kind, largest, explainer.with_samples(50).with_scorer(scorer()));
        }
    }
    for name in [ModelName::Boltzmann5, ModelName::Field, ModelName::Deep] {
        let (model, scorer) = (Model::of(name, &Library::built_in()).unwrap(), scorer());
        let evaluate = move |question: &Question<'_>| {
            let said = scorer.counted_or(question, &model).unwrap();
            let score = said.distribution().unwrap();
            let counted = (score.standard_deviation() == 0.0).then_some(score.mean());
            let ownership = said.ownership.unwrap();
            let ledger = Ledger::of(question, &ownership, counted);
            Told::by(Score::of(&score), score.black_win_probability(), ownership, ledger)
        };
        let name = format!("{name}, one evaluation");
        all.push(AnyJudge { name, largest: 361, ask: Box::new(evaluate) });
    }
    all
}

/// A board, and what is agreed besides komi.
struct Case {
    what: String,
    position: Position,
    rules: RuleSet,
    handicap: u32,
    is_over: bool,
}

impl Case {
    fn question(&self, komi: HalfPoints) -> Question<'_> {
        let terms = Terms { komi, handicap: self.handicap, ..Terms::default() };
        Question {
            position: &self.position,
            rules: self.rules.into(),
            terms,
            is_over: self.is_over,
            recent: Recent::NONE,
        }
    }
}

/// A position after so many random moves; eyes are left alone, so long games have an end.
fn random_position(start: Position, moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    random_position_with_eyes(start, moves, |bound| dice.below(bound))
}

/// Two walls of stones from edge to edge, next to each other, and a dead stone behind one of them.
fn walls(size: Size, to_play: Color) -> Position {
    let middle = size.width() / 2;
    let stone = |point: Point| match size.xy(point) {
        (x, _) if x == middle => Some(Color::Black),
        (x, _) if x == middle + 1 => Some(Color::White),
        (0, 1) => Some(Color::White),
        _ => None,
    };
    let setup = Setup::with_stones(Field::from_fn(size, stone));
    Position::try_from(Setup { to_play, ..setup }).unwrap()
}

fn sizes() -> Vec<Size> {
    [(5, 5), (9, 9), (13, 13), (19, 19), (7, 11)]
        .map(|(width, height)| Size::new(width, height).unwrap())
        .into()
}

/// Boards of all sizes: empty, in the middle, filled to the end, with handicap, and walls.
fn cases() -> Vec<Case> {
    let rules = [RuleSet::Japanese, RuleSet::Chinese, RuleSet::TrompTaylor, RuleSet::Aga];
    let mut cases = Vec::new();
    for (index, size) in sizes().into_iter().enumerate() {
        let area = size.area();
        let mut add = |what: &str, position: Position, handicap: u32, is_over: bool| {
            let rules = rules[cases.len() % rules.len()];
            let what = format!("{what} on {size} by {rules} rules");
            cases.push(Case { what, position, rules, handicap, is_over });
        };
        let random = |moves: usize| {
            random_position(Position::empty(size), moves, (10 * index + moves % 7) as u64)
        };
        add("nothing", Position::empty(size), 0, false);
        add("an opening", random(area / 10 + 1), 0, false);
        add("a fight", random(area / 2), 0, false);
        add("a game nearly played", random(area + 1), 0, false);
        add("a board filled", random(4 * area), 0, false);
        add("a board filled and passed", random(4 * area + 1), 0, true);
        add("walls", walls(size, Color::White), 0, false);
        if let Some(setup) = handicap::setup(size, 4) {
            let start = Position::try_from(setup).unwrap();
            add("handicap", start.clone(), 4, false);
            add("handicap and an opening", random_position(start, area / 8, 3), 4, false);
        }
    }
    cases
}

/// In order.
fn komis() -> Vec<HalfPoints> {
    [-400, -41, -14, -1, 0, 1, 13, 14, 100, 400].map(HalfPoints::from_halves).into()
}

/// Says each judge's answers, for all komis, to a law about one board.
fn all(law: impl Fn(&str, &Case, &mut AnyJudge)) {
    let cases = cases();
    for mut judge in judges() {
        let largest = judge.largest;
        for case in cases.iter().filter(|case| case.position.size().area() <= largest) {
            law(&format!("{}: {}", judge.name, case.what), case, &mut judge);
        }
    }
}

#[test]
fn lead_range_and_chance_are_of_one_score_and_komi_shifts_it() {
    all(|what, case, judge| {
        let base = (judge.ask)(&case.question(HalfPoints::ZERO));
        let mut last = 1.0;
        for komi in komis() {
            let told = (judge.ask)(&case.question(komi));
            let what = format!("{what}, komi {komi}");
            let points = f64::from(komi.halves()) / 2.0;
            let rounded = HalfPoints::from_halves((2.0 * told.lead).round() as i32);
            assert!(told.low <= rounded && rounded <= told.high, "{what}");
            assert_eq!(told.lead, told.ledger.total(), "{what}");
            assert_eq!(told.lead, base.lead - points, "{what}");
            assert_eq!((told.low, told.high), (base.low - komi, base.high - komi), "{what}");
            assert_eq!(told.chance >= 0.5, told.lead >= 0.0, "{what}");
            assert!(told.chance <= last, "{what}: {} after {last}", told.chance);
            last = told.chance;
            assert_eq!(told.ownership, base.ownership, "{what}");
        }
    });
}

#[test]
fn exchanged_colours_exchange_all() {
    all(|what, case, judge| {
        for komi in [HalfPoints::from_halves(13), HalfPoints::from_halves(-400)] {
            let question = case.question(komi);
            let one = (judge.ask)(&question);
            // What White has for handicap, Black has now.
            let bonus = question.rules.handicap_points(case.handicap) as i32;
            let other_komi = -komi - HalfPoints::from_points(2 * bonus);
            let position = case.position.colors_swapped();
            let other = Question { position: &position, ..case.question(other_komi) };
            let other = (judge.ask)(&other);
            assert!((one.chance + other.chance - 1.0).abs() < 1e-9, "{what}");
            assert_eq!(one.lead, -other.lead, "{what}");
            assert_eq!((one.low, one.high), (-other.high, -other.low), "{what}");
            assert_eq!(one.ownership, other.ownership.map(|owner| -owner + 0.0), "{what}");
        }
    });
}

#[test]
fn a_board_that_is_ready_scores_what_it_counts() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    let komi = HalfPoints::from_halves(13);
    let mut ready = 0;
    let cases: Vec<_> = cases()
        .into_iter()
        .filter_map(|case| {
            let count = scorer.score(&case.question(komi)).unwrap();
            count.is_ready().then_some((case, count))
        })
        .collect();
    for mut judge in judges() {
        for (case, count) in &cases {
            if case.position.size().area() > judge.largest {
                continue;
            }
            ready += 1;
            let told = (judge.ask)(&case.question(komi));
            let what = format!("{}: {}", judge.name, case.what);
            assert_eq!(told.lead, f64::from(count.black_lead.halves()) / 2.0, "{what}");
            assert_eq!((told.low, told.high), (count.black_lead, count.black_lead), "{what}");
            let won = f64::from(1 + count.black_lead.halves().signum()) / 2.0;
            assert_eq!(told.chance, won, "{what}");
            let owner = count.count.owner.map(|owner| owner.map_or(0, Color::sign).into());
            assert_eq!(told.ownership, owner, "{what}");
            assert_eq!(told.ledger.total(), told.lead, "{what}");
        }
    }
    assert!(cases.len() >= 5 && ready >= 20, "{} boards, {ready} judgements", cases.len());
}

//! Final scores of small boards drawn by hand: life and death, seki, dame, teire, boards that are not
//! ready, and the laws of symmetry.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::judgement::Question;
use aji_judge::life::LifeStatus;
use aji_judge::score::{FinalScore, OpenKind, PointStatus, Reason, Scorer};
use aji_rules::symmetry::{SwapColors, Symmetry, Turn};
use aji_rules::testing::{self, drawn};
use aji_rules::{Color, Game, HalfPoints, Move, PointSet, Position, RuleSet, Setup, Size};

/// The position of a drawing whose rows are parted by blanks; small letters are stones that are dead.
fn board(drawing: &str) -> (Position, PointSet) {
    let (setup, dead) = drawn(drawing);
    (setup.try_into().unwrap(), dead)
}

fn scored_by(rules: RuleSet, drawing: &str) -> FinalScore {
    let game = Game::from_position(board(drawing).0, rules.into());
    Scorer::of(&Library::built_in()).unwrap().score(&Question::of(&game)).unwrap()
}

fn scored(drawing: &str) -> FinalScore {
    scored_by(RuleSet::Japanese, drawing)
}

fn names(size: Size, points: &PointSet) -> String {
    points.iter().map(|point| size.vertex(point).to_string()).collect::<Vec<_>>().join(" ")
}

/// The dead stones of a drawing are those in small letters.
fn check_dead(drawing: &str) {
    let (position, dead) = board(drawing);
    let found = scored(drawing).dead;
    let size = position.size();
    assert_eq!(names(size, &found), names(size, &dead), "{drawing}");
}

#[test]
fn stones_inside_living_territory_are_dead() {
    check_dead("..XO. .oXO. ..XO. ..XO. ..XO.");
    check_dead(
        ".X.XO.O.O XXXXOOOOO .....XXXX X.XXXXXXX XXXXXXXXX XX.o.XXXX XXX.XXX.X XXXXXXXXX .XXXXXXX.",
    );
}

#[test]
fn one_eye_is_death() {
    // White's corner has one eye, and Black around it lives with two on the left.
    let drawing = "\
        .ooX..... \
        ooXX..... \
        oXX...... \
        XX....... \
        .XXXXXXXX \
        XX.XOOOOO \
        XXXXO.O.O \
        OOOOOOOOO \
        .O.O.....";
    check_dead(drawing);
    let score = scored(drawing);
    let corner = score.size().parse_point("B9").unwrap();
    let group = score.groups.iter().find(|group| group.stones.contains(corner)).unwrap();
    assert_eq!((group.status, group.stones.len()), (LifeStatus::Dead, 5));
    assert!(score.group_words(group).starts_with("White's 5 stones at B9 are dead: "));
}

#[test]
fn false_eyes_do_not_save() {
    // The point at B8 is no eye: Black has two of its diagonals.
    let drawing = "\
        .oX...... \
        o.oX..... \
        XooX..... \
        XXXX..... \
        ......... \
        XXXXXXXXX \
        OOOOOOOOO \
        .O.O.O.O. \
        OOOOOOOOO";
    check_dead(drawing);
}

#[test]
fn one_eyed_groups_in_unconditional_walls_are_certainly_dead() {
    // Two eyes in the upper corners and a white group with one eye between Black's stones.
    let drawing =
        ".X.XXXX.X XXXXooXXX X.Xoo.oXX XXXXoooX. XXXXXXXXX XXXXXXXXX OOOOOOOOO .O.O.O.O. OOOOOOOOO";
    let score = scored(drawing);
    let dead = board(drawing).1;
    assert_eq!(score.dead, dead);
    let group = score.groups.iter().find(|group| group.status == LifeStatus::Dead).unwrap();
    assert_eq!(group.reason, Reason::NoRoom { eyes: 1 });
    assert_eq!(group.dead_probability, 1.0);
    assert!(
        score
            .groups
            .iter()
            .filter(|group| group.status == LifeStatus::Alive)
            .all(|group| { group.reason == Reason::Unconditional })
    );
    assert!(score.is_ready(), "{:?}", score.open);
}

#[test]
fn two_eyes_live() {
    check_dead(".X.O. XX.OO .X.O. XX.OO .X.O.");
    let score = scored(".X.O. XX.OO .X.O. XX.OO .X.O.");
    assert!(score.groups.iter().all(|group| group.reason == Reason::Unconditional));
    assert_eq!(score.dame.len(), 5);
}

/// Black's four at the edge and White's nine have no liberties but two that they share.
const SEKI_WITHOUT_EYES: &str = "\
    X.OX..... \
    XOOX..... \
    XOOX..... \
    X.OX..... \
    OOOX..... \
    XXXX..... \
    ...XXXXXX \
    ..XXOOOOO \
    ..XO.O.O.";

/// Black's corner and White's group have one eye each and share one liberty.
const SEKI_WITH_EYES: &str = "\
    .X.O.OX.. \
    XXOOOOX.. \
    OOOXXXX.. \
    XXXX..... \
    ......... \
    .XXXXXXXX \
    XXOOOOOOO \
    XOO.O.O.O \
    XO.OOOOOO";

#[test]
fn seki_is_found_by_shape() {
    for (drawing, black, white, shared) in
        [(SEKI_WITHOUT_EYES, "A9", "C9", "B9"), (SEKI_WITH_EYES, "A8", "D9", "C9")]
    {
        let score = scored(drawing);
        let at = |name: &str| score.status(score.size().parse_point(name).unwrap());
        assert_eq!(
            (at(black), at(white)),
            (PointStatus::Stone(LifeStatus::Seki), PointStatus::Stone(LifeStatus::Seki)),
            "{drawing}"
        );
        assert_eq!(at(shared), PointStatus::Dame);
        assert!(score.dead.is_empty());
        let group = score.groups.iter().find(|group| group.status == LifeStatus::Seki).unwrap();
        assert_eq!(group.reason, Reason::SharedLiberties);
        assert!(score.group_words(group).contains("in seki"));
    }
}

#[test]
fn eyes_in_seki_count_by_area_alone() {
    let by = |rules| scored_by(rules, SEKI_WITH_EYES).count.territory;
    let (japanese, chinese) = (by(RuleSet::Japanese), by(RuleSet::Chinese));
    assert_eq!((chinese.black - japanese.black, chinese.white - japanese.white), (1, 1));
}

#[test]
fn a_killing_shape_inside_is_no_seki() {
    // Three in a row inside a space of five would be seki; two inside one of four kill.
    let drawing = "\
        x.OOX.... \
        x.OoX.... \
        OOOOX.... \
        XXXXX.... \
        ......... \
        .OOOOOOOO \
        .O.O.O.O. \
        OOOOOOOOO \
        .........";
    let score = scored(drawing);
    let corner = score.size().parse_point("A9").unwrap();
    assert_ne!(score.status(corner), PointStatus::Stone(LifeStatus::Seki));
}

/// What lies below in the drawings of corners: both live there.
const BELOW: &str = "......... ......... .XXXXXXXX XXOOOOOOO XOO.O.O.O XO.OOOOOO";

#[test]
fn nakade_kills() {
    // A black stone in the middle of three points: there will be one eye.
    check_dead(&format!(".X.oX.... ooooX.... XXXXX.... {BELOW}"));
}

#[test]
fn four_in_a_row_live() {
    check_dead(&format!("....OX... OOOOOX... XXXXXX... {BELOW}"));
}

#[test]
fn who_has_more_liberties_wins_the_race() {
    // White's three in the corner have two liberties, Black's wall around them many.
    check_dead(&format!("o.X...... oX....... oX....... .X....... XX....... {}", &BELOW[20..]));
}

#[test]
fn who_has_an_eye_wins_the_race() {
    // White's five have no eye, Black's corner has one, and no liberty is shared but one.
    check_dead(
        "\
        .X.X..... \
        XXoX..... \
        .XoX..... \
        XXoXX.... \
        .XXX..... \
        XX....... \
        OOOOOOOOO \
        .O.O.O.O. \
        OOOOOOOOO",
    );
}

#[test]
fn dame_count_for_nobody_by_territory_and_are_open_by_area() {
    let drawing = ".X.O. .X.O. .X.O. .X.O. .X.O.";
    let japanese = scored_by(RuleSet::Japanese, drawing);
    assert!(japanese.is_ready(), "{:?}", japanese.open);
    assert_eq!((japanese.dame.len(), japanese.black_lead), (5, HalfPoints::ZERO));
    let chinese = scored_by(RuleSet::Chinese, drawing);
    assert_eq!(chinese.open.iter().map(|open| open.what).collect::<Vec<_>>(), [OpenKind::Dame]);
    assert_eq!(chinese.open[0].points, chinese.dame);
    assert!(chinese.open_words(&chinese.open[0]).contains("worth a point each"));
}

#[test]
fn a_move_that_must_be_added_costs_a_point_by_territory() {
    // When White has filled A1, Black's stone at A2 must be connected at A3.
    let drawing = "\
        ....XO... \
        ....XO... \
        ....XO... \
        ....XO... \
        ....XO... \
        XXXXXO... \
        .XOOOO... \
        XO....... \
        .O.......";
    let score = scored_by(RuleSet::Japanese, drawing);
    let teire: Vec<_> = score
        .teire
        .iter()
        .map(|teire| (teire.color, score.size().vertex(teire.point).to_string()))
        .collect();
    assert_eq!(teire, [(Color::Black, "A3".to_string())]);
    let open: Vec<_> = score.open.iter().map(|open| (open.what, open.by)).collect();
    assert_eq!(open, [(OpenKind::Teire, Some(Color::Black))]);
    assert!(score.open_words(&score.open[0]).starts_with("Black must still add a move at A3"));
    let chinese = scored_by(RuleSet::Chinese, drawing);
    assert!(!chinese.open.iter().any(|open| open.what == OpenKind::Teire));
}

#[test]
fn unfinished_boards_are_not_ready() {
    for drawing in [
        "......... ......... ......... ......... ....X.... ......... ......... ......... .........",
        "......... ..X...O.. ......... ......... ......... ......... ..O...X.. ......... .........",
        // The wall has a wide gap.
        "...XO.... ...XO.... ...XO.... ......... ......... ......... ...XO.... ...XO.... ...XO....",
    ] {
        let score = scored(drawing);
        assert!(!score.is_ready(), "{drawing}");
        assert!(score.open.iter().any(|open| open.what == OpenKind::Border), "{drawing}");
        assert!(score.verdict().starts_with("As the board was left, "));
        for open in &score.open {
            assert!(!open.points.is_empty());
            assert!(score.open_words(open).ends_with('.'));
            assert!(score.assumption_words(open).ends_with('.'));
        }
    }
}

#[test]
fn passes_change_nothing() {
    let (position, _) = board("..XO. .oXO. ..XO. ..XO. ..XO.");
    let mut game = Game::from_position(position, RuleSet::Japanese.into());
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    let before = scorer.score(&Question::of(&game)).unwrap();
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
        let after = scorer.score(&Question::of(&game)).unwrap();
        assert_eq!(after.groups, before.groups);
        assert_eq!(after.open, before.open);
        assert_eq!(after.black_lead, before.black_lead);
    }
}

/// A board after so many random moves that fill no eyes of their own too early.
fn random_position(size: Size, moves: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed, 0);
    testing::random_position(size, moves, |bound| dice.below(bound))
}

#[test]
fn nothing_knows_left_from_right_or_black_from_white() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    let score = |position: &Position| {
        let game = Game::from_position(position.clone(), RuleSet::Japanese.into());
        scorer.score(&Question::of(&game)).unwrap()
    };
    let drawn = [SEKI_WITH_EYES, SEKI_WITHOUT_EYES].map(|drawing| board(drawing).0);
    let random = (0..4).map(|seed| random_position(Size::NINE, 30 + 15 * seed as usize, seed));
    for position in drawn.into_iter().chain(random).chain([Position::empty(Size::NINE)]) {
        let size = position.size();
        let plain = score(&position);
        for symmetry in Symmetry::ALL {
            let turned = score(&position.turned(symmetry));
            let image = |points: &PointSet| -> PointSet {
                points.iter().map(|point| symmetry.point(size, point)).collect()
            };
            assert_eq!(turned.dead, image(&plain.dead));
            assert_eq!(turned.seki, image(&plain.seki));
            assert_eq!(turned.dame, image(&plain.dame));
            assert_eq!(turned.black_lead, plain.black_lead);
            assert_eq!(turned.open.len(), plain.open.len());
        }
        let swapped = score(&position.colors_swapped());
        assert_eq!(swapped.dead, plain.dead);
        assert_eq!(swapped.seki, plain.seki);
        assert_eq!(swapped.black_lead, -plain.black_lead);
        assert_eq!(swapped.black_lead_by_area, -plain.black_lead_by_area);
        for point in size.points() {
            let exchanged = match plain.status(point) {
                PointStatus::Territory(color) => PointStatus::Territory(!color),
                other => other,
            };
            assert_eq!(swapped.status(point), exchanged);
        }
    }
}

#[test]
fn area_and_territory_may_have_different_winners() {
    // Black has one stone more on the board, and komi is between the two counts.
    let (position, _) = board("..XO. ..XO. ..XO. ..XO. ..XO.");
    let mut setup = Setup::from(&position);
    setup.captures.white = 2;
    let position = Position::try_from(setup).unwrap();
    let game = Game::from_position(position, RuleSet::Japanese.into());
    let game = game.with_komi("4.5".parse().unwrap());
    let score = Scorer::of(&Library::built_in()).unwrap().score(&Question::of(&game)).unwrap();
    assert!(score.depends_on_counting());
    assert_eq!(score.outcome().winner(), Some(Color::White));
}

#[test]
fn every_board_has_an_answer() {
    let scorer = Scorer::of(&Library::built_in()).unwrap();
    for (width, height) in [(1, 1), (1, 2), (2, 2), (5, 3), (25, 25)] {
        let size = Size::new(width, height).unwrap();
        for moves in [0, 3, 40] {
            let position = random_position(size, moves, 9);
            let game = Game::from_position(position, RuleSet::Chinese.into());
            let score = scorer.score(&Question::of(&game)).unwrap();
            assert!(!score.verdict().is_empty());
        }
    }
}

#[test]
fn a_bent_four_in_the_corner_is_dead_by_territory_rules() {
    // White may begin a ko at will, and Black can never begin anything.
    let drawing = "\
        O.XO..... \
        OXXO..... \
        OXOO..... \
        .XO...... \
        XXO...... \
        OOO...... \
        ......... \
        ......... \
        .........";
    let reasons = |rules| {
        let score = scored_by(rules, drawing);
        let black = score.groups.iter().find(|group| group.color == Color::Black).unwrap();
        (black.status, black.reason)
    };
    assert_eq!(reasons(RuleSet::Japanese), (LifeStatus::Dead, Reason::Falls));
    assert_eq!(reasons(RuleSet::Chinese), (LifeStatus::Seki, Reason::SharedLiberties));
}

/// A gap in a long wall, and nothing else that is open.
#[test]
fn a_gap_is_closed_and_named() {
    let drawing = "\
        ...XO.... \
        .X.XO..O. \
        ...XO.... \
        .X.XO..O. \
        .......... \
        .X.XO..O. \
        ...XO.... \
        .X.XO..O. \
        ...XO....";
    let drawing = drawing.replace(".......... ", "......... ");
    let score = scored(&drawing);
    let owner = |name: &str| score.status(score.size().parse_point(name).unwrap());
    assert_eq!(owner("A5"), PointStatus::Territory(Color::Black));
    assert_eq!(owner("J5"), PointStatus::Territory(Color::White));
    for open in score.open.iter().filter(|open| open.what == OpenKind::Border) {
        assert!(open.points.len() <= 4, "{}", names(score.size(), &open.points));
    }
}

/// White's twenty-four stones have one eye and a false one, and Black around them lives.
#[test]
fn large_groups_with_one_eye_are_dead() {
    check_dead(
        "\
        .XX.X.X.X \
        X.XXXXXX. \
        X.XoooX.X \
        XXXXooXXX \
        XooXo.oX. \
        X.XXoooXX \
        XXooooXX. \
        oooooXXX. \
        .XXXXX..X",
    );
}

/// Seki of four stones and more, by the rules that count its eyes and by those that do not.
#[test]
fn seki_of_many_stones_is_read() {
    for drawing in [SEKI_WITHOUT_EYES, SEKI_WITH_EYES] {
        for rules in [RuleSet::Japanese, RuleSet::Aga, RuleSet::Chinese] {
            let score = scored_by(rules, drawing);
            assert!(!score.seki.is_empty() && score.dead.is_empty(), "{drawing}");
        }
    }
}

#[test]
fn why_a_record_differs_is_told() {
    let score = scored("..XO. .oXO. ..XO. ..XO. ..XO.");
    assert_eq!(score.difference_words(score.black_lead), None);
    let words = |points| {
        score.difference_words(score.black_lead + HalfPoints::from_points(points)).unwrap()
    };
    let said = [2, 30].map(words);
    // The stone at B4 is dead, but on so small a board not beyond doubt.
    assert_eq!(said[0], "The players may have seen the stones at B4 otherwise.");
    assert_eq!(said[1], "Nobody can say whether the stones at B4 are dead.");
}

//! What records mean on the board: setup, handicap, passes, variations, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_record::corpus::{Format, GameText};
use aji_record::{Head, Record, game_tree};
use aji_rules::fast::FastBoard;
use aji_rules::{Color, Diagram, Game, Move, RuleSet, Size};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Replays a record and draws the end, one row a word, with the side to move.
fn end(sgf: &str) -> String {
    let replay = Record::from_sgf(sgf).unwrap().replay();
    assert_eq!(replay.fault, None, "{sgf}");
    let position = replay.game.position();
    let drawing = Diagram::of(position).to_string();
    let rows = drawing.lines().filter(|line| !line.trim_start().starts_with('A'));
    let row = |line: &str| -> String {
        line.chars()
            .filter(|c| "XO.+".contains(*c))
            .map(|c| if c == '+' { '.' } else { c })
            .collect()
    };
    rows.map(row).chain([position.to_play().to_string()]).collect::<Vec<_>>().join(" ")
}

#[test]
fn setup_moves_and_passes() {
    let cases = [
        ("(;SZ[3];B[aa];W[cc])", "X.. ... ..O Black"),
        ("(;SZ[3]AB[aa:ca]AW[ac])", "XXX ... O.. Black"),
        ("(;SZ[3]AB[]AW[ac])", "... ... O.. Black"),
        ("(;SZ[3]AB[aa:bb]AE[ab]PL[W])", "XX. .X. ... White"),
        ("(;SZ[3];B[];W[tt];B[bb])", "... .X. ... White"),
        ("(;SZ[3:2];B[ca];W[ab])", "..X O.. Black"),
        // Stones are put up in the middle of a game, and the turn with them.
        ("(;SZ[3];B[aa];AW[cc]AE[aa]PL[B];B[bb])", "... .X. ..O White"),
        // Setup and move in one node, and two moves in one.
        ("(;SZ[3]AW[aa];B[bb]AW[cc])", "O.. .X. ..O White"),
        ("(;SZ[3]B[bb];W[aa])", "O.. .X. ... Black"),
        ("(;SZ[3];B[aa]W[bb])", "X.. .O. ... Black"),
        // Old names.
        ("(;GaMe[1]SiZe[3];Black[aa];White[bb])", "X.. .O. ... Black"),
        ("(;SZ[3]AddBlack[aa];White[bb])", "X.. .O. ... Black"),
        // The main line is the first of each choice.
        ("(;SZ[3](;B[aa](;W[bb])(;W[cc]))(;B[ca]))", "X.. .O. ... Black"),
        // A capture.
        ("(;SZ[3];B[ba];W[aa];B[ab])", ".X. X.. ... White"),
        // Players went on after two passes.
        ("(;SZ[3];B[aa];W[];B[];W[bb])", "X.. .O. ... Black"),
    ];
    for (sgf, expected) in cases {
        assert_eq!(end(sgf), expected, "{sgf}");
    }
}

#[test]
fn handicap_in_all_the_ways_it_is_written() {
    // (record, handicap, side to move first, black stones at the start, notes)
    let cases = [
        ("(;KM[0]HA[2]AB[dd][pp];W[dp])", 2, Color::White, 2, 0),
        ("(;KM[0]AB[dd][pp];W[dp])", 2, Color::White, 2, 1),
        ("(;KM[0]HA[3]AB[dd][pp];W[dp])", 2, Color::White, 2, 1),
        ("(;KM[0]HA[2];W[dp])", 2, Color::White, 2, 1),
        ("(;KM[0]HA[9])", 9, Color::White, 9, 1),
        ("(;KM[0]HA[2];B[dd];B[pp];W[dp])", 2, Color::Black, 0, 0),
        ("(;KM[0]HA[2];B[dd];W[pp])", 0, Color::Black, 0, 1),
        ("(;KM[0]HA[0];B[dd])", 0, Color::Black, 0, 0),
        ("(;KM[0]AB[dd][pp]AW[dp];W[pd])", 0, Color::White, 2, 0),
        ("(;KM[0]HA[2]AB[dd][pp])", 2, Color::White, 2, 0),
        // The stones may come in nodes of their own before the first move.
        ("(;KM[0]HA[2];AB[cd][qp];W[dd])", 2, Color::White, 2, 0),
        ("(;KM[0]HA[2]AB[pd];AB[dp];W[dd])", 2, Color::White, 2, 0),
        ("(;KM[0];HA[2]AB[pd][dp];W[cc])", 2, Color::White, 2, 0),
        ("(;KM[0]HA[10];W[aa])", 0, Color::White, 0, 1),
        ("(;KM[0]HA[two];B[aa])", 0, Color::Black, 0, 1),
    ];
    for (sgf, handicap, first, stones, notes) in cases {
        let record = Record::from_sgf(sgf).unwrap();
        let replay = record.replay();
        let start = replay.game.start();
        assert_eq!(replay.game.handicap(), handicap, "{sgf}");
        assert_eq!(start.to_play(), first, "{sgf}");
        assert_eq!(start.stone_count().black, stones, "{sgf}");
        assert_eq!(record.notes.len() + replay.notes.len(), notes, "{sgf}");
    }
}

#[test]
fn refusals_name_the_place_and_the_rule() {
    let cases = [
        (
            "(;SZ[9]\n;B[aa]\n;W[aa])",
            "the text, game 1, line 3: move 2, White at A9, is illegal: the point is occupied",
        ),
        (
            "(;SZ[3]AB[ba][ab];W[aa])",
            "the text, game 1, line 1: move 1, White at A3, is illegal: it would be suicide",
        ),
        (
            "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])",
            "the text, game 1, line 1: move 2, White at B3, is illegal: the ko may not be retaken yet",
        ),
        ("(;SZ[9];B[zz])", "the text, game 1, line 1: move 1, Black at 'zz', is not on the board"),
        (
            "(;SZ[9];B[tt];W[jj])",
            "the text, game 1, line 1: move 2, White at 'jj', is not on the board",
        ),
        (
            "(;SZ[21];B[tt];W[tt])",
            "the text, game 1, line 1: move 2, White at U2, is illegal: the point is occupied",
        ),
        (
            &format!("(;SZ[19];B[aa]{})", ";AB[ab:sr];AE[ab:ss]".repeat(2000)),
            "the text, game 1, line 1: after move 1 stones are set up without end; the record is \
             broken or hostile",
        ),
        (
            "(;SZ[9]AB[aa:cz])",
            "the text, game 1, line 1: after move 0 a stone is set up at 'aa:cz', which is not on \
             the board",
        ),
        (
            "(;SZ[3];B[bb];AW[aa]AB[ba][ab])",
            "the text, game 1, line 1: after move 1 stones are set up so that the stone at A3 has \
             no liberty",
        ),
    ];
    for (sgf, expected) in cases {
        let fault = Record::from_sgf(sgf).unwrap().replay().fault.unwrap();
        assert_eq!(fault.to_string(), expected);
    }
    let unreadable = [
        (
            "(;GM[2])",
            "the text, game 1, line 1: this is a record of another game (GM[2]); only Go, GM[1], is read",
        ),
        (
            "(;SZ[99])",
            "the text, game 1, line 1: the board size '99' is not one that we know: sides go from 1 to 25",
        ),
    ];
    for (sgf, expected) in unreadable {
        assert_eq!(Record::from_sgf(sgf).unwrap_err().to_string(), expected);
    }
}

#[test]
fn oddities_are_noted() {
    let cases = [
        (
            "(;SZ[9]KM[0]HA[2]AB[cc][gg];W[ee];W[ed])",
            "line 1: White moves twice in a row at move 2",
        ),
        (
            "(;SZ[9]KM[0];B[aa][bb])",
            "line 1: move 1 has more points than one; the first was played",
        ),
    ];
    for (sgf, expected) in cases {
        let replay = Record::from_sgf(sgf).unwrap().replay();
        let notes: Vec<String> = replay.notes.iter().map(|note| note.to_string()).collect();
        assert_eq!(notes, [expected]);
    }
}

#[test]
fn what_comes_before_a_fault_is_kept() {
    let replay = Record::from_sgf("(;SZ[9];B[aa];W[bb];B[bb];W[cc])").unwrap().replay();
    assert_eq!(replay.moves, 2);
    assert_eq!(replay.game.steps().len(), 2);
    let record = Record::from_sgf("(;SZ[9];B[aa];W[bb];B[bb];W[cc])").unwrap();
    assert_eq!(record.replay_moves(2).fault, None);
    assert_eq!(record.replay_moves(1).moves, 1);
}

#[test]
fn superko_is_forgiven_and_noted() {
    // A ko on a line is retaken after two passes, which gives the board after move 2 again.
    let sgf = "(;SZ[4:1]KM[0]RU[tromp-taylor];B[ba];W[ca];B[];W[aa];B[];W[];B[ba])";
    let replay = Record::from_sgf(sgf).unwrap().replay();
    let notes: Vec<String> = replay.notes.iter().map(|note| note.to_string()).collect();
    assert_eq!(replay.fault, None, "{notes:?}");
    assert_eq!(notes, ["line 1: move 7 repeats the whole board, which the rules forbid"]);
}

#[test]
fn records_are_written_in_utf_8_with_all_that_was_in_them() {
    let name = b"\xba\xda\xc6\xe5"; // in GBK
    let sgf = [b"(;CA[GBK]SZ[9]PB[", &name[..], b"]XX[a\\]b][KM[6.50\\]];B[aa](;W[bb])(;W[cc]))"]
        .concat();
    let record = Record::read(&GameText::new("old.sgf", Format::Sgf, sgf)).unwrap();
    let written = record.to_sgf();
    assert!(written.contains("CA[UTF-8]") && written.contains("PB[黑棋]"), "{written}");
    assert!(written.contains("XX[a\\]b][KM[6.50\\]]"), "{written}");
    let again = Record::from_sgf(&written).unwrap();
    assert_eq!(again.head, record.head);
    assert_eq!(again.to_sgf(), written);
}

#[test]
fn variations_can_be_replayed() {
    let record = Record::from_sgf("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))").unwrap();
    let leaves = record.tree.nodes().filter(|&node| record.tree.children(node).next().is_none());
    let ends: Vec<usize> = leaves.map(|leaf| record.replay_to(leaf).moves).collect();
    assert_eq!(ends, [2, 3]);
}

/// A random game with passes, out of turn moves and a board set up in the middle.
fn random_game(size: Size, seed: u64) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = FastBoard::new(size);
    let mut game = Game::new(size, RuleSet::Japanese.into());
    for _ in 0..2 * size.area() {
        if board.is_over() {
            break;
        }
        let mv =
            board.play_random(&mut |n| ((u64::from(rng.next_u32()) * u64::from(n)) >> 32) as u32);
        game.play(mv).unwrap();
    }
    let corner = size.point(0, 0).unwrap();
    let cleared = size.points().map(|point| (point, (point == corner).then_some(Color::White)));
    game.set_up(cleared.collect::<Vec<_>>(), Color::Black).unwrap();
    game.play_as(Color::White, Move::Pass).unwrap();
    game
}

#[test]
fn games_round_trip_on_every_size() {
    let squares = (2..=25).map(|side| Size::square(side).unwrap());
    let oblongs = [(2, 25), (25, 2), (19, 9), (24, 25)];
    let oblongs = oblongs.into_iter().map(|(width, height)| Size::new(width, height).unwrap());
    for (seed, size) in squares.chain(oblongs).enumerate() {
        let game = random_game(size, seed as u64);
        let mut head = Head::new(size);
        head.rules = Some(RuleSet::Japanese);
        head.players.black = "a [tricky\\] name".to_string();
        let text = game_tree(&game, &head).write();
        let record = Record::from_sgf(&text).unwrap();
        let replay = record.replay();
        assert_eq!(replay.fault, None, "{size}: {text}");
        assert_eq!(replay.game.steps(), game.steps(), "{size}");
        assert_eq!(replay.game.position(), game.position(), "{size}");
        assert_eq!(record.head.size, size);
        assert_eq!(record.head.rules, Some(RuleSet::Japanese));
        assert_eq!(record.head.players, head.players);
        assert_eq!(replay.nodes.len(), game.steps().len());
    }
}

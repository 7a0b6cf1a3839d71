use super::*;
use std::fs;
use std::io::Write;
use tempfile::TempDir;

const SMALL: &str = r#"{"size":2,"komi":-0.5,"rules":"chinese","moves":"aabbtt","labels":[{"move":2,"win":10000,"lead":35,"own":"o0O@","policy":"ab900 tt60 ba40"},{"move":0,"win":0,"lead":-35,"own":"0000","policy":"tt1000"}]}"#;

fn file(folder: &TempDir, name: &str, lines: &[&str]) -> std::path::PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn taught(labels: &[&str], games: Option<&[&str]>) -> Result<Lessons, TeacherError> {
    let folder = tempfile::tempdir().unwrap();
    let games = games.map(|games| file(&folder, "games.sgf", games));
    read(&file(&folder, "labels.jsonl", labels), games.as_deref())
}

/// What is wrong with a line beside a good one.
fn wrong(line: &str) -> String {
    let lessons = taught(&[SMALL, line], None).unwrap();
    assert_eq!((lessons.lessons.len(), lessons.left_out.count), (2, 1), "{line}");
    let sentence = &lessons.left_out.sentences[0];
    assert!(sentence.contains("labels.jsonl, line 2: "), "{sentence}");
    sentence.clone()
}

#[test]
fn a_teachers_own_games_carry_their_moves() {
    let lessons = taught(&[SMALL, SMALL], None).unwrap();
    assert_eq!((lessons.games.len(), lessons.lessons.len(), lessons.left_out.count), (2, 4, 0));
    let game = &lessons.games[0];
    assert_eq!((game.komi.halves(), game.rules, game.moves.len()), (-1, RuleSet::Chinese, 3));
    assert_eq!(
        lessons.games.iter().map(|game| game.is_held_back).collect::<Vec<_>>(),
        [true, false]
    );
    // In the order of moves, not of the line.
    let [first, second] = [&lessons.lessons[0], &lessons.lessons[1]];
    assert_eq!((first.moves, first.win, first.lead), (0, 0.0, -3.5));
    assert_eq!((second.moves, second.win, second.lead), (2, 1.0, 3.5));
    let owners: Vec<f32> = second.owners().collect();
    assert_eq!(owners[..2], [1.0, -1.0]);
    // 31 and 16 steps of 63.
    assert!((owners[2] + 1.0 / 63.0).abs() < 1e-6 && (owners[3] + 31.0 / 63.0).abs() < 1e-6);
    assert_eq!(second.policy().collect::<Vec<_>>(), [(2, 0.9), (4, 0.06), (1, 0.04)]);
    assert_eq!(first.policy().collect::<Vec<_>>(), [(4, 1.0)]);
    assert_eq!(lessons.game(second).position_after(2).stone_count().white, 1);
    assert_eq!(lessons.game(second).game_after(9).last_move(), Some((Color::Black, Move::Pass)));
}

#[test]
fn labels_find_their_games_by_line() {
    let games = [
        "(;SZ[2]KM[6.5]RE[B+3.5];B[aa];W[bb])",
        "this line is no game, and nobody asks for it",
        "(;SZ[2]KM[7.5]RE[W+R];B[aa];W[bb])",
        "(;SZ[2]KM[7.5]RE[W+T];B[ab])",
    ];
    let label = |line: usize, moves: usize| {
        format!(
            r#"{{"line":{line},"move":{moves},"win":5000,"lead":0,"own":"OOOO","policy":"ba500"}}"#
        )
    };
    let labels = [label(2, 2), label(0, 1), label(3, 1), label(2, 0)];
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let lessons = taught(&labels, Some(&games)).unwrap();
    assert_eq!(lessons.left_out.count, 0, "{:?}", lessons.left_out.sentences);
    let seen = |lesson: &Lesson| (lessons.game(lesson).line, lesson.moves);
    assert_eq!(
        lessons.lessons.iter().map(seen).collect::<Vec<_>>(),
        [(0, 1), (2, 0), (2, 2), (3, 1)]
    );
    let told: Vec<_> = lessons.games.iter().map(|game| (game.komi.halves(), game.ending)).collect();
    let counted = End::Counted(HalfPoints::from_halves(7));
    let resigned = Some((Color::White, End::Resigned));
    assert_eq!(told, [(13, Some((Color::Black, counted))), (15, resigned), (15, None)]);
    assert!(lessons.games.iter().all(|game| game.is_held_back == (game.line == 0)));
}

#[test]
fn what_is_wrong_with_a_recorded_game_costs_only_its_labels() {
    let label = |line: usize, moves: usize, own: &str| {
        format!(
            r#"{{"line":{line},"move":{moves},"win":5000,"lead":0,"own":"{own}","policy":"ba500"}}"#
        )
    };
    let labels = [
        label(0, 1, "OOOO"),
        label(1, 0, "OOOO"),
        label(2, 0, "OOOO"),
        label(3, 0, "OOOO"),
        label(0, 9, "OOOO"),
        label(0, 1, "OOOOOOOOO"),
        label(4, 0, "OOOO"),
        label(9, 0, "OOOO"),
        label(0, 1, "OOOO").replace("\"line\":0,", ""),
    ];
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let games = [
        "(;SZ[2]KM[6.5];B[aa])",
        "(;SZ[2]KM[6.5];B[aa];W[aa])",
        "(;SZ[2];B[aa])",
        "(;SZ[2]KM[6.5];B[aa];B[bb])",
        "",
    ];
    let lessons = taught(&labels, Some(&games)).unwrap();
    assert_eq!((lessons.games.len(), lessons.lessons.len()), (1, 1));
    let sentences = lessons.left_out.sentences.join("\n");
    assert_eq!(lessons.left_out.count, 8, "{sentences}");
    for part in [
        "labels.jsonl, line 9: this label has no `line`",
        "line 5: `move` is 9, and the game has 1 moves",
        "line 6: `own` is of a board of 3x3, and the game is on 2x2",
        "games.sgf, line 2: the game is against the rules",
        "games.sgf, line 3: the game is without komi",
        "games.sgf, line 4: the game is not even",
        "labels.jsonl, line 7: `line` is 4",
        "labels.jsonl, line 8: `line` is 9",
    ] {
        assert!(sentences.contains(part), "{part} is not in\n{sentences}");
    }
}

#[test]
fn broken_lines_are_named_and_the_rest_is_used() {
    for (from, to, part) in [
        (SMALL, "{", "no teacher's label"),
        ("\"size\":2", "\"size\":0", "`size` is 0"),
        ("-0.5", "0.3", "`komi` is 0.3"),
        ("chinese", "martian", "`martian`"),
        ("aabbtt", "aazz", "move 2 in `moves` is `zz`"),
        ("aabbtt", "aaaa", "move 2 is against the rules"),
    ] {
        let broken = SMALL.replace(from, to);
        assert!(wrong(&broken).contains(part), "{part}: {}", wrong(&broken));
    }
    let of_recorded_game =
        r#"{"line":0,"move":1,"win":5000,"lead":0,"own":"OOOO","policy":"ba500"}"#;
    assert!(wrong(of_recorded_game).contains("name the file with the games"));
    // A board of another size: no label fits it.
    let larger = SMALL.replace("\"size\":2", "\"size\":3");
    let lessons = taught(&[SMALL, &larger], None).unwrap();
    assert_eq!((lessons.games.len(), lessons.left_out.count), (1, 2));
}

#[test]
fn a_broken_label_costs_no_other_of_its_game() {
    for (from, to, part) in [
        ("\"move\":2", "\"move\":4", "`move` is 4, and the game has 3 moves"),
        ("\"move\":2", "\"move\":-1", "`move` is -1, which"),
        ("10000", "10001", "`win` is 10001"),
        ("\"win\":10000", "\"win\":-1", "`win` is -1"),
        ("\"lead\":35", "\"lead\":999999", "`lead` is 999999"),
        ("o0O@", "o0O", "`own` has 3 characters"),
        ("o0O@", "o0Op", "`own` has `p`"),
        ("o0O@", "o0O\u{e9}", "`own` has `\u{e9}`"),
        ("ab900", "aa900", "`policy` has A2, which is against the rules"),
        ("ab900", "ac900", "`policy` has `ac900`"),
        ("ab900", "ab1900", "`policy` has `ab1900`"),
        ("ab900", "ab", "`policy` has `ab`"),
        ("ab900", "\u{e9}", "`policy` has `\u{e9}`"),
        ("ab900", "ab990", "do not make a whole"),
        ("ba40", "ab40", "do not make a whole"),
        ("ab900 tt60 ba40", "", "do not make a whole"),
    ] {
        let broken = SMALL.replacen(from, to, 1);
        let lessons = taught(&[&broken], None).unwrap();
        assert_eq!((lessons.lessons.len(), lessons.left_out.count), (1, 1), "{broken}");
        let sentence = &lessons.left_out.sentences[0];
        assert!(sentence.contains(part), "{part} is not in {sentence}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let searched = SMALL.replace(r#""labels""#, r#""end":{"lead":-5,"own":"XO.O"},"labels""#);
    let lessons = taught(&[SMALL, &searched], None).unwrap();
    assert_eq!(lessons.left_out.sentences, [""; 0]);
    let owners = lessons.games[1].owners.as_ref().unwrap();
    assert_eq!(owners.values(), [1, -1, 0, -1]);
    let lead = HalfPoints::from_halves(-1);
    assert_eq!(lessons.games[1].ending, Some((Color::White, End::Counted(lead))));
    assert!(lessons.games[1].is_searched() && !lessons.games[0].is_searched());
    let line = |number: u32| {
        let of = lessons.lessons.iter().filter(|lesson| lesson.game == number);
        let of: Vec<Lesson> = of.cloned().collect();
        game_line(&lessons.games[number as usize], &of).unwrap()
    };
    let lines = [line(0), line(1)];
    let read = of_lines(lines.iter().map(String::as_str).enumerate());
    assert_eq!((&read.games, &read.lessons), (&lessons.games, &lessons.lessons));
    for (from, to, part) in [
        ("XO.O", "XO.", "each of the 4 points"),
        ("XO.O", "XO.A", "each of the 4 points"),
        (":-5,", ":-4,", "`lead` is -4"),
        (":-5,", ":0,", "`lead` is 0"),
    ] {
        let broken = searched.replacen(from, to, 1);
        assert!(wrong(&broken).contains(part), "{part}: {}", wrong(&broken));
    }
}

#[test]
fn lessons_are_as_fine_as_their_lines() {
    let owners = || [1.0, -1.0, 0.0, 2.0].into_iter();
    let policy = [(3, 0.7), (4, 0.2996), (0, 0.0004)];
    let lesson = Lesson::new(2, (0.12345, -3.26), owners(), policy.into_iter()).unwrap();
    assert_eq!((lesson.win, lesson.lead), (0.1235, -3.3));
    assert_eq!(lesson.policy().collect::<Vec<_>>(), [(3, 0.7), (4, 0.3)]);
    assert_eq!((lesson.owner(0), lesson.owner(1), lesson.owner(3)), (1.0, -1.0, 1.0));
    assert_eq!(Lesson::new(0, (0.5, 0.0), owners(), [(0, 0.0)].into_iter()), None);
}

#[test]
fn gzip_makes_no_difference_and_bad_bytes_cost_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.jsonl.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(SMALL.as_bytes()).unwrap();
    packed.write_all(b"\n\xff\xfe\n\n").unwrap();
    packed.write_all(SMALL.as_bytes()).unwrap();
    fs::write(&path, packed.finish().unwrap()).unwrap();
    let lessons = read(&path, None).unwrap();
    assert_eq!(lessons.games.iter().map(|game| game.line).collect::<Vec<_>>(), [0, 3]);
    assert!(lessons.left_out.sentences[0].contains("line 2: "));
    let plain = taught(&[SMALL, "", "", SMALL], None).unwrap();
    assert_eq!((plain.games, plain.lessons), (lessons.games, lessons.lessons));
}

#[test]
fn nothing_of_use_is_an_error_that_says_why() {
    let said = |labels: &[&str]| taught(labels, None).unwrap_err().to_string();
    assert!(said(&[""]).ends_with("has no labels of a teacher that can be used"));
    let many = said(&["[]"; 30]);
    assert!(many.contains("line 1: this is no teacher's label"), "{many}");
    let missing = read(Path::new("no such file"), None).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read no such file: "), "{missing}");
    let mut labels = vec!["[]"; 30];
    labels.push(SMALL);
    let left_out = taught(&labels, None).unwrap().left_out;
    assert_eq!((left_out.count, left_out.sentences.len()), (30, LeftOut::MOST));
}

//! Whole matches: the same on any number of threads, gone on with, cut short and forfeited.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Library;
use aji_play::PlayerName;
use aji_play::arena::{
    ArenaError, Ending, Finish, KeptGameError, MatchSettings, Opening, Played, RefereeName, Report,
    read_game, run,
};
use aji_record::Record;
use aji_rules::{HalfPoints, Move, RuleSet, Size, Step};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;

fn settings(games: u32) -> MatchSettings {
    let players = vec![PlayerName::random(), PlayerName::random(), PlayerName::random()];
    let size = Size::square(7).unwrap();
    MatchSettings { seed: 3, ..MatchSettings::new(players, games, size, RuleSet::Chinese) }
}

/// Plays all but what is kept: the games and the new records by their numbers.
fn play(
    settings: &MatchSettings,
    threads: usize,
    kept: Vec<Played>,
) -> (Vec<Played>, BTreeMap<u32, String>) {
    let mut records = BTreeMap::new();
    let ended = run(settings, &Library::built_in(), threads, kept, |played, sgf| {
        records.insert(played.number, sgf.to_string());
        ControlFlow::Continue(())
    });
    (ended.unwrap().games, records)
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let settings = settings(4);
    let (games, records) = play(&settings, 1, Vec::new());
    assert_eq!(games.len(), 12);
    assert_eq!((games.clone(), records), play(&settings, 3, Vec::new()));
    let (others, _) = play(&MatchSettings { seed: 4, ..settings }, 2, Vec::new());
    assert!(games.iter().zip(&others).any(|(one, other)| one.outcome != other.outcome));
}

#[test]
fn records_tell_what_became_of_the_games() {
    let mut settings = settings(2);
    settings.rules = RuleSet::Japanese;
    settings.komi = HalfPoints::from_points(3);
    settings.handicap = 2;
    let (games, records) = play(&settings, 2, Vec::new());
    for game in &games {
        let sgf = &records[&game.number];
        assert_eq!(&read_game(&settings, game.number, sgf).unwrap(), game);
        let record = Record::from_sgf(sgf).unwrap();
        assert_eq!(record.head.komi, Some(settings.komi));
        assert_eq!(record.head.rules, Some(RuleSet::Japanese));
        assert_eq!(record.head.outcome, Some(game.outcome));
        assert!(record.notes.is_empty());
        let leads = game.leads.unwrap();
        assert_eq!(leads.match_rules, leads.japanese);
        let comments = record.tree.main_line().filter_map(|node| record.tree.text(node, "C"));
        assert_eq!(comments.count(), 1 + game.moves, "one for each move and one for the game");
    }
}

#[test]
fn a_match_is_gone_on_with() {
    let settings = settings(3);
    let (whole, records) = play(&settings, 2, Vec::new());
    let kept: Vec<Played> = records
        .iter()
        .filter(|(number, _)| *number % 3 == 1)
        .map(|(&number, sgf)| read_game(&settings, number, sgf).unwrap())
        .collect();
    let (resumed, new) = play(&settings, 2, kept);
    assert_eq!(resumed, whole);
    assert_eq!(new.len(), 6);
    assert_eq!(Report::new(&settings, &resumed), Report::new(&settings, &whole));
}

#[test]
fn records_of_other_matches_are_refused() {
    let settings = settings(2);
    let (_, records) = play(&settings, 1, Vec::new());
    let other = read_game(&settings, 2, &records[&1]).unwrap_err();
    let expected = "the record is of random #1 against random #2, but game 2 of this match is of \
                    random #1 against random #3; take another folder";
    assert_eq!(other.to_string(), expected);
    let cut = read_game(&settings, 1, &records[&1].replace("Ended", "Finis")).unwrap_err();
    assert_eq!(cut, KeptGameError::Lacks("Ended:"));
    assert!(matches!(read_game(&settings, 1, "nothing"), Err(KeptGameError::Unreadable(_))));
    assert!(read_game(&settings, 99, &records[&1]).is_err());
}

#[test]
fn it_can_be_broken_off() {
    let settings = settings(1000);
    let mut taken = 0;
    let ended = run(&settings, &Library::built_in(), 1, Vec::new(), |_, _| {
        taken += 1;
        if taken >= 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // A few more may have been begun before the word got there.
    let games = ended.unwrap().games.len();
    assert!(games < 3000, "{games}");
    assert_eq!(games, taken);
}

/// The moves of a record.
fn moves(sgf: &str) -> Vec<Move> {
    let steps = Record::from_sgf(sgf).unwrap().replay().game.steps().to_vec();
    let play = |step: &Step| if let Step::Play(_, mv) = step { Some(*mv) } else { None };
    steps.iter().filter_map(play).collect()
}

#[test]
fn openings_are_cut_and_judged() {
    let opening = Some(Opening { plies: 10, finish: Finish::Judge });
    let settings = MatchSettings { opening, ..settings(2) };
    let (games, records) = play(&settings, 2, Vec::new());
    for game in &games {
        assert_eq!((&game.ending, game.moves), (&Ending::Judged, 10));
        assert!(game.leads.is_some());
        assert_eq!(&read_game(&settings, game.number, &records[&game.number]).unwrap(), game);
    }
}

#[test]
fn openings_are_cut_and_finished() {
    let finish = Finish::Player(PlayerName::random());
    let cut = MatchSettings { opening: Some(Opening { plies: 10, finish }), ..settings(2) };
    let (games, records) = play(&cut, 2, Vec::new());
    let (_, uncut) = play(&settings(2), 2, Vec::new());
    for game in &games {
        let sgf = &records[&game.number];
        assert_eq!(game.ending, Ending::Passes);
        assert!(game.moves > 20);
        // The opening is that of the same two players, what follows is not.
        let (one, other) = (moves(sgf), moves(&uncut[&game.number]));
        assert_eq!(one[..10], other[..10]);
        assert_ne!(one, other);
        assert_eq!(sgf.matches("from here on random plays both").count(), 1);
    }
}

#[test]
fn two_games_share_a_random_opening() {
    let settings = MatchSettings { random_plies: 6, ..settings(4) };
    let (_, records) = play(&settings, 2, Vec::new());
    let opening = |number: u32| moves(&records[&number])[..6].to_vec();
    // Three pairs of players play in every round.
    assert_eq!(opening(1), opening(4));
    assert_eq!(opening(2), opening(5));
    assert_ne!(opening(1), opening(2));
    assert_ne!(opening(1), opening(7));
}

#[test]
fn two_games_share_an_opening_in_the_corners() {
    let size = Size::square(13).unwrap();
    let judged = Opening { plies: 8, finish: Finish::Judge };
    let settings = MatchSettings {
        corner_opening: true,
        random_plies: 1,
        opening: Some(judged),
        size,
        ..settings(4)
    };
    let (games, records) = play(&settings, 2, Vec::new());
    let opening = |number: u32| moves(&records[&number])[..5].to_vec();
    assert_eq!(opening(1), opening(4));
    assert_eq!(opening(2), opening(5));
    assert_ne!(opening(1), opening(2));
    assert_ne!(opening(1), opening(7));
    assert!(records[&1].contains("The first moves are usual ones in the corners"));
    assert!(games.iter().all(|game| game.moves == 8));
    assert_eq!(read_game(&settings, 1, &records[&1]).unwrap(), games[0]);
    assert_eq!((games, records), play(&settings, 1, Vec::new()));
}

#[test]
fn games_without_end_are_stopped() {
    let settings = MatchSettings { most_moves: 7, ..settings(1) };
    let (games, _) = play(&settings, 1, Vec::new());
    assert!(games.iter().all(|game| game.ending == Ending::MostMoves && game.moves == 7));
    assert_eq!(Report::new(&settings, &games).stopped_games, 3);
}

/// A program that answers `genmove` like this, in a folder to be kept.
fn program(genmove: &str) -> (tempfile::TempDir, PlayerName) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.sh");
    let script = format!(
        r#"while read name rest; do
            case "$name" in
                genmove) {genmove} ;;
                quit) printf '=\n\n'; exit ;;
                *) printf '=\n\n' ;;
            esac
        done"#
    );
    fs::write(&path, script).unwrap();
    (folder, PlayerName::gtp(&format!("sh {}", path.display())))
}

#[test]
fn who_crashes_or_breaks_the_rules_forfeits_and_comes_back() {
    let (_one, dies) = program("echo 'no more' >&2; exit 1");
    let (_other, cheats) = program(r"printf '= A1\n\n'");
    let size = Size::NINE;
    let players = vec![PlayerName::random(), dies, cheats];
    let settings = MatchSettings::new(players, 2, size, RuleSet::Chinese);
    let (games, records) = play(&settings, 1, Vec::new());
    let report = Report::new(&settings, &games);
    assert_eq!(report.forfeited_games, 6);
    assert_eq!(report.standings[1].all.lost, 4);
    for game in &games {
        let Ending::Forfeit(reason) = &game.ending else { panic!("{game:?}") };
        let died = reason.ends_with("(exit status: 1); its last words: no more");
        let cheated = reason.ends_with("its move A1 is illegal: the point is occupied");
        assert!(died || cheated, "{reason}");
        assert_eq!(&read_game(&settings, game.number, &records[&game.number]).unwrap(), game);
    }
}

#[test]
fn who_resigns_has_lost() {
    let (_folder, resigns) = program(r"printf '= resign\n\n'");
    let players = vec![resigns, PlayerName::random()];
    let settings = MatchSettings::new(players, 2, Size::NINE, RuleSet::Japanese);
    let (games, records) = play(&settings, 1, Vec::new());
    let results: Vec<String> = games.iter().map(|game| game.outcome.to_string()).collect();
    assert_eq!(results, ["W+R", "B+R"]);
    assert_eq!(read_game(&settings, 1, &records[&1]).unwrap(), games[0]);
}

#[test]
fn who_cannot_be_started_ends_it_at_once() {
    let nobody = || PlayerName::gtp("/there/is/no/such-program");
    let library = Library::built_in();
    let mut settings = settings(1);
    let error = |settings: &MatchSettings| -> ArenaError {
        run(settings, &library, 2, Vec::new(), |_, _| panic!("nothing is played")).unwrap_err()
    };
    settings.referee = RefereeName::Gtp("/there/is/no/such-program".to_string());
    let said = error(&settings).to_string();
    assert!(said.starts_with("the games cannot be counted: /there/is/no/such-program: "), "{said}");
    settings.opening = Some(Opening { plies: 3, finish: Finish::Player(nobody()) });
    let said = error(&settings).to_string();
    assert!(said.starts_with("the games cannot be finished: "), "{said}");
    settings.players[1] = nobody();
    let said = error(&settings).to_string();
    assert!(said.starts_with("/there/is/no/such-program: it cannot be started: "), "{said}");
}

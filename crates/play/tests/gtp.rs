//! The protocol: golden transcripts of every command, and framing whatever comes in.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_play::PlayerName;
use aji_play::gtp::{Engine, EngineSettings, serve};
use aji_play::player::Resignation;
use aji_play::search::Budget;
use aji_rules::Size;
use std::collections::BTreeSet;
use std::io::{self, BufReader, Cursor, Read, Write};

/// What the engine says to all this.
fn said(input: impl Read + Send + 'static) -> Vec<u8> {
    let mut engine = Engine::new(EngineSettings::default()).unwrap();
    let mut output = Vec::new();
    serve(&mut engine, BufReader::new(input), &mut output).unwrap();
    output
}

fn said_text(input: &str) -> String {
    String::from_utf8(said(Cursor::new(input.to_string()))).unwrap()
}

/// A black wall and a white one on 9x9, a white stone in Black's area, Black to move.
const WALLS: &str = "boardsize 9\nkomi 6.5\ngogui-play_sequence b D1 w F1 b D2 w F2 b D3 w F3 b D4 w F4 \
                     b D5 w F5 b D6 w F6 b D7 w F7 b D8 w F8 b D9 w F9 b B5 w B3";

/// Each transcript: a name, and commands.
const TRANSCRIPTS: [(&str, &str); 15] = [
    (
        "administration",
        "protocol_version\nname\nversion\nlist_commands\nhelp\nknown_command genmove\nknown_command magic\n\
         known_command\necho two  words\n\
         gomill-describe_engine\nget_random_seed\nset_random_seed 7\nget_random_seed\nset_random_seed x\n\
         clear_cache\nmagic\n12 magic\n13\nquit\nname",
    ),
    (
        "time",
        "time_settings 600 30 5\ntime_settings 0 10 0\ntime_settings soon\ntime_settings -1 0 0\ntime_left b 10 0\n\
         time_left b 10\ntime_left w -3 0\ntime_left green 10 0\ntime_left b\ntime_left b nan 0\n\
         kgs-time_settings none\nkgs-time_settings absolute 300\nkgs-time_settings byoyomi 300 30 5\n\
         kgs-time_settings canadian 10 10 5\nkgs-time_settings\nkgs-time_settings sandglass 5\n\
         kgs-time_settings byoyomi 300\nkata-list_time_settings\nkata-time_settings fischer 300 5\n\
         kata-time_settings byoyomi 300 30 5\nkata-time_settings fischer\nkata-time_settings",
    ),
    (
        "board",
        "boardsize 5\nquery_boardsize\nboardsize\nboardsize 1\nboardsize 26\nboardsize x\nkomi 0.5\nget_komi\n\
         komi 0.3\nkomi high\nplay b c3\nplay WHITE C3\nplay w i3\nplay w f1\nplay green c2\nplay w\nplay b pass\n\
         play w PASS\nlast_move\nmove_history\nshowboard\nundo\ngg-undo 2\nundo\ngg-undo\nlast_move\n\
         gogui-play_sequence b a2 w a1 b b1\nlist_stones black\nlist_stones white\nlist_stones\ncaptures b\n\
         captures w\ncolor a2\ncolor a1\ncolor z9\nis_legal w a1\nis_legal b a1\nis_legal w\nall_legal white\n\
         clear_board\nset_position b A1 w C3 b B2\nshowboard\nset_position A1\nset_position b a1 b a2 w b1 w b2 w a3\n\
         gogui-setup b E5 E4 w D5\ngogui-setup_player w\nshowboard\nplay w resign\nplay b b3\nundo\n\
         rectangular_boardsize 7 3\nshowboard\nrectangular_boardsize 7",
    ),
    (
        "handicap",
        "boardsize 9\nfixed_handicap 3\nget_handicap\nfixed_handicap 2\nclear_board\nfixed_handicap 1\n\
         fixed_handicap 10\nfixed_handicap x\nplace_free_handicap 11\nclear_board\nplace_free_handicap 4\n\
         clear_board\nplace_free_handicap 1\nplace_free_handicap 81\nset_free_handicap C3 G7\nshowboard\n\
         set_free_handicap C3 G7\nclear_board\nset_free_handicap C3\nset_free_handicap C3 C3\n\
         set_free_handicap C3 pass\nplay b C3\nset_free_handicap G7 G3\nfinal_score",
    ),
    (
        "rules",
        "kata-get-rules\nkata-set-rules japanese\nkata-get-rules\nkata-set-rules {\"ko\":\"POSITIONAL\",\
         \"scoring\":\"AREA\"}\nkata-get-rules\nkata-set-rule suicide false\nkata-set-rule ko SIMPLE\n\
         kata-set-rule luck true\nkata-set-rule ko MAYBE\nkata-set-rule ko\nkata-set-rules martian\nkgs-rules chinese\n\
         kata-get-rules\nkgs-rules nz\nkgs-rules\nkata-list-params",
    ),
    (
        "moves",
        "boardsize 9\nplay b E5\ngenmove w\ngomill-explain_last_move\nmove_reasons G3\nreg_genmove b\ngenmove green\n\
         genmove\ngenmove_black\ngenmove_white\ntop_moves\ntop_moves_black\ntop_moves_white\nmove_reasons E5\n\
         move_reasons C3\nmove_reasons A1\nmove_reasons\nkgs-game_over",
    ),
    (
        "clean_up",
        "{WALLS}\nkgs-genmove_cleanup b\nkgs-genmove_cleanup b\nfinal_status_list dead\nkgs-genmove_cleanup b\n\
         kgs-genmove_cleanup b\nfinal_status_list dead\nkgs-genmove_cleanup b\nkgs-genmove_cleanup w\n\
         kgs-genmove_cleanup\nkgs-game_over\nkgs-chat game somebody hello",
    ),
    (
        "scores",
        "{WALLS}\nfinal_score\nfinal_status_list dead\nfinal_status_list alive\nfinal_status_list seki\n\
         final_status_list black_territory\nfinal_status_list white_territory\nfinal_status_list dame\n\
         final_status_list\nfinal_status_list maybe\nfinal_status B3\nfinal_status D4\nfinal_status A1\nfinal_status J1\n\
         final_status E5\nfinal_status\nestimate_score\nnew_score\nexperimental_score black\nexperimental_score w\n\
         experimental_score\nkata-set-rules japanese\nfinal_score",
    ),
    (
        "stones",
        "{WALLS}\ncountlib D1\nfindlib B3\nworm_stones D1\ndragon_stones B5\ndragon_status\ndragon_status B3\n\
         dragon_status D5\ndragon_data D5\ndragon_data\nworm_data B3\nworm_data\nworm_data A1\n\
         same_dragon D1 D9\nsame_dragon D1 F1\nsame_dragon D1 A1\nsame_dragon D1\nunconditional_status D5\nunconditional_status A1\ncountlib A1\nfindlib\n\
         worm_stones z1\ndragon_stones A1\ndragon_status A1\ndragon_data A1\nunconditional_status\n\
         boardsize 5\ngogui-play_sequence b A2 b B2 b B1 b B4 b A4 b A3 b B3 b B5\nunconditional_status A2\n\
         unconditional_status A1\nplay w A1\nplay w E5\nunconditional_status E5",
    ),
    (
        "reading",
        "boardsize 9\nset_position w C3 b B3 b C2 b G5 b H5 b J5 b G4 b G3 b H3 b J3 w E8 b E7 w D7 b D8\nshowboard\n\
         attack C3\ndefend C3\nladder_attack C3\nattack A1\nattack\ndefend A1\ndefend\nladder_attack G5\nladder_attack A1\n\
         ladder_attack\neval_eye J4\neval_eye A9\neval_eye\nconnect B3 C2\ndisconnect B3 C2\nconnect E7 D8\n\
         disconnect E7 D8\nconnect B3 C3\nconnect B3\ndisconnect B3 A1\ndisconnect\nanalyze_semeai D8 D7\n\
         analyze_semeai E8 D8\nanalyze_semeai D8 E7\nanalyze_semeai D8\nanalyze_semeai\n\
         does_attack D3 C3\ndoes_attack J9 C3\ndoes_attack B3 C3\ndoes_attack D3\ndoes_defend D3 C3\n\
         connect C2 C2\ndisconnect G5 J5",
    ),
    (
        "life",
        "boardsize 9\nset_position b A1 b B2 b C2 b D2 b E2 b E1 b A2 w A3 w B3 w C3 w D3 w E3 w F3 w F2 w F1 w G2 w H8\n\
         showboard\nowl_attack C2\nowl_defend C2\ndragon_status C2\ndragon_status F2\nowl_attack H8\nowl_defend H8\n\
         play w C1\ndragon_status C2\nowl_attack C2\nowl_defend C2\nundo\nplay b C1\ndragon_status C2\nowl_attack C2\n\
         owl_defend C2\ndragon_status\nowl_attack A9\nowl_defend A9\nowl_attack\nowl_defend\ndragon_status A9\n\
         undo\nowl_does_attack C1 C2\nowl_does_attack J9 C2\nowl_does_attack B1 C2\nowl_does_attack C1\n\
         owl_does_defend C1 C2\nowl_does_defend J9 C2\nreport_uncertainty on\nowl_attack H8\nowl_attack C2\n\
         report_uncertainty off\nowl_attack H8\nreport_uncertainty",
    ),
    (
        "influence",
        "boardsize 5\nplay b B2\nplay w D4\ninitial_influence b territory_value\ninitial_influence w influence_regions\n\
         initial_influence b white_influence\ninitial_influence b black_influence\ninitial_influence b magic\n\
         initial_influence b\ninitial_influence\nmove_influence b D2 territory_value\nmove_influence b B2 territory_value\n\
         move_influence b D2\nmove_influence b pass influence_regions",
    ),
    (
        "gogui",
        "{WALLS}\ngogui-analyze_commands\ngogui-interrupt\ngogui-title\ngogui-version\naji-territory\naji-influence\n\
         aji-influence cross\naji-influence magic\naji-verdict\naji-groups\naji-unsettled\naji-change\naji-moves\naji-param\n\
         aji-param player random\naji-param player nobody\naji-param perspective black\naji-param perspective up\n\
         aji-param colour red\naji-param\nclear_board\naji-change",
    ),
    (
        "analysis",
        "boardsize 5\nplay b C3\nlz-analyze 50\nlz-analyze W 50\nlz-analyze b interval 10 maxmoves 2\n\
         kata-analyze w 50 maxmoves 1 rootInfo true ownership true ownershipStdev true\n\
         kata-analyze maxmoves 1 movesOwnership true pvVisits true\nanalyze w 100 maxmoves 1\n\
         lz-analyze allow w B2,B4 1\nlz-analyze avoid w B2,pass 1 maxmoves 3 minmoves 1\nlz-analyze allow b B2 1 maxmoves 1\n\
         lz-analyze avoid\nlz-analyze maxmoves\nlz-analyze maxmoves x\nlz-analyze allow w Z9 1\nlz-analyze futureKey 3 maxmoves 1\n\
         lz-genmove_analyze w 50 maxmoves 1\nkata-genmove_analyze b maxmoves 1\ngenmove_analyze w maxmoves 1\n\
         kata-raw-nn 0\nkata-raw-nn b all\nkata-raw-nn 9\nkata-raw-nn",
    ),
    (
        "nothing_to_play",
        "boardsize 2\ngogui-play_sequence b A1 b A2\nlz-analyze w\nkata-analyze b rootInfo true\ngenmove b",
    ),
];

#[test]
fn golden_transcripts() {
    for (name, script) in TRANSCRIPTS {
        let mut engine = Engine::new(EngineSettings::default()).unwrap();
        let mut transcript = Vec::new();
        for line in script.replace("{WALLS}", WALLS).lines() {
            writeln!(transcript, "> {line}").unwrap();
            serve(&mut engine, Cursor::new(line.to_string()), &mut transcript).unwrap();
            // How far an open reply was refined hangs on the machine.
            serve(&mut engine, &b"clear_cache"[..], io::sink()).unwrap();
        }
        let transcript = String::from_utf8(transcript).unwrap();
        insta::assert_snapshot!(name, transcript);
    }
}

#[test]
fn every_command_has_a_transcript() {
    // What these say differs from run to run or from place to place; tests of their own are below.
    let elsewhere = ["cputime", "gomill-cpu_time", "loadsgf", "printsgf"];
    let names = said_text("list_commands");
    let names: BTreeSet<&str> = names.trim_start_matches('=').split_whitespace().collect();
    let scripts: String =
        TRANSCRIPTS.map(|(_, script)| script).join("\n").replace("{WALLS}", WALLS);
    let asked: BTreeSet<&str> = scripts
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .chain(elsewhere)
        .collect();
    let missing: Vec<_> = names.difference(&asked).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn times_are_numbers() {
    for command in ["cputime", "gomill-cpu_time"] {
        let reply = said_text(command);
        let seconds: f64 = reply.trim_start_matches('=').trim().parse().unwrap();
        assert!(seconds > 0.0);
    }
}

#[test]
fn records_are_loaded_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let moves = ";B[ee];W[cc];B[gg];W[gc]";
    std::fs::write(&path, format!("(;SZ[9]KM[5.5]RU[Japanese]{moves})")).unwrap();
    let path = path.to_str().unwrap();
    let load = |rest: &str| said_text(&format!("loadsgf {path}{rest}\nmove_history\nget_komi"));
    assert_eq!(load(""), "=\n\n= white G7\nblack G3\nwhite C7\nblack E5\n\n= 5.5\n\n");
    // The position before the third move.
    assert_eq!(load(" 3"), "=\n\n= white C7\nblack E5\n\n= 5.5\n\n");
    assert_eq!(load(" 1"), "=\n\n=\n\n= 5.5\n\n");
    assert_eq!(load(" 99"), load(""));
    assert_eq!(load(" G3"), load(" 3"));
    assert!(load(" A1").starts_with("? nobody plays at A1\n\n"));
    assert!(load(" zz").starts_with("? invalid coordinate\n\n"));
    assert_eq!(said_text("loadsgf"), "? syntax error\n\n");
    assert_eq!(said_text("loadsgf nowhere.sgf"), "? cannot load file\n\n");
    assert_eq!(said_text("loadsgf nowhere.sgf 4"), "? cannot load file\n\n");

    let printed = said_text(&format!("loadsgf {path}\nprintsgf"));
    assert!(printed.contains(moves) && printed.contains("RU[Japanese]"), "{printed}");
    // These rules are nobody's, so they have no name.
    let printed = said_text(&format!("loadsgf {path}\nkata-set-rule hasButton true\nprintsgf"));
    assert!(printed.contains(moves) && !printed.contains("RU["), "{printed}");
    let copy = folder.path().join("copy.sgf");
    let copy = copy.to_str().unwrap();
    assert_eq!(said_text(&format!("loadsgf {path}\nprintsgf {copy}")), "=\n\n=\n\n");
    assert!(std::fs::read_to_string(copy).unwrap().contains(moves));
    let nowhere = folder.path().join("no/such/folder.sgf");
    let refused = said_text(&format!("printsgf {}", nowhere.display()));
    assert!(refused.starts_with("? cannot write: "), "{refused}");
}

#[test]
fn framing_holds_whatever_comes_in() {
    assert_eq!(said_text(""), "");
    assert_eq!(said_text("\n\r\n# a comment\n   \t\n"), "");
    assert_eq!(said_text("1 protocol_version # a comment\r\n"), "=1 2\n\n");
    assert_eq!(said_text("007\tprotocol_version\x07"), "=007 2\n\n");
    assert_eq!(said_text("protocol\x00_version\nquit\nname\n"), "= 2\n\n=\n\n");
    assert_eq!(said(&b"\xff\xfe\n3 name\n"[..]), b"? unknown command\n\n=3 aji\n\n");
    let long = format!("{}\n5 name\n", "x".repeat(1 << 20));
    assert_eq!(said_text(&long), "? unknown command\n\n=5 aji\n\n");
    let long = format!("play b {}\n5 name\n", "D4 ".repeat(1 << 18));
    assert_eq!(said_text(&long), "=\n\n=5 aji\n\n");
}

#[test]
fn analysis_stays_open_until_something_comes() {
    let reply = said_text("boardsize 5\n7 lz-analyze b 100\n\n8 name\n");
    let (head, rest) = reply.split_at("=\n\n=7\n".len());
    assert_eq!(head, "=\n\n=7\n");
    assert!(rest.starts_with("info move ") && rest.ends_with("\n\n=8 aji\n\n"), "{rest}");
    assert_eq!(rest.matches("\n\n").count(), 2);
    // The end of the input ends it, too.
    assert!(said_text("lz-analyze").ends_with("\n\n"));
    // Where nothing can be told, no empty line ends it early.
    let reply = said_text("boardsize 5\nkata-analyze b 1 allow b pass 1\n8 name\n");
    assert_eq!(reply, "=\n\n=\n\n=8 aji\n\n");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    for bad in ["lz-analyze nan", "kata-analyze b interval inf", "lz-analyze b avoid b Z9 1"] {
        let reply = said_text(bad);
        assert!(reply.starts_with('?'), "{bad}: {reply}");
    }
    // A player is not told which moves to choose from.
    assert!(said_text("kata-genmove_analyze b 50 allow b A1 1").starts_with('?'));
}

#[test]
fn as_many_moves_are_told_as_are_asked_for() {
    // Two passes: a third is the likeliest move.
    let reply = said_text("boardsize 5\nplay b pass\nplay w pass\nkata-analyze b 100 maxmoves 1\n");
    let first = reply.lines().find(|line| line.starts_with("info")).unwrap_or_default();
    assert_eq!(first.matches("info move").count(), 1, "{reply}");
}

/// Somebody who stops listening.
struct Deaf;

impl Write for Deaf {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut engine = Engine::new(EngineSettings::default()).unwrap();
    assert!(serve(&mut engine, &b"name\nname\n"[..], Deaf).is_ok());
}

/// What an engine with this player says to a script, the answers alone.
fn answers(settings: EngineSettings, script: &str) -> Vec<String> {
    let mut engine = Engine::new(settings).unwrap();
    let mut output = Vec::new();
    serve(&mut engine, Cursor::new(script.to_string()), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.split("\n\n").map(|answer| answer.trim_start_matches('=').trim().to_string()).collect()
}

fn settings(player: PlayerName, resignation: Resignation) -> EngineSettings {
    EngineSettings { player, resignation, size: Size::NINE, ..EngineSettings::default() }
}

#[test]
fn the_clock_says_how_much_is_read() {
    let visits = |player: PlayerName, time: &str| -> u32 {
        let script = format!("{time}\ngenmove b\ngomill-explain_last_move");
        let answers = answers(settings(player, Resignation::Never), &script);
        assert!(!answers.iter().any(|answer| answer.starts_with('?')), "{answers:?}");
        // Without time for a visit, the likeliest move is played.
        let told = answers.iter().find_map(|answer| answer.split_once(" visit"));
        told.map_or(0, |(told, _)| told.rsplit_once('(').unwrap().1.parse().unwrap())
    };
    let by_clock = PlayerName::search_by_clock;
    let quick = visits(by_clock(), "kgs-time_settings byoyomi 0 0.02 1");
    let slow = visits(by_clock(), "kgs-time_settings byoyomi 0 3 1");
    assert!(quick < slow, "{quick} {slow}");
    // What is left says more than the settings.
    let late = visits(by_clock(), "time_settings 600 0 0\ntime_left b 0.02 0");
    assert!(late < slow, "{late} {slow}");
    let fixed = PlayerName::search(Budget::Visits(20));
    assert_eq!(visits(fixed.clone(), "time_settings 0 5 1"), visits(fixed, "time_settings 0 0 0"));
}

#[test]
fn hopeless_games_are_given_up_unless_somebody_says_no() {
    // Black has all of the middle, White has passed.
    let size = Size::NINE;
    let middle: Vec<_> =
        size.points().filter(|&point| (3..=4).contains(&size.line(point))).collect();
    let mut script = String::new();
    for point in &middle {
        script += &format!("play b {}\nplay w pass\n", size.vertex(*point));
    }
    script += &"play b pass\ngenmove w\n".repeat(4);
    let says = |resignation| {
        let player = PlayerName::search(Budget::Visits(10));
        answers(settings(player, resignation), &script).contains(&"resign".to_string())
    };
    assert!(says(Resignation::default()));
    assert!(!says(Resignation::Never));
    assert!(!says(Resignation::Below(0.0)));
}

//! The HTTP API over a real socket: answers, refusals, limits, and nothing that strangers could break.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod server;

use serde_json::{Value, json};
use server::Server;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

fn example() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/example.sgf");
    std::fs::read_to_string(path).unwrap()
}

/// A group with six points in the corner.
const PROBLEM: &str = "(;GM[1]FF[4]SZ[9]KM[0]PL[W]AB[da][db][ac][bc][cc][dc]\
                       AW[ea][eb][ec][ad][bd][cd][dd][ed])";

#[test]
fn judgements() {
    let server = Server::start();
    let question =
        json!({"steps": [["black", "Q16"], ["white", "D4"]], "komi": 6.5, "rules": "chinese"});
    let quick = server.ask("/api/v1/judge", &question);
    assert!(quick["verdict"].as_str().unwrap().contains("most likely between"));
    assert_eq!(quick["method"]["inference"], "bp");
    assert_eq!(quick["position"]["last"], "D4");
    assert_eq!(&quick["position"]["board"][3].as_str().unwrap()[15..16], "X");
    assert_eq!(quick["regions"].as_object().unwrap().len(), 9);
    // The same question has the same answer, whichever worker answers it.
    for _ in 0..4 {
        assert_eq!(server.ask("/api/v1/judge", &question), quick);
    }
    let mut exact = question.clone();
    exact["effort"] = "exact".into();
    exact["influence"] = "bouzy-5-21".into();
    let exact = server.ask("/api/v1/judge", &exact);
    let samples = [&quick, &exact].map(|answer| answer["method"]["samples"].as_u64().unwrap());
    assert_eq!(samples, [128, 1000]);
    assert_eq!(exact["influence"]["name"], "bouzy-5-21");
    let leads = [&quick, &exact].map(|answer| answer["score"]["black_lead"].as_f64().unwrap());
    assert!((leads[0] - leads[1]).abs() < 0.5, "{leads:?}");

    // What the command says of a record, the server says too.
    let record = json!({"sgf": example(), "move": 150, "effort": "exact"});
    let mut served = server.ask("/api/v1/judge", &record);
    let output = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .args(["judge", "--move", "150", "--json"])
        .output()
        .unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["position", "regions"] {
        served.as_object_mut().unwrap().remove(key);
    }
    assert_eq!(served, printed);
}

#[test]
fn stones_that_are_set_up_and_captured() {
    let server = Server::start();
    let question = json!({"width": 5, "steps": [
        {"black": ["B1"], "white": ["A1", "C3"], "to_play": "black"},
        ["black", "A2"],
        {"empty": ["C3"], "to_play": "black"},
        ["white", "pass"],
    ]});
    let answer = server.ask("/api/v1/judge", &question);
    assert_eq!(answer["position"]["board"], json!([".....", ".....", ".....", "X....", ".X..."]));
    assert_eq!(answer["position"]["captures"], json!({"black": 1, "white": 0}));
    assert_eq!(answer["move"], 2);
}

#[test]
fn every_other_question() {
    let server = Server::start();
    let record = json!({"sgf": example()});
    let score = server.ask("/api/v1/score", &record);
    assert!(score["verdict"].as_str().unwrap().len() > 10 && score["statuses"].is_array());
    let suggest = server.ask("/api/v1/suggest", &json!({"sgf": example(), "move": 12, "count": 5}));
    assert_eq!(suggest["suggestions"].as_array().unwrap().len(), 5);
    let solved = server.ask("/api/v1/solve", &json!({"sgf": PROBLEM, "at": ["D9"]}));
    assert_eq!(solved["defender"], "black");
    assert!(solved["sentences"][1].as_str().unwrap().starts_with("If White moves first, "));
    let capture = server.ask("/api/v1/capture", &json!({"sgf": PROBLEM, "at": ["E9"]}));
    assert_eq!((&capture["color"], &capture["attack"]["works"]), (&json!("white"), &json!(false)));
    let boards = server.ask("/api/v1/boards", &json!({"sgf": example(), "move": 60}));
    let [black, white] =
        ["black_first", "white_first"].map(|key| boards[key]["black_lead"].as_f64().unwrap());
    assert!(black > white, "{black} {white}");
    assert!((boards["swing"].as_f64().unwrap() - (black - white)).abs() < 0.01);
    let regions = boards["regions"].as_array().unwrap();
    let points: f64 = regions.iter().map(|region| region["points"].as_f64().unwrap()).sum();
    // A stone that is put down in vain costs a point, which is lost in no region.
    assert!((points - (black - white)).abs() < 1.5, "{points} {black} {white}");
    let panel = server.ask("/api/v1/panel", &json!({"sgf": example(), "move": 60}));
    assert_eq!(panel["phase"], "middle game");
    let opinions = panel["opinions"].as_array().unwrap();
    assert!(opinions.len() > 6 && opinions.iter().any(|opinion| opinion["name"] == "field"));
    assert!(opinions.iter().all(|opinion| opinion["accuracy"]["winner"].is_number()));
}

#[test]
fn every_player_plays() {
    let server = Server::start();
    let about = server.get("/api/v1/about").json();
    let players = about["players"].as_array().unwrap();
    assert!(players.len() > 15);
    for player in players {
        assert!(!player["about"].as_str().unwrap().is_empty(), "{player}");
        let question = json!({"width": 13, "steps": [["black", "D4"]], "player": player["name"]});
        let choice = server.ask("/api/v1/move", &question);
        assert_eq!(choice["action"], "play", "{player}");
    }
    // Nobody starts programs from the network.
    let reply = server.post("/api/v1/move", json!({"player": "gtp:touch x"}).to_string());
    assert_eq!(reply.status, 400);
    assert!(reply.error().starts_with("There is no such player here"));
    let over = json!({"steps": [["black", "pass"], ["white", "pass"]]});
    assert_eq!(server.post("/api/v1/move", over.to_string()).status, 422);
}

#[test]
fn a_review_streams_its_progress() {
    let server = Server::start();
    let reply = server.post("/api/v1/review", json!({"sgf": example(), "move": 60}).to_string());
    assert_eq!(reply.status, 200);
    assert!(reply.headers.contains("application/x-ndjson"));
    let lines: Vec<Value> =
        reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 3);
    let (last, before) = lines.split_last().unwrap();
    assert!(before.iter().all(|line| line["of"] == 61 && line["done"].as_u64() <= Some(61)));
    assert_eq!(last["review"]["moves"].as_array().unwrap().len(), 60);
    let empty = server.post("/api/v1/review", "{}");
    assert_eq!((empty.status, empty.error().as_str()), (422, "There are no moves to review."));
}

#[test]
fn records_are_opened_with_their_variations() {
    let server = Server::start();
    let shown = server.post("/api/v1/open", example());
    assert_eq!(shown.status, 200, "{}", shown.body);
    assert_eq!(shown.json()["nodes"].as_array().unwrap().len(), 247);
    // Another character set, two games in a file, the second asked for.
    let mut bytes = b"(;SZ[9]PB[one])(;CA[GB18030]SZ[9]PB[".to_vec();
    bytes.extend([0xBA, 0xDA]);
    bytes.extend(b"];B[ee])");
    let second = server.post("/api/v1/open?game=2", &bytes).json();
    assert_eq!((&second["games"], &second["black_player"]), (&json!(2), &json!("\u{9ed1}")));
    assert_eq!(server.post("/api/v1/open?game=3", &bytes).status, 422);
    // The formats of other servers are known by what is in them.
    let ugi = "[Header]\nSize=9\nHdcp=0,6.50\n[Data]\nCC,B1,1,0\nGG,W1,2,0\n";
    let ngf = "Cup\n9\nW 1D\nB 1D\nsite\n0\n0\n6\n20260101\n10\n\n1\nPMABBEEEE\n";
    for record in [ugi, ngf] {
        let shown = server.post("/api/v1/open", record);
        assert_eq!(shown.status, 200, "{record}: {}", shown.body);
        assert_eq!(shown.json()["nodes"][1]["steps"][0][0], "black", "{record}");
    }
    for (garbage, status) in [("hello", 422), ("", 422), ("(;GM[3])", 422), ("\u{0}\u{1}", 422)] {
        let reply = server.post("/api/v1/open", garbage);
        assert_eq!(reply.status, status, "{garbage}: {}", reply.body);
        assert!(reply.error().ends_with('.'));
    }
}

#[test]
fn what_ogs_asks() {
    let server = Server::start();
    // Black has the left, White the right, and one white stone is dead.
    let rows = [
        "..X.O....",
        "..X.O....",
        "O.XXO....",
        "..X.O....",
        "..X.O....",
        "..XXO....",
        "..X.O....",
        "..X.O....",
        "..XXO....",
    ];
    let number = |sign: char| match sign {
        'X' => 1,
        'O' => 2,
        _ => 0,
    };
    let board: Vec<Vec<i32>> = rows.iter().map(|row| row.chars().map(number).collect()).collect();
    let question = json!({"player_to_move": "black", "width": 9, "height": 9, "board_state": board,
                          "rules": "chinese", "komi": 5.5, "autoscore": true, "jwt": ""});
    let answer = server.ask("/api/v1/ogs", &question);
    assert_eq!(answer["ownership"][0].as_array().unwrap().len(), 9);
    assert!(answer["ownership"][0][0].as_f64().unwrap() > 0.5);
    assert!(answer["ownership"][8][8].as_f64().unwrap() < -0.5);
    let removed = answer["autoscored_removed"].as_array().unwrap();
    assert!(removed.contains(&json!({"x": 0, "y": 2})), "{removed:?}");
    assert_eq!(answer["autoscored_board_state"][2][0], 1);
    assert_eq!(answer["autoscored_board_state"][0][8], 2);
    assert!(answer["autoscored_needs_sealing"].is_array());
    assert!(answer["score"].as_f64().unwrap() < 0.0 && answer["win_rate"].as_f64().unwrap() < 0.5);
    let mut wrong = question.clone();
    wrong["width"] = 13.into();
    assert_eq!(server.post("/api/v1/ogs", wrong.to_string()).error(), "`board_state` is not 13x9.");
}

#[test]
fn malformed_requests_get_a_sentence() {
    let server = Server::start();
    let cases = [
        ("{", 400, "The request is no JSON object: "),
        ("[]", 400, "The request is no JSON object: "),
        (r#"{"step": []}"#, 400, "There is no key `step` here; there are width, "),
        (r#"{"width": 26}"#, 400, "A board"),
        (r#"{"width": -1}"#, 400, "`width` is not what it should be: invalid value"),
        (r#"{"komi": 6.25}"#, 400, "Komi 6.25 is no whole or half number"),
        (r#"{"komi": "six"}"#, 400, "`komi` is not what it should be: invalid type"),
        (r#"{"komi": 1e300}"#, 400, "Komi 1"),
        (r#"{"rules": "calvinball"}"#, 400, "There are no rules named"),
        (
            r#"{"steps": [["black", "Z99"]]}"#,
            400,
            r#"Step 1 is ["black","Z99"]: there is no such point"#,
        ),
        (r#"{"steps": [7]}"#, 400, "Step 1 is 7: it should be a pair such as"),
        (
            r#"{"steps": [["black", "D4"], ["white", "D4"]]}"#,
            422,
            "White cannot play D4 at move 2: ",
        ),
        (
            r#"{"steps": [{"black": ["A1"], "white": ["A2", "B1"]}]}"#,
            422,
            "This cannot be set up: ",
        ),
        (r#"{"steps": [], "sgf": "(;)"}"#, 400, "A game is told by `steps` or by `sgf`"),
        (r#"{"sgf": "nonsense"}"#, 422, ""),
        (r#"{"sgf": "(;SZ[9];B[aa])", "move": 9}"#, 422, "The game has 1 moves only"),
        (r#"{"influence": "karma"}"#, 400, "There is no influence named"),
        (r#"{"territory": "karma"}"#, 400, "There is no territory model"),
        (r#"{"effort": "heroic"}"#, 400, "`effort` is not what it should be: unknown variant"),
    ];
    for (body, status, beginning) in cases {
        let reply = server.post("/api/v1/judge", body);
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
        let sentence = reply.error();
        assert!(sentence.starts_with(beginning) && sentence.ends_with('.'), "{body}: {sentence}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(server.post("/api/v1/judge", &deep).status, 400);
    let enclosed = server
        .post("/api/v1/solve", json!({"steps": [["black", "K10"]], "at": ["K10"]}).to_string());
    assert_eq!(enclosed.status, 422);
    assert!(enclosed.error().starts_with("The group is not enclosed"));
    for (path, status) in [
        ("/nothing", 404),
        ("/../Cargo.toml", 404),
        ("/api/v2/judge", 404),
        ("/page/x", 404),
        ("/%2e%2e%2fmain.rs", 404),
        ("/api/v1/examples/none", 404),
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.error().starts_with("There is nothing at "), "{path}");
    }
    assert_eq!(server.get("/api/v1/judge").status, 405);
    // After all this it still answers.
    server.ask("/api/v1/judge", &json!({}));
}

#[test]
fn limits_hold() {
    let server = Server::start();
    let long = vec![b' '; 3 << 20];
    let reply = server.post("/api/v1/judge", &long);
    assert_eq!((reply.status, reply.error().contains("bytes")), (413, true));
    let steps: Vec<Value> = (0..3_001).map(|_| json!(["black", "pass"])).collect();
    assert_eq!(server.post("/api/v1/judge", json!({"steps": steps}).to_string()).status, 400);
    let nodes = json!({"sgf": PROBLEM, "nodes": 1_000_000_000_u64});
    assert_eq!(server.post("/api/v1/solve", nodes.to_string()).status, 400);
    let deep = format!("(;SZ[9]{})", ";B[aa]".repeat(30_000));
    assert_eq!(server.post("/api/v1/open", deep).status, 422);
}

#[test]
fn browsers_are_told_what_they_may_do() {
    let server = Server::start();
    for path in ["/", "/main.js", "/style.css", "/api/v1/about", "/nothing"] {
        let headers = server.get(path).headers;
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(headers.contains(wanted), "{path}: {headers}");
        }
    }
    assert!(server.get("/main.js").headers.contains("content-type: text/javascript"));
    // A file that has not changed is not sent again.
    let tag = server
        .get("/")
        .headers
        .split("etag: ")
        .nth(1)
        .unwrap()
        .split("\r\n")
        .next()
        .unwrap()
        .to_string();
    let again = server.send(
        &format!("GET / HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\n", server.address),
        b"",
    );
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[test]
fn pages_of_others_may_not_ask() {
    let server = Server::start();
    let ask = |host: &str, origin: &str| {
        let head = format!("POST /api/v1/judge HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n");
        server.send(&head, b"{}").status
    };
    let own = server.address.as_str();
    assert_eq!(ask(own, &format!("http://{own}")), 200);
    assert_eq!(ask(own, "http://example.com"), 403);
    assert_eq!(ask(own, "null"), 403);
    // A name that was made to lead to this machine.
    assert_eq!(ask("example.com", "http://example.com"), 403);
    assert_eq!(ask("localhost:1", "http://localhost:1"), 200);
}

#[test]
fn the_description_names_every_route() {
    let server = Server::start();
    let described = server.get("/api/v1/openapi.json").json();
    let paths: BTreeSet<&str> =
        described["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    let source = include_str!("../src/web/mod.rs");
    let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let routes: BTreeSet<&str> = routes.filter(|route| route.starts_with("/api/")).collect();
    assert_eq!(paths, routes);
    // Every reference leads somewhere.
    let text = described.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(described.pointer(pointer).is_some(), "{pointer}");
    }
    let document = include_str!("../../../docs/api.md");
    for path in paths {
        assert!(document.contains(path), "docs/api.md does not tell of {path}");
    }
}

#[test]
fn too_many_are_turned_away_and_nobody_hangs() {
    let server = Server::with(&["--threads", "1"]);
    // Exact judgements take their time; far more of them than may wait.
    let question = json!({"sgf": example(), "effort": "exact"}).to_string();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..60)
            .map(|_| scope.spawn(|| server.post("/api/v1/judge", &question).status))
            .collect();
        asking.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let count = |status: u16| statuses.iter().filter(|&&found| found == status).count();
    assert_eq!(count(200) + count(503), 60, "{statuses:?}");
    assert!(count(200) >= 2 && count(503) >= 1, "{statuses:?}");
    // Quick ones have a queue of their own.
    server.ask("/api/v1/judge", &json!({}));
}

#[test]
fn who_says_nothing_or_hangs_up_does_no_harm() {
    let server = Server::start();
    let silent: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for _ in 0..20 {
        let mut half = server.connect();
        half.write_all(
            b"POST /api/v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{",
        )
        .unwrap();
        drop(half);
    }
    server.ask("/api/v1/judge", &json!({}));
    drop(silent);
    server.ask("/api/v1/judge", &json!({}));
    // Who begins to ask and falls silent is not waited for.
    let mut slow = server.connect();
    slow.write_all(b"POST /api/v1/judge HTTP/1.1\r\nHost: loc").unwrap();
    let start = Instant::now();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn killed_and_started_again_there_is_nothing_to_repair() {
    let server = Server::start();
    server.ask("/api/v1/judge", &json!({}));
    let address = server.kill();
    let port = address.rsplit_once(':').unwrap().1.to_string();
    let again = Server::with(&["--port", &port]);
    assert_eq!(again.address, address);
    again.ask("/api/v1/judge", &json!({}));
    // Two at one address cannot be; the second says so.
    let second = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("cannot listen at") && said.contains("--port 0"), "{said}");
}

#[cfg(unix)]
#[test]
fn asked_to_end_it_ends_well() {
    let mut server = Server::start();
    server.ask("/api/v1/judge", &json!({}));
    let mut idle = server.connect();
    let id = server.process_id().to_string();
    let start = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(server.wait().success());
    assert!(start.elapsed() < Duration::from_secs(10));
    let mut rest = Vec::new();
    let _ = idle.read_to_end(&mut rest);
}

#[test]
fn the_bench_gives_the_same_digest_twice() {
    let bench = || -> Value {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
            .args(["bench", "serve", "--seconds", "0.3", "--json"])
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let report = bench();
    assert_eq!(report["rows"].as_array().unwrap().len(), 2);
    assert!(report["notes"][0].as_str().unwrap().contains("99 % within"));
    assert_eq!(report["digest"], bench()["digest"]);
}

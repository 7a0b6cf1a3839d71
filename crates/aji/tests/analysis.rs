//! `aji analysis` as KaTrain and scripts meet it: golden replies, every refusal, queues and closed pipes.
//!
//! Refresh the golden answers with `INSTA_UPDATE=always cargo test -p aji` and read the difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_record::Record;
use aji_rules::{Move, Step};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("aji"));
    command.arg("analysis").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Says all this, and hears what comes back until the end.
fn talk(arguments: &[&str], said: &[u8]) -> Output {
    let mut child = start(arguments);
    let mut input = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // From another thread, since a full pipe would block both sides.
        scope.spawn(move || input.write_all(said).unwrap());
        child.wait_with_output().unwrap()
    })
}

/// Every line of the output, which is JSON or the test fails.
fn replies(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The replies to these queries, of a program that ends well and complains of nothing.
fn asked(arguments: &[&str], queries: &[Value]) -> Vec<Value> {
    let lines: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let output = talk(arguments, lines.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    replies(&output)
}

/// A query about a small board, with more or other keys.
fn query(id: &str, more: Value) -> Value {
    let moves = json!([["B", "C3"], ["W", "C4"], ["B", "D4"], ["W", "B3"], ["B", "B2"]]);
    let size = 5;
    let mut query = json!({
        "id": id, "rules": "chinese", "komi": 3.5, "boardXSize": size, "boardYSize": size, "moves": moves,
    });
    for (key, value) in more.as_object().unwrap() {
        query[key] = value.clone();
    }
    query
}

/// By a judge that stays as it is, while the usual one learns on.
fn reply_to(query: Value) -> Value {
    let replies = asked(&["--threads", "1", "--territory", "field"], &[query]);
    assert_eq!(replies.len(), 1, "{replies:?}");
    replies.into_iter().next().unwrap()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn moves(reply: &Value) -> Vec<&str> {
    let infos = reply["moveInfos"].as_array().unwrap();
    infos.iter().map(|info| info["move"].as_str().unwrap()).collect()
}

fn key(reply: &Value) -> (String, u64) {
    (reply["id"].as_str().unwrap().to_string(), reply["turnNumber"].as_u64().unwrap())
}

/// The moves of the example game as KaTrain writes them, and their number.
fn example() -> (Vec<Value>, usize) {
    let record = Record::from_sgf(include_str!("../src/example.sgf")).unwrap();
    let game = record.replay().game;
    let size = game.position().size();
    let played = |step: &Step| match step {
        Step::Play(color, Move::Place(point)) => {
            json!([color.letter().to_string(), size.vertex(*point).to_string()])
        }
        Step::Play(color, Move::Pass) => json!([color.letter().to_string(), "pass"]),
        Step::SetUp(..) => panic!("the example has no setup in it"),
    };
    let moves: Vec<Value> = game.steps().iter().map(played).collect();
    let count = moves.len();
    (moves, count)
}

/// JSON with a line for every key, and lists of numbers in one line.
fn laid_out(value: &Value, indent: usize) -> String {
    let margin = " ".repeat(indent + 2);
    match value {
        Value::Object(object) => {
            let line = |(key, value): (&String, &Value)| {
                format!("{margin}{key}: {}\n", laid_out(value, indent + 2))
            };
            format!("{{\n{}{}}}", object.iter().map(line).collect::<String>(), &margin[2..])
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let line = |value: &Value| format!("{margin}{}\n", laid_out(value, indent + 2));
            format!("[\n{}{}]", list.iter().map(line).collect::<String>(), &margin[2..])
        }
        plain => plain.to_string(),
    }
}

#[test]
fn a_reply_with_all_that_can_be_asked_for() {
    let all = json!({
        "includeOwnership": true, "includeOwnershipStdev": true, "includeMovesOwnership": true,
        "includePolicy": true, "includePVVisits": true, "includeNoResultValue": true, "maxVisits": 100,
        "allowMoves": [{"player": "W", "moves": ["B4", "D3", "D5"], "untilDepth": 1}],
    });
    insta::assert_snapshot!("analysis_all", laid_out(&reply_to(query("all", all)), 0));
    insta::assert_snapshot!("analysis_least", laid_out(&reply_to(query("least", json!({}))), 0));
}

#[test]
fn refusals_name_the_field_and_the_work_goes_on() {
    let mut bad: Vec<String> = [
        "what?",
        "{\"id\": \"cut",
        "7",
        "[]",
        "null",
        "{}",
        "{\"id\": 7}",
        "{\"id\": \"bare\"}",
        "{\"id\": \"a\", \"action\": \"dance\"}",
        "{\"id\": \"b\", \"action\": 3}",
        "{\"id\": \"c\", \"action\": \"terminate\"}",
        "{\"id\": \"d\", \"action\": \"terminate\", \"terminateId\": 1}",
        "{\"id\": \"e\", \"action\": \"terminate_all\", \"turnNumbers\": 1}",
    ]
    .map(str::to_string)
    .into();
    let fields = [
        json!({"boardXSize": null}),
        json!({"boardXSize": 1}),
        json!({"boardXSize": 5.5}),
        json!({"boardYSize": 26}),
        json!({"boardYSize": "5"}),
        json!({"rules": null}),
        json!({"rules": 1}),
        json!({"rules": "martian"}),
        json!({"rules": {"ko": "NEVER"}}),
        json!({"rules": {"luck": true}}),
        json!({"whiteHandicapBonus": "many"}),
        json!({"komi": "half"}),
        json!({"komi": 0.3}),
        json!({"komi": 150.5}),
        json!({"komi": 1e300}),
        json!({"moves": null}),
        json!({"moves": "C3"}),
        json!({"moves": ["C3"]}),
        json!({"moves": [["B"]]}),
        json!({"moves": [["green", "C3"]]}),
        json!({"moves": [["B", "I3"]]}),
        json!({"moves": [["B", "F3"]]}),
        json!({"moves": [["B", "C3"], ["W", "C3"]]}),
        json!({"moves": [["B", "A2"], ["W", "pass"], ["B", "B1"], ["W", "A1"]]}),
        json!({"analyzeTurns": 1}),
        json!({"analyzeTurns": [6]}),
        json!({"analyzeTurns": [-1]}),
        json!({"analyzeTurns": [0.5]}),
        json!({"initialPlayer": "green"}),
        json!({"initialPlayer": 1}),
        json!({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]}),
        json!({"initialStones": [["B", "pass"]]}),
        json!({"initialStones": {"B": "A1"}}),
        json!({"overrideSettings": 1}),
        json!({"overrideSettings": {"reportAnalysisWinratesAs": "GREEN"}}),
        json!({"allowMoves": {"player": "B"}}),
        json!({"allowMoves": [{"player": "B"}]}),
        json!({"allowMoves": [{"player": "green", "moves": ["A1"]}]}),
        json!({"avoidMoves": [{"player": "W", "moves": ["Z9"], "untilDepth": 1}]}),
        json!({"priority": "high"}),
        json!({"priorities": [1, 2]}),
        json!({"priorities": 1}),
        json!({"includeOwnership": "yes"}),
        json!({"includePolicy": 1}),
    ];
    bad.extend(fields.into_iter().map(|more| query("bad", more).to_string()));
    let good = query("good", json!({})).to_string();
    let lines = bad.iter().chain([&good]).map(|line| format!("{line}\n")).collect::<String>();
    let output = talk(&["--threads", "1"], lines.as_bytes());
    assert!(output.status.success() && output.stderr.is_empty());
    let mut replies = replies(&output);
    let last = replies.pop().unwrap();
    assert_eq!((&last["id"], &last["turnNumber"]), (&json!("good"), &json!(5)));
    assert_eq!(replies.len(), bad.len());
    // Of a query that is right but for one key, that key is enough to see what is wrong.
    let usual = query("bad", json!({}));
    let shown = |line: &String| match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(mut object)) if object.contains_key("boardXSize") => {
            object.retain(|key, value| usual.get(key) != Some(value));
            Value::Object(object).to_string()
        }
        _ => line.clone(),
    };
    let pairs = bad.iter().zip(&replies);
    let told: Vec<String> =
        pairs.map(|(line, reply)| format!("{}\n  {reply}", shown(line))).collect();
    insta::assert_snapshot!("analysis_refusals", told.join("\n"));
}

#[test]
fn unknown_keys_are_warned_of_and_answered() {
    let unknown =
        json!({"_kt_continuous": false, "maxVisits": 5, "colour": "red", "includeOwnership": null});
    let replies = asked(&[], &[query("q", unknown)]);
    let warning =
        |field| json!({"warning": "Unexpected or unused field", "field": field, "id": "q"});
    assert_eq!(replies[..2], [warning("_kt_continuous"), warning("colour")]);
    assert_eq!((replies.len(), &replies[2]["turnNumber"]), (3, &json!(5)));
}

#[test]
fn the_flags_of_katago_are_borne() {
    let flags = [
        "--territory",
        "field",
        "-config",
        "x.cfg",
        "-quit-without-waiting",
        "-override-config",
        "maxVisits=3, reportAnalysisWinratesAs=SIDETOMOVE",
        "-model",
        "y.bin.gz",
    ];
    let line = query("q", json!({"includeOwnership": true})).to_string();
    let output = talk(&flags, format!("{line}\n").as_bytes());
    let expected = ["-config", "-quit-without-waiting", "-model"]
        .map(|flag| format!("aji: {flag} is one of KataGo's flags and has no effect here\n"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected.concat());
    assert_eq!(output.status.code(), Some(0));
    let seen_by_white = reply_to(query(
        "q",
        json!({"includeOwnership": true, "overrideSettings": {"reportAnalysisWinratesAs": "WHITE"}}),
    ));
    assert_eq!(seen_by_white["rootInfo"]["currentPlayer"], "W");
    assert_eq!(replies(&output), std::slice::from_ref(&seen_by_white));
    // With options of our own before them.
    let ours = [
        "--perspective",
        "white",
        "--threads",
        "1",
        "--territory",
        "field",
        "-model",
        "m",
        "-config",
        "c",
    ];
    let output = talk(&ours, format!("{line}\n").as_bytes());
    assert_eq!(replies(&output), [seen_by_white]);
}

#[test]
fn perspectives_mirror_each_other() {
    let seen_as = |side: &str, turn: usize| {
        reply_to(query(
            "q",
            json!({
                "analyzeTurns": [turn], "includeOwnership": true, "includeOwnershipStdev": true,
                "includeMovesOwnership": true, "includePolicy": true,
                "overrideSettings": {"reportAnalysisWinratesAs": side},
            }),
        ))
    };
    let negative = |list: &Value| -> Vec<f64> { numbers(list).iter().map(|x| 0.0 - x).collect() };
    let mirrored = |black: &Value, white: &Value| {
        for key in ["winrate", "lcb", "rawWinrate"] {
            if let Some(chance) = black.get(key) {
                let sum = chance.as_f64().unwrap() + white[key].as_f64().unwrap();
                assert!((sum - 1.0).abs() < 1e-5, "{key}");
            }
        }
        let opposed =
            ["scoreLead", "scoreMean", "scoreSelfplay", "utility", "utilityLcb", "rawLead"];
        for key in opposed {
            if let Some(number) = black.get(key) {
                assert_eq!(number.as_f64().unwrap(), -white[key].as_f64().unwrap(), "{key}");
            }
        }
        for key in ["scoreStdev", "prior", "visits", "pv", "currentPlayer", "thisHash", "move"] {
            assert_eq!(black.get(key), white.get(key), "{key}");
        }
    };
    for (turn, to_move) in [(4, "BLACK"), (5, "WHITE")] {
        let [black, white, mover] =
            ["BLACK", "WHITE", "SIDETOMOVE"].map(|side| seen_as(side, turn));
        assert_eq!(mover, if to_move == "BLACK" { black.clone() } else { white.clone() });
        assert_eq!(negative(&black["ownership"]), numbers(&white["ownership"]));
        mirrored(&black["rootInfo"], &white["rootInfo"]);
        let pairs = |reply: &Value| reply["moveInfos"].as_array().unwrap().clone();
        for (black, white) in pairs(&black).iter().zip(&pairs(&white)) {
            mirrored(black, white);
            assert_eq!(negative(&black["ownership"]), numbers(&white["ownership"]));
        }
        // What is ours is always Black's, and shares are nobody's.
        for key in ["aji", "policy", "ownershipStdev", "turnNumber"] {
            assert_eq!(black[key], white[key], "{key}");
        }
        assert_ne!(black["rootInfo"]["scoreLead"], json!(0.0));
    }
}

#[test]
fn who_is_to_move() {
    let player = |more: Value| reply_to(query("q", more))["rootInfo"]["currentPlayer"].clone();
    assert_eq!(player(json!({"moves": []})), "B");
    assert_eq!(player(json!({"moves": [], "initialPlayer": "w"})), "W");
    assert_eq!(player(json!({"moves": [["W", "C3"]]})), "B");
    // Black has placed handicap stones, so it is White's turn; one stone is no handicap.
    let stones = |stones: Value| player(json!({"moves": [], "initialStones": stones}));
    assert_eq!(stones(json!([["B", "B2"], ["B", "D4"]])), "W");
    assert_eq!(stones(json!([["B", "B2"]])), "B");
    assert_eq!(stones(json!([["B", "B2"], ["B", "D4"], ["W", "C3"]])), "B");
}

#[test]
fn handicap_and_rules_count() {
    // At one look: who reads ahead reads something else under another komi.
    let lead = |mut more: Value| {
        more["maxVisits"] = json!(1);
        reply_to(query("q", more))["rootInfo"]["scoreLead"].as_f64().unwrap()
    };
    let handicap = |bonus: &str| {
        let stones = json!([["B", "B2"], ["B", "D4"]]);
        lead(json!({"moves": [], "initialStones": stones, "whiteHandicapBonus": bonus}))
    };
    assert!((handicap("0") - handicap("N") - 2.0).abs() < 0.01);
    assert!((handicap("N-1") - handicap("N") - 1.0).abs() < 0.01);
    assert!((lead(json!({"komi": 0.5})) - lead(json!({"komi": 3.5})) - 3.0).abs() < 0.01);
    assert_eq!(lead(json!({"komi": null})), lead(json!({"komi": 7.5})));
    let object = json!({"ko": "SIMPLE", "scoring": "AREA", "tax": "NONE", "suicide": false});
    assert_eq!(lead(json!({"rules": object})), lead(json!({})));
}

#[test]
fn actions_are_answered() {
    let actions = [
        json!({"id": "v", "action": "query_version"}),
        json!({"id": "m", "action": "query_models"}),
        json!({"id": "c", "action": "clear_cache"}),
        json!({"id": "t", "action": "terminate", "terminateId": "nobody"}),
        json!({"id": "a", "action": "terminate_all", "turnNumbers": [1, 2]}),
    ];
    let mut replies = asked(&[], &actions);
    let version = replies[0]["version"].take();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(replies[0]["git_hash"].take().is_string());
    let models = replies[1]["models"].take();
    assert!(models.as_array().unwrap().iter().all(|model| model["name"].is_string()));
    // What was asked is repeated.
    for (action, reply) in actions.iter().zip(&replies) {
        for (key, value) in action.as_object().unwrap() {
            assert_eq!(reply[key], *value);
        }
    }
    assert_eq!(replies.len(), actions.len());
}

/// A query about every turn of the example game: work for a while.
fn long_work(id: &str, turns: std::ops::Range<usize>) -> Value {
    let moves = example().0;
    let turns: Vec<usize> = turns.collect();
    json!({
        "id": id, "rules": "japanese", "komi": 6.5, "boardXSize": 19, "boardYSize": 19, "moves": moves,
        "analyzeTurns": turns,
    })
}

#[test]
fn every_turn_is_answered_or_terminated_exactly_once() {
    let terminate = json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers":
        (10..60).collect::<Vec<_>>()});
    let after = query("after", json!({}));
    let lines = [
        long_work("long", 0..60),
        query("short", json!({"analyzeTurns": [0, 1, 2, 3, 4, 5], "priority": -1})),
        terminate.clone(),
        json!({"id": "all", "action": "terminate_all"}),
        after,
    ];
    let replies = asked(&["--threads", "1"], &lines[..]);
    let (echoes, turns): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.get("action").is_some());
    assert_eq!(echoes, [&terminate, &lines[3]]);
    let mut seen = BTreeSet::new();
    let mut left = 0;
    for reply in turns {
        assert_eq!(reply["isDuringSearch"], false);
        assert!(seen.insert(key(reply)), "{:?} came twice", key(reply));
        if reply.get("noResults").is_some() {
            let (id, turn) = key(reply);
            let undone =
                json!({"id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true});
            assert_eq!(*reply, undone);
            left += 1;
        } else {
            assert!(reply["rootInfo"].is_object());
        }
    }
    let turns = |id: &str, count: u64| (0..count).map(move |turn| (id.to_string(), turn)).collect();
    let long: Vec<_> = turns("long", 60);
    let short: Vec<_> = turns("short", 6);
    let wanted: BTreeSet<_> =
        long.into_iter().chain(short).chain([("after".to_string(), 5)]).collect();
    assert_eq!(seen, wanted);
    assert!(left > 6, "only {left} turns were left undone");
    assert_eq!(key(replies.last().unwrap()).0, "after");
}

#[test]
fn only_what_is_named_is_terminated() {
    let named =
        json!({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [3, 4]});
    // The first is long enough for the others to come in before anything of theirs is begun.
    let mut first = long_work("first", 100..120);
    first["maxVisits"] = json!(4);
    first["priority"] = json!(9);
    let turns = json!({"analyzeTurns": [1, 2, 3, 4, 5]});
    let lines = [first, query("a", turns.clone()), query("b", turns), named];
    let replies = asked(&["--threads", "1"], &lines);
    let undone = replies.iter().filter(|reply| reply.get("noResults").is_some());
    let undone: Vec<_> = undone.map(key).collect();
    assert_eq!(undone, [("a".to_string(), 3), ("a".to_string(), 4)]);
    assert_eq!(replies.len(), 20 + 5 + 5 + 1);
}

#[test]
fn the_urgent_comes_first() {
    let mut first = long_work("first", 100..120);
    first["maxVisits"] = json!(4);
    first["priority"] = json!(1000);
    let lines = [
        first,
        query("a", json!({"analyzeTurns": [0, 1, 2, 3], "priorities": [0, 7, -2, 7]})),
        query("b", json!({"analyzeTurns": [4], "priority": 3})),
        query("c", json!({"analyzeTurns": [5]})),
    ];
    let replies = asked(&["--threads", "1"], &lines);
    let order: Vec<_> = replies[20..].iter().map(key).collect();
    let wanted = [("a", 1), ("a", 3), ("b", 4), ("a", 0), ("c", 5), ("a", 2)];
    assert_eq!(order, wanted.map(|(id, turn)| (id.to_string(), turn)));
}

#[test]
fn threads_change_nothing_but_the_order() {
    let turns = json!({"analyzeTurns": [0, 1, 2, 3, 4, 5], "includeOwnership": true, "includePolicy": true});
    let mut large = long_work("large", 0..0);
    large["analyzeTurns"] = json!([20, 90, 150]);
    large["maxVisits"] = json!(10);
    let queries = [large, query("a", turns.clone()), query("b", turns)];
    let with = |threads: &str| {
        let mut replies = asked(&["--threads", threads], &queries);
        replies.sort_by_key(key);
        replies
    };
    let one = with("1");
    assert_eq!(one.len(), 15);
    assert_eq!(one, with("2"));
}

/// Waits for the end of a program that nobody listens to.
fn end(mut child: Child) -> Output {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // The client is gone with both ends.
    let mut child = start(&["--threads", "2"]);
    drop(child.stdout.take());
    let lines = format!("{}\n", long_work("long", 0..40));
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = end(child);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));

    // It does not listen any more and goes on asking: that ends at one of the next lines.
    let mut child = start(&["--threads", "2"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let begin = Instant::now();
    let line = format!("{}\n", query("q", json!({})));
    while child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not end");
        // Fails as soon as the program has ended, which is what is waited for.
        let _ = input.write_all(line.as_bytes());
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = end(child);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn garbage_is_refused_and_the_work_goes_on() {
    let good = format!("{}\n", query("good", json!({})));
    let deep = "[".repeat(1 << 20);
    let long = "x".repeat(1 << 20);
    let string = format!("\"{long}");
    let lines = [
        long.as_bytes(),
        deep.as_bytes(),
        string.as_bytes(),
        b"\xff\xfe\x00",
        b"",
        b"  \r",
        good.trim().as_bytes(),
        b"{\"id\":\"a\",\"action\":\"query_version\"}\r",
        // The last line needs no end.
        good.trim().as_bytes(),
    ];
    let output = talk(&["--threads", "1"], &lines.join(&b'\n'));
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let replies = replies(&output);
    for refusal in &replies[..4] {
        let error = refusal["error"].as_str().unwrap();
        assert!(error.starts_with("Could not parse input line as json: "), "{error}");
        assert!(error.len() < 200);
    }
    assert_eq!(replies.len(), 7);
    let ids: Vec<&str> = replies[4..].iter().filter_map(|reply| reply["id"].as_str()).collect();
    assert_eq!(ids.iter().filter(|id| **id == "good").count(), 2);
}

#[test]
fn moves_are_where_they_may_be() {
    let free = reply_to(query("q", json!({})));
    assert!(moves(&free).len() > 1, "{:?}", moves(&free));
    let restricted = |field: &str, list: Value| {
        let list = json!([{"player": "W", "moves": list, "untilDepth": 1}]);
        reply_to(query("q", json!({field: list})))
    };
    let two = restricted("allowMoves", json!(["A1", "E5"]));
    let allowed = BTreeSet::from(["A1", "E5"]);
    assert!(!moves(&two).is_empty() && moves(&two).iter().all(|mv| allowed.contains(mv)));
    // Alternatives, as KaTrain asks for them.
    let avoided = restricted("avoidMoves", json!(moves(&free)));
    assert!(moves(&avoided).iter().all(|mv| !moves(&free).contains(mv)));
    let first = restricted("avoidMoves", json!([moves(&free)[0]]));
    assert!(!moves(&first).is_empty());
    assert!(!moves(&first).contains(&moves(&free)[0]));
    // What holds for the other colour does not count.
    let other = json!([{"player": "B", "moves": ["A1"], "untilDepth": 1}]);
    assert_eq!(reply_to(query("q", json!({"allowMoves": other}))), free);
    // Occupied points are no moves; a pass is left.
    let none = restricted("allowMoves", json!(["C3"]));
    assert_eq!(moves(&none), ["pass"]);
    // Where there is nothing to do, to avoid one move does not bring in senseless others.
    let black = ["A2", "B1", "B2", "C2", "D2", "E2"].map(|place| json!(["B", place]));
    let white = ["A3", "B3", "B4", "C3", "D3", "D4", "D5", "E3"].map(|place| json!(["W", place]));
    let stones = [&black[..], &white].concat();
    let mut settled = json!({"initialStones": stones, "initialPlayer": "B", "moves": []});
    assert_eq!(moves(&reply_to(query("q", settled.clone())))[0], "pass");
    settled["avoidMoves"] = json!([{"player": "B", "moves": ["A4"], "untilDepth": 1}]);
    assert_eq!(moves(&reply_to(query("q", settled)))[0], "pass");
}

#[test]
fn lists_have_a_place_for_every_point() {
    let asked = json!({"boardXSize": 7, "includeOwnership": true, "includeOwnershipStdev": true, "includePolicy": true,
        "moves": [["B", "A2"], ["W", "G5"], ["B", "B1"]]});
    let reply = reply_to(query("q", asked));
    let policy = numbers(&reply["policy"]);
    assert_eq!(policy.len(), 7 * 5 + 1);
    // The upper left is first: G5 is the end of the first row, A2 begins the fourth, A1 is suicide.
    let illegal: Vec<usize> = (0..policy.len()).filter(|&place| policy[place] < 0.0).collect();
    assert_eq!(illegal, [6, 21, 28, 29]);
    assert!(illegal.iter().all(|&place| policy[place] == -1.0));
    let sum: f64 = policy.iter().filter(|share| **share >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-4, "{sum}");
    let ownership = numbers(&reply["ownership"]);
    assert_eq!((ownership.len(), numbers(&reply["ownershipStdev"]).len()), (35, 35));
    assert!(ownership.iter().all(|owner| owner.abs() <= 1.0));
    assert!(ownership[21] > 0.0 && ownership[6] < ownership[21]);
}

#[test]
fn after_two_passes_and_on_the_smallest_board() {
    let over = reply_to(query("q", json!({"moves": [["B", "C3"], ["W", "pass"], ["B", "pass"]]})));
    assert_eq!(over["rootInfo"]["currentPlayer"], "W");
    let tiny = json!({"boardXSize": 2, "boardYSize": 2, "moves": [["B", "A1"], ["B", "A2"]],
        "includeOwnership": true, "includePolicy": true});
    let tiny = reply_to(query("q", tiny));
    assert_eq!((numbers(&tiny["ownership"]).len(), numbers(&tiny["policy"]).len()), (4, 5));
    let wide = json!({"boardXSize": 25, "boardYSize": 2, "moves": [], "includePolicy": true});
    assert_eq!(numbers(&reply_to(query("q", wide))["policy"]).len(), 51);
}

/// The queries that KaTrain sends while somebody goes through a game.
fn katrain_log() -> Vec<Value> {
    let (moves, count) = example();
    let at = |turn: usize, number: usize| {
        json!({
            "id": format!("QUERY:{number}"), "rules": "japanese", "priority": 0, "analyzeTurns": [turn],
            "maxVisits": 40, "komi": 6.5, "boardXSize": 19, "boardYSize": 19,
            "includeOwnership": true, "includeMovesOwnership": false, "includePolicy": true,
            "initialStones": [], "initialPlayer": "B", "moves": moves[..turn],
            "overrideSettings": {
                "maxTime": 8.0, "wideRootNoise": 0.04, "reportAnalysisWinratesAs": "BLACK",
            },
            "_kt_continuous": false, "reportDuringSearchEvery": 1.0,
        })
    };
    let turns = (0..count).step_by(25).chain([count]);
    turns.enumerate().map(|(number, turn)| at(turn, number + 1)).collect()
}

#[test]
fn katrain_finds_all_that_it_reads() {
    let log = katrain_log();
    assert!(log.len() > 5);
    let mut replies = asked(&[], &log);
    let is_warning = |reply: &mut Value| reply.get("warning").is_some();
    let warnings: Vec<Value> = replies.extract_if(.., is_warning).collect();
    assert_eq!(warnings.len(), log.len());
    assert!(warnings.iter().all(|warning| warning["field"] == "_kt_continuous"));
    // What is told on the way comes as often as the machine is slow.
    replies.retain(|reply| reply["isDuringSearch"] == false);
    assert_eq!(replies.len(), log.len());
    for query in &log {
        let reply = replies.iter().find(|reply| reply["id"] == query["id"]).unwrap();
        assert_eq!(reply["turnNumber"], query["analyzeTurns"][0]);
        assert_eq!(numbers(&reply["ownership"]).len(), 361);
        assert_eq!(numbers(&reply["policy"]).len(), 362);
        let is_share = |value: &Value| (0.0..=1.0).contains(&value.as_f64().unwrap());
        let root = &reply["rootInfo"];
        assert!(is_share(&root["winrate"]) && root["scoreLead"].is_f64());
        assert!(root["visits"].as_u64().unwrap() > 0);
        let infos = reply["moveInfos"].as_array().unwrap();
        assert!(!infos.is_empty(), "{reply}");
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info["order"], order);
            assert!(info["visits"].as_u64().unwrap() > 0);
            assert!(is_share(&info["winrate"]) && is_share(&info["prior"]));
            assert!(info["scoreLead"].is_f64() && info["scoreStdev"].is_f64());
            let line = info["pv"].as_array().unwrap();
            assert_eq!(line[0], info["move"]);
            assert!(line.iter().all(Value::is_string));
            // KaTrain computes points lost from the root, which is a mean over all that was read: the best may be a
            // little better, and none is much better.
            let lead = |info: &Value| info["scoreLead"].as_f64().unwrap();
            let sign = if root["currentPlayer"] == "B" { 1.0 } else { -1.0 };
            let lost = sign * (lead(root) - lead(info));
            assert!(lost >= -3.0, "{} gains {}", info["move"], -lost);
        }
    }
}

//! A stranger's second opinion on reading: GNU Go is asked about the same chains.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::life::tactics::capture::{DEEP, attack_within, defend_within};
use aji_play::player::{Action, Minds, PlayerName, Turn};
use aji_rules::ruleset::Suicide;
use aji_rules::{Diagram, Game, Move, Point, Position, RuleSet, Size};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A position and what is asked about it: chains with few liberties.
struct Case {
    position: Position,
    stones: Vec<Point>,
}

/// Positions of games between players who know shapes and now and then play anywhere.
fn positions(side: usize, games: u64) -> Vec<Position> {
    let size = Size::square(side).unwrap();
    let minds = Minds::embedded();
    let mut found = Vec::new();
    for number in 0..games {
        let mut dice = Dice::new(20, number * 100 + side as u64);
        let mut player = PlayerName::Patterns.player(&minds).unwrap();
        let mut game = Game::new(size, RuleSet::Japanese.into());
        let length = 2 * size.area() as u32 / 3;
        let wild = 1 + dice.below(6);
        for turn in 0..length {
            let legal: Vec<Point> = game.position().legal_points(Suicide::Forbidden).collect();
            if legal.is_empty() {
                break;
            }
            let anywhere = Move::Place(legal[dice.below(legal.len() as u32) as usize]);
            let mv = if dice.below(8) < wild {
                anywhere
            } else {
                match player.choose(&Turn::of(&game), &mut dice).unwrap().action {
                    Action::Play(Move::Place(point)) => Move::Place(point),
                    _ => anywhere,
                }
            };
            if game.play(mv).is_err() {
                break;
            }
            if turn % (length / 5) == length / 5 - 1 {
                found.push(game.position().clone());
            }
        }
    }
    found
}

fn cases(side: usize, games: u64, stride: usize) -> Vec<Case> {
    let mut number = 0;
    let mut taken = |_: &Point| {
        number += 1;
        number % stride == 0
    };
    let mut cases = Vec::new();
    for position in positions(side, games) {
        let stones = position
            .chains()
            .filter(|chain| chain.liberty_count() <= 4)
            .map(|chain| chain.head())
            .filter(&mut taken)
            .collect();
        cases.push(Case { position, stones });
    }
    cases
}

/// What GNU Go says to `command VERTEX` for each stone of each case: code and move.
fn heard(cases: &[Case], commands: &[&str]) -> Vec<String> {
    let mut script = Vec::new();
    for case in cases {
        let size = case.position.size();
        script.push(format!("boardsize {}", size.width()));
        for point in size.points() {
            if let Some(color) = case.position.stone(point) {
                script.push(format!("play {color} {}", size.vertex(point)));
            }
        }
        for stone in &case.stones {
            for command in commands {
                script.push(format!("ask{command} {}", size.vertex(*stone)));
            }
        }
    }
    let asked: Vec<bool> = script.iter().map(|line| line.starts_with("ask")).collect();
    let script = script.iter().map(|line| line.trim_start_matches("ask")).collect::<Vec<_>>();
    let answers = ask_gnu_go(&(script.join("\n") + "\n"));
    assert_eq!(answers.len(), script.len());
    answers.into_iter().zip(asked).filter(|(_, asked)| *asked).map(|(answer, _)| answer).collect()
}

fn ask_gnu_go(script: &str) -> Vec<String> {
    let mut gnu_go = Command::new(gnu_go_path())
        .args(["--mode", "gtp", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = gnu_go.stdin.take().unwrap();
    let script = script.to_string();
    // It stops listening while its answers wait to be read, so somebody else must talk.
    let talker = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = gnu_go.wait_with_output().unwrap();
    talker.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator("\n\n").map(|answer| answer.trim_start_matches("= ").into()).collect()
}

fn gnu_go_path() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut found = folders.map(|folder| folder.join("gnugo")).filter(|file| file.is_file());
    found.next().expect("GNU Go is not installed: run ./test, which installs it")
}

#[test]
fn gnu_go_reads_the_same_captures() {
    let mut asked = 0;
    let mut agreed = 0;
    let mut slowest = 0;
    let mut table = std::collections::BTreeMap::new();
    let verbose = std::env::var_os("AJI_DISAGREEMENTS").is_some();
    let games: u64 = std::env::var("AJI_GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(4);
    for side in [9, 13, 19] {
        let cases = cases(side, games, 3);
        let answers = heard(&cases, &["attack", "defend"]);
        let mut answers = answers.iter();
        let mut nodes = 0_u64;
        let mut reads = 0_u64;
        let start = std::time::Instant::now();
        let ours: Vec<_> = cases
            .iter()
            .flat_map(|case| {
                case.stones.iter().map(|&stone| {
                    [attack_within(&case.position, stone, DEEP).unwrap(), defend_within(&case.position, stone, DEEP).unwrap()]
                })
            })
            .collect();
        let elapsed = start.elapsed();
        let mut ours = ours.iter();
        for case in &cases {
            for &stone in &case.stones {
                let ours = ours.next().unwrap();
                let theirs = [answers.next().unwrap(), answers.next().unwrap()];
                for (index, name) in ["attack", "defend"].into_iter().enumerate() {
                    let theirs = theirs[index].as_str();
                    let code = ours[index].code.to_string();
                    let their_code = theirs.split(' ').next().unwrap();
                    // Without an attack nobody asks for a defence.
                    asked += 1;
                    nodes += u64::from(ours[index].nodes);
                    slowest = slowest.max(ours[index].nodes);
                    reads += 1;
                    let same = code == their_code;
                    agreed += usize::from(same);
                    let libs = case.position.chain_at(stone).unwrap().liberty_count();
                    *table.entry((name, libs, code.clone(), their_code.to_string())).or_insert(0) += 1;
                    if verbose && !same {
                        let size = case.position.size();
                        println!(
                            "{name} {} on {size}: ours {code} {:?} complete {} nodes {}, theirs {theirs}\n{}",
                            size.vertex(stone),
                            ours[index].line.iter().map(|&p| size.vertex(p).to_string()).collect::<Vec<_>>(),
                            ours[index].is_complete,
                            ours[index].nodes,
                            Diagram::of(&case.position).with_last(Some(stone)),
                        );
                    }
                }
            }
        }
        println!("{side}: {reads} reads, {nodes} nodes, {elapsed:?}, slowest {slowest}");
    }
    for ((name, libs, ours, theirs), count) in &table {
        println!("{name} libs {libs}: ours {ours}, theirs {theirs}: {count}");
    }
    println!("{agreed} of {asked}");
    assert!(agreed * 100 >= asked * 80, "{agreed} of {asked}");
}

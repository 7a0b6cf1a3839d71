//! A stranger's second opinion on reading: GNU Go is asked about the same chains.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::life::tactics::capture::{DEEP, attack_within, defend_within};
use aji_judge::life::tactics::{Limits, TacticalAnswer, connect, disconnect};
use aji_play::player::{Action, PlayerName, Turn};
use aji_rules::ruleset::Suicide;
use aji_rules::{Diagram, Game, Move, Point, Position, RuleSet, Size};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

type Read = fn(&Position, Point, Limits) -> Option<TacticalAnswer>;

/// GNU Go's commands, and ours.
const READERS: [(&str, Read); 2] = [("attack", attack_within), ("defend", defend_within)];

/// A position and what is asked about it: chains with few liberties.
struct Case {
    position: Position,
    stones: Vec<Point>,
}

/// Positions of games between players who know shapes and now and then play anywhere.
fn positions(side: usize, games: u64) -> Vec<Position> {
    let size = Size::square(side).unwrap();
    let library = Library::built_in();
    let mut found = Vec::new();
    for number in 0..games {
        let mut dice = Dice::new(20, number * 100 + side as u64);
        let mut player = PlayerName::patterns().player(&library).unwrap();
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

/// Commands that set a position up.
fn set_up(position: &Position) -> Vec<String> {
    let size = position.size();
    let stones = size.points().filter_map(|point| Some((position.stone(point)?, point)));
    let plays = stones.map(|(color, point)| format!("play {color} {}", size.vertex(point)));
    [format!("boardsize {}", size.width())].into_iter().chain(plays).collect()
}

/// What GNU Go says to each command about each stone of each case: code and move.
fn heard(cases: &[Case], commands: &[&str]) -> Vec<String> {
    let mut script = Vec::new();
    let mut asked = Vec::new();
    for case in cases {
        script.extend(set_up(&case.position));
        for stone in &case.stones {
            for command in commands {
                asked.push(script.len());
                script.push(format!("{command} {}", case.position.size().vertex(*stone)));
            }
        }
    }
    let answers = ask_gnu_go(&(script.join("\n") + "\n"));
    assert_eq!(answers.len(), script.len());
    asked.into_iter().map(|index| answers[index].clone()).collect()
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
    let (mut asked, mut agreed) = (0, 0);
    let mut different = Vec::new();
    for side in [9, 13, 19] {
        let cases = cases(side, 4, 3);
        let mut theirs = heard(&cases, &["attack", "defend"]).into_iter();
        for case in &cases {
            let size = case.position.size();
            for &stone in &case.stones {
                for (name, read) in READERS {
                    let ours = read(&case.position, stone, DEEP).unwrap();
                    let theirs = theirs.next().unwrap();
                    asked += 1;
                    if theirs.split(' ').next() == Some(&ours.result.gnu_go_code().to_string()) {
                        agreed += 1;
                        continue;
                    }
                    let line = ours.line.iter().map(|&point| size.vertex(point).to_string());
                    different.push(format!(
                        "{name} {}: {} {:?} (complete: {}, {} positions), GNU Go: {theirs}\n{}",
                        size.vertex(stone),
                        ours.result.gnu_go_code(),
                        line.collect::<Vec<_>>(),
                        ours.is_complete,
                        ours.nodes,
                        Diagram::of(&case.position).with_last(Some(stone)),
                    ));
                }
            }
        }
    }
    println!("{}\n{agreed} of {asked} alike", different.join("\n"));
    // 97 in 100 when this was written; most others are where one of the two gives up.
    assert!(asked > 1_000 && agreed * 100 >= asked * 95, "{agreed} of {asked}");
}

/// Pairs of chains of one colour with stones two steps or less apart.
fn neighbours(position: &Position) -> Vec<[Point; 2]> {
    let size = position.size();
    let apart = |one: Point, other: Point| {
        let ((x, y), (u, v)) = (size.xy(one), size.xy(other));
        x.abs_diff(u).max(y.abs_diff(v))
    };
    let chains: Vec<_> = position.chains().collect();
    let mut pairs = Vec::new();
    for (index, one) in chains.iter().enumerate() {
        for other in &chains[..index] {
            let is_near = || one.stones().any(|a| other.stones().any(|b| apart(a, b) <= 2));
            if one.color() == other.color() && is_near() {
                pairs.push([one.head(), other.head()]);
            }
        }
    }
    pairs
}

#[test]
fn gnu_go_reads_the_same_connections() {
    let mut agreed = [0, 0];
    let mut asked = 0;
    for position in positions(9, 5) {
        let size = position.size();
        let pairs: Vec<_> = neighbours(&position).into_iter().step_by(4).collect();
        let mut script = set_up(&position);
        let before = script.len();
        for ends in &pairs {
            let ends = ends.map(|end| size.vertex(end).to_string()).join(" ");
            script.extend([format!("connect {ends}"), format!("disconnect {ends}")]);
        }
        let answers = ask_gnu_go(&(script.join("\n") + "\n"));
        let mut theirs = answers[before..].iter();
        for [one, other] in pairs {
            asked += 1;
            for (index, read) in [connect, disconnect].into_iter().enumerate() {
                let ours = read(&position, one, other).unwrap().result.gnu_go_code().to_string();
                agreed[index] +=
                    usize::from(theirs.next().unwrap().split(' ').next() == Some(&ours));
            }
        }
    }
    println!("{agreed:?} of {asked} alike");
    // 97 and 93 in 100 when this was written. GNU Go calls it a cut, too, if a joined chain is
    // captured whole.
    assert!(asked > 100 && agreed[0] * 100 >= asked * 94, "{agreed:?} of {asked}");
    assert!(agreed[1] * 100 >= asked * 82, "{agreed:?} of {asked}");
}

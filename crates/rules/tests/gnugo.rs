//! A stranger's second opinion: GNU Go watches random games and must see the same boards.
//!
//! One process for each board size gets all commands of its games at once; the answers are compared
//! one by one with what this crate says.

mod common;

use aji_rules::ruleset::{Ko, Suicide};
use aji_rules::{Color, Game, Move, Point, Size, count};
use common::{Dice, RngExt, any_point, dice, size};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const GAMES: usize = 200;
const SIDES: std::ops::RangeInclusive<usize> = 5..=19;

#[test]
fn gnu_go_sees_the_same_games() {
    let mut talks: Vec<Talk> = SIDES.map(|side| Talk::new(size(side, side))).collect();
    let sizes = talks.len();
    for number in 0..GAMES {
        talks[number % sizes].add_game(&mut dice("gnugo", number as u64));
    }
    for talk in talks {
        talk.check();
    }
}

/// Commands for GNU Go, and the answers that this crate would give.
struct Talk {
    size: Size,
    commands: Vec<String>,
    answers: Vec<String>,
}

impl Talk {
    fn new(size: Size) -> Talk {
        let mut talk = Talk { size, commands: Vec::new(), answers: Vec::new() };
        talk.expect(format!("boardsize {}", size.width()), "=");
        talk
    }

    fn expect(&mut self, command: String, answer: impl Into<String>) {
        self.commands.push(command);
        self.answers.push(answer.into());
    }

    /// A game of random moves, illegal ones and ones out of turn among them, with a good look at the
    /// board at several moments.
    fn add_game(&mut self, dice: &mut Dice) {
        let size = self.size;
        let rules = count::counting_rules(Ko::Simple, Suicide::Forbidden);
        let mut game = Game::new(size, rules);
        self.expect("clear_board".to_string(), "=");
        let turns = 3 * size.area();
        for turn in 1..=turns {
            let to_play = game.position().to_play();
            let color = if dice.random_range(0..20) == 0 { !to_play } else { to_play };
            let mv = match dice.random_range(0..50) {
                0 => Move::Pass,
                _ => Move::Place(any_point(size, dice)),
            };
            let answer = match game.play_as(color, mv) {
                Ok(()) => "=",
                Err(_) => "? illegal move",
            };
            self.expect(format!("play {color} {}", size.move_text(mv)), answer);
            if turn % (turns / 6) == 0 || game.position().ko().is_some() {
                self.look(&game, dice);
            }
        }
    }

    fn look(&mut self, game: &Game, dice: &mut Dice) {
        let size = self.size;
        let position = game.position();
        for color in Color::BOTH {
            let captures = position.captures()[color];
            self.expect(format!("captures {color}"), format!("= {captures}"));
            let is_own = |point: &Point| position.stone(*point) == Some(color);
            let names = size.points().filter(is_own).map(|point| size.vertex(point).to_string());
            let answer =
                sorted(&["="].map(String::from).into_iter().chain(names).collect::<Vec<_>>());
            self.expect(format!("list_stones {color}"), answer);
            let some = (0..12).map(|_| any_point(size, dice)).chain(position.ko());
            let asked: Vec<Point> =
                if size.area() < 50 { size.points().collect() } else { some.collect() };
            for point in asked {
                let is_legal = game.check(color, Move::Place(point)).is_ok();
                let command = format!("is_legal {color} {}", size.vertex(point));
                self.expect(command, format!("= {}", u8::from(is_legal)));
            }
        }
    }

    fn check(self) {
        let heard = ask_gnu_go(&self.commands);
        assert_eq!(heard.len(), self.answers.len(), "answers on {}", self.size);
        for (index, (heard, expected)) in heard.iter().zip(&self.answers).enumerate() {
            let words: Vec<String> = heard.split_whitespace().map(String::from).collect();
            let heard = if self.commands[index].starts_with("list") {
                sorted(&words)
            } else {
                words.join(" ")
            };
            assert_eq!(&heard, expected, "{}: {}", self.size, self.story(index));
        }
    }

    /// The moves of the game up to a command, for a failure's message.
    fn story(&self, index: usize) -> String {
        let told = &self.commands[..=index];
        let start = told.iter().rposition(|command| command == "clear_board").unwrap_or(0);
        let mut story: Vec<&str> = told[start..index].iter().map(String::as_str).collect();
        story.retain(|command| command.starts_with("play"));
        story.push(&told[index]);
        story.join(", ")
    }
}

fn sorted(words: &[String]) -> String {
    let mut words = words.to_vec();
    words.sort();
    words.join(" ")
}

/// Sends all commands and gives all answers.
fn ask_gnu_go(commands: &[String]) -> Vec<String> {
    let mut gnu_go = Command::new(gnu_go_path())
        .args(["--mode", "gtp", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("GNU Go starts");
    let mut input = gnu_go.stdin.take().expect("its input is a pipe");
    let script = commands.join("\n") + "\n";
    // It stops listening while its answers wait to be read, so somebody else must talk.
    let talker = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = gnu_go.wait_with_output().expect("GNU Go answers");
    talker.join().expect("the talker does not panic").expect("GNU Go listens to the end");
    let text = String::from_utf8(output.stdout).expect("GTP is text");
    text.split_terminator("\n\n").map(String::from).collect()
}

fn gnu_go_path() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut found = folders.map(|folder| folder.join("gnugo")).filter(|file| file.is_file());
    found.next().expect(
        "GNU Go is not installed: run ./test, which installs it, or install the package gnugo",
    )
}

//! `aji eval tactics`: how far our reading agrees with that of another program.

use crate::models::Judging;
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::Dice;
use aji_learn::cells;
use aji_learn::measure::tactics::{Agreement, COMMANDS, questions};
use aji_learn::report::{Column, Report};
use aji_play::gtp::client::Client;
use aji_play::gtp::{Engine, EngineSettings, Reply, Request};
use aji_record::Record;
use aji_rules::{Position, Step};
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use serde_json::json;
use std::path::PathBuf;

/// Measure how far our reading agrees with that of another program, command by command.
///
/// From each game one position is taken, and some of its chains, pairs of chains, eye spaces and races are put to
/// both in GNU Go's commands: attack, defend, connect, disconnect, eval_eye, analyze_semeai, owl_attack, owl_defend. Told
/// is how often the results are the same, in all and where the referee says that something can be done, and how often
/// the moves are, too. Neither is right for sure, and many moves may be as good.
#[derive(Args)]
pub struct Tactics {
    /// Games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// The other program: a command that speaks GTP and knows GNU Go's commands.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp")]
    referee: String,
    /// Take only the first N games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    first: u32,
    /// Also name every question to which the results differ.
    #[arg(long)]
    misses: bool,
    #[command(flatten)]
    judging: Judging,
    /// The seed by which positions and questions are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The moves before a position that is asked about.
struct Asked {
    name: String,
    commands: Vec<String>,
    position: Position,
}

impl Tactics {
    pub fn run(self) -> anyhow::Result<Report> {
        let asked = self.positions()?;
        let mut referee = Client::start(&self.referee)
            .with_context(|| format!("the referee `{}`", self.referee))?;
        let settings = EngineSettings {
            library: self.judging.library()?,
            judge: self.judging.name(),
            ..EngineSettings::default()
        };
        let mut engine = Engine::new(settings)?;
        let bar = Bar::things(asked.len(), "positions");
        let mut agreements = [Agreement::default(); COMMANDS.len()];
        for (number, one) in asked.iter().enumerate() {
            for command in &one.commands {
                ours(&mut engine, command);
                let heard = referee.send(command);
                heard.with_context(|| format!("the referee cannot set {} up", one.name))?;
            }
            let mut dice = Dice::new(self.seed, number as u64);
            for question in questions(&one.position, &mut dice) {
                let Some(ours) = ours(&mut engine, &question) else { continue };
                let Ok(theirs) = referee.send(&question) else { continue };
                let command = question.split(' ').next().unwrap_or_default();
                let Some(index) = COMMANDS.iter().position(|&known| known == command) else {
                    continue;
                };
                let same = agreements[index].same_result;
                agreements[index].count(command, &ours, &theirs);
                if self.misses && agreements[index].same_result == same {
                    bar.say(&format!("{}: {question}: {ours}; the referee: {theirs}", one.name));
                }
            }
            bar.step();
        }
        drop(bar);
        let all: u64 = agreements.iter().map(|agreement| agreement.asked).sum();
        ensure!(all > 0, "the referee `{}` answers none of the questions", self.referee);
        Ok(self.report(asked.len(), &agreements))
    }

    /// A position of each game, in its middle third.
    fn positions(&self) -> anyhow::Result<Vec<Asked>> {
        let read = |record: &Record| {
            let place = record.place();
            (format!("{}, game {}", place.origin, place.number), record.replay().game)
        };
        let mut games = Vec::new();
        reading::each_game(self.games.iter().cloned(), read, |game| games.push(game))?;
        games.truncate(self.first as usize);
        let mut asked = Vec::new();
        for (number, (name, mut game)) in games.into_iter().enumerate() {
            let moves = game.steps().len();
            let mut dice = Dice::new(self.seed, (1 << 32) + number as u64);
            let left = moves / 3 + dice.below(1 + moves as u32 / 3) as usize;
            while game.steps().len() > left && game.undo() {}
            let position = game.position().clone();
            let size = position.size();
            // What was set up and what was played alike: stones are put down, and nothing is captured by it.
            let stones = size.points().filter_map(|point| Some((position.stone(point)?, point)));
            let plays = stones.map(|(color, at)| format!("play {color} {}", size.vertex(at)));
            let is_square = size.width() == size.height();
            let set_up = [format!("boardsize {}", size.width()), "clear_board".to_string()];
            if is_square && game.steps().iter().any(|step| matches!(step, Step::Play(..))) {
                let name = format!("{name}, move {left}");
                asked.push(Asked {
                    name,
                    commands: set_up.into_iter().chain(plays).collect(),
                    position,
                });
            }
        }
        ensure!(!asked.is_empty(), "there is no game with moves on a square board");
        Ok(asked)
    }

    fn report(&self, positions: usize, agreements: &[Agreement]) -> Report {
        let mut report = Report::new([
            Column::new("command"),
            Column::new("asked"),
            Column::named("same result", "same_result").percent(1),
            Column::named("something can be done", "possible"),
            Column::named("same result there", "same_possible").percent(1),
            Column::named("same move there", "same_move").percent(1),
        ]);
        for (command, agreement) in COMMANDS.iter().zip(agreements) {
            let Agreement { asked, same_result, possible, same_possible, same_move } = *agreement;
            let share = |part: u64, all: u64| (all > 0).then(|| part as f64 / all as f64);
            report.row(cells![
                *command,
                asked,
                share(same_result, asked),
                possible,
                share(same_possible, possible),
                share(same_move, possible)
            ]);
        }
        report.intro = format!(
            "Our reading beside that of `{}`, in {}.",
            self.referee,
            counted(positions as u64, "position")
        );
        report.also(json!({ "positions": positions, "referee": self.referee }));
        report
    }
}

/// What our engine says, if it does not refuse.
fn ours(engine: &mut Engine, command: &str) -> Option<String> {
    match engine.answer(&Request::parse(command.as_bytes())?) {
        Reply::Good(text) => Some(text),
        _ => None,
    }
}

//! The deep network learns from games against itself.

use super::cards::{Told, Work};
use super::{CommandLine, Deep, NAME};
use crate::command::train::{file, make_folder};
use crate::words::grouped;
use crate::writing;
use aji_judge::Library;
use aji_judge::deep::{self, Calibration};
use aji_judge::score::Scorer;
use aji_learn::deep::selfplay::{Generation, Generations, OwnGame, SelfPlaySettings};
use aji_learn::deep::{Course, DeepSettings};
use aji_learn::training::Trainer;
use aji_net::conv::Shape;
use aji_rules::Size;
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// How the network learns from itself.
#[derive(Args)]
#[command(next_help_heading = "Learning from itself")]
pub struct SelfPlay {
    /// In every generation, play so many games against itself with the newest network, and learn from those of the last
    /// generations beside the labels of --teacher.
    #[arg(long, value_name = "GAMES", value_parser = value_parser!(u32).range(1..=1_000_000))]
    selfplay: Option<u32>,
    /// So many generations.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "selfplay",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    generations: u32,
    /// Visits a move.
    #[arg(long, value_name = "N", default_value_t = 64, requires = "selfplay",
        value_parser = value_parser!(u32).range(2..=100_000))]
    visits: u32,
    /// Boards of these sizes, in turn; a size may be named several times.
    #[arg(long, value_name = "SIZES", default_value = "9,13", value_delimiter = ',', requires = "selfplay",
        value_parser = value_parser!(u8).range(2..=19))]
    boards: Vec<u8>,
    /// Learn from the games of so many generations, the last ones.
    #[arg(long, value_name = "GENERATIONS", default_value_t = 4, requires = "selfplay",
        value_parser = value_parser!(u32).range(1..))]
    window: u32,
    /// How much of what is learned from is of its own games; the rest is of --teacher, so that nothing is forgotten.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, requires = "selfplay")]
    own_share: f64,
    /// After every generation, play so many games against the network that it began as, on the smallest board, with
    /// few visits: from every opening one with either colour.
    #[arg(long, value_name = "N", default_value_t = 40, requires = "selfplay")]
    match_games: u32,
}

impl SelfPlay {
    pub fn is_wanted(&self) -> bool {
        self.selfplay.is_some()
    }

    /// What was asked for, on the command line that does the same.
    pub fn add_to(&self, command: CommandLine) -> CommandLine {
        let Some(games) = self.selfplay else { return command };
        let boards: Vec<String> = self.boards.iter().map(u8::to_string).collect();
        command
            .flag("selfplay", games)
            .flag("generations", self.generations)
            .flag("visits", self.visits)
            .flag("boards", boards.join(","))
            .flag("window", self.window)
            .flag("own-share", self.own_share)
            .flag("match-games", self.match_games)
    }

    fn settings(&self, deep: DeepSettings) -> anyhow::Result<SelfPlaySettings> {
        let share = self.own_share;
        ensure!(share > 0.0 && share < 1.0, "--own-share must be above 0 and below 1");
        ensure!(self.match_games.is_multiple_of(2), "--match-games must be even");
        let boards = self.boards.iter().map(|&side| Size::square(side.into()));
        Ok(SelfPlaySettings {
            deep,
            generations: self.generations as usize,
            games: self.selfplay.unwrap_or_default() as usize,
            boards: boards.collect::<Result<_, _>>()?,
            visits: self.visits,
            window: self.window as usize,
            share,
            openings: self.match_games as usize / 2,
        })
    }
}

impl Deep {
    /// Plays and learns as far as is asked for. After every generation the model is written as it is.
    pub(super) fn play(
        &self,
        settings: DeepSettings,
        (beginning, calibration): ((Shape, Option<Vec<f32>>), Calibration),
        course: Course,
        (data, identity, told): (&str, &str, Told),
    ) -> anyhow::Result<Generations> {
        let settings = self.selfplay.settings(settings)?;
        let scorer = Scorer::of(&Library::built_in())?;
        let trainer = Generations::new(settings, beginning, calibration, course, scorer);
        let mut trainer = trainer.context("the weights do not fit the network")?;
        if let Some(generations) = self.flags.stop_after {
            trainer = trainer.pausing_after(generations as usize);
        }
        make_folder(&self.flags.out)?;
        let mut games = GameFile::open(&self.flags.out, self.flags.resume)?;
        let mut shown = None;
        self.flags.advance_watched(NAME, identity, trainer, None, |trainer, bar| {
            games.add(trainer.own_games())?;
            // What is told when a run is taken up again was told before.
            let first = *shown.get_or_insert(match self.flags.resume {
                true => trainer.curve().len(),
                false => 0,
            });
            for generation in &trainer.curve()[first..] {
                bar.say(&generation.words());
                if generation.number > 0 {
                    self.write_unfinished(trainer, calibration, told, data)?;
                }
            }
            shown = Some(trainer.curve().len());
            Ok(())
        })
    }

    /// The model between generations, with the calibration that it began with.
    fn write_unfinished(
        &self,
        trainer: &Generations,
        calibration: Calibration,
        told: Told,
        data: &str,
    ) -> anyhow::Result<()> {
        let no_model = "the training gave no model: take a lower --rate";
        let tower = trainer.model().context(no_model)?;
        let model = deep::Deep::new(tower).context(no_model)?.with_calibration(calibration);
        let work = Work { progress: trainer.generations(), of: "generations" };
        let mut card = self.beginning_of_card(&model, told, data, work);
        add_generations(&mut card, trainer.curve())?;
        let bytes = model.file().training(&self.command()).data(data).write()?;
        writing::write(&file(&self.flags.out, NAME, "safetensors"), &bytes)?;
        writing::write(&file(&self.flags.out, NAME, "md"), card.as_bytes())
    }
}

/// Where the games go, one line each, in their order.
struct GameFile {
    path: PathBuf,
    file: File,
    /// The number of the next.
    next: usize,
}

impl GameFile {
    /// Anew, or going on after the last whole line.
    fn open(folder: &Path, goes_on: bool) -> anyhow::Result<GameFile> {
        let path = folder.join("selfplay.jsonl");
        let open = || -> io::Result<(File, usize)> {
            let before = match fs::read(&path) {
                Ok(bytes) if goes_on => bytes,
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => Vec::new(),
            };
            let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(whole as u64)?;
            Ok((file, before[..whole].iter().filter(|&&byte| byte == b'\n').count()))
        };
        let (file, next) = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(GameFile { path, file, next })
    }

    /// Those that are not in it yet.
    fn add<'a>(&mut self, games: impl Iterator<Item = &'a OwnGame>) -> anyhow::Result<()> {
        let (mut text, known) = (String::new(), self.next);
        for game in games.filter(|game| game.number >= known) {
            text += &game.line;
            text.push('\n');
            self.next = game.number + 1;
        }
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// How good it was after every generation.
pub(super) fn add_generations(card: &mut String, curve: &[Generation]) -> anyhow::Result<()> {
    let sizes: Vec<&str> =
        curve.first().iter().flat_map(|one| &one.losses).map(|(size, _)| &**size).collect();
    let names = ["policy", "owners", "lead", "winner"];
    write!(
        card,
        "It learned from itself. After each generation: how many games there were so far, how many of so many it won \
         against the network that it began as, with few visits a move, and by how many points on average; and the losses \
         on fewer labels held back, none of them of its own games:\n\n| generation | games | won | points |"
    )?;
    for size in &sizes {
        names.iter().try_for_each(|name| write!(card, " {size} {name} |"))?;
    }
    writeln!(card, "\n|{}", "---|".repeat(4 + names.len() * sizes.len()))?;
    for generation in curve {
        let strength = generation.strength;
        let (won, points) = match strength.games {
            0 => ("-".to_string(), "-".to_string()),
            games => (
                format!("{} of {games}", strength.won),
                format!("{:+.1}", strength.lead / games as f64),
            ),
        };
        let games = grouped(generation.games as u64);
        write!(card, "| {} | {games} | {won} | {points} |", generation.number)?;
        for (size, name) in sizes.iter().flat_map(|size| names.iter().map(move |name| (size, name)))
        {
            match generation.loss(size, name) {
                Some(loss) => write!(card, " {loss:.3} |")?,
                None => write!(card, " - |")?,
            }
        }
        writeln!(card)?;
    }
    writeln!(card)?;
    Ok(())
}

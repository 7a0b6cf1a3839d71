//! `aji eval review`: how far our review agrees with a stronger referee, and whether it orders players by strength.

use crate::conditions::ConditionFlags;
use crate::models::Judging;
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_learn::cells;
use aji_learn::measure::review::{Compared, GameLoss, GroupLoss, Order, SeenGame, rows};
use aji_learn::report::{Column, Report};
use aji_play::katago::client::{AnalysisError, AnalysisProgram};
use aji_play::review::{Depth, Reviewer};
use aji_record::Record;
use aji_rules::{Game, HalfPoints, Rules};
use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};

const AGREEMENT: [Column; 6] = [
    Column::named("compared", "what"),
    Column::new("count"),
    Column::named("points apart", "mean_absolute_difference").decimals(2),
    Column::new("correlation").decimals(3),
    Column::named("referee's that are ours", "share").percent(1),
    Column::named("ours that are the referee's", "confirmed").percent(1),
];
const ORDER: [Column; 4] = [
    Column::named("players", "group"),
    Column::new("games"),
    Column::new("moves"),
    Column::named("points lost a move", "points_lost").decimals(3),
];
/// The referee that is no other program.
const DEEP_REVIEW: &str = "deep-review";

/// Measure how far reviews agree with a stronger referee, and whether they order players by their strength.
///
/// With --games, games are reviewed as `aji review` does and by a referee: a program that speaks the JSON of KataGo's
/// analysis engine, such as --judge "katago analysis -model M -config C", or our own deep review. Told are how far
/// leads, the points that each move lost, mistakes and best moves agree; intervals are over games. With --order, games of
/// players of known strength are reviewed, a folder or file for each strength, and it is told whether the stronger lose
/// fewer points a move.
#[derive(Args)]
pub struct Review {
    /// Games that we and the referee review: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., required_unless_present = "order")]
    games: Vec<PathBuf>,
    /// Games of players of known strength, a folder or file for each, the weakest players first.
    #[arg(long, value_name = "PATH", num_args = 2.., conflicts_with_all = ["games", "judge", "visits"])]
    order: Vec<PathBuf>,
    /// The referee: the command of a program that analyses, or deep-review.
    #[arg(long, value_name = "COMMAND", default_value = DEEP_REVIEW)]
    judge: String,
    /// How much the program is to read of each position; by default as much as it is set up to.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Our review takes one look at each position.
    #[arg(long, conflicts_with = "deep")]
    quick: bool,
    /// Our review reads eight times as much as usual.
    #[arg(long)]
    deep: bool,
    /// Take only the first N games of the files, with --order of each strength.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    first: Option<u32>,
    #[command(flatten)]
    conditions: ConditionFlags,
    #[command(flatten)]
    judging: Judging,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game to review.
struct GameToReview {
    /// Where it is from.
    name: String,
    game: Game,
    rules: Rules,
    komi: HalfPoints,
}

/// Who holds our review against his own.
enum Referee {
    Program(String, Box<AnalysisProgram>),
    Deep(Box<Reviewer>),
}

impl Review {
    pub fn run(self) -> anyhow::Result<Report> {
        let reviewer = Reviewer::new(self.judging.analyst()?, self.depth());
        if self.order.is_empty() { self.agreement(&reviewer) } else { self.ordered(&reviewer) }
    }

    fn depth(&self) -> Depth {
        match (self.quick, self.deep) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Deep,
            _ => Depth::Normal,
        }
    }

    /// The games behind these paths that have moves.
    fn read(&self, paths: &[PathBuf]) -> anyhow::Result<Vec<GameToReview>> {
        let game = |record: &Record| {
            let replay = record.replay();
            let conditions = self.conditions.of_game(&replay.game, &record.head);
            let place = record.place();
            (replay.moves > 0).then(|| GameToReview {
                name: match place.number {
                    1 => place.origin.to_string(),
                    number => format!("{}, game {number}", place.origin),
                },
                rules: conditions.rules.into(),
                komi: conditions.komi,
                game: replay.game,
            })
        };
        let mut games = Vec::new();
        reading::each_game(paths.iter().cloned(), game, |game| games.extend(game))?;
        games.truncate(self.first.map_or(usize::MAX, |first| first as usize));
        let named: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        ensure!(!games.is_empty(), "there is no game with moves in {}", named.join(", "));
        Ok(games)
    }

    fn agreement(&self, reviewer: &Reviewer) -> anyhow::Result<Report> {
        let games = self.read(&self.games)?;
        let mut referee = self.referee(reviewer)?;
        let positions: usize = games.iter().map(GameToReview::positions).sum();
        let bar = Bar::things(2 * positions, "positions");
        let mut compared = Vec::new();
        for one in &games {
            let Some(theirs) = referee.review(one, &bar)? else {
                bar.say(&format!("aji: {}: {}; left out", one.name, AnalysisError::SetUp));
                continue;
            };
            let ours = one.review(reviewer, &bar)?;
            let both = Compared::of(&ours, &theirs);
            compared
                .push(both.with_context(|| format!("{}: other moves were reviewed", one.name))?);
        }
        drop(bar);
        ensure!(!compared.is_empty(), "none of the games can be put to the referee");
        let mut report = Report::new(AGREEMENT);
        rows(&compared, self.seed).into_iter().for_each(|row| report.row(row));
        report.intro = format!(
            "Our review ({}) of {} against {}; in brackets, 95 % intervals.",
            self.depth(),
            counted(compared.len() as u64, "game"),
            referee.name()
        );
        report.closing =
            "Counted are positions, moves, the referee's mistakes, and moves to which both found \
                          something."
                .to_string();
        report.also(json!({
            "games": compared.len(), "depth": self.depth().name(), "referee": referee.name(),
        }));
        Ok(report)
    }

    fn referee(&self, reviewer: &Reviewer) -> anyhow::Result<Referee> {
        if self.judge == DEEP_REVIEW {
            ensure!(
                self.visits.is_none(),
                "--visits is for programs, and {DEEP_REVIEW} is none; name one with --judge"
            );
            return Ok(Referee::Deep(Box::new(reviewer.at_depth(Depth::Deep))));
        }
        let program = AnalysisProgram::start(&self.judge, self.visits);
        let program = program.with_context(|| format!("the referee `{}`", self.judge))?;
        Ok(Referee::Program(self.judge.clone(), Box::new(program)))
    }

    fn ordered(&self, reviewer: &Reviewer) -> anyhow::Result<Report> {
        let read = |path: &PathBuf| self.read(std::slice::from_ref(path));
        let strengths = self.order.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
        let positions: usize = strengths.iter().flatten().map(GameToReview::positions).sum();
        let bar = Bar::things(positions, "positions");
        let mut report = Report::new(ORDER);
        let mut groups = Vec::new();
        for (path, games) in self.order.iter().zip(&strengths) {
            let mut losses = Vec::new();
            for game in games {
                losses.extend(GameLoss::of(&game.review(reviewer, &bar)?.review));
            }
            let group = GroupLoss::of(&losses, self.seed);
            let group = group.with_context(|| format!("nobody moved in {}", path.display()))?;
            report.row([cells![name(path)], group.figures()].concat());
            groups.push(group);
        }
        let order = Order::of(&groups);
        report.intro = format!(
            "Our review ({}) of players of {} strengths, the weakest first; in brackets, 95 % intervals over games.",
            self.depth(),
            groups.len()
        );
        report.closing = match order {
            Order { intervals_apart: true, .. } => {
                "The stronger lose less, and no interval meets the next."
            }
            Order { falls_strictly: true, .. } => {
                "The stronger lose less, but intervals of neighbours meet."
            }
            Order { .. } => "The stronger do not always lose less.",
        }
        .to_string();
        report.also(json!(order));
        report.also(json!({ "depth": self.depth().name() }));
        Ok(report)
    }
}

/// What a folder or file is called.
fn name(path: &Path) -> String {
    path.file_name().map_or(path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

impl GameToReview {
    fn positions(&self) -> usize {
        self.game.steps().len() + 1
    }

    fn review(&self, reviewer: &Reviewer, bar: &Bar) -> anyhow::Result<SeenGame> {
        let progress = |_: usize, _: usize| {
            bar.step();
            true
        };
        let review = reviewer.review(&self.game, self.rules, self.komi, &progress);
        Ok(SeenGame::of(&review.with_context(|| self.name.clone())?))
    }
}

impl Referee {
    fn name(&self) -> String {
        match self {
            Referee::Program(command, _) => format!("`{command}`"),
            Referee::Deep(_) => "our own deep review".to_string(),
        }
    }

    /// What it sees in a game; `None` of a game that its protocol cannot tell.
    fn review(&mut self, one: &GameToReview, bar: &Bar) -> anyhow::Result<Option<SeenGame>> {
        let (command, program) = match self {
            Referee::Deep(reviewer) => return one.review(reviewer, bar).map(Some),
            Referee::Program(command, program) => (command, program),
        };
        match program.standings(&one.game, one.rules, one.komi, || bar.step()) {
            Ok(standings) => {
                let seen = SeenGame::of_standings(one.game.steps(), &standings);
                seen.map(Some).with_context(|| format!("{}: positions are missing", one.name))
            }
            Err(AnalysisError::SetUp) => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("the referee `{command}`, at {}", one.name))
            }
        }
    }
}

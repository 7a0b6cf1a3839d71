//! Round after round: the newest network plays against itself, learns from the games of the last rounds beside what else
//! is to be learned, and shows how strong it is.

use super::strength::{Match, two_games};
use super::table::Table;
use crate::deep::loss::Losses;
use crate::deep::{Course, DeepSettings, DeepState, DeepTrainer, MEASURED_ON, measure};
use crate::teacher::{game_line, of_lines};
use crate::training::Trainer;
use aji_judge::Dice;
use aji_judge::deep::{Calibration, Deep};
use aji_judge::evaluate::Judge;
use aji_judge::score::Scorer;
use aji_net::conv::{Shape, Tower};
use aji_rules::Size;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// How the network learns from itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlaySettings {
    /// How it learns; the steps are those of a generation.
    pub deep: DeepSettings,
    /// So many generations.
    pub generations: usize,
    /// Games that the network plays against itself in each.
    pub games: usize,
    /// Boards of these sizes, in turn.
    pub boards: Vec<Size>,
    /// Visits a move.
    pub visits: u32,
    /// It learns from the games of so many generations, the last ones.
    pub window: usize,
    /// So much of what is learned from is of these games.
    pub share: f64,
    /// So many openings, each played twice, against the network that it began as.
    pub openings: usize,
}

/// So many visits has a move in a match: what was learned shows without much reading.
const MATCH_VISITS: u32 = 24;
/// So many games are played in a step, or openings of a match.
const AT_ONCE: usize = 8;
/// What keeps the dice of games and of matches from those of learning.
const OF_GAMES: u64 = 0x5e1f_01a7;
const OF_MATCHES: u64 = 0x5e1f_c0de;

/// A game that the network played against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnGame {
    /// Its number among all that came to an end, from zero: that of its line in a file.
    pub number: usize,
    /// Its line: see [`game_line`].
    pub line: String,
    generation: usize,
}

/// How good the network was after so many generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// How many; none at first.
    pub number: usize,
    /// Games that came to an end so far.
    pub games: usize,
    /// Against the network that it began as, in games of this generation alone.
    pub strength: Match,
    /// The losses by name on what is held back, by boards.
    pub losses: Vec<(String, Vec<(String, f64)>)>,
}

/// How far it is, but for what the network has learned.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Generations that are done.
    generation: usize,
    /// What is done of the next: games, steps, openings and how these went.
    played: usize,
    learned: usize,
    compared: usize,
    strength: Match,
    /// How many games came to an end, and those of the last generations.
    games: usize,
    own: VecDeque<OwnGame>,
    curve: Vec<Generation>,
}

/// Trains the network on its own games.
pub struct Generations {
    settings: SelfPlaySettings,
    trainer: DeepTrainer,
    calibration: Calibration,
    scorer: Arc<Scorer>,
    first: Arc<dyn Judge>,
    /// The network as it is, while it does not learn; `None` if it is not known or cannot play.
    newest: Option<Arc<dyn Judge>>,
    progress: Progress,
    /// It pauses after so many generations of a run.
    pause_after: usize,
    /// That is, when so many are done.
    pause_at: usize,
    /// Weights that are no numbers cannot play.
    is_broken: bool,
}

impl Generations {
    /// Begins with these weights or anew, and with how the spread of scores was calibrated. `None` if the weights do
    /// not fit the shape or there is no board to play on.
    pub fn new(
        settings: SelfPlaySettings,
        (shape, weights): (Shape, Option<Vec<f32>>),
        calibration: Calibration,
        course: Course,
        scorer: Scorer,
    ) -> Option<Generations> {
        let SelfPlaySettings { deep, generations, .. } = settings;
        let steps = deep.steps * generations;
        let trainer = DeepTrainer::new(DeepSettings { steps, ..deep }, shape, weights, course)?;
        let first = Arc::new(Deep::new(trainer.model()?)?.with_calibration(calibration));
        (!settings.boards.is_empty()).then(|| Generations {
            settings,
            trainer,
            calibration,
            scorer: Arc::new(scorer),
            newest: Some(first.clone()),
            first,
            progress: Progress::default(),
            pause_after: usize::MAX,
            pause_at: usize::MAX,
            is_broken: false,
        })
    }

    /// Pauses after so many generations, counted from where it is taken up.
    pub fn pausing_after(self, generations: usize) -> Generations {
        Generations { pause_after: generations, pause_at: generations, ..self }
    }

    /// How it learned of what it learned from.
    pub fn trainer(&self) -> &DeepTrainer {
        &self.trainer
    }

    /// How good it was after each generation, and at first.
    pub fn curve(&self) -> &[Generation] {
        &self.progress.curve
    }

    /// The games of the last generations.
    pub fn own_games(&self) -> impl Iterator<Item = &OwnGame> {
        self.progress.own.iter()
    }

    /// How many generations are done, and how many there shall be.
    pub fn generations(&self) -> (usize, usize) {
        (self.progress.generation, self.settings.generations)
    }

    /// The games that it will play from now on are its own.
    fn table(&mut self, visits: u32) -> Option<Table> {
        if self.newest.is_none() {
            let deep = self.trainer.model().and_then(Deep::new);
            let deep = deep.map(|deep| deep.with_calibration(self.calibration));
            self.newest = deep.map(|deep| Arc::new(deep) as Arc<dyn Judge>);
        }
        self.is_broken = self.newest.is_none();
        Some(Table { judge: self.newest.clone()?, scorer: self.scorer.clone(), visits })
    }

    /// Plays a few games of this generation.
    fn play(&mut self) {
        let Some(table) = self.table(self.settings.visits) else { return };
        let SelfPlaySettings { deep, games, ref boards, .. } = self.settings;
        let Progress { generation, played, .. } = self.progress;
        let until = games.min(played + AT_ONCE);
        let lines: Vec<Option<String>> = (generation * games + played..generation * games + until)
            .into_par_iter()
            .map(|number| {
                let mut dice = Dice::new(deep.seed ^ OF_GAMES, number as u64);
                let (game, lessons) = table.game(boards[number % boards.len()], &mut dice)?;
                game_line(&game, &lessons)
            })
            .collect();
        let progress = &mut self.progress;
        progress.played = until;
        for line in lines.into_iter().flatten() {
            progress.own.push_back(OwnGame { number: progress.games, line, generation });
            progress.games += 1;
        }
        if until == games {
            let first = (generation + 1).saturating_sub(self.settings.window);
            progress.own.retain(|game| game.generation >= first);
            self.take_own_games();
        }
    }

    fn take_own_games(&mut self) {
        let lines = self.progress.own.iter().map(|game| (game.number, game.line.as_str()));
        self.trainer.course.take_own_games(of_lines(lines), self.settings.share);
    }

    /// Plays a few openings against the network that it began as.
    fn compare(&mut self) {
        let Some(table) = self.table(MATCH_VISITS) else { return };
        let SelfPlaySettings { deep, openings, ref boards, .. } = self.settings;
        let Progress { generation, compared, .. } = self.progress;
        let until = openings.min(compared + AT_ONCE);
        let smallest = boards.iter().copied().min_by_key(|size| size.area());
        let size = smallest.unwrap_or(Size::NINE);
        let found: Vec<Match> = (generation * openings + compared..generation * openings + until)
            .into_par_iter()
            .map(|number| {
                let mut dice = Dice::new(deep.seed ^ OF_MATCHES, number as u64);
                two_games(&table, &self.first, size, &mut dice)
            })
            .collect();
        found.into_iter().for_each(|found| self.progress.strength.add(found));
        self.progress.compared = until;
    }

    /// How good it is now, on what is held back.
    fn measure(&mut self) {
        let course = &self.trainer.course;
        let draws = course.held_back(MEASURED_ON);
        let mut sizes: Vec<Size> = Vec::new();
        for size in draws.iter().map(|draw| course.size(draw)) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        let Some(tower) = self.trainer.model() else { return };
        let of = |size: Size| {
            let losses = measure(&tower, course, &draws, |other| other == size);
            let mean = |(name, (sum, count)): (&&str, (f64, usize))| {
                (count > 0).then(|| (name.to_string(), sum / count as f64))
            };
            let means = Losses::NAMES.iter().zip(losses).filter_map(mean).collect();
            (size.to_string(), means)
        };
        let losses = sizes.into_iter().map(of).collect();
        let Progress { generation: number, games, strength, .. } = self.progress;
        self.progress.curve.push(Generation { number, games, strength, losses });
    }

    fn part(&self) -> Part {
        let (settings, progress) = (&self.settings, &self.progress);
        if progress.played < settings.games {
            Part::Play
        } else if progress.learned < settings.deep.steps {
            Part::Learn
        } else {
            Part::Compare
        }
    }

    fn is_generation_done(&self) -> bool {
        self.part() == Part::Compare && self.progress.compared >= self.settings.openings
    }
}

/// What a generation is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Play,
    Learn,
    Compare,
}

impl Trainer for Generations {
    type Settings = SelfPlaySettings;
    type State = (DeepState, Progress);
    type Model = Tower;
    const STEPS: &'static str = "done";
    /// A checkpoint is large, and a game takes its time.
    const CHECKPOINT_EVERY: Duration = Duration::from_secs(120);

    fn settings(&self) -> &SelfPlaySettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        (&self.trainer.state, &self.progress)
    }

    fn restore(&mut self, (deep, progress): (DeepState, Progress)) -> Option<()> {
        self.trainer.restore(deep)?;
        self.progress = progress;
        self.newest = None;
        self.pause_at = self.progress.generation.saturating_add(self.pause_after);
        if self.part() != Part::Play {
            self.take_own_games();
        }
        Some(())
    }

    fn step(&mut self) {
        if self.progress.curve.is_empty() {
            self.measure();
        }
        match self.part() {
            Part::Play => self.play(),
            Part::Learn => {
                self.trainer.step();
                self.progress.learned += 1;
                self.newest = None;
            }
            Part::Compare => self.compare(),
        }
        if self.is_generation_done() {
            self.progress.generation += 1;
            self.measure();
            let progress = &mut self.progress;
            (progress.played, progress.learned, progress.compared) = (0, 0, 0);
            progress.strength = Match::default();
        }
    }

    /// Of what it is busy with: games, steps or openings.
    fn progress(&self) -> (usize, usize) {
        let (settings, progress) = (&self.settings, &self.progress);
        match self.part() {
            Part::Play => (progress.played, settings.games),
            Part::Learn => (progress.learned, settings.deep.steps),
            Part::Compare => (progress.compared, settings.openings),
        }
    }

    fn is_done(&self) -> bool {
        let (done, total) = self.generations();
        done >= total.min(self.pause_at) || self.is_broken
    }

    fn report(&self) -> String {
        let (generation, generations) = self.generations();
        if generation == generations {
            return format!("{generations} generations are done");
        }
        let (done, total) = self.progress();
        let what = match self.part() {
            Part::Play => "games played",
            Part::Learn => "steps learned",
            Part::Compare => "openings compared",
        };
        format!("generation {} of {generations}: {done} of {total} {what}", generation + 1)
    }

    fn live_report(&self) -> Option<String> {
        Some(self.report())
    }

    /// The running mean of the weights.
    fn model(&self) -> Option<Tower> {
        self.trainer.model()
    }
}

impl Generation {
    /// One of its losses on boards of a size.
    pub fn loss(&self, size: &str, name: &str) -> Option<f64> {
        let (_, losses) = self.losses.iter().find(|(of, _)| of == size)?;
        losses.iter().find(|(of, _)| of == name).map(|(_, loss)| *loss)
    }

    /// What there is to say of it, on one line.
    pub fn words(&self) -> String {
        let Generation { number, games, strength, losses } = self;
        let mut words = format!("after generation {number}, {games} games: ");
        if strength.games > 0 {
            let lead = strength.lead / strength.games as f64;
            let Match { games, won, .. } = strength;
            words += &format!("won {won} of {games} against the beginning, by {lead:+.1} points");
        } else {
            words += "not compared";
        }
        for (size, _) in losses {
            words += &format!("; held back on {size}:");
            let shown = ["policy", "owners", "lead", "winner"];
            let each = shown.iter().filter_map(|name| Some((name, self.loss(size, name)?)));
            let each: Vec<String> = each.map(|(name, loss)| format!(" {name} {loss:.3}")).collect();
            words += &each.join(",");
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{checkpoint, resume};
    use aji_judge::Library;
    use aji_judge::deep::shape;

    fn begin() -> Generations {
        let deep = DeepSettings { steps: 2, batch: 16, rate: 0.001, decay: 0.01, seed: 3 };
        let settings = SelfPlaySettings {
            deep,
            generations: 2,
            games: 10,
            boards: vec![Size::square(4).unwrap(), Size::square(5).unwrap()],
            visits: 6,
            window: 1,
            share: 0.5,
            openings: 1,
        };
        let scorer = Scorer::of(&Library::built_in()).unwrap();
        let beginning = (shape(1, 16, true), None);
        let course = Course::new(Vec::new(), &[]);
        Generations::new(settings, beginning, Calibration::default(), course, scorer).unwrap()
    }

    fn finished(mut one: Generations) -> (Generations, Vec<String>) {
        let mut lines = Vec::new();
        while !one.is_done() {
            one.step();
            let fresh = one.own_games().filter(|game| game.number >= lines.len());
            let fresh: Vec<String> = fresh.map(|game| game.line.clone()).collect();
            lines.extend(fresh);
        }
        (one, lines)
    }

    fn on_threads(threads: usize) -> (Generations, Vec<String>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| finished(begin()))
    }

    #[test]
    fn the_same_games_on_any_number_of_threads_and_after_an_interruption() {
        let (one, lines) = on_threads(1);
        assert!(lines.len() > 10 && one.progress.games == lines.len(), "{}", lines.len());
        assert_eq!(one.curve().iter().map(|one| one.number).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(one.curve()[1..].iter().all(|one| one.strength.games <= 2));
        // Of the first generation no game is left.
        assert!(one.own_games().all(|game| game.generation == 1));
        let (three, same) = on_threads(3);
        assert!(same == lines && three.trainer.state == one.trainer.state);

        let mut half = begin();
        (0..3).for_each(|_| half.step());
        assert!(half.part() == Part::Learn && half.progress() == (1, 2));
        let text = checkpoint(&half, "a test").unwrap();
        let (again, _) = finished(resume(begin(), "a test", &text).unwrap());
        assert!(again.trainer.state == one.trainer.state && again.curve() == one.curve());

        let (paused, _) = finished(begin().pausing_after(1));
        assert_eq!(paused.generations(), (1, 2));
        let text = checkpoint(&paused, "a test").unwrap();
        let (rest, _) = finished(resume(begin().pausing_after(1), "a test", &text).unwrap());
        assert!(rest.trainer.state == one.trainer.state);
    }
}

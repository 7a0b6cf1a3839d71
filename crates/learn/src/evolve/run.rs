//! An evolution under way: a generation a step, kept and gone on with.

use super::strategy::Strategy;
use super::{Fitness, Settings, Tie, Trial, bits};
use crate::run::ResumeError;
use aji_judge::Dice;
use aji_judge::library::{FIELD, Library};
use aji_judge::opening::evolved::{Champion, Evolved, Mind};
use aji_judge::territory::Model;
use aji_net::Shape;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a checkpoint keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    begun_with: String,
    /// So many generations have been measured.
    done: u32,
    strategy: Strategy,
    champions: Vec<Kept>,
    history: History,
}

/// A champion in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    generation: u32,
    #[serde(with = "bits")]
    weights: Vec<f32>,
}

/// What each generation came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The fitness of the best.
    #[serde(with = "bits")]
    pub best: Vec<f32>,
    /// The mean of all.
    #[serde(with = "bits")]
    pub mean: Vec<f32>,
}

/// A run under way.
pub struct Run {
    settings: Settings,
    tie: Option<Tie>,
    shape: Arc<Shape>,
    model: Option<Arc<Model>>,
    place: Place,
}

impl Run {
    /// Begins. `begun_with` says in words what is evolved how.
    pub fn new(settings: Settings, begun_with: String) -> Run {
        let mut run = Run::empty(settings, begun_with);
        run.place.strategy = Strategy::new(
            settings.strategy,
            run.genome_length(),
            settings.population as usize,
            settings.scales,
            settings.seed,
        );
        run
    }

    fn empty(settings: Settings, begun_with: String) -> Run {
        let strategy = Strategy::new(settings.strategy, 0, 0, settings.scales, 0);
        Run {
            settings,
            tie: if settings.tied { Tie::of(settings.design) } else { None },
            shape: Arc::new(settings.design.experiment.shape()),
            model: Library::built_in().get(&FIELD).ok(),
            place: Place {
                begun_with,
                done: 0,
                strategy,
                champions: Vec::new(),
                history: History::default(),
            },
        }
    }

    /// Goes on from the text of a checkpoint.
    pub fn resume(
        settings: Settings,
        begun_with: String,
        checkpoint: &str,
    ) -> Result<Run, ResumeError> {
        let place: Place = serde_json::from_str(checkpoint)?;
        ResumeError::unless_same(&place.begun_with, &begun_with)?;
        let mut run = Run::empty(settings, begun_with);
        let strategy = place.strategy.woken();
        let fit = strategy.fits(run.genome_length(), settings.population as usize)
            && place.done <= settings.generations + 1
            && place.history.mean.len() == place.done as usize
            && place
                .champions
                .iter()
                .all(|kept| kept.weights.len() == settings.design.weight_count());
        if !fit {
            return Err(ResumeError::OtherModel);
        }
        run.place = Place { strategy, ..place };
        Ok(run)
    }

    /// The text of a checkpoint.
    pub fn checkpoint(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.place)
    }

    /// Whether all generations were measured.
    pub fn is_done(&self) -> bool {
        self.place.done > self.settings.generations
    }

    /// Generations measured and to be measured.
    pub fn steps(&self) -> (usize, usize) {
        (self.place.done as usize, self.settings.generations as usize + 1)
    }

    /// How many games were finished so far.
    pub fn games(&self) -> u64 {
        let Fitness { games, finishes, styles, archive, .. } = self.settings.fitness;
        let opponents = |done: u32| styles + archive.min(self.kept_before(done));
        let each = 2 * u64::from(games) * u64::from(finishes);
        let played = (0..self.place.done).map(|generation| u64::from(opponents(generation)));
        played.sum::<u64>() * each * u64::from(self.settings.population)
    }

    /// In words, where it is.
    pub fn words(&self) -> String {
        let History { best, mean } = &self.place.history;
        let last = |values: &[f32]| values.last().copied().unwrap_or_default();
        let recent = &mean[mean.len().saturating_sub(100)..];
        let average = recent.iter().sum::<f32>() / recent.len().max(1) as f32;
        format!(
            "generation {} of {}: best {:+.1}, mean {:+.1} points, {average:+.1} over the last {}",
            self.place.done.saturating_sub(1),
            self.settings.generations,
            last(best),
            last(mean),
            recent.len(),
        )
    }

    /// Measures a generation, and makes the next.
    pub fn advance(&mut self) {
        if self.is_done() {
            return;
        }
        let generation = self.place.done;
        let minds = self.minds();
        let archive = self.opponents(generation);
        let trial = Trial {
            minds: &minds,
            archive: &archive,
            fitness: self.settings.fitness,
            generation,
            seed: self.settings.seed,
            model: self.model.as_deref(),
        };
        let fitness = trial.run();
        let History { best, mean } = &mut self.place.history;
        best.push(fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32);
        mean.push((fitness.iter().sum::<f64>() / fitness.len().max(1) as f64) as f32);
        let is_last = generation == self.settings.generations;
        if generation.is_multiple_of(self.settings.keep_every.max(1)) || is_last {
            let weights = self.spread(self.place.strategy.champion(&fitness));
            self.place.champions.push(Kept { generation, weights });
        }
        if !is_last {
            self.place.strategy.advance(&fitness);
        }
        self.place.done += 1;
    }

    /// What it has left behind so far; `None` before the first generation was measured.
    pub fn evolved(&self) -> Option<Evolved> {
        let champions = self
            .place
            .champions
            .iter()
            .map(|kept| Champion { generation: kept.generation, weights: kept.weights.clone() });
        Evolved::new(self.settings.design, champions.collect())
    }

    /// What each generation came to.
    pub fn history(&self) -> &History {
        &self.place.history
    }

    fn genome_length(&self) -> usize {
        let all = self.settings.design.weight_count();
        self.tie.as_ref().map_or(all, Tie::count)
    }

    fn spread(&self, genome: &[f32]) -> Vec<f32> {
        self.tie.as_ref().map_or_else(|| genome.to_vec(), |tie| tie.spread(genome))
    }

    /// The generation at hand, ready to play.
    fn minds(&self) -> Vec<Mind> {
        let design = self.settings.design;
        let generation = self.place.strategy.generation();
        let minds = generation
            .par_iter()
            .filter_map(|genome| Mind::with_shape(&self.shape, design, &self.spread(genome)));
        minds.collect()
    }

    /// How many champions there are before a generation.
    fn kept_before(&self, generation: u32) -> u32 {
        generation.div_ceil(self.settings.keep_every.max(1))
    }

    /// Earlier champions that this generation meets, drawn by lot.
    fn opponents(&self, generation: u32) -> Vec<Mind> {
        let mut places: Vec<usize> = (0..self.place.champions.len()).collect();
        let mut dice = Dice::new(self.settings.seed.rotate_left(32), u64::from(generation));
        let wanted = self.settings.fitness.archive as usize;
        let mut chosen = Vec::new();
        while chosen.len() < wanted && !places.is_empty() {
            chosen.push(places.swap_remove(dice.below(places.len() as u32) as usize));
        }
        let mind = |place: usize| {
            let weights = &self.place.champions[place].weights;
            Mind::with_shape(&self.shape, self.settings.design, weights)
        };
        chosen.into_iter().filter_map(mind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::{Fitness, Handicap, StrategyName};
    use aji_judge::opening::evolved::{Design, Experiment, Plies};

    /// Four small generations.
    fn small(experiment: Experiment, strategy: StrategyName) -> Settings {
        let study = Settings::of_study(experiment);
        Settings {
            design: Design { plies: Plies::One, ..study.design },
            generations: 3,
            population: 2,
            keep_every: 2,
            strategy,
            ..study
        }
    }

    fn finish(mut run: Run) -> Run {
        while !run.is_done() {
            run.advance();
        }
        run
    }

    #[test]
    fn what_is_kept_goes_on_as_if_nothing_had_been() {
        let one = |strategy| small(Experiment::One, strategy);
        let archive = Fitness { archive: 2, ..Fitness::default() };
        let handicap = Fitness { handicap: Handicap { stones: 2, until: 2 }, ..Fitness::default() };
        for settings in [
            Settings { fitness: archive, ..one(StrategyName::Study) },
            Settings { fitness: handicap, ..one(StrategyName::Antithetic) },
            one(StrategyName::Diagonal),
            Settings { tied: true, ..small(Experiment::Two, StrategyName::Study) },
        ] {
            let words = || "this".to_string();
            let whole = finish(Run::new(settings, words()));
            let mut part = Run::new(settings, words());
            part.advance();
            part.advance();
            let kept = part.checkpoint().unwrap();
            let part = finish(Run::resume(settings, words(), &kept).unwrap());
            assert_eq!(part.place, whole.place, "{settings:?}");
            assert_eq!(part.evolved(), whole.evolved());
            let generations: Vec<u32> = whole
                .evolved()
                .unwrap()
                .champions()
                .iter()
                .map(|champion| champion.generation)
                .collect();
            assert_eq!(generations, [0, 2, 3]);
            // With an archive: none, then the first, then two champions besides the static player.
            let games = if settings.fitness.archive > 0 { 4 * (1 + 2 + 2 + 3) } else { 4 * 4 };
            assert_eq!((whole.games(), whole.steps()), (games, (4, 4)));
            assert!(whole.words().starts_with("generation 3 of 3: best "), "{}", whole.words());
        }
    }

    #[test]
    fn checkpoints_of_other_runs_are_refused() {
        let settings = small(Experiment::One, StrategyName::Study);
        let words = |text: &str| text.to_string();
        let kept = Run::new(settings, words("one")).checkpoint().unwrap();
        let resume = |settings, text: &str, kept: &str| Run::resume(settings, words(text), kept);
        assert!(resume(settings, "one", &kept).is_ok());
        let refused = |result: Result<Run, ResumeError>| match result {
            Ok(_) => panic!("it was not refused"),
            Err(error) => error.to_string(),
        };
        let said = refused(resume(settings, "another", &kept));
        assert!(said.contains("a run with other settings or data (one); this is another"));
        let larger = Settings { population: 4, ..settings };
        let other = small(Experiment::Two, StrategyName::Study);
        for settings in [larger, other] {
            assert!(refused(resume(settings, "one", &kept)).contains("does not fit"));
        }
        assert!(refused(resume(settings, "one", "{}")).contains("cannot be read"));
    }

    #[test]
    fn mutation_makes_no_neuron_see_beyond_its_window() {
        let settings = small(Experiment::Two, StrategyName::Study);
        let mut run = Run::new(settings, String::new());
        run.place.strategy.advance(&[1.0, 0.0]);
        let shape = run.shape.clone();
        let [first, ..] = shape.layers() else { panic!("no layers") };
        let aji_net::shape::Wiring::Lists(lists) = &first.wiring else { panic!("no windows") };
        let child = run.place.strategy.generation()[1].to_vec();
        // All that leads from the first layer on is silenced, but for one neuron that is read out.
        let second = &shape.layers()[1];
        for neuron in [0, 130, 280] {
            let mut weights = child.clone();
            weights[second.weights().start..].fill(0.0);
            weights[second.weights().start + neuron] = 1.0;
            weights[shape.layers()[2].weights().start] = 1.0;
            let network = aji_net::Network::new(shape.clone(), weights).unwrap();
            let mut room = aji_net::Workspace::default();
            let mut dice = Dice::new(1, 0);
            let inputs: Vec<f32> = (0..169).map(|_| dice.below(3) as f32 - 1.0).collect();
            let value = network.predict(&inputs, &mut room)[0];
            let mut changing = Vec::new();
            for changed in 0..169 {
                let mut inputs = inputs.clone();
                inputs[changed] += 0.5;
                if network.predict(&inputs, &mut room)[0] != value {
                    changing.push(changed as u32);
                }
            }
            assert!(!changing.is_empty());
            assert!(changing.iter().all(|input| lists.of(neuron).contains(input)), "{neuron}");
        }
    }
}

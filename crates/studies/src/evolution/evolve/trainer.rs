//! An evolution under way: a generation a step.

use super::strategy::Strategy;
use super::{EvolutionSettings, Fitness, Tie, Trial, bits};
use crate::evolution::evolved::{Champion, Evolved, Mind};
use aji_judge::Dice;
use aji_judge::library::{FIELD, Library};
use aji_judge::territory::Model;
use aji_learn::training::Trainer;
use aji_net::Shape;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How far an evolution is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvolutionState {
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

/// Evolves networks, a generation a step.
pub struct EvolutionTrainer {
    settings: EvolutionSettings,
    tie: Option<Tie>,
    shape: Arc<Shape>,
    model: Option<Arc<Model>>,
    state: EvolutionState,
    /// When it began, and after how many games.
    begun: (Instant, u64),
}

impl EvolutionTrainer {
    /// Before the first generation is measured.
    pub fn new(settings: EvolutionSettings) -> EvolutionTrainer {
        let EvolutionSettings { design, population, scales, seed, .. } = settings;
        let tie = if settings.tied { Tie::of(design) } else { None };
        let length = tie.as_ref().map_or(design.weight_count(), Tie::count);
        let strategy = Strategy::new(settings.strategy, length, population as usize, scales, seed);
        let (champions, history) = (Vec::new(), History::default());
        EvolutionTrainer {
            settings,
            tie,
            shape: Arc::new(design.experiment.shape()),
            model: Library::built_in().get(&FIELD).ok(),
            state: EvolutionState { done: 0, strategy, champions, history },
            begun: (Instant::now(), 0),
        }
    }

    /// How many games were finished so far.
    pub fn games(&self) -> u64 {
        let Fitness { games, finishes, styles, archive, .. } = self.settings.fitness;
        let opponents = |done: u32| styles + archive.min(self.kept_before(done));
        let each = 2 * u64::from(games) * u64::from(finishes);
        let played = (0..self.state.done).map(|generation| u64::from(opponents(generation)));
        played.sum::<u64>() * each * u64::from(self.settings.population)
    }

    fn games_a_second(&self) -> f64 {
        let (since, before) = self.begun;
        (self.games() - before) as f64 / since.elapsed().as_secs_f64().max(1e-3)
    }

    /// What each generation came to.
    pub fn history(&self) -> &History {
        &self.state.history
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
        let generation = self.state.strategy.generation();
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
        let mut places: Vec<usize> = (0..self.state.champions.len()).collect();
        let mut dice = Dice::new(self.settings.seed.rotate_left(32), u64::from(generation));
        let wanted = self.settings.fitness.archive as usize;
        let mut chosen = Vec::new();
        while chosen.len() < wanted && !places.is_empty() {
            chosen.push(places.swap_remove(dice.below(places.len() as u32) as usize));
        }
        let mind = |place: usize| {
            let weights = &self.state.champions[place].weights;
            Mind::with_shape(&self.shape, self.settings.design, weights)
        };
        chosen.into_iter().filter_map(mind).collect()
    }
}

impl Trainer for EvolutionTrainer {
    type Settings = EvolutionSettings;
    type State = EvolutionState;
    type Model = Evolved;
    const STEPS: &'static str = "generations";
    const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

    fn settings(&self) -> &EvolutionSettings {
        &self.settings
    }

    fn state(&self) -> impl Serialize {
        &self.state
    }

    fn restore(&mut self, state: EvolutionState) -> Option<()> {
        let EvolutionSettings { design, generations, population, .. } = self.settings;
        let strategy = state.strategy.woken();
        let fits = strategy.fits(self.genome_length(), population as usize)
            && state.done <= generations + 1
            && state.history.mean.len() == state.done as usize
            && state.champions.iter().all(|kept| kept.weights.len() == design.weight_count());
        self.state = EvolutionState { strategy, ..state };
        self.begun = (Instant::now(), self.games());
        fits.then_some(())
    }

    /// Measures a generation, and makes the next.
    fn step(&mut self) {
        if self.is_done() {
            return;
        }
        let generation = self.state.done;
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
        let History { best, mean } = &mut self.state.history;
        best.push(fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32);
        mean.push((fitness.iter().sum::<f64>() / fitness.len().max(1) as f64) as f32);
        let is_last = generation == self.settings.generations;
        if generation.is_multiple_of(self.settings.keep_every.max(1)) || is_last {
            let weights = self.spread(self.state.strategy.champion(&fitness));
            self.state.champions.push(Kept { generation, weights });
        }
        if !is_last {
            self.state.strategy.advance(&fitness);
        }
        self.state.done += 1;
    }

    fn progress(&self) -> (usize, usize) {
        (self.state.done as usize, self.settings.generations as usize + 1)
    }

    fn report(&self) -> String {
        let History { best, mean } = &self.state.history;
        let last = |values: &[f32]| values.last().copied().unwrap_or_default();
        let recent = &mean[mean.len().saturating_sub(100)..];
        let average = recent.iter().sum::<f32>() / recent.len().max(1) as f32;
        format!(
            "generation {} of {}: best {:+.1}, mean {:+.1} points, {average:+.1} over the last {}, \
             {:.0} games a second",
            self.state.done.saturating_sub(1),
            self.settings.generations,
            last(best),
            last(mean),
            recent.len(),
            self.games_a_second(),
        )
    }

    fn live_report(&self) -> Option<String> {
        let History { best, mean } = &self.state.history;
        let (best, mean) = (best.last()?, mean.last()?);
        Some(format!("best {best:+.1}, mean {mean:+.1}, {:.0} games/s", self.games_a_second()))
    }

    /// The champions so far; `None` before the first generation was measured.
    fn model(&self) -> Option<Evolved> {
        let champions = self.state.champions.iter();
        let champions = champions
            .map(|kept| Champion { generation: kept.generation, weights: kept.weights.clone() });
        Evolved::new(self.settings.design, champions.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::evolve::{Fitness, Handicap, StrategyName};
    use crate::evolution::evolved::{Design, Experiment, Plies};
    use aji_learn::training::{checkpoint, resume};

    /// Four small generations.
    fn small(experiment: Experiment, strategy: StrategyName) -> EvolutionSettings {
        let study = EvolutionSettings::of_study(experiment);
        EvolutionSettings {
            design: Design { plies: Plies::One, ..study.design },
            generations: 3,
            population: 2,
            keep_every: 2,
            strategy,
            ..study
        }
    }

    fn finish(mut trainer: EvolutionTrainer) -> EvolutionTrainer {
        while !trainer.is_done() {
            trainer.step();
        }
        trainer
    }

    #[test]
    fn what_is_kept_goes_on_as_if_nothing_had_been() {
        let one = |strategy| small(Experiment::One, strategy);
        let archive = Fitness { archive: 2, ..Fitness::default() };
        let handicap = Fitness { handicap: Handicap { stones: 2, until: 2 }, ..Fitness::default() };
        for settings in [
            EvolutionSettings { fitness: archive, ..one(StrategyName::Study) },
            EvolutionSettings { fitness: handicap, ..one(StrategyName::Antithetic) },
            one(StrategyName::Diagonal),
            EvolutionSettings { tied: true, ..small(Experiment::Two, StrategyName::Study) },
        ] {
            let whole = finish(EvolutionTrainer::new(settings));
            let mut part = EvolutionTrainer::new(settings);
            part.step();
            part.step();
            let text = checkpoint(&part, "this").unwrap();
            let part = finish(resume(EvolutionTrainer::new(settings), "this", &text).unwrap());
            assert_eq!(part.state, whole.state, "{settings:?}");
            assert_eq!(part.model(), whole.model());
            let generations: Vec<u32> = whole
                .model()
                .unwrap()
                .champions()
                .iter()
                .map(|champion| champion.generation)
                .collect();
            assert_eq!(generations, [0, 2, 3]);
            // With an archive: none, then the first, then two champions besides the static player.
            let games = if settings.fitness.archive > 0 { 4 * (1 + 2 + 2 + 3) } else { 4 * 4 };
            assert_eq!((whole.games(), whole.progress()), (games, (4, 4)));
            assert!(whole.report().starts_with("generation 3 of 3: best "), "{}", whole.report());
        }
    }

    #[test]
    fn checkpoints_of_other_runs_are_refused() {
        let settings = small(Experiment::One, StrategyName::Study);
        let text = checkpoint(&EvolutionTrainer::new(settings), "one").unwrap();
        let refused = |settings, data: &str, text: &str| match resume(
            EvolutionTrainer::new(settings),
            data,
            text,
        ) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert_eq!(refused(settings, "one", &text), "");
        let said = refused(settings, "another", &text);
        assert!(said.contains("a run with other settings or data ("), "{said}");
        assert!(said.contains("data one); this is ") && said.ends_with("data another"), "{said}");
        let larger = EvolutionSettings { population: 4, ..settings };
        let other = small(Experiment::Two, StrategyName::Study);
        for other in [larger, other] {
            assert!(refused(other, "one", &text).contains("other settings or data"));
            let its_own = checkpoint(&EvolutionTrainer::new(other), "one").unwrap();
            // As if the settings were the same, but the networks were not.
            let (state, name) =
                (its_own.find("\"state\"").unwrap(), text.find("\"state\"").unwrap());
            let mixed = format!("{}{}", &text[..name], &its_own[state..]);
            assert!(refused(settings, "one", &mixed).contains("does not fit"));
        }
        assert!(refused(settings, "one", "{}").contains("cannot be read"));
    }

    #[test]
    fn mutation_makes_no_neuron_see_beyond_its_window() {
        let settings = small(Experiment::Two, StrategyName::Study);
        let mut trainer = EvolutionTrainer::new(settings);
        trainer.state.strategy.advance(&[1.0, 0.0]);
        let shape = trainer.shape.clone();
        let [first, ..] = shape.layers() else { panic!("no layers") };
        let aji_net::shape::Wiring::Lists(lists) = &first.wiring else { panic!("no windows") };
        let child = trainer.state.strategy.generation()[1].to_vec();
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

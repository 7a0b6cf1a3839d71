//! The opening on 13x13 by networks that were never taught, only evolved: what a position is worth to the
//! side that asks, and where it should play for the best.
//!
//! A network sees 1 for each stone of its own side and -1 for each of the other's, so that one network
//! plays both colours. [`Mind`] chooses with it; an [`Evolved`] is what an evolution left behind, a
//! champion for every so many generations.

mod mind;

pub use mind::{Illegal, Mind, Plies, Room};

use crate::library::{EVOLVED_1, EVOLVED_1_ANTITHETIC, EVOLVED_2, EVOLVED_2_ANTITHETIC};
use aji_judge::{Library, LibraryError};
use aji_net::{Activation, Lists, ModelFile, ModelFileError, Shape};
use aji_rules::Size;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The only board that the networks know.
pub const SIZE: Size = Size::THIRTEEN;
/// An opening has so many moves, half of them the network's.
pub const OPENING: usize = 30;

const KIND: &str = "evolved";
/// Own stones and the other's.
const FEATURES: &str = "evolved 1";

aji_rules::named! {
    /// One of the study's two experiments, each with a network of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Experiment {
        /// 169-55-1, which looks two moves ahead.
        One = "1",
        /// 169-286-95-1, whose first neurons see a square window of the board each, and which looks one move
        /// ahead.
        Two = "2",
    }
    /// A text that is none of the experiments.
    unknown UnknownExperiment = "there is no experiment `{0}`: take 1 or 2"
}

impl Experiment {
    /// What its networks are joined up like.
    pub fn shape(self) -> Shape {
        let (inputs, tanh) = (Shape::new(SIZE.area()), Activation::Tanh);
        match self {
            Experiment::One => inputs.dense(55, tanh).dense(1, tanh),
            Experiment::Two => {
                let windows = Lists::windows(SIZE.width(), &[3, 5, 7, 9, 11, 13]);
                inputs.lists(windows, tanh).dense(95, tanh).dense(1, tanh)
            }
        }
    }

    /// How far the study looks ahead with it.
    pub fn plies(self) -> Plies {
        match self {
            Experiment::One => Plies::Two,
            Experiment::Two => Plies::One,
        }
    }
}

/// An evolution whose champions are kept: an experiment as Kendall et al. have it, or by the antithetic strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lineage {
    /// Which experiment.
    pub experiment: Experiment,
    /// Whether by the antithetic strategy, and not as Kendall et al. have it.
    pub is_antithetic: bool,
}

impl Lineage {
    /// Those of Kendall et al., then those by the antithetic strategy.
    pub const ALL: [Lineage; 4] = [
        Lineage { experiment: Experiment::One, is_antithetic: false },
        Lineage { experiment: Experiment::Two, is_antithetic: false },
        Lineage { experiment: Experiment::One, is_antithetic: true },
        Lineage { experiment: Experiment::Two, is_antithetic: true },
    ];

    /// Its champions.
    pub fn champions(self, library: &Library) -> Result<Arc<Evolved>, LibraryError> {
        library.get(match (self.experiment, self.is_antithetic) {
            (Experiment::One, false) => &EVOLVED_1,
            (Experiment::Two, false) => &EVOLVED_2,
            (Experiment::One, true) => &EVOLVED_1_ANTITHETIC,
            (Experiment::Two, true) => &EVOLVED_2_ANTITHETIC,
        })
    }

    /// How its file is called, without the ending.
    pub fn file_stem(self) -> String {
        format!("evolved-{self}")
    }
}

/// `1`, `2`, `1-antithetic`, `2-antithetic`.
impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strategy = if self.is_antithetic { "-antithetic" } else { "" };
        f.pad(&format!("{}{strategy}", self.experiment))
    }
}

/// A text that is none of the lineages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no lineage `{0}`: take 1, 2, 1-antithetic or 2-antithetic")]
pub struct UnknownLineage(String);

impl FromStr for Lineage {
    type Err = UnknownLineage;

    fn from_str(text: &str) -> Result<Lineage, UnknownLineage> {
        let found = Lineage::ALL.into_iter().find(|lineage| lineage.to_string() == text);
        found.ok_or_else(|| UnknownLineage(text.to_string()))
    }
}

/// How a network is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// Whose network.
    pub experiment: Experiment,
    /// How far it looks ahead.
    pub plies: Plies,
    /// Whether the output also sees the balance of stones directly, by one weight more, the last.
    pub balance: bool,
}

impl Design {
    /// As the study has it.
    pub fn of_study(experiment: Experiment) -> Design {
        Design { experiment, plies: experiment.plies(), balance: false }
    }

    /// How many weights there are, biases included.
    pub fn weight_count(self) -> usize {
        self.experiment.shape().weight_count() + usize::from(self.balance)
    }
}

/// `169-55-1 tanh, 2 plies`: what tells designs apart in files.
impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.experiment.shape(), self.plies)?;
        f.write_str(if self.balance { ", balance of stones" } else { "" })
    }
}

/// The best network of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// Of which generation; those who were there at the beginning are of generation 0.
    pub generation: u32,
    /// The weights, as long a list as [`Design::weight_count`] says.
    pub weights: Vec<f32>,
}

/// What an evolution left behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolved {
    design: Design,
    champions: Vec<Champion>,
}

/// The name of the list of generations in the file.
const GENERATIONS: &str = "generations";

impl Evolved {
    /// These champions, in the order of their generations; `None` if there are none, or if they have not
    /// as many weights as the design says.
    pub fn new(design: Design, champions: Vec<Champion>) -> Option<Evolved> {
        let count = design.weight_count();
        let fit = champions.iter().all(|champion| champion.weights.len() == count);
        let in_order = champions.is_sorted_by(|one, other| one.generation < other.generation);
        (fit && in_order && !champions.is_empty()).then_some(Evolved { design, champions })
    }

    /// How the networks are used.
    pub fn design(&self) -> Design {
        self.design
    }

    /// The champions, from the first generation to the last.
    pub fn champions(&self) -> &[Champion] {
        &self.champions
    }

    /// The champion of a generation, or of the last.
    pub fn champion(&self, generation: Option<u32>) -> Option<&Champion> {
        match generation {
            None => self.champions.last(),
            Some(_) => {
                self.champions.iter().find(|champion| Some(champion.generation) == generation)
            }
        }
    }

    /// The champions of every so many generations alone; `None` if there is none.
    pub fn every(&self, generations: u32) -> Option<Evolved> {
        let champions = self.champions.iter().filter(|one| one.generation % generations == 0);
        Evolved::new(self.design, champions.cloned().collect())
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Evolved, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        let found = &file.about.architecture;
        let design = designs().find(|design| design.to_string() == *found);
        let design = design.unwrap_or(Design::of_study(Experiment::One));
        file.check(KIND, FEATURES, &design.to_string())?;
        let mut champions = Vec::new();
        for &generation in file.whole_numbers(GENERATIONS)? {
            let weights = file.numbers(&part(generation), design.weight_count())?.to_vec();
            champions.push(Champion { generation, weights });
        }
        Evolved::new(design, champions)
            .ok_or_else(|| ModelFileError::Missing(GENERATIONS.to_string()))
    }

    /// Its file, to which can be added how it was made.
    pub fn file(&self) -> ModelFile {
        let generations = self.champions.iter().map(|champion| champion.generation).collect();
        let file = ModelFile::new(KIND, FEATURES, &self.design.to_string())
            .with_whole_numbers(GENERATIONS, generations);
        self.champions.iter().fold(file, |file, champion| {
            file.with(&part(champion.generation), champion.weights.clone())
        })
    }
}

/// The name of a champion's weights in the file.
fn part(generation: u32) -> String {
    format!("generation-{generation}")
}

/// All that there can be.
fn designs() -> impl Iterator<Item = Design> {
    Experiment::ALL.into_iter().flat_map(|experiment| {
        Plies::ALL.into_iter().flat_map(move |plies| {
            [false, true].map(|balance| Design { experiment, plies, balance })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evolved(design: Design) -> Evolved {
        let champion = |generation: u32| Champion {
            generation,
            weights: (0..design.weight_count()).map(|at| at as f32 + generation as f32).collect(),
        };
        Evolved::new(design, vec![champion(0), champion(500), champion(1_000)]).unwrap()
    }

    #[test]
    fn designs_have_the_study_s_weights_and_tell_themselves_apart() {
        let count = |experiment| Design::of_study(experiment).weight_count();
        assert_eq!((count(Experiment::One), count(Experiment::Two)), (9_406, 36_445));
        let texts: std::collections::HashSet<String> =
            designs().map(|design| design.to_string()).collect();
        assert_eq!(texts.len(), 8);
        assert!(texts.contains("169-55-1 tanh, 2 plies"));
        assert_eq!("2".parse(), Ok(Experiment::Two));
        for lineage in Lineage::ALL {
            assert_eq!(lineage.to_string().parse(), Ok(lineage));
        }
        let error = "3".parse::<Experiment>().unwrap_err().to_string();
        assert_eq!(error, "there is no experiment `3`: take 1 or 2");
    }

    #[test]
    fn the_file_gives_it_back() {
        for design in designs() {
            let evolved = evolved(design);
            assert_eq!(Evolved::read(&evolved.file().write().unwrap()).unwrap(), evolved);
        }
        let other = ModelFile::new("td", "td 1", "").write().unwrap();
        assert!(Evolved::read(&other).is_err());
    }

    #[test]
    fn champions_are_found_by_their_generation() {
        let evolved = evolved(Design::of_study(Experiment::One));
        assert_eq!(evolved.champion(None).unwrap().generation, 1_000);
        assert_eq!(evolved.champion(Some(500)).unwrap().weights[0], 500.0);
        assert!(evolved.champion(Some(1)).is_none());
        assert_eq!(evolved.every(1_000).unwrap().champions().len(), 2);
        let Evolved { design, mut champions } = evolved;
        champions.swap(0, 1);
        assert!(Evolved::new(design, champions).is_none());
    }
}

//! The ways to infer expectations, by the names that people type.

use super::belief::{Method, Propagation};
use super::exact::{Exact, TooLarge};
use super::gibbs::Gibbs;
use super::ising::{Ising, Moments};
use super::mean_field::mean_field;
use super::sampler::Sampler;
use super::swendsen_wang::SwendsenWang;
use crate::Dice;
use std::fmt;
use std::str::FromStr;

/// A way to infer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inference {
    /// By eliminating the points one by one.
    Exact,
    /// By messages between neighbours: see [`super::belief`].
    BeliefPropagation,
    /// By messages on a mixture of trees: see [`super::belief`].
    TreeReweighted,
    /// With independent points: see [`super::mean_field`].
    MeanField,
    /// By sampling clusters.
    SwendsenWang {
        /// How many outcomes are averaged.
        sweeps: u32,
    },
    /// By sampling points.
    Gibbs {
        /// How many outcomes are averaged.
        sweeps: u32,
    },
}

/// The sweeps where none are asked for.
const DEFAULT_SWEEPS: u32 = 1_000;
/// Their sums must fit into 32 bits.
const MOST_SWEEPS: u32 = 1_000_000_000;

/// A text that names no inference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a way to infer: take exact, bp, trbp, mf, sw or gibbs, the last two also with \
     the sweeps to do, from 1 to {MOST_SWEEPS}, such as sw:2000"
)]
pub struct UnknownInference {
    text: String,
}

impl Inference {
    /// The expectations under a model. Samplers throw away a tenth more sweeps before they count.
    pub fn moments(self, ising: &Ising, seed: u64) -> Result<Moments, TooLarge> {
        let dice = &mut Dice::new(seed, 0);
        match self {
            Inference::Exact => Ok(Exact::new(ising.size())?.moments(ising)),
            Inference::BeliefPropagation => Ok(Propagation::new(Method::Loopy).run(ising).moments),
            Inference::TreeReweighted => {
                Ok(Propagation::new(Method::TreeReweighted).run(ising).moments)
            }
            Inference::MeanField => Ok(mean_field(ising).moments),
            Inference::SwendsenWang { sweeps } => {
                Ok(SwendsenWang::new(ising, dice).moments(sweeps, sweeps / 10, dice))
            }
            Inference::Gibbs { sweeps } => {
                Ok(Gibbs::new(ising, dice).moments(sweeps, sweeps / 10, dice))
            }
        }
    }
}

impl fmt::Display for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inference::Exact => f.write_str("exact"),
            Inference::BeliefPropagation => f.write_str("bp"),
            Inference::TreeReweighted => f.write_str("trbp"),
            Inference::MeanField => f.write_str("mf"),
            Inference::SwendsenWang { sweeps } => write!(f, "sw:{sweeps}"),
            Inference::Gibbs { sweeps } => write!(f, "gibbs:{sweeps}"),
        }
    }
}

impl FromStr for Inference {
    type Err = UnknownInference;

    fn from_str(text: &str) -> Result<Inference, UnknownInference> {
        let unknown = || UnknownInference { text: text.to_string() };
        let (name, sweeps) = match text.split_once(':') {
            Some((name, sweeps)) => (name, Some(sweeps.parse().map_err(|_| unknown())?)),
            None => (text, None),
        };
        if sweeps.is_some_and(|sweeps| !(1..=MOST_SWEEPS).contains(&sweeps)) {
            return Err(unknown());
        }
        match (name, sweeps) {
            ("exact", None) => Ok(Inference::Exact),
            ("bp", None) => Ok(Inference::BeliefPropagation),
            ("trbp", None) => Ok(Inference::TreeReweighted),
            ("mf", None) => Ok(Inference::MeanField),
            ("sw", _) => Ok(Inference::SwendsenWang { sweeps: sweeps.unwrap_or(DEFAULT_SWEEPS) }),
            ("gibbs", _) => Ok(Inference::Gibbs { sweeps: sweeps.unwrap_or(DEFAULT_SWEEPS) }),
            _ => Err(unknown()),
        }
    }
}

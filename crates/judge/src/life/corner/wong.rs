//! Wong's networks, which see the 64 points of the window as they are: 1 for the enclosed, -1 for the
//! encloser.

use super::{Corner, CornerModel};
use crate::features;
use aji_net::{Activation, Lists, ModelFile, ModelFileError, Network, Shape, Workspace};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Which of Wong's networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Design {
    /// Fully connected, 64-64-30.
    Full,
    /// The "2D Go board": windows of all sizes from 2x2 to 8x8 first, 64-140-50-30.
    Board,
    /// Horace Chan's, with a plane more that shows the stones under judgement, 128-150-70-40-30.
    Chan,
}

impl Design {
    /// All of them.
    pub const ALL: [Design; 3] = [Design::Full, Design::Board, Design::Chan];

    /// With one output it tells life; with two, life and death.
    pub fn shape(self, outputs: usize) -> Shape {
        use Activation::Sigmoid;
        let shape = match self {
            Design::Full => Shape::new(64).dense(64, Sigmoid).dense(30, Sigmoid),
            Design::Board => {
                let windows = Lists::windows(8, &[2, 3, 4, 5, 6, 7, 8]);
                Shape::new(64).lists(windows, Sigmoid).dense(50, Sigmoid).dense(30, Sigmoid)
            }
            Design::Chan => {
                let windows = Lists::windows(8, &[3, 4, 5, 6, 7]).on_planes(2).and_dense(60);
                let shape = Shape::new(128).lists(windows, Sigmoid).dense(70, Sigmoid);
                shape.dense(40, Sigmoid).dense(30, Sigmoid)
            }
        };
        shape.dense(outputs, Sigmoid)
    }

    /// How many outputs the built-in one has: one as in Wong's second experiment, but Chan's two.
    pub fn outputs(self) -> usize {
        match self {
            Design::Full | Design::Board => 1,
            Design::Chan => 2,
        }
    }

    /// What it sees of a corner.
    pub fn inputs(self, corner: &Corner, inputs: &mut [f32]) {
        let values = corner.values();
        let (board, location) = inputs.split_at_mut(values.len());
        board.copy_from_slice(&values);
        for (own, value) in location.iter_mut().zip(values) {
            *own = value.max(0.0);
        }
    }

    fn kind(self) -> String {
        CornerModel::Wong(self).file_stem()
    }
}

/// As users type it.
impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Design::Full => "full",
            Design::Board => "2d",
            Design::Chan => "chan",
        })
    }
}

impl FromStr for Design {
    type Err = ();

    fn from_str(text: &str) -> Result<Design, ()> {
        Design::ALL.into_iter().find(|design| design.to_string() == text).ok_or(())
    }
}

/// What one of Wong's networks says: how much it is for life, and how much for death.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// From 0 to 1.
    pub alive: f64,
    /// From 0 to 1; with one output, what is left.
    pub dead: f64,
}

impl Opinion {
    /// From the outputs of a network.
    pub fn of(outputs: &[f32]) -> Opinion {
        let output = |at: usize| outputs.get(at).copied().map(f64::from);
        let alive = output(0).unwrap_or(0.5);
        Opinion { alive, dead: output(1).unwrap_or(1.0 - alive) }
    }

    /// Whether both outputs are nearer than this to what they should be.
    pub fn is_right(self, lives: bool, within: f64) -> bool {
        let target = f64::from(u8::from(lives));
        (self.alive - target).abs() < within && (self.dead - 1.0 + target).abs() < within
    }

    /// How likely it lives, as far as one may say so.
    pub fn life(self) -> f64 {
        (self.alive + 1.0 - self.dead) / 2.0
    }
}

/// One of Wong's networks, trained.
#[derive(Clone, Debug, PartialEq)]
pub struct WongNetwork {
    design: Design,
    network: Network,
}

const WEIGHTS: &str = "weights";

impl WongNetwork {
    /// With these weights; `None` if they are not as many as the design has with so many outputs.
    pub fn new(design: Design, outputs: usize, weights: Vec<f32>) -> Option<WongNetwork> {
        let network = Network::new(Arc::new(design.shape(outputs)), weights)?;
        Some(WongNetwork { design, network })
    }

    /// Which it is.
    pub fn design(&self) -> Design {
        self.design
    }

    /// What it says of a corner.
    pub fn judge(&self, corner: &Corner, room: &mut Workspace) -> Opinion {
        let shape = self.network.shape();
        self.design.inputs(corner, room.inputs_mut(shape, 1));
        Opinion::of(shape.forward_filled(self.network.weights(), room))
    }

    /// Reads a model file.
    pub fn read(design: Design, bytes: &[u8]) -> Result<WongNetwork, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        let shape = design.shape(design.outputs());
        file.check(&design.kind(), features::CORNER_WONG, &shape.to_string())?;
        let weights = file.numbers(WEIGHTS, shape.weight_count())?.to_vec();
        let network = Network::new(shape, weights);
        let network = network.ok_or_else(|| ModelFileError::Missing(WEIGHTS.to_string()))?;
        Ok(WongNetwork { design, network })
    }

    /// As it is kept.
    pub fn file(&self) -> ModelFile {
        let architecture = self.network.shape().to_string();
        ModelFile::new(&self.design.kind(), features::CORNER_WONG, &architecture)
            .with(WEIGHTS, self.network.weights().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_as_large_as_the_study_says() {
        let counts = Design::ALL.map(|design| design.shape(1).connection_count());
        assert_eq!(counts[..2], [6_046, 10_434]);
        assert_eq!(Design::Chan.shape(2).connection_count(), 25_528);
        let neurons = Design::ALL.map(|design| design.shape(2).layers()[0].neurons);
        assert_eq!(neurons, [64, 140, 150]);
    }

    #[test]
    fn chan_sees_the_stones_under_judgement_once_more() {
        let corner: Corner = ".X.XO XXXXO OOOOO".parse().unwrap();
        let mut inputs = [0.0; 128];
        Design::Chan.inputs(&corner, &mut inputs);
        assert_eq!(inputs[..6], [0.0, 1.0, 0.0, 1.0, -1.0, 0.0]);
        assert_eq!(inputs[64..70], [0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_rule_of_a_quarter() {
        let opinion = Opinion::of(&[0.8]);
        assert!(opinion.is_right(true, 0.25) && !opinion.is_right(false, 0.5));
        assert!(!Opinion::of(&[0.7]).is_right(true, 0.25));
        assert!(Opinion::of(&[0.7]).is_right(true, 0.5));
        // With two outputs both must be right.
        assert!(!Opinion::of(&[0.9, 0.6]).is_right(true, 0.5));
        assert!(Opinion::of(&[0.1, 0.9]).is_right(false, 0.25));
        assert!((Opinion::of(&[0.9, 0.6]).life() - 0.65).abs() < 1e-6);
    }

    #[test]
    fn a_file_gives_it_back() {
        for design in Design::ALL {
            let outputs = design.outputs();
            let weights = vec![0.25; design.shape(outputs).weight_count()];
            let network = WongNetwork::new(design, outputs, weights).unwrap();
            let bytes = network.file().write().unwrap();
            assert_eq!(WongNetwork::read(design, &bytes).unwrap(), network);
            let other = if design == Design::Full { Design::Chan } else { Design::Full };
            assert!(WongNetwork::read(other, &bytes).is_err());
            assert_eq!(design.to_string().parse(), Ok(design));
        }
    }
}

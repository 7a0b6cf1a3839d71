//! The network mesh: it sees what touches what, and tells how likely the group is alive, dead, unsettled, in a
//! ko or in seki.

use super::sight::{FEATURES, GLOBALS, Sight};
use super::{Corner, Odds};
use crate::features;
use crate::life::LifeStatus;
use aji_net::mesh::{Head, Mesh, Shape, Workspace};
use aji_net::{ModelFile, ModelFileError};

/// What it is joined up like.
pub const SHAPE: Shape = Shape {
    features: FEATURES,
    globals: GLOBALS,
    channels: 16,
    blocks: 3,
    hidden: 32,
    head: Head::Classes(LifeStatus::ALL.len()),
};

const KIND: &str = "corner-mesh";
const WEIGHTS: &str = "weights";
const CERTAINTY: &str = "certainty";

/// The network mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct CornerMesh {
    weights: Vec<f32>,
    /// What scores are multiplied by, so that what is said with 90 % is true nine times in ten.
    certainty: f32,
}

/// Room to work in; one for every thread.
#[derive(Default)]
pub struct Room {
    sight: Sight,
    work: Workspace,
}

impl CornerMesh {
    /// With these weights; `None` if they are not as many as there should be.
    pub fn new(weights: Vec<f32>, certainty: f32) -> Option<CornerMesh> {
        (weights.len() == SHAPE.weights()).then_some(CornerMesh { weights, certainty })
    }

    /// What it says of a corner.
    pub fn judge(&self, corner: &Corner, room: &mut Room) -> Odds {
        let Room { sight, work } = room;
        sight.look(corner);
        let scores = Mesh::new(&SHAPE, &self.weights).scores(&sight.graph, &sight.case, work);
        Odds::of_scores(scores, self.certainty)
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<CornerMesh, ModelFileError> {
        let file = ModelFile::read(bytes)?;
        file.check(KIND, features::CORNER_MESH, &SHAPE.words())?;
        let weights = file.numbers(WEIGHTS, SHAPE.weights())?.to_vec();
        Ok(CornerMesh { weights, certainty: file.numbers(CERTAINTY, 1)?[0] })
    }

    /// As it is kept.
    pub fn file(&self) -> ModelFile {
        ModelFile::new(KIND, features::CORNER_MESH, &SHAPE.words())
            .with(WEIGHTS, self.weights.clone())
            .with(CERTAINTY, vec![self.certainty])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    fn any() -> CornerMesh {
        let mut dice = Dice::new(5, 0);
        let weights = (0..SHAPE.weights()).map(|_| (dice.unit() - 0.5) as f32 / 2.0).collect();
        CornerMesh::new(weights, 0.9).unwrap()
    }

    #[test]
    fn reflections_have_the_same_fate() {
        let (network, mut room) = (any(), Room::default());
        for text in ["...XO .XXXO XXOOO OOO", ".XXXO X.XOO XXOO OO", ".O.X.XO. XXXXXXO. OOOOOOO."] {
            let corner: Corner = text.parse().unwrap();
            let one = network.judge(&corner, &mut room);
            let other = network.judge(&corner.transposed(), &mut room);
            for status in LifeStatus::ALL {
                assert!((one.of(status) - other.of(status)).abs() < 1e-6);
            }
            let sum: f64 = LifeStatus::ALL.iter().map(|&status| one.of(status)).sum();
            assert!((sum - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_file_gives_it_back() {
        let network = any();
        assert_eq!(CornerMesh::read(&network.file().write().unwrap()).unwrap(), network);
        assert!(CornerMesh::new(vec![0.0; 3], 1.0).is_none());
    }
}

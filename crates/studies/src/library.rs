//! The weights of the studies' models.

use crate::evolution::evolved::Evolved;
use crate::opening::td::Td;
use crate::winner::nn_influence::NnInfluence;

aji_judge::models! {
    /// The winner by influence.
    NN_INFLUENCE: NnInfluence = ("nn-influence", NnInfluence::read);
    /// The winner of the opening by temporal differences.
    TD: Td = ("td", Td::read);
    /// Champions of the first experiment.
    EVOLVED_1: Evolved = ("evolved-1", Evolved::read);
    /// Champions of the second experiment.
    EVOLVED_2: Evolved = ("evolved-2", Evolved::read);
    /// Champions of the first experiment by the antithetic strategy.
    EVOLVED_1_ANTITHETIC: Evolved = ("evolved-1-antithetic", Evolved::read);
    /// Champions of the second experiment by the antithetic strategy.
    EVOLVED_2_ANTITHETIC: Evolved = ("evolved-2-antithetic", Evolved::read);
}

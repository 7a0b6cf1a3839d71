//! The sets of features that models look at, and their history. A set never changes once a model was
//! trained with it: a change makes a new version, with a line here, and files of the old one are refused.
//!
//! | set | history |
//! |---|---|
//! | boltzmann5 1 | stones, and the kinds of pairs of neighbours by chain: see `territory/boltzmann5` |
//! | boltzmann-liberties 1 | the kinds of pairs of neighbours with liberties: see `territory/boltzmann_liberties` |
//! | corner-mesh 1 | empty points and chains, and what touches what: see `life/corner/sight` |
//! | corner-study 1 | the stones of the window; for Chan's network once more those under judgement: see `life/corner/wong` |
//! | dead-stones 1 | what is known of a chain on a finished board: see `score/facts` |
//! | deep 1 | 32 planes and 5 numbers, from the mover's view, without komi: see `deep/planes` |
//! | field 1 | the named features of both looks: see `territory/field` |
//! | fuzzy 1 | what a move does to influence, territory and safety: see `opening/fuzzy/inputs` |
//! | habits 1 | signs around points: see `opening/candidates/habits` |
//! | outlook 1 | see `winner/outlook` |
//! | perceptron 1 | stones, the last one louder, and who is to move: see `opening/candidates/perceptron` |

/// What the Boltzmann5 models look at.
pub const BOLTZMANN5: &str = "boltzmann5 1";
/// What the models with liberties look at.
pub const BOLTZMANN_LIBERTIES: &str = "boltzmann-liberties 1";
/// What corner-mesh looks at.
pub const CORNER_MESH: &str = "corner-mesh 1";
/// What Wong's networks of corners look at.
pub const CORNER_WONG: &str = "corner-study 1";
/// What the model of dead stones looks at.
pub const DEAD_STONES: &str = "dead-stones 1";
/// What the deep network looks at.
pub const DEEP: &str = "deep 1";
/// What the field model looks at.
pub const FIELD: &str = "field 1";
/// What the controller `anfis` looks at.
pub const FUZZY: &str = "fuzzy 1";
/// What outlook looks at.
pub const OUTLOOK: &str = "outlook 1";
/// What the perceptron looks at.
pub const PERCEPTRON: &str = "perceptron 1";
/// What habits looks at.
pub const HABITS: &str = "habits 1";

//! Words for numbers: how much a number is HIGH.

/// A bell around a centre: 1 there, and less and less away from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    /// How wide: at this distance from the centre the membership is 0.61.
    pub sigma: f64,
    /// Where it is 1.
    pub center: f64,
}

/// Logarithms of memberships are not below this, so that sums of them are numbers.
pub(super) const LEAST_LOG: f64 = -1e100;

impl Gaussian {
    /// How much a number belongs to it, from 0 to 1.
    pub fn membership(&self, number: f64) -> f64 {
        self.log_membership(number).exp()
    }

    /// The logarithm of the membership, which is still a number where that is too small for one.
    pub fn log_membership(&self, number: f64) -> f64 {
        let deviations = (number - self.center) / self.sigma;
        // The larger of a number and what is none is the number.
        (-0.5 * deviations * deviations).max(LEAST_LOG)
    }
}

/// A word for some of a variable's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The word, such as HIGH.
    pub name: String,
    /// How much each number belongs to it.
    pub shape: Gaussian,
}

/// Something that rules speak of, and the words for its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// What it is called.
    pub name: String,
    /// The words, in the order in which they were defined.
    pub sets: Vec<Set>,
}

impl Variable {
    /// With words for low, middle and high numbers, say: `(name, sigma, center)` each.
    pub fn new(name: &str, sets: &[(&str, f64, f64)]) -> Variable {
        let set = |&(name, sigma, center): &(&str, f64, f64)| Set {
            name: name.to_string(),
            shape: Gaussian { sigma, center },
        };
        Variable { name: name.to_string(), sets: sets.iter().map(set).collect() }
    }

    /// Which of its words this is.
    pub fn set_named(&self, name: &str) -> Option<usize> {
        self.sets.iter().position(|set| set.name == name)
    }

    /// The word that suits a number best; `None` without words.
    pub fn word(&self, number: f64) -> Option<&str> {
        let log = |set: &Set| set.shape.log_membership(number);
        let best = self.sets.iter().max_by(|one, other| log(one).total_cmp(&log(other)));
        best.map(|set| set.name.as_str())
    }
}

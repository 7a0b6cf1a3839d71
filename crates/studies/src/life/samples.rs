//! Samples as the study had them: so many of each class, some of them from books, in which one problem gives
//! many positions.

use crate::LabError;
use aji_judge::Dice;
use aji_judge::life::LifeStatus;
use aji_learn::corner::{Pattern, Source};

/// The study's experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Alive and dead in final positions, and dead ones from books: 748.
    One,
    /// With 252 from books that are alive, though not in a final position: 1,000.
    Two,
}

impl Experiment {
    pub const ALL: [Experiment; 2] = [Experiment::One, Experiment::Two];

    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// How many are measured on.
    pub fn tests(self) -> usize {
        match self {
            Experiment::One => 200,
            Experiment::Two => 250,
        }
    }

    /// How many outputs the networks have.
    pub fn outputs(self) -> usize {
        match self {
            Experiment::One => 2,
            Experiment::Two => 1,
        }
    }
}

/// How a sample is split into what is learned from and what is measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// At random, as in the study: positions of one problem may be on both sides.
    Random,
    /// Problem by problem.
    ByProblem,
}

/// A source of samples.
pub struct Pool<'a> {
    alive_final: Vec<&'a Pattern>,
    dead_final: Vec<&'a Pattern>,
    /// Problem by problem.
    dead_books: Vec<&'a [Pattern]>,
    alive_books: Vec<&'a [Pattern]>,
}

impl<'a> Pool<'a> {
    /// Patterns of one problem stand together in files.
    pub fn new(patterns: &'a [Pattern]) -> Pool<'a> {
        let finals = |status: LifeStatus| -> Vec<&'a Pattern> {
            let is_of = |p: &&Pattern| p.source == Source::Final && p.status == status;
            patterns.iter().filter(is_of).collect()
        };
        let books = |status: LifeStatus| -> Vec<&'a [Pattern]> {
            let problems = patterns.chunk_by(|one, other| one.problem == other.problem);
            let is_of = |p: &Pattern| p.source == Source::Problem && p.status == status;
            problems.filter(|problem| problem.iter().any(is_of)).collect()
        };
        Pool {
            alive_final: finals(LifeStatus::Alive),
            dead_final: finals(LifeStatus::Dead),
            dead_books: books(LifeStatus::Dead),
            alive_books: books(LifeStatus::Alive),
        }
    }

    /// A sample of the study's composition: half of the dead are from books. `size` makes its numbers
    /// smaller, or leaves them as they are.
    pub fn draw(
        &self,
        experiment: Experiment,
        size: impl Fn(usize) -> usize,
        dice: &mut Dice,
    ) -> Result<Vec<&'a Pattern>, LabError> {
        let mut sample = drawn(&self.alive_final, size(450), "alive in final positions", dice)?;
        sample.extend(drawn(&self.dead_final, size(149), "dead in final positions", dice)?);
        let dead = drawn_by_problem(&self.dead_books, LifeStatus::Dead, size(149), dice);
        sample.extend(dead.ok_or(few("dead in problems", size(149)))?);
        if experiment == Experiment::Two {
            let alive = drawn_by_problem(&self.alive_books, LifeStatus::Alive, size(252), dice);
            sample.extend(alive.ok_or(few("alive in problems", size(252)))?);
        }
        Ok(sample)
    }
}

fn few(what: &'static str, wanted: usize) -> LabError {
    LabError::TooFew { what, found: 0, wanted }
}

fn drawn<'a>(
    from: &[&'a Pattern],
    count: usize,
    what: &'static str,
    dice: &mut Dice,
) -> Result<Vec<&'a Pattern>, LabError> {
    if from.len() < count {
        return Err(LabError::TooFew { what, found: from.len(), wanted: count });
    }
    Ok(first_of_shuffled(from, count, dice))
}

/// Whole problems, one after the other, until there are enough positions; `None` if there are not.
fn drawn_by_problem<'a>(
    problems: &[&'a [Pattern]],
    status: LifeStatus,
    count: usize,
    dice: &mut Dice,
) -> Option<Vec<&'a Pattern>> {
    let order = first_of_shuffled(problems, problems.len(), dice);
    let is_of = |p: &&Pattern| p.source == Source::Problem && p.status == status;
    let all: Vec<&Pattern> =
        order.iter().flat_map(|problem| problem.iter().filter(is_of)).take(count).collect();
    (all.len() == count).then_some(all)
}

/// So many, in an order that is drawn.
pub fn first_of_shuffled<T: Copy>(from: &[T], count: usize, dice: &mut Dice) -> Vec<T> {
    let mut items = from.to_vec();
    for at in 0..count.min(items.len()) {
        let left = (items.len() - at) as u32;
        items.swap(at, at + dice.below(left) as usize);
    }
    items.truncate(count);
    items
}

/// What is measured on, and what is learned from.
pub fn split<'a>(
    sample: &[&'a Pattern],
    tests: usize,
    how: Split,
    dice: &mut Dice,
) -> (Vec<&'a Pattern>, Vec<&'a Pattern>) {
    let order = first_of_shuffled(sample, sample.len(), dice);
    if how == Split::Random {
        let (tests, learned) = order.split_at(tests.min(order.len()));
        return (tests.to_vec(), learned.to_vec());
    }
    let mut problems: Vec<&str> = sample.iter().map(|pattern| pattern.problem.as_str()).collect();
    problems.sort_unstable();
    problems.dedup();
    let (mut measured, mut learned) = (Vec::new(), Vec::new());
    for problem in first_of_shuffled(&problems, problems.len(), dice) {
        let list = if measured.len() < tests { &mut measured } else { &mut learned };
        list.extend(order.iter().filter(|pattern| pattern.problem == problem));
    }
    (measured, learned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(problem: usize, source: Source, status: LifeStatus) -> Pattern {
        let corner = ".X.XO XXXXO OOOOO".parse().unwrap();
        Pattern { corner, status, source, problem: problem.to_string() }
    }

    #[test]
    fn samples_are_as_large_as_the_studys() {
        let mut patterns = Vec::new();
        for problem in 0..500 {
            patterns.push(pattern(problem, Source::Final, LifeStatus::Alive));
            patterns.push(pattern(problem, Source::Final, LifeStatus::Dead));
        }
        for problem in 500..560 {
            for status in [LifeStatus::Dead, LifeStatus::Alive] {
                patterns.extend((0..5).map(|_| pattern(problem, Source::Problem, status)));
            }
        }
        let pool = Pool::new(&patterns);
        let all = |count: usize| count;
        let mut dice = Dice::new(1, 0);
        let sizes = Experiment::ALL.map(|experiment| {
            let sample = pool.draw(experiment, all, &mut dice).unwrap();
            let alive = sample.iter().filter(|pattern| pattern.status == LifeStatus::Alive).count();
            (sample.len(), alive)
        });
        assert_eq!(sizes, [(748, 450), (1_000, 702)]);
        assert!(Pool::new(&patterns[..900]).draw(Experiment::One, all, &mut dice).is_err());

        let sample = pool.draw(Experiment::Two, all, &mut dice).unwrap();
        let (tests, learned) = split(&sample, 250, Split::Random, &mut dice);
        assert_eq!((tests.len(), learned.len()), (250, 750));
        let (tests, learned) = split(&sample, 250, Split::ByProblem, &mut dice);
        assert!((250..265).contains(&tests.len()));
        assert!(tests.iter().all(|test| learned.iter().all(|other| other.problem != test.problem)));
    }
}

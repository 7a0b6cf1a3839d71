//! Which change does it: short evolutions with as many games each, the study's settings but for one thing.

use super::Data;
use crate::LabError;
use crate::evolution::evolve::{
    EvolutionSettings, EvolutionTrainer, Finish, Fitness, Handicap, Side, StrategyName, Strength,
    strength,
};
use crate::evolution::evolved::{Experiment, Illegal, Mind, Plies};
use crate::page::Part;
use aji_learn::training::Trainer;
use aji_play::player::Style;
use serde_json::{Value, json};
use std::fmt::Write;

/// A change of the study's settings, by what it is called.
type Change = (&'static str, fn(&mut EvolutionSettings));

/// Those for both experiments.
const FOR_BOTH: [Change; 3] = [
    ("nothing: the study's settings", |_| {}),
    ("each opening finished four times", |settings| settings.fitness.finishes = 4),
    ("antithetic steps", |settings| settings.strategy = StrategyName::Antithetic),
];

/// Those for experiment 1 besides.
const FOR_ONE: [Change; 8] = [
    ("a learned diagonal of step sizes", |settings| settings.strategy = StrategyName::Diagonal),
    ("a second choice after an illegal move", |settings| {
        settings.fitness.illegal = Illegal::SecondChoice;
    }),
    ("the balance of stones straight to the output", |settings| settings.design.balance = true),
    ("three stones ahead, fewer from time to time", |settings| {
        let until = settings.generations / 2;
        settings.fitness.handicap = Handicap { stones: 3, until };
    }),
    ("a random stone of each side at the beginning", |settings| {
        settings.fitness.random_stones = true;
    }),
    ("four static players of different styles", |settings| settings.fitness.styles = 4),
    ("three earlier champions as opponents, too", |settings| {
        settings.fitness.archive = 3;
        settings.keep_every = (settings.generations / 20).max(1);
    }),
    ("the judge's expected score instead of a finish", |settings| {
        settings.fitness.finish = Finish::Judge;
    }),
];

/// Those for the experiment with windows besides.
const FOR_TWO: [Change; 2] = [
    ("windows tied by symmetry", |settings| settings.tied = true),
    ("two plies", |settings| settings.design.plies = Plies::Two),
];

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut markdown = format!(
        "## Which change does it\n\nShort evolutions of {} finished games each, by the study's settings but \
         for one change; fewer generations where a generation has more games. The champion of the last \
         generation plays {} openings against `static`, and as many against generation 0 of the same \
         evolution. Shares of games won, with intervals.\n\n\
         | experiment | change | generations | against `static` | mean lead | against generation 0 |\n\
         |---|---|---|---|---|---|\n",
        data.changes, data.against
    );
    let mut numbers = Vec::new();
    for (experiment, name, settings) in plans(data) {
        let (against_static, against_first) = evolved(settings, data);
        let _ = writeln!(
            markdown,
            "| {experiment} | {name} | {} | {} | {:+.1} | {} |",
            settings.generations,
            text(&against_static),
            against_static.mean_japanese,
            text(&against_first)
        );
        numbers.push(json!({
            "experiment": experiment.to_string(), "change": name,
            "generations": settings.generations,
            "share_against_static": against_static.share(),
            "mean_lead_against_static": against_static.mean_japanese,
            "share_against_generation_0": against_first.share(),
        }));
    }
    markdown += "\nOne evolution each, so a row says what happened once. The judge's expected score has no \
                 scatter, and evolution soon scores high by it: with openings that the judge overrates and \
                 that `static` cannot finish so well.\n";
    Ok(Part { markdown, numbers: vec![("changes", Value::Array(numbers))], ..Part::default() })
}

fn text(found: &Strength) -> String {
    let interval = found.interval();
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * found.share(),
        100.0 * interval.low,
        100.0 * interval.high
    )
}

/// What is evolved how, with about as many games each.
fn plans(data: &Data) -> Vec<(Experiment, &'static str, EvolutionSettings)> {
    let mut plans = Vec::new();
    for experiment in Experiment::ALL {
        let besides: &[Change] = match experiment {
            Experiment::One => &FOR_ONE,
            Experiment::Two => &FOR_TWO,
        };
        let study =
            EvolutionSettings { seed: data.seed, ..EvolutionSettings::of_study(experiment) };
        for (name, change) in FOR_BOTH.iter().chain(besides) {
            let mut settings = study;
            change(&mut settings);
            settings.generations = generations(&settings, data.changes);
            // What depends on the number of generations is set again.
            change(&mut settings);
            plans.push((experiment, *name, settings));
        }
        let ours =
            EvolutionSettings { seed: data.seed, ..EvolutionSettings::antithetic(experiment) };
        let generations = generations(&ours, data.changes);
        let keep_every = (generations / 20).max(1);
        let ours = EvolutionSettings { generations, keep_every, ..ours };
        plans.push((experiment, "antithetic, all together", ours));
    }
    plans
}

/// How many generations so many games are enough for.
fn generations(settings: &EvolutionSettings, games: u32) -> u32 {
    let Fitness { games: each, styles, archive, finishes, .. } = settings.fitness;
    (games / (2 * each * (styles + archive) * finishes * settings.population)).max(1)
}

/// What a short evolution comes to, against the static player and against its own beginning.
fn evolved(settings: EvolutionSettings, data: &Data) -> (Strength, Strength) {
    let evolved = EvolutionTrainer::new(settings).trained();
    let mind = |generation: Option<u32>| {
        let champion = evolved.as_ref()?.champion(generation)?;
        Mind::new(settings.design, &champion.weights)
    };
    let (Some(last), Some(first)) = (mind(None), mind(Some(0))) else {
        return Default::default();
    };
    let illegal = settings.fitness.illegal;
    let against = |opponent: Side<'_>| strength(&last, opponent, illegal, data.against, data.seed);
    (against(Side::Static(Style::Plain)), against(Side::Mind(&first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_changes_change_something_and_have_as_many_games() {
        let study = EvolutionSettings::of_study(Experiment::Two);
        for (name, change) in FOR_BOTH[1..].iter().chain(&FOR_ONE).chain(&FOR_TWO) {
            let mut settings = study;
            change(&mut settings);
            assert_ne!(settings, study, "{name}");
            let games = |settings: &EvolutionSettings| {
                let Fitness { games, styles, archive, finishes, .. } = settings.fitness;
                2 * games * (styles + archive) * finishes * settings.population
            };
            let all = games(&settings) * generations(&settings, 100_000);
            assert!((90_000..=100_000).contains(&all), "{name}: {all}");
        }
    }
}

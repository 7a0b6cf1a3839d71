//! The card of an evolution: what it is, how it was made, and what it came to.

use crate::words::{counted, grouped};
use aji_play::arena::Interval;
use aji_studies::evolution::evolve::{
    EvolutionSettings, Finish, Handicap, History, StrategyName, Strength,
};
use aji_studies::evolution::evolved::{Illegal, Lineage, OPENING};
use std::fmt;

/// All that is on it.
pub struct Card<'a> {
    pub settings: &'a EvolutionSettings,
    pub lineage: Lineage,
    pub command: String,
    pub champions: usize,
    pub games: u64,
    pub history: &'a History,
    pub against_static: Strength,
    pub against_first: Strength,
}

impl Card<'_> {
    /// Numbers for the file.
    pub fn metrics(&self) -> [(&'static str, f64); 6] {
        let (first, last) = self.ends();
        [
            ("first-fitness", first),
            ("last-fitness", last),
            ("share-against-static", self.against_static.share()),
            ("lead-against-static", self.against_static.mean_japanese),
            ("share-against-first", self.against_first.share()),
            ("lead-against-first", self.against_first.mean_japanese),
        ]
    }

    /// A hundredth of the generations.
    fn hundredth(&self) -> usize {
        (self.history.mean.len() / 100).max(1)
    }

    /// The mean fitness over the first and the last hundredth.
    fn ends(&self) -> (f64, f64) {
        let mean = &self.history.mean[..];
        let count = self.hundredth().min(mean.len());
        let of = |part: &[f32]| {
            part.iter().map(|&value| f64::from(value)).sum::<f64>() / part.len().max(1) as f64
        };
        (of(&mean[..count]), of(&mean[mean.len() - count..]))
    }
}

impl fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings;
        writeln!(f, "# {}\n", self.lineage.file_stem())?;
        writeln!(
            f,
            "Champions of an evolution: networks that play the opening on 13x13, {} ({} weights), after \
             experiment {} of Kendall et al. {}",
            settings.design,
            grouped(settings.design.weight_count() as u64),
            settings.design.experiment,
            strategy(settings.strategy),
        )?;
        writeln!(
            f,
            "\n{} of {} networks after the first; a champion is kept of every {} and of the last, {} in all.\n",
            counted(settings.generations.into(), "generation"),
            grouped(settings.population.into()),
            match settings.keep_every {
                1 => "generation".to_string(),
                many => format!("{} generations", grouped(many.into())),
            },
            grouped(self.champions as u64),
        )?;
        match &departures(settings)[..] {
            [] => writeln!(f, "All is as in Kendall et al., as far as they tell.")?,
            departures => {
                writeln!(f, "It departs from Kendall et al.:\n")?;
                departures.iter().try_for_each(|departure| writeln!(f, "- {departure}"))?;
            }
        }
        writeln!(f, "\nMade by\n\n    {}\n", self.command)?;
        let (first, last) = self.ends();
        let over = match self.hundredth() {
            1 => "generation".to_string(),
            many => format!("{} generations", grouped(many as u64)),
        };
        writeln!(
            f,
            "from {} and no other data. The mean fitness was {first:+.1} points in the first {over} and \
             {last:+.1} in the last.\n",
            counted(self.games, "game"),
        )?;
        writeln!(
            f,
            "The last champion in {} games against each of two, half of them with either colour, without komi. \
             A game begins with a random stone of each side, the same for both colours; then come {OPENING} moves by \
             the two, the static player plays both sides to the end, and the quick count counts. Draws are \
             half won, the interval is Wilson's for 95 %.\n",
            grouped(self.against_static.games().into()),
        )?;
        writeln!(
            f,
            "| against | won | drawn | lost | share | 95 % | lead, Japanese | lead, area | same winner |\n\
             |---|---|---|---|---|---|---|---|---|"
        )?;
        let opponents = [
            ("`static`", &self.against_static),
            ("the champion of generation 0", &self.against_first),
        ];
        for (name, strength) in opponents {
            let Interval { low, high } = strength.interval();
            writeln!(
                f,
                "| {name} | {} | {} | {} | {:.1} % | {:.1}-{:.1} % | {:+.1} | {:+.1} | {:.1} % |",
                strength.wins,
                strength.draws,
                strength.losses,
                100.0 * strength.share(),
                100.0 * low,
                100.0 * high,
                strength.mean_japanese,
                strength.mean_area,
                100.0 * strength.agreed,
            )?;
        }
        Ok(())
    }
}

fn strategy(name: StrategyName) -> &'static str {
    match name {
        StrategyName::Study => {
            "Kendall's strategy: the better half of a generation stays, and each has a child whose step \
             sizes and weights differ from its own by chance."
        }
        StrategyName::Antithetic => {
            "The antithetic strategy: pairs of networks stray to opposite sides of one, which goes where the \
             fitter ones are; where it has been of late, on average, is the champion."
        }
        StrategyName::Diagonal => {
            "The diagonal strategy (CMA-ES with its diagonal alone): networks are drawn around one, with a \
             step size for each weight that is learned from the fitter ones; the one in the middle is the \
             champion."
        }
    }
}

/// What is not as in Kendall et al., in phrases.
fn departures(settings: &EvolutionSettings) -> Vec<String> {
    let study = EvolutionSettings::of_study(settings.design.experiment);
    let (fitness, design) = (settings.fitness, settings.design);
    let mut found = Vec::new();
    let mut number = |name: &str, ours: u32, theirs: u32| {
        if ours != theirs {
            let (ours, theirs) = (grouped(ours.into()), grouped(theirs.into()));
            found.push(format!("{name}: {ours} instead of {theirs};"));
        }
    };
    number("generations", settings.generations, study.generations);
    number("networks in a generation", settings.population, study.population);
    number("generations from champion to champion", settings.keep_every, study.keep_every);
    number("games with each colour against each opponent", fitness.games, study.fitness.games);
    number("static players of different styles", fitness.styles, study.fitness.styles);
    number("finishes of each opening", fitness.finishes, study.fitness.finishes);
    let mut say = |is_other: bool, words: String| found.extend(is_other.then_some(words));
    let strategy = settings.strategy;
    say(strategy != study.strategy, format!("the {strategy} strategy instead of its own;"));
    let (ours, theirs) = (settings.scales, study.scales);
    let is_other = ours.weights != theirs.weights;
    say(is_other, format!("standard deviation of the first weights {};", ours.weights));
    say(ours.steps != theirs.steps, format!("standard deviation of the steps {};", ours.steps));
    say(ours.rate != theirs.rate, format!("rate {};", ours.rate));
    say(design.plies != study.design.plies, format!("it looks {} ahead;", design.plies));
    say(design.balance, "the output sees the balance of stones directly;".to_string());
    say(settings.tied, "windows that symmetries carry into each other share weights;".to_string());
    let judge = "openings are judged by our territory model instead of being played out;";
    say(fitness.finish == Finish::Judge, judge.to_string());
    let second = "where ko or suicide forbids a choice, the best legal one is played, not a pass;";
    say(fitness.illegal == Illegal::SecondChoice, second.to_string());
    let random = "games begin with a random stone of each side, not with the empty board;";
    say(fitness.random_stones, random.to_string());
    let archive = counted(fitness.archive.into(), "earlier champion");
    say(fitness.archive > 0, format!("opponents besides `static`: {archive}, drawn by lot;"));
    let Handicap { stones, until } = fitness.handicap;
    let until = grouped(until.into());
    let handicap = format!("{stones} handicap stones, fewer and fewer until generation {until};");
    say(stones > 0, handicap);
    if let Some(last) = found.last_mut() {
        last.pop();
        last.push('.');
    }
    found
}

//! Networks for the opening on 13x13 that are never taught: evolved by games.

mod card;

use super::{Answer, CommandLine, TrainingFlags, finish};
use aji_play::player::Style;
use aji_studies::evolution::evolve::{
    EvolutionSettings, EvolutionTrainer, Finish, Handicap, Side, StrategyName, strength,
};
use aji_studies::evolution::evolved::{Evolved, Experiment, Illegal, Lineage, Mind, Plies};
use anyhow::{Context, ensure};
use card::Card;
use clap::{Args, ValueEnum, value_parser};

/// Evolve networks that play the opening on 13x13, and write their champions with a card.
///
/// A generation of networks plays openings of 30 moves against the static player, with both colours; the
/// static player finishes each game for both sides, and the points that a network leads by, on the average,
/// are its fitness. In Kendall et al. the better half stays and has children, whose weights and step sizes
/// differ by chance. Experiment 1 is the network 169-55-1, which looks two moves ahead; experiment 2 is
/// 169-286-95-1, whose first neurons see a square window of the board each, and which looks one move ahead.
///
/// Without other flags all is as in Kendall et al. With --antithetic it is by the antithetic strategy,
/// each opening finished four times, an earlier champion as a second opponent, a second choice where the
/// first is forbidden, and tied windows in experiment 2. Other flags depart from the one or the other.
///
/// The champions go to evolved-1.safetensors (evolved-2, evolved-1-antithetic, evolved-2-antithetic) in the folder of
/// --out, and what they are, how they were made and how strong the last one is to the same name with .md.
/// Work in progress is kept in a file that ends in .checkpoint, every minute and when the program is
/// interrupted; --resume goes on with it, and the outcome is the same as without the interruption.
#[derive(Args)]
pub struct Evolve {
    /// Which of Kendall's experiments: 1 or 2.
    #[arg(long, value_name = "NUMBER")]
    experiment: Experiment,
    /// Begin with our settings instead of Kendall's.
    #[arg(long)]
    antithetic: bool,
    /// So many generations follow the first; in Kendall et al. 20,000 in experiment 1 and 60,000 in 2, with --antithetic
    /// 1,000 and 5,000.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000_000))]
    generations: Option<u32>,
    /// So many networks in a generation, an even number; in Kendall et al. 10 in experiment 1 and 20 in 2, in
    /// --antithetic 40.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=10_000))]
    population: Option<u32>,
    /// How generations follow each other. study: the better half stays, and each has a child that differs
    /// by steps that are inherited, too. antithetic: pairs stray to opposite sides of one network, which
    /// goes where the fitter ones are. diagonal: one step size for each weight, learned by all together
    /// (CMA-ES with its diagonal alone).
    #[arg(long, value_name = "NAME")]
    strategy: Option<StrategyName>,
    /// So many games with each colour against each opponent; in Kendall et al. 1.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000))]
    games: Option<u32>,
    /// How an opening becomes points; in Kendall et al. the static player plays the game to its end.
    #[arg(long, value_enum)]
    finish: Option<FinishName>,
    /// So often each opening is finished by the static player, with other dice each time; in Kendall et al.
    /// once.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000))]
    finishes: Option<u32>,
    /// So many static players of different styles are opponents: the usual one, one who likes the centre,
    /// one who likes the edge, a fickle one; in Kendall et al. 1.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=4))]
    styles: Option<u32>,
    /// Co-evolution: so many earlier champions, drawn by lot for each generation, are opponents besides the
    /// static player; in Kendall et al. none.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=30))]
    archive: Option<u32>,
    /// For experiment 2: windows that turns and mirror images of the board carry into each other share
    /// their weights; in Kendall et al. they do not.
    #[arg(long)]
    tied: bool,
    /// If the network's choice is forbidden by ko or suicide, its best legal one is played; in Kendall et al.
    /// it passes.
    #[arg(long)]
    second_choice: bool,
    /// Games begin with a random stone of each side, the same for both colours; in Kendall et al. with the
    /// empty board.
    #[arg(long)]
    random_stones: bool,
    /// Networks get so many handicap stones in the first generation and then fewer and fewer; in Kendall et al.
    /// none.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=5))]
    handicap: Option<u32>,
    /// No handicap stones from this generation on. If not given: half of the generations.
    #[arg(long, value_name = "GENERATION", requires = "handicap",
          value_parser = value_parser!(u32).range(1..))]
    handicap_until: Option<u32>,
    /// The network's output also sees directly how many stones more it has than the other side, by one
    /// weight more; in Kendall et al. it does not.
    #[arg(long)]
    balance: bool,
    /// How many moves to look ahead: 1 or 2; in Kendall et al. 2 in experiment 1 and 1 in 2.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=2))]
    plies: Option<u8>,
    /// The standard deviation of the first weights; Kendall et al. give none, the default is 0.2.
    #[arg(long, value_name = "X", value_parser = positive)]
    weights: Option<f64>,
    /// The standard deviation of the first steps; Kendall et al. give none, the default is 0.05.
    #[arg(long, value_name = "X", value_parser = positive)]
    steps: Option<f64>,
    /// How far the antithetic strategy goes in a generation; 0.02 if not given, with --antithetic for experiment 2
    /// 0.008.
    #[arg(long, value_name = "X", value_parser = positive)]
    rate: Option<f64>,
    /// A champion is kept every so many generations, and of the last; in Kendall et al. 1,000 in experiment 1
    /// and 10,000 in 2, with --antithetic 50 and 250.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    keep_every: Option<u32>,
    /// At the end the last champion plays so many games against the static player, and as many against the
    /// champion of the first generation; the card tells what came of them.
    #[arg(long, value_name = "N", default_value_t = MEASURED_BY,
          value_parser = value_parser!(u32).range(2..=1_000_000))]
    measured_by: u32,
    #[command(flatten)]
    flags: TrainingFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FinishName {
    /// The static player plays both sides to the end, and the board is counted by Japanese rules.
    Static,
    /// Our territory model says by how many points who will lead: no moves are played.
    Judge,
}

/// So many games measure the last champion if nothing is said.
const MEASURED_BY: u32 = 1_000;
/// More champions than this would fill memory.
const MOST_CHAMPIONS: u32 = 2_000;

impl Evolve {
    pub fn run(self) -> anyhow::Result<Answer> {
        let settings = self.settings()?;
        let (lineage, trainer) = (self.lineage(), EvolutionTrainer::new(settings));
        let name = lineage.file_stem();
        let (trainer, evolved) = self.flags.train(&name, "of its own games", trainer)?;
        let (last, first) = (mind(&evolved, None)?, mind(&evolved, Some(0))?);
        let illegal = settings.fitness.illegal;
        let against =
            |opponent| strength(&last, opponent, illegal, self.measured_by, settings.seed);
        let card = Card {
            settings: &settings,
            lineage,
            command: self.command(),
            champions: evolved.champions().len(),
            games: trainer.games(),
            history: trainer.history(),
            against_static: against(Side::Static(Style::Plain)),
            against_first: against(Side::Mind(&first)),
        };
        let mut file = evolved.file().training(&card.command);
        for (name, value) in card.metrics() {
            file = file.metric(name, value);
        }
        finish(&self.flags.out, &name, &file, card.to_string())
    }

    fn lineage(&self) -> Lineage {
        Lineage { experiment: self.experiment, is_antithetic: self.antithetic }
    }

    fn settings(&self) -> anyhow::Result<EvolutionSettings> {
        let begin = if self.antithetic {
            EvolutionSettings::antithetic
        } else {
            EvolutionSettings::of_study
        };
        let mut settings = begin(self.experiment);
        set(&mut settings.generations, self.generations);
        set(&mut settings.population, self.population);
        set(&mut settings.strategy, self.strategy);
        set(&mut settings.scales.weights, self.weights);
        set(&mut settings.scales.steps, self.steps);
        set(&mut settings.scales.rate, self.rate);
        set(&mut settings.keep_every, self.keep_every);
        settings.seed = self.flags.seed;
        settings.tied |= self.tied;
        settings.design.balance = self.balance;
        let plies = self.plies.map(|plies| if plies == 1 { Plies::One } else { Plies::Two });
        set(&mut settings.design.plies, plies);
        let fitness = &mut settings.fitness;
        set(&mut fitness.games, self.games);
        set(&mut fitness.finishes, self.finishes);
        set(&mut fitness.styles, self.styles);
        set(&mut fitness.archive, self.archive);
        let finish = self.finish.map(|finish| match finish {
            FinishName::Static => Finish::Static,
            FinishName::Judge => Finish::Judge,
        });
        set(&mut fitness.finish, finish);
        set(&mut fitness.illegal, self.second_choice.then_some(Illegal::SecondChoice));
        fitness.random_stones |= self.random_stones;
        if let Some(stones) = self.handicap {
            let until = self.handicap_until.unwrap_or(settings.generations.div_ceil(2));
            fitness.handicap = Handicap { stones, until };
        }
        ensure!(
            settings.population.is_multiple_of(2),
            "a population is halved in every generation, so --population must be even"
        );
        ensure!(
            !self.tied || self.experiment == Experiment::Two,
            "only the windows of experiment 2 can be tied: leave out --tied, or take --experiment 2"
        );
        ensure!(
            settings.generations / settings.keep_every <= MOST_CHAMPIONS,
            "more than {MOST_CHAMPIONS} champions would be kept: take a larger number for --keep-every"
        );
        Ok(settings)
    }

    /// The command that does the same.
    fn command(&self) -> String {
        let finish = self.finish.and_then(|finish| finish.to_possible_value());
        let measured_by = Some(self.measured_by).filter(|&games| games != MEASURED_BY);
        CommandLine::new("evolve")
            .flag("experiment", self.experiment)
            .switch("antithetic", self.antithetic)
            .option("generations", self.generations)
            .option("population", self.population)
            .option("strategy", self.strategy)
            .option("games", self.games)
            .option("finish", finish.as_ref().map(|finish| finish.get_name()))
            .option("finishes", self.finishes)
            .option("styles", self.styles)
            .option("archive", self.archive)
            .option("handicap", self.handicap)
            .option("handicap-until", self.handicap_until)
            .option("plies", self.plies)
            .option("weights", self.weights)
            .option("steps", self.steps)
            .option("rate", self.rate)
            .option("keep-every", self.keep_every)
            .option("measured-by", measured_by)
            .switch("tied", self.tied)
            .switch("second-choice", self.second_choice)
            .switch("random-stones", self.random_stones)
            .switch("balance", self.balance)
            .flag("seed", self.flags.seed)
            .0
    }
}

fn set<T>(setting: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *setting = value;
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= 1e3 => Ok(number),
        _ => Err("expected a number above 0 and at most 1000".to_string()),
    }
}

/// The champion of a generation or of the last, ready to play.
fn mind(evolved: &Evolved, generation: Option<u32>) -> anyhow::Result<Mind> {
    let champion = evolved.champion(generation).context("a champion is missing")?;
    Mind::new(evolved.design(), &champion.weights).context("a champion has no network")
}

//! Evolution on 13x13: what a generation is made of, and whole generations beside Kendall's.

use super::{Digest, Limit, Report, Row};
use aji_judge::Dice;
use aji_learn::training::Trainer;
use aji_net::probe::{self, Case, Probe};
use aji_net::{Network, Workspace};
use aji_play::finish::Finisher;
use aji_play::player::StaticPlayer;
use aji_play::player::Style;
use aji_rules::{ByColor, Move, Position};
use aji_studies::evolution::evolve::{EvolutionSettings, EvolutionTrainer, Fitness, Side, Table};
use aji_studies::evolution::evolved::{Design, Experiment, Illegal, Mind, OPENING, Room, SIZE};
use anyhow::Context;

/// What a generation took Kendall et al., in seconds.
fn study_seconds(experiment: Experiment) -> f64 {
    match experiment {
        Experiment::One => 228.0,
        Experiment::Two => 117.0,
    }
}

/// We want to be so many times as fast, on all threads.
const WANTED: f64 = 1_000.0;
const KENDALL: &str = "Kendall et al.";

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let position = middle_of_an_opening();
    let mind =
        |experiment| random_mind(Design::of_study(experiment)).context("a network has no mind");
    for experiment in Experiment::ALL {
        let mind = mind(experiment)?;
        leaves(report, experiment, mind.network(), &position)?;
        moves(report, experiment, &mind, &position);
    }
    play_outs(report, &position);
    for experiment in Experiment::ALL {
        games(report, experiment, &mind(experiment)?);
    }
    for experiment in Experiment::ALL {
        generations(report, experiment);
    }
    Ok(())
}

fn random_mind(design: Design) -> Option<Mind> {
    let mut dice = Dice::new(1, 0);
    let weights: Vec<f32> =
        (0..design.weight_count()).map(|_| 0.2 * dice.normal() as f32).collect();
    Mind::new(design, &weights)
}

/// Half an opening by the static player.
fn middle_of_an_opening() -> Position {
    let (mut player, mut dice) = (StaticPlayer::default(), Dice::new(1, 0));
    let mut position = Position::empty(SIZE);
    for _ in 0..OPENING / 2 {
        let chosen = player.pick(&position, &mut dice);
        position.play_unchecked(chosen.map_or(Move::Pass, Move::Place));
    }
    position
}

fn row(name: String, per_second: f64, unit: &'static str) -> Row {
    Row::new(name, per_second, unit).on(SIZE.width())
}

/// Does numbered work three times for the digest, and then again until the time is up.
fn numbered(
    report: &mut Report,
    name: String,
    unit: &'static str,
    mut work: impl FnMut(u64) -> u64,
) {
    (0..3).for_each(|number| report.digest.add(work(number)));
    let mut number = 0;
    let per_second = report.rate(|| {
        number += 1;
        std::hint::black_box(work(number));
        1
    });
    report.rows.push(row(name, per_second, unit));
}

/// Positions valued: one stone more on every empty point, by the change alone and by the whole network.
fn leaves(
    report: &mut Report,
    experiment: Experiment,
    network: &Network,
    position: &Position,
) -> anyhow::Result<()> {
    let probe = Probe::of(network).context("a network cannot be probed")?;
    let own = position.to_play();
    let inputs: Vec<f32> = SIZE
        .points()
        .map(|point| position.stone(point).map_or(0.0, |color| (color.sign() * own.sign()) as f32))
        .collect();
    let stones: Vec<(usize, f32)> = inputs.iter().copied().enumerate().collect();
    let (stones, empty): (Vec<_>, Vec<_>) = stones.into_iter().partition(|stone| stone.1 != 0.0);
    let (mut case, mut room) = (Case::default(), probe::Room::default());
    probe.begin(&stones, &mut case);
    let mut sums = |mut see: Option<&mut Digest>| {
        for &(point, _) in &empty {
            let sum = probe.sum_if(&case, &[(point, 1.0)], &mut room);
            match &mut see {
                // Rounded, so that machines that round differently agree.
                Some(digest) => digest.add((sum * 100.0).round() as i64 as u64),
                None => _ = std::hint::black_box(sum),
            }
        }
        empty.len() as u64
    };
    sums(Some(&mut report.digest));
    let quick = report.rate(|| sums(None));
    let mut workspace = Workspace::default();
    let mut inputs = inputs;
    let slow = report.rate(|| {
        for &(point, _) in &empty {
            inputs[point] = 1.0;
            std::hint::black_box(network.predict(&inputs, &mut workspace)[0]);
            inputs[point] = 0.0;
        }
        empty.len() as u64
    });
    let leaf = row(format!("leaf of experiment {experiment}"), quick, "positions");
    let whole = row(format!("whole network of {experiment}"), slow, "positions");
    report.rows.extend([leaf.beside("the whole network", slow), whole]);
    Ok(())
}

fn moves(report: &mut Report, experiment: Experiment, mind: &Mind, position: &Position) {
    let (mut room, mut dice) = (Room::default(), Dice::new(1, 0));
    let mut choose = || mind.choose(position, Illegal::Pass, &mut room, &mut dice).ok().flatten();
    report.digest.add(choose().map_or(1_000, |point| point.index() as u64));
    let per_second = report.rate(|| {
        std::hint::black_box(choose());
        1
    });
    report.rows.push(row(format!("moves of experiment {experiment}"), per_second, "moves"));
}

/// From the middle of an opening to the end, counted.
fn play_outs(report: &mut Report, position: &Position) {
    let mut finisher = Finisher::default();
    numbered(report, "play-out and count".to_string(), "games", |number| {
        let mut position = position.clone();
        finisher.play_out(&mut position, &mut Dice::new(1, number));
        finisher.count(&position).japanese as u64
    });
}

/// Whole games against the static player, as fitness is measured by.
fn games(report: &mut Report, experiment: Experiment, mind: &Mind) {
    let mut table = Table::new(None);
    numbered(report, format!("games of experiment {experiment}"), "games", |number| {
        let sides = ByColor { black: Side::Mind(mind), white: Side::Static(Style::Plain) };
        let mut dice = Dice::new(1, number);
        let count = table.play(sides, Position::empty(SIZE), &Fitness::default(), &mut dice);
        count.japanese as i64 as u64
    });
}

/// Generations under Kendall's settings, the making of the next one included.
fn generations(report: &mut Report, experiment: Experiment) {
    let begin = || EvolutionTrainer::new(EvolutionSettings::of_study(experiment));
    let mut trainer = begin();
    trainer.step();
    let mean = trainer.history().mean.first().copied().unwrap_or_default();
    report.digest.add((f64::from(mean) * 100.0).round() as i64 as u64);
    let per_second = report.rate(|| {
        // Who has a day for each measurement begins anew.
        if trainer.is_done() {
            trainer = begin();
        }
        trainer.step();
        1
    });
    let seconds = study_seconds(experiment);
    let found = row(format!("generations of experiment {experiment}"), per_second, "generations");
    let found = found.beside(KENDALL, 1.0 / seconds).within(Limit::time(seconds / WANTED));
    report.rows.push(Row { threads: rayon::current_num_threads(), ..found });
}

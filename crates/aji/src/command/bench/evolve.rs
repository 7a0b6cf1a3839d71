//! Evolution on 13x13: what a generation is made of, and whole generations beside the study's.

use super::{Digest, Limit, Report, Row, rate};
use aji_judge::Dice;
use aji_judge::opening::evolved::{Design, Experiment, Illegal, Mind, OPENING, Room, SIZE};
use aji_learn::evolve::{EvolutionSettings, EvolutionTrainer, Fitness, Side, Table};
use aji_learn::training::Trainer;
use aji_net::probe::{self, Case, Probe};
use aji_net::{Network, Workspace};
use aji_play::finish::Finisher;
use aji_play::player::StaticPlayer;
use aji_play::player::Style;
use aji_rules::{ByColor, Move, Position};
use anyhow::Context;
use std::time::Duration;

/// What a generation took the study, in seconds.
fn study_seconds(experiment: Experiment) -> f64 {
    match experiment {
        Experiment::One => 228.0,
        Experiment::Two => 117.0,
    }
}

/// We want to be so many times as fast, on all threads.
const WANTED: f64 = 1_000.0;
const STUDY: &str = "the study";

pub fn measure(budget: Duration) -> anyhow::Result<Report> {
    let mut digest = Digest::new();
    let mut rows = Vec::new();
    let position = middle_of_an_opening();
    for experiment in Experiment::ALL {
        let design = Design::of_study(experiment);
        let mind = random_mind(design).context("a network has no mind")?;
        rows.extend(leaves(budget, experiment, mind.network(), &position, &mut digest)?);
        rows.push(moves(budget, experiment, &mind, &position, &mut digest));
    }
    rows.push(play_outs(budget, &position, &mut digest));
    for experiment in Experiment::ALL {
        let mind = random_mind(Design::of_study(experiment)).context("a network has no mind")?;
        rows.push(games(budget, experiment, &mind, &mut digest));
    }
    for experiment in Experiment::ALL {
        rows.push(generations(budget, experiment, &mut digest));
    }
    Ok(Report { rows, notes: Vec::new(), digest: digest.to_string() })
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
    let seconds = Some(1.0 / per_second);
    Row { size: Some(SIZE.width()), seconds, ..Row::new(name, per_second, unit) }
}

/// Positions valued: one stone more on every empty point, by the change alone and by the whole network.
fn leaves(
    budget: Duration,
    experiment: Experiment,
    network: &Network,
    position: &Position,
    digest: &mut Digest,
) -> anyhow::Result<[Row; 2]> {
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
    sums(Some(digest));
    let quick = rate(budget, || sums(None));
    let mut workspace = Workspace::default();
    let mut inputs = inputs;
    let slow = rate(budget, || {
        for &(point, _) in &empty {
            inputs[point] = 1.0;
            std::hint::black_box(network.predict(&inputs, &mut workspace)[0]);
            inputs[point] = 0.0;
        }
        empty.len() as u64
    });
    Ok([
        Row {
            peer: Some("the whole network"),
            ratio: Some(quick / slow),
            ..row(format!("leaf of experiment {experiment}"), quick, "positions")
        },
        row(format!("whole network of {experiment}"), slow, "positions"),
    ])
}

fn moves(
    budget: Duration,
    experiment: Experiment,
    mind: &Mind,
    position: &Position,
    digest: &mut Digest,
) -> Row {
    let (mut room, mut dice) = (Room::default(), Dice::new(1, 0));
    let mut choose = || mind.choose(position, Illegal::Pass, &mut room, &mut dice).ok().flatten();
    digest.add(choose().map_or(1_000, |point| point.index() as u64));
    let per_second = rate(budget, || {
        std::hint::black_box(choose());
        1
    });
    row(format!("moves of experiment {experiment}"), per_second, "moves")
}

/// From the middle of an opening to the end, counted.
fn play_outs(budget: Duration, position: &Position, digest: &mut Digest) -> Row {
    let mut finisher = Finisher::default();
    let mut finish = |number: u64| {
        let mut position = position.clone();
        finisher.play_out(&mut position, &mut Dice::new(1, number));
        finisher.count(&position).japanese
    };
    (0..3).for_each(|number| digest.add(finish(number) as u64));
    let mut number = 0;
    let per_second = rate(budget, || {
        number += 1;
        std::hint::black_box(finish(number));
        1
    });
    row("play-out and count".to_string(), per_second, "games")
}

/// Whole games against the static player, as fitness is measured by.
fn games(budget: Duration, experiment: Experiment, mind: &Mind, digest: &mut Digest) -> Row {
    let mut table = Table::new(None);
    let mut play = |number: u64| {
        let sides = ByColor { black: Side::Mind(mind), white: Side::Static(Style::Plain) };
        let mut dice = Dice::new(1, number);
        table.play(sides, Position::empty(SIZE), &Fitness::default(), &mut dice).japanese
    };
    (0..3).for_each(|number| digest.add(play(number) as i64 as u64));
    let mut number = 0;
    let per_second = rate(budget, || {
        number += 1;
        std::hint::black_box(play(number));
        1
    });
    row(format!("games of experiment {experiment}"), per_second, "games")
}

/// Generations under the study's settings, the making of the next one included.
fn generations(budget: Duration, experiment: Experiment, digest: &mut Digest) -> Row {
    let begin = || EvolutionTrainer::new(EvolutionSettings::of_study(experiment));
    let mut trainer = begin();
    trainer.step();
    let mean = trainer.history().mean.first().copied().unwrap_or_default();
    digest.add((f64::from(mean) * 100.0).round() as i64 as u64);
    let per_second = rate(budget, || {
        // Who has a day for each measurement begins anew.
        if trainer.is_done() {
            trainer = begin();
        }
        trainer.step();
        1
    });
    let seconds = study_seconds(experiment);
    let found = Row {
        threads: rayon::current_num_threads(),
        peer: Some(STUDY),
        ratio: Some(per_second * seconds),
        ..row(format!("generations of experiment {experiment}"), per_second, "generations")
    };
    found.within(Limit::time(seconds / WANTED))
}

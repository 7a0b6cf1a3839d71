//! Players and analysts: whole games of the fast one, and moves of all on positions of the example
//! game.

use super::{AFTER_MOVES, Limit, Report, Row, example_games, gnu_go};
use crate::models;
use crate::roster;
use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_play::analyst::{Analyst, Scope};
use aji_play::{Action, Player, PlayerName, Turn};
use aji_rules::{Game, Move, RuleSet, Size};
use anyhow::Context;
use std::num::NonZero;

/// Those who take long enough to be asked for single moves.
const PLAYERS: [&str; 4] = ["patterns", "territory", "winner:nn-influence", "winner"];

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let games = example_games(AFTER_MOVES)?;
    let library = Library::built_in();
    let judge = Model::of(models::BEST.parse()?, &library)?;
    let analyst = Analyst::new(judge).with_scorer(Scorer::of(&library)?);
    for side in [9, 13, 19] {
        let row = static_games(report, side, &library)?;
        report.rows.push(row);
    }
    let theirs = match gnu_go_moves(report, &games, &library) {
        Ok(row) => Some(row),
        Err(error) => {
            let note = format!("GNU Go does not stand beside our players: {error:#}.");
            report.notes.push(note);
            None
        }
    };
    for name in PLAYERS {
        let mut player = roster::player(name)?.player(&library)?;
        for game in &games {
            report.digest.add(chosen(&mut *player, game)?);
        }
        let row = moves(report, name, &mut *player, &games);
        report.rows.push(match &theirs {
            Some(theirs) => row.beside(gnu_go::NAME, theirs.per_second),
            None => row,
        });
    }
    report.rows.extend(theirs);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    for threads in if cores > 1 { vec![1, cores] } else { vec![1] } {
        let row = analyses(report, threads, &games, &analyst);
        report.rows.push(row);
    }
    Ok(())
}

/// Whole games of the static player against itself.
fn static_games(report: &mut Report, side: usize, library: &Library) -> anyhow::Result<Row> {
    let size = Size::square(side)?;
    let mut player = PlayerName::static_player().player(library)?;
    let mut play = |number: u64| -> anyhow::Result<Game> {
        let mut dice = Dice::new(1, number);
        let mut game = Game::new(size, RuleSet::Japanese.into());
        while !game.is_over() && game.steps().len() < 4 * size.area() {
            match player.choose(&Turn::of(&game), &mut dice)?.action {
                Action::Play(mv) => game.play(mv)?,
                Action::Resign => break,
            }
        }
        Ok(game)
    };
    for number in 0..3 {
        report.digest.add(play(number)?.position().stones_hash());
    }
    let mut number = 0;
    let per_second = report.rate(|| {
        number += 1;
        // Those above did not fail, and these are no other.
        let _ = std::hint::black_box(play(number));
        1
    });
    let row = Row::new("games of static", per_second, "games").on(side);
    Ok(if side == 13 { row.within(Limit::time(2e-3)) } else { row })
}

/// What is chosen, as a number.
fn chosen(player: &mut dyn Player, game: &Game) -> anyhow::Result<u64> {
    Ok(match player.choose(&Turn::of(game), &mut Dice::new(0, 0))?.action {
        Action::Play(Move::Place(point)) => point.index() as u64,
        Action::Play(Move::Pass) => 1_000,
        Action::Resign => 1_001,
    })
}

fn moves(report: &Report, name: &str, player: &mut dyn Player, games: &[Game]) -> Row {
    let per_second = report.rate(|| {
        for game in games {
            let _ = std::hint::black_box(chosen(player, game));
        }
        games.len() as u64
    });
    Row::new(format!("moves of {name}"), per_second, "moves").on(19)
}

/// The weakest and fastest that GNU Go goes, with Go programs' own words for it.
fn gnu_go_moves(report: &Report, games: &[Game], library: &Library) -> anyhow::Result<Row> {
    let program =
        gnu_go::find().context("it is not installed; Debian has it in the package gnugo")?;
    let command = format!("gtp:'{}' --mode gtp --level 1", program.display());
    let mut player = roster::player(&command)?.player(library)?;
    chosen(&mut *player, &games[0])?;
    Ok(moves(report, "GNU Go, level 1", &mut *player, games))
}

/// What `aji analysis` does for one turn, but for reading and writing.
fn analyses(report: &Report, threads: usize, games: &[Game], analyst: &Analyst) -> Row {
    let per_second: f64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut analyst = analyst.clone();
                    report.rate(|| {
                        for game in games {
                            let analysis = analyst.analyse(&Turn::of(game), &Scope::default());
                            let _ = std::hint::black_box(analysis);
                        }
                        games.len() as u64
                    })
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).sum()
    });
    let row = Row { threads, ..Row::new("analyses", per_second, "positions").on(19).untimed() };
    if threads == 2 { row.within(Limit::time(1.0 / 200.0)) } else { row }
}

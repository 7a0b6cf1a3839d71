//! Reading ahead: visits a second, as players and suggestions read, and reviews of a whole game.

use super::{AFTER_MOVES, Limit, Report, Row, deep, example_games};
use crate::example;
use crate::models;
use aji_judge::Library;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_play::Turn;
use aji_play::analyst::Analyst;
use aji_play::review::{Depth, Reviewer};
use aji_play::search::{Budget, RootMoves};
use aji_record::Record;
use aji_rules::{Game, Size};

/// So many visits a second a core are wanted at least.
const LIMITS: [(Size, Option<f64>); 3] =
    [(Size::NINE, Some(2_500.0)), (Size::THIRTEEN, None), (Size::NINETEEN, Some(700.0))];
/// So many visits for each position.
const VISITS: u32 = 200;
/// What a review of a game of [`LONG`] moves may take on two cores, in seconds.
const REVIEWS: [(Depth, Option<f64>); 3] =
    [(Depth::Quick, Some(1.5)), (Depth::Normal, Some(15.0)), (Depth::Deep, None)];
const LONG: f64 = 250.0;

pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    let library = Library::built_in();
    let judge = Model::of(models::BEST.parse()?, &library)?;
    let mut analyst = Analyst::new(judge).with_scorer(Scorer::of(&library)?);
    for (size, limit) in LIMITS {
        let games = match size {
            Size::NINETEEN => example_games(AFTER_MOVES)?.to_vec(),
            _ => deep::games(size)?,
        };
        let row = visits(report, &mut analyst, size, &games)?;
        report.rows.push(match limit {
            Some(limit) => row.within(Limit::time(1.0 / limit)),
            None => row,
        });
    }
    let whole = Record::read(&example::game_text())?.replay().game;
    for (depth, limit) in REVIEWS {
        let reviewer = Reviewer::new(analyst.clone(), depth);
        let seconds =
            Report::once(|| reviewer.review(&whole, whole.rules(), whole.komi(), &|_, _| true))?;
        let threads = rayon::current_num_threads();
        let name = format!("a review, {}", depth.name());
        let row = Row { threads, ..Row::new(name, 1.0 / seconds, "games").on(19) };
        let share = whole.steps().len() as f64 / LONG;
        report.rows.push(match limit {
            Some(limit) if threads == 2 => row.within(Limit::time(share * limit)),
            _ => row,
        });
    }
    Ok(())
}

fn visits(
    report: &mut Report,
    analyst: &mut Analyst,
    size: Size,
    games: &[Game],
) -> anyhow::Result<Row> {
    let mut read = |game: &Game| {
        analyst.forget();
        analyst.read_on(&Turn::of(game), &RootMoves::default(), Budget::Visits(VISITS))
    };
    games.iter().try_for_each(|game| read(game).map(drop))?;
    let per_second = report.rate(|| {
        // They did not fail before.
        games.iter().for_each(|game| drop(std::hint::black_box(read(game))));
        games.len() as u64 * u64::from(VISITS)
    });
    Ok(Row::new("visits of a search", per_second, "visits").on(size.width()))
}

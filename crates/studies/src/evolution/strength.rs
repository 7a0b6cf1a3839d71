//! How strong champions are, which the study could not test: against the static player along the whole
//! evolution, and the last of them against the static player, generation 0 and GNU Go.

use super::tables::words;
use super::{Data, Played, title};
use crate::File;
use crate::LabError;
use crate::claim::Claim;
use crate::evolution::evolve::{Side, strength};
use crate::evolution::evolved::{Illegal, Lineage, Mind};
use crate::page::Part;
use crate::players;
use aji_draw::{Chart, Series};
use aji_learn::trend::Trend;
use aji_play::PlayerName;
use aji_play::arena::{Pairing, Report};
use aji_play::player::Style;
use aji_rules::{Color, Outcome};
use serde_json::{Value, json};
use std::fmt::Write;

/// A trend is sure below this.
const SURE: f64 = 0.01;

pub fn make(data: &Data) -> Result<Part, LabError> {
    let mut part = along(data)?;
    let last = last(data)?;
    part.markdown += &last.markdown;
    part.numbers.extend(last.numbers);
    part.claims.extend(last.claims);
    Ok(part)
}

/// Every champion that is kept, against the static player.
fn along(data: &Data) -> Result<Part, LabError> {
    let mut markdown = format!(
        "## Champions against `static`\n\nEvery champion that is kept plays {} openings against `static`, \
         half of them with each colour, after a random stone of each side. The mean lead is in points.\n\n\
         ![Champions against static](static.svg)\n\n\
         | lineage | champions | generation 0 | the last | the line |\n|---|---|---|---|---|\n",
        data.along
    );
    let mut chart = Chart::new("Champions against static")
        .x("share of the evolution")
        .y("mean lead in points")
        .level(0.0);
    let (mut numbers, mut claims) = (Vec::new(), Vec::new());
    for lineage in Lineage::ALL {
        let evolved = data.evolved(lineage)?;
        let found: Vec<(f64, f64)> = evolved
            .champions()
            .iter()
            .filter_map(|champion| {
                let mind = Mind::new(evolved.design(), &champion.weights)?;
                let opponent = Side::Static(Style::Plain);
                let found = strength(&mind, opponent, Illegal::SecondChoice, data.along, data.seed);
                Some((f64::from(champion.generation) / 1_000.0, found.mean_japanese))
            })
            .collect();
        let trend = Trend::of(&found, data.seed);
        let line = trend.map_or("too few".to_string(), words);
        let lead = |point: Option<&(f64, f64)>| point.map_or(f64::NAN, |point| point.1);
        let _ = writeln!(
            markdown,
            "| {} | {} | {:+.1} | {:+.1} | {line} |",
            title(lineage),
            found.len(),
            lead(found.first()),
            lead(found.last()),
        );
        claims.push(Claim {
            says: format!("later champions do better against `static` ({})", title(lineage)),
            found: line,
            is_reproduced: trend.is_some_and(|trend| trend.slope > 0.0 && trend.p < SURE),
        });
        let end = found.last().map_or(1.0, |point| point.0).max(1e-9);
        let points = found.iter().map(|&(x, y)| (x / end, y));
        chart = chart.series(Series::line(title(lineage), points));
        numbers.push(json!({
            "lineage": lineage.to_string(), "mean_leads": found,
            "slope_per_1000_generations": trend.map(|trend| trend.slope),
            "p": trend.map(|trend| trend.p),
        }));
    }
    markdown.push('\n');
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    markdown.push('\n');
    Ok(Part {
        markdown,
        files: vec![File::new("static.svg", chart.to_svg()?)],
        numbers: vec![("against_static_along_the_way", Value::Array(numbers))],
        claims,
    })
}

/// Random moves that most games begin with.
const RANDOM: u32 = 2;

/// A match of two.
struct Meeting {
    pairing: Pairing,
    /// So many moves were random at the beginning.
    random: u32,
    /// The share of games that have the same winner by Chinese rules.
    agreed: f64,
    /// How many games repeat another.
    repeated: usize,
}

impl Meeting {
    fn play(
        data: &Data,
        one: PlayerName,
        other: PlayerName,
        games: u32,
        random: u32,
    ) -> Result<Meeting, LabError> {
        let Played { settings, games } = data.play(vec![one.clone(), other], games, random)?;
        let same = |game: &&aji_play::arena::Played| {
            let chinese = game.leads.map(|leads| Outcome::from_black_lead(leads.chinese).winner());
            let winner: Option<Color> = game.outcome.winner();
            chinese == Some(winner)
        };
        let agreed = games.iter().filter(same).count() as f64 / games.len().max(1) as f64;
        let Report { pairings, repeated_games, .. } = Report::new(&settings, &games);
        let pairing = pairings
            .into_iter()
            .next()
            .ok_or_else(|| LabError::Program(aji_play::PlayerError::NoModel(one.to_string())))?;
        Ok(Meeting { pairing, random, agreed, repeated: repeated_games })
    }

    fn share(&self) -> f64 {
        self.pairing.share.unwrap_or(0.5)
    }

    fn words(&self) -> String {
        let Pairing { share_interval: interval, games, .. } = &self.pairing;
        format!(
            "{:.1} % of {} games, {:.1} to {:.1}",
            100.0 * self.share(),
            games.games(),
            100.0 * interval.low,
            100.0 * interval.high
        )
    }
}

/// The last champions against everybody.
fn last(data: &Data) -> Result<Part, LabError> {
    let gnu_go = PlayerName::gtp(&data.gnu_go);
    let mut markdown = format!(
        "## The last champions\n\nTwo random moves, then the rest of the opening by the two players, from the \
         same random moves with either colour; dead stones as `aji arena` judges them. Against generation 0 \
         also from the empty board, as the study plays: there two networks know but two openings, one with \
         each colour, and only the finishes differ. GNU Go plays at level 1 (`{}`). The last column is the \
         share of games with the same winner by Chinese rules: the cross-check of the count.\n\n\
         | who | against | random moves | won | drawn | lost | share | 95 % | mean lead | same by area |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
        data.gnu_go
    );
    let (mut claims, mut numbers) = (Vec::new(), Vec::new());
    let mut row = |meeting: &Meeting| {
        let Pairing { player, opponent, share_interval, games, .. } = &meeting.pairing;
        let opponent = if opponent.starts_with("gtp:") { "GNU Go" } else { opponent };
        let lead = games.lead.as_ref().map_or(0.0, |lead| lead.mean);
        let _ = writeln!(
            markdown,
            "| {player} | {opponent} | {} | {} | {} | {} | {:.1} % | {:.1} to {:.1} | {lead:+.1} | {:.1} % |",
            meeting.random,
            games.won,
            games.drawn,
            games.lost,
            100.0 * meeting.share(),
            100.0 * share_interval.low,
            100.0 * share_interval.high,
            100.0 * meeting.agreed,
        );
        numbers.push(json!({
            "player": player, "opponent": opponent, "random_moves": meeting.random,
            "won": games.won, "drawn": games.drawn,
            "lost": games.lost, "share": meeting.share(), "low": share_interval.low,
            "high": share_interval.high, "mean_lead": lead, "same_winner_by_area": meeting.agreed,
            "repeated_games": meeting.repeated,
        }));
    };
    for lineage in Lineage::ALL {
        let champion = players::evolved(lineage, None);
        let against = |opponent: PlayerName, games: u32, random: u32| {
            Meeting::play(data, champion.clone(), opponent, games, random)
        };
        let meeting = against(PlayerName::static_player(), data.against, RANDOM)?;
        row(&meeting);
        claims.push(Claim {
            says: format!("the last champion beats `static` ({})", title(lineage)),
            found: meeting.words(),
            is_reproduced: meeting.pairing.share_interval.low > 0.5,
        });
        for (random, begin) in [(RANDOM, "after two random moves"), (0, "from the empty board")] {
            let first = players::evolved(lineage, Some(0));
            let meeting = against(first, data.against, random)?;
            row(&meeting);
            claims.push(Claim {
                says: format!(
                    "the last champion wins three games of four against generation 0 {begin} ({})",
                    title(lineage)
                ),
                found: meeting.words(),
                is_reproduced: meeting.share() >= 0.75,
            });
        }
        if lineage.is_antithetic {
            // Our own generation 0 may know more than the study's: tied windows know no direction.
            let theirs = Lineage { is_antithetic: false, ..lineage };
            let first = players::evolved(theirs, Some(0));
            row(&against(first, data.against, RANDOM)?);
        }
        row(&against(gnu_go.clone(), data.asked, RANDOM)?);
    }
    row(&Meeting::play(data, PlayerName::static_player(), gnu_go, data.asked, RANDOM)?);
    markdown.push('\n');
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    let numbers = vec![("last_champions", Value::Array(numbers))];
    Ok(Part { markdown, files: Vec::new(), numbers, claims })
}

//! What is lost by playing one candidate and not the best: does choosing among ten beat the first?

use super::judges::by_program;
use super::{Choosing, Data, KOMI, RULES};
use crate::LabError;
use crate::claim::{Claim, Difference};
use crate::page::Part;
use aji_judge::Dice;
use aji_judge::judgement::Question;
use aji_judge::library::FIELD;
use aji_judge::opening::candidates::CandidatesName;
use aji_judge::opening::candidates::{COUNT, Candidate, Candidates};
use aji_judge::opening::{OpeningError, SIZE, Scene};
use aji_judge::territory::Model;
use aji_rules::{Game, Move};
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write;

/// A position with its candidates.
struct Case {
    /// 1 if Black is to move.
    side: f64,
    /// The game after each of the candidates.
    after: Vec<Game>,
    /// Which of them each of the choosers takes.
    chosen: Vec<usize>,
}

pub fn make(data: &Data) -> Result<Part, LabError> {
    let candidates = Candidates::new(CandidatesName::Perceptron, data.library)?;
    let with_moves = data.openings.iter().filter(|opening| !opening.points().is_empty());
    let openings: Vec<_> = with_moves.take(data.positions).collect();
    let cases: Result<Vec<Case>, LabError> = openings
        .par_iter()
        .enumerate()
        .map(|(index, opening)| {
            // One position of each game, so that all are independent.
            let moves =
                Dice::new(data.seed, index as u64).below(opening.points().len() as u32) as usize;
            let mut game = Game::new(SIZE, RULES.into()).with_komi(KOMI);
            for &point in &opening.points()[..moves] {
                // Openings are legal.
                let _ = game.play(Move::Place(point));
            }
            Ok(Case::of(&game, &candidates, &data.choosers)?)
        })
        .collect();
    let cases = cases?;
    let by_territory = leads_by_territory(&*data.library.get(&FIELD)?, &cases)?;
    let asked = &cases[..data.asked.min(cases.len())];
    let games: Vec<&Game> = asked.iter().flat_map(|case| &case.after).collect();
    let mut flat = by_program(&data.gnu_go, &games)?.into_iter();
    let by_gnu_go: Vec<Vec<f64>> =
        asked.iter().map(|case| flat.by_ref().take(case.after.len()).collect()).collect();

    let mut markdown = format!(
        "## What a candidate loses\n\nIn positions of openings that nobody learned from, one of each game, \
         the study's network proposes {COUNT} candidates. After each the position is judged; what is lost is \
         the difference to the best of the ten, in points. The territory model is inferred by belief \
         propagation here.\n\n| judge | positions | chosen | mean loss | less than the first candidate by |\n\
         |---|---|---|---|---|\n"
    );
    let (mut claims, mut numbers) = (Vec::new(), Vec::new());
    for (judge, leads) in [("territory", &by_territory), ("GNU Go", &by_gnu_go)] {
        let losses = |choice: &dyn Fn(&Case) -> usize| -> Vec<f64> {
            cases.iter().zip(leads).map(|(case, leads)| case.loss(leads, choice(case))).collect()
        };
        let first = losses(&|_| 0);
        let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        let count = first.len();
        let _ = writeln!(markdown, "| {judge} | {count} | the first | {:.2} | |", mean(&first));
        numbers.push(json!({"judge": judge, "chosen": "first", "loss": mean(&first)}));
        for (index, Choosing { name, is_claimed, .. }) in data.choosers.iter().enumerate() {
            let own = losses(&|case| case.chosen[index]);
            let Some(less) = Difference::of(&first, &own, data.seed) else { continue };
            let _ =
                writeln!(markdown, "| {judge} | {count} | {name} | {:.2} | {less} |", mean(&own));
            numbers.push(json!({
                "judge": judge, "chosen": name, "loss": mean(&own), "less": less.mean,
                "low": less.interval.low, "high": less.interval.high,
            }));
            let claim = Claim {
                says: format!(
                    "{name} chooses better among the candidates than taking the first, by {judge}"
                ),
                found: format!("loses less by {less} points a move"),
                is_reproduced: less.is_positive(),
            };
            claims.extend(is_claimed.then_some(claim));
        }
    }
    markdown.push('\n');
    claims.iter().for_each(|claim| _ = writeln!(markdown, "{claim}"));
    Ok(Part { markdown, claims, numbers: vec![("losses", json!(numbers))], ..Part::default() })
}

impl Case {
    fn of(
        game: &Game,
        candidates: &Candidates,
        choosers: &[Choosing<'_>],
    ) -> Result<Case, OpeningError> {
        let scene = Scene::of(game);
        let mut best = candidates.best(&scene, COUNT)?;
        let play = |candidate: &Candidate| {
            let mut after = game.clone();
            after.play(Move::Place(candidate.point)).is_ok().then_some(after)
        };
        // The past may forbid what the position allows.
        best.retain(|candidate| play(candidate).is_some());
        let after = best.iter().filter_map(play).collect();
        let mut chosen = Vec::new();
        for chooser in choosers {
            let point = (chooser.choose)(&scene)?;
            chosen.push(best.iter().position(|one| one.point == point).unwrap_or(0));
        }
        Ok(Case { side: f64::from(scene.position.to_play().sign()), after, chosen })
    }

    /// What is lost by this choice, given Black's leads after each.
    fn loss(&self, leads: &[f64], choice: usize) -> f64 {
        let best = leads.iter().map(|lead| self.side * lead).fold(f64::NEG_INFINITY, f64::max);
        leads.get(choice).map_or(0.0, |lead| best - self.side * lead)
    }
}

fn leads_by_territory(model: &Model, cases: &[Case]) -> Result<Vec<Vec<f64>>, LabError> {
    let leads = |case: &Case| -> Result<Vec<f64>, LabError> {
        let lead = |game: &Game| Ok(model.black_lead(&Question::of(game))?);
        case.after.iter().map(lead).collect()
    };
    cases.par_iter().map(leads).collect()
}

//! A review: how Black's chance and lead went through a game. Every key of its JSON is explained in
//! docs/review.md, and a test compares.

use crate::conditions::Conditions;
use crate::models;
use crate::words::{self, rounded, tenths};
use aji_judge::judgement::{JudgeError, ScoreDistribution};
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_judge::winner::review::{self, Performance, Phase, ReviewedMove, Situation};
use aji_judge::winner::tempo::{leads_without_tempo, without_tempo};
use aji_judge::winner::{self, Predictor, TERRITORY};
use aji_play::analyst::Analyst;
use aji_record::{Fault, Note, Record, Replay};
use aji_rules::{ByColor, Color, Game, Outcome, Rules, Size, Step};
use anyhow::Context;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// To be counted up when a key changes its meaning or goes.
const VERSION: u32 = 1;

/// How many positions are kept at a time; enough for every core to be busy.
const BATCH: usize = 256;

/// Is told how many positions are done, of how many; by several threads, so not always in order.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Reviews games; many may ask at a time.
pub struct Reviewer {
    territory: Arc<Model>,
    scorer: Scorer,
    predictor: Option<Arc<Predictor>>,
    is_built_in: bool,
}

/// What a record says of a game besides what was played.
#[derive(Clone, Debug, Default)]
pub struct RecordDetails {
    /// Where the record stands, and which game of it this is.
    pub place: Option<(String, usize)>,
    /// As recorded.
    pub result: Option<Outcome>,
    /// The names; empty if unknown.
    pub players: ByColor<String>,
    /// Why the record breaks off.
    pub fault: Option<String>,
    /// What was odd about it.
    pub notes: Vec<String>,
}

impl RecordDetails {
    /// What is recorded, and what playing it showed.
    pub fn of(record: &Record, replay: &Replay) -> RecordDetails {
        let (head, place) = (&record.head, record.place());
        RecordDetails {
            place: Some((place.origin.to_string(), place.number)),
            result: head.outcome,
            players: head.players.clone(),
            fault: replay.fault.as_ref().map(Fault::to_string),
            notes: record.notes.iter().chain(&replay.notes).map(Note::to_string).collect(),
        }
    }
}

/// A game that was reviewed.
pub struct Reviewed {
    /// The board.
    pub size: Size,
    /// Handicap stones.
    pub handicap: u32,
    /// What it is counted by.
    pub conditions: Conditions,
    /// Who predicted the winners.
    pub model: &'static str,
    /// Every move.
    pub review: winner::Review,
    /// Black's chance before the first step of the game and after each: that of the score, unless a network was
    /// asked for.
    pub chances: Vec<f64>,
    /// The final score before the first step of the game and after each.
    pub scores: Vec<ScoreDistribution>,
    /// How many swings to tell.
    pub swings: usize,
    /// What to be careful about, given how the models were trained.
    pub caveat: Option<&'static str>,
    /// What else is known; nothing until somebody puts it here.
    pub details: RecordDetails,
    /// Which of the steps are moves.
    moves: Vec<usize>,
}

impl Reviewer {
    /// By models that are built in: one tells how the score is distributed, one counts what is finished.
    pub fn new(territory: Arc<Model>, scorer: Scorer) -> Reviewer {
        Reviewer { territory, scorer, predictor: None, is_built_in: true }
    }

    /// Who analyses single positions with the same models.
    pub fn analyst(&self) -> Analyst {
        Analyst::new(self.territory.clone()).with_scorer(self.scorer.clone())
    }

    /// Who counts finished boards.
    pub fn scorer(&self) -> &Scorer {
        &self.scorer
    }

    /// With a network whose chances are shown instead of the score's, where it knows the board.
    pub fn with_predictor(self, predictor: Arc<Predictor>) -> Reviewer {
        Reviewer { predictor: Some(predictor), ..self }
    }

    /// By models of the user's own: what is known of those that are built in is not said.
    pub fn with_own_models(self) -> Reviewer {
        Reviewer { is_built_in: false, ..self }
    }

    /// Reviews a game by these rules and komi. The same on any number of threads.
    pub fn review(
        &self,
        game: &Game,
        conditions: &Conditions,
        swings: usize,
        progress: Progress<'_>,
    ) -> anyhow::Result<Reviewed> {
        let size = game.position().size();
        let (chances, scores) = self.look(game, conditions, progress)?;
        let teller = self.predictor.as_deref().map(|predictor| predictor.name_on(size));
        let model = teller.unwrap_or(TERRITORY);
        let review = winner::Review::new(game.steps(), &chances)
            .with_context(|| format!("`{model}` gives no chances for this game"))?;
        let steps = game.steps().iter().enumerate();
        let moves = steps.filter(|(_, step)| matches!(step, Step::Play(..)));
        Ok(Reviewed {
            size,
            handicap: game.handicap(),
            conditions: conditions.clone(),
            model,
            review,
            chances,
            scores,
            swings,
            caveat: models::caveat(game).filter(|_| self.is_built_in),
            details: RecordDetails::default(),
            moves: moves.map(|(index, _)| index).collect(),
        })
    }

    /// Black's chance and the score in each situation, in their order, less what is made of having the move.
    fn look(
        &self,
        game: &Game,
        conditions: &Conditions,
        progress: Progress<'_>,
    ) -> Result<(Vec<f64>, Vec<ScoreDistribution>), JudgeError> {
        let rules = Rules::from(conditions.rules);
        let (done, of) = (AtomicUsize::new(0), game.steps().len() + 1);
        let look = |situation: &Situation| {
            let question = situation.question(rules);
            let predicted =
                self.predictor.as_ref().and_then(|network| network.network_says(&question));
            let evaluation = self.scorer.counted_or(&question, &self.territory)?;
            let score = evaluation.distribution().ok_or(JudgeError::NoNumbers)?;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, of);
            Ok((predicted, score))
        };
        let mut situations = review::situations(game, conditions.komi).peekable();
        let (mut looks, mut to_play) = (Vec::with_capacity(of), Vec::with_capacity(of));
        while situations.peek().is_some() {
            let batch: Vec<Situation> = situations.by_ref().take(BATCH).collect();
            looks.extend(batch.par_iter().map(look).collect::<Result<Vec<_>, JudgeError>>()?);
            to_play.extend(batch.iter().map(Situation::to_play));
        }
        let (predicted, scores): (Vec<Option<f64>>, Vec<ScoreDistribution>) =
            looks.into_iter().unzip();
        let scores = level(&to_play, &scores);
        let predicted: Option<Vec<f64>> = predicted.into_iter().collect();
        let chances = match predicted {
            Some(predicted) => without_tempo(&to_play, &predicted),
            None => scores.iter().map(ScoreDistribution::black_win_probability).collect(),
        };
        Ok((chances, scores))
    }
}

/// Scores less what is made of having the move. What was counted stays.
fn level(to_play: &[Color], scores: &[ScoreDistribution]) -> Vec<ScoreDistribution> {
    let leads: Vec<f64> = scores.iter().map(ScoreDistribution::mean).collect();
    let level = leads_without_tempo(to_play, &leads).into_iter().zip(scores);
    let moved = level.map(|(lead, score)| match score.standard_deviation() {
        0.0 => *score,
        _ => score.shifted(lead - score.mean()),
    });
    moved.collect()
}

impl Reviewed {
    /// Whether chances are those of the scores, and not of a network that knows no leads.
    pub fn has_own_chances(&self) -> bool {
        self.model == TERRITORY
    }

    /// The move that a step of the game is, if it is one.
    pub fn move_at(&self, step: usize) -> Option<&ReviewedMove> {
        self.moves.binary_search(&step).ok().and_then(|number| self.review.moves().get(number))
    }

    /// Black's lead before a move and after it.
    pub fn leads_of(&self, own: &ReviewedMove) -> (f64, f64) {
        let step = self.moves[own.number - 1];
        (self.scores[step].mean(), self.scores[step + 1].mean())
    }

    /// Black's lead before the first move and after each.
    pub fn lead_curve(&self) -> Vec<f64> {
        let moves = self.review.moves().iter().map(|own| self.leads_of(own));
        let first = moves.clone().next().map(|(before, _)| before);
        first.into_iter().chain(moves.map(|(_, after)| after)).collect()
    }

    /// What was odd about the record, and what to be careful about.
    pub fn notes(&self) -> Vec<String> {
        let caveat = self.caveat.map(str::to_string);
        self.details.notes.iter().cloned().chain(caveat).collect()
    }

    /// All of it for programs.
    pub fn json(&self) -> Value {
        let all = |moves: &[ReviewedMove]| -> Vec<Value> {
            moves.iter().map(|own| self.reviewed_move(own)).collect()
        };
        let players = self.review.performances();
        json!({
            "version": VERSION,
            "file": self.details.place.as_ref().map(|(file, _)| file),
            "game": self.details.place.as_ref().map(|(_, game)| game),
            "model": self.model.to_string(),
            "width": self.size.width(),
            "height": self.size.height(),
            "rules": self.conditions.rules.name(),
            "komi": words::points(self.conditions.komi),
            "handicap": self.handicap,
            "assumed": self.conditions.assumed,
            "result": self.details.result.map(|outcome| outcome.to_string()),
            "black_player": self.details.players.black,
            "white_player": self.details.players.white,
            "moves": all(self.review.moves()),
            "swings": all(&self.review.swings(self.swings)),
            "players": {
                "black": performance(self.size, &players.black),
                "white": performance(self.size, &players.white),
            },
            "fault": self.details.fault,
            "notes": self.notes(),
        })
    }

    fn reviewed_move(&self, own: &ReviewedMove) -> Value {
        let (lead_before, lead_after) = self.leads_of(own);
        json!({
            "move": own.number,
            "color": own.color.to_string().to_lowercase(),
            "point": self.size.move_text(own.mv),
            "black_win_before": rounded(own.black_before),
            "black_win_after": rounded(own.black_after),
            "black_lead_before": tenths(lead_before),
            "black_lead_after": tenths(lead_after),
            "gain": rounded(own.gain()),
            "loss": rounded(own.loss()),
        })
    }
}

fn performance(size: Size, player: &Performance) -> Value {
    let worst = player.worst.iter().map(|own| {
        json!({
            "move": own.number,
            "point": size.move_text(own.mv),
            "loss": rounded(own.loss()),
        })
    });
    let by_phase: Map<String, Value> = player
        .mean_loss_by_phase
        .iter()
        .map(|&(phase, mean)| (key(phase).to_string(), json!(mean.map(rounded))))
        .collect();
    json!({
        "moves": player.moves,
        "mean_gain": player.mean_gain.map(rounded),
        "mean_loss": player.mean_loss.map(rounded),
        "mean_loss_by_phase": by_phase,
        "mistakes": player.mistakes,
        "mistake_share": player.mistake_share().map(rounded),
        "worst": worst.collect::<Vec<_>>(),
    })
}

fn key(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::MiddleGame => "middle_game",
        Phase::Endgame => "endgame",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_may_share_it() {
        fn shared<T: Send + Sync>() {}
        shared::<Reviewer>();
        shared::<Reviewed>();
    }
}

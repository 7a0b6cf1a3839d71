//! `aji eval judgement`: how good scores, their ranges and chances of winning are.

use crate::conditions::customary_komi;
use crate::flags::{Limit, ModelFolder};
use crate::models::{self, TerritoryName};
use crate::progress::Bar;
use crate::reading;
use crate::words::counted;
use aji_judge::judgement::Explainer;
use aji_judge::score::Scorer;
use aji_judge::territory::Model;
use aji_learn::cells;
use aji_learn::labels;
use aji_learn::measure::judgement::{Case, Outcome, figures, outcomes};
use aji_learn::measure::score::CountedGame;
use aji_learn::report::{Cell, Column, Report};
use aji_rules::{HalfPoints, RuleSet, Size};
use anyhow::ensure;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const COLUMNS: [Column; 9] = [
    Column::json("model"),
    Column::json("inference"),
    Column::new("positions"),
    Column::named("score error", "score_mae").decimals(1),
    Column::named("in range", "within_range").percent(1),
    Column::named("winner", "winner_accuracy").percent(1),
    Column::named("log loss", "win_log_loss").decimals(4),
    Column::json("win_brier"),
    Column::named("ECE", "win_ece").decimals(3),
];

/// Measure how good whole judgements are: the score with its range, and the chance of winning.
///
/// With --labels, games are judged after so many moves; the labels are as for `aji eval territory`. With --games, those
/// whose result is a number of points are judged at four places each and at their end, on boards of any size, and the
/// figures are told apart for each size and kind: even games, games with handicap, positions in which somebody is far
/// ahead (by a point for every twelve of the board), and finished boards.
#[derive(Args)]
pub struct Judgement {
    /// The labelled games, gzipped or not.
    #[arg(long, value_name = "FILE", required_unless_present = "games")]
    labels: Option<PathBuf>,
    /// Counted games: files, folders or archives.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "labels")]
    games: Vec<PathBuf>,
    /// After how many moves to judge, with --labels.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "20,80,150,200")]
    at: Vec<usize>,
    /// Who judges, as for `aji judge --territory`.
    #[arg(long, value_name = "MODEL[/INFERENCE]", default_value = models::BEST)]
    model: TerritoryName,
    #[command(flatten)]
    models: ModelFolder,
    #[command(flatten)]
    limit: Limit,
    /// The rules of games that do not name theirs.
    #[arg(long, value_name = "NAME", default_value = "japanese")]
    rules: RuleSet,
    /// White's komi in labelled games.
    #[arg(long, default_value = "6.5")]
    komi: HalfPoints,
    /// The seed of the intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Judgement {
    pub fn run(self) -> anyhow::Result<Report> {
        let TerritoryName { model, inference } = self.model;
        let (of, judged): (&[&str], _) = match &self.labels {
            Some(labels) => (&["move"], self.by_move(labels)?),
            None => (&["board", "kind"], self.by_kind()?),
        };
        let of = of.iter().map(|name| Column::new(name));
        let mut report = Report::new(of.chain(COLUMNS).collect::<Vec<Column>>());
        let mut positions = 0;
        for (of, outcomes) in judged {
            let Some(figures) = figures(&outcomes, self.seed) else { continue };
            positions += outcomes.len();
            report.row([of, cells![model.to_string(), inference.to_string()], figures].concat());
        }
        let paths = self.labels.iter().chain(&self.games);
        let on = paths.map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        report.intro = format!(
            "{model}/{inference} measured on {on}. The range should hold 80 % of the scores; in brackets, 95 % intervals."
        );
        report.closing = format!("{} in all.", counted(positions as u64, "position"));
        Ok(report)
    }

    /// A way to make judges, who count finished boards if they are asked to.
    fn judges(&self, counts: bool) -> anyhow::Result<impl Fn() -> Explainer + Sync + use<>> {
        let library = self.models.library()?;
        let model = Model::of(self.model.model, &library)?;
        let scorer = if counts { Some(Scorer::of(&library)?) } else { None };
        let inference = self.model.inference;
        Ok(move || {
            let judge = Explainer::new(model.clone(), inference);
            match &scorer {
                Some(scorer) => judge.with_scorer(scorer.clone()),
                None => judge,
            }
        })
    }

    fn by_move(&self, path: &Path) -> anyhow::Result<Vec<(Vec<Cell>, Vec<Outcome>)>> {
        let judges = self.judges(false)?;
        let mut games = labels::read(path)?;
        games.truncate(self.limit.most());
        let at = |&number: &usize| {
            let examples = labels::at_moves(&games, &[number]);
            ensure!(!examples.is_empty(), "no game of {} reaches move {number}", path.display());
            let case = |example| Case::of_example(example, self.rules, self.komi);
            let cases: Vec<Case> = examples.iter().map(case).collect();
            let bar = Bar::things(cases.len(), "judgements");
            Ok((cells![number], outcomes(&judges, &cases, || bar.step())?))
        };
        self.at.iter().map(at).collect()
    }

    fn by_kind(&self) -> anyhow::Result<Vec<(Vec<Cell>, Vec<Outcome>)>> {
        let judges = self.judges(true)?;
        let komi = customary_komi(self.rules, 0);
        let mut games = Vec::new();
        reading::each_game(
            self.games.iter().cloned(),
            |record| CountedGame::of(record, self.rules, komi),
            |game| games.extend(game),
        )?;
        ensure!(!games.is_empty(), "none of the games was counted");
        games.truncate(self.limit.most());
        let cases: Vec<Case> = games.iter().flat_map(Case::of_game).collect();
        let bar = Bar::things(cases.len(), "judgements");
        let outcomes = outcomes(&judges, &cases, || bar.step())?;
        let mut apart = BTreeMap::<(Size, _), Vec<_>>::new();
        for (case, outcome) in cases.iter().zip(outcomes) {
            apart.entry((case.position.size(), outcome.kind)).or_default().push(outcome);
        }
        let apart = apart.into_iter();
        let named =
            apart.map(|((size, kind), of)| (cells![size.to_string(), kind.to_string()], of));
        Ok(named.collect())
    }
}

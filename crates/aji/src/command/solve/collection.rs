//! Many problems: which printed answers are wrong?

use crate::command::Answer;
use crate::life_question::{LifeQuestion, outcome_words};
use crate::load::LoadedGame;
use crate::progress::Bar;
use crate::words::{counted, grouped};
use aji_judge::life::verdict::FirstMove;
use aji_judge::life::{self, Solver};
use aji_learn::corner::problems::{FIRST, Problem};
use aji_learn::labels::read_lines;
use aji_record::corpus::{Corpus, Limits};
use aji_record::sgf::{NodeId, Tree};
use aji_record::{Record, parse_move};
use aji_rules::{Color, Move, Size};
use anyhow::Context;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Problems with their printed answers.
pub struct Collection {
    pub problems: Vec<PrintedProblem>,
    /// What could not be used, in sentences.
    pub unusable: Vec<String>,
}

/// A problem, who moves first, and the first moves that are printed as right.
pub struct PrintedProblem {
    pub name: String,
    pub question: LifeQuestion,
    pub printed: Vec<Move>,
}

/// What came of a problem.
struct Checked {
    name: String,
    /// `None` if it was not read out.
    outcome: Option<life::LifeOutcome>,
    defender: Color,
    first: Color,
    size: Size,
    works: Vec<Move>,
    /// Printed as right, but they fail, and how.
    wrong: Vec<FirstMove>,
}

/// The problems of a file; `None` if it has one or none.
pub fn of(path: Option<&Path>) -> anyhow::Result<Option<Collection>> {
    let Some(path) = path else { return Ok(None) };
    let name = path.to_string_lossy();
    if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
        return Ok(Some(json_lines(path)?));
    }
    if name == "-" {
        return Ok(None);
    }
    let collection = records(&[path.to_path_buf()]);
    Ok((collection.problems.len() + collection.unusable.len() > 1).then_some(collection))
}

/// The problems of files and folders of records.
pub fn records(paths: &[PathBuf]) -> Collection {
    let mut collection = Collection { problems: Vec::new(), unusable: Vec::new() };
    for (index, game) in Corpus::open(paths, Limits::default()).enumerate() {
        let name = format!("problem {}", index + 1);
        match game.map_err(anyhow::Error::from).and_then(|game| Ok(Record::read(&game)?)) {
            Ok(record) => match of_record(&name, record) {
                Ok(problem) => collection.problems.push(problem),
                Err(why) => collection.unusable.push(format!("{name}: {why}")),
            },
            Err(why) => collection.unusable.push(format!("{name}: {why}")),
        }
    }
    collection
}

fn of_record(name: &str, record: Record) -> anyhow::Result<PrintedProblem> {
    let replay = record.replay_moves(0);
    let loaded = LoadedGame { record, replay };
    let mut question = LifeQuestion::new(&loaded, &[])?;
    let printed = printed(&loaded.record.tree, loaded.position().size());
    let told = loaded.record.tree.text(loaded.record.tree.root(), "GN");
    let name = told.map_or(name.to_string(), |told| format!("{name} ({told})"));
    if let Some((color, _)) = printed.first() {
        question.first = *color;
    }
    let printed =
        printed.iter().filter(|(color, _)| *color == question.first).map(|(_, mv)| *mv).collect();
    Ok(PrintedProblem { name, question, printed })
}

/// The first moves that a record has as right: those that lead to a comment that says so, or else the first
/// of its moves.
fn printed(tree: &Tree, size: Size) -> Vec<(Color, Move)> {
    let first_move = |node: NodeId| {
        [("B", Color::Black), ("W", Color::White)]
            .into_iter()
            .find_map(|(name, color)| Some((color, parse_move(size, tree.get(node, name)?)?)))
    };
    let says_right = |node: NodeId| {
        let comment = tree.text(node, "C").unwrap_or_default().to_lowercase();
        let is_right = ["right", "correct"].iter().any(|word| comment.contains(word));
        is_right && !["wrong", "incorrect", "fail"].iter().any(|word| comment.contains(word))
    };
    let mut right = Vec::new();
    for node in tree.nodes().filter(|&node| says_right(node)) {
        let way: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| tree.parent(node)).collect();
        let first = way.iter().rev().find_map(|&node| first_move(node));
        right.extend(first.filter(|first| !right.contains(first)));
    }
    if right.is_empty() {
        right.extend(tree.main_line().find_map(first_move));
    }
    right
}

fn json_lines(path: &Path) -> anyhow::Result<Collection> {
    let lines = read_lines(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut collection = Collection { problems: Vec::new(), unusable: Vec::new() };
    for (index, line) in lines.iter().enumerate() {
        let problem = match Problem::parse(line) {
            Ok(problem) => problem,
            Err(why) => {
                collection.unusable.push(format!("line {}: {why}", index + 1));
                continue;
            }
        };
        for (first, solution) in FIRST.into_iter().zip(&problem.first) {
            let Some(solution) = solution else { continue };
            match problem.posed() {
                Ok(question) => collection.problems.push(PrintedProblem {
                    name: problem.id.clone(),
                    question: LifeQuestion { problem: question, first },
                    printed: solution.correct.clone(),
                }),
                Err(why) => collection.unusable.push(format!("{}: {why}", problem.id)),
            }
        }
    }
    Ok(collection)
}

impl Collection {
    /// Solves them all and tells which answers are wrong.
    pub fn check(self, nodes: u64, as_json: bool) -> anyhow::Result<Answer> {
        let mut solver = Solver::default();
        let bar = Bar::things(self.problems.len(), "problems");
        let mut checked = Vec::new();
        for problem in self.problems {
            checked.push(problem.check(&mut solver, nodes));
            bar.step();
        }
        drop(bar);
        let text = if as_json {
            let problems: Vec<Value> = checked.iter().map(Checked::json).collect();
            format!("{}\n", json!({"problems": problems, "unusable": self.unusable}))
        } else {
            text(&checked, &self.unusable)
        };
        Ok(Answer::good(text))
    }
}

impl PrintedProblem {
    fn check(self, solver: &mut Solver, nodes: u64) -> Checked {
        let PrintedProblem { name, question, printed } = self;
        let LifeQuestion { problem, first } = question;
        let answer = solver.answer(&problem, problem.side(first), nodes);
        let moves = answer.proof().map_or(&[][..], |proof| &proof.moves);
        let works = moves.iter().filter(|found| found.works).map(|found| found.mv).collect();
        // Where nothing works, the answer is no more wrong than any other.
        let is_wrong = |found: &&FirstMove| printed.contains(&found.mv) && !found.works;
        Checked {
            name,
            outcome: answer.outcome(),
            defender: problem.defender(),
            first,
            size: problem.position().size(),
            works,
            wrong: moves.iter().filter(is_wrong).cloned().collect(),
        }
    }
}

impl Checked {
    fn names(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.size.move_text(mv)).collect()
    }

    fn line(&self) -> String {
        let Some(outcome) = self.outcome else {
            return format!("{}: not read out; --nodes allows more", self.name);
        };
        let what = outcome_words(outcome, self.defender);
        let works = match self.works.as_slice() {
            [] => "no move changes that".to_string(),
            works => self.names(works).join(" "),
        };
        let mut line = format!("{}: {} first, {what}: {works}", self.name, self.first);
        for wrong in &self.wrong {
            let told = self.size.move_text(wrong.mv);
            let fails = outcome_words(wrong.outcome, self.defender);
            let refuted = self.names(wrong.line.get(1..).unwrap_or_default()).join(" ");
            let how = if refuted.is_empty() { String::new() } else { format!(": {refuted}") };
            line += &format!("\n  WRONG: {told} is printed, but then {fails}{how}");
        }
        line
    }

    fn json(&self) -> Value {
        let mut value =
            self.outcome.map_or(json!({"outcome": null}), crate::answers::solution::outcome);
        value["name"] = self.name.as_str().into();
        value["first"] = self.first.to_string().to_lowercase().into();
        value["works"] = self.names(&self.works).into();
        let wrong: Vec<Value> = self
            .wrong
            .iter()
            .map(|first| {
                let mut value = crate::answers::solution::outcome(first.outcome);
                value["move"] = self.size.move_text(first.mv).into();
                value["line"] = self.names(&first.line).into();
                value
            })
            .collect();
        value["wrong"] = wrong.into();
        value
    }
}

fn text(checked: &[Checked], unusable: &[String]) -> String {
    let mut text = String::new();
    for checked in checked {
        text += &checked.line();
        text.push('\n');
    }
    for sentence in unusable {
        text += &format!("{sentence}\n");
    }
    let read = checked.iter().filter(|checked| checked.outcome.is_some()).count();
    let wrong = checked.iter().filter(|checked| !checked.wrong.is_empty()).count();
    text + &format!(
        "\n{}, {} read out; {} with a printed answer that fails.\n",
        counted(checked.len() as u64, "problem"),
        grouped(read as u64),
        grouped(wrong as u64),
    )
}

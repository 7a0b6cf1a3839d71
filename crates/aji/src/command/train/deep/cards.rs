//! The card of the deep network: what it is, how it was made, and how good it is.

use super::super::card;
use super::{Deep as Command, NAME};
use crate::words::grouped;
use aji_judge::deep::Deep;
use aji_judge::deep::calibration::{Calibration, SIDES};
use aji_learn::deep::loss::Losses;
use aji_learn::deep::{DeepTrainer, Held, Measured, measure};
use aji_net::conv::Tower;
use aji_rules::Size;
use anyhow::Context;
use std::fmt::Write;

/// What it was told from the beginning.
#[derive(Clone, Copy)]
pub struct Told {
    /// Labels to learn from, and those that are held back.
    pub lessons: (usize, usize),
    /// Games, and those of which the owners are known.
    pub games: (usize, usize),
}

/// How much of the work is done.
#[derive(Clone, Copy)]
pub struct Work {
    /// So much of so much.
    pub progress: (usize, usize),
    /// Of what, in the plural.
    pub of: &'static str,
}

impl Work {
    pub fn is_done(self) -> bool {
        let (done, total) = self.progress;
        done >= total
    }
}

impl Command {
    /// The card as far as it can be told before anything is measured.
    pub(super) fn beginning_of_card(
        &self,
        model: &Deep,
        told: Told,
        data: &str,
        work: Work,
    ) -> String {
        let Told { lessons: (learned, held_back), games: (games, owned) } = told;
        let [learned, held_back, games, owned] =
            [learned, held_back, games, owned].map(|count| grouped(count as u64));
        let shape = model.shape();
        let about = format!(
            "Who will win, by how much, whose is every point, and what to play? The deep network, for boards \
             of any size: {}, {} weights in half precision. It answers with a field for every point and a coupling \
             for every pair of neighbours, of which the owners are the marginals, with a policy, and with the spread of \
             the final score around the sum of the owners; komi is not looked at, it shifts the score.",
            shape.words(),
            grouped(shape.weights() as u64),
        );
        let from = format!(
            "{learned} labels of a teacher ({held_back} held back) about {games} games, {owned} of them with the owner \
             of every point; fingerprint {data}."
        );
        let mut card = card(NAME, &about, &self.command(), &from);
        if !work.is_done() {
            let Work { progress: (done, total), of } = work;
            let [done, total] = [done, total].map(|count| grouped(count as u64));
            card += &format!(
                "This is work in progress: {done} of {total} {of} are done. `--resume` goes on from a checkpoint, \
                 `--from deep.safetensors` from this model.\n\n"
            );
        }
        card
    }

    /// How good it is and how it learned.
    pub(super) fn add_measures(
        &self,
        card: &mut String,
        model: &Deep,
        trainer: &DeepTrainer,
        held: [Held; 3],
    ) -> anyhow::Result<()> {
        let course = trainer.course();
        write!(
            card,
            "On the labels held back, at one look: the cross entropy of the policy against a mean of the teacher's and the \
             move played, how often the best of that was its first, the cross entropy of owners a point \
             (against a mean of the teacher's and the final ones, where these are known), how far its lead is from the \
             teacher's in points, and the cross entropy of the winner:\n\n\
             | board | labels | policy | first | owners | lead | winner |\n|---|---|---|---|---|---|---|\n"
        )?;
        let tower = Tower::new(*model.shape(), model.weights().to_vec()).context("no tower")?;
        let draws = course.held_back(1000);
        for size in [Size::NINETEEN, Size::THIRTEEN, Size::NINE] {
            let losses = measure(&tower, course, &draws, |of| of == size);
            let mean = |name: &str| {
                let at = Losses::NAMES.iter().position(|other| *other == name);
                let (sum, count) = losses[at.unwrap_or_default()];
                if count == 0 { "-".to_string() } else { format!("{:.3}", sum / count as f64) }
            };
            let count = losses.iter().map(|(_, count)| count).max().copied().unwrap_or_default();
            if count > 0 {
                let columns = ["policy", "first", "owners", "lead", "winner"].map(mean).join(" | ");
                writeln!(card, "| {size} | {} | {columns} |", grouped(count as u64))?;
            }
        }
        add_calibration(card, model.calibration(), held)?;
        self.add_curve(card, trainer.curve())?;
        Ok(())
    }

    /// How it learned.
    fn add_curve(&self, card: &mut String, curve: &[Measured]) -> std::fmt::Result {
        if curve.is_empty() {
            return Ok(());
        }
        let columns = ["policy", "first", "owners", "lead", "winner"];
        write!(
            card,
            "\nHow it learned, measured on fewer labels of 19x19 held back:\n\n\
             | positions | {} |\n|---|---|---|---|---|---|\n",
            columns.join(" | ")
        )?;
        let shown = curve.len().div_ceil(16).max(1);
        let last = curve.len().saturating_sub(1);
        for (index, measured) in curve.iter().enumerate() {
            if !(index + 1).is_multiple_of(shown) && index != last {
                continue;
            }
            let value = |name: &str| {
                let found = measured.losses.iter().find(|(other, _)| other == name);
                found.map_or("-".to_string(), |(_, loss)| format!("{loss:.3}"))
            };
            let positions = grouped((measured.step * self.batch as usize) as u64);
            writeln!(card, "| {positions} | {} |", columns.map(value).join(" | "))?;
        }
        Ok(())
    }
}

/// What was done to the spread, and what chances and ranges are worth then.
fn add_calibration(
    card: &mut String,
    calibration: &Calibration,
    held: [Held; 3],
) -> std::fmt::Result {
    write!(
        card,
        "\nSo that chances are what they say for games that it did not learn from, the spread of scores is multiplied \
         by a factor, on empty boards and on full ones: fitted to who won the counted games held back, and on small boards \
         the teacher's own games, of which no result was learned. Of these positions: by how much chances are off on \
         average, and how many scores are in the range that should hold 80 %:\n\n\
         | board | empty | full | positions | chances off | in range |\n|---|---|---|---|---|---|\n"
    )?;
    let Calibration { empty, full } = calibration;
    for (index, held) in held.into_iter().enumerate().rev() {
        let side = SIDES[index];
        let [empty, full] = [empty, full].map(|logs| logs[index].exp());
        writeln!(
            card,
            "| {side}x{side} | {empty:.2} | {full:.2} | {} | {:.3} | {:.1} % |",
            grouped(held.positions as u64),
            held.chance_error,
            100.0 * held.in_range,
        )?;
    }
    Ok(())
}

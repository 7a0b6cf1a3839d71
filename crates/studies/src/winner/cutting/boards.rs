//! Where playouts begin, and what came of those in which a predictor was asked all along.

use crate::LabError;
use crate::winner::uct::playout::{Trace, play_out, trace};
use crate::winner::uct::{Cut, CutSettings};
use crate::winner::{Data, MOVES, RULES};
use aji_judge::Dice;
use aji_judge::judgement::JudgeError;
use aji_judge::winner::Predictor;
use aji_learn::stats::{Interval, wilson};
use aji_play::player::StaticPlayer;
use aji_rules::{Game, Move, Position, RuleSet, Size};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// How sure a predictor has to be, where it is tried out.
pub const THRESHOLDS: [f64; 7] = [0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995];
/// Playouts from each position.
const PLAYOUTS: u64 = 4;
/// A playout is so short that it is timed this often.
const TIMED: u32 = 20;
/// On 9x9, for which there are no records, the static player makes so many moves of a game.
const SMALL_MOVES: [usize; 4] = [10, 20, 30, 40];

/// Positions of one size, each in a game that gives rules and komi.
pub struct Board {
    /// The size.
    pub size: Size,
    /// Where they are from, in words.
    pub about: String,
    /// The positions.
    pub games: Vec<Game>,
    seed: u64,
}

impl Board {
    /// Positions of recorded games, at the study's moves.
    pub fn large(data: &Data) -> Board {
        let games = data.test.iter().take(data.cutting.games_for_positions);
        let games: Vec<Game> = games
            .flat_map(|game| MOVES.map(|number| (game, number)))
            .filter_map(|(game, number)| {
                let position = game.position_after(number)?;
                Some(Game::from_position(position, RULES.into()).with_komi(game.komi))
            })
            .collect();
        let about = format!("{} positions of games, after 30, 80, 130 and 180 moves", games.len());
        Board { size: Size::NINETEEN, about, games, seed: data.seed }
    }

    /// Positions on 9x9 that the static player comes to.
    pub fn small(data: &Data) -> Board {
        let rules = RuleSet::Chinese;
        let game = |(item, moves): (usize, usize)| {
            let mut player = StaticPlayer::default();
            let mut dice = Dice::new(data.seed, item as u64);
            let mut position = Position::empty(Size::NINE);
            for _ in 0..moves {
                let mv = player.pick(&position, &mut dice).map_or(Move::Pass, Move::Place);
                position.play_unchecked(mv);
            }
            Game::from_position(position, rules.into()).with_komi(rules.default_komi())
        };
        let items = 0..data.cutting.games_for_positions;
        let games: Vec<Game> =
            items.flat_map(|item| SMALL_MOVES.map(|moves| (item, moves))).map(game).collect();
        let about = format!(
            "{} positions that the player `static` comes to, after 10, 20, 30 and 40 moves",
            games.len()
        );
        Board { size: Size::NINE, about, games, seed: data.seed }
    }

    fn position(&self, item: usize) -> (&Game, Dice) {
        (&self.games[item / PLAYOUTS as usize], Dice::new(self.seed, item as u64))
    }

    fn playouts(&self) -> usize {
        self.games.len() * PLAYOUTS as usize
    }

    /// Playouts to the end in which a predictor is asked. Those of every predictor are the same.
    pub fn traces(&self, predictor: &Predictor) -> Result<Vec<Trace>, JudgeError> {
        let one = |item: usize| {
            let (game, mut dice) = self.position(item);
            trace(game, game.position(), predictor, CutSettings::default().every, &mut dice)
        };
        (0..self.playouts()).into_par_iter().map(one).collect()
    }

    /// How many playouts a second one thread makes, cut or not.
    pub fn speed(&self, cut: Option<&Cut>) -> Result<Speed, LabError> {
        let begin = Instant::now();
        let (mut playouts, mut turns) = (0_u64, 0_u64);
        // Those that are cut wait for a predictor, so that fewer tell as much.
        let (step, times) = if cut.is_some() { (PLAYOUTS as usize, 1) } else { (1, TIMED) };
        for item in (0..self.playouts()).step_by(step) {
            let (game, mut dice) = self.position(item);
            for _ in 0..times {
                let played = play_out(game, game.position(), cut, &mut dice)?;
                playouts += 1;
                turns += u64::from(played.turns);
            }
        }
        let count = playouts.max(1) as f64;
        let seconds = begin.elapsed().as_secs_f64();
        Ok(Speed { per_second: count / seconds.max(1e-9), turns: turns as f64 / count })
    }

    /// The speed with a predictor that cuts as the player does.
    pub fn cut_speed(&self, predictor: &Predictor) -> Result<Speed, LabError> {
        let predictor = Arc::new(predictor.clone());
        self.speed(Some(&Cut { predictor, settings: CutSettings::default() }))
    }
}

/// How fast playouts are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Playouts a second.
    pub per_second: f64,
    /// Mean turns of one.
    pub turns: f64,
}

/// What cutting at a threshold does to playouts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// How sure the predictor has to be.
    pub threshold: f64,
    /// All playouts.
    pub playouts: u64,
    /// How many of them are cut.
    pub cut: u64,
    /// In how many of those the winner is who wins in the end.
    pub agreed: u64,
    /// Turns of all, on average.
    pub turns: f64,
    /// Turns if none is cut.
    pub full_turns: f64,
    /// How often the predictor is asked in a playout, on average.
    pub asked: f64,
}

impl Agreement {
    /// Of a threshold on traces in which a predictor was asked after every so many turns.
    pub fn of(traces: &[Trace], every: u32, threshold: f64) -> Agreement {
        let count = traces.len().max(1) as f64;
        let mut all = Agreement {
            threshold,
            playouts: traces.len() as u64,
            cut: 0,
            agreed: 0,
            turns: 0.0,
            full_turns: 0.0,
            asked: 0.0,
        };
        for trace in traces {
            let full = f64::from(trace.end.turns);
            all.full_turns += full / count;
            match trace.cut_at(threshold) {
                Some(index) => {
                    all.cut += 1;
                    all.agreed += u64::from(trace.chances[index].round() == trace.end.black_wins);
                    all.turns += (index + 1) as f64 * f64::from(every) / count;
                    all.asked += (index + 1) as f64 / count;
                }
                None => {
                    all.turns += full / count;
                    all.asked += trace.chances.len() as f64 / count;
                }
            }
        }
        all
    }

    /// The share of playouts that are cut.
    pub fn cut_share(&self) -> f64 {
        self.cut as f64 / self.playouts.max(1) as f64
    }

    /// The share of the cut ones that end as they were cut, with its interval; `None` if none is cut.
    pub fn agreed_share(&self) -> Option<(f64, Interval)> {
        (self.cut > 0)
            .then(|| (self.agreed as f64 / self.cut as f64, wilson(self.agreed, self.cut)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winner::uct::PlayedOut;

    fn trace(chances: &[f64], black_wins: f64, turns: u32) -> Trace {
        let asked = chances.len() as u32;
        Trace {
            chances: chances.to_vec(),
            end: PlayedOut { black_wins, turns, asked, is_cut: false },
        }
    }

    #[test]
    fn agreement_by_hand() {
        let traces = [
            trace(&[0.6, 0.95, 0.2], 1.0, 35),
            trace(&[0.05, 0.5], 1.0, 25),
            trace(&[0.5], 0.0, 14),
            trace(&[], 1.0, 6),
        ];
        let Agreement { playouts, cut, agreed, turns, full_turns, asked, .. } =
            Agreement::of(&traces, 10, 0.9);
        // The first is cut after 20 turns, rightly; the second after 10, wrongly.
        assert_eq!((playouts, cut, agreed), (4, 2, 1));
        assert_eq!((turns, full_turns), (50.0 / 4.0, 80.0 / 4.0));
        assert_eq!(asked, 4.0 / 4.0);
        let never = Agreement::of(&traces, 10, 1.0);
        assert_eq!((never.cut, never.turns, never.agreed_share()), (0, 20.0, None));
    }
}

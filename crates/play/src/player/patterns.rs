//! A player that knows shapes.
//!
//! After Zobrist, who added up the scores of patterns at each point, and Ryder, who looked at simple
//! features of all points first and then again, with more care, at the best 15; both asked what a
//! point is worth to either side. The second look plays each of the 15 moves, for us and for the
//! other side, and sees how the whole board stands afterwards.

mod simple;
mod standing;

use super::eyes::is_own_eye;
use super::{Candidate, Choice, MOST_CANDIDATES, Player, PlayerError, Turn};
use aji_judge::Dice;
use aji_judge::explain::moves::to_stones;
use aji_judge::judgement::Question;
use aji_judge::patterns::{Automaton, Shapes};
use aji_rules::ruleset::{Scoring, Suicide};
use aji_rules::{Color, Move, Outcome, Point, PointSet, Position};
use simple::{Sight, Simple, is_beside};
use standing::{Known, Standing};

/// How many points are looked at with care.
const SECOND_LOOKS: usize = 15;
/// A point of the board's lead in units of the scores of shapes.
const POINT: f64 = 10.0;
/// What the other side would gain counts for so much of what we gain.
const OTHERS_SHARE: f64 = 0.6;
/// A move that gains less than this, in points, is not worth playing.
const WORTH_PLAYING: f64 = 0.6;
/// A move that keeps the other side from gaining more than this is worth playing even so.
const WORTH_PREVENTING: f64 = 3.0;

/// How many reasons are told of a move.
const MOST_REASONS: usize = 4;

/// Plays good shapes where they matter.
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    shapes: &'static Shapes,
    automaton: &'static Automaton,
}

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns { shapes: Shapes::embedded(), automaton: Automaton::embedded() }
    }
}

/// A candidate with what the second look found, in points.
struct Weighed {
    candidate: Candidate,
    gain: f64,
    others_gain: f64,
}

impl Patterns {
    /// All points that may be played and are not refused, best first: own eyes and what is settled
    /// for good are refused. The first 15 have had a second look; the others stand behind them in
    /// the order of the first.
    pub fn rank(&self, turn: &Turn<'_>) -> Vec<Candidate> {
        self.weigh(turn, &Known::of(turn.position()))
            .into_iter()
            .map(|weighed| weighed.candidate)
            .collect()
    }

    /// The same points, best first, by the first look alone: several times as fast. Superko is not looked at.
    pub fn first_look(&self, question: &Question<'_>) -> Vec<Candidate> {
        let position = question.position;
        let known = Known::of(position);
        let now = Standing::of(position, !position.to_play(), &known, &PointSet::EMPTY);
        let sights = self.sights(question, &known, &now);
        sights.into_iter().map(|(point, sight)| candidate(point, sight)).collect()
    }

    /// What is seen at once of every point that may be played and is not refused, best first.
    fn sights(
        &self,
        question: &Question<'_>,
        known: &Known,
        now: &Standing,
    ) -> Vec<(Point, Sight)> {
        let position = question.position;
        let last = question.recent.iter().next();
        let simple = Simple::new(self.shapes, self.automaton, position, known, last);
        let is_open = |point: &Point| {
            let is_settled =
                Color::BOTH.iter().any(|&color| known.alive[color].territory.contains(*point));
            !is_settled && !is_own_eye(position, *point, position.to_play())
        };
        let mut sights: Vec<(Point, Sight)> = position
            .legal_points(question.rules.suicide)
            .filter(is_open)
            .map(|point| (point, simple.sight(point, now)))
            .collect();
        sights.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        sights
    }

    fn weigh(&self, turn: &Turn<'_>, known: &Known) -> Vec<Weighed> {
        let (position, me) = (turn.position(), turn.color());
        let nowhere = PointSet::EMPTY;
        let mine = Look { position, me, known, now: Standing::of(position, !me, known, &nowhere) };
        let other = position.clone().with_to_play(!me);
        let theirs = Look {
            position: &other,
            me: !me,
            known,
            now: Standing::of(position, me, known, &nowhere),
        };
        let mut sights = self.sights(&turn.question(), known, &mine.now);
        sights.retain(|(point, _)| turn.is_legal(*point));
        let rest = sights.split_off(sights.len().min(SECOND_LOOKS));

        let mut weighed: Vec<Weighed> = sights
            .into_iter()
            .map(|(point, mut sight)| {
                let gain = mine.gain(point, Some(&mut sight));
                let others_gain = theirs.gain(point, None).max(0.0);
                sight.value += POINT * (gain + OTHERS_SHARE * others_gain);
                if others_gain > 2.0 * gain.max(1.0) {
                    sight.reasons.push((
                        POINT * others_gain,
                        "keeps the other side from gaining here".into(),
                    ));
                }
                Weighed { candidate: candidate(point, sight), gain, others_gain }
            })
            .collect();
        weighed.sort_by(|a, b| b.candidate.value.total_cmp(&a.candidate.value));
        // The rest keeps its order and its differences, behind all that had a second look.
        let worst = weighed.last().map_or(0.0, |last| last.candidate.value);
        let best_of_rest = rest.first().map_or(0.0, |(_, sight)| sight.value);
        weighed.extend(rest.into_iter().map(|(point, mut sight)| {
            sight.value += worst - best_of_rest - 1.0;
            Weighed { candidate: candidate(point, sight), gain: 0.0, others_gain: 0.0 }
        }));
        weighed
    }
}

/// Reasons in words, the strongest first, and only those that speak for a move.
fn candidate(point: Point, mut sight: Sight) -> Candidate {
    sight.reasons.retain(|(value, _)| *value > 0.0);
    sight.reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut reasons: Vec<String> = Vec::new();
    for (_, reason) in sight.reasons {
        if reasons.len() < MOST_REASONS && !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    if reasons.is_empty() {
        reasons.push("is open".to_string());
    }
    Candidate { point, value: sight.value, reasons }
}

/// A side to move on a board that stands in some way if it passes.
struct Look<'a> {
    position: &'a Position,
    me: Color,
    known: &'a Known,
    now: Standing,
}

impl Look<'_> {
    /// How many points more the side to move is ahead after a move than after a pass. Reasons are
    /// noted where asked for.
    fn gain(&self, point: Point, sight: Option<&mut Sight>) -> f64 {
        let mut after = self.position.clone();
        if after.play(Move::Place(point), Suicide::Forbidden).is_err() {
            return 0.0;
        }
        let size = after.size();
        let mut near = PointSet::from_iter([point]);
        for &beside in size.neighbours(point) {
            near.insert(beside);
            near.extend(size.neighbours(beside).iter().copied());
        }
        let then = Standing::of(&after, !self.me, self.known, &near);
        if let Some(sight) = sight {
            self.tell(point, &after, &then, sight);
        }
        (then.black_lead - self.now.black_lead) * f64::from(self.me.sign())
    }

    /// What a move does to chains, in words.
    fn tell(&self, point: Point, after: &Position, then: &Standing, sight: &mut Sight) {
        let (mut saved, mut in_atari, mut caught, mut cut_off) = (0, 0, 0, 0);
        for chain in self.position.chains() {
            let stone = chain.head();
            let Some(later) = after.chain_at(stone) else { continue };
            let (was_dead, is_dead) = (self.now.dead.contains(stone), then.dead.contains(stone));
            if chain.color() == self.me && was_dead && !is_dead {
                saved += chain.len();
                in_atari += if chain.liberty_count() == 1 { chain.len() } else { 0 };
            } else if chain.color() != self.me && !was_dead && is_dead {
                match later.liberty_count() {
                    1 => caught += chain.len(),
                    _ => cut_off += chain.len(),
                }
            }
        }
        let weight = |count: usize| 40.0 + POINT * count as f64;
        if in_atari > 0 {
            sight.reasons.push((weight(saved), to_stones("saves", in_atari, " from atari")));
        } else if saved > 0 {
            sight.reasons.push((weight(saved), to_stones("saves", saved, "")));
        }
        if caught > 0 {
            sight.reasons.push((weight(caught), to_stones("catches", caught, "")));
        }
        if cut_off > 0 {
            sight.reasons.push((weight(cut_off), to_stones("takes the room of", cut_off, "")));
        }
        let sign = self.me.sign() as f32;
        let (mut mine, mut theirs) = (0.0_f32, 0.0_f32);
        for (here, &was) in self.now.owner.iter() {
            let change = (then.owner[here] - was) * sign;
            if after.stone(here).is_none() && here != point {
                *(if was * sign >= 0.0 { &mut mine } else { &mut theirs }) += change;
            }
        }
        if mine > 2.0 && mine > theirs {
            sight.reasons.push((f64::from(mine), "builds territory".into()));
        } else if theirs > 2.0 {
            sight.reasons.push((f64::from(theirs), "reduces the other side's territory".into()));
        }
        if sight.reasons.is_empty() && is_beside(after, point, !self.me) {
            sight.reasons.push((1.0, "closes the border".into()));
        }
    }
}

/// A move that takes dead stones off the board where that costs nothing: the chain with the fewest
/// liberties first.
fn clean_up(turn: &Turn<'_>, known: &Known) -> Option<Candidate> {
    let (position, me) = (turn.position(), turn.color());
    let now = Standing::of(position, !me, known, &PointSet::EMPTY);
    let mut dead: Vec<_> = position
        .chains()
        .filter(|chain| chain.color() != me)
        .filter(|chain| now.owner[chain.head()] * me.sign() as f32 > 0.0)
        .collect();
    dead.sort_by_key(|chain| (chain.liberty_count(), chain.head()));
    let look = Look { position, me, known, now };
    let point = dead.iter().find_map(|chain| {
        let liberties = chain.liberties();
        let is_fine = |point: &Point| {
            let takes = chain.liberty_count() == 1;
            let is_safe = || {
                let mut after = position.clone();
                after.play(Move::Place(*point), Suicide::Forbidden).is_ok()
                    && after.chain_at(*point).is_some_and(|own| own.liberty_count() > 1)
            };
            turn.is_legal(*point)
                && !is_own_eye(position, *point, me)
                && (takes || is_safe())
                && look.gain(*point, None) > -WORTH_PLAYING
        };
        liberties.iter().find(is_fine)
    })?;
    Some(Candidate { point, value: 0.0, reasons: vec!["takes dead stones off the board".into()] })
}

/// Whether the dead stones on the board must come off before the game may end: where stones are
/// counted, that costs nothing while the other side moves elsewhere; after its pass it is only done
/// if the game is not won as the board stands.
fn should_clean_up(turn: &Turn<'_>) -> bool {
    if turn.game().rules().scoring != Scoring::Area {
        return false;
    }
    let as_it_stands = turn.game().count(&PointSet::EMPTY);
    let outcome = Outcome::from_black_lead(as_it_stands.black_lead);
    !turn.may_end() || outcome.winner() != Some(turn.color())
}

impl Player for Patterns {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        let known = Known::of(turn.position());
        let mut weighed = self.weigh(turn, &known);
        weighed.truncate(MOST_CANDIDATES);
        // A neutral point is a point where stones are counted, and none where they are not.
        let least = match turn.game().rules().scoring {
            Scoring::Area => WORTH_PLAYING,
            Scoring::Territory => 1.0 + WORTH_PLAYING,
        };
        weighed.retain(|weighed| {
            let prevents = weighed.others_gain > WORTH_PREVENTING && !turn.may_end();
            weighed.gain > least || prevents && weighed.gain > -WORTH_PLAYING
        });
        let is_best = |next: &&Weighed| next.candidate.value == weighed[0].candidate.value;
        let ties = weighed.iter().take_while(is_best).count();
        if ties > 1 {
            weighed.swap(0, dice.below(ties as u32) as usize);
        }
        let mut candidates: Vec<Candidate> =
            weighed.into_iter().map(|weighed| weighed.candidate).collect();
        if candidates.is_empty() && should_clean_up(turn) {
            candidates.extend(clean_up(turn, &known));
        }
        Ok(Choice::best(candidates).unwrap_or_else(|| Choice::pass("nothing is left to gain")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Action, Random};
    use aji_rules::{Game, RuleSet, Size, testing};

    fn game(drawing: &str) -> Game {
        Game::from_position(testing::position(drawing), RuleSet::Chinese.into())
    }

    /// What Black plays, and whether a reason is among its reasons.
    fn check(drawing: &str, vertex: &str, reason: &str) {
        let game = game(drawing);
        let mut player = Patterns::default();
        let choice = player.choose(&Turn::of(&game), &mut Dice::new(1, 0)).unwrap();
        let size = game.position().size();
        let mv = size.parse_move(vertex).unwrap();
        assert_eq!(choice.action, Action::Play(mv), "{drawing}: {:?}", choice.candidates);
        assert!(choice.reasons.iter().any(|told| told == reason), "{:?}", choice.reasons);
    }

    #[test]
    fn sees_captures_and_dangers() {
        let open = "....... ....... ..X.... .XOX... ....... ....... .......";
        check(open, "C3", "captures 1 stone");
        let run = "......... ......... ..O...X.. ..OO..X.. .OXX..... ..OO..X.. ......X.. ......... .........";
        check(run, "E5", "saves 2 stones from atari");
    }

    #[test]
    fn opens_in_the_corner() {
        let game = Game::new(Size::NINETEEN, RuleSet::Chinese.into());
        let ranked = Patterns::default().rank(&Turn::of(&game));
        assert_eq!(ranked.len(), 361);
        assert!(ranked.is_sorted_by(|a, b| a.value >= b.value));
        assert_eq!(ranked[0].reasons[0], "takes the corner");
    }

    #[test]
    fn passes_on_a_finished_board() {
        let finished = ".X.XO.O XXXXOO. .X.XO.O XXXXOOO .X.XO.. XXXXOO. .X.XO.O";
        check(finished, "pass", "nothing is left to gain");
    }

    #[test]
    fn beats_one_who_plays_anywhere_and_games_end() {
        for (seed, mine) in [(1, Color::Black), (2, Color::White)] {
            let mut dice = Dice::new(seed, 0);
            let mut game = Game::new(Size::NINE, RuleSet::Chinese.into());
            while !game.is_over() {
                assert!(game.steps().len() < 300, "it does not end");
                let turn = Turn::of(&game);
                let choice = match turn.color() == mine {
                    true => Patterns::default().choose(&turn, &mut dice),
                    false => Random.choose(&turn, &mut dice),
                };
                let Action::Play(mv) = choice.unwrap().action else { panic!("nobody resigns") };
                game.play(mv).unwrap();
            }
            let outcome = game.outcome(&PointSet::EMPTY).unwrap();
            assert_eq!(outcome.winner(), Some(mine), "{outcome:?}");
        }
    }

    #[test]
    fn the_same_dice_give_the_same_choice() {
        let game = game("..... ..... ..... ..... .....");
        let choose = || Patterns::default().choose(&Turn::of(&game), &mut Dice::new(3, 0)).unwrap();
        assert_eq!(choose(), choose());
    }
}

//! Influence maps as judges of territory: how much influence makes a point somebody's.

use super::{Evaluation, Judge};
use crate::influence::potential::ELEVATION;
use crate::influence::{Influence, Kind};
use crate::judgement::{JudgeError, Question};
use aji_rules::{Field, Position};

impl Judge for Kind {
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, JudgeError> {
        Ok(Evaluation::of_owners(ownership(*self, question.position), question))
    }
}

/// How surely every point is Black's (1) or White's (-1): influence as a share of [`whole_point`], and not
/// more than all of it. Over the empty points that adds up to what is called potential territory. Dead
/// stones count like others, since an influence knows of none.
fn ownership(kind: Kind, position: &Position) -> Field<f64> {
    let whole = whole_point(kind);
    kind.field(position).map(|&value| f64::from((value / whole).clamp(-1.0, 1.0)))
}

/// The influence from which on a point is a whole point: what a lone stone has at three steps, as for
/// potential territory. Where erosion has left a stone nothing at three steps, all that is left counts.
fn whole_point(kind: Kind) -> f32 {
    match kind {
        Kind::Distance | Kind::DistanceNearest => ELEVATION,
        Kind::Cross | Kind::CrossAxes | Kind::CrossConnect | Kind::CrossGeometric => 4.0,
        Kind::Zobrist | Kind::BouzyArea => 2.0,
        Kind::BouzyTerritory | Kind::BouzyMoyo => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_rules::ruleset::Suicide;
    use aji_rules::{Move, Size};

    #[test]
    fn a_whole_point_is_a_lone_stones_at_three_steps() {
        let size = Size::NINETEEN;
        let [stone, near, far] = [9, 12, 18].map(|x| size.point(x, 9).unwrap());
        let mut position = Position::empty(size);
        position.play(Move::Place(stone), Suicide::Forbidden).unwrap();
        for kind in Kind::ALL {
            let there = kind.field(&position)[near];
            let is_eroded = matches!(kind, Kind::BouzyTerritory | Kind::BouzyMoyo);
            assert_eq!(whole_point(kind), if is_eroded { 1.0 } else { there }, "{kind}");
            let owned = ownership(kind, &position);
            assert_eq!((owned[stone], owned[far]), (1.0, 0.0), "{kind}");
        }
    }
}

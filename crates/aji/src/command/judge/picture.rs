//! A judgement as a picture.

use super::Judged;
use aji_draw::{Board, Mark};
use aji_judge::life::LifeStatus;
use aji_rules::Field;

/// Squares where points are owned, crosses on dead stones, triangles on weak ones, shades where there
/// is influence, and the verdict below.
pub fn board(judged: &Judged) -> Board<'_> {
    let judgement = &judged.judgement;
    let mut board = Board::of(judged.loaded.position())
        .last(judged.loaded.last_point())
        .ownership(&judgement.ownership)
        .caption(format!("{}\n{}", judgement.verdict(), legend(judged)));
    for group in &judgement.groups {
        let mark = match group.status() {
            LifeStatus::Alive | LifeStatus::Ko | LifeStatus::Seki => continue,
            LifeStatus::Unsettled => Mark::Triangle,
            LifeStatus::Dead => Mark::Cross,
        };
        for &stone in group.chains.iter().flat_map(|&chain| &judgement.chains[chain].stones) {
            board = board.mark(stone, mark.clone());
        }
    }
    for pair in &judgement.miai {
        let [one, other] = pair.points;
        board = board.link(one, other);
    }
    match &judged.influence {
        Some(influence) => board.shading(&shades(judged, &influence.field)),
        None => board,
    }
}

/// What the signs mean, as far as there are any.
fn legend(judged: &Judged) -> String {
    let judgement = &judged.judgement;
    let has = |status: LifeStatus| judgement.groups.iter().any(|group| group.status() == status);
    let signs = [
        (true, "squares are owned points"),
        (has(LifeStatus::Unsettled), "triangles weak stones"),
        (has(LifeStatus::Dead), "crosses dead stones"),
        (!judgement.miai.is_empty(), "dashes miai"),
        (judged.influence.is_some(), "shades influence"),
    ];
    let present = signs.into_iter().filter(|(is_there, _)| *is_there).map(|(_, sign)| sign);
    format!("({})", present.collect::<Vec<_>>().join(", "))
}

/// Some measures are strongest under the stones, where nobody sees it: there no more than elsewhere.
fn shades(judged: &Judged, influence: &Field<f32>) -> Field<f32> {
    let position = judged.loaded.position();
    let empty = influence.iter().filter(|&(point, _)| position.stone(point).is_none());
    let most = empty.fold(0.0, |most: f32, (_, value)| most.max(value.abs()));
    influence.map(|value| value.clamp(-most, most))
}

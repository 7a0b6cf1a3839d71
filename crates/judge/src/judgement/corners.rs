//! Groups that are enclosed in a corner: alive, dead, unsettled, in a ko or in seki.

use super::stones::JudgedChain;
use crate::life::corner::mesh::{CornerMesh, Room};
use crate::life::corner::{Found, Odds, find, first_moves};
use crate::life::{LifeStatus, Side};
use aji_rules::{Color, Point, Position};

/// A wall is believed in if all of its chains live with more than this.
const WALL_LIVES: f64 = 0.5;
/// So many moves are looked ahead for the vital point.
const PLIES: u32 = 3;

/// A group that is enclosed in a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedCorner {
    /// The group, its wall and what is inside.
    pub found: Found,
    /// How likely it is what.
    pub odds: Odds,
    /// How likely it lives with the side to move that there is.
    pub life: f64,
    /// Where its owner should play to live, and the other to kill, if it is open.
    pub vital: Option<Vital>,
}

/// Where to play first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vital {
    /// To live.
    pub to_live: Point,
    /// To kill.
    pub to_kill: Point,
}

impl JudgedCorner {
    /// Whose it is.
    pub fn color(&self) -> Color {
        self.found.color
    }

    /// What it is most likely.
    pub fn status(&self) -> LifeStatus {
        self.odds.likeliest()
    }
}

/// The enclosed groups whose walls are not as good as dead themselves.
pub(super) fn judged(
    position: &Position,
    chains: &[JudgedChain],
    network: &CornerMesh,
) -> Vec<JudgedCorner> {
    let mut room = Room::default();
    let lives = |stone: Point| {
        let chain = chains.iter().find(|chain| chain.stones.contains(&stone));
        chain.is_some_and(|chain| chain.life > WALL_LIVES)
    };
    let found = find(position).into_iter().filter(|found| found.wall.iter().all(lives));
    let judge = |found: Found| {
        let odds = network.judge(&found.corner, &mut room);
        let life = odds.life(position.to_play() == found.color);
        let is_open = matches!(odds.likeliest(), LifeStatus::Unsettled | LifeStatus::Ko);
        let vital = if is_open { vital(&found, network, &mut room) } else { None };
        JudgedCorner { found, odds, life, vital }
    };
    found.map(judge).collect()
}

fn vital(found: &Found, network: &CornerMesh, room: &mut Room) -> Option<Vital> {
    let mut best = |side: Side| {
        let mut evaluate = |corner: &crate::life::Corner, defender_moves: bool| {
            network.judge(corner, room).life(defender_moves)
        };
        let moves = first_moves(&found.corner, side, PLIES, &mut evaluate);
        found.point(moves.first()?.point)
    };
    Some(Vital { to_live: best(Side::Defender)?, to_kill: best(Side::Attacker)? })
}

//! The same work done by public crates, in the way that suits them best.

use aji_judge::Dice;
use aji_rules::{Move, Size};
use goban::rules::game::Game;
use goban::rules::{GobanSizes, IllegalRules, JAPANESE, Move as PeerMove, Rule};

/// Plays games.
pub const GOBAN: &str = "goban 0.20";
/// Parses SGF.
pub const SGF_PARSE: &str = "sgf-parse 4.2";

fn new_game(size: Size, illegal: IllegalRules) -> Game {
    let rule = Rule { flag_illegal: illegal, ..JAPANESE };
    Game::new(GobanSizes::Custom(size.height(), size.width()), rule)
}

/// Plays one random game that fills no own eyes; gives its length in turns.
pub fn random_game(size: Size, limit: u32, dice: &mut Dice) -> u64 {
    let mut game = new_game(size, IllegalRules::KO | IllegalRules::SUICIDE | IllegalRules::FILLEYE);
    let mut turns = 0;
    while !game.is_over() && turns < limit {
        // Drawing until one is legal is quicker for it than listing all legal moves.
        let mut points = game.pseudo_legals_vec();
        let mut mv = PeerMove::Pass;
        while !points.is_empty() {
            let point = points.swap_remove(dice.below(points.len() as u32) as usize);
            if game.check_point(point).is_none() {
                mv = point.into();
                break;
            }
        }
        game.play(mv);
        turns += 1;
    }
    u64::from(turns)
}

/// Replays moves, checking each; gives how many it took.
pub fn replay(size: Size, moves: &[Move]) -> u64 {
    let mut game = new_game(size, IllegalRules::KO | IllegalRules::SUICIDE);
    let play = |mv: &Move| {
        let theirs = match *mv {
            Move::Place(point) => {
                let (column, row) = size.xy(point);
                PeerMove::Play(row as u8, column as u8)
            }
            Move::Pass => PeerMove::Pass,
        };
        game.try_play(theirs).ok().map(|_| ())
    };
    moves.iter().map_while(play).count() as u64
}

/// Parses a record; gives how many game trees it found.
pub fn parse_sgf(text: &str) -> usize {
    sgf_parse::go::parse(text).map_or(0, |games| games.len())
}

//! Boards, random games, and reading of records.

use super::{Report, Row, memory, peer};
use crate::reading::{self, Trouble};
use aji_judge::Dice;
use aji_record::{Head, fingerprint, game_tree, sgf};
use aji_rules::fast::FastBoard;
use aji_rules::ruleset::Suicide;
use aji_rules::{Game, Move, Position, RuleSet, Size};
use anyhow::ensure;
use std::path::Path;
use std::time::Instant;

/// Any number will do, as long as it stays.
const SEED: u64 = 19;
/// Games in the fixed list of a measurement.
const GAMES: u64 = 100;

pub fn measure(report: &mut Report, games: Option<&Path>) -> anyhow::Result<()> {
    for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
        let row = random_games(size, report);
        report.rows.push(row);
    }
    let size = Size::NINETEEN;
    let games_of_moves: Vec<Vec<Move>> = (0..GAMES).map(|game| random_moves(size, game)).collect();
    for measure in [exact_board, superko_game, parse_sgf] {
        let row = measure(&games_of_moves, report);
        report.rows.push(row);
    }
    if let Some(path) = games {
        let row = read_and_replay(path, report)?;
        report.rows.push(row);
    }
    // People think of these by the second.
    report.rows.iter_mut().for_each(|row| row.seconds = None);
    Ok(())
}

/// A random game may go round in circles; others end long before this.
fn limit(size: Size) -> u32 {
    4 * size.area() as u32
}

fn random_games(size: Size, report: &mut Report) -> Row {
    let empty = FastBoard::new(size);
    let play = |game: u64, board: &mut FastBoard| {
        let mut dice = Dice::new(SEED, game);
        board.clone_from(&empty);
        board.play_out(limit(size), &mut |bound| dice.below(bound))
    };
    let mut board = empty.clone();
    let mut turns = 0;
    for game in 0..GAMES {
        let playout = play(game, &mut board);
        turns += playout.turns;
        report.digest.add(u64::from(playout.turns));
        for stone in board.stones().values() {
            report.digest.add(stone.map_or(0, |color| color as u64 + 1));
        }
    }
    let per_second = report.rate(|| {
        for game in 0..GAMES {
            std::hint::black_box(play(game, &mut board));
        }
        GAMES
    });
    let moves_per_second = per_second * f64::from(turns) / GAMES as f64;
    let mut game = 0;
    let peer_moves_per_second = report.rate(|| {
        game += 1;
        peer::random_game(size, limit(size), &mut Dice::new(SEED, game))
    });
    let theirs = peer_moves_per_second * per_second / moves_per_second;
    Row::new("random games", per_second, "games").on(size.width()).beside(peer::GOBAN, theirs)
}

fn random_moves(size: Size, game: u64) -> Vec<Move> {
    let mut dice = Dice::new(SEED, game);
    let mut board = FastBoard::new(size);
    let mut moves = Vec::new();
    while !board.is_over() && moves.len() < limit(size) as usize {
        moves.push(board.play_random(&mut |bound| dice.below(bound)));
    }
    moves
}

/// Plays lists of moves over and over; `play` gives how many of a list it took and a hash of the end.
fn replays(
    lists: &[Vec<Move>],
    report: &mut Report,
    mut play: impl FnMut(&[Move]) -> (u64, u64),
) -> f64 {
    for moves in lists {
        let (taken, hash) = play(moves);
        report.digest.add(taken);
        report.digest.add(hash);
    }
    report.rate(|| lists.iter().map(|moves| play(moves).0).sum())
}

fn exact_board(lists: &[Vec<Move>], report: &mut Report) -> Row {
    let size = Size::NINETEEN;
    let per_second = replays(lists, report, |moves| {
        let mut position = Position::empty(size);
        let taken =
            moves.iter().map_while(|&mv| position.play(mv, Suicide::Forbidden).ok()).count();
        (taken as u64, position.stones_hash())
    });
    let mut next = 0;
    let peer_per_second = report.rate(|| {
        next = (next + 1) % lists.len();
        peer::replay(size, &lists[next])
    });
    let row = Row::new("legal moves", per_second, "moves").on(size.width());
    row.beside(peer::GOBAN, peer_per_second)
}

fn superko_game(lists: &[Vec<Move>], report: &mut Report) -> Row {
    let size = Size::NINETEEN;
    let per_second = replays(lists, report, |moves| {
        let mut game = Game::new(size, RuleSet::TrompTaylor.into());
        let taken = moves.iter().map_while(|&mv| game.play(mv).ok()).count();
        (taken as u64, game.position().stones_hash())
    });
    Row::new("legal moves, superko", per_second, "moves").on(size.width())
}

fn parse_sgf(lists: &[Vec<Move>], report: &mut Report) -> Row {
    let size = Size::NINETEEN;
    let record = |moves: &Vec<Move>| {
        let mut game = Game::new(size, RuleSet::Japanese.into());
        // What follows an illegal move is left out.
        let _ = moves.iter().try_for_each(|&mv| game.play(mv));
        game_tree(&game, &Head::new(size)).write()
    };
    let texts: Vec<String> = lists.iter().map(record).collect();
    let bytes = texts.iter().map(|text| text.len() as u64).sum();
    let nodes = |text: &String| sgf::parse(text.clone()).map_or(0, |it| it.tree.nodes().count());
    texts.iter().for_each(|text| report.digest.add(nodes(text) as u64));
    let speed = |parse: &dyn Fn(&String) -> usize| {
        report.rate(|| {
            assert!(texts.iter().all(|text| parse(text) == 1), "every text is one game");
            bytes
        })
    };
    let ours = speed(&|text| usize::from(sgf::parse(text.clone()).is_ok()));
    let theirs = speed(&|text| peer::parse_sgf(text));
    Row::new("parse SGF", ours / 1e6, "MB").beside(peer::SGF_PARSE, theirs / 1e6)
}

fn read_and_replay(path: &Path, report: &mut Report) -> anyhow::Result<Row> {
    let threads = reading::threads();
    let start = Instant::now();
    let mut games = 0_u64;
    reading::for_each(
        [path.to_path_buf()],
        |record| {
            let replay = record.replay();
            (fingerprint(&replay.game), replay.moves)
        },
        |result, _| {
            match result {
                Ok((fingerprint, moves)) => {
                    games += 1;
                    report.digest.add(fingerprint);
                    report.digest.add(moves as u64);
                }
                Err(Trouble::Game(_)) => {}
                Err(Trouble::File(problem)) => return Err(problem.into()),
            }
            Ok(())
        },
    )?;
    ensure!(games > 0, "there are no games in {}", path.display());
    let per_second = games as f64 / start.elapsed().as_secs_f64();
    Ok(Row {
        threads,
        memory_mb: memory::peak_mb(),
        ..Row::new("read and replay records", per_second, "games")
    })
}

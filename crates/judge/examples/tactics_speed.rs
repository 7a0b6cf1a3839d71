//! scratch
#![allow(clippy::unwrap_used, missing_docs)]
use aji_judge::Dice;
use aji_judge::life::tactics::{attack, defend};
use aji_rules::ruleset::Suicide;
use aji_rules::{Move, Point, Position, Size};
fn main() {
    let size = Size::NINETEEN;
    let (mut reads, mut nodes, mut hard, mut over) = (0u64, 0u64, 0u64, 0u64);
    let start = std::time::Instant::now();
    let mut table = std::collections::BTreeMap::new(); let mut times = Vec::new();
    for game in 0..6 {
        let mut dice = Dice::new(5, game);
        let mut position = Position::empty(size);
        for turn in 0..230 {
            let legal: Vec<Point> = position.legal_points(Suicide::Forbidden).collect();
            position.play_unchecked(Move::Place(legal[dice.below(legal.len() as u32) as usize]));
            if turn % 60 == 59 {
                for chain in position.chains() {
                    for f in [attack as fn(&Position, Point) -> _, defend] {
                        let t = std::time::Instant::now();
                        let a: aji_judge::life::tactics::Answer = Option::unwrap(f(&position, chain.head()));
                        times.push(t.elapsed().as_micros());
                        reads += 1;
                        nodes += u64::from(a.nodes);
                        hard += u64::from(!a.is_complete);
                        over += u64::from(a.code.is_possible()); let e = table.entry((chain.liberty_count().min(6), a.code.number(), f == attack as fn(&Position, Point) -> _)).or_insert((0u64,0u64,0u64)); e.0+=1; e.1+=u64::from(a.nodes); e.2+=u64::from(!a.is_complete);
                    }
                }
            }
        }
    }
    for (k,v) in &table { println!("{k:?} {v:?}"); }
    times.sort_unstable();
    println!("{reads} reads {nodes} nodes {hard} incomplete {over} possible {:?}; median {} 90% {} 99% {} max {}", start.elapsed(), times[times.len()/2], times[times.len()*9/10], times[times.len()*99/100], times[times.len()-1]);
}

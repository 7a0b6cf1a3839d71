#![allow(missing_docs, clippy::unwrap_used)]
use aji_judge::life::arena::Arena;
use aji_judge::life::fight::Side;
use aji_judge::life::solver::Node;
use aji_judge::life::solver::search::*;
use aji_rules::*;
fn cpu() -> f64 { cpu_time::ThreadTime::now().as_duration().as_secs_f64() } #[allow(dead_code)] fn cpu2() -> f64 { let t = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); t.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let step: usize = args[2].parse().unwrap();
    let limit: u64 = args[3].parse().unwrap();
    let verbose = args.len() > 4;
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let mut search = Search::default();
    let (mut n, mut solved, mut wrong, mut w10, mut w1, mut total) = (0, 0, 0, 0, 0, 0u64);
    let mut nodes_all = vec![];
    let mut time_all = 0.0; 
    for line in text.lines().step_by(step) {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let size = Size::square(19).unwrap();
        let pts = |v: &serde_json::Value| -> PointSet {
            v.as_array().unwrap().iter().map(|t| {
                let b = t.as_str().unwrap().as_bytes();
                size.point((b[0] - b'a') as usize, (b[1] - b'a') as usize).unwrap()
            }).collect()
        };
        let (black, white, area) = (pts(&v["black"]), pts(&v["white"]), pts(&v["play_area"]));
        let mut stones = Field::filled(size, None);
        for p in black.iter() { stones[p] = Some(Color::Black); }
        for p in white.iter() { stones[p] = Some(Color::White); }
        let position = Position::try_from(Setup::with_stones(stones)).unwrap();
        let mut target = PointSet::EMPTY;
        for c in v["target"].as_array().unwrap() { target |= pts(c); }
        let mut region = area | white;
        for chain in position.chains().filter(|c| c.color() == Color::Black) {
            if chain.liberties().is_subset(&area) {
                region.extend(chain.stones());
            }
        }
        let (arena, st) = Arena::new(&position, &region, Color::White).unwrap();
        let target = arena.bits(&target);
        let start = cpu();
        let (mut all_ok, mut is_wrong) = (true, false);
        let mut nodes = 0;
        for (key, first) in [("defender_first", Side::Defender), ("attacker_first", Side::Attacker)] {
            if v[key].is_null() { continue; }
            let want = v[key]["verdict"].as_str().unwrap();
            let mut ask = |ko_master| {
                search.clear();
                let node = Node { stones: st, target, ban: 0, threats: if ko_master == Side::Attacker { ENDLESS } else { 5 }, to_move: first };
                let place = Place { arena: &arena, question: Question { goal: Goal::Capture, ko_master } };
                let r = search.forces(&place, &node, limit);
                nodes += search.nodes();
                if std::env::var("DUMP").is_ok() { search.dump(&place, 1 + (search.nodes() / 2000) as u32); }
                if std::env::var("SAMPLE").is_ok() { search.sample(&place, std::env::var("SAMPLE").unwrap() == "c", if std::env::var("DEF").is_ok() { Side::Defender } else { Side::Attacker }); }
                r
            };
            let got = if first == Side::Defender {
                match ask(Side::Attacker) {
                    Ok(false) => "lives",
                    Ok(true) => match ask(Side::Defender) { Ok(true) => "dies", Ok(false) => "ko", _ => "?" },
                    _ => "?",
                }
            } else {
                match ask(Side::Defender) {
                    Ok(true) => "dies",
                    Ok(false) => match ask(Side::Attacker) { Ok(true) => "ko", Ok(false) => "lives", _ => "?" },
                    _ => "?",
                }
            };
            if got == "?" { all_ok = false; } else if got != want {
                is_wrong = true;
                println!("{} {key} want {} got {got}", v["id"], v[key]["result"]);
            }
        }
        let t = cpu() - start;
        n += 1;
        if all_ok { solved += 1; if t < 0.01 { w10 += 1 } if t < 1.0 { w1 += 1 } }
        if is_wrong { wrong += 1 }
        nodes_all.push(nodes);
        time_all += t;
        total += nodes;
        if verbose { println!("{} {} {:.2}ms {}", v["id"], nodes, t * 1e3, all_ok); }
    }
    nodes_all.sort();
    let q = |f: f64| nodes_all[((n as f64 * f) as usize).min(nodes_all.len() - 1)];
    println!("{n} solved {solved} wrong {wrong} 10ms {:.2}% 1s {:.2}% nodes q50 {} q90 {} q95 {} q99 {} Mn/s {:.2} total {:.1}s", 100.0 * w10 as f64 / n as f64, 100.0 * w1 as f64 / n as f64, q(0.5), q(0.9), q(0.95), q(0.99), total as f64 / 1e6 / time_all, time_all);
}

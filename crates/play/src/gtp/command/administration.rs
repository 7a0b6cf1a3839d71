//! Who is there, and what is known.

use super::{Table, all, done, good};

pub const TABLE: Table = &[
    ("protocol_version", |_, _| good("2")),
    ("name", |engine, _| good(engine.settings.name.clone())),
    ("version", |_, _| good(env!("CARGO_PKG_VERSION"))),
    ("known_command", |_, arguments| {
        let asked = arguments.word(0).unwrap_or_default();
        good(all().any(|(name, _)| name == asked).to_string())
    }),
    ("list_commands", |_, _| good(names())),
    ("help", |_, _| good(names())),
    ("quit", |engine, _| {
        engine.quit();
        done()
    }),
    ("echo", |_, arguments| good(arguments.words().join(" "))),
    ("cputime", |_, _| good(cpu_seconds())),
    ("gomill-cpu_time", |_, _| good(cpu_seconds())),
    ("gomill-describe_engine", |engine, _| {
        let settings = &engine.settings;
        good(format!(
            "{} {}: a judge of positions, on an ordinary CPU\nplayer {}, seed {}",
            settings.name,
            env!("CARGO_PKG_VERSION"),
            settings.player,
            settings.seed
        ))
    }),
    ("get_random_seed", |engine, _| good(engine.settings.seed.to_string())),
    ("set_random_seed", |engine, arguments| {
        engine.settings.seed = arguments.parse(0)?;
        done()
    }),
    ("clear_cache", |engine, _| {
        engine.forget();
        done()
    }),
];

fn names() -> String {
    let mut names: Vec<&str> = all().map(|(name, _)| name).collect();
    names.sort_unstable();
    names.join("\n")
}

/// What this process has taken of the CPU.
fn cpu_seconds() -> String {
    format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64())
}

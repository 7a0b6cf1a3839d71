//! How much memory this process has, where the system tells.

use std::fs;

/// The most memory that it ever had.
pub fn peak_mb() -> Option<f64> {
    megabytes("VmHWM:")
}

/// The memory that it has now.
pub fn now_mb() -> Option<f64> {
    megabytes("VmRSS:")
}

/// By how much the peak of memory rises while this is done. The peak before counts too, so ask this
/// before other work has raised it.
pub fn growth_mb<T>(work: impl FnOnce() -> T) -> (Option<f64>, T) {
    let before = now_mb();
    let done = work();
    (before.zip(peak_mb()).map(|(before, after)| after - before), done)
}

fn megabytes(entry: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(entry))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

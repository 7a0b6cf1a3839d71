//! Progress bars for people: on a terminal only, gone when the work is done.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A progress bar that lets sentences by. It goes away when it is dropped.
pub struct Bar(ProgressBar);

impl Bar {
    /// Of bytes to be read, as many as are known.
    pub fn bytes(total: Option<u64>) -> Bar {
        let bar = match total {
            Some(bytes) => ProgressBar::new(bytes),
            None => ProgressBar::no_length(),
        };
        Bar::shown(bar, "{wide_bar} {bytes} of {total_bytes}, {eta} left")
    }

    /// Of so many things to be done, named in the plural.
    pub fn things(total: usize, name: &str) -> Bar {
        let template = format!("{{msg}}{{wide_bar}} {{pos}} of {{len}} {name}, {{eta}} left");
        Bar::shown(ProgressBar::new(total as u64), &template)
    }

    fn shown(bar: ProgressBar, template: &str) -> Bar {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    /// So much was done before, which tells nothing of how long the rest takes.
    pub fn beginning_at(self, done: usize) -> Bar {
        self.0.set_position(done as u64);
        self.0.reset_eta();
        self
    }

    /// Whether nobody sees it.
    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Tells something in front of the bar, until it tells something else.
    pub fn tell(&self, words: &str) {
        self.0.set_message(format!("{words} "));
    }

    /// So much is done.
    pub fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// One more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Does something with the bar out of the way.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.suspend(work)
    }

    /// Prints a line for people above the bar.
    pub fn say(&self, sentence: &str) {
        self.0.suspend(|| crate::complain(sentence));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

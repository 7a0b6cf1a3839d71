//! Training, whatever the model: a [`Trainer`] takes one step after the other, and this module runs it,
//! writes its checkpoints and resumes from them. The same seed gives the same model, interrupted or not, on
//! any number of threads.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::time::Duration;

/// What is particular to the training of one model.
pub trait Trainer {
    /// What can be chosen about the training.
    type Settings: Debug;
    /// What a checkpoint keeps.
    type State: DeserializeOwned;
    /// What comes of it.
    type Model;
    /// What its steps are called, in the plural.
    const STEPS: &'static str = "steps";
    /// How often a checkpoint is worth its time.
    const CHECKPOINT_EVERY: Duration = Duration::from_secs(20);

    /// How it trains; a checkpoint of other settings is refused.
    fn settings(&self) -> &Self::Settings;

    /// What [`Trainer::restore`] needs to continue from here.
    fn state(&self) -> impl Serialize;

    /// Continues from a state; `None` if it does not fit this model.
    fn restore(&mut self, state: Self::State) -> Option<()>;

    /// Takes one step.
    fn step(&mut self);

    /// Steps done and steps to do in the part of the training at hand.
    fn progress(&self) -> (usize, usize);

    /// Whether there is nothing more to do.
    fn is_done(&self) -> bool {
        let (done, total) = self.progress();
        done >= total
    }

    /// A sentence about how it goes.
    fn report(&self) -> String;

    /// The same in a few words for a progress bar, where the sentences are spared then.
    fn live_report(&self) -> Option<String> {
        None
    }

    /// The model as far as it is trained; `None` if there is none yet.
    fn model(&self) -> Option<Self::Model>;

    /// Takes all steps, and gives the model.
    fn trained(mut self) -> Option<Self::Model>
    where
        Self: Sized,
    {
        while !self.is_done() {
            self.step();
        }
        self.model()
    }
}

/// Why a checkpoint cannot be resumed from.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// Not a checkpoint, or of another version.
    #[error("the checkpoint cannot be read ({0}); begin anew without --resume")]
    Unreadable(#[from] serde_json::Error),
    /// Of another training.
    #[error("the checkpoint is of a run with other settings or data ({found}); this is {wanted}")]
    OtherRun {
        /// The settings and data of the checkpoint.
        found: String,
        /// The settings and data of this training.
        wanted: String,
    },
    /// Its weights are not this model's.
    #[error("the checkpoint does not fit this version of the model; begin anew without --resume")]
    OtherModel,
}

#[derive(Serialize, Deserialize)]
struct Checkpoint<S> {
    /// The settings and data in words.
    identity: String,
    state: S,
}

/// Tells a training on these data from others.
fn identity<T: Trainer>(trainer: &T, data: &str) -> String {
    format!("{:?}, data {data}", trainer.settings())
}

/// The text of a checkpoint. `data` names what is learned from: its fingerprint, say.
pub fn checkpoint<T: Trainer>(trainer: &T, data: &str) -> Result<String, serde_json::Error> {
    let (identity, state) = (identity(trainer, data), trainer.state());
    serde_json::to_string(&Checkpoint { identity, state })
}

/// Continues from the text of a checkpoint with a trainer that has taken no step yet.
pub fn resume<T: Trainer>(mut trainer: T, data: &str, checkpoint: &str) -> Result<T, ResumeError> {
    let Checkpoint { identity: found, state } = serde_json::from_str(checkpoint)?;
    let wanted = identity(&trainer, data);
    if found != wanted {
        return Err(ResumeError::OtherRun { found, wanted });
    }
    trainer.restore(state).ok_or(ResumeError::OtherModel)?;
    Ok(trainer)
}

/// Trains to the end, for at most `stop_after` steps, or until somebody interrupts it, which is looked at
/// after every step. Then `watch` is told whether that was the last one.
pub fn run<T: Trainer, E>(
    trainer: &mut T,
    stop_after: Option<u64>,
    is_interrupted: impl Fn() -> bool,
    mut watch: impl FnMut(&T, bool) -> Result<(), E>,
) -> Result<(), E> {
    let mut left = stop_after.unwrap_or(u64::MAX);
    while !trainer.is_done() && left > 0 {
        trainer.step();
        left -= 1;
        let is_last = trainer.is_done() || left == 0 || is_interrupted();
        watch(trainer, is_last)?;
        if is_last {
            break;
        }
    }
    Ok(())
}

//! Messages on standard error, printed at once or buffered.
//!
//! Several sources are compiled at the same time. Messages about a source are buffered until all messages about
//! earlier sources are printed.

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// A destination of messages. Failing to write a message is ignored, because it could not be reported either.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    kept: Option<Arc<Mutex<String>>>,
}

impl Messages {
    /// Messages that are buffered until [`Messages::release`].
    pub fn kept() -> Self {
        Self { kept: Some(Arc::default()) }
    }

    /// Whether messages are buffered.
    pub fn are_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Prints a text without a newline.
    pub fn say(&self, text: impl Display) {
        match &self.kept {
            Some(kept) => {
                // A panic leaves the buffer intact.
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = write!(kept, "{text}");
            }
            None => drop(write!(std::io::stderr().lock(), "{text}")),
        }
    }

    /// Prints a line.
    pub fn line(&self, text: impl Display) {
        self.say(format_args!("{text}\n"));
    }

    /// Writes the buffer to standard error.
    pub fn release(&self) {
        if let Some(kept) = &self.kept {
            let text = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
            Self::default().say(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Messages;

    #[test]
    fn kept_messages_stay_in_order() {
        let messages = Messages::kept();
        messages.say("a");
        messages.clone().line("b");
        assert_eq!(*messages.kept.as_ref().unwrap().lock().unwrap(), "ab\n");
    }
}

//! Messages go to standard error, at once or in turn.
//!
//! Several sources are compiled at the same time. Messages about a source are buffered until all messages about
//! earlier sources are printed.

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// A place for messages. Nobody is left to hear of it when they cannot be written, so that is no error.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    kept: Option<Arc<Mutex<String>>>,
}

impl Messages {
    /// Messages that are kept until [`Messages::release`].
    pub fn kept() -> Self {
        Self { kept: Some(Arc::default()) }
    }

    /// Whether messages are kept.
    pub fn are_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Says something as it is.
    pub fn say(&self, text: impl Display) {
        match &self.kept {
            Some(kept) => {
                // A panic in between leaves no text half done.
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = write!(kept, "{text}");
            }
            None => drop(write!(std::io::stderr().lock(), "{text}")),
        }
    }

    /// Says a line.
    pub fn line(&self, text: impl Display) {
        self.say(format_args!("{text}\n"));
    }

    /// Writes what was kept to standard error.
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

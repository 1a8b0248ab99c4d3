//! The runtime's events, as one stream.
//!
//! ```text
//! core, backends ──► record ──► a list for each thread ──► Listener ──┬─ chrome   SCYTHE_TRACE=run.json
//!                    (stream)                              (report)   ├─ summary  SCYTHE_TRACE=summary
//!                                                                     └─ tests
//! ```
//!
//! Without a listener, a command costs one load of a static variable ([`is_on`]), when it is made; everything
//! else checks whether the command has a [`Traced`]. With one, each thread writes to a list of its own. A
//! thread of this module passes the lists to the listeners a few times a second, or the thread itself does
//! when its list is full, so memory stays bounded and threads do not contend. Events of different threads
//! reach listeners in no order; related events have the same [`CommandId`].

mod chrome;
mod command;
mod event;
mod json;
mod lanes;
mod memory;
mod output;
mod report;
mod stream;

pub use command::Traced;
pub use event::{
    Because, CommandId, Ended, Event, Heard, Kind, Launch, Moved, Outcome, Pool, Step, Submitted,
    What,
};
pub use memory::changed as memory_changed;
pub use stream::{Listener, Listening, StreamLock, drain, is_on, listen, record};

use std::sync::Once;

use crate::core::exit;
use crate::{fork, settings};

/// Starts recording if `SCYTHE_TRACE` requests it. Called before the first command can be made.
pub fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let Some(wanted) = settings::trace() else { return };
        if let Some(report) = report::Report::open(wanted) {
            fork::watch();
            // `exit` calls the first registered function last: all commands that the program waits for are
            // done by then.
            exit::call_at_exit(end);
            listen(Box::new(report)).forever();
        }
    });
}

extern "C" fn end() {
    stream::end();
}

//! A device that only records.

use std::sync::{Arc, Mutex, MutexGuard};

use scythe::RtError;
use scythe::backend::info::DeviceInfo;
use scythe::backend::{AllBefore, Device, IndexSpace};
use scythe::core::command::Command;
use scythe::core::work::{Arguments, Work};

/// Collects the commands that become ready, in order, until the test completes them.
#[derive(Default)]
pub struct Recorder {
    ready: Mutex<Vec<Arc<Command>>>,
    info: DeviceInfo,
}

impl Device for Recorder {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }
    fn prepare(
        &self,
        _: &'static scythe_image::Kernel,
        _: Arguments,
        _: IndexSpace,
    ) -> Result<Work, RtError> {
        Ok(Work::Empty)
    }
    fn enqueue(&self, command: Arc<Command>, _: AllBefore) {
        self.ready().push(command);
    }
    fn help(&self, _: &Arc<Command>) -> bool {
        false
    }
}

impl Recorder {
    pub fn new() -> &'static Self {
        Box::leak(Box::default())
    }

    /// The commands that are ready.
    pub fn ready(&self) -> MutexGuard<'_, Vec<Arc<Command>>> {
        self.ready.lock().expect("no test panics with the lock")
    }

    /// Completes the first command that `is_meant`, as a device would; enqueues the command that is returned
    /// to run at once.
    pub fn end_first(&self, result: Result<(), RtError>, is_meant: impl Fn(&Arc<Command>) -> bool) {
        let mut ready = self.ready();
        let place = ready.iter().position(is_meant).expect("a device only ends what it was given");
        let command = ready.remove(place);
        drop(ready);
        if let Some(next) = command.complete(result) {
            self.enqueue(next, AllBefore::new());
        }
    }
}

//! Launches of kernels on the CPU.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use scythe_image::{Kernel, ScheduleInfo};

use super::address_space::in_kernel;
use super::kernel::CompiledVariant;
use super::stack;
use crate::backend::IndexSpace;
use crate::check::{self, host, work_item};
use crate::core::error::RtError;
use crate::core::work::{Arguments, DeviceWork, Work};
use crate::trace;

/// The work that is worth an additional thread that is awake.
pub const JOIN_NANOSECONDS: f64 = 5000.0;
/// Kernels of unknown speed run on one thread if they have no more work-items than this.
const FEW_ITEMS: f64 = 16384.0;

/// A kernel launch, ready to run. Its units are work-groups.
pub struct Launch {
    /// The variant of the kernel.
    pub variant: &'static CompiledVariant,
    /// Its arguments.
    pub arguments: Arguments,
    /// The index space.
    pub info: ScheduleInfo,
    /// The number of work-groups.
    pub groups: u64,
    /// Bytes of its variables on the stack, if they are many.
    pub stack: usize,
    /// Its number in checked programs.
    pub checked: Checked,
}

/// The number of a launch in a checked program. Each repetition of a launch has a new one.
#[derive(Debug, Default)]
pub struct Checked(Mutex<(u64, u64)>);

impl Checked {
    /// The number, for one run of all `groups` work-groups.
    fn stamp(&self, groups: u64, kernel: &'static Kernel) -> u64 {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.1 == 0 || state.0 == groups {
            *state = (0, work_item::new_stamp(kernel));
        }
        state.1
    }

    /// Counts work-groups that have run.
    fn did(&self, part: u64, groups: u64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += part;
        if state.0 == groups {
            host::launch_ends(state.1);
        }
    }
}

// SAFETY: the submitter promised that the pointers in the arguments stay valid and that the command may use
// them on any thread until it is complete; the constants of `info` are part of `arguments`.
unsafe impl Send for Launch {}
// SAFETY: running work-groups only reads the launch itself.
unsafe impl Sync for Launch {}

impl DeviceWork for Launch {
    fn arguments(&self) -> Option<&[u8]> {
        Some(self.arguments.bytes())
    }

    fn writes_elsewhere(&self) -> bool {
        self.variant.writes_elsewhere
    }

    fn launch(&self) -> Option<trace::Launch> {
        let info = &self.info;
        let dims = info.work_dim as usize;
        // SYCL's last dimension is the first one of native code.
        let reorder = |sizes: [u64; 3], rest: usize| -> [usize; 3] {
            std::array::from_fn(|d| if d < dims { sizes[dims - 1 - d] as usize } else { rest })
        };
        let (global, local) = (reorder(info.global_size, 1), reorder(info.local_size, 1));
        let space = IndexSpace {
            dims: info.work_dim,
            global,
            local: Some(local),
            offset: reorder(info.global_offset, 0),
            local_memory: 0,
            hierarchical: false,
            together: false,
        };
        Some(trace::Launch {
            kernel: self.variant.kernel(),
            dims: info.work_dim,
            global: global.map(|size| size as u64),
            local: Some(local.map(|size| size as u64)),
            specialization: self.variant.why(&space, local, self.arguments.bytes()),
        })
    }

    fn units(&self) -> u64 {
        self.groups
    }

    fn parts(&self) -> u64 {
        match self.nanoseconds() {
            Some(time) => ((time / JOIN_NANOSECONDS) as u64).clamp(1, self.groups),
            None if self.items() < FEW_ITEMS => 1,
            None => self.groups,
        }
    }

    unsafe fn run(&self, units: Range<u64>) -> Result<(), RtError> {
        let share = (units.end - units.start) as f64 / self.groups as f64;
        let started = Instant::now();
        // SAFETY: by this function's contract.
        let result = unsafe { Launch::run(self, units) };
        let items = (self.items() * share).max(1.0);
        self.variant.speed.learn(started.elapsed().as_nanos() as f64 / items);
        result
    }

    unsafe fn run_untimed(&self, units: Range<u64>) -> Result<(), RtError> {
        // SAFETY: by this function's contract.
        unsafe { Launch::run(self, units) }
    }
}

impl Launch {
    /// The launch that some work is, if it is one.
    pub fn of(work: &Work) -> Option<&Self> {
        match work {
            Work::Device(work) => work.downcast_ref(),
            _ => None,
        }
    }

    /// Runs some work-groups.
    ///
    /// # Errors
    /// When there is no memory for the kernel's variables.
    ///
    /// # Safety
    /// The memory that the kernel uses is valid, accesses to it follow the command graph, and no work-group
    /// is run twice.
    pub unsafe fn run(&self, groups: Range<u64>) -> Result<(), RtError> {
        let (arguments, info) = (self.arguments.start(), &raw const self.info);
        let checked = check::is_on();
        if checked {
            let stamp = self.checked.stamp(self.groups, self.variant.kernel());
            work_item::begin_span(self.variant.kernel(), stamp);
        }
        // SAFETY: by this function's contract.
        let run = || unsafe { (self.variant.entry)(arguments, info, groups.start, groups.end) };
        // Functions that it calls may run out of memory.
        let caught = || catch_unwind(AssertUnwindSafe(|| in_kernel(run)));
        let result = stack::run(self.stack, caught)
            .and_then(|ended| ended.map_err(|panic| RtError::from_panic(&*panic)));
        if checked {
            work_item::end_span();
            self.checked.did(groups.end - groups.start, self.groups);
        }
        result
    }

    /// The time that it takes one thread, if the kernel's speed is known.
    pub fn nanoseconds(&self) -> Option<f64> {
        self.variant.speed.nanoseconds().map(|each| each * self.items())
    }

    /// The number of work-items.
    pub fn items(&self) -> f64 {
        self.info.global_size.iter().map(|&size| size as f64).product()
    }
}

//! The CPU: kernels are functions of the program, run by a pool of threads.

mod address_space;
mod arena;
mod facts;
mod features;
mod kernel;
mod launch;
pub mod pool;
mod shape;
mod stack;
pub mod standard_output;
mod together;

use std::sync::Arc;

use scythe_image::{DeviceGlobal, Kernel, ScheduleInfo};

use super::info::DeviceInfo;
use super::{AllBefore, Device, IndexSpace, Named, record_text, requirements};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::work::{Arguments, Work};
use crate::settings;

pub use address_space::AddressSpace;
pub use arena::{local_memory, scratch};
pub(super) use kernel::Chosen;
use launch::Launch;
use pool::Pool;
use together::Together;
pub use together::{is_awaited, wait_for_groups};

/// The device.
pub struct CpuDevice {
    info: DeviceInfo,
    pool: Pool,
}

impl CpuDevice {
    /// Opens the device. Threads start with the first command.
    #[must_use]
    pub fn open() -> Self {
        crate::fork::watch();
        let threads = settings::threads();
        Self { info: facts::info(threads), pool: Pool::new(threads) }
    }
}

impl Device for CpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn check_kernel(&self, kernel: &'static Kernel) -> Result<(), RtError> {
        kernel::choose(kernel)?;
        requirements::check_device(kernel, &self.info)
    }

    fn prepare(
        &self,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: IndexSpace,
    ) -> Result<Work, RtError> {
        let chosen = kernel::choose(kernel)?;
        requirements::check_local_memory(&self.info, space.local_memory)?;
        // Dimension 0 of native code is the contiguous one: the last of SYCL's.
        let dims = space.dims as usize;
        let reorder = |sizes: [usize; 3], rest: u64| -> [u64; 3] {
            std::array::from_fn(|d| if d < dims { sizes[dims - 1 - d] as u64 } else { rest })
        };
        let global = reorder(space.global, 1);
        let asked = requirements::work_group_size(kernel, &self.info, &space)?;
        let variant = chosen.variant(&space, asked, arguments.bytes());
        let local = match asked {
            Some(local) => {
                requirements::check_work_group(&self.info, dims, space.global, local)?;
                reorder(local, 1)
            }
            None => {
                let innermost = shape::innermost(kernel.shape, global);
                let speed = variant.speed.nanoseconds();
                shape::choose(global, innermost, self.pool.threads(), speed)
            }
        };
        if requirements::work_items(dims, space.global)? == 0 {
            return Ok(Work::Empty);
        }
        let groups = (0..3).map(|d| global[d].div_ceil(local[d])).product();
        let constants = arguments.constants.list();
        let launch = Launch {
            variant,
            arguments,
            info: ScheduleInfo {
                global_size: global,
                global_offset: reorder(space.offset, 0),
                local_size: local,
                slice: 0,
                total_slices: 1,
                work_dim: space.dims,
                local_memory: space.local_memory as u64,
                constants,
            },
            groups,
            stack: stack::bytes(variant.stack_kib, Named(kernel))?,
            checked: launch::Checked::default(),
        };
        // A single work-group needs no thread of its own.
        Ok(Work::Device(match space.together && groups > 1 {
            true => Box::new(Together(launch)),
            false => Box::new(launch),
        }))
    }

    fn groups_together(
        &self,
        kernel: &'static Kernel,
        items: u64,
        local_memory: usize,
    ) -> Result<u64, RtError> {
        self.check_kernel(kernel)?;
        let fits = items <= self.info.max_work_group_size
            && requirements::check_local_memory(&self.info, local_memory).is_ok();
        Ok(if fits { self.pool.threads() as u64 } else { 0 })
    }

    fn replays(&self) -> bool {
        true
    }

    fn enqueue(&self, command: Arc<Command>, _: AllBefore) {
        self.pool.push(command);
    }

    fn help(&self, awaited: &Arc<Command>) -> bool {
        self.pool.help(awaited)
    }

    fn free_memory(&self) -> Option<u64> {
        facts::free_memory()
    }

    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        if global.cpu.is_null() {
            let name = record_text(global.name);
            let message =
                format!("no code for the CPU in this program contains device_global {name}");
            return Err(RtError::new(Errc::KernelNotSupported, message));
        }
        Ok(global.cpu)
    }
}

//! Copies and fills.

use opencl_sys::{cl_command_queue, cl_event};

use super::jobs::Staging;
use super::memory::DeviceMemory;
use super::{Inner, jobs};
use crate::core::error::{Errc, RtError};
use crate::core::work::{Rows, Work};

/// Patterns that a driver does not take are repeated on the host up to this many bytes, which are copied
/// again and again.
const STAGING: usize = 1 << 20;

/// Hands a copy or a fill to the driver, which reads `staging` until it is done.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// The memory is valid until the command is done, and `queue` is a queue of the device.
pub unsafe fn enqueue(
    device: &Inner,
    queue: cl_command_queue,
    work: &Work,
    staging: &mut Option<Staging>,
) -> Result<cl_event, RtError> {
    let memory = &device.memory;
    // SAFETY: by this function's contract; boxes are cut into rows that lie inside them.
    unsafe {
        match work {
            Work::Copy { to, from, bytes } => memory.copy(queue, *to, *from, *bytes, false),
            Work::Fill { to, pattern, count } => {
                let mut events = Vec::new();
                fill_row(device, queue, *to, pattern, *count, staging, &mut events)?;
                one(device, queue, &events)
            }
            Work::CopyRows { to, from, size, to_pitch, from_pitch } => {
                let mut events = Vec::new();
                for (slice, row) in rows(*size) {
                    let to = to.add(slice * to_pitch[1] + row * to_pitch[0]);
                    let from = from.add(slice * from_pitch[1] + row * from_pitch[0]);
                    events.push(memory.copy(queue, to, from, size.row, false)?);
                }
                one(device, queue, &events)
            }
            Work::FillRows { to, pattern, size, pitch } => {
                let mut events = Vec::new();
                for (slice, row) in rows(*size) {
                    let to = to.add(slice * pitch[1] + row * pitch[0]);
                    fill_row(device, queue, to, pattern, size.row, staging, &mut events)?;
                }
                one(device, queue, &events)
            }
            Work::Empty | Work::Kernel(_) | Work::Device(_) | Work::Host(_) => {
                Err(RtError::new(Errc::BackendMismatch, "the command is another device's"))
            }
        }
    }
}

fn rows(size: Rows) -> impl Iterator<Item = (usize, usize)> {
    (0..size.slices).flat_map(move |slice| (0..size.rows).map(move |row| (slice, row)))
}

/// One event for all.
fn one(device: &Inner, queue: cl_command_queue, events: &[cl_event]) -> Result<cl_event, RtError> {
    match events {
        [only] => Ok(*only),
        all => jobs::join(device, queue, all),
    }
}

/// # Safety
/// As for [`enqueue`].
unsafe fn fill_row(
    device: &Inner,
    queue: cl_command_queue,
    to: *mut u8,
    pattern: &[u8],
    count: usize,
    staging: &mut Option<Staging>,
    events: &mut Vec<cl_event>,
) -> Result<(), RtError> {
    let memory = &device.memory;
    if DeviceMemory::can_fill(to, pattern.len()) {
        // SAFETY: by this function's contract.
        events.push(unsafe { memory.fill(queue, to, pattern, count) }?);
        return Ok(());
    }
    let repeats = (STAGING / pattern.len()).clamp(1, count);
    let staged = staging.get_or_insert_with(|| pattern.repeat(repeats).into());
    let total = pattern.len() * count;
    let mut done = 0;
    while done < total {
        let bytes = staged.len().min(total - done);
        // SAFETY: by this function's contract; the part lies inside.
        events.push(unsafe { memory.copy(queue, to.add(done), staged.as_ptr(), bytes, false) }?);
        done += bytes;
    }
    Ok(())
}

//! Copies and fills.

use opencl_sys::cl_event;

use super::Inner;
use super::completion::Staging;
use super::memory::DeviceMemory;
use super::submission::{Submission, join};
use crate::core::error::{Errc, RtError};
use crate::core::work::{Rows, Work};

/// Patterns of sizes that a driver does not support are repeated on the host up to this many bytes, which are
/// then copied repeatedly.
const STAGING: usize = 1 << 20;

/// Enqueues a copy or a fill in the driver, which reads `staging` until it is done.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// The memory is valid until the command is done, and the queue belongs to the device.
pub unsafe fn enqueue(
    device: &Inner,
    at: Submission<'_>,
    work: &Work,
    staging: &mut Option<Staging>,
) -> Result<cl_event, RtError> {
    let memory = &device.memory;
    // SAFETY: by this function's contract; boxes are split into rows that lie inside them.
    unsafe {
        match work {
            Work::Copy { to, from, bytes } => memory.copy(at, *to, *from, *bytes, false),
            Work::Fill { to, pattern, count } => {
                let mut events = Vec::new();
                fill_row(device, at, *to, pattern, *count, staging, &mut events)?;
                join(device, at.queue, &events)
            }
            Work::CopyRows { to, from, size, to_pitch, from_pitch } => {
                let mut events = Vec::new();
                for (slice, row) in rows(*size) {
                    let to = to.add(slice * to_pitch[1] + row * to_pitch[0]);
                    let from = from.add(slice * from_pitch[1] + row * from_pitch[0]);
                    events.push(memory.copy(at, to, from, size.row, false)?);
                }
                join(device, at.queue, &events)
            }
            Work::FillRows { to, pattern, size, pitch } => {
                let mut events = Vec::new();
                for (slice, row) in rows(*size) {
                    let to = to.add(slice * pitch[1] + row * pitch[0]);
                    fill_row(device, at, to, pattern, size.row, staging, &mut events)?;
                }
                join(device, at.queue, &events)
            }
            Work::Hint(hint) => memory.hint(device, at, *hint),
            Work::Empty
            | Work::Device(_)
            | Work::Launched { .. }
            | Work::Host(_)
            | Work::Replay(_) => {
                Err(RtError::new(Errc::BackendMismatch, "the command belongs to another device"))
            }
        }
    }
}

fn rows(size: Rows) -> impl Iterator<Item = (usize, usize)> {
    (0..size.slices).flat_map(move |slice| (0..size.rows).map(move |row| (slice, row)))
}

/// # Safety
/// As for [`enqueue`].
unsafe fn fill_row(
    device: &Inner,
    at: Submission<'_>,
    to: *mut u8,
    pattern: &[u8],
    count: usize,
    staging: &mut Option<Staging>,
    events: &mut Vec<cl_event>,
) -> Result<(), RtError> {
    let memory = &device.memory;
    if DeviceMemory::can_fill(to, pattern.len()) {
        // SAFETY: by this function's contract.
        events.push(unsafe { memory.fill(at, to, pattern, count) }?);
        return Ok(());
    }
    let repeats = (STAGING / pattern.len()).clamp(1, count);
    let staged = staging.get_or_insert_with(|| pattern.repeat(repeats).into());
    let total = pattern.len() * count;
    let mut done = 0;
    while done < total {
        let bytes = staged.len().min(total - done);
        // SAFETY: by this function's contract; the part lies inside.
        events.push(unsafe { memory.copy(at, to.add(done), staged.as_ptr(), bytes, false) }?);
        done += bytes;
    }
    Ok(())
}

//! Output of kernels.

use std::ffi::c_char;

use super::{guard, scythe_status, slice};
use crate::core::error::RtError;
use crate::core::stream::{Limits, gather};

/// Passes the text of a stream's records to `write`, each flush of a work-item in one piece. `total`: the
/// largest amount of text; `per_work_item`: the largest amount of a work-item between two flushes.
///
/// # Safety
/// `records` is readable for `bytes` bytes; `write` may be called with text that is readable during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_stream_gather(
    records: *const u8,
    bytes: usize,
    total: usize,
    per_work_item: usize,
    write: Option<unsafe extern "C" fn(text: *const c_char, length: usize)>,
) -> scythe_status {
    guard(|| {
        let write = write.ok_or_else(|| {
            RtError::invalid("the function that writes the stream's text is null")
        })?;
        // SAFETY: readable by contract.
        let records = unsafe { slice(records, bytes, "the stream's records") }?;
        gather(records, Limits { total, per_work_item }, |text| {
            // SAFETY: by contract.
            unsafe { write(text.as_ptr().cast(), text.len()) }
        });
        Ok(())
    })
}

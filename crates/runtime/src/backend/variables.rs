//! Variables of a program in device memory (`device_global`), for devices with memory of their own.

use std::sync::{Mutex, PoisonError};

use scythe_image::DeviceGlobal;

use super::kept::kept;
use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::places::Place;

/// The copies of a variable on all devices; the variable's record points here.
#[derive(Default)]
struct OnDevices(Mutex<Vec<(Place, Memory)>>);

/// Where the variable is in the memory of a device. The first use creates it: `make` gets its size, its
/// alignment and its initial value, and returns the initialized memory.
///
/// # Errors
/// Those of `make`.
pub fn at(
    place: Place,
    global: &'static DeviceGlobal,
    make: impl FnOnce(usize, usize, &[u8]) -> Result<Memory, RtError>,
) -> Result<*mut u8, RtError> {
    // SAFETY: only this function uses the pointer of a variable.
    let all: &OnDevices = unsafe { kept(&global.chosen) };
    let mut all = all.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, memory)) = all.iter().find(|(at, _)| *at == place) {
        return Ok(memory.start());
    }
    let bytes = usize::try_from(global.size).unwrap_or(usize::MAX).max(1);
    let align = usize::try_from(global.align).unwrap_or(1).max(1);
    let memory = if global.initial.is_null() {
        make(bytes, align, &vec![0u8; bytes])
    } else {
        // SAFETY: the record has as many bytes as it says.
        make(bytes, align, unsafe { std::slice::from_raw_parts(global.initial, bytes) })
    }?;
    let start = memory.start();
    all.push((place, memory));
    Ok(start)
}

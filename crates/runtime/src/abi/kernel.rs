//! Functions that compiled kernels call. They are not in the header, since C++ code does not call them.

use std::alloc::Layout;
use std::ffi::{CStr, c_char, c_void};
use std::io::Write;
use std::sync::atomic::{AtomicU8, Ordering};

use scythe_image::SpecializationValue;

use crate::backend::cpu::{AddressSpace, is_awaited, local_memory, scratch, wait_for_groups};
use crate::check::work_item::with_thread;
use crate::check::{self};
use crate::core::error::RtError;

/// A kernel cannot report an error, and cannot continue without its memory: the error unwinds through it, and
/// its command fails. Work-groups that synchronise with others cannot be left.
fn must(memory: Result<*mut u8, RtError>) -> *mut u8 {
    match memory {
        Ok(start) => start,
        Err(error) if is_awaited() => {
            eprintln!("scythe: fatal error while a kernel runs: {error}");
            std::process::abort()
        }
        Err(error) => error.raise(),
    }
}

/// Local memory of the calling thread's work-groups, `bytes` bytes.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn scythe_cpu_local_memory(bytes: u64) -> *mut u8 {
    let start = must(local_memory(usize::try_from(bytes).unwrap_or(usize::MAX)));
    if check::is_on() {
        with_thread(|thread| thread.local.set(false, start.addr(), bytes as usize));
    }
    start
}

/// Memory for values of the work-items of a work-group that are live across barriers, `bytes` bytes.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn scythe_cpu_scratch(bytes: u64) -> *mut u8 {
    must(scratch(usize::try_from(bytes).unwrap_or(usize::MAX)))
}

/// Memory for the variables of a `private_memory`: one for each work-item of a work-group. The headers
/// declare it with the kernels' types.
///
/// cbindgen:ignore
#[unsafe(no_mangle)]
pub extern "C-unwind" fn __scythe_cpu_private_memory(bytes: u64, align: u64) -> *mut u8 {
    must(private_layout(bytes, align).and_then(|layout| {
        if layout.size() == 0 {
            return Ok(std::ptr::without_provenance_mut(layout.align()));
        }
        // SAFETY: there is something to allocate.
        let start = unsafe { std::alloc::alloc(layout) };
        if start.is_null() { Err(no_private_memory(bytes)) } else { Ok(start) }
    }))
}

/// Frees it.
///
/// cbindgen:ignore
///
/// # Safety
/// The memory comes from [`__scythe_cpu_private_memory`], with the same size and alignment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __scythe_cpu_release_private_memory(
    start: *mut u8,
    bytes: u64,
    align: u64,
) {
    if let Ok(layout) = private_layout(bytes, align)
        && layout.size() != 0
    {
        // SAFETY: allocated with this layout, by contract.
        unsafe { std::alloc::dealloc(start, layout) }
    }
}

fn private_layout(bytes: u64, align: u64) -> Result<Layout, RtError> {
    let size = usize::try_from(bytes).ok();
    let align = usize::try_from(align).ok();
    size.zip(align)
        .and_then(|(size, align)| Layout::from_size_align(size, align).ok())
        .ok_or_else(|| no_private_memory(bytes))
}

fn no_private_memory(bytes: u64) -> RtError {
    RtError::out_of_memory(usize::try_from(bytes).unwrap_or(usize::MAX), "a private_memory")
}

/// Prints a warning of compiled code, unless it was printed before. Only kernels call it.
///
/// cbindgen:ignore
///
/// # Safety
/// `text` is a C string, and `reported` a byte of the program that is not used otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __scythe_cpu_report(text: *const c_char, reported: *mut u8) {
    // SAFETY: a byte that is only touched here, by contract.
    if unsafe { AtomicU8::from_ptr(reported) }.swap(1, Ordering::Relaxed) == 0 {
        // SAFETY: a string by contract.
        let text = unsafe { CStr::from_ptr(text) };
        // If standard error has no reader, the warning is lost.
        let _ = writeln!(std::io::stderr(), "scythe: warning: {}", text.to_string_lossy());
    }
}

/// Waits a moment in a work-group that has checked `round` times for other work-groups. The headers declare
/// it themselves.
///
/// cbindgen:ignore
#[unsafe(no_mangle)]
pub extern "C" fn __scythe_cpu_wait_for_groups(round: u32) {
    wait_for_groups(round);
}

/// Registers a variable of the function that runs a work-group as the group's local memory, for
/// `scythe_cpu_address_space`; returns the variable.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_cpu_local_frame(frame: *mut u8, bytes: usize) -> *mut u8 {
    AddressSpace::set_local_frame(frame.addr(), bytes);
    if check::is_on() {
        with_thread(|thread| thread.local.set(true, frame.addr(), bytes));
    }
    frame
}

/// The memory of an address in a kernel, as a number of SPIR-V's storage classes.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_cpu_address_space(address: *const u8) -> u32 {
    AddressSpace::of(address.addr()) as u32
}

/// The address of a specialization constant's value: in the list of a launch, or `otherwise`.
///
/// # Safety
/// `list` is null, or a launch's list: its last element has no value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_cpu_specialization_constant(
    list: *const c_void,
    key: u64,
    otherwise: *const u8,
) -> *const u8 {
    let mut at = list.cast::<SpecializationValue>();
    while !at.is_null() {
        // SAFETY: lists end with an element without a value, by contract.
        let constant = unsafe { &*at };
        if constant.value.is_null() {
            break;
        }
        if constant.key == key {
            return constant.value;
        }
        at = at.wrapping_add(1);
    }
    otherwise
}

//! What compiled kernels call. Not part of the header: no C++ code calls these.

use std::ffi::c_void;

use scythe_image::SpecializationValue;

use crate::backend::cpu::{AddressSpace, local_memory, scratch};
use crate::core::error::RtError;

/// A kernel has no way to report an error and cannot go on without its memory.
fn must(memory: Result<*mut u8, RtError>) -> *mut u8 {
    match memory {
        Ok(start) => start,
        Err(error) => {
            eprintln!("scythe: fatal error while a kernel runs: {error}");
            std::process::abort()
        }
    }
}

/// Local memory of the work-groups that the calling thread runs, `bytes` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_cpu_local_memory(bytes: u64) -> *mut u8 {
    must(local_memory(usize::try_from(bytes).unwrap_or(usize::MAX)))
}

/// Memory for what the work-items of a work-group keep across barriers, `bytes` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_cpu_scratch(bytes: u64) -> *mut u8 {
    must(scratch(usize::try_from(bytes).unwrap_or(usize::MAX)))
}

/// Which memory an address in a kernel belongs to, in the numbers of SPIR-V's storage classes.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_cpu_address_space(address: *const u8) -> u32 {
    AddressSpace::of(address.addr()) as u32
}

/// Where the value of a specialization constant lies: in the list of a launch, or `otherwise`.
///
/// # Safety
/// `list` is null, or the list that a launch keeps: its last element has no value.
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

//! The kernels of the program and their attributes.

use std::ffi::{CStr, c_char};
use std::sync::{Mutex, PoisonError};

use scythe_image::Kernel;

use super::command::scythe_kernel;
use super::device::{device, scythe_device};
use super::{borrow, guard, guard_value, scythe_status, slice, store};
use crate::backend::{check_record, record_text};
use crate::core::error::RtError;

/// Properties in a kernel's record.
#[repr(C)]
pub struct scythe_kernel_facts {
    /// Its mangled name.
    pub symbol: *const c_char,
    /// Its name as the source spells it.
    pub name: *const c_char,
    /// The required size of sub-groups; zero if there is none.
    pub sub_group_size: u32,
    /// The number of dimensions of the required work-group size; zero if there is none.
    pub work_group_dims: u32,
    /// The required work-group size, in SYCL's order.
    pub work_group_size: [usize; 3],
    /// The keys of the specialization constants that it reads.
    pub constants: *const u64,
    /// Their number.
    pub constant_count: usize,
}

/// Properties of a kernel on a device.
#[repr(C)]
pub struct scythe_kernel_limits {
    /// The largest work-group.
    pub max_work_group_size: usize,
    /// Sizes of work-groups should be multiples of this.
    pub preferred_multiple: usize,
    /// Bytes of private memory of a work-item, if known.
    pub private_bytes: usize,
}

/// The lists of records of the program and its libraries: start and length.
static LISTS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn lists() -> Vec<(usize, usize)> {
    LISTS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// All records, each once. Those of another version are omitted, since launches report them.
fn records() -> Vec<*const scythe_kernel> {
    let mut all: Vec<*const scythe_kernel> = Vec::new();
    for (first, count) in lists() {
        let first = std::ptr::with_exposed_provenance::<*const scythe_kernel>(first);
        // SAFETY: the caller of `scythe_program_add` guarantees it.
        for &kernel in unsafe { std::slice::from_raw_parts(first, count) } {
            let known = all.contains(&kernel);
            // SAFETY: as above.
            if !known && unsafe { record(kernel) }.is_ok() {
                all.push(kernel);
            }
        }
    }
    all
}

/// # Safety
/// The kernel is null, or a record of the program.
unsafe fn record(kernel: *const scythe_kernel) -> Result<&'static Kernel, RtError> {
    // SAFETY: by contract; records live as long as the program or library that carries them.
    let kernel: &'static Kernel = unsafe { borrow(kernel.cast::<Kernel>(), "the kernel") }?;
    check_record(kernel)?;
    Ok(kernel)
}

/// Adds the kernels of a program or of a library: the addresses of their records, `last` after the last one.
///
/// # Safety
/// The records exist until [`scythe_program_remove`] is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_program_add(
    first: *const *const scythe_kernel,
    last: *const *const scythe_kernel,
) {
    guard_value((), || {
        let bytes = last.addr().saturating_sub(first.addr());
        let list = (first.expose_provenance(), bytes / size_of::<*const scythe_kernel>());
        LISTS.lock().unwrap_or_else(PoisonError::into_inner).push(list);
    });
}

/// Removes kernels, before their library is unloaded.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_program_remove(first: *const *const scythe_kernel) {
    guard_value((), || {
        LISTS.lock().unwrap_or_else(PoisonError::into_inner).retain(|list| list.0 != first.addr());
    });
}

/// Writes the first `capacity` kernels of the program to `out`, and returns their number.
///
/// # Safety
/// `out` is writable for `capacity` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_program_kernels(
    out: *mut *const scythe_kernel,
    capacity: usize,
) -> usize {
    guard_value(0, || {
        let all = records();
        for (i, &kernel) in all.iter().take(capacity).enumerate() {
            // SAFETY: writable by contract.
            unsafe { out.add(i).write(kernel) };
        }
        all.len()
    })
}

/// The kernel with one of the mangled names; null if there is none.
///
/// # Safety
/// `symbols` has `count` NUL-terminated strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_program_find(
    symbols: *const *const c_char,
    count: usize,
) -> *const scythe_kernel {
    guard_value(std::ptr::null(), || {
        // SAFETY: by contract.
        let symbols = unsafe { slice(symbols, count, "the names") }.unwrap_or(&[]);
        let wanted: Vec<&str> = symbols
            .iter()
            // SAFETY: by contract.
            .map(|&symbol| unsafe { CStr::from_ptr(symbol) }.to_str().unwrap_or(""))
            .collect();
        let is_it = |&kernel: &*const scythe_kernel| {
            // SAFETY: a record of the program.
            unsafe { record(kernel) }.is_ok_and(|k| wanted.contains(&record_text(k.symbol)))
        };
        records().into_iter().find(is_it).unwrap_or(std::ptr::null())
    })
}

/// Properties in a kernel's record.
///
/// # Safety
/// `kernel` is a record of the program; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_kernel_describe(
    kernel: *const scythe_kernel,
    out: *mut scythe_kernel_facts,
) -> scythe_status {
    guard(|| {
        // SAFETY: by contract.
        let kernel = unsafe { record(kernel) }?;
        let facts = scythe_kernel_facts {
            symbol: kernel.symbol,
            name: kernel.name,
            sub_group_size: kernel.required_sub_group_size,
            work_group_dims: kernel.required_work_group_dims,
            work_group_size: kernel.required_work_group_size.map(|size| size as usize),
            constants: kernel.constants,
            constant_count: kernel.constant_count as usize,
        };
        // SAFETY: writable by contract; null is rejected.
        unsafe { store(out, facts) }
    })
}

/// Succeeds if launches of the kernel can run on the device.
///
/// # Safety
/// `kernel` is a record of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_kernel_check(
    kernel: *const scythe_kernel,
    target: *const scythe_device,
) -> scythe_status {
    // SAFETY: by contract.
    guard(|| device(target)?.check_kernel(unsafe { record(kernel) }?))
}

/// Properties of a kernel on a device that can run it.
///
/// # Safety
/// `kernel` is a record of the program; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_kernel_limits_of(
    kernel: *const scythe_kernel,
    target: *const scythe_device,
    out: *mut scythe_kernel_limits,
) -> scythe_status {
    guard(|| {
        // SAFETY: by contract.
        let limits = device(target)?.kernel_limits(unsafe { record(kernel) }?)?;
        let limits = scythe_kernel_limits {
            max_work_group_size: limits.max_work_group_size as usize,
            preferred_multiple: limits.preferred_multiple as usize,
            private_bytes: limits.private_bytes as usize,
        };
        // SAFETY: writable by contract; null is rejected.
        unsafe { store(out, limits) }
    })
}

/// How many work-groups of `items` work-items, with `local_memory` bytes of local memory in addition to the
/// kernel's own variables, can synchronise on the device.
///
/// # Safety
/// `kernel` is a record of the program; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_kernel_groups_together(
    kernel: *const scythe_kernel,
    target: *const scythe_device,
    items: usize,
    local_memory: usize,
    out: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: by contract.
        let kernel = unsafe { record(kernel) }?;
        let groups = device(target)?.groups_together(kernel, items as u64, local_memory)?;
        // SAFETY: writable by contract; null is rejected.
        unsafe { store(out, usize::try_from(groups).unwrap_or(usize::MAX)) }
    })
}

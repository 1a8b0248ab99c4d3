//! Functions that checked programs call (`-fscythe-check`).

use scythe_image::ScheduleInfo;
use scythe_image::checks::{Site, object};

use crate::check;
use crate::check::access::Access;
use crate::check::host;
use crate::check::proven;
use crate::check::report::{self, Problem};
use crate::check::work_item::{Place, Thread, WorkGroup, WorkItem, thread_for_code, with_thread};

/// Called before main by a checked part of the program: memory that is allocated from now on is tracked.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_check_start() {
    check::start();
}

/// Reports an index in host code that is out of bounds.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_check_host_index(what: u32, index: u64, bound: u64) {
    if check::is_on() {
        report::report_host_index(Problem::Index { what, index, bound });
    }
}

/// Checks a memory access of host code.
///
/// cbindgen:ignore
#[unsafe(no_mangle)]
pub extern "C" fn scythe_check_host(address: *const u8, bytes: u64, flags: u32) {
    host::access(address.addr(), bytes as usize, flags);
}

/// The position of a work-item, and the thread's state.
///
/// # Safety
/// The pointers are those that compiled kernels have.
unsafe fn place<'a>(
    item: *const WorkItem,
    info: *const ScheduleInfo,
    group: *const WorkGroup,
) -> Place<'a> {
    // SAFETY: by this function's contract.
    unsafe { Place { item: &*item, info: &*info, group: (*group).id, groups: (*group).count } }
}

/// Checks a memory access of a kernel; returns the address to access.
///
/// cbindgen:ignore
///
/// # Safety
/// Only checked kernels call it, with a record that the compiler made and with what they know of the work-item.
#[allow(clippy::too_many_arguments, reason = "kernels pass what they have")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_access(
    address: *mut u8,
    base: *const u8,
    bytes: u64,
    flags: u32,
    site: *const Site,
    item: *const WorkItem,
    info: *const ScheduleInfo,
    group: *const WorkGroup,
) -> *mut u8 {
    // SAFETY: by this function's contract; the thread's state is its own.
    unsafe {
        let Some(thread) = (*group).thread.as_mut() else { return address };
        let place = place(item, info, group);
        let access = Access {
            address: address.addr(),
            base: base.addr(),
            bytes: bytes as usize,
            flags,
            site: &*site,
        };
        let allowed = thread.access(access, place);
        if allowed == address.addr() { address } else { allowed as *mut u8 }
    }
}

/// Reports an index of a kernel that is out of bounds.
///
/// cbindgen:ignore
///
/// # Safety
/// As for [`scythe_check_access`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_index(
    what: u32,
    index: u64,
    bound: u64,
    site: *const Site,
    item: *const WorkItem,
    info: *const ScheduleInfo,
    group: *const WorkGroup,
) {
    debug_assert!(what & object::KIND <= object::LOCAL_ACCESSOR, "the compiler's kinds");
    // SAFETY: by this function's contract; the thread's state is its own.
    unsafe {
        let Some(thread) = (*group).thread.as_mut() else { return };
        let ids = place(item, info, group).ids();
        report::report(Problem::Index { what, index, bound }, &*site, (thread.kernel, ids), None);
    }
}

/// Whether all accesses of a launch are proven to be valid, so that it may run without checks: 1 or 0.
///
/// cbindgen:ignore
///
/// # Safety
/// Only checked kernels call it, with the words and the leaves that the compiler made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_proof(
    words: *const i64,
    count: u32,
    leaves: *const i64,
    leaf_count: u32,
    _item: *const WorkItem,
    info: *const ScheduleInfo,
    _group: *const WorkGroup,
) -> u32 {
    if !check::is_on() {
        return 0;
    }
    // SAFETY: by this function's contract.
    let (words, leaves, info) = unsafe {
        (
            std::slice::from_raw_parts(words, count as usize),
            std::slice::from_raw_parts(leaves, leaf_count as usize),
            &*info,
        )
    };
    let launch = with_thread(|thread| (thread.stamp, thread.races));
    u32::from(proven::prove(words, leaves, info, launch))
}

/// A work-item starts, synchronises, or ends.
///
/// cbindgen:ignore
///
/// # Safety
/// As for [`scythe_check_access`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_point(
    what: u32,
    number: u32,
    site: *const Site,
    item: *const WorkItem,
    info: *const ScheduleInfo,
    group: *mut WorkGroup,
) {
    if !check::is_on() {
        return;
    }
    // SAFETY: by this function's contract; the thread's state is its own.
    unsafe {
        if (*group).thread.is_null() {
            (*group).thread = thread_for_code();
        }
        let thread: &mut Thread = &mut *(*group).thread;
        thread.reach(what, number, &*site, place(item, info, group));
    }
}

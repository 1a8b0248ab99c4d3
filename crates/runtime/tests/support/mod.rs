//! Helpers for tests of the C ABI: handwritten kernels, and commands with them.

use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use scythe::abi::command::*;
use scythe::abi::device::*;
use scythe::abi::queue::*;
use scythe::abi::scythe_error_message;
use scythe_image::{CpuEntry, Guard, Kernel, PointerArgument, TargetKind, VERSION, Variant};

/// The message of the last error.
pub fn message() -> String {
    // SAFETY: never null, NUL-terminated.
    unsafe { CStr::from_ptr(scythe_error_message()) }.to_string_lossy().into_owned()
}

/// For tests that allocate USM, so that no test sees another one's allocation at an address it has freed.
pub fn alone_with_usm() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A variant of a kernel.
pub fn variant(entry: CpuEntry, flags: u32, guards: Vec<Guard>) -> Variant {
    let guards: &'static [Guard] = Vec::leak(guards);
    Variant {
        kind: TargetKind::Cpu as u32,
        flags,
        target: c"x86-64".as_ptr(),
        features: c"sse2".as_ptr(),
        entry: Some(entry),
        guards: guards.as_ptr(),
        guard_count: guards.len() as u32,
        stack_kib: 0,
        kernel: std::ptr::null(),
    }
}

/// The record of a kernel with several variants, which lives for ever; its arguments are aligned to 8.
pub fn kernel_of_variants(
    args_size: usize,
    variants: Vec<Variant>,
    pointers: Vec<PointerArgument>,
) -> *const scythe_kernel {
    record(VERSION, (args_size as u64, 8), variants, pointers)
}

/// A kernel's record, which lives for ever.
pub fn kernel(version: u32, entry: CpuEntry, arguments: (u64, u64)) -> *const scythe_kernel {
    record(version, arguments, vec![variant(entry, 0, vec![])], vec![])
}

fn record(
    version: u32,
    (args_size, args_align): (u64, u64),
    variants: Vec<Variant>,
    pointers: Vec<PointerArgument>,
) -> *const scythe_kernel {
    let variants: &'static [Variant] = Vec::leak(variants);
    let pointers: &'static [PointerArgument] = Vec::leak(pointers);
    let kernel: &'static Kernel = Box::leak(Box::new(Kernel {
        version,
        symbol: c"_ZTS1k".as_ptr(),
        args_size,
        args_align,
        pointers: pointers.as_ptr(),
        pointer_count: pointers.len() as u32,
        ..Kernel::of_variants(c"k", variants)
    }));
    std::ptr::from_ref(kernel).cast()
}

/// A queue on the first device.
pub fn queue(flags: u32) -> *mut scythe_queue {
    let mut queue = null_mut();
    // SAFETY: `queue` is writable.
    assert_eq!(unsafe { scythe_queue_create(scythe_device_at(0), flags, &raw mut queue) }, 0);
    queue
}

/// A command without dependencies.
pub fn command(kind: u32, body: scythe_command_body) -> scythe_command {
    scythe_command {
        struct_size: size_of::<scythe_command>() as u32,
        kind,
        dependencies: null(),
        dependency_count: 0,
        accesses: null(),
        access_count: 0,
        finish: scythe_host_call { run: None, drop: None, context: null_mut(), repeat: None },
        body,
    }
}

/// A launch in three dimensions with `args` as the function object.
pub fn launch<T>(
    entry: CpuEntry,
    args: &T,
    global: [usize; 3],
    local: Option<[usize; 3]>,
) -> scythe_command {
    let launch = scythe_launch {
        kernel: kernel(VERSION, entry, (size_of::<T>() as u64, align_of::<T>() as u64)),
        args: std::ptr::from_ref(args).cast(),
        args_size: size_of::<T>(),
        args_align: align_of::<T>(),
        dims: 3,
        has_local: local.is_some(),
        hierarchical: false,
        together: false,
        global,
        local: local.unwrap_or([0; 3]),
        offset: [0; 3],
        local_memory: 0,
        constants: std::ptr::null(),
        constant_count: 0,
    };
    command(SCYTHE_COMMAND_KERNEL, scythe_command_body { launch })
}

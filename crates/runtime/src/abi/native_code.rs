//! Programs and kernels of backends, for programs that use the backend's own interface too.

use std::ffi::c_void;

use scythe_image::Kernel;

use super::command::scythe_kernel;
use super::device::{device, scythe_device};
use super::interop::{kind, of, of_backend};
use super::{borrow, guard, scythe_status, store};
use crate::backend::interop::{KernelQuestion, ObjectKind, ProgramState};
use crate::core::error::RtError;

/// string
pub const SCYTHE_NATIVE_KERNEL_NAME: u32 = 0;
/// string
pub const SCYTHE_NATIVE_KERNEL_ATTRIBUTES: u32 = 1;
/// u32
pub const SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT: u32 = 2;
/// u64
pub const SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE: u32 = 3;
/// u64
pub const SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE: u32 = 4;
/// u64
pub const SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES: u32 = 5;

/// The backend's program with a kernel of this program, or the kernel itself; the caller owns it. kind:
/// SCYTHE_NATIVE_PROGRAM or SCYTHE_NATIVE_KERNEL.
///
/// # Safety
/// `kernel` is a record of the program; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_code(
    device: *const scythe_device,
    backend: u32,
    kernel: *const scythe_kernel,
    kind: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let interop = of_backend(device, backend)?;
        // SAFETY: by this function's contract; records live as long as the program.
        unsafe {
            let kernel: &'static Kernel = borrow(kernel.cast::<Kernel>(), "the kernel")?;
            let object = match self::kind(kind)? {
                ObjectKind::Program => interop.program(kernel)?,
                ObjectKind::Kernel => interop.kernel(kernel)?,
                _ => return Err(RtError::invalid("code is a program or a kernel")),
            };
            store(out, object)
        }
    })
}

/// Compiles and links a program of the backend up to `state`: 0 input, 1 object, 2 executable.
///
/// # Safety
/// The program is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_program_bring_to(
    device: *const scythe_device,
    backend: u32,
    program: *mut c_void,
    state: u32,
) -> scythe_status {
    guard(|| {
        let state = match state {
            0 => ProgramState::Input,
            1 => ProgramState::Object,
            _ => ProgramState::Executable,
        };
        // SAFETY: by this function's contract.
        unsafe { of_backend(device, backend)?.bring_program_to(program, state) }
    })
}

/// A property of a kernel of the backend: SCYTHE_NATIVE_KERNEL_*. Written as by scythe_device_info.
///
/// # Safety
/// The kernel is live; `out` is null or writable for `capacity` bytes; `size` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_kernel_info(
    device: *const scythe_device,
    kernel: *mut c_void,
    key: u32,
    out: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> scythe_status {
    guard(|| {
        let question = match key {
            SCYTHE_NATIVE_KERNEL_NAME => KernelQuestion::Name,
            SCYTHE_NATIVE_KERNEL_ATTRIBUTES => KernelQuestion::Attributes,
            SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT => KernelQuestion::ArgumentCount,
            SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE => KernelQuestion::MaxWorkGroupSize,
            SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE => KernelQuestion::PreferredMultiple,
            SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES => KernelQuestion::PrivateBytes,
            _ => return Err(RtError::invalid(format!("unknown information key {key}"))),
        };
        // SAFETY: by this function's contract.
        unsafe {
            let value = of(self::device(device)?)?.kernel_fact(kernel, question)?;
            super::device::answer(Some(value), key, out.cast(), capacity, size)
        }
    })
}

//! Launches of kernels of backends.

use std::ffi::c_void;

use super::interop::of;
use super::slice;
use crate::backend::IndexSpace;
use crate::backend::interop::{NativeArgument, NativeLaunch};
use crate::core::error::RtError;
use crate::core::work::{Relocation, Work};

/// The bytes of a value.
pub const SCYTHE_NATIVE_ARGUMENT_BYTES: u32 = 0;
/// An address on the device.
pub const SCYTHE_NATIVE_ARGUMENT_POINTER: u32 = 1;
/// `size` bytes of local memory.
pub const SCYTHE_NATIVE_ARGUMENT_LOCAL: u32 = 2;

/// An argument of a kernel of a backend.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_native_argument {
    /// Its number.
    pub index: u32,
    /// SCYTHE_NATIVE_ARGUMENT_*
    pub kind: u32,
    /// Its bytes, or the address; copied before submission returns.
    pub value: *const c_void,
    /// The number of bytes.
    pub size: usize,
}

/// A launch of a kernel of a backend.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_native_launch {
    /// The kernel.
    pub kernel: *mut c_void,
    /// Its arguments.
    pub arguments: *const scythe_native_argument,
    /// Their number.
    pub argument_count: usize,
    /// 1 to 3
    pub dims: u32,
    /// True for nd_range.
    pub has_local: bool,
    /// Work-items, in SYCL's order.
    pub global: [usize; 3],
    /// Work-items of a group.
    pub local: [usize; 3],
    /// Added to global ids.
    pub offset: [usize; 3],
}

impl scythe_native_launch {
    /// Prepares the launch.
    ///
    /// # Safety
    /// The kernel is live, and the arguments are as documented.
    pub(crate) unsafe fn work(
        &self,
        device: &dyn crate::backend::Device,
        relocations: &[Relocation],
    ) -> Result<Work, RtError> {
        if !(1..=3).contains(&self.dims) {
            return Err(RtError::invalid("the launch is malformed"));
        }
        let interop = of(device)?;
        let mut arguments = Vec::new();
        // SAFETY: by this function's contract.
        unsafe {
            for argument in slice(self.arguments, self.argument_count, "the list of arguments")? {
                let value = match argument.kind {
                    SCYTHE_NATIVE_ARGUMENT_BYTES => {
                        let bytes = slice(argument.value.cast(), argument.size, "an argument")?;
                        NativeArgument::Bytes(bytes.into())
                    }
                    SCYTHE_NATIVE_ARGUMENT_POINTER => {
                        let address = argument.value.expose_provenance();
                        NativeArgument::Pointer(Relocation::translate(relocations, address))
                    }
                    SCYTHE_NATIVE_ARGUMENT_LOCAL => NativeArgument::Local(argument.size.max(1)),
                    _ => return Err(RtError::invalid("unknown kind of argument")),
                };
                arguments.push((argument.index, value));
            }
            let space = IndexSpace {
                dims: self.dims,
                global: self.global,
                local: self.has_local.then_some(self.local),
                offset: self.offset,
                local_memory: 0,
                hierarchical: false,
                together: false,
            };
            interop.prepare(NativeLaunch { kernel: self.kernel, arguments, space })
        }
    }
}

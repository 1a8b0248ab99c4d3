//! Device code that a driver compiles, and device variables.

use std::ffi::{c_char, c_void};
use std::sync::atomic::AtomicPtr;

use crate::ModuleConstant;

/// A module of device code that the device's driver loads. The kernels of a translation unit share one, and
/// the runtime builds it once per device.
#[repr(C)]
#[derive(Debug)]
pub struct Module {
    /// The code: SPIR-V for [`TargetKind::Spirv64`](crate::TargetKind::Spirv64); for
    /// [`TargetKind::Ptx`](crate::TargetKind::Ptx) PTX with a terminating NUL that `size` does not include,
    /// or a cubin.
    pub code: *const u8,
    /// Its bytes.
    pub size: u64,
    /// The constants that a launch can set; null if there are none.
    pub constants: *const ModuleConstant,
    /// How many there are.
    pub constant_count: u64,
    /// Set by the runtime: what it built for this process, null at start.
    pub chosen: AtomicPtr<c_void>,
}

// SAFETY: written once by the compiler; only `chosen` changes, and it is atomic.
unsafe impl Sync for Module {}

/// A kernel in a [`Module`].
#[repr(C)]
#[derive(Debug)]
pub struct ModuleKernel {
    /// Its module.
    pub module: *const Module,
    /// Its name there.
    pub function: *const c_char,
    /// The parameters that it has there; null where there are none.
    pub arguments: *const KernelArgument,
    /// How many there are.
    pub argument_count: u64,
    /// The version of this kernel whose work-items each process several items of a plain range; null if there
    /// is none. It has the same parameters.
    pub coarse: *const ModuleKernel,
    /// The number of items of a plain range that each work-item processes: neighbours in one dimension.
    pub items: u32,
    /// That dimension; 0 is the contiguous one.
    pub along: u32,
}

// SAFETY: written once by the compiler, read-only afterwards.
unsafe impl Sync for ModuleKernel {}

/// The source of the value of a parameter of a kernel in a [`Module`].
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Bytes from the block of arguments.
    Bytes = 1,
    /// A pointer to memory of the device, from the block of arguments.
    Pointer = 2,
    /// Local memory, of the size that the launch requests.
    LocalMemory = 3,
    /// The address of a [`DeviceGlobal`] on the device.
    DeviceGlobal = 4,
    /// The launch's index space, if it is not part of the device's own launch: three global sizes, then three
    /// global offsets, 64 bits each, in the order of [`ScheduleInfo`](crate::ScheduleInfo).
    IndexSpace = 5,
    /// The value of a specialization constant; the last byte is 1 if the launch sets it, otherwise 0. Its key
    /// is in `offset`.
    Constant = 6,
    /// The work-groups of the launch: the first one in three dimensions, then their total number in all
    /// launches that this one is a part of, 32 bits each, the contiguous dimension first.
    Groups = 7,
}

/// A parameter of a kernel in a [`Module`], in the order of its parameters.
#[repr(C)]
#[derive(Debug)]
pub struct KernelArgument {
    /// An [`ArgumentKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// Bytes.
    pub size: u32,
    /// The offset in the block of arguments, if it is there; the key of a constant.
    pub offset: u64,
    /// The variable, for addresses of variables.
    pub global: *const DeviceGlobal,
}

// SAFETY: written once by the compiler, read-only afterwards.
unsafe impl Sync for KernelArgument {}

/// A `device_global` of the program: a variable that each device has for itself.
#[repr(C)]
#[derive(Debug)]
pub struct DeviceGlobal {
    /// [`VERSION`](crate::VERSION) of the compiler that wrote this record.
    pub version: u32,
    /// [`DeviceGlobal::IMAGE_SCOPE`], or zero.
    pub flags: u32,
    /// Its name as the source spells it, for people.
    pub name: *const c_char,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// The initial value; null for zeros.
    pub initial: *const u8,
    /// The variable of the CPU device; null in programs without code for it.
    pub cpu: *mut u8,
    /// Set by the runtime: the variables of other devices, null at start.
    pub chosen: AtomicPtr<c_void>,
}

impl DeviceGlobal {
    /// Declared with `device_image_scope`.
    pub const IMAGE_SCOPE: u32 = 1;

    /// The name prefix of the variables of the CPU device; the symbol of the program's variable follows.
    pub const VARIABLE_PREFIX: &str = "scythe.device_global.";

    /// The name prefix of records in object files.
    pub const RECORD_PREFIX: &str = "scythe.device_global_record.";
}

// SAFETY: written once by the compiler; accesses to the variable behind `cpu` are ordered by the program, in kernels
// and copies; `chosen` is atomic.
unsafe impl Sync for DeviceGlobal {}

//! The fat-image format: device code in a program.
//!
//! The compiler writes one [`Kernel`] record per kernel into the object file, next to the host code that
//! launches it; the runtime reads the record when the kernel is submitted. Compiler and runtime share only
//! this crate, and it contains nothing but the layout: the compiler emits records field by field
//! (`scythe-pipeline`), and the runtime reads them (`scythe-runtime`).
//!
//! Invariants: every type is `repr(C)`; a change of layout changes [`VERSION`]; strings are
//! NUL-terminated; a record is never freed while the program (or shared library) that carries it
//! is loaded.

pub mod checks;
mod conditions;
pub mod facts;
mod modules;
mod reach;
mod specialization;

use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::AtomicPtr;

pub use conditions::{Guard, GuardKind, PointerArgument, PointerKind};
pub use modules::{ArgumentKind, DeviceGlobal, KernelArgument, Module, ModuleKernel};
pub use reach::Reach;
pub use specialization::{ModuleConstant, SpecializationValue};

/// The version of the layout below. Records of other versions are rejected.
pub const VERSION: u32 = 9;

/// The name prefix of kernel records in object files; the kernel's name follows.
pub const RECORD_PREFIX: &str = "scythe.kernel.";

/// The section in which objects list the addresses of their records, so that the kernels of a program can be
/// enumerated. Linkers define symbols for its start and end (`__start_scythe_kernels`,
/// `__stop_scythe_kernels`).
pub const RECORDS_SECTION: &str = "scythe_kernels";

/// The function that headers call to name a kernel's record, replaced by the compiler with the
/// record's address. It has no definition: a program that was not compiled by `scythe++` fails
/// to link with this name in the message.
pub const RECORD_QUERY: &str = "__scythe_kernel_record__compile_this_file_with_scythe__";

/// The function with which headers query the block of arguments of a kernel, by name and number of the query;
/// the compiler replaces the call by the result.
pub const ARGUMENTS_QUERY: &str = "__scythe_kernel_arguments__compile_this_file_with_scythe__";

/// The function with which headers make the block of arguments from a kernel's objects; the compiler defines
/// it for each kernel.
pub const PACK_QUERY: &str = "__scythe_pack_arguments__compile_this_file_with_scythe__";

/// The function with which launch functions of the program find the arguments of a kernel; the compiler
/// defines it for each kernel.
pub const FIND_QUERY: &str = "__scythe_find_arguments__compile_this_file_with_scythe__";

/// The prefix of entry points of kernels that are finished by the link, because they call functions of other
/// translation units. Objects only refer to them: a program that was not linked by `scythe++` fails to link
/// with this name in the message.
pub const LINKED_ENTRY_PREFIX: &str = "__scythe_kernel__link_this_program_with_scythe__.";

/// The attribute of a kernel in IR with the offset of each parameter in the block of arguments: numbers of
/// bytes, separated by commas, `-` for absent ones. Without it, parameters follow one another
/// ([`argument_offset`]).
pub const ARGUMENT_OFFSETS: &str = "scythe-argument-offsets";

/// The kind of code in a [`Variant`].
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// Native code for the processor the program runs on; `entry` is callable.
    Cpu = 1,
    /// SPIR-V for OpenCL devices with 64-bit addresses, in `kernel`.
    Spirv64 = 2,
    /// PTX or a cubin for NVIDIA GPUs, in `kernel`. [`Variant::target`] is the architecture (`sm_90`), and
    /// [`Variant::features`] is [`Variant::PTX`] or [`Variant::CUBIN`].
    Ptx = 3,
}

/// One kernel of the program.
#[repr(C)]
#[derive(Debug)]
pub struct Kernel {
    /// [`VERSION`] of the compiler that wrote this record.
    pub version: u32,
    /// How many variants there are.
    pub variant_count: u32,
    /// The kernel's name as the source spells it, for people.
    pub name: *const c_char,
    /// The kernel's mangled name, unique in the program unless the name has internal linkage.
    pub symbol: *const c_char,
    /// The compiled versions of the kernel, in the order of `--targets`. A target may have several, the most
    /// specific first: the first one whose conditions a launch meets runs, and the last one has no
    /// conditions.
    pub variants: *const Variant,
    /// The size of the block of arguments.
    pub args_size: u64,
    /// Alignment of the arguments.
    pub args_align: u64,
    /// The required size of sub-groups (`reqd_sub_group_size`); zero if there is none.
    pub required_sub_group_size: u32,
    /// The number of dimensions of the required work-group size (`reqd_work_group_size`); zero if there is
    /// none.
    pub required_work_group_dims: u32,
    /// The required work-group size, in SYCL's order of dimensions; further dimensions have size one.
    pub required_work_group_size: [u64; 3],
    /// The pointers among the arguments, for [`Variant::NO_ALIAS`]; null if no variant has it.
    pub pointers: *const PointerArgument,
    /// How many there are.
    pub pointer_count: u32,
    /// The dimension along which neighbouring work-items access neighbouring memory, one more than its number
    /// in [`ScheduleInfo`]; zero if unknown. Work-groups that the runtime shapes should be long in it.
    pub shape: u32,
    /// The keys of the specialization constants that it reads; null for none.
    pub constants: *const u64,
    /// How many there are.
    pub constant_count: u64,
    /// The aspects that a device must have (`device_has`), one bit for each, in the order of
    /// [`facts::ASPECTS`].
    pub required_aspects: u64,
    /// The file that defines the kernel's function object, named as by `__FILE__`; null if unknown.
    pub file: *const c_char,
    /// The line of that file, counted from one.
    pub line: u32,
    /// The column of that line in bytes, counted from one.
    pub column: u32,
    /// Set by the runtime: what it caches for this process, null at start.
    pub chosen: AtomicPtr<c_void>,
}

impl Kernel {
    /// A record for tests: of a kernel with one byte of arguments and no requirements.
    #[must_use]
    pub fn of_variants(name: &'static CStr, variants: &'static [Variant]) -> Self {
        Self {
            version: VERSION,
            variant_count: u32::try_from(variants.len()).unwrap_or(u32::MAX),
            name: name.as_ptr(),
            symbol: name.as_ptr(),
            variants: variants.as_ptr(),
            args_size: 1,
            args_align: 1,
            required_sub_group_size: 0,
            required_work_group_dims: 0,
            required_work_group_size: [1; 3],
            pointers: std::ptr::null(),
            pointer_count: 0,
            shape: 0,
            constants: std::ptr::null(),
            constant_count: 0,
            required_aspects: 0,
            file: std::ptr::null(),
            line: 0,
            column: 0,
            chosen: AtomicPtr::default(),
        }
    }
}

// SAFETY: the compiler writes the record once, before the program runs; only `chosen` changes,
// and it is atomic.
unsafe impl Sync for Kernel {}

/// One compiled version of a kernel.
#[repr(C)]
#[derive(Debug)]
pub struct Variant {
    /// A [`TargetKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// A set of [`Variant::NO_ALIAS`], [`Variant::WIDE_IDS`], [`Variant::SLICES`], [`Variant::KNOWN_SPACE`]
    /// and [`Variant::WRITES_ELSEWHERE`].
    pub flags: u32,
    /// The target as the user named it, `x86-64-v3` for `--targets=cpu:x86-64-v3`.
    pub target: *const c_char,
    /// Processor features the code needs, comma-separated without signs: `avx2,fma`.
    pub features: *const c_char,
    /// The native entry point, if `kind` is native code.
    pub entry: Option<CpuEntry>,
    /// Further conditions on launches, all of which must hold; null for none.
    pub guards: *const Guard,
    /// How many there are.
    pub guard_count: u32,
    /// The stack size of native code's variables in KiB; zero if it is small, and for code that is finished
    /// by the link.
    pub stack_kib: u32,
    /// The kernel in a module of its target, if `kind` is not native code. What the link finishes is defined
    /// in another object than this record.
    pub kernel: *const ModuleKernel,
}

impl Variant {
    /// The version may only run if no two pointers of the launch refer to the same memory, where the kernel
    /// writes through at least one of them. [`Kernel::pointers`] are all pointers.
    pub const NO_ALIAS: u32 = 1;

    /// Ids may need more than 31 bits. Code for GPUs without this flag only supports launches whose global
    /// sizes, including offsets, are below 2^31 in every dimension.
    pub const WIDE_IDS: u32 = 2;

    /// The code adds the launch's first work-group to the device's group ids ([`ArgumentKind::Groups`]), so
    /// that a launch can be split into several. A kernel without such a version does not query its group id.
    pub const SLICES: u32 = 4;

    /// The code relies on sizes of the index space that all launches in the program have. They must not be
    /// changed later.
    pub const KNOWN_SPACE: u32 = 8;

    /// The kernel may write through pointers that are not among its arguments. Code for NVIDIA GPUs has the
    /// flag only if it is finished by the link.
    pub const WRITES_ELSEWHERE: u32 = 16;

    /// [`Variant::features`] of PTX: the architecture is the oldest that can run it.
    pub const PTX: &str = "ptx";

    /// [`Variant::features`] of a cubin: devices of the same major version and at least that minor one can run it.
    pub const CUBIN: &str = "cubin";
}

// SAFETY: written once by the compiler, read-only afterwards.
unsafe impl Sync for Variant {}

/// A kernel compiled for the CPU: runs the work-groups with linear numbers `first..last`.
///
/// Group numbers count in the order of [`ScheduleInfo`]: dimension 0 (the contiguous one) runs
/// fastest. The last group of a dimension may be cut short by the global size.
///
/// If memory runs out, functions of the runtime that it calls unwind through it.
pub type CpuEntry = unsafe extern "C-unwind" fn(
    args: *const c_void,
    info: *const ScheduleInfo,
    first: u64,
    last: u64,
);

/// The index space of one launch, as native kernels read it (`Mux_schedule_info_s`).
///
/// Dimension 0 is the contiguous one, that is, the *last* dimension of the SYCL range; unused
/// dimensions have size 1 and offset 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleInfo {
    /// Work-items in each dimension.
    pub global_size: [u64; 3],
    /// Added to every global id.
    pub global_offset: [u64; 3],
    /// Work-items of a full work-group in each dimension.
    pub local_size: [u64; 3],
    /// Kept for layout compatibility with ComputeMux hosts; zero.
    pub slice: u64,
    /// Kept for layout compatibility with ComputeMux hosts; one.
    pub total_slices: u64,
    /// 1 to 3.
    pub work_dim: u32,
    /// Bytes of local memory that each work-group needs.
    pub local_memory: u64,
    /// The specialization constants that the launch gives a value, up to one without; null for none.
    pub constants: *const SpecializationValue,
}

// SAFETY: the values are read-only and live as long as the launch.
unsafe impl Send for ScheduleInfo {}
// SAFETY: as above.
unsafe impl Sync for ScheduleInfo {}

/// Arguments of kernels lie at multiples of their sizes, up to this.
const MOST_ARGUMENT_ALIGN: u64 = 128;

/// Where in the block of arguments the next argument lies, when the one before it ends at `end`: at a
/// multiple of its size rounded up to a power of two, so that any target can load it at once.
#[must_use]
pub const fn argument_offset(end: u64, size: u64, align: u64) -> u64 {
    let natural = size.next_power_of_two();
    let natural = if natural < MOST_ARGUMENT_ALIGN { natural } else { MOST_ARGUMENT_ALIGN };
    end.next_multiple_of(if natural > align { natural } else { align })
}

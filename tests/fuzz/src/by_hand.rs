//! Runs handwritten kernels in LLVM IR, in memory that ends where its arrays end.
//!
//! Named boundary module: calls code that was just compiled, and maps memory.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use scythe_image::ScheduleInfo;
use scythe_llvm::inkwell::OptimizationLevel;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::targets::TargetTriple;
use scythe_llvm::{native_triple, parse_ir};
use scythe_mux::{Changed, Pass};
use scythe_pipeline::Effort;
use scythe_pipeline::hostdev::KnownLaunches;
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::stage::Watch;
use scythe_targets::cpu::pipeline::CpuPipeline;
use scythe_targets::cpu::{Cpu, CpuSchedule};

use crate::arena;
use crate::execute::{ExecuteError, failed, with_entry};

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The address of an array with these contents.
    Array(Vec<u8>),
    /// The same, write-protected.
    Constant(Vec<u8>),
    /// A number.
    Number(u64),
}

impl Argument {
    /// The address of an array of such numbers.
    #[must_use]
    pub fn array_of<const BYTES: usize, N: Copy>(
        numbers: impl IntoIterator<Item = N>,
        to_bytes: fn(N) -> [u8; BYTES],
    ) -> Self {
        Self::Array(numbers.into_iter().flat_map(to_bytes).collect())
    }
}

/// The index space of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// Work-items.
    pub global: [u64; 3],
    /// Work-items of a group.
    pub local: [u64; 3],
    /// Added to every global id.
    pub offset: [u64; 3],
}

/// The end of an array that is at the edge of readable memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Memory before an array cannot be read.
    First,
    /// Memory after it cannot be read.
    Last,
}

/// The result of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether a pass under test changed the kernel.
    pub changed: bool,
    /// The arrays, in the order of the arguments.
    pub arrays: Vec<Vec<u8>>,
}

/// Work-item passes that every kernel needs first.
const PREPARE: [&str; 4] =
    ["transfer-kernel-metadata", "define-assertions", "prepare-barriers", "legalize-attributes"];

/// Compiles the only kernel of a module, with Scythe's passes in their place in the pipeline, and runs it. A
/// kernel that accesses memory outside an array, or writes to a constant one, ends the process.
///
/// # Errors
/// When the compiler rejects the kernel, or the compiled code writes past memory of the runtime.
pub fn run(
    text: &str,
    under_test: &[&str],
    launch: (&[Argument], &Space, Edge),
) -> Result<Outcome, ExecuteError> {
    run_on("x86-64-v3", text, under_test, launch)
}

/// The most capable processor with an architecture level that this machine is.
#[must_use]
pub fn widest() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    let has_masks = std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512cd")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512vl");
    #[cfg(not(target_arch = "x86_64"))]
    let has_masks = false;
    if has_masks { "x86-64-v4" } else { "x86-64-v3" }
}

/// As [`run`], compiled for a processor with this clang name.
///
/// # Errors
/// As [`run`].
pub fn run_on(
    processor: &str,
    text: &str,
    under_test: &[&str],
    (arguments, space, edge): (&[Argument], &Space, Edge),
) -> Result<Outcome, ExecuteError> {
    let context = Context::create();
    let cpu = Cpu::new(processor, processor, "");
    let module = parse_ir(&context, "by-hand", text.as_bytes()).map_err(failed)?;
    let triple = native_triple();
    let machine = cpu.machine(&triple).map_err(failed)?;
    module.set_triple(&TargetTriple::create(&triple));
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    cpu.retarget(&module);
    module.verify().map_err(failed)?;
    let pass = |name: &str| -> Result<bool, ExecuteError> {
        let pass = Pass::parse(name).map_err(failed)?;
        let pass = pass.ok_or_else(|| failed(format!("there is no pass {name}")))?;
        let changed = pass.run(&module, &CpuSchedule).map_err(failed)?;
        module.verify().map_err(failed)?;
        Ok(changed == Changed::Yes)
    };
    for name in PREPARE {
        pass(name)?;
    }
    let mut changed = false;
    for name in under_test {
        changed |= pass(name)?;
    }
    pass("interchange-uniform-loops")?;
    let mlir = MlirOptions::disabled();
    let known = KnownLaunches::nothing();
    let pipeline = CpuPipeline {
        cpu: &cpu,
        effort: Effort::Full,
        mlir: &mlir,
        kernels: &[],
        known: &known,
        watch: Watch::none(),
    };
    let entries = pipeline.lower(&module).map_err(failed)?;
    let [entry] = entries.as_slice() else { return Err(failed("expected exactly one kernel")) };
    let name = entry.function.get_name().to_string_lossy().into_owned();

    let arrays: Vec<Edged> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Array(bytes) => Some(Edged::with(bytes, edge, Rights::Write)),
            Argument::Constant(bytes) => Some(Edged::with(bytes, edge, Rights::Read)),
            Argument::Number(_) => None,
        })
        .collect::<Result<_, _>>()?;
    let mut starts = arrays.iter().map(Edged::start);
    let packed: Vec<u64> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Array(_) | Argument::Constant(_) => {
                starts.next().map_or(0, |start| start as u64)
            }
            Argument::Number(number) => *number,
        })
        .collect();
    let info = ScheduleInfo {
        global_size: space.global,
        global_offset: space.offset,
        local_size: space.local,
        slice: 0,
        total_slices: 1,
        work_dim: 3,
        local_memory: 0,
        constants: std::ptr::null(),
    };
    let groups: u64 = (0..3).map(|d| space.global[d].div_ceil(space.local[d])).product();
    with_entry(&module, &name, OptimizationLevel::Default, |entry| {
        // SAFETY: the arguments match the kernel's parameters, as the test promises; the groups are in range.
        unsafe { entry(packed.as_ptr().cast::<c_void>(), &raw const info, 0, groups) };
    })?;
    if !arena::take_back() {
        return Err(ExecuteError::OutOfBounds("local memory or scratch memory"));
    }
    Ok(Outcome { changed, arrays: arrays.iter().map(Edged::contents).collect() })
}

/// A version of a kernel: its text, and the passes under test.
pub type Version<'a> = (&'a str, &'a [&'a str]);

/// Runs versions of a kernel, and compares the results of each with those of the first. Returns for which of
/// them a pass under test changed the kernel.
///
/// # Panics
/// When a version cannot be run, or has other results than the first one.
pub fn compare<const N: usize>(
    versions: [Version<'_>; N],
    (arguments, space, edge): (&[Argument], &Space, Edge),
) -> [bool; N] {
    let outcomes = versions.map(|(text, under_test)| {
        run(text, under_test, (arguments, space, edge)).unwrap_or_else(|e| panic!("{e}\n{text}"))
    });
    for ((text, under_test), outcome) in versions.iter().zip(&outcomes) {
        assert_eq!(
            outcomes[0].arrays, outcome.arrays,
            "{under_test:?} {space:?} {arguments:?}\n{text}"
        );
    }
    outcomes.map(|outcome| outcome.changed)
}

/// Unreadable bytes before and after an array, a multiple of any page size.
const GUARD: usize = 64 << 10;

/// The access rights of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    Read,
    Write,
}

/// An array at the edge of readable memory.
struct Edged {
    /// The whole mapping, including the guard pages.
    mapping: NonNull<c_void>,
    mapped: usize,
    start: *mut u8,
    bytes: usize,
}

impl Edged {
    fn with(contents: &[u8], edge: Edge, rights: Rights) -> Result<Self, ExecuteError> {
        let inside = contents.len().max(1).next_multiple_of(GUARD);
        let mapped = inside + 2 * GUARD;
        // SAFETY: new memory at a place that the system chooses.
        let mapping = unsafe {
            mmap_anonymous(ptr::null_mut(), mapped, ProtFlags::empty(), MapFlags::PRIVATE)
        };
        let mapping = mapping.map_err(failed)?;
        let Some(mapping) = NonNull::new(mapping) else { return Err(failed("no memory")) };
        // SAFETY: the pages between the guards are part of the mapping.
        let open = unsafe {
            let first = mapping.as_ptr().byte_add(GUARD);
            mprotect(first, inside, MprotectFlags::READ | MprotectFlags::WRITE)
        };
        open.map_err(failed)?;
        let skipped = match edge {
            Edge::First => GUARD,
            Edge::Last => GUARD + inside - contents.len(),
        };
        // SAFETY: as many bytes of the pages that were just made accessible.
        let start = unsafe {
            let start = mapping.as_ptr().cast::<u8>().add(skipped);
            start.copy_from_nonoverlapping(contents.as_ptr(), contents.len());
            start
        };
        if rights == Rights::Read {
            // SAFETY: the same pages as before.
            let closed = unsafe {
                let first = mapping.as_ptr().byte_add(GUARD);
                mprotect(first, inside, MprotectFlags::READ)
            };
            closed.map_err(failed)?;
        }
        Ok(Self { mapping, mapped, start, bytes: contents.len() })
    }

    fn start(&self) -> *mut u8 {
        self.start
    }

    fn contents(&self) -> Vec<u8> {
        // SAFETY: kernels that know the address have ended, and the pages are initialised.
        unsafe { std::slice::from_raw_parts(self.start, self.bytes) }.to_vec()
    }
}

impl Drop for Edged {
    fn drop(&mut self) {
        // SAFETY: mapped by `with`, and not used any more. On failure the memory is leaked.
        let _ = unsafe { munmap(self.mapping.as_ptr(), self.mapped) };
    }
}

//! Runs kernels that are written by hand, as LLVM IR, in memory that ends where its arrays end.
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
    /// The same, which nobody may write to.
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

/// Which end of an array lies where memory ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Nothing in front of an array can be read.
    First,
    /// Nothing behind it can be read.
    Last,
}

/// What a launch left behind.
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

/// Compiles the only kernel of a module, with passes of ours in their place in the pipeline, and
/// runs it. A kernel that goes past an array's edge, or writes to a constant one, ends the
/// process.
///
/// # Errors
/// When the compiler refuses the kernel, or the compiled code writes past memory of the runtime.
pub fn run(
    text: &str,
    under_test: &[&str],
    launch: (&[Argument], &Space, Edge),
) -> Result<Outcome, ExecuteError> {
    run_on("x86-64-v3", text, under_test, launch)
}

/// The most capable processor, of those with a level of their own, that this machine is.
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

/// As [`run`], compiled for a processor that clang knows by this name.
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
        watch: Watch::nobody(),
    };
    let entries = pipeline.lower(&module).map_err(failed)?;
    let [entry] = entries.as_slice() else { return Err(failed("there is not one kernel")) };
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
        // SAFETY: the arguments are what the kernel's parameters describe, as whoever wrote the kernel
        // promises; the groups are in range.
        unsafe { entry(packed.as_ptr().cast::<c_void>(), &raw const info, 0, groups) };
    })?;
    if !arena::take_back() {
        return Err(ExecuteError::OutOfBounds("local memory or scratch memory"));
    }
    Ok(Outcome { changed, arrays: arrays.iter().map(Edged::contents).collect() })
}

/// A version of a kernel: its text, and the passes under test.
pub type Version<'a> = (&'a str, &'a [&'a str]);

/// Runs versions of a kernel, and compares what each leaves behind with what the first one does. Returns of which of them
/// a pass under test changed the kernel.
///
/// # Panics
/// When a version cannot be run, or leaves something else than the first one.
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

/// Bytes in front of an array and behind it that cannot be read: pages, of whatever size.
const GUARD: usize = 64 << 10;

/// What a kernel may do with an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    Read,
    Write,
}

/// An array at the edge of readable memory.
struct Edged {
    /// The whole mapping, with what cannot be read.
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
        // SAFETY: as many bytes of the pages that were just opened.
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
        // SAFETY: mapped by `with`, and nobody uses it any more. There is nothing to do about a
        // failure but to keep the memory.
        let _ = unsafe { munmap(self.mapping.as_ptr(), self.mapped) };
    }
}

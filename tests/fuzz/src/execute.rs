//! Compiles a kernel the way `scythe++` does, and runs it in this process.
//!
//! Named boundary module: calls code that was just compiled.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::fmt;
use std::rc::Rc;

use scythe_image::{CpuEntry, ScheduleInfo};
use scythe_llvm::inkwell::OptimizationLevel;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, native_triple, parse_ir, run_passes};
use scythe_pipeline::hostdev::KnownLaunches;
use scythe_pipeline::mlir::{MlirOptions, RemarkKind};
use scythe_pipeline::stage::Watch;
use scythe_targets::cpu::Cpu;
use scythe_targets::cpu::pipeline::CpuPipeline;

use crate::arena::{self, Fenced};
use crate::contents::{Contents, bits_of};
use crate::kernel::Kernel;
use crate::print::{self, Dialect, Fields};
use crate::setting::{Device, Setting};
use crate::spirv;

/// The results of a compiled kernel.
#[derive(Debug)]
pub struct Executed {
    /// Memory.
    pub contents: Contents,
    /// The sub-group size that the kernel queried, if it did.
    pub sub_group_size: u32,
}

/// Why a kernel was not executed, or not properly.
#[derive(Debug)]
pub enum ExecuteError {
    /// The compiler rejected the kernel.
    Compile(String),
    /// Memory was written out of bounds.
    OutOfBounds(&'static str),
}

impl fmt::Display for ExecuteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compile(reason) => write!(f, "the compiler fails: {reason}"),
            Self::OutOfBounds(what) => write!(f, "compiled code writes past {what}"),
        }
    }
}

impl std::error::Error for ExecuteError {}

pub(crate) fn failed(error: impl fmt::Display) -> ExecuteError {
    ExecuteError::Compile(error.to_string())
}

/// The processor of a setting.
fn processor(setting: &Setting) -> Cpu {
    Cpu::new(&setting.cpu, &setting.cpu, "")
}

/// The kernel as input of the pipeline.
///
/// # Errors
/// When LLVM has no such processor, or the IR is not valid.
pub fn module_text(kernel: &Kernel, setting: &Setting) -> Result<String, ExecuteError> {
    if setting.device == Device::OpenCl {
        return spirv::module_text(kernel, setting);
    }
    let triple = native_triple();
    let machine = processor(setting).machine(&triple).map_err(failed)?;
    let layout = machine.get_target_data().get_data_layout();
    let data_layout = layout.as_str().to_string_lossy();
    let dialect = Dialect { triple: &triple, data_layout: &data_layout, optnone: setting.optnone };
    Ok(print::print(kernel, &dialect))
}

/// Compiles and runs a kernel.
///
/// # Errors
/// When the compiler rejects the kernel, or the compiled code writes out of bounds.
pub fn execute(kernel: &Kernel, setting: &Setting) -> Result<Executed, ExecuteError> {
    if setting.device == Device::OpenCl {
        return spirv::execute(kernel, setting);
    }
    let context = Context::create();
    let text = module_text(kernel, setting)?;
    let mut module = parse_ir(&context, print::KERNEL, text.as_bytes()).map_err(failed)?;
    module.verify().map_err(failed)?;
    let entry = lower(&mut module, setting)?;
    let level = if setting.optimize { OptimizationLevel::Default } else { OptimizationLevel::None };
    let threads = u64::from(setting.threads.max(1));
    with_entry(&module, &entry, level, |entry| launch(kernel, entry, threads))?
}

/// Compiles a lowered module and calls `run` with its entry point.
pub(crate) fn with_entry<R>(
    module: &Module<'_>,
    entry: &str,
    level: OptimizationLevel,
    run: impl FnOnce(CpuEntry) -> R,
) -> Result<R, ExecuteError> {
    let engine = module.create_jit_execution_engine(level).map_err(failed)?;
    for (name, function) in [
        ("scythe_cpu_local_memory", arena::local_memory as *const () as usize),
        ("scythe_cpu_scratch", arena::scratch as *const () as usize),
        ("__scythe_cpu_report", report as *const () as usize),
    ] {
        if let Some(declared) = module.get_function(name) {
            engine.add_global_mapping(&declared, function);
        }
    }
    let address = engine.get_function_address(entry).map_err(failed)?;
    // SAFETY: the pipeline guarantees this signature for entry points; the engine keeps the code until the
    // end of this function.
    Ok(run(unsafe { std::mem::transmute::<usize, CpuEntry>(address) }))
}

/// The function that compiled code calls when work-items wait at different barriers, which generated kernels
/// never do. It ends the process, which is the finding.
extern "C" fn report(text: *const c_char, _told: *mut u8) {
    // SAFETY: compiled code passes a string of its own.
    let text = unsafe { CStr::from_ptr(text) };
    eprintln!("compiled code reports: {}", text.to_string_lossy());
    std::process::abort();
}

/// Runs the pipeline on a module and names its entry point.
fn lower(module: &mut Module<'_>, setting: &Setting) -> Result<String, ExecuteError> {
    let cpu = processor(setting);
    if !setting.before.is_empty() {
        let machine = cpu.machine(&native_triple()).map_err(failed)?;
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(module, &setting.before, &machine, tuning).map_err(failed)?;
    }
    // Generated kernels have no methods: only the round trip through MLIR is tested.
    let mut mlir = MlirOptions::disabled();
    let fell_back = Rc::new(RefCell::new(None));
    if setting.mlir {
        let report = Rc::clone(&fell_back);
        mlir = MlirOptions {
            enabled: true,
            always: true,
            remarks: vec![RemarkKind::Raise],
            report: Rc::new(move |remark| *report.borrow_mut() = Some(remark.message.clone())),
            ..mlir
        };
    }
    let (effort, known) = (setting.effort(), KnownLaunches::nothing());
    let watch = Watch::none();
    let pipeline =
        CpuPipeline { cpu: &cpu, effort, mlir: &mlir, kernels: &[], known: &known, watch };
    pipeline.prepare(module).map_err(failed)?;
    if let Some(why) = fell_back.take() {
        return Err(ExecuteError::Compile(why));
    }
    let entries = pipeline.lower(module).map_err(failed)?;
    let entry = entries
        .iter()
        .find(|entry| entry.symbol == print::KERNEL)
        .ok_or_else(|| ExecuteError::Compile("the kernel has no entry point".to_owned()))?;
    Ok(entry.function.get_name().to_string_lossy().into_owned())
}

/// The offset of parameters in a kernel's arguments: after the addresses, or in the next argument.
pub(crate) fn parameters_at(kernel: &Kernel) -> usize {
    let addresses = 8 * Fields(kernel).parameters();
    if !kernel.separate_parameters {
        return addresses;
    }
    let bytes = kernel.parameter_bytes().len();
    scythe_image::argument_offset(addresses as u64, bytes as u64, 8) as usize
}

/// The arrays of a launch, between fences.
pub(crate) struct Arrays {
    inputs: Vec<Fenced>,
    outputs: Vec<Fenced>,
    counters: Vec<Fenced>,
    shared: Vec<Fenced>,
    report: Fenced,
}

impl Arrays {
    /// The arrays before a launch.
    pub fn of(kernel: &Kernel) -> Self {
        let initial = Contents::initial(kernel);
        let fenced = |arrays: &[Vec<u8>]| -> Vec<Fenced> {
            arrays.iter().map(|bytes| Fenced::with(bytes)).collect()
        };
        Self {
            inputs: fenced(&initial.inputs),
            outputs: fenced(&initial.outputs),
            counters: fenced(&initial.counters),
            shared: fenced(&initial.shared),
            report: Fenced::with(&0u32.to_le_bytes()),
        }
    }

    /// All of them, in the order of `Fields`.
    fn all(&self) -> impl Iterator<Item = &Fenced> {
        let arrays = [&self.inputs, &self.outputs, &self.counters, &self.shared];
        arrays.into_iter().flatten().chain([&self.report])
    }

    /// The kernel's arguments: addresses and numbers.
    pub fn arguments(&self, kernel: &Kernel) -> Vec<u64> {
        let mut arguments: Vec<u64> = self.all().map(|array| array.start() as u64).collect();
        debug_assert_eq!(arguments.len(), Fields(kernel).parameters());
        arguments.resize(parameters_at(kernel) / 8, 0);
        let mut parameters = kernel.parameter_bytes();
        parameters.resize(parameters.len().next_multiple_of(8), 0);
        arguments.extend(parameters.chunks(8).map(bits_of));
        arguments
    }

    /// The results of a launch.
    ///
    /// # Errors
    /// When it wrote past an array.
    pub fn executed(&self) -> Result<Executed, ExecuteError> {
        if !self.all().all(Fenced::is_intact) {
            return Err(ExecuteError::OutOfBounds("an array"));
        }
        let read = |arrays: &[Fenced]| arrays.iter().map(Fenced::contents).collect();
        let contents = Contents {
            inputs: read(&self.inputs),
            outputs: read(&self.outputs),
            counters: read(&self.counters),
            shared: read(&self.shared),
        };
        let size = bits_of(&self.report.contents()) as u32;
        Ok(Executed { contents, sub_group_size: size })
    }
}

/// Runs all groups of a kernel: spans of them, distributed to several threads.
fn launch(kernel: &Kernel, entry: CpuEntry, threads: u64) -> Result<Executed, ExecuteError> {
    let arrays = Arrays::of(kernel);
    let arguments = arrays.arguments(kernel);
    let launch = &kernel.launch;
    let groups = launch.group_count();
    let span = launch.span.max(1);
    let run_spans = &|thread: u64| {
        let info = ScheduleInfo {
            global_size: launch.global,
            global_offset: launch.offset,
            local_size: launch.local,
            slice: 0,
            total_slices: 1,
            work_dim: launch.dimensions,
            local_memory: print::local_memory(kernel).1,
            constants: std::ptr::null(),
        };
        let step = (span * threads) as usize;
        for first in (span * thread..groups).step_by(step) {
            let last = (first + span).min(groups);
            // SAFETY: the arguments match the kernel's parameter, every array has the length that the
            // interpreter uses, and the groups are in range. Whether the kernel itself is correct is what
            // this program tests, in a process of its own.
            unsafe { entry(arguments.as_ptr().cast::<c_void>(), &raw const info, first, last) };
        }
        arena::take_back()
    };
    let intact = std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || run_spans(thread))).collect();
        let mine = run_spans(0);
        others.into_iter().fold(mine, |good, other| good & other.join().unwrap_or(false))
    });
    if !intact {
        return Err(ExecuteError::OutOfBounds("local memory or scratch memory"));
    }
    arrays.executed()
}

//! Helpers for tests of CUDA devices: a process with the fake driver, its kernels, and its log.

use std::ffi::{CStr, CString};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicPtr;

use libloading::Library;
use scythe::backend::{BackendKind, Device, IndexSpace, devices};
use scythe::core::command::Command;
use scythe::core::queue::Queue;
use scythe::core::work::{Arguments, Work};
use scythe_image::{
    ArgumentKind, DeviceGlobal, Kernel, KernelArgument, Module, ModuleKernel, TargetKind, Variant,
};

/// Set in processes that have the driver.
const CHILD: &str = "FAKE_CUDA_CHILD";

fn fake() -> PathBuf {
    let this = std::env::current_exe().expect("tests have a file");
    let folder = this.parent().and_then(|deps| deps.parent()).expect("tests have a folder");
    let library = folder.join("examples/libfake_cuda.so");
    assert!(library.exists(), "{} is missing: cargo test builds it", library.display());
    library
}

/// The full name of a test of the file that calls.
fn full_name(caller: &Location<'_>, test: &str) -> String {
    let module = Path::new(caller.file()).file_stem().expect("a file").to_string_lossy();
    format!("{module}::{test}")
}

/// Runs a test in a process that loads the driver.
fn child(test: &str, variables: &[(&str, &str)]) -> Output {
    // Beside the library, so that the link is valid for every process.
    let folder = fake().with_file_name("fake_cuda_driver");
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("libcuda.so.1");
    // Another test may have made it.
    let _ = std::os::unix::fs::symlink(fake(), &link);
    Process::new(std::env::current_exe().expect("tests have a file"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env("LD_LIBRARY_PATH", &folder)
        .env("SCYTHE_DEVICES", "cuda")
        .env(CHILD, test)
        .envs(variables.iter().copied())
        .output()
        .expect("tests can be started")
}

/// Whether this process has to run the test; otherwise a child has run it, and `look` checks how it ended.
#[track_caller]
pub fn is_child_that(
    test: &str,
    variables: &[(&str, &str)],
    look: impl FnOnce(&Output, &str),
) -> bool {
    let test = full_name(Location::caller(), test);
    if std::env::var(CHILD).is_ok_and(|name| name == test) {
        return true;
    }
    let output = child(&test, variables);
    let text = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    assert!(text.contains("running 1 test"), "there is no test {test}: {text}");
    look(&output, &text);
    false
}

/// The same for a test that has to succeed.
#[track_caller]
pub fn is_child(test: &str) -> bool {
    is_child_that(test, &[], |output, text| assert!(output.status.success(), "{text}"))
}

/// A test's interface to the driver.
pub struct Control(Library);

impl Control {
    pub fn new() -> Self {
        // SAFETY: the library of this project, which is loaded already.
        Self(unsafe { Library::new(fake()) }.expect("the driver"))
    }

    fn function<F: Copy>(&self, name: &str) -> F {
        // SAFETY: callers know the type.
        *unsafe { self.0.get::<F>(name.as_bytes()) }.expect("a function")
    }

    /// Makes the next call of a function fail.
    pub fn fail(&self, name: &str, code: i32) {
        let name = CString::new(name).expect("a name");
        // SAFETY: the name ends with NUL.
        unsafe {
            self.function::<unsafe extern "C" fn(*const i8, i32)>("fake_fail")(name.as_ptr(), code);
        }
    }

    pub fn hold(&self, hold: bool) {
        self.function::<extern "C" fn(bool)>("fake_hold")(hold);
    }

    pub fn allocations(&self) -> usize {
        self.function::<extern "C" fn() -> usize>("fake_allocations")()
    }

    /// The driver's log since the last call.
    pub fn log(&self) -> Vec<String> {
        let log = self.function::<unsafe extern "C" fn(*mut u8, usize) -> usize>("fake_log");
        let mut text = vec![0u8; 1 << 20];
        // SAFETY: the space is as large as stated.
        let length = unsafe { log(text.as_mut_ptr(), text.len()) };
        assert!(length <= text.len());
        text.truncate(length);
        String::from_utf8(text).expect("text").lines().map(str::to_owned).collect()
    }

    /// The lines that begin with one of the words.
    pub fn noted(&self, words: &[&str]) -> Vec<String> {
        let mut log = self.log();
        log.retain(|line| words.iter().any(|word| line.split(' ').next() == Some(*word)));
        log
    }
}

pub fn device(number: usize) -> &'static dyn Device {
    let cuda = |device: &&'static dyn Device| device.info().backend == BackendKind::Cuda;
    let mut all = devices().iter().map(|(device, _)| *device).filter(cuda);
    all.nth(number).expect("the driver has it")
}

/// A module of PTX, which ends with NUL.
pub fn module(code: &'static CStr) -> &'static Module {
    Box::leak(Box::new(Module {
        code: code.as_ptr().cast(),
        size: code.to_bytes().len() as u64,
        constants: std::ptr::null(),
        constant_count: 0,
        chosen: AtomicPtr::default(),
    }))
}

pub fn argument(kind: ArgumentKind, size: u32, offset: u64) -> KernelArgument {
    KernelArgument { kind: kind as u32, size, offset, global: std::ptr::null() }
}

pub fn global_argument(global: &'static DeviceGlobal) -> KernelArgument {
    KernelArgument { global, ..argument(ArgumentKind::DeviceGlobal, 8, 0) }
}

/// Code of a kernel, whose work-items each process so many items in a dimension.
pub fn code(
    module: &'static Module,
    function: &'static CStr,
    arguments: Vec<KernelArgument>,
    coarse: *const ModuleKernel,
    (items, along): (u32, u32),
) -> &'static ModuleKernel {
    let arguments: &'static [KernelArgument] = Vec::leak(arguments);
    Box::leak(Box::new(ModuleKernel {
        module,
        function: function.as_ptr(),
        arguments: arguments.as_ptr(),
        argument_count: arguments.len() as u64,
        coarse,
        items,
        along,
    }))
}

/// A variant of a kernel.
pub fn variant(
    module: &'static Module,
    function: &'static CStr,
    (target, features): (&'static CStr, &'static CStr),
    flags: u32,
    arguments: Vec<KernelArgument>,
) -> Variant {
    let code = code(module, function, arguments, std::ptr::null(), (1, 0));
    Variant {
        kind: TargetKind::Ptx as u32,
        flags,
        target: target.as_ptr(),
        features: features.as_ptr(),
        entry: None,
        guards: std::ptr::null(),
        guard_count: 0,
        stack_kib: 0,
        kernel: code,
    }
}

pub fn kernel(name: &'static CStr, args_size: u64, variants: Vec<Variant>) -> &'static Kernel {
    let variants: &'static [Variant] = Vec::leak(variants);
    Box::leak(Box::new(Kernel { args_size, args_align: 8, ..Kernel::of_variants(name, variants) }))
}

/// A kernel with one variant for all devices.
pub fn simple(
    function: &'static CStr,
    args_size: u64,
    arguments: Vec<KernelArgument>,
) -> &'static Kernel {
    let version = variant(module(c"ptx"), function, (c"sm_75", c"ptx"), 0, arguments);
    kernel(function, args_size, vec![version])
}

/// The arguments of `scale`.
#[repr(C)]
pub struct Scale {
    pub data: *mut u8,
    pub a: i32,
    pub b: i32,
}

pub fn scale_arguments() -> Vec<KernelArgument> {
    vec![
        argument(ArgumentKind::Pointer, 8, 0),
        argument(ArgumentKind::Bytes, 4, 8),
        argument(ArgumentKind::Bytes, 4, 12),
        argument(ArgumentKind::IndexSpace, 48, 0),
    ]
}

pub fn scale() -> &'static Kernel {
    simple(c"scale", size_of::<Scale>() as u64, scale_arguments())
}

pub fn block<T>(value: &T) -> Arguments {
    // SAFETY: a value is readable.
    unsafe { Arguments::copy(std::ptr::from_ref(value).cast(), size_of::<T>(), align_of::<T>()) }
        .expect("memory")
}

pub fn range(dims: u32, global: [usize; 3]) -> IndexSpace {
    IndexSpace {
        dims,
        global,
        local: None,
        offset: [0; 3],
        local_memory: 0,
        hierarchical: false,
        together: false,
    }
}

/// Submits work and waits for it.
pub fn run(queue: &Queue, work: Work) {
    queue.submit(work, &[], vec![], None).wait().expect("it ends");
    if let Some(error) = queue.take_error() {
        panic!("{error}");
    }
}

/// A launch of `scale` over a range.
pub fn scaling(device: &dyn Device, data: *mut u8, b: i32, space: IndexSpace) -> Work {
    device.prepare(scale(), block(&Scale { data, a: 2, b }), space).expect("a launch")
}

/// Submits work after other commands.
pub fn submit(queue: &Queue, work: Work, after: &[&Arc<Command>]) -> Arc<Command> {
    let after: Vec<_> = after.iter().map(|&command| Arc::clone(command)).collect();
    queue.submit(work, &after, vec![], None)
}

/// Reads memory.
pub fn read(queue: &Queue, from: *const u8, count: usize) -> Vec<i32> {
    let mut back = vec![0i32; count];
    run(queue, Work::Copy { to: back.as_mut_ptr().cast(), from, bytes: count * 4 });
    back
}

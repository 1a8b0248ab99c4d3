//! OpenCL devices, with a handwritten module (`modules/scale.ll`). A machine without a device that accepts
//! SPIR-V skips these tests, and says so.

use std::ffi::CStr;
use std::process::Command as Process;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use scythe::Errc;
use scythe::backend::info::{Aspect, targets};
use scythe::backend::{BackendKind, Device, IndexSpace, devices};
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::queue::{Access, Order, Queue, Role};
use scythe::core::snapshot::ProgramMemory;
use scythe::core::usm::Kind;
use scythe::core::work::{Arguments, MemoryHint, Rows, Work};
use scythe_image::{
    ArgumentKind, Kernel, KernelArgument, Module, ModuleKernel, TargetKind, Variant,
};

static SCALE: &[u8] = include_bytes!("modules/scale.spv");

/// The first device that runs SPIR-V.
fn device() -> Option<&'static dyn Device> {
    let fits = |device: &&'static dyn Device| {
        let info = device.info();
        info.backend == BackendKind::OpenCl && info.targets & targets::SPIRV64 != 0
    };
    let found = devices().iter().map(|(device, _)| *device).find(fits);
    if found.is_none() {
        eprintln!("skipped: no OpenCL device accepts SPIR-V");
    }
    found
}

fn module(code: &'static [u8]) -> &'static Module {
    Box::leak(Box::new(Module {
        code: code.as_ptr(),
        size: code.len() as u64,
        constants: std::ptr::null(),
        constant_count: 0,
        chosen: AtomicPtr::default(),
    }))
}

fn kernel(
    module: &'static Module,
    function: &'static CStr,
    args_size: u64,
    arguments: Vec<KernelArgument>,
) -> &'static Kernel {
    let arguments: &'static [KernelArgument] = Vec::leak(arguments);
    let code: &'static ModuleKernel = Box::leak(Box::new(ModuleKernel {
        module,
        function: function.as_ptr(),
        arguments: arguments.as_ptr(),
        argument_count: arguments.len() as u64,
        coarse: std::ptr::null(),
        items: 1,
        along: 0,
    }));
    let variant: &'static Variant = Box::leak(Box::new(Variant {
        kind: TargetKind::Spirv64 as u32,
        flags: 0,
        target: c"spirv64".as_ptr(),
        features: c"".as_ptr(),
        entry: None,
        guards: std::ptr::null(),
        guard_count: 0,
        stack_kib: 0,
        kernel: code,
    }));
    Box::leak(Box::new(Kernel {
        args_size,
        args_align: 8,
        ..Kernel::of_variants(function, std::slice::from_ref(variant))
    }))
}

fn argument(kind: ArgumentKind, size: u32, offset: u64) -> KernelArgument {
    KernelArgument { kind: kind as u32, size, offset, global: std::ptr::null() }
}

/// The arguments of `scale`.
#[repr(C)]
struct Scale {
    data: *mut u8,
    a: i32,
    b: i32,
}

fn scale(module: &'static Module) -> &'static Kernel {
    let arguments = vec![
        argument(ArgumentKind::Pointer, 8, 0),
        argument(ArgumentKind::Bytes, 8, 8),
        argument(ArgumentKind::LocalMemory, 0, 0),
    ];
    kernel(module, c"scale", size_of::<Scale>() as u64, arguments)
}

fn block<T>(value: &T) -> Arguments {
    // SAFETY: a value is readable.
    unsafe { Arguments::copy(std::ptr::from_ref(value).cast(), size_of::<T>(), align_of::<T>()) }
        .expect("memory")
}

fn line(items: usize, local: usize) -> IndexSpace {
    IndexSpace {
        dims: 1,
        global: [items, 1, 1],
        local: Some([local, 1, 1]),
        offset: [0; 3],
        local_memory: local * size_of::<i32>(),
        hierarchical: false,
        together: false,
    }
}

fn whole(buffer: &Arc<Buffer>, write: bool) -> Access {
    let region = Region::whole(buffer.bytes());
    Access { buffer: Arc::clone(buffer), region, write, discard: false, on_host: false }
}

fn run(queue: &Queue, work: Work, accesses: Vec<Access>) {
    queue.submit(work, &[], accesses, None).wait().expect("it ends");
    if let Some(error) = queue.take_error() {
        panic!("{error}");
    }
}

/// A value that a queue's device computes from a buffer, which the native CPU changes in between.
fn buffers(device: &'static dyn Device) {
    const COUNT: usize = 1000;
    let kernel = scale(module(SCALE));
    let queue = Queue::new(device, false, false);
    let mut host: Vec<i32> = (0..COUNT as i32).collect();
    let memory = host.as_mut_ptr().cast();
    // SAFETY: `host` outlives the buffer's commands.
    let buffer = Arc::new(unsafe { Buffer::new(COUNT * 4, 4, memory, HostMemory::default()) });
    for _ in 0..2 {
        let data = buffer.address_on(device, true).expect("memory");
        let arguments = block(&Scale { data, a: 3, b: 1 });
        let work = device.prepare(kernel, arguments, line(COUNT, 10)).expect("a launch");
        queue.submit(work, &[], vec![whole(&buffer, true)], None);
    }
    let (held, start) =
        HostAccess::acquire(&buffer, Region::whole(COUNT * 4), true, false).expect("contents");
    // SAFETY: the host has access to the buffer.
    let seen = unsafe { std::slice::from_raw_parts_mut(start.cast::<i32>(), COUNT) };
    for (number, value) in (0..).zip(seen.iter_mut()) {
        assert_eq!(*value, (number * 3 + 1) * 3 + 1);
        *value = number;
    }
    drop(held);
    let data = buffer.address_on(device, true).expect("memory");
    let work = device.prepare(kernel, block(&Scale { data, a: 2, b: 0 }), line(COUNT, 1));
    run(&queue, work.expect("a launch"), vec![whole(&buffer, true)]);
    let (held, _) =
        HostAccess::acquire(&buffer, Region::whole(COUNT * 4), false, false).expect("contents");
    drop(held);
    assert!(buffer.in_host_memory() && queue.take_error().is_none());
    assert_eq!(host, (0..COUNT as i32).map(|n| n * 2).collect::<Vec<_>>());
}

/// Copies, fills with patterns of any size, and boxes, in memory of the device.
fn transfers(device: &'static dyn Device) {
    let queue = Queue::new(device, false, false);
    let memory = device.allocate(Kind::Device, 4096, 64, "a test").expect("memory");
    let start = memory.start();
    let read = || {
        let mut back = vec![0u8; 4096];
        let work = Work::Copy { to: back.as_mut_ptr(), from: start, bytes: back.len() };
        run(&queue, work, vec![]);
        back
    };
    for pattern in [&[7u8][..], &[1, 2, 3, 4], &[1, 2, 3], &[9; 12]] {
        let count = 4096 / pattern.len();
        run(&queue, Work::Fill { to: start, pattern: pattern.into(), count }, vec![]);
        let expected = pattern.repeat(count);
        assert_eq!(read()[..expected.len()], expected, "{} bytes", pattern.len());
    }
    // Hints change nothing, whatever their memory.
    for (kind, advice) in [(Kind::Device, None), (Kind::Shared, None), (Kind::Shared, Some(0))] {
        let Ok(hinted) = device.allocate(kind, 4096, 64, "a test") else { continue };
        let start: *const u8 = hinted.start();
        run(&queue, Work::Hint(MemoryHint { start, bytes: 4096, advice }), vec![]);
    }
    let start_of_host: *const u8 = (&raw const queue).cast();
    run(&queue, Work::Hint(MemoryHint { start: start_of_host, bytes: 1, advice: None }), vec![]);
    let host: Vec<u8> = (0..=255).collect();
    let size = Rows { row: 4, rows: 3, slices: 2 };
    let (to_pitch, from_pitch) = ([64, 512], [8, 32]);
    let from = host.as_ptr();
    run(&queue, Work::CopyRows { to: start, from, size, to_pitch, from_pitch }, vec![]);
    let pitch = [64, 512];
    let filled = start.wrapping_add(8);
    run(&queue, Work::FillRows { to: filled, pattern: [5, 6, 7].into(), size, pitch }, vec![]);
    let back = read();
    for slice in 0..2 {
        for row in 0..3 {
            let (at, from) = (slice * 512 + row * 64, slice * 32 + row * 8);
            assert_eq!(back[at..at + 4], host[from..from + 4], "row {row} of slice {slice}");
            assert_eq!(back[at + 8..at + 20], [5, 6, 7].repeat(4), "row {row} of slice {slice}");
        }
    }
}

#[test]
fn kernels_and_copies_work() {
    let Some(device) = device() else { return };
    buffers(device);
    transfers(device);
}

/// The same on devices with less support: the variable is read when devices are listed, so each value needs a
/// process.
#[test]
fn kernels_and_copies_work_in_every_kind_of_memory() {
    if device().is_none() {
        return;
    }
    let this = std::env::current_exe().expect("tests have a file");
    for memory in ["usm", "svm"] {
        let ended = Process::new(&this)
            .args(["--exact", "kernels_and_copies_work"])
            .env("SCYTHE_OPENCL_MEMORY", memory)
            .output()
            .expect("tests can be started");
        assert!(ended.status.success(), "{memory}: {}", String::from_utf8_lossy(&ended.stdout));
    }
}

#[test]
fn dimensions_and_offsets_are_those_of_sycl() {
    let Some(device) = device() else { return };
    let (rows, columns) = (5usize, 7usize);
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, rows * columns * 4, 4, "a test").expect("memory");
    let arguments =
        vec![argument(ArgumentKind::Pointer, 8, 0), argument(ArgumentKind::Bytes, 8, 8)];
    let kernel = kernel(module(SCALE), c"places", 16, arguments);
    let zeros = Work::Fill { to: memory.start(), pattern: [0].into(), count: rows * columns * 4 };
    queue.submit(zeros, &[], vec![], None);
    let space = IndexSpace {
        dims: 2,
        global: [rows - 1, columns - 2, 1],
        local: None,
        offset: [1, 2, 0],
        local_memory: 0,
        hierarchical: false,
        together: false,
    };
    let given = (memory.start() as usize, columns);
    run(&queue, device.prepare(kernel, block(&given), space).expect("a launch"), vec![]);
    let mut back = vec![0i32; rows * columns];
    let (to, bytes) = (back.as_mut_ptr().cast(), rows * columns * 4);
    run(&queue, Work::Copy { to, from: memory.start(), bytes }, vec![]);
    for (index, value) in back.iter().enumerate() {
        let (y, x) = (index / columns, index % columns);
        let expected = if y >= 1 && x >= 2 { 100 * y + x } else { 0 };
        assert_eq!(*value, expected as i32, "row {y}, column {x}");
    }
}

#[test]
fn many_threads_launch_a_kernel_before_it_is_built() {
    let Some(device) = device() else { return };
    let kernel = scale(module(SCALE));
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                let queue = Queue::new(device, true, false);
                let memory = device.allocate(Kind::Device, 400, 4, "a test").expect("memory");
                let pattern = 1i32.to_ne_bytes().into();
                let data = memory.start();
                queue.submit(Work::Fill { to: data, pattern, count: 100 }, &[], vec![], None);
                for _ in 0..20 {
                    let arguments = block(&Scale { data, a: 1, b: number });
                    let work = device.prepare(kernel, arguments, line(100, 10)).expect("a launch");
                    queue.submit(work, &[], vec![], None);
                }
                let mut back = [0i32; 100];
                let work = Work::Copy { to: back.as_mut_ptr().cast(), from: data, bytes: 400 };
                run(&queue, work, vec![]);
                assert_eq!(back, [1 + 20 * number; 100]);
            });
        }
    });
}

#[test]
fn impossible_launches_are_rejected() {
    let Some(device) = device() else { return };
    let refuse = |kernel: &'static Kernel, space: IndexSpace| {
        let arguments = block(&Scale { data: std::ptr::null_mut(), a: 0, b: 0 });
        device.prepare(kernel, arguments, space).err().expect("an error")
    };
    let good = scale(module(SCALE));
    let large = usize::try_from(device.info().max_work_group_size).expect("a size") * 2;
    assert_eq!(refuse(good, line(large, large)).code, Errc::NdRange);
    assert_eq!(refuse(good, line(10, 3)).code, Errc::NdRange);
    let space = IndexSpace { local_memory: usize::MAX / 2, ..line(10, 10) };
    assert_eq!(refuse(good, space).code, Errc::MemoryAllocation);
    let broken = refuse(scale(module(b"this is not SPIR-V at all")), line(10, 10));
    assert_eq!(broken.code, Errc::Build, "{broken}");
    assert!(broken.message.contains("OpenCL: cl"), "{broken}");
    let empty = IndexSpace { global: [0, 1, 1], ..line(10, 10) };
    let arguments = block(&Scale { data: std::ptr::null_mut(), a: 0, b: 0 });
    assert!(matches!(device.prepare(good, arguments, empty), Ok(Work::Empty)));
}

#[test]
fn times_are_in_order() {
    let Some(device) = device() else { return };
    if !device.info().has(Aspect::QueueProfiling) {
        return;
    }
    let queue = Queue::new(device, true, true);
    let memory = device.allocate(Kind::Device, 4000, 4, "a test").expect("memory");
    let kernel = scale(module(SCALE));
    let mut last = 0;
    for _ in 0..3 {
        let arguments = block(&Scale { data: memory.start(), a: 1, b: 1 });
        let work = device.prepare(kernel, arguments, line(1000, 10)).expect("a launch");
        let command = queue.submit(work, &[], vec![], None);
        command.wait().expect("it ends");
        let time = |slot: &std::sync::atomic::AtomicU64| slot.load(Ordering::Relaxed);
        let times = &command.times;
        let (submit, start, end) = (time(&times.submit), time(&times.start), time(&times.end));
        assert!(0 < submit && submit <= start && start <= end, "{submit} {start} {end}");
        assert!(last <= start, "one after the other");
        last = submit;
    }
}

/// Commands that become ready one after the other, because a host access ends, cause no recursion.
#[test]
fn long_chains_behind_a_host_access_start_when_it_ends() {
    const LENGTH: i32 = 20_000;
    let Some(device) = device() else { return };
    let queue = Queue::new(device, true, false);
    let mut host = vec![0i32; 10];
    let memory = host.as_mut_ptr().cast();
    // SAFETY: `host` outlives the buffer's commands.
    let buffer = Arc::new(unsafe { Buffer::new(40, 4, memory, HostMemory::default()) });
    let kernel = scale(module(SCALE));
    let (held, _) = HostAccess::acquire(&buffer, Region::whole(40), true, false).expect("memory");
    let data = buffer.address_on(device, true).expect("memory");
    for number in 0..LENGTH {
        let work = device.prepare(kernel, block(&Scale { data, a: 1, b: 1 }), line(10, 10));
        let accesses = if number == 0 { vec![whole(&buffer, true)] } else { vec![] };
        queue.submit(work.expect("a launch"), &[], accesses, None);
    }
    assert!(!queue.is_empty());
    drop(held);
    queue.wait().expect("it ends");
    run(&queue, Work::Empty, vec![Access { on_host: true, ..whole(&buffer, false) }]);
    assert_eq!(host, [LENGTH; 10]);
}

/// A small source is read at submission, but not while a kernel may still write to it: then after the kernel.
#[test]
fn sources_that_a_kernel_writes_are_read_in_time() {
    let Some(device) = device() else { return };
    // Only devices with access to all memory of the host write to any.
    if !device.info().has(Aspect::UsmSystemAllocations) {
        return;
    }
    let queue = Queue::new(device, true, false);
    let kernel = scale(module(SCALE));
    let mut source = vec![1i32; 1000];
    let mut target = vec![0i32; 1000];
    let data: *mut u8 = source.as_mut_ptr().cast();
    for _ in 0..50 {
        let work = device.prepare(kernel, block(&Scale { data, a: 1, b: 1 }), line(1000, 10));
        queue.submit(work.expect("a launch"), &[], vec![], None);
    }
    let copy = Work::Copy { to: target.as_mut_ptr().cast(), from: data, bytes: 4000 };
    let memory = ProgramMemory { source: true, target: true };
    queue.submit_as(Role { order: Order::Free, memory }, copy, &[], vec![], None);
    queue.wait().expect("it ends");
    assert_eq!(target, vec![51; 1000]);
}

//! Launches a module's kernel through the runtime.

use std::sync::atomic::AtomicPtr;

use scythe::backend::info::{Aspect, targets};
use scythe::backend::{BackendKind, Device, IndexSpace, devices};
use scythe::core::queue::Queue;
use scythe::core::work::Arguments;
use scythe_image::{
    ArgumentKind, Kernel as Record, KernelArgument, Module, ModuleKernel, TargetKind, Variant,
};

use crate::execute::{Arrays, ExecuteError, Executed, failed, parameters_at};
use crate::kernel::Kernel;
use crate::print::{self, Fields};

/// The first OpenCL device that accepts SPIR-V and can use all of the host's memory.
pub fn device() -> Result<&'static dyn Device, ExecuteError> {
    let fits = |device: &&'static dyn Device| {
        let info = device.info();
        info.backend == BackendKind::OpenCl
            && info.targets & targets::SPIRV64 != 0
            && info.has(Aspect::UsmSystemAllocations)
    };
    let found = devices().iter().map(|(device, _)| *device).find(fits);
    found.ok_or_else(|| failed("no OpenCL device accepts SPIR-V and uses the host's memory"))
}

/// Runs a kernel with one or two arguments of bytes.
pub fn launch(kernel: &Kernel, code: Vec<u8>, local: bool) -> Result<Executed, ExecuteError> {
    let device = device()?;
    let arrays = Arrays::of(kernel);
    let arguments = arrays.arguments(kernel);
    let bytes = size_of_val(arguments.as_slice());
    // SAFETY: as many bytes as the vector has.
    let block = unsafe { Arguments::copy(arguments.as_ptr().cast(), bytes, 8) }.map_err(failed)?;
    // In SYCL's order of dimensions; here the contiguous one comes first.
    let dims = kernel.launch.dimensions as usize;
    let sizes = |numbers: [u64; 3], otherwise: usize| -> [usize; 3] {
        std::array::from_fn(|d| if d < dims { numbers[dims - 1 - d] as usize } else { otherwise })
    };
    let space = IndexSpace {
        dims: kernel.launch.dimensions,
        global: sizes(kernel.launch.global, 1),
        local: Some(sizes(kernel.launch.local, 1)),
        offset: sizes(kernel.launch.offset, 0),
        local_memory: print::local_memory(kernel).1 as usize,
        hierarchical: false,
        together: false,
    };
    let queue = Queue::new(device, false, false);
    // All in one argument, or the parameters in another.
    let places = match kernel.separate_parameters {
        true => vec![
            (0, 8 * Fields(kernel).parameters()),
            (parameters_at(kernel), kernel.parameter_bytes().len()),
        ],
        false => vec![(0, bytes)],
    };
    let record = record(code, (&places, bytes), local);
    let work = device.prepare(record, block, space).map_err(failed)?;
    queue.submit(work, &[], vec![], None).wait().map_err(failed)?;
    if let Some(error) = queue.take_error() {
        return Err(failed(error));
    }
    arrays.executed()
}

/// The record of a kernel whose arguments have these places, as offsets and sizes in bytes. Records live as long as programs do.
fn record(
    code: Vec<u8>,
    (places, bytes): (&[(usize, usize)], usize),
    local: bool,
) -> &'static Record {
    let code: &'static [u8] = code.leak();
    let module: &'static Module = Box::leak(Box::new(Module {
        code: code.as_ptr(),
        size: code.len() as u64,
        constants: std::ptr::null(),
        constant_count: 0,
        chosen: AtomicPtr::default(),
    }));
    let argument = |kind, offset: usize, size: usize| KernelArgument {
        kind: kind as u32,
        size: u32::try_from(size).unwrap_or(0),
        offset: offset as u64,
        global: std::ptr::null(),
    };
    let bytes_at = |&(offset, size): &(usize, usize)| argument(ArgumentKind::Bytes, offset, size);
    let mut arguments: Vec<KernelArgument> = places.iter().map(bytes_at).collect();
    if local {
        arguments.push(argument(ArgumentKind::LocalMemory, 0, 0));
    }
    let arguments: &'static [KernelArgument] = arguments.leak();
    let code: &'static ModuleKernel = Box::leak(Box::new(ModuleKernel {
        module,
        function: c"k".as_ptr(),
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
        stack_kib: 0,
        entry: None,
        guards: std::ptr::null(),
        guard_count: 0,
        kernel: code,
    }));
    Box::leak(Box::new(Record {
        args_size: bytes as u64,
        args_align: 8,
        ..Record::of_variants(c"k", std::slice::from_ref(variant))
    }))
}

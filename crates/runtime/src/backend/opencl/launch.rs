//! Launches of kernels.

use std::ffi::CStr;
use std::sync::Arc;

use opencl_sys::*;
use scythe_image::{ArgumentKind, Kernel, KernelArgument, ModuleKernel, TargetKind, Variant};

use super::Inner;
use super::error::check;
use super::program::{KernelPool, Program};
use super::submission::{NdRange, Submission};
use crate::backend::conditions::{self, Circumstances, Conditions, malformed};
use crate::backend::specialization::{Launched, Specialization};
use crate::backend::{IndexSpace, KernelLimits, Named};
use crate::core::constants::Constants;
use crate::core::error::{Errc, RtError};
use crate::core::work::{Arguments, DeviceWork, Relocation};
use crate::trace;

/// A kernel launch, ready to be enqueued.
pub struct Launch {
    kernel: Arc<KernelPool>,
    /// The kernel's record, and the chosen variant.
    variant: (&'static Kernel, &'static Variant),
    values: Vec<Value>,
    arguments: Arguments,
    range: NdRange,
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// Bytes of the argument block.
    Bytes { offset: usize, size: usize },
    /// An address.
    Pointer(usize),
    /// That many bytes of local memory.
    Local(usize),
}

/// The variant that a launch runs: the first one for SPIR-V whose conditions hold.
fn variant_for(
    kernel: &'static Kernel,
    space: &IndexSpace,
    local: Option<[usize; 3]>,
    arguments: &Arguments,
) -> Result<&'static Variant, RtError> {
    let pointers = conditions::pointers(kernel)?;
    let mut launch = Circumstances::new(space, local, arguments.bytes(), pointers)
        .moved(!arguments.relocations.is_empty());
    for variant in spirv_variants(kernel) {
        let conditions = Conditions::of(kernel, variant)?;
        if conditions.is_empty() || conditions.hold(&mut launch) {
            return Ok(variant);
        }
    }
    Err(no_spirv(kernel))
}

fn no_spirv(kernel: &Kernel) -> RtError {
    RtError::new(
        Errc::KernelNotSupported,
        format!(
            "kernel {} was not compiled for OpenCL devices: add spirv64 to --targets",
            Named(kernel)
        ),
    )
}

/// The variants for SPIR-V; the last one can run any launch.
fn spirv_variants(kernel: &'static Kernel) -> impl DoubleEndedIterator<Item = &'static Variant> {
    variants(kernel).iter().filter(|v| v.kind == TargetKind::Spirv64 as u32)
}

/// Checks that a kernel has code for OpenCL devices.
///
/// # Errors
/// When it has none.
pub fn has_code(kernel: &'static Kernel) -> Result<(), RtError> {
    spirv_variants(kernel).next().map(|_| ()).ok_or_else(|| no_spirv(kernel))
}

/// The limits that the driver reports for a kernel.
///
/// # Errors
/// When there is no code for the device, or the driver rejects it.
pub fn limits(device: &Arc<Inner>, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
    let pool = built(device, kernel)?;
    pool.with(&device.memory, |object| {
        let ask = |key| pool.work_group_fact(object, key);
        Ok(KernelLimits {
            max_work_group_size: pool
                .max_work_group_size
                .unwrap_or(device.info.max_work_group_size),
            preferred_multiple: ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE).unwrap_or(1),
            private_bytes: ask(CL_KERNEL_PRIVATE_MEM_SIZE).unwrap_or(0),
        })
    })
}

/// The kernel as built by the driver.
///
/// # Errors
/// When there is no code for the device, or the driver rejects it.
pub fn built(device: &Arc<Inner>, kernel: &'static Kernel) -> Result<Arc<KernelPool>, RtError> {
    let general = spirv_variants(kernel).next_back().ok_or_else(|| no_spirv(kernel))?;
    pool(device, kernel, code(kernel, general)?, &Constants::default())
}

fn without_code(kernel: &Kernel) -> RtError {
    malformed(kernel, "has a variant without code")
}

/// The code of a variant for SPIR-V.
fn code(kernel: &Kernel, variant: &'static Variant) -> Result<&'static ModuleKernel, RtError> {
    // SAFETY: everything a record points to lives as long as the record.
    unsafe { variant.kernel.as_ref() }.ok_or_else(|| without_code(kernel))
}

/// The kernel objects of a kernel's code, with these values of specialization constants.
fn pool(
    device: &Arc<Inner>,
    kernel: &Kernel,
    code: &'static ModuleKernel,
    constants: &Constants,
) -> Result<Arc<KernelPool>, RtError> {
    // SAFETY: modules live as long as the records that point to them.
    let module = unsafe { code.module.as_ref() }.ok_or_else(|| without_code(kernel))?;
    if code.function.is_null() {
        return Err(without_code(kernel));
    }
    // SAFETY: strings in records are NUL-terminated and live as long as the record.
    let name: &'static CStr = unsafe { CStr::from_ptr(code.function) };
    let program = Program::of(module, constants, device.number, device.driver, device.id.0)?;
    program.kernel(name, &device.memory)
}

fn variants(kernel: &'static Kernel) -> &'static [Variant] {
    if kernel.variants.is_null() {
        return &[];
    }
    // SAFETY: the compiler wrote as many variants as the record says, for the life of the process.
    unsafe { std::slice::from_raw_parts(kernel.variants, kernel.variant_count as usize) }
}

impl DeviceWork for Launch {
    fn arguments(&self) -> Option<&[u8]> {
        Some(self.arguments.bytes())
    }

    fn writes_elsewhere(&self) -> bool {
        self.variant.1.flags & Variant::WRITES_ELSEWHERE != 0
    }

    fn launch(&self) -> Option<trace::Launch> {
        let (kernel, variant) = self.variant;
        let space = self.range.space();
        let before = spirv_variants(kernel).take_while(|other| !std::ptr::eq(*other, variant));
        let before = before.filter_map(|other| Conditions::of(kernel, other).ok());
        let (local, block) = (space.local, self.arguments.bytes());
        let pointers = conditions::pointers(kernel).ok()?;
        let moved = !self.arguments.relocations.is_empty();
        let launched = Launched { space: &space, local, block, pointers, moved };
        let conditions = Conditions::of(kernel, variant).ok()?;
        let sizes = |sizes: [usize; 3]| sizes.map(|size| size as u64);
        Some(trace::Launch {
            kernel,
            dims: space.dims,
            global: sizes(space.global),
            local: local.map(sizes),
            specialization: Specialization::new("spirv64", conditions, before, &launched),
        })
    }
}

impl Launch {
    /// Prepares a launch in work-groups of size `local`, if that is chosen.
    ///
    /// # Errors
    /// When there is no code for the device, or the driver rejects it.
    pub fn new(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: &IndexSpace,
        local: Option<[usize; 3]>,
    ) -> Result<Self, RtError> {
        let variant = variant_for(kernel, space, local, &arguments)?;
        let code = code(kernel, variant)?;
        let pool = pool(device, kernel, code, &arguments.constants)?;
        if let (Some(local), Some(most)) = (local, pool.max_work_group_size) {
            let items: usize = local[..space.dims as usize].iter().product();
            if items as u64 > most {
                return Err(RtError::new(
                    Errc::NdRange,
                    format!(
                        "the work-group size {:?} exceeds the {most} work-items that the device \
                         allows for kernel {}",
                        &local[..space.dims as usize],
                        Named(kernel)
                    ),
                ));
            }
        }
        let values = values(device, (kernel, code), &arguments, space.local_memory)?;
        let (variant, range) = ((kernel, variant), NdRange::new(space, local));
        Ok(Self { kernel: pool, variant, values, arguments, range })
    }

    /// Enqueues the launch.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory that the kernel uses is valid until it is done, and the queue belongs to the device.
    pub unsafe fn enqueue(&self, device: &Inner, to: Submission<'_>) -> Result<cl_event, RtError> {
        self.kernel.with(&device.memory, |kernel| {
            // SAFETY: by this function's contract; `with` gives the kernel object to one caller at a time.
            unsafe {
                if device.memory.changes() {
                    device.memory.allow_all(kernel)?;
                }
                self.set_arguments(device, kernel)?;
                self.range.enqueue(device, to, kernel)
            }
        })
    }

    /// # Safety
    /// The caller is the only user of the kernel object.
    unsafe fn set_arguments(&self, device: &Inner, kernel: cl_kernel) -> Result<(), RtError> {
        let set = device.driver.api.clSetKernelArg()?;
        for (index, value) in (0u32..).zip(&self.values) {
            // SAFETY: by this function's contract; `values` checked that bytes lie in the block.
            unsafe {
                let status = match *value {
                    Value::Bytes { offset, size } => {
                        set(kernel, index, size, self.arguments.bytes()[offset..].as_ptr().cast())
                    }
                    Value::Local(bytes) => set(kernel, index, bytes, std::ptr::null()),
                    Value::Pointer(address) => {
                        let pointer = std::ptr::with_exposed_provenance(address);
                        device.memory.set_pointer(kernel, index, pointer)?;
                        CL_SUCCESS
                    }
                };
                check("clSetKernelArg", status)?;
            }
        }
        Ok(())
    }
}

/// The argument values of a kernel in a launch.
fn values(
    device: &Arc<Inner>,
    (kernel, code): (&'static Kernel, &'static ModuleKernel),
    given: &Arguments,
    local_memory: usize,
) -> Result<Vec<Value>, RtError> {
    let block = given.bytes();
    if code.argument_count > 0 && code.arguments.is_null() {
        return Err(malformed(kernel, "counts parameters but has no list of them"));
    }
    let arguments: &'static [KernelArgument] = match code.argument_count {
        0 => &[],
        // SAFETY: the compiler wrote as many as the record says, for the life of the process.
        count => unsafe { std::slice::from_raw_parts(code.arguments, count as usize) },
    };
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let is = |kind: ArgumentKind| argument.kind == kind as u32;
        let outside = || malformed(kernel, "has a parameter outside its arguments");
        let offset = usize::try_from(argument.offset).map_err(|_| outside())?;
        let bytes =
            |size: usize| block.get(offset..).and_then(|rest| rest.get(..size)).ok_or_else(outside);
        values.push(if is(ArgumentKind::Bytes) {
            let size = argument.size as usize;
            bytes(size)?;
            Value::Bytes { offset, size }
        } else if is(ArgumentKind::Pointer) {
            let word = bytes(size_of::<usize>())?.first_chunk().ok_or_else(outside)?;
            Value::Pointer(Relocation::translate(&given.relocations, usize::from_ne_bytes(*word)))
        } else if is(ArgumentKind::LocalMemory) {
            // OpenCL has no empty local memory.
            Value::Local(local_memory.max(1))
        } else if is(ArgumentKind::DeviceGlobal) {
            // SAFETY: variables of a program live as long as its records.
            let global = unsafe { argument.global.as_ref() }.ok_or_else(|| {
                malformed(kernel, "has a parameter for a variable that it does not name")
            })?;
            Value::Pointer(device.variable(global)?.expose_provenance())
        } else {
            return Err(malformed(kernel, "has a parameter of unknown kind"));
        });
    }
    Ok(values)
}

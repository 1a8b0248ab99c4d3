//! Launches of kernels.

use std::ffi::c_void;
use std::sync::Arc;

use scythe_image::{ArgumentKind, Kernel, KernelArgument, ModuleKernel};
use smallvec::SmallVec;

use super::Inner;
use super::api::Object;
use super::program::Function;
use super::shape::{Shape, reorder};
use super::versions;
use crate::backend::conditions::malformed;
use crate::backend::{IndexSpace, KernelLimits, record_text};
use crate::core::error::{Errc, RtError};
use crate::core::work::{Arguments, DeviceWork, Relocation};

/// Bytes of an index space that is a parameter: sizes and offsets in three dimensions.
const INDEX_SPACE: usize = 6 * size_of::<u64>();

/// A kernel launch, ready to be enqueued.
pub struct Launch {
    kernel: &'static Kernel,
    function: Arc<Function>,
    shape: Shape,
    shared_bytes: u32,
    values: SmallVec<[Value; 8]>,
    /// Values that are not in the block of arguments.
    words: SmallVec<[u64; 8]>,
    arguments: Arguments,
}

/// Where the value of a parameter is.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// In the block of arguments, from this byte on.
    Given(usize),
    /// In the launch's own words, from this one on.
    Own(usize),
}

impl DeviceWork for Launch {
    fn arguments(&self) -> Option<&[u8]> {
        Some(self.arguments.bytes())
    }
}

impl Launch {
    /// Makes a launch in work-groups of size `local`, if somebody chose one. The caller has entered the context.
    ///
    /// # Errors
    /// When there is no code for the device, or the driver does not take it.
    pub fn new(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: &IndexSpace,
        local: Option<[usize; 3]>,
    ) -> Result<Self, RtError> {
        let code = versions::choose(kernel, device.capability, space, local, arguments.bytes())?;
        let function = Function::of(device.context, code).map_err(|error| named(kernel, error))?;
        let shape = match local {
            Some(local) => {
                check_block(kernel, &function, &local[..space.dims as usize])?;
                Shape::of_work_groups(space, local)?
            }
            None => Shape::of_range(
                space,
                function.max_threads.min(function.best_threads),
                kernel.shape,
            )?,
        };
        let shared_bytes = u32::try_from(space.local_memory).unwrap_or(u32::MAX);
        function.allow_shared_bytes(shared_bytes).map_err(|error| named(kernel, error))?;
        let (values, words) = values(device, (kernel, code), &arguments, space)?;
        Ok(Self { kernel, function, shape, shared_bytes, values, words, arguments })
    }

    /// The kernel's name.
    pub fn name(&self) -> &'static str {
        record_text(self.kernel.name)
    }

    /// Whether the kernel may print.
    pub fn prints(&self) -> bool {
        self.function.prints
    }

    /// Puts the launch into a stream.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory that the kernel uses is valid until it is done, and the stream is one of the device.
    pub unsafe fn enqueue(&self, device: &Inner, stream: Object) -> Result<(), RtError> {
        let block = self.arguments.bytes();
        let place = |value: &Value| -> *mut c_void {
            match *value {
                Value::Given(offset) => block[offset..].as_ptr().cast_mut().cast(),
                Value::Own(index) => self.words[index..].as_ptr().cast_mut().cast(),
            }
        };
        let mut parameters: SmallVec<[*mut c_void; 16]> = self.values.iter().map(place).collect();
        let Shape { grid, block } = self.shape;
        // SAFETY: by this function's contract. There is a value for each parameter, as the record says; the driver
        // copies them before it returns.
        let launched = unsafe {
            device.context.api.cuLaunchKernel(
                self.function.object(),
                grid[0],
                grid[1],
                grid[2],
                block[0],
                block[1],
                block[2],
                self.shared_bytes,
                stream,
                parameters.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        };
        launched.map_err(|failure| {
            if failure.is_sticky() {
                // It is another kernel's error.
                return device.context.error(failure);
            }
            named(self.kernel, failure.into())
        })
    }
}

/// An error with the name of the kernel that it is about.
fn named(kernel: &Kernel, error: RtError) -> RtError {
    let message = format!("kernel {}: {}", record_text(kernel.name), error.message);
    RtError { message, ..error }
}

fn check_block(kernel: &Kernel, function: &Function, local: &[usize]) -> Result<(), RtError> {
    let threads: usize = local.iter().product();
    if threads <= function.max_threads as usize {
        return Ok(());
    }
    Err(RtError::new(
        Errc::NdRange,
        format!(
            "the work-group size {local:?} is more than the {} work-items that the device allows for kernel {}",
            function.max_threads,
            record_text(kernel.name)
        ),
    ))
}

/// What the driver says of a kernel. The caller has entered the context.
///
/// # Errors
/// When there is no code for the device, or the driver does not take it.
pub fn limits(device: &Arc<Inner>, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
    let code = versions::general(kernel, device.capability)?;
    let function = Function::of(device.context, code).map_err(|error| named(kernel, error))?;
    Ok(KernelLimits {
        max_work_group_size: u64::from(function.max_threads),
        preferred_multiple: device.info.sub_group_sizes.first().copied().unwrap_or(1),
        private_bytes: u64::from(function.local_bytes),
    })
}

/// What the parameters of a kernel get in a launch.
#[allow(clippy::type_complexity, reason = "used once")]
fn values(
    device: &Arc<Inner>,
    (kernel, code): (&'static Kernel, &'static ModuleKernel),
    given: &Arguments,
    space: &IndexSpace,
) -> Result<(SmallVec<[Value; 8]>, SmallVec<[u64; 8]>), RtError> {
    let block = given.bytes();
    if code.argument_count > 0 && code.arguments.is_null() {
        return Err(malformed(kernel, "has no parameters where it counts some"));
    }
    let arguments: &'static [KernelArgument] = match code.argument_count {
        0 => &[],
        // SAFETY: the compiler wrote as many as the record says, for the life of the process.
        count => unsafe { std::slice::from_raw_parts(code.arguments, count as usize) },
    };
    let (mut values, mut words) = (SmallVec::new(), SmallVec::new());
    for argument in arguments {
        let is = |kind: ArgumentKind| argument.kind == kind as u32;
        let outside = || malformed(kernel, "has a parameter outside its arguments");
        let size = argument.size as usize;
        let bytes = |size: usize| {
            let offset = usize::try_from(argument.offset).map_err(|_| outside())?;
            let part = block.get(offset..).and_then(|rest| rest.get(..size));
            part.map(|part| (offset, part)).ok_or_else(outside)
        };
        let own = Value::Own(words.len());
        values.push(if is(ArgumentKind::Bytes) {
            Value::Given(bytes(size)?.0)
        } else if is(ArgumentKind::Pointer) {
            let (_, part) = bytes(size_of::<usize>())?;
            let word = usize::from_ne_bytes(*part.first_chunk().ok_or_else(outside)?);
            words.push(Relocation::translate(&given.relocations, word) as u64);
            own
        } else if is(ArgumentKind::DeviceGlobal) {
            // SAFETY: variables of a program live as long as its records.
            let global = unsafe { argument.global.as_ref() }
                .ok_or_else(|| malformed(kernel, "has a parameter for no variable"))?;
            words.push(device.variable(global)?.expose_provenance() as u64);
            own
        } else if is(ArgumentKind::IndexSpace) && size == INDEX_SPACE {
            words.extend(reorder(space.global, space.dims, 1).map(|size| size as u64));
            words.extend(reorder(space.offset, space.dims, 0).map(|offset| offset as u64));
            own
        } else if is(ArgumentKind::Constant) && size > 0 {
            words.extend(constant(given, argument.offset, size));
            own
        } else {
            return Err(malformed(kernel, "has a parameter of no known kind"));
        });
    }
    Ok((values, words))
}

/// The value of a specialization constant, and whether the launch gives it one.
fn constant(given: &Arguments, key: u64, size: usize) -> SmallVec<[u64; 8]> {
    let mut bytes = vec![0u8; size.next_multiple_of(size_of::<u64>())];
    if let Some(value) = given.constants.get(key) {
        let room = value.len().min(size - 1);
        bytes[..room].copy_from_slice(&value[..room]);
        bytes[size - 1] = 1;
    }
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().map(|word| u64::from_ne_bytes(*word)).collect()
}

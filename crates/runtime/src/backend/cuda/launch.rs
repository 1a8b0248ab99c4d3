//! Launches of kernels.

use std::ffi::c_void;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use scythe_image::{ArgumentKind, DeviceGlobal, Kernel, KernelArgument, ModuleKernel};
use smallvec::SmallVec;

use super::Inner;
use super::api::{KernelNode, Object};
use super::program::Function;
use super::shape::{self, Shape, Slice, reorder};
use super::versions::{self, Known, Pieces, Version};
use crate::backend::conditions::malformed;
use crate::backend::{IndexSpace, KernelLimits, Named, with_kernel};
use crate::core::command::Command;
use crate::core::constants::Constants;
use crate::core::error::{Errc, RtError};
use crate::core::work::{Arguments, DeviceWork, Relocation, Work};
use crate::trace;

/// The size of an index space parameter: sizes and offsets in three dimensions.
const INDEX_SPACE: usize = 6 * size_of::<u64>();
/// The size of a work-groups parameter: the ids of the first one, and their number.
const GROUPS: usize = 6 * size_of::<u32>();

/// The number of threads that keep a multiprocessor busy while some of them wait.
const ENOUGH_THREADS: u64 = 2048;

/// The configuration of a kernel launch, as far as it does not depend on arguments.
#[derive(Clone, Copy)]
pub struct Decided {
    kernel: &'static Kernel,
    loaded: &'static Loaded,
    /// The version of the kernel, and the versions that it was chosen from.
    version: (&'static Version, &'static Known),
    shape: Shape,
    shared_bytes: u32,
    /// Whether work-groups wait for each other.
    together: bool,
}

/// The configuration of a launch: that of an earlier one, or its own.
enum Configuration {
    Earlier(&'static Decided),
    Own(Box<Decided>),
}

impl Deref for Configuration {
    type Target = Decided;

    #[inline]
    fn deref(&self) -> &Decided {
        match self {
            Self::Earlier(decided) => decided,
            Self::Own(decided) => decided,
        }
    }
}

/// Values of parameters that are not in the argument block.
struct Words {
    /// The values, in order.
    values: SmallVec<[u64; 6]>,
    /// The position of the launch's work-groups in them, if the code needs them.
    groups: Option<usize>,
}

/// The arguments of a launch.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The argument block.
    pub bytes: &'a [u8],
    /// Host memory whose device address replaces the host address in the arguments.
    pub relocations: &'a [Relocation],
    /// Values of specialization constants; none for those that the launch does not set.
    pub constants: Option<&'a Constants>,
}

impl<'a> Given<'a> {
    fn by(arguments: &'a Arguments) -> Self {
        let Arguments { relocations, constants, .. } = arguments;
        Self { bytes: arguments.bytes(), relocations, constants: Some(constants) }
    }

    /// An argument block only.
    pub fn block(bytes: &'a [u8]) -> Self {
        Self { bytes, relocations: &[], constants: None }
    }
}

/// A kernel launch, ready to be enqueued.
pub struct Launch {
    decided: Configuration,
    words: Words,
    space: IndexSpace,
    arguments: Arguments,
}

/// A launch that is enqueued immediately: its arguments belong to the submitter.
pub struct Direct<'a> {
    decided: Configuration,
    words: Words,
    given: Given<'a>,
}

/// A version of a kernel that the driver has loaded.
pub struct Loaded {
    function: Arc<Function>,
    parameters: Vec<Parameter>,
    /// The least length of the argument block.
    needs: usize,
    /// Whether there are parameters that are not in the argument block.
    has_words: bool,
    /// The coarsened version of the kernel, if there is one.
    coarse: Option<Coarse>,
}

/// A version of a kernel whose work-items each process several items of a plain range.
struct Coarse {
    code: &'static ModuleKernel,
    /// The loaded kernel, from the first launch that is large enough.
    loaded: OnceLock<Box<Loaded>>,
}

/// The addresses of parameter values.
type Parameters = SmallVec<[*mut c_void; 16]>;

/// The source of a parameter's value.
#[derive(Clone, Copy)]
enum Parameter {
    /// The argument block, from this byte on.
    Bytes(usize),
    /// The same, for a pointer, which may be an address of the host that is replaced by another.
    Pointer(usize),
    /// The address of a variable.
    Global(&'static DeviceGlobal),
    /// Sizes and offsets.
    IndexSpace,
    /// The work-groups of the launch.
    Groups,
    /// The value of a specialization constant, and whether it has one.
    Constant { key: u64, size: usize },
}

impl DeviceWork for Launch {
    fn arguments(&self) -> Option<&[u8]> {
        Some(self.arguments.bytes())
    }

    fn writes_elsewhere(&self) -> bool {
        self.decided.version.0.writes_elsewhere()
    }

    fn launch(&self) -> Option<trace::Launch> {
        let Shape { block, .. } = self.decided.shape;
        let local = reorder(block, self.space.dims, 1).map(u64::from);
        let space = IndexSpace { local: Some(local.map(|size| size as usize)), ..self.space };
        let (version, known) = self.decided.version;
        Some(trace::Launch {
            kernel: self.decided.kernel,
            dims: space.dims,
            global: space.global.map(|size| size as u64),
            local: Some(local),
            specialization: version.why(known, &space, &self.arguments),
        })
    }
}

impl Launch {
    /// Prepares a launch; none if there are no work-items. The driver is queried only for facts that no
    /// earlier launch needed.
    ///
    /// # Errors
    /// When the device does not allow such a launch, there is no code for it, or the driver rejects it.
    pub fn new(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: &IndexSpace,
    ) -> Result<Option<Box<Self>>, RtError> {
        let given = Given::by(&arguments);
        let Some(decided) = Configuration::of(device, kernel, given, space)? else {
            return Ok(None);
        };
        let words = decided.loaded.words(device, given, space, decided.shape)?;
        Ok(Some(Box::new(Self { decided, words, space: *space, arguments })))
    }

    /// The launch of a command, if it is one.
    pub fn of(command: &Command) -> Option<&Self> {
        match &command.work {
            Work::Device(work) => work.downcast_ref(),
            _ => None,
        }
    }

    /// The kernel, for messages.
    pub fn named(&self) -> Named<'static> {
        Named(self.decided.kernel)
    }

    /// Whether the kernel may print.
    pub fn prints(&self) -> bool {
        self.decided.loaded.function.prints
    }

    /// Enqueues the launch in a stream.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory that the kernel uses is valid until it is done, and the stream belongs to the device.
    pub unsafe fn enqueue(&self, device: &Inner, stream: Object) -> Result<(), RtError> {
        // SAFETY: by this function's contract.
        unsafe { self.decided.enqueue(device, stream, Given::by(&self.arguments), &self.words) }
    }

    /// Whether a graph can contain the launch.
    pub fn is_for_graphs(&self) -> bool {
        !self.decided.together
    }

    /// The parts of the launch, in any order: each is a node of a graph.
    pub fn slices(&self) -> Vec<Slice> {
        let shape = &self.decided.shape;
        if shape.is_whole() {
            return vec![Slice { first: [0; 3], size: shape.grid }];
        }
        shape.slices().collect()
    }

    /// Calls `body` with a description of a part of the launch as a graph node.
    pub fn with_node<R>(&self, slice: Slice, body: impl FnOnce(&KernelNode) -> R) -> R {
        let decided = &self.decided;
        let part = (!decided.shape.is_whole()).then(|| self.words.of_part(slice, decided.shape));
        let words = part.as_deref().unwrap_or(&self.words.values);
        let mut parameters = decided.parameters(Given::by(&self.arguments), words);
        body(&KernelNode {
            function: decided.loaded.function.object(),
            grid: slice.size,
            block: decided.shape.block,
            shared_bytes: decided.shared_bytes,
            parameters: parameters.as_mut_ptr(),
            extra: std::ptr::null_mut(),
        })
    }
}

impl<'a> Direct<'a> {
    /// Configures a launch; see [`Launch::new`].
    ///
    /// # Errors
    /// As for that function.
    pub fn new(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        bytes: &'a [u8],
        space: &IndexSpace,
    ) -> Result<Option<Self>, RtError> {
        let given = Given::block(bytes);
        let Some(decided) = Configuration::of(device, kernel, given, space)? else {
            return Ok(None);
        };
        let words = decided.loaded.words(device, given, space, decided.shape)?;
        Ok(Some(Self { decided, words, given }))
    }

    /// What remains to be known after the driver has the launch.
    pub fn work(&self) -> Work {
        let Decided { kernel, loaded, .. } = *self.decided;
        Work::Launched { kernel, prints: loaded.function.prints }
    }

    /// Enqueues the launch in a stream.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// As for [`Launch::enqueue`].
    pub unsafe fn enqueue(&self, device: &Inner, stream: Object) -> Result<(), RtError> {
        // SAFETY: by this function's contract.
        unsafe { self.decided.enqueue(device, stream, self.given, &self.words) }
    }
}

impl Words {
    /// The values for a part of a launch.
    fn of_part(&self, part: Slice, whole: Shape) -> SmallVec<[u64; 6]> {
        let mut values = self.values.clone();
        if let Some(at) = self.groups {
            values[at..at + GROUPS / size_of::<u64>()].copy_from_slice(&group_words(part, whole));
        }
        values
    }
}

impl Configuration {
    /// The configuration of a launch, which an earlier one over the same index space may have left; none if there are
    /// no work-items.
    fn of(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        given: Given<'_>,
        space: &IndexSpace,
    ) -> Result<Option<Self>, RtError> {
        device.context.check_usable()?;
        let known = Known::of(kernel, device)?;
        let decided = match known.kept(kernel, (space, given)) {
            Some(kept) => Self::Earlier(kept),
            None => {
                let (local, items) = device.check_space(kernel, space)?;
                if items == 0 {
                    return Ok(None);
                }
                let decided = Decided::new(device, (kernel, known), given, space, local)?;
                Self::Own(Box::new(decided))
            }
        };
        if given.bytes.len() < decided.loaded.needs {
            return Err(outside(kernel));
        }
        if let Self::Own(decided) = &decided
            && decided.shape.is_whole()
        {
            decided.version.0.keep(space, **decided);
        }
        Ok(Some(decided))
    }
}

impl Decided {
    fn new(
        device: &Arc<Inner>,
        (kernel, known): (&'static Kernel, &'static Known),
        given: Given<'_>,
        space: &IndexSpace,
        local: Option<[usize; 3]>,
    ) -> Result<Self, RtError> {
        let choose = |pieces| {
            let version = known.choose(kernel, device.capability, (space, local, given), pieces)?;
            let loaded = version.loaded(kernel, |code| Loaded::new(device, kernel, code))?;
            Ok::<_, RtError>((version, loaded, loaded.shape(kernel, space, local)?))
        };
        let (mut version, mut loaded, mut shape) = choose(Pieces::One)?;
        if let Some(coarse) = &loaded.coarse
            && local.is_none()
            && let Some((other, blocks)) = coarse.suits(device, kernel, space)?
        {
            (loaded, shape) = (other, blocks);
        }
        if !shape.is_whole() {
            if space.together {
                let message =
                    "its work-groups wait for each other, and there are more than can run at once";
                return Err(with_kernel(kernel, RtError::new(Errc::NdRange, message)));
            }
            (version, loaded, shape) = choose(Pieces::Several)?;
        }
        let function = &loaded.function;
        let shared_bytes = u32::try_from(space.local_memory).unwrap_or(u32::MAX);
        if !function.allows_shared_bytes(shared_bytes) {
            let _permit = device.context.enter()?;
            function
                .allow_shared_bytes(shared_bytes)
                .map_err(|error| with_kernel(kernel, error))?;
        }
        let (version, together) = ((version, known), space.together);
        Ok(Self { kernel, loaded, version, shape, shared_bytes, together })
    }

    /// # Safety
    /// As for [`Launch::enqueue`].
    unsafe fn enqueue(
        &self,
        device: &Inner,
        stream: Object,
        given: Given<'_>,
        words: &Words,
    ) -> Result<(), RtError> {
        if self.shape.is_whole() {
            // SAFETY: by this function's contract.
            return unsafe {
                self.enqueue_blocks(device, stream, self.shape.grid, (given, &words.values))
            };
        }
        for slice in self.shape.slices() {
            let words = words.of_part(slice, self.shape);
            // SAFETY: by this function's contract.
            unsafe { self.enqueue_blocks(device, stream, slice.size, (given, &words)) }?;
        }
        Ok(())
    }

    /// The addresses of all parameter values, given those that are not in the argument block.
    #[inline]
    fn parameters(&self, given: Given<'_>, mut words: &[u64]) -> Parameters {
        let mut parameters = Parameters::new();
        for parameter in &self.loaded.parameters {
            let place = match *parameter {
                Parameter::Bytes(offset) => given.bytes[offset..].as_ptr(),
                Parameter::Pointer(offset) if given.relocations.is_empty() => {
                    given.bytes[offset..].as_ptr()
                }
                parameter => {
                    let (own, rest) = words.split_at(parameter.words());
                    words = rest;
                    own.as_ptr().cast()
                }
            };
            parameters.push(place.cast_mut().cast());
        }
        parameters
    }

    /// Enqueues a launch of so many blocks in a stream.
    ///
    /// # Safety
    /// As for [`Launch::enqueue`].
    unsafe fn enqueue_blocks(
        &self,
        device: &Inner,
        stream: Object,
        grid: [u32; 3],
        (given, words): (Given<'_>, &[u64]),
    ) -> Result<(), RtError> {
        let mut parameters = self.parameters(given, words);
        let block = self.shape.block;
        let api = &device.context.api;
        // SAFETY: by this function's contract. There is a value for each parameter, as in the record; the
        // driver copies them before it returns.
        let launched = unsafe {
            if self.together {
                api.cuLaunchCooperativeKernel(
                    self.loaded.function.object(),
                    grid[0],
                    grid[1],
                    grid[2],
                    block[0],
                    block[1],
                    block[2],
                    self.shared_bytes,
                    stream,
                    parameters.as_mut_ptr(),
                )
            } else {
                api.cuLaunchKernel(
                    self.loaded.function.object(),
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
            }
        };
        launched.map_err(|failure| match failure.is_sticky() {
            // The error comes from another kernel.
            true => device.context.error(failure),
            false => with_kernel(self.kernel, failure.into()),
        })
    }
}

fn check_block(kernel: &Kernel, function: &Function, local: &[usize]) -> Result<(), RtError> {
    let threads: usize = local.iter().product();
    if threads <= function.max_threads as usize {
        return Ok(());
    }
    Err(RtError::new(
        Errc::NdRange,
        format!(
            "the work-group size {local:?} exceeds the {} work-items that the device allows for kernel {}",
            function.max_threads,
            Named(kernel)
        ),
    ))
}

impl Coarse {
    /// The kernel and its blocks for a launch over a range, if that leaves enough work for all multiprocessors.
    fn suits(
        &'static self,
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        space: &IndexSpace,
    ) -> Result<Option<(&'static Loaded, Shape)>, RtError> {
        let ModuleKernel { items, along, .. } = *self.code;
        // Neighbouring work-items must access adjacent memory.
        if kernel.shape == along + 1 {
            return Ok(None);
        }
        let least = u64::from(device.info.compute_units) * ENOUGH_THREADS;
        let Some(coarse) = shape::coarse(space, items, along, least) else { return Ok(None) };
        let loaded = match self.loaded.get() {
            Some(loaded) => loaded,
            None => {
                let new = Box::new(Loaded::new(device, kernel, self.code)?);
                self.loaded.get_or_init(|| new)
            }
        };
        let shape = loaded.shape(kernel, &coarse, None)?;
        Ok(shape.is_whole().then_some((loaded, shape)))
    }
}

/// The limits that the driver reports for a kernel. The caller has entered the context.
///
/// # Errors
/// When there is no code for the device, or the driver rejects it.
pub fn limits(device: &Arc<Inner>, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
    let code = versions::general(kernel, device.capability)?;
    let function =
        Function::of(device.context, code).map_err(|error| with_kernel(kernel, error))?;
    Ok(KernelLimits {
        max_work_group_size: u64::from(function.max_threads),
        preferred_multiple: device.info.sub_group_sizes.first().copied().unwrap_or(1),
        private_bytes: u64::from(function.local_bytes),
    })
}

/// The number of work-groups of `items` work-items that can be resident at the same time. The caller has
/// entered the context.
///
/// # Errors
/// When there is no code for the device, or the driver rejects it.
pub fn groups_together(
    device: &Arc<Inner>,
    kernel: &'static Kernel,
    items: u64,
    local_memory: usize,
) -> Result<u64, RtError> {
    let code = versions::general(kernel, device.capability)?;
    let function =
        Function::of(device.context, code).map_err(|error| with_kernel(kernel, error))?;
    let Some(block) =
        i32::try_from(items).ok().filter(|_| items <= u64::from(function.max_threads))
    else {
        return Ok(0);
    };
    let mut each = 0;
    // SAFETY: the result is writable, and the function is one of the context's.
    let asked = unsafe {
        device.context.api.cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &raw mut each,
            function.object(),
            block,
            local_memory,
        )
    };
    asked.map_err(|failure| with_kernel(kernel, failure.into()))?;
    Ok(u64::try_from(each).unwrap_or(0) * u64::from(device.info.compute_units))
}

fn outside(kernel: &Kernel) -> RtError {
    malformed(kernel, "has a parameter outside its arguments")
}

impl Parameter {
    fn new(kernel: &Kernel, argument: &KernelArgument) -> Result<Self, RtError> {
        let is = |kind: ArgumentKind| argument.kind == kind as u32;
        let size = argument.size as usize;
        let offset = || usize::try_from(argument.offset).map_err(|_| outside(kernel));
        Ok(if is(ArgumentKind::Bytes) {
            Self::Bytes(offset()?)
        } else if is(ArgumentKind::Pointer) {
            Self::Pointer(offset()?)
        } else if is(ArgumentKind::DeviceGlobal) {
            // SAFETY: variables of a program live as long as its records.
            let global = unsafe { argument.global.as_ref() };
            Self::Global(global.ok_or_else(|| {
                malformed(kernel, "has a parameter for a variable that it does not name")
            })?)
        } else if is(ArgumentKind::IndexSpace) && size == INDEX_SPACE {
            Self::IndexSpace
        } else if is(ArgumentKind::Groups) && size == GROUPS {
            Self::Groups
        } else if is(ArgumentKind::Constant) && size > 0 {
            Self::Constant { key: argument.offset, size }
        } else {
            return Err(malformed(kernel, "has a parameter of unknown kind"));
        })
    }

    /// The number of words that it takes in a launch.
    fn words(self) -> usize {
        match self {
            Self::Bytes(_) => 0,
            Self::Pointer(_) | Self::Global(_) => 1,
            Self::IndexSpace => INDEX_SPACE / size_of::<u64>(),
            Self::Groups => GROUPS / size_of::<u64>(),
            Self::Constant { size, .. } => size.div_ceil(size_of::<u64>()),
        }
    }
}

impl Loaded {
    /// Loads a version of a kernel in the driver.
    fn new(
        device: &Arc<Inner>,
        kernel: &'static Kernel,
        code: &'static ModuleKernel,
    ) -> Result<Self, RtError> {
        let _permit = device.context.enter()?;
        let function =
            Function::of(device.context, code).map_err(|error| with_kernel(kernel, error))?;
        if code.argument_count > 0 && code.arguments.is_null() {
            return Err(malformed(kernel, "counts parameters but has no list of them"));
        }
        let arguments: &'static [KernelArgument] = match code.argument_count {
            0 => &[],
            // SAFETY: the compiler wrote as many as the record says, for the life of the process.
            count => unsafe { std::slice::from_raw_parts(code.arguments, count as usize) },
        };
        let (mut parameters, mut needs) = (Vec::with_capacity(arguments.len()), 0);
        for argument in arguments {
            let parameter = Parameter::new(kernel, argument)?;
            let end = match parameter {
                Parameter::Bytes(offset) => offset.checked_add(argument.size as usize),
                Parameter::Pointer(offset) => offset.checked_add(size_of::<usize>()),
                _ => Some(0),
            };
            needs = end.ok_or_else(|| outside(kernel))?.max(needs);
            parameters.push(parameter);
        }
        // SAFETY: what a record points to lives as long as the record.
        let coarse = unsafe { code.coarse.as_ref() };
        let coarse = coarse.map(|code| Coarse { code, loaded: OnceLock::new() });
        let in_block = |one: &Parameter| matches!(one, Parameter::Bytes(_) | Parameter::Pointer(_));
        let has_words = !parameters.iter().all(in_block);
        Ok(Self { function, parameters, needs, has_words, coarse })
    }

    /// The blocks of a launch in work-groups of size `local`, or of a size that suits the kernel.
    fn shape(
        &self,
        kernel: &Kernel,
        space: &IndexSpace,
        local: Option<[usize; 3]>,
    ) -> Result<Shape, RtError> {
        let function = &self.function;
        match local {
            Some(local) => {
                check_block(kernel, function, &local[..space.dims as usize])?;
                Shape::of_work_groups(space, local)
            }
            None => {
                let threads = function.max_threads.min(function.best_threads);
                Shape::of_range(space, threads, kernel.shape)
            }
        }
    }

    /// The values of a launch that are not in its argument block.
    fn words(
        &self,
        device: &Arc<Inner>,
        given: Given<'_>,
        space: &IndexSpace,
        shape: Shape,
    ) -> Result<Words, RtError> {
        let (mut words, mut groups) = (SmallVec::new(), None);
        if !self.has_words && given.relocations.is_empty() {
            return Ok(Words { values: words, groups });
        }
        for parameter in &self.parameters {
            match *parameter {
                Parameter::Bytes(_) => {}
                Parameter::Pointer(offset) => {
                    let part = given.bytes.get(offset..).and_then(|rest| rest.first_chunk());
                    // The length was checked before.
                    if let Some(part) = part.filter(|_| !given.relocations.is_empty()) {
                        let word = usize::from_ne_bytes(*part);
                        words.push(Relocation::translate(given.relocations, word) as u64);
                    }
                }
                Parameter::Global(global) => {
                    let _permit = device.context.enter()?;
                    words.push(device.variable(global)?.expose_provenance() as u64);
                }
                Parameter::IndexSpace => {
                    words.extend(reorder(space.global, space.dims, 1).map(|size| size as u64));
                    words.extend(reorder(space.offset, space.dims, 0).map(|offset| offset as u64));
                }
                Parameter::Groups => {
                    groups = Some(words.len());
                    words.extend(group_words(Slice { first: [0; 3], size: shape.grid }, shape));
                }
                Parameter::Constant { key, size } => words.extend(constant(given, key, size)),
            }
        }
        Ok(Words { values: words, groups })
    }
}

/// The parameter with the work-groups of a part of a launch: the ids of the first one, and the total number.
fn group_words(part: Slice, whole: Shape) -> [u64; 3] {
    let [a, b, c] = part.first;
    let [d, e, f] = whole.grid;
    [[a, b], [c, d], [e, f]].map(|[low, high]| u64::from(low) | u64::from(high) << 32)
}

/// The value of a specialization constant, and whether the launch sets it.
fn constant(given: Given<'_>, key: u64, size: usize) -> SmallVec<[u64; 8]> {
    let mut bytes = vec![0u8; size.next_multiple_of(size_of::<u64>())];
    if let Some(value) = given.constants.and_then(|constants| constants.get(key)) {
        let room = value.len().min(size - 1);
        bytes[..room].copy_from_slice(&value[..room]);
        bytes[size - 1] = 1;
    }
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().map(|word| u64::from_ne_bytes(*word)).collect()
}

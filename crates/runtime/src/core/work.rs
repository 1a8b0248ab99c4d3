//! The work of commands.
//!
//! Work that threads of the host can share is split into units; a device hands out ranges of them. Launches
//! of kernels are objects of their device ([`DeviceWork`]).

use std::any::Any;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use smallvec::SmallVec;

use crate::core::constants::Constants;
use crate::core::error::RtError;
use crate::core::exit;
use crate::core::graph::Replay;
use crate::core::snapshot::ProgramMemory;
use crate::trace;

/// Argument blocks of up to so many words are stored inline.
const INLINE_WORDS: usize = 6;

/// Kernel arguments: a copy of the function object, with its alignment.
pub struct Arguments {
    /// Most blocks are small and need no allocation.
    inline: [u128; INLINE_WORDS],
    /// Larger blocks; empty if inline.
    words: Vec<u128>,
    /// The alignment of the block, if it exceeds a word's.
    align: usize,
    size: usize,
    /// The specialization constants that the launch sets.
    pub constants: Constants,
    /// Host memory of buffers whose contents are elsewhere for the launch: pointers into it, which
    /// placeholder accessors have, are translated.
    pub relocations: Relocations,
}

/// The relocations of a command: few have accessors to many buffers.
pub type Relocations = SmallVec<[Relocation; 1]>;

/// Host memory of a buffer, and its address on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The first address at the host.
    pub host: usize,
    /// Bytes.
    pub bytes: usize,
    /// The first address on the device.
    pub device: usize,
}

impl Relocation {
    /// The address on the device for a host address.
    #[must_use]
    pub fn translate(all: &[Self], address: usize) -> usize {
        let inside = |relocation: &&Self| address.wrapping_sub(relocation.host) < relocation.bytes;
        all.iter()
            .find(inside)
            .map_or(address, |relocation| address - relocation.host + relocation.device)
    }
}

impl Arguments {
    /// Copies `bytes` bytes.
    ///
    /// # Errors
    /// When there is no memory.
    ///
    /// # Safety
    /// `from` is readable for `bytes` bytes.
    #[inline]
    pub unsafe fn copy(from: *const c_void, bytes: usize, align: usize) -> Result<Self, RtError> {
        let align = align.max(1);
        let mut words = Vec::new();
        // Never inline with a larger alignment: the start of the block must not depend on this object's
        // address.
        if bytes > size_of::<[u128; INLINE_WORDS]>() || align > align_of::<u128>() {
            let count = (bytes + align).div_ceil(size_of::<u128>());
            words
                .try_reserve_exact(count)
                .map_err(|_| RtError::out_of_memory(bytes, "a kernel's arguments"))?;
            words.resize(count, 0u128);
        }
        let (constants, relocations) = (Constants::default(), Relocations::new());
        let inline = [0; INLINE_WORDS];
        let mut this = Self { inline, words, align, size: bytes, constants, relocations };
        // SAFETY: the allocation holds the bytes and the padding before them, which is less than the
        // alignment.
        unsafe {
            let to = if this.words.is_empty() {
                this.inline.as_mut_ptr().cast::<u8>()
            } else {
                this.words.as_mut_ptr().cast::<u8>().add(this.offset())
            };
            std::ptr::copy_nonoverlapping(from.cast::<u8>(), to, bytes);
        }
        Ok(this)
    }

    /// Where the block begins in words that are not inline.
    fn offset(&self) -> usize {
        (self.words.as_ptr() as usize).wrapping_neg() & (self.align - 1)
    }

    /// The first byte.
    #[must_use]
    pub fn start(&self) -> *const c_void {
        if self.words.is_empty() {
            return self.inline.as_ptr().cast();
        }
        self.words.as_ptr().cast::<u8>().wrapping_add(self.offset()).cast()
    }

    /// All bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `copy` allocated `size` bytes.
        unsafe { std::slice::from_raw_parts(self.start().cast(), self.size) }
    }
}

/// Work prepared by a device, which only that device understands, such as the launch of a kernel.
pub trait DeviceWork: Any + Send + Sync {
    /// The arguments of a kernel: the runtime searches them for addresses. None for other work.
    fn arguments(&self) -> Option<&[u8]>;

    /// Whether it is a kernel that may write through pointers which are not among its arguments.
    fn writes_elsewhere(&self) -> bool {
        false
    }

    /// The data for the trace, for kernels of the program.
    fn launch(&self) -> Option<trace::Launch> {
        None
    }

    /// The number of units, for work that threads of the host run.
    fn units(&self) -> u64 {
        1
    }

    /// Into how many parts to split it, so that each is worth a thread.
    fn parts(&self) -> u64 {
        1
    }

    /// Whether it may block its thread, and so must not run on a thread that others need.
    fn may_block(&self) -> bool {
        false
    }

    /// Runs some units on a thread of the host.
    ///
    /// # Errors
    /// When it fails.
    ///
    /// # Safety
    /// As for [`Work::run`].
    unsafe fn run(&self, units: Range<u64>) -> Result<(), RtError> {
        let _ = units;
        Ok(())
    }

    /// As [`DeviceWork::run`], without timing it.
    ///
    /// # Errors
    /// When it fails.
    ///
    /// # Safety
    /// As for [`Work::run`].
    unsafe fn run_untimed(&self, units: Range<u64>) -> Result<(), RtError> {
        // SAFETY: by this function's contract.
        unsafe { self.run(units) }
    }
}

impl dyn DeviceWork {
    /// The work, if it is of that type.
    #[must_use]
    pub fn downcast_ref<T: DeviceWork>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A hint of the program about memory that a device will use. It changes no contents.
#[derive(Clone, Copy, Debug)]
pub struct MemoryHint {
    /// The first byte.
    pub start: *const u8,
    /// The number of bytes.
    pub bytes: usize,
    /// The backend's value for `mem_advise`; none for `prefetch`.
    pub advice: Option<i32>,
}

/// A box of memory: rows of bytes in slices.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Bytes (or patterns) in a row.
    pub row: usize,
    /// Rows in a slice.
    pub rows: usize,
    /// Slices.
    pub slices: usize,
}

/// A call of host code. The program does not end before it is made or given up.
pub struct HostCall {
    /// The function; without one, there is only something to drop.
    run: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    /// Called once, afterwards.
    drop: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Passed to both.
    context: *mut c_void,
}

impl Drop for HostCall {
    fn drop(&mut self) {
        if let Some(drop) = self.drop {
            // SAFETY: the submitter promised that this may be called once, with its context.
            unsafe { drop(self.context) }
        }
        if self.run.is_some() {
            exit::call_is_over();
        }
    }
}

// SAFETY: the submitter promised that its functions may be called on any thread, with the context.
unsafe impl Send for HostCall {}

impl HostCall {
    /// A call of host code. `run` is called at most once, `drop` exactly once, after it.
    ///
    /// # Safety
    /// Both may be called with the context, on any thread.
    #[must_use]
    pub unsafe fn new(
        run: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
        drop: Option<unsafe extern "C" fn(*mut c_void)>,
        context: *mut c_void,
    ) -> Self {
        if run.is_some() {
            exit::call_is_pending();
        }
        Self { run, drop, context }
    }

    /// Whether there is something to call, not only something to drop.
    #[must_use]
    pub fn has_call(&self) -> bool {
        self.run.is_some()
    }

    /// Makes the call.
    ///
    /// # Errors
    /// When the host code reports a failure.
    pub fn call(self) -> Result<(), RtError> {
        // SAFETY: the submitter promised that this may be called once, with its context; `self` is consumed.
        self.run.map_or(Ok(()), |run| host_result(unsafe { run(self.context) }))
    }
}

/// The work of a command.
pub enum Work {
    /// Nothing: the command only keeps order.
    Empty,
    /// Work that only its device understands.
    Device(Box<dyn DeviceWork>),
    /// The launch of a kernel that the driver has got before the command was created, so the launch is not
    /// kept ([`Device::launch`](crate::backend::Device::launch)).
    Launched {
        /// The kernel.
        kernel: &'static scythe_image::Kernel,
        /// Whether it may print.
        prints: bool,
    },
    /// Copies bytes; the two may overlap only if they are the same.
    Copy {
        /// To.
        to: *mut u8,
        /// From.
        from: *const u8,
        /// How many.
        bytes: usize,
    },
    /// Repeats a pattern.
    Fill {
        /// To.
        to: *mut u8,
        /// What.
        pattern: Box<[u8]>,
        /// How often.
        count: usize,
    },
    /// Copies a box.
    CopyRows {
        /// To.
        to: *mut u8,
        /// From.
        from: *const u8,
        /// The box; a row is that many bytes.
        size: Rows,
        /// Bytes from row to row and slice to slice at `to`.
        to_pitch: [usize; 2],
        /// The same at `from`.
        from_pitch: [usize; 2],
    },
    /// Repeats a pattern in a box.
    FillRows {
        /// To.
        to: *mut u8,
        /// What.
        pattern: Box<[u8]>,
        /// The box; a row is that many patterns.
        size: Rows,
        /// Bytes from row to row and slice to slice.
        pitch: [usize; 2],
    },
    /// Tells the device that memory will be used there, or how.
    Hint(MemoryHint),
    /// Calls host code, once: what the call owns is dropped when the command is complete.
    Host(Mutex<Option<HostCall>>),
    /// Runs all commands of a graph; its units are the threads.
    Replay(Arc<Replay>),
}

// SAFETY: the submitter promised that the pointers stay valid and that the command may use them on any thread
// until it is complete.
unsafe impl Send for Work {}
// SAFETY: running a range of units only reads the description itself.
unsafe impl Sync for Work {}

/// Fewer bytes than this are not worth a second thread.
const COPY_UNIT: usize = 1 << 20;

impl Work {
    /// The number of units; one where the work cannot be shared.
    #[must_use]
    pub fn units(&self) -> u64 {
        let bytes = match self {
            Self::Empty | Self::Launched { .. } | Self::Hint(_) | Self::Host(_) => return 1,
            Self::Device(work) => return work.units(),
            Self::Replay(replay) => return replay.workers(),
            Self::Copy { bytes, .. } => *bytes,
            Self::Fill { pattern, count, .. } => pattern.len() * count,
            Self::CopyRows { size, .. } | Self::FillRows { size, .. } => {
                return (size.rows * size.slices).max(1) as u64;
            }
        };
        bytes.div_ceil(COPY_UNIT).max(1) as u64
    }

    /// Redirects copies and fills to the location of buffer contents: placeholder accessors have the host's
    /// addresses. Memory of the program is not translated.
    pub fn relocate(&mut self, memory: ProgramMemory, all: &[Relocation]) {
        if all.is_empty() {
            return;
        }
        let moved = |address: usize| Relocation::translate(all, address);
        match self {
            Self::Copy { to, from, .. } | Self::CopyRows { to, from, .. } => {
                if !memory.target {
                    *to = to.map_addr(moved);
                }
                if !memory.source {
                    *from = from.map_addr(moved);
                }
            }
            Self::Fill { to, .. } | Self::FillRows { to, .. } if !memory.target => {
                *to = to.map_addr(moved);
            }
            _ => {}
        }
    }

    /// The work will not be done: drops what a host call owns.
    pub fn give_up(&self) {
        if let Self::Host(call) = self {
            drop(call.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    }

    /// Whether the work may block by itself.
    #[must_use]
    pub fn may_block(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Device(work) => work.may_block(),
            _ => false,
        }
    }

    /// Into how many parts threads of the host should split it, so that each is worth a thread.
    #[must_use]
    pub fn parts(&self) -> u64 {
        match self {
            Self::Device(work) => work.parts(),
            _ => self.units(),
        }
    }

    /// Runs some units of work in host memory, or of host code.
    ///
    /// # Errors
    /// Host calls fail.
    ///
    /// # Safety
    /// The memory that the work names is valid, accesses to it follow the command graph, and no unit is run
    /// twice.
    pub unsafe fn run(&self, units: Range<u64>) -> Result<(), RtError> {
        let (first, last) = (units.start as usize, units.end as usize);
        // SAFETY: all accesses below stay inside the memory that the caller guarantees, as each unit covers
        // its own part of it.
        unsafe {
            match self {
                // Host memory needs no preparation.
                Self::Empty | Self::Launched { .. } | Self::Hint(_) => {}
                Self::Device(work) => return work.run(units),
                Self::Replay(replay) => return replay.run(),
                Self::Copy { to, from, bytes } => {
                    let at = first * COPY_UNIT;
                    let count = (last * COPY_UNIT).min(*bytes) - at;
                    // `copy`, as source and target may be the same.
                    std::ptr::copy(from.add(at), to.add(at), count);
                }
                Self::Fill { to, pattern, count } => {
                    let per_unit = (COPY_UNIT / pattern.len().max(1)).max(1);
                    let units = self.units() as usize;
                    let at = (first * per_unit).min(*count);
                    let end = if last == units { *count } else { (last * per_unit).min(*count) };
                    repeat(to.add(at * pattern.len()), pattern, end - at);
                }
                Self::CopyRows { to, from, size, to_pitch, from_pitch } => {
                    for row in first..last {
                        let (slice, row) = (row / size.rows.max(1), row % size.rows.max(1));
                        let to = to.add(slice * to_pitch[1] + row * to_pitch[0]);
                        let from = from.add(slice * from_pitch[1] + row * from_pitch[0]);
                        std::ptr::copy(from, to, size.row);
                    }
                }
                Self::FillRows { to, pattern, size, pitch } => {
                    for row in first..last {
                        let (slice, row) = (row / size.rows.max(1), row % size.rows.max(1));
                        repeat(to.add(slice * pitch[1] + row * pitch[0]), pattern, size.row);
                    }
                }
                Self::Host(call) => {
                    let call = call.lock().unwrap_or_else(PoisonError::into_inner).take();
                    if let Some(call) = call {
                        return call.call();
                    }
                }
            }
        }
        Ok(())
    }
}

/// # Safety
/// `to` is writable for `count` patterns.
unsafe fn repeat(to: *mut u8, pattern: &[u8], count: usize) {
    /// The block that is copied repeatedly stays in the nearest cache.
    const BLOCK: usize = 8 << 10;
    let Some(&first) = pattern.first().filter(|_| count > 0) else { return };
    let total = pattern.len() * count;
    // SAFETY: by the caller's promise; each write stays inside, and copies go from the filled part to the
    // bytes after it.
    unsafe {
        if pattern.iter().all(|&byte| byte == first) {
            return std::ptr::write_bytes(to, first, total);
        }
        std::ptr::copy_nonoverlapping(pattern.as_ptr(), to, pattern.len());
        let block = (BLOCK / pattern.len()).max(1) * pattern.len();
        let mut done = pattern.len();
        while done < total {
            let count = done.min(block).min(total - done);
            std::ptr::copy_nonoverlapping(to, to.add(done), count);
            done += count;
        }
    }
}

fn host_result(status: i32) -> Result<(), RtError> {
    use crate::core::error::Errc;
    match Errc::from_value(status) {
        _ if status == 0 => Ok(()),
        _ if status == crate::abi::command::SCYTHE_HOST_CALL_FAILED => {
            let error = RtError::new(Errc::Runtime, "a host task threw an exception");
            Err(error.as_reported())
        }
        code => {
            let message = crate::abi::last_error();
            Err(RtError::new(code.unwrap_or(Errc::Runtime), message))
        }
    }
}

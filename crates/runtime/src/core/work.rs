//! What commands do.
//!
//! Work that can be shared between threads of the host is cut into units; a device hands out ranges of them. What a
//! launch of a kernel is, its device knows ([`DeviceWork`]).

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

/// Blocks of arguments of up to so many words are kept inline.
const INLINE_WORDS: usize = 6;

/// Kernel arguments: a copy of the function object, aligned as it asks.
pub struct Arguments {
    /// Most blocks are small: no memory of their own for those.
    inline: [u128; INLINE_WORDS],
    /// Others; empty where there are none.
    words: Vec<u128>,
    /// What the block is aligned to, beyond what a word is.
    align: usize,
    size: usize,
    /// The specialization constants that the launch gives a value.
    pub constants: Constants,
    /// Host memory of buffers whose contents are elsewhere for the launch: pointers into it, which
    /// placeholder accessors have, mean that place.
    pub relocations: Relocations,
}

/// Those of a command: few have accessors to many buffers.
pub type Relocations = SmallVec<[Relocation; 1]>;

/// Memory of a buffer at the host, and where it is on a device.
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
    /// What an address means on the device.
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
        // Never inline where more is asked for: where the block begins must not depend on where this object is.
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
        // SAFETY: there is room for the bytes and for what comes before them, which is less than the alignment.
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

    /// Where the block begins in the words that are not inline.
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
        // SAFETY: `copy` made room for `size` bytes.
        unsafe { std::slice::from_raw_parts(self.start().cast(), self.size) }
    }
}

/// Work that only the device understands which prepared it, such as the launch of a kernel.
pub trait DeviceWork: Any + Send + Sync {
    /// The arguments of a kernel: the runtime looks for addresses in them. None for other work.
    fn arguments(&self) -> Option<&[u8]>;

    /// Whether it is a kernel that may write through pointers which are not among its arguments.
    fn writes_elsewhere(&self) -> bool {
        false
    }

    /// What listeners hear of a kernel of the program.
    fn launch(&self) -> Option<trace::Launch> {
        None
    }

    /// How many units it has, where the host's threads run it.
    fn units(&self) -> u64 {
        1
    }

    /// In how many parts threads should share it, each worth the trouble.
    fn parts(&self) -> u64 {
        1
    }

    /// Whether it blocks the thread that runs it, and so must not have one that others need.
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

    /// As [`DeviceWork::run`], without finding out how long it takes.
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

/// What a program says about memory that a device will use. It changes no contents.
#[derive(Clone, Copy, Debug)]
pub struct MemoryHint {
    /// The first byte.
    pub start: *const u8,
    /// How many.
    pub bytes: usize,
    /// What the backend makes of `mem_advise`; none for `prefetch`.
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

/// A call of the host program. The program does not end before it is made or given up.
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
    /// A call that has not been made. `run` is called once at most, `drop` exactly once, after it.
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
    /// When the host program says that it failed.
    pub fn call(self) -> Result<(), RtError> {
        // SAFETY: the submitter promised that this may be called once, with its context; the object is gone after.
        self.run.map_or(Ok(()), |run| host_result(unsafe { run(self.context) }))
    }
}

/// What a command does.
pub enum Work {
    /// Nothing but keeping order.
    Empty,
    /// Something that only the device understands which prepared it.
    Device(Box<dyn DeviceWork>),
    /// The launch of a kernel that the device's driver gets while it is submitted, so that nobody needs to keep what it
    /// is ([`Device::launch`](crate::backend::Device::launch)).
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
    /// Calls the host program, once: what the call owns is gone when the command is complete.
    Host(Mutex<Option<HostCall>>),
    /// Runs all commands of a graph; its units are threads that do so.
    Replay(Arc<Replay>),
}

// SAFETY: the pointers are the submitter's, who promised that they stay valid and that the command may
// use them on any thread until it is complete.
unsafe impl Send for Work {}
// SAFETY: running a range of units only reads the description itself.
unsafe impl Sync for Work {}

/// Bytes that are not worth a second thread.
const COPY_UNIT: usize = 1 << 20;

impl Work {
    /// How many units the work has; one where it cannot be shared.
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

    /// Has copies and fills work where contents of buffers are: placeholder accessors have the host's addresses. Memory
    /// of the program is where it is.
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

    /// The work will not be done: what a host call owns goes now.
    pub fn give_up(&self) {
        if let Self::Host(call) = self {
            drop(call.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    }

    /// Whether the work may block for reasons of its own.
    #[must_use]
    pub fn may_block(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Device(work) => work.may_block(),
            _ => false,
        }
    }

    /// In how many parts threads of the host should share it, each worth the trouble.
    #[must_use]
    pub fn parts(&self) -> u64 {
        match self {
            Self::Device(work) => work.parts(),
            _ => self.units(),
        }
    }

    /// Runs some units of work in memory of the host, or of the host program.
    ///
    /// # Errors
    /// Host calls fail.
    ///
    /// # Safety
    /// The memory that the work names is valid, nobody else uses it against the command graph, and no
    /// unit is run twice.
    pub unsafe fn run(&self, units: Range<u64>) -> Result<(), RtError> {
        let (first, last) = (units.start as usize, units.end as usize);
        // SAFETY: all accesses below stay inside what the caller vouches for, as each unit covers its
        // own part of it.
        unsafe {
            match self {
                // Memory of the host is where it is.
                Self::Empty | Self::Launched { .. } | Self::Hint(_) => {}
                Self::Device(work) => return work.run(units),
                Self::Replay(replay) => return replay.run(),
                Self::Copy { to, from, bytes } => {
                    let at = first * COPY_UNIT;
                    let count = (last * COPY_UNIT).min(*bytes) - at;
                    // `copy`, as a copy onto itself is allowed.
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
    /// What is copied again and again stays in the nearest cache.
    const BLOCK: usize = 8 << 10;
    let Some(&first) = pattern.first().filter(|_| count > 0) else { return };
    let total = pattern.len() * count;
    // SAFETY: by the caller's promise; each write stays inside, and copies go from what is filled
    // already to what lies behind it.
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
            Err(RtError { reported: true, ..error })
        }
        code => {
            let message = crate::abi::last_error();
            Err(RtError::new(code.unwrap_or(Errc::Runtime), message))
        }
    }
}

//! Large copies from and to memory that the driver does not know (pageable memory).
//!
//! The driver stages such copies through memory of its own, and the submitting thread waits for that, however
//! long it takes. So a thread of the runtime does it, once the copy's predecessors are complete. One thread copies
//! memory slower than the bus does: if copies are large and there are many of them, several threads share one, each
//! with two page-locked staging buffers, one of which the device copies while the thread fills or empties the other.
//! `SCYTHE_CUDA_COPIES` chooses. Small copies are faster than a round trip to another thread.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Inner;
use super::api::{Address, Object};
use super::context::Event;
use super::memory;
use super::streams::Stream;
use super::transfers::{Target, address};
use crate::backend::signals;
use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::process::OwnThread;
use crate::core::usm::Kind;
use crate::core::work::{HostCall, Work};
use crate::settings::{self, CudaCopies};

/// Smaller copies are done by the submitting thread: they take about a tenth of a millisecond.
const LEAST: usize = 2 << 20;
/// The size of a staging buffer.
const PIECE: usize = 4 << 20;
/// Smaller copies are not faster with more threads.
const LEAST_SHARED: usize = 32 << 20;
/// The driver makes the first such copies, up to this many bytes in total: allocating page-locked memory
/// takes as long as a few copies.
const WORTH_PIECES: u64 = 512 << 20;
/// More threads do not make the bus faster.
const MOST_THREADS: usize = 6;

/// The resources of a thread for such copies, which are reused.
pub struct Lane {
    stream: &'static Stream,
    /// Staging buffers with events after their last use.
    pieces: [(Memory, Event); 2],
}

/// The state of a device for such copies.
#[derive(Default)]
pub struct Lanes {
    /// Unused lanes.
    idle: Mutex<Vec<Lane>>,
    /// Unused streams for copies by the driver.
    streams: Mutex<Vec<&'static Stream>>,
    /// The total size of large copies so far.
    bytes: AtomicU64,
}

impl Lanes {
    /// The number of threads that make a copy; none if the driver makes it.
    fn threads_for(&self, bytes: usize) -> Option<usize> {
        let threads = || {
            let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
            (processors / 2).min(MOST_THREADS)
        };
        match settings::cuda_copies() {
            CudaCopies::Staged if bytes < LEAST_SHARED => Some(1),
            CudaCopies::Staged => Some(threads().max(2)),
            CudaCopies::Driver | CudaCopies::Direct => None,
            CudaCopies::Auto => {
                let before = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
                let is_wanted = bytes >= LEAST_SHARED && before >= WORTH_PIECES;
                // Two threads are as fast as the driver.
                is_wanted.then(threads).filter(|&threads| threads > 2)
            }
        }
    }

    fn take(&self, device: &Inner) -> Result<Lane, RtError> {
        if let Some(lane) = lock(&self.idle).pop() {
            return Ok(lane);
        }
        let piece = || {
            let memory = memory::allocate(device.context, Kind::Host, PIECE, 4096, "copies")?;
            Ok::<_, RtError>((memory, device.context.event(false)?))
        };
        let stream = device.streams.for_copies()?;
        Ok(Lane { stream, pieces: [piece()?, piece()?] })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy between memory of the program and the device.
struct Copy {
    device: Arc<Inner>,
    to: Address,
    from: Address,
    bytes: usize,
    /// Whether the target is device memory.
    is_upload: bool,
}

/// The host call that replaces a copy; none if the driver would not block the caller.
pub fn call_for(device: &Arc<Inner>, work: &Work) -> Option<HostCall> {
    let Work::Copy { to, from, bytes } = work else { return None };
    if *bytes < LEAST || settings::cuda_copies() == CudaCopies::Direct {
        return None;
    }
    let (to, from, bytes) = (address(*to), address(*from), *bytes);
    let _permit = device.context.enter().ok()?;
    let knows = |start| memory::kind(device.context, start).is_some();
    let is_upload = match (knows(to), knows(from)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let copy = Box::new(Copy { device: Arc::clone(device), to, from, bytes, is_upload });
    let context = Box::into_raw(copy).cast::<c_void>();
    // SAFETY: both functions get the context that they expect, and may be called on any thread.
    Some(unsafe { HostCall::new(Some(run), Some(drop_copy), context) })
}

/// # Safety
/// The context is a [`Copy`] that was not dropped, and its memory is valid.
unsafe extern "C" fn run(context: *mut c_void) -> i32 {
    // SAFETY: by this function's contract.
    let copy = unsafe { &*context.cast::<Copy>() };
    // SAFETY: the submitter guarantees the memory until the command is complete.
    crate::abi::guard(|| unsafe { copy.run() })
}

/// # Safety
/// The context is a [`Copy`] that was not dropped.
unsafe extern "C" fn drop_copy(context: *mut c_void) {
    // SAFETY: it came from a box, by this function's contract.
    drop(unsafe { Box::from_raw(context.cast::<Copy>()) });
}

impl Copy {
    /// # Safety
    /// The memory is valid.
    unsafe fn run(&self) -> Result<(), RtError> {
        let Inner { lanes, .. } = &*self.device;
        match lanes.threads_for(self.bytes) {
            // SAFETY: by this function's contract.
            None => unsafe { self.by_driver() },
            Some(threads) => {
                let next = AtomicUsize::new(0);
                // SAFETY: by this function's contract.
                let share = || unsafe { self.share(&next) };
                std::thread::scope(|scope| {
                    let others: Vec<_> = (1..threads)
                        .filter_map(|_| {
                            let thread = std::thread::Builder::new().name("scythe-copies".into());
                            let run = || {
                                let _own = OwnThread::enter();
                                share()
                            };
                            // If no further thread can be started, the others make the whole copy.
                            signals::blocked(|| thread.spawn_scoped(scope, run)).ok()
                        })
                        .collect();
                    let done = share();
                    others.into_iter().fold(done, |done, other| {
                        done.and(other.join().unwrap_or_else(|_| {
                            Err(RtError::invalid("a thread that copies memory panicked"))
                        }))
                    })
                })
            }
        }
    }

    /// # Safety
    /// The memory is valid.
    unsafe fn by_driver(&self) -> Result<(), RtError> {
        let Inner { context, lanes, streams, .. } = &*self.device;
        let _permit = context.enter()?;
        let known = lock(&lanes.streams).pop();
        let stream = known.map_or_else(|| streams.for_copies(), Ok)?;
        let target = Target { context, stream: stream.object() };
        // SAFETY: by this function's contract; the stream is live.
        let done = unsafe {
            target
                .copy(self.to, self.from, self.bytes)
                .and_then(|()| context.api.cuStreamSynchronize(target.stream))
        };
        lock(&lanes.streams).push(stream);
        done.map_err(|failure| context.error(failure))
    }

    /// Copies pieces until all of them have been begun.
    ///
    /// # Safety
    /// The memory is valid.
    unsafe fn share(&self, next: &AtomicUsize) -> Result<(), RtError> {
        let Inner { context, lanes, .. } = &*self.device;
        let _permit = context.enter()?;
        let lane = lanes.take(&self.device)?;
        let target = Target { context, stream: lane.stream.object() };
        // SAFETY: by this function's contract; the stream is live.
        let done = unsafe {
            let copied = match self.is_upload {
                true => self.upload(target, &lane.pieces, next),
                false => self.download(target, &lane.pieces, next),
            };
            let ended = context.api.cuStreamSynchronize(target.stream);
            copied.and(ended.map_err(|failure| context.error(failure)))
        };
        // A failed copy may still be running, and the rest of it is useless.
        if done.is_ok() {
            lock(&lanes.idle).push(lane);
        } else {
            next.store(self.bytes, Ordering::Relaxed);
            std::mem::forget(lane);
        }
        done
    }

    /// The pieces of the copy that no thread has begun: offset and size.
    fn parts(&self, next: &AtomicUsize) -> impl Iterator<Item = (usize, usize)> {
        let bytes = self.bytes;
        std::iter::from_fn(move || {
            let at = next.fetch_add(PIECE, Ordering::Relaxed);
            (at < bytes).then(|| (at, PIECE.min(bytes - at)))
        })
    }

    unsafe fn upload(
        &self,
        target: Target,
        pieces: &[(Memory, Event); 2],
        next: &AtomicUsize,
    ) -> Result<(), RtError> {
        for (number, (at, bytes)) in self.parts(next).enumerate() {
            let (piece, event) = &pieces[number % 2];
            if number >= 2 {
                event.wait().map_err(|failure| target.context.error(failure))?;
            }
            let from = std::ptr::with_exposed_provenance::<u8>(self.from as usize + at);
            // SAFETY: by this function's contract; nothing reads the piece now.
            unsafe {
                std::ptr::copy_nonoverlapping(from, piece.start(), bytes);
                send(target, self.to + at as Address, address(piece.start()), bytes, event)?;
            }
        }
        Ok(())
    }

    unsafe fn download(
        &self,
        target: Target,
        pieces: &[(Memory, Event); 2],
        next: &AtomicUsize,
    ) -> Result<(), RtError> {
        let arrive = |number: usize, (at, bytes): (usize, usize)| {
            let (piece, event) = &pieces[number % 2];
            event.wait().map_err(|failure| target.context.error(failure))?;
            let to = std::ptr::with_exposed_provenance_mut::<u8>(self.to as usize + at);
            // SAFETY: by this function's contract; the piece is valid, and nothing writes it now.
            unsafe { std::ptr::copy_nonoverlapping(piece.start().cast_const(), to, bytes) };
            Ok::<_, RtError>(())
        };
        let mut last = None;
        for (number, (at, bytes)) in self.parts(next).enumerate() {
            let (piece, event) = &pieces[number % 2];
            // SAFETY: by this function's contract; the contents of the piece have been copied.
            unsafe {
                send(target, address(piece.start()), self.from + at as Address, bytes, event)?;
            }
            if let Some((number, part)) = last.replace((number, (at, bytes))) {
                arrive(number, part)?;
            }
        }
        last.map_or(Ok(()), |(number, part)| arrive(number, part))
    }
}

/// Copies a piece, with an event after it.
///
/// # Safety
/// The memory is valid until the event is done.
unsafe fn send(
    target: Target,
    to: Address,
    from: Address,
    bytes: usize,
    event: &Event,
) -> Result<(), RtError> {
    let stream: Object = target.stream;
    // SAFETY: by this function's contract.
    unsafe { target.copy(to, from, bytes) }.map_err(|failure| target.context.error(failure))?;
    event.record(stream)
}

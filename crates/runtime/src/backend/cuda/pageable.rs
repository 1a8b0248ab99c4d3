//! Large copies from and to memory that the driver does not know (pageable memory).
//!
//! The driver stages such copies through memory of its own, and the submitting thread waits for that, however
//! long it takes. So a thread of the runtime does it, once the copy's predecessors are complete: either
//! through the driver's staging buffers, or through two of the runtime's, one of which is copied while the
//! other is filled (`SCYTHE_CUDA_COPIES`). Small copies are faster than a round trip to another thread.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use super::Inner;
use super::api::{Address, Object};
use super::context::{Context, Event};
use super::memory;
use super::streams::Stream;
use super::transfers::{Target, address};
use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::usm::Kind;
use crate::core::work::{HostCall, Work};
use crate::settings::{self, CudaCopies};

/// Smaller copies are done by the submitting thread: they take about a tenth of a millisecond.
const LEAST: usize = 2 << 20;
/// The size of a staging buffer.
const PIECE: usize = 4 << 20;

/// The resources of a thread for such copies, which are reused.
pub struct Lane {
    stream: &'static Stream,
    /// Staging buffers with events after their last use; none if the driver's are used.
    pieces: Option<[(Memory, Event); 2]>,
}

/// Unused lanes.
#[derive(Default)]
pub struct Lanes(Mutex<Vec<Lane>>);

impl Lanes {
    fn take(&self) -> Option<Lane> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn give_back(&self, lane: Lane) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(lane);
    }
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
        let Inner { context, lanes, streams, .. } = &*self.device;
        let _permit = context.enter()?;
        let lane = match lanes.take() {
            Some(lane) => lane,
            None => Lane { stream: streams.for_copies()?, pieces: pieces(context)? },
        };
        // SAFETY: by this function's contract.
        let done = unsafe { self.copy(context, &lane) };
        // A failed copy may still be running.
        if done.is_ok() {
            lanes.give_back(lane);
        } else {
            std::mem::forget(lane);
        }
        done
    }

    unsafe fn copy(&self, context: &'static Context, lane: &Lane) -> Result<(), RtError> {
        let stream = lane.stream.object();
        let target = Target { context, stream };
        // SAFETY: by this function's contract.
        unsafe {
            match &lane.pieces {
                None => target
                    .copy(self.to, self.from, self.bytes)
                    .map_err(|failure| context.error(failure))?,
                Some(pieces) if self.is_upload => self.upload(target, pieces)?,
                Some(pieces) => self.download(target, pieces)?,
            }
            context.api.cuStreamSynchronize(stream).map_err(|failure| context.error(failure))
        }
    }

    /// The pieces of the copy: offset and size.
    fn parts(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let bytes = self.bytes;
        (0..bytes).step_by(PIECE).map(move |at| (at, PIECE.min(bytes - at)))
    }

    unsafe fn upload(&self, target: Target, pieces: &[(Memory, Event); 2]) -> Result<(), RtError> {
        for (number, (at, bytes)) in self.parts().enumerate() {
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
        for (number, (at, bytes)) in self.parts().enumerate() {
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

/// The runtime's staging buffers, if they are used.
fn pieces(context: &'static Context) -> Result<Option<[(Memory, Event); 2]>, RtError> {
    if settings::cuda_copies() != CudaCopies::Staged {
        return Ok(None);
    }
    let piece = || {
        let memory = memory::allocate(context, Kind::Host, PIECE, 4096, "copies")?;
        Ok::<_, RtError>((memory, context.event(false)?))
    };
    Ok(Some([piece()?, piece()?]))
}

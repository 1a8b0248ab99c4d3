//! Small copies from memory of the program.
//!
//! Programs copy from variables that are out of scope when the copy runs, as CUDA allows: it reads small
//! sources in pageable memory before the call returns. So does this, unless a pending command may still write
//! to the source, after which the copy has to come. USM is never read early: commands may write to it.

use std::ops::Range;
use std::sync::Arc;

use crate::backend::Device;
use crate::core::command::Command;
use crate::core::usm;
use crate::core::work::{Rows, Work};

/// The largest source that is read at submission. CUDA reads up to 64 KiB.
const LARGEST: usize = 64 << 10;
/// How many pending commands are searched for kernels that have the source's address. With more predecessors
/// than that, a copy reads when it runs.
const LOOKED_AT: usize = 1024;
/// How far before the source a pointer may point for a kernel to reach the source from it.
const NEAR: usize = 1 << 30;

/// Which ends of a copy are addresses given by the program, of USM or of any other memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgramMemory {
    /// The source.
    pub source: bool,
    /// The target.
    pub target: bool,
}

/// Whether a copy or a fill may write to memory that is neither USM nor the runtime's.
#[must_use]
pub fn writes_host(work: &Work, memory: ProgramMemory) -> bool {
    let target = match work {
        Work::Copy { to, .. } | Work::CopyRows { to, .. } | Work::Fill { to, .. } => *to,
        _ => return false,
    };
    memory.target && usm::extent(target.addr()).is_none()
}

/// Whether a copy should read its source before it is submitted, unless a predecessor prevents that.
#[must_use]
pub fn is_wanted(device: &dyn Device, work: &Work, memory: ProgramMemory) -> bool {
    let Some(source) = source(work).filter(|_| memory.source) else { return false };
    source.len() <= LARGEST
        && usm::extent(source.start).is_none()
        && device.may_be_host_memory(source.start)
}

/// The addresses that a copy reads from, first to last.
fn source(work: &Work) -> Option<Range<usize>> {
    let (start, bytes) = match work {
        Work::Copy { from, bytes, .. } => (from.addr(), *bytes),
        Work::CopyRows { from, size: Rows { row, rows, slices }, from_pitch, .. } => {
            let rows = rows.checked_sub(1)?.checked_mul(from_pitch[0])?;
            let slices = slices.checked_sub(1)?.checked_mul(from_pitch[1])?;
            (from.addr(), slices.checked_add(rows)?.checked_add(*row)?)
        }
        _ => return None,
    };
    Some(start..start.checked_add(bytes)?)
}

/// Reads the source of a copy for which [`is_wanted`] holds now, unless a predecessor may write there. The
/// returned bytes have to stay until the copy is done.
///
/// # Safety
/// The source is readable.
pub unsafe fn take(work: &mut Work, before: Vec<Arc<Command>>) -> Option<Arc<Box<[u8]>>> {
    let range = source(work)?;
    if may_be_written(&range, before) {
        return None;
    }
    let mut bytes = Vec::new();
    // Without memory for it, the copy reads the source when it runs, as large ones do.
    bytes.try_reserve_exact(range.len()).ok()?;
    let (Work::Copy { from, .. } | Work::CopyRows { from, .. }) = work else { return None };
    // SAFETY: readable by this function's contract.
    bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(*from, range.len()) });
    let bytes = bytes.into_boxed_slice();
    *from = bytes.as_ptr();
    Some(Arc::new(bytes))
}

/// Whether a pending command may write there: a host task, a copy to memory of the program, or a kernel that
/// has a pointer to it or gets pointers in other ways.
fn may_be_written(range: &Range<usize>, before: Vec<Arc<Command>>) -> bool {
    let mut open = before;
    for _ in 0..LOOKED_AT {
        let Some(command) = open.pop() else { return false };
        if command.is_complete() {
            continue;
        }
        if command.writes_host() {
            return true;
        }
        if let Work::Device(work) = &command.work
            && work.arguments().is_some_and(|arguments| has_pointer(arguments, range))
        {
            return true;
        }
        // Some may be visited twice, which does no harm.
        if command.has_kernel() {
            command.add_predecessors(&mut open);
        }
    }
    true
}

/// Whether arguments contain an address from which a kernel could reach the range.
fn has_pointer(arguments: &[u8], range: &Range<usize>) -> bool {
    let (words, _) = arguments.as_chunks::<{ size_of::<usize>() }>();
    words.iter().any(|word| {
        let address = usize::from_ne_bytes(*word);
        address < range.end && range.start.saturating_sub(address) < NEAR
    })
}

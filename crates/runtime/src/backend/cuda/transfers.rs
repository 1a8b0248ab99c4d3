//! Copies and fills.

use super::api::{Address, Copy2D, Copy3D, Object, Side2D, Side3D};
use super::context::Context;
use super::error::Failure;
use super::memory;
use super::open::Staging;
use crate::core::error::{Errc, RtError};
use crate::core::work::{Rows, Work};

/// Patterns that the driver does not support are repeated on the host up to this many bytes.
pub const STAGING: usize = 4 << 10;
/// Filled memory is copied to the rest in pieces of at most this size, which stay in the device's cache.
pub const PIECE: usize = 8 << 20;
/// The largest pitch of box copies; `CU_DEVICE_ATTRIBUTE_MAX_PITCH` of all devices.
pub const MAX_PITCH: usize = i32::MAX as usize;
/// `CU_MEMORYTYPE_HOST`
const HOST: i32 = 1;
/// `CU_MEMORYTYPE_UNIFIED`: the driver determines it.
pub const UNIFIED: i32 = 4;

/// The destination of a transfer's commands.
#[derive(Clone, Copy)]
pub struct Target {
    /// The device.
    pub context: &'static Context,
    /// The stream.
    pub stream: Object,
}

/// Enqueues a copy or a fill in the driver, which may read `staging` until it is done. The caller has entered
/// the context.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// The memory is valid until the command is done.
pub unsafe fn enqueue(
    target: Target,
    work: &Work,
    staging: &mut Option<Staging>,
) -> Result<(), RtError> {
    // SAFETY: by this function's contract; boxes are split into rows that lie inside them.
    let done = unsafe {
        match work {
            Work::Copy { to, from, bytes } => target.copy(address(*to), address(*from), *bytes),
            Work::Fill { to, pattern, count } => {
                target.fill(address(*to), pattern, *count, staging)
            }
            Work::CopyRows { to, from, size, to_pitch, from_pitch } => {
                let (to, from) = ((address(*to), *to_pitch), (address(*from), *from_pitch));
                target.copy_rows(to, from, *size)
            }
            Work::FillRows { to, pattern, size, pitch } => {
                target.fill_rows((address(*to), *pitch), pattern, *size, staging)
            }
            Work::Hint(hint) => {
                memory::hint(target.context, target.stream, *hint);
                Ok(())
            }
            Work::Empty
            | Work::Device(_)
            | Work::Launched { .. }
            | Work::Host(_)
            | Work::Replay(_) => {
                return Err(RtError::new(
                    Errc::BackendMismatch,
                    "the command belongs to another device",
                ));
            }
        }
    };
    done.map_err(|failure| target.context.error(failure))
}

pub fn address(pointer: *const u8) -> Address {
    pointer.expose_provenance() as Address
}

/// Where the rows of a box are, and the distances from row to row and from slice to slice.
pub type Place = (Address, [usize; 2]);

impl Target {
    /// # Safety
    /// As for [`enqueue`]. This holds for all functions here.
    pub unsafe fn copy(self, to: Address, from: Address, bytes: usize) -> Result<(), Failure> {
        if bytes == 0 || to == from {
            return Ok(());
        }
        // SAFETY: by this function's contract.
        unsafe { self.context.api.cuMemcpyAsync(to, from, bytes, self.stream) }
    }

    unsafe fn copy_rows(self, to: Place, from: Place, size: Rows) -> Result<(), Failure> {
        if size.row == 0 || size.rows == 0 || size.slices == 0 {
            return Ok(());
        }
        let fits = |(_, pitch): &Place| (size.row..=MAX_PITCH).contains(&pitch[0]);
        let whole_rows = |(_, pitch): &Place| {
            pitch[1].is_multiple_of(pitch[0]) && pitch[1] / pitch[0] >= size.rows
        };
        // SAFETY: by this function's contract.
        unsafe {
            if !fits(&to) || !fits(&from) {
                return each_row(size, |slice, row| {
                    self.copy(row_of(to, slice, row), row_of(from, slice, row), size.row)
                });
            }
            if size.slices > 1 && whole_rows(&to) && whole_rows(&from) {
                let copy = Copy3D {
                    from: self.side_3d(from),
                    to: self.side_3d(to),
                    width: size.row,
                    height: size.rows,
                    depth: size.slices,
                };
                return self.context.api.cuMemcpy3DAsync(&raw const copy, self.stream);
            }
            for slice in 0..size.slices {
                let copy = Copy2D {
                    from: self.side_2d((row_of(from, slice, 0), from.1)),
                    to: self.side_2d((row_of(to, slice, 0), to.1)),
                    width: size.row,
                    height: size.rows,
                };
                self.context.api.cuMemcpy2DAsync(&raw const copy, self.stream)?;
            }
        }
        Ok(())
    }

    /// Whether the driver does not know the memory.
    fn is_unknown(self, start: Address) -> bool {
        memory::kind(self.context, start).is_none()
    }

    fn side_2d(self, (start, [pitch, _]): Place) -> Side2D {
        let memory = if self.is_unknown(start) { HOST } else { UNIFIED };
        let host = std::ptr::with_exposed_provenance(start as usize);
        Side2D { x: 0, y: 0, memory, host, device: start, array: std::ptr::null_mut(), pitch }
    }

    fn side_3d(self, (start, [pitch, slice]): Place) -> Side3D {
        let Side2D { memory, host, device, array, .. } = self.side_2d((start, [pitch, slice]));
        let (x, y, z, level, reserved) = (0, 0, 0, 0, std::ptr::null_mut());
        Side3D {
            x,
            y,
            z,
            level,
            memory,
            host,
            device,
            array,
            reserved,
            pitch,
            height: slice / pitch,
        }
    }

    unsafe fn fill(
        self,
        to: Address,
        pattern: &[u8],
        count: usize,
        staging: &mut Option<Staging>,
    ) -> Result<(), Failure> {
        let total = pattern.len() * count;
        if total == 0 {
            return Ok(());
        }
        let (api, stream) = (self.context.api, self.stream);
        // SAFETY: by this function's contract.
        unsafe {
            match Element::of(pattern, to, 0) {
                Some(Element::Byte(value)) => api.cuMemsetD8Async(to, value, total, stream),
                Some(Element::Half(value)) => api.cuMemsetD16Async(to, value, total / 2, stream),
                Some(Element::Word(value)) => api.cuMemsetD32Async(to, value, total / 4, stream),
                None => self.repeat(to, pattern, total, staging),
            }
        }
    }

    /// Fills with a pattern that the driver does not support: it is copied from the host once, and then
    /// doubled repeatedly.
    unsafe fn repeat(
        self,
        to: Address,
        pattern: &[u8],
        total: usize,
        staging: &mut Option<Staging>,
    ) -> Result<(), Failure> {
        let staged =
            staging.get_or_insert_with(|| pattern.repeat((STAGING / pattern.len()).max(1)).into());
        let piece = (PIECE / pattern.len()).max(1) * pattern.len();
        let mut done = staged.len().min(total);
        // SAFETY: by this function's contract; the copied part is filled already, and each piece lies inside.
        unsafe {
            self.copy(to, address(staged.as_ptr()), done)?;
            while done < total {
                let bytes = done.min(piece).min(total - done);
                self.copy(to + done as Address, to, bytes)?;
                done += bytes;
            }
        }
        Ok(())
    }

    unsafe fn fill_rows(
        self,
        to: Place,
        pattern: &[u8],
        size: Rows,
        staging: &mut Option<Staging>,
    ) -> Result<(), Failure> {
        let bytes = size.row * pattern.len();
        if bytes == 0 || size.rows == 0 || size.slices == 0 {
            return Ok(());
        }
        let (api, stream, pitch) = (self.context.api, self.stream, to.1[0]);
        let element = Element::of(pattern, to.0, pitch | to.1[1]);
        // SAFETY: by this function's contract.
        unsafe {
            let Some(element) = element.filter(|_| (bytes..=MAX_PITCH).contains(&pitch)) else {
                return each_row(size, |slice, row| {
                    self.fill(row_of(to, slice, row), pattern, size.row, staging)
                });
            };
            for slice in 0..size.slices {
                let at = row_of(to, slice, 0);
                match element {
                    Element::Byte(value) => {
                        api.cuMemsetD2D8Async(at, pitch, value, bytes, size.rows, stream)
                    }
                    Element::Half(value) => {
                        api.cuMemsetD2D16Async(at, pitch, value, bytes / 2, size.rows, stream)
                    }
                    Element::Word(value) => {
                        api.cuMemsetD2D32Async(at, pitch, value, bytes / 4, size.rows, stream)
                    }
                }?;
            }
        }
        Ok(())
    }
}

pub fn row_of((start, pitch): Place, slice: usize, row: usize) -> Address {
    start + (slice * pitch[1] + row * pitch[0]) as Address
}

fn each_row(
    size: Rows,
    mut body: impl FnMut(usize, usize) -> Result<(), Failure>,
) -> Result<(), Failure> {
    (0..size.slices).try_for_each(|slice| (0..size.rows).try_for_each(|row| body(slice, row)))
}

/// The element of a fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// 1 byte.
    Byte(u8),
    /// 2 bytes.
    Half(u16),
    /// 4 bytes.
    Word(u32),
}

impl Element {
    /// The smallest element that a pattern consists of. It must be aligned at `to`, and at distances of `pitch`.
    pub fn of(pattern: &[u8], to: Address, pitch: usize) -> Option<Self> {
        let places = to as usize | pitch;
        let (&first, rest) = pattern.split_first()?;
        if rest.iter().all(|&byte| byte == first) {
            return Some(Self::Byte(first));
        }
        let (halves, rest) = pattern.as_chunks::<2>();
        if !rest.is_empty() || !places.is_multiple_of(2) {
            return None;
        }
        if halves.iter().all(|half| *half == halves[0]) {
            return Some(Self::Half(u16::from_ne_bytes(halves[0])));
        }
        let (words, rest) = pattern.as_chunks::<4>();
        let same = rest.is_empty() && words.iter().all(|word| *word == words[0]);
        (same && places.is_multiple_of(4)).then(|| Self::Word(u32::from_ne_bytes(words[0])))
    }
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn patterns_use_the_smallest_element() {
        assert_eq!(Element::of(&[7; 12], 1, 0), Some(Element::Byte(7)));
        assert_eq!(Element::of(&[1, 2], 2, 0), Some(Element::Half(0x201)));
        assert_eq!(Element::of(&[1, 2, 1, 2], 2, 0), Some(Element::Half(0x201)));
        assert_eq!(Element::of(&[1, 2, 3, 4, 1, 2, 3, 4], 4, 8), Some(Element::Word(0x403_0201)));
        assert_eq!(Element::of(&[1, 2, 3, 4], 4, 6), None, "the second row is not aligned");
        assert_eq!(Element::of(&[1, 2, 3, 4], 2, 0), None, "not aligned");
        assert_eq!(Element::of(&[1, 2, 3], 4, 0), None);
        assert_eq!(Element::of(&[0, 0, 0, 0, 0, 0, 0, 1], 8, 0), None);
    }
}

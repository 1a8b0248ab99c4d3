//! Shared memory with race detection.

use super::Fault;
use crate::contents::bits_of;
use crate::types::Ty;

use super::value::Value;

/// The progress of a work-item: the number of barriers of either kind that it has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Epoch {
    /// Barriers of the work-group.
    pub work_group: u32,
    /// Barriers of the sub-group.
    pub sub_group: u32,
}

/// The work-item of an access, and its progress.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The work-item, by its linear number.
    pub item: usize,
    /// Its sub-group.
    pub sub_group: usize,
    /// How far it is.
    pub epoch: Epoch,
}

impl Access {
    /// Whether a barrier lies between an earlier access and this one.
    fn is_after(&self, earlier: &Self) -> bool {
        earlier.item == self.item
            || earlier.epoch.work_group < self.epoch.work_group
            || (earlier.sub_group == self.sub_group
                && earlier.epoch.sub_group < self.epoch.sub_group)
    }
}

/// The last accesses to a cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    writer: Option<Access>,
    /// Reads since it was written.
    readers: Vec<Access>,
}

impl Cell {
    /// Records a read.
    pub fn read(&mut self, access: Access, initialized: bool) -> Result<(), Fault> {
        match &self.writer {
            Some(writer) if !access.is_after(writer) => return Err(Fault::Race),
            None if !initialized => return Err(Fault::Uninitialized),
            _ => {}
        }
        self.readers.push(access);
        Ok(())
    }

    /// Records a write.
    pub fn write(&mut self, access: Access) -> Result<(), Fault> {
        let earlier = self.readers.iter().chain(&self.writer);
        if earlier.into_iter().any(|earlier| !access.is_after(earlier)) {
            return Err(Fault::Race);
        }
        self.readers.clear();
        self.writer = Some(access);
        Ok(())
    }
}

/// Reads element `index` of an array.
pub fn load(bytes: &[u8], ty: Ty, index: usize) -> Value {
    let size = ty.scalar.bytes();
    let start = index * ty.bytes();
    Value::from_lanes(bytes[start..start + ty.bytes()].chunks(size).map(bits_of))
}

/// Writes element `index` of an array.
pub fn store(bytes: &mut [u8], ty: Ty, index: usize, value: Value) {
    let size = ty.scalar.bytes();
    let start = index * ty.bytes();
    for (lane, place) in bytes[start..start + ty.bytes()].chunks_mut(size).enumerate() {
        place.copy_from_slice(&value.lane(lane).to_le_bytes()[..size]);
    }
}

//! Which two accesses are a data race.

use std::sync::atomic::Ordering::Relaxed;

use super::shadow::{Cell, word};

/// The work-item that makes an access.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accessor {
    /// Its word in a cell, without the mask of bytes.
    pub word: u64,
    /// The number of the first work-item of its work-group, and how many there are.
    pub group: (u64, u64),
    /// The size of sub-groups.
    pub sub_group: u64,
    /// Whether it has acquired what others of its work-group, or of other work-groups, have released.
    pub acquired: (bool, bool),
}

/// A race with an earlier access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The other access.
    pub other: u64,
    /// The number of its place.
    pub site: u32,
    /// Whether it wrote.
    pub wrote: bool,
}

impl Accessor {
    /// Whether nothing orders an earlier access to the same bytes before one of this work-item.
    fn races_with(&self, earlier: u64, me: u64) -> bool {
        let same_launch = (earlier ^ me) >> word::STAMP_SHIFT == 0;
        if !same_launch || earlier & me & word::MASK == 0 || earlier & me & word::ATOMIC != 0 {
            return false;
        }
        let (first, count) = self.group;
        let (other, own) = (earlier & word::ITEM, me & word::ITEM);
        if other == own {
            return false;
        }
        let other_local = other.wrapping_sub(first & word::ITEM);
        if other_local >= count {
            return !self.acquired.1;
        }
        let part = |word: u64, shift: u32, most: u64| word >> shift & most;
        let phase = part(me, word::PHASE_SHIFT, word::MOST_PHASE);
        if self.acquired.0
            || phase == word::MOST_PHASE
            || phase != part(earlier, word::PHASE_SHIFT, word::MOST_PHASE)
        {
            return false;
        }
        let sub = part(me, word::SUB_SHIFT, word::MOST_SUB);
        let other_sub = part(earlier, word::SUB_SHIFT, word::MOST_SUB);
        if sub == 0 && other_sub == 0 {
            return true;
        }
        let own_local = own.wrapping_sub(first & word::ITEM);
        let size = self.sub_group.max(1);
        let same = other_local / size == own_local / size;
        !same || (sub == other_sub && sub != word::MOST_SUB)
    }

    /// Whether another work-item has read the same bytes in the same interval between barriers.
    fn reads_with_others(&self, earlier: u64, me: u64) -> bool {
        const MOMENT: u64 = word::ITEM
            | word::MOST_SUB << word::SUB_SHIFT
            | word::MOST_PHASE << word::PHASE_SHIFT
            | word::MOST_STAMP << word::STAMP_SHIFT;
        earlier & word::SEVERAL != 0
            && (earlier ^ me) & MOMENT == 0
            && earlier & me & word::MASK != 0
            && earlier & me & word::ATOMIC == 0
            && !self.acquired.0
            && me >> word::PHASE_SHIFT & word::MOST_PHASE != word::MOST_PHASE
    }

    /// Whether an earlier read need not be kept: this work-item's reads come after it.
    fn supersedes(&self, earlier: u64, me: u64) -> bool {
        if (earlier ^ me) >> word::STAMP_SHIFT != 0 {
            return true;
        }
        let (first, count) = self.group;
        let in_group = (earlier & word::ITEM).wrapping_sub(first & word::ITEM) < count;
        in_group && (earlier ^ me) >> word::PHASE_SHIFT & word::MOST_PHASE != 0
    }

    /// Records a read of some bytes of a cell.
    #[inline]
    pub fn read(&self, cell: &Cell, mask: u64, site: u32) -> Option<Race> {
        let me = self.word | mask << word::MASK_SHIFT;
        let write = cell.write.load(Relaxed);
        // Most memory is not written by the launch that reads it.
        let race = if (write ^ me) >> word::STAMP_SHIFT == 0 && self.races_with(write, me) {
            Some(Race { other: write, site: cell.write_site.load(Relaxed), wrote: true })
        } else {
            None
        };
        let read = cell.read.load(Relaxed);
        if read & !word::SEVERAL == me {
            return race;
        }
        if self.supersedes(read, me) || (read ^ me) & word::MASK != 0 {
            cell.read.store(me, Relaxed);
            cell.read_site.store(site, Relaxed);
        } else if (read ^ me) & word::ITEM != 0 && read & word::SEVERAL == 0 {
            cell.read.store(read | word::SEVERAL, Relaxed);
        }
        race
    }

    /// Records a write of some bytes of a cell.
    #[inline]
    pub fn write(&self, cell: &Cell, mask: u64, site: u32) -> Option<Race> {
        let me = self.word | mask << word::MASK_SHIFT;
        let write = cell.write.load(Relaxed);
        let read = cell.read.load(Relaxed);
        let race = if self.races_with(write, me) {
            Some(Race { other: write, site: cell.write_site.load(Relaxed), wrote: true })
        } else if self.races_with(read, me) || self.reads_with_others(read, me) {
            Some(Race { other: read, site: cell.read_site.load(Relaxed), wrote: false })
        } else {
            None
        };
        cell.write.store(me, Relaxed);
        cell.write_site.store(site, Relaxed);
        race
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, AtomicU64};

    use super::*;

    fn cell() -> Cell {
        Cell {
            write: AtomicU64::new(0),
            read: AtomicU64::new(0),
            write_site: AtomicU32::new(0),
            read_site: AtomicU32::new(0),
        }
    }

    /// Work-item `item` of groups of 8, sub-groups of 4.
    fn item(item: u64, phase: u64, sub: u64) -> Accessor {
        let word =
            item | sub << word::SUB_SHIFT | phase << word::PHASE_SHIFT | 1 << word::STAMP_SHIFT;
        Accessor { word, group: (item / 8 * 8, 8), sub_group: 4, acquired: (false, false) }
    }

    #[test]
    fn barriers_order_the_work_items_of_a_group() {
        let memory = cell();
        assert_eq!(item(0, 0, 0).write(&memory, 0xf, 1), None);
        assert!(item(1, 0, 0).read(&memory, 0xf, 2).is_some(), "the same phase");
        assert_eq!(item(1, 1, 0).read(&memory, 0xf, 2), None, "behind a barrier");
        let race = item(2, 1, 0).write(&memory, 0xf, 3).expect("a read");
        assert_eq!((race.other & word::ITEM, race.wrote, race.site), (1, false, 2));
        assert!(item(8, 1, 0).read(&memory, 0xf, 4).is_some(), "no barrier orders groups");
    }

    #[test]
    fn sub_group_barriers_order_only_their_sub_group() {
        let memory = cell();
        assert_eq!(item(0, 0, 0).write(&memory, 0xf, 1), None);
        assert_eq!(item(1, 0, 1).read(&memory, 0xf, 2), None, "the same sub-group, later");
        assert!(item(5, 0, 1).read(&memory, 0xf, 2).is_some(), "another sub-group");
    }

    #[test]
    fn bytes_atomics_and_other_launches_do_not_race() {
        let memory = cell();
        assert_eq!(item(0, 0, 0).write(&memory, 0b0001, 1), None);
        assert_eq!(item(1, 0, 0).write(&memory, 0b0010, 1), None, "another byte");
        let mut atomic = [item(2, 0, 0), item(9, 0, 0)];
        atomic.iter_mut().for_each(|item| item.word |= word::ATOMIC);
        let memory = cell();
        assert_eq!(atomic[0].write(&memory, 0xf, 1), None);
        assert_eq!(atomic[1].write(&memory, 0xf, 1), None);
        assert!(item(3, 0, 0).read(&memory, 0xf, 1).is_some(), "not atomic");
        let mut later = item(4, 0, 0);
        later.word += 1 << word::STAMP_SHIFT;
        assert_eq!(later.write(&memory, 0xf, 1), None, "another launch");
    }

    #[test]
    fn several_readers_are_remembered() {
        let memory = cell();
        assert_eq!(item(0, 0, 0).read(&memory, 0xf, 1), None);
        assert_eq!(item(1, 0, 0).read(&memory, 0xf, 1), None);
        assert!(item(1, 0, 0).write(&memory, 0xf, 2).is_some(), "the first one read it, too");
        let memory = cell();
        assert_eq!(item(0, 0, 0).read(&memory, 0xf, 1), None);
        assert_eq!(item(1, 0, 0).read(&memory, 0xf, 1), None);
        assert!(item(0, 0, 0).write(&memory, 0xf, 2).is_some(), "the second one read it, too");
    }

    #[test]
    fn acquired_writes_do_not_race() {
        let memory = cell();
        assert_eq!(item(0, 0, 0).write(&memory, 0xf, 1), None);
        let mut other = item(9, 0, 0);
        other.acquired.1 = true;
        assert_eq!(other.read(&memory, 0xf, 1), None);
    }
}

//! The distribution of a command's units to threads.
//!
//! The units of a command are divided evenly: each thread has a contiguous part, its home, and the same part
//! of the next command over the same index space, so that data stays in the thread's caches. A thread takes
//! spans from the front of its home, of decreasing size. When its home is empty, it steals half of the rest
//! of another one, from the back: uneven work keeps all threads busy.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A thread takes this fraction of the rest of its home at once.
const SHARE: u32 = 16;
/// The most steps of a home: two numbers of steps are kept in one word.
const MOST_STEPS: u64 = 1 << 30;

/// The rest of a home: the first step in the lower half of the word, one past the last in the upper half. On
/// cache lines of its own: its thread writes to it all the time, and others hardly ever.
#[repr(align(128))]
#[derive(Default)]
struct Home(AtomicU64);

fn pack(steps: &Range<u32>) -> u64 {
    u64::from(steps.start) | u64::from(steps.end) << 32
}

fn unpack(word: u64) -> Range<u32> {
    word as u32..(word >> 32) as u32
}

/// The homes of one command at a time.
pub struct Homes {
    homes: Box<[Home]>,
    /// A bit for each home that is not empty: a hint. It may be set for an empty home, until a thread checks.
    /// It may be clear for one that is not empty only while a thread owns it, which leaves nothing behind.
    open: Box<[AtomicU64]>,
    /// Homes in use.
    count: AtomicU32,
    units: AtomicU64,
    /// Units in a step.
    step: AtomicU64,
    /// The least number of steps in a span.
    grain: AtomicU32,
}

impl Homes {
    /// Homes for so many threads.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self {
            homes: (0..threads).map(|_| Home::default()).collect(),
            open: (0..threads.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            count: AtomicU32::new(1),
            units: AtomicU64::new(0),
            step: AtomicU64::new(1),
            grain: AtomicU32::new(1),
        }
    }

    /// Divides units between `count` threads; spans have at least `grain` units. Nothing else uses the homes
    /// meanwhile.
    pub fn fill(&self, units: u64, grain: u64, count: usize) {
        let count = count.clamp(1, self.homes.len());
        let step = units.div_ceil(MOST_STEPS).max(1);
        let steps = units.div_ceil(step);
        let border = |home: usize| (steps * home as u64 / count as u64) as u32;
        self.units.store(units, Ordering::Relaxed);
        self.step.store(step, Ordering::Relaxed);
        let grain = (grain / step).clamp(1, MOST_STEPS) as u32;
        self.grain.store(grain, Ordering::Relaxed);
        self.count.store(count as u32, Ordering::Relaxed);
        for (index, word) in self.open.iter().enumerate() {
            let mut bits = 0;
            for home in index * 64..count.min(index * 64 + 64) {
                let steps = border(home)..border(home + 1);
                bits |= u64::from(!steps.is_empty()) << (home % 64);
                self.homes[home].0.store(pack(&steps), Ordering::Relaxed);
            }
            word.store(bits, Ordering::Relaxed);
        }
    }

    /// Empties all homes.
    pub fn clear(&self) {
        self.fill(0, 1, 1);
    }

    /// The number of homes in use.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed) as usize
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.units.load(Ordering::Relaxed)
    }

    /// Whether all units have been taken, as far as can be seen.
    pub fn is_empty(&self) -> bool {
        self.open.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// The next span for the owner of `home`; without one, from other homes.
    pub fn take(&self, home: Option<usize>) -> Option<Range<u64>> {
        if let Some(home) = home
            && let Some(steps) = self.take_front(home)
        {
            return Some(self.span(&steps));
        }
        let mut from = home.map_or(0, |home| home + 1);
        loop {
            let victim = self.next_open(from)?;
            if let Some(steps) = self.take_back(victim, home.is_some()) {
                return Some(self.span(&self.settle(home, steps)));
            }
            // Empty, and a thread that settles there sets the bit again.
            self.set_closed(victim);
            from = victim + 1;
        }
    }

    fn set_closed(&self, home: usize) {
        self.open[home / 64].fetch_and(!(1 << (home % 64)), Ordering::Relaxed);
    }

    /// Takes a span from the front of a home.
    fn take_front(&self, home: usize) -> Option<Range<u32>> {
        let grain = self.grain.load(Ordering::Relaxed);
        let size = |left: u32| (left / SHARE).max(grain).min(left);
        let (left, size) = self.shrink(home, size, |left, size| left.start + size..left.end)?;
        Some(left.start..left.start + size)
    }

    /// Takes steps from the back of a home: half of it, to settle there, or as much as a thread takes at
    /// once.
    fn take_back(&self, home: usize, half: bool) -> Option<Range<u32>> {
        let grain = self.grain.load(Ordering::Relaxed);
        let share = if half { 2 } else { SHARE };
        let size = |left: u32| (left.div_ceil(share)).max(grain).min(left);
        let (left, size) = self.shrink(home, size, |left, size| left.start..left.end - size)?;
        Some(left.end - size..left.end)
    }

    /// Shrinks the rest of a home; returns the old rest, and the result of `size` for it.
    fn shrink(
        &self,
        home: usize,
        size: impl Fn(u32) -> u32,
        rest: impl Fn(&Range<u32>, u32) -> Range<u32>,
    ) -> Option<(Range<u32>, u32)> {
        let word = &self.homes[home].0;
        let mut known = word.load(Ordering::Relaxed);
        loop {
            let left = unpack(known);
            if left.is_empty() {
                return None;
            }
            let size = size(left.end - left.start);
            let rest = rest(&left, size);
            let relaxed = Ordering::Relaxed;
            match word.compare_exchange_weak(known, pack(&rest), relaxed, relaxed) {
                Ok(_) => {
                    if rest.is_empty() {
                        self.set_closed(home);
                    }
                    return Some((left, size));
                }
                Err(other) => known = other,
            }
        }
    }

    /// Makes stolen steps the thread's home, and takes a span of them; all of them, if they are no more than
    /// that or other threads have settled there.
    fn settle(&self, home: Option<usize>, steps: Range<u32>) -> Range<u32> {
        let grain = self.grain.load(Ordering::Relaxed);
        let size = ((steps.end - steps.start) / SHARE).max(grain);
        let Some(home) = home.filter(|_| size < steps.end - steps.start) else { return steps };
        let word = &self.homes[home].0;
        let known = word.load(Ordering::Relaxed);
        if !unpack(known).is_empty() {
            return steps;
        }
        // Before the steps are there: the thread that takes the last of them clears the bit.
        let relaxed = Ordering::Relaxed;
        self.open[home / 64].fetch_or(1 << (home % 64), relaxed);
        let rest = pack(&(steps.start + size..steps.end));
        if word.compare_exchange(known, rest, relaxed, relaxed).is_err() {
            return steps;
        }
        steps.start..steps.start + size
    }

    /// The first non-empty home from `from` on, cyclically.
    fn next_open(&self, from: usize) -> Option<usize> {
        let words = self.open.len();
        let (first, bit) = (from / 64 % words, from % 64);
        for turn in 0..=words {
            let index = (first + turn) % words;
            let mut bits = self.open[index].load(Ordering::Relaxed);
            if turn == 0 {
                bits &= u64::MAX << bit;
            }
            if bits != 0 {
                return Some(index * 64 + bits.trailing_zeros() as usize);
            }
        }
        None
    }

    fn span(&self, steps: &Range<u32>) -> Range<u64> {
        let (step, units) = (self.step.load(Ordering::Relaxed), self.units());
        u64::from(steps.start) * step..(u64::from(steps.end) * step).min(units)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Every unit is in exactly one of the spans.
    fn check(mut spans: Vec<Range<u64>>, units: u64) {
        spans.sort_unstable_by_key(|span| span.start);
        let mut end = 0;
        for span in spans {
            assert!(span.start == end && span.end > end, "{span:?} behind {end}");
            end = span.end;
        }
        assert_eq!(end, units);
    }

    #[test]
    fn homes_are_the_same_parts_launch_after_launch() {
        let homes = Homes::new(4);
        for _ in 0..3 {
            homes.fill(64, 4, 4);
            for home in 0..4 {
                let first = homes.take(Some(home)).expect("a span");
                assert_eq!(first, home as u64 * 16..home as u64 * 16 + 4);
            }
        }
    }

    #[test]
    fn one_thread_takes_all_homes() {
        for (units, grain) in
            [(1, 1), (7, 1), (64, 1), (1000, 16), (1 << 40, 1), (u64::MAX >> 8, 1 << 30)]
        {
            for home in [None, Some(0), Some(2)] {
                let homes = Homes::new(3);
                homes.fill(units, grain, 3);
                check(std::iter::from_fn(|| homes.take(home)).collect(), units);
                assert!(homes.is_empty());
            }
        }
        let homes = Homes::new(3);
        homes.fill(0, 1, 3);
        assert!(homes.is_empty() && homes.take(Some(1)).is_none());
    }

    #[test]
    fn there_may_be_more_threads_than_units_and_more_than_a_word_of_them() {
        let homes = Homes::new(200);
        homes.fill(130, 1, 200);
        check((0..200).filter_map(|home| homes.take(Some(home))).collect(), 130);
        homes.fill(10_000, 1, 200);
        check(std::iter::from_fn(|| homes.take(Some(199))).collect(), 10_000);
    }

    #[test]
    fn a_stale_bit_is_cleared() {
        let homes = Homes::new(3);
        homes.fill(30, 1, 3);
        check(std::iter::from_fn(|| homes.take(Some(0))).collect(), 30);
        homes.open[0].fetch_or(0b110, Ordering::Relaxed);
        assert!(homes.take(Some(0)).is_none() && homes.is_empty());
    }

    #[test]
    fn a_home_needs_few_takes() {
        let homes = Homes::new(2);
        homes.fill(2 * 4096, 64, 2);
        let mut takes = 0;
        while homes.take_front(0).is_some() {
            takes += 1;
        }
        assert!((8..64).contains(&takes), "{takes}");
    }

    #[test]
    fn threads_take_every_unit_once() {
        for round in 0..200 {
            let threads = 2 + round % 4;
            let units = 1 + (round as u64 * 7919) % 5000;
            let homes = Homes::new(threads);
            homes.fill(units, 1 + round as u64 % 5, threads);
            let spans = Mutex::new(Vec::new());
            std::thread::scope(|scope| {
                for thread in 0..=threads {
                    let (homes, spans) = (&homes, &spans);
                    scope.spawn(move || {
                        // Two threads own the last home, and one has none.
                        let home = (thread > 0).then(|| thread.min(threads - 1));
                        let own: Vec<_> = std::iter::from_fn(|| homes.take(home)).collect();
                        spans.lock().expect("no thread panics").extend(own);
                    });
                }
            });
            check(spans.into_inner().expect("no thread panics"), units);
        }
    }
}

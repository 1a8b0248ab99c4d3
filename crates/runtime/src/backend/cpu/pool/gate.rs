//! Counts the threads that take part in an activity with a beginning and an end.
//!
//! A gate is one word: a phase, and the number of threads inside. Threads enter while it is open; one that
//! finds nothing left to do closes it; when all have left, exactly one thread learns that it is over, and
//! resets the gate. Entering and leaving are one atomic addition each.

use std::sync::atomic::{AtomicU64, Ordering};

/// The phases are the upper bits; closing sets one bit.
const PHASE: u64 = 3 << 62;
const FREE: u64 = 0;
/// One thread owns it exclusively.
const OWNED: u64 = 1 << 62;
const OPEN: u64 = 2 << 62;
const CLOSED: u64 = OPEN | OWNED;

/// The gate, on cache lines of its own.
#[repr(align(128))]
#[derive(Default)]
pub struct Gate(AtomicU64);

impl Gate {
    /// Takes exclusive ownership of a free gate.
    pub fn own(&self) -> bool {
        let mut known = self.0.load(Ordering::Relaxed);
        // Threads that came too late for the last round may still be counted: they leave again.
        while known & PHASE == FREE {
            match self.0.compare_exchange_weak(
                known,
                known | OWNED,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return true,
                Err(other) => known = other,
            }
        }
        false
    }

    /// Opens a gate that the calling thread owns.
    pub fn open(&self) {
        self.0.fetch_add(OPEN - OWNED, Ordering::SeqCst);
    }

    /// Frees a gate that the calling thread owns.
    pub fn free(&self) {
        self.0.fetch_sub(OWNED, Ordering::SeqCst);
    }

    /// Whether it is free and empty.
    pub fn is_free(&self) -> bool {
        self.0.load(Ordering::SeqCst) & PHASE == FREE
    }

    /// How many threads are inside, if it is open.
    pub fn inside(&self) -> Option<u64> {
        let word = self.0.load(Ordering::SeqCst);
        (word & PHASE == OPEN).then_some(word & !PHASE)
    }

    /// Enters, if it is open; returns how many were inside before. Otherwise the calling thread may be the
    /// one that learns of the end.
    pub fn enter(&self) -> Entry {
        let before = self.0.fetch_add(1, Ordering::Acquire);
        if before & PHASE == OPEN {
            return Entry::Inside(before & !PHASE);
        }
        if self.leave() { Entry::Over } else { Entry::Refused }
    }

    /// Closes the gate to further threads. Only from inside.
    pub fn close(&self) {
        self.0.fetch_or(OWNED, Ordering::Relaxed);
    }

    /// Leaves. True when it is over: it was closed and is empty; the calling thread owns the gate now, and
    /// sees all effects of the others inside.
    #[must_use]
    pub fn leave(&self) -> bool {
        self.0.fetch_sub(1, Ordering::AcqRel) == CLOSED + 1
            && self.0.compare_exchange(CLOSED, OWNED, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Resets the gate: all threads inside are gone.
    pub fn reset(&self) {
        self.0.store(FREE, Ordering::Relaxed);
    }
}

/// The result of entering.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    /// The thread is inside, after this many others.
    Inside(u64),
    /// The gate is not open.
    Refused,
    /// As [`Gate::leave`]: it is over, and the calling thread owns the gate.
    Over,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// The state of a participating thread between two atomic operations of [`Gate`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum At {
        Outside,
        Inside,
        Leaving,
        Judging,
        Gone,
    }

    /// One atomic operation of a thread on the word; counts how often it was over.
    fn step(at: At, word: &mut u64, overs: &mut u32) -> At {
        match at {
            At::Outside => {
                let before = *word;
                *word += 1;
                if before & PHASE == OPEN { At::Inside } else { At::Leaving }
            }
            At::Inside => {
                *word |= OWNED;
                At::Leaving
            }
            At::Leaving => {
                let before = *word;
                *word -= 1;
                if before == CLOSED + 1 { At::Judging } else { At::Gone }
            }
            At::Judging => {
                if *word == CLOSED {
                    *word = OWNED;
                    *overs += 1;
                }
                At::Gone
            }
            At::Gone => At::Gone,
        }
    }

    /// All interleavings of threads: it is over exactly once, when the gate is empty.
    #[test]
    fn it_is_over_once_in_every_interleaving() {
        const THREADS: usize = 4;
        let mut seen = HashSet::new();
        let mut open = vec![([At::Outside; THREADS], OPEN, 0u32)];
        let mut ends = 0;
        while let Some(state) = open.pop() {
            if !seen.insert(state) {
                continue;
            }
            let (threads, word, overs) = state;
            assert!(overs <= 1, "{state:?}");
            let inside = threads.contains(&At::Inside);
            assert!(overs == 0 || !inside, "{state:?}");
            if threads.iter().all(|at| *at == At::Gone) {
                assert_eq!((word, overs), (OWNED, 1));
                ends += 1;
            }
            for thread in 0..THREADS {
                if threads[thread] != At::Gone {
                    let (mut next, mut word, mut overs) = state;
                    next[thread] = step(next[thread], &mut word, &mut overs);
                    open.push((next, word, overs));
                }
            }
        }
        assert!(ends > 0);
    }

    #[test]
    fn phases_are_in_order() {
        let gate = Gate::default();
        assert!(gate.is_free() && gate.enter() == Entry::Refused);
        assert!(gate.own() && !gate.own());
        assert_eq!(gate.enter(), Entry::Refused);
        gate.open();
        assert_eq!((gate.enter(), gate.enter()), (Entry::Inside(0), Entry::Inside(1)));
        assert!(!gate.leave() && gate.inside() == Some(1));
        gate.close();
        assert_eq!((gate.enter(), gate.inside()), (Entry::Refused, None));
        assert!(gate.leave() && !gate.is_free());
        gate.free();
        assert!(gate.is_free());
    }

    #[test]
    fn threads_end_every_round_once() {
        const ROUNDS: usize = 3000;
        let gate = Gate::default();
        let (rounds, work) = (AtomicUsize::new(0), AtomicUsize::new(0));
        assert!(gate.own());
        gate.open();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while rounds.load(Ordering::SeqCst) < ROUNDS {
                        let over = match gate.enter() {
                            Entry::Inside(_) => {
                                if work.fetch_add(1, Ordering::Relaxed) >= 5 {
                                    gate.close();
                                }
                                gate.leave()
                            }
                            Entry::Refused => false,
                            Entry::Over => true,
                        };
                        if over {
                            assert!(work.swap(0, Ordering::Relaxed) > 5);
                            if rounds.fetch_add(1, Ordering::SeqCst) + 1 < ROUNDS {
                                gate.free();
                                assert!(gate.own());
                                gate.open();
                            }
                        }
                        std::thread::yield_now();
                    }
                });
            }
        });
        assert_eq!(rounds.into_inner(), ROUNDS);
    }
}

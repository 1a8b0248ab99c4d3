//! Threads without work: spinning and sleeping.
//!
//! After work, threads spin for a while, since more often follows. How long depends on how quickly recent
//! work arrived, and on whether another process wants the processor. Then they sleep, each on its own futex,
//! with a bit in a mask. A thread with new work wakes as many as the work needs, those with the lowest
//! numbers first, so that little work always goes to the same threads.
//!
//! No wake-up is lost: a thread sets its bit before it checks for work one last time, and new work is
//! published before the bits are read; both with sequentially consistent order in between.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::time::{Duration, Instant};

use rustix::thread::futex;

/// The longest time that a thread spins.
const LONGEST: Duration = Duration::from_micros(200);
/// The initial time.
const FIRST: Duration = Duration::from_micros(50);
/// The number of polls before a thread yields the processor.
const POLLS: u32 = 64;
/// A yield that takes longer than this means that another thread needs the processor.
const TAKEN: Duration = Duration::from_micros(25);
/// How many times in a row a thread does not spin after another one needed the processor.
const BACK_OFF: u32 = 16;

/// The futex of a thread: zero while it is awake.
#[repr(align(128))]
#[derive(Default)]
struct Seat(AtomicU32);

/// The sleeping threads.
pub struct Sleepers {
    seats: Box<[Seat]>,
    /// A bit for each thread that sleeps, or is about to.
    asleep: Box<[AtomicU64]>,
}

impl Sleepers {
    /// For so many threads, all awake.
    pub fn new(threads: usize) -> Self {
        Self {
            seats: (0..threads).map(|_| Seat::default()).collect(),
            asleep: (0..threads.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Sleeps until the thread is woken, unless there is work.
    pub fn sleep(&self, thread: usize, has_work: impl Fn() -> bool) {
        let (word, bit) = (&self.asleep[thread / 64], 1 << (thread % 64));
        let seat = &self.seats[thread].0;
        seat.store(1, Ordering::Relaxed);
        word.fetch_or(bit, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        if !has_work() {
            while seat.load(Ordering::Acquire) == 1 {
                // Errors are interruptions, and a changed value.
                let _ = futex::wait(seat, futex::Flags::PRIVATE, 1, None);
            }
        }
        // The thread that woke this one has cleared it, unless the wake-up was for an earlier sleep.
        word.fetch_and(!bit, Ordering::SeqCst);
        seat.store(0, Ordering::Relaxed);
    }

    /// Wakes a thread, if one sleeps. New work was published before.
    pub fn wake_one(&self) -> bool {
        for (index, word) in self.asleep.iter().enumerate() {
            let mut bits = word.load(Ordering::SeqCst);
            while bits != 0 {
                let number = bits.trailing_zeros() as usize;
                let bit = 1 << number;
                bits = word.fetch_and(!bit, Ordering::SeqCst);
                if bits & bit != 0 {
                    let seat = &self.seats[index * 64 + number].0;
                    seat.store(0, Ordering::Release);
                    let _ = futex::wake(seat, futex::Flags::PRIVATE, 1);
                    return true;
                }
            }
        }
        false
    }

    /// The number of sleeping threads.
    pub fn count(&self) -> usize {
        self.asleep.iter().map(|word| word.load(Ordering::SeqCst).count_ones() as usize).sum()
    }

    /// No thread sleeps: the threads do not exist any more.
    pub fn clear(&self) {
        self.asleep.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.seats.iter().for_each(|seat| seat.0.store(0, Ordering::Relaxed));
    }
}

/// How long a thread spins, adapted to its experience.
pub struct SpinTime {
    limit: Duration,
    back_off: u32,
}

/// The result of spinning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There may be work.
    Work,
    /// Nothing came.
    Nothing,
}

impl SpinTime {
    /// The initial state.
    pub fn new() -> Self {
        Self { limit: FIRST, back_off: 0 }
    }

    /// Spins until `found` returns that there may be work.
    pub fn spin(&mut self, mut found: impl FnMut() -> bool) -> Outcome {
        let began = Instant::now();
        let limit = if self.back_off > 0 { Duration::ZERO } else { self.limit };
        loop {
            for _ in 0..POLLS {
                if found() {
                    return Outcome::Work;
                }
                std::hint::spin_loop();
            }
            let before = Instant::now();
            if before - began >= limit {
                self.back_off = self.back_off.saturating_sub(1);
                return Outcome::Nothing;
            }
            // Another thread may want this processor.
            std::thread::yield_now();
            if before.elapsed() > TAKEN {
                self.back_off = BACK_OFF;
                return if found() { Outcome::Work } else { Outcome::Nothing };
            }
        }
    }

    /// Records that work came after this time, awake or asleep.
    pub fn learn(&mut self, after: Duration) {
        self.limit = match after {
            _ if after < LONGEST => self.limit.max(after * 2).min(LONGEST),
            _ => self.limit / 2,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    use super::*;

    #[test]
    fn spin_time_adapts_to_work() {
        let mut spin_time = SpinTime::new();
        for _ in 0..20 {
            spin_time.learn(Duration::from_millis(10));
        }
        assert!(spin_time.limit < Duration::from_micros(1), "{:?}", spin_time.limit);
        spin_time.learn(Duration::from_micros(60));
        assert_eq!(spin_time.limit, Duration::from_micros(120));
        spin_time.learn(Duration::from_micros(199));
        assert_eq!(spin_time.limit, LONGEST);
        spin_time.learn(Duration::from_micros(1));
        assert_eq!(spin_time.limit, LONGEST, "short gaps do not make it shorter");
    }

    #[test]
    fn spinning_ends() {
        let mut spin_time = SpinTime::new();
        assert_eq!(spin_time.spin(|| true), Outcome::Work);
        assert_eq!(spin_time.spin(|| false), Outcome::Nothing);
    }

    #[test]
    fn present_work_keeps_a_thread_awake() {
        let sleepers = Sleepers::new(70);
        sleepers.sleep(69, || true);
        assert_eq!(sleepers.count(), 0);
        assert!(!sleepers.wake_one());
    }

    /// Producers publish work and wake a thread only if one sleeps; all of it gets done.
    #[test]
    fn no_wake_up_is_lost() {
        const WORK: usize = 20_000;
        let sleepers = Sleepers::new(3);
        let (open, done, end) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (sleepers, open, done, end) = (&sleepers, &open, &done, &end);
                scope.spawn(move || {
                    while !end.load(Ordering::SeqCst) {
                        let take = |n: usize| n.checked_sub(1);
                        if open.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).is_ok() {
                            done.fetch_add(1, Ordering::SeqCst);
                            continue;
                        }
                        let has_work =
                            || open.load(Ordering::SeqCst) > 0 || end.load(Ordering::SeqCst);
                        sleepers.sleep(thread, has_work);
                    }
                });
            }
            for _ in 0..WORK {
                open.fetch_add(1, Ordering::SeqCst);
                sleepers.wake_one();
            }
            while done.load(Ordering::SeqCst) < WORK {
                std::thread::yield_now();
            }
            end.store(true, Ordering::SeqCst);
            for _ in 0..3 {
                sleepers.wake_one();
            }
        });
        assert_eq!(sleepers.count(), 0);
    }
}

//! The fix worth trying, with all accesses of a kernel considered.
//!
//! Advice must not be wrong: a fix that helps one access and harms another is not suggested, nor one that depends on
//! unknown facts.

use super::classify::{Class, Motion};
use super::describe::{Action, Executed, Memory};
use super::{Access, Classified, Dimension, Launch, Polynomial, Stride, Symbols};

/// All accesses of a kernel, and what they are made of.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// How it is launched.
    pub launch: Launch,
    /// What the addresses are made of.
    pub symbols: Symbols,
    /// The accesses in the order of the program.
    pub accesses: Vec<Access>,
}

/// What can be done about a strided access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fix {
    /// Another dimension of the range should be the fastest.
    SwapDimensions {
        /// That dimension.
        with: Dimension,
    },
    /// Members of structures should lie in arrays of their own.
    StructureOfArrays,
    /// The work-group should copy a tile into local memory, reading it along the rows.
    StageTile {
        /// Whether the access is transposed, and otherwise read again by other work-items.
        transposed: bool,
    },
    /// Each work-item walks through a row of its own; neighbours should share rows.
    ShareRows,
}

/// What is known of an access, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What is known.
    pub classified: Classified,
    /// Whether the kernel uses most of the bytes between neighbours of a strided access, too.
    pub filled: bool,
    /// What to do, if anything.
    pub fix: Option<Fix>,
}

/// Strides up to here share cache lines with what lies between.
const NEARBY: u64 = 128;

impl Kernel {
    /// Judges all accesses; nothing for a single task, whose work-item has no neighbours.
    pub fn reports(&self) -> Vec<Report> {
        let Some(fastest) = self.launch.fastest() else { return Vec::new() };
        let all: Vec<Classified> =
            self.accesses.iter().map(|a| Classified::of(a, &self.launch, &self.symbols)).collect();
        let judge = Judge { kernel: self, all: &all, fastest };
        let facts: Vec<(bool, Option<Fix>)> = (0..all.len())
            .map(|i| {
                let filled = judge.is_filled(i);
                (filled, if filled { None } else { judge.fix(i) })
            })
            .collect();
        all.into_iter()
            .zip(facts)
            .map(|(classified, (filled, fix))| Report { classified, filled, fix })
            .collect()
    }
}

struct Judge<'a> {
    kernel: &'a Kernel,
    all: &'a [Classified],
    fastest: Dimension,
}

impl Judge<'_> {
    fn access(&self, i: usize) -> &Access {
        &self.kernel.accesses[i]
    }

    fn stride(&self, i: usize, d: Dimension) -> &Stride {
        &self.all[i].strides[usize::from(d)]
    }

    /// Whether neighbours along a dimension access neighbouring elements.
    fn is_unit(&self, i: usize, d: Dimension) -> bool {
        let access = self.access(i);
        self.stride(i, d).constant().is_some_and(|stride| {
            stride != 0 && stride.unsigned_abs() <= access.bytes.max(access.element_bytes)
        })
    }

    /// Whether memory likes a dimension as the fastest one.
    fn is_good(&self, i: usize, d: Dimension) -> bool {
        self.is_unit(i, d) || self.stride(i, d).is_zero()
    }

    /// Whether an access has a say in the order of dimensions.
    fn counts(&self, i: usize) -> bool {
        let access = self.access(i);
        access.base.memory == Memory::Global && access.executed == Executed::ByMost
    }

    fn fix(&self, i: usize) -> Option<Fix> {
        let access = self.access(i);
        if self.all[i].class != Class::Strided || !self.counts(i) || access.action == Action::Atomic
        {
            return None;
        }
        if self.is_unit(i, self.fastest) {
            // Neighbouring elements, of which only a part is used.
            return Some(Fix::StructureOfArrays);
        }
        let others = || self.kernel.launch.dimensions().filter(|&d| d != self.fastest);
        let swap = others().find(|&d| self.is_good(i, d) && self.helps_to_swap(d));
        if let Some(with) = swap {
            return Some(Fix::SwapDimensions { with });
        }
        if others().any(|d| self.is_unit(i, d)) {
            return Some(Fix::StageTile { transposed: true });
        }
        if !self.walks_rows(i) {
            return None;
        }
        let shared = others().any(|d| self.stride(i, d).is_zero());
        Some(if shared { Fix::StageTile { transposed: false } } else { Fix::ShareRows })
    }

    /// Whether a work-item goes through neighbouring elements in a loop.
    fn walks_rows(&self, i: usize) -> bool {
        self.all[i]
            .loops
            .iter()
            .any(|part| matches!(part.motion, Motion::Sequential | Motion::ReverseSequential))
    }

    /// Whether another fastest dimension makes some access better and none worse.
    fn helps_to_swap(&self, with: Dimension) -> bool {
        let counted = || (0..self.all.len()).filter(|&i| self.counts(i));
        let helps = counted().any(|i| !self.is_good(i, self.fastest) && self.is_unit(i, with));
        helps && counted().all(|i| self.is_good(i, with) || !self.is_good(i, self.fastest))
    }

    /// Whether accesses beside this one, or its own in a short loop, use at least half of the bytes between
    /// one neighbour and the next: then whole cache lines are used although each access leaves gaps.
    fn is_filled(&self, i: usize) -> bool {
        let classified = &self.all[i];
        let stride = self.stride(i, self.fastest).constant().map(i64::unsigned_abs);
        let (Class::Strided, Some(stride)) = (&classified.class, stride) else { return false };
        if stride > NEARBY {
            return false;
        }
        let mut used = vec![false; usize::try_from(stride).unwrap_or(0)];
        for other in 0..self.all.len() {
            let Some(gap) = self.gap(i, other) else { continue };
            for step in self.reached_in_loops(other) {
                for byte in 0..self.access(other).bytes {
                    let place = (i128::from(gap) + i128::from(step) + i128::from(byte))
                        .rem_euclid(i128::from(stride));
                    // The remainder is below a small stride.
                    used[place as usize] = true;
                }
            }
        }
        // What it accesses itself does not lie between.
        let own = usize::try_from(self.access(i).bytes).unwrap_or(usize::MAX).min(used.len());
        let between = &used[own..];
        !between.is_empty() && between.iter().filter(|&&byte| byte).count() * 2 >= between.len()
    }

    /// The constant distance between two accesses of the same object.
    fn gap(&self, i: usize, other: usize) -> Option<i64> {
        if self.access(i).base.id != self.access(other).base.id {
            return None;
        }
        let from: &Polynomial = self.all[i].offset.as_ref()?;
        let to = self.all[other].offset.as_ref()?;
        (to - from).as_constant()
    }

    /// Bytes that an access reaches in its short loops of known length.
    fn reached_in_loops(&self, i: usize) -> Vec<i64> {
        let mut reached = vec![0];
        for part in &self.all[i].loops {
            let trips = self.kernel.symbols.loop_facts(part.id).trips;
            let (Some(step), Some(trips)) = (part.stride.constant(), trips) else { continue };
            if step == 0 || step.unsigned_abs() > NEARBY || trips > NEARBY || reached.len() > 1 {
                continue;
            }
            let trips = i64::try_from(trips).unwrap_or(0);
            reached = (0..trips.max(1)).map(|k| k * step).collect();
        }
        reached
    }
}

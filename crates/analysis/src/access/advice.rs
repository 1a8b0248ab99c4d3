//! Advice: the fix for an access, considering all accesses of a kernel.
//!
//! Advice must not be wrong: a fix that helps one access and harms another is not suggested, nor one that depends on
//! unknown facts.

use super::classify::{Class, Motion};
use super::describe::{Action, Executed, Memory};
use super::{Access, Classified, Dimension, Launch, Polynomial, Stride, Symbols};

/// All accesses of a kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The index space.
    pub launch: Launch,
    /// The symbols in addresses.
    pub symbols: Symbols,
    /// The accesses in program order.
    pub accesses: Vec<Access>,
}

/// A fix for a strided access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fix {
    /// Make another dimension of the range the fastest.
    SwapDimensions {
        /// That dimension.
        with: Dimension,
    },
    /// Keep members of structures in separate arrays.
    StructureOfArrays,
    /// Let the work-group copy a tile into local memory, reading it along rows.
    StageTile {
        /// Whether the access is transposed; otherwise other work-items read the tile again.
        transposed: bool,
    },
    /// Let neighbours share rows, instead of giving each work-item a row of its own.
    ShareRows,
}

/// The result for an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The classification.
    pub classified: Classified,
    /// Whether the kernel also uses most of the bytes between neighbours of a strided access.
    pub filled: bool,
    /// The advice, if any.
    pub fix: Option<Fix>,
}

/// The largest stride for which the bytes in between share cache lines with the accesses.
const NEARBY: u64 = 128;

impl Kernel {
    /// Classifies all accesses; nothing for a single task, which has no neighbours.
    pub fn reports(&self) -> Vec<Report> {
        let Some(fastest) = self.launch.fastest() else { return Vec::new() };
        let all: Vec<Classified> =
            self.accesses.iter().map(|a| Classified::of(a, &self.launch, &self.symbols)).collect();
        let advisor = Advisor { kernel: self, all: &all, fastest };
        let facts: Vec<(bool, Option<Fix>)> = (0..all.len())
            .map(|i| {
                let filled = advisor.is_filled(i);
                (filled, if filled { None } else { advisor.fix(i) })
            })
            .collect();
        all.into_iter()
            .zip(facts)
            .map(|(classified, (filled, fix))| Report { classified, filled, fix })
            .collect()
    }
}

struct Advisor<'a> {
    kernel: &'a Kernel,
    all: &'a [Classified],
    fastest: Dimension,
}

impl Advisor<'_> {
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

    /// Whether memory accesses are fast if this is the fastest dimension.
    fn is_good(&self, i: usize, d: Dimension) -> bool {
        self.is_unit(i, d) || self.stride(i, d).is_zero()
    }

    /// Whether an access counts for the order of dimensions.
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
            // Neighbouring elements, used in part.
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

    /// Whether a work-item accesses neighbouring elements in a loop.
    fn walks_rows(&self, i: usize) -> bool {
        self.all[i]
            .loops
            .iter()
            .any(|part| matches!(part.motion, Motion::Sequential | Motion::ReverseSequential))
    }

    /// Whether making another dimension the fastest improves an access and makes none worse.
    fn helps_to_swap(&self, with: Dimension) -> bool {
        let counted = || (0..self.all.len()).filter(|&i| self.counts(i));
        let helps = counted().any(|i| !self.is_good(i, self.fastest) && self.is_unit(i, with));
        helps && counted().all(|i| self.is_good(i, with) || !self.is_good(i, self.fastest))
    }

    /// Whether this and other accesses, also those of a short loop, cover at least half of the bytes between
    /// neighbours: then whole cache lines are used although each access leaves gaps.
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
        // The access itself does not count.
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

    /// The offsets that an access reaches in its short loops of known length.
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

//! The index space of a kernel, and how its symbols are related.

use super::{Dimension, Polynomial, Symbol};

/// The index space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Dimensions of the range; 0 is a single task.
    pub dimensions: u8,
    /// The required size of a work-group (`reqd_work_group_size`), by SYCL dimension.
    pub group_size: Option<[u64; 3]>,
}

impl Launch {
    /// An index space of which only the number of dimensions is known.
    pub fn new(dimensions: u8) -> Self {
        Self { dimensions, group_size: None }
    }

    /// The dimension in which work-items with neighbouring linear ids differ, none for a single task.
    ///
    /// According to SYCL 2020 §3.11 this is the last one. If work-groups are known to have one work-item in
    /// it, neighbours differ in the dimension before.
    pub fn fastest(&self) -> Option<Dimension> {
        let last = self.dimensions.checked_sub(1)?;
        let known_as_one = |d: Dimension| self.local_size(d) == Some(1);
        Some((0..=last).rev().find(|&d| !known_as_one(d)).unwrap_or(last))
    }

    /// All dimensions, the slowest first.
    pub fn dimensions(&self) -> impl DoubleEndedIterator<Item = Dimension> + use<> {
        0..self.dimensions
    }

    /// Work-items of a work-group along a dimension, if known.
    pub fn local_size(&self, dimension: Dimension) -> Option<u64> {
        Some(self.group_size?[usize::from(dimension)])
    }

    /// The normal form of a value: known sizes instead of local ranges, global ids instead of `group * local
    /// range + local`, global ranges instead of `groups * local range`.
    pub fn normalize(&self, value: &Polynomial) -> Polynomial {
        let mut result = value.clone();
        for d in self.dimensions() {
            // A value that grows too large in between is not normalized, which is still correct.
            if let Some(simpler) = self.normalize_dimension(&result, d) {
                result = simpler;
            }
        }
        result
    }

    fn normalize_dimension(&self, value: &Polynomial, d: Dimension) -> Option<Polynomial> {
        let size = self.local_size(d).and_then(|size| i64::try_from(size).ok());
        let known = match size {
            Some(size) => value.substitute(Symbol::LocalRange(d), &size.into())?,
            None => value.clone(),
        };
        let base = &Polynomial::from(Symbol::GlobalId(d)) - &Symbol::LocalId(d).into();
        let base = &base - &Symbol::GlobalOffset(d).into();
        let start = contract(&known, Symbol::GroupId(d), d, size, &base)?;
        contract(&start, Symbol::GroupRange(d), d, size, &Symbol::GlobalRange(d).into())
    }
}

/// Replaces `symbol * local range` by a value.
fn contract(
    whole: &Polynomial,
    symbol: Symbol,
    d: Dimension,
    size: Option<i64>,
    by: &Polynomial,
) -> Option<Polynomial> {
    let mut result = Polynomial::default();
    for (monomial, coefficient) in whole.terms() {
        let term = whole.filter(|m| m == monomial);
        let divided = term.divide_by_symbol(symbol).and_then(|rest| match size {
            Some(size) => (coefficient % size == 0).then(|| rest.divide_exactly(size))?,
            None => rest.divide_by_symbol(Symbol::LocalRange(d)),
        });
        let term = match divided {
            Some(factor) => factor.times(by)?,
            None => term,
        };
        result = &result + &term;
    }
    Some(result)
}

//! Facts about the index space of every launch of a kernel, as an attribute of the kernel.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{set_attribute, set_numbers, string_attribute};

use crate::kernel::{META_REQD_SIZE, required_local_size};

/// On a kernel: `global=512,?,1 local=?,?,? offset=0,0,0`, dimension 0 first, `?` for unknown values.
pub const ATTR_SPACE: &str = "mux-known-space";

/// Known facts about an index space. Dimension 0 is the contiguous one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceFacts {
    /// Work-items.
    pub global: [Option<u64>; 3],
    /// Work-items of a work-group, none of which is smaller.
    pub local: [Option<u64>; 3],
    /// The offsets of global ids.
    pub offset: [Option<u64>; 3],
}

impl SpaceFacts {
    /// The facts about a kernel's launches.
    #[must_use]
    pub fn of(kernel: FunctionValue<'_>) -> Self {
        let mut facts = Self::default();
        for part in string_attribute(kernel, ATTR_SPACE).unwrap_or_default().split(' ') {
            let Some((name, numbers)) = part.split_once('=') else { continue };
            if let Some(slot) = facts.part(name) {
                for (to, number) in slot.iter_mut().zip(numbers.split(',')) {
                    *to = number.parse().ok();
                }
            }
        }
        if let Some(sizes) = required_local_size(kernel) {
            facts.local = sizes.map(Some);
        }
        facts
    }

    /// Records the facts on a kernel. A work-group size that is known in all dimensions is recorded as a
    /// required one.
    pub fn put_on(&self, module: &Module<'_>, kernel: FunctionValue<'_>) {
        if *self == Self::default() {
            return;
        }
        let text = |numbers: &[Option<u64>; 3]| {
            numbers.map(|n| n.map_or_else(|| "?".to_owned(), |n| n.to_string())).join(",")
        };
        let (global, local, offset) = (text(&self.global), text(&self.local), text(&self.offset));
        let all = format!("global={global} local={local} offset={offset}");
        set_attribute(module, kernel, ATTR_SPACE, &all);
        let sizes: Option<Vec<i32>> =
            self.local.iter().map(|size| i32::try_from((*size)?).ok().filter(|&n| n > 0)).collect();
        if let Some(sizes) = sizes
            && required_local_size(kernel).is_none()
        {
            set_numbers(kernel, META_REQD_SIZE, &sizes);
        }
    }

    /// Work-groups in a dimension.
    #[must_use]
    pub fn groups(&self, dimension: usize) -> Option<u64> {
        let (global, local) = (self.global[dimension]?, self.local[dimension]?);
        (local > 0).then(|| global.div_ceil(local))
    }

    /// The intersection of two sets of facts.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, Option::or)
    }

    /// The facts that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.zip(other, |mine, theirs| mine.filter(|_| theirs.is_none()))
    }

    fn zip(&self, other: &Self, join: fn(Option<u64>, Option<u64>) -> Option<u64>) -> Self {
        let each = |a: [Option<u64>; 3], b: [Option<u64>; 3]| {
            std::array::from_fn(|dimension| join(a[dimension], b[dimension]))
        };
        Self {
            global: each(self.global, other.global),
            local: each(self.local, other.local),
            offset: each(self.offset, other.offset),
        }
    }

    fn part(&mut self, name: &str) -> Option<&mut [Option<u64>; 3]> {
        match name {
            "global" => Some(&mut self.global),
            "local" => Some(&mut self.local),
            "offset" => Some(&mut self.offset),
            _ => None,
        }
    }
}

//! The lattice of uniformity: for which work-items a value is the same.
//!
//! From the bottom, uniform for most work-items, to the top, where nothing is known:
//!
//! ```text
//! Unreached < Launch < WorkGroup < SubGroup < Varying < Unknown
//! ```

/// For which work-items a value is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Uniformity {
    /// No path to the value has been found yet.
    #[default]
    Unreached,
    /// For all work-items of the launch: kernel arguments, ranges, constants.
    Launch,
    /// For all work-items of a work-group: its id.
    WorkGroup,
    /// For all work-items of a sub-group: its id.
    SubGroup,
    /// Each work-item may have another value: ids of work-items.
    Varying,
    /// Each work-item may have another value, for an unknown reason: values that the analysis does not
    /// follow.
    Unknown,
}

impl Uniformity {
    /// The level of a value that is one or the other, or computed from both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        self.max(other)
    }

    /// The level of the result of an operation that depends on its operands only.
    pub fn of_function(operands: impl IntoIterator<Item = Self>) -> Self {
        // Without operands it is a constant.
        operands.into_iter().fold(Self::Launch, Self::join)
    }

    /// The level of a value where control flow joins. `controls` are the levels of the conditions that decide
    /// through which edge: equal values do not depend on them, different ones are as uniform as the decision.
    pub fn of_merge(
        incoming: impl IntoIterator<Item = Self>,
        all_equal: bool,
        controls: impl IntoIterator<Item = Self>,
    ) -> Self {
        let values = incoming.into_iter().fold(Self::Unreached, Self::join);
        if all_equal || values == Self::Unreached {
            return values;
        }
        controls.into_iter().fold(values, Self::join)
    }

    /// The level of a value that is loaded from shared memory which the kernel may write. It is the same for
    /// work-items with the same address that execute the load together (`reached`): if another work-item
    /// could write in between, there would be a data race, which is undefined in SYCL. Work-groups may be at
    /// different points of the kernel, so it is never the same for the whole launch.
    pub fn of_written_load(address: Self, reached: Self) -> Self {
        match address {
            Self::Unreached => Self::Unreached,
            address => address.join(reached).join(Self::WorkGroup),
        }
    }

    /// The level of the result of a group operation for all its work-items (broadcasts, reductions): it is
    /// the same for the group, whatever the inputs. Other groups may have other values.
    pub fn of_work_group_result(arguments: Self) -> Self {
        if arguments == Self::Unreached { arguments } else { Self::WorkGroup }
    }

    /// The same for sub-groups.
    pub fn of_sub_group_result(arguments: Self) -> Self {
        if arguments == Self::Unreached { arguments } else { Self::SubGroup }
    }

    /// Whether the value is known to be the same for a work-group.
    pub fn is_uniform_in_work_group(self) -> bool {
        self <= Self::WorkGroup
    }

    /// Whether the value is known to be the same for a sub-group.
    pub fn is_uniform_in_sub_group(self) -> bool {
        self <= Self::SubGroup
    }
}

#[cfg(test)]
mod tests {
    use super::Uniformity as U;

    const ALL: [U; 6] =
        [U::Unreached, U::Launch, U::WorkGroup, U::SubGroup, U::Varying, U::Unknown];

    #[test]
    fn join_is_a_semilattice() {
        for a in ALL {
            assert_eq!(a.join(a), a);
            assert_eq!(U::Unreached.join(a), a);
            assert_eq!(U::Unknown.join(a), U::Unknown);
            for b in ALL {
                assert_eq!(a.join(b), b.join(a));
                for c in ALL {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                }
            }
        }
    }

    #[test]
    fn rules_are_monotone() {
        // Otherwise the solver might not terminate.
        for a in ALL {
            for b in ALL.into_iter().filter(|&b| a <= b) {
                assert!(U::of_function([a]) <= U::of_function([b]));
                for reached in ALL {
                    assert!(U::of_written_load(a, reached) <= U::of_written_load(b, reached));
                    assert!(U::of_written_load(reached, a) <= U::of_written_load(reached, b));
                }
                assert!(U::of_work_group_result(a) <= U::of_work_group_result(b));
                assert!(U::of_sub_group_result(a) <= U::of_sub_group_result(b));
                for c in ALL {
                    for equal in [false, true] {
                        assert!(U::of_merge([a], equal, [c]) <= U::of_merge([b], equal, [c]));
                        assert!(U::of_merge([c], equal, [a]) <= U::of_merge([c], equal, [b]));
                    }
                }
            }
        }
    }

    #[test]
    fn merges_of_different_values_are_as_uniform_as_the_branch() {
        assert_eq!(U::of_merge([U::Launch, U::Launch], false, [U::Varying]), U::Varying);
        assert_eq!(U::of_merge([U::Launch, U::Launch], true, [U::Varying]), U::Launch);
        assert_eq!(U::of_merge([U::Launch, U::WorkGroup], false, [U::Launch]), U::WorkGroup);
    }

    #[test]
    fn loads_of_written_memory_are_as_uniform_as_address_and_block() {
        assert_eq!(U::of_written_load(U::Launch, U::Launch), U::WorkGroup);
        assert_eq!(U::of_written_load(U::SubGroup, U::Launch), U::SubGroup);
        assert_eq!(U::of_written_load(U::Launch, U::Varying), U::Varying);
    }
}

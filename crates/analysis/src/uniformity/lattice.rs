//! The lattice of uniformity: which work-items agree on a value.
//!
//! From the bottom, where most work-items agree, to the top, where nothing is known:
//!
//! ```text
//! Unreached < Launch < WorkGroup < SubGroup < Varying < Unknown
//! ```

/// Who agrees on a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Uniformity {
    /// No execution has been seen to make the value yet.
    #[default]
    Unreached,
    /// All work-items of the launch: kernel arguments, ranges, constants.
    Launch,
    /// All work-items of a work-group: its id.
    WorkGroup,
    /// All work-items of a sub-group: its id.
    SubGroup,
    /// Nobody has to: ids of work-items.
    Varying,
    /// Nobody has to, and nobody knows why: values that the analysis does not follow.
    Unknown,
}

impl Uniformity {
    /// What holds for a value that is one or the other, or computed from both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        self.max(other)
    }

    /// What holds for the result of an operation that computes nothing but a function of its operands.
    pub fn of_function(operands: impl IntoIterator<Item = Self>) -> Self {
        // Without operands it is a constant.
        operands.into_iter().fold(Self::Launch, Self::join)
    }

    /// What holds where control flow meets again. `controls` are the conditions that decide from where:
    /// equal values need none of them, different ones are as uniform as the decision.
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

    /// What holds for a value loaded from shared memory that the kernel may write. Whoever agrees on the
    /// address and gets there together (`reached`) agrees on what lies there: if another work-item could
    /// write in between, the program would have a data race, which SYCL leaves undefined. Work-groups may
    /// be at different places of the kernel, so that only work-items of one agree.
    pub fn of_written_load(address: Self, reached: Self) -> Self {
        match address {
            Self::Unreached => Self::Unreached,
            address => address.join(reached).join(Self::WorkGroup),
        }
    }

    /// What holds for a value that a group operation gives to all its work-items (broadcasts,
    /// reductions): they agree on it whatever went in. Others need not: groups may differ in size.
    pub fn of_work_group_result(arguments: Self) -> Self {
        if arguments == Self::Unreached { arguments } else { Self::WorkGroup }
    }

    /// The same for sub-groups.
    pub fn of_sub_group_result(arguments: Self) -> Self {
        if arguments == Self::Unreached { arguments } else { Self::SubGroup }
    }

    /// Whether the work-items of a work-group are known to agree.
    pub fn is_uniform_in_work_group(self) -> bool {
        self <= Self::WorkGroup
    }

    /// Whether the work-items of a sub-group are known to agree.
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
    fn rules_never_lose_uncertainty_when_inputs_get_worse() {
        // A solver only ends when its rules are monotone.
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

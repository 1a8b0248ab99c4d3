//! The race-free accesses to shared arrays.
//!
//! Between two barriers of an array's scope, work-items either write their own cells or read any cell. If
//! work-items of the scope take different branches, the accesses of all branches count, so branches are
//! handled in sequence; if they all take the same one, branches are alternatives and the state after them is
//! the union.

use super::Level;
use crate::kernel::{Scope, Shared};

/// The accesses to an array since the last barrier of its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    Clean,
    /// Cells were read.
    Read,
    /// Work-items wrote their own cells.
    Written,
    /// Unknown: the array must not be accessed.
    Closed,
}

impl State {
    /// The state if either may be the case.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Clean, state) | (state, Self::Clean) => state,
            (a, b) if a == b => a,
            _ => Self::Closed,
        }
    }
}

/// The states of all arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct States(Vec<(Scope, State)>);

impl States {
    /// Arrays without accesses.
    pub fn clean(arrays: &[Shared]) -> Self {
        Self(arrays.iter().map(|array| (array.scope, State::Clean)).collect())
    }

    /// Arrays in an unknown state.
    pub fn closed(arrays: &[Shared]) -> Self {
        Self(arrays.iter().map(|array| (array.scope, State::Closed)).collect())
    }

    /// Whether work-items may write their own cells.
    pub fn may_write(&self, array: usize) -> bool {
        matches!(self.0[array].1, State::Clean | State::Written)
    }

    /// Whether work-items may read any cell.
    pub fn may_read(&self, array: usize) -> bool {
        matches!(self.0[array].1, State::Clean | State::Read)
    }

    /// Records a write.
    pub fn write(&mut self, array: usize) {
        self.0[array].1 = State::Written;
    }

    /// Records a read.
    pub fn read(&mut self, array: usize) {
        self.0[array].1 = State::Read;
    }

    /// A barrier of a scope; one of a work-group is also one of its sub-groups.
    pub fn meet(&mut self, scope: Scope) {
        for (array, state) in &mut self.0 {
            if scope == Scope::WorkGroup || *array == Scope::SubGroup {
                *state = State::Clean;
            }
        }
    }

    /// The states at the start of a loop body at `level` that may contain barriers: it may be any iteration.
    pub fn at_loop_start(&self, level: Level) -> Self {
        self.select(self, level, |_, _| State::Closed)
    }

    /// The states at the start of another branch at `level`: `self` before the branches, `last` after the
    /// last one.
    pub fn at_next_branch(&self, last: &Self, level: Level) -> Self {
        self.select(last, level, |before, _| before)
    }

    /// The states after branches at `level`: `self` after some of them and `last` after the last one.
    pub fn join(&self, last: &Self, level: Level) -> Self {
        self.select(last, level, State::or)
    }

    /// The states after a call of a function with these exit states, if it has barriers of these scopes.
    pub fn after_call(&mut self, exit: &Self, met: &[Scope]) {
        for ((scope, state), (_, exit)) in self.0.iter_mut().zip(&exit.0) {
            let changed = met.contains(scope) || met.contains(&Scope::WorkGroup);
            if changed {
                *state = *exit;
            }
        }
    }

    /// The alternative's states for arrays whose whole scope takes the same branch; otherwise those of
    /// `last`.
    fn select(
        &self,
        last: &Self,
        level: Level,
        alternative: impl Fn(State, State) -> State,
    ) -> Self {
        let pairs = self.0.iter().zip(&last.0);
        let states = pairs.map(|(&(scope, before), &(_, last))| {
            let together = level >= Level::from(scope);
            (scope, if together { alternative(before, last) } else { last })
        });
        Self(states.collect())
    }
}

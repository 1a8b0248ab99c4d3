//! What may be done with shared arrays without a race.
//!
//! Between two meetings of an array's scope, work-items either write their own cells or read anybody's.
//! Where work-items of the scope go different ways, one way's doings are everybody's problem, so the
//! ways are looked at one after the other; where they all go the same way, ways are alternatives and
//! what holds behind them is what holds behind each.

use super::Level;
use crate::kernel::{Scope, Shared};

/// What has happened to an array since work-items of its scope met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    Clean,
    /// Cells were read.
    Read,
    /// Work-items wrote their own cells.
    Written,
    /// Something that is not known: nobody may touch it.
    Closed,
}

impl State {
    /// What holds when either may be the case.
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
    /// Arrays that nobody has touched.
    pub fn clean(arrays: &[Shared]) -> Self {
        Self(arrays.iter().map(|array| (array.scope, State::Clean)).collect())
    }

    /// Arrays of which nothing is known.
    pub fn closed(arrays: &[Shared]) -> Self {
        Self(arrays.iter().map(|array| (array.scope, State::Closed)).collect())
    }

    /// Whether work-items may write their own cells.
    pub fn may_write(&self, array: usize) -> bool {
        matches!(self.0[array].1, State::Clean | State::Written)
    }

    /// Whether work-items may read anybody's cell.
    pub fn may_read(&self, array: usize) -> bool {
        matches!(self.0[array].1, State::Clean | State::Read)
    }

    /// Takes note of a write.
    pub fn write(&mut self, array: usize) {
        self.0[array].1 = State::Written;
    }

    /// Takes note of a read.
    pub fn read(&mut self, array: usize) {
        self.0[array].1 = State::Read;
    }

    /// Work-items of a scope meet at a barrier; those of a work-group are also those of its sub-groups.
    pub fn meet(&mut self, scope: Scope) {
        for (array, state) in &mut self.0 {
            if scope == Scope::WorkGroup || *array == Scope::SubGroup {
                *state = State::Clean;
            }
        }
    }

    /// What holds at the start of a loop's body at `level` that may contain barriers: it may be its
    /// first round or one after any other.
    pub fn at_loop_start(&self, level: Level) -> Self {
        self.select(self, level, |_, _| State::Closed)
    }

    /// What holds at the start of another branch at `level`, where `self` holds before the branches
    /// and `last` behind the last one.
    pub fn at_next_branch(&self, last: &Self, level: Level) -> Self {
        self.select(last, level, |before, _| before)
    }

    /// What holds behind branches at `level`, where `self` holds behind some and `last` behind the
    /// last one.
    pub fn join(&self, last: &Self, level: Level) -> Self {
        self.select(last, level, State::or)
    }

    /// What holds behind a call of a function behind which `exit` holds, if it has met these scopes.
    pub fn after_call(&mut self, exit: &Self, met: &[Scope]) {
        for ((scope, state), (_, exit)) in self.0.iter_mut().zip(&exit.0) {
            let changed = met.contains(scope) || met.contains(&Scope::WorkGroup);
            if changed {
                *state = *exit;
            }
        }
    }

    /// For arrays whose whole scope goes the same way, what `alternative` says; for the others what
    /// holds in `last`.
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

//! Statements with synchronisation: barriers, shared memory, group operations.

use super::{Generator, Level, Place};
use crate::kernel::{Collective, Expr, Operation, Scope, Stmt};
use crate::operators::Combine;
use crate::types::{Scalar, Ty};

impl Generator {
    /// Writes every shared cell, so that none is read before.
    pub fn first_writes(&mut self) -> Vec<Stmt> {
        (0..self.memory.shared.len())
            .map(|array| {
                self.states.write(array);
                let ty = self.memory.shared[array].ty;
                Stmt::SharedWrite(array, self.expression(ty, Level::Item))
            })
            .collect()
    }

    /// A statement with synchronisation, if one is allowed.
    pub fn meeting(&mut self, place: Place) -> Vec<Stmt> {
        let statements = match self.rng.u8(0..20) {
            0..4 => self.barrier(place),
            4..9 => self.shared_access(place),
            9 => self.fence(),
            _ => self.collective(place),
        };
        // If one is not possible, the other may be.
        if statements.is_empty() { self.shared_access(place) } else { statements }
    }

    fn scopes(&self, place: Place) -> Vec<Scope> {
        let level = self.level(place);
        let mut scopes = Vec::new();
        if self.features.barriers && level == Level::WorkGroup {
            scopes.push(Scope::WorkGroup);
        }
        if self.features.sub_groups && level >= Level::SubGroup {
            scopes.push(Scope::SubGroup);
        }
        scopes
    }

    /// A barrier, sometimes two.
    pub fn barrier(&mut self, place: Place) -> Vec<Stmt> {
        let scopes = self.scopes(place);
        let Some(scope) = self.pick(&scopes).filter(|_| place.barriers) else { return vec![] };
        self.states.meet(scope);
        let count = if self.chance(10) { 2 } else { 1 };
        vec![Stmt::Barrier(scope); count]
    }

    fn fence(&mut self) -> Vec<Stmt> {
        if !self.features.fences {
            return vec![];
        }
        let sub_group = self.features.sub_groups && self.rng.bool();
        vec![Stmt::Fence(if sub_group { Scope::SubGroup } else { Scope::WorkGroup })]
    }

    /// Writes the work-item's own cell or reads another's; if neither is possible but a barrier is, the
    /// barrier comes first.
    fn shared_access(&mut self, place: Place) -> Vec<Stmt> {
        if self.memory.shared.is_empty() {
            return vec![];
        }
        let array = self.rng.usize(0..self.memory.shared.len());
        let ty = self.memory.shared[array].ty;
        let mut statements = Vec::new();
        let wants_read = self.chance(65);
        let fits = |this: &Self| {
            if wants_read { this.states.may_read(array) } else { this.states.may_write(array) }
        };
        if !fits(self) {
            statements.extend(self.barrier(place));
        }
        if !fits(self) {
            return statements;
        }
        if !wants_read {
            self.states.write(array);
            statements.push(Stmt::SharedWrite(array, self.expression(ty, Level::Item)));
        } else {
            self.states.read(array);
            let to = self.item_variable(ty);
            let to = to.unwrap_or_else(|| self.declare(ty, 1, Level::Item));
            let index = self.expression(Ty::I64, Level::Item);
            statements.push(Stmt::SharedRead(to, array, index));
        }
        statements
    }

    fn collective(&mut self, place: Place) -> Vec<Stmt> {
        let level = self.level(place);
        let mut scopes = Vec::new();
        if self.features.collectives && level == Level::WorkGroup {
            scopes.push(Scope::WorkGroup);
        }
        if self.features.sub_groups && level >= Level::SubGroup {
            scopes.push(Scope::SubGroup);
        }
        let divergent = scopes.is_empty()
            && place.reducible
            && self.features.divergent
            && self.features.sub_groups;
        if divergent {
            scopes.push(Scope::SubGroup);
        }
        let Some(scope) = self.pick(&scopes) else { return vec![] };
        let scalar = self.pick(self.scalars()).unwrap_or(Scalar::I32);
        let (operation, agreed) = self.operation(scope, scalar, divergent);
        // A uniform result may go to a variable of that level.
        let highest = if agreed { level.min(Level::from(scope)) } else { Level::Item };
        let targets = self.variables_where(|known| {
            known.assignable
                && known.variable.ty == Ty::of(scalar)
                && known.variable.length == 1
                && known.level <= highest
        });
        let to = self.pick(&targets);
        let to = to.unwrap_or_else(|| self.declare(Ty::of(scalar), 1, highest));
        let combines = matches!(
            operation,
            Operation::Reduce(_) | Operation::InclusiveScan(_) | Operation::ExclusiveScan(_)
        );
        let ty = if combines && scalar.is_float() { Ty::I32 } else { Ty::of(scalar) };
        let value = self.expression(ty, Level::Item);
        vec![Stmt::Collective(Collective { to, scope, operation, scalar, value, divergent })]
    }

    /// A group operation, and whether its result is uniform. Absent work-items have no value to be read.
    fn operation(&mut self, scope: Scope, scalar: Scalar, divergent: bool) -> (Operation, bool) {
        let how = Combine::of(scalar);
        let how = self.pick(how).unwrap_or(Combine::Add);
        let level = Level::from(scope);
        let shuffles = if scope == Scope::SubGroup && !divergent { 4 } else { 0 };
        match self.rng.u8(0..8 + shuffles) {
            0 | 1 if scalar == Scalar::I1 => {
                (if self.rng.bool() { Operation::Any } else { Operation::All }, true)
            }
            0..2 => (Operation::Reduce(how), true),
            2..4 => (Operation::InclusiveScan(how), false),
            4..6 => (Operation::ExclusiveScan(how), false),
            6..8 => {
                let from: [Expr; 3] = std::array::from_fn(|_| self.expression(Ty::I64, level));
                (Operation::Broadcast(from), true)
            }
            8 => (Operation::Shuffle(self.expression(Ty::I32, Level::Item)), false),
            9 => (Operation::ShuffleXor(self.expression(Ty::I32, level)), false),
            10 => {
                let other = self.expression(Ty::of(scalar), Level::Item);
                (Operation::ShuffleUp(other, self.expression(Ty::I32, level)), false)
            }
            _ => {
                let other = self.expression(Ty::of(scalar), Level::Item);
                (Operation::ShuffleDown(other, self.expression(Ty::I32, level)), false)
            }
        }
    }
}

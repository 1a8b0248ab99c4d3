//! Random statements.

use super::{Generator, Level, Place};
use crate::kernel::{Expr, Loop, Node, Stmt, TwoEntries};
use crate::operators::{Binary, Combine, Compare, Query};
use crate::types::{Scalar, Ty};

/// Statements nest no deeper than this.
const MOST_DEPTH: u32 = 4;

/// The level at which branches are alternatives. In a loop without barriers there is none: the same
/// work-items may take one branch in this iteration and the other in the next, without a barrier in between.
fn alternatives(place: Place, level: Level) -> Level {
    if place.barriers { level } else { Level::Item }
}

impl Generator {
    /// The level of a place, considering early returns.
    pub fn level(&self, place: Place) -> Level {
        place.level.min(self.ceiling)
    }

    /// One statement, or a few related ones.
    pub fn statement(&mut self, place: Place) -> Vec<Stmt> {
        self.budget = self.budget.saturating_sub(1);
        let nested = place.depth < MOST_DEPTH && self.budget > 0;
        match self.rng.u8(0..100) {
            0..16 => self.assignment(place),
            16..21 => self.element_assignment(),
            21..25 => self.guarded(),
            25..28 => self.output(),
            28..37 if nested => vec![self.branches(place)],
            37..41 if nested => vec![self.switch(place)],
            41..52 if nested => vec![self.repetition(place)],
            52..55 => self.leave_early(place),
            55..88 if self.meets() => self.meeting(place),
            88..93 => self.call(place),
            93..96 => self.count(),
            96 => self.return_early(place),
            97 if nested && self.features.irreducible => vec![self.two_entries(place)],
            98 => self.parameter_assignment(),
            _ => self.assignment(place),
        }
    }

    fn block(&mut self, place: Place) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for _ in 0..self.rng.u32(1..5) {
            if self.budget == 0 {
                break;
            }
            statements.extend(self.statement(place));
        }
        statements
    }

    fn assignment(&mut self, place: Place) -> Vec<Stmt> {
        let level = self.level(place);
        let targets = self.variables_where(|known| {
            known.assignable && known.variable.length == 1 && known.level <= level
        });
        let Some(to) = self.pick(&targets) else { return vec![] };
        let (ty, level) = (self.variables[to].variable.ty, self.variables[to].level);
        vec![Stmt::Assign(to, self.expression(ty, level))]
    }

    fn parameter_assignment(&mut self) -> Vec<Stmt> {
        if self.mutable == 0 {
            return vec![];
        }
        let number = self.parameters + self.rng.usize(0..self.mutable);
        vec![Stmt::AssignParameter(number, self.expression(Ty::I64, Level::Item))]
    }

    fn element_assignment(&mut self) -> Vec<Stmt> {
        let arrays = self.variables_where(|known| known.variable.length > 1);
        let Some(to) = self.pick(&arrays) else { return vec![] };
        let ty = self.variables[to].variable.ty;
        let index = self.expression(Ty::I64, Level::Item);
        vec![Stmt::AssignElement(to, index, self.expression(ty, Level::Item))]
    }

    /// Variables of work-items that a statement may change.
    pub fn item_variable(&mut self, ty: Ty) -> Option<usize> {
        let targets = self.variables_where(|known| {
            known.assignable
                && known.variable.ty == ty
                && known.variable.length == 1
                && known.level == Level::Item
        });
        self.pick(&targets)
    }

    fn guarded(&mut self) -> Vec<Stmt> {
        if self.rng.bool() {
            let array = self.rng.usize(0..self.memory.inputs.len());
            let ty = self.memory.inputs[array];
            let Some(to) = self.item_variable(ty) else { return vec![] };
            return vec![Stmt::GuardedInput(to, array, self.expression(Ty::I64, Level::Item))];
        }
        let ty = Ty::of(self.pick(&Scalar::INTEGERS).unwrap_or(Scalar::I32));
        let Some(to) = self.item_variable(ty) else { return vec![] };
        let a = self.expression(ty, Level::Item);
        vec![Stmt::GuardedDivide(to, a, self.expression(ty, Level::Item))]
    }

    fn output(&mut self) -> Vec<Stmt> {
        let outputs = self.memory.outputs.clone();
        let array = match self.rng.usize(0..=outputs.len()) {
            fresh if fresh == outputs.len() => {
                let ty = self.memory_type();
                outputs.iter().position(|&output| output == ty).unwrap_or_else(|| {
                    self.memory.outputs.push(ty);
                    outputs.len()
                })
            }
            known => known,
        };
        let ty = self.memory.outputs[array];
        let index = self.expression(Ty::I64, Level::Item);
        vec![Stmt::Output(array, index, self.expression(ty, Level::Item))]
    }

    fn count(&mut self) -> Vec<Stmt> {
        if self.memory.counters.is_empty() {
            return vec![];
        }
        let array = self.rng.usize(0..self.memory.counters.len());
        let ty = Ty::of(self.memory.counters[array]);
        // Mixed operators on one counter would not commute; sums do.
        let index = self.expression(Ty::I64, Level::Item);
        vec![Stmt::Count(Combine::Add, array, index, self.expression(ty, Level::Item))]
    }

    /// A level for conditions: at most the place's.
    fn condition_level(&mut self, place: Place) -> Level {
        let level = self.level(place);
        let levels = [Level::Item, Level::SubGroup, Level::WorkGroup];
        let wanted = self.pick(&levels).unwrap_or(Level::Item);
        if wanted == Level::SubGroup && !self.features.sub_groups {
            return level;
        }
        if self.meets() && self.chance(50) { level } else { wanted }
    }

    fn branches(&mut self, place: Place) -> Stmt {
        let wanted = self.condition_level(place);
        let condition = if wanted == Level::Item && self.chance(40) {
            self.bound_on_id()
        } else {
            self.condition(wanted)
        };
        let level = self.level(place).min(wanted);
        let inside = Place { level, depth: place.depth + 1, ..place };
        let level = alternatives(place, level);
        let before = self.states.clone();
        let then = self.block(inside);
        if self.chance(40) {
            self.states = before.join(&self.states, level);
            return Stmt::If(condition, then, vec![]);
        }
        let behind = self.states.clone();
        self.states = before.at_next_branch(&behind, level);
        let otherwise = self.block(inside);
        self.states = behind.join(&self.states, level);
        Stmt::If(condition, then, otherwise)
    }

    fn switch(&mut self, place: Place) -> Stmt {
        let wanted = self.condition_level(place);
        let choice = self.expression(Ty::I32, wanted);
        let level = self.level(place).min(wanted);
        let inside = Place { level, depth: place.depth + 1, ..place };
        let level = alternatives(place, level);
        let before = self.states.clone();
        let mut branches = vec![self.block(inside)];
        for _ in 0..self.rng.u32(1..4) {
            let behind = self.states.clone();
            self.states = before.at_next_branch(&behind, level);
            branches.push(self.block(inside));
            self.states = behind.join(&self.states, level);
        }
        Stmt::Switch(choice, branches)
    }

    fn repetition(&mut self, place: Place) -> Stmt {
        let wanted = self.condition_level(place);
        let trips = self.expression(Ty::I32, wanted);
        let most = self.rng.u32(1..6);
        let level = self.level(place).min(wanted);
        let counter = self.declare(Ty::I32, 1, level);
        self.variables[counter].assignable = false;
        let barriers = place.barriers && level > Level::Item && self.chance(70);
        let inside =
            Place { level, depth: place.depth + 1, in_loop: Some(level), barriers, ..place };
        let before = self.states.clone();
        if barriers {
            self.states = before.at_loop_start(level);
        }
        self.exits.push(Vec::new());
        let mut body = Vec::new();
        if barriers && self.chance(60) {
            body.extend(self.barrier(inside));
        }
        body.extend(self.block(inside));
        for exit in self.exits.pop().unwrap_or_default() {
            self.states = exit.join(&self.states, level);
        }
        let tested_at_end = self.chance(25);
        self.states = before.join(&self.states, level);
        Stmt::Loop(Loop { counter, trips, most, tested_at_end, body })
    }

    /// A loop that work-items enter at one of two places. It contains no barriers: compilers may duplicate
    /// parts of such a loop to make it reducible.
    fn two_entries(&mut self, place: Place) -> Stmt {
        let wanted = self.condition_level(place);
        let (trips, skip) = (self.expression(Ty::I32, wanted), self.condition(wanted));
        let most = self.rng.u32(1..6);
        let level = Level::Item;
        let counter = self.declare(Ty::I32, 1, level);
        self.variables[counter].assignable = false;
        let inside = Place {
            level,
            depth: place.depth + 1,
            in_loop: Some(level),
            barriers: false,
            reducible: false,
        };
        let before = self.states.clone();
        self.exits.push(Vec::new());
        let first = self.block(inside);
        self.states = before.join(&self.states, level);
        let body = self.block(inside);
        for exit in self.exits.pop().unwrap_or_default() {
            self.states = exit.join(&self.states, level);
        }
        self.states = before.join(&self.states, level);
        let shape = Loop { counter, trips, most, tested_at_end: true, body };
        Stmt::TwoEntries(TwoEntries { skip, first, shape })
    }

    /// Leaves a loop or an iteration of it, if that is uniform where required.
    fn leave_early(&mut self, place: Place) -> Vec<Stmt> {
        let Some(level) = place.in_loop.filter(|&level| level == self.level(place)) else {
            return vec![];
        };
        let condition = self.condition(level);
        let states = self.states.clone();
        if let Some(exits) = self.exits.last_mut() {
            exits.push(states);
        }
        vec![if self.rng.bool() { Stmt::BreakIf(condition) } else { Stmt::ContinueIf(condition) }]
    }

    /// Ends the function under a condition. Afterwards, only uniform levels may have barriers; in a loop,
    /// that would also hold for earlier statements. Work-items outside some bounds on their ids return first.
    pub(super) fn guard(&mut self) -> Vec<Stmt> {
        let mut condition = self.bound_on_id();
        if self.chance(30) {
            let operands = (Box::new(condition), Box::new(self.bound_on_id()));
            let operator = if self.rng.bool() { Binary::And } else { Binary::Or };
            condition = Expr { ty: Ty::I1, node: Node::Binary(operator, operands.0, operands.1) };
        }
        self.ceiling = Level::Item;
        self.returns.push((self.states.clone(), Level::Item));
        vec![Stmt::If(condition, vec![Stmt::Return], vec![])]
    }

    /// A comparison of an expression of an id with a constant or an argument.
    fn bound_on_id(&mut self) -> Expr {
        let number = |ty, bits| Box::new(Expr::constant(ty, bits));
        let dimension = self.rng.u64(0..3);
        // Bounds on local ids matter if some of them reach barriers.
        let local = self.meets() && self.rng.bool();
        let query = if local { Query::LocalId } else { Query::GlobalId };
        let mut id = Expr::query(query, Some(Expr::constant(Ty::I32, dimension)));
        let mut bound = if self.chance(30) {
            Expr { ty: Ty::I64, node: Node::Parameter(self.rng.usize(0..self.parameters)) }
        } else {
            let (sizes, start) = if local {
                (self.launch.local, 0)
            } else {
                (self.launch.global, self.launch.offset[dimension as usize])
            };
            let most = sizes[dimension as usize] + 4;
            Expr::constant(Ty::I64, start.wrapping_add(self.rng.u64(0..most)).wrapping_sub(2))
        };
        let ty = Ty::of(self.pick(&Scalar::INTEGERS).unwrap_or(Scalar::I64));
        if ty != Ty::I64 {
            let convert =
                |from| Expr { ty, node: Node::Convert { from: Box::new(from), signed: true } };
            (id, bound) = (convert(id), convert(bound));
        }
        for operator in [Binary::Multiply, Binary::Add] {
            if self.chance(30) {
                let other = number(ty, self.rng.i64(-5..6) as u64);
                id = Expr { ty, node: Node::Binary(operator, Box::new(id), other) };
            }
        }
        let operator = self.pick(Compare::ALL).unwrap_or(Compare::Less);
        let (a, b) = if self.rng.bool() { (id, bound) } else { (bound, id) };
        Expr { ty: Ty::I1, node: Node::Compare(operator, Box::new(a), Box::new(b)) }
    }

    fn return_early(&mut self, place: Place) -> Vec<Stmt> {
        if place.in_loop.is_some() {
            return vec![];
        }
        let wanted = self.condition_level(place);
        let condition = self.condition(wanted);
        let level = self.level(place).min(wanted);
        let mut then = self.output();
        then.push(Stmt::Return);
        self.ceiling = self.ceiling.min(level);
        self.returns.push((self.states.clone(), level));
        vec![Stmt::If(condition, then, vec![])]
    }
}

//! One work-group.

use super::code::{Code, Frame, Op, Place};
use super::memory::{self, Access, Cell, Epoch};
use super::value::Value;
use super::{Fault, MOST_STEPS, arithmetic};
use crate::contents::Contents;
use crate::kernel::{Collective, Function, Kernel, Loop, Memory, Scope, Stmt, Var};
use crate::types::{Scalar, Ty};

/// One work-item.
pub struct Item {
    /// Local id.
    pub local_id: [u64; 3],
    /// Linear local id.
    pub linear: usize,
    place: Place,
    slots: Vec<Value>,
    /// Its copy of the kernel's arguments.
    pub parameters: Vec<u64>,
    epoch: Epoch,
    /// The surrounding loops, outermost first: the position of each, and its iteration.
    rounds: Vec<(Place, u32)>,
    state: State,
    steps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    Waiting(Scope),
    Done,
}

/// A work-group that runs a kernel.
pub struct Group<'a, 'k> {
    pub kernel: &'k Kernel,
    code: &'a Code<'k>,
    pub contents: &'a mut Contents,
    pub id: [u64; 3],
    pub sub_group_size: usize,
    pub items: Vec<Item>,
    /// Local memory, by shared array; arrays in global memory are in `contents`.
    local: Vec<Vec<u8>>,
    cells: Vec<Vec<Cell>>,
}

impl<'a, 'k> Group<'a, 'k> {
    /// A work-group before its first step.
    pub fn new(
        kernel: &'k Kernel,
        code: &'a Code<'k>,
        contents: &'a mut Contents,
        id: [u64; 3],
        sub_group_size: u32,
    ) -> Self {
        let launch = &kernel.launch;
        // Groups at the end of the index space may be smaller.
        let [x, y, z]: [u64; 3] = std::array::from_fn(|d| {
            launch.local[d].min(launch.global[d] - id[d] * launch.local[d])
        });
        let items = (0..x * y * z)
            .map(|n| Item {
                local_id: [n % x, n / x % y, n / (x * y)],
                linear: n as usize,
                place: 0,
                slots: vec![Value::default(); code.slots],
                parameters: (0..)
                    .zip(&kernel.parameters)
                    .map(|(number, &value)| kernel.kept(number, value))
                    .collect(),
                epoch: Epoch::default(),
                rounds: Vec::new(),
                state: State::Running,
                steps: 0,
            })
            .collect();
        let count = launch.group_items() as usize;
        let shared = &kernel.memory.shared;
        Self {
            kernel,
            code,
            contents,
            id,
            sub_group_size: sub_group_size as usize,
            items,
            local: shared
                .iter()
                .map(|array| vec![0; if array.local { count * array.ty.bytes() } else { 0 }])
                .collect(),
            cells: shared.iter().map(|_| vec![Cell::default(); count]).collect(),
        }
    }

    /// Runs the group to its end.
    pub fn run(&mut self) -> Result<(), Fault> {
        loop {
            for item in 0..self.items.len() {
                while self.items[item].state == State::Running {
                    self.step(item)?;
                }
            }
            if self.items.iter().all(|item| item.state == State::Done) {
                return Ok(());
            }
            self.meet()?;
        }
    }

    /// The work-items of a sub-group.
    pub fn sub_group(&self, number: usize) -> std::ops::Range<usize> {
        let first = number * self.sub_group_size;
        first..(first + self.sub_group_size).min(self.items.len())
    }

    /// Continues work-items that all wait at one position.
    fn meet(&mut self) -> Result<(), Fault> {
        let everybody = 0..self.items.len();
        if self.stand_together(everybody.clone(), Scope::WorkGroup) {
            self.pass(&everybody.collect::<Vec<_>>());
            return Ok(());
        }
        let mut progress = false;
        for number in 0..self.items.len().div_ceil(self.sub_group_size) {
            let members = self.sub_group(number);
            if self.stand_together(members.clone(), Scope::SubGroup) {
                self.pass(&members.collect::<Vec<_>>());
                progress = true;
            } else if let Some(first) = self.first_to_go_on(members) {
                self.pass(&first);
                progress = true;
            }
        }
        if progress { Ok(()) } else { Err(Fault::Divergence) }
    }

    fn stand_together(&self, members: std::ops::Range<usize>, scope: Scope) -> bool {
        let first = &self.items[members.start];
        self.items[members].iter().all(|item| {
            item.state == State::Waiting(scope)
                && item.place == first.place
                && item.rounds == first.rounds
        })
    }

    /// The work-items of a sub-group that wait at the first position in program order, if it is a divergent
    /// group operation. No others can still arrive there: they are further on.
    fn first_to_go_on(&self, members: std::ops::Range<usize>) -> Option<Vec<usize>> {
        let position = |&item: &usize| {
            let Item { rounds, place, .. } = &self.items[item];
            let loops = rounds.iter().flat_map(|&(start, round)| [start, round as usize]);
            loops.chain([*place]).collect::<Vec<usize>>()
        };
        let waits = |item: &usize| self.items[*item].state == State::Waiting(Scope::SubGroup);
        let first = members.clone().filter(waits).min_by_key(position)?;
        let Op::Meet(_, Stmt::Collective(Collective { divergent: true, .. })) =
            &self.code.ops[self.items[first].place]
        else {
            return None;
        };
        let at = position(&first);
        Some(members.filter(waits).filter(|item| position(item) == at).collect())
    }

    fn pass(&mut self, members: &[usize]) {
        let Some(&first) = members.first() else { return };
        let first = self.items[first].place;
        if let Op::Meet(frame, statement) = &self.code.ops[first] {
            match statement {
                Stmt::Barrier(scope) => {
                    for &item in members {
                        let epoch = &mut self.items[item].epoch;
                        match scope {
                            Scope::WorkGroup => epoch.work_group += 1,
                            Scope::SubGroup => epoch.sub_group += 1,
                        }
                    }
                }
                Stmt::Collective(collective) => {
                    let results = self.collective(members, *frame, collective);
                    for (&item, result) in members.iter().zip(results) {
                        self.set(item, *frame, collective.to, 0, result);
                    }
                }
                _ => {}
            }
        }
        for &item in members {
            self.items[item].state = State::Running;
            self.items[item].place += 1;
        }
    }

    fn step(&mut self, item: usize) -> Result<(), Fault> {
        self.items[item].steps += 1;
        if self.items[item].steps > MOST_STEPS {
            return Err(Fault::Endless);
        }
        let code = self.code;
        let mut next = self.items[item].place + 1;
        match &code.ops[self.items[item].place] {
            Op::Do(frame, statement) => self.perform(item, *frame, statement)?,
            Op::Meet(_, statement) => {
                let scope = match statement {
                    Stmt::Barrier(scope) => *scope,
                    Stmt::Collective(collective) => collective.scope,
                    _ => Scope::WorkGroup,
                };
                self.items[item].state = State::Waiting(scope);
                return Ok(());
            }
            Op::Begin(frame, function) => self.begin(item, *frame, function),
            Op::Copy { from, to } => {
                let value = self.evaluate(item, from.0, from.1);
                self.set(item, to.0, to.1, 0, value);
            }
            Op::Unless(frame, condition, elsewhere) => {
                if !self.evaluate(item, *frame, condition).holds() {
                    next = *elsewhere;
                }
            }
            Op::Choose(frame, choice, places) => {
                let choice = self.evaluate(item, *frame, choice).bits() as usize;
                next = places[choice % places.len()];
            }
            Op::EnterLoop { frame, shape, limit } => self.enter(item, *frame, shape, *limit),
            Op::Round { frame, counter, limit, exit } => {
                let limit = self.items[item].slots[*limit].bits();
                if self.get(item, *frame, *counter, 0).bits() >= limit {
                    next = *exit;
                }
            }
            Op::Again { frame, counter, start } => {
                let count = self.get(item, *frame, *counter, 0).bits() + 1;
                self.set(item, *frame, *counter, 0, Value::splat(count));
                if let Some((_, round)) = self.items[item].rounds.last_mut() {
                    *round += 1;
                }
                next = *start;
            }
            Op::LeaveLoop => {
                self.items[item].rounds.pop();
            }
            Op::Jump(place) => next = *place,
            Op::Return(place, loops) => {
                self.items[item].rounds.truncate(*loops);
                next = *place;
            }
            Op::End => self.items[item].state = State::Done,
        }
        self.items[item].place = next;
        Ok(())
    }

    fn begin(&mut self, item: usize, frame: Frame, function: &Function) {
        let variables = function.variables.iter().enumerate().skip(function.parameters);
        for (var, variable) in variables {
            for index in 0..variable.length as usize {
                let number = i64::from(variable.initial) * (index as i64 + 1);
                let bits =
                    arithmetic::convert(Scalar::I64, variable.ty.scalar, true, number as u64);
                self.set(item, frame, var, index, Value::splat(bits));
            }
        }
    }

    fn enter(&mut self, item: usize, frame: Frame, shape: &Loop, limit: usize) {
        let trips = self.evaluate(item, frame, &shape.trips).bits() % (u64::from(shape.most) + 1);
        let trips = if shape.tested_at_end { trips.max(1) } else { trips };
        self.items[item].slots[limit] = Value::splat(trips);
        self.set(item, frame, shape.counter, 0, Value::splat(0));
        let start = self.items[item].place;
        self.items[item].rounds.push((start, 0));
    }

    /// A variable's value, or that of an element.
    pub fn get(&self, item: usize, frame: Frame, var: Var, index: usize) -> Value {
        self.items[item].slots[self.code.frames[frame][var] + index]
    }

    fn set(&mut self, item: usize, frame: Frame, var: Var, index: usize, value: Value) {
        self.items[item].slots[self.code.frames[frame][var] + index] = value;
    }

    /// The linear global id of a work-item, the index of its row of an output.
    pub fn global_linear(&self, item: usize) -> u64 {
        let launch = &self.kernel.launch;
        let at: [u64; 3] =
            std::array::from_fn(|d| self.id[d] * launch.local[d] + self.items[item].local_id[d]);
        (at[2] * launch.global[1] + at[1]) * launch.global[0] + at[0]
    }

    fn group_linear(&self) -> u64 {
        let [x, y, _] = self.kernel.launch.groups();
        (self.id[2] * y + self.id[1]) * x + self.id[0]
    }

    fn perform(&mut self, item: usize, frame: Frame, statement: &'k Stmt) -> Result<(), Fault> {
        match statement {
            Stmt::Assign(var, value) => {
                let value = self.evaluate(item, frame, value);
                self.set(item, frame, *var, 0, value);
            }
            Stmt::AssignParameter(number, value) => {
                let value = self.evaluate(item, frame, value).bits();
                self.items[item].parameters[*number] = self.kernel.kept(*number, value);
            }
            Stmt::AssignElement(var, index, value) => {
                let index = self.evaluate(item, frame, index).bits();
                let value = self.evaluate(item, frame, value);
                let length = self.length(frame, *var);
                self.set(item, frame, *var, (index % length) as usize, value);
            }
            Stmt::Output(array, index, value) => {
                let index = self.evaluate(item, frame, index).bits() % Memory::ROW;
                let value = self.evaluate(item, frame, value);
                let element = self.global_linear(item) * Memory::ROW + index;
                let ty = self.kernel.memory.outputs[*array];
                memory::store(&mut self.contents.outputs[*array], ty, element as usize, value);
            }
            Stmt::GuardedInput(var, array, index) => {
                let index = self.evaluate(item, frame, index).bits();
                if index < Memory::INPUT_LENGTH {
                    let ty = self.kernel.memory.inputs[*array];
                    let value = memory::load(&self.contents.inputs[*array], ty, index as usize);
                    self.set(item, frame, *var, 0, value);
                }
            }
            Stmt::GuardedDivide(var, a, b) => {
                let (a, b) = (self.evaluate(item, frame, a), self.evaluate(item, frame, b));
                if let Some(quotient) = a.bits().checked_div(b.bits()) {
                    self.set(item, frame, *var, 0, Value::splat(quotient));
                }
            }
            Stmt::SharedWrite(array, value) => {
                let value = self.evaluate(item, frame, value);
                let cell = self.items[item].linear;
                let access = self.access(item);
                self.cells[*array][cell].write(access)?;
                let (bytes, ty, element) = self.shared(*array, cell);
                memory::store(bytes, ty, element, value);
            }
            Stmt::SharedRead(var, array, index) => {
                let index = self.evaluate(item, frame, index).bits() as usize;
                let members = match self.kernel.memory.shared[*array].scope {
                    Scope::WorkGroup => 0..self.items.len(),
                    Scope::SubGroup => self.sub_group(self.access(item).sub_group),
                };
                let cell = members.start + index % members.len();
                let access = self.access(item);
                let in_global_memory = !self.kernel.memory.shared[*array].local;
                self.cells[*array][cell].read(access, in_global_memory)?;
                let (bytes, ty, element) = self.shared(*array, cell);
                let value = memory::load(bytes, ty, element);
                self.set(item, frame, *var, 0, value);
            }
            Stmt::Count(how, array, index, value) => {
                let index = self.evaluate(item, frame, index).bits() % Memory::COUNTERS;
                let value = self.evaluate(item, frame, value).bits();
                let ty = Ty::of(self.kernel.memory.counters[*array]);
                let bytes = &mut self.contents.counters[*array];
                let old = memory::load(bytes, ty, index as usize).bits();
                let new = arithmetic::combine(*how, ty.scalar, old, value);
                memory::store(bytes, ty, index as usize, Value::splat(new));
            }
            // Work-items run one after the other, so fences have no effect; the others are only compiled.
            _ => {}
        }
        Ok(())
    }

    fn access(&self, item: usize) -> Access {
        let epoch = self.items[item].epoch;
        Access { item, sub_group: self.items[item].linear / self.sub_group_size, epoch }
    }

    /// The array of a shared cell, its type and the cell's place in it.
    fn shared(&mut self, array: usize, cell: usize) -> (&mut [u8], Ty, usize) {
        let shared = self.kernel.memory.shared[array];
        if shared.local {
            return (&mut self.local[array], shared.ty, cell);
        }
        let first = self.group_linear() * self.kernel.launch.group_items();
        (&mut self.contents.shared[array], shared.ty, first as usize + cell)
    }

    /// How many elements a variable has.
    pub fn length(&self, frame: Frame, var: Var) -> u64 {
        self.code.lengths[frame][var]
    }
}

//! Statements as instructions and blocks.

use super::function::{FunctionPrinter, RETURN};
use super::local_memory;
use crate::kernel::{
    Argument, Call, Collective, Expr, Loop, Memory, Operation, Scope, Stmt, TwoEntries, Var,
};
use crate::operators::{Combine, Query};
use crate::types::{Scalar, Ty};

/// Attributes of functions with synchronisation.
const MEETING: &str = " #3";

impl<'k> FunctionPrinter<'k, '_> {
    /// Writes a statement.
    pub fn statement(&mut self, statement: &'k Stmt) {
        match statement {
            Stmt::Assign(var, value) => {
                let value = self.expression(value);
                self.store_variable(*var, &value);
            }
            Stmt::AssignParameter(number, value) => {
                let value = self.expression(value);
                let (address, ty) = self.parameter(*number);
                let kept = match ty.as_str() {
                    "i64" => value,
                    _ => self.value(&format!("trunc i64 {value} to {ty}")),
                };
                self.line(&format!("store {ty} {kept}, ptr {address}"));
            }
            Stmt::AssignElement(var, index, value) => {
                let variable = self.function.variables[*var];
                let index = self.masked(index, u64::from(variable.length) - 1);
                let value = self.expression(value);
                let address = self.element(*var, &index);
                self.store(variable.ty, &value, &address);
            }
            Stmt::Output(array, index, value) => {
                let ty = value.ty;
                let value = self.expression(value);
                let address = self.output(*array, index);
                self.store(ty, &value, &address);
            }
            Stmt::GuardedInput(var, array, index) => self.guarded_input(*var, *array, index),
            Stmt::GuardedDivide(var, a, b) => self.guarded_divide(*var, a, b),
            Stmt::SharedWrite(array, value) => {
                let ty = value.ty;
                let value = self.expression(value);
                let cell = self.call("i64", "cell", "");
                let address = self.shared(*array, &cell);
                self.store(ty, &value, &address);
            }
            Stmt::SharedRead(var, array, index) => self.shared_read(*var, *array, index),
            Stmt::Count(how, array, index, value) => {
                let ty = Ty::of(self.kernel.memory.counters[*array]);
                let value = self.expression(value);
                let index = self.masked(index, Memory::COUNTERS - 1);
                let array = self.pointer(self.fields.counters(*array));
                let address = self.at(ty, &array, &index);
                let name = atomic(*how);
                self.value(&format!(
                    "atomicrmw {name} ptr {address}, {} {value} monotonic",
                    ty.ir()
                ));
            }
            Stmt::If(condition, then, otherwise) => self.choice(condition, then, otherwise),
            Stmt::Switch(choice, branches) => self.switch(choice, branches),
            Stmt::Loop(shape) => self.repeat(shape),
            Stmt::TwoEntries(two) => self.two_entries(two),
            Stmt::BreakIf(condition) => {
                let target = self.loops.last().map(|(end, _)| end.clone());
                self.jump_if(condition, target);
            }
            Stmt::ContinueIf(condition) => {
                let target = self.loops.last().map(|(_, again)| again.clone());
                self.jump_if(condition, target);
            }
            Stmt::Return => {
                let unreachable = self.label("behind");
                self.jump(RETURN, &unreachable);
            }
            Stmt::Barrier(scope) => {
                let (name, scope, memory) = match scope {
                    Scope::WorkGroup => ("__mux_work_group_barrier", "2", "784"),
                    Scope::SubGroup => ("__mux_sub_group_barrier", "3", "912"),
                };
                let arguments = [("i32", "0"), ("i32", scope), ("i32", memory)];
                self.call_declared("void", name, &arguments, MEETING);
            }
            Stmt::Fence(scope) => {
                let (scope, memory) = match scope {
                    Scope::WorkGroup => ("2", "784"),
                    Scope::SubGroup => ("3", "912"),
                };
                let arguments = [("i32", scope), ("i32", memory)];
                self.call_declared("void", "__mux_mem_barrier", &arguments, " #4");
            }
            Stmt::Collective(collective) => self.collective(collective),
            Stmt::Call(call) => self.helper(call),
        }
    }

    fn guarded_input(&mut self, var: Var, array: usize, index: &Expr) {
        let ty = self.kernel.memory.inputs[array];
        let index = self.expression(index);
        let (inside, end) = (self.label("inside"), self.label("end"));
        let fits = self.value(&format!("icmp ult i64 {index}, {}", Memory::INPUT_LENGTH));
        self.branch(&fits, &inside, &end, &inside);
        let array = self.pointer(self.fields.input(array));
        let address = self.at(ty, &array, &index);
        let value = self.load(ty, &address);
        self.store_variable(var, &value);
        self.jump(&end, &end);
    }

    fn guarded_divide(&mut self, var: Var, a: &Expr, b: &Expr) {
        let ty = a.ty.ir();
        let (a, b) = (self.expression(a), self.expression(b));
        let (defined, end) = (self.label("defined"), self.label("end"));
        let fits = self.value(&format!("icmp ne {ty} {b}, 0"));
        self.branch(&fits, &defined, &end, &defined);
        let quotient = self.value(&format!("udiv {ty} {a}, {b}"));
        self.store_variable(var, &quotient);
        self.jump(&end, &end);
    }

    /// The address of a cell of a shared array.
    fn shared(&mut self, array: usize, cell: &str) -> String {
        let shared = self.kernel.memory.shared[array];
        if shared.local {
            let place = local_memory(self.kernel).0[array];
            let start = self.call("ptr", "__mux_local_memory", &format!("i64 {place}"));
            return self.at(shared.ty, &start, cell);
        }
        let start = self.pointer(self.fields.shared(array));
        let first = self.call("i64", "first_cell", "");
        let cell = self.value(&format!("add i64 {first}, {cell}"));
        self.at(shared.ty, &start, &cell)
    }

    fn shared_read(&mut self, var: Var, array: usize, index: &Expr) {
        let shared = self.kernel.memory.shared[array];
        let index = self.expression(index);
        let cell = match shared.scope {
            Scope::WorkGroup => {
                let cells = self.call("i64", "cells", "");
                self.value(&format!("urem i64 {index}, {cells}"))
            }
            Scope::SubGroup => {
                let ask = |this: &mut Self, query: Query| {
                    let number = this.call("i32", query.builtin(), "");
                    this.value(&format!("zext i32 {number} to i64"))
                };
                let number = ask(self, Query::SubGroupId);
                let most = ask(self, Query::MaxSubGroupSize);
                let size = ask(self, Query::SubGroupSize);
                let first = self.value(&format!("mul i64 {number}, {most}"));
                let within = self.value(&format!("urem i64 {index}, {size}"));
                self.value(&format!("add i64 {first}, {within}"))
            }
        };
        let address = self.shared(array, &cell);
        let value = self.load(shared.ty, &address);
        self.store_variable(var, &value);
    }

    fn choice(&mut self, condition: &'k Expr, then: &'k [Stmt], otherwise: &'k [Stmt]) {
        let condition = self.expression(condition);
        let (yes, no, end) = (self.label("then"), self.label("else"), self.label("end"));
        self.branch(&condition, &yes, &no, &yes);
        self.statements(then);
        self.jump(&end, &no);
        self.statements(otherwise);
        self.jump(&end, &end);
    }

    fn switch(&mut self, choice: &'k Expr, branches: &'k [Vec<Stmt>]) {
        let choice = self.expression(choice);
        let which = self.value(&format!("urem i32 {choice}, {}", branches.len()));
        let end = self.label("end");
        let labels: Vec<String> = branches.iter().map(|_| self.label("case")).collect();
        let cases: Vec<String> = labels
            .iter()
            .enumerate()
            .skip(1)
            .map(|(number, label)| format!("i32 {number}, label %{label}"))
            .collect();
        let cases = cases.join(" ");
        self.line(&format!("switch i32 {which}, label %{} [ {cases} ]", labels[0]));
        for (branch, label) in branches.iter().zip(&labels) {
            self.block(label);
            self.statements(branch);
            self.line(&format!("br label %{end}"));
        }
        self.block(&end);
    }

    /// Computes the number of iterations of a loop, and starts counting; returns the variable of the limit.
    fn enter_loop(&mut self, shape: &'k Loop) -> String {
        let trips = self.expression(&shape.trips);
        let trips = self.value(&format!("urem i32 {trips}, {}", shape.most + 1));
        let limit = self.hidden("i32");
        self.line(&format!("store i32 {trips}, ptr {limit}"));
        self.store_variable(shape.counter, "0");
        limit
    }

    fn two_entries(&mut self, two: &'k TwoEntries) {
        let shape = &two.shape;
        let limit = self.enter_loop(shape);
        let skip = self.expression(&two.skip);
        let (first, second) = (self.label("first"), self.label("second"));
        let (again, end) = (self.label("again"), self.label("end"));
        self.branch(&skip, &second, &first, &first);
        self.loops.push((end.clone(), again.clone()));
        self.statements(&two.first);
        self.jump(&second, &second);
        self.statements(&shape.body);
        self.loops.pop();
        self.jump(&again, &again);
        let counter = self.address(shape.counter);
        let count = self.value(&format!("load i32, ptr {counter}"));
        let next = self.value(&format!("add i32 {count}, 1"));
        self.store_variable(shape.counter, &next);
        let most = self.value(&format!("load i32, ptr {limit}"));
        let more = self.value(&format!("icmp ult i32 {next}, {most}"));
        self.branch(&more, &first, &end, &end);
    }

    fn repeat(&mut self, shape: &'k Loop) {
        let limit = self.enter_loop(shape);
        let (test, body) = (self.label("test"), self.label("body"));
        let (again, end) = (self.label("again"), self.label("end"));
        self.line(&format!("br label %{}", if shape.tested_at_end { &body } else { &test }));
        self.block(&test);
        let counter = self.address(shape.counter);
        let count = self.value(&format!("load i32, ptr {counter}"));
        let most = self.value(&format!("load i32, ptr {limit}"));
        let more = self.value(&format!("icmp ult i32 {count}, {most}"));
        self.branch(&more, &body, &end, &body);
        self.loops.push((end.clone(), again.clone()));
        self.statements(&shape.body);
        self.loops.pop();
        self.jump(&again, &again);
        let counter = self.address(shape.counter);
        let count = self.value(&format!("load i32, ptr {counter}"));
        let next = self.value(&format!("add i32 {count}, 1"));
        self.store_variable(shape.counter, &next);
        self.jump(&test, &end);
    }

    fn jump_if(&mut self, condition: &Expr, target: Option<String>) {
        let condition = self.expression(condition);
        let stay = self.label("stay");
        let target = target.unwrap_or_else(|| RETURN.to_owned());
        self.branch(&condition, &target, &stay, &stay);
    }

    fn helper(&mut self, call: &'k Call) {
        let mut arguments = super::arguments(self.kernel, |_, name| format!("ptr %{name}"));
        for argument in &call.arguments {
            let text = match argument {
                Argument::Value(value) => {
                    let kind = value.ty.ir();
                    format!("{kind} {}", self.expression(value))
                }
                Argument::Reference(var) => format!("ptr {}", self.address(*var)),
            };
            arguments.push_str(", ");
            arguments.push_str(&text);
        }
        let name = format!("helper{}", call.helper);
        let result = self.kernel.helpers[call.helper].result.as_ref();
        match result.map(|result| result.ty.ir()) {
            None => self.line(&format!("call void @{name}({arguments})")),
            Some(kind) => {
                let value = self.call(&kind, &name, &arguments);
                if let Some(to) = call.to {
                    self.store_variable(to, &value);
                }
            }
        }
    }

    fn collective(&mut self, collective: &'k Collective) {
        let result = self.group_operation(collective);
        self.store_variable(collective.to, &result);
    }

    fn group_operation(&mut self, collective: &'k Collective) -> String {
        let scalar = collective.scalar;
        let kind = scalar.ir();
        let how = match &collective.operation {
            Operation::Reduce(how)
            | Operation::InclusiveScan(how)
            | Operation::ExclusiveScan(how) => Some(*how),
            _ => None,
        };
        let value = self.expression(&collective.value);
        let value = match how {
            Some(how) if scalar.is_float() => self.exact(how, scalar, &value),
            _ => value,
        };
        let combined = how.map_or("", |how| operator(how, scalar));
        let (what, rest): (String, Vec<(&str, String)>) = match &collective.operation {
            Operation::Any => ("any".to_owned(), vec![]),
            Operation::All => ("all".to_owned(), vec![]),
            Operation::Reduce(_) => (format!("reduce_{combined}"), vec![]),
            Operation::InclusiveScan(_) => (format!("scan_inclusive_{combined}"), vec![]),
            Operation::ExclusiveScan(_) => (format!("scan_exclusive_{combined}"), vec![]),
            Operation::Broadcast(from) => {
                ("broadcast".to_owned(), self.broadcaster(collective.scope, from))
            }
            Operation::Shuffle(lane) => {
                ("shuffle".to_owned(), vec![("i32", self.within_sub_group(lane))])
            }
            Operation::ShuffleXor(mask) => {
                return self.shuffle_xor(scalar, &value, mask);
            }
            Operation::ShuffleUp(before, delta) => {
                let before = self.expression(before);
                let delta = self.within_sub_group(delta);
                let name = format!("__mux_sub_group_shuffle_up_{}", scalar.suffix());
                let arguments = [(kind, &*before), (kind, &*value), ("i32", &*delta)];
                return self.call_declared(kind, &name, &arguments, MEETING);
            }
            Operation::ShuffleDown(behind, delta) => {
                let behind = self.expression(behind);
                let delta = self.within_sub_group(delta);
                let name = format!("__mux_sub_group_shuffle_down_{}", scalar.suffix());
                let arguments = [(kind, &*value), (kind, &*behind), ("i32", &*delta)];
                return self.call_declared(kind, &name, &arguments, MEETING);
            }
        };
        let mut arguments = Vec::new();
        let group = match collective.scope {
            Scope::WorkGroup => {
                arguments.push(("i32", "0"));
                "work"
            }
            Scope::SubGroup => "sub",
        };
        arguments.push((kind, &value));
        arguments.extend(rest.iter().map(|(kind, value)| (*kind, value.as_str())));
        let name = format!("__mux_{group}_group_{what}_{}", scalar.suffix());
        self.call_declared(kind, &name, &arguments, MEETING)
    }

    fn broadcaster(&mut self, scope: Scope, from: &Operand3) -> Vec<(&'static str, String)> {
        if scope == Scope::SubGroup {
            let lane = self.expression(&from[0]);
            let size = self.call("i32", Query::SubGroupSize.builtin(), "");
            let size = self.value(&format!("zext i32 {size} to i64"));
            let lane = self.value(&format!("urem i64 {lane}, {size}"));
            return vec![("i32", self.value(&format!("trunc i64 {lane} to i32")))];
        }
        (0..3)
            .map(|dimension| {
                let number = self.expression(&from[dimension]);
                let builtin = Query::LocalSize.builtin();
                let size = self.call("i64", builtin, &format!("i32 {dimension}"));
                ("i64", self.value(&format!("urem i64 {number}, {size}")))
            })
            .collect()
    }

    /// A number modulo the size of the sub-group.
    fn within_sub_group(&mut self, number: &Expr) -> String {
        let number = self.expression(number);
        let size = self.call("i32", Query::SubGroupSize.builtin(), "");
        self.value(&format!("urem i32 {number}, {size}"))
    }

    fn shuffle_xor(&mut self, scalar: Scalar, value: &str, mask: &Expr) -> String {
        let kind = scalar.ir();
        let mask = self.masked(mask, 31);
        let name = format!("__mux_sub_group_shuffle_xor_{}", scalar.suffix());
        let arguments = [(kind, value), ("i32", &*mask)];
        let shuffled = self.call_declared(kind, &name, &arguments, MEETING);
        // A missing lane has no value; the work-item then keeps its own.
        let lane = self.call("i32", Query::SubGroupLocalId.builtin(), "");
        let other = self.value(&format!("xor i32 {lane}, {mask}"));
        let size = self.call("i32", Query::SubGroupSize.builtin(), "");
        let there = self.value(&format!("icmp ult i32 {other}, {size}"));
        self.value(&format!("select i1 {there}, {kind} {shuffled}, {kind} {value}"))
    }

    /// A number for which every order of a reduction gives the same result.
    fn exact(&mut self, how: Combine, scalar: Scalar, integer: &str) -> String {
        let small = if how == Combine::Multiply {
            let low = self.value(&format!("and i32 {integer}, 1"));
            let magnitude = self.value(&format!("add i32 {low}, 1"));
            let negative = self.value(&format!("sub i32 0, {magnitude}"));
            let sign = self.value(&format!("and i32 {integer}, 2"));
            let plus = self.value(&format!("icmp eq i32 {sign}, 0"));
            self.value(&format!("select i1 {plus}, i32 {magnitude}, i32 {negative}"))
        } else {
            let (mask, least) = if scalar == Scalar::F16 { (3, 1) } else { (15, 7) };
            let low = self.value(&format!("and i32 {integer}, {mask}"));
            self.value(&format!("sub i32 {low}, {least}"))
        };
        self.value(&format!("sitofp i32 {small} to {}", scalar.ir()))
    }
}

type Operand3 = [Expr; 3];

/// The operator's name in group operations.
pub fn operator(how: Combine, scalar: Scalar) -> &'static str {
    match (how, scalar) {
        (Combine::And, Scalar::I1) => "logical_and",
        (Combine::Or, Scalar::I1) => "logical_or",
        (Combine::Xor, Scalar::I1) => "logical_xor",
        (Combine::Add, scalar) if scalar.is_float() => "fadd",
        (Combine::Multiply, scalar) if scalar.is_float() => "fmul",
        (Combine::Min, scalar) if scalar.is_float() => "fmin",
        (Combine::Max, scalar) if scalar.is_float() => "fmax",
        (Combine::Add, _) => "add",
        (Combine::Multiply, _) => "mul",
        (Combine::Min, _) => "smin",
        (Combine::Max, _) => "smax",
        (Combine::MinUnsigned, _) => "umin",
        (Combine::MaxUnsigned, _) => "umax",
        (Combine::And, _) => "and",
        (Combine::Or, _) => "or",
        (Combine::Xor, _) => "xor",
    }
}

/// The operator's name in `atomicrmw`.
fn atomic(how: Combine) -> &'static str {
    match how {
        Combine::Min => "min",
        Combine::Max => "max",
        Combine::MinUnsigned => "umin",
        Combine::MaxUnsigned => "umax",
        Combine::And => "and",
        Combine::Or => "or",
        Combine::Xor => "xor",
        // There is no atomic product; the generator does not use one.
        Combine::Add | Combine::Multiply => "add",
    }
}

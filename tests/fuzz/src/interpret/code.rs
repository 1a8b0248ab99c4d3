//! Kernels as linear code for work-items with a program counter.
//!
//! Helper functions are inlined, so a position in the code identifies the path of a work-item, by which the
//! interpreter decides whether work-items are at the same barrier.

use crate::kernel::{Argument, Call, Expr, Function, Kernel, Loop, Stmt, TwoEntries, Var};

/// A position in the code.
pub type Place = usize;
/// The first slot of each variable of one copy of a function.
pub type Frame = usize;

/// An instruction.
#[derive(Debug)]
pub enum Op<'k> {
    /// A statement without branches and synchronisation.
    Do(Frame, &'k Stmt),
    /// A statement where the work-item waits for others.
    Meet(Frame, &'k Stmt),
    /// Initializes the variables of a function, from the given one on.
    Begin(Frame, &'k Function),
    /// Evaluates an expression in one frame and assigns it to a variable of another.
    Copy { from: (Frame, &'k Expr), to: (Frame, Var) },
    /// Jumps unless the condition holds.
    Unless(Frame, &'k Expr, Place),
    /// Jumps to one of the positions.
    Choose(Frame, &'k Expr, Vec<Place>),
    /// Starts counting iterations.
    EnterLoop { frame: Frame, shape: &'k Loop, limit: usize },
    /// Jumps when there are no iterations left.
    Round { frame: Frame, counter: Var, limit: usize, exit: Place },
    /// Counts an iteration and jumps back.
    Again { frame: Frame, counter: Var, start: Place },
    /// Stops counting iterations.
    LeaveLoop,
    /// Jumps.
    Jump(Place),
    /// Jumps out of all but this many loops.
    Return(Place, usize),
    /// The work-item is done.
    End,
}

/// A kernel as code.
#[derive(Debug)]
pub struct Code<'k> {
    /// Instructions.
    pub ops: Vec<Op<'k>>,
    /// For each frame, the first slot of each variable.
    pub frames: Vec<Vec<usize>>,
    /// For each frame, the number of elements of each variable.
    pub lengths: Vec<Vec<u64>>,
    /// Slots that a work-item needs.
    pub slots: usize,
}

/// The loops and functions around a statement.
#[derive(Clone, Copy)]
struct Around {
    frame: Frame,
    loops: usize,
    /// Loops around the call of the function.
    outer_loops: usize,
    /// Labels: the end of the function, of the loop, and of the iteration.
    function_end: usize,
    loop_end: usize,
    round_end: usize,
}

struct Writer<'k> {
    kernel: &'k Kernel,
    code: Code<'k>,
    /// The positions of labels.
    labels: Vec<Place>,
}

impl<'k> Code<'k> {
    /// Translates a kernel.
    #[must_use]
    pub fn of(kernel: &'k Kernel) -> Self {
        let code = Self { ops: Vec::new(), frames: Vec::new(), lengths: Vec::new(), slots: 0 };
        let mut writer = Writer { kernel, code, labels: Vec::new() };
        let frame = writer.frame(&kernel.body, &[]);
        writer.function(&kernel.body, frame, 0);
        writer.push(Op::End);
        writer.resolve();
        writer.code
    }
}

impl<'k> Writer<'k> {
    fn push(&mut self, op: Op<'k>) {
        self.code.ops.push(op);
    }

    fn label(&mut self) -> usize {
        self.labels.push(Place::MAX);
        self.labels.len() - 1
    }

    fn here(&mut self, label: usize) {
        self.labels[label] = self.code.ops.len();
    }

    /// Replaces labels by positions.
    fn resolve(&mut self) {
        let labels = &self.labels;
        for op in &mut self.code.ops {
            match op {
                Op::Unless(_, _, place)
                | Op::Jump(place)
                | Op::Return(place, _)
                | Op::Round { exit: place, .. }
                | Op::Again { start: place, .. } => *place = labels[*place],
                Op::Choose(_, _, places) => {
                    for place in places {
                        *place = labels[*place];
                    }
                }
                _ => {}
            }
        }
    }

    fn slots(&mut self, count: usize) -> usize {
        self.code.slots += count;
        self.code.slots - count
    }

    /// A frame for a copy of a function; `references` are the slots of variables of the caller.
    fn frame(&mut self, function: &Function, references: &[Option<usize>]) -> Frame {
        let starts = function
            .variables
            .iter()
            .enumerate()
            .map(|(number, variable)| {
                references
                    .get(number)
                    .copied()
                    .flatten()
                    .unwrap_or_else(|| self.slots(variable.length as usize))
            })
            .collect();
        self.code.frames.push(starts);
        let lengths = function.variables.iter().map(|variable| u64::from(variable.length));
        self.code.lengths.push(lengths.collect());
        self.code.frames.len() - 1
    }

    fn function(&mut self, function: &'k Function, frame: Frame, outer_loops: usize) {
        self.push(Op::Begin(frame, function));
        let end = self.label();
        let around = Around {
            frame,
            loops: outer_loops,
            outer_loops,
            function_end: end,
            loop_end: end,
            round_end: end,
        };
        self.statements(&function.body, around);
        self.here(end);
    }

    fn statements(&mut self, statements: &'k [Stmt], around: Around) {
        for statement in statements {
            self.statement(statement, around);
        }
    }

    fn statement(&mut self, statement: &'k Stmt, around: Around) {
        let frame = around.frame;
        match statement {
            Stmt::If(condition, then, otherwise) => {
                let (else_label, end) = (self.label(), self.label());
                self.push(Op::Unless(frame, condition, else_label));
                self.statements(then, around);
                self.push(Op::Jump(end));
                self.here(else_label);
                self.statements(otherwise, around);
                self.here(end);
            }
            Stmt::Switch(choice, branches) => {
                let end = self.label();
                let starts: Vec<usize> = branches.iter().map(|_| self.label()).collect();
                self.push(Op::Choose(frame, choice, starts.clone()));
                for (branch, start) in branches.iter().zip(starts) {
                    self.here(start);
                    self.statements(branch, around);
                    self.push(Op::Jump(end));
                }
                self.here(end);
            }
            Stmt::Loop(shape) => self.repeat(shape, around),
            Stmt::TwoEntries(two) => self.two_entries(two, around),
            Stmt::BreakIf(condition) => self.jump_if(condition, around.loop_end, frame),
            Stmt::ContinueIf(condition) => self.jump_if(condition, around.round_end, frame),
            Stmt::Return => self.push(Op::Return(around.function_end, around.outer_loops)),
            Stmt::Barrier(_) | Stmt::Collective(_) => self.push(Op::Meet(frame, statement)),
            Stmt::Call(call) => self.call(call, around),
            _ => self.push(Op::Do(frame, statement)),
        }
    }

    fn jump_if(&mut self, condition: &'k Expr, target: usize, frame: Frame) {
        let stay = self.label();
        self.push(Op::Unless(frame, condition, stay));
        self.push(Op::Jump(target));
        self.here(stay);
    }

    fn repeat(&mut self, shape: &'k Loop, around: Around) {
        let (frame, counter) = (around.frame, shape.counter);
        let limit = self.slots(1);
        let (start, again, exit) = (self.label(), self.label(), self.label());
        self.push(Op::EnterLoop { frame, shape, limit });
        self.here(start);
        self.push(Op::Round { frame, counter, limit, exit });
        let inside = Around { loops: around.loops + 1, loop_end: exit, round_end: again, ..around };
        self.statements(&shape.body, inside);
        self.here(again);
        self.push(Op::Again { frame, counter, start });
        self.here(exit);
        self.push(Op::LeaveLoop);
    }

    fn two_entries(&mut self, two: &'k TwoEntries, around: Around) {
        let (frame, shape) = (around.frame, &two.shape);
        let counter = shape.counter;
        let limit = self.slots(1);
        let (start, again, exit) = (self.label(), self.label(), self.label());
        let (first, second) = (self.label(), self.label());
        self.push(Op::EnterLoop { frame, shape, limit });
        // The first iteration has no test.
        self.push(Op::Unless(frame, &two.skip, first));
        self.push(Op::Jump(second));
        self.here(start);
        self.push(Op::Round { frame, counter, limit, exit });
        self.here(first);
        let inside = Around { loops: around.loops + 1, loop_end: exit, round_end: again, ..around };
        self.statements(&two.first, inside);
        self.here(second);
        self.statements(&shape.body, inside);
        self.here(again);
        self.push(Op::Again { frame, counter, start });
        self.here(exit);
        self.push(Op::LeaveLoop);
    }

    fn call(&mut self, call: &'k Call, around: Around) {
        let function = &self.kernel.helpers[call.helper];
        let references: Vec<Option<usize>> = call
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Reference(var) => Some(self.code.frames[around.frame][*var]),
                Argument::Value(_) => None,
            })
            .collect();
        let frame = self.frame(function, &references);
        for (to, argument) in call.arguments.iter().enumerate() {
            if let Argument::Value(value) = argument {
                self.push(Op::Copy { from: (around.frame, value), to: (frame, to) });
            }
        }
        self.function(function, frame, around.loops);
        if let (Some(to), Some(result)) = (call.to, &function.result) {
            self.push(Op::Copy { from: (frame, result), to: (around.frame, to) });
        }
    }
}

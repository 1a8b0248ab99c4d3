//! Random kernels as data.
//!
//! A kernel is a function without parameters, helper functions that it may call, and its environment: the
//! index space, memory, arguments. Three parts of the fuzzer use it: [`crate::print`] writes it as LLVM IR,
//! [`crate::interpret`] runs it, [`crate::shrink`] reduces it. The meaning of nodes is defined here, for
//! every operand, so no computation is invalid. Only synchronisation can be invalid — a race, a divergent
//! barrier — which the interpreter detects.

use serde::{Deserialize, Serialize};

use crate::operators::{Binary, Combine, Compare, Query, QueryShape, Unary};
use crate::types::{Scalar, Ty};

/// A kernel and its launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// Helper functions; each calls only those before it.
    pub helpers: Vec<Function>,
    /// The kernel itself.
    pub body: Function,
    /// The index space.
    pub launch: Launch,
    /// The memory.
    pub memory: Memory,
    /// Arguments, the same for all work-items when they start.
    pub parameters: Vec<u64>,
    /// The number of them, the last ones, that work-items change: each has its own copy.
    #[serde(default)]
    pub mutable_parameters: usize,
    /// The integer types of parameters in the structure of arguments; those beyond the list are `I64`.
    #[serde(default)]
    pub parameter_types: Vec<Scalar>,
    /// Whether parameters are a separate argument, and not a part of the one with the addresses.
    #[serde(default)]
    pub separate_parameters: bool,
    /// The seed for the contents of inputs.
    pub data_seed: u64,
    /// The sub-group size that the kernel requires; otherwise the compiler chooses.
    pub sub_group_size: Option<u32>,
    /// Whether anything in the kernel depends on sub-groups.
    pub uses_sub_groups: bool,
    /// Whether the kernel states its work-group size.
    pub states_local_size: bool,
}

impl Kernel {
    /// The integer type of a parameter in memory.
    #[must_use]
    pub fn parameter_type(&self, number: usize) -> Scalar {
        self.parameter_types.get(number).copied().unwrap_or(Scalar::I64)
    }

    /// A value truncated to a parameter's type.
    #[must_use]
    pub fn kept(&self, number: usize, value: u64) -> u64 {
        value & (u64::MAX >> (64 - self.parameter_type(number).bits()))
    }

    /// The parameters in memory, each aligned to its size, and zeros up to the end of the structure.
    #[must_use]
    pub fn parameter_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut align = 1;
        for (number, value) in self.parameters.iter().enumerate() {
            let size = self.parameter_type(number).bytes();
            align = align.max(size);
            bytes.resize(bytes.len().next_multiple_of(size), 0);
            bytes.extend(&value.to_le_bytes()[..size]);
        }
        bytes.resize(bytes.len().next_multiple_of(align), 0);
        bytes
    }
}

/// An index space. Dimension 0 is the contiguous one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// 1 to 3.
    pub dimensions: u32,
    /// Work-items in each dimension.
    pub global: [u64; 3],
    /// Added to every global id.
    pub offset: [u64; 3],
    /// Work-items of a full group.
    pub local: [u64; 3],
    /// The most groups of one call of the native function.
    pub span: u64,
}

impl Launch {
    /// Groups in each dimension.
    #[must_use]
    pub fn groups(&self) -> [u64; 3] {
        std::array::from_fn(|d| self.global[d].div_ceil(self.local[d]))
    }

    /// Groups in all.
    #[must_use]
    pub fn group_count(&self) -> u64 {
        self.groups().iter().product()
    }

    /// Work-items in all.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.global.iter().product()
    }

    /// Work-items of a full group.
    #[must_use]
    pub fn group_items(&self) -> u64 {
        self.local.iter().product()
    }

    /// Whether all groups are full; otherwise the kernel may not contain barriers or use local ids.
    #[must_use]
    pub fn is_even(&self) -> bool {
        (0..3).all(|d| self.global[d].is_multiple_of(self.local[d]))
    }
}

/// The memory of a launch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Arrays that are only read, [`Memory::INPUT_LENGTH`] elements each.
    pub inputs: Vec<Ty>,
    /// Arrays of which a work-item has [`Memory::ROW`] elements to itself.
    pub outputs: Vec<Ty>,
    /// Arrays of [`Memory::COUNTERS`] integers that are changed atomically and never read.
    pub counters: Vec<Scalar>,
    /// Arrays in which a work-item has one cell that others may read.
    pub shared: Vec<Shared>,
}

impl Memory {
    /// Elements of an input; a power of two.
    pub const INPUT_LENGTH: u64 = 64;
    /// Elements of an output that belong to one work-item; a power of two.
    pub const ROW: u64 = 4;
    /// Elements of an array of counters; a power of two.
    pub const COUNTERS: u64 = 4;
}

/// An array with a cell for each work-item of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// The type of a cell.
    pub ty: Ty,
    /// Local memory, or a part of global memory for each group.
    pub local: bool,
    /// The work-items whose cells a work-item may read.
    pub scope: Scope,
}

/// A set of work-items that can wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// The sub-group.
    SubGroup,
    /// The work-group.
    WorkGroup,
}

/// A function: the first variables are its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// How many variables are parameters.
    pub parameters: usize,
    /// Variables.
    pub variables: Vec<Variable>,
    /// Statements.
    pub body: Vec<Stmt>,
    /// The result, evaluated at the end.
    pub result: Option<Expr>,
    /// Whether LLVM may not inline it.
    pub noinline: bool,
}

/// A private variable or array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The type of the variable, or of an element.
    pub ty: Ty,
    /// 1, or the number of elements of an array; a power of two.
    pub length: u32,
    /// Element `i` starts as `initial * (i + 1)`.
    pub initial: i8,
    /// A reference to a variable of the caller.
    pub by_reference: bool,
}

/// The index of a variable in its function.
pub type Var = usize;

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    /// Its type.
    pub ty: Ty,
    /// What it is.
    pub node: Node,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    /// The bits of a lane, the same in all lanes.
    Constant(u64),
    /// A variable.
    Variable(Var),
    /// An element of a private array; the index (`I64`) counts modulo its length.
    Element(Var, Box<Expr>),
    /// An argument of the kernel, extended with zeros to `I64`.
    Parameter(usize),
    /// A query; ranked ones have a dimension (`I32`), which counts modulo 4.
    Query(Query, Option<Box<Expr>>),
    /// An element of an input; the index (`I64`) counts modulo the length.
    Input(usize, Box<Expr>),
    /// An element of the work-item's row of an output; the index (`I64`) counts modulo its length.
    Output(usize, Box<Expr>),
    /// An operator on one operand of the same type.
    Unary(Unary, Box<Expr>),
    /// An operator on two operands of the same type.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A comparison of two operands of one type, lane by lane.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// A select, per lane if the condition has lanes.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion, per lane; `signed` is about the integer. From floating point it saturates.
    Convert {
        /// What is converted.
        from: Box<Expr>,
        /// Whether the integer has a sign.
        signed: bool,
    },
    /// The same value in all lanes.
    Splat(Box<Expr>),
    /// One lane.
    Lane(Box<Expr>, u8),
    /// The vector with another value in one lane.
    Insert(Box<Expr>, u8, Box<Expr>),
}

impl Expr {
    /// A constant; surplus bits are cut off.
    #[must_use]
    pub fn constant(ty: Ty, bits: u64) -> Self {
        let mask = u64::MAX >> (64 - ty.scalar.bits());
        Self { ty, node: Node::Constant(bits & mask) }
    }

    /// A query with a dimension, or without one.
    #[must_use]
    pub fn query(query: Query, dimension: Option<Expr>) -> Self {
        let ty = if query.shape() == QueryShape::Number { Ty::I32 } else { Ty::I64 };
        Self { ty, node: Node::Query(query, dimension.map(Box::new)) }
    }

    /// The operands.
    #[must_use]
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Constant(_) | Node::Variable(_) | Node::Parameter(_) | Node::Query(_, None) => {
                vec![]
            }
            Node::Element(_, a)
            | Node::Query(_, Some(a))
            | Node::Input(_, a)
            | Node::Output(_, a)
            | Node::Unary(_, a)
            | Node::Convert { from: a, .. }
            | Node::Splat(a)
            | Node::Lane(a, _) => vec![a],
            Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Insert(a, _, b) => vec![a, b],
            Node::Select(c, a, b) => vec![c, a, b],
        }
    }

    /// The operands, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.node {
            Node::Constant(_) | Node::Variable(_) | Node::Parameter(_) | Node::Query(_, None) => {
                vec![]
            }
            Node::Element(_, a)
            | Node::Query(_, Some(a))
            | Node::Input(_, a)
            | Node::Output(_, a)
            | Node::Unary(_, a)
            | Node::Convert { from: a, .. }
            | Node::Splat(a)
            | Node::Lane(a, _) => vec![a],
            Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Insert(a, _, b) => vec![a, b],
            Node::Select(c, a, b) => vec![c, a, b],
        }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stmt {
    /// Assigns to a variable.
    Assign(Var, Expr),
    /// Assigns a value (`I64`), truncated, to an argument of the kernel, for this work-item.
    AssignParameter(usize, Expr),
    /// Assigns to an element of a private array; the index counts modulo the length.
    AssignElement(Var, Expr, Expr),
    /// Writes to the work-item's row of an output; the index counts modulo its length.
    Output(usize, Expr, Expr),
    /// Reads an input at an index (`I64`), but only if that is in range.
    GuardedInput(Var, usize, Expr),
    /// The unsigned quotient of integers, but only if the divisor is not zero.
    GuardedDivide(Var, Expr, Expr),
    /// Writes the work-item's own cell.
    SharedWrite(usize, Expr),
    /// Reads a cell of the array's scope; the index (`I64`) counts modulo the work-items in it.
    SharedRead(Var, usize, Expr),
    /// Changes a counter atomically; the index (`I64`) counts modulo their number.
    Count(Combine, usize, Expr, Expr),
    /// One of two branches.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// One of several branches; the choice (`I32`) counts modulo their number.
    Switch(Expr, Vec<Vec<Stmt>>),
    /// A loop.
    Loop(Loop),
    /// A loop that is entered at two places.
    TwoEntries(TwoEntries),
    /// Leaves the innermost loop on a condition.
    BreakIf(Expr),
    /// Ends the iteration of the innermost loop on a condition.
    ContinueIf(Expr),
    /// Ends the function.
    Return,
    /// A barrier for all work-items of the scope, with memory ordering.
    Barrier(Scope),
    /// A fence without a barrier.
    Fence(Scope),
    /// A group operation of the scope.
    Collective(Collective),
    /// Calls a helper function.
    Call(Call),
}

/// `for (counter = 0; counter < trips modulo (most + 1); ++counter)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loop {
    /// An `I32` variable that the body only reads.
    pub counter: Var,
    /// The number of iterations (`I32`), evaluated once.
    pub trips: Expr,
    /// The largest number of iterations.
    pub most: u32,
    /// Whether the condition is tested at the end, so that the body runs at least once.
    pub tested_at_end: bool,
    /// What is repeated.
    pub body: Vec<Stmt>,
}

/// A loop that is entered at its first part or at its second, tested at the end of the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TwoEntries {
    /// Whether the first iteration begins with the second part (`I1`).
    pub skip: Expr,
    /// The first part.
    pub first: Vec<Stmt>,
    /// The loop, with the second part as its body.
    pub shape: Loop,
}

/// A group operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collective {
    /// The variable that takes the result.
    pub to: Var,
    /// The work-items that take part.
    pub scope: Scope,
    /// The operation.
    pub operation: Operation,
    /// The type of the values.
    pub scalar: Scalar,
    /// The work-item's value; for reductions and scans of floating point, an `I32` from which a number is
    /// made for which every order of operations gives the same result.
    pub value: Expr,
    /// Whether only the work-items take part that arrive together, and not all of the scope.
    #[serde(default)]
    pub divergent: bool,
}

/// What a group operation does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Operation {
    /// Whether one of the conditions holds.
    Any,
    /// Whether all of the conditions hold.
    All,
    /// The value of one work-item, by local id (work-group) or lane (sub-group, the first number);
    /// `I64` each, modulo the size.
    Broadcast([Expr; 3]),
    /// The combination of all values.
    Reduce(Combine),
    /// The combination of the values up to this work-item.
    InclusiveScan(Combine),
    /// The combination of the values before this work-item.
    ExclusiveScan(Combine),
    /// The value of another lane (`I32`), modulo the size; sub-groups only, as are the following.
    Shuffle(Expr),
    /// The value of the lane whose number differs by the mask (`I32`, modulo 32); where there is none,
    /// the work-item's own.
    ShuffleXor(Expr),
    /// The value of the lane `delta` (`I32`, modulo the size) below; lanes below the first are the last
    /// ones' other value.
    ShuffleUp(Expr, Expr),
    /// The value of the lane `delta` above; lanes above the last are the first ones' other value.
    ShuffleDown(Expr, Expr),
}

/// A call of a helper function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Which one.
    pub helper: usize,
    /// An argument for each parameter.
    pub arguments: Vec<Argument>,
    /// The variable that takes the result.
    pub to: Option<Var>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Argument {
    /// A value.
    Value(Expr),
    /// A variable of the caller.
    Reference(Var),
}

//! The representation of a kernel for the analyses: a graph of blocks with arguments, whose operations are integer
//! arithmetic, queries of the index space, addresses and accesses.
//!
//! A reader of IR makes one per kernel, after API calls have been raised and everything else inlined. What it cannot
//! express becomes [`Operation::Function`] or [`Operation::Opaque`]: results then become less precise, never wrong.

mod order;
mod pointers;

pub use order::{Flow, NaturalLoop};
pub use pointers::Pointers;

use crate::access::{Dimension, Symbol};

/// A value. Operations without a result have one too, which is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// A block. Block 0 is the entry, and the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(u32);

impl BlockId {
    /// The block's number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Value {
    /// The value's number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Integer operations, most of which polynomials represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// Sum; also `or` of values that have no bits in common.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Multiplication by a power of two.
    ShiftLeft,
    /// Division by a power of two, of a value that is not negative.
    ShiftRight,
    /// Quotient, rounded towards zero.
    Divide,
    /// Remainder.
    Remainder,
    /// Bitwise and; a remainder if one operand is a constant of low bits.
    And,
    /// The smaller one.
    Minimum,
    /// The larger one.
    Maximum,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A query of the index space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// An id or a range.
    Index(Symbol),
    /// The sub-group's number in its work-group.
    SubGroupId,
    /// The work-item's number in its sub-group.
    SubGroupLocalId,
    /// The number of work-items in the sub-group.
    SubGroupSize,
    /// The number of work-items in the largest sub-group.
    MaxSubGroupSize,
    /// Another value that is the same for a sub-group.
    SubGroup,
    /// Another value of a work-item.
    WorkItem,
}

/// The work-items that get the result of a group operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// All work-items of the work-group.
    WorkGroup,
    /// All work-items of the sub-group.
    SubGroup,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A number.
    Constant(i64),
    /// The address of the memory that contains kernel arguments: a parameter of the kernel.
    Parameter(u32),
    /// A parameter that is a pointer to global memory itself.
    PointerParameter(u32),
    /// The address of an object of the program, such as a table of constants.
    Object,
    /// A query of the index space.
    Query(Query),
    /// Integer arithmetic.
    Integer(Integer, Value, Value),
    /// Extension from this number of bits.
    Extend(Value, u32),
    /// Truncation.
    Truncate(Value),
    /// The same value or address with another type.
    Same(Value),
    /// Comparison of integers.
    Compare(Comparison, Value, Value),
    /// Selection.
    Select {
        /// The condition.
        condition: Value,
        /// The value if it is true.
        yes: Value,
        /// The value if it is false.
        no: Value,
    },
    /// An address in an object.
    Offset {
        /// The object's address.
        base: Value,
        /// Bytes from there.
        bytes: i64,
        /// Further bytes: values times sizes.
        terms: Vec<(Value, i64)>,
        /// The element size of the array that the outermost index moves in, if known.
        element_bytes: Option<u64>,
    },
    /// The address of an accessor's element.
    Subscript {
        /// The accessor.
        accessor: Value,
        /// One index per dimension.
        indices: Vec<Value>,
        /// The size of an element.
        element_bytes: u64,
    },
    /// A component of an accessor's range.
    Extent {
        /// The accessor.
        accessor: Value,
        /// The dimension.
        dimension: u8,
    },
    /// Memory of the work-group.
    LocalMemory,
    /// A private variable.
    Variable,
    /// A load.
    Load {
        /// The address.
        address: Value,
        /// Its size.
        bytes: u64,
        /// Whether the loaded value is a pointer or an accessor.
        is_pointer: bool,
    },
    /// A store.
    Store {
        /// The address.
        address: Value,
        /// Its size.
        bytes: u64,
    },
    /// An atomic operation, with or without a result.
    Atomic {
        /// The address.
        address: Value,
        /// Its size.
        bytes: u64,
    },
    /// An unknown function of its operands.
    Function(Vec<Value>),
    /// A value that is the same for a group's work-items, whatever each of them passes.
    GroupResult(Group, Vec<Value>),
    /// Anything.
    Opaque {
        /// Whether it may write memory.
        writes: bool,
    },
}

/// An edge from one block to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its target.
    pub to: BlockId,
    /// The values of the target's arguments.
    pub arguments: Vec<Value>,
}

/// The end of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terminator {
    /// The condition that selects an edge, if there are several.
    pub condition: Option<Value>,
    /// For a condition that is true or false: the edge if it is true, then the other one.
    pub edges: Vec<Edge>,
}

/// The definition of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// An argument of a block.
    Argument {
        /// Its position.
        position: usize,
    },
    /// A result.
    Result(Operation),
}

#[derive(Clone, Debug, Default)]
struct Block {
    arguments: Vec<Value>,
    operations: Vec<Value>,
    terminator: Terminator,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    blocks: Vec<Block>,
    values: Vec<(BlockId, Definition)>,
    /// For each block, the blocks with an edge to it, each once.
    before: Vec<Vec<BlockId>>,
    variables_escape: bool,
}

impl Graph {
    /// Adds a block; the first one is the entry.
    pub fn add_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        self.before.push(Vec::new());
        BlockId(number(self.blocks.len() - 1))
    }

    /// Adds an argument to a block. The entry has none: its inputs are [`Operation::Parameter`]s.
    pub fn add_argument(&mut self, block: BlockId) -> Value {
        let position = self.blocks[block.index()].arguments.len();
        let value = self.add_value(block, Definition::Argument { position });
        self.blocks[block.index()].arguments.push(value);
        value
    }

    /// Adds an operation to the end of a block.
    pub fn add(&mut self, block: BlockId, operation: Operation) -> Value {
        let value = self.add_value(block, Definition::Result(operation));
        self.blocks[block.index()].operations.push(value);
        value
    }

    /// Adds the position of a work-item, or of a group, in a range as one number (SYCL 2020 §3.11.1).
    /// Global ids count from the offset.
    pub fn add_linear_id(
        &mut self,
        block: BlockId,
        [id, range]: [fn(Dimension) -> Symbol; 2],
        dimensions: u8,
    ) -> Value {
        let mut sum = None;
        for d in 0..dimensions.max(1) {
            let mut part = self.add_index(block, id(d));
            if id(d) == Symbol::GlobalId(d) {
                let offset = self.add_index(block, Symbol::GlobalOffset(d));
                part = self.add(block, Operation::Integer(Integer::Subtract, part, offset));
            }
            sum = Some(match sum {
                None => part,
                Some(sum) => {
                    let width = self.add_index(block, range(d));
                    let rows = self.add(block, Operation::Integer(Integer::Multiply, sum, width));
                    self.add(block, Operation::Integer(Integer::Add, rows, part))
                }
            });
        }
        sum.unwrap_or_else(|| self.add(block, Operation::Constant(0)))
    }

    /// Adds a query of an id or a range.
    pub fn add_index(&mut self, block: BlockId, symbol: Symbol) -> Value {
        self.add(block, Operation::Query(Query::Index(symbol)))
    }

    /// Adds a value with all bits inverted: `~i + n` is how LLVM writes `n - 1 - i`.
    pub fn add_inverted(&mut self, block: BlockId, of: Value) -> Value {
        let all = self.add(block, Operation::Constant(-1));
        self.add(block, Operation::Integer(Integer::Subtract, all, of))
    }

    /// Adds a difference that is at least 0.
    pub fn add_saturating_difference(&mut self, block: BlockId, a: Value, b: Value) -> Value {
        let difference = self.add(block, Operation::Integer(Integer::Subtract, a, b));
        let zero = self.add(block, Operation::Constant(0));
        self.add(block, Operation::Integer(Integer::Maximum, difference, zero))
    }

    /// Records that addresses of private variables may be stored: a pointer that is loaded from memory may
    /// then point to private memory.
    pub fn let_variables_escape(&mut self) {
        self.variables_escape = true;
    }

    /// Whether a pointer that is loaded from memory may point to private memory.
    pub fn variables_escape(&self) -> bool {
        self.variables_escape
    }

    /// Sets the end of a block. By default, a block ends the kernel.
    pub fn terminate(&mut self, block: BlockId, terminator: Terminator) {
        for edge in &terminator.edges {
            let before = &mut self.before[edge.to.index()];
            if !before.contains(&block) {
                before.push(block);
            }
        }
        self.blocks[block.index()].terminator = terminator;
    }

    fn add_value(&mut self, block: BlockId, definition: Definition) -> Value {
        self.values.push((block, definition));
        Value(number(self.values.len() - 1))
    }

    /// All blocks.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..number(self.blocks.len())).map(BlockId)
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        (0..number(self.values.len())).map(Value)
    }

    /// A block's arguments.
    pub fn arguments(&self, block: BlockId) -> &[Value] {
        &self.blocks[block.index()].arguments
    }

    /// A block's operations in order.
    pub fn operations(&self, block: BlockId) -> impl Iterator<Item = (Value, &Operation)> {
        self.blocks[block.index()].operations.iter().filter_map(|&value| {
            let Definition::Result(operation) = self.definition(value) else { return None };
            Some((value, operation))
        })
    }

    /// The end of a block.
    pub fn terminator(&self, block: BlockId) -> &Terminator {
        &self.blocks[block.index()].terminator
    }

    /// The definition of a value.
    pub fn definition(&self, value: Value) -> &Definition {
        &self.values[value.index()].1
    }

    /// The block that defines a value.
    pub fn block_of(&self, value: Value) -> BlockId {
        self.values[value.index()].0
    }

    /// The operation that defines a value; none for arguments of blocks.
    pub fn operation(&self, value: Value) -> Option<&Operation> {
        match self.definition(value) {
            Definition::Result(operation) => Some(operation),
            Definition::Argument { .. } => None,
        }
    }

    /// The possible values of an argument, and the blocks that they come from.
    pub fn incoming(&self, block: BlockId, position: usize) -> Vec<(BlockId, Value)> {
        let mut all = Vec::new();
        for &from in &self.before[block.index()] {
            for edge in &self.terminator(from).edges {
                if edge.to == block
                    && let Some(&value) = edge.arguments.get(position)
                {
                    all.push((from, value));
                }
            }
        }
        all
    }
}

impl Operation {
    /// All operands.
    pub fn operands(&self) -> Vec<Value> {
        use Operation as O;
        match self {
            O::Constant(_) | O::Parameter(_) | O::Query(_) | O::LocalMemory | O::Variable => vec![],
            O::PointerParameter(_) | O::Object | O::Opaque { .. } => vec![],
            O::Integer(_, a, b) | O::Compare(_, a, b) => vec![*a, *b],
            O::Extend(value, _) | O::Truncate(value) | O::Same(value) => vec![*value],
            O::Select { condition, yes, no } => vec![*condition, *yes, *no],
            O::Offset { base, terms, .. } => {
                std::iter::once(*base).chain(terms.iter().map(|&(term, _)| term)).collect()
            }
            O::Subscript { accessor, indices, .. } => {
                std::iter::once(*accessor).chain(indices.iter().copied()).collect()
            }
            O::Extent { accessor, .. } => vec![*accessor],
            O::Load { address, .. } | O::Store { address, .. } | O::Atomic { address, .. } => {
                vec![*address]
            }
            O::Function(operands) | O::GroupResult(_, operands) => operands.clone(),
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a kernel has fewer than 2^32 values")
}

//! Blocks and instructions.

use std::collections::HashMap;

use scythe_analysis::graph::{
    BlockId, Comparison, Edge, Graph, Group, Integer, Operation, Terminator, Value,
};
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
};
use scythe_llvm::inkwell::{AddressSpace, IntPredicate};
use scythe_llvm::{
    Among, Object, access_bytes, address_terms, atomic_pointer, by_value, incoming_block,
    incoming_values, instruction_of, instructions, is_captured, is_disjoint, is_uniform, objects,
    operands, successors,
};

use super::calls::Callee;
use crate::passes::LOCAL;

/// A kernel as a graph, and the mapping of its instructions and blocks.
pub(super) struct Translated<'c> {
    pub(super) graph: Graph,
    pub(super) values: HashMap<InstructionValue<'c>, Value>,
    pub(super) others: HashMap<BasicValueEnum<'c>, Value>,
    pub(super) blocks: HashMap<BasicBlock<'c>, BlockId>,
}

pub(super) fn translate(kernel: FunctionValue<'_>) -> Translated<'_> {
    let mut translator = Translator {
        graph: Graph::default(),
        values: HashMap::new(),
        blocks: HashMap::new(),
        others: HashMap::new(),
        callees: HashMap::new(),
        local_memory: None,
        block: BlockId::default(),
    };
    translator.run(kernel);
    let Translator { graph, values, others, blocks, .. } = translator;
    Translated { graph, values, others, blocks }
}

pub(super) struct Translator<'c> {
    pub(super) graph: Graph,
    values: HashMap<InstructionValue<'c>, Value>,
    blocks: HashMap<BasicBlock<'c>, BlockId>,
    /// Constants and parameters.
    others: HashMap<BasicValueEnum<'c>, Value>,
    pub(super) callees: HashMap<FunctionValue<'c>, Callee>,
    pub(super) local_memory: Option<Value>,
    /// Where operations are added.
    pub(super) block: BlockId,
}

impl<'c> Translator<'c> {
    fn run(&mut self, kernel: FunctionValue<'c>) {
        let order = reverse_post_order(kernel);
        for &block in &order {
            let id = self.graph.add_block();
            self.blocks.insert(block, id);
            for phi in phis(block) {
                let value = self.graph.add_argument(id);
                self.values.insert(phi, value);
            }
        }
        self.parameters(kernel);
        let is_known_elsewhere =
            |i: InstructionValue<'c>| i.get_opcode() == InstructionOpcode::Alloca && is_captured(i);
        if instructions(kernel).into_iter().any(is_known_elsewhere) {
            self.graph.let_variables_escape();
        }
        // Definitions before uses, except for values carried by loops.
        for &block in &order {
            self.block = self.blocks[&block];
            for instruction in block.get_instructions() {
                if instruction.get_opcode() != InstructionOpcode::Phi {
                    let value = self.instruction(instruction);
                    self.values.insert(instruction, value);
                }
            }
            self.terminator(block);
        }
    }

    fn parameters(&mut self, kernel: FunctionValue<'c>) {
        for (index, parameter) in (0..).zip(kernel.get_params()) {
            let operation = match (parameter.is_pointer_value(), by_value(kernel, index)) {
                (true, Some(_)) => Operation::Parameter(index),
                (true, None) => Operation::PointerParameter(index),
                (false, _) => Operation::Function(Vec::new()),
            };
            let value = self.add(operation);
            self.others.insert(parameter, value);
        }
    }

    pub(super) fn add(&mut self, operation: Operation) -> Value {
        self.graph.add(self.block, operation)
    }

    /// The translation of a value.
    pub(super) fn value(&mut self, value: BasicValueEnum<'c>) -> Value {
        if let Some(instruction) = instruction_of(value) {
            return match self.values.get(&instruction) {
                Some(&known) => known,
                // Only unreachable code is used before its definition.
                None => self.add(Operation::Opaque { writes: false }),
            };
        }
        if let Some(&known) = self.others.get(&value) {
            return known;
        }
        // Constants are defined at the start.
        let made = self.graph.add(BlockId::default(), constant(value));
        self.others.insert(value, made);
        made
    }

    fn all(&mut self, instruction: InstructionValue<'c>) -> Vec<Value> {
        operands(instruction).into_iter().map(|operand| self.value(operand)).collect()
    }

    fn instruction(&mut self, instruction: InstructionValue<'c>) -> Value {
        use InstructionOpcode as Op;
        let opcode = instruction.get_opcode();
        match opcode {
            Op::Call => return self.call(instruction),
            Op::Alloca => return self.add(Operation::Variable),
            Op::Load | Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg => {
                return self.access(instruction);
            }
            Op::Invoke | Op::CallBr | Op::VAArg | Op::LandingPad => {
                return self.add(Operation::Opaque { writes: true });
            }
            Op::Fence => return self.add(Operation::Opaque { writes: false }),
            _ => {}
        }
        let all = self.all(instruction);
        let operation = match (opcode, all.as_slice()) {
            (Op::GetElementPtr, _) => return self.address(instruction, all),
            (Op::AddrSpaceCast | Op::BitCast | Op::Freeze, &[of]) => Operation::Same(of),
            (Op::SExt | Op::ZExt, &[of]) => match width_of_operand(instruction) {
                Some(bits @ 8..64) => Operation::Extend(of, bits),
                _ => Operation::Function(all),
            },
            (Op::Trunc, &[of]) => match width(instruction) {
                Some(32..) => Operation::Truncate(of),
                // Truncation is intended.
                _ => Operation::Function(all),
            },
            (Op::ICmp, &[a, b]) => match instruction.get_icmp_predicate().map(comparison) {
                Some(comparison) if width_of_operand(instruction).is_some() => {
                    Operation::Compare(comparison, a, b)
                }
                _ => Operation::Function(all),
            },
            (Op::Select, &[condition, yes, no]) => match width_of_operand(instruction) {
                Some(_) => Operation::Select { condition, yes, no },
                // Each element of a vector has a condition of its own.
                None => Operation::Function(all),
            },
            (Op::Xor, &[of, _]) if inverts(instruction) => {
                return self.graph.add_inverted(self.block, of);
            }
            (_, &[a, b]) => match integer(instruction) {
                Some(integer) => Operation::Integer(integer, a, b),
                None => Operation::Function(all),
            },
            _ => Operation::Function(all),
        };
        self.add(operation)
    }

    fn address(&mut self, instruction: InstructionValue<'c>, all: Vec<Value>) -> Value {
        let Some(address) = address_terms(instruction) else {
            return self.add(Operation::Function(all));
        };
        let base = self.value(address.base.into());
        let mut terms = Vec::new();
        for &(index, size) in &address.terms {
            let value = self.value(index);
            // Indices are sign-extended to the width of a pointer.
            let value = match index {
                BasicValueEnum::IntValue(int)
                    if (8..64).contains(&int.get_type().get_bit_width()) =>
                {
                    self.add(Operation::Extend(value, int.get_type().get_bit_width()))
                }
                _ => value,
            };
            terms.push((value, size));
        }
        let element_bytes = terms.last().and_then(|&(_, size)| u64::try_from(size).ok());
        self.add(Operation::Offset { base, bytes: address.constant, terms, element_bytes })
    }

    fn access(&mut self, instruction: InstructionValue<'c>) -> Value {
        let opcode = instruction.get_opcode();
        // The result of a group operation that has been split off.
        for (among, group) in
            [(Among::WorkGroup, Group::WorkGroup), (Among::SubGroup, Group::SubGroup)]
        {
            if opcode == InstructionOpcode::Load && is_uniform(instruction, among) {
                return self.add(Operation::GroupResult(group, vec![]));
            }
        }
        if let Some(pointer) = atomic_pointer(instruction) {
            let address = self.value(pointer.into());
            return self.add(Operation::Atomic { address, bytes: 0 });
        }
        let writes = opcode != InstructionOpcode::Load;
        // None for volatile accesses.
        let Some(bytes) = access_bytes(instruction) else {
            return self.add(Operation::Opaque { writes });
        };
        let all = self.all(instruction);
        let operation = match (opcode, all.as_slice()) {
            (InstructionOpcode::Load, &[address]) => {
                let is_pointer = matches!(
                    BasicTypeEnum::try_from(instruction.get_type()),
                    Ok(BasicTypeEnum::PointerType(_) | BasicTypeEnum::StructType(_))
                );
                Operation::Load { address, bytes, is_pointer }
            }
            (InstructionOpcode::Store, &[_, address]) => Operation::Store { address, bytes },
            _ => Operation::Opaque { writes },
        };
        self.add(operation)
    }

    fn terminator(&mut self, block: BasicBlock<'c>) {
        use InstructionOpcode as Op;
        let next = successors(block);
        let Some(terminator) = block.get_terminator().filter(|_| !next.is_empty()) else { return };
        let condition = match (next.len(), terminator.get_opcode()) {
            (1, _) => None,
            (_, Op::Br | Op::Switch) => {
                let condition = operands(terminator).first().copied();
                condition.map(|condition| self.value(condition))
            }
            _ => Some(self.add(Operation::Opaque { writes: true })),
        };
        let mut edges = Vec::new();
        for after in next {
            let mut arguments = Vec::new();
            for phi in phis(after) {
                let from = (0..).zip(incoming_values(phi));
                let value = { from }
                    .find(|&(index, _)| incoming_block(phi, index) == Some(block))
                    .map(|(_, value)| self.value(value));
                arguments.push(match value {
                    Some(value) => value,
                    None => self.add(Operation::Opaque { writes: false }),
                });
            }
            edges.push(Edge { to: self.blocks[&after], arguments });
        }
        self.graph.terminate(self.block, Terminator { condition, edges });
    }
}

fn constant(value: BasicValueEnum<'_>) -> Operation {
    match value {
        BasicValueEnum::IntValue(int) => match int.get_sign_extended_constant() {
            Some(number) => Operation::Constant(number),
            None => Operation::Function(Vec::new()),
        },
        BasicValueEnum::PointerValue(pointer) => {
            if !objects(pointer).into_iter().all(|object| object == Object::Global) {
                return Operation::Function(Vec::new());
            }
            match pointer.get_type().get_address_space() == AddressSpace::from(LOCAL) {
                true => Operation::LocalMemory,
                false => Operation::Object,
            }
        }
        _ => Operation::Function(Vec::new()),
    }
}

fn phis(block: BasicBlock<'_>) -> impl Iterator<Item = InstructionValue<'_>> {
    block.get_instructions().take_while(|i| i.get_opcode() == InstructionOpcode::Phi)
}

/// The reachable blocks, each before its successors except along back edges.
fn reverse_post_order<'c>(kernel: FunctionValue<'c>) -> Vec<BasicBlock<'c>> {
    let Some(entry) = kernel.get_first_basic_block() else { return Vec::new() };
    let mut seen = std::collections::HashSet::from([entry]);
    let (mut order, mut open) = (Vec::new(), vec![(entry, successors(entry))]);
    while let Some((block, next)) = open.last_mut() {
        match next.pop() {
            Some(after) if seen.insert(after) => open.push((after, successors(after))),
            Some(_) => {}
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Bits of an integer; none for vectors and everything else.
fn width(instruction: InstructionValue<'_>) -> Option<u32> {
    match instruction.get_type() {
        AnyTypeEnum::IntType(ty) => Some(ty.get_bit_width()),
        _ => None,
    }
}

fn width_of_operand(instruction: InstructionValue<'_>) -> Option<u32> {
    match operands(instruction).first()? {
        BasicValueEnum::IntValue(int) => Some(int.get_type().get_bit_width()),
        _ => None,
    }
}

/// Whether a `xor` inverts every bit.
fn inverts(instruction: InstructionValue<'_>) -> bool {
    let is_all_ones = |value: BasicValueEnum<'_>| match value {
        BasicValueEnum::IntValue(int) => int.get_sign_extended_constant() == Some(-1),
        _ => false,
    };
    let wide = width(instruction).is_some_and(|bits| (8..=64).contains(&bits));
    wide && operands(instruction).get(1).copied().is_some_and(is_all_ones)
}

fn integer(instruction: InstructionValue<'_>) -> Option<Integer> {
    use InstructionOpcode as Op;
    width(instruction).filter(|bits| (8..=64).contains(bits))?;
    Some(match instruction.get_opcode() {
        Op::Add => Integer::Add,
        Op::Sub => Integer::Subtract,
        Op::Mul => Integer::Multiply,
        Op::Shl => Integer::ShiftLeft,
        Op::LShr | Op::AShr => Integer::ShiftRight,
        Op::SDiv | Op::UDiv => Integer::Divide,
        Op::SRem | Op::URem => Integer::Remainder,
        Op::And => Integer::And,
        Op::Or if is_disjoint(instruction) => Integer::Add,
        _ => return None,
    })
}

fn comparison(predicate: IntPredicate) -> Comparison {
    use IntPredicate as P;
    match predicate {
        P::EQ => Comparison::Equal,
        P::NE => Comparison::NotEqual,
        P::ULT | P::SLT => Comparison::Less,
        P::ULE | P::SLE => Comparison::LessOrEqual,
        P::UGT | P::SGT => Comparison::Greater,
        P::UGE | P::SGE => Comparison::GreaterOrEqual,
    }
}

//! Uniformity, loops, and values in memory.

use std::ffi::c_void;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{
    AsValueRef, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::{
    LLVMCountIncoming, LLVMGetIncomingBlock, LLVMGetIncomingValue, LLVMGetMDKindIDInContext,
    LLVMGetMetadata, LLVMGetOperand, LLVMGetTypeContext, LLVMGetTypeKind, LLVMIsAInstruction,
    LLVMMDNodeInContext2, LLVMMetadataAsValue, LLVMSetMetadata, LLVMSetOperand, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

/// The caller's facts about the values and blocks of a function.
pub trait UniformFacts<'c> {
    /// Whether all of these work-items reach an instruction together and its result is the same for them.
    fn is_same(&self, instruction: InstructionValue<'c>, among: Among) -> bool;

    /// Whether all of these work-items reach a block together.
    fn is_met(&self, block: BasicBlock<'c>, among: Among) -> bool;
}

/// [`UniformFacts`] for C++.
#[repr(C)]
pub(crate) struct RawUniformFacts {
    same: extern "C" fn(LLVMValueRef, bool, *mut c_void) -> bool,
    met: extern "C" fn(LLVMBasicBlockRef, bool, *mut c_void) -> bool,
    user: *mut c_void,
}

impl RawUniformFacts {
    /// Valid as long as the reference lives, which is longer than any call with it.
    pub(crate) fn of<'c>(facts: &mut &dyn UniformFacts<'c>) -> Self {
        let user = std::ptr::from_mut(facts).cast::<c_void>();
        Self { same, met, user }
    }
}

fn among(narrow: bool) -> Among {
    if narrow { Among::SubGroup } else { Among::WorkGroup }
}

/// A panic must not cross C++; an unknown answer counts as different.
fn answer(ask: impl FnOnce() -> bool) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).unwrap_or(false)
}

extern "C" fn same(value: LLVMValueRef, narrow: bool, user: *mut c_void) -> bool {
    // SAFETY: `user` is the reference that `RawUniformFacts::of` got, and C++ asks about live instructions.
    let (facts, instruction) =
        unsafe { (*user.cast::<&dyn UniformFacts<'_>>(), InstructionValue::new(value)) };
    answer(|| facts.is_same(instruction, among(narrow)))
}

extern "C" fn met(block: LLVMBasicBlockRef, narrow: bool, user: *mut c_void) -> bool {
    // SAFETY: `user` is the reference that `RawUniformFacts::of` got, and C++ asks about live blocks.
    let (facts, block) = unsafe { (*user.cast::<&dyn UniformFacts<'_>>(), BasicBlock::new(block)) };
    answer(|| block.is_some_and(|block| facts.is_met(block, among(narrow))))
}

/// A loop as C++ describes it.
#[repr(C)]
struct RawLoop {
    header: LLVMBasicBlockRef,
    before: LLVMBasicBlockRef,
    guard: LLVMBasicBlockRef,
    depth: u32,
    blocks: *const LLVMBasicBlockRef,
    exiting: *const LLVMBasicBlockRef,
    exits: *const LLVMBasicBlockRef,
    block_count: u32,
    exiting_count: u32,
    exit_count: u32,
}

unsafe extern "C" {
    fn scytheValuesToMemory(function: LLVMValueRef, facts: *const RawUniformFacts);
    fn scytheLoops(
        function: LLVMValueRef,
        visit: extern "C" fn(*const RawLoop, *mut c_void),
        user: *mut c_void,
    );
    fn scytheGateLoop(
        header: LLVMBasicBlockRef,
        any: LLVMValueRef,
        same: *const LLVMValueRef,
        same_count: usize,
    ) -> LLVMBasicBlockRef;
    fn scytheLowerSwitches(function: LLVMValueRef, most_cases: u32) -> bool;
    fn scythePromoteVariables(function: LLVMValueRef);
    fn scytheFirstInsertionPoint(block: LLVMBasicBlockRef) -> LLVMValueRef;
    fn scytheIsVectorizableIntrinsic(function: LLVMValueRef) -> bool;
    fn scytheAddressTerms(
        address: LLVMValueRef,
        visit: extern "C" fn(LLVMValueRef, i64, *mut c_void),
        user: *mut c_void,
        constant: *mut i64,
    ) -> LLVMValueRef;
}

/// The compared work-items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// All work-items of a work-group.
    WorkGroup,
    /// The work-items of a sub-group.
    SubGroup,
}

/// Stores every value that is used outside its block, and every phi, in a local variable; [`is_uniform`] then
/// returns whether a variable is the same for all work-items.
pub fn values_to_memory<'c>(function: FunctionValue<'c>, facts: &dyn UniformFacts<'c>) {
    assert!(function.count_basic_blocks() > 0, "a declaration has no values");
    let mut facts = facts;
    let raw = RawUniformFacts::of(&mut facts);
    // SAFETY: a function with a body, as just checked; the facts outlive the call.
    unsafe { scytheValuesToMemory(function.as_value_ref(), &raw const raw) }
}

impl Among {
    /// The metadata for uniformity among these.
    fn mark(self) -> &'static str {
        match self {
            Self::WorkGroup => scythe_image::facts::UNIFORM_METADATA,
            Self::SubGroup => scythe_image::facts::SUB_GROUP_UNIFORM_METADATA,
        }
    }
}

/// Marks the result of an instruction as the same for all of these work-items.
pub fn mark_uniform(instruction: InstructionValue<'_>, among: Among) {
    let name = among.mark();
    // SAFETY: a live instruction; the name is as long as it says; an empty node of its context.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(instruction.as_value_ref()));
        let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        let node = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
        let node = LLVMMetadataAsValue(context, node);
        LLVMSetMetadata(instruction.as_value_ref(), kind, node);
    }
}

/// Whether an instruction is marked ([`mark_uniform`]), or [`values_to_memory`] found a variable to be the
/// same for all of these work-items.
#[must_use]
pub fn is_uniform(variable: InstructionValue<'_>, among: Among) -> bool {
    let name = among.mark();
    // SAFETY: a live instruction; the name is as long as it says.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(variable.as_value_ref()));
        let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        !LLVMGetMetadata(variable.as_value_ref(), kind).is_null()
    }
}

/// A natural loop.
#[derive(Clone, Debug)]
pub struct NaturalLoop<'c> {
    /// The header.
    pub header: BasicBlock<'c>,
    /// The preheader, if there is one.
    pub before: Option<BasicBlock<'c>>,
    /// The block that branches between the loop and its exit, if there is one.
    pub guard: Option<BasicBlock<'c>>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// All its blocks, including those of inner loops.
    pub blocks: Vec<BasicBlock<'c>>,
    /// Its exiting blocks.
    pub exiting: Vec<BasicBlock<'c>>,
    /// Its exit blocks.
    pub exits: Vec<BasicBlock<'c>>,
}

extern "C" fn collect(found: *const RawLoop, user: *mut c_void) {
    // SAFETY: `loops` passes its vector; C++ passes a loop with arrays as long as it says, of live blocks.
    unsafe {
        let (all, found) = (&mut *user.cast::<Vec<NaturalLoop<'_>>>(), &*found);
        let list = |first: *const LLVMBasicBlockRef, count: u32| {
            (0..count as usize).filter_map(|i| BasicBlock::new(*first.add(i))).collect::<Vec<_>>()
        };
        let Some(header) = BasicBlock::new(found.header) else { return };
        all.push(NaturalLoop {
            header,
            before: BasicBlock::new(found.before),
            guard: BasicBlock::new(found.guard),
            depth: found.depth,
            blocks: list(found.blocks, found.block_count),
            exiting: list(found.exiting, found.exiting_count),
            exits: list(found.exits, found.exit_count),
        });
    }
}

/// The loops of a function, outer ones first.
#[must_use]
pub fn loops<'c>(function: FunctionValue<'c>) -> Vec<NaturalLoop<'c>> {
    let mut found: Vec<NaturalLoop<'c>> = Vec::new();
    if function.count_basic_blocks() == 0 {
        return found;
    }
    // SAFETY: a function with a body; the vector outlives the call.
    unsafe {
        scytheLoops(function.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    found
}

/// Makes work-items that leave a loop wait for those that do not: each iteration starts with a call of `any`,
/// a function from Boolean to Boolean. `same` are loads in the loop whose address is the same for all work-items in an
/// iteration: those at its start no longer depend on which work-items are still in it. Returns the block after the loop;
/// none, without changes, if the loop has an unsupported shape.
#[must_use]
pub fn gate_loop<'c>(
    header: BasicBlock<'c>,
    any: FunctionValue<'c>,
    same: &[InstructionValue<'c>],
) -> Option<BasicBlock<'c>> {
    let same: Vec<LLVMValueRef> = same
        .iter()
        .filter(|load| load.get_opcode() == InstructionOpcode::Load)
        .map(|load| load.as_value_ref())
        .collect();
    // SAFETY: a live block and function of one module, live loads; LLVM returns a block of the same function.
    unsafe {
        let (any, loads) = (any.as_value_ref(), same.as_ptr());
        BasicBlock::new(scytheGateLoop(header.as_mut_ptr(), any, loads, same.len()))
    }
}

/// Replaces all switches of a function by branches, if they are in loops and none has more cases than that.
/// Returns whether there were any.
pub fn lower_switches(function: FunctionValue<'_>, most_cases: u32) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0
        && unsafe { scytheLowerSwitches(function.as_value_ref(), most_cases) }
}

/// Promotes a function's variables to values unless their address is taken.
pub fn promote_variables(function: FunctionValue<'_>) {
    // SAFETY: a live function with a body.
    unsafe { scythePromoteVariables(function.as_value_ref()) }
}

/// The first insertion point of a block.
#[must_use]
pub fn first_insertion_point<'c>(block: BasicBlock<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live block.
    let found = unsafe { scytheFirstInsertionPoint(block.as_mut_ptr()) };
    // SAFETY: LLVM returned an instruction of the block.
    (!found.is_null()).then(|| unsafe { InstructionValue::new(found) })
}

/// Whether a function is an intrinsic that the loop vectoriser supports.
#[must_use]
pub fn is_vectorizable_intrinsic(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheIsVectorizableIntrinsic(function.as_value_ref()) }
}

extern "C" fn collect_term(value: LLVMValueRef, scale: i64, user: *mut c_void) {
    // SAFETY: `address_terms` passes its vector; LLVM passes live values.
    unsafe {
        let terms = &mut *user.cast::<Vec<(BasicValueEnum<'_>, i64)>>();
        terms.push((BasicValueEnum::new(value), scale));
    }
}

/// An address as a pointer plus indices, each with a factor, plus a constant.
#[derive(Clone, Debug)]
pub struct AddressTerms<'c> {
    /// The base pointer.
    pub base: PointerValue<'c>,
    /// Indices and their factors, in bytes.
    pub terms: Vec<(BasicValueEnum<'c>, i64)>,
    /// The constant offset in bytes.
    pub constant: i64,
}

/// Decomposes an address that an instruction computes.
#[must_use]
pub fn address_terms<'c>(address: InstructionValue<'c>) -> Option<AddressTerms<'c>> {
    let mut terms: Vec<(BasicValueEnum<'c>, i64)> = Vec::new();
    let mut constant = 0;
    // SAFETY: a live instruction; vector and number outlive the call.
    let base = unsafe {
        scytheAddressTerms(
            address.as_value_ref(),
            collect_term,
            (&raw mut terms).cast::<c_void>(),
            &raw mut constant,
        )
    };
    if base.is_null() {
        return None;
    }
    // SAFETY: LLVM returned a pointer.
    Some(AddressTerms { base: unsafe { PointerValue::new(base) }, terms, constant })
}

/// The operands of an instruction that are values, without the callee, blocks and metadata.
#[must_use]
pub fn operands<'c>(instruction: InstructionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    let skipped = u32::from(instruction.get_opcode() == InstructionOpcode::Call);
    // SAFETY: a live instruction with so many operands; everything but labels, metadata and tokens is a value
    // of a basic type.
    unsafe {
        (0..instruction.get_num_operands() - skipped)
            .map(|index| LLVMGetOperand(instruction.as_value_ref(), index))
            .filter(|&operand| {
                use LLVMTypeKind as Kind;
                let kind = LLVMGetTypeKind(LLVMTypeOf(operand));
                !matches!(
                    kind,
                    Kind::LLVMLabelTypeKind | Kind::LLVMMetadataTypeKind | Kind::LLVMTokenTypeKind
                )
            })
            .map(|operand| BasicValueEnum::new(operand))
            .collect()
    }
}

/// The incoming values of a phi.
#[must_use]
pub fn incoming_values<'c>(phi: InstructionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    if phi.get_opcode() != InstructionOpcode::Phi {
        return Vec::new();
    }
    // SAFETY: a live phi, as just checked; the indices are in range.
    unsafe {
        let raw = phi.as_value_ref();
        (0..LLVMCountIncoming(raw))
            .map(|index| BasicValueEnum::new(LLVMGetIncomingValue(raw, index)))
            .collect()
    }
}

/// The uses of `value` by a phi: the index of the operand, and the incoming block.
#[must_use]
pub fn incoming_edges<'c>(
    phi: InstructionValue<'c>,
    value: InstructionValue<'c>,
) -> Vec<(u32, BasicBlock<'c>)> {
    if phi.get_opcode() != InstructionOpcode::Phi {
        return Vec::new();
    }
    // SAFETY: a live phi, as just checked; the indices are in range.
    unsafe {
        let raw = phi.as_value_ref();
        (0..LLVMCountIncoming(raw))
            .filter(|&index| LLVMGetIncomingValue(raw, index) == value.as_value_ref())
            .filter_map(|index| Some((index, BasicBlock::new(LLVMGetIncomingBlock(raw, index))?)))
            .collect()
    }
}

/// Sets an operand of an instruction to `value`, which must have the same type.
///
/// # Panics
/// When there is no such operand.
pub fn set_operand(user: InstructionValue<'_>, index: u32, value: InstructionValue<'_>) {
    assert!(index < user.get_num_operands(), "no such operand");
    // SAFETY: live values; the index was just checked.
    unsafe { LLVMSetOperand(user.as_value_ref(), index, value.as_value_ref()) }
}

/// The defining instruction of a value; none for constants and arguments.
#[must_use]
pub fn instruction_of<'c>(value: BasicValueEnum<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live value; LLVM says whether it is an instruction.
    unsafe {
        let found = LLVMIsAInstruction(value.as_value_ref());
        (!found.is_null()).then(|| InstructionValue::new(found))
    }
}

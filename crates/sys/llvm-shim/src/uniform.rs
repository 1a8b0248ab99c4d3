//! What is the same for all work-items of a group.

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

/// What the caller knows of the values and blocks of a function.
pub trait Verdicts<'c> {
    /// Whether all of these work-items get to an instruction together and agree on its result.
    fn is_same(&self, instruction: InstructionValue<'c>, among: Among) -> bool;

    /// Whether all of these work-items get to a block together.
    fn is_met(&self, block: BasicBlock<'c>, among: Among) -> bool;
}

/// [`Verdicts`] for C++.
#[repr(C)]
pub(crate) struct RawVerdicts {
    same: extern "C" fn(LLVMValueRef, bool, *mut c_void) -> bool,
    met: extern "C" fn(LLVMBasicBlockRef, bool, *mut c_void) -> bool,
    user: *mut c_void,
}

impl RawVerdicts {
    /// For as long as the reference lives, which is longer than any call that gets this.
    pub(crate) fn of<'c>(verdicts: &mut &dyn Verdicts<'c>) -> Self {
        let user = std::ptr::from_mut(verdicts).cast::<c_void>();
        Self { same, met, user }
    }
}

fn among(narrow: bool) -> Among {
    if narrow { Among::SubGroup } else { Among::WorkGroup }
}

/// A panic must not cross C++; not to know is to take it for different.
fn answer(ask: impl FnOnce() -> bool) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).unwrap_or(false)
}

extern "C" fn same(value: LLVMValueRef, narrow: bool, user: *mut c_void) -> bool {
    // SAFETY: `user` is the reference that `RawVerdicts::of` got, and C++ asks about live instructions.
    let (verdicts, instruction) =
        unsafe { (*user.cast::<&dyn Verdicts<'_>>(), InstructionValue::new(value)) };
    answer(|| verdicts.is_same(instruction, among(narrow)))
}

extern "C" fn met(block: LLVMBasicBlockRef, narrow: bool, user: *mut c_void) -> bool {
    // SAFETY: `user` is the reference that `RawVerdicts::of` got, and C++ asks about live blocks.
    let (verdicts, block) = unsafe { (*user.cast::<&dyn Verdicts<'_>>(), BasicBlock::new(block)) };
    answer(|| block.is_some_and(|block| verdicts.is_met(block, among(narrow))))
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
    fn scytheValuesToMemory(function: LLVMValueRef, verdicts: *const RawVerdicts);
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

/// Whose values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// All work-items of a work-group.
    WorkGroup,
    /// The work-items of a sub-group.
    SubGroup,
}

/// Keeps every value that is used outside its block, and every phi, in a local variable instead;
/// [`is_uniform`] then says whether a variable is the same for all work-items.
pub fn values_to_memory<'c>(function: FunctionValue<'c>, verdicts: &dyn Verdicts<'c>) {
    assert!(function.count_basic_blocks() > 0, "a declaration has no values");
    let mut verdicts = verdicts;
    let raw = RawVerdicts::of(&mut verdicts);
    // SAFETY: a function with a body, as just checked; the verdicts outlive the call.
    unsafe { scytheValuesToMemory(function.as_value_ref(), &raw const raw) }
}

impl Among {
    /// Metadata of what is the same for all of these.
    fn mark(self) -> &'static str {
        match self {
            Self::WorkGroup => "mux.uniform",
            Self::SubGroup => "mux.uniform.sub-group",
        }
    }
}

/// Says that an instruction gives all of these work-items the same.
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

/// Whether an instruction is marked so ([`mark_uniform`]), or [`values_to_memory`] found a variable to be the same for
/// all of these work-items.
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
    /// The block that every iteration starts with.
    pub header: BasicBlock<'c>,
    /// The only block in front of it, which leads nowhere else.
    pub before: Option<BasicBlock<'c>>,
    /// The block that decides between the loop and where it leaves to, if there is one.
    pub guard: Option<BasicBlock<'c>>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// All its blocks, those of inner loops too.
    pub blocks: Vec<BasicBlock<'c>>,
    /// Its blocks that have a way out.
    pub exiting: Vec<BasicBlock<'c>>,
    /// The blocks outside that it leaves to.
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

/// Makes work-items that leave a loop wait for those that do not: each iteration starts with a call of
/// `any`, a function from truth value to truth value. `same` are loads in the loop whose address is the same for
/// all work-items in an iteration: those at its start no longer depend on who is still in it. Returns the block behind
/// the loop; none, and nothing changed, if the loop is not of a shape for that.
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

/// Makes branches of all switches of a function, if they are in loops and none has more cases than that. Whether there were
/// any.
pub fn lower_switches(function: FunctionValue<'_>, most_cases: u32) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0
        && unsafe { scytheLowerSwitches(function.as_value_ref(), most_cases) }
}

/// Makes values of a function's variables where nobody takes their address.
pub fn promote_variables(function: FunctionValue<'_>) {
    // SAFETY: a live function with a body.
    unsafe { scythePromoteVariables(function.as_value_ref()) }
}

/// The first instruction of a block in front of which others may be put.
#[must_use]
pub fn first_insertion_point<'c>(block: BasicBlock<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live block.
    let found = unsafe { scytheFirstInsertionPoint(block.as_mut_ptr()) };
    // SAFETY: LLVM returned an instruction of the block.
    (!found.is_null()).then(|| unsafe { InstructionValue::new(found) })
}

/// Whether a function is an intrinsic that the loop vectoriser knows what to make of.
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

/// An address as a pointer plus indices, each with what it is multiplied with, plus a constant.
#[derive(Clone, Debug)]
pub struct AddressTerms<'c> {
    /// Where it starts.
    pub base: PointerValue<'c>,
    /// Indices and their factors, in bytes.
    pub terms: Vec<(BasicValueEnum<'c>, i64)>,
    /// Bytes that are added in any case.
    pub constant: i64,
}

/// Takes an address that an instruction computes apart.
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

/// The operands of an instruction that are values; the function that a call names is not one of them, nor
/// are blocks and metadata.
#[must_use]
pub fn operands<'c>(instruction: InstructionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    let skipped = u32::from(instruction.get_opcode() == InstructionOpcode::Call);
    // SAFETY: a live instruction with so many operands; what is neither label, metadata nor token is a value
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

/// The values that a phi may take.
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

/// Where each use of `value` by a phi comes from: the place among its operands, and the block.
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

/// Makes an operand of an instruction be `value`, which must have the same type.
///
/// # Panics
/// When there is no such operand.
pub fn set_operand(user: InstructionValue<'_>, index: u32, value: InstructionValue<'_>) {
    assert!(index < user.get_num_operands(), "no such operand");
    // SAFETY: live values; the index was just checked.
    unsafe { LLVMSetOperand(user.as_value_ref(), index, value.as_value_ref()) }
}

/// The instruction that makes a value; none for constants and arguments.
#[must_use]
pub fn instruction_of<'c>(value: BasicValueEnum<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live value; LLVM says whether it is an instruction.
    unsafe {
        let found = LLVMIsAInstruction(value.as_value_ref());
        (!found.is_null()).then(|| InstructionValue::new(found))
    }
}

//! Finds the memory accesses of a kernel that may be reordered between work-items.
//!
//! Work-items of a kernel without barriers may run in any order, so accesses to memory they share may be
//! reordered between work-items: the work-item loop is parallel over them. Private variables are different:
//! all work-items use the same stack slot, one after the other, and a vectoriser that assumed those accesses
//! to be independent would mix up work-items.
//!
//! Moreover, in a loop that is parallel over all its accesses, LLVM also assumes that the accesses of *one*
//! iteration are independent when it groups strided ones. Strided accesses that conflict with others of their
//! own work-item are therefore left out; LLVM then computes dependences itself.

use std::collections::HashMap;

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{
    FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    AccessGroup, AddressTerms, Object, access_bytes, accessed_pointer, address_terms, instructions,
    objects, successors,
};

use super::compute_local_memory_usage::LOCAL;
use super::regions::RegionPointers;
use crate::Builtin;
use crate::reader::{KernelGraph, Neighbours, Reach, Strides};

/// Adds the accesses of `kernel` to shared memory to a new group, for a loop over work-items along a
/// dimension.
pub fn mark<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    dimension: u32,
    pointers: &RegionPointers<'c>,
) -> AccessGroup {
    let group = AccessGroup::new(module);
    let all = instructions(kernel);
    let read = KernelGraph::of(kernel);
    let mut strides = read.strides(dimension, Reach::SubGroup);
    let mut shared: Vec<Shared<'c>> = Vec::new();
    for &instruction in &all {
        let Some(pointer) = accessed_pointer(instruction) else { continue };
        let Some(address) = address_of(pointer) else { continue };
        if pointers.own.contains(&address.base.into()) {
            group.add(instruction);
        } else if !pointers.private.contains(&address.base.into()) && strides.is_shared(pointer) {
            shared.push(Shared { instruction, address });
        }
    }
    let conflicting = conflicts(kernel, &mut strides, &shared);
    for access in &shared {
        if !conflicting.contains(&access.instruction) {
            group.add(access.instruction);
        }
    }
    group
}

/// An access to shared memory.
struct Shared<'c> {
    instruction: InstructionValue<'c>,
    address: AddressTerms<'c>,
}

/// The steps from an object to an address.
pub(super) fn address_of<'c>(pointer: PointerValue<'c>) -> Option<AddressTerms<'c>> {
    let mut whole = AddressTerms { base: pointer, terms: Vec::new(), constant: 0 };
    while let Some(step) = whole.base.as_instruction().and_then(address_terms) {
        whole.base = step.base;
        whole.terms.extend(step.terms);
        whole.constant = whole.constant.checked_add(step.constant)?;
    }
    Some(whole)
}

/// Strided accesses that must not be reordered with another access of the same work-item.
fn conflicts<'c>(
    kernel: FunctionValue<'c>,
    strides: &mut Strides<'_, 'c>,
    shared: &[Shared<'c>],
) -> Vec<InstructionValue<'c>> {
    let strided: Vec<bool> = shared
        .iter()
        .map(|access| strides.access(access.instruction) == Some(Neighbours::Scattered))
        .collect();
    if !strided.contains(&true) {
        return Vec::new();
    }
    let order = Order::of(kernel);
    let mut found = Vec::new();
    for (i, store) in shared.iter().enumerate() {
        if store.instruction.get_opcode() != InstructionOpcode::Store {
            continue;
        }
        for (j, later) in shared.iter().enumerate() {
            let matters = i != j && (strided[i] || strided[j]);
            if matters && order.may_follow(store, later) && may_meet(store, later) {
                found.extend(
                    [(i, store), (j, later)]
                        .iter()
                        .filter(|(k, _)| strided[*k])
                        .map(|(_, access)| access.instruction),
                );
            }
        }
    }
    found
}

/// Whether two accesses may overlap.
fn may_meet(a: &Shared<'_>, b: &Shared<'_>) -> bool {
    if a.address.base != b.address.base {
        return is_local(a.address.base) == is_local(b.address.base);
    }
    let bytes = |access: &Shared<'_>| {
        access_bytes(access.instruction).and_then(|bytes| i64::try_from(bytes).ok())
    };
    let (Some(a_bytes), Some(b_bytes)) = (bytes(a), bytes(b)) else { return true };
    let disjoint = a.address.constant >= b.address.constant.saturating_add(b_bytes)
        || b.address.constant >= a.address.constant.saturating_add(a_bytes);
    a.address.terms != b.address.terms || !disjoint
}

/// The order in which blocks may run.
struct Order<'c> {
    blocks: Vec<BasicBlock<'c>>,
    reached: Vec<Vec<bool>>,
    place: HashMap<InstructionValue<'c>, usize>,
}

impl<'c> Order<'c> {
    fn of(kernel: FunctionValue<'c>) -> Self {
        let blocks = kernel.get_basic_blocks();
        let number = |block: BasicBlock<'c>| blocks.iter().position(|b| *b == block);
        let reached = blocks
            .iter()
            .map(|&from| {
                let mut seen = vec![false; blocks.len()];
                let mut open = successors(from);
                while let Some(block) = open.pop() {
                    if let Some(n) = number(block)
                        && !std::mem::replace(&mut seen[n], true)
                    {
                        open.extend(successors(block));
                    }
                }
                seen
            })
            .collect();
        let place = instructions(kernel).into_iter().enumerate().map(|(n, i)| (i, n)).collect();
        Self { blocks, reached, place }
    }

    fn may_follow(&self, first: &Shared<'c>, second: &Shared<'c>) -> bool {
        let block = |access: &Shared<'c>| {
            let parent = access.instruction.get_parent();
            self.blocks.iter().position(|b| Some(*b) == parent)
        };
        let (Some(from), Some(to)) = (block(first), block(second)) else { return true };
        let later = self.place[&first.instruction] < self.place[&second.instruction];
        self.reached[from][to] || (from == to && later)
    }
}

/// Whether a pointer certainly points to local memory: by its type, or by its origin.
pub fn is_local(pointer: PointerValue<'_>) -> bool {
    let is_local = |object| matches!(object, Object::Result(function) if is_local_memory(function));
    pointer.get_type().get_address_space() == AddressSpace::from(LOCAL)
        || objects(pointer).into_iter().all(is_local)
}

fn is_local_memory(function: FunctionValue<'_>) -> bool {
    Builtin::of(function) == Some(Builtin::LocalMemory)
}

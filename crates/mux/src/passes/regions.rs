//! Cuts a kernel at its barriers.
//!
//! A *region* is what a work-item runs from the kernel's entry, or from behind a barrier, to the next
//! barrier or the end. Each becomes a function that takes, besides the kernel's arguments,
//!
//! - `next`, where it leaves the number of the region to run then (0: the work-item is done),
//! - `live`, the work-group's storage for variables that live across a barrier,
//! - `item` and `items`, the work-item's number and how many there are.
//!
//! First all values that leave their block are kept in variables; then a variable is one of two
//! things. If its value may be read behind a barrier that was in between, it gets a place per work-item
//! in `live`: one array per variable, so that neighbouring work-items find it side by side. All others
//! stay variables of the region, where LLVM makes values of them again.

use std::collections::HashMap;

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    accessed_pointer, array_element, call_instruction, calls_in, clone_with_parameters,
    drop_instruction, instructions, move_to_end, remove_unreachable, repeat_before, replace_uses,
    split_before, successors, truncate, users, values_to_memory, variable_layout,
};

use super::prepare_barriers::barriers_in;
use crate::kernel::{ATTR_KERNEL, original_name};
use crate::{Builtin, MuxError, PassCx, Shape};

/// The number that says a work-item is done.
pub const DONE: u64 = 0;

/// A kernel in pieces.
pub struct Regions<'c> {
    /// Region `i` has the number `i + 1`; the first one starts the kernel.
    pub functions: Vec<FunctionValue<'c>>,
    /// Bytes of `live` per work-item.
    pub live_bytes: u64,
}

/// A variable that lives across barriers: its number among the kernel's variables, and its place.
struct Slot {
    variable: usize,
    bytes: u64,
    /// Bytes per work-item of the slots before it.
    before: u64,
}

/// Cuts up a kernel that contains barriers (`by_value` says which of its arguments are objects of its
/// own); the kernel itself is left without a purpose.
pub fn cut<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    by_value: &[bool],
) -> Result<Regions<'c>, MuxError> {
    drop_lifetimes(kernel);
    let mut starts = vec![0usize];
    let mut stops = Vec::new();
    let barriers = barriers_in(kernel);
    for &call in &barriers {
        let call = call_instruction(call);
        let behind = call
            .get_next_instruction()
            .ok_or_else(|| MuxError::malformed(original_name(kernel), "ends with a barrier"))?;
        let _ = split_before(call, "barrier");
        let _ = split_before(behind, "behind");
    }
    repeat_cheap_values(kernel, by_value);
    values_to_memory(kernel);

    let blocks = kernel.get_basic_blocks();
    for call in barriers_in(kernel) {
        let block = call_instruction(call).get_parent();
        let stop = blocks.iter().position(|b| Some(*b) == block);
        let stop =
            stop.ok_or_else(|| MuxError::malformed(original_name(kernel), "lost a block"))?;
        let behind = successors(blocks[stop]);
        starts.extend(blocks.iter().position(|b| behind.first() == Some(b)));
        stops.push(stop);
    }
    let slots = live_slots(kernel, &blocks, &starts[1..])?;
    let live_bytes = slots.last().map_or(0, |slot| slot.before + slot.bytes);
    let functions = starts
        .iter()
        .enumerate()
        .map(|(number, &start)| emit_region(cx, kernel, number, start, &stops, &slots))
        .collect::<Result<_, _>>()?;
    Ok(Regions { functions, live_bytes })
}

/// Variables outlive the regions that LLVM's markers would confine them to.
fn drop_lifetimes(kernel: FunctionValue<'_>) {
    for call in calls_in(kernel) {
        let name = call.get_called_fn_value().map(|f| f.get_name().to_string_lossy().into_owned());
        if name.is_some_and(|name| name.starts_with("llvm.lifetime.")) {
            drop_instruction(call_instruction(call));
        }
    }
}

/// Working a value out again costs less than remembering it across a barrier, if it is made of
/// constants, arguments and questions about where the work-item is.
fn repeat_cheap_values<'c>(kernel: FunctionValue<'c>, by_value: &[bool]) {
    let arguments = kernel.get_params();
    let cheap = Cheap { arguments: &arguments, by_value };
    for instruction in instructions(kernel) {
        if instruction.get_opcode() == InstructionOpcode::Alloca
            || !cheap.is_repeatable(instruction, MOST_STEPS)
        {
            continue;
        }
        for user in users(instruction) {
            let elsewhere = user.get_parent() != instruction.get_parent();
            if elsewhere && user.get_opcode() != InstructionOpcode::Phi {
                cheap.repeat(instruction, user, user);
            }
        }
    }
}

/// Longer chains of instructions are worth a place in memory.
const MOST_STEPS: u32 = 6;

struct Cheap<'a, 'c> {
    arguments: &'a [BasicValueEnum<'c>],
    /// Which arguments are objects that nobody changes while the kernel runs.
    by_value: &'a [bool],
}

impl<'c> Cheap<'_, 'c> {
    fn is_repeatable(&self, instruction: InstructionValue<'c>, steps: u32) -> bool {
        use InstructionOpcode as Op;
        if steps == 0 {
            return false;
        }
        let fits = match instruction.get_opcode() {
            Op::Call => {
                // The called function is an operand, too.
                return scythe_llvm::called_function(instruction)
                    .and_then(|f| Builtin::from_name(&f.get_name().to_string_lossy()))
                    .is_some_and(|b| {
                        matches!(
                            b.shape(),
                            Shape::RankedGetter | Shape::Getter | Shape::LocalMemory
                        )
                    })
                    && self.operands_fit(instruction, 1, steps);
            }
            Op::Load => {
                scythe_llvm::access_bytes(instruction).is_some()
                    && accessed_pointer(instruction).is_some_and(|p| self.is_unchanging(p))
            }
            Op::GetElementPtr
            | Op::Trunc
            | Op::ZExt
            | Op::SExt
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Shl
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::ICmp
            | Op::Select => true,
            _ => false,
        };
        fits && self.operands_fit(instruction, 0, steps)
    }

    fn operands_fit(&self, instruction: InstructionValue<'c>, but: u32, steps: u32) -> bool {
        (0..instruction.get_num_operands() - but).all(|index| {
            scythe_llvm::operand_instruction(instruction, index)
                .is_none_or(|operand| self.is_repeatable(operand, steps - 1))
        })
    }

    /// Whether a pointer leads into an argument that is passed by value.
    fn is_unchanging(&self, pointer: PointerValue<'c>) -> bool {
        let owner = scythe_llvm::argument_behind(pointer);
        owner.is_some_and(|owner| {
            self.arguments
                .iter()
                .zip(self.by_value)
                .any(|(argument, &by_value)| by_value && *argument == BasicValueEnum::from(owner))
        })
    }

    /// Puts a copy of a value, and of all it is made of, before `at`, and makes `user` use it.
    fn repeat(
        &self,
        value: InstructionValue<'c>,
        user: InstructionValue<'c>,
        at: InstructionValue<'c>,
    ) {
        let copy = repeat_before(value, at);
        scythe_llvm::replace_operand(user, value, copy);
        for index in 0..value.get_num_operands() {
            if let Some(operand) = scythe_llvm::operand_instruction(value, index) {
                self.repeat(operand, copy, copy);
            }
        }
    }
}

/// The variables of a kernel, in order: all in its entry block.
fn variables<'c>(entry: BasicBlock<'c>) -> Vec<InstructionValue<'c>> {
    entry.get_instructions().filter(|i| i.get_opcode() == InstructionOpcode::Alloca).collect()
}

/// Which variables may be read behind a barrier, with their places.
fn live_slots<'c>(
    kernel: FunctionValue<'c>,
    blocks: &[BasicBlock<'c>],
    behind: &[usize],
) -> Result<Vec<Slot>, MuxError> {
    let all = variables(blocks[0]);
    let strange = instructions(kernel)
        .into_iter()
        .any(|i| i.get_opcode() == InstructionOpcode::Alloca && i.get_parent() != Some(blocks[0]));
    if strange {
        return Err(MuxError::malformed(
            original_name(kernel),
            "has a variable of dynamic size beside a barrier",
        ));
    }
    let simple: Vec<bool> = all.iter().map(|&variable| is_simple(variable)).collect();
    let live = live_in(blocks, &all, &simple);
    let mut slots = Vec::new();
    for (number, &variable) in all.iter().enumerate() {
        if simple[number] && !behind.iter().any(|&block| live[block][number]) {
            continue;
        }
        let (bytes, align) = variable_layout(variable).ok_or_else(|| {
            MuxError::malformed(original_name(kernel), "has a variable of unknown size")
        })?;
        slots.push((
            align,
            Slot { variable: number, bytes: bytes.next_multiple_of(align), before: 0 },
        ));
    }
    // Strictest alignment first: then every array starts where its elements may.
    slots.sort_by_key(|(align, _)| std::cmp::Reverse(*align));
    let mut before = 0;
    Ok(slots
        .into_iter()
        .map(|(_, slot)| {
            let slot = Slot { before, ..slot };
            before += slot.bytes;
            slot
        })
        .collect())
}

/// Whether a variable is only read and written as a whole.
fn is_simple(variable: InstructionValue<'_>) -> bool {
    let Some((bytes, _)) = variable_layout(variable) else { return false };
    users(variable).into_iter().all(|user| {
        let whole = accessed_pointer(user)
            .is_some_and(|pointer| pointer.as_instruction() == Some(variable));
        let stored = user.get_opcode() == InstructionOpcode::Store
            && user.get_operand(0).and_then(|o| o.value()).is_some_and(|value| {
                value.is_pointer_value()
                    && value.into_pointer_value().as_instruction() == Some(variable)
            });
        whole && !stored && scythe_llvm::access_bytes(user) == Some(bytes)
    })
}

/// For each block and simple variable: may the variable's value on entry be read?
fn live_in<'c>(
    blocks: &[BasicBlock<'c>],
    all: &[InstructionValue<'c>],
    simple: &[bool],
) -> Vec<Vec<bool>> {
    let number: HashMap<InstructionValue<'c>, usize> =
        all.iter().enumerate().filter(|(i, _)| simple[*i]).map(|(i, &v)| (v, i)).collect();
    let place: HashMap<BasicBlock<'c>, usize> =
        blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    // What a block reads first, and what it writes.
    let mut reads = vec![vec![false; all.len()]; blocks.len()];
    let mut writes = vec![vec![false; all.len()]; blocks.len()];
    for (b, block) in blocks.iter().enumerate() {
        for instruction in block.get_instructions() {
            let accessed = accessed_pointer(instruction).and_then(|p| p.as_instruction());
            let Some(&variable) = accessed.and_then(|v| number.get(&v)) else { continue };
            if instruction.get_opcode() == InstructionOpcode::Store {
                writes[b][variable] = true;
            } else if !writes[b][variable] {
                reads[b][variable] = true;
            }
        }
    }
    let mut live = reads.clone();
    loop {
        let mut changed = false;
        for b in (0..blocks.len()).rev() {
            for next in successors(blocks[b]) {
                let Some(&next) = place.get(&next) else { continue };
                for variable in 0..all.len() {
                    if live[next][variable] && !writes[b][variable] && !live[b][variable] {
                        live[b][variable] = true;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return live;
        }
    }
}

/// Makes the function of one region: a copy of the kernel that starts elsewhere and stops at barriers.
fn emit_region<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    number: usize,
    start: usize,
    stops: &[usize],
    slots: &[Slot],
) -> Result<FunctionValue<'c>, MuxError> {
    let context = cx.module.get_context();
    let pointer = context.ptr_type(Default::default()).into();
    let size = context.i64_type();
    let extra = [pointer, pointer, size.into(), size.into()];
    let name = format!("{}.mux-barrier-region", original_name(kernel));
    let region = clone_with_parameters(kernel, &name, &extra);
    region.set_linkage(Linkage::Internal);
    region.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    let always = Attribute::get_named_enum_kind_id("alwaysinline");
    region.add_attribute(AttributeLoc::Function, context.create_enum_attribute(always, 0));
    let parameters = region.get_params();
    let [next, live, item, items] = &parameters[parameters.len() - extra.len()..] else {
        return Err(MuxError::malformed(name, "lost its parameters"));
    };
    for (value, name) in [(next, "next"), (live, "live"), (item, "item"), (items, "items")] {
        value.set_name(name);
    }
    let next = next.into_pointer_value();

    let blocks = region.get_basic_blocks();
    let builder = context.create_builder();
    // Ends: the kernel's own and the barriers.
    let leave = |number: u64, at: BasicBlock<'c>| -> Result<(), MuxError> {
        builder.position_at_end(at);
        builder.build_store(next, context.i32_type().const_int(number, false))?;
        builder.build_return(None)?;
        Ok(())
    };
    for &block in &blocks {
        if let Some(end) = block.get_terminator()
            && end.get_opcode() == InstructionOpcode::Return
        {
            truncate(end);
            leave(DONE, block)?;
        }
    }
    for (barrier, &stop) in stops.iter().enumerate() {
        if let Some(first) = blocks[stop].get_first_instruction() {
            truncate(first);
        }
        // The kernel's start is region 1, what follows barrier 0 is region 2.
        leave(barrier as u64 + 2, blocks[stop])?;
    }
    // The frame: variables of the region, addresses of those that live longer, then off.
    let frame = context.prepend_basic_block(blocks[0], "frame");
    let all = variables(blocks[0]);
    for &variable in &all {
        move_to_end(variable, frame);
    }
    builder.position_at_end(frame);
    for slot in slots {
        let bytes = context.i8_type();
        let base = live.into_pointer_value();
        let items = items.into_int_value();
        let before = builder.build_int_mul(items, size.const_int(slot.before, false), "")?;
        let within =
            builder.build_int_mul(item.into_int_value(), size.const_int(slot.bytes, false), "")?;
        let at = builder.build_int_add(before, within, "")?;
        let address: PointerValue<'c> =
            array_element(&builder, bytes.array_type(0), base, at, "live")?;
        replace_uses(&all[slot.variable], &address);
        drop_instruction(all[slot.variable]);
    }
    builder.build_unconditional_branch(blocks[start])?;
    remove_unreachable(region);
    region.as_global_value().set_name(&format!("{name}.{}", number + 1));
    Ok(region)
}

//! Runs hierarchical kernels on all work-items of their work-groups.
//!
//! Before: `@k` calls `@__mux_once_per_group()`: its code is for one work-item of each work-group. It calls `@f(%a)`,
//!         and `@f` calls `@__mux_in_each_work_item()`: its code is for all of them
//! After:  the code of `@k` is run by the leader, work-item zero; wherever it called `@f`, it leaves `%a` and the number
//!         of the call in local memory and goes to the block `dispatch`, where all others wait:
//!
//! ```text
//! entry:     br leader ? code : dispatch
//! code:      ...  store 1, @call; store %a, @argument; br dispatch
//! dispatch:  barrier; switch @call: 0 -> done, 1 -> items.1
//! items.1:   call @f(load @argument); barrier; br leader ? after.1 : dispatch
//! after.1:   ...  store 0, @call; br dispatch
//! done:      ret
//! ```
//!
//! Variables of `@k` are in local memory, because `@f` may have their addresses.
//! `@__mux_private_variable(bytes, align)` is a variable of each work-item: its address, which the leader
//! passes on, is the same in all of them and points to each one's own. To the code of the work-group, its
//! work-item is the only one.
//!
//! Requires: objects that kernels write are copied (`copy-written-objects`).

use std::collections::HashSet;

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
    IntValue, PointerValue,
};
use scythe_llvm::{
    Among, UniformFacts, add_attribute, call_argument, call_instruction, calls_in, drop_attribute,
    drop_instruction, erase, erase_call, inline_call, instructions, move_to_end,
    remove_unreachable, replace_uses, set_numbers, split_before, truncate, values_to_memory,
    variable_layout,
};
use scythe_mux::passes::{caller_of, constant_argument};
use scythe_mux::{
    ATTR_SPACE, Builtin, Changed, META_REQD_SIZE, MuxError, PassCx, PassDesc, entry_points,
    original_name, size_type,
};

use super::super::space;
use super::pass_launch_facts::sites;

pub const PASS: PassDesc = PassDesc {
    name: "spread-work-items",
    summary: "run hierarchical kernels on all work-items of their work-groups",
    run,
};

/// Marks a kernel whose code is for one work-item of each work-group.
const ONCE: &str = "__mux_once_per_group";
/// Marks a function whose code is for all of them.
const EACH: &str = "__mux_in_each_work_item";
/// A variable of each work-item.
const VARIABLE: &str = "__mux_private_variable";

/// The maximum depth of inlining; recursive functions are not inlined.
const MOST_ROUNDS: usize = 256;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let module = cx.module;
    let Some(once) = module.get_function(ONCE) else { return Ok(Changed::No) };
    let each = match module.get_function(EACH) {
        Some(each) => sites(each)?,
        None => Vec::new(),
    };
    let bodies: HashSet<_> = each.iter().filter_map(|call| caller_of(*call)).collect();
    let wanted = Wanted { bodies: &bodies };
    for kernel in entry_points(module) {
        if !wanted.reaches(kernel, &|f| f == once) {
            continue;
        }
        wanted.inline_into(kernel)?;
        Spreading { cx, kernel, bodies: &bodies }.run()?;
    }
    for body in &bodies {
        drop_attribute(*body, AttributeLoc::Function, "noinline");
        add_attribute(*body, AttributeLoc::Function, "alwaysinline", 0);
    }
    for name in [ONCE, EACH] {
        let Some(marker) = module.get_function(name) else { continue };
        sites(marker)?.into_iter().for_each(erase_call);
        erase(marker);
    }
    Ok(Changed::Yes)
}

/// Functions that have to be in the kernel itself.
struct Wanted<'a, 'c> {
    bodies: &'a HashSet<FunctionValue<'c>>,
}

impl<'c> Wanted<'_, 'c> {
    /// Whether code of the work-group calls a wanted function, directly or indirectly.
    fn reaches(
        &self,
        function: FunctionValue<'c>,
        is_wanted: &dyn Fn(FunctionValue<'c>) -> bool,
    ) -> bool {
        let (mut seen, mut open) = (HashSet::new(), vec![function]);
        while let Some(next) = open.pop() {
            for callee in calls_in(next).iter().filter_map(|call| call.get_called_fn_value()) {
                if is_wanted(callee) {
                    return true;
                }
                if !self.bodies.contains(&callee) && seen.insert(callee) {
                    open.push(callee);
                }
            }
        }
        false
    }

    fn is_wanted(&self, function: FunctionValue<'c>) -> bool {
        let name = function.get_name().to_string_lossy();
        self.bodies.contains(&function)
            || [ONCE, VARIABLE].contains(&&*name)
            || Builtin::of(function).is_some_and(|builtin| alone(builtin).is_some())
    }

    fn inline_into(&self, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
        for _ in 0..MOST_ROUNDS {
            let mut between = calls_in(kernel);
            between.retain(|call| {
                call.get_called_fn_value().is_some_and(|callee| {
                    callee.count_basic_blocks() > 0
                        && !self.bodies.contains(&callee)
                        && self.reaches(callee, &|f| self.is_wanted(f))
                })
            });
            if between.is_empty() {
                return Ok(());
            }
            if !between.into_iter().all(inline_call) {
                break;
            }
        }
        Err(MuxError::Unsupported {
            kernel: original_name(kernel),
            what: "parallel_for_work_item in a function that cannot be inlined",
            help: "call it in the kernel itself",
        })
    }
}

/// Queries by code that runs in one work-item only.
enum Alone {
    Number(u64),
    /// A barrier is only its fence.
    Fence,
}

fn alone(builtin: Builtin) -> Option<Alone> {
    Some(match builtin {
        Builtin::LocalId | Builtin::LocalLinearId => Alone::Number(0),
        Builtin::LocalSize | Builtin::EnqueuedLocalSize => Alone::Number(1),
        Builtin::WorkGroupBarrier | Builtin::SubGroupBarrier => Alone::Fence,
        _ => return None,
    })
}

/// No value is known to be uniform.
struct Nothing;

impl<'c> UniformFacts<'c> for Nothing {
    fn is_same(&self, _: InstructionValue<'c>, _: Among) -> bool {
        false
    }

    fn is_met(&self, _: BasicBlock<'c>, _: Among) -> bool {
        false
    }
}

struct Spreading<'a, 'm, 'c> {
    cx: &'a PassCx<'m, 'c>,
    kernel: FunctionValue<'c>,
    bodies: &'a HashSet<FunctionValue<'c>>,
}

/// A call of a function for all work-items.
struct Call<'c> {
    call: InstructionValue<'c>,
    arguments: Vec<(PointerValue<'c>, BasicTypeEnum<'c>)>,
    after: BasicBlock<'c>,
}

impl<'c> Spreading<'_, '_, 'c> {
    fn module(&self) -> &Module<'c> {
        self.cx.module
    }

    fn builder(&self) -> Builder<'c> {
        self.module().get_context().create_builder()
    }

    fn number(&self, value: u64) -> IntValue<'c> {
        self.module().get_context().i32_type().const_int(value, false)
    }

    fn wrong(&self, what: &str) -> MuxError {
        MuxError::malformed(original_name(self.kernel), what)
    }

    fn run(&self) -> Result<(), MuxError> {
        remove_unreachable(self.kernel);
        // Known sizes were those of launches with one work-item per work-group.
        set_numbers(self.kernel, META_REQD_SIZE, &[0; 3]);
        for name in [ATTR_SPACE, "nvvm.reqntid", "sycl-work-group-size"] {
            self.kernel.remove_string_attribute(AttributeLoc::Function, name);
        }
        self.answer_alone()?;
        self.share_variables()?;
        self.place_private_variables()?;
        let tails = self.split_at_calls()?;
        values_to_memory(self.kernel, &Nothing);
        self.dispatch(tails)
    }

    fn answer_alone(&self) -> Result<(), MuxError> {
        for call in calls_in(self.kernel) {
            let Some(asked) = call.get_called_fn_value().and_then(Builtin::of) else { continue };
            match alone(asked) {
                Some(Alone::Number(number)) => {
                    let number = size_type(self.module()).const_int(number, false);
                    replace_uses(&call_instruction(call), &BasicValueEnum::from(number));
                }
                Some(Alone::Fence) => {
                    let builder = self.builder();
                    builder.position_before(&call_instruction(call));
                    let fence = self.cx.target.declare_builtin(self.module(), Builtin::MemBarrier);
                    let (Some(scope), Some(semantics)) =
                        (call_argument(call, 1), call_argument(call, 2))
                    else {
                        return Err(self.wrong("has a barrier without a scope"));
                    };
                    builder.build_call(fence, &[scope.into(), semantics.into()], "")?;
                }
                None => continue,
            }
            erase_call(call);
        }
        Ok(())
    }

    /// Memory that the work-group shares.
    fn shared(&self, ty: impl BasicType<'c>, align: u64, name: &str) -> PointerValue<'c> {
        let ty = ty.as_basic_type_enum();
        let memory = self.module().add_global(ty, Some(space::SHARED.into()), name);
        memory.set_linkage(Linkage::Internal);
        memory.set_initializer(&match ty {
            BasicTypeEnum::ArrayType(ty) => ty.get_poison().as_basic_value_enum(),
            BasicTypeEnum::FloatType(ty) => ty.get_poison().into(),
            BasicTypeEnum::IntType(ty) => ty.get_poison().into(),
            BasicTypeEnum::PointerType(ty) => ty.get_poison().into(),
            BasicTypeEnum::StructType(ty) => ty.get_poison().into(),
            BasicTypeEnum::VectorType(ty) => ty.get_poison().into(),
            BasicTypeEnum::ScalableVectorType(ty) => ty.get_poison().into(),
        });
        memory.set_alignment(u32::try_from(align).unwrap_or(16));
        memory.as_pointer_value()
    }

    fn share_variables(&self) -> Result<(), MuxError> {
        for call in calls_in(self.kernel) {
            let name =
                call.get_called_fn_value().map(|f| f.get_name().to_string_lossy().into_owned());
            if name.is_some_and(|name| name.starts_with("llvm.lifetime.")) {
                erase_call(call);
            }
        }
        let context = self.module().get_context();
        for variable in instructions(self.kernel) {
            if variable.get_opcode() != InstructionOpcode::Alloca {
                continue;
            }
            let Some((size, align)) = variable_layout(variable) else {
                return Err(MuxError::Unsupported {
                    kernel: original_name(self.kernel),
                    what: "an array of a size that is not known in the code of a work-group",
                    help: "use local memory",
                });
            };
            let bytes = context.i8_type().array_type(u32::try_from(size).unwrap_or(u32::MAX));
            let memory = self.shared(bytes, align, "group-variable");
            let builder = self.builder();
            builder.position_before(&variable);
            let generic = context.ptr_type(Default::default());
            let address = builder.build_address_space_cast(memory, generic, "")?;
            replace_uses(&variable, &BasicValueEnum::from(address));
            drop_instruction(variable);
        }
        Ok(())
    }

    fn place_private_variables(&self) -> Result<(), MuxError> {
        let context = self.module().get_context();
        for call in calls_in(self.kernel) {
            let callee = call.get_called_fn_value();
            if callee.is_none_or(|f| f.get_name().to_bytes() != VARIABLE.as_bytes()) {
                continue;
            }
            let number = |index| constant_argument(call, index).and_then(|n| u32::try_from(n).ok());
            let (Some(size), Some(align)) = (number(0), number(1)) else {
                return Err(self.wrong("has a private variable of a size that is not constant"));
            };
            let start = self.kernel.get_first_basic_block().and_then(|b| b.get_first_instruction());
            let start = start.ok_or_else(|| self.wrong("has no code"))?;
            let builder = self.builder();
            builder.position_before(&start);
            let place = builder.build_alloca(context.i8_type().array_type(size), "private")?;
            if let Some(place) = place.as_instruction() {
                place
                    .set_alignment(align)
                    .map_err(|_| self.wrong("has a variable of no alignment"))?;
            }
            replace_uses(&call_instruction(call), &BasicValueEnum::from(place));
            erase_call(call);
        }
        Ok(())
    }

    /// Splits blocks after calls of functions for all work-items. Returns the calls with the following
    /// blocks.
    fn split_at_calls(&self) -> Result<Vec<(CallSiteValue<'c>, BasicBlock<'c>)>, MuxError> {
        let mut tails = Vec::new();
        for call in calls_in(self.kernel) {
            if !call.get_called_fn_value().is_some_and(|f| self.bodies.contains(&f)) {
                continue;
            }
            let next = call_instruction(call).get_next_instruction();
            let next = next.ok_or_else(|| self.wrong("ends a block with a call"))?;
            tails.push((call, split_before(next, "after")));
        }
        Ok(tails)
    }

    fn meet(&self, builder: &Builder<'c>) -> Result<(), MuxError> {
        let name = "llvm.nvvm.barrier.cta.sync.all";
        let missing = || MuxError::malformed(name, "is not an intrinsic of this LLVM");
        let barrier = Intrinsic::find(name).ok_or_else(missing)?;
        let barrier = barrier.get_declaration(self.module(), &[]).ok_or_else(missing)?;
        builder.build_call(barrier, &[self.number(0).into()], "")?;
        Ok(())
    }

    /// Tests whether the work-item is the leader, at the end of the entry block, which keeps only variables.
    /// Returns the block with the code.
    fn enter(&self) -> Result<(IntValue<'c>, BasicBlock<'c>, Builder<'c>), MuxError> {
        let entry = self.kernel.get_first_basic_block().ok_or_else(|| self.wrong("has no code"))?;
        let mut first = entry.get_first_instruction();
        while let Some(variable) = first.filter(|i| i.get_opcode() == InstructionOpcode::Alloca) {
            first = variable.get_next_instruction();
        }
        let first = first.ok_or_else(|| self.wrong("has no end"))?;
        let code = split_before(first, "code");
        if let Some(end) = entry.get_terminator() {
            truncate(end);
        }
        let builder = self.builder();
        builder.position_at_end(entry);
        let ask = self.cx.target.declare_builtin(self.module(), Builtin::LocalId);
        let mut all = size_type(self.module()).const_zero();
        for dimension in 0..3 {
            let id = builder.build_call(ask, &[self.number(dimension).into()], "")?;
            let Some(BasicValueEnum::IntValue(id)) = id.try_as_basic_value().basic() else {
                return Err(self.wrong("gets no local id"));
            };
            all = builder.build_or(all, id, "")?;
        }
        let zero = all.get_type().const_zero();
        let leader = builder.build_int_compare(IntPredicate::EQ, all, zero, "leader")?;
        Ok((leader, code, builder))
    }

    fn dispatch(&self, tails: Vec<(CallSiteValue<'c>, BasicBlock<'c>)>) -> Result<(), MuxError> {
        let context = self.module().get_context();
        let returns: Vec<_> = self
            .kernel
            .get_basic_blocks()
            .into_iter()
            .filter_map(|block| block.get_terminator())
            .filter(|end| end.get_opcode() == InstructionOpcode::Return)
            .collect();
        let (leader, code, entered) = self.enter()?;
        let [dispatch, done] =
            ["dispatch", "done"].map(|name| context.append_basic_block(self.kernel, name));
        entered.build_conditional_branch(leader, code, dispatch)?;
        let which = self.shared(context.i32_type(), 4, "call");
        let leave = |at: BasicBlock<'c>, number: u64| {
            let builder = self.builder();
            builder.position_at_end(at);
            volatile(&builder.build_store(which, self.number(number))?)?;
            builder.build_unconditional_branch(dispatch)?;
            Ok::<_, MuxError>(())
        };
        for end in returns {
            let block = end.get_parent().ok_or_else(|| self.wrong("returns from nowhere"))?;
            truncate(end);
            leave(block, 0)?;
        }
        let mut calls = Vec::new();
        for (number, (call, after)) in (1..).zip(tails) {
            let block = call_instruction(call).get_parent();
            let block = block.ok_or_else(|| self.wrong("has a call in no block"))?;
            if let Some(end) = block.get_terminator() {
                truncate(end);
            }
            calls.push(self.hand_over(call, after)?);
            leave(block, number)?;
        }
        let builder = self.builder();
        builder.position_at_end(dispatch);
        self.meet(&builder)?;
        let asked = builder.build_load(context.i32_type(), which, "call")?;
        let load = asked.as_instruction_value().ok_or_else(|| self.wrong("loads nothing"))?;
        volatile(&load)?;
        let blocks: Vec<_> =
            calls.iter().map(|_| context.append_basic_block(self.kernel, "items")).collect();
        let cases: Vec<_> =
            (1..).zip(&blocks).map(|(number, block)| (self.number(number), *block)).collect();
        builder.build_switch(asked.into_int_value(), done, &cases)?;
        builder.position_at_end(done);
        builder.build_return(None)?;
        for (Call { call, arguments, after }, block) in calls.iter().zip(blocks) {
            builder.position_at_end(block);
            let mut values = Vec::new();
            for (memory, ty) in arguments {
                values.push(builder.build_load(*ty, *memory, "")?);
            }
            // The call itself, so that it keeps its source line.
            move_to_end(*call, block);
            for (index, value) in (0..).zip(values) {
                call.set_operand(index, value);
            }
            builder.position_at_end(block);
            self.meet(&builder)?;
            builder.build_conditional_branch(leader, *after, dispatch)?;
        }
        Ok(())
    }

    /// Stores the arguments of a call where all work-items can load them.
    fn hand_over(
        &self,
        call: CallSiteValue<'c>,
        after: BasicBlock<'c>,
    ) -> Result<Call<'c>, MuxError> {
        let function = call.get_called_fn_value().ok_or_else(|| self.wrong("calls no function"))?;
        let builder = self.builder();
        builder.position_before(&call_instruction(call));
        let mut arguments = Vec::new();
        for index in 0..function.count_params() {
            let value = call_argument(call, index).ok_or_else(|| self.wrong("lost an argument"))?;
            let memory = self.shared(value.get_type(), 16, "argument");
            builder.build_store(memory, value)?;
            arguments.push((memory, value.get_type()));
        }
        Ok(Call { call: call_instruction(call), arguments, after })
    }
}

/// Other work-items write it.
fn volatile(access: &InstructionValue<'_>) -> Result<(), MuxError> {
    access.set_volatile(true).map_err(|_| MuxError::malformed("dispatch", "has an invalid access"))
}

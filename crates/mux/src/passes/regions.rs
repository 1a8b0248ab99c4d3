//! Splits a kernel at its barriers and group operations.
//!
//! A *region* is the code that a work-item runs from the kernel's entry, or from a cut, to the next cut or
//! the end. Each becomes a function that takes, besides the kernel's arguments,
//!
//! - `next`, where it stores the number of the region to run next (0: the work-item is done),
//! - `lane` and `lanes`, the work-item's id in its sub-group and the size of that,
//! - the variables that live across the cut it starts from: values if they are uniform, addresses if each
//!   work-item has its own,
//! - the addresses for variables that live across the cut it ends at.
//!
//! First, all values that leave their block go into variables; then liveness determines which variables are
//! live into and out of a region. All others stay variables of the region, which LLVM turns into values
//! again. This works for any control flow, because after the first step blocks are connected through memory
//! alone.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    call_instruction, calls_in, clone_with_parameters, declare_first, declare_for_good,
    drop_instruction, is_declared, move_to_end, promote_variables, remove_unreachable,
    replace_uses, successors, truncate, users, values_to_memory,
};

use super::cuts::{self, Cut, Level};
use super::narrow_regions::Split;
use super::variables::{self, Flow, Kind, Variable};
use super::{cheap_values, divergence, scalable, variables::declared};
use crate::kernel::{ATTR_KERNEL, original_name};
use crate::reader::KernelGraph;
use crate::{Builtin, MuxError, PassCx, size_type};

/// The parameters `next`, `lane`, `lanes` and `sub-group`.
pub const FIXED_PARAMETERS: usize = 4;

/// The number of a finished work-item's next region.
pub const DONE: usize = 0;

/// A kernel split into regions.
pub struct Regions<'c> {
    /// Region `i` has the number `i + 1`; the first one starts at the kernel's entry, region `i + 2` after
    /// cut `i`.
    pub regions: Vec<Region<'c>>,
    /// The cuts.
    pub cuts: Vec<Cut<'c>>,
    /// The kernel's variables.
    pub variables: Vec<Variable<'c>>,
}

/// A region.
pub struct Region<'c> {
    /// The function that runs it for one work-item.
    pub function: FunctionValue<'c>,
    /// The work-items that start it together.
    pub level: Level,
    /// The variables it loads, in the order of its parameters.
    pub ins: Vec<usize>,
    /// The variables it stores, each with the level of its readers, in the order of its parameters.
    pub outs: Vec<(usize, Level)>,
    /// The numbers of its possible successors.
    pub next: Vec<usize>,
    /// The versions that work-items run, depending on guards (`narrow_regions`).
    pub split: Option<Split<'c>>,
}

impl<'c> Region<'c> {
    /// The parameters that point to memory of the compiler: variables and the next region. Those that point
    /// to a work-item's private memory are separate.
    pub fn pointers(&self, variables: &[Variable<'c>]) -> RegionPointers<'c> {
        let parameters = self.function.get_params();
        let first = parameters.len() - self.outs.len() - self.ins.len();
        let (taken, left) = parameters[first..].split_at(self.ins.len());
        let (private, own): (Vec<_>, Vec<_>) =
            self.ins.iter().zip(taken).partition(|(v, _)| variables[**v].is_private());
        let next = parameters.get(first - FIXED_PARAMETERS);
        RegionPointers {
            private: private.into_iter().map(|(_, p)| *p).collect(),
            own: own.into_iter().map(|(_, p)| p).chain(left).chain(next).copied().collect(),
        }
    }
}

/// The pointer parameters of a region.
#[derive(Default)]
pub struct RegionPointers<'c> {
    /// To a work-item's private memory.
    pub private: Vec<BasicValueEnum<'c>>,
    /// To memory that only the region accesses.
    pub own: Vec<BasicValueEnum<'c>>,
}

impl Regions<'_> {
    /// The number of a variable, by its declaration.
    pub fn number_of(&self, alloca: InstructionValue<'_>) -> Option<usize> {
        self.variables.iter().position(|v| v.alloca == alloca)
    }
}

/// The work-items that start a region together, by its number.
fn level_of(cuts: &[Cut<'_>], number: usize) -> Level {
    number.checked_sub(2).map_or(Level::Group, |cut| cuts[cut].level)
}

/// Splits a kernel (`by_value` marks the arguments that are objects of its own); the kernel itself is not
/// used any more. `together`: whether all work-items of a group reach each cut together; otherwise cuts are
/// in the order in which work-items continue (`divergence`).
pub fn cut<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    by_value: &[bool],
    together: bool,
) -> Result<Regions<'c>, MuxError> {
    remove_unreachable(kernel);
    drop_lifetimes(kernel);
    // Blocks with cuts lose their contents.
    declare_first(kernel);
    let mut cuts = cuts::split(cx, kernel)?;
    if !together {
        divergence::sort(kernel, &mut cuts);
    }
    cheap_values::repeat(kernel, by_value);
    scalable::split_structs(cx, kernel)?;
    values_to_memory(kernel, &KernelGraph::of(kernel).uniformity());

    let variables = variables::describe(kernel, &cuts, together)?;
    let blocks = kernel.get_basic_blocks();
    let place = |block: BasicBlock<'c>| {
        blocks
            .iter()
            .position(|b| *b == block)
            .ok_or_else(|| MuxError::malformed(original_name(kernel), "lost a block"))
    };
    let mut plan = Plan {
        flow: Flow::of(&blocks, &variables, &cuts),
        blocks: &blocks,
        starts: vec![0],
        stops: Vec::new(),
        cuts: &cuts,
        variables: &variables,
        // The optimiser replaces most variables by values; its output is the same with `-g` and without.
        debuggable: variables.iter().any(|variable| is_declared(variable.alloca)),
    };
    for cut in &cuts {
        let stop = place(cut.block)?;
        let behind = successors(cut.block).first().copied();
        let behind = behind
            .ok_or_else(|| MuxError::malformed(original_name(kernel), "ends with a barrier"))?;
        plan.starts.push(place(behind)?);
        plan.stops.push(stop);
    }
    let regions = (0..plan.starts.len())
        .map(|index| plan.emit_region(cx, kernel, index))
        .collect::<Result<_, _>>()?;
    Ok(Regions { regions, cuts, variables })
}

/// Variables outlive the regions of LLVM's lifetime markers.
fn drop_lifetimes(kernel: FunctionValue<'_>) {
    for call in calls_in(kernel) {
        let name = call.get_called_fn_value().map(|f| f.get_name().to_string_lossy().into_owned());
        if name.is_some_and(|name| name.starts_with("llvm.lifetime.")) {
            drop_instruction(call_instruction(call));
        }
    }
}

/// The analysis before the first region is made.
struct Plan<'a, 'c> {
    flow: Flow,
    blocks: &'a [BasicBlock<'c>],
    /// The start block of each region.
    starts: Vec<usize>,
    /// The block of each cut.
    stops: Vec<usize>,
    cuts: &'a [Cut<'c>],
    variables: &'a [Variable<'c>],
    /// Whether the kernel has variables for a debugger.
    debuggable: bool,
}

/// The parameters of a region.
struct Shape {
    ins: Vec<usize>,
    outs: Vec<(usize, Level)>,
    next: Vec<usize>,
}

impl<'c> Plan<'_, 'c> {
    /// The blocks of a region, and the cuts it may end at.
    fn reach(&self, start: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut blocks, mut ends, mut open) = (Vec::new(), Vec::new(), vec![start]);
        while let Some(block) = open.pop() {
            if let Some(cut) = self.stops.iter().position(|&stop| stop == block) {
                if !ends.contains(&cut) {
                    ends.push(cut);
                }
            } else if !blocks.contains(&block) {
                blocks.push(block);
                let next = successors(self.blocks[block]);
                open.extend(next.iter().filter_map(|n| self.blocks.iter().position(|b| b == n)));
            }
        }
        ends.sort_unstable();
        (blocks, ends)
    }

    /// The variables that are live at a cut.
    fn needed_at(&self, cut: usize) -> Vec<usize> {
        let number = |alloca| self.variables.iter().position(|v| v.alloca == alloca);
        let result = self.cuts[cut].result.and_then(number);
        let behind = self.flow.live_in(self.starts[cut + 1]).filter(|v| Some(*v) != result);
        behind.chain(self.cuts[cut].operands.iter().filter_map(|&o| number(o))).collect()
    }

    fn shape(&self, index: usize) -> Shape {
        let (blocks, ends) = self.reach(self.starts[index]);
        let level = level_of(self.cuts, index + 1);
        // A debugger also shows variables that the region does not name.
        let memory = (0..self.variables.len()).filter(|&v| {
            self.variables[v].addressed && (self.debuggable || self.flow.mentions(&blocks, v))
        });
        // No variable has a value before the kernel starts.
        let taken = self.flow.live_in(self.starts[index]).filter(|_| index > 0);
        let ins: Vec<usize> = taken.chain(memory).collect();
        let mut outs = Vec::new();
        for &cut in &ends {
            let to = self.cuts[cut].level;
            for variable in self.needed_at(cut) {
                // Unchanged variables need not be stored again.
                let unchanged = !self.flow.writes(&blocks, variable);
                let there = unchanged && (to == level || !ins.contains(&variable));
                if !there && !outs.contains(&(variable, to)) {
                    outs.push((variable, to));
                }
            }
        }
        let returns = blocks.iter().any(|&b| successors(self.blocks[b]).is_empty());
        let mut next: Vec<usize> = ends.iter().map(|cut| cut + 2).collect();
        if returns {
            next.insert(0, DONE);
        }
        Shape { ins, outs, next }
    }

    /// The cuts that share one exit of a region: if there are several, those of a sub-group. The sub-group
    /// reaches one of them together, so the path to it needs no masks: all lanes store what any of the cuts
    /// needs, as vectors, and unneeded values are never read.
    fn leave_together(&self, next: &[usize]) -> Vec<usize> {
        let cuts: Vec<usize> = next.iter().filter_map(|number| number.checked_sub(2)).collect();
        let narrow = cuts.iter().all(|&cut| self.cuts[cut].level == Level::SubGroup);
        if narrow && cuts.len() > 1 { cuts } else { Vec::new() }
    }

    /// The cuts by exit of a region: those that it leaves `together`, and each of the others.
    fn exits(&self, together: &[usize]) -> Vec<Vec<usize>> {
        let alone =
            (0..self.stops.len()).filter(|cut| !together.contains(cut)).map(|cut| vec![cut]);
        let first = (!together.is_empty()).then(|| together.to_vec());
        first.into_iter().chain(alone).collect()
    }

    /// Makes the function of one region: a copy of the kernel that starts elsewhere and stops at cuts.
    fn emit_region(
        &self,
        cx: &PassCx<'_, 'c>,
        kernel: FunctionValue<'c>,
        index: usize,
    ) -> Result<Region<'c>, MuxError> {
        let context = cx.module.get_context();
        let pointer: BasicTypeEnum<'c> = context.ptr_type(Default::default()).into();
        let size: BasicTypeEnum<'c> = size_type(cx.module).into();
        let Shape { ins, outs, next } = self.shape(index);
        let mut extra = vec![pointer, size, size, size];
        let level = level_of(self.cuts, index + 1);
        extra.extend(ins.iter().map(|&v| match self.variables[v].kind(level) {
            Kind::Uniform => self.variables[v].ty,
            Kind::PerItem | Kind::Memory => pointer,
        }));
        extra.extend(outs.iter().map(|_| pointer));
        let name = format!("{}.mux-barrier-region.{}", original_name(kernel), index + 1);
        let function = clone_with_parameters(kernel, &name, &extra);
        make_inner(cx, function);
        let parameters = function.get_params();
        let (taken, left) =
            parameters[parameters.len() - extra.len() + FIXED_PARAMETERS..].split_at(ins.len());
        let [next_region, lane, lanes, sub_group] =
            &parameters[parameters.len() - extra.len()..][..FIXED_PARAMETERS]
        else {
            return Err(MuxError::malformed(name, "lost its parameters"));
        };
        for (value, name) in
            [(next_region, "next"), (lane, "lane"), (lanes, "lanes"), (sub_group, "sub-group")]
        {
            value.set_name(name);
        }
        let blocks = function.get_basic_blocks();
        let all = declared(blocks[0]);
        let builder = context.create_builder();
        let exit = Exit { cx, builder: &builder, next: next_region.into_pointer_value() };
        // Exits: the kernel's own and the cuts.
        for &block in &blocks {
            if let Some(end) = block.get_terminator()
                && end.get_opcode() == InstructionOpcode::Return
            {
                truncate(end);
                builder.position_at_end(block);
                exit.leave_for(exit.region_number(DONE))?;
            }
        }
        let together = self.leave_together(&next);
        for cuts in self.exits(&together) {
            let stops = cuts.iter().map(|&cut| (blocks[self.stops[cut]], cut + 2));
            let stops: Vec<(BasicBlock<'c>, usize)> = stops.collect();
            let to = exit.stop_at(function, &stops)?;
            let needed = |variable: usize, level: Level| {
                cuts.iter().any(|&cut| {
                    level == self.cuts[cut].level && self.needed_at(cut).contains(&variable)
                })
            };
            for (&(variable, level), address) in outs.iter().zip(left) {
                if needed(variable, level) {
                    let from = declared_address(all[variable])?;
                    let value = builder.build_load(self.variables[variable].ty, from, "")?;
                    builder.build_store(address.into_pointer_value(), value)?;
                }
            }
            exit.leave_for(to)?;
        }
        answer_sub_group_queries(cx, function, [*lane, *lanes, *sub_group])?;
        // The frame: the region's variables, with the loaded ones; then a branch to its start.
        let frame = context.prepend_basic_block(blocks[0], "frame");
        for &variable in &all {
            move_to_end(variable, frame);
        }
        builder.position_at_end(frame);
        for (&variable, parameter) in ins.iter().zip(taken) {
            let to = declared_address(all[variable])?;
            match self.variables[variable].kind(level) {
                Kind::Uniform => {
                    builder.build_store(to, *parameter)?;
                }
                Kind::PerItem => {
                    let from = parameter.into_pointer_value();
                    let value = builder.build_load(self.variables[variable].ty, from, "")?;
                    builder.build_store(to, value)?;
                }
                Kind::Memory => {
                    replace_uses(&all[variable], parameter);
                    drop_instruction(all[variable]);
                }
            }
        }
        builder.build_unconditional_branch(blocks[self.starts[index]])?;
        if self.debuggable {
            declare_for_good(function);
        }
        remove_unreachable(function);
        if !self.debuggable {
            // The variables of all other regions: copying them costs more than the region itself.
            for variable in declared(frame).into_iter().filter(|v| users(*v).is_empty()) {
                drop_instruction(variable);
            }
        }
        // Values that lanes load are easier to analyse than variables, for example whether addresses are
        // contiguous.
        if !self.debuggable && !together.is_empty() {
            promote_variables(function);
        }
        Ok(Region { function, level, ins, outs, next, split: None })
    }
}

fn make_inner(cx: &PassCx<'_, '_>, region: FunctionValue<'_>) {
    region.set_linkage(Linkage::Internal);
    region.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    let always = Attribute::get_named_enum_kind_id("alwaysinline");
    let always = cx.module.get_context().create_enum_attribute(always, 0);
    region.add_attribute(AttributeLoc::Function, always);
}

fn declared_address<'c>(alloca: InstructionValue<'c>) -> Result<PointerValue<'c>, MuxError> {
    scythe_llvm::variable_address(alloca)
        .ok_or_else(|| MuxError::malformed("<variable>", "is none"))
}

/// The exits of regions.
struct Exit<'a, 'c> {
    cx: &'a PassCx<'a, 'c>,
    builder: &'a Builder<'c>,
    next: PointerValue<'c>,
}

impl<'c> Exit<'_, 'c> {
    /// Ends the region at the beginning of the blocks, each with the number of the region after it: in one
    /// new block if there are several. The builder is positioned there; returns the number of the next
    /// region.
    fn stop_at(
        &self,
        function: FunctionValue<'c>,
        stops: &[(BasicBlock<'c>, usize)],
    ) -> Result<IntValue<'c>, MuxError> {
        for (block, _) in stops {
            if let Some(first) = block.get_first_instruction() {
                truncate(first);
            }
        }
        if let [(block, to)] = *stops {
            self.builder.position_at_end(block);
            return Ok(self.region_number(to));
        }
        let context = self.cx.module.get_context();
        let end = context.append_basic_block(function, "leave");
        for (block, _) in stops {
            self.builder.position_at_end(*block);
            self.builder.build_unconditional_branch(end)?;
        }
        self.builder.position_at_end(end);
        let phi = self.builder.build_phi(context.i32_type(), "to")?;
        for (block, to) in stops {
            phi.add_incoming(&[(&self.region_number(*to), *block)]);
        }
        Ok(phi.as_basic_value().into_int_value())
    }

    /// Ends the region at the builder's position.
    fn leave_for(&self, to: IntValue<'c>) -> Result<(), MuxError> {
        self.builder.build_store(self.next, to)?;
        self.builder.build_return(None)?;
        Ok(())
    }

    fn region_number(&self, number: usize) -> IntValue<'c> {
        self.cx.module.get_context().i32_type().const_int(number as u64, false)
    }
}

/// A region knows its position in the sub-group.
fn answer_sub_group_queries<'c>(
    cx: &PassCx<'_, 'c>,
    region: FunctionValue<'c>,
    [lane, lanes, sub_group]: [BasicValueEnum<'c>; 3],
) -> Result<(), MuxError> {
    let builder = cx.module.get_context().create_builder();
    for call in calls_in(region) {
        let answer = match call.get_called_fn_value().and_then(Builtin::of) {
            Some(Builtin::SubGroupLocalId) => lane,
            Some(Builtin::SubGroupSize) => lanes,
            // All lanes get the same result, which is not visible from their ids.
            Some(Builtin::SubGroupId) => sub_group,
            _ => continue,
        };
        let instruction = call_instruction(call);
        builder.position_before(&instruction);
        let answer = answer.into_int_value();
        let small = cx.module.get_context().i32_type();
        let answer = builder.build_int_truncate(answer, small, "")?;
        if let Some(asked) = call.try_as_basic_value().basic() {
            replace_uses(&asked, &answer);
        }
        drop_instruction(instruction);
    }
    Ok(())
}

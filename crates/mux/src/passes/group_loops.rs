//! Runs a kernel that is split into regions.
//!
//! Without sub-groups, all work-items of the group run one region, then the next:
//!
//! ```text
//! region = 1
//! while region != 0:
//!     for each work-item: region = run(region)
//! ```
//!
//! With sub-groups, each of them runs as far as it can without the others:
//!
//! ```text
//! region = 1
//! while region != 0:
//!     for each sub-group:
//!         here = region
//!         do: for each lane: here = run(here)
//!         while `here` follows a barrier of the sub-group
//!     region = here
//! ```
//!
//! Sub-groups that exist only in the compiler (`interchange-uniform-loops`) may have any shape: they are
//! tiles of the work-group, as many vectors as there are registers for, then single vectors, then single
//! work-items for the rest.
//!
//! Cuts are uniform (SYCL 2020 §3.8.3.4): all work-items that synchronise there continue in the same region,
//! so the next region of the last work-item is that of all. Jumps are emitted per region, with its few
//! possible successors, so that a loop of the kernel is a loop again.
//!
//! If uniformity analysis cannot prove that all work-items reach a cut together, each of them has its own
//! next region (`scheduler`).

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{AccessGroup, array_element, by_value, numbers};

use super::boxes::{Boxes, Narrow, Runs, WorkItems};
use super::cuts::Level;
use super::exchange::{Mask, Meeting};
use super::narrow_regions::{self, Split};
use super::narrow_work_items::Narrowed;
use super::regions::{self, DONE, FIXED_PARAMETERS, Regions};
use super::storage::Storage;
use super::sub_groups::{SubGroups, Tile, best_tile};
use super::variables::Kind;
use super::work_item_loops::{
    Inside, NARROW_REGIONS, Site, VECTOR_EXCHANGES, for_each_work_item, limits,
};
use super::{divergence, innermost, parallel_accesses, scheduler};
use crate::kernel::{META_EXCHANGE_LOOPS, META_WHOLE_REGIONS};
use crate::{Builtin, MuxError, PassCx, SpaceFacts, size_type};

/// Memory scopes that reach beyond the work-group.
const DEVICE_SCOPE: u64 = 1;

/// The common context of the code of all regions.
pub(super) struct Frame<'a, 'c> {
    pub(super) cx: &'a PassCx<'a, 'c>,
    pub(super) builder: &'a Builder<'c>,
    pub(super) function: FunctionValue<'c>,
    /// The arguments of the kernel.
    pub(super) arguments: &'a [BasicMetadataValueEnum<'c>],
    pub(super) regions: &'a Regions<'c>,
    /// The accesses of each region to shared memory.
    pub(super) accesses: &'a [AccessGroup],
    /// The work-items that run.
    pub(super) these: WorkItems<'c>,
    /// Their number in each dimension, innermost first.
    pub(super) limits: [IntValue<'c>; 3],
    /// The dimensions, in that order.
    pub(super) order: [usize; 3],
    pub(super) items: IntValue<'c>,
    pub(super) next: PointerValue<'c>,
    /// Memory for the results of bounds, if any regions are narrowed.
    pub(super) answers: Option<PointerValue<'c>>,
    /// Whether group operations on a known number of work-items become vector operations.
    pub(super) vectors: bool,
}

/// The work-items that run a region, and where they store their next region.
#[derive(Clone, Copy)]
pub(super) enum Steps<'c> {
    /// All, with one next region.
    Together,
    /// Those of a mask, each with its own.
    Alone { mask: Option<(Mask<'c>, Index)>, next: (PointerValue<'c>, Index) },
}

/// The index into an array of all work-items, or of those of a sub-group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// The work-item's linear local id.
    Item,
    /// Its id in its sub-group.
    Lane,
}

/// The work-item that runs a region: its linear local id, its lane, the size of its sub-group, and the id of
/// the sub-group.
#[derive(Clone, Copy)]
pub(super) struct Runner<'c> {
    pub(super) item: IntValue<'c>,
    pub(super) lane: IntValue<'c>,
    pub(super) lanes: IntValue<'c>,
    pub(super) sub_group: IntValue<'c>,
}

impl<'c> Runner<'c> {
    fn index(self, index: Index) -> IntValue<'c> {
        match index {
            Index::Item => self.item,
            Index::Lane => self.lane,
        }
    }
}

/// The distribution of work-items over loops.
enum Order<'c> {
    /// One after the other.
    Items(Storage<'c>),
    /// In sub-groups of the size that the program sees.
    SubGroups { width: u64, storage: Storage<'c> },
    /// In tiles, the largest first.
    Tiles(Vec<(Tile, Storage<'c>)>),
}

/// The plan for a kernel that has to be split, or that has sub-groups.
pub(super) struct Plan {
    /// Whether all work-items reach each cut together.
    together: bool,
    sub_groups: Option<SubGroups>,
    /// Dimensions, innermost first.
    dimensions: [usize; 3],
    /// Whether guards in regions become bounds of loops.
    narrow: bool,
    /// Whether group operations on a known number of work-items become vector operations.
    vectors: bool,
}

impl Plan {
    pub(super) fn of<'c>(
        cx: &PassCx<'_, 'c>,
        kernel: FunctionValue<'c>,
        mut sub_groups: Option<SubGroups>,
    ) -> Result<Self, MuxError> {
        let together = divergence::divergent_cuts(kernel).is_empty();
        if !together {
            divergence::drop_stepping(kernel);
            sub_groups = sub_groups.filter(|s| matches!(s, SubGroups::Program(_)));
            if sub_groups.is_some() {
                divergence::meet_in_loops(cx, kernel)?;
            }
        }
        let dimensions = innermost::order(innermost::decide(cx.module, kernel));
        let narrow = cx.options.last_of(&[NARROW_REGIONS]).is_some()
            && together
            && numbers(kernel, META_WHOLE_REGIONS).is_none();
        let vectors = cx.options.last_of(&[VECTOR_EXCHANGES]).is_some()
            && numbers(kernel, META_EXCHANGE_LOOPS).is_none();
        Ok(Self { together, sub_groups, dimensions, narrow, vectors })
    }
}

/// The parts of a kernel that has to be split, or that has sub-groups.
pub(super) struct CutKernel<'c> {
    regions: Regions<'c>,
    accesses: Vec<AccessGroup>,
    /// Whether all work-items reach each cut together.
    together: bool,
    /// Dimensions, innermost first.
    dimensions: [usize; 3],
    /// The size of the group, by dimension.
    pub(super) limits: [IntValue<'c>; 3],
    /// The number of work-items.
    items: IntValue<'c>,
    next: PointerValue<'c>,
    answers: Option<PointerValue<'c>>,
    order: Order<'c>,
    vectors: bool,
}

impl<'c> CutKernel<'c> {
    /// Splits a kernel, and emits the allocation of its variables at the start of its wrapper.
    pub(super) fn prepare(
        (cx, builder, function): Site<'_, 'c>,
        kernel: FunctionValue<'c>,
        plan: Plan,
    ) -> Result<Self, MuxError> {
        let (module, context) = (cx.module, cx.module.get_context());
        let Plan { together, sub_groups, dimensions, narrow, vectors } = plan;
        let by_value: Vec<bool> =
            (0..function.count_params()).map(|index| by_value(function, index).is_some()).collect();
        let rows = innermost::asks_about(kernel, dimensions[1] as u32);
        let mut regions = regions::cut(cx, kernel, &by_value, together)?;

        // Work-group barriers only occur in work-groups of the program, which are full. Sub-groups may
        // synchronise in any (`get_opportunistic_group`).
        let met = regions.cuts.iter().any(|cut| cut.level == Level::Group);
        let limits = limits(cx, builder, kernel, met)?;
        let items = count(builder, dimensions.map(|dimension| limits[dimension]))?;
        let next = builder.build_alloca(context.i32_type(), "next")?;
        let numbers = if together { 0 } else { scheduler::numbers(&regions, sub_groups) };
        let storage =
            Storage::of_group(cx, builder, &regions, (items, sub_groups.is_some()), numbers)?;
        let accesses = regions
            .regions
            .iter()
            .map(|r| {
                let pointers = r.pointers(&regions.variables);
                parallel_accesses::mark(module, r.function, dimensions[0] as u32, &pointers)
            })
            .collect();
        if narrow && !matches!(sub_groups, Some(SubGroups::Program(_))) {
            let local = SpaceFacts::of(kernel).local;
            narrow_regions::narrow(cx, &mut regions, (&by_value, local))?;
        }
        let narrowed = regions.regions.iter().any(|region| region.split.is_some());
        let answers = narrowed.then(|| Boxes::place(cx, builder)).transpose()?;
        let order = match sub_groups {
            None => Order::Items(storage),
            Some(SubGroups::Program(width)) => {
                let storage = storage.with_lanes(cx, builder, &regions, width)?;
                Order::SubGroups { width, storage }
            }
            Some(SubGroups::OurOwn(width)) => {
                let mut tiles = vec![best_tile(&regions, width, rows), Tile::vector(width)];
                tiles.dedup();
                tiles.push(Tile::vector(1));
                let room = |tile: Tile| {
                    let storage = storage.with_lanes(cx, builder, &regions, tile.count())?;
                    Ok((tile, storage))
                };
                Order::Tiles(tiles.into_iter().map(room).collect::<Result<_, MuxError>>()?)
            }
        };
        Ok(Self {
            regions,
            accesses,
            together,
            dimensions,
            limits,
            items,
            next,
            answers,
            order,
            vectors,
        })
    }

    /// Emits code that runs some work-items of a group.
    pub(super) fn emit(
        &self,
        (cx, builder, function): Site<'_, 'c>,
        arguments: &[BasicMetadataValueEnum<'c>],
        these: WorkItems<'c>,
    ) -> Result<(), MuxError> {
        let limits = self.dimensions.map(|dimension| these.count[dimension]);
        let all = these.count == self.limits;
        let items = if all { self.items } else { count(builder, limits)? };
        let frame = Frame {
            cx,
            builder,
            function,
            arguments,
            regions: &self.regions,
            accesses: &self.accesses,
            limits,
            order: self.dimensions,
            these,
            items,
            next: self.next,
            answers: self.answers,
            vectors: self.vectors,
        };
        match &self.order {
            Order::Items(storage) if !self.together => frame.schedule(storage, None),
            Order::SubGroups { width, storage } if !self.together => {
                frame.schedule(storage, Some((*width, frame.count_sub_groups(*width)?)))
            }
            order => frame.run_all(order),
        }
    }
}

/// The number of work-items.
fn count<'c>(builder: &Builder<'c>, limits: [IntValue<'c>; 3]) -> Result<IntValue<'c>, MuxError> {
    let plane = builder.build_int_nuw_mul(limits[0], limits[1], "plane")?;
    Ok(builder.build_int_nuw_mul(plane, limits[2], "items")?)
}

impl<'c> Order<'c> {
    /// The storage of variables across work-group cuts: the same for every order.
    fn storage(&self) -> Result<&Storage<'c>, MuxError> {
        match self {
            Self::Items(storage) | Self::SubGroups { storage, .. } => Ok(storage),
            Self::Tiles(tiles) => tiles
                .first()
                .map(|(_, storage)| storage)
                .ok_or_else(|| MuxError::malformed("<kernel>", "has no tiles")),
        }
    }
}

impl<'c> Frame<'_, 'c> {
    pub(super) fn block(&self, name: &str) -> BasicBlock<'c> {
        self.cx.module.get_context().append_basic_block(self.function, name)
    }

    pub(super) fn number(&self, value: u64) -> IntValue<'c> {
        size_type(self.cx.module).const_int(value, false)
    }

    /// The regions that a sub-group may run from region `number` on before it waits for the others, and the
    /// regions that may follow.
    pub(super) fn reach(&self, number: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut inside, mut outside) = (vec![number], Vec::new());
        let mut at = 0;
        while at < inside.len() {
            for &next in &self.regions.regions[inside[at] - 1].next {
                let alone = next != DONE && self.regions.regions[next - 1].level == Level::SubGroup;
                let list = if alone { &mut inside } else { &mut outside };
                if !list.contains(&next) {
                    list.push(next);
                }
            }
            at += 1;
        }
        (inside, outside)
    }

    fn run_all(&self, order: &Order<'c>) -> Result<(), MuxError> {
        let exit = self.block("exit");
        let mut blocks: Vec<(usize, BasicBlock<'c>)> = vec![(DONE, exit)];
        for (index, region) in self.regions.regions.iter().enumerate() {
            if region.level == Level::Group {
                blocks.push((index + 1, self.block(&format!("region.{}", index + 1))));
            }
        }
        let storage = order.storage()?;
        let sub_groups = match order {
            Order::SubGroups { width, .. } => Some(self.count_sub_groups(*width)?),
            _ => None,
        };
        self.builder.build_unconditional_branch(blocks[1].1)?;
        for &(number, block) in &blocks[1..] {
            self.builder.position_at_end(block);
            self.arrive(number, storage, self.items, None)?;
            let uniform = self.uniform_ins(number, storage)?;
            let (inside, outside) = self.reach(number);
            match order {
                Order::Items(storage) => {
                    self.run_work_items(number, &uniform, (storage, Steps::Together))?;
                }
                Order::SubGroups { width, storage } => {
                    let count = sub_groups.unwrap_or(self.items);
                    self.run_sub_groups(number, &uniform, (*width, count, storage))?;
                }
                // Regions that end with a wait for all others need no lanes.
                Order::Tiles(_) if inside.len() == 1 => {
                    self.run_work_items(number, &uniform, (storage, Steps::Together))?;
                }
                Order::Tiles(tiles) => self.run_tiles(number, &uniform, tiles)?,
            }
            let targets: Vec<(usize, BasicBlock<'c>)> =
                blocks.iter().copied().filter(|(n, _)| outside.contains(n)).collect();
            self.jump(&targets)?;
        }
        self.builder.position_at_end(exit);
        Ok(())
    }

    /// Continues with the next region of the last work-item.
    pub(super) fn jump(&self, targets: &[(usize, BasicBlock<'c>)]) -> Result<(), MuxError> {
        let context = self.cx.module.get_context();
        match targets {
            [] => {
                self.builder.build_unreachable()?;
            }
            [(_, only)] => {
                self.builder.build_unconditional_branch(*only)?;
            }
            [(_, first), others @ ..] => {
                let which = self.builder.build_load(context.i32_type(), self.next, "which")?;
                let cases: Vec<(IntValue<'c>, BasicBlock<'c>)> = others
                    .iter()
                    .map(|&(n, block)| (context.i32_type().const_int(n as u64, false), block))
                    .collect();
                self.builder.build_switch(which.into_int_value(), *first, &cases)?;
            }
        }
        Ok(())
    }

    /// Emits the synchronisation before a region for all work-items, or those of a mask: memory is ordered,
    /// values are exchanged.
    pub(super) fn arrive(
        &self,
        number: usize,
        storage: &Storage<'c>,
        count: IntValue<'c>,
        mask: Option<Mask<'c>>,
    ) -> Result<(), MuxError> {
        let Some(cut) = number.checked_sub(2).map(|cut| &self.regions.cuts[cut]) else {
            return Ok(());
        };
        // Within a work-group one thread runs everything in order.
        if let Some((scope, semantics)) = cut.fence
            && scope <= DEVICE_SCOPE
        {
            let fence = Builtin::MemBarrier.declare(self.cx.module);
            let number = |n| self.cx.module.get_context().i32_type().const_int(n, false).into();
            self.builder.build_call(fence, &[number(scope), number(semantics)], "")?;
        }
        let Builtin::Collective(collective) = cut.builtin else { return Ok(()) };
        let column = |alloca| {
            let number = self.regions.number_of(alloca);
            let number = number
                .ok_or_else(|| MuxError::malformed(collective.to_string(), "lost a value"))?;
            storage.column((number, &self.regions.variables[number]), cut.level)
        };
        let result = cut.result.and_then(|r| self.regions.number_of(r));
        let Some(result) = result.filter(|r| self.regions.regions[number - 1].ins.contains(r))
        else {
            return Ok(()); // no one uses the result
        };
        let operands = cut.operands.iter().map(|&o| column(o)).collect::<Result<Vec<_>, _>>()?;
        let result = storage.column((result, &self.regions.variables[result]), cut.level)?;
        let meeting = Meeting {
            cx: self.cx,
            builder: self.builder,
            function: self.function,
            count,
            mask,
            vectors: self.vectors,
            row: [self.limits[0], self.limits[1]],
        };
        meeting.exchange(collective, &operands, result)
    }

    /// The uniform values that a region takes over: loaded before the first work-item runs, because
    /// work-items store new ones in the same place.
    pub(super) fn uniform_ins(
        &self,
        number: usize,
        storage: &Storage<'c>,
    ) -> Result<Vec<Option<BasicValueEnum<'c>>>, MuxError> {
        let region = &self.regions.regions[number - 1];
        let read = |&v: &usize| {
            let variable = &self.regions.variables[v];
            if variable.kind(region.level) != Kind::Uniform {
                return Ok(None);
            }
            let place = storage.base(v, region.level)?;
            Ok(Some(self.builder.build_load(variable.ty, place, "")?))
        };
        region.ins.iter().map(read).collect()
    }

    /// A call of a region's function, or of a version of it, for one work-item.
    pub(super) fn call(
        &self,
        (number, version): (usize, FunctionValue<'c>),
        uniform: &[Option<BasicValueEnum<'c>>],
        (storage, steps): (&Storage<'c>, Steps<'c>),
        runner: Runner<'c>,
    ) -> Result<(), MuxError> {
        let Runner { item, lane, lanes, sub_group } = runner;
        let (mut next, mut skip) = (self.next, None);
        if let Steps::Alone { mask, next: (array, index) } = steps {
            if let Some((mask, index)) = mask {
                let (here, load) = mask.contains(self.builder, runner.index(index))?;
                load.as_instruction_value()
                    .into_iter()
                    .for_each(|load| self.accesses[number - 1].add(load));
                let [run, behind] = ["run", "skip"].map(|name| self.block(name));
                self.builder.build_conditional_branch(here, run, behind)?;
                self.builder.position_at_end(run);
                skip = Some(behind);
            }
            let numbers = self.cx.module.get_context().i32_type().array_type(0);
            next = array_element(self.builder, numbers, array, runner.index(index), "next")?;
        }
        let region = &self.regions.regions[number - 1];
        let mut arguments = self.arguments.to_vec();
        arguments.extend::<[BasicMetadataValueEnum<'c>; FIXED_PARAMETERS]>([
            next.into(),
            self.below(lane, lanes)?.into(),
            lanes.into(),
            sub_group.into(),
        ]);
        let address = |v: usize, level: Level| {
            let variable = (v, &self.regions.variables[v]);
            storage.address(self.cx, self.builder, variable, level, (item, lane))
        };
        for (&v, value) in region.ins.iter().zip(uniform) {
            arguments.push(match value {
                Some(value) => (*value).into(),
                None => address(v, region.level)?.into(),
            });
        }
        for &(v, level) in &region.outs {
            arguments.push(address(v, level)?.into());
        }
        self.builder.build_call(version, &arguments, "")?;
        if let Some(behind) = skip {
            self.builder.build_unconditional_branch(behind)?;
            self.builder.position_at_end(behind);
        }
        Ok(())
    }

    /// The number of a lane, with its bound known to LLVM: conditions that hold for all lanes are folded.
    fn below(&self, lane: IntValue<'c>, lanes: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        match lanes.get_zero_extended_constant() {
            Some(count) if count.is_power_of_two() => {
                Ok(self.builder.build_and(lane, self.number(count - 1), "")?)
            }
            _ => Ok(lane),
        }
    }

    /// Runs all work-items of the group through one region.
    pub(super) fn run_work_items(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        storage: (&Storage<'c>, Steps<'c>),
    ) -> Result<(), MuxError> {
        let region = &self.regions.regions[number - 1];
        let whole = (region.function, region.split.as_ref());
        self.run_version(number, whole, uniform, storage, self.these)
    }

    /// Runs some work-items through a version of a region, or through the versions that it is split into.
    fn run_version(
        &self,
        number: usize,
        (function, split): (FunctionValue<'c>, Option<&Split<'c>>),
        uniform: &[Option<BasicValueEnum<'c>>],
        storage: (&Storage<'c>, Steps<'c>),
        these: WorkItems<'c>,
    ) -> Result<(), MuxError> {
        if let (Some(split), Some(answers)) = (split, self.answers) {
            let site = (self.cx, self.builder, self.function);
            let narrowed = Narrowed { bounds: split.bounds, others: Some(split.others.function) };
            let arguments = self.arguments_of_bounds(number, uniform);
            let narrow = Narrow { by: narrowed, arguments: &arguments };
            return Boxes::with(site, answers).run(narrow, these, &|these, runs| {
                let version = match runs {
                    Runs::Kernel => &split.inside,
                    Runs::Others => &split.others,
                };
                let version = (version.function, version.split.as_ref());
                self.run_version(number, version, uniform, storage, these)
            });
        }
        let loops = (these, self.accesses[number - 1], Inside::of_region(function));
        for_each_work_item(
            self.cx,
            self.builder,
            self.function,
            loops,
            self.order,
            |builder, numbers| {
                let mut place = numbers;
                for (place, &dimension) in place.iter_mut().zip(&self.order) {
                    // The index among all running work-items, not only among these.
                    let id = these.id(builder, dimension, numbers[dimension])?;
                    let first = self.these.first[dimension];
                    *place = match first.get_zero_extended_constant() {
                        Some(0) => id,
                        _ => builder.build_int_nuw_sub(id, first, "")?,
                    };
                }
                let [x, y, z] = place;
                let row = self.row(y, z)?;
                let item = builder.build_int_nuw_add(row, x, "item")?;
                let (lane, lanes, sub_group) = (self.number(0), self.number(1), self.number(0));
                let runner = Runner { item, lane, lanes, sub_group };
                self.call((number, function), uniform, storage, runner)
            },
        )
    }

    /// The arguments of functions that compute bounds of a region: of the region's arguments, they only read
    /// uniform ones.
    fn arguments_of_bounds(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
    ) -> Vec<BasicMetadataValueEnum<'c>> {
        let region = &self.regions.regions[number - 1];
        let nowhere = self.next.get_type().const_null();
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
            self.function.get_params().into_iter().map(Into::into).collect();
        arguments.extend::<[BasicMetadataValueEnum<'c>; FIXED_PARAMETERS]>([
            nowhere.into(),
            self.number(0).into(),
            self.number(1).into(),
            self.number(0).into(),
        ]);
        arguments.extend(uniform.iter().map(|value| match value {
            Some(value) => BasicMetadataValueEnum::from(*value),
            None => nowhere.into(),
        }));
        arguments.extend(region.outs.iter().map(|_| BasicMetadataValueEnum::from(nowhere)));
        arguments
    }

    /// The linear id of the first work-item in a row.
    pub(super) fn row(&self, y: IntValue<'c>, z: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let above = self.builder.build_int_nuw_mul(z, self.limits[1], "")?;
        let row = self.builder.build_int_nuw_add(above, y, "")?;
        Ok(self.builder.build_int_nuw_mul(row, self.limits[0], "first")?)
    }
}

//! Runs a kernel that is cut into regions.
//!
//! Without sub-groups, all work-items of the group go through one region, then through the next:
//!
//! ```text
//! region = 1
//! while region != 0:
//!     for each work-item: region = run(region)
//! ```
//!
//! With sub-groups, each of them goes on as far as it can without the others:
//!
//! ```text
//! region = 1
//! while region != 0:
//!     for each sub-group:
//!         here = region
//!         do: for each lane: here = run(here)
//!         while only the sub-group met before `here`
//!     region = here
//! ```
//!
//! Cuts are uniform (SYCL 2020 §3.8.3.4): all work-items that meet leave a region the same way, so the
//! last one's word about what comes next is everybody's. The jumps are spelled out per region, with the
//! few places it can lead to, so that a loop of the kernel is a loop again.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{AccessGroup, by_value, erase};

use super::calls::{set, set_number};
use super::cuts::Level;
use super::exchange::Meeting;
use super::loops::emit_loop;
use super::regions::{self, DONE, Regions};
use super::storage::Storage;
use super::variables::Kind;
use super::work_item_loops::{for_each_work_item, limits};
use super::{parallel_accesses, wrapper};
use crate::{Builtin, MuxError, PassCx, size_type};

/// Memory scopes that reach beyond the work-group.
const DEVICE_SCOPE: u64 = 1;

/// What the code of all regions shares.
struct Frame<'a, 'c> {
    cx: &'a PassCx<'a, 'c>,
    builder: &'a Builder<'c>,
    function: FunctionValue<'c>,
    regions: &'a Regions<'c>,
    storage: Storage<'c>,
    /// The accesses of each region to memory that work-items share.
    accesses: Vec<AccessGroup>,
    limits: [IntValue<'c>; 3],
    items: IntValue<'c>,
    next: PointerValue<'c>,
}

/// A sub-group that is about to run.
struct SubGroup<'c> {
    /// The number of its first work-item in the work-group, and that one's place.
    first: IntValue<'c>,
    place: [IntValue<'c>; 3],
    /// How many it has.
    lanes: IntValue<'c>,
    /// Whether it is full and lies in one row of the work-group.
    straight: bool,
}

/// Wraps a kernel that has to be cut, or that has sub-groups (of the width given).
pub fn wrap_kernel<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    width: Option<u64>,
) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let function = wrapper::wrap_alike(module, kernel, "mux-barrier-wrapper");
    let by_value: Vec<bool> =
        (0..function.count_params()).map(|index| by_value(function, index).is_some()).collect();
    let regions = regions::cut(cx, kernel, &by_value)?;

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let limits = limits(cx, &builder, kernel)?;
    let plane = builder.build_int_nuw_mul(limits[0], limits[1], "plane")?;
    let items = builder.build_int_nuw_mul(plane, limits[2], "items")?;
    let next = builder.build_alloca(context.i32_type(), "next")?;
    let storage = Storage::emit(cx, &builder, &regions, items, width)?;
    let accesses =
        regions.regions.iter().map(|r| parallel_accesses::mark(module, r.function)).collect();
    let frame = Frame {
        cx,
        builder: &builder,
        function,
        regions: &regions,
        storage,
        accesses,
        limits,
        items,
        next,
    };
    frame.run_all(width)?;
    wrapper::finish(function, kernel);
    erase(kernel);
    Ok(())
}

impl<'c> Frame<'_, 'c> {
    fn block(&self, name: &str) -> BasicBlock<'c> {
        self.cx.module.get_context().append_basic_block(self.function, name)
    }

    fn number(&self, value: u64) -> IntValue<'c> {
        size_type(self.cx.module).const_int(value, false)
    }

    /// The regions a sub-group may go through from region `number` on before it waits for the others,
    /// and the regions that may follow then.
    fn reach(&self, number: usize) -> (Vec<usize>, Vec<usize>) {
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

    fn run_all(&self, width: Option<u64>) -> Result<(), MuxError> {
        let exit = self.block("exit");
        let mut blocks: Vec<(usize, BasicBlock<'c>)> = vec![(DONE, exit)];
        for (index, region) in self.regions.regions.iter().enumerate() {
            if region.level == Level::Group {
                blocks.push((index + 1, self.block(&format!("region.{}", index + 1))));
            }
        }
        let sub_groups = match width {
            None => None,
            Some(width) => Some((width, self.count_sub_groups(width)?)),
        };
        self.builder.build_unconditional_branch(blocks[1].1)?;
        for &(number, block) in &blocks[1..] {
            self.builder.position_at_end(block);
            self.arrive(number, self.items)?;
            let uniform = self.uniform_ins(number)?;
            match sub_groups {
                None => self.run_work_items(number, &uniform)?,
                Some(sub_groups) => self.run_sub_groups(number, &uniform, sub_groups)?,
            }
            let (_, outside) = self.reach(number);
            let targets: Vec<(usize, BasicBlock<'c>)> =
                blocks.iter().copied().filter(|(n, _)| outside.contains(n)).collect();
            self.jump(&targets)?;
        }
        self.builder.position_at_end(exit);
        self.builder.build_return(None)?;
        Ok(())
    }

    /// Goes on with the region that the last work-item named.
    fn jump(&self, targets: &[(usize, BasicBlock<'c>)]) -> Result<(), MuxError> {
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

    /// What happens when all have met in front of a region: memory is ordered, values change hands.
    fn arrive(&self, number: usize, count: IntValue<'c>) -> Result<(), MuxError> {
        let Some(cut) = number.checked_sub(2).map(|cut| &self.regions.cuts[cut]) else {
            return Ok(());
        };
        // Within a work-group one thread does everything, in order.
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
            let number =
                number.ok_or_else(|| MuxError::malformed(collective.to_string(), "lost a value"))?;
            self.storage.column((number, &self.regions.variables[number]), cut.level)
        };
        let result = cut.result.and_then(|r| self.regions.number_of(r));
        let Some(result) = result.filter(|r| self.regions.regions[number - 1].ins.contains(r))
        else {
            return Ok(()); // Nobody looks.
        };
        let operands = cut.operands.iter().map(|&o| column(o)).collect::<Result<Vec<_>, _>>()?;
        let result = self.storage.column((result, &self.regions.variables[result]), cut.level)?;
        let meeting = Meeting {
            cx: self.cx,
            builder: self.builder,
            function: self.function,
            count,
            row: [self.limits[0], self.limits[1]],
        };
        meeting.exchange(collective, &operands, result)
    }

    /// The values that a region takes over and that are the same for all: read before the first
    /// work-item runs, because work-items leave new ones in the same place.
    fn uniform_ins(&self, number: usize) -> Result<Vec<Option<BasicValueEnum<'c>>>, MuxError> {
        let region = &self.regions.regions[number - 1];
        let read = |&v: &usize| {
            let variable = &self.regions.variables[v];
            if variable.kind != Kind::Uniform {
                return Ok(None);
            }
            let place = self.storage.base(v, region.level)?;
            Ok(Some(self.builder.build_load(variable.ty, place, "")?))
        };
        region.ins.iter().map(read).collect()
    }

    fn call(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        (item, lane, lanes): (IntValue<'c>, IntValue<'c>, IntValue<'c>),
    ) -> Result<(), MuxError> {
        let region = &self.regions.regions[number - 1];
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
            self.function.get_params().into_iter().map(Into::into).collect();
        arguments.extend::<[BasicMetadataValueEnum<'c>; 3]>([
            self.next.into(),
            lane.into(),
            lanes.into(),
        ]);
        let address = |v: usize, level: Level| {
            let variable = (v, &self.regions.variables[v]);
            self.storage.address(self.cx, self.builder, variable, level, (item, lane))
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
        self.builder.build_call(region.function, &arguments, "")?;
        Ok(())
    }

    /// All work-items of the group through one region.
    fn run_work_items(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
    ) -> Result<(), MuxError> {
        let loops = (self.limits, self.accesses[number - 1]);
        for_each_work_item(self.cx, self.builder, self.function, loops, |builder, [x, y, z]| {
            let above = builder.build_int_nuw_mul(z, self.limits[1], "")?;
            let row = builder.build_int_nuw_add(above, y, "")?;
            let first = builder.build_int_nuw_mul(row, self.limits[0], "first")?;
            let item = builder.build_int_nuw_add(first, x, "item")?;
            let (lane, lanes) = (self.number(0), self.number(1));
            self.call(number, uniform, (item, lane, lanes))
        })
    }

    /// Tells the work-group about its sub-groups.
    fn count_sub_groups(&self, width: u64) -> Result<IntValue<'c>, MuxError> {
        let padded = self.builder.build_int_nuw_add(self.items, self.number(width - 1), "")?;
        let count =
            self.builder.build_int_unsigned_div(padded, self.number(width), "sub-groups")?;
        set_number(self.cx, self.builder, Builtin::SetNumSubGroups, count)?;
        set_number(self.cx, self.builder, Builtin::SetMaxSubGroupSize, self.number(width))?;
        Ok(count)
    }

    /// All sub-groups from one region as far as they get alone.
    fn run_sub_groups(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        (width, count): (u64, IntValue<'c>),
    ) -> Result<(), MuxError> {
        let (module, builder) = (self.cx.module, self.builder);
        let bounds = (self.number(0), count);
        emit_loop(module, builder, self.function, "sub-group", bounds, |builder, index| {
            set_number(self.cx, builder, Builtin::SetSubGroupId, index)?;
            let first = builder.build_int_nuw_mul(index, self.number(width), "first")?;
            let left = builder.build_int_sub(self.items, first, "left")?;
            let full =
                builder.build_int_compare(IntPredicate::UGE, left, self.number(width), "full")?;
            let lanes = builder.build_select(full, self.number(width), left, "lanes")?;
            let place = self.place(first)?;
            let last = builder.build_int_nuw_add(place[0], self.number(width), "last")?;
            let fits =
                builder.build_int_compare(IntPredicate::ULE, last, self.limits[0], "fits")?;
            let straight = builder.build_and(full, fits, "straight")?;
            let [fast, slow, join] = ["straight", "bent", "met"].map(|name| self.block(name));
            builder.build_conditional_branch(straight, fast, slow)?;
            for (block, straight) in [(fast, true), (slow, false)] {
                builder.position_at_end(block);
                let lanes = if straight { self.number(width) } else { lanes.into_int_value() };
                let sub_group = SubGroup { first, place, lanes, straight };
                self.run_sub_group(number, uniform, &sub_group, join)?;
            }
            builder.position_at_end(join);
            Ok(())
        })?;
        Ok(())
    }

    /// Where the work-item of a number is in its work-group.
    fn place(&self, item: IntValue<'c>) -> Result<[IntValue<'c>; 3], MuxError> {
        let x = self.builder.build_int_unsigned_rem(item, self.limits[0], "x")?;
        let row = self.builder.build_int_unsigned_div(item, self.limits[0], "row")?;
        let y = self.builder.build_int_unsigned_rem(row, self.limits[1], "y")?;
        Ok([x, y, self.builder.build_int_unsigned_div(row, self.limits[1], "z")?])
    }

    /// One sub-group, until it has to wait for the others.
    fn run_sub_group(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        sub_group: &SubGroup<'c>,
        join: BasicBlock<'c>,
    ) -> Result<(), MuxError> {
        let (inside, _) = self.reach(number);
        // A sub-group that comes back to where it started finds its variables elsewhere.
        let blocks: Vec<(usize, BasicBlock<'c>)> =
            inside.iter().map(|&n| (n, self.block(&format!("lanes.{n}")))).collect();
        self.builder.build_unconditional_branch(blocks[0].1)?;
        for &(here, block) in &blocks {
            self.builder.position_at_end(block);
            if here == number {
                self.run_lanes(here, uniform, sub_group)?;
            } else {
                self.arrive(here, sub_group.lanes)?;
                let uniform = self.uniform_ins(here)?;
                self.run_lanes(here, &uniform, sub_group)?;
            }
            let next = &self.regions.regions[here - 1].next;
            let mut targets: Vec<(usize, BasicBlock<'c>)> = Vec::new();
            if next.iter().any(|n| !inside.contains(n) || *n == number) {
                targets.push((DONE, join));
            }
            targets.extend(blocks.iter().filter(|(n, _)| *n != number && next.contains(n)));
            self.jump(&targets)?;
        }
        Ok(())
    }

    /// All lanes of a sub-group through one region.
    fn run_lanes(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        sub_group: &SubGroup<'c>,
    ) -> Result<(), MuxError> {
        let (cx, builder) = (self.cx, self.builder);
        if sub_group.straight {
            set(cx, builder, Builtin::SetLocalId, 2, sub_group.place[2])?;
            set(cx, builder, Builtin::SetLocalId, 1, sub_group.place[1])?;
        }
        let lanes = sub_group.lanes;
        let bounds = (self.number(0), lanes);
        let latch = emit_loop(cx.module, builder, self.function, "lane", bounds, |builder, lane| {
            let item = builder.build_int_nuw_add(sub_group.first, lane, "item")?;
            if sub_group.straight {
                let x = builder.build_int_nuw_add(sub_group.place[0], lane, "x")?;
                set(cx, builder, Builtin::SetLocalId, 0, x)?;
            } else {
                for (dimension, id) in (0..).zip(self.place(item)?) {
                    set(cx, builder, Builtin::SetLocalId, dimension, id)?;
                }
            }
            self.call(number, uniform, (item, lane, lanes))
        })?;
        if sub_group.straight {
            self.accesses[number - 1].set_lane_loop(latch);
        } else {
            self.accesses[number - 1].set_parallel_loop(latch);
        }
        Ok(())
    }
}

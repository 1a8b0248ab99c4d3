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
//! Sub-groups that only the compiler knows about (`interchange-uniform-loops`) can lie as they like: they
//! are tiles of the work-group, as many vectors side by side as there are registers for, then single
//! vectors, then single work-items for what is left.
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
use super::loops::{emit_loop, emit_loop_if_any};
use super::regions::{self, DONE, Regions};
use super::storage::Storage;
use super::sub_groups::{SubGroups, Tile, best_tile, has_rows};
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
    /// The accesses of each region to memory that work-items share.
    accesses: Vec<AccessGroup>,
    limits: [IntValue<'c>; 3],
    items: IntValue<'c>,
    next: PointerValue<'c>,
}

/// How work-items are spread over loops.
enum Order<'c> {
    /// One after the other.
    Items(Storage<'c>),
    /// In sub-groups of the size that the program knows.
    SubGroups { width: u64, count: IntValue<'c>, storage: Storage<'c> },
    /// In tiles, the largest first.
    Tiles(Vec<(Tile, Storage<'c>)>),
}

/// Work-items that go from region to region together.
struct Team<'a, 'c> {
    storage: &'a Storage<'c>,
    lanes: IntValue<'c>,
    members: Members<'c>,
}

enum Members<'c> {
    /// Vectors of this width, each with the place of its first work-item.
    Vectors(u64, Vec<[IntValue<'c>; 3]>),
    /// All from this number on, wherever they are.
    From(IntValue<'c>),
}

/// Wraps a kernel that has to be cut, or that has sub-groups.
pub fn wrap_kernel<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    sub_groups: Option<SubGroups>,
) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let function = wrapper::wrap_alike(module, kernel, "mux-barrier-wrapper");
    let by_value: Vec<bool> =
        (0..function.count_params()).map(|index| by_value(function, index).is_some()).collect();
    let rows = has_rows(kernel);
    let regions = regions::cut(cx, kernel, &by_value)?;

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    // Work-items can only meet in work-groups that the program asked for, and those are full.
    let met = matches!(sub_groups, Some(SubGroups::Program(_)))
        || regions.cuts.iter().any(|cut| cut.level == Level::Group);
    let limits = limits(cx, &builder, kernel, met)?;
    let plane = builder.build_int_nuw_mul(limits[0], limits[1], "plane")?;
    let items = builder.build_int_nuw_mul(plane, limits[2], "items")?;
    let next = builder.build_alloca(context.i32_type(), "next")?;
    let storage = Storage::of_group(cx, &builder, &regions, (items, sub_groups.is_some()))?;
    let accesses = regions
        .regions
        .iter()
        .map(|r| parallel_accesses::mark(module, r.function, 0, &r.pointers(&regions.variables)))
        .collect();
    let frame =
        Frame { cx, builder: &builder, function, regions: &regions, accesses, limits, items, next };
    let order = match sub_groups {
        None => Order::Items(storage),
        Some(SubGroups::Program(width)) => Order::SubGroups {
            width,
            count: frame.count_sub_groups(width)?,
            storage: storage.with_lanes(cx, &builder, &regions, width)?,
        },
        Some(SubGroups::OurOwn(width)) => {
            let mut tiles = vec![best_tile(&regions, width, rows), Tile::vector(width)];
            tiles.dedup();
            tiles.push(Tile::vector(1));
            let room = |tile: Tile| {
                let storage = storage.with_lanes(cx, &builder, &regions, tile.count())?;
                Ok((tile, storage))
            };
            Order::Tiles(tiles.into_iter().map(room).collect::<Result<_, MuxError>>()?)
        }
    };
    frame.run_all(&order)?;
    wrapper::finish(function, kernel);
    erase(kernel);
    Ok(())
}

impl<'c> Order<'c> {
    /// Where variables are across work-group cuts: the same place whatever the order.
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

    fn run_all(&self, order: &Order<'c>) -> Result<(), MuxError> {
        let exit = self.block("exit");
        let mut blocks: Vec<(usize, BasicBlock<'c>)> = vec![(DONE, exit)];
        for (index, region) in self.regions.regions.iter().enumerate() {
            if region.level == Level::Group {
                blocks.push((index + 1, self.block(&format!("region.{}", index + 1))));
            }
        }
        let storage = order.storage()?;
        self.builder.build_unconditional_branch(blocks[1].1)?;
        for &(number, block) in &blocks[1..] {
            self.builder.position_at_end(block);
            self.arrive(number, storage, self.items)?;
            let uniform = self.uniform_ins(number, storage)?;
            match order {
                Order::Items(storage) => self.run_work_items(number, &uniform, storage)?,
                Order::SubGroups { width, count, storage } => {
                    self.run_sub_groups(number, &uniform, (*width, *count, storage))?;
                }
                Order::Tiles(tiles) => self.run_tiles(number, &uniform, tiles)?,
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
    fn arrive(
        &self,
        number: usize,
        storage: &Storage<'c>,
        count: IntValue<'c>,
    ) -> Result<(), MuxError> {
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
            let number = number
                .ok_or_else(|| MuxError::malformed(collective.to_string(), "lost a value"))?;
            storage.column((number, &self.regions.variables[number]), cut.level)
        };
        let result = cut.result.and_then(|r| self.regions.number_of(r));
        let Some(result) = result.filter(|r| self.regions.regions[number - 1].ins.contains(r))
        else {
            return Ok(()); // Nobody looks.
        };
        let operands = cut.operands.iter().map(|&o| column(o)).collect::<Result<Vec<_>, _>>()?;
        let result = storage.column((result, &self.regions.variables[result]), cut.level)?;
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
    fn uniform_ins(
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

    fn call(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        storage: &Storage<'c>,
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
        self.builder.build_call(region.function, &arguments, "")?;
        Ok(())
    }

    /// All work-items of the group through one region.
    fn run_work_items(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        storage: &Storage<'c>,
    ) -> Result<(), MuxError> {
        let loops = (self.limits, self.accesses[number - 1]);
        let order = [0, 1];
        for_each_work_item(
            self.cx,
            self.builder,
            self.function,
            loops,
            order,
            |builder, [x, y, z]| {
                let row = self.row(y, z)?;
                let item = builder.build_int_nuw_add(row, x, "item")?;
                let (lane, lanes) = (self.number(0), self.number(1));
                self.call(number, uniform, storage, (item, lane, lanes))
            },
        )
    }

    /// The number of the first work-item in a row.
    fn row(&self, y: IntValue<'c>, z: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let above = self.builder.build_int_nuw_mul(z, self.limits[1], "")?;
        let row = self.builder.build_int_nuw_add(above, y, "")?;
        Ok(self.builder.build_int_nuw_mul(row, self.limits[0], "first")?)
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
        (size, count, storage): (u64, IntValue<'c>, &Storage<'c>),
    ) -> Result<(), MuxError> {
        let (module, builder) = (self.cx.module, self.builder);
        let bounds = (self.number(0), count);
        let width = self.number(size);
        emit_loop(module, builder, self.function, "sub-group", bounds, |builder, index| {
            set_number(self.cx, builder, Builtin::SetSubGroupId, index)?;
            let first = builder.build_int_nuw_mul(index, width, "first")?;
            let left = builder.build_int_sub(self.items, first, "left")?;
            let full = builder.build_int_compare(IntPredicate::UGE, left, width, "full")?;
            let some = builder.build_select(full, width, left, "lanes")?.into_int_value();
            let place = self.place(first)?;
            let end = builder.build_int_nuw_add(place[0], width, "")?;
            let fits = builder.build_int_compare(IntPredicate::ULE, end, self.limits[0], "fits")?;
            let straight = builder.build_and(full, fits, "straight")?;
            let [fast, slow, join] = ["straight", "bent", "met"].map(|name| self.block(name));
            builder.build_conditional_branch(straight, fast, slow)?;
            builder.position_at_end(fast);
            let members = Members::Vectors(size, vec![place]);
            let team = Team { storage, lanes: width, members };
            self.run_team(number, uniform, &team, join)?;
            builder.position_at_end(slow);
            let team = Team { storage, lanes: some, members: Members::From(first) };
            self.run_team(number, uniform, &team, join)?;
            builder.position_at_end(join);
            Ok(())
        })?;
        Ok(())
    }

    /// All work-items in tiles: as much as goes in large ones, then in smaller ones.
    fn run_tiles(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        tiles: &[(Tile, Storage<'c>)],
    ) -> Result<(), MuxError> {
        let (builder, zero) = (self.builder, self.number(0));
        let emitter = (self.cx.module, builder, self.function);
        let down = |value: IntValue<'c>, step: u64| {
            let count = builder.build_int_unsigned_div(value, self.number(step), "")?;
            Ok::<_, MuxError>(builder.build_int_nuw_mul(count, self.number(step), "")?)
        };
        emit_loop_if_any(emitter, "z", (zero, self.limits[2]), |z| {
            // Up to here, and up to there in the rows so far, everything has run.
            let (mut across, mut below) = (zero, zero);
            for (tile, storage) in tiles {
                let length = tile.width * tile.columns;
                let (from, until) = (across, down(self.limits[0], length)?);
                let rows =
                    builder.build_int_unsigned_div(self.limits[1], self.number(tile.rows), "")?;
                emit_loop_if_any(emitter, "y", (zero, rows), |row| {
                    let y = builder.build_int_nuw_mul(row, self.number(tile.rows), "y")?;
                    // Rows that larger tiles did not reach start from the left.
                    let reached = builder.build_int_compare(IntPredicate::ULT, y, below, "")?;
                    let start = builder.build_select(reached, from, zero, "")?.into_int_value();
                    let first = builder.build_int_unsigned_div(start, self.number(length), "")?;
                    let last = builder.build_int_unsigned_div(until, self.number(length), "")?;
                    emit_loop_if_any(emitter, "x", (first, last), |column| {
                        let x = builder.build_int_nuw_mul(column, self.number(length), "x")?;
                        let places = self.vectors(*tile, [x, y, z])?;
                        let members = Members::Vectors(tile.width, places);
                        let lanes = self.number(tile.count());
                        let team = Team { storage, lanes, members };
                        let join = self.block("met");
                        self.run_team(number, uniform, &team, join)?;
                        builder.position_at_end(join);
                        Ok(())
                    })
                })?;
                across = until;
                below = builder.build_int_nuw_mul(rows, self.number(tile.rows), "below")?;
            }
            Ok(())
        })
    }

    /// Where the vectors of a tile start.
    fn vectors(
        &self,
        tile: Tile,
        [x, y, z]: [IntValue<'c>; 3],
    ) -> Result<Vec<[IntValue<'c>; 3]>, MuxError> {
        let mut places = Vec::new();
        for row in 0..tile.rows {
            let y = self.builder.build_int_nuw_add(y, self.number(row), "")?;
            for column in 0..tile.columns {
                let right = self.number(column * tile.width);
                places.push([self.builder.build_int_nuw_add(x, right, "")?, y, z]);
            }
        }
        Ok(places)
    }

    /// Where the work-item of a number is in its work-group.
    fn place(&self, item: IntValue<'c>) -> Result<[IntValue<'c>; 3], MuxError> {
        let x = self.builder.build_int_unsigned_rem(item, self.limits[0], "x")?;
        let row = self.builder.build_int_unsigned_div(item, self.limits[0], "row")?;
        let y = self.builder.build_int_unsigned_rem(row, self.limits[1], "y")?;
        Ok([x, y, self.builder.build_int_unsigned_div(row, self.limits[1], "z")?])
    }

    /// One team, until it has to wait for the others.
    fn run_team(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        team: &Team<'_, 'c>,
        join: BasicBlock<'c>,
    ) -> Result<(), MuxError> {
        let (inside, _) = self.reach(number);
        let blocks: Vec<(usize, BasicBlock<'c>)> =
            inside.iter().map(|&n| (n, self.block(&format!("lanes.{n}")))).collect();
        self.builder.build_unconditional_branch(blocks[0].1)?;
        for &(here, block) in &blocks {
            self.builder.position_at_end(block);
            if here == number {
                self.run_lanes(here, uniform, team)?;
            } else {
                self.arrive(here, team.storage, team.lanes)?;
                let uniform = self.uniform_ins(here, team.storage)?;
                self.run_lanes(here, &uniform, team)?;
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

    /// All work-items of a team through one region.
    fn run_lanes(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        team: &Team<'_, 'c>,
    ) -> Result<(), MuxError> {
        let (cx, builder) = (self.cx, self.builder);
        let call = |item, lane| self.call(number, uniform, team.storage, (item, lane, team.lanes));
        let run = |bounds, body: &dyn Fn(IntValue<'c>) -> Result<(), MuxError>| {
            emit_loop(cx.module, builder, self.function, "lane", bounds, |_, lane| body(lane))
        };
        match &team.members {
            Members::From(first) => {
                let latch = run((self.number(0), team.lanes), &|lane| {
                    let item = builder.build_int_nuw_add(*first, lane, "item")?;
                    for (dimension, id) in (0..).zip(self.place(item)?) {
                        set(cx, builder, Builtin::SetLocalId, dimension, id)?;
                    }
                    call(item, lane)
                })?;
                self.accesses[number - 1].set_parallel_loop(latch);
            }
            Members::Vectors(width, places) => {
                for (index, &[x, y, z]) in (0..).zip(places) {
                    set(cx, builder, Builtin::SetLocalId, 2, z)?;
                    set(cx, builder, Builtin::SetLocalId, 1, y)?;
                    let first = builder.build_int_nuw_add(self.row(y, z)?, x, "first")?;
                    let latch = run((self.number(0), self.number(*width)), &|lane| {
                        let x = builder.build_int_nuw_add(x, lane, "x")?;
                        set(cx, builder, Builtin::SetLocalId, 0, x)?;
                        let item = builder.build_int_nuw_add(first, lane, "item")?;
                        let start = self.number(index * width);
                        call(item, builder.build_int_nuw_add(start, lane, "")?)
                    })?;
                    self.accesses[number - 1].set_lane_loop(latch);
                }
            }
        }
        Ok(())
    }
}

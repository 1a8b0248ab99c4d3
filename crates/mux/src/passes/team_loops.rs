//! Runs sub-groups and tiles of work-items, each as far as it can without the others.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{BasicValueEnum, IntValue};

use super::calls::{set, set_number};
use super::group_loops::{Frame, Runner, Steps};
use super::loops::{emit_loop, emit_loop_if_any};
use super::regions::DONE;
use super::storage::Storage;
use super::sub_groups::Tile;
use crate::{Builtin, MuxError};

/// Work-items that run through regions together.
pub(super) struct Team<'a, 'c> {
    pub(super) storage: &'a Storage<'c>,
    pub(super) lanes: IntValue<'c>,
    /// The id of the sub-group, if the program uses them.
    pub(super) number: IntValue<'c>,
    pub(super) members: Members<'c>,
}

pub(super) enum Members<'c> {
    /// Vectors of this width, each with the position of its first work-item.
    Vectors(u64, Vec<[IntValue<'c>; 3]>),
    /// All from this linear id on.
    From(IntValue<'c>),
}

impl<'c> Frame<'_, 'c> {
    /// Sets the work-group's number of sub-groups.
    pub(super) fn count_sub_groups(&self, width: u64) -> Result<IntValue<'c>, MuxError> {
        let padded = self.builder.build_int_nuw_add(self.items, self.number(width - 1), "")?;
        let count =
            self.builder.build_int_unsigned_div(padded, self.number(width), "sub-groups")?;
        set_number(self.cx, self.builder, Builtin::SetNumSubGroups, count)?;
        set_number(self.cx, self.builder, Builtin::SetMaxSubGroupSize, self.number(width))?;
        Ok(count)
    }

    /// Runs all sub-groups from one region as far as they can alone.
    pub(super) fn run_sub_groups(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        (size, count, storage): (u64, IntValue<'c>, &Storage<'c>),
    ) -> Result<(), MuxError> {
        self.for_each_sub_group((size, count, storage), |team, _, join| {
            self.run_team(number, uniform, team, join)
        })
    }

    /// Emits a loop over sub-groups. `run` gets each as a team, with the linear id of its first work-item,
    /// and ends with a branch to the given block. It is called twice: full sub-groups in one row have
    /// separate code.
    pub(super) fn for_each_sub_group(
        &self,
        (size, count, storage): (u64, IntValue<'c>, &Storage<'c>),
        run: impl Fn(&Team<'_, 'c>, IntValue<'c>, BasicBlock<'c>) -> Result<(), MuxError>,
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
            let team = Team { storage, lanes: width, number: index, members };
            run(&team, first, join)?;
            builder.position_at_end(slow);
            let members = Members::From(first);
            let team = Team { storage, lanes: some, number: index, members };
            run(&team, first, join)?;
            builder.position_at_end(join);
            Ok(())
        })?;
        Ok(())
    }

    /// Runs all work-items in tiles: in large ones as far as possible, then in smaller ones.
    pub(super) fn run_tiles(
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
            // The columns and rows that have run so far.
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
                        let team = Team { storage, lanes, number: zero, members };
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

    /// The positions of a tile's vectors.
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

    /// The position of a work-item in its work-group, by its linear id.
    fn place(&self, item: IntValue<'c>) -> Result<[IntValue<'c>; 3], MuxError> {
        let x = self.builder.build_int_unsigned_rem(item, self.limits[0], "x")?;
        let row = self.builder.build_int_unsigned_div(item, self.limits[0], "row")?;
        let y = self.builder.build_int_unsigned_rem(row, self.limits[1], "y")?;
        Ok([x, y, self.builder.build_int_unsigned_div(row, self.limits[1], "z")?])
    }

    /// Runs one team, until it has to wait for the others.
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
                self.run_lanes(here, uniform, team, Steps::Together)?;
            } else {
                self.arrive(here, team.storage, team.lanes, None)?;
                let uniform = self.uniform_ins(here, team.storage)?;
                self.run_lanes(here, &uniform, team, Steps::Together)?;
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

    /// Runs all work-items of a team through one region.
    pub(super) fn run_lanes(
        &self,
        number: usize,
        uniform: &[Option<BasicValueEnum<'c>>],
        team: &Team<'_, 'c>,
        steps: Steps<'c>,
    ) -> Result<(), MuxError> {
        let (cx, builder) = (self.cx, self.builder);
        let call = |item, lane| {
            let runner = Runner { item, lane, lanes: team.lanes, sub_group: team.number };
            let function = self.regions.regions[number - 1].function;
            self.call((number, function), uniform, (team.storage, steps), runner)
        };
        let run = |bounds, body: &dyn Fn(IntValue<'c>) -> Result<(), MuxError>| {
            emit_loop(cx.module, builder, self.function, "lane", bounds, |_, lane| body(lane))
        };
        match &team.members {
            Members::From(first) => {
                let latch = run((self.number(0), team.lanes), &|lane| {
                    let item = builder.build_int_nuw_add(*first, lane, "item")?;
                    for (dimension, number) in self.place(item)?.into_iter().enumerate() {
                        let id = self.these.id(builder, dimension, number)?;
                        set(cx, builder, Builtin::SetLocalId, dimension as u64, id)?;
                    }
                    call(item, lane)
                })?;
                self.accesses[number - 1].set_parallel_loop(latch);
            }
            Members::Vectors(width, places) => {
                for (index, &[x, y, z]) in (0..).zip(places) {
                    let [inner, middle, outer] = self.order;
                    let place = |dimension: usize, number| {
                        let id = self.these.id(builder, dimension, number)?;
                        set(cx, builder, Builtin::SetLocalId, dimension as u64, id)
                    };
                    place(outer, z)?;
                    place(middle, y)?;
                    let first = builder.build_int_nuw_add(self.row(y, z)?, x, "first")?;
                    let latch = run((self.number(0), self.number(*width)), &|lane| {
                        let x = builder.build_int_nuw_add(x, lane, "x")?;
                        place(inner, x)?;
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

//! Runs a kernel whose work-items may reach different cuts (`divergence`): each work-item has its own next region.
//!
//! ```text
//! at[all] = 1
//! while at[any] != 0:
//!     for each region r after a cut of the work-group: work-items with at == r exchange values
//!     for each sub-group:
//!         for each such r: for each lane with at == r: here = run(r)
//!         while here[any] is a region after a cut of the sub-group:
//!             r = the first of those regions
//!             lanes with here == r exchange values
//!             for each lane with here == r: here = run(r)
//!         at = here
//! ```
//!
//! So work-items wait at a work-group barrier until all others of their group wait at one, not necessarily
//! the same, or have ended. GPUs do the same by counting arrivals, and programs written for them rely on it
//! where the behaviour is undefined in SYCL. Work-items of a sub-group that reach a cut together synchronise
//! there; `divergence::sort` determines which of them continue first.

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::values::{IntValue, PointerValue};
use scythe_llvm::inkwell::{AddressSpace, IntPredicate};
use scythe_llvm::{SourcePlace, array_element, demangle};

use super::cuts::Level;
use super::exchange::Mask;
use super::group_loops::{Frame, Index, Steps};
use super::loops::{emit_folding_loop, emit_loop};
use super::regions::{DONE, Regions};
use super::storage::{Storage, stack_array};
use super::sub_groups::SubGroups;
use super::team_loops::Team;
use super::work_item_loops::REPORT;
use crate::MuxError;
use crate::kernel::original_name;

/// The first region of a kernel.
const START: usize = 1;
/// The number of the first region after a sub-group cut; those after work-group cuts follow.
const FIRST_BEHIND: u64 = 2;
/// Sets of regions are bit masks: this bit represents itself and all above.
const LAST_BIT: u64 = 63;

/// The number of arrays with a number per work-item that are needed across work-group cuts.
pub(super) fn numbers(regions: &Regions<'_>, sub_groups: Option<SubGroups>) -> usize {
    match sub_groups {
        None => 2,
        Some(_) => usize::from(has_rounds(regions)),
    }
}

/// Whether there are work-group cuts.
fn has_rounds(regions: &Regions<'_>) -> bool {
    regions.cuts.iter().any(|cut| cut.level == Level::Group)
}

fn message(kernel: &str, place: Option<&SourcePlace>) -> String {
    let kernel = demangle(kernel);
    let kernel = kernel.strip_prefix("typeinfo name for ").unwrap_or(&kernel);
    let (place, whose) = match place {
        Some(SourcePlace { file, line, column }) => {
            (format!("{file}:{line}:{column}: "), String::new())
        }
        None => (String::new(), format!(" in kernel {kernel} (compile with -g to see its line)")),
    };
    format!(
        "{place}some work-items of a work-group do not reach a barrier{whose} that others wait at; \
         that is undefined behaviour in SYCL, and they count as arrived"
    )
}

impl<'c> Frame<'_, 'c> {
    /// Runs all work-items of a group, which may have sub-groups of a width and a number.
    pub(super) fn schedule(
        &self,
        storage: &Storage<'c>,
        sub_groups: Option<(u64, IntValue<'c>)>,
    ) -> Result<(), MuxError> {
        let builder = self.builder;
        let rounds = sub_groups.is_none() || has_rounds(self.regions);
        let present = builder.build_alloca(self.cx.module.get_context().i64_type(), "present")?;
        let lanes = match sub_groups {
            Some((width, _)) => Some(stack_array(self.cx, builder, 4 * width, 4)?),
            None => None,
        };
        builder.build_store(present, self.bit(START))?;
        let [round, exit] = ["round", "exit"].map(|name| self.block(name));
        if rounds {
            self.each(self.items, |item| self.put(storage.numbers[0], item, self.region(START)))?;
        }
        builder.build_unconditional_branch(round)?;
        builder.position_at_end(round);
        let now = builder.build_load(self.bit(START).get_type(), present, "now")?.into_int_value();
        builder.build_store(present, now.get_type().const_zero())?;
        for &number in &self.of_level(Level::Group)[1..] {
            let mask = Mask { numbers: storage.numbers[0], region: number as u64 };
            self.if_any(now, number, || self.arrive(number, storage, self.items, Some(mask)))?;
        }
        match sub_groups.zip(lanes) {
            None => self.round_of_items(storage, now, present)?,
            Some(((width, count), lanes)) => {
                self.for_each_sub_group((width, count, storage), |team, first, join| {
                    self.round_of_team(team, lanes, rounds.then_some((first, present)))?;
                    builder.build_unconditional_branch(join)?;
                    Ok(())
                })?;
            }
        }
        if rounds {
            let now = builder.build_load(now.get_type(), present, "")?.into_int_value();
            if self.cx.options.last_of(&[REPORT]).is_some() {
                self.report(now)?;
            }
            let done = self.bit(DONE);
            let over = builder.build_int_compare(IntPredicate::EQ, now, done, "over")?;
            builder.build_conditional_branch(over, exit, round)?;
        } else {
            builder.build_unconditional_branch(exit)?;
        }
        builder.position_at_end(exit);
        Ok(())
    }

    /// Reports once if work-items wait at different barriers.
    fn report(&self, now: IntValue<'c>) -> Result<(), MuxError> {
        let builder = self.builder;
        let [differ, alike] = ["differ", "alike"].map(|name| self.block(name));
        let one = now.get_type().const_int(1, false);
        let rest = builder.build_and(now, builder.build_int_sub(now, one, "")?, "")?;
        let several =
            builder.build_int_compare(IntPredicate::NE, rest, now.get_type().const_zero(), "")?;
        builder.build_conditional_branch(several, differ, alike)?;
        builder.position_at_end(differ);
        let byte = self.cx.module.get_context().i8_type();
        let reported = self.cx.module.add_global(
            byte,
            Some(AddressSpace::default()),
            "mux.divergence-reported",
        );
        reported.set_linkage(Linkage::Internal);
        reported.set_initializer(&byte.const_zero());
        for &number in &self.of_level(Level::Group)[1..] {
            let cut = &self.regions.cuts[number - FIRST_BEHIND as usize];
            let text = message(&original_name(self.function), cut.place.as_ref());
            self.if_any(now, number, || {
                self.cx.target.emit_report(
                    self.cx.module,
                    builder,
                    &text,
                    reported.as_pointer_value(),
                )
            })?;
        }
        builder.build_unconditional_branch(alike)?;
        builder.position_at_end(alike);
        Ok(())
    }

    /// Runs all work-items of a group without sub-groups to their next cut.
    fn round_of_items(
        &self,
        storage: &Storage<'c>,
        now: IntValue<'c>,
        present: PointerValue<'c>,
    ) -> Result<(), MuxError> {
        let [at, then] = storage.numbers[..] else {
            return Err(MuxError::malformed("<scheduler>", "has no memory"));
        };
        for number in self.of_level(Level::Group) {
            let mask = Mask { numbers: at, region: number as u64 };
            let steps = Steps::Alone { mask: Some((mask, Index::Item)), next: (then, Index::Item) };
            self.if_any(now, number, || {
                let uniform = self.uniform_ins(number, storage)?;
                self.run_work_items(number, &uniform, (storage, steps))
            })?;
        }
        let all = self.fold(self.items, |item, set| {
            let number = self.take(then, item)?;
            self.put(at, item, number)?;
            self.with(set, number)
        })?;
        self.builder.build_store(present, all)?;
        Ok(())
    }

    /// Runs a sub-group until all its work-items wait for the work-group or are done. If there is more than
    /// one round, `rounds` is the index of the first work-item, and where to store what they wait for; `here`
    /// is an array for their numbers.
    fn round_of_team(
        &self,
        team: &Team<'_, 'c>,
        here: PointerValue<'c>,
        rounds: Option<(IntValue<'c>, PointerValue<'c>)>,
    ) -> Result<(), MuxError> {
        let builder = self.builder;
        let next = (here, Index::Lane);
        let item = |first, lane| builder.build_int_nuw_add(first, lane, "item");
        if let Some((first, _)) = rounds {
            let at = team.storage.numbers[0];
            let now = self.fold(team.lanes, |lane, set| {
                self.put(here, lane, self.region(DONE))?;
                self.with(set, self.take(at, item(first, lane)?)?)
            })?;
            for number in self.of_level(Level::Group) {
                let mask = Mask { numbers: at, region: number as u64 };
                let steps = Steps::Alone { mask: Some((mask, Index::Item)), next };
                self.if_any(now, number, || {
                    let uniform = self.uniform_ins(number, team.storage)?;
                    self.run_lanes(number, &uniform, team, steps)
                })?;
            }
        } else {
            let uniform = self.uniform_ins(START, team.storage)?;
            self.run_lanes(START, &uniform, team, Steps::Alone { mask: None, next })?;
        }
        self.run_alone(team, here)?;
        if let Some((first, present)) = rounds {
            let at = team.storage.numbers[0];
            let ty = self.bit(START).get_type();
            let before = builder.build_load(ty, present, "")?.into_int_value();
            let waiting = self.fold(team.lanes, |lane, set| {
                let number = self.take(here, lane)?;
                self.put(at, item(first, lane)?, number)?;
                self.with(set, number)
            })?;
            builder.build_store(present, builder.build_or(before, waiting, "")?)?;
        }
        Ok(())
    }

    /// Runs a sub-group through its own cuts.
    fn run_alone(&self, team: &Team<'_, 'c>, here: PointerValue<'c>) -> Result<(), MuxError> {
        let builder = self.builder;
        let behind = self.of_level(Level::SubGroup);
        if behind.is_empty() {
            return Ok(());
        }
        let [pick, settled] = ["pick", "settled"].map(|name| self.block(name));
        builder.build_unconditional_branch(pick)?;
        builder.position_at_end(pick);
        // The first of these regions, relative to the first: all others become large numbers.
        let none = self.region(0).get_type().const_all_ones();
        let emitter = (self.cx.module, builder, self.function);
        let first = emit_folding_loop(emitter, team.lanes, none.into(), |lane, least| {
            let least = least.into_int_value();
            let start = none.get_type().const_int(FIRST_BEHIND, false);
            let number = builder.build_int_sub(self.take(here, lane)?, start, "")?;
            let less = builder.build_int_compare(IntPredicate::ULT, number, least, "")?;
            Ok(builder.build_select(less, number, least, "")?)
        })?;
        let blocks: Vec<(IntValue<'c>, BasicBlock<'c>)> = behind
            .iter()
            .map(|&number| {
                let case = none.get_type().const_int(number as u64 - FIRST_BEHIND, false);
                (case, self.block(&format!("lanes.{number}")))
            })
            .collect();
        builder.build_switch(first.into_int_value(), settled, &blocks)?;
        for (&number, &(_, block)) in behind.iter().zip(&blocks) {
            builder.position_at_end(block);
            let mask = Mask { numbers: here, region: number as u64 };
            self.arrive(number, team.storage, team.lanes, Some(mask))?;
            let uniform = self.uniform_ins(number, team.storage)?;
            let mask = Some((mask, Index::Lane));
            let steps = Steps::Alone { mask, next: (here, Index::Lane) };
            self.run_lanes(number, &uniform, team, steps)?;
            builder.build_unconditional_branch(pick)?;
        }
        builder.position_at_end(settled);
        Ok(())
    }

    /// The numbers of the regions that work-items of a level start together, in order.
    fn of_level(&self, level: Level) -> Vec<usize> {
        let all = self.regions.regions.iter().zip(START..);
        all.filter(|(region, _)| region.level == level).map(|(_, number)| number).collect()
    }

    /// Emits code for the case that a work-item of a set is before a region.
    fn if_any(
        &self,
        set: IntValue<'c>,
        number: usize,
        body: impl FnOnce() -> Result<(), MuxError>,
    ) -> Result<(), MuxError> {
        let [some, behind] = ["some", "behind"].map(|name| self.block(name));
        let bit = self.builder.build_and(set, self.bit(number), "")?;
        let zero = set.get_type().const_zero();
        let any = self.builder.build_int_compare(IntPredicate::NE, bit, zero, "any")?;
        self.builder.build_conditional_branch(any, some, behind)?;
        self.builder.position_at_end(some);
        body()?;
        self.builder.build_unconditional_branch(behind)?;
        self.builder.position_at_end(behind);
        Ok(())
    }

    /// The set with one region.
    fn bit(&self, number: usize) -> IntValue<'c> {
        let set = self.cx.module.get_context().i64_type();
        set.const_int(1 << (number as u64).min(LAST_BIT), false)
    }

    /// A set with an additional region.
    fn with(&self, set: IntValue<'c>, number: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let ty = set.get_type();
        let wide = self.builder.build_int_z_extend(number, ty, "")?;
        let last = ty.const_int(LAST_BIT, false);
        let inside = self.builder.build_int_compare(IntPredicate::ULT, wide, last, "")?;
        let place = self.builder.build_select(inside, wide, last, "")?.into_int_value();
        let bit = self.builder.build_left_shift(ty.const_int(1, false), place, "")?;
        Ok(self.builder.build_or(set, bit, "")?)
    }

    fn region(&self, number: usize) -> IntValue<'c> {
        self.cx.module.get_context().i32_type().const_int(number as u64, false)
    }

    fn number_place(
        &self,
        array: PointerValue<'c>,
        index: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let numbers = self.region(0).get_type().array_type(0);
        Ok(array_element(self.builder, numbers, array, index, "")?)
    }

    fn take(&self, array: PointerValue<'c>, index: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let place = self.number_place(array, index)?;
        Ok(self.builder.build_load(self.region(0).get_type(), place, "")?.into_int_value())
    }

    fn put(
        &self,
        array: PointerValue<'c>,
        index: IntValue<'c>,
        number: IntValue<'c>,
    ) -> Result<(), MuxError> {
        self.builder.build_store(self.number_place(array, index)?, number)?;
        Ok(())
    }

    fn each(
        &self,
        count: IntValue<'c>,
        body: impl FnOnce(IntValue<'c>) -> Result<(), MuxError>,
    ) -> Result<(), MuxError> {
        let bounds = (self.number(0), count);
        emit_loop(self.cx.module, self.builder, self.function, "each", bounds, |_, i| body(i))?;
        Ok(())
    }

    /// The union of the work-items' sets.
    fn fold(
        &self,
        count: IntValue<'c>,
        body: impl FnOnce(IntValue<'c>, IntValue<'c>) -> Result<IntValue<'c>, MuxError>,
    ) -> Result<IntValue<'c>, MuxError> {
        let emitter = (self.cx.module, self.builder, self.function);
        let empty = self.bit(START).get_type().const_zero();
        let all = emit_folding_loop(emitter, count, empty.into(), |index, set| {
            Ok(body(index, set.into_int_value())?.into())
        })?;
        Ok(all.into_int_value())
    }
}

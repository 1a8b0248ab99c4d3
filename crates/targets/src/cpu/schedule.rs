//! How the CPU schedules work-items: a thread runs spans of work-groups, one work-item after the
//! other.
//!
//! | parameter      | passed by  | contents                                              |
//! |----------------|------------|-------------------------------------------------------|
//! | `wi-info`      | wrapper    | `MuxWorkItemInfo`: local id, sub-group numbers         |
//! | `sched-info`   | runtime    | `Mux_schedule_info_s`: [`scythe_image::ScheduleInfo`]  |
//! | `mini-wg-info` | wrapper    | `MiniWGInfo`: group id, number of groups, local memory, what the runtime checks |
//! | `first-group`  | runtime    | first linear group number of the span                  |
//! | `last-group`   | runtime    | one past the last                                      |

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum, StructType};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};
use scythe_llvm::{array_element, field};
use scythe_mux::{
    Builtin, MuxError, MuxTarget, Reuse, SchedParam, Scheduled, Shape, Wrapping, named_struct,
    size_type, work_item_info, work_item_info_type,
};

use super::{builtins, memory};

/// The CPU's scheduling.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuSchedule;

/// The sizes that sub-groups can have.
pub const SUB_GROUP_SIZES: &[u64] = &[4, 8, 16, 32];
/// The default size: programs ported from CUDA rely on it.
const PREFERRED_SUB_GROUP_SIZE: u64 = 32;

/// The least number of work-items that must read a value for staging it in a tile.
const LEAST_READERS: u64 = 4;
/// The least trip count of a loop whose tiles are worth their barriers.
const LEAST_TRIPS: u64 = 16;

pub(super) const WI_INFO: usize = work_item_info::ID;
pub(super) const SCHED_INFO: usize = 1;
pub(super) const MINI_WG_INFO: usize = 2;
pub(super) const FIRST_GROUP: usize = 3;
pub(super) const LAST_GROUP: usize = 4;

/// Fields of `Mux_schedule_info_s`, as in [`scythe_image::ScheduleInfo`].
pub(super) mod sched {
    pub const GLOBAL_SIZE: u32 = 0;
    pub const GLOBAL_OFFSET: u32 = 1;
    pub const LOCAL_SIZE: u32 = 2;
    pub const WORK_DIM: u32 = 5;
    pub const LOCAL_MEMORY: u32 = 6;
    pub const CONSTANTS: u32 = 7;
}
/// Fields of `MiniWGInfo`.
pub(super) mod mini {
    pub const GROUP_ID: u32 = 0;
    pub const NUM_GROUPS: u32 = 1;
    pub const LOCAL_MEMORY: u32 = 2;
}

/// The structs that scheduling parameters point to.
pub(super) struct Layouts<'c> {
    pub work_item: StructType<'c>,
    pub schedule: StructType<'c>,
    pub work_group: StructType<'c>,
}

impl<'c> Layouts<'c> {
    pub fn of(module: &Module<'c>) -> Self {
        let context = module.get_context();
        let number: BasicTypeEnum<'c> = context.i32_type().into();
        let size: BasicTypeEnum<'c> = size_type(module).into();
        let ranks: BasicTypeEnum<'c> = size_type(module).array_type(3).into();
        let pointer: BasicTypeEnum<'c> = context.ptr_type(Default::default()).into();
        let schedule = [ranks, ranks, ranks, size, size, number, size, pointer];
        Self {
            work_item: work_item_info_type(module),
            schedule: named_struct(module, "Mux_schedule_info_s", &schedule),
            work_group: named_struct(module, "MiniWGInfo", &[ranks, ranks, pointer, pointer]),
        }
    }
}

/// The address of component `index` of the array in `member`.
pub(super) fn component<'c>(
    builder: &Builder<'c>,
    ty: StructType<'c>,
    base: PointerValue<'c>,
    member: u32,
    index: IntValue<'c>,
) -> Result<PointerValue<'c>, MuxError> {
    let array = field(builder, ty, base, member, "")?;
    let ranks = ty.get_field_type_at_index(member).map(BasicTypeEnum::into_array_type);
    let ranks = ranks.ok_or_else(|| MuxError::Malformed {
        function: "<struct>".to_owned(),
        reason: format!("has no member {member}"),
    })?;
    Ok(array_element(builder, ranks, array, index, "")?)
}

pub(super) fn load<'c>(
    builder: &Builder<'c>,
    ty: impl BasicType<'c>,
    address: PointerValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    Ok(builder.build_load(ty, address, "")?.into_int_value())
}

impl MuxTarget for CpuSchedule {
    fn name(&self) -> &str {
        "cpu"
    }

    fn sub_group_sizes(&self) -> &[u64] {
        SUB_GROUP_SIZES
    }

    fn preferred_sub_group_size(&self) -> u64 {
        PREFERRED_SUB_GROUP_SIZE
    }

    fn stepping_width(&self) -> u64 {
        16
    }

    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>> {
        let layouts = Layouts::of(module);
        let size: BasicTypeEnum<'c> = size_type(module).into();
        let item = (work_item_info::NAME, layouts.work_item);
        let schedule = ("Mux_schedule_info_s", layouts.schedule);
        let group = ("MiniWGInfo", layouts.work_group);
        vec![
            SchedParam::pointer(module, WI_INFO, "wi-info", item, false),
            SchedParam::pointer(module, SCHED_INFO, "sched-info", schedule, true),
            SchedParam::pointer(module, MINI_WG_INFO, "mini-wg-info", group, false),
            SchedParam::value(FIRST_GROUP, "first-group", size, true),
            SchedParam::value(LAST_GROUP, "last-group", size, true),
        ]
    }

    fn requires_scheduling_parameters(&self, builtin: Builtin) -> bool {
        // Sub-groups here are more than one work-item.
        builtin.requires_scheduling()
            || matches!(builtin, Builtin::SubGroupSize | Builtin::SubGroupLocalId)
            || builtin.shape() == Shape::Check
    }

    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        builtins::define(*self, module, builtin, function)
    }

    fn initialize_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let layouts = Layouts::of(wrapping.module);
        if parameter.id == WI_INFO {
            let info = wrapping.builder.build_alloca(layouts.work_item, parameter.name)?;
            wrapping.builder.build_store(info, layouts.work_item.const_zero())?;
            return Ok(info.into());
        }
        let schedule = self.function_scheduling_parameters(wrapping.into).pointer(SCHED_INFO)?;
        work_group_info(wrapping, &layouts, schedule)
    }

    /// A private copy stays in registers; any store of the kernel could change the runtime's, for all the
    /// optimiser knows.
    fn forward_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
        value: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let (Some(ty), BasicValueEnum::PointerValue(from)) = (parameter.pointee, value) else {
            return Ok(value);
        };
        let copy = wrapping.builder.build_alloca(ty, parameter.name)?;
        let size = ty.size_of().ok_or_else(|| MuxError::Malformed {
            function: parameter.debug_name.to_owned(),
            reason: "has no size".to_owned(),
        })?;
        wrapping.builder.build_memcpy(copy, 8, from, 8, size)?;
        Ok(copy.into())
    }

    fn copies_arguments(&self) -> bool {
        true
    }

    fn emit_local_memory<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        offset: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let layouts = Layouts::of(module);
        let context = module.get_context();
        let info = scheduled.pointer(MINI_WG_INFO)?;
        let address = field(builder, layouts.work_group, info, mini::LOCAL_MEMORY, "")?;
        let pointer = context.ptr_type(Default::default());
        let base = builder.build_load(pointer, address, "")?.into_pointer_value();
        Ok(array_element(builder, context.i8_type().array_type(0), base, offset, "")?)
    }

    /// A tile turns a gather per iteration into a plain vector, which is worth the copy if several rows of
    /// work-items use it.
    fn staging_pays(&self, reuse: &Reuse) -> bool {
        let often = reuse.trips.is_none_or(|trips| trips >= LEAST_TRIPS);
        reuse.scattered && reuse.lanes && reuse.readers >= LEAST_READERS && often
    }

    fn emit_address_space<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        pointer: BasicValueEnum<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        memory::space_of(module, builder, pointer)
    }

    fn emit_local_frame<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        frame: PointerValue<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        memory::local_frame(module, builder, frame, bytes)
    }

    fn emit_report<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        text: &str,
        reported: PointerValue<'c>,
    ) -> Result<(), MuxError> {
        memory::report(module, builder, text, reported)
    }

    fn emit_scratch<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        memory::of_thread(module, builder, memory::SCRATCH, bytes)
    }
}

/// `MiniWGInfo` with as many groups as cover the global size.
fn work_group_info<'c>(
    wrapping: &Wrapping<'_, 'c>,
    layouts: &Layouts<'c>,
    schedule: PointerValue<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let builder = wrapping.builder;
    let size = size_type(wrapping.module);
    let one = size.const_int(1, false);
    let info = builder.build_alloca(layouts.work_group, "mini-wg-info")?;
    builder.build_store(info, layouts.work_group.const_zero())?;
    // All groups of a span use the same local memory, one after the other.
    let wanted = field(builder, layouts.schedule, schedule, sched::LOCAL_MEMORY, "")?;
    let wanted = load(builder, size, wanted)?;
    let local = memory::of_thread(wrapping.module, builder, memory::LOCAL, wanted)?;
    builder
        .build_store(field(builder, layouts.work_group, info, mini::LOCAL_MEMORY, "")?, local)?;
    for dimension in 0..3 {
        let index = size.const_int(dimension, false);
        let ask = |member| {
            load(builder, size, component(builder, layouts.schedule, schedule, member, index)?)
        };
        let (global, local) = (ask(sched::GLOBAL_SIZE)?, ask(sched::LOCAL_SIZE)?);
        let padded = builder.build_int_add(global, builder.build_int_sub(local, one, "")?, "")?;
        let groups = builder.build_int_unsigned_div(padded, local, "groups")?;
        let address = component(builder, layouts.work_group, info, mini::NUM_GROUPS, index)?;
        builder.build_store(address, groups)?;
    }
    Ok(info.into())
}

//! How the CPU schedules work-items: a thread runs spans of work-groups, one work-item after the
//! other.
//!
//! | parameter      | passed by  | contents                                              |
//! |----------------|------------|-------------------------------------------------------|
//! | `wi-info`      | wrapper    | `MuxWorkItemInfo`: local id, sub-group numbers         |
//! | `sched-info`   | runtime    | `Mux_schedule_info_s`: [`scythe_image::ScheduleInfo`]  |
//! | `mini-wg-info` | wrapper    | `MiniWGInfo`: group id, number of groups               |
//! | `first-group`  | runtime    | first linear group number of the span                  |
//! | `last-group`   | runtime    | one past the last                                      |

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum, StructType};
use scythe_llvm::inkwell::values::{BasicValueEnum, IntValue, PointerValue};
use scythe_llvm::{array_element, field};
use scythe_mux::{Builtin, MuxError, MuxTarget, SchedParam, Scheduled};

/// The CPU's scheduling.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuSchedule;

const WI_INFO: usize = 0;
const SCHED_INFO: usize = 1;
const MINI_WG_INFO: usize = 2;
const FIRST_GROUP: usize = 3;
const LAST_GROUP: usize = 4;

/// Fields of `Mux_schedule_info_s`, as in [`scythe_image::ScheduleInfo`].
mod sched {
    pub const GLOBAL_SIZE: u32 = 0;
    pub const GLOBAL_OFFSET: u32 = 1;
    pub const LOCAL_SIZE: u32 = 2;
    pub const WORK_DIM: u32 = 5;
    pub const LOCAL_MEMORY: u32 = 6;
}
/// Fields of `MiniWGInfo`.
mod mini {
    pub const GROUP_ID: u32 = 0;
    pub const NUM_GROUPS: u32 = 1;
    pub const LOCAL_MEMORY: u32 = 2;
}

/// The structs that scheduling parameters point to.
struct Layouts<'c> {
    work_item: StructType<'c>,
    schedule: StructType<'c>,
    work_group: StructType<'c>,
}

impl<'c> Layouts<'c> {
    fn of(module: &Module<'c>) -> Self {
        let context = module.get_context();
        let i32_type: BasicTypeEnum<'c> = context.i32_type().into();
        let size: BasicTypeEnum<'c> = context.i64_type().into();
        let ranks: BasicTypeEnum<'c> = context.i64_type().array_type(3).into();
        let pointer: BasicTypeEnum<'c> = context.ptr_type(Default::default()).into();
        let named = |name: &str, fields: &[BasicTypeEnum<'c>]| {
            context.get_struct_type(name).unwrap_or_else(|| {
                let ty = context.opaque_struct_type(name);
                ty.set_body(fields, false);
                ty
            })
        };
        Self {
            work_item: named("MuxWorkItemInfo", &[ranks, i32_type, i32_type, i32_type]),
            schedule: named(
                "Mux_schedule_info_s",
                &[ranks, ranks, ranks, size, size, i32_type, size],
            ),
            work_group: named("MiniWGInfo", &[ranks, ranks, pointer]),
        }
    }
}

/// The address of component `index` of the array in `member`.
fn component<'c>(
    builder: &Builder<'c>,
    ty: StructType<'c>,
    base: PointerValue<'c>,
    member: u32,
    index: IntValue<'c>,
) -> Result<PointerValue<'c>, MuxError> {
    let array = field(builder, ty, base, member, "")?;
    let ranks = ty.get_context().i64_type().array_type(3);
    Ok(array_element(builder, ranks, array, index, "")?)
}

fn load<'c>(
    builder: &Builder<'c>,
    ty: impl BasicType<'c>,
    address: PointerValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    Ok(builder.build_load(ty, address, "")?.into_int_value())
}

fn unknown(builtin: Builtin) -> MuxError {
    MuxError::Malformed {
        function: builtin.name().into_owned(),
        reason: "the CPU has no definition of it".to_owned(),
    }
}

fn argument<'c>(scheduled: &Scheduled<'c>, index: usize) -> Result<BasicValueEnum<'c>, MuxError> {
    scheduled.get(index).copied().ok_or_else(|| MuxError::Malformed {
        function: "<builtin>".to_owned(),
        reason: "has no scheduling parameters: run add-sched-params first".to_owned(),
    })
}

impl CpuSchedule {
    /// Loads a ranked value; a dimension past the third gives the builtin's default.
    fn ranked<'c>(
        self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        builtin: Builtin,
        dimension: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        let layouts = Layouts::of(module);
        let (ty, parameter, member) = match builtin {
            Builtin::GlobalSize => (layouts.schedule, SCHED_INFO, sched::GLOBAL_SIZE),
            Builtin::GlobalOffset => (layouts.schedule, SCHED_INFO, sched::GLOBAL_OFFSET),
            Builtin::LocalSize => (layouts.schedule, SCHED_INFO, sched::LOCAL_SIZE),
            Builtin::GroupId => (layouts.work_group, MINI_WG_INFO, mini::GROUP_ID),
            Builtin::NumGroups => (layouts.work_group, MINI_WG_INFO, mini::NUM_GROUPS),
            Builtin::LocalId => (layouts.work_item, WI_INFO, 0),
            _ => return Err(unknown(builtin)),
        };
        let base = argument(scheduled, parameter)?.into_pointer_value();
        let size = module.get_context().i64_type();
        let three = dimension.get_type().const_int(3, false);
        let valid = builder.build_int_compare(IntPredicate::ULT, dimension, three, "")?;
        let zero = dimension.get_type().const_zero();
        let index = builder.build_select(valid, dimension, zero, "")?.into_int_value();
        let value = load(builder, size, component(builder, ty, base, member, index)?)?;
        let default = size.const_int(builtin.default_value(), false);
        Ok(builder.build_select(valid, value, default, "")?.into_int_value())
    }
}

impl MuxTarget for CpuSchedule {
    fn name(&self) -> &str {
        "cpu"
    }

    fn sub_group_sizes(&self) -> &[u64] {
        &[4, 8, 16, 32]
    }

    fn preferred_sub_group_size(&self) -> u64 {
        16
    }

    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>> {
        let context = module.get_context();
        let pointer: BasicTypeEnum<'c> = context.ptr_type(Default::default()).into();
        let size: BasicTypeEnum<'c> = context.i64_type().into();
        let parameter = |name, ty, external| SchedParam { name, ty, external };
        vec![
            parameter("wi-info", pointer, false),
            parameter("sched-info", pointer, true),
            parameter("mini-wg-info", pointer, false),
            parameter("first-group", size, true),
            parameter("last-group", size, true),
        ]
    }

    fn initialize_parameter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        index: usize,
        external: &[Option<BasicValueEnum<'c>>],
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let layouts = Layouts::of(module);
        let schedule =
            external.get(SCHED_INFO).copied().flatten().ok_or_else(|| MuxError::Malformed {
                function: "<wrapper>".to_owned(),
                reason: "was not passed sched-info".to_owned(),
            })?;
        let schedule = schedule.into_pointer_value();
        match index {
            WI_INFO => {
                let info = builder.build_alloca(layouts.work_item, "wi-info")?;
                builder.build_store(info, layouts.work_item.const_zero())?;
                Ok(info.into())
            }
            SCHED_INFO => {
                // A copy of one's own stays in registers; the runtime's may change, for all the
                // optimiser knows, with every store of the kernel.
                let copy = builder.build_alloca(layouts.schedule, "sched-info")?;
                let size =
                    layouts.schedule.size_of().ok_or_else(|| unknown(Builtin::GlobalSize))?;
                builder.build_memcpy(copy, 8, schedule, 8, size)?;
                Ok(copy.into())
            }
            MINI_WG_INFO => work_group_info(module, builder, &layouts, schedule),
            FIRST_GROUP | LAST_GROUP => {
                external.get(index).copied().flatten().ok_or_else(|| unknown(Builtin::FirstGroup))
            }
            _ => Err(unknown(Builtin::GlobalSize)),
        }
    }

    fn emit_getter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        builtin: Builtin,
        dimension: Option<IntValue<'c>>,
        scheduled: &Scheduled<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        match (builtin, dimension) {
            (Builtin::FirstGroup, _) => Ok(argument(scheduled, FIRST_GROUP)?.into_int_value()),
            (Builtin::LastGroup, _) => Ok(argument(scheduled, LAST_GROUP)?.into_int_value()),
            (Builtin::WorkDim, _) => {
                let layouts = Layouts::of(module);
                let base = argument(scheduled, SCHED_INFO)?.into_pointer_value();
                let address = field(builder, layouts.schedule, base, sched::WORK_DIM, "")?;
                load(builder, module.get_context().i32_type(), address)
            }
            (Builtin::SubGroupId | Builtin::NumSubGroups | Builtin::MaxSubGroupSize, _) => {
                let member = match builtin {
                    Builtin::SubGroupId => 1,
                    Builtin::NumSubGroups => 2,
                    _ => 3,
                };
                let layouts = Layouts::of(module);
                let base = argument(scheduled, WI_INFO)?.into_pointer_value();
                let address = field(builder, layouts.work_item, base, member, "")?;
                load(builder, module.get_context().i32_type(), address)
            }
            (Builtin::GlobalId, Some(dimension)) => {
                let ask = |b| self.ranked(module, builder, b, dimension, scheduled);
                let (group, local_size) = (ask(Builtin::GroupId)?, ask(Builtin::LocalSize)?);
                let (local, offset) = (ask(Builtin::LocalId)?, ask(Builtin::GlobalOffset)?);
                let first = builder.build_int_nuw_mul(group, local_size, "")?;
                let base = builder.build_int_nuw_add(first, offset, "")?;
                Ok(builder.build_int_nuw_add(base, local, "")?)
            }
            (_, Some(dimension)) => self.ranked(module, builder, builtin, dimension, scheduled),
            (_, None) => Err(unknown(builtin)),
        }
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
        let info = argument(scheduled, MINI_WG_INFO)?.into_pointer_value();
        let address = field(builder, layouts.work_group, info, mini::LOCAL_MEMORY, "")?;
        let pointer = context.ptr_type(Default::default());
        let base = builder.build_load(pointer, address, "")?.into_pointer_value();
        Ok(array_element(builder, context.i8_type().array_type(0), base, offset, "")?)
    }

    fn emit_scratch<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        memory_of_thread(module, builder, SCRATCH, bytes)
    }

    fn emit_setter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        builtin: Builtin,
        dimension: IntValue<'c>,
        value: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<(), MuxError> {
        let layouts = Layouts::of(module);
        let small = match builtin {
            Builtin::SetSubGroupId => Some(1),
            Builtin::SetNumSubGroups => Some(2),
            Builtin::SetMaxSubGroupSize => Some(3),
            _ => None,
        };
        if let Some(member) = small {
            let base = argument(scheduled, WI_INFO)?.into_pointer_value();
            builder.build_store(field(builder, layouts.work_item, base, member, "")?, value)?;
            return Ok(());
        }
        let (ty, parameter, member) = match builtin {
            Builtin::SetLocalId => (layouts.work_item, WI_INFO, 0),
            Builtin::SetGroupId => (layouts.work_group, MINI_WG_INFO, mini::GROUP_ID),
            _ => return Err(unknown(builtin)),
        };
        let base = argument(scheduled, parameter)?.into_pointer_value();
        builder.build_store(component(builder, ty, base, member, dimension)?, value)?;
        Ok(())
    }
}

/// Functions of the runtime that give a thread memory to work with.
const LOCAL_MEMORY: &str = "scythe_cpu_local_memory";
const SCRATCH: &str = "scythe_cpu_scratch";

fn memory_of_thread<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    name: &str,
    bytes: IntValue<'c>,
) -> Result<PointerValue<'c>, MuxError> {
    let context = module.get_context();
    let function = module.get_function(name).unwrap_or_else(|| {
        let pointer = context.ptr_type(Default::default());
        let function =
            module.add_function(name, pointer.fn_type(&[context.i64_type().into()], false), None);
        let attribute = |at: AttributeLoc, name: &str| {
            let kind = Attribute::get_named_enum_kind_id(name);
            function.add_attribute(at, context.create_enum_attribute(kind, 0));
        };
        // Nobody else has this memory while the caller uses it.
        attribute(AttributeLoc::Return, "noalias");
        attribute(AttributeLoc::Return, "nonnull");
        attribute(AttributeLoc::Function, "nounwind");
        function
    });
    let call = builder.build_call(function, &[bytes.into()], "")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
        _ => Err(unknown(Builtin::LocalMemory)),
    }
}

/// `MiniWGInfo` with as many groups as cover the global size.
fn work_group_info<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    layouts: &Layouts<'c>,
    schedule: PointerValue<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let size = module.get_context().i64_type();
    let one = size.const_int(1, false);
    let info = builder.build_alloca(layouts.work_group, "mini-wg-info")?;
    builder.build_store(info, layouts.work_group.const_zero())?;
    // All groups of a span use the same local memory, one after the other.
    let wanted = field(builder, layouts.schedule, schedule, sched::LOCAL_MEMORY, "")?;
    let wanted = load(builder, size, wanted)?;
    let local = memory_of_thread(module, builder, LOCAL_MEMORY, wanted)?;
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

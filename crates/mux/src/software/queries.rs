//! Queries of ids and sizes: reads and writes of the two structs, and arithmetic on the results.

use scythe_llvm::element;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::StructType;
use scythe_llvm::inkwell::values::{FunctionValue, IntValue};

use super::Body;
use crate::schedule::{
    work_group_info as group, work_group_info_type, work_item_info as item, work_item_info_type,
};
use crate::target::MuxTarget;
use crate::{Builtin, MuxError};

/// A member of one of the structs: the scheduling parameter that points to it, its type and index.
type Member<'c> = (usize, StructType<'c>, u32);

fn member<'c>(module: &Module<'c>, builtin: Builtin) -> Option<Member<'c>> {
    let of_item = |member| Some((item::ID, work_item_info_type(module), member));
    let of_group = |member| Some((group::ID, work_group_info_type(module), member));
    match builtin {
        Builtin::LocalId | Builtin::SetLocalId => of_item(item::LOCAL_ID),
        Builtin::SubGroupId | Builtin::SetSubGroupId => of_item(item::SUB_GROUP_ID),
        Builtin::NumSubGroups | Builtin::SetNumSubGroups => of_item(item::NUM_SUB_GROUPS),
        Builtin::MaxSubGroupSize | Builtin::SetMaxSubGroupSize => of_item(item::MAX_SUB_GROUP_SIZE),
        Builtin::GroupId | Builtin::SetGroupId => of_group(group::GROUP_ID),
        Builtin::NumGroups => of_group(group::NUM_GROUPS),
        Builtin::GlobalOffset => of_group(group::GLOBAL_OFFSET),
        Builtin::LocalSize => of_group(group::LOCAL_SIZE),
        Builtin::WorkDim => of_group(group::WORK_DIM),
        _ => None,
    }
}

pub(super) fn define<'c, T: MuxTarget + ?Sized>(
    target: &T,
    module: &Module<'c>,
    builtin: Builtin,
    function: FunctionValue<'c>,
) -> Result<(), MuxError> {
    use crate::Shape;
    if let Some(member) = member(module, builtin) {
        let body = Body::new(target, module, function, "");
        return match builtin.shape() {
            Shape::RankedGetter => ranked_getter(&body, builtin, member),
            Shape::RankedSetter => ranked_setter(&body, member),
            Shape::Setter32 => setter(&body, member),
            _ => getter(&body, member),
        };
    }
    let body = Body::new(target, module, function, "entry");
    let value = match builtin {
        Builtin::GlobalId => global_id(&body)?,
        Builtin::GlobalSize => {
            let dimension = body.int(0)?;
            let groups = body.call(Builtin::NumGroups, &[dimension])?;
            let local = body.call(Builtin::LocalSize, &[dimension])?;
            body.builder.build_int_mul(groups, local, "")?
        }
        Builtin::EnqueuedLocalSize => body.call(Builtin::LocalSize, &[body.int(0)?])?,
        Builtin::LocalLinearId => local_linear_id(&body)?,
        Builtin::GlobalLinearId => global_linear_id(&body)?,
        Builtin::IsFtz
        | Builtin::UseFast
        | Builtin::IsEmbeddedProfile
        | Builtin::SubGroupSize
        | Builtin::SubGroupLocalId => body.result_type()?.const_int(builtin.default_value(), false),
        _ => {
            return Err(MuxError::malformed(
                builtin.name(),
                format!("target `{}` does not define it", target.name()),
            ));
        }
    };
    body.ret(value.into())
}

/// `dimension < 3 ? member[dimension] : default`, without a branch and without reading past the end.
fn ranked_getter<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    builtin: Builtin,
    (parameter, ty, member): Member<'c>,
) -> Result<(), MuxError> {
    let dimension = body.int(0)?;
    let base = body.scheduled().pointer(parameter)?;
    let result = body.result_type()?;
    let builder = &body.builder;
    let number = dimension.get_type();
    let valid =
        builder.build_int_compare(IntPredicate::ULT, dimension, number.const_int(3, false), "")?;
    let index = builder.build_select(valid, dimension, number.const_zero(), "")?.into_int_value();
    let path = [body.number(0), body.number(member), index];
    let value = builder.build_load(result, element(builder, ty, base, &path, "")?, "")?;
    let default = result.const_int(builtin.default_value(), false);
    body.ret(builder.build_select(valid, value.into_int_value(), default, "")?)
}

fn ranked_setter<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    (parameter, ty, member): Member<'c>,
) -> Result<(), MuxError> {
    let path = [body.number(0), body.number(member), body.int(0)?];
    let base = body.scheduled().pointer(parameter)?;
    let address = element(&body.builder, ty, base, &path, "")?;
    body.builder.build_store(address, body.int(1)?)?;
    body.ret_void()
}

fn getter<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    (parameter, ty, member): Member<'c>,
) -> Result<(), MuxError> {
    let base = body.scheduled().pointer(parameter)?;
    let path = [body.number(0), body.number(member)];
    let address = element(&body.builder, ty, base, &path, "")?;
    body.ret(body.builder.build_load(body.result_type()?, address, "")?)
}

fn setter<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    (parameter, ty, member): Member<'c>,
) -> Result<(), MuxError> {
    let base = body.scheduled().pointer(parameter)?;
    let path = [body.number(0), body.number(member)];
    let address = element(&body.builder, ty, base, &path, "")?;
    body.builder.build_store(address, body.int(0)?)?;
    body.ret_void()
}

/// `group_id * local_size + local_id + global_offset`
fn global_id<'c, T: MuxTarget + ?Sized>(body: &Body<'_, 'c, T>) -> Result<IntValue<'c>, MuxError> {
    let dimension = [body.int(0)?];
    let group = body.call(Builtin::GroupId, &dimension)?;
    let offset = body.call(Builtin::GlobalOffset, &dimension)?;
    let local = body.call(Builtin::LocalId, &dimension)?;
    let size = body.call(Builtin::LocalSize, &dimension)?;
    let first = body.builder.build_int_mul(group, size, "")?;
    let inside = body.builder.build_int_add(first, local, "")?;
    Ok(body.builder.build_int_add(inside, offset, "")?)
}

/// `z * size_y * size_x + y * size_x + x`
fn local_linear_id<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
) -> Result<IntValue<'c>, MuxError> {
    let [x, y, z] = [0, 1, 2].map(|dimension| body.query(Builtin::LocalId, dimension));
    let [size_x, size_y] = [0, 1].map(|dimension| body.query(Builtin::LocalSize, dimension));
    let (x, y, z, size_x, size_y) = (x?, y?, z?, size_x?, size_y?);
    let builder = &body.builder;
    let planes = builder.build_int_mul(builder.build_int_mul(z, size_y, "")?, size_x, "")?;
    let rows = builder.build_int_mul(y, size_x, "")?;
    let above = builder.build_int_add(planes, rows, "")?;
    Ok(builder.build_int_add(above, x, "")?)
}

/// `(z * size_y + y) * size_x + x` of the global ids without their offsets
fn global_linear_id<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
) -> Result<IntValue<'c>, MuxError> {
    let builder = &body.builder;
    let place = |dimension| -> Result<IntValue<'c>, MuxError> {
        let id = body.query(Builtin::GlobalId, dimension)?;
        let offset = body.query(Builtin::GlobalOffset, dimension)?;
        Ok(builder.build_int_sub(id, offset, "")?)
    };
    let [x, y, z] = [place(0)?, place(1)?, place(2)?];
    let size_x = body.query(Builtin::GlobalSize, 0)?;
    let size_y = body.query(Builtin::GlobalSize, 1)?;
    let planes = builder.build_int_mul(z, size_y, "")?;
    let rows = builder.build_int_add(planes, y, "")?;
    let above = builder.build_int_mul(rows, size_x, "")?;
    Ok(builder.build_int_add(x, above, "")?)
}

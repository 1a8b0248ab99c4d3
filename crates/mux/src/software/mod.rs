//! The generic software target: the default behaviour of [`MuxTarget`]'s methods.
//!
//! A target that overrides a method calls the function of the same name here for the default cases, and writes its
//! own bodies with [`Body`].

mod assembly;
mod body;
mod collectives;
mod dma;
mod fences;
mod lanes;
mod queries;

pub use assembly::{emit_assembly, emit_assembly_with};
pub use body::Body;
pub use fences::emit_fence;

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue};

use crate::schedule::{
    SchedParam, work_group_info, work_group_info_type, work_item_info, work_item_info_type,
};
use crate::target::{MuxTarget, Wrapping};
use crate::{Builtin, MuxError, Shape};

/// The work-item's position, initialised by the wrapper, and the work-group's, passed by the caller.
#[must_use]
pub fn scheduling_parameters<'c>(module: &Module<'c>) -> Vec<SchedParam<'c>> {
    let item = (work_item_info::NAME, work_item_info_type(module));
    let group = (work_group_info::NAME, work_group_info_type(module));
    vec![
        SchedParam::pointer(module, work_item_info::ID, "wi-info", item, false),
        SchedParam::pointer(module, work_group_info::ID, "wg-info", group, true),
    ]
}

/// Memory in the wrapper's frame for the pointee of the parameter; a parameter that is not a pointer is zero.
///
/// # Errors
/// When the IR cannot be built.
pub fn initialize_parameter<'c>(
    wrapping: &Wrapping<'_, 'c>,
    parameter: &SchedParam<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    match parameter.pointee {
        Some(pointee) => Ok(wrapping.builder.build_alloca(pointee, parameter.name)?.into()),
        None => Ok(parameter.ty.const_zero()),
    }
}

/// Gives a builtin's declaration its default body.
///
/// # Errors
/// When the function lacks scheduling parameters it needs, or is declared with another signature.
pub fn define_builtin<'c, T: MuxTarget + ?Sized>(
    target: &T,
    module: &Module<'c>,
    builtin: Builtin,
    function: FunctionValue<'c>,
) -> Result<(), MuxError> {
    match (builtin, builtin.shape()) {
        (Builtin::Collective(collective), _) => {
            collectives::define(&Body::new(target, module, function, "entry"), collective)
        }
        (Builtin::Dma(dma), _) => dma::define(&Body::new(target, module, function, "entry"), dma),
        (_, Shape::Barrier | Shape::Fence) => {
            let body = Body::new(target, module, function, "entry");
            // Work-items of a group run on one hardware thread.
            let semantics = if builtin.shape() == Shape::Fence { 1 } else { 2 };
            emit_fence(&body, body.int(semantics)?, true)?;
            body.ret_void()
        }
        (_, Shape::LocalMemory) => {
            let body = Body::new(target, module, function, "entry");
            let scheduled = body.scheduled();
            let address =
                target.emit_local_memory(module, &body.builder, body.int(0)?, &scheduled)?;
            body.ret(address.into())
        }
        (_, Shape::OfPointer) => {
            let body = Body::new(target, module, function, "entry");
            let space = target.emit_address_space(module, &body.builder, body.argument(0)?)?;
            body.ret(space.into())
        }
        // Launches of this target do not set constants.
        (_, Shape::OfKey) => {
            let body = Body::new(target, module, function, "entry");
            body.ret(body.argument(1)?)
        }
        // Reports are ignored.
        (_, Shape::Check) => {
            let body = Body::new(target, module, function, "entry");
            match builtin {
                Builtin::CheckAccess => body.ret(body.argument(0)?),
                Builtin::CheckProof => {
                    body.ret(module.get_context().i32_type().const_zero().into())
                }
                _ => body.ret_void(),
            }
        }
        _ => queries::define(target, module, builtin, function),
    }
}

//! Example 2: the kernel wrapper stores the hardware thread's number where the software target's
//! `__mux_get_local_id` reads it.
//!
//! Nothing else may write there, so this target runs no work-item loops.

use scythe_llvm::element;
use scythe_llvm::inkwell::values::BasicValueEnum;
use scythe_mux::{MuxError, MuxTarget, SchedParam, Wrapping, size_type, software, work_item_info};

use super::mhartid;

/// `MuxWorkItemInfo` starts with `mhartid`.
#[derive(Clone, Copy, Debug)]
pub struct WorkItemInfoThreadId;

impl MuxTarget for WorkItemInfoThreadId {
    fn name(&self) -> &str {
        "refsi-m1-work-item-info-thread-id"
    }

    fn initialize_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let info = software::initialize_parameter(wrapping, parameter)?;
        if let (work_item_info::ID, Some(ty)) = (parameter.id, parameter.pointee) {
            let builder = wrapping.builder;
            let number =
                |n: u32| wrapping.module.get_context().i32_type().const_int(u64::from(n), false);
            let path = [number(0), number(work_item_info::LOCAL_ID), number(0)];
            let address = element(builder, ty, info.into_pointer_value(), &path, "")?;
            let id = mhartid::read(builder, size_type(wrapping.module))?;
            builder.build_store(address, id)?;
        }
        Ok(info)
    }
}

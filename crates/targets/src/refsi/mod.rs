//! RefSi M1, a RISC-V processor that exists as a simulator, and five ways for its work-items to get their
//! ids: the examples of the ComputeMux document on work-item builtins, which the book's chapter on adding a
//! target explains.
//!
//! In all five a work-item is a hardware thread and work-groups have one dimension; everything else is that
//! of the generic software target.

mod builtin_thread_id;
mod machine;
mod mhartid;
mod parameter_thread_id;
mod register_local_id;
mod work_item_info_thread_id;
mod wrapper_thread_id;

pub use builtin_thread_id::BuiltinThreadId;
pub use machine::{MACHINE, MACHINE_WITH_RESERVED_REGISTER, narrow};
pub use parameter_thread_id::ParameterThreadId;
pub use register_local_id::RegisterLocalId;
pub use work_item_info_thread_id::WorkItemInfoThreadId;
pub use wrapper_thread_id::WrapperThreadId;

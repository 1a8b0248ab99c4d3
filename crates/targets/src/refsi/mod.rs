//! RefSi M1, a RISC-V processor that exists as a simulator, and five ways to tell its work-items
//! where they are: the examples of the ComputeMux document on work-item builtins, which the book's chapter on adding a target goes
//! through.
//!
//! All five take a work-item to be a hardware thread and work-groups to have one dimension; what they
//! do not say otherwise is the generic software target's.

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

//! What the host knows about launches of kernels, read from raised host code.
//!
//! A launch is a `sycl.host.schedule_kernel`. What is said about it holds whenever it runs: objects are
//! what the constructors made them that reach it on every path, and where anything else may have written
//! an object, nothing is known of it. Unknown is always right.
//!
//! [`launches`] is all that others need; it returns plain data. The rest is how: [`region`] knows boxes of
//! elements, `flow` which writes reach an operation, `constants` which values are always the same, `objects`
//! and `accessors` what they make of SYCL's objects.
//!
//! What is known of a kernel holds in its module only. Whether there are launches elsewhere, or launches
//! that were not raised, is for the caller to know.

mod accessors;
mod constants;
mod facts;
mod flow;
mod launches;
mod objects;
mod pointers;
mod print;
pub mod region;

pub use facts::{
    AccessorFact, Alias, CaptureFact, KernelLaunches, LaunchSite, LaunchSpace, Numbers, Place,
    join_numbers,
};
pub use launches::launches;
pub use print::{PRINT, PrintLaunches, describe};

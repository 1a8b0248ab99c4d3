//! Facts about launches of kernels, read from raised host code.
//!
//! A launch is a `sycl.host.schedule_kernel`. Facts about it hold whenever it runs: objects have the values
//! of the constructors that reach it on every path, and if there may be other writes to an object, nothing is
//! known about it. "Unknown" is always a correct answer.
//!
//! [`launches`] is the interface; it returns plain data. [`region`] represents boxes of elements, `flow`
//! finds reaching writes, `constants` evaluates constants, `objects` and `accessors` interpret SYCL's
//! objects.
//!
//! Facts about a kernel hold in its module only. The caller must know whether there are launches elsewhere,
//! or launches that were not raised.

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

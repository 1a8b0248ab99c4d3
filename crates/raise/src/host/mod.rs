//! Host code: from the LLVM IR of a command group to `sycl.host.schedule_kernel`.
//!
//! The steps are those of the kernel-submission design (book, "Raising host code"), each a pass
//! of its own, and [`PIPELINE`] runs them in this order:
//!
//! | pass | from | to |
//! |---|---|---|
//! | `sycl-raise-host-constructors` | calls and invocations of constructors | `sycl.host.constructor` |
//! | `sycl-raise-host-ranges` | numbers in memory that are used as ranges and ids | `sycl.host.constructor` |
//! | `sycl-raise-host-kernel-names` | strings with kernels' names | `sycl.host.get_kernel` |
//! | `sycl-raise-host-set-nd-range` | annotations of index spaces | `sycl.host.handler.set_nd_range` |
//! | `sycl-raise-host-set-captured` | what fills function objects | `sycl.host.set_captured` |
//! | `sycl-raise-host-set-kernel` | kernels' records that go into handlers | `sycl.host.handler.set_kernel` |
//! | `sycl-raise-host-schedule-kernel` | all of these | `sycl.host.schedule_kernel` |
//!
//! The module is analysed and discarded, so nothing has to be lowered again: calls of constructors can be
//! removed together with the exceptions that they might throw. Operations are correct on every path and in
//! every iteration of a loop. A launch that cannot be raised remains, with the reason in an attribute;
//! [`unraised`] lists those.

mod constants;
mod constructors;
mod contents;
mod kernel_names;
mod launch;
mod names;
mod objects;
mod ranges;
mod reason;
mod schedule_kernel;
mod set_captured;
mod set_kernel;
mod set_nd_range;
mod unraised;
mod values;
mod variable;
mod walk;

pub use names::ATTR_NOT_RAISED;
pub use reason::Reason;
pub use unraised::{Unraised, unraised};

use crate::Raising;

/// The passes that raise host code, in order.
pub const PIPELINE: &str = "sycl-raise-host-constructors,sycl-raise-host-ranges,\
                            sycl-raise-host-kernel-names,sycl-raise-host-set-nd-range,\
                            sycl-raise-host-set-captured,sycl-raise-host-set-kernel,\
                            sycl-raise-host-schedule-kernel";

pub(crate) static CONSTRUCTORS: Raising = Raising {
    argument: "sycl-raise-host-constructors",
    description: "Calls of constructors of SYCL's classes in host code become operations",
    run: constructors::raise,
};
pub(crate) static RANGES: Raising = Raising {
    argument: "sycl-raise-host-ranges",
    description: "Numbers that host code uses as ranges and ids get constructors",
    run: ranges::raise,
};
pub(crate) static KERNEL_NAMES: Raising = Raising {
    argument: "sycl-raise-host-kernel-names",
    description: "Names of kernels in host code become references to kernels",
    run: kernel_names::raise,
};
pub(crate) static SET_ND_RANGE: Raising = Raising {
    argument: "sycl-raise-host-set-nd-range",
    description: "Annotated index spaces of host code become operations",
    run: set_nd_range::raise,
};
pub(crate) static SET_CAPTURED: Raising = Raising {
    argument: "sycl-raise-host-set-captured",
    description: "Members of kernels' function objects become captured values",
    run: set_captured::raise,
};
pub(crate) static SET_KERNEL: Raising = Raising {
    argument: "sycl-raise-host-set-kernel",
    description: "Assignments of kernels to handlers become operations",
    run: set_kernel::raise,
};
pub(crate) static SCHEDULE_KERNEL: Raising = Raising {
    argument: "sycl-raise-host-schedule-kernel",
    description: "Launches of kernels become operations",
    run: schedule_kernel::raise,
};

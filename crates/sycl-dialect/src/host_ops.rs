//! Operations of host code: construction of objects, captures, submission of kernels.
//!
//! Objects are in memory of the host, so all operands are pointers; attributes state the class. Kernels are
//! named by symbols, `@module::@kernel`, that refer to a `gpu.func` with `kernel`.

use scythe_mlir::{Attribute, Block, Effects, Op, Value, VerifyError, effect};

use crate::other_ops::Documented;

mod capture;
mod constructor;
mod kernel;
mod launch;

pub use capture::{INDEX, SYCL_TYPE};
pub use constructor::CONSTRUCTED;
pub use kernel::KERNEL_NAME;
pub use launch::{Argument, Launch, ND_RANGE, SYCL_TYPES, Space};

/// The attribute of a kernel's `gpu.func` that lists the members of its function object.
pub const CAPTURES: &str = "sycl.captures";

/// All of them.
pub static HOST: &[Documented] = &[
    Documented {
        name: "host.constructor",
        example: "sycl.host.constructor(%accessor, %buffer, %handler) {type = \
               !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>} : \
               (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()",
        summary: "Constructs the object at the first operand, with the arguments of the C++ constructor. \
                  The attribute is its type; the body of an accessor's type lists the arguments: a \
                  range, a range and an offset, or neither (`!llvm.void`).",
        definition: &constructor::Constructor,
    },
    Documented {
        name: "host.get_kernel",
        example: "%k = sycl.host.get_kernel @kernels::@k0 : !llvm.ptr",
        summary: "A reference to a kernel in host code.",
        definition: &kernel::GetKernel,
    },
    Documented {
        name: "host.set_captured",
        example: "sycl.host.set_captured %lambda[0] = %accessor : !llvm.ptr, !llvm.ptr \
               (!sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>)",
        summary: "Sets a member of a kernel's function object, by its index: to a value, or to the object at \
                  a pointer if a SYCL type follows.",
        definition: &capture::SetCaptured,
    },
    Documented {
        name: "host.handler.set_kernel",
        example: "sycl.host.handler.set_kernel %handler -> @kernels::@k0 : !llvm.ptr",
        summary: "Sets the kernel that a command group submits.",
        definition: &kernel::SetKernel,
    },
    Documented {
        name: "host.handler.set_nd_range",
        example: "sycl.host.handler.set_nd_range %handler -> range %range, offset %offset : \
               (!llvm.ptr, !llvm.ptr, !llvm.ptr)",
        summary: "Sets the index space of a command group's kernel: `range`, optionally with an `offset`, or \
                  `nd_range`.",
        definition: &launch::SetNdRange,
    },
    Documented {
        name: "host.schedule_kernel",
        example: "sycl.host.schedule_kernel %handler -> @kernels::@k0[range %range](%accessor: \
               !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>, %x) : \
               (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()",
        summary: "Submits a kernel: the handler, the kernel, the index space as above (a \
                  `single_task` has none), and the captures of its function object, with types for SYCL \
                  objects.",
        definition: &launch::ScheduleKernel,
    },
];

fn is_pointer(value: Value<'_>) -> bool {
    value.ty().llvm_pointer_space().is_some()
}

fn needs_pointer(what: &str, value: Value<'_>) -> Result<(), VerifyError> {
    if is_pointer(value) {
        return Ok(());
    }
    Err(format!("needs a pointer to {what}, but got '{}'", value.ty()).into())
}

/// The effect on the memory behind a pointer; none for a number.
fn touches<'c>(effects: &mut Effects<'c>, what: u32, value: Value<'c>) {
    if is_pointer(value) {
        effects.add(what, Some(value));
    }
}

/// Read effects for several values.
fn reads_all<'c>(effects: &mut Effects<'c>, values: impl IntoIterator<Item = Value<'c>>) {
    for value in values {
        touches(effects, effect::READS, value);
    }
}

/// Checks the attribute that names a kernel.
fn check_kernel_name(op: Op<'_>) -> Result<(), VerifyError> {
    match op.attribute(KERNEL_NAME) {
        None => Err(format!("needs the attribute '{KERNEL_NAME}'").into()),
        Some(name) if name.as_symbol_path().is_none() => {
            Err(format!("attribute '{KERNEL_NAME}' must be a symbol").into())
        }
        Some(_) => Ok(()),
    }
}

/// The operation that a path of names refers to, from a symbol table.
fn lookup<'c>(table: Op<'c>, path: &[&str]) -> Option<Op<'c>> {
    path.iter().try_fold(table, |table, name| {
        let mut inside = table.body().into_iter().flat_map(Block::operations);
        inside.find(|op| op.symbol_name() == Some(name))
    })
}

/// The kernel that a symbol refers to, from a symbol table; none if there is no such kernel.
#[must_use]
pub fn find_kernel<'c>(table: Op<'c>, name: Attribute<'c>) -> Option<Op<'c>> {
    let found = lookup(table, &name.as_symbol_path()?)?;
    (found.name() == "gpu.func" && found.attribute("gpu.kernel").is_some()).then_some(found)
}

fn check_kernel(op: Op<'_>, table: Op<'_>) -> Result<(), VerifyError> {
    let Some(name) = op.attribute(KERNEL_NAME) else { return Ok(()) };
    if find_kernel(table, name).is_some() {
        return Ok(());
    }
    let path = name.as_symbol_path().unwrap_or_default();
    let error = match lookup(table, &path) {
        None => format!("'{name}' is not a symbol of this module"),
        Some(found) if found.name() != "gpu.func" => {
            format!("'{name}' is not a 'gpu.func' but a '{}'", found.name())
        }
        Some(_) => format!("'{name}' is not a kernel"),
    };
    Err(error.into())
}

/// The common part of operations that name a kernel.
macro_rules! names_a_kernel {
    () => {
        fn uses_symbols(&self) -> bool {
            true
        }

        fn verify_symbols(
            &self,
            op: scythe_mlir::Op<'_>,
            table: scythe_mlir::Op<'_>,
        ) -> Result<(), scythe_mlir::VerifyError> {
            super::check_kernel(op, table)
        }
    };
}
use names_a_kernel;

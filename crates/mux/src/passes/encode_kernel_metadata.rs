//! Marks one function as an entry point.
//!
//! Before: `define void @k(...)`
//! After:  the same with `"mux-kernel"="entry-point" "mux-orig-fn"="k"`, and
//!         `!reqd_work_group_size` where the option gives one
//!
//! Options: `name=N`, the function; `local-sizes=X:Y:Z`, the work-group size it will be run with.

use scythe_llvm::set_numbers;

use crate::kernel::{META_REQD_SIZE, mark_entry_point};
use crate::{Changed, MuxError, OptionDesc, OptionError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "encode-kernel-metadata",
    summary: "mark one function as an entry point",
    run,
};

pub const OPTIONS: &[OptionDesc] =
    &[OptionDesc::value("name", "N"), OptionDesc::value("local-sizes", "X:Y:Z")];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let refuse = |says: fn(&str) -> String| OptionError::new(PASS.name, says);
    let name = cx
        .options
        .value("name")
        .ok_or_else(|| refuse(|pass| format!("{pass} must be provided a 'name'")))?;
    let sizes = cx.options.value("local-sizes").map(sizes).transpose().map_err(refuse)?;
    let kernel = cx
        .module
        .get_function(name)
        .ok_or_else(|| MuxError::malformed(name, "is not in the module"))?;
    mark_entry_point(cx.module, kernel, name);
    if let Some(sizes) = sizes {
        set_numbers(kernel, META_REQD_SIZE, &sizes);
    }
    Ok(Changed::Yes)
}

/// Parses `X:Y:Z`; the error is a message about the pass.
fn sizes(text: &str) -> Result<[i32; 3], fn(&str) -> String> {
    let parts: Vec<&str> = text.split(':').collect();
    let [x, y, z] = parts.as_slice() else {
        return Err(|pass| {
            format!("invalid local-sizes parameter to {pass} - all 3 dimensions must be provided")
        });
    };
    let size = |part: &str| part.parse::<i32>().ok().filter(|&size| size > 0);
    match (size(x), size(y), size(z)) {
        (Some(x), Some(y), Some(z)) => Ok([x, y, z]),
        _ => Err(|pass| {
            format!("invalid local-sizes parameter to {pass} - sizes must be positive numbers")
        }),
    }
}

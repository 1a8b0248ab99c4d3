//! Gives the entry point a unique name, so that several compilations of one kernel can be distinguished.

use crate::kernel::entry_points;
use crate::{Changed, MuxError, OptionDesc, OptionError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "make-unique-func", summary: "give entry points unique names", run };

pub const OPTIONS: &[OptionDesc] = &[OptionDesc::anything("NAME")];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let Some(name) = cx.options.value("NAME") else {
        return Err(OptionError::new(PASS.name, |class| format!("{class} needs a name")).into());
    };
    let kernels = entry_points(cx.module);
    for kernel in &kernels {
        kernel.as_global_value().set_name(name);
    }
    Ok(if kernels.is_empty() { Changed::No } else { Changed::Yes })
}

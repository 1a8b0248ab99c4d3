//! Replaces SPIR-V's types by types that any target has.
//!
//! | type             | becomes                          |
//! |------------------|----------------------------------|
//! | `spirv.Image`    | a pointer                        |
//! | `spirv.Sampler`  | `size_t`                         |
//! | `spirv.Event`    | `size_t`                         |
//!
//! Functions with such parameters or results, and variables of such types, keep their names.

use scythe_llvm::{TargetTypes, replace_target_types};

use crate::{Changed, MuxError, OptionDesc, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "replace-target-ext-tys",
    summary: "replace SPIR-V's types of images, samplers and events",
    run,
};

pub const OPTIONS: &[OptionDesc] = &[
    OptionDesc::flag("no-images"),
    OptionDesc::flag("no-samplers"),
    OptionDesc::flag("no-events"),
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let context = cx.module.get_context();
    let wanted = |option: &'static str| cx.options.last_of(&[option]).is_none();
    let types = TargetTypes {
        image: wanted("no-images").then(|| context.ptr_type(Default::default()).into()),
        sampler: wanted("no-samplers").then(|| size_type(cx.module).into()),
        event: wanted("no-events").then(|| size_type(cx.module).into()),
    };
    Ok(if replace_target_types(cx.module, types) { Changed::Yes } else { Changed::No })
}

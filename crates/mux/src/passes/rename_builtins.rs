//! Gives builtins their names of older ComputeMux versions, for targets that define them under these.
//!
//! ```text
//! Before: call i64 @__mux_get_global_id(i32 0)
//! After:  call i64 @__core_get_global_id(i32 0)
//! ```

use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "rename-builtins",
    summary: "rename __mux_ functions to __core_, their older prefix",
    run,
};

const PREFIX: &str = "__mux_";
const OLDER_PREFIX: &str = "__core_";

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        let name = function.get_name().to_string_lossy().into_owned();
        if let Some(rest) = name.strip_prefix(PREFIX) {
            function.as_global_value().set_name(&format!("{OLDER_PREFIX}{rest}"));
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

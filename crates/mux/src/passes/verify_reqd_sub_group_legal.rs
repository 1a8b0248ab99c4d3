//! Rejects kernels that require a sub-group size that the device does not support.

use scythe_llvm::{numbers, place_of};

use crate::kernel::META_REQD_SUB_GROUP_SIZE;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "verify-reqd-sub-group-legal",
    summary: "reject sub-group sizes that the device does not support",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let own = cx.device.info.map(|device| device.sub_group_sizes.as_slice());
    let legal = own.filter(|sizes| !sizes.is_empty()).unwrap_or(cx.target.sub_group_sizes());
    let mut wrong = Vec::new();
    for function in cx.module.get_functions() {
        let asked = numbers(function, META_REQD_SUB_GROUP_SIZE).and_then(|n| n.first().copied());
        let Some(size) = asked.filter(|&size| !legal.iter().any(|&l| u64::try_from(size) == Ok(l)))
        else {
            continue;
        };
        let place = place_of(&function).map_or(String::new(), |place| format!("{place}: "));
        wrong.push(format!(
            "{place}kernel '{}' has required sub-group size {size} which is not supported by this \
             device",
            function.get_name().to_string_lossy()
        ));
    }
    if wrong.is_empty() { Ok(Changed::No) } else { Err(MuxError::Program(wrong.join("\n"))) }
}

//! Compares compiled kernels with the interpreter.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contents::{Contents, Difference};
use crate::execute::{ExecuteError, execute};
use crate::interpret::{Fault, interpret};
use crate::kernel::Kernel;
use crate::setting::Setting;

/// A kernel and the settings to compile it with: everything needed to repeat a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The kernel.
    pub kernel: Kernel,
    /// The settings.
    pub settings: Vec<Setting>,
}

/// A failure of a case.
#[derive(Debug)]
pub enum Failure {
    /// The kernel is invalid: a defect of the generator.
    Meaningless(Fault),
    /// It could not be executed.
    Execute(Setting, ExecuteError),
    /// It reports an invalid sub-group size.
    SubGroupSize(Setting, u32),
    /// Its results differ from the interpreter's.
    Differs(Setting, Difference),
    /// It wrote to read-only memory.
    InputWritten(Setting),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meaningless(fault) => write!(f, "the kernel has no meaning: {fault}"),
            Self::Execute(setting, error) => write!(f, "[{setting}] {error}"),
            Self::SubGroupSize(setting, size) => {
                write!(f, "[{setting}] the kernel reports sub-groups of {size} work-items")
            }
            Self::Differs(setting, difference) => write!(f, "[{setting}] {difference}"),
            Self::InputWritten(setting) => write!(f, "[{setting}] an input was written"),
        }
    }
}

impl std::error::Error for Failure {}

/// Sub-groups have one of these sizes.
const SIZES: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Compiles and runs a kernel with every setting of the case, and compares.
///
/// # Errors
/// The failure that was found.
pub fn check(case: &Case) -> Result<(), Failure> {
    let kernel = &case.kernel;
    let mut expected: HashMap<u32, Contents> = HashMap::new();
    // An invalid kernel is not executed: a divergent barrier may hang. If the sub-group size is unknown, any
    // size is good enough for this check.
    let likely = kernel.sub_group_size.unwrap_or(8);
    expected.insert(likely, interpret(kernel, likely).map_err(Failure::Meaningless)?);
    for setting in &case.settings {
        let executed =
            execute(kernel, setting).map_err(|e| Failure::Execute(setting.clone(), e))?;
        let size = if kernel.uses_sub_groups { executed.sub_group_size } else { likely };
        let allowed = kernel.sub_group_size.map_or(SIZES.contains(&size), |wanted| size == wanted);
        if kernel.uses_sub_groups && !allowed {
            return Err(Failure::SubGroupSize(setting.clone(), size));
        }
        if let std::collections::hash_map::Entry::Vacant(entry) = expected.entry(size) {
            entry.insert(interpret(kernel, size).map_err(Failure::Meaningless)?);
        }
        let expected = &expected[&size];
        if let Some(difference) = executed.contents.difference(expected, &kernel.memory) {
            return Err(Failure::Differs(setting.clone(), difference));
        }
        if executed.contents.inputs != expected.inputs {
            return Err(Failure::InputWritten(setting.clone()));
        }
    }
    Ok(())
}

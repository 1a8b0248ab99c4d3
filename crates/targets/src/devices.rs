//! The devices that tools can compile for, by name.

use std::fmt;

use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{MachineError, machine, native_cpu, native_features, native_triple};
use scythe_mux::MuxTarget;

use crate::cpu::CpuSchedule;
use crate::ptx::{self, PtxSchedule};
use crate::refsi;

/// A processor, as LLVM describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The target triple.
    pub triple: &'static str,
    /// The processor's name.
    pub cpu: &'static str,
    /// Its features, `+m,-a`.
    pub features: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Processor {
    /// The processor that this program runs on.
    Host,
    Known(Machine),
    /// A processor that exists with pointers of 64 bits and of 32.
    Either {
        wide: Machine,
        narrow: Machine,
    },
}

/// A device: a processor and how it schedules work-items.
#[derive(Clone, Copy)]
pub struct Device {
    /// Its name in tools.
    pub name: &'static str,
    /// How it schedules work-items.
    pub target: &'static (dyn MuxTarget + Sync),
    processor: Processor,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Device {
    /// LLVM's machine for the device; if there is one for pointers of this many bytes, that one.
    ///
    /// # Errors
    /// When LLVM was built without its target.
    pub fn machine(&self, pointer_bytes: u32) -> Result<TargetMachine, MachineError> {
        let known = match self.processor {
            Processor::Host => {
                return machine(&native_triple(), &native_cpu(), &native_features(), true);
            }
            Processor::Either { narrow, .. } if pointer_bytes == 4 => narrow,
            Processor::Known(known) | Processor::Either { wide: known, .. } => known,
        };
        machine(known.triple, known.cpu, known.features, false)
    }
}

const fn refsi(
    name: &'static str,
    target: &'static (dyn MuxTarget + Sync),
    machine: Machine,
) -> Device {
    let processor = Processor::Either { wide: machine, narrow: refsi::narrow(machine) };
    Device { name, target, processor }
}

/// All devices, in the order of their numbers.
pub const ALL: &[Device] = &[
    Device { name: "host CPU", target: &CpuSchedule, processor: Processor::Host },
    refsi("RefSi M1", &scythe_mux::Generic, refsi::MACHINE),
    refsi("RefSi M1 (thread id in builtin)", &refsi::BuiltinThreadId, refsi::MACHINE),
    refsi("RefSi M1 (thread id in work-item info)", &refsi::WorkItemInfoThreadId, refsi::MACHINE),
    refsi("RefSi M1 (thread id as parameter)", &refsi::ParameterThreadId, refsi::MACHINE),
    refsi("RefSi M1 (thread id from wrapper)", &refsi::WrapperThreadId, refsi::MACHINE),
    refsi(
        "RefSi M1 (local id in register)",
        &refsi::RegisterLocalId,
        refsi::MACHINE_WITH_RESERVED_REGISTER,
    ),
    Device {
        name: "NVIDIA GPU",
        target: &PtxSchedule::OLDEST,
        processor: Processor::Known(ptx::MACHINE),
    },
];

/// Why a request does not identify one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceError {
    /// No device's name contains the text.
    Unknown(String),
    /// Several names do.
    Ambiguous(String),
    /// There are not that many devices.
    OutOfBounds(usize),
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no device matches '{name}'")?,
            Self::Ambiguous(name) => write!(f, "several devices match '{name}'")?,
            Self::OutOfBounds(index) => write!(f, "there is no device {index}")?,
        }
        f.write_str("; available devices:")?;
        for (index, device) in ALL.iter().enumerate() {
            write!(f, "\n  device {index}: {}", device.name)?;
        }
        Ok(())
    }
}

impl std::error::Error for DeviceError {}

/// The device of that name, or the only one whose name contains it.
///
/// # Errors
/// When there is none or more than one.
pub fn find(name: &str) -> Result<Device, DeviceError> {
    if let Some(exact) = ALL.iter().find(|device| device.name == name) {
        return Ok(*exact);
    }
    let mut matching = ALL.iter().filter(|device| device.name.contains(name));
    match (matching.next(), matching.next()) {
        (Some(found), None) => Ok(*found),
        (None, _) => Err(DeviceError::Unknown(name.to_owned())),
        (Some(_), Some(_)) => Err(DeviceError::Ambiguous(name.to_owned())),
    }
}

/// The device of that number.
///
/// # Errors
/// When there are not that many.
pub fn by_index(index: usize) -> Result<Device, DeviceError> {
    ALL.get(index).copied().ok_or(DeviceError::OutOfBounds(index))
}

#[cfg(test)]
mod tests {
    use super::{ALL, DeviceError, by_index, find};

    #[test]
    fn an_exact_name_wins_over_names_that_contain_it() {
        assert_eq!(find("RefSi M1").map(|device| device.name), Ok("RefSi M1"));
    }

    #[test]
    fn part_of_a_name_is_enough() {
        assert_eq!(
            find("in builtin").map(|device| device.name),
            Ok("RefSi M1 (thread id in builtin)")
        );
    }

    #[test]
    fn errors_list_the_devices() {
        let error = find("refsi").expect_err("names are case-sensitive");
        assert_eq!(error, DeviceError::Unknown("refsi".to_owned()));
        assert!(error.to_string().contains("device 1: RefSi M1\n"), "{error}");
        assert_eq!(find("RefSi").err(), Some(DeviceError::Ambiguous("RefSi".to_owned())));
        assert_eq!(by_index(ALL.len()).err(), Some(DeviceError::OutOfBounds(ALL.len())));
    }

    #[test]
    fn llvm_knows_every_machine() {
        for device in ALL {
            for pointer_bytes in [4, 8] {
                assert!(device.machine(pointer_bytes).is_ok(), "{}", device.name);
            }
        }
    }
}

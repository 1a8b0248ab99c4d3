//! The processor of a RefSi M1.

use crate::devices::Machine;

/// A 64-bit RISC-V processor with multiplication, atomics, floating-point numbers and control and
/// status registers, and no operating system.
pub const MACHINE: Machine = Machine {
    triple: "riscv64-unknown-elf",
    cpu: "generic-rv64",
    features: "+m,+a,+f,+d,+c,+zicsr,+zifencei",
};

/// The same with register `s11` reserved.
pub const MACHINE_WITH_RESERVED_REGISTER: Machine =
    Machine { features: "+m,+a,+f,+d,+c,+zicsr,+zifencei,+reserve-x27", ..MACHINE };

/// The same processor with registers of 32 bits.
#[must_use]
pub const fn narrow(machine: Machine) -> Machine {
    Machine { triple: "riscv32-unknown-elf", cpu: "generic-rv32", ..machine }
}

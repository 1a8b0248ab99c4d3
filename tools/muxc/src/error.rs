//! Errors of `muxc`.

use std::fmt;
use std::io;

use scythe_console::OutputError;
use scythe_llvm::{IrError, MachineError};
use scythe_pipeline::PipelineError;
use scythe_targets::devices::DeviceError;

/// Why there is no output.
#[derive(Debug)]
pub enum Error {
    /// The input cannot be read.
    Read {
        /// Its name.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The output cannot be written.
    Write {
        /// Its name.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// Standard output cannot be written.
    Output(OutputError),
    /// OpenCL C cannot be compiled, because clang cannot be run.
    Clang {
        /// The program that was started.
        program: String,
        /// Why.
        error: io::Error,
    },
    /// OpenCL C does not compile; clang has reported errors.
    OpenCl {
        /// The source file.
        file: String,
    },
    /// The input is not LLVM IR.
    Ir(IrError),
    /// The input is for another machine.
    Triple {
        /// The input's.
        triple: String,
        /// The device asked for.
        device: &'static str,
    },
    /// The input's pointers have another size.
    Pointers {
        /// The bits of the input's pointers.
        module: u32,
        /// The device asked for.
        device: &'static str,
        /// The bits of its pointers.
        needs: u32,
    },
    /// There is no such device, or there are several.
    Device(DeviceError),
    /// Code generation needs a device.
    NoDevice,
    /// LLVM does not support the machine.
    Machine(MachineError),
    /// LLVM cannot generate code.
    Code(String),
    /// A pipeline is malformed or one of its passes failed.
    Pipeline(PipelineError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { file, error } => write!(f, "cannot read '{file}': {error}"),
            Self::Write { file, error } => write!(f, "cannot write '{file}': {error}"),
            Self::Output(error) => error.fmt(f),
            Self::Clang { program, error } => write!(
                f,
                "cannot run '{program}', which compiles OpenCL C: {error} (install clang-22, or name it \
                 in SCYTHE_CLANG)"
            ),
            Self::OpenCl { file } => write!(f, "cannot compile '{file}' as OpenCL C"),
            Self::Ir(error) => error.fmt(f),
            Self::Triple { triple, device } => {
                write!(f, "the module is for '{triple}' and not for device '{device}'")
            }
            Self::Pointers { module, device, needs } => write!(
                f,
                "the module has pointers of {module} bits, but device '{device}' has pointers of {needs} \
                 bits: compile for a machine like it, such as {}",
                if *needs == 64 { "spir64" } else { "spir" }
            ),
            Self::Device(error) => error.fmt(f),
            Self::NoDevice => f.write_str("code is written for a device: choose one with --device"),
            Self::Machine(error) => error.fmt(f),
            Self::Code(error) => write!(f, "code generation: {error}"),
            Self::Pipeline(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<OutputError> for Error {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

impl From<IrError> for Error {
    fn from(error: IrError) -> Self {
        Self::Ir(error)
    }
}

impl From<DeviceError> for Error {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

impl From<MachineError> for Error {
    fn from(error: MachineError) -> Self {
        Self::Machine(error)
    }
}

impl From<PipelineError> for Error {
    fn from(error: PipelineError) -> Self {
        Self::Pipeline(error)
    }
}

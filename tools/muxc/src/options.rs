//! The command line.

use clap::{ArgAction, Parser, ValueEnum};
use scythe_mux::DeviceInfo;

/// Runs a pipeline of work-item passes, ours and LLVM's, on LLVM IR for a device.
#[derive(Debug, Parser)]
#[command(name = "muxc", version)]
pub struct Options {
    /// LLVM IR, as text or bitcode, or OpenCL C with `-x cl`; `-` is standard input
    #[arg(default_value = "-")]
    pub input: String,

    /// Passes to run, separated by commas: ours (see --print-passes) and LLVM's
    #[arg(long, default_value = "", value_name = "PIPELINE")]
    pub passes: String,

    /// Where to write; `-` is standard output
    #[arg(short, default_value = "-", value_name = "FILE")]
    pub output: String,

    /// The language of the input
    #[arg(short = 'x', value_name = "LANGUAGE")]
    pub language: Option<Language>,

    /// Write code for the device instead of LLVM IR
    #[arg(long = "filetype", value_name = "KIND")]
    pub file_type: Option<FileType>,

    /// The device to compile for: its name or a unique part of it; the default is the generic target
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,

    /// The device to compile for, by its position in --list-devices; takes precedence over --device
    #[arg(long, value_name = "INDEX")]
    pub device_idx: Option<usize>,

    /// List the devices and exit
    #[arg(long)]
    pub list_devices: bool,

    /// List our passes on standard error and exit
    #[arg(long)]
    pub print_passes: bool,

    /// Accepted for compatibility with opt: IR is always written as text
    #[arg(short = 'S')]
    pub text: bool,

    /// Options for clang, separated by blanks, if the input is OpenCL C
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub cl_options: Option<String>,

    /// Whether the device has 16-bit floating-point numbers, for require<device-info>
    #[arg(long, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub device_fp16_capabilities: bool,

    /// Whether the device has 32-bit floating-point numbers; not used by any pass yet
    #[arg(long, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub device_fp32_capabilities: bool,

    /// Whether the device has 64-bit floating-point numbers, for require<device-info>
    #[arg(long, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub device_fp64_capabilities: bool,

    /// Sizes of sub-groups that the device supports, for require<device-info>
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub device_sg_sizes: Vec<u32>,
}

impl Options {
    /// The properties of the device, for passes.
    #[must_use]
    pub fn device_info(&self) -> DeviceInfo {
        DeviceInfo {
            half: self.device_fp16_capabilities,
            double: self.device_fp64_capabilities,
            sub_group_sizes: self.device_sg_sizes.iter().map(|&size| size.into()).collect(),
        }
    }
}

/// The language of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// LLVM IR, as text or bitcode
    Ir,
    /// OpenCL C, which clang compiles for spir64 first
    Cl,
}

/// The kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileType {
    /// Assembly
    Asm,
    /// An object file
    Obj,
    /// Nothing
    Null,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{FileType, Options};

    #[test]
    fn the_command_line_is_well_formed() {
        Options::command().debug_assert();
    }

    #[test]
    fn the_documented_command_line_works() {
        let words = [
            "muxc",
            "--device",
            "RefSi M1",
            "--passes",
            "add-sched-params,define-mux-builtins,add-kernel-wrapper",
            "-S",
            "thread-id.ll",
        ];
        let options = Options::parse_from(words);
        assert_eq!(options.device.as_deref(), Some("RefSi M1"));
        assert_eq!(options.input, "thread-id.ll");
        assert_eq!(options.file_type, None);
    }

    #[test]
    fn computemux_spellings_work() {
        let words = [
            "muxc",
            "--passes=a,b",
            "--filetype=asm",
            "-x",
            "ir",
            "--device-sg-sizes=4,8",
            "--device-fp64-capabilities=false",
            "--cl-options=-cl-fast-relaxed-math",
            "-o",
            "-",
        ];
        let options = Options::parse_from(words);
        assert_eq!(options.passes, "a,b");
        assert_eq!(options.file_type, Some(FileType::Asm));
        assert_eq!(options.device_sg_sizes, [4, 8]);
        assert!(!options.device_fp64_capabilities);
    }
}

//! The table of properties and their meaning for each target.
//!
//! Numbers are those of the SPIR-V registry.

use scythe_mux::{META_REQD_SIZE, META_REQD_SUB_GROUP_SIZE};

/// What a property belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// A kernel function.
    Kernel,
    /// A parameter of a kernel.
    Parameter,
    /// A variable of a module.
    Variable,
    /// A data member, through its annotation.
    Member,
}

/// The kind of a property's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Nothing.
    Flag,
    /// A number.
    Number,
    /// `true` or `false`.
    Truth,
    /// One to three sizes, in SYCL's order of dimensions and separated by commas.
    Sizes,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Anything.
    Text,
}

/// The counterpart in SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spirv {
    /// Nothing.
    Nothing,
    /// `OpExecutionMode` with the value.
    Mode(u32),
    /// `OpDecorate` with the value.
    Decoration(u32),
    /// `OpDecorate` of pointers, with the value.
    PointerDecoration(u32),
    /// `OpDecorate` of pointers, with this operand.
    PointerDecorationWith(u32, u32),
    /// `OpDecorate` with the value and the name of the variable.
    NamedDecoration(u32),
    /// The alignment of what the member points to.
    AlignPointee,
}

/// The counterpart in native code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    /// Nothing.
    Nothing,
    /// Metadata of the kernel: numbers, the contiguous dimension first.
    Metadata(&'static str),
    /// Metadata of the kernel, if the target has sub-groups of that size.
    SubGroupSize(&'static str),
    /// An attribute of the kernel: numbers, the contiguous dimension first.
    Sizes(&'static str),
    /// LLVM's `align` on pointers.
    Align,
    /// LLVM's `noalias` on pointers, in kernels whose work-items do not communicate.
    NoAlias,
    /// The alignment of what the member points to.
    AlignPointee,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The property's name in IR.
    pub property: &'static str,
    /// What it belongs to.
    pub on: On,
    /// The kind of its value.
    pub value: ValueKind,
    /// On SPIR-V.
    pub spirv: Spirv,
    /// On SPIR-V: the extension that it needs.
    pub extension: Option<&'static str>,
    /// On the CPU.
    pub cpu: Native,
    /// On PTX.
    pub ptx: Native,
}

/// A row that needs no extension of SPIR-V.
const fn row(
    property: &'static str,
    on: On,
    value: ValueKind,
    spirv: Spirv,
    (cpu, ptx): (Native, Native),
) -> Row {
    Row { property, on, value, spirv, extension: None, cpu, ptx }
}

/// A row that needs one.
const fn extended(extension: &'static str, row: Row) -> Row {
    Row { extension: Some(extension), ..row }
}

/// A hint; nothing reads it yet.
pub const META_SIZE_HINT: &str = "work_group_size_hint";

const HOST_ACCESS: ValueKind = ValueKind::Word(&["none", "read", "write", "read_write"]);
const INIT_MODE: ValueKind = ValueKind::Word(&["reprogram", "reset"]);

const HOST_ACCESS_EXTENSION: &str = "SPV_INTEL_global_variable_host_access";
const FPGA_EXTENSION: &str = "SPV_INTEL_global_variable_fpga_decorations";
const LOCATION_EXTENSION: &str = "SPV_INTEL_fpga_buffer_location";
const KERNEL_EXTENSION: &str = "SPV_INTEL_kernel_attributes";

use Native::{Align, Metadata, NoAlias, Sizes, SubGroupSize};
use On::{Kernel, Member, Parameter, Variable};
use Spirv::{Decoration, Mode, NamedDecoration, PointerDecoration, PointerDecorationWith};

const NOTHING: (Native, Native) = (Native::Nothing, Native::Nothing);
const POINTEE: (Native, Native) = (Native::AlignPointee, Native::AlignPointee);

/// All rows.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    // LocalSize, LocalSizeHint, SubgroupSize, MaxWorkgroupSizeINTEL
    row("sycl-work-group-size",      Kernel, ValueKind::Sizes,  Mode(17), (Metadata(META_REQD_SIZE), Sizes("nvvm.reqntid"))),
    row("sycl-work-group-size-hint", Kernel, ValueKind::Sizes,  Mode(18), (Metadata(META_SIZE_HINT), Native::Nothing)),
    row("sycl-sub-group-size",       Kernel, ValueKind::Number, Mode(35), (SubGroupSize(META_REQD_SUB_GROUP_SIZE), Native::Nothing)),
    extended(KERNEL_EXTENSION,
    row("sycl-max-work-group-size",  Kernel, ValueKind::Sizes,  Mode(5893), (Native::Nothing, Sizes("nvvm.maxntid")))),
    // The runtime checks the aspects of devices.
    row("sycl-device-has",           Kernel, ValueKind::Text,   Spirv::Nothing, NOTHING),

    // FuncParamAttr NoAlias, Alignment, BufferLocationINTEL
    row("sycl-no-alias",             Parameter, ValueKind::Flag,   PointerDecorationWith(38, 4), (NoAlias, NoAlias)),
    row("sycl-alignment",            Parameter, ValueKind::Number, PointerDecoration(44), (Align, Align)),
    extended(LOCATION_EXTENSION,
    row("sycl-buffer-location",      Parameter, ValueKind::Number, PointerDecoration(5921), NOTHING)),

    // HostAccessINTEL, InitModeINTEL, ImplementInRegisterMapINTEL
    row("sycl-device-image-scope",   Variable, ValueKind::Flag,  Spirv::Nothing, NOTHING),
    extended(HOST_ACCESS_EXTENSION,
    row("sycl-host-access",          Variable, HOST_ACCESS, NamedDecoration(6188), NOTHING)),
    extended(FPGA_EXTENSION,
    row("sycl-init-mode",            Variable, INIT_MODE,   Decoration(6190), NOTHING)),
    extended(FPGA_EXTENSION,
    row("sycl-implement-in-csr",     Variable, ValueKind::Truth, Decoration(6191), NOTHING)),

    // The alignment is not that of the member, but of what it points to.
    row("sycl-alignment",            Member, ValueKind::Number, Spirv::AlignPointee, POINTEE),
    // BufferLocationINTEL
    extended(LOCATION_EXTENSION,
    row("sycl-buffer-location",      Member, ValueKind::Number, Decoration(5921), NOTHING)),
];

/// The row of a property.
#[must_use]
pub fn find(on: On, property: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.on == on && row.property == property)
}

impl Row {
    /// The value as numbers: sizes with the contiguous dimension first, the position of a word, nothing for a
    /// flag; none if the value is not of the row's kind.
    #[must_use]
    pub fn numbers(&self, value: &str) -> Option<Vec<u32>> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        match self.value {
            ValueKind::Flag => value.is_empty().then(Vec::new),
            ValueKind::Number => Some(vec![number(value)?]),
            ValueKind::Truth => match value {
                "true" => Some(vec![1]),
                "false" => Some(vec![0]),
                _ => None,
            },
            ValueKind::Sizes => {
                let sizes: Vec<u32> = value.split(',').map(number).collect::<Option<_>>()?;
                let fits = (1..=3).contains(&sizes.len()) && !sizes.contains(&0);
                fits.then(|| sizes.into_iter().rev().chain([1, 1, 1]).take(3).collect())
            }
            ValueKind::Word(words) => {
                let place = words.iter().position(|word| *word == value);
                Some(vec![u32::try_from(place?).ok()?])
            }
            ValueKind::Text => Some(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{On, ROWS, find};

    fn numbers(on: On, property: &str, value: &str) -> Option<Vec<u32>> {
        find(on, property).expect("the table has it").numbers(value)
    }

    #[test]
    fn properties_are_listed_once() {
        for (index, row) in ROWS.iter().enumerate() {
            let same = |other: &&super::Row| other.on == row.on && other.property == row.property;
            assert!(!ROWS[..index].iter().any(|other| same(&other)), "{}", row.property);
        }
    }

    #[test]
    fn sizes_have_the_contiguous_dimension_first() {
        let sizes = |value| numbers(On::Kernel, "sycl-work-group-size", value);
        assert_eq!(sizes("8,16,4"), Some(vec![4, 16, 8]));
        assert_eq!(sizes("8"), Some(vec![8, 1, 1]));
        for wrong in ["", "0", "8,x", "1,2,3,4", "-1", "4294967296"] {
            assert_eq!(sizes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn words_are_numbers() {
        assert_eq!(numbers(On::Variable, "sycl-host-access", "read"), Some(vec![1]));
        assert_eq!(numbers(On::Variable, "sycl-host-access", "sometimes"), None);
        assert_eq!(numbers(On::Parameter, "sycl-no-alias", ""), Some(vec![]));
        assert_eq!(numbers(On::Parameter, "sycl-no-alias", "1"), None);
    }
}

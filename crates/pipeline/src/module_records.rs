//! Modules of device code that drivers load, in a host module, with a record for each of their kernels.

use std::collections::HashMap;

use crate::carry::Carried;
use crate::family::TargetFamily;
use crate::hostdev::specializations::{Specialization, SpecializedKernel, specialization_number};
use crate::record::{self, Argument, KernelFunction};
use crate::record::{Code, CompiledVariant, NumberedConstant, declare_kernel};
use crate::unit::{Compiled, no_code};
use crate::{PipelineError, device_globals, record_of};
use scythe_bind::writes_elsewhere;
use scythe_frontend::agree::Pair;
use scythe_frontend::arguments::plan::ArgumentType;
use scythe_frontend::notes::Kernel;
use scythe_image::{ARGUMENT_OFFSETS, ArgumentKind, TargetKind, Variant};
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{FunctionValue, GlobalValue};
use scythe_llvm::string_attribute;
use scythe_mux::{ATTR_HIDDEN, LOCAL_MEMORY, entry_points, original_name};

/// A parameter of a kernel in addition to the arguments of its plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// The launch's local memory.
    LocalMemory,
    /// The address of a variable.
    Variable(String),
    /// The index space of the launch.
    IndexSpace,
    /// The work-groups of the launch.
    Groups,
    /// The value of a specialization constant: its key, and how many bytes it has.
    Constant(u64, u32),
}

/// The index space, in [`ATTR_HIDDEN`].
pub const INDEX_SPACE: &str = "index-space";
/// The launch's work-groups, in [`ATTR_HIDDEN`].
pub const GROUPS: &str = "groups";
/// The prefix of specialization constants in [`ATTR_HIDDEN`]; the key and the number of bytes follow,
/// separated by a dot.
pub const CONSTANT_PREFIX: &str = "constant.";

impl Hidden {
    fn parse(name: &str) -> Self {
        let constant = || {
            let (key, bytes) = name.strip_prefix(CONSTANT_PREFIX)?.split_once('.')?;
            Some(Self::Constant(key.parse().ok()?, bytes.parse().ok()?))
        };
        match name {
            LOCAL_MEMORY => Self::LocalMemory,
            INDEX_SPACE => Self::IndexSpace,
            GROUPS => Self::Groups,
            variable => constant().unwrap_or_else(|| Self::Variable(variable.to_owned())),
        }
    }
}

/// On kernels of which each work-item runs several of a plain range: how many, and the dimension in which these are
/// neighbours, with a comma between them.
pub const ATTR_ITEMS: &str = "scythe-items";

/// Devices have 64-bit addresses.
const POINTER_BYTES: u32 = 8;

/// Three sizes and three offsets.
const INDEX_SPACE_BYTES: u32 = 48;

/// The first work-group and the number of work-groups, in three dimensions.
const GROUPS_BYTES: u32 = 24;

/// A kernel in a lowered module.
#[derive(Clone, Debug)]
pub struct LoweredKernel {
    /// Its symbol in the device pass.
    pub symbol: String,
    /// Its name in the module.
    pub function: String,
    /// Which of the kernel's specializations it is.
    pub specialization: u32,
    /// The offsets of its parameters in the block of arguments; empty for those of the plan. Pointers inside
    /// of arguments that a specialization takes as separate parameters follow.
    pub offsets: Vec<u64>,
    /// Its last parameters.
    pub hidden: Vec<Hidden>,
    /// Flags of its version that depend on its code.
    pub flags: u32,
    /// The items of a plain range that each of its work-items processes, and their dimension, if this is the
    /// coarsened version of the kernel with the same symbol and specialization.
    pub items: Option<(u32, u32)>,
}

impl LoweredKernel {
    /// All kernels of a module that `add-hidden-params` has been run on.
    #[must_use]
    pub fn all(module: &Module<'_>) -> Vec<Self> {
        let kernel = |function| {
            let hidden = string_attribute(function, ATTR_HIDDEN).unwrap_or_default();
            let hidden = hidden.split(',').filter(|name| !name.is_empty()).map(Hidden::parse);
            Self {
                symbol: original_name(function),
                function: function.get_name().to_string_lossy().into_owned(),
                specialization: specialization_number(function),
                offsets: string_attribute(function, ARGUMENT_OFFSETS)
                    .unwrap_or_default()
                    .split(',')
                    .filter_map(|offset| offset.parse().ok())
                    .collect(),
                hidden: hidden.collect(),
                flags: if writes_elsewhere(function) { Variant::WRITES_ELSEWHERE } else { 0 },
                items: items(function),
            }
        };
        entry_points(module).into_iter().map(kernel).collect()
    }
}

/// The items of a plain range that each work-item of a kernel processes, and their dimension; none for
/// ordinary kernels.
#[must_use]
pub fn items(function: FunctionValue<'_>) -> Option<(u32, u32)> {
    let text = string_attribute(function, ATTR_ITEMS)?;
    let (count, dimension) = text.split_once(',')?;
    Some((count.parse().ok()?, dimension.parse().ok()?))
}

/// A module of device code that a driver loads.
#[derive(Clone, Copy)]
pub struct ModuleCode<'a> {
    /// Its target, in the names of symbols.
    pub target: &'a str,
    /// The code.
    pub code: &'a [u8],
    /// The specialization constants in it.
    pub constants: &'a [NumberedConstant],
    /// Its kernels.
    pub kernels: &'a [LoweredKernel],
}

/// Records of kernels in a module and the flags of their versions, by symbol and number of the
/// specialization.
pub type Records<'c> = HashMap<(String, u32), (GlobalValue<'c>, u32)>;

/// Adds a module and the records of its kernels to the host module. Returns the records; `name` makes their
/// names from the kernels' symbols. The number of a specialization is appended.
///
/// # Errors
/// When the notes do not describe a kernel, which is a bug.
pub fn write<'c>(
    host: &Module<'c>,
    module: ModuleCode<'_>,
    kernels: &[&Kernel],
    name: impl Fn(&str) -> String,
) -> Result<Records<'c>, PipelineError> {
    let code = record::write_module(host, module.target, module.code, module.constants);
    let (mut records, mut coarse) = (HashMap::new(), HashMap::new());
    let (several, single): (Vec<_>, Vec<_>) =
        module.kernels.iter().partition(|kernel| kernel.items.is_some());
    for lowered in several.into_iter().chain(single) {
        let LoweredKernel { symbol, function, specialization, .. } = lowered;
        let kernel = kernels.iter().find(|kernel| kernel.symbol == *symbol);
        let arguments = kernel.and_then(|kernel| arguments(host, kernel, lowered));
        let arguments = arguments.ok_or_else(|| {
            PipelineError::bug("device code", format!("nothing describes kernel `{symbol}`"))
        })?;
        let key = (symbol.clone(), *specialization);
        let function = KernelFunction {
            module: code,
            function: function.clone(),
            arguments,
            items: lowered.items.unwrap_or((1, 0)),
            coarse: coarse.get(&key).copied(),
        };
        let mut name = name(symbol);
        if *specialization > 0 {
            name.push_str(&format!(".{specialization}"));
        }
        if lowered.items.is_some() {
            name.push_str(".coarse");
            let record = record::write_kernel(host, &name, &function);
            record.set_linkage(Linkage::Internal);
            coarse.insert(key, record);
        } else {
            let record = record::write_kernel(host, &name, &function);
            records.insert(key, (record, lowered.flags));
        }
    }
    Ok(records)
}

/// Adds versions to kernels that a driver loads, one for each specialization: of this unit's modules, whose
/// records are given, or of the module that the link will make.
///
/// # Errors
/// When there is no code for a kernel, which is a bug.
pub fn add_variants<'c>(
    host: &Module<'c>,
    (family, kind): (TargetFamily, TargetKind),
    (target, features, flags): (&str, &str, u32),
    (pairs, carried): (&[&Pair<'_>], &Carried),
    (records, specialized): (&Records<'c>, &[SpecializedKernel]),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let only = Specialization::default();
    for pair in pairs {
        let layout = compiled.layout(pair);
        let waits = carried.name(&pair.device.symbol, target);
        let is_it = |kernel: &&SpecializedKernel| kernel.symbol == pair.device.symbol;
        let kernel = specialized.iter().find(is_it).filter(|_| waits.is_none());
        for specialization in kernel.map_or(std::slice::from_ref(&only), |k| &k.specializations) {
            let key = (pair.device.symbol.clone(), specialization.number);
            let (record, more_flags) = match &waits {
                Some(name) => {
                    let record = declare_kernel(host, name);
                    record.set_visibility(GlobalVisibility::Hidden);
                    // Functions of other units may do anything.
                    (record, Variant::WRITES_ELSEWHERE)
                }
                None => *records.get(&key).ok_or_else(|| no_code(pair))?,
            };
            let variant = CompiledVariant {
                kind,
                target: target.to_owned(),
                features: features.to_owned(),
                code: Code::Module(record),
                flags: flags | more_flags | specialization.flags(),
                guards: record_of::guards(&layout, specialization),
            };
            compiled.add(pair, variant);
        }
        if let Some(kernel) = kernel {
            let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
            about.key.push_str(&kernel.key(&layout));
            if kernel.specializations.iter().any(|specialization| specialization.no_alias) {
                about.pointers = record_of::pointers(&layout, &kernel.pointers);
            }
        }
        // Units that compile the kernel for other targets have another record for it.
        let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
        for part in [".", family.name(), ".", target, features] {
            about.key.push_str(part);
        }
    }
    Ok(())
}

/// The parameters of a kernel: those of the plan, separate pointers of a specialization, then hidden ones.
fn arguments<'c>(
    host: &Module<'c>,
    kernel: &Kernel,
    lowered: &LoweredKernel,
) -> Option<Vec<Argument<'c>>> {
    let elsewhere = |kind| Argument { kind, size: 0, offset: 0, global: None };
    let planned = kernel.plan.as_ref()?.arguments.iter().map(|argument| Argument {
        kind: match argument.ty {
            ArgumentType::Pointer => ArgumentKind::Pointer,
            ArgumentType::Integer | ArgumentType::Float | ArgumentType::Object => {
                ArgumentKind::Bytes
            }
        },
        size: u32::try_from(argument.size).unwrap_or(u32::MAX),
        offset: argument.offset,
        global: None,
    });
    let mut all: Vec<Argument<'c>> = planned.collect();
    let again = lowered.offsets.iter().skip(all.len()).map(|&offset| Argument {
        kind: ArgumentKind::Pointer,
        size: POINTER_BYTES,
        offset,
        global: None,
    });
    all.extend(again.collect::<Vec<_>>());
    for hidden in &lowered.hidden {
        all.push(match hidden {
            Hidden::LocalMemory => elsewhere(ArgumentKind::LocalMemory),
            Hidden::IndexSpace => {
                Argument { size: INDEX_SPACE_BYTES, ..elsewhere(ArgumentKind::IndexSpace) }
            }
            Hidden::Groups => Argument { size: GROUPS_BYTES, ..elsewhere(ArgumentKind::Groups) },
            // The last byte says whether there is a value.
            Hidden::Constant(key, bytes) => {
                Argument { size: bytes + 1, offset: *key, ..elsewhere(ArgumentKind::Constant) }
            }
            Hidden::Variable(name) => Argument {
                global: Some(device_globals::record_of(host, name)?),
                ..elsewhere(ArgumentKind::DeviceGlobal)
            },
        });
    }
    Some(all)
}

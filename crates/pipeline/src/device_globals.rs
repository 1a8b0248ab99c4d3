//! Device variables: from `device_global` objects to the records of the runtime.
//!
//! Before: device code defines `@x`, and `@scythe.device_globals`, which uses all such variables;
//!         host code defines `@x = global { ptr, i64 } zeroinitializer`
//! After:  device code declares `@scythe.device_global.x`; host code defines that, the CPU's variable,
//!         `@scythe.device_global_record.x` and `@x = global { ptr @…record.x, i64 0 }`
//!
//! The device's variable and the host's object have the same name, so the former is renamed. It is defined only
//! beside host code: code for several processors, and kernels that are finished at link time, use the same variable,
//! and no pass mistakes its initial value for its current one.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::variable::{self, Sharing, VariableFacts};
use scythe_frontend::notes::{self, Notes};
use scythe_image::DeviceGlobal;
use scythe_image::facts::DEVICE_GLOBALS_FUNCTION;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, PointerValue};
use scythe_llvm::{
    Tuning, constant_bytes, declare_only, erase, erase_variable, forget_host, run_passes,
    variable_users,
};

use crate::PipelineError;

/// Lists of functions and variables that prevent their removal.
const LISTS: &[&str] = &["llvm.global.annotations", "llvm.used", "llvm.compiler.used"];

const DISCARD: Tuning = Tuning { vectorize: false, inline_threshold: None };

/// The variables of a translation unit, removed from its device code.
#[derive(Debug, Default)]
pub struct DeviceGlobals<'c> {
    /// Their definitions, where there are any.
    definitions: Option<Module<'c>>,
    variables: Vec<Variable>,
}

/// A variable that the unit defines or uses.
#[derive(Clone, Debug)]
struct Variable {
    note: notes::DeviceGlobal,
    /// The suffix of its names.
    suffix: String,
    sharing: Sharing,
}

impl Variable {
    fn name(&self) -> String {
        format!("{}{}", DeviceGlobal::VARIABLE_PREFIX, self.suffix)
    }

    fn record(&self) -> String {
        record_name(&self.suffix)
    }
}

/// Distinguishes the code of a translation unit: two units may have internal variables of the same name.
#[derive(Clone, Copy, Debug)]
pub struct Mark(u64);

impl Mark {
    /// The mark of the unit that has this module. All its device code must use the same mark.
    #[must_use]
    pub fn of(module: &Module<'_>, notes: &Notes) -> Self {
        let mut hasher = DefaultHasher::new();
        if !notes.device_globals.is_empty() {
            module.write_bitcode_to_memory().as_slice().hash(&mut hasher);
        }
        Self(hasher.finish())
    }
}

/// Moves the variables out of device code: all modules, which contain the same code for different processors,
/// keep declarations.
///
/// First, code that clang emitted for the host only is removed. A kernel may name a static variable of the
/// function that launches it; then clang emits that function too, with all the host code that it uses.
///
/// # Errors
/// When LLVM fails; that is a bug.
pub fn separate<'c>(
    modules: &[&Module<'c>],
    notes: &Notes,
    machine: &TargetMachine,
    mark: Mark,
) -> Result<DeviceGlobals<'c>, PipelineError> {
    for module in modules {
        forget_host(module);
        if let Some(keeper) = module.get_function(DEVICE_GLOBALS_FUNCTION) {
            erase(keeper);
        }
    }
    let Some(first) = modules.first().filter(|_| !notes.device_globals.is_empty()) else {
        return Ok(DeviceGlobals::default());
    };
    let variables = name_all(first, notes, mark);
    for module in modules {
        for variable in &variables {
            if let Some(global) = module.get_global(&variable.note.symbol) {
                global.set_name(&variable.name());
            }
        }
    }
    let mut definitions = None;
    if variables.iter().any(|variable| variable.note.defined) {
        definitions = Some(definitions_of(first, &variables, machine)?);
    }
    for module in modules {
        for variable in &variables {
            if let Some(global) = module.get_global(&variable.name()) {
                declare_only(global);
            }
        }
    }
    Ok(DeviceGlobals { definitions, variables })
}

fn name_all(module: &Module<'_>, notes: &Notes, Mark(mark): Mark) -> Vec<Variable> {
    let named = notes.device_globals.iter().map(|note| {
        let linkage = module.get_global(&note.symbol).map(|global| global.get_linkage());
        let sharing = match linkage {
            Some(Linkage::Internal | Linkage::Private) => Sharing::Own,
            Some(
                Linkage::LinkOnceAny | Linkage::LinkOnceODR | Linkage::WeakAny | Linkage::WeakODR,
            ) => Sharing::Repeated,
            _ => Sharing::Strong,
        };
        let suffix = match sharing {
            Sharing::Own => format!("{}.{mark:016x}", note.symbol),
            _ => note.symbol.clone(),
        };
        Variable { note: note.clone(), suffix, sharing }
    });
    named.collect()
}

/// A module with the variables, and everything that their initial values refer to.
fn definitions_of<'c>(
    module: &Module<'c>,
    variables: &[Variable],
    machine: &TargetMachine,
) -> Result<Module<'c>, PipelineError> {
    let definitions = module.clone();
    drop_lists(&definitions);
    let mut kept = Vec::new();
    for variable in variables.iter().filter(|variable| variable.note.defined) {
        if let Some(global) = definitions.get_global(&variable.name()) {
            variable.sharing.apply(&definitions, &global);
            kept.push(format!("preserve-gv={}", variable.name()));
        }
    }
    let passes = format!("internalize<{}>,globaldce", kept.join(";"));
    run_passes(&definitions, &passes, machine, DISCARD)?;
    Ok(definitions)
}

impl<'c> DeviceGlobals<'c> {
    /// Adds the CPU's variables and all records to the host module, and makes the host's objects refer to
    /// them.
    ///
    /// # Errors
    /// When a variable is not as the headers define it; that is a bug.
    pub fn join(self, host: &Module<'c>) -> Result<(), PipelineError> {
        if let Some(definitions) = self.definitions {
            scythe_llvm::link(host, definitions)?;
        }
        for variable in self.variables.iter().filter(|variable| variable.note.defined) {
            let cpu = host.get_global(&variable.name());
            let initial = cpu.and_then(|cpu| cpu.get_initializer()).filter(|v| !is_zero(*v));
            write_record(host, variable, initial, cpu)?;
        }
        Ok(())
    }

    /// Adds records of variables to the host module for which there is no CPU code; existing ones are kept.
    ///
    /// # Errors
    /// When a variable is not as the headers define it, or its initial value is an address in device code.
    pub fn record_all(&self, host: &Module<'c>) -> Result<(), PipelineError> {
        let Some(definitions) = &self.definitions else { return Ok(()) };
        for variable in self.variables.iter().filter(|variable| variable.note.defined) {
            let written = host.get_global(&variable.record());
            let global = definitions.get_global(&variable.name());
            let Some(global) = global.filter(|_| written.is_none_or(|r| r.is_declaration())) else {
                continue;
            };
            // The record has a copy of the initial value.
            global.set_constant(true);
            global.set_linkage(Linkage::Internal);
            let bytes =
                constant_bytes(definitions, global.as_pointer_value(), variable.note.size());
            let bytes = bytes.ok_or_else(|| {
                PipelineError::Request(format!(
                    "device_global `{}` starts with an address, which only device code knows",
                    variable.note.name
                ))
            })?;
            let initial = bytes.iter().any(|&byte| byte != 0).then(|| {
                let context = host.get_context();
                context.const_string(&bytes, false).into()
            });
            write_record(host, variable, initial, None)?;
        }
        Ok(())
    }

    /// The names of the variables in device code.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.variables.iter().map(Variable::name)
    }
}

/// The record of a variable, by its name in device code; none for other variables. Another unit may define
/// the record.
#[must_use]
pub fn record_of<'c>(host: &Module<'c>, name: &str) -> Option<GlobalValue<'c>> {
    let suffix = name.strip_prefix(DeviceGlobal::VARIABLE_PREFIX)?;
    Some(variable::declare(host, &record_name(suffix)))
}

fn record_name(suffix: &str) -> String {
    format!("{}{suffix}", DeviceGlobal::RECORD_PREFIX)
}

/// Writes a record, and makes the host's object refer to it.
fn write_record<'c>(
    host: &Module<'c>,
    variable: &Variable,
    initial: Option<BasicValueEnum<'c>>,
    cpu: Option<GlobalValue<'c>>,
) -> Result<(), PipelineError> {
    let note = &variable.note;
    let facts = VariableFacts {
        name: note.name.clone(),
        flags: note.flags,
        size: note.size(),
        align: note.align,
        initial,
        cpu,
    };
    let record = variable::write(host, &variable.record(), &facts, variable.sharing);
    if let Some(object) = host.get_global(&note.symbol).filter(|o| !o.is_declaration()) {
        refer(object, &record, note).ok_or_else(|| {
            PipelineError::bug(
                "device_global",
                format!("`{}` is not an object of the class", note.name),
            )
        })?;
    }
    Ok(())
}

fn is_zero(value: BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::ArrayValue(value) => value.is_null(),
        BasicValueEnum::FloatValue(value) => value.is_null(),
        BasicValueEnum::IntValue(value) => value.is_null(),
        BasicValueEnum::PointerValue(value) => value.is_null(),
        BasicValueEnum::StructValue(value) => value.is_null(),
        BasicValueEnum::VectorValue(value) => value.is_null(),
        BasicValueEnum::ScalableVectorValue(value) => value.is_null(),
    }
}

/// Makes the host's object, or each object of an array, refer to the record.
fn refer(
    object: GlobalValue<'_>,
    record: &GlobalValue<'_>,
    note: &notes::DeviceGlobal,
) -> Option<()> {
    let ty = match object.get_value_type() {
        AnyTypeEnum::ArrayType(ty) => ty.into(),
        AnyTypeEnum::StructType(ty) => ty.into(),
        _ => return None,
    };
    let mut offset = 0;
    let value = reference(ty, record.as_pointer_value(), (&mut offset, note.element_size))?;
    object.set_initializer(&value);
    (offset == note.size()).then_some(())
}

fn reference<'c>(
    ty: BasicTypeEnum<'c>,
    record: PointerValue<'c>,
    (offset, size): (&mut u64, u64),
) -> Option<BasicValueEnum<'c>> {
    match ty {
        BasicTypeEnum::ArrayType(array) => {
            let element = array.get_element_type();
            let mut parts = Vec::new();
            for _ in 0..array.len() {
                parts.push(reference(element, record, (offset, size))?);
            }
            match element {
                BasicTypeEnum::ArrayType(element) => {
                    let parts: Vec<_> = parts.iter().map(|part| part.into_array_value()).collect();
                    Some(element.const_array(&parts).into())
                }
                BasicTypeEnum::StructType(element) => {
                    let parts: Vec<_> = parts.iter().map(|part| part.into_struct_value()).collect();
                    Some(element.const_array(&parts).into())
                }
                _ => None,
            }
        }
        BasicTypeEnum::StructType(object) => match object.get_field_types()[..] {
            [BasicTypeEnum::PointerType(_), BasicTypeEnum::IntType(number)] => {
                let at = number.const_int(*offset, false);
                *offset += size;
                Some(object.const_named_struct(&[record.into(), at.into()]).into())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a kernel uses device variables. If it does, pointers among its arguments may refer to them.
#[must_use]
pub fn are_used_by(module: &Module<'_>, kernel: FunctionValue<'_>) -> bool {
    let variables = module.get_globals().filter(|global| {
        global.get_name().to_bytes().starts_with(DeviceGlobal::VARIABLE_PREFIX.as_bytes())
    });
    variables.flat_map(|global| variable_users(global).instructions).any(|instruction| {
        let function = instruction.get_parent().and_then(|block| block.get_parent());
        function == Some(kernel)
    })
}

/// Drops annotations of functions and variables, and the lists that prevent their removal: finished device
/// code needs neither.
pub fn drop_lists(module: &Module<'_>) {
    for list in LISTS {
        if let Some(list) = module.get_global(list) {
            erase_variable(list);
        }
    }
}

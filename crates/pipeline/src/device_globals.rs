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
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, PointerValue};
use scythe_llvm::{
    Tuning, constant_bytes, declare_only, erase, erase_variable, forget_host, run_passes,
    variable_users,
};

use crate::PipelineError;

/// The function by which the plugin has clang emit variables that no kernel uses.
const KEEPER: &str = "scythe.device_globals";

/// Lists of functions and variables, which keep these from being removed.
const LISTS: &[&str] = &["llvm.global.annotations", "llvm.used", "llvm.compiler.used"];

const DISCARD: Tuning = Tuning { vectorize: false, inline_threshold: None };

/// The variables of a translation unit, taken out of its device code.
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
    /// What its names end with.
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

/// What tells the code of a translation unit from that of others. Two units may have variables of the same
/// name that only they know.
#[derive(Clone, Copy, Debug)]
pub struct Mark(u64);

impl Mark {
    /// The mark of the unit that has this module; all its device code needs the same one.
    #[must_use]
    pub fn of(module: &Module<'_>, notes: &Notes) -> Self {
        let mut hasher = DefaultHasher::new();
        if !notes.device_globals.is_empty() {
            module.write_bitcode_to_memory().as_slice().hash(&mut hasher);
        }
        Self(hasher.finish())
    }
}

/// Takes the variables out of device code: all modules, which are the same code for different processors,
/// are left with declarations.
///
/// Before that, whatever clang put there for a host goes. A kernel may name a static variable of the function
/// that launches it, and clang then emits that function too, with all the host code that it uses.
///
/// # Errors
/// When LLVM cannot do its part; that is a bug.
pub fn separate<'c>(
    modules: &[&Module<'c>],
    notes: &Notes,
    machine: &TargetMachine,
    mark: Mark,
) -> Result<DeviceGlobals<'c>, PipelineError> {
    for module in modules {
        forget_host(module);
        if let Some(keeper) = module.get_function(KEEPER) {
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

/// A module with the variables and what their initial values refer to.
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
    /// Puts the CPU's variables and all records into the host module, and has the host's objects refer to
    /// them.
    ///
    /// # Errors
    /// When a variable is not what the headers make of it; that is a bug.
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

    /// Puts the records of variables that the CPU has no code for into the host module; those that are
    /// there stay.
    ///
    /// # Errors
    /// When a variable is not what the headers make of it, or starts with what only the device knows.
    pub fn record_all(&self, host: &Module<'c>) -> Result<(), PipelineError> {
        let Some(definitions) = &self.definitions else { return Ok(()) };
        for variable in self.variables.iter().filter(|variable| variable.note.defined) {
            let written = host.get_global(&variable.record());
            let global = definitions.get_global(&variable.name());
            let Some(global) = global.filter(|_| written.is_none_or(|r| r.is_declaration())) else {
                continue;
            };
            // It is what the variable holds at the start that is asked for.
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

/// The record of a variable, by the name that it has in device code; none for what is no such variable.
/// Other units may be the ones to write it.
#[must_use]
pub fn record_of<'c>(host: &Module<'c>, name: &str) -> Option<GlobalValue<'c>> {
    let suffix = name.strip_prefix(DeviceGlobal::VARIABLE_PREFIX)?;
    Some(variable::declare(host, &record_name(suffix)))
}

fn record_name(suffix: &str) -> String {
    format!("{}{suffix}", DeviceGlobal::RECORD_PREFIX)
}

/// Writes a record, and has the host's object refer to it.
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
            PipelineError::bug("device_global", format!("`{}` is no object of it", note.name))
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

/// Has the host's object, or each object of an array, say what it stands for.
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

/// Whether a kernel uses a variable that lives on devices. Pointers among its arguments may lead there.
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

/// Drops annotations of functions and variables, and the lists of what must not be removed: nobody looks for
/// them in finished device code.
pub fn drop_lists(module: &Module<'_>) {
    for list in LISTS {
        if let Some(list) = module.get_global(list) {
            erase_variable(list);
        }
    }
}

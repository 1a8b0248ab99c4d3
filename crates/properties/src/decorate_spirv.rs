//! Translates properties into SPIR-V execution modes and decorations, as metadata (`spirv.Decorations` and the like).
//!
//! Before: `define spir_kernel void @k(ptr "sycl-alignment"="64" %p) "sycl-sub-group-size"="8"`
//! After:  the same with `!spirv.ParameterDecorations !{!{!{i32 44, i32 64}}}`, and
//!         `!spirv.ExecutionMode = !{!{ptr @k, i32 35, i32 8}}`
//!
//! Before: `@v = global i32 0 #0`, `attributes #0 = { "sycl-host-access"="read" }`
//! After:  the same with `!spirv.Decorations !{!{i32 6188, i32 1, !"v"}}`
//!
//! Before: `%a = call ptr @llvm.ptr.annotation(ptr %p, "sycl-properties:sycl-buffer-location=2", …)`
//! After:  `%a = call ptr @__spirv_AddMemberDecoration(ptr %p), !spirv.Decorations !{!{i32 5921, i32 2}}`
//!
//! The design for compile-time properties has the decorations as an argument of that call; LLVM accepts
//! metadata arguments of intrinsics only. Attributes are kept, and so are annotations with properties that
//! have no decoration.

use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, GlobalValue, MetadataValue, PointerValue,
};
use scythe_llvm::{
    by_value, call_instruction, set_reads_nothing, string_attributes, variable_attributes,
};
use scythe_mux::{Changed, MuxError, OptionDesc, PassCx, PassDesc, SPIR_KERNEL, is_kernel};

use crate::members::{self, MemberAddress};
use crate::table::{self, On, Row, Spirv};

pub const PASS: PassDesc = PassDesc {
    name: "decorate-spirv",
    summary: "turn properties into SPIR-V execution modes and decorations, as metadata",
    run,
};

/// Allows only what SPIR-V has without extensions, and those that are named.
pub const CORE: &str = "core";
/// An extension that may be used.
pub const EXTENSION: &str = "extension";

pub const OPTIONS: &[OptionDesc] =
    &[OptionDesc::flag(CORE), OptionDesc::value(EXTENSION, "SPV_...")];

/// The metadata of functions, variables and instructions.
pub const DECORATIONS: &str = "spirv.Decorations";
/// The function between a member's address and its uses.
pub const ADD_MEMBER_DECORATION: &str = "__spirv_AddMemberDecoration";

const EXECUTION_MODE: &str = "spirv.ExecutionMode";
const PARAMETER_DECORATIONS: &str = "spirv.ParameterDecorations";

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let core = cx.options.last_of(&[CORE]).is_some();
    let extensions = core.then(|| cx.options.values(EXTENSION));
    let decorator = Decorator { module: cx.module, context: cx.module.get_context(), extensions };
    for function in cx.module.get_functions() {
        if function.get_call_conventions() == SPIR_KERNEL || is_kernel(function) {
            decorator.kernel(function)?;
            decorator.parameters(function);
        }
    }
    for variable in cx.module.get_globals() {
        decorator.variable(variable);
    }
    for member in members::addresses(cx.module) {
        decorator.member(&member)?;
    }
    Ok(Changed::Yes)
}

struct Decorator<'a, 'c> {
    module: &'a Module<'c>,
    context: ContextRef<'c>,
    /// The extensions that may be used; all, if there is no list.
    extensions: Option<Vec<&'a str>>,
}

impl<'c> Decorator<'_, 'c> {
    /// The row of a property, and its value as numbers.
    fn meaning(
        &self,
        on: On,
        (name, value): &(String, String),
    ) -> Option<(&'static Row, Vec<u32>)> {
        let row = table::find(on, name)?;
        if let (Some(allowed), Some(needed)) = (&self.extensions, row.extension)
            && !allowed.contains(&needed)
        {
            return None;
        }
        Some((row, row.numbers(value)?))
    }

    fn node(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<BasicMetadataValueEnum<'c>> {
        let number = |n: u32| self.context.i32_type().const_int(u64::from(n), false).into();
        numbers.into_iter().map(number).collect()
    }

    fn list(&self, nodes: Vec<MetadataValue<'c>>) -> MetadataValue<'c> {
        let nodes: Vec<BasicMetadataValueEnum<'c>> = nodes.into_iter().map(Into::into).collect();
        self.context.metadata_node(&nodes)
    }

    fn kernel(&self, function: FunctionValue<'c>) -> Result<(), MuxError> {
        for property in string_attributes(function, None) {
            let Some((row, numbers)) = self.meaning(On::Kernel, &property) else { continue };
            let Spirv::Mode(mode) = row.spirv else { continue };
            let mut operands = vec![function.as_global_value().as_pointer_value().into()];
            operands.extend(self.node([mode].into_iter().chain(numbers)));
            let node = self.context.metadata_node(&operands);
            self.module.add_global_metadata(EXECUTION_MODE, &node).map_err(|e| {
                let name = function.get_name().to_string_lossy().into_owned();
                MuxError::malformed(name, e.to_string())
            })?;
        }
        Ok(())
    }

    fn parameters(&self, function: FunctionValue<'c>) {
        let all: Vec<Vec<MetadataValue<'c>>> = (0..function.count_params())
            .map(|index| {
                let parameter = function.get_nth_param(index);
                let pointer = parameter.is_some_and(|p| p.is_pointer_value())
                    && by_value(function, index).is_none();
                let properties = string_attributes(function, Some(index));
                let decorations = properties.iter().filter_map(|property| {
                    let (row, numbers) = self.meaning(On::Parameter, property)?;
                    self.decoration(row, numbers, pointer, None)
                });
                decorations.collect()
            })
            .collect();
        if all.iter().any(|decorations| !decorations.is_empty()) {
            let lists = all.into_iter().map(|decorations| self.list(decorations)).collect();
            let kind = self.context.get_kind_id(PARAMETER_DECORATIONS);
            function.as_global_value().set_metadata(self.list(lists), kind);
        }
    }

    fn variable(&self, variable: GlobalValue<'c>) {
        let name = variable.get_name().to_string_lossy().into_owned();
        let properties = variable_attributes(variable);
        let decorations: Vec<MetadataValue<'c>> = properties
            .iter()
            .filter_map(|property| {
                let (row, numbers) = self.meaning(On::Variable, property)?;
                self.decoration(row, numbers, true, Some(&name))
            })
            .collect();
        if !decorations.is_empty() {
            let kind = self.context.get_kind_id(DECORATIONS);
            variable.set_metadata(self.list(decorations), kind);
        }
    }

    /// The decoration for a value that is a pointer or not, and has a name or not.
    fn decoration(
        &self,
        row: &Row,
        numbers: Vec<u32>,
        pointer: bool,
        name: Option<&str>,
    ) -> Option<MetadataValue<'c>> {
        let (decoration, numbers) = match row.spirv {
            Spirv::Decoration(number) | Spirv::NamedDecoration(number) => (number, numbers),
            Spirv::PointerDecoration(number) if pointer => (number, numbers),
            Spirv::PointerDecorationWith(number, operand) if pointer => (number, vec![operand]),
            _ => return None,
        };
        // All decorations in the table have operands. Through LLVM's C API, a node with one number in a list
        // would become the number.
        let mut operands = self.node([decoration].into_iter().chain(numbers));
        if matches!(row.spirv, Spirv::NamedDecoration(_)) {
            operands.push(self.context.metadata_string(name?).into());
        }
        Some(self.context.metadata_node(&operands))
    }

    fn member(&self, member: &MemberAddress<'c>) -> Result<(), MuxError> {
        let (mut decorations, mut rest) = (Vec::new(), Vec::new());
        for property in &member.properties {
            match self.meaning(On::Member, property) {
                Some((row, numbers)) if row.spirv == Spirv::AlignPointee => {
                    if let [align] = numbers[..] {
                        members::align_pointee(self.module, member, align);
                    }
                }
                Some((row, numbers)) => {
                    decorations.extend(self.decoration(row, numbers, true, None));
                }
                None => rest.push(property.clone()),
            }
        }
        if !rest.is_empty() && rest.len() < member.properties.len() {
            self.keep(member, &rest);
        }
        if decorations.is_empty() {
            if rest.is_empty() {
                members::dissolve(member, member.pointer);
            }
            return Ok(());
        }
        let decorated = self.add_member_decoration(member, decorations)?;
        if rest.is_empty() {
            members::dissolve(member, decorated);
        } else {
            call_instruction(member.call).set_operand(0, decorated);
        }
        Ok(())
    }

    /// Leaves properties in an annotation.
    fn keep(&self, member: &MemberAddress<'c>, rest: &[(String, String)]) {
        let text = self.context.const_string(members::text(rest).as_bytes(), true);
        let space = member.text.get_type().get_address_space();
        let global = self.module.add_global(text.get_type(), Some(space), ".str");
        global.set_initializer(&text);
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global.set_unnamed_addr(true);
        global.set_section(Some("llvm.metadata"));
        call_instruction(member.call).set_operand(1, global.as_pointer_value());
    }

    /// Puts the decorations between a member's address and its annotation.
    fn add_member_decoration(
        &self,
        member: &MemberAddress<'c>,
        decorations: Vec<MetadataValue<'c>>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let ty = member.pointer.get_type();
        let takes = ty.fn_type(&[ty.into()], false);
        // One for each address space; LLVM numbers functions of the same name.
        let is_same = |f: &FunctionValue<'c>| {
            f.get_name().to_bytes().starts_with(ADD_MEMBER_DECORATION.as_bytes())
                && f.get_type() == takes
        };
        let function = self.module.get_functions().find(is_same).unwrap_or_else(|| {
            let function = self.module.add_function(ADD_MEMBER_DECORATION, takes, None);
            set_reads_nothing(function);
            function
        });
        let builder = self.context.create_builder();
        builder.position_before(&call_instruction(member.call));
        let call = builder.build_call(function, &[member.pointer.into()], "")?;
        let kind = self.context.get_kind_id(DECORATIONS);
        let made = call_instruction(call);
        let lost = |reason: &str| MuxError::malformed(ADD_MEMBER_DECORATION, reason);
        made.set_metadata(self.list(decorations), kind).map_err(|e| lost(&e.to_string()))?;
        match call.try_as_basic_value().basic() {
            Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
            _ => Err(lost("it returns a pointer")),
        }
    }
}

//! Specializations of a kernel for launches with known facts.
//!
//! Before: `define void @k(ptr %a, ptr byval([16 x i8]) %range, ptr byval(%S) %s)`
//! After:  `define void @k.specialization(ptr noalias %a, ptr byval([16 x i8]) %range, ptr byval(%S) %s, ptr noalias %s.8)`
//!         whose body has known numbers as constants, and the pointer at byte 8 of `%s` as a
//!         parameter, so that LLVM knows that nothing else leads to its memory
//!
//! The argument block does not change: added parameters are bytes of it, at the offsets in the attribute
//! [`ATTR_OFFSETS`].

use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::arguments::plan::{Argument, ArgumentType, Plan};
use scythe_frontend::arguments::pointers::{LeadsTo, Pointer};
use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    accessed_pointer, add_attribute, argument_behind, assume_multiple, atomic_pointer, by_value,
    called_function, clone_with_parameters, in_bytes, instructions, may_be_written, replace_uses,
    set_attribute, string_attribute, touches_no_memory,
};

use crate::BindError;

/// The attribute of a kernel with the offset of each parameter in the block of arguments.
pub const ATTR_OFFSETS: &str = scythe_image::ARGUMENT_OFFSETS;

/// The size of pointers on all devices.
const POINTER_BYTES: u64 = 8;

/// Known bytes of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    /// The number of the argument.
    pub argument: usize,
    /// Bytes from its start.
    pub at: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The number that aligned numbers and pointers are multiples of: the bytes of the widest access.
pub const MULTIPLES_OF: u64 = 16;

/// A number or a pointer among the arguments that is a multiple of [`MULTIPLES_OF`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiple {
    /// The number of the argument.
    pub argument: usize,
    /// Bytes from its start.
    pub at: u64,
    /// Its bytes, 4 or 8.
    pub size: u32,
    /// Whether it is a pointer.
    pub is_pointer: bool,
}

/// Facts about the arguments of one specialization of a kernel.
#[derive(Clone, Debug, Default)]
pub struct ArgumentFacts {
    /// Known bytes, each once.
    pub known: Vec<Known>,
    /// The pointers, by number, to memory that the kernel accesses through nothing else.
    pub disjoint: Vec<usize>,
    /// Arguments that are multiples.
    pub multiples: Vec<Multiple>,
}

/// Makes a specialization of a kernel whose parameters are the arguments of the plan.
///
/// # Errors
/// When the kernel has other parameters, or LLVM rejects an instruction.
pub fn specialize<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    (plan, pointers): (&Plan, &[Pointer]),
    facts: &ArgumentFacts,
    name: &str,
) -> Result<FunctionValue<'c>, BindError> {
    if kernel.count_params() as usize != plan.arguments.len() {
        return Err(BindError::Parameters(name.to_owned()));
    }
    let inside = |pointer: &&Pointer| plan.arguments[pointer.argument].ty == ArgumentType::Object;
    let disjoint: Vec<&Pointer> = facts.disjoint.iter().map(|&number| &pointers[number]).collect();
    let added: Vec<&Pointer> = disjoint.iter().copied().filter(inside).collect();
    let pointer = module.get_context().ptr_type(AddressSpace::default());
    let types = vec![BasicTypeEnum::from(pointer); added.len()];
    let specialized = clone_with_parameters(kernel, name, &types);
    let specializer =
        Specializer { module, specialized, builder: module.get_context().create_builder() };
    if !added.is_empty() {
        let offsets = plan.arguments.iter().map(|argument| argument.offset);
        let inner = added.iter().map(|p| plan.arguments[p.argument].offset + p.at);
        let all: Vec<String> = offsets.chain(inner).map(|offset| offset.to_string()).collect();
        set_attribute(module, specialized, ATTR_OFFSETS, &all.join(","));
    }
    // Dereferencing a null pointer must fault as it does in the general version; LLVM would assume that it
    // never happens.
    if facts.known.iter().any(|known| pointers.iter().any(|pointer| is_null(pointer, known))) {
        add_attribute(specialized, AttributeLoc::Function, "null_pointer_is_valid", 0);
    }
    for pointer in disjoint.iter().filter(|pointer| !inside(pointer)) {
        specializer.set_no_alias(u32::try_from(pointer.argument).unwrap_or(u32::MAX), pointer);
    }
    let first = plan.arguments.len();
    for (index, argument) in plan.arguments.iter().enumerate() {
        let known: Vec<&Known> = facts.known.iter().filter(|k| k.argument == index).collect();
        let multiples: Vec<&Multiple> =
            facts.multiples.iter().filter(|part| part.argument == index).collect();
        let inner: Vec<(u32, &Pointer)> = (first..)
            .zip(&added)
            .filter(|(_, pointer)| pointer.argument == index)
            .map(|(parameter, pointer)| (u32::try_from(parameter).unwrap_or(u32::MAX), *pointer))
            .collect();
        if !known.is_empty() || !inner.is_empty() || !multiples.is_empty() {
            specializer.argument(index, argument, (&known, &multiples), &inner)?;
        }
    }
    Ok(specialized)
}

/// Whether the known bytes of a pointer are all zero, and there are some.
#[must_use]
pub fn is_null(pointer: &Pointer, known: &Known) -> bool {
    if pointer.argument != known.argument {
        return false;
    }
    let places = (known.at..).zip(&known.bytes);
    let of_pointer =
        || places.clone().filter(|(at, _)| (pointer.at..pointer.at + POINTER_BYTES).contains(at));
    of_pointer().next().is_some() && of_pointer().all(|(_, byte)| *byte == 0)
}

/// The arguments that none of a kernel's functions reads. Only kernels are considered whose parameters are
/// the arguments of the plan.
#[must_use]
pub fn unused_arguments(plan: &Plan, functions: &[FunctionValue<'_>]) -> Vec<bool> {
    let is_unused = |function: &FunctionValue<'_>, index: usize| {
        let parameter = u32::try_from(index).ok().and_then(|index| function.get_nth_param(index));
        parameter.is_some_and(|parameter| parameter.get_first_use().is_none())
    };
    (0..plan.arguments.len()).map(|index| functions.iter().all(|f| is_unused(f, index))).collect()
}

/// Sets the offsets of a specialization's parameters in a block with some arguments left out.
///
/// # Errors
/// When a used parameter is part of an argument that is left out, which is a bug.
pub fn lay_out(
    module: &Module<'_>,
    specialized: FunctionValue<'_>,
    (plan, layout): (&Plan, &Layout),
) -> Result<(), BindError> {
    let lost = || BindError::Parameters(specialized.get_name().to_string_lossy().into_owned());
    let mut places: Vec<Option<u64>> = layout.offsets.clone();
    // Pointers that were parts of arguments keep their offsets in these.
    let stated = string_attribute(specialized, ATTR_OFFSETS).unwrap_or_default();
    for word in stated.split(',').skip(plan.arguments.len()) {
        let old: u64 = word.parse().map_err(|_| lost())?;
        let inside = |a: &Argument| a.offset <= old && old < a.offset + a.size;
        let index = plan.arguments.iter().position(inside).ok_or_else(lost)?;
        let at = old - plan.arguments[index].offset;
        places.push(Some(layout.place(index, at).ok_or_else(lost)?));
    }
    let word = |place: &Option<u64>| place.map_or_else(|| "-".to_owned(), |at| at.to_string());
    let text: Vec<String> = places.iter().map(word).collect();
    set_attribute(module, specialized, ATTR_OFFSETS, &text.join(","));
    Ok(())
}

struct Specializer<'a, 'c> {
    module: &'a Module<'c>,
    specialized: FunctionValue<'c>,
    builder: Builder<'c>,
}

impl<'c> Specializer<'_, 'c> {
    fn set_no_alias(&self, parameter: u32, pointer: &Pointer) {
        let at = AttributeLoc::Param(parameter);
        add_attribute(self.specialized, at, "noalias", 0);
        if matches!(&pointer.leads_to, LeadsTo::Buffer(accessor) if !accessor.writes) {
            add_attribute(self.specialized, at, "readonly", 0);
        }
    }

    fn argument(
        &self,
        index: usize,
        argument: &Argument,
        (known, multiples): (&[&Known], &[&Multiple]),
        inner: &[(u32, &Pointer)],
    ) -> Result<(), BindError> {
        let lost = || BindError::Parameters(argument.path.clone());
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let parameter = self.specialized.get_nth_param(index).ok_or_else(lost)?;
        if argument.ty != ArgumentType::Object {
            if let [only] = known
                && let Some(constant) = self.scalar(parameter, argument, only)
            {
                replace_uses(&parameter, &constant);
            }
            return Ok(());
        }
        let BasicValueEnum::PointerValue(object) = parameter else { return Err(lost()) };
        if inner.is_empty()
            && multiples.is_empty()
            && !may_be_written(object)
            && let Some(bytes) = whole(argument, known)
        {
            replace_uses(&object, &self.constant_object(argument, &bytes));
            return Ok(());
        }
        let entry = self.specialized.get_first_basic_block().ok_or_else(lost)?;
        match entry.get_first_instruction() {
            Some(first) => self.builder.position_before(&first),
            None => self.builder.position_at_end(entry),
        }
        let context = self.module.get_context();
        let size = u32::try_from(argument.size).map_err(|_| lost())?;
        let copy = self.builder.build_alloca(context.i8_type().array_type(size), "object")?;
        let align = u32::try_from(argument.align).unwrap_or(1);
        if let Some(alloca) = copy.as_instruction_value() {
            alloca.set_alignment(align).map_err(|_| lost())?;
        }
        replace_uses(&object, &copy);
        let bytes = context.i64_type().const_int(argument.size, false);
        self.builder.build_memcpy(copy, align, object, align, bytes)?;
        for known in known {
            self.store_bytes(copy, known)?;
        }
        for &(parameter, pointer) in inner {
            self.set_no_alias(parameter, pointer);
            let value = self.specialized.get_nth_param(parameter).ok_or_else(lost)?;
            let offset = context.i64_type().const_int(pointer.at, false);
            let to = in_bytes(&self.builder, copy, offset)?;
            self.builder.build_store(to, value)?;
            if multiples.iter().any(|part| part.is_pointer && part.at == pointer.at) {
                let at = AttributeLoc::Param(parameter);
                add_attribute(self.specialized, at, "align", MULTIPLES_OF);
            }
        }
        for part in multiples.iter().filter(|part| !part.is_pointer) {
            let ty = if part.size == 4 { context.i32_type() } else { context.i64_type() };
            let offset = context.i64_type().const_int(part.at, false);
            let from = in_bytes(&self.builder, copy, offset)?;
            let value = self.builder.build_load(ty, from, "")?;
            assume_multiple(&self.builder, value, MULTIPLES_OF);
        }
        Ok(())
    }

    fn scalar(
        &self,
        parameter: BasicValueEnum<'c>,
        argument: &Argument,
        known: &Known,
    ) -> Option<BasicValueEnum<'c>> {
        if known.at != 0 || known.bytes.len() as u64 != argument.size {
            return None;
        }
        let bits = number(&known.bytes)?;
        match parameter {
            BasicValueEnum::IntValue(value) => Some(value.get_type().const_int(bits, false).into()),
            BasicValueEnum::FloatValue(value) => {
                let ty = value.get_type();
                let float = match argument.size {
                    4 => f64::from(f32::from_bits(u32::try_from(bits).ok()?)),
                    _ => f64::from_bits(bits),
                };
                // A constant might not preserve the bits of a NaN.
                (!float.is_nan()).then(|| ty.const_float(float).into())
            }
            BasicValueEnum::PointerValue(value) if bits == 0 => {
                Some(value.get_type().const_null().into())
            }
            _ => None,
        }
    }

    /// Stores known bytes, in pieces of the sizes of numbers.
    fn store_bytes(&self, object: PointerValue<'c>, known: &Known) -> Result<(), BindError> {
        let context = self.module.get_context();
        let mut done = 0usize;
        while done < known.bytes.len() {
            let at = known.at + done as u64;
            let left = known.bytes.len() - done;
            let size = [8usize, 4, 2, 1]
                .into_iter()
                .find(|&size| size <= left && at.is_multiple_of(size as u64))
                .unwrap_or(1);
            let bits = number(&known.bytes[done..done + size]).unwrap_or_default();
            let value = match size {
                8 => context.i64_type(),
                4 => context.i32_type(),
                2 => context.i16_type(),
                _ => context.i8_type(),
            };
            let offset = context.i64_type().const_int(at, false);
            let to = in_bytes(&self.builder, object, offset)?;
            let store = self.builder.build_store(to, value.const_int(bits, false))?;
            store.set_alignment(1).map_err(|_| BindError::Parameters(String::new()))?;
            done += size;
        }
        Ok(())
    }

    fn constant_object(&self, argument: &Argument, bytes: &[u8]) -> PointerValue<'c> {
        let value = self.module.get_context().const_string(bytes, false);
        let global = self.module.add_global(value.get_type(), None, "scythe.known");
        global.set_initializer(&value);
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global.set_unnamed_addr(true);
        global.set_alignment(u32::try_from(argument.align).unwrap_or(1));
        global.as_pointer_value()
    }
}

/// All bytes of an argument, if all are known.
fn whole(argument: &Argument, known: &[&Known]) -> Option<Vec<u8>> {
    let mut bytes = vec![None; usize::try_from(argument.size).ok()?];
    for known in known {
        for (&byte, at) in known.bytes.iter().zip(usize::try_from(known.at).ok()?..) {
            *bytes.get_mut(at)? = Some(byte);
        }
    }
    bytes.into_iter().collect()
}

fn number(bytes: &[u8]) -> Option<u64> {
    let mut all = [0; 8];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u64::from_le_bytes(all))
}

/// Whether a kernel may use a pointer that is not among its arguments: it loads one from memory, makes one
/// from a number, or gets one from another function.
///
/// Then the pointers among its arguments cannot be known to be disjoint from it. Kernels are given as
/// written, with function objects as parameters.
#[must_use]
pub fn finds_pointers(kernel: FunctionValue<'_>) -> bool {
    let of_object = |pointer: PointerValue<'_>| {
        argument_behind(pointer).is_some_and(|argument| {
            (0..kernel.count_params()).any(|index| {
                kernel.get_nth_param(index) == Some(argument.into())
                    && by_value(kernel, index).is_some()
            })
        })
    };
    instructions(kernel).into_iter().any(|instruction| match instruction.get_opcode() {
        InstructionOpcode::IntToPtr => true,
        InstructionOpcode::Load => {
            may_hold_pointer(instruction) && !accessed_pointer(instruction).is_some_and(&of_object)
        }
        InstructionOpcode::Call | InstructionOpcode::Invoke => match called_function(instruction) {
            // Private memory of work-items, and numbers.
            Some(called) if called.count_basic_blocks() == 0 => {
                let of_ours = called.get_name().to_bytes().starts_with(b"__mux_");
                may_hold_pointer(instruction) && !of_ours
            }
            // A function that is not inlined might do anything.
            _ => true,
        },
        InstructionOpcode::AtomicCmpXchg | InstructionOpcode::AtomicRMW => {
            may_hold_pointer(instruction)
        }
        _ => false,
    })
}

/// Whether work-items of a kernel may exchange values while they run: at barriers and fences, in group
/// operations, by atomic operations.
///
/// LLVM assumes that no call and no fence changes memory that only one parameter points to. So nothing that
/// such a kernel writes may be declared disjoint from other memory.
#[must_use]
pub fn meets_others(kernel: FunctionValue<'_>) -> bool {
    instructions(kernel).into_iter().any(|instruction| match instruction.get_opcode() {
        InstructionOpcode::Fence => true,
        InstructionOpcode::Call | InstructionOpcode::Invoke => match called_function(instruction) {
            Some(called) => called.get_intrinsic_id() == 0 && !touches_no_memory(called),
            None => true,
        },
        _ => atomic_pointer(instruction).is_some(),
    })
}

/// Whether a value may contain a pointer.
fn may_hold_pointer(instruction: InstructionValue<'_>) -> bool {
    use scythe_llvm::inkwell::types::AnyTypeEnum as Any;
    use scythe_llvm::inkwell::types::BasicTypeEnum as Basic;
    match instruction.get_type() {
        Any::IntType(_) | Any::FloatType(_) | Any::VoidType(_) => false,
        Any::VectorType(vector) => matches!(vector.get_element_type(), Basic::PointerType(_)),
        // The result of a compare-exchange: a value, and whether it was exchanged.
        Any::StructType(fields) => fields
            .get_field_types_iter()
            .any(|ty| !matches!(ty, Basic::IntType(_) | Basic::FloatType(_))),
        _ => true,
    }
}

//! Turns specialization constants into numbered constants, whose values a driver gets before it compiles.
//!
//! Before: `%p = call ptr @__mux_get_specialization_constant(i64 77, ptr @six_bytes, i64 6)`
//! After:  `%p` is a variable into which `@specialization-constant.0`, four bytes, and
//!         `@specialization-constant.1`, two bytes, are stored; each is a function that calls
//!         `__spirv_SpecConstant` with its number and the default value.
//!         `!mux-specialization-constants = !{!{i64 77, i32 0, i32 0, i32 4}, …}` says which piece of which
//!         constant a number stands for: key, number, first byte, bytes
//!
//! The functions are not inlined, so that each number occurs once in a module however often it is used.

use std::collections::HashMap;

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::IntType;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FunctionValue, PointerValue,
};
use scythe_llvm::{
    SPIR_FUNC, add_attribute, call_argument, call_instruction, call_sites, constant_bytes, erase,
    erase_call, in_bytes, replace_uses, set_reads_nothing,
};
use scythe_mux::passes::constant_argument;
use scythe_mux::{Builtin, Changed, MuxError, PassCx, PassDesc, size_type};
use scythe_pipeline::record::NumberedConstant;

pub const PASS: PassDesc = PassDesc {
    name: "number-specialization-constants",
    summary: "number specialization constants",
    run,
};

/// Named metadata: the numbered constants of a module.
pub const META_CONSTANTS: &str = "mux-specialization-constants";

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let Some(question) = cx.module.get_function(&Builtin::SpecializationConstant.name()) else {
        return Ok(Changed::No);
    };
    let calls = call_sites(question).ok_or_else(|| wrong("has its address taken"))?;
    let mut numbering =
        Numbering { module: cx.module, pieces: HashMap::new(), next: 0, constants: Vec::new() };
    for call in calls {
        numbering.answer(call)?;
    }
    erase(question);
    numbering.note()?;
    Ok(Changed::Yes)
}

/// The numbered constants of a module that are still used in it.
#[must_use]
pub fn numbered_constants(module: &Module<'_>) -> Vec<NumberedConstant> {
    let nodes = module.get_global_metadata(META_CONSTANTS);
    let numbers = nodes.iter().filter_map(|node| {
        let values = node.get_node_values()?;
        let number = |index: usize| match values.get(index)? {
            BasicMetadataValueEnum::IntValue(value) => value.get_zero_extended_constant(),
            _ => None,
        };
        let small = |index| u32::try_from(number(index)?).ok();
        Some(NumberedConstant {
            key: number(0)?,
            id: small(1)?,
            offset: small(2)?,
            size: small(3)?,
        })
    });
    let is_used = |c: &NumberedConstant| module.get_function(&piece_name(c.id)).is_some();
    numbers.filter(is_used).collect()
}

/// The name of the function for a piece of a constant.
fn piece_name(id: u32) -> String {
    format!("specialization-constant.{id}")
}

fn wrong(reason: &str) -> MuxError {
    MuxError::malformed(Builtin::SpecializationConstant.name(), reason)
}

/// A piece of a constant while its module is changed.
struct Piece<'c> {
    offset: u64,
    value: FunctionValue<'c>,
}

struct Numbering<'a, 'c> {
    module: &'a Module<'c>,
    /// By key and size: two units may have different types under one key.
    pieces: HashMap<(u64, u64), Vec<Piece<'c>>>,
    next: u32,
    constants: Vec<NumberedConstant>,
}

impl<'c> Numbering<'_, 'c> {
    /// Stores the value in a variable for a call.
    fn answer(&mut self, call: CallSiteValue<'c>) -> Result<(), MuxError> {
        let (Some(key), Some(size)) = (constant_argument(call, 0), constant_argument(call, 2))
        else {
            return Err(wrong("is called with a key or size that is not constant"));
        };
        let (Some(BasicValueEnum::PointerValue(default)), Some(BasicValueEnum::PointerValue(old))) =
            (call_argument(call, 1), call.try_as_basic_value().basic())
        else {
            return Err(wrong("is called with other arguments"));
        };
        let instruction = call_instruction(call);
        let function = instruction.get_parent().and_then(|block| block.get_parent());
        let function = function.ok_or_else(|| wrong("is called outside of a function"))?;
        let builder = self.module.get_context().create_builder();
        let place = self.variable(&builder, function, size)?;
        builder.position_before(&instruction);
        let size_type = size_type(self.module);
        for piece in self.pieces(key, default, size)? {
            let word = builder.build_call(piece.value, &[], "")?;
            word.set_call_convention(SPIR_FUNC);
            let word = word.try_as_basic_value().basic().ok_or_else(|| wrong("has no value"))?;
            let offset = size_type.const_int(piece.offset, false);
            builder.build_store(in_bytes(&builder, place, offset)?, word)?;
        }
        let place = builder.build_address_space_cast(place, old.get_type(), "")?;
        replace_uses(&instruction, &place);
        erase_call(call);
        Ok(())
    }

    fn variable(
        &self,
        builder: &Builder<'c>,
        function: FunctionValue<'c>,
        size: u64,
    ) -> Result<PointerValue<'c>, MuxError> {
        let entry = function.get_first_basic_block().ok_or_else(|| wrong("has no caller"))?;
        match entry.get_first_instruction() {
            Some(first) => builder.position_before(&first),
            None => builder.position_at_end(entry),
        }
        let bytes =
            u32::try_from(size.max(1)).map_err(|_| wrong("is asked about too many bytes"))?;
        let ty = self.module.get_context().i8_type().array_type(bytes);
        let place = builder.build_alloca(ty, "constant")?;
        if let Some(alloca) = place.as_instruction_value() {
            // The alignment for stores and loads of the pieces; the headers copy bytes.
            alloca.set_alignment(8).map_err(|_| wrong("cannot be aligned"))?;
        }
        Ok(place)
    }

    /// The pieces of a constant, eight bytes each while there are as many left.
    fn pieces(
        &mut self,
        key: u64,
        default: PointerValue<'c>,
        size: u64,
    ) -> Result<&[Piece<'c>], MuxError> {
        if !self.pieces.contains_key(&(key, size)) {
            let bytes = constant_bytes(self.module, default, size)
                .ok_or_else(|| wrong("is asked about a constant whose default is not known"))?;
            let mut made = Vec::new();
            let mut at = 0;
            while at < bytes.len() {
                let step = [8, 4, 2, 1].into_iter().find(|&step| at + step <= bytes.len());
                let step = step.unwrap_or(1);
                made.push(self.piece(key, at as u64, &bytes[at..at + step])?);
                at += step;
            }
            self.pieces.insert((key, size), made);
        }
        Ok(&self.pieces[&(key, size)])
    }

    fn piece(&mut self, key: u64, offset: u64, bytes: &[u8]) -> Result<Piece<'c>, MuxError> {
        let context = self.module.get_context();
        let id = self.next;
        self.next += 1;
        // SPIR-V's names are those of OpenCL's mangled functions.
        let (ty, letter): (IntType<'c>, char) = match bytes.len() {
            8 => (context.i64_type(), 'x'),
            4 => (context.i32_type(), 'i'),
            2 => (context.i16_type(), 's'),
            _ => (context.i8_type(), 'c'),
        };
        let name = format!("_Z20__spirv_SpecConstanti{letter}");
        let callee = self.module.get_function(&name).unwrap_or_else(|| {
            let signature = ty.fn_type(&[context.i32_type().into(), ty.into()], false);
            let callee = self.module.add_function(&name, signature, None);
            callee.set_call_conventions(SPIR_FUNC);
            set_reads_nothing(callee);
            callee
        });
        let value = self.module.add_function(&piece_name(id), ty.fn_type(&[], false), None);
        value.set_linkage(Linkage::Internal);
        value.set_call_conventions(SPIR_FUNC);
        set_reads_nothing(value);
        for attribute in ["noinline", "nounwind", "willreturn"] {
            add_attribute(value, AttributeLoc::Function, attribute, 0);
        }
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(value, "entry"));
        let default = bytes.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
        let arguments =
            [context.i32_type().const_int(u64::from(id), false), ty.const_int(default, false)];
        let call = builder.build_call(callee, &arguments.map(Into::into), "")?;
        call.set_call_convention(SPIR_FUNC);
        let result = call.try_as_basic_value().basic().ok_or_else(|| wrong("has no value"))?;
        builder.build_return(Some(&result))?;
        let small = |number: u64| u32::try_from(number).map_err(|_| wrong("is too large"));
        let size = small(bytes.len() as u64)?;
        self.constants.push(NumberedConstant { key, id, offset: small(offset)?, size });
        Ok(Piece { offset, value })
    }

    /// Records the numbered constants as metadata.
    fn note(&self) -> Result<(), MuxError> {
        let context = self.module.get_context();
        let small = |number: u32| context.i32_type().const_int(u64::from(number), false).into();
        for constant in &self.constants {
            let node = context.metadata_node(&[
                context.i64_type().const_int(constant.key, false).into(),
                small(constant.id),
                small(constant.offset),
                small(constant.size),
            ]);
            self.module
                .add_global_metadata(META_CONSTANTS, &node)
                .map_err(|error| MuxError::malformed(META_CONSTANTS, error.to_string()))?;
        }
        Ok(())
    }
}

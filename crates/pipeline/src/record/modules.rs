//! Modules of device code in the host module, and the parameters of kernels in them.

use std::mem::offset_of;

use scythe_image::{
    ArgumentKind, KernelArgument, Module as ModuleRecord, ModuleConstant, ModuleKernel,
};
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::StructType;
use scythe_llvm::inkwell::values::{GlobalValue, PointerValue};

use super::{null, private, struct_array, text};

const _: () = {
    assert!(offset_of!(ModuleRecord, code) == 0 && offset_of!(ModuleRecord, size) == 8);
    assert!(offset_of!(ModuleRecord, constants) == 16);
    assert!(offset_of!(ModuleRecord, constant_count) == 24);
    assert!(offset_of!(ModuleRecord, chosen) == 32 && size_of::<ModuleRecord>() == 40);
    assert!(offset_of!(ModuleConstant, id) == 8 && offset_of!(ModuleConstant, offset) == 12);
    assert!(offset_of!(ModuleConstant, size) == 16 && size_of::<ModuleConstant>() == 24);
    assert!(offset_of!(ModuleKernel, function) == 8 && offset_of!(ModuleKernel, arguments) == 16);
    assert!(offset_of!(ModuleKernel, argument_count) == 24);
    assert!(offset_of!(ModuleKernel, coarse) == 32 && offset_of!(ModuleKernel, items) == 40);
    assert!(offset_of!(ModuleKernel, along) == 44 && size_of::<ModuleKernel>() == 48);
    assert!(offset_of!(KernelArgument, size) == 4 && offset_of!(KernelArgument, offset) == 8);
    assert!(offset_of!(KernelArgument, global) == 16 && size_of::<KernelArgument>() == 24);
};

/// A piece of a specialization constant that has a number in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedConstant {
    /// Which specialization constant.
    pub key: u64,
    /// The number.
    pub id: u32,
    /// The piece's first byte.
    pub offset: u32,
    /// Its bytes.
    pub size: u32,
}

/// A kernel of a module that a driver compiles.
#[derive(Clone, Debug)]
pub struct KernelFunction<'c> {
    /// The module's record, from [`write_module`].
    pub module: GlobalValue<'c>,
    /// The kernel's name in it.
    pub function: String,
    /// The kernel's parameters, in order.
    pub arguments: Vec<Argument<'c>>,
    /// The number of items of a plain range that each of its work-items processes, and the dimension in which
    /// these are neighbours; 0 is the contiguous one.
    pub items: (u32, u32),
    /// The coarsened version of this kernel, if there is one.
    pub coarse: Option<GlobalValue<'c>>,
}

/// The source of the value of a kernel's parameter.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'c> {
    /// What kind of value it is.
    pub kind: ArgumentKind,
    /// Bytes.
    pub size: u32,
    /// Its offset in the block of arguments, if it is there.
    pub offset: u64,
    /// The record of the variable whose address it is.
    pub global: Option<GlobalValue<'c>>,
}

/// Writes the record of a kernel in a module.
pub fn write_kernel<'c>(
    host: &Module<'c>,
    name: &str,
    kernel: &KernelFunction<'c>,
) -> GlobalValue<'c> {
    let context = host.get_context();
    let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
    let coarse = kernel.coarse.map_or_else(|| null(host), |coarse| coarse.as_pointer_value());
    let value = kernel_type(host).const_named_struct(&[
        kernel.module.as_pointer_value().into(),
        text(host, &kernel.function).into(),
        argument_array(host, &kernel.arguments).into(),
        context.i64_type().const_int(kernel.arguments.len() as u64, false).into(),
        coarse.into(),
        number(kernel.items.0),
        number(kernel.items.1),
    ]);
    let record = declare_kernel(host, name);
    record.set_initializer(&value);
    record.set_alignment(8);
    record
}

/// The record of a kernel that the link finishes.
pub fn declare_kernel<'c>(host: &Module<'c>, name: &str) -> GlobalValue<'c> {
    host.get_global(name).unwrap_or_else(|| host.add_global(kernel_type(host), None, name))
}

fn kernel_type<'c>(host: &Module<'c>) -> StructType<'c> {
    let context = host.get_context();
    let pointer = context.ptr_type(Default::default()).into();
    let (word, long) = (context.i32_type().into(), context.i64_type().into());
    context.struct_type(&[pointer, pointer, pointer, long, pointer, word, word], false)
}

fn argument_array<'c>(host: &Module<'c>, arguments: &[Argument<'c>]) -> PointerValue<'c> {
    let context = host.get_context();
    let rows: Vec<_> = arguments
        .iter()
        .map(|argument| {
            let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
            let global = argument.global.map_or_else(|| null(host), |g| g.as_pointer_value());
            context.const_struct(
                &[
                    number(argument.kind as u32),
                    number(argument.size),
                    context.i64_type().const_int(argument.offset, false).into(),
                    global.into(),
                ],
                false,
            )
        })
        .collect();
    struct_array(host, &rows, "scythe.parameters")
}

fn constant_array<'c>(host: &Module<'c>, constants: &[NumberedConstant]) -> PointerValue<'c> {
    let context = host.get_context();
    let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
    let rows: Vec<_> = constants
        .iter()
        .map(|constant| {
            let key = context.i64_type().const_int(constant.key, false).into();
            let NumberedConstant { id, offset, size, .. } = *constant;
            context.const_struct(&[key, number(id), number(offset), number(size), number(0)], false)
        })
        .collect();
    struct_array(host, &rows, "scythe.constants")
}

/// Adds a module of device code, with its record, to the host module and returns the record. It is internal,
/// because it contains the kernels of this translation unit.
pub fn write_module<'c>(
    host: &Module<'c>,
    target: &str,
    code: &[u8],
    constants: &[NumberedConstant],
) -> GlobalValue<'c> {
    let context = host.get_context();
    let bytes = private(host, context.const_string(code, false).into(), "scythe.code");
    let value = context.const_struct(
        &[
            bytes.into(),
            context.i64_type().const_int(code.len() as u64, false).into(),
            constant_array(host, constants).into(),
            context.i64_type().const_int(constants.len() as u64, false).into(),
            context.ptr_type(Default::default()).const_null().into(),
        ],
        false,
    );
    let record = host.add_global(value.get_type(), None, &format!("scythe.module.{target}"));
    record.set_initializer(&value);
    record.set_alignment(8);
    record.set_linkage(Linkage::Internal);
    record
}

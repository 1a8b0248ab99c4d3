//! Writes kernel records ([`scythe_image::Kernel`]) into the host module.

use std::mem::offset_of;

use scythe_image::{Kernel, TargetKind, VERSION, Variant};
use scythe_llvm::Comdat;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicType, StructType};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, PointerValue};

// The struct types below are written field by field; these hold them to the layout that the runtime
// reads.
const _: () = {
    assert!(offset_of!(Kernel, variant_count) == 4 && offset_of!(Kernel, name) == 8);
    assert!(offset_of!(Kernel, symbol) == 16 && offset_of!(Kernel, variants) == 24);
    assert!(offset_of!(Kernel, args_size) == 32 && offset_of!(Kernel, args_align) == 40);
    assert!(offset_of!(Kernel, required_sub_group_size) == 48);
    assert!(offset_of!(Kernel, required_work_group_dims) == 52);
    assert!(offset_of!(Kernel, required_work_group_size) == 56);
    assert!(offset_of!(Kernel, chosen) == 80 && size_of::<Kernel>() == 88);
    assert!(offset_of!(Variant, flags) == 4 && offset_of!(Variant, target) == 8);
    assert!(offset_of!(Variant, features) == 16 && offset_of!(Variant, entry) == 24);
    assert!(size_of::<Variant>() == 32);
};

/// What a record says about the kernel as a whole.
#[derive(Clone, Debug)]
pub struct KernelFacts {
    /// The name as the source spells it.
    pub name: String,
    /// The mangled name.
    pub symbol: String,
    /// Whether other translation units may have the same kernel.
    pub visible: bool,
    /// Bytes of arguments.
    pub args_size: u64,
    /// Their alignment.
    pub args_align: u64,
    /// The size that sub-groups must have, if any.
    pub sub_group_size: Option<u32>,
    /// The size that work-groups must have, if any: one to three dimensions in SYCL's order.
    pub work_group_size: Vec<u64>,
}

/// One compiled form of a kernel, already in the host module.
#[derive(Clone, Debug)]
pub struct CompiledVariant<'c> {
    /// What kind of code it is.
    pub kind: TargetKind,
    /// The target's name.
    pub target: String,
    /// Features the code needs.
    pub features: String,
    /// The native entry point.
    pub entry: FunctionValue<'c>,
}

/// Adds the record of one kernel to the host module and returns it.
pub fn write<'c>(
    host: &Module<'c>,
    facts: &KernelFacts,
    variants: &[CompiledVariant<'c>],
) -> GlobalValue<'c> {
    let context = host.get_context();
    let (i32_type, i64_type) = (context.i32_type(), context.i64_type());
    let pointer = context.ptr_type(Default::default());
    let variant_type = context.struct_type(
        &[i32_type.into(), i32_type.into(), pointer.into(), pointer.into(), pointer.into()],
        false,
    );
    let array = variant_array(host, facts, variant_type, variants);
    let number = |value: u64| i32_type.const_int(value, false).into();
    let sizes: Vec<_> = (0..3)
        .map(|d| i64_type.const_int(facts.work_group_size.get(d).copied().unwrap_or(1), false))
        .collect();
    let value = context.const_struct(
        &[
            number(u64::from(VERSION)),
            number(variants.len() as u64),
            text(host, &facts.name).into(),
            text(host, &facts.symbol).into(),
            array.into(),
            i64_type.const_int(facts.args_size, false).into(),
            i64_type.const_int(facts.args_align, false).into(),
            number(u64::from(facts.sub_group_size.unwrap_or(0))),
            number(facts.work_group_size.len() as u64),
            i64_type.const_array(&sizes).into(),
            pointer.const_null().into(),
        ],
        false,
    );
    let name = format!("{}{}", scythe_image::RECORD_PREFIX, facts.symbol);
    let record = host.add_global(value.get_type(), None, &name);
    record.set_initializer(&value);
    record.set_alignment(8);
    share(host, &record, facts.visible);
    record
}

fn variant_array<'c>(
    host: &Module<'c>,
    facts: &KernelFacts,
    ty: StructType<'c>,
    variants: &[CompiledVariant<'c>],
) -> PointerValue<'c> {
    let context = host.get_context();
    let i32_type = context.i32_type();
    let rows: Vec<_> = variants
        .iter()
        .map(|variant| {
            context.const_struct(
                &[
                    i32_type.const_int(variant.kind as u64, false).into(),
                    i32_type.const_zero().into(),
                    text(host, &variant.target).into(),
                    text(host, &variant.features).into(),
                    BasicValueEnum::from(variant.entry.as_global_value().as_pointer_value()),
                ],
                false,
            )
        })
        .collect();
    let value = ty.const_array(&rows);
    let name = format!("scythe.variants.{}", facts.symbol);
    let array = host.add_global(value.get_type().as_basic_type_enum(), None, &name);
    array.set_initializer(&value);
    array.set_constant(true);
    share(host, &array, facts.visible);
    array.as_pointer_value()
}

/// Every object that has the kernel has the definition; the linker keeps one. A kernel that only
/// this translation unit can name stays its own.
pub fn share(host: &Module<'_>, global: &GlobalValue<'_>, visible: bool) {
    if visible {
        global.set_linkage(Linkage::LinkOnceODR);
        global.keep_any(host);
    } else {
        global.set_linkage(Linkage::Internal);
    }
}

fn text<'c>(host: &Module<'c>, text: &str) -> PointerValue<'c> {
    let value = host.get_context().const_string(text.as_bytes(), true);
    let global = host.add_global(value.get_type(), None, "scythe.text");
    global.set_initializer(&value);
    global.set_constant(true);
    global.set_linkage(Linkage::Private);
    global.set_unnamed_addr(true);
    global.as_pointer_value()
}

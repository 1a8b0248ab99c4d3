//! Writes kernel records ([`scythe_image::Kernel`]) into the host module.

use std::mem::offset_of;

use scythe_frontend::notes::Location;
use scythe_image::{
    Guard as RecordGuard, GuardKind, Kernel, PointerArgument, RECORDS_SECTION, Reach, TargetKind,
    VERSION, Variant,
};
use scythe_llvm::Comdat;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::BasicType;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, GlobalValue, PointerValue, StructValue,
};

mod modules;
mod stack;

pub use modules::{
    Argument, KernelFunction, NumberedConstant, declare_kernel, write_kernel, write_module,
};

// The struct types below are written field by field; these assertions hold them to the layout that the
// runtime reads.
const _: () = {
    assert!(offset_of!(Kernel, variant_count) == 4 && offset_of!(Kernel, name) == 8);
    assert!(offset_of!(Kernel, symbol) == 16 && offset_of!(Kernel, variants) == 24);
    assert!(offset_of!(Kernel, args_size) == 32 && offset_of!(Kernel, args_align) == 40);
    assert!(offset_of!(Kernel, required_sub_group_size) == 48);
    assert!(offset_of!(Kernel, required_work_group_dims) == 52);
    assert!(offset_of!(Kernel, required_work_group_size) == 56);
    assert!(offset_of!(Kernel, pointers) == 80 && offset_of!(Kernel, pointer_count) == 88);
    assert!(offset_of!(Kernel, shape) == 92 && offset_of!(Kernel, constants) == 96);
    assert!(
        offset_of!(Kernel, constant_count) == 104 && offset_of!(Kernel, required_aspects) == 112
    );
    assert!(offset_of!(Kernel, file) == 120 && offset_of!(Kernel, line) == 128);
    assert!(offset_of!(Kernel, column) == 132);
    assert!(offset_of!(Kernel, chosen) == 136 && size_of::<Kernel>() == 144);
    assert!(offset_of!(Variant, flags) == 4 && offset_of!(Variant, target) == 8);
    assert!(offset_of!(Variant, features) == 16 && offset_of!(Variant, entry) == 24);
    assert!(offset_of!(Variant, guards) == 32 && offset_of!(Variant, guard_count) == 40);
    assert!(offset_of!(Variant, stack_kib) == 44);
    assert!(offset_of!(Variant, kernel) == 48 && size_of::<Variant>() == 56);
    assert!(offset_of!(RecordGuard, dimension) == 4 && offset_of!(RecordGuard, offset) == 8);
    assert!(offset_of!(RecordGuard, size) == 12 && offset_of!(RecordGuard, value) == 16);
    assert!(offset_of!(RecordGuard, bytes) == 24 && size_of::<RecordGuard>() == 32);
    assert!(offset_of!(PointerArgument, flags) == 4 && offset_of!(PointerArgument, offset) == 8);
    assert!(offset_of!(PointerArgument, dims) == 12);
    assert!(offset_of!(PointerArgument, element_size) == 16);
    assert!(offset_of!(PointerArgument, memory) == 24);
    assert!(offset_of!(PointerArgument, access_range) == 28);
    assert!(offset_of!(PointerArgument, access_offset) == 32);
    assert!(size_of::<PointerArgument>() == 40);
};

/// The contents of a record that concern the whole kernel.
#[derive(Clone, Debug)]
pub struct KernelFacts {
    /// The name as the source spells it.
    pub name: String,
    /// The mangled name.
    pub symbol: String,
    /// The suffix of the names of everything about it, after the symbol: units that compile the kernel in
    /// different ways must not share.
    pub key: String,
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
    /// The pointers among its arguments: all of them if a version has [`Variant::NO_ALIAS`].
    pub pointers: Vec<PointerArgument>,
    /// The dimension along which neighbouring work-items access neighbouring memory, if known; dimension 0 is
    /// SYCL's last.
    pub shape: Option<u32>,
    /// The keys of the specialization constants that it reads.
    pub constants: Vec<u64>,
    /// See [`Kernel::required_aspects`].
    pub aspects: u64,
    /// The kernel's location, for people.
    pub source: Option<Location>,
}

/// A condition on launches for a version of a kernel. Dimensions are SYCL's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The block of arguments has these bytes at `offset`.
    Bytes {
        /// Their offset.
        offset: u32,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The number at `offset` in the block of arguments is a multiple of a power of two.
    Multiple {
        /// Its offset.
        offset: u32,
        /// Its bytes, 4 or 8.
        size: u32,
        /// The power of two.
        of: u64,
    },
    /// What the version accesses through the pointer at `offset` in the block of arguments.
    Reach {
        /// The pointer's offset.
        offset: u32,
        /// The memory.
        reach: Reach,
    },
    /// A dimension has this many work-items.
    GlobalSize {
        /// The dimension.
        dimension: u32,
        /// The number.
        size: u64,
    },
    /// Work-groups have this many work-items in a dimension.
    LocalSize {
        /// The dimension.
        dimension: u32,
        /// The number.
        size: u64,
    },
    /// The global offset of a dimension has this value.
    GlobalOffset {
        /// The dimension.
        dimension: u32,
        /// The offset.
        offset: u64,
    },
}

/// The code of a version, already in the host module.
#[derive(Clone, Debug)]
pub enum Code<'c> {
    /// A native entry point.
    Native(FunctionValue<'c>),
    /// The record of a kernel in a module that a driver compiles ([`write_kernel`], [`declare_kernel`]).
    Module(GlobalValue<'c>),
}

/// One compiled version of a kernel. Of the versions for one target the most specific comes first, and the
/// one without conditions last.
#[derive(Clone, Debug)]
pub struct CompiledVariant<'c> {
    /// Its kind.
    pub kind: TargetKind,
    /// The target's name.
    pub target: String,
    /// Processor features that the code needs.
    pub features: String,
    /// The code.
    pub code: Code<'c>,
    /// [`Variant::flags`].
    pub flags: u32,
    /// Further conditions.
    pub guards: Vec<Guard>,
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
    let array = variant_array(host, facts, variants);
    let pointers = pointer_array(host, facts);
    let number = |value: u64| i32_type.const_int(value, false).into();
    let sizes: Vec<_> = (0..3)
        .map(|d| i64_type.const_int(facts.work_group_size.get(d).copied().unwrap_or(1), false))
        .collect();
    let source = facts.source.as_ref();
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
            pointers.into(),
            number(facts.pointers.len() as u64),
            number(facts.shape.map_or(0, |dimension| u64::from(dimension) + 1)),
            constant_array(host, facts).into(),
            i64_type.const_int(facts.constants.len() as u64, false).into(),
            i64_type.const_int(facts.aspects, false).into(),
            source.map_or_else(|| null(host), |place| text(host, &place.file)).into(),
            number(source.map_or(0, |place| u64::from(place.line))),
            number(source.map_or(0, |place| u64::from(place.column))),
            pointer.const_null().into(),
        ],
        false,
    );
    let name = format!("{}{}{}", scythe_image::RECORD_PREFIX, facts.symbol, facts.key);
    let record = host.add_global(value.get_type(), None, &name);
    record.set_initializer(&value);
    record.set_alignment(8);
    share(host, &record, facts.visible);
    list(host, &record);
    record
}

/// Adds the record to the section that lists the program's records. The entry is in the record's COMDAT, of
/// which the linker keeps one.
fn list<'c>(host: &Module<'c>, record: &GlobalValue<'c>) {
    let pointer = host.get_context().ptr_type(Default::default());
    let entry = host.add_global(pointer, None, "scythe.listed");
    entry.set_initializer(&record.as_pointer_value());
    entry.set_linkage(Linkage::Private);
    entry.set_section(Some(RECORDS_SECTION));
    entry.set_alignment(8);
    if let Some(comdat) = record.get_comdat() {
        entry.set_comdat(comdat);
    }
    scythe_llvm::keep_in_program(entry);
}

fn constant_array<'c>(host: &Module<'c>, facts: &KernelFacts) -> PointerValue<'c> {
    if facts.constants.is_empty() {
        return null(host);
    }
    let number = host.get_context().i64_type();
    let keys: Vec<_> = facts.constants.iter().map(|&key| number.const_int(key, false)).collect();
    private(host, number.const_array(&keys).into(), "scythe.constants")
}

fn variant_array<'c>(
    host: &Module<'c>,
    facts: &KernelFacts,
    variants: &[CompiledVariant<'c>],
) -> PointerValue<'c> {
    let context = host.get_context();
    let number = |value: u64| context.i32_type().const_int(value, false).into();
    let rows: Vec<_> = variants
        .iter()
        .map(|variant| {
            let flags = variant.flags;
            let (entry, kernel, stack) = match &variant.code {
                Code::Native(entry) => {
                    (entry.as_global_value().as_pointer_value(), null(host), stack::kib(*entry))
                }
                Code::Module(kernel) => (null(host), kernel.as_pointer_value(), 0),
            };
            context.const_struct(
                &[
                    number(variant.kind as u64),
                    number(u64::from(flags)),
                    text(host, &variant.target).into(),
                    text(host, &variant.features).into(),
                    BasicValueEnum::from(entry),
                    guard_array(host, &variant.guards).into(),
                    number(variant.guards.len() as u64),
                    number(u64::from(stack)),
                    kernel.into(),
                ],
                false,
            )
        })
        .collect();
    let Some(first) = rows.first() else { return null(host) };
    let value = first.get_type().const_array(&rows);
    let name = format!("scythe.variants.{}{}", facts.symbol, facts.key);
    let array = host.add_global(value.get_type().as_basic_type_enum(), None, &name);
    array.set_initializer(&value);
    array.set_constant(true);
    share(host, &array, facts.visible);
    array.as_pointer_value()
}

fn guard_array<'c>(host: &Module<'c>, guards: &[Guard]) -> PointerValue<'c> {
    let context = host.get_context();
    let rows: Vec<_> = guards
        .iter()
        .map(|guard| {
            let reach_bytes;
            let (kind, numbers, value, bytes): (_, [u32; 3], _, &[u8]) = match guard {
                Guard::Bytes { offset, bytes } => {
                    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                    (GuardKind::Bytes, [0, *offset, size], 0, bytes)
                }
                Guard::Multiple { offset, size, of } => {
                    (GuardKind::Multiple, [0, *offset, *size], *of, &[])
                }
                Guard::Reach { offset, reach } => {
                    reach_bytes = reach.to_bytes();
                    (GuardKind::Reach, [0, *offset, Reach::BYTES as u32], 0, &reach_bytes)
                }
                Guard::GlobalSize { dimension, size } => {
                    (GuardKind::GlobalSize, [*dimension, 0, 0], *size, &[])
                }
                Guard::LocalSize { dimension, size } => {
                    (GuardKind::LocalSize, [*dimension, 0, 0], *size, &[])
                }
                Guard::GlobalOffset { dimension, offset } => {
                    (GuardKind::GlobalOffset, [*dimension, 0, 0], *offset, &[])
                }
            };
            let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
            let bytes = if bytes.is_empty() {
                null(host)
            } else {
                private(host, context.const_string(bytes, false).into(), "scythe.bytes")
            };
            context.const_struct(
                &[
                    number(kind as u32),
                    number(numbers[0]),
                    number(numbers[1]),
                    number(numbers[2]),
                    context.i64_type().const_int(value, false).into(),
                    bytes.into(),
                ],
                false,
            )
        })
        .collect();
    struct_array(host, &rows, "scythe.guards")
}

fn pointer_array<'c>(host: &Module<'c>, facts: &KernelFacts) -> PointerValue<'c> {
    let context = host.get_context();
    let rows: Vec<_> = facts
        .pointers
        .iter()
        .map(|p| {
            let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
            context.const_struct(
                &[
                    number(p.kind),
                    number(p.flags),
                    number(p.offset),
                    number(p.dims),
                    context.i64_type().const_int(p.element_size, false).into(),
                    number(p.memory),
                    number(p.access_range),
                    number(p.access_offset),
                    number(p.reserved),
                ],
                false,
            )
        })
        .collect();
    struct_array(host, &rows, "scythe.pointers")
}

/// An internal constant array, or null if it has no elements.
fn struct_array<'c>(host: &Module<'c>, rows: &[StructValue<'c>], name: &str) -> PointerValue<'c> {
    match rows.first() {
        Some(first) => private(host, first.get_type().const_array(rows).into(), name),
        None => null(host),
    }
}

pub(crate) fn null<'c>(host: &Module<'c>) -> PointerValue<'c> {
    host.get_context().ptr_type(Default::default()).const_null()
}

/// Gives a definition that every object with the kernel has its linkage: the linker keeps one. A kernel that
/// only this translation unit can name stays internal.
pub fn share(host: &Module<'_>, global: &GlobalValue<'_>, visible: bool) {
    if visible {
        global.set_linkage(Linkage::LinkOnceODR);
        global.keep_any(host);
    } else {
        global.set_linkage(Linkage::Internal);
    }
}

pub(crate) fn text<'c>(host: &Module<'c>, text: &str) -> PointerValue<'c> {
    private(host, host.get_context().const_string(text.as_bytes(), true).into(), "scythe.text")
}

pub(crate) fn private<'c>(
    host: &Module<'c>,
    value: BasicValueEnum<'c>,
    name: &str,
) -> PointerValue<'c> {
    let global = host.add_global(value.get_type(), None, name);
    global.set_initializer(&value);
    global.set_constant(true);
    global.set_linkage(Linkage::Private);
    global.set_unnamed_addr(true);
    global.as_pointer_value()
}

#[cfg(test)]
mod tests;

//! Writes the records of device variables ([`scythe_image::DeviceGlobal`]) into the host module.

use std::mem::offset_of;

use scythe_image::{DeviceGlobal, VERSION};
use scythe_llvm::Comdat;
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::StructType;
use scythe_llvm::inkwell::values::{BasicValueEnum, GlobalValue};

use crate::record::{null, private, text};

// The record is written field by field; these assertions hold it to the layout that the runtime reads.
const _: () = {
    assert!(offset_of!(DeviceGlobal, flags) == 4 && offset_of!(DeviceGlobal, name) == 8);
    assert!(offset_of!(DeviceGlobal, size) == 16 && offset_of!(DeviceGlobal, align) == 24);
    assert!(offset_of!(DeviceGlobal, initial) == 32 && offset_of!(DeviceGlobal, cpu) == 40);
    assert!(offset_of!(DeviceGlobal, chosen) == 48 && size_of::<DeviceGlobal>() == 56);
};

/// Which units may have a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Only this one: other units may have another variable of that name.
    Own,
    /// Others declare it.
    Strong,
    /// Others define it too.
    Repeated,
}

impl Sharing {
    /// Sets the linkage of a definition.
    pub fn apply(self, module: &Module<'_>, definition: &GlobalValue<'_>) {
        match self {
            // Not internal: kernels that the link finishes use it as well. The name is unique.
            Self::Own => {
                definition.set_linkage(Linkage::External);
                definition.set_visibility(GlobalVisibility::Hidden);
            }
            Self::Strong => definition.set_linkage(Linkage::External),
            Self::Repeated => {
                definition.set_linkage(Linkage::WeakODR);
                definition.keep_any(module);
            }
        }
    }
}

/// The contents of a record.
#[derive(Clone, Debug)]
pub struct VariableFacts<'c> {
    /// The name as the source spells it.
    pub name: String,
    /// [`DeviceGlobal::flags`]
    pub flags: u32,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// Its initial value; none for zeros.
    pub initial: Option<BasicValueEnum<'c>>,
    /// The variable of the CPU device, if there is CPU code.
    pub cpu: Option<GlobalValue<'c>>,
}

/// Declares a record that this or another translation unit writes.
pub fn declare<'c>(host: &Module<'c>, name: &str) -> GlobalValue<'c> {
    host.get_global(name).unwrap_or_else(|| host.add_global(record_type(host), None, name))
}

/// Writes a record into the host module and returns it.
pub fn write<'c>(
    host: &Module<'c>,
    name: &str,
    facts: &VariableFacts<'c>,
    sharing: Sharing,
) -> GlobalValue<'c> {
    let context = host.get_context();
    let number = |value: u32| context.i32_type().const_int(u64::from(value), false).into();
    let bytes = |value: u64| context.i64_type().const_int(value, false).into();
    let initial =
        facts.initial.map_or_else(|| null(host), |value| private(host, value, "scythe.initial"));
    let cpu = facts.cpu.map_or_else(|| null(host), |variable| variable.as_pointer_value());
    let value = record_type(host).const_named_struct(&[
        number(VERSION),
        number(facts.flags),
        text(host, &facts.name).into(),
        bytes(facts.size),
        bytes(facts.align),
        initial.into(),
        cpu.into(),
        null(host).into(),
    ]);
    let record = declare(host, name);
    record.set_initializer(&value);
    record.set_alignment(8);
    sharing.apply(host, &record);
    record
}

fn record_type<'c>(host: &Module<'c>) -> StructType<'c> {
    let context = host.get_context();
    let (number, bytes) = (context.i32_type().into(), context.i64_type().into());
    let pointer = context.ptr_type(Default::default()).into();
    context.struct_type(&[number, number, pointer, bytes, bytes, pointer, pointer, pointer], false)
}

//! Moves static variables with one instance per work-group to local memory.
//!
//! Before: `@x = internal global %class.work_group_static undef, align 4 "scythe-work-group-static"`
//! After:  `@x = internal addrspace(3) global %class.work_group_static poison, align 4`; uses of `@x` become
//!         `addrspacecast (ptr addrspace(3) @x to ptr)`
//!
//! Requires: attributes of variables (`attach-properties`), and code that was not optimised: to LLVM, an
//! ordinary variable has a single value.

use scythe_image::facts::WORK_GROUP_STATIC_MARK;
use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_llvm::{erase_variable, replace_uses, variable_attributes, variable_place};

use super::compute_local_memory_usage::LOCAL;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "place-static-group-memory",
    summary: "move static variables of work-groups to local memory",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let is_marked = |global: &GlobalValue<'_>| {
        variable_place(*global).is_some()
            && variable_attributes(*global).iter().any(|(name, _)| name == WORK_GROUP_STATIC_MARK)
    };
    let marked: Vec<_> = cx.module.get_globals().filter(is_marked).collect();
    for &variable in &marked {
        place(cx.module, variable)?;
    }
    Ok(if marked.is_empty() { Changed::No } else { Changed::Yes })
}

fn place<'c>(module: &Module<'c>, old: GlobalValue<'c>) -> Result<(), MuxError> {
    let name = old.get_name().to_string_lossy().into_owned();
    let ty = BasicTypeEnum::try_from(old.get_value_type())
        .map_err(|()| MuxError::malformed(name.clone(), "is a variable without a type"))?;
    if old.is_declaration() {
        return Err(MuxError::malformed(
            name,
            "is a work_group_static variable that no translation unit of this kernel defines",
        ));
    }
    let (_, align) = variable_place(old)
        .ok_or_else(|| MuxError::malformed(name.clone(), "is not a variable"))?;
    old.set_name("");
    let new = module.add_global(ty, Some(AddressSpace::from(LOCAL)), &name);
    new.set_initializer(&scythe_llvm::poison(ty));
    new.set_linkage(Linkage::Internal);
    new.set_alignment(u32::try_from(align).unwrap_or(u32::MAX));
    let address =
        new.as_pointer_value().const_address_space_cast(old.as_pointer_value().get_type());
    replace_uses(&old.as_pointer_value(), &address);
    erase_variable(old);
    Ok(())
}

//! LLVM 22 for the rest of the compiler: inkwell, re-exported, and safe wrappers of the few
//! functions that inkwell or LLVM's C API lack (the C++ files beside this folder).
//!
//! Invariants: the only crate that links LLVM; every wrapper checks what the C++ function takes for
//! granted, so the crates above need no `unsafe`.

pub use inkwell;

mod attributes;
mod build;
mod functions;
mod kernels;
mod metadata;
mod module;
mod pointers;
mod surgery;
mod target;
mod uniform;

pub use attributes::{add_attribute, add_call_attribute, set_reads_only};
pub use build::{array_element, element, field, stack_array};
pub use functions::{
    Comdat, allow_reordering, borrow_debug_info, by_value, call_argument, call_instruction, call_sites, calls_in,
    clone_with_parameters, drop_attribute, drop_call_attribute, drop_instruction, erase, erase_all,
    erase_call, has_attribute, instructions, metadata_number, replace_operand, replace_uses, set_attribute,
    string_attribute, touches_no_memory,
};
pub use kernels::{
    call_like_callee, copy_metadata, extend_call, numbers, set_numbers, splat_scalable,
};
pub use metadata::AccessGroup;
pub use module::{IrError, constant_string, link, parse_ir, read_bitcode, write_bitcode};
pub use pointers::{Object, access_bytes, accessed_pointer, is_captured, objects};
pub use surgery::{
    argument_behind, called_function, inline_call, move_to_end, operand_instruction,
    remove_unreachable, repeat_before, split_before, successors, truncate, users,
    variable_address, variable_layout,
};
pub use target::{
    MachineError, Tuning, check_passes, machine, native_cpu, native_triple, run_passes,
};
pub use uniform::{
    NaturalLoop, Uniformity, address_terms, first_insertion_point, incoming_values, instruction_of,
    is_uniform, is_vectorizable_intrinsic, loops, operands, values_to_memory,
};

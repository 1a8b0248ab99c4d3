//! LLVM 22 for the rest of the compiler: inkwell, re-exported, and safe wrappers of the few
//! functions that inkwell or LLVM's C API lack (the C++ files beside this folder).
//!
//! Invariants: this is the only crate that links LLVM; every wrapper checks the preconditions of its C++
//! function, so the crates above need no `unsafe`.

pub use inkwell;

mod annotations;
mod attributes;
mod build;
mod checks;
mod coarsening;
mod declarations;
mod divisions;
mod functions;
mod globals;
mod kernels;
mod lane_arrays;
mod linking;
mod metadata;
mod module;
mod places;
mod pointers;
mod properties;
mod reach;
mod registers;
mod sharing;
mod submission;
mod surgery;
mod target;
mod tiles;
mod types;
mod uniform;
mod walks;

pub use annotations::{
    Annotated, AnnotatedValue, AnnotationArgument, take_annotated, take_annotated_values,
};
pub use attributes::{add_attribute, add_call_attribute, set_reads_nothing, set_reads_only};
pub use build::{
    array_element, atomic_combine, element, extract_lane, field, in_bounds_element, in_bytes,
    insert_lane, stack_array,
};
pub use checks::{assume_indices, check_accesses, check_host, check_site, proof_of};
pub use coarsening::{Cost, coarsen, cost};
pub use declarations::{declare_first, declare_for_good, is_declared};
pub use divisions::divide_in_floating_point;
pub use functions::{
    Comdat, allow_optimization, allow_reordering, borrow_debug_info, by_value, call_argument,
    call_instruction, call_sites, calls_in, clone_with_parameters, drop_attribute,
    drop_call_attribute, drop_instruction, erase, erase_all, erase_call, erase_unused,
    has_attribute, has_loops, instructions, is_approximate, release_used, replace_operand,
    replace_uses, set_attribute, set_callee, string_attribute, structural_hash, touches_no_memory,
};
pub use globals::{
    Users, constant_bytes, declare_only, describe_local, erase_functions, erase_variable,
    expand_constants, initializer_references, links, listed_kernels, reachable, references,
    variable_place, variable_users,
};
pub use kernels::{
    PTX_KERNEL, Repeated, SPIR_FUNC, SPIR_KERNEL, call_like_callee, copy_metadata, extend_call,
    numbers, poison, set_numbers, splat_scalable,
};
pub use lane_arrays::{lane_arrays, lane_unit, prepare_private_arrays, spread_array};
pub use linking::{aliases, demangle, embed, embedded, keep_in_program, resolve_aliases};
pub use metadata::AccessGroup;
pub use module::{
    IrError, agree_on_types, constant_string, forget_host, link, parse_bitcode,
    parse_bitcode_beside, parse_ir, parse_ir_beside, parse_ir_for, read_bitcode, read_ir,
    read_symbols, restore_facts, write_bitcode,
};
pub use places::{SourcePlace, program_place};
pub use pointers::{
    Object, access_bytes, accessed_pointer, atomic_pointer, is_captured, is_offset_from_null,
    lower_atomic, may_be_written, objects, read_originals,
};
pub use properties::{
    append_metadata, set_variable_attribute, string_attributes, variable_attributes,
};
pub use reach::{Reach, reaches};
pub use registers::{issue_loads_early, keep_in_registers, mark_small_loops};
pub use sharing::{join_loads, share_loads};
pub use submission::{
    copy_functions, drop_body, drop_function_attributes, drop_hints, flatten_constants,
    hide_changes, is_intricate, outermost_place, returns_twice_inside, variable_annotations,
};
pub use surgery::{
    argument_behind, called_function, incoming_block, inline_call, is_disjoint, move_to_end,
    operand_instruction, remove_unreachable, repeat_before, repeat_slice, split_before, successors,
    truncate, users, variable_address, variable_layout,
};
pub use target::{
    MachineError, Tuning, check_passes, machine, make_native, native_cpu, native_features,
    native_triple, run_passes,
};
pub use tiles::{StageableLoad, Staging, stage_loads, stageable_loads};
pub use types::{
    TargetTypes, UnusualType, expand_memory_intrinsics, half_and_double, has_plain_types,
    move_used, place_of, replace_target_types, unusual_type,
};
pub use uniform::{
    AddressTerms, Among, NaturalLoop, UniformFacts, address_terms, first_insertion_point,
    gate_loop, incoming_edges, incoming_values, instruction_of, is_uniform,
    is_vectorizable_intrinsic, loops, lower_switches, mark_uniform, operands, promote_variables,
    set_operand, values_to_memory,
};
pub use walks::{ArgumentPart, assume_multiple, keep_alignments, walk_pointers, walked_arguments};

//! Facts that Rust shares with C++: with the headers, the plugin and the LLVM shim.
//!
//! `include/scythe/facts.h` is generated from them ([`header`]), and a test checks that it is up to date. C++ takes
//! numbers and names from that header, or asserts that it agrees; Rust code takes them from here.

use std::fmt::Write as _;

use crate::{ARGUMENTS_QUERY, FIND_QUERY, PACK_QUERY, RECORD_QUERY};

/// The version of kernel notes: the plugin writes it, and the compiler rejects others.
pub const NOTES_VERSION: u32 = 4;

/// Names of annotations and attributes, which C++ has as `SCYTHE_<name>`.
macro_rules! marks {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        $($(#[$doc])* pub const $name: &str = $text;)*

        /// Names and texts of all marks.
        const MARKS: &[(&str, &str)] = &[$((stringify!($name), $text),)*];
    };
}

marks! {
    /// The headers' annotation of the class of device variables; its size, its alignment and flags follow.
    DEVICE_GLOBAL_MARK = "scythe.device_global",
    /// The headers' annotation of the class of variables that each work-group has for itself, and the attribute of
    /// such variables in IR.
    WORK_GROUP_STATIC_MARK = "scythe-work-group-static",
    /// The headers' annotation of kinds of launches that leave the size of work-groups to the runtime.
    PLAIN_RANGE_MARK = "scythe.plain_range",
    /// The headers' annotation of the test that excludes work-items beyond a range.
    IN_RANGE_MARK = "scythe.in_range",
    /// The headers' annotation of SYCL's classes that may be members of any class.
    SPECIAL_CLASS_MARK = "sycl_special_class",
    /// The headers' annotation of a class that the compiler knows: its name and template arguments.
    CLASS_MARK = "scythe.class",
    /// The headers' annotation of a method in device code: its class, name and template arguments.
    METHOD_MARK = "scythe.method",
    /// The headers' annotation of a constructor in host code: its class, body and template arguments.
    CONSTRUCTOR_MARK = "scythe.constructor",
    /// The headers' annotation of functions in host code that have nothing to do with launches.
    OPAQUE_MARK = "scythe.opaque",
    /// The prefix of the headers' annotations of parameters of launches.
    LAUNCH_MARK_PREFIX = "scythe.",
    /// The plugin's annotation of `SYCL_EXTERNAL` functions.
    EXTERNAL_MARK = "scythe.external",
    /// The plugin's annotation with compile-time properties: names and values.
    PROPERTIES_MARK = "scythe.properties",
    /// The function with which the plugin makes clang emit device variables that no kernel uses.
    DEVICE_GLOBALS_FUNCTION = "scythe.device_globals",
    /// The attribute of functions that lowering has optimised completely.
    FINISHED_MARK = "scythe-finished",
    /// The attribute of kernels whose work-groups the runtime chooses.
    PLAIN_RANGE_ATTRIBUTE = "scythe-plain-range",
    /// The attribute of kernels whose scatters and gathers of few lanes are kept.
    KEEP_SCATTERS_ATTRIBUTE = "scythe-keep-scatters",
    /// The attribute of kernels whose stored vectors are not forwarded to loads.
    KEEP_LOADS_ATTRIBUTE = "scythe-keep-loads",
    /// The attribute of kernels without prefetches.
    KEEP_STREAMS_ATTRIBUTE = "scythe-keep-streams",
    /// The attribute of kernels whose lanes keep their values in memory.
    KEEP_LANES_ATTRIBUTE = "scythe-keep-lanes",
    /// The attribute of functions that describe a kernel's accesses to the runtime.
    PROOF_ATTRIBUTE = "scythe-proof",
    /// The attribute of calls that some work-items of a sub-group make before others.
    STEPPING_ATTRIBUTE = "mux-stepping",
    /// The metadata of a variable that has one value for all work-items of a work-group.
    UNIFORM_METADATA = "mux.uniform",
    /// The metadata of a variable that has one value for all work-items of a sub-group.
    SUB_GROUP_UNIFORM_METADATA = "mux.uniform.sub-group",
}

/// `sycl::aspect`, in the order of its values: those of the specification first, then those of extensions.
pub const ASPECTS: &[&str] = &[
    "cpu",
    "gpu",
    "accelerator",
    "custom",
    "emulated",
    "host_debuggable",
    "fp16",
    "fp64",
    "atomic64",
    "image",
    "online_compiler",
    "online_linker",
    "queue_profiling",
    "usm_device_allocations",
    "usm_host_allocations",
    "usm_atomic_host_allocations",
    "usm_shared_allocations",
    "usm_atomic_shared_allocations",
    "usm_system_allocations",
    "ext_intel_device_id",
    "ext_intel_pci_address",
    "ext_intel_device_info_uuid",
    "ext_intel_gpu_eu_count",
    "ext_intel_gpu_eu_simd_width",
    "ext_intel_gpu_slices",
    "ext_intel_gpu_subslices_per_slice",
    "ext_intel_gpu_eu_count_per_subslice",
    "ext_intel_gpu_hw_threads_per_eu",
    "ext_intel_max_mem_bandwidth",
    "ext_intel_free_memory",
    "ext_intel_memory_clock_rate",
    "ext_intel_memory_bus_width",
    "ext_oneapi_ballot_group",
    "ext_oneapi_fixed_size_group",
    "ext_oneapi_opportunistic_group",
    "ext_oneapi_tangle_group",
    "ext_oneapi_fragment",
    "ext_oneapi_chunk",
    "ext_oneapi_tangle",
    "ext_oneapi_graph",
    "ext_oneapi_limited_graph",
];

/// Modules of numbers, each with the prefix of their names in C++.
macro_rules! numbers {
    ($($(#[$about:meta])* $module:ident $prefix:literal $ty:ty {
        $($(#[$doc:meta])* $name:ident = $value:literal,)*
    })*) => {
        $(
            $(#[$about])*
            pub mod $module {
                $($(#[$doc])* pub const $name: $ty = $value;)*
            }
        )*

        /// Names and values of all numbers.
        const NUMBERS: &[(&str, &str, u64)] =
            &[$($(($prefix, stringify!($name), $value),)*)*];
    };
}

numbers! {
    /// The headers' queries about a block of arguments, by number ([`ARGUMENTS_QUERY`]).
    question "SCYTHE_QUESTION_" u64 {
        /// Its bytes.
        SIZE = 0,
        /// Its alignment.
        ALIGN = 1,
        /// Whether the block is the function object itself.
        IS_THE_OBJECT = 2,
        /// Whether it contains a local accessor.
        HAS_LOCAL_ACCESSOR = 3,
    }

    /// The parts of an accessor, by position.
    accessor_part "SCYTHE_ACCESSOR_PART_" usize {
        /// The pointer to the first element of the buffer.
        FIRST = 0,
        /// The range of the buffer.
        MEMORY = 1,
        /// The range of the accessor.
        BOX = 2,
        /// The accessor's offset in the buffer.
        OFFSET = 3,
    }

    /// Memories, with the numbers of SPIR-V's storage classes.
    memory "SCYTHE_MEMORY_" u32 {
        /// Of a work-group (`Workgroup`).
        LOCAL = 4,
        /// Of all (`CrossWorkgroup`).
        GLOBAL = 5,
        /// Of a work-item (`Function`).
        PRIVATE = 7,
    }

    /// `sycl::info::device_type`, as far as devices have it.
    device_type "SCYTHE_DEVICE_TYPE_" u32 {
        /// Processors of the host.
        CPU = 1,
        /// A graphics processor.
        GPU = 2,
        /// A processor for one purpose.
        ACCELERATOR = 3,
        /// A device that cannot run kernels.
        CUSTOM = 4,
    }
}

/// The text of `include/scythe/facts.h`.
#[must_use]
pub fn header() -> String {
    let mut text = "// Facts that C++ and Rust share. Generated from crates/image/src/facts.rs by `cargo xtask \
                    bless`; documented\n// there. Do not edit.\n#pragma once\n\n"
        .to_owned();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "#define SCYTHE_NOTES_VERSION {NOTES_VERSION}");
    for (name, mark) in MARKS {
        let _ = writeln!(text, "#define SCYTHE_{name} \"{mark}\"");
    }
    text.push('\n');
    for (name, function) in [
        ("RECORD", RECORD_QUERY),
        ("ARGUMENTS", ARGUMENTS_QUERY),
        ("PACK", PACK_QUERY),
        ("FIND", FIND_QUERY),
    ] {
        let _ = writeln!(text, "#define SCYTHE_{name}_QUERY {function}");
    }
    let mut before = "";
    for (prefix, name, value) in NUMBERS {
        if before != *prefix {
            text.push('\n');
            before = prefix;
        }
        let _ = writeln!(text, "#define {prefix}{name} {value}");
    }
    text.push_str("\n// macro(name, value) for each aspect.\n#define SCYTHE_FOR_ASPECTS(macro)");
    for (value, name) in ASPECTS.iter().enumerate() {
        let _ = write!(text, " \\\n  macro({name}, {value})");
    }
    text.push('\n');
    text
}

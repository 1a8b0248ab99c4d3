//! Facts that C++ needs too: the headers, and the plugin.
//!
//! `include/scythe/facts.h` is generated from them ([`header`]), and a test checks that it is up to date. C++ takes
//! numbers and names from that header, or asserts that it agrees; Rust code takes them from here.

use std::fmt::Write as _;

use crate::{ARGUMENTS_QUERY, FIND_QUERY, PACK_QUERY, RECORD_QUERY};

/// The version of kernel notes: the plugin writes it, the compiler reads no other.
pub const NOTES_VERSION: u32 = 4;

/// With what the headers annotate the class of variables that live on devices; its size, its alignment and flags follow.
pub const DEVICE_GLOBAL_MARK: &str = "scythe.device_global";

/// With what the headers annotate the class of variables of which every work-group has its own, and the attribute that
/// such variables have in IR.
pub const WORK_GROUP_STATIC_MARK: &str = "scythe-work-group-static";

/// With what the headers annotate a way to launch kernels that leaves the size of work-groups to the runtime.
pub const PLAIN_RANGE_MARK: &str = "scythe.plain_range";

/// The attribute of functions that lowering has optimised as they are going to run.
pub const FINISHED_MARK: &str = "scythe-finished";

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

/// Modules of numbers, each with the prefix that their names have in C++.
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
    /// What the headers ask about a block of arguments, by number ([`ARGUMENTS_QUERY`]).
    question "SCYTHE_QUESTION_" u64 {
        /// Its bytes.
        SIZE = 0,
        /// Its alignment.
        ALIGN = 1,
        /// Whether the function object is the block.
        IS_THE_OBJECT = 2,
        /// Whether a local accessor is made of it.
        HAS_LOCAL_ACCESSOR = 3,
    }

    /// What an accessor is taken apart into, by place.
    accessor_part "SCYTHE_ACCESSOR_PART_" usize {
        /// The pointer to the first element of the buffer.
        FIRST = 0,
        /// The range of the buffer.
        MEMORY = 1,
        /// The range of the accessor.
        BOX = 2,
        /// Where the accessor begins in the buffer.
        OFFSET = 3,
    }

    /// Memories that a pointer may lead to, in the numbers of SPIR-V's storage classes.
    memory "SCYTHE_MEMORY_" u32 {
        /// Of a work-group (`Workgroup`).
        LOCAL = 4,
        /// Of everybody (`CrossWorkgroup`).
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
        /// Something made for one purpose.
        ACCELERATOR = 3,
        /// Something that runs no kernels of ours.
        CUSTOM = 4,
    }
}

/// The text of `include/scythe/facts.h`.
#[must_use]
pub fn header() -> String {
    let mut text = "// Facts that C++ and Rust share. Made of crates/image/src/facts.rs by `cargo xtask bless`, \
                    which says what\n// they mean; do not edit.\n#pragma once\n\n"
        .to_owned();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "#define SCYTHE_NOTES_VERSION {NOTES_VERSION}");
    let _ = writeln!(text, "#define SCYTHE_DEVICE_GLOBAL_MARK \"{DEVICE_GLOBAL_MARK}\"");
    let _ = writeln!(text, "#define SCYTHE_WORK_GROUP_STATIC_MARK \"{WORK_GROUP_STATIC_MARK}\"");
    let _ = writeln!(text, "#define SCYTHE_PLAIN_RANGE_MARK \"{PLAIN_RANGE_MARK}\"");
    let _ = writeln!(text, "#define SCYTHE_FINISHED_MARK \"{FINISHED_MARK}\"\n");
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

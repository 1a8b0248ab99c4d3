// Facts that C++ and Rust share. Generated from crates/image/src/facts.rs by `cargo xtask bless`; documented
// there. Do not edit.
#pragma once

#define SCYTHE_NOTES_VERSION 4
#define SCYTHE_DEVICE_GLOBAL_MARK "scythe.device_global"
#define SCYTHE_WORK_GROUP_STATIC_MARK "scythe-work-group-static"
#define SCYTHE_PLAIN_RANGE_MARK "scythe.plain_range"
#define SCYTHE_IN_RANGE_MARK "scythe.in_range"
#define SCYTHE_SPECIAL_CLASS_MARK "sycl_special_class"
#define SCYTHE_CLASS_MARK "scythe.class"
#define SCYTHE_METHOD_MARK "scythe.method"
#define SCYTHE_CONSTRUCTOR_MARK "scythe.constructor"
#define SCYTHE_OPAQUE_MARK "scythe.opaque"
#define SCYTHE_LAUNCH_MARK_PREFIX "scythe."
#define SCYTHE_EXTERNAL_MARK "scythe.external"
#define SCYTHE_PROPERTIES_MARK "scythe.properties"
#define SCYTHE_DEVICE_GLOBALS_FUNCTION "scythe.device_globals"
#define SCYTHE_FINISHED_MARK "scythe-finished"
#define SCYTHE_PLAIN_RANGE_ATTRIBUTE "scythe-plain-range"
#define SCYTHE_KEEP_SCATTERS_ATTRIBUTE "scythe-keep-scatters"
#define SCYTHE_KEEP_LOADS_ATTRIBUTE "scythe-keep-loads"
#define SCYTHE_KEEP_STREAMS_ATTRIBUTE "scythe-keep-streams"
#define SCYTHE_KEEP_LANES_ATTRIBUTE "scythe-keep-lanes"
#define SCYTHE_PROOF_ATTRIBUTE "scythe-proof"
#define SCYTHE_STEPPING_ATTRIBUTE "mux-stepping"
#define SCYTHE_UNIFORM_METADATA "mux.uniform"
#define SCYTHE_SUB_GROUP_UNIFORM_METADATA "mux.uniform.sub-group"

#define SCYTHE_RECORD_QUERY __scythe_kernel_record__compile_this_file_with_scythe__
#define SCYTHE_ARGUMENTS_QUERY __scythe_kernel_arguments__compile_this_file_with_scythe__
#define SCYTHE_PACK_QUERY __scythe_pack_arguments__compile_this_file_with_scythe__
#define SCYTHE_FIND_QUERY __scythe_find_arguments__compile_this_file_with_scythe__

#define SCYTHE_QUESTION_SIZE 0
#define SCYTHE_QUESTION_ALIGN 1
#define SCYTHE_QUESTION_IS_THE_OBJECT 2
#define SCYTHE_QUESTION_HAS_LOCAL_ACCESSOR 3

#define SCYTHE_ACCESSOR_PART_FIRST 0
#define SCYTHE_ACCESSOR_PART_MEMORY 1
#define SCYTHE_ACCESSOR_PART_BOX 2
#define SCYTHE_ACCESSOR_PART_OFFSET 3

#define SCYTHE_MEMORY_LOCAL 4
#define SCYTHE_MEMORY_GLOBAL 5
#define SCYTHE_MEMORY_PRIVATE 7

#define SCYTHE_DEVICE_TYPE_CPU 1
#define SCYTHE_DEVICE_TYPE_GPU 2
#define SCYTHE_DEVICE_TYPE_ACCELERATOR 3
#define SCYTHE_DEVICE_TYPE_CUSTOM 4

// macro(name, value) for each aspect.
#define SCYTHE_FOR_ASPECTS(macro) \
  macro(cpu, 0) \
  macro(gpu, 1) \
  macro(accelerator, 2) \
  macro(custom, 3) \
  macro(emulated, 4) \
  macro(host_debuggable, 5) \
  macro(fp16, 6) \
  macro(fp64, 7) \
  macro(atomic64, 8) \
  macro(image, 9) \
  macro(online_compiler, 10) \
  macro(online_linker, 11) \
  macro(queue_profiling, 12) \
  macro(usm_device_allocations, 13) \
  macro(usm_host_allocations, 14) \
  macro(usm_atomic_host_allocations, 15) \
  macro(usm_shared_allocations, 16) \
  macro(usm_atomic_shared_allocations, 17) \
  macro(usm_system_allocations, 18) \
  macro(ext_intel_device_id, 19) \
  macro(ext_intel_pci_address, 20) \
  macro(ext_intel_device_info_uuid, 21) \
  macro(ext_intel_gpu_eu_count, 22) \
  macro(ext_intel_gpu_eu_simd_width, 23) \
  macro(ext_intel_gpu_slices, 24) \
  macro(ext_intel_gpu_subslices_per_slice, 25) \
  macro(ext_intel_gpu_eu_count_per_subslice, 26) \
  macro(ext_intel_gpu_hw_threads_per_eu, 27) \
  macro(ext_intel_max_mem_bandwidth, 28) \
  macro(ext_intel_free_memory, 29) \
  macro(ext_intel_memory_clock_rate, 30) \
  macro(ext_intel_memory_bus_width, 31) \
  macro(ext_oneapi_ballot_group, 32) \
  macro(ext_oneapi_fixed_size_group, 33) \
  macro(ext_oneapi_opportunistic_group, 34) \
  macro(ext_oneapi_tangle_group, 35) \
  macro(ext_oneapi_fragment, 36) \
  macro(ext_oneapi_chunk, 37) \
  macro(ext_oneapi_tangle, 38) \
  macro(ext_oneapi_graph, 39) \
  macro(ext_oneapi_limited_graph, 40)

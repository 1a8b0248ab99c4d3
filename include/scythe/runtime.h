// The C ABI of the Scythe runtime: what the SYCL headers call.
//
// Generated from crates/runtime/src/abi; `cargo xtask bless` writes it anew.

#ifndef SCYTHE_RUNTIME_H
#define SCYTHE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The access reads.
#define SCYTHE_ACCESS_READ 1

// The access writes.
#define SCYTHE_ACCESS_WRITE 2

// The previous contents do not matter.
#define SCYTHE_ACCESS_NO_INIT 4

// The host accesses the buffer, not the device of the queue.
#define SCYTHE_ACCESS_ON_HOST 8

// Host data is const: copied before the first write.
#define SCYTHE_BUFFER_HOST_READ_ONLY 1

// Copy host data now.
#define SCYTHE_BUFFER_COPY_IN 2

// Never leave the host memory.
#define SCYTHE_BUFFER_USE_HOST_PTR 4

// Runs a kernel.
#define SCYTHE_COMMAND_KERNEL 1

// Copies bytes.
#define SCYTHE_COMMAND_COPY 2

// Repeats a pattern.
#define SCYTHE_COMMAND_FILL 3

// Copies a box.
#define SCYTHE_COMMAND_COPY_RECT 4

// Repeats a pattern in a box.
#define SCYTHE_COMMAND_FILL_RECT 5

// Calls a function of the host program.
#define SCYTHE_COMMAND_HOST 6

// Does nothing, in order.
#define SCYTHE_COMMAND_EMPTY 7

// Does nothing; later commands of the queue depend on it.
#define SCYTHE_COMMAND_GATE 8

// A gate that also depends on all earlier commands of the queue.
#define SCYTHE_COMMAND_BARRIER 9

// Runs a kernel of the backend.
#define SCYTHE_COMMAND_NATIVE_KERNEL 10

// Moves memory to where the device can access it best.
#define SCYTHE_COMMAND_PREFETCH 11

// Advises the device how memory will be used.
#define SCYTHE_COMMAND_ADVISE 12

// Runs all commands of a graph.
#define SCYTHE_COMMAND_GRAPH 13

// The source of a copy is memory of the program: USM or any other. Small sources that are not USM are read
// before submission returns.
#define SCYTHE_COPY_FROM_PROGRAM 1

// The destination of a copy or a fill is memory of the program: USM or any other.
#define SCYTHE_COPY_TO_PROGRAM 2

// Returned by `run` of a host call that failed with an error which the runtime need not know.
#define SCYTHE_HOST_CALL_FAILED -1

// string
#define SCYTHE_PLATFORM_NAME 0

// string
#define SCYTHE_PLATFORM_VENDOR 1

// string
#define SCYTHE_PLATFORM_VERSION 2

// u32: 1 cpu, 2 cuda, 3 opencl
#define SCYTHE_PLATFORM_BACKEND 3

// string
#define SCYTHE_DEVICE_NAME 0

// string
#define SCYTHE_DEVICE_VENDOR 1

// string
#define SCYTHE_DEVICE_VERSION 2

// string
#define SCYTHE_DEVICE_DRIVER_VERSION 3

// u32: 1 cpu, 2 gpu, 3 accelerator, 4 custom, 5 automatic, 6 host, 7 all
#define SCYTHE_DEVICE_TYPE 4

// u32
#define SCYTHE_DEVICE_VENDOR_ID 5

// u32
#define SCYTHE_DEVICE_COMPUTE_UNITS 6

// u64
#define SCYTHE_DEVICE_MAX_WORK_GROUP_SIZE 7

// u64[3], SYCL order
#define SCYTHE_DEVICE_MAX_WORK_ITEM_SIZES 8

// u32
#define SCYTHE_DEVICE_MAX_NUM_SUB_GROUPS 9

// u64[n]
#define SCYTHE_DEVICE_SUB_GROUP_SIZES 10

// u64
#define SCYTHE_DEVICE_GLOBAL_MEM_SIZE 11

// u64
#define SCYTHE_DEVICE_LOCAL_MEM_SIZE 12

// u32: 0 none, 1 local, 2 global
#define SCYTHE_DEVICE_LOCAL_MEM_TYPE 13

// u64
#define SCYTHE_DEVICE_MAX_MEM_ALLOC_SIZE 14

// u32, megahertz
#define SCYTHE_DEVICE_MAX_CLOCK_FREQUENCY 15

// u32
#define SCYTHE_DEVICE_ADDRESS_BITS 16

// u32, bits
#define SCYTHE_DEVICE_MEM_BASE_ADDR_ALIGN 17

// u32, bytes
#define SCYTHE_DEVICE_GLOBAL_MEM_CACHE_LINE_SIZE 18

// u64, bytes
#define SCYTHE_DEVICE_GLOBAL_MEM_CACHE_SIZE 19

// u32: 0 none, 1 read_only, 2 read_write
#define SCYTHE_DEVICE_GLOBAL_MEM_CACHE_TYPE 20

// u64, bytes
#define SCYTHE_DEVICE_MAX_PARAMETER_SIZE 21

// u64, nanoseconds
#define SCYTHE_DEVICE_PROFILING_TIMER_RESOLUTION 22

// u32[7]: char, short, int, long, float, double, half
#define SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH 23

// u32[7]
#define SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH 24

// u32[3], sets for half, single, double: bit i is enumerator i of info::fp_config
#define SCYTHE_DEVICE_FP_CONFIG 25

// u32, 0 or 1
#define SCYTHE_DEVICE_ERROR_CORRECTION 26

// u32, 0 or 1
#define SCYTHE_DEVICE_IS_AVAILABLE 27

// u32, as SCYTHE_PLATFORM_BACKEND
#define SCYTHE_DEVICE_BACKEND 28

// u32[n], enumerators of sycl::aspect in the order of SYCL 2020
#define SCYTHE_DEVICE_ASPECTS 29

// u32, the targets that it runs code for: 1 cpu, 2 spirv64, 4 ptx
#define SCYTHE_DEVICE_TARGETS 30

// string, separated by spaces
#define SCYTHE_DEVICE_EXTENSIONS 31

// u64, an enumerator of ext::oneapi::experimental::architecture
#define SCYTHE_DEVICE_ARCHITECTURE 32

// u32; for this and all following keys, errc::feature_not_supported if the driver does not provide the value
#define SCYTHE_DEVICE_ID 33

// string
#define SCYTHE_DEVICE_PCI_ADDRESS 34

// u8[16]
#define SCYTHE_DEVICE_UUID 35

// u32
#define SCYTHE_DEVICE_GPU_EU_COUNT 36

// u32
#define SCYTHE_DEVICE_GPU_EU_SIMD_WIDTH 37

// u32
#define SCYTHE_DEVICE_GPU_SLICES 38

// u32
#define SCYTHE_DEVICE_GPU_SUBSLICES_PER_SLICE 39

// u32
#define SCYTHE_DEVICE_GPU_EU_COUNT_PER_SUBSLICE 40

// u32
#define SCYTHE_DEVICE_GPU_HW_THREADS_PER_EU 41

// u64, bytes per second
#define SCYTHE_DEVICE_MAX_MEM_BANDWIDTH 42

// u64, bytes
#define SCYTHE_DEVICE_FREE_MEMORY 43

// u32, megahertz
#define SCYTHE_DEVICE_MEMORY_CLOCK_RATE 44

// u32, bits
#define SCYTHE_DEVICE_MEMORY_BUS_WIDTH 45

// Requests of `scythe_device_peer`.
#define SCYTHE_PEER_CAN_ACCESS 0

// Whether atomic operations are atomic for both devices.
#define SCYTHE_PEER_HAS_ATOMICS 1

// Allows kernels of the device to use the memory of the other one.
#define SCYTHE_PEER_ENABLE 2

// Revokes that.
#define SCYTHE_PEER_DISABLE 3

// Waiting for other commands, or for a thread.
#define SCYTHE_EVENT_SUBMITTED 0

// Running.
#define SCYTHE_EVENT_RUNNING 1

// Done.
#define SCYTHE_EVENT_COMPLETE 2

// Recorded to a graph: the event has no execution status.
#define SCYTHE_EVENT_RECORDED 3

// When the command was submitted.
#define SCYTHE_PROFILING_SUBMIT 0

// When it started.
#define SCYTHE_PROFILING_START 1

// When it ended.
#define SCYTHE_PROFILING_END 2

// Edges are not checked for cycles.
#define SCYTHE_GRAPH_NO_CYCLE_CHECK 1

// Commands may use buffers.
#define SCYTHE_GRAPH_BUFFERS 2

// A device of the backend.
#define SCYTHE_NATIVE_DEVICE 0

// A context.
#define SCYTHE_NATIVE_CONTEXT 1

// A queue.
#define SCYTHE_NATIVE_QUEUE 2

// An event.
#define SCYTHE_NATIVE_EVENT 3

// Memory.
#define SCYTHE_NATIVE_MEMORY 4

// A program.
#define SCYTHE_NATIVE_PROGRAM 5

// A kernel.
#define SCYTHE_NATIVE_KERNEL 6

// string
#define SCYTHE_NATIVE_KERNEL_NAME 0

// string
#define SCYTHE_NATIVE_KERNEL_ATTRIBUTES 1

// u32
#define SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT 2

// u64
#define SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE 3

// u64
#define SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE 4

// u64
#define SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES 5

// The bytes of a value.
#define SCYTHE_NATIVE_ARGUMENT_BYTES 0

// An address on the device.
#define SCYTHE_NATIVE_ARGUMENT_POINTER 1

// `size` bytes of local memory.
#define SCYTHE_NATIVE_ARGUMENT_LOCAL 2

// Commands run one after the other.
#define SCYTHE_QUEUE_IN_ORDER 1

// Events have times.
#define SCYTHE_QUEUE_PROFILING 2

// sycl::usm::alloc::host
#define SCYTHE_USM_HOST 0

// sycl::usm::alloc::device
#define SCYTHE_USM_DEVICE 1

// sycl::usm::alloc::shared
#define SCYTHE_USM_SHARED 2

// sycl::usm::alloc::unknown
#define SCYTHE_USM_UNKNOWN 3

// A buffer.
typedef struct scythe_buffer scythe_buffer;

// A device; lives as long as the process.
typedef struct scythe_device scythe_device;

// The record of a device_global, which the compiler wrote into the program.
typedef struct scythe_device_global scythe_device_global;

// A submitted command.
typedef struct scythe_event scythe_event;

// A graph whose edges are final.
typedef struct scythe_executable_graph scythe_executable_graph;

// A modifiable graph.
typedef struct scythe_graph scythe_graph;

// An access by the host.
typedef struct scythe_host_access scythe_host_access;

// A kernel's record, which the compiler wrote into the program.
typedef struct scythe_kernel scythe_kernel;

// A platform; lives as long as the process.
typedef struct scythe_platform scythe_platform;

// A queue.
typedef struct scythe_queue scythe_queue;

// A reference that does not keep the event alive; scythe_event_lock converts it.
typedef struct scythe_weak_event scythe_weak_event;

// 0 is success; other values are those of `sycl::errc`, in the order of SYCL 2020: success, runtime,
// kernel, accessor, nd_range, event, kernel_argument, build, invalid, memory_allocation, platform,
// profiling, feature_not_supported, kernel_not_supported, backend_mismatch.
typedef int32_t scythe_status;

// The position of a work-item. The contiguous dimension comes first, which is SYCL's last.
typedef struct scythe_work_item {
  // 1 to 3.
  uint64_t dimensions;
  // Its position in the whole index space.
  uint64_t global_id[3];
  // Its position in its work-group.
  uint64_t local_id[3];
} scythe_work_item;

// The description of a new buffer.
typedef struct scythe_buffer_desc {
  // sizeof(scythe_buffer_desc)
  uint32_t struct_size;
  // SCYTHE_BUFFER_*
  uint32_t flags;
  // Its size.
  size_t bytes;
  // Its alignment.
  size_t align;
  // Host memory; null for none.
  void *host;
} scythe_buffer_desc;

// The part of a buffer that a command accesses. Sizes in elements, in SYCL's order (the last of `dims`
// dimensions is contiguous).
typedef struct scythe_access {
  // The buffer.
  struct scythe_buffer *buffer;
  // SCYTHE_ACCESS_*
  uint32_t mode;
  // 0 to 3
  uint32_t dims;
  // Bytes of an element.
  size_t element_size;
  // The offset of the (sub-)buffer in the allocation.
  size_t byte_offset;
  // The shape of the (sub-)buffer.
  size_t buffer_range[3];
  // The box that is accessed.
  size_t range[3];
  // Its first element.
  size_t offset[3];
} scythe_access;

// A call of the host program. `run` is called once on a thread of the runtime and must not throw; it returns
// 0, a value of errc after scythe_set_error, or SCYTHE_HOST_CALL_FAILED. Commands that depend on a failed
// one do not run. `drop`, which may be null, is called exactly once: afterwards, or if the call never runs.
typedef struct scythe_host_call {
  // The function.
  int32_t (*run)(void *context);
  // Frees the context.
  void (*drop)(void *context);
  // Passed to all.
  void *context;
  // Like `run`, but may be called any number of times; null if the call cannot be part of a graph.
  int32_t (*repeat)(void *context);
} scythe_host_call;

// The value of a specialization constant.
typedef struct scythe_constant {
  // The key of the constant.
  uint64_t key;
  // The value.
  const void *value;
  // Its bytes.
  size_t size;
} scythe_constant;

// A kernel launch.
typedef struct scythe_launch {
  // The kernel.
  const struct scythe_kernel *kernel;
  // The function object's bytes, copied before submission returns.
  const void *args;
  // Their number.
  size_t args_size;
  // Their alignment.
  size_t args_align;
  // 1 to 3; single_task is one work-item in one dimension.
  uint32_t dims;
  // True for parallel_for_work_group: the kernel's code runs once per work-group.
  bool has_local;
  // True for parallel_for_work_group: the kernel's code runs once for every work-group.
  bool hierarchical;
  // True if work-groups synchronise with each other, which requires an nd_range of at most
  // scythe_kernel_groups_together work-groups.
  bool together;
  // Work-items, in SYCL's order.
  size_t global[3];
  // Work-items of a group.
  size_t local[3];
  // Added to global ids.
  size_t offset[3];
  // Bytes of local memory per work-group.
  size_t local_memory;
  // Values of specialization constants, copied before submission returns.
  const struct scythe_constant *constants;
  // How many.
  size_t constant_count;
} scythe_launch;

// A copy.
typedef struct scythe_copy {
  // The destination.
  void *dst;
  // The source.
  const void *src;
  // The number of bytes.
  size_t bytes;
  // SCYTHE_COPY_*
  uint32_t flags;
} scythe_copy;

// A fill; the pattern is copied before submission returns.
typedef struct scythe_fill {
  // The destination.
  void *dst;
  // The pattern.
  const void *pattern;
  // Its size.
  size_t pattern_size;
  // The number of repetitions.
  size_t count;
  // SCYTHE_COPY_TO_PROGRAM, or zero.
  uint32_t flags;
} scythe_fill;

// A copy of a box of up to three dimensions; pitches in bytes.
typedef struct scythe_copy_rect {
  // The destination.
  void *dst;
  // The source.
  const void *src;
  // Bytes in a row.
  size_t row_bytes;
  // Rows in a slice.
  size_t rows;
  // Slices.
  size_t slices;
  // The row pitch of dst.
  size_t dst_row_pitch;
  // The slice pitch of dst.
  size_t dst_slice_pitch;
  // The row pitch of src.
  size_t src_row_pitch;
  // The slice pitch of src.
  size_t src_slice_pitch;
  // SCYTHE_COPY_*
  uint32_t flags;
} scythe_copy_rect;

// A fill of a box of up to three dimensions; pitches in bytes.
typedef struct scythe_fill_rect {
  // The destination.
  void *dst;
  // The pattern.
  const void *pattern;
  // Its size.
  size_t pattern_size;
  // Patterns in a row.
  size_t row_count;
  // Rows in a slice.
  size_t rows;
  // Slices.
  size_t slices;
  // The row pitch.
  size_t row_pitch;
  // The slice pitch.
  size_t slice_pitch;
} scythe_fill_rect;

// A hint about memory, which changes no contents. Devices may ignore it.
typedef struct scythe_memory_hint {
  // The first byte.
  const void *ptr;
  // The number of bytes.
  size_t bytes;
  // SCYTHE_COMMAND_ADVISE: a value of the backend.
  int32_t advice;
} scythe_memory_hint;

// An argument of a kernel of a backend.
typedef struct scythe_native_argument {
  // Its number.
  uint32_t index;
  // SCYTHE_NATIVE_ARGUMENT_*
  uint32_t kind;
  // Its bytes, or the address; copied before submission returns.
  const void *value;
  // The number of bytes.
  size_t size;
} scythe_native_argument;

// A launch of a kernel of a backend.
typedef struct scythe_native_launch {
  // The kernel.
  void *kernel;
  // Its arguments.
  const struct scythe_native_argument *arguments;
  // Their number.
  size_t argument_count;
  // 1 to 3
  uint32_t dims;
  // True for nd_range.
  bool has_local;
  // Work-items, in SYCL's order.
  size_t global[3];
  // Work-items of a group.
  size_t local[3];
  // Added to global ids.
  size_t offset[3];
} scythe_native_launch;

// The part of a command that depends on its kind.
typedef union scythe_command_body {
  // SCYTHE_COMMAND_KERNEL
  struct scythe_launch launch;
  // SCYTHE_COMMAND_COPY
  struct scythe_copy copy;
  // SCYTHE_COMMAND_FILL
  struct scythe_fill fill;
  // SCYTHE_COMMAND_COPY_RECT
  struct scythe_copy_rect copy_rect;
  // SCYTHE_COMMAND_FILL_RECT
  struct scythe_fill_rect fill_rect;
  // SCYTHE_COMMAND_PREFETCH, SCYTHE_COMMAND_ADVISE
  struct scythe_memory_hint hint;
  // SCYTHE_COMMAND_HOST
  struct scythe_host_call host;
  // SCYTHE_COMMAND_NATIVE_KERNEL
  struct scythe_native_launch native_launch;
  // SCYTHE_COMMAND_GRAPH
  const struct scythe_executable_graph *graph;
} scythe_command_body;

// A command.
typedef struct scythe_command {
  // sizeof(scythe_command)
  uint32_t struct_size;
  // SCYTHE_COMMAND_*
  uint32_t kind;
  // Events that must be complete first; null entries are ignored.
  const struct scythe_event *const *dependencies;
  // How many.
  size_t dependency_count;
  // The buffers that it accesses.
  const struct scythe_access *accesses;
  // How many.
  size_t access_count;
  // Called when the work is done, before the command counts as complete; without `run`, there is only a
  // context to drop. It must not wait for anything: devices may run it on their own threads.
  struct scythe_host_call finish;
  // The part that depends on the kind.
  union scythe_command_body body;
} scythe_command;

// Properties in a kernel's record.
typedef struct scythe_kernel_facts {
  // Its mangled name.
  const char *symbol;
  // Its name as the source spells it.
  const char *name;
  // The required size of sub-groups; zero if there is none.
  uint32_t sub_group_size;
  // The number of dimensions of the required work-group size; zero if there is none.
  uint32_t work_group_dims;
  // The required work-group size, in SYCL's order.
  size_t work_group_size[3];
  // The keys of the specialization constants that it reads.
  const uint64_t *constants;
  // Their number.
  size_t constant_count;
} scythe_kernel_facts;

// Properties of a kernel on a device.
typedef struct scythe_kernel_limits {
  // The largest work-group.
  size_t max_work_group_size;
  // Sizes of work-groups should be multiples of this.
  size_t preferred_multiple;
  // Bytes of private memory of a work-item, if known.
  size_t private_bytes;
} scythe_kernel_limits;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Message of the last failing call on this thread; valid until the next failing call on it. Never
// null.
const char *scythe_error_message(void);

// The driver's error code for the last failing call on this thread, or for an error that was taken from a
// queue after it; zero if no driver has failed.
int32_t scythe_error_native(void);

// The meaning of a status, of any call. Never null.
const char *scythe_status_message(scythe_status status);

// Sets the message of this thread; host calls do so before they return an error.
//
// # Safety
// `message` is null or a NUL-terminated string.
void scythe_set_error(const char *message);

// The runtime's version, such as "0.1.0".
const char *scythe_version(void);

// Prints which assertion failed in which work-item and ends the program by `SIGABRT`, as `assert` does on
// the host.
//
// # Safety
// The strings are null or NUL-terminated; `work_item` is null or readable.
void scythe_assertion_failed(const char *expression,
                             const char *file,
                             uint32_t line,
                             const char *function,
                             const struct scythe_work_item *work_item);

// Makes a buffer.
//
// # Safety
// `desc` is readable and its host memory stays valid as the flags require; `out` is writable.
scythe_status scythe_buffer_create(const struct scythe_buffer_desc *desc,
                                   struct scythe_buffer **out);

// Adds a reference to the buffer.
//
// # Safety
// `buffer` is null or a live handle.
void scythe_buffer_retain(struct scythe_buffer *buffer);

// Releases a reference. Does not wait: the memory exists until the last command that uses it has ended.
//
// # Safety
// `buffer` is null or a live handle, not used afterwards.
void scythe_buffer_release(struct scythe_buffer *buffer);

// Waits until no command uses the buffer. Does not wait for host accesses, since the caller may have one.
//
// # Safety
// `buffer` is null or a live handle.
scythe_status scythe_buffer_wait(struct scythe_buffer *buffer);

// The results are not needed in the host memory: from now on, other memory is used. No effect after a write
// was submitted, or with SCYTHE_BUFFER_USE_HOST_PTR.
//
// # Safety
// `buffer` is null or a live handle.
scythe_status scythe_buffer_detach(struct scythe_buffer *buffer);

// The address for commands on `device` (null: the host) that are submitted from now on. mode:
// SCYTHE_ACCESS_*.
//
// # Safety
// `buffer` is null or a live handle; `out` is writable.
scythe_status scythe_buffer_address(struct scythe_buffer *buffer,
                                    const struct scythe_device *device,
                                    uint32_t mode,
                                    void **out);

// Whether the contents are in the host memory given at creation, so that nothing has to be written back.
//
// # Safety
// `buffer` is null or a live handle.
bool scythe_buffer_in_host_memory(const struct scythe_buffer *buffer);

// Whether a writing command has been submitted since creation.
//
// # Safety
// `buffer` is null or a live handle.
bool scythe_buffer_written(const struct scythe_buffer *buffer);

// Waits for conflicting commands; later conflicting commands wait for the release.
//
// # Safety
// `access` is readable and names a live buffer; `out` and `address` are writable.
scythe_status scythe_host_access_acquire(const struct scythe_access *access,
                                         struct scythe_host_access **out,
                                         void **address);

// Ends a host access.
//
// # Safety
// `access` is null or a live handle, not used afterwards.
void scythe_host_access_release(struct scythe_host_access *access);

// Called before main by a checked part of the program: memory that is allocated from now on is tracked.
void scythe_check_start(void);

// Reports an index in host code that is out of bounds.
void scythe_check_host_index(uint32_t what, uint64_t index, uint64_t bound);

// The number of platforms, after filtering by SCYTHE_DEVICES.
size_t scythe_platform_count(void);

// A platform; null past the end.
const struct scythe_platform *scythe_platform_at(size_t index);

// The number of devices, after filtering by SCYTHE_DEVICES.
size_t scythe_device_count(void);

// How many of the first devices run native code. This call loads no drivers, so programs with native code
// only can avoid that.
size_t scythe_native_device_count(void);

// A device; null past the end.
const struct scythe_device *scythe_device_at(size_t index);

// The error of a device selector that rejects all devices, with a list of the available ones.
scythe_status scythe_no_device(void);

// The number of devices of a platform. Writes them to `out` unless that is null.
//
// # Safety
// `out` is null or writable for that many.
size_t scythe_platform_devices(const struct scythe_platform *platform,
                               const struct scythe_device **out);

// The platform of a device; null for an invalid handle.
const struct scythe_platform *scythe_device_platform(const struct scythe_device *device);

// Whether the device has an aspect, by its number in SYCL 2020's order.
bool scythe_device_has(const struct scythe_device *device, uint32_t aspect);

// Writes at most `capacity` bytes of the value, and always its full size to `*size`. Strings are UTF-8
// without NUL, arrays consecutive elements.
//
// # Safety
// `out` is null or writable for `capacity` bytes; `size` is writable.
scythe_status scythe_device_info(const struct scythe_device *device,
                                 uint32_t key,
                                 void *out,
                                 size_t capacity,
                                 size_t *size);

// Queries or changes how kernels of a device may use the memory of another one (`SCYTHE_PEER_...`).
//
// # Safety
// `out` is writable.
scythe_status scythe_device_peer(const struct scythe_device *device,
                                 const struct scythe_device *peer,
                                 uint32_t request,
                                 bool *out);

// The same for platforms.
//
// # Safety
// `out` is null or writable for `capacity` bytes; `size` is writable.
scythe_status scythe_platform_info(const struct scythe_platform *platform,
                                   uint32_t key,
                                   void *out,
                                   size_t capacity,
                                   size_t *size);

// The address of `bytes` bytes of a device_global on a device, from `offset` on: commands of its queues can
// use it like the address of USM. errc::invalid if the variable is smaller.
//
// # Safety
// `global` is null or a record; `out` is writable.
scythe_status scythe_device_global_address(const struct scythe_device *device_handle,
                                           const struct scythe_device_global *global,
                                           size_t offset,
                                           size_t bytes,
                                           void **out);

// Adds a reference to the event.
//
// # Safety
// `event` is null or a live handle.
void scythe_event_retain(const struct scythe_event *event);

// Releases a reference.
//
// # Safety
// `event` is null or a live handle, not used afterwards.
void scythe_event_release(const struct scythe_event *event);

// A weak reference to the event; null for null.
//
// # Safety
// `event` is null or a live handle.
const struct scythe_weak_event *scythe_event_watch(const struct scythe_event *event);

// Adds a weak reference to the same event.
//
// # Safety
// `weak` is null or a live weak reference.
void scythe_weak_event_retain(const struct scythe_weak_event *weak);

// Releases a weak reference.
//
// # Safety
// `weak` is null or a live weak reference, not used afterwards.
void scythe_weak_event_release(const struct scythe_weak_event *weak);

// The event, retained; null if it has been destroyed.
//
// # Safety
// `weak` is null or a live weak reference.
const struct scythe_event *scythe_weak_event_lock(const struct scythe_weak_event *weak);

// Waits until the command is complete.
//
// # Safety
// `event` is null or a live handle.
scythe_status scythe_event_wait(const struct scythe_event *event);

// SCYTHE_EVENT_*; complete for null.
//
// # Safety
// `event` is null or a live handle.
uint32_t scythe_event_status(const struct scythe_event *event);

// A time in nanoseconds: SCYTHE_PROFILING_*. errc::invalid if the queue has no profiling; waits for times in
// the future.
//
// # Safety
// `event` is a live handle, `nanoseconds` is writable.
scythe_status scythe_event_profiling(const struct scythe_event *event,
                                     uint32_t which,
                                     uint64_t *nanoseconds);

// Incomplete events that this one depends on, each retained; `*count` is their number, whatever `capacity`
// is.
//
// # Safety
// `event` is null or live, `out` is writable for `capacity` handles, `count` is writable.
scythe_status scythe_event_wait_list(const struct scythe_event *event,
                                     const struct scythe_event **out,
                                     size_t capacity,
                                     size_t *count);

// Adds a command to the graph; its event represents the node.
//
// # Safety
// `graph` is a live handle, `command` is as for scythe_queue_submit, `out` is writable.
scythe_status scythe_graph_add(const struct scythe_graph *graph,
                               const struct scythe_command *command,
                               const struct scythe_event **out);

// Makes an empty graph. flags: SCYTHE_GRAPH_*. `owner` is returned by scythe_queue_recording and
// scythe_event_node.
//
// # Safety
// `out` is writable.
scythe_status scythe_graph_create(const struct scythe_device *target,
                                  uint32_t flags,
                                  const void *owner,
                                  const struct scythe_graph **out);

// Releases the graph.
//
// # Safety
// `graph` is null or a live handle, not used afterwards.
void scythe_graph_release(const struct scythe_graph *graph);

// A unique number, larger than those of earlier graphs.
//
// # Safety
// `graph` is null or a live handle.
size_t scythe_graph_id(const struct scythe_graph *graph);

// Starts recording a queue to the graph.
//
// # Safety
// Both are live handles; recording ends before the queue is released.
scythe_status scythe_queue_begin_recording(struct scythe_queue *queue,
                                           const struct scythe_graph *graph);

// Ends recording of a queue, or of all queues if it is null. errc::invalid if the queue records to another
// graph.
//
// # Safety
// `graph` is a live handle, `queue` is null or one.
scythe_status scythe_graph_end_recording(const struct scythe_graph *graph,
                                         struct scythe_queue *queue);

// Whether a queue records to the graph.
//
// # Safety
// `graph` is a live handle.
bool scythe_graph_is_recording(const struct scythe_graph *graph);

// The owner of the graph to which the queue records; null if it executes commands.
//
// # Safety
// `queue` is null or a live handle.
const void *scythe_queue_recording(const struct scythe_queue *queue);

// The node that an event represents, and the owner of its graph; errc::invalid if it represents none.
//
// # Safety
// `event` is null or a live handle; the others are writable.
scythe_status scythe_event_node(const struct scythe_event *event,
                                const void **owner,
                                size_t *node);

// An event that represents a node, like those of commands that were recorded.
//
// # Safety
// `graph` is a live handle, `out` is writable.
scythe_status scythe_graph_event(const struct scythe_graph *graph,
                                 size_t node,
                                 const struct scythe_event **out);

// The number of nodes.
//
// # Safety
// `graph` is null or a live handle.
size_t scythe_graph_size(const struct scythe_graph *graph);

// The kind of a node: a value of node_type. `name` is that of its kernel, with `name_size` bytes; null for
// others.
//
// # Safety
// `graph` is a live handle, the others are writable.
scythe_status scythe_graph_describe(const struct scythe_graph *graph,
                                    size_t node,
                                    uint32_t *kind,
                                    const uint8_t **name,
                                    size_t *name_size);

// The direct predecessors of a node, or its direct successors; `*count` is their number, whatever `capacity`
// is.
//
// # Safety
// `graph` is a live handle, `out` is writable for `capacity` numbers, `count` is writable.
scythe_status scythe_graph_neighbours(const struct scythe_graph *graph,
                                      size_t node,
                                      bool before,
                                      size_t *out,
                                      size_t capacity,
                                      size_t *count);

// Makes an edge between two nodes.
//
// # Safety
// `graph` is a live handle.
scythe_status scythe_graph_make_edge(const struct scythe_graph *graph,
                                     size_t source,
                                     size_t target);

// Adds an alternative command to a node. It is not enqueued.
//
// # Safety
// `graph` is a live handle; `command` is as for scythe_queue_submit.
scythe_status scythe_graph_add_alternative(const struct scythe_graph *graph,
                                           size_t node,
                                           const struct scythe_command *command);

// Chooses the command of a node, by number: 0 is the original one.
//
// # Safety
// `graph` is a live handle.
scythe_status scythe_graph_set_active(const struct scythe_graph *graph, size_t node, size_t choice);

// Sets the index space of a node's kernel; `local` is null for a range.
//
// # Safety
// `graph` is a live handle, the others are readable for three numbers, or `local` is null.
scythe_status scythe_graph_set_space(const struct scythe_graph *graph,
                                     size_t node,
                                     uint32_t dims,
                                     const size_t *global,
                                     const size_t *local,
                                     const size_t *offset);

// Sets an argument of a node's kernel: its bytes, or those of an address.
//
// # Safety
// `graph` is a live handle, `value` is readable for `size` bytes.
scythe_status scythe_graph_set_argument(const struct scythe_graph *graph,
                                        size_t node,
                                        uint32_t index,
                                        const void *value,
                                        size_t size);

// Makes a copy of the graph that can be executed: the body of SCYTHE_COMMAND_GRAPH.
//
// # Safety
// `graph` is a live handle, `out` is writable.
scythe_status scythe_graph_finalize(const struct scythe_graph *graph,
                                    bool updatable,
                                    const struct scythe_executable_graph **out);

// Releases the graph. Submitted commands still run.
//
// # Safety
// `graph` is null or a live handle, not used afterwards.
void scythe_executable_graph_release(const struct scythe_executable_graph *graph);

// Updates nodes of an executable graph from the graph that it was made from.
//
// # Safety
// Both are live handles, `nodes` is readable for `count` numbers.
scythe_status scythe_executable_graph_update_nodes(const struct scythe_executable_graph *graph,
                                                   const struct scythe_graph *source,
                                                   const size_t *nodes,
                                                   size_t count);

// Updates all nodes of an executable graph from another graph with the same edges.
//
// # Safety
// Both are live handles.
scythe_status scythe_executable_graph_update(const struct scythe_executable_graph *graph,
                                             const struct scythe_graph *source);

// The backend's object of a device. errc::backend_mismatch if the device has another backend; that applies
// to all functions here. It need not be released.
//
// # Safety
// `out` is writable.
scythe_status scythe_native_device(const struct scythe_device *device,
                                   uint32_t backend,
                                   void **out);

// The backend's object of a device's platform.
//
// # Safety
// `out` is writable.
scythe_status scythe_native_platform(const struct scythe_device *device,
                                     uint32_t backend,
                                     void **out);

// The context that the runtime uses for a device, and owns.
//
// # Safety
// `out` is writable.
scythe_status scythe_native_context(const struct scythe_device *device,
                                    uint32_t backend,
                                    void **out);

// The device with a native object.
//
// # Safety
// `out` is writable.
scythe_status scythe_device_of_native(uint32_t backend,
                                      void *object,
                                      const struct scythe_device **out);

// The platform with a native object.
//
// # Safety
// `out` is writable.
scythe_status scythe_platform_of_native(uint32_t backend,
                                        void *object,
                                        const struct scythe_platform **out);

// Adds a reference to an object of the device's backend. kind: SCYTHE_NATIVE_*.
//
// # Safety
// The object is live and of that kind.
scythe_status scythe_native_retain(const struct scythe_device *device, uint32_t kind, void *object);

// Releases a reference.
//
// # Safety
// The object is live and of that kind, and the reference is the caller's.
void scythe_native_release(const struct scythe_device *device, uint32_t kind, void *object);

// The number of devices in a context of the backend; writes the first `capacity` of them.
//
// # Safety
// The context is live; `out` is writable for `capacity` devices, `count` is writable.
scythe_status scythe_native_context_devices(uint32_t backend,
                                            void *context,
                                            const struct scythe_device **out,
                                            size_t capacity,
                                            size_t *count);

// Makes a queue of the backend, which the caller owns. flags: SCYTHE_QUEUE_*.
//
// # Safety
// The context is live and has the device; `out` is writable.
scythe_status scythe_native_queue_create(const struct scythe_device *device,
                                         void *context,
                                         uint32_t flags,
                                         void **out);

// The queue of the backend to which all commands of a queue go, so that the program's own commands there are
// ordered with them. Null if there is none: the queue is not in order, or its backend has no such queues.
// The runtime owns it.
//
// # Safety
// The queue is live; `out` is writable.
scythe_status scythe_native_queue_of(const struct scythe_queue *queue,
                                     void **out);

// Makes a queue whose commands go to a queue of the backend, ordered with the program's own commands there.
//
// # Safety
// The backend's queue is live, and stays until all commands are complete; `out` is writable.
scythe_status scythe_queue_of_native(const struct scythe_device *device,
                                     uint32_t backend,
                                     void *object,
                                     struct scythe_queue **out);

// The device and the flags (SCYTHE_QUEUE_*) of a queue of the backend.
//
// # Safety
// The queue is live; `device` and `flags` are writable.
scythe_status scythe_native_queue_facts(uint32_t backend,
                                        void *queue,
                                        const struct scythe_device **device,
                                        uint32_t *flags);

// Events of the backend that are complete when the command is, each retained; `*count` is their number,
// whatever `capacity` is. With a capacity of zero, none is made.
//
// # Safety
// The event is live; `out` is writable for `capacity` objects, `count` is writable.
scythe_status scythe_native_events(const struct scythe_device *device,
                                   uint32_t backend,
                                   const struct scythe_event *event,
                                   void **out,
                                   size_t capacity,
                                   size_t *count);

// An event that is complete when all of the backend's events are.
//
// # Safety
// The events are live; `out` is writable.
scythe_status scythe_event_of_native(const struct scythe_device *device,
                                     uint32_t backend,
                                     void *const *events,
                                     size_t count,
                                     const struct scythe_event **out);

// An object of the backend for memory of a device, with its contents, for use with a queue and a context of
// the backend until scythe_native_take_back is called.
//
// # Safety
// Queue and context are live; the memory is valid and not used otherwise; `out` is writable.
scythe_status scythe_native_lend(const struct scythe_device *device,
                                 void *context,
                                 void *queue,
                                 void *address,
                                 size_t bytes,
                                 void **out);

// Writes the contents of an object back to its original memory, if they were modified, and releases the
// object.
//
// # Safety
// As for scythe_native_lend, which made the object.
scythe_status scythe_native_take_back(const struct scythe_device *device,
                                      void *queue,
                                      void *address,
                                      size_t bytes,
                                      void *object,
                                      bool written);

// The size of a memory object of the backend.
//
// # Safety
// The object is live, `bytes` is writable.
scythe_status scythe_native_memory_size(const struct scythe_device *device,
                                        uint32_t backend,
                                        void *object,
                                        size_t *bytes);

// Copies the contents of a memory object to the host, or from the host, and waits.
//
// # Safety
// The object is live; `host` is valid for as many bytes.
scythe_status scythe_native_memory_copy(const struct scythe_device *device,
                                        void *object,
                                        void *host,
                                        size_t bytes,
                                        bool to_object);

// Local memory of the calling thread's work-groups, `bytes` bytes.
uint8_t *scythe_cpu_local_memory(uint64_t bytes);

// Memory for values of the work-items of a work-group that are live across barriers, `bytes` bytes.
uint8_t *scythe_cpu_scratch(uint64_t bytes);

// Registers a variable of the function that runs a work-group as the group's local memory, for
// `scythe_cpu_address_space`; returns the variable.
uint8_t *scythe_cpu_local_frame(uint8_t *frame, size_t bytes);

// The memory of an address in a kernel, as a number of SPIR-V's storage classes.
uint32_t scythe_cpu_address_space(const uint8_t *address);

// The address of a specialization constant's value: in the list of a launch, or `otherwise`.
//
// # Safety
// `list` is null, or a launch's list: its last element has no value.
const uint8_t *scythe_cpu_specialization_constant(const void *list,
                                                  uint64_t key,
                                                  const uint8_t *otherwise);

// The backend's program with a kernel of this program, or the kernel itself; the caller owns it. kind:
// SCYTHE_NATIVE_PROGRAM or SCYTHE_NATIVE_KERNEL.
//
// # Safety
// `kernel` is a record of the program; `out` is writable.
scythe_status scythe_native_code(const struct scythe_device *device,
                                 uint32_t backend,
                                 const struct scythe_kernel *kernel,
                                 uint32_t kind,
                                 void **out);

// Compiles and links a program of the backend up to `state`: 0 input, 1 object, 2 executable.
//
// # Safety
// The program is live.
scythe_status scythe_native_program_bring_to(const struct scythe_device *device,
                                             uint32_t backend,
                                             void *program,
                                             uint32_t state);

// A property of a kernel of the backend: SCYTHE_NATIVE_KERNEL_*. Written as by scythe_device_info.
//
// # Safety
// The kernel is live; `out` is null or writable for `capacity` bytes; `size` is writable.
scythe_status scythe_native_kernel_info(const struct scythe_device *device,
                                        void *kernel,
                                        uint32_t key,
                                        void *out,
                                        size_t capacity,
                                        size_t *size);

// Adds the kernels of a program or of a library: the addresses of their records, `last` after the last one.
//
// # Safety
// The records exist until [`scythe_program_remove`] is called.
void scythe_program_add(const struct scythe_kernel *const *first,
                        const struct scythe_kernel *const *last);

// Removes kernels, before their library is unloaded.
void scythe_program_remove(const struct scythe_kernel *const *first);

// Writes the first `capacity` kernels of the program to `out`, and returns their number.
//
// # Safety
// `out` is writable for `capacity` elements.
size_t scythe_program_kernels(const struct scythe_kernel **out, size_t capacity);

// The kernel with one of the mangled names; null if there is none.
//
// # Safety
// `symbols` has `count` NUL-terminated strings.
const struct scythe_kernel *scythe_program_find(const char *const *symbols, size_t count);

// Properties in a kernel's record.
//
// # Safety
// `kernel` is a record of the program; `out` is writable.
scythe_status scythe_kernel_describe(const struct scythe_kernel *kernel,
                                     struct scythe_kernel_facts *out);

// Succeeds if launches of the kernel can run on the device.
//
// # Safety
// `kernel` is a record of the program.
scythe_status scythe_kernel_check(const struct scythe_kernel *kernel,
                                  const struct scythe_device *target);

// Properties of a kernel on a device that can run it.
//
// # Safety
// `kernel` is a record of the program; `out` is writable.
scythe_status scythe_kernel_limits_of(const struct scythe_kernel *kernel,
                                      const struct scythe_device *target,
                                      struct scythe_kernel_limits *out);

// How many work-groups of `items` work-items, with `local_memory` bytes of local memory in addition to the
// kernel's own variables, can synchronise on the device.
//
// # Safety
// `kernel` is a record of the program; `out` is writable.
scythe_status scythe_kernel_groups_together(const struct scythe_kernel *kernel,
                                            const struct scythe_device *target,
                                            size_t items,
                                            size_t local_memory,
                                            size_t *out);

// Makes a queue. flags: SCYTHE_QUEUE_*.
//
// # Safety
// `out` is writable.
scythe_status scythe_queue_create(const struct scythe_device *device,
                                  uint32_t flags,
                                  struct scythe_queue **out);

// Releases the queue. Does not wait: submitted commands still run.
//
// # Safety
// `queue` is null or a live handle, not used afterwards.
void scythe_queue_release(struct scythe_queue *queue);

// Waits until all commands submitted so far are complete.
//
// # Safety
// `queue` is null or a live handle.
scythe_status scythe_queue_wait(struct scythe_queue *queue);

// Whether all commands are complete.
//
// # Safety
// `queue` is null or a live handle.
bool scythe_queue_is_empty(const struct scythe_queue *queue);

// Takes the oldest asynchronous error; `*code` is 0 if there is none. The message is valid until the next
// call on this thread.
//
// # Safety
// `queue` is null or live; `code` and `message` are writable.
scythe_status scythe_queue_take_error(struct scythe_queue *queue,
                                      scythe_status *code,
                                      const char **message);

// Checks a command, then enqueues it. On an error nothing was enqueued, and the drop functions of its host
// calls have been called. `out` may be null if the event is not needed.
//
// # Safety
// `queue` is null or live; `command` is readable and what it points to is as documented there; memory
// that the command uses stays valid until it is complete.
scythe_status scythe_queue_submit(struct scythe_queue *queue,
                                  const struct scythe_command *command,
                                  struct scythe_event **out);

// Passes the text of a stream's records to `write`, each flush of a work-item in one piece. `total`: the
// largest amount of text; `per_work_item`: the largest amount of a work-item between two flushes.
//
// # Safety
// `records` is readable for `bytes` bytes; `write` may be called with text that is readable during
// the call.
scythe_status scythe_stream_gather(const uint8_t *records,
                                   size_t bytes,
                                   size_t total,
                                   size_t per_work_item,
                                   void (*write)(const char *text, size_t length));

// Allocates; kind: SCYTHE_USM_*. `context` identifies the sycl::context. On failure `*out` is null.
//
// # Safety
// `out` is writable.
scythe_status scythe_usm_alloc(const struct scythe_device *device,
                               const void *context,
                               uint32_t kind,
                               size_t bytes,
                               size_t align,
                               void **out);

// Memory of the device for a command's own use: at least `bytes` bytes, of which the first `zeros` are zero,
// and must be zero again when it is released.
//
// # Safety
// `out` is writable.
scythe_status scythe_scratch_acquire(const struct scythe_device *device,
                                     size_t zeros,
                                     size_t bytes,
                                     void **out);

// Releases such memory.
scythe_status scythe_scratch_release(void *start);

// Frees; null is allowed. errc::invalid if `ptr` is not a live allocation of the context.
scythe_status scythe_usm_free(void *ptr, const void *context);

// Like scythe_usm_free, but the memory exists until everything submitted so far is complete, to this queue
// and to others.
//
// # Safety
// `queue` is a live queue.
scythe_status scythe_usm_free_after(const struct scythe_queue *queue,
                                    void *ptr,
                                    const void *context);

// The kind of the allocation that contains an address; `*device` is null for SCYTHE_USM_UNKNOWN.
//
// # Safety
// `kind` and `device` are writable.
scythe_status scythe_usm_query(const void *ptr,
                               const void *context,
                               uint32_t *kind,
                               const struct scythe_device **device);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SCYTHE_RUNTIME_H */

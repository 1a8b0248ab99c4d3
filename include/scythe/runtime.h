/* The C ABI of the Scythe runtime. Contract draft: crates/runtime must export exactly this (cbindgen regenerates it into include/scythe/runtime.h). */
#ifndef SCYTHE_RUNTIME_H
#define SCYTHE_RUNTIME_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 = success, otherwise the value of the sycl::errc enumerator, in the order of SYCL 2020 table:
   success runtime kernel accessor nd_range event kernel_argument build invalid memory_allocation
   platform profiling feature_not_supported kernel_not_supported backend_mismatch (0..14) */
typedef int32_t scythe_status;

typedef struct scythe_platform scythe_platform; /* process lifetime, never freed */
typedef struct scythe_device scythe_device;     /* process lifetime, never freed */
typedef struct scythe_queue scythe_queue;
typedef struct scythe_event scythe_event;
typedef struct scythe_buffer scythe_buffer;
typedef struct scythe_host_access scythe_host_access;
typedef struct scythe_kernel scythe_kernel;     /* scythe_image::Kernel, emitted by the compiler */

#ifdef __cplusplus
extern "C" {
#endif

/* Message of the last failing call on this thread; valid until the next failing call on it. Never null. */
const char *scythe_error_message(void);
const char *scythe_version(void);

/* -- platforms and devices (after SCYTHE_DEVICES filtering) ------------------------------------ */
size_t scythe_platform_count(void);
const scythe_platform *scythe_platform_at(size_t index); /* null past the end */
size_t scythe_device_count(void);
const scythe_device *scythe_device_at(size_t index);     /* null past the end */
const scythe_platform *scythe_device_platform(const scythe_device *device);

/* Writes at most `capacity` bytes of the value and always its full size to `*size`.
   Strings: UTF-8, no NUL. Scalars: the type listed beside the key. Arrays: elements in sequence. */
scythe_status scythe_device_info(const scythe_device *device, uint32_t key, void *out, size_t capacity, size_t *size);
scythe_status scythe_platform_info(const scythe_platform *platform, uint32_t key, void *out, size_t capacity, size_t *size);
bool scythe_device_has(const scythe_device *device, uint32_t aspect);

/* platform keys */
enum { SCYTHE_PLATFORM_NAME = 0, SCYTHE_PLATFORM_VENDOR, SCYTHE_PLATFORM_VERSION, SCYTHE_PLATFORM_BACKEND /* u32: 1 cpu, 2 cuda, 3 opencl */ };
/* device keys */
enum {
  SCYTHE_DEVICE_NAME = 0,            /* string */
  SCYTHE_DEVICE_VENDOR,              /* string */
  SCYTHE_DEVICE_VERSION,             /* string, e.g. "0.1.0" */
  SCYTHE_DEVICE_DRIVER_VERSION,      /* string */
  SCYTHE_DEVICE_TYPE,                /* u32: 1 cpu, 2 gpu, 3 accelerator, 4 custom, 5 automatic, 6 host, 7 all */
  SCYTHE_DEVICE_VENDOR_ID,           /* u32 */
  SCYTHE_DEVICE_COMPUTE_UNITS,       /* u32 */
  SCYTHE_DEVICE_MAX_WORK_GROUP_SIZE, /* u64 */
  SCYTHE_DEVICE_MAX_WORK_ITEM_SIZES, /* u64[3], SYCL order */
  SCYTHE_DEVICE_MAX_NUM_SUB_GROUPS,  /* u32 */
  SCYTHE_DEVICE_SUB_GROUP_SIZES,     /* u64[n] */
  SCYTHE_DEVICE_GLOBAL_MEM_SIZE,     /* u64 */
  SCYTHE_DEVICE_LOCAL_MEM_SIZE,      /* u64 */
  SCYTHE_DEVICE_LOCAL_MEM_TYPE,      /* u32: 0 none, 1 local, 2 global */
  SCYTHE_DEVICE_MAX_MEM_ALLOC_SIZE,  /* u64 */
  SCYTHE_DEVICE_MAX_CLOCK_FREQUENCY, /* u32 MHz */
  SCYTHE_DEVICE_ADDRESS_BITS,        /* u32 */
  SCYTHE_DEVICE_MEM_BASE_ADDR_ALIGN, /* u32 bits */
  SCYTHE_DEVICE_GLOBAL_MEM_CACHE_LINE_SIZE, /* u32 bytes */
  SCYTHE_DEVICE_GLOBAL_MEM_CACHE_SIZE,      /* u64 bytes */
  SCYTHE_DEVICE_GLOBAL_MEM_CACHE_TYPE,      /* u32: 0 none 1 read_only 2 read_write */
  SCYTHE_DEVICE_MAX_PARAMETER_SIZE,  /* u64 */
  SCYTHE_DEVICE_PROFILING_TIMER_RESOLUTION, /* u64 ns */
  SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, /* u32[7]: char short int long float double half */
  SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH,    /* u32[7] */
  SCYTHE_DEVICE_FP_CONFIG,           /* u32[3] bit sets for half, single, double: bit i = info::fp_config enumerator i */
  SCYTHE_DEVICE_ERROR_CORRECTION,    /* u32 0/1 */
  SCYTHE_DEVICE_IS_AVAILABLE,        /* u32 0/1 */
  SCYTHE_DEVICE_BACKEND,             /* u32 as SCYTHE_PLATFORM_BACKEND */
  SCYTHE_DEVICE_ASPECTS              /* u32[n] */
};
/* aspects: the order of sycl::aspect in SYCL 2020: cpu=0 gpu accelerator custom emulated host_debuggable fp16 fp64
   atomic64 image online_compiler online_linker queue_profiling usm_device_allocations usm_host_allocations
   usm_atomic_host_allocations usm_shared_allocations usm_atomic_shared_allocations usm_system_allocations */

/* -- queues ------------------------------------------------------------------------------------- */
enum { SCYTHE_QUEUE_IN_ORDER = 1, SCYTHE_QUEUE_PROFILING = 2 };
scythe_status scythe_queue_create(const scythe_device *device, uint32_t flags, scythe_queue **out);
void scythe_queue_release(scythe_queue *queue); /* does not wait: submitted commands still run */
scythe_status scythe_queue_wait(scythe_queue *queue);  /* all commands submitted so far are complete */
bool scythe_queue_is_empty(const scythe_queue *queue);
/* Takes the oldest asynchronous error. *code = 0 when there is none. */
scythe_status scythe_queue_take_error(scythe_queue *queue, scythe_status *code, const char **message);

/* -- commands ------------------------------------------------------------------------------------ */
enum { SCYTHE_ACCESS_READ = 1, SCYTHE_ACCESS_WRITE = 2, SCYTHE_ACCESS_NO_INIT = 4 };
/* What part of a buffer a command touches. Sizes in elements, SYCL order (last dimension contiguous), unused = 1 / 0. */
typedef struct scythe_access {
  scythe_buffer *buffer;
  uint32_t mode;               /* SCYTHE_ACCESS_* */
  uint32_t dims;               /* 0..3 */
  size_t element_size;
  size_t byte_offset;          /* of the (sub-)buffer inside the allocation */
  size_t buffer_range[3];      /* shape of the (sub-)buffer */
  size_t range[3];             /* box that is accessed */
  size_t offset[3];
} scythe_access;

enum { SCYTHE_COMMAND_KERNEL = 1, SCYTHE_COMMAND_COPY, SCYTHE_COMMAND_FILL, SCYTHE_COMMAND_COPY_RECT, SCYTHE_COMMAND_FILL_RECT,
       SCYTHE_COMMAND_HOST, SCYTHE_COMMAND_EMPTY };
typedef struct scythe_launch {
  const scythe_kernel *kernel;
  const void *args;            /* closure bytes: copied before submit returns */
  size_t args_size, args_align;
  uint32_t dims;               /* 1..3; single_task is dims 1, global {1} */
  bool has_local;              /* true for nd_range */
  size_t global[3], local[3], offset[3];  /* SYCL order */
} scythe_launch;
typedef struct scythe_copy { void *dst; const void *src; size_t bytes; } scythe_copy;
typedef struct scythe_fill { void *dst; const void *pattern; size_t pattern_size, count; } scythe_fill; /* pattern copied */
/* A box of elements, up to 3 dimensions; pitches in bytes of rows (dim 1) and slices (dim 0 of 3). */
typedef struct scythe_copy_rect {
  void *dst; const void *src;
  size_t row_bytes, rows, slices;
  size_t dst_row_pitch, dst_slice_pitch, src_row_pitch, src_slice_pitch;
} scythe_copy_rect;
typedef struct scythe_fill_rect {
  void *dst; const void *pattern; size_t pattern_size;
  size_t row_count /* patterns per row */, rows, slices, row_pitch, slice_pitch;
} scythe_fill_rect;
/* run is called once on a runtime thread and must not throw; it returns 0, or an errc value reported as asynchronous
   error with the message the callee set via scythe_set_error. drop (may be null) is called exactly once afterwards or when never run. */
typedef struct scythe_host_call { scythe_status (*run)(void *context); void (*drop)(void *context); void *context; } scythe_host_call;
typedef struct scythe_command {
  uint32_t struct_size;        /* sizeof(scythe_command) */
  uint32_t kind;               /* SCYTHE_COMMAND_* */
  const scythe_event *const *dependencies; size_t dependency_count; /* null entries are ignored */
  const scythe_access *accesses; size_t access_count;
  union { scythe_launch launch; scythe_copy copy; scythe_fill fill; scythe_copy_rect copy_rect; scythe_fill_rect fill_rect; scythe_host_call host; } u;
} scythe_command;
/* Validates, then enqueues. On an error nothing was enqueued (host_call.drop has been called).
   `out` may be null when the caller does not want the event. */
scythe_status scythe_queue_submit(scythe_queue *queue, const scythe_command *command, scythe_event **out);
void scythe_set_error(const char *message);

/* -- events --------------------------------------------------------------------------------------- */
void scythe_event_retain(const scythe_event *event);
void scythe_event_release(const scythe_event *event);
scythe_status scythe_event_wait(const scythe_event *event);
enum { SCYTHE_EVENT_SUBMITTED = 0, SCYTHE_EVENT_RUNNING, SCYTHE_EVENT_COMPLETE };
uint32_t scythe_event_status(const scythe_event *event);
enum { SCYTHE_PROFILING_SUBMIT = 0, SCYTHE_PROFILING_START, SCYTHE_PROFILING_END };
/* errc::invalid when the queue was created without profiling; waits for the end where needed. */
scythe_status scythe_event_profiling(const scythe_event *event, uint32_t which, uint64_t *nanoseconds);
/* Events this one waited for and that are not yet complete; each returned event is retained. */
scythe_status scythe_event_wait_list(const scythe_event *event, const scythe_event **out, size_t capacity, size_t *count);

/* -- buffers --------------------------------------------------------------------------------------- */
enum { SCYTHE_BUFFER_HOST_READ_ONLY = 1 /* host data is const: copied before the first write */,
       SCYTHE_BUFFER_COPY_IN = 2 /* copy host data now */, SCYTHE_BUFFER_USE_HOST_PTR = 4 /* never leave the host memory */ };
typedef struct scythe_buffer_desc {
  uint32_t struct_size; uint32_t flags;
  size_t bytes, align;
  void *host;                   /* null: uninitialised */
} scythe_buffer_desc;
scythe_status scythe_buffer_create(const scythe_buffer_desc *desc, scythe_buffer **out);
void scythe_buffer_retain(scythe_buffer *buffer);
void scythe_buffer_release(scythe_buffer *buffer);   /* does not wait; memory stays until the last command ended */
scythe_status scythe_buffer_wait(scythe_buffer *buffer);           /* until no command or host accessor uses it */
/* Nobody wants the results in the host memory any more: use private memory from now on (no-op once a write was scheduled, or with USE_HOST_PTR). */
scythe_status scythe_buffer_detach(scythe_buffer *buffer);
/* The address kernels on `device` (null: host) will see for commands submitted from now on. mode: SCYTHE_ACCESS_*. */
scythe_status scythe_buffer_address(scythe_buffer *buffer, const scythe_device *device, uint32_t mode, void **out);
/* True when the current contents live in the host memory given at creation (nothing to write back). */
bool scythe_buffer_in_host_memory(const scythe_buffer *buffer);
/* True when a write access was scheduled since creation. */
bool scythe_buffer_written(const scythe_buffer *buffer);
/* Blocks until conflicting commands are complete; later conflicting commands wait for the release. */
scythe_status scythe_host_access_acquire(const scythe_access *access, scythe_host_access **out, void **address);
void scythe_host_access_release(scythe_host_access *access);

/* -- unified shared memory --------------------------------------------------------------------------- */
enum { SCYTHE_USM_HOST = 0, SCYTHE_USM_DEVICE, SCYTHE_USM_SHARED, SCYTHE_USM_UNKNOWN }; /* sycl::usm::alloc order */
/* context: identity of the sycl::context, opaque to the runtime. Failure: *out = null and status memory_allocation. */
scythe_status scythe_usm_alloc(const scythe_device *device, const void *context, uint32_t kind, size_t bytes, size_t align, void **out);
scythe_status scythe_usm_free(void *ptr, const void *context); /* null is fine; errc::invalid when not a live allocation of the context */
scythe_status scythe_usm_query(const void *ptr, const void *context, uint32_t *kind, const scythe_device **device); /* interior pointers too */

#ifdef __cplusplus
}
#endif
#endif

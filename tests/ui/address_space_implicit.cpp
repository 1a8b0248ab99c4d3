// Only widening conversions between decorated pointers are implicit: to the default address space, and from a part of
// global memory to the whole.
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define GLOBAL __attribute__((opencl_global))
#define GLOBAL_DEVICE __attribute__((opencl_global_device))
#define GLOBAL_HOST __attribute__((opencl_global_host))
#define LOCAL __attribute__((opencl_local))
#define PRIVATE __attribute__((opencl_private))

void convert(int *any, GLOBAL int *global, GLOBAL_DEVICE int *on_device, GLOBAL_HOST int *on_host,
             LOCAL int *local, PRIVATE int *mine) {
  // From the default address space.
  global = any;
  on_device = any;
  on_host = any;
  local = any;
  mine = any;
  // From global memory to a part of it, and from one part to the other.
  on_device = global;
  on_host = global;
  on_device = on_host;
  on_host = on_device;
  // Between disjoint memories.
  global = local;
  global = mine;
  local = global;
  local = mine;
  local = on_device;
  mine = global;
  mine = local;
  mine = on_host;
}
#endif

// No cast converts a pointer to a disjoint address space, and no static_cast converts between address spaces.
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define GLOBAL __attribute__((opencl_global))
#define GLOBAL_DEVICE __attribute__((opencl_global_device))
#define GLOBAL_HOST __attribute__((opencl_global_host))
#define LOCAL __attribute__((opencl_local))
#define PRIVATE __attribute__((opencl_private))

void cast(int *any, GLOBAL int *global, GLOBAL_DEVICE int *on_device, GLOBAL_HOST int *on_host,
          LOCAL int *local, PRIVATE int *mine) {
  global = (GLOBAL int *)local;
  global = (GLOBAL int *)mine;
  local = (LOCAL int *)global;
  local = (LOCAL int *)mine;
  local = (LOCAL int *)on_host;
  mine = (PRIVATE int *)global;
  mine = (PRIVATE int *)local;
  mine = (PRIVATE int *)on_device;
  on_device = (GLOBAL_DEVICE int *)on_host;
  on_host = (GLOBAL_HOST int *)on_device;
  on_device = (GLOBAL_DEVICE int *)local;
  global = static_cast<GLOBAL int *>(any);
  on_device = static_cast<GLOBAL_DEVICE int *>(global);
}
#endif

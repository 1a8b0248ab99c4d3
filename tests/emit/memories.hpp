// Functions that use every address space in every way. The tests of each target list the spaces in the IR of each
// function. Names are short and have C linkage, so that they can be found in IR.
#include <sycl/sycl.hpp>

using sycl::access::decorated;
using space = sycl::access::address_space;

#ifdef __SYCL_DEVICE_ONLY__
#define GLOBAL __attribute__((opencl_global))
#define GLOBAL_DEVICE __attribute__((opencl_global_device))
#define GLOBAL_HOST __attribute__((opencl_global_host))
#define LOCAL __attribute__((opencl_local))
#define PRIVATE __attribute__((opencl_private))
#else
#define GLOBAL
#define GLOBAL_DEVICE
#define GLOBAL_HOST
#define LOCAL
#define PRIVATE
#endif
#define DEVICE extern "C" [[clang::sycl_external]]

// Decorated pointers and the accesses through them.
DEVICE void raw_global(GLOBAL int *p) { *p = 1; }
DEVICE void raw_global_device(GLOBAL_DEVICE int *p) { *p = 1; }
DEVICE void raw_global_host(GLOBAL_HOST int *p) { *p = 1; }
DEVICE void raw_local(LOCAL int *p) { *p = 1; }
DEVICE void raw_private(PRIVATE int *p) { *p = 1; }
DEVICE void raw_default(int *p) { *p = 1; }

// Implicit conversions.
DEVICE int *global_to_default(GLOBAL int *p) { return p; }
DEVICE int *local_to_default(LOCAL int *p) { return p; }
DEVICE int *private_to_default(PRIVATE int *p) { return p; }
DEVICE GLOBAL int *device_to_global(GLOBAL_DEVICE int *p) { return p; }
DEVICE GLOBAL int *host_to_global(GLOBAL_HOST int *p) { return p; }
// Explicit conversions.
DEVICE GLOBAL int *default_to_global(int *p) { return (GLOBAL int *)p; }
DEVICE LOCAL int *default_to_local(int *p) { return (LOCAL int *)p; }
DEVICE PRIVATE int *default_to_private(int *p) { return (PRIVATE int *)p; }
DEVICE GLOBAL_DEVICE int *global_to_device(GLOBAL int *p) { return (GLOBAL_DEVICE int *)p; }
DEVICE GLOBAL_HOST int *global_to_host(GLOBAL int *p) { return (GLOBAL_HOST int *)p; }

// multi_ptr: the space is that of its pointer; an undecorated interface widens.
template <space Space, decorated D> using pointer = sycl::multi_ptr<int, Space, D>;
DEVICE void mp_global(int *p) {
  *pointer<space::global_space, decorated::yes>((GLOBAL int *)p) = 1;
}
DEVICE void mp_constant(int *p, int *to) {
  *to = *pointer<space::constant_space, decorated::yes>((GLOBAL int *)p);
}
DEVICE void mp_local(int *p) { *pointer<space::local_space, decorated::yes>((LOCAL int *)p) = 1; }
DEVICE void mp_private(int *p) {
  *pointer<space::private_space, decorated::yes>((PRIVATE int *)p) = 1;
}
DEVICE void mp_generic(int *p) { *pointer<space::generic_space, decorated::yes>(p) = 1; }
DEVICE void mp_undecorated(int *p) {
  *pointer<space::local_space, decorated::no>((LOCAL int *)p) = 1;
}

// Variables: those of functions are private, those of namespaces are global; their addresses are undecorated.
static const int table[4] = {1, 2, 3, 5};
DEVICE int variables(int i) {
  int own[4] = {i, i, i, i};
  int *p = own;
  p[i] = 7;
  return p[0];
}
DEVICE const int *address_of_table() { return table; }

// Atomics, in the space that the program states.
template <space Space>
using reference =
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device, Space>;
DEVICE int atomic_global(int *p) { return reference<space::global_space>(*p).fetch_add(1); }
DEVICE int atomic_local(int *p) { return reference<space::local_space>(*p).fetch_add(1); }
DEVICE int atomic_generic(int *p) { return reference<space::generic_space>(*p).fetch_add(1); }
DEVICE int atomic_load(int *p) { return reference<space::local_space>(*p).load(); }
DEVICE void atomic_store(int *p) { reference<space::global_space>(*p).store(1); }
DEVICE bool atomic_exchange(int *p) {
  int expected = 1;
  return reference<space::global_space>(*p).compare_exchange_strong(expected, 2);
}

// Casts that determine the address space at run time.
DEVICE bool is_global(int *p) {
  return sycl::khr::dynamic_addrspace_cast<space::global_space>(p) != nullptr;
}
DEVICE bool is_local(int *p) {
  return sycl::khr::dynamic_addrspace_cast<space::local_space>(p) != nullptr;
}
DEVICE bool is_private(int *p) {
  return sycl::khr::dynamic_addrspace_cast<space::private_space>(p) != nullptr;
}

// Accessors.
DEVICE void element(const sycl::accessor<int, 1> &a, int i) { a[i] = 1; }
DEVICE void element_2d(const sycl::accessor<int, 2> &a, int i) { a[i][i] = 1; }
DEVICE void through_pointer(const sycl::accessor<int, 1> &a) {
  a.get_multi_ptr<decorated::yes>()[3] = 1;
}
DEVICE void local_element(const sycl::local_accessor<int, 1> &a, int i) { a[i] = 1; }
DEVICE void through_local_pointer(const sycl::local_accessor<int, 1> &a) {
  a.get_multi_ptr<decorated::yes>()[3] = 1;
}

// A multi_ptr to void has no elements; only one to global memory has prefetch.
#include <sycl/sycl.hpp>

void use(sycl::global_ptr<void, sycl::access::decorated::no> nothing,
         sycl::raw_local_ptr<int> local) {
  *nothing;
  nothing[0];
  ++nothing;
  nothing.prefetch(1);
  local.prefetch(1);
}

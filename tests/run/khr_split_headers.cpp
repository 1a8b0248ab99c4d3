//! plain_kernels = true

// A program with the small headers of sycl_khr_split_headers and without <sycl/sycl.hpp>.
#if !__has_include(<sycl/khr/split_headers/version.hpp>)
#error "the header of the extension's macros is missing"
#endif
#include <sycl/khr/split_headers/version.hpp>
#if SYCL_KHR_SPLIT_HEADERS != 1 || SYCL_KHR_GROUP_INTERFACE != 1 || !SYCL_LANGUAGE_VERSION
#error "macros are missing"
#endif
#include <sycl/khr/split_headers/accessor.hpp>
#include <sycl/khr/split_headers/atomic.hpp>
#include <sycl/khr/split_headers/backend.hpp>
#include <sycl/khr/split_headers/bit.hpp>
#include <sycl/khr/split_headers/builtins_common.hpp>
#include <sycl/khr/split_headers/builtins_geometric.hpp>
#include <sycl/khr/split_headers/builtins_integer.hpp>
#include <sycl/khr/split_headers/builtins_math.hpp>
#include <sycl/khr/split_headers/builtins_relational.hpp>
#include <sycl/khr/split_headers/buffer.hpp>
#include <sycl/khr/split_headers/byte.hpp>
#include <sycl/khr/split_headers/context.hpp>
#include <sycl/khr/split_headers/device.hpp>
#include <sycl/khr/split_headers/event.hpp>
#include <sycl/khr/split_headers/exception.hpp>
#include <sycl/khr/split_headers/functional.hpp>
#include <sycl/khr/split_headers/group_algorithms.hpp>
#include <sycl/khr/split_headers/groups.hpp>
#include <sycl/khr/split_headers/half.hpp>
#include <sycl/khr/split_headers/handler.hpp>
#include <sycl/khr/split_headers/hierarchical_parallelism.hpp>
#include <sycl/khr/split_headers/image.hpp>
#include <sycl/khr/split_headers/index_space.hpp>
#include <sycl/khr/split_headers/interop_handle.hpp>
#include <sycl/khr/split_headers/kernel_bundle.hpp>
#include <sycl/khr/split_headers/kernel_handler.hpp>
#include <sycl/khr/split_headers/marray.hpp>
#include <sycl/khr/split_headers/math.hpp>
#include <sycl/khr/split_headers/multi_ptr.hpp>
#include <sycl/khr/split_headers/platform.hpp>
#include <sycl/khr/split_headers/property_list.hpp>
#include <sycl/khr/split_headers/queue.hpp>
#include <sycl/khr/split_headers/reduction.hpp>
#include <sycl/khr/split_headers/span.hpp>
#include <sycl/khr/split_headers/stream.hpp>
#include <sycl/khr/split_headers/type_traits.hpp>
#include <sycl/khr/split_headers/usm.hpp>
#include <sycl/khr/split_headers/vec.hpp>
#include <sycl/khr/split_headers/version.hpp>

// The extension's first name.
#include <sycl/khr/includes/images.hpp>
#include <sycl/khr/includes/properties/context_bound.hpp>
#include <sycl/khr/includes/vec.hpp>

#include <cstdio>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  sycl::buffer<int> values(10);
  int *const total = sycl::malloc_shared<int>(1, q);
  *total = 0;
  q.submit([&](sycl::handler &group) {
    sycl::accessor out(values, group, sycl::write_only, sycl::no_init);
    group.parallel_for(10, [=](sycl::id<1> i) {
      out[i] = sycl::abs(sycl::int2(-1, 1)).y() + static_cast<sycl::byte>(i[0]);
    });
  });
  q.submit([&](sycl::handler &group) {
    sycl::accessor in(values, group, sycl::read_only);
    group.parallel_for(10, sycl::reduction(total, sycl::plus<>()),
                       [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
  });
  q.wait();
  const bool right = *total == 55;
  if (!right)
    std::printf("the sum is %d\n", *total);
  sycl::free(total, q);
  return right ? 0 : 1;
}

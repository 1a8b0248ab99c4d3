// A program with the small headers of sycl_khr_includes and without <sycl/sycl.hpp>.
#if !__has_include(<sycl/khr/includes/version.hpp>)
#error "the header of the extension's macros is missing"
#endif
#include <sycl/khr/includes/version.hpp>
#if SYCL_KHR_INCLUDES != 1 || SYCL_KHR_GROUP_INTERFACE != 1 || !SYCL_LANGUAGE_VERSION
#error "macros are missing"
#endif
#include <sycl/khr/includes/accessor.hpp>
#include <sycl/khr/includes/atomic.hpp>
#include <sycl/khr/includes/backend.hpp>
#include <sycl/khr/includes/bit.hpp>
#include <sycl/khr/includes/buffer.hpp>
#include <sycl/khr/includes/byte.hpp>
#include <sycl/khr/includes/context.hpp>
#include <sycl/khr/includes/device.hpp>
#include <sycl/khr/includes/event.hpp>
#include <sycl/khr/includes/exception.hpp>
#include <sycl/khr/includes/functional.hpp>
#include <sycl/khr/includes/group_algorithms.hpp>
#include <sycl/khr/includes/groups.hpp>
#include <sycl/khr/includes/half.hpp>
#include <sycl/khr/includes/handler.hpp>
#include <sycl/khr/includes/hierarchical_parallelism.hpp>
#include <sycl/khr/includes/image.hpp>
#include <sycl/khr/includes/images.hpp>
#include <sycl/khr/includes/index_space.hpp>
#include <sycl/khr/includes/interop_handle.hpp>
#include <sycl/khr/includes/kernel_bundle.hpp>
#include <sycl/khr/includes/kernel_handler.hpp>
#include <sycl/khr/includes/marray.hpp>
#include <sycl/khr/includes/math.hpp>
#include <sycl/khr/includes/multi_ptr.hpp>
#include <sycl/khr/includes/platform.hpp>
#include <sycl/khr/includes/properties/context_bound.hpp>
#include <sycl/khr/includes/properties/enable_profiling.hpp>
#include <sycl/khr/includes/properties/in_order.hpp>
#include <sycl/khr/includes/properties/initialize_to_identity.hpp>
#include <sycl/khr/includes/properties/no_init.hpp>
#include <sycl/khr/includes/properties/use_host_ptr.hpp>
#include <sycl/khr/includes/properties/use_mutex.hpp>
#include <sycl/khr/includes/property_list.hpp>
#include <sycl/khr/includes/queue.hpp>
#include <sycl/khr/includes/reduction.hpp>
#include <sycl/khr/includes/span.hpp>
#include <sycl/khr/includes/stream.hpp>
#include <sycl/khr/includes/type_traits.hpp>
#include <sycl/khr/includes/usm.hpp>
#include <sycl/khr/includes/vec.hpp>
#include <sycl/khr/includes/version.hpp>

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

//! opt = ["-O1"]
//! flags = "-std=c++20"

// Features that programs for SYCL 1.2.1 and for DPC++ rely on.
namespace sycl {
inline namespace _V1 {
class queue;
template <int> class nd_item;
namespace detail::half_impl {
class half;
}
} // namespace _V1
} // namespace sycl
struct launcher {
  int run(sycl::queue &q);
};

#include <sycl/access/access.hpp>
#include <sycl/aliases.hpp>
#include <sycl/aspects.hpp>
#include <sycl/async_handler.hpp>
#include <sycl/backend_types.hpp>
#include <sycl/builtins.hpp>
#include <sycl/detail/core.hpp>
#include <sycl/exception_list.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/device_global/properties.hpp>
#include <sycl/ext/oneapi/experimental/address_cast.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/experimental/ballot_group.hpp>
#include <sycl/ext/oneapi/experimental/fixed_size_group.hpp>
#include <sycl/ext/oneapi/experimental/opportunistic_group.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/memcpy2d.hpp>
#include <sycl/ext/oneapi/owner_less.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/ext/oneapi/properties/property.hpp>
#include <sycl/ext/oneapi/properties/property_value.hpp>
#include <sycl/ext/oneapi/work_group_static.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/half_type.hpp>
#include <sycl/info/info_desc.hpp>
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle_enums.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/pointers.hpp>
#include <sycl/properties/accessor_properties.hpp>
#include <sycl/properties/all_properties.hpp>
#include <sycl/properties/buffer_properties.hpp>
#include <sycl/properties/context_properties.hpp>
#include <sycl/properties/image_properties.hpp>
#include <sycl/properties/property_traits.hpp>
#include <sycl/properties/queue_properties.hpp>
#include <sycl/properties/reduction_properties.hpp>
#include <sycl/reduction_fwd.hpp>
#include <sycl/sampler.hpp>
#include <sycl/types.hpp>
#include <sycl/usm/usm_allocator.hpp>
#include <sycl/usm/usm_enums.hpp>
#include <sycl/usm/usm_pointer_info.hpp>
#include <sycl/vector.hpp>

// What these headers promise is there without <sycl/sycl.hpp>.
sycl::queue *use(const sycl::accessor<int> &, sycl::float4, const sycl::marray<sycl::half, 2> &, sycl::aspect,
                 sycl::backend, sycl::memory_order, sycl::kernel *, sycl::bundle_state, sycl::exception_list,
                 sycl::async_handler, sycl::global_ptr<int>, sycl::usm::alloc, sycl::property::queue::in_order,
                 sycl::property::no_init, sycl::property::buffer::use_host_ptr, sycl::plus<>, sycl::access_mode,
                 sycl::ext::oneapi::experimental::work_group_static<int> *);
template <typename Group> auto use_algorithms(Group group) {
  sycl::group_barrier(group);
  using sycl::ext::oneapi::experimental::static_address_cast;
  return sycl::reduce_over_group(group, sycl::sin(1.0f), sycl::plus<>());
}
constexpr int aspects[] = {
#define __SYCL_ASPECT(name, value) static_cast<int>(sycl::aspect::name) - value,
#define __SYCL_ASPECT_DEPRECATED(name, value, message) __SYCL_ASPECT(name, value)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(name, other, message)
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT
};

#include <CL/sycl.hpp>
#include <bit>
#include <cpuid.h>
#include <immintrin.h>

#include "check.hpp"

// Names of the program that calls with SYCL's types must not make ambiguous.
template <typename To, typename From> To bit_cast(const From &from) {
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
template <typename T> auto bits(T value) {
  using std::bit_cast;
  return bit_cast<std::uint16_t>(value);
}

int launcher::run(sycl::queue &q) {
  int *const out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
    const sycl::half one = 1.0f;
    const sycl::vec<float, 2> pair(1, 2);
    const sycl::marray<float, 2> array(1, 2);
    *out = ::bit_cast<std::uint16_t>(one) == 0x3c00 && bits(one) == 0x3c00 &&
           bit_cast<std::uint64_t>(pair) == bit_cast<std::uint64_t>(array) &&
           sycl::bit_cast<std::uint16_t>(one) == 0x3c00;
  });
  q.wait();
  const int result = *out;
  sycl::free(out, q);
  return result;
}

// Classes that copy in their own way on the host alone, or only when they are assigned.
struct counted_on_host {
  int value = 0;
  counted_on_host() = default;
  explicit counted_on_host(int number) : value(number) {}
#ifndef __SYCL_DEVICE_ONLY__
  counted_on_host(const counted_on_host &other) : value(other.value) { ++copies; }
  ~counted_on_host() {}
  static inline int copies = 0;
#endif
};
struct assigned {
  int value = 0;
  assigned &operator=(const assigned &other) {
    value = other.value + 1;
    return *this;
  }
};
struct holder {
  assigned inner[2];
  counted_on_host counted;
};
int copied(sycl::queue &q) {
  int *const out = sycl::malloc_shared<int>(1, q);
  const holder held{{{1}, {2}}, counted_on_host(4)};
  const counted_on_host counted(8);
  q.single_task([=] { *out = held.inner[0].value + held.inner[1].value + held.counted.value + counted.value; }).wait();
  const int result = *out;
  sycl::free(out, q);
  return result;
}

struct any_device : sycl::device_selector {
  int operator()(const sycl::device &) const override { return 1; }
};
std::uint32_t references(sycl::queue q) { return q.get_info<sycl::info::queue::reference_count>(); }

int main() {
  sycl::queue q = sycl::default_selector{};
  CHECK_EQ(launcher().run(q), 1);

  CHECK_EQ(copied(q), 15);

  // Selectors of 1.2.1 convert to queues and devices.
  CHECK(references(any_device{}) >= 1 && references(q) == 2);
  const sycl::device dev = any_device{};
  sycl::queue with_handler{sycl::default_selector{}, [](sycl::exception_list) {}};
  sycl::queue with_properties{sycl::default_selector{}, sycl::property_list{}};
  CHECK_EQ(dev.get_info<sycl::info::device::reference_count>(), 1u);
  CHECK(q.get_context().get_info<sycl::info::context::reference_count>() >= 2);
  CHECK(q.single_task([] {}).get_info<sycl::info::event::reference_count>() >= 1);

  // The standard library's classes by 1.2.1's names, and OpenCL's types.
  cl::sycl::string_class text = "text";
  cl::sycl::vector_class<int> numbers{1, 2};
  cl::sycl::function_class<int(int)> twice = [](int x) { return 2 * x; };
  cl::sycl::mutex_class mutex;
  const std::lock_guard lock(mutex);
  cl::sycl::unique_ptr_class<int> own(new int(3));
  cl::sycl::shared_ptr_class<int> shared(new int(4));
  cl::sycl::weak_ptr_class<int> weak = shared;
  cl::sycl::exception_ptr_class none;
  CHECK_EQ(text.size() + numbers.size() + twice(1) + *own + *weak.lock(), 15u);
  CHECK(!none && cl::sycl::hash_class<int>()(1) == std::hash<int>()(1));
  static_assert(std::is_same_v<::cl_ulong, sycl::cl_ulong> && std::is_same_v<::cl_int, sycl::opencl::cl_int> &&
                std::is_same_v<::cl_float, sycl::cl_float>);

  for (int difference : aspects)
    CHECK_EQ(difference, 0);

  sycl::nd_range<3> space;
  CHECK_EQ(space.get_global_range().size(), 0u);
  space = sycl::nd_range<3>({1, 2, 3}, {1, 1, 1});
  CHECK_EQ(space.get_group_range().size(), 6u);

  std::ostringstream names;
  names << sycl::backend::opencl << ' ' << sycl::backend::ext_oneapi_level_zero << ' ' << sycl::backend::cpu;
  CHECK_EQ(names.str(), std::string("opencl ext_oneapi_level_zero cpu"));

  unsigned a = 0, b = 0, c = 0, d = 0;
  CHECK_EQ(__get_cpuid(0, &a, &b, &c, &d), 1);
  return check::result();
}

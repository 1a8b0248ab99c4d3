// Hints to queues from other SYCL compilers, which are accepted without effect.
#pragma once

#include <sycl/queue.hpp>

namespace sycl::inline _V1::ext {

namespace oneapi::property::queue {

struct discard_events {};
struct priority_low {};
struct priority_normal {};
struct priority_high {};

} // namespace oneapi::property::queue

namespace intel::property::queue {

struct immediate_command_list {};
struct no_immediate_command_list {};

class compute_index {
public:
  explicit compute_index(int index) noexcept : index_(index) {}
  int get_index() const noexcept { return index_; }

private:
  int index_;
};

} // namespace intel::property::queue

} // namespace sycl::ext

namespace sycl::inline _V1 {

#define SCYTHE_HINT(name)                                                                          \
  template <> struct is_property<ext::name> : std::true_type {};                                   \
  template <> struct is_property_of<ext::name, queue> : std::true_type {};
SCYTHE_HINT(oneapi::property::queue::discard_events)
SCYTHE_HINT(oneapi::property::queue::priority_low)
SCYTHE_HINT(oneapi::property::queue::priority_normal)
SCYTHE_HINT(oneapi::property::queue::priority_high)
SCYTHE_HINT(intel::property::queue::immediate_command_list)
SCYTHE_HINT(intel::property::queue::no_immediate_command_list)
SCYTHE_HINT(intel::property::queue::compute_index)
#undef SCYTHE_HINT

} // namespace sycl

// SYCL 2020 §4.6.5.4. The queries are in queue.hpp.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/info_query.hpp>

namespace sycl::inline _V1::info::queue {

struct context : detail::queue_descriptor {
  using return_type = sycl::context;
};
struct device : detail::queue_descriptor {
  using return_type = sycl::device;
};
// From SYCL 1.2.1.
struct reference_count : detail::queue_descriptor {
  using return_type = std::uint32_t;
};

} // namespace sycl::info::queue

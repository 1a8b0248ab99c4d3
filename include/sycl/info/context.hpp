// SYCL 2020 §4.6.3.3. The queries are in context.hpp.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/info_query.hpp>
#include <sycl/memory_order.hpp>
#include <sycl/memory_scope.hpp>

namespace sycl::inline _V1::info::context {

struct platform : detail::context_descriptor {
  using return_type = sycl::platform;
};
struct devices : detail::context_descriptor {
  using return_type = std::vector<sycl::device>;
};
struct atomic_memory_order_capabilities : detail::context_descriptor {
  using return_type = std::vector<memory_order>;
};
struct atomic_fence_order_capabilities : detail::context_descriptor {
  using return_type = std::vector<memory_order>;
};
struct atomic_memory_scope_capabilities : detail::context_descriptor {
  using return_type = std::vector<memory_scope>;
};
struct atomic_fence_scope_capabilities : detail::context_descriptor {
  using return_type = std::vector<memory_scope>;
};
// From SYCL 1.2.1.
struct reference_count : detail::context_descriptor {
  using return_type = std::uint32_t;
};

} // namespace sycl::info::context

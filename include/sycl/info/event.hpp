// SYCL 2020 §4.6.6.4 and §4.6.6.5. The queries are in event.hpp.
#pragma once

#include <sycl/detail/info_query.hpp>

namespace sycl::inline _V1::info {

// The values are those of the runtime.
enum class event_command_status { submitted, running, complete };

namespace event {

struct command_execution_status : detail::event_descriptor {
  using return_type = event_command_status;
};
// From SYCL 1.2.1.
struct reference_count : detail::event_descriptor {
  using return_type = std::uint32_t;
};

} // namespace event

namespace event_profiling {

struct command_submit : detail::event_profiling_descriptor {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t scythe_key = SCYTHE_PROFILING_SUBMIT;
};
struct command_start : detail::event_profiling_descriptor {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t scythe_key = SCYTHE_PROFILING_START;
};
struct command_end : detail::event_profiling_descriptor {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t scythe_key = SCYTHE_PROFILING_END;
};

} // namespace event_profiling
} // namespace sycl::info

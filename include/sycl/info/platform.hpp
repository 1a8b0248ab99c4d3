// SYCL 2020 §4.6.2.4.
#pragma once

#include <sycl/detail/info_query.hpp>

namespace sycl::inline _V1::info::platform {

struct name : detail::platform_string<SCYTHE_PLATFORM_NAME> {};
struct vendor : detail::platform_string<SCYTHE_PLATFORM_VENDOR> {};
struct version : detail::platform_string<SCYTHE_PLATFORM_VERSION> {};

// Deprecated in SYCL 2020 in favour of aspects.
struct extensions : detail::platform_descriptor {
  using return_type = std::vector<std::string>;
  static return_type get(const scythe_platform *) { return {}; }
};

// SYCL 1.2.1.
struct profile : detail::platform_descriptor {
  using return_type = std::string;
  static return_type get(const scythe_platform *) { return "FULL_PROFILE"; }
};

} // namespace sycl::info::platform

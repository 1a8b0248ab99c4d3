// The extension sycl_khr_includes: byte, which SYCL 2020 deprecates.
#pragma once

#include <sycl/khr/includes/version.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

using byte = std::uint8_t;

} // namespace sycl

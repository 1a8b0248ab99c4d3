// The extension sycl_khr_split_headers: byte, which SYCL 2020 deprecates.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

using byte = std::uint8_t;

} // namespace sycl

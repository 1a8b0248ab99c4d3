// SYCL 1.2.1's byte, deprecated in SYCL 2020: std::byte took its place.
#pragma once

namespace sycl {

using byte = unsigned char;

} // namespace sycl

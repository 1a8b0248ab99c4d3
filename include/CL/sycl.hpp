// The SYCL 1.2.1 spelling of the header (SYCL 2020 §4.3, deprecated): the same
// declarations, also reachable through `cl::sycl`.
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

// SYCL 2020 §4.1. The values are those of the runtime.
#pragma once

namespace sycl {

enum class backend : unsigned { cpu = 1, cuda = 2, opencl = 3 };

} // namespace sycl

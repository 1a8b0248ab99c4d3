// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/kernel_properties.hpp>

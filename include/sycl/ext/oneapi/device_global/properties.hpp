// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/device_global_properties.hpp>

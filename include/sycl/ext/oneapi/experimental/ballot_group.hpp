// The name that DPC++ has for it.
#pragma once

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>

// The name that DPC++ has for it.
#pragma once

#include <sycl/half.hpp>
#include <sycl/opencl_types.hpp>
#include <sycl/vec.hpp>

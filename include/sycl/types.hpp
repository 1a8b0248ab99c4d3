// DPC++'s name of the header.
#pragma once

#include <sycl/half.hpp>
#include <sycl/opencl_types.hpp>
#include <sycl/vec.hpp>

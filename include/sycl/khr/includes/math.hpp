// The extension sycl_khr_includes: mathematics.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/math.hpp>

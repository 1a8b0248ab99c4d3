// The extension sycl_khr_includes: bit_cast.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/bit_cast.hpp>

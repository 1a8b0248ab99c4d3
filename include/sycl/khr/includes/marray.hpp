// The extension sycl_khr_includes: arrays of numbers.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/marray.hpp>

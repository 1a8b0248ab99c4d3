// The extension sycl_khr_includes: pointers into address spaces.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/multi_ptr.hpp>

// The extension sycl_khr_includes: half.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/half.hpp>

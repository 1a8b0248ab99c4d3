// The extension sycl_khr_includes: kernels in two levels.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/h_item.hpp>
#include <sycl/private_memory.hpp>

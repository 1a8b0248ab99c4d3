// The extension sycl_khr_includes: specialization constants in kernels.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/kernel_handler.hpp>

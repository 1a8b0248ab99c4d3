// The extension sycl_khr_split_headers: specialization constants in kernels.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/kernel_handler.hpp>

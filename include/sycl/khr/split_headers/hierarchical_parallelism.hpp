// The extension sycl_khr_split_headers: kernels in two levels.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/h_item.hpp>
#include <sycl/private_memory.hpp>

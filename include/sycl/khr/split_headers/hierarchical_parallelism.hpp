// The extension sycl_khr_split_headers: hierarchical kernels.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/h_item.hpp>
#include <sycl/private_memory.hpp>

// The extension sycl_khr_split_headers: output of kernels.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/stream.hpp>

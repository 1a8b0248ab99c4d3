// The extension sycl_khr_includes: output of kernels.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/stream.hpp>

// The extension sycl_khr_includes: the property enable_profiling.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/queue.hpp>

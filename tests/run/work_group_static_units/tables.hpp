#pragma once

#include <sycl/sycl.hpp>

inline sycl::ext::oneapi::experimental::work_group_static<int[32]> common;

SYCL_EXTERNAL int next_of_common(sycl::nd_item<1> it);
SYCL_EXTERNAL int reversed(sycl::nd_item<1> it, int value);

#pragma once

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int sum_of_group(sycl::nd_item<1> item, int value);
SYCL_EXTERNAL int more(int value);

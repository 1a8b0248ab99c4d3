#pragma once

#include <sycl/sycl.hpp>

int from_first(sycl::queue &q);
int from_second(sycl::queue &q);

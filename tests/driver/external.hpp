// Functions of another translation unit that kernels call, for programs of several objects.
#pragma once

#include <sycl/sycl.hpp>

// Defined in external.cpp; `neighbour` contains a barrier.
SYCL_EXTERNAL int triple(int x);
SYCL_EXTERNAL int neighbour(sycl::nd_item<1> item, int value, int *tile);

// Launches a kernel that calls both: external_launch.cpp.
int launch(sycl::queue &queue, int start);

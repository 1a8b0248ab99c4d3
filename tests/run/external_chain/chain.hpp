// main.cpp → middle.cpp → last.cpp → middle.cpp
#pragma once

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int middle(sycl::nd_item<2> item, int value);
SYCL_EXTERNAL int last(sycl::nd_item<2> item, int value);
SYCL_EXTERNAL int back(int value);

// Kernels of the units other than main.cpp, which call each other's functions too.
void run_in_middle(sycl::queue &q, int *out);
void run_in_last(sycl::queue &q, int *out);

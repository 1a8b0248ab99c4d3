#pragma once

#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

// Defined by one unit, used by both.
extern device_global<int> common;
SYCL_EXTERNAL extern device_global<int[2]> marked;
// Both units define it; the program has one.
inline device_global<int> in_header;
template <typename T> inline device_global<T> in_template;
// Each unit has its own.
static device_global<int> own;
namespace {
device_global<int> hidden;
}

// A function of the other unit, for kernels that are completed at link time.
SYCL_EXTERNAL int add_all(int x);

void work_in_other(sycl::queue &q);
int own_of_other(sycl::queue &q);

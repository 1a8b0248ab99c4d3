// The extension sycl_khr_split_headers: the macros of SYCL.
#pragma once

#include <sycl/feature_test.hpp>

// The extension sycl_khr_includes: the macros of SYCL.
#pragma once

#include <sycl/feature_test.hpp>

// The extension sycl_khr_split_headers: mathematics.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>

// The extension sycl_khr_split_headers: common functions.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math/array_integers.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/half_functions.hpp>

// The extension sycl_khr_split_headers: mathematical functions, in all accuracies.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math/array_functions.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/half_precision_functions.hpp>
#include <sycl/math/math_functions.hpp>
#include <sycl/math/native_functions.hpp>

// The extension sycl_khr_split_headers: integer functions.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math/array_integers.hpp>
#include <sycl/math/integer_functions.hpp>

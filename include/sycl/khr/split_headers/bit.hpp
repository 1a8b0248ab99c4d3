// The extension sycl_khr_split_headers: bit_cast.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/bit_cast.hpp>

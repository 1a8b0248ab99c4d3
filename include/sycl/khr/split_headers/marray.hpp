// The extension sycl_khr_split_headers: arrays of numbers.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/marray.hpp>

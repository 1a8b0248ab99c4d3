// The extension sycl_khr_split_headers: pointers into address spaces.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

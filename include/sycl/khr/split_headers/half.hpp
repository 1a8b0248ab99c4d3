// The extension sycl_khr_split_headers: half.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/half.hpp>

// The extension sycl_khr_split_headers: vectors.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/vec.hpp>

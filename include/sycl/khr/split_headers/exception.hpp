// The extension sycl_khr_split_headers: errors.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/exception.hpp>

// The extension sycl_khr_split_headers: function objects.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/functional.hpp>

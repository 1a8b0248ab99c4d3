// The extension sycl_khr_split_headers: platforms.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/platform.hpp>

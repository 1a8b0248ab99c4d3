// The extension sycl_khr_includes: vectors.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/vec.hpp>

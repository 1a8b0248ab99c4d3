// The extension sycl_khr_includes: platforms.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/platform.hpp>

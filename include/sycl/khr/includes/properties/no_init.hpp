// The extension sycl_khr_includes: the property no_init.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/accessor.hpp>

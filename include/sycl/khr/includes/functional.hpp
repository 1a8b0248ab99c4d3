// The extension sycl_khr_includes: function objects.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/functional.hpp>

// The extension sycl_khr_includes: errors.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/exception.hpp>

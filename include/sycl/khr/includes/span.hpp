// The extension sycl_khr_includes: span.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/span.hpp>

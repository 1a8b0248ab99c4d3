// The extension sycl_khr_includes: command groups.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/handler.hpp>

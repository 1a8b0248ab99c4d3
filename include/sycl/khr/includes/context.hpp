// The extension sycl_khr_includes: contexts.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/context.hpp>

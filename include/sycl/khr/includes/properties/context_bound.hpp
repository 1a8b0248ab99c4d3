// The extension sycl_khr_includes: the property context_bound.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/buffer.hpp>
#include <sycl/image.hpp>
